"""The engine's questions, asked of the toy game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import verifier
from tests.toy import TOY, Buy, Toy
from verifier import games, writing
from verifier.api import NotLegal, legal_moves, listing, show, verify
from verifier.report.catalogue import moves_text
from verifier.report.text import verdict_text
from verifier.scenario import Invalid, Scenario, parse
from verifier.verdict import Outcome, Ranked, Table


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is the only one."""
    monkeypatch.setattr(games, "find", lambda name, file="", line=0: TOY)


def scenario(*line: str, expect: str = "") -> Scenario:
    """A scenario with coins of 1, 2 and 5 for you and 3 for them."""
    moves = "\n".join(line)
    return parse(
        f'game = "toy"\nline = """\n{moves}\n"""\n[players.you]\ncoins = [1, 2, 5]\n[players.them]\ncoins = [3]\n{expect}'
    )


def test_a_legal_line() -> None:
    verdict = verify(scenario("you: buy apple with 1", "them: skip"), solver=True)
    assert verdict.outcome is Outcome.LEGAL
    assert verdict_text(verdict).splitlines() == [
        "  1  you: buy apple with 1",
        "     cost     2 coins",
        "     changes  coins: [1, 2, 5] → [1, 5]",
        "     rules    go T-1, T-2, T-3",
        "     solver   legal",
        "  2  them: skip",
        "     rules    go T-1",
        "     solver   legal",
        "",
        "legal: 2 moves, 4 obligations met",
        "  both readings agree on 2 of 2 steps",
    ]


def test_an_illegal_line_and_the_nearest_legal_move() -> None:
    verdict = verify(scenario("you: buy apple with 0"), solver=True)
    assert (verdict.outcome, verdict.rules, verdict.step) == (Outcome.ILLEGAL, ("T-2",), 1)
    assert verdict.nearest in ("you: buy apple with 1", "you: buy apple with 2")
    assert verdict.changes_to_nearest == 2
    assert not verdict.disagreements


def test_every_broken_rule_is_listed() -> None:
    assert verify(scenario("them: buy cake with 0")).rules == ("T-1", "T-2")
    assert verify(scenario("them: skip")).violations[0].facts == "it is `you`'s turn"


def test_a_hole_is_filled() -> None:
    taken = verify(scenario("you: buy bread with ?")).taken[0]
    assert (taken.filled, taken.move) == (True, "you: buy bread with 2")
    assert verify(scenario("you: buy ? with 0, 1")).taken[0].move == "you: buy bread with 0, 1"


def test_a_hole_that_nothing_fills() -> None:
    verdict = verify(scenario("you: buy cake with ?"))
    assert (verdict.rules, verdict.together) == (("T-2",), True)
    assert verdict.nearest.startswith("you: buy ")


def test_two_rules_that_leave_nothing_only_together() -> None:
    verdict = verify(scenario("you: skip", "them: buy apple with ?", "you: buy ? with 0, 2"))
    assert (verdict.step, verdict.together, set(verdict.rules)) == (3, True, {"T-2", "T-3"})


def test_holes_are_filled_for_the_whole_line() -> None:
    line = ("you: buy bread with ?", "them: skip", "you: buy bread with 0")
    verdict = verify(scenario(*line))
    assert verdict.taken[0].move == "you: buy bread with 0, 1"
    assert verdict.outcome is Outcome.LEGAL


def test_moves_after_a_line() -> None:
    offers = legal_moves(scenario())
    assert {(offer.move, offer.cost) for offer in offers} == {
        ("you: buy apple with 1", "2 coins"),
        ("you: buy apple with 2", "2 coins"),
        ("you: buy bread with 0, 1", "3 coins"),
        ("you: buy bread with 2", "3 coins"),
        ("you: skip", ""),
    }
    assert moves_text(offers).count("2 ways") == 2


def test_moves_after_a_line_that_is_not_legal() -> None:
    with pytest.raises(NotLegal) as refused:
        legal_moves(scenario("you: buy cake"))
    assert refused.value.verdict.rules == ("T-2",)


def test_a_refused_attempt_is_reversed() -> None:
    verdict = verify(scenario("refused: you: buy apple with 0", "you: buy apple with 1"))
    assert (verdict.outcome, verdict.taken[0].refused) == (Outcome.LEGAL, ("T-2",))
    wrong = verify(scenario("refused: you: buy apple with 1", "you: skip"))
    assert [(claim.key, claim.found) for claim in wrong.claims] == [("step 1", "legal")]
    assert wrong.exit_code == 1


