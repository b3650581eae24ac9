"""The questions a program asks: is a scenario's line legal, which moves are legal after it, and what a position looks like."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from verifier import games, notation
from verifier.check import Options, check, examine
from verifier.effects.kernel import Beyond
from verifier.game import Game
from verifier.line import Prover
from verifier.notation import Said
from verifier.scenario import Invalid, Scenario, load, locate
from verifier.unknown import Selection
from verifier.verdict import Outcome, Picture, Table, Verdict


class Offer(Struct, frozen=True):
    """A legal move in words, with its cost. Moves that differ only in the cards that pay for them share a `group`."""

    move: str
    cost: str
    said: Said
    group: int = 0


class Listing(Struct, frozen=True):
    """The legal moves of a position, and a table of them where the game has one; its rows tell the offers by their places."""

    offers: tuple[Offer, ...]
    table: Table | None = None


class Shown(Struct, frozen=True):
    """A position of a scenario: after which written move, from 1 and 0 before all, what was said there, and how it looks."""

    step: int
    said: str
    picture: Picture
    facts: dict[str, Any]
    title: str = ""


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
    return listing(scenario, undecided).offers


def listing(scenario: Scenario | str | Path, undecided: list[str] | None = None) -> Listing:
    """Every legal move after a scenario's line, and a table of them where the game has one; as `legal_moves` otherwise."""
    read = scenario if isinstance(scenario, Scenario) else load(scenario)
    game = game_of(read)
    verdict, position = examine(game, read)
    if verdict.outcome is not Outcome.LEGAL or position is None:
        raise NotLegal(verdict)
    found = tuple(_offers(game, position, undecided))
    return Listing(tuple(offer for offer, _ in found), game.table(position, [move for _, move in found]))


def show(scenario: Scenario | str | Path, step: int = 0) -> Shown:
    """The position after a written move of a scenario's line, or before all of them.

    Raises `Invalid` where there is no such move, `NotLegal` where the line does not get there, and `Beyond` where it leads
    beyond what is modelled.
    """
    read = scenario if isinstance(scenario, Scenario) else load(scenario)
    game = game_of(read)
    position = _after(game, read, step)
    said = read.line[step - 1].text if step else ""
    return Shown(step, said, game.picture(position), game.facts(position), read.title)


def _after(game: Game, scenario: Scenario, step: int) -> Any:
    """The position after a written move, as the proof of the whole line has it, or of all that is legal of it."""
    if not 0 <= step <= len(scenario.line):
        moves = {0: "no move", 1: "1 move"}.get(len(scenario.line), f"{len(scenario.line)} moves")
        raise Invalid(scenario.mistake(f"there is no step {step}: the line has {moves}", "line"))
    start = game.read(scenario)
    if not step:
        return start
    prover = Prover(game, scenario, Options(nearest=False))
    proof = prover.prove(start)
    if proof is None:
        verdict, _ = examine(game, scenario, Options(nearest=False))
        if verdict.step <= step:
            raise NotLegal(verdict)
        prover = Prover(game, replace(scenario, line=scenario.line[: verdict.step - 1]), Options(nearest=False))
        proof = prover.prove(start)
    position = prover.visited[step]
    if position is None:
        raise Beyond(proof.beyond if proof is not None else "the position is not known")
    return position


def offers(game: Game, position: Any, undecided: list[str] | None = None) -> Iterator[Offer]:
    """The legal moves of a position in words, in the game's order, each wording once."""
    return (offer for offer, _ in _offers(game, position, undecided))


def _offers(game: Game, position: Any, undecided: list[str] | None) -> Iterator[tuple[Offer, Any]]:
    seen: set[str] = set()
    groups: dict[Any, int] = {}
    for move in game.moves(position, undecided):
        said = game.say(position, move)
        text = notation.show(said)
        if text not in seen:
            seen.add(text)
            cost = game.cost(position, move)
            key = (type(move), cost, _but_for_cards(move)) if cost else text
            yield Offer(text, cost, said, groups.setdefault(key, len(groups))), move


def _but_for_cards(move: Any) -> tuple[Any, ...]:
    """What a move says, without the selections in it."""
    values = (getattr(move, field) for field in move.__struct_fields__)
    return tuple(value for value in values if not _selects(value))


def _selects(value: Any) -> bool:
    return isinstance(value, Selection) or (isinstance(value, tuple) and bool(value) and all(map(_selects, value)))
