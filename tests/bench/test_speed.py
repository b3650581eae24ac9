"""Speed as ratios within one run: evaluation beside the solver, and starting up beside a bare interpreter.

Run with `pytest -n 0 tests/bench`. Seconds differ between machines; ratios between two things in one run say more.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from models.flesh_and_blood import GAME
from verifier import notation
from verifier.game import known_part, part_of
from verifier.judge import is_legal, judge
from verifier.opening import obligations, open_move, solver_says
from verifier.scenario import load
from verifier.smt import Question
from verifier.unknown import Domain

Say = Callable[[str], None]


def seconds(function: Callable[[], object], rounds: int) -> float:
    """The median time of one call."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        function()
        times.append(perf_counter() - start)
    return median(times)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Prints past pytest's capture."""

    def out(text: str) -> None:
        with capsys.disabled():
            print(f"\n  {text}", end="")

    return out


@pytest.fixture
def position() -> Any:
    """A position with a full hand."""
    return GAME.read(load(Path(__file__).with_name("turn.toml")))


@pytest.fixture
def moves(position: Any) -> list[Any]:
    """The same play, paid for in two ways."""
    rows = load(Path(__file__).with_name("turn.toml")).line
    said = [notation.parse(row.text, GAME.notation, GAME.players(position), GAME.names(position)) for row in rows]
    return [GAME.understand(position, words) for words in said]


def test_evaluating_a_written_move(position: Any, moves: list[Any], say: Say) -> None:
    """One announced card, paid for in two ways: its rules evaluated, asked of a solver that holds them, or of a fresh one."""
    announced = GAME.stages(moves[0])[0].finish(position, moves[0])
    rules = [rule for stage in GAME.stages(moves[0])[1:] for rule in GAME.rules.judging(type(moves[0]), stage.name)]
    domain = Domain()
    opened = open_move(GAME, position, moves[0], domain)
    question = Question(domain.constraints, obligations(GAME, position, opened.move).asked)
    turn = cycle(moves)

    def evaluate() -> bool:
        move = next(turn)
        return all(rule.holds(announced, move) for rule in rules)

    def ask() -> str:
        move = next(turn)
        pins = [domain.pin(unknown, known_part(part_of(move, part))) for part, unknown, _ in opened.parts]
        return question.solve(extra=pins, least=False).status

    def ask_afresh() -> str:
        return solver_says(GAME, position, next(turn))[0].solve(least=False).status

    assert {evaluate(), evaluate()} == {True}
    assert {ask(), ask(), ask_afresh()} == {"sat"}
    evaluated, asked, fresh = seconds(evaluate, 2000), seconds(ask, 200), seconds(ask_afresh, 50)
    say(f"evaluating {len(rules)} rules: a fresh z3 query takes {fresh / evaluated:.0f} times as long")
    say(f"evaluating {len(rules)} rules: an incremental z3 query takes {asked / evaluated:.0f} times as long")
    judged = seconds(lambda: is_legal(GAME, position, next(turn)), 1000)
    made = seconds(lambda: judge(GAME, position, next(turn)), 1000)
    say(f"judging the whole move, announcing and pitching included: a fresh z3 query takes {fresh / judged:.0f} times as long")
    say(f"moves made a second: {1 / made:,.0f}")
    assert fresh >= 100 * evaluated
    assert asked >= 20 * evaluated


def test_help_starts_within_three_times_a_bare_interpreter(say: Say) -> None:
    def run(*arguments: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    bare = seconds(run("-c", "pass"), 15)
    started = seconds(run("-m", "verifier", "--help"), 15)
    say(f"verifier --help takes {started / bare:.1f} times as long as a bare interpreter")
    assert started <= 3 * bare
