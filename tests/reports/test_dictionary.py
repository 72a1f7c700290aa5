"""The data dictionary on paper is the one in the tables."""

from leagues import ROOT

from reports.dictionary import dictionary_text


def test_the_file_is_current() -> None:
    """If not: python -m reports.dictionary"""
    assert (ROOT / "docs" / "data-dictionary.md").read_text(encoding="utf-8") == dictionary_text()
