"""A scenario that is written to a file is read back as the same scenario, whatever text is in it."""

from __future__ import annotations

import unicodedata
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from verifier.scenario import Expect, Scenario, Written, parse
from verifier.writing import show

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=12).map(
    lambda text: unicodedata.normalize("NFC", text)
)
VALUES: Any = st.recursive(
    TEXT | st.integers(-(10**6), 10**6) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
TABLES = st.dictionaries(TEXT, VALUES, max_size=3)
ROWS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=30)


@given(
    TEXT,
    st.lists(st.tuples(ROWS, st.booleans()), max_size=3),
    TABLES,
    st.dictionaries(TEXT, TABLES, max_size=2),
    st.lists(TABLES, max_size=3),
    st.integers(0, 9),
)
def test_scenarios_are_read_as_they_are_written(
    title: str,
    rows: list[tuple[str, bool]],
    turn: dict[str, Any],
    players: dict[str, Any],
    chain: list[dict[str, Any]],
    step: int,
) -> None:
    said = [(unicodedata.normalize("NFC", text).strip(), refused) for text, refused in rows]
    assume(all(text and not text.startswith(("#", "refused:")) and len(text.splitlines()) == 1 for text, _ in said))
    line = tuple(Written(text, 0, 0, refused) for text, refused in said)
    claimed = Expect(step=step, state={"a b": [1, "x"]})
    game = "flesh_and_blood"
    written = Scenario("", game, title, line, turn, players, expect=claimed, position={"chain": chain})
    read = parse(show(written))
    assert [(row.text, row.refused) for row in read.line] == said
    assert (read.title, read.turn, read.players, read.expect) == (title, turn, players, claimed)
    assert read.position == {"chain": chain}
