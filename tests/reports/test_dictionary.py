"""The data dictionary on paper is the one in the tables."""

from leagues import ROOT

from reports.dictionary import dictionary_text


def test_the_file_is_current() -> None:
    """If not: python -m reports.dictionary"""
    assert (ROOT / "docs" / "data-dictionary.md").read_text(encoding="utf-8") == dictionary_text()


def test_the_introduction_says_what_columns_of_other_games_hold() -> None:
    introduction = " ".join(dictionary_text().partition("## ")[0].split())
    said = "the columns that a game does not have are null in its rows of `hands` and `hand_seats`"
    assert introduction.count(said) == 1
