"""Walks a written line move by move: inserts the passes that were left out, fills holes, and backtracks over fillings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from verifier import notation
from verifier.effects.kernel import Beyond
from verifier.game import Game, Move, holes
from verifier.holes import Ways
from verifier.judge import Judgement, judge
from verifier.notation import Unclear
from verifier.opening import solver_says
from verifier.scenario import Mistake, Scenario, Written
from verifier.smt import Question, Undecided
from verifier.verdict import Met, Taken

LONGEST_WAIT = 200
"""How many passes may be inserted before one written move."""


class Options(Struct, frozen=True):
    """How thoroughly to check: by the solver's reading too, where to write its obligations, whether to look for the nearest
    legal move, and how many fillings of a line's holes to try.
    """

    solver: bool = False
    smtlib: Path | None = None
    nearest: bool = True
    backtracks: int = 2_000


class Failure(Struct, frozen=True, eq=False):
    """Why a line cannot go on: at which written move, in which position, and what was broken, undecided or unclear there.

    `waits` is the decision at which the passes that might have helped came to a halt.
    """

    number: int
    position: Any
    move: Any
    said: str
    taken: tuple[Taken, ...]
    judgement: Judgement | None = None
    search: Ways | None = None
    reason: str = ""
    unclear: Mistake | None = None
    waits: str = ""


class Proof(Struct, frozen=True, eq=False):
    """A line that was proven to its end. The position is None where the last move leads beyond what is modelled."""

    taken: tuple[Taken, ...]
    position: Any
    beyond: str = ""


class _Way(Struct, frozen=True, eq=False):
    """One way to make a written move: judged, in the position where it is made, after the moves taken so far."""

    judgement: Judgement
    before: Any
    taken: tuple[Taken, ...]


def unreadable(scenario: Scenario, written: Written, error: Unclear) -> Mistake:
    """The mistake that an unclear move is, at its place in the file."""
    return Mistake(error.message, scenario.file, written.row, written.column + error.column, error.help, error.kind)


class Prover:
    """Proves one scenario's line.

    Where there is no proof, `furthest` are the failures at the move that no way got past; but if some way is `undecided`, the
    line is. `visited` are the positions at the start and after each written move, as far as the latest way got.
    `short` is a proof of the whole line that does not reach the scenario's goal.
    """

    def __init__(self, game: Game, scenario: Scenario, options: Options) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.disagreements: list[str] = []
        self.furthest: list[Failure] = []
        self.undecided: Failure | None = None
        self.short: Proof | None = None
        self.visited: list[Any] = []
        self._tries = 0

    def prove(self, position: Any) -> Proof | None:
        """The proof of the whole line, None where there is none."""
        states: list[Iterator[Proof]] = [iter((Proof((), position),))]
        while states and self._tries <= self.options.backtracks:
            so_far = next(states[-1], None)
            if so_far is None:
                states.pop()
                continue
            self.visited[len(states) - 1 :] = [so_far.position]
            if len(states) > len(self.scenario.line):
                if self._reaches(so_far):
                    return so_far
                self.short = self.short or so_far
                continue
            states.append(self._after(len(states) - 1, so_far))
        return None

    def _reaches(self, proof: Proof) -> bool:
        """True where a proven line ends as the scenario's goal wants it to."""
        wanted = self.scenario.goal.reach
        if not wanted or proof.position is None:
            return not wanted
        facts = self.game.facts(proof.position)
        return all(key in facts and facts[key] == value for key, value in wanted.items())

    def _after(self, index: int, so_far: Proof) -> Iterator[Proof]:
        """The proofs of a line up to and including one written move, one for each way to make it."""
        written = self.scenario.line[index]
        if so_far.beyond:
            self._fail(Failure(index + 1, None, None, written.text, so_far.taken, reason=so_far.beyond))
        elif written.refused:
            yield from self._after_refusal(index, so_far)
        else:
            for way in self._ways(index, so_far.position, so_far.taken):
                self._tries += "?" in written.text
                if self._tries > self.options.backtracks:
                    reason = f"{self.options.backtracks} ways to fill the holes were tried"
                    self._fail(Failure(index + 1, way.before, None, written.text, way.taken, reason=reason))
                    return
                step = self._taken(index + 1, written.text, way.before, way.judgement, way.taken)
                yield Proof((*way.taken, step), way.judgement.after, way.judgement.beyond)

    def _after_refusal(self, index: int, so_far: Proof) -> Iterator[Proof]:
        """The proof after a move that is said to be refused: whatever it was, the position is as before."""
        written = self.scenario.line[index]
        kept, self.furthest = self.furthest, []
        way = next(iter(self._ways(index, so_far.position, so_far.taken)), None)
        failure = self.furthest[0] if self.furthest else None
        self.furthest = kept
        if failure is not None and failure.unclear is not None:
            self._fail(failure)
        if self.undecided is not None or (failure is not None and failure.unclear is not None):
            return
        refused: tuple[str, ...] = ()
        if way is None and failure is not None:
            broken = failure.judgement.broken if failure.judgement is not None else ()
            refused = tuple(rule.ref for rule in broken) or (failure.search.core() if failure.search is not None else ())
            self.confirm(failure)
        step = Taken(index + 1, written.text, written.text, refusable=True, refused=refused)
        yield Proof((*so_far.taken, step), so_far.position)

    def confirm(self, failure: Failure) -> str:
        """What the solver says of the move at which a line fails, where it was asked."""
        if failure.judgement is not None:
            return self.cross_check(failure.position, failure.judgement, failure.number, failure.taken)
        if failure.search is not None:
            for place, search in enumerate(failure.search.searches):
                self.write(search.question, failure.number, failure.taken, f"-{place + 1}" if place else "")
        return ""

    def _fail(self, failure: Failure) -> None:
        """Nothing; keeps the failures of the furthest move, and the first that leaves the line undecided."""
        if failure.reason:
            self.undecided = self.undecided or failure
            return
        if self.furthest and self.furthest[0].number < failure.number:
            self.furthest.clear()
        if not self.furthest or self.furthest[0].number == failure.number:
            self.furthest.append(failure)

    def _ways(self, index: int, position: Any, taken: tuple[Taken, ...]) -> Iterator[_Way]:
        """The legal ways to make one written move, at the first position where it has any, after passes if need be.

        A move that is said to be refused is judged in the position at hand.
        """
        written = self.scenario.line[index]
        failures: list[Failure] = []
        unclear: Unclear | None = None
        for _ in range(LONGEST_WAIT):
            move = None
            try:
                move = self._understood(position, written)
            except Unclear as error:
                unclear = unclear or error
                if error.kind == "ambiguous" and error is unclear and not failures:
                    break
            else:
                found = False
                try:
                    for judgement in self._legal(index, position, move, taken, failures):
                        found = True
                        yield _Way(judgement, position, taken)
                except (Beyond, Undecided) as error:
                    self._fail(Failure(index + 1, position, move, written.text, taken, reason=str(error)))
                    return
                if found:
                    return
            waited = self.game.passing(position, move) if not written.refused else None
            passed = judge(self.game, position, waited) if waited is not None else None
            if passed is None or not passed.legal:
                break
            if passed.beyond:
                self._fail(Failure(index + 1, position, None, written.text, taken, reason=passed.beyond))
                return
            taken = (*taken, self._taken(0, "", position, passed, taken))
            position = passed.after
        if failures:
            best = max(failures, key=self._telling)
            waits = "" if best.position is position else self.game.awaits(position)
            self._fail(msgspec.structs.replace(best, waits=waits))
        elif unclear is not None:
            mistake = unreadable(self.scenario, written, unclear)
            self._fail(Failure(index + 1, position, None, written.text, taken, unclear=mistake))

    def _legal(
        self, index: int, position: Any, move: Move, taken: tuple[Taken, ...], failures: list[Failure]
    ) -> Iterator[Judgement]:
        """The legal fillings of a move, or the move itself where it has no holes; a failure is added where there is none."""
        said = self.scenario.line[index].text
        if holes(move):
            search = Ways(self.game, position, move)
            found = False
            for judgement in search.fillings():
                found = True
                yield judgement
            if not found:
                failures.append(Failure(index + 1, position, move, said, taken, None, search))
            return
        judgement = judge(self.game, position, move)
        if judgement.legal:
            yield judgement
        else:
            failures.append(Failure(index + 1, position, move, said, taken, judgement))

    def _telling(self, failure: Failure) -> tuple[int, int, int]:
        """How much a failed move tells: how far through its stages it got, then how few rules it broke.

        Of equals the later one, after the passes; but a hole that nothing fills is told where it was written.
        """
        if failure.judgement is not None:
            return failure.judgement.at, -len(failure.judgement.broken), len(failure.taken)
        core = failure.search.core() if failure.search is not None else ()
        stages = [stage.name for stage in self.game.stages(failure.move)]
        broken = [rule for rule in self.game.rules.constraints if rule.ref in core and rule.stage in stages]
        return min((stages.index(rule.stage) for rule in broken), default=0), -len(core), -len(failure.taken)

    def _understood(self, position: Any, written: Written) -> Move:
        game = self.game
        said = notation.parse(written.text, game.notation, game.players(position), game.names(position))
        return game.understand(position, said)

    def _taken(self, number: int, said: str, before: Any, judgement: Judgement, taken: tuple[Taken, ...]) -> Taken:
        game = self.game
        move = judgement.move
        headings = {rule.ref: game.rulebook.entry(rule.ref).heading for rule, _ in judgement.met}
        return Taken(
            number,
            said,
            notation.show(game.say(before, move)),
            game.cost(before, move),
            tuple(Met(rule.ref, headings[rule.ref], stage.heading) for rule, stage in judgement.met),
            game.differences(before, judgement.after) if judgement.after is not None else (),
            "?" in said,
            self.cross_check(before, judgement, number, taken),
        )

    def cross_check(self, before: Any, judgement: Judgement, number: int, taken: tuple[Taken, ...]) -> str:
        """What the solver said of a judged move, where it was asked; a disagreement is kept as our bug."""
        if not self.options.solver and self.options.smtlib is None:
            return ""
        try:
            question, uncovered = solver_says(self.game, before, judgement.move)
        except Beyond as error:
            return f"cannot see further: {error}"
        unseen = bool(judgement.broken) and all(rule.ref in uncovered for rule in judgement.broken)
        if not unseen:
            self.write(question, number, taken)
        if not self.options.solver:
            return ""
        status = question.solve(least=False).status
        if status == "unknown":
            return "undecided"
        said = "legal" if status == "sat" else "illegal"
        evaluated = "legal" if judgement.legal else "illegal"
        if said == evaluated:
            return said
        broken = [rule.ref for rule in judgement.broken]
        if unseen:
            return f"cannot see {', '.join(broken)}"
        where = f"step {number}" if number else "an inserted pass"
        core = question.core() or ()
        self.disagreements.append(
            f"{where}: evaluation says {evaluated} ({', '.join(broken)}), the solver says {said} ({', '.join(core)})"
        )
        return said

    def write(self, question: Question, number: int, taken: tuple[Taken, ...], more: str = "") -> None:
        """Nothing; writes the obligations of a step as SMT-LIB, where that was asked for."""
        folder = self.options.smtlib
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            kind = f"step-{number}" if number else "pass"
            file = folder / f"{Path(self.scenario.file).stem}-{len(taken) + 1:02}-{kind}{more}.smt2"
            file.write_text(question.smtlib(), encoding="utf-8")
