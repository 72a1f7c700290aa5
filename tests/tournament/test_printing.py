"""What an entry has said is shown, and does nothing to the terminal."""

import pytest

from tournament.cli.printing import print_line, say


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Tysiąc ♠\n\tline", "Tysiąc ♠\n\tline"),
        ("\x1b[2J\x1b]0;title\x07", "\\x1b[2J\\x1b]0;title\\x07"),
        ("a\rb\x9b31m", "a\\rb\\x9b31m"),
        ("a\u202eb\u2028", "a\\u202eb\\u2028"),
    ],
)
def test_controls_are_escaped(text: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_line(text)
    say(text)
    assert capsys.readouterr() == (f"{shown}\n", f"{shown}\n")
