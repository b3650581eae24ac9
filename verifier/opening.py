"""Moves with unknown parts: opens a move, and reads what the rules ask of it as terms for the solver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from verifier.game import Game, Hole, Move, Part, known_part, part_of
from verifier.smt import Question
from verifier.term import Term, UnknownTruth
from verifier.unknown import Domain, Selection


class Opened(Struct, frozen=True, eq=False):
    """A move of known structure with unknown parts: for each part what stands for it and what was written."""

    move: Any
    parts: tuple[tuple[Part, Any, Any], ...]


class Obligations(Struct, frozen=True, eq=False):
    """What the rules ask of an opened move, by rule number, and the rules that cannot be asked of unknown values."""

    asked: tuple[tuple[str, bool | Term], ...]
    uncovered: tuple[str, ...]


def open_move(game: Game, position: Any, move: Move, domain: Domain, prefix: str = "") -> Opened:
    """The move with every part made unknown; what was written is kept beside it."""
    opened = move
    parts = []
    for part in game.parts(position, move):
        name = f"{prefix}{part.field}" + ("" if part.place is None else f".{part.place}")
        written = part_of(move, part)
        unknown: Any
        if part.shape == "number":
            low, high = part.candidates
            if isinstance(written, int):
                low, high = min(low, written), max(high, written)
            unknown = domain.number(name, low, high)
        elif part.shape == "choice":
            unknown = domain.choice(name, part.candidates)
        else:
            unknown = domain.selection(name, part.candidates, part.ordered)
            if isinstance(written, Hole):
                domain.require(*(unknown.has(item) for item in written.known))
                domain.require(*(_comes_first(unknown, written.known) if part.leading else ()))
        parts.append((part, unknown, written))
        opened = with_part(opened, part, unknown)
    return Opened(opened, tuple(parts))


def _comes_first(unknown: Selection[Any], named: tuple[Any, ...]) -> Iterator[bool | Term]:
    """That what was named comes before the rest, in the order in which it was named."""
    rank = {member.item: member.rank for member in unknown.members}
    for place, item in enumerate(named):
        rest = [other for other in unknown.candidates if other not in named[: place + 1]]
        yield from (rank[item] < rank[other] for other in rest)


def with_part(move: Any, part: Part, value: Any) -> Any:
    """The move with another value in one of its parts."""
    if part.place is None:
        return msgspec.structs.replace(move, **{part.field: value})
    row = list(getattr(move, part.field))
    row[part.place] = value
    return msgspec.structs.replace(move, **{part.field: tuple(row)})


def pins(domain: Domain, opened: Opened) -> tuple[bool | Term, ...]:
    """For every part that was written, that it is what was written."""
    return tuple(
        domain.pin(unknown, known_part(written)) for _, unknown, written in opened.parts if not isinstance(written, Hole)
    )


def filled(domain: Domain, opened: Opened, assignment: dict[str, int | bool]) -> Any:
    """The plain move that a solver's assignment stands for."""
    move = opened.move
    for part, unknown, _ in opened.parts:
        value = domain.read(unknown, assignment)
        if isinstance(value, Selection):
            value = Selection.of(*value.items)
        move = with_part(move, part, value)
    return move


def obligations(game: Game, position: Any, move: Any) -> Obligations:
    """What the rules of all stages ask, read after the stages that only announce the move."""
    game.beware(position, move)
    asked: list[tuple[str, bool | Term]] = []
    uncovered: list[str] = []
    for stage in game.stages(move):
        for rule in game.rules.judging(type(move), stage.name):
            try:
                asked.append((rule.ref, rule.holds(position, move)))
            except UnknownTruth:
                uncovered.append(rule.ref)
        if stage.structural:
            position = stage.finish(position, move)
    return Obligations(tuple(asked), tuple(uncovered))


def solver_says(game: Game, position: Any, move: Move) -> tuple[Question, tuple[str, ...]]:
    """The question whether a fully written move is legal, with its facts unknown but pinned, and the rules not covered."""
    domain = Domain()
    opened_position, facts = game.opened(position, domain)
    opened = open_move(game, position, move, domain)
    found = obligations(game, opened_position, opened.move)
    pinned = [domain.pin(unknown, value) for _, unknown, value in facts]
    return Question((*domain.constraints, *pinned, *pins(domain, opened)), found.asked), found.uncovered
