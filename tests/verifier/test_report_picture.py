"""Pictures of positions and tables of moves as text: they fit the page, and steer no terminal."""

from __future__ import annotations

import re

import pytest

from verifier.api import Shown
from verifier.report.page import Page
from verifier.report.picture import picture_text, table_text
from verifier.verdict import Picture, Ranked, Row, Section, Table, in_words

ROWS = (Row("hand", "Apple, " * 30 + "Bread", (Row("a" * 30, "word " * 40),)), Row("x", ""))
SHOWN = Shown(2, "you: " + "play " * 40, Picture((Section("", ROWS), Section("you " * 40, ROWS))), {}, "title " * 30)
TABLE = Table(
    ("cards", "defense", "damage"),
    (Ranked(1, (("Apple (red)",) * 9, 27, 0)), Ranked(0, ((), 0, "unknown"))),
    "note " * 40,
)


@pytest.mark.parametrize("width", [40, 60, 100])
def test_both_fit_the_page(width: int) -> None:
    for text in (picture_text(SHOWN, "a.toml", Page(width)), table_text(TABLE, Page(width))):
        assert max(map(len, text.splitlines())) <= width


def test_colour_changes_no_word() -> None:
    for plain, coloured in (
        [picture_text(SHOWN, "a.toml", Page(70, colour)) for colour in (False, True)],
        [table_text(TABLE, Page(70, colour)) for colour in (False, True)],
    ):
        assert coloured != plain
        stripped = re.sub(r"\x1b\[[\d;]*m", "", coloured)
        assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()


def test_characters_that_steer_are_written_out() -> None:
    odd = "a\x1b[31m\u202eb"
    shown = Shown(1, odd, Picture((Section(odd, (Row(odd, odd, (Row(odd * 9, odd),)),)),)), {}, odd)
    table = Table(("cards", "worth"), (Ranked(0, ((odd,), odd)),), odd)
    for text in (picture_text(shown, odd), table_text(table)):
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "\\u202e" in text


def test_a_table_row_by_row() -> None:
    assert table_text(TABLE, Page(50)).splitlines()[:7] == [
        "cards                             defense   damage",
        "Apple (red), Apple (red),              27        0",
        "  Apple (red), Apple (red),",
        "  Apple (red), Apple (red),",
        "  Apple (red), Apple (red),",
        "  Apple (red)",
        "nothing                                 0  unknown",
    ]
    assert table_text(Table(("cards",), ())) == "cards"


def test_values_in_words() -> None:
    assert [in_words(value) for value in ([1, "a"], [], True, None, "", 0)] == [
        "1, a",
        "none",
        "true",
        "nothing",
        "nothing",
        "0",
    ]
