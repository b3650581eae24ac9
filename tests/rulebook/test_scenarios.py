"""The rulebook, executable: every scenario file holds, by evaluation, by z3 and by cvc5."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cvc5
import pytest

from verifier import games
from verifier.check import Options, check
from verifier.scenario import Expect, Invalid, load

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.toml"))
COVERED = {"flesh_and_blood": ("1.6.", "1.10.", "1.11.", "1.13.", "1.14.", "5.1.", "5.2.", "5.3.", "7.")}
"""The sections that are encoded in full, by game."""
REFUSED = sorted(HERE.glob("*/refused/*.toml"))
"""Positions that a rule says cannot be: no line is judged in them."""
UNSHOWN = {
    "1.10.2c": "a scenario tells every card, so being allowed to look at one changes no position",
    "1.10.3c": "positions are values, and every illegal move can be taken back in full",
}
"""The rules that nothing in the model could break, and why."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_scenario_holds_by_every_reading(file: Path, tmp_path: Path) -> None:
    scenario = load(file)
    verdict = check(games.find(scenario.game), scenario, Options(solver=True, smtlib=tmp_path))
    assert not verdict.disagreements
    assert [claim for claim in verdict.claims if not claim.holds] == []
    assert verdict.claims, "a scenario claims something"
    refused = {taken.number for taken in verdict.taken if taken.refused} | ({verdict.step} if verdict.rules else set())
    for step in tmp_path.glob("*.smt2"):
        number = step.stem.rpartition("-step-")[2]
        illegal = number.isdigit() and int(number) in refused
        assert confirmed(step.read_text(encoding="utf-8")) == ("unsat" if illegal else "sat"), step.name


def confirmed(text: str) -> str:
    """What cvc5 says of a question written as SMT-LIB."""
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "step")
    symbols = parser.getSymbolManager()
    said = ""
    while (command := parser.nextCommand()) is not None and not command.isNull():
        said += str(command.invoke(solver, symbols))
    return said.strip()


@pytest.mark.parametrize("file", REFUSED, ids=lambda file: file.stem)
def test_a_position_that_cannot_be_is_refused_by_its_rule(file: Path) -> None:
    scenario = load(file)
    with pytest.raises(Invalid) as refused:
        games.find(scenario.game).read(scenario)
    assert f"rule {file.name.partition('-')[0]}" in [mistake.help for mistake in refused.value.mistakes]


@cache
def expectations(game: str) -> dict[str, Expect]:
    """What each scenario of a game claims, by file name."""
    return {file.stem: load(file).expect or Expect() for file in FILES if file.parent.name == game}


def references(game: str) -> list[tuple[str, str]]:
    """The rules and examples of a game's rulebook, with their kinds."""
    rows = (HERE / game / "refs.txt").read_text(encoding="utf-8").splitlines()
    pairs = [row.split() for row in rows if row and not row.startswith("#")]
    return [(ref, kind) for ref, kind in pairs if ref.startswith(COVERED[game])]


@pytest.mark.parametrize("game", COVERED)
def test_every_example_has_a_scenario(game: str) -> None:
    examples = [ref.replace("/", "-") for ref, kind in references(game) if kind == "example"]
    missing = [ref for ref in examples if not any(name.startswith(f"{ref}-") for name in expectations(game))]
    assert examples
    assert missing == []


@pytest.mark.parametrize("game", COVERED)
def test_every_constraint_has_a_line_that_breaks_it(game: str) -> None:
    constraints = [ref for ref, kind in references(game) if kind == "constraint"]
    cited = {ref for expect in expectations(game).values() for ref in expect.rules or ()}
    cited |= {file.name.partition("-")[0] for file in REFUSED if file.parent.parent.name == game}
    assert [ref for ref in constraints if ref not in cited] == []


@pytest.mark.parametrize("game", COVERED)
def test_every_rule_is_encoded_and_shown(game: str) -> None:
    model = games.find(game)
    refs = [ref for ref, kind in references(game) if kind not in ("example", "outside") and ref not in UNSHOWN]
    shown = {name.partition("-")[0] for name in expectations(game)}
    shown |= {ref for expect in expectations(game).values() for ref in expect.rules or ()}
    shown |= {ref for file in FILES if file.parent.name == game for ref in load(file).shows}
    assert [ref for ref in refs if not model.rules.encoded_by(ref)] == []
    assert [ref for ref in refs if ref not in shown] == []
    assert [ref for ref in UNSHOWN if model.rules.encoded_by(ref)] == []


@pytest.mark.parametrize("game", COVERED)
def test_every_rule_that_code_names_is_in_the_rulebook(game: str) -> None:
    model = games.find(game)
    assert sorted(model.rules.encoded - {entry.ref for entry in model.rulebook.entries}) == []
