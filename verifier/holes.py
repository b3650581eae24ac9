"""Moves with unknown parts: opens a move, asks the solver, and evaluates every filling again before anyone sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct

from verifier.effects.kernel import Beyond
from verifier.game import Game, Hole, Move, Part, known_part, part_of
from verifier.judge import Judgement, judge
from verifier.rulebook import order
from verifier.smt import Question, Undecided
from verifier.term import Term, UnknownTruth, all_of, implies, negate
from verifier.unknown import Domain, Selection

BRANCH = "branch"


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
        parts.append((part, unknown, written))
        opened = _with_part(opened, part, unknown)
    return Opened(opened, tuple(parts))


def _with_part(move: Any, part: Part, value: Any) -> Any:
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
        move = _with_part(move, part, value)
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


class Search:
    """The ways to fill a move's holes, found by the solver and replayed by evaluation.

    Asking goes on until a filling is accepted, none is left, or the limit is reached. A filling that the procedure refuses
    comes back as an obligation under the number of the rule it broke, so that the core names it too. Rules are given from the
    last number to the first, so that a core prefers a rule on the procedure to the rules it rests on.
    """

    def __init__(self, game: Game, position: Any, moves: Sequence[Move], pinned: bool = True) -> None:
        self.game = game
        self.position = position
        self.domain = Domain()
        self.branch = self.domain.number(BRANCH, 0, max(len(moves) - 1, 0))
        self.opened = [open_move(game, position, move, self.domain, f"{index}.") for index, move in enumerate(moves)]
        self.uncovered: set[str] = set()
        self.beyond: list[str] = []
        constraints: list[bool | Term] = [] if moves else [False]
        asked: list[tuple[str, bool | Term]] = []
        for index, opened in enumerate(self.opened):
            here = self.branch == index
            try:
                found = obligations(game, position, opened.move)
            except Beyond as error:
                self.beyond.append(str(error))
                constraints.append(negate(here))
                continue
            self.uncovered |= set(found.uncovered)
            asked.extend((ref, implies(here, truth)) for ref, truth in found.asked)
            if pinned:
                constraints.extend(implies(here, pin) for pin in pins(self.domain, opened))
        asked.sort(key=lambda item: order(item[0]), reverse=True)
        self.question = Question((*self.domain.constraints, *constraints), asked)

    def fillings(self, limit: int = 500) -> Iterator[Judgement]:
        """The legal fillings, those that use fewest cards first.

        Raises `Undecided` at the limit, and where none is left but some could not be judged.
        """
        sparing = [
            negate(member.present)
            for opened in self.opened
            for _, unknown, written in opened.parts
            if isinstance(unknown, Selection) and isinstance(written, Hole)
            for member in unknown.members
        ]
        for _ in range(limit):
            answer = self.question.fewest(sparing)
            if answer.status == "unsat":
                if self.beyond:
                    raise Undecided(self.beyond[0])
                return
            judgement = self._replay(answer)
            if judgement is not None and judgement.legal:
                yield judgement
        raise Undecided(f"{limit} fillings were tried")

    def nearest(self, softs: Sequence[bool | Term], limit: int = 100) -> tuple[Judgement, int] | None:
        """The legal move that makes fewest of these truths false, and how many; None where there is none."""
        for _ in range(limit):
            answer = self.question.fewest(softs)
            if answer.status == "unsat":
                return None
            judgement = self._replay(answer)
            if judgement is not None and judgement.legal:
                return judgement, answer.missed
        raise Undecided(f"{limit} moves were tried")

    def _replay(self, answer: Any) -> Judgement | None:
        """The judgement of what an answer stands for, which the question then leaves out; None where it leads beyond."""
        if answer.status != "sat":
            raise Undecided("the solver gave up")
        opened = self.opened[int(answer.assignment[BRANCH])]
        this = all_of(
            self.domain.pin(self.branch, answer.assignment[BRANCH]),
            *(
                self.domain.pin(unknown, known_part(self.domain.read(unknown, answer.assignment)))
                for _, unknown, _ in opened.parts
            ),
        )
        try:
            judgement = judge(self.game, self.position, filled(self.domain, opened, answer.assignment))
        except Beyond as error:
            self.beyond.append(str(error))
            self.question.block(negate(this))
            return None
        if judgement.legal:
            self.question.block(negate(this))
        else:
            self.question.block(negate(this), judgement.broken[0].ref)
        return judgement

    def core(self) -> tuple[str, ...]:
        """A minimal set of rules that together leave no filling."""
        return self.question.core() or ()

    def blocked_by(self, refs: Sequence[str]) -> bool:
        """True where these rules alone leave no filling."""
        return self.question.solve([ref for ref in refs if ref in self.question.labels]).status == "unsat"


def ways(game: Game, position: Any, move: Move) -> Search:
    """The search over all fillings of a move with holes."""
    return Search(game, position, tuple(game.branches(position, move)))


def nearest_legal(game: Game, position: Any, move: Move) -> tuple[Judgement, int] | None:
    """The legal move with the fewest changes to a written one, and how many; None where there is no legal move of its kind."""
    structure = type(move).structure
    near = sorted(
        (
            (sum(getattr(other, field, None) != getattr(move, field) for field in structure), other)
            for other in game.branches(position, game.loosened(move))
        ),
        key=lambda item: item[0],
    )
    best: tuple[Judgement, int] | None = None
    for distance, group in groupby(near, key=lambda item: item[0]):
        if best is not None and distance >= best[1]:
            break
        search = Search(game, position, [_carried(game, position, other, move) for _, other in group], pinned=False)
        found = search.nearest(list(_softs(search, move)))
        if found is not None and (best is None or distance + found[1] < best[1]):
            best = (found[0], distance + found[1])
    return best


def _carried(game: Game, position: Any, other: Any, move: Any) -> Any:
    """Another structure with what was written in those parts that it shares with the move."""
    for part in game.parts(position, other):
        written = part_of(move, part) if hasattr(move, part.field) else None
        if written is not None and not isinstance(written, Hole):
            other = _with_part(other, part, written)
    return other


def _softs(search: Search, move: Move) -> Iterator[bool | Term]:
    """What each branch would keep of a written move, one truth for each card, number and choice."""
    for index, opened in enumerate(search.opened):
        here = search.branch == index
        for _, unknown, written in opened.parts:
            if isinstance(written, Hole) or written is None:
                continue
            if isinstance(unknown, Selection):
                kept = set(written.items) if isinstance(written, Selection) else set()
                for member in unknown.members:
                    yield implies(here, member.present == (member.item in kept))
                yield from (implies(here, False) for item in kept - set(unknown.candidates))
            else:
                yield implies(here, search.domain.pin(unknown, written))


def solver_says(game: Game, position: Any, move: Move) -> tuple[Question, tuple[str, ...]]:
    """The question whether a fully written move is legal, with its facts unknown but pinned, and the rules not covered."""
    domain = Domain()
    opened_position, facts = game.opened(position, domain)
    opened = open_move(game, position, move, domain)
    found = obligations(game, opened_position, opened.move)
    pinned = [domain.pin(unknown, value) for _, unknown, value in facts]
    return Question((*domain.constraints, *pinned, *pins(domain, opened)), found.asked), found.uncovered