@pytest.mark.parametrize(
    ("expect", "code"),
    [
        ('[expect]\nverdict = "legal"\nstate = { "you.coins" = [1, 5] }', 0),
        ('[expect]\nverdict = "illegal"', 1),
        ('[expect]\nstate = { "you.coins" = [1] }', 1),
        ("[expect]\nstep = 1", 1),
        ('[expect]\nrules = ["T-2"]', 1),
    ],
)
def test_claims_are_held_against_the_result(expect: str, code: int) -> None:
    assert verify(scenario("you: buy apple with 1", expect=expect)).exit_code == code


def test_a_path_will_do(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(scenario("you: buy apple with ?").source, encoding="utf-8")
    assert verify(file).outcome is Outcome.LEGAL
    assert verify(str(file), smtlib=tmp_path / "smt").outcome is Outcome.LEGAL
    assert [path.name for path in (tmp_path / "smt").iterdir()] == ["a-01-step-1.smt2"]
    assert legal_moves(file)[-1].move == "them: skip"


def coins(step: int, *line: str) -> str:
    """What `you` has after a written move."""
    (section,) = show(scenario(*line), step).picture.sections
    return next(row.text for row in section.rows if row.label == "you.coins")


def test_a_game_shows_its_facts_unless_it_says_more() -> None:
    shown = show(scenario("you: buy apple with 1"), 1)
    assert (shown.step, shown.said) == (1, "you: buy apple with 1")
    assert shown.facts["you.coins"] == [1, 5]
    assert coins(0) == "1, 2, 5"
    assert coins(1, "you: buy apple with 1") == "1, 5"


def test_the_position_shown_is_that_of_the_whole_line() -> None:
    line = ("you: buy bread with ?", "them: skip", "you: buy bread with 0")
    assert coins(1, line[0]) == "1, 2"
    assert [coins(step, *line) for step in range(4)] == ["1, 2, 5", "5", "5", "none"]


def test_a_refused_attempt_shows_the_position_before_it() -> None:
    line = ("refused: you: buy apple with 0", "you: buy apple with 1")
    assert [coins(step, *line) for step in range(3)] == ["1, 2, 5", "1, 2, 5", "1, 5"]


@pytest.mark.parametrize("step", [-1, 2, 99])
def test_a_step_that_is_not_there(step: int) -> None:
    with pytest.raises(Invalid) as refused:
        show(scenario("you: skip"), step)
    (mistake,) = refused.value.mistakes
    assert mistake.message == f"there is no step {step}: the line has 1 move"
    assert mistake.line


def test_a_line_that_does_not_get_there() -> None:
    line = ("you: buy apple with 1", "them: buy cake")
    assert coins(1, *line) == "1, 5"
    with pytest.raises(NotLegal) as refused:
        show(scenario(*line), 2)
    assert refused.value.verdict.step == 2


def test_a_table_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def table(self: Any, position: Any, moves: Sequence[Any]) -> Table:
        buying = [place for place, move in enumerate(moves) if isinstance(move, Buy)]
        return Table(("ware", "coins"), tuple(Ranked(at, (moves[at].ware, len(moves[at].coins.items))) for at in buying))

    monkeypatch.setattr(Toy, "table", table)
    listed = listing(scenario())
    assert listed.table is not None
    told = {listed.offers[row.move].move: row.cells for row in listed.table.rows}
    assert told["you: buy bread with 0, 1"] == ("bread", 2)
    assert len(told) == len(listed.offers) - 1


def test_a_game_reads_tables_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "tables", {"market": list[dict[str, Any]], "open": bool})
    read = parse('game = "toy"\nopen = true\n[[market]]\nware = "fig"\n[[market]]\nware = "oil"\n')
    assert read.position == {"open": True, "market": [{"ware": "fig"}, {"ware": "oil"}]}
    assert parse(writing.show(read)).position == read.position
    with pytest.raises(Invalid) as refused:
        parse('game = "toy"\nopen = 3\nmarkt = []\n')
    assert [(mistake.message, mistake.line, mistake.help) for mistake in refused.value.mistakes] == [
        ("`open`: true or false is wanted, this is a whole number", 2, ""),
        ("unknown key `markt`", 3, "did you mean `market`?"),
    ]


def test_the_package_offers_them() -> None:
    assert verifier.verify is verify
    assert verifier.load is verifier.scenario.load
