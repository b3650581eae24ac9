"""The questions a program asks: is this scenario's line legal, and which moves are legal after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from verifier import games, notation
from verifier.check import Options, check, examine
from verifier.game import Game
from verifier.notation import Said
from verifier.scenario import Scenario, load, locate
from verifier.unknown import Selection
from verifier.verdict import Outcome, Verdict


class Offer(Struct, frozen=True):
    """A legal move in words, with its cost. Moves that differ only in the cards that pay for them share a `group`."""

    move: str
    cost: str
    said: Said
    group: int = 0


class NotLegal(Exception):
    """Raised where moves are asked for after a line that is not legal, with its verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"the line is {verdict.outcome}")
        self.verdict = verdict


def game_of(scenario: Scenario) -> Game:
    """The game that a scenario is about; raises `Invalid` where there is none of that name."""
    line, _ = locate(scenario.source, ("game",))
    return games.find(scenario.game, scenario.file, line)


def verify(
    scenario: Scenario | str | Path, *, solver: bool = False, smtlib: str | Path | None = None, nearest: bool = True
) -> Verdict:
    """The verdict on a scenario, or on the file at a path; raises `Invalid` where something cannot be read."""
    read = scenario if isinstance(scenario, Scenario) else load(scenario)
    options = Options(solver, Path(smtlib) if smtlib is not None else None, nearest)
    return check(game_of(read), read, options)


def legal_moves(scenario: Scenario | str | Path, undecided: list[str] | None = None) -> tuple[Offer, ...]:
    """Every legal move after a scenario's line; raises `NotLegal` where the line is not, or `Invalid`.

    Why some move could not be judged is added to `undecided`: the list is complete only if that stays empty.
    """
    read = scenario if isinstance(scenario, Scenario) else load(scenario)
    game = game_of(read)
    verdict, position = examine(game, read)
    if verdict.outcome is not Outcome.LEGAL or position is None:
        raise NotLegal(verdict)
    return tuple(offers(game, position, undecided))


def offers(game: Game, position: Any, undecided: list[str] | None = None) -> Iterator[Offer]:
    """The legal moves of a position in words, in the game's order, each wording once."""
    seen: set[str] = set()
    groups: dict[Any, int] = {}
    for move in game.moves(position, undecided):
        said = game.say(position, move)
        text = notation.show(said)
        if text not in seen:
            seen.add(text)
            cost = game.cost(position, move)
            key = (type(move), cost, _but_for_cards(move)) if cost else text
            yield Offer(text, cost, said, groups.setdefault(key, len(groups)))


def _but_for_cards(move: Any) -> tuple[Any, ...]:
    """What a move says, without the selections in it."""
    values = (getattr(move, field) for field in move.__struct_fields__)
    return tuple(value for value in values if not _selects(value))


def _selects(value: Any) -> bool:
    return isinstance(value, Selection) or (isinstance(value, tuple) and bool(value) and all(map(_selects, value)))
