"""Speed of combat as ratios within one run: sets of defending cards by evaluation beside the solver, moves a second, `moves`.

Run with `pytest -n 0 tests/bench`. Seconds differ between machines; ratios between two things in one run say more.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from models.flesh_and_blood import GAME
from models.flesh_and_blood.moves import Defend
from verifier import notation
from verifier.game import HOLE
from verifier.holes import Search, Ways
from verifier.judge import judge
from verifier.scenario import load

FILE = Path(__file__).with_name("defending.toml")
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


def turn() -> tuple[Any, list[Any]]:
    """A position, and the moves of a line from there."""
    scenario = load(FILE)
    first = position = GAME.read(scenario)
    moves = []
    for row in scenario.line:
        said = notation.parse(row.text, GAME.notation, GAME.players(position), GAME.names(position))
        moves.append(GAME.understand(position, said))
        position = judge(GAME, position, moves[-1]).after
    return first, moves


def played(position: Any, moves: list[Any]) -> Any:
    """The position after some moves."""
    for move in moves:
        position = judge(GAME, position, move).after
    return position


def test_listing_sets_of_defending_cards(say: Say, benchmark: BenchmarkFixture) -> None:
    """All legal sets of eight cards: each judged by evaluation, or found by z3 as fillings of an open declaration."""
    position, moves = turn()
    position = played(position, moves[: next(place for place, move in enumerate(moves) if isinstance(move, Defend))])
    player = position.asked.player

    def evaluated() -> set[Any]:
        return {frozenset(move.cards.items) for move in GAME.moves(position)}  # type: ignore[attr-defined]

    def found() -> set[Any]:
        return {frozenset(filling.move.cards.items) for filling in Ways(GAME, position, Defend(player, HOLE)).fillings()}

    def enumerated() -> set[Any]:
        search = Search(GAME, position, Defend(player, HOLE))
        ((_, cards, _),) = search.opened.parts
        each = search.question.assignments([member.present for member in cards.members], sort=False)
        return {frozenset(search.domain.read(cards, search.domain.completed(one)).items) for one in each}

    sets = evaluated()
    assert sets == found() == enumerated()
    assert len(position.asked.options) == 8
    once, solver, bare = seconds(evaluated, 30), seconds(found, 3), seconds(enumerated, 5)
    say(f"{len(sets)} legal sets of 8 cards: z3's fillings take {solver / once:.0f} times as long as evaluation")
    say(f"{len(sets)} legal sets of 8 cards: z3's bare enumeration takes {bare / once:.0f} times as long")
    say(f"legal sets found a second by evaluation: {len(sets) / once:,.0f}")
    benchmark(evaluated)
    assert solver >= 50 * once
    assert bare >= 30 * once


def test_applying_the_moves_of_a_turn(say: Say, benchmark: BenchmarkFixture) -> None:
    """An attack from its announcement until the combat chain has closed, played over and over."""
    position, moves = turn()
    end = played(position, moves)
    assert (end.step, end.chain, end.players[1].life) == ("", (), position.players[1].life - 5)
    benchmark(played, position, moves)
    say(f"positions a second, moves of a turn applied: {len(moves) / seconds(lambda: played(position, moves), 50):,.0f}")
    early = moves[:-1]
    rate = len(early) / seconds(lambda: played(position, early), 50)
    say(f"before the chain closes and the orders of four triggers are tried: {rate:,.0f}")


def test_listing_moves_from_the_command_line(say: Say, tmp_path: Path) -> None:
    """`verifier moves` where eight cards could defend, beside `verifier --help`."""
    text = FILE.read_text(encoding="utf-8")
    before, _, rest = text.partition("opponent: defend")
    file = tmp_path / "declaring.toml"
    file.write_text(before + rest[rest.index('"""') :], encoding="utf-8")

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "verifier", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert len(json.loads(run("moves", "--json", str(file)))["moves"]) == 80
    helped, shown = seconds(lambda: run("--help"), 9), seconds(lambda: run("show", str(file)), 9)
    listed = seconds(lambda: run("moves", str(file)), 9)
    say(f"verifier moves, a table of 80 sets of defending cards, takes {listed / helped:.1f} times as long as verifier --help")
    say(f"and {listed / shown:.1f} times as long as showing the position")
