"""Speed as ratios within one run: evaluation beside the solver, and starting up beside a bare interpreter.

Run with `pytest -n 0 tests/bench`. Seconds differ between machines; ratios between two things in one run say more.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from models.flesh_and_blood import GAME
from verifier import notation
from verifier.holes import solver_says
from verifier.judge import judge
from verifier.scenario import load

TOUR = Path(__file__).parents[1] / "tour"


def seconds(function: Callable[[], object], rounds: int) -> float:
    """The median time of one call."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        function()
        times.append(perf_counter() - start)
    return median(times)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Prints past pytest's capture."""

    def out(text: str) -> None:
        with capsys.disabled():
            print(f"\n  {text}", end="")

    return out


@pytest.mark.parametrize("file", sorted(TOUR.glob("**/*.toml")), ids=lambda file: file.stem)
def test_evaluating_a_written_move(file: Path, say: Callable[[str], None]) -> None:
    scenario = load(file)
    position = GAME.read(scenario)
    written = next((row.text for row in scenario.line if "?" not in row.text and not row.refused), None)
    if written is None:
        pytest.skip("every move of this file has a hole")
    move = GAME.understand(position, notation.parse(written, GAME.notation, GAME.players(position), GAME.names(position)))
    asked, _ = solver_says(GAME, position, move)
    asked.solve(least=False)
    evaluated = seconds(lambda: judge(GAME, position, move), 300)
    incremental = seconds(lambda: asked.solve(least=False), 100)
    fresh = seconds(lambda: solver_says(GAME, position, move)[0].solve(least=False), 30)
    say(f"{written}: fresh z3 {fresh / evaluated:.0f} times, incremental z3 {incremental / evaluated:.1f} times evaluation")
    assert fresh >= 100 * evaluated
    assert incremental >= 20 * evaluated


def test_help_starts_within_three_times_a_bare_interpreter(say: Callable[[str], None]) -> None:
    def run(*arguments: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    bare = seconds(run("-c", "pass"), 15)
    started = seconds(run("-m", "verifier", "--help"), 15)
    say(f"verifier --help: {started / bare:.1f} times a bare interpreter")
    assert started <= 3 * bare
