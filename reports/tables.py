"""Tables for people: aligned columns of plain text, the same on a terminal and in a file."""

from collections.abc import Iterable, Sequence

__all__ = ["text_table"]


def text_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows under their column names; numbers to the right, fractions with three digits."""
    rows = [list(row) for row in rows]
    texts = [list(columns), *([_text(value) for value in row] for row in rows)]
    widths = [max(len(row[place]) for row in texts) for place in range(len(columns))]
    right = [
        bool(rows) and all(isinstance(row[place], int | float | None) for row in rows)
        for place in range(len(columns))
    ]
    lines = [
        "  ".join(
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in texts
    ]
    return "\n".join(lines)


def _text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3f}"
    return str(value).replace("\n", " ⏎ ")
