"""Fills the holes of a move: the solver proposes, and evaluation judges every filling again before anyone sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from verifier.effects.kernel import Beyond
from verifier.game import Game, Hole, Move, known_part, part_of
from verifier.judge import Judgement, judge
from verifier.opening import filled, obligations, open_move, pins, with_part
from verifier.rulebook import order
from verifier.smt import Answer, Question, Undecided
from verifier.term import Term, all_of, negate
from verifier.unknown import Domain, Selection


class Search:
    """The fillings of a move whose structure is known.

    Asking goes on until a filling is accepted, none is left, or the limit is reached. A filling that the procedure refuses
    comes back as an obligation under the number of the rule it broke, so that the core names it too. Rules are given from the
    last number to the first, so that a core prefers a rule on the procedure to the rules it rests on.
    """

    def __init__(self, game: Game, position: Any, move: Move, pinned: bool = True) -> None:
        self.game = game
        self.position = position
        self.domain = Domain()
        self.opened = open_move(game, position, move, self.domain)
        self.beyond = ""
        self.reached = 0
        asked: list[tuple[str, bool | Term]] = []
        constraints: list[bool | Term] = []
        try:
            asked.extend(obligations(game, position, self.opened.move).asked)
        except Beyond as error:
            self.beyond = str(error)
            constraints.append(False)
        asked.sort(key=lambda item: order(item[0]), reverse=True)
        constraints.extend(pins(self.domain, self.opened) if pinned else ())
        self.question = Question((*self.domain.constraints, *constraints), asked)

    def fillings(self, limit: int = 500) -> Iterator[Judgement]:
        """The legal fillings, those that use fewest cards first.

        Raises `Undecided` at the limit, and where none is left but some could not be judged.
        """
        sparing = [
            negate(member.present)
            for _, unknown, written in self.opened.parts
            if isinstance(unknown, Selection) and isinstance(written, Hole)
            for member in unknown.members
        ]
        yield from (judgement for judgement, _ in self._legal(sparing, limit))

    def nearest(self, written: Sequence[bool | Term], limit: int = 250) -> tuple[Judgement, int] | None:
        """The legal move that makes fewest of these truths false, and how many; None where there is none."""
        return next(self._legal(written, limit), None)

    def _legal(self, softs: Sequence[bool | Term], limit: int) -> Iterator[tuple[Judgement, int]]:
        """The legal fillings with the number of truths they make false, the fewest first."""
        for _ in range(limit):
            answer = self.question.fewest(softs)
            if answer.status == "unsat":
                if self.beyond:
                    raise Undecided(self.beyond)
                return
            self.reached = answer.missed
            judgement = self._replay(answer)
            if judgement is not None and judgement.legal:
                yield judgement, answer.missed
        raise Undecided(f"{limit} fillings were tried")

    def _replay(self, answer: Answer) -> Judgement | None:
        """The judgement of what an answer stands for, which the question then leaves out; None where it leads beyond."""
        if answer.status != "sat" or answer.assignment is None:
            raise Undecided("the solver gave up")
        domain, found = self.domain, self.domain.completed(answer.assignment)
        unknowns = (unknown for _, unknown, _ in self.opened.parts)
        another = negate(all_of(*(domain.pin(unknown, known_part(domain.read(unknown, found))) for unknown in unknowns)))
        try:
            judgement = judge(self.game, self.position, filled(domain, self.opened, found))
        except Beyond as error:
            self.beyond = str(error)
            self.question.block(another)
            return None
        self.question.block(another, None if judgement.legal else judgement.broken[0].ref)
        return judgement

    def core(self) -> tuple[str, ...]:
        """A minimal set of rules that together leave no filling."""
        return self.question.core() or ()

    def blocked_by(self, refs: Sequence[str]) -> bool:
        """True where these rules alone leave no filling."""
        return self.question.solve([ref for ref in refs if ref in self.question.labels]).status == "unsat"


class Ways:
    """The fillings of a move with holes anywhere: a search for each structure that it could have."""

    def __init__(self, game: Game, position: Any, move: Move) -> None:
        self.game = game
        self.position = position
        self.moves = tuple(game.branches(position, move))
        self.searches: list[Search] = []

    def fillings(self) -> Iterator[Judgement]:
        """The legal fillings, structure by structure; raises `Undecided` where none is left but some could not be judged."""
        undecided: Undecided | None = None
        for move in self.moves:
            search = Search(self.game, self.position, move)
            self.searches.append(search)
            try:
                yield from search.fillings()
            except Undecided as error:
                undecided = undecided or error
        if undecided is not None:
            raise undecided

    def core(self) -> tuple[str, ...]:
        """A minimal set of rules that together leave no filling of any structure."""
        return joint_core(self.searches)


def joint_core(searches: Sequence[Search]) -> tuple[str, ...]:
    """A minimal set of rules by which none of some searches finds anything."""
    refs = dict.fromkeys(ref for search in searches for ref in search.core())
    for ref in sorted(refs, key=order):
        rest = [other for other in refs if other != ref]
        if all(search.blocked_by(rest) for search in searches):
            refs.pop(ref)
    return tuple(refs)


def nearest_legal(game: Game, position: Any, move: Move) -> tuple[Judgement, int] | None:
    """The legal move with the fewest changes to a written one, and how many; None where there is no legal move of its kind.

    Raises `Undecided` where a nearer one could be among those that were not tried.
    """
    structure = type(move).structure

    def distance(other: Move) -> int:
        return sum(getattr(other, field, None) != getattr(move, field) for field in structure)

    best: tuple[Judgement, int] | None = None
    undecided: Undecided | None = None
    untried: list[tuple[int, Undecided]] = []
    for other in sorted(game.branches(position, game.loosened(move)), key=distance):
        if best is not None and distance(other) >= best[1]:
            break
        search = Search(game, position, _carried(game, position, other, move), pinned=False)
        try:
            found = search.nearest(list(_kept(search)))
        except Undecided as error:
            undecided = undecided or error
            if not search.beyond:
                untried.append((distance(other) + search.reached, error))
            continue
        if found is not None and (best is None or distance(other) + found[1] < best[1]):
            best = (found[0], distance(other) + found[1])
    if best is None and undecided is not None:
        raise undecided
    for changes, limit in untried:
        if best is not None and changes < best[1]:
            raise limit
    return best


def _carried(game: Game, position: Any, other: Any, move: Any) -> Any:
    """Another structure with what was written in those parts that it shares with the move."""
    for part in game.parts(position, other):
        written = part_of(move, part) if hasattr(move, part.field) else None
        if isinstance(written, Hole):
            written = Selection.of(*written.known) if written.known else None
        if written is not None:
            other = with_part(other, part, written)
    return other


def _kept(search: Search) -> Iterator[bool | Term]:
    """What an open move would keep of what was written, one truth for each card, number and choice."""
    for _, unknown, written in search.opened.parts:
        if isinstance(written, Hole) or written is None:
            continue
        if isinstance(unknown, Selection):
            named = set(written.items) if isinstance(written, Selection) else set()
            yield from (member.present == (member.item in named) for member in unknown.members)
            yield from (False for _ in named - set(unknown.candidates))
        else:
            yield search.domain.pin(unknown, written)
