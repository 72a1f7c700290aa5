"""A message stays one line whatever stands in it."""

import pytest

from tournament.errors import one_line


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("plain: found 'a'; allowed: b", "plain: found 'a'; allowed: b"),
        ("two\nlines\r\t", r"two\nlines\r\t"),
        ("\x1b[31mred\0", r"\x1b[31mred\x00"),
        ("lone \udcff surrogate", r"lone \udcff surrogate"),
        ("żółć …", "żółć …"),
        (f"found {'x' * 5000}; allowed: less", f"found {'x' * 100}… allowed: less"),
    ],
)
def test_one_line(message: str, line: str) -> None:
    assert one_line(message) == line
