"""Proves a line of play, or finds what breaks it: from a scenario to a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from verifier import notation
from verifier.effects.kernel import Beyond
from verifier.game import Game, Move, holes
from verifier.holes import Search, nearest_legal, solver_says, ways
from verifier.judge import Judgement, judge
from verifier.notation import Unclear
from verifier.rule import Rule
from verifier.scenario import Invalid, Mistake, Scenario, Written
from verifier.smt import Undecided
from verifier.verdict import Claim, Met, Outcome, Taken, Verdict, Violation

LONGEST_WAIT = 200
"""How many passes may be inserted before one written move."""


class Options(Struct, frozen=True):
    """How thoroughly to check: with the solver's reading of every step, and where to write its obligations."""

    solver: bool = False
    smtlib: Path | None = None
    nearest: bool = True
    backtracks: int = 2_000


class _Failure(Struct, frozen=True, eq=False):
    """Why a line cannot go on: at which written move, in which position, and what was broken or undecided."""

    number: int
    position: Any
    move: Any
    said: str
    taken: tuple[Taken, ...]
    judgement: Judgement | None = None
    search: Search | None = None
    reason: str = ""


class _Proof(Struct, frozen=True, eq=False):
    """A line that was proven to its end."""

    taken: tuple[Taken, ...]
    position: Any


def check(game: Game, scenario: Scenario, options: Options = Options()) -> Verdict:
    """The verdict on a scenario's line; raises `Invalid` where the file or a move in it cannot be read."""
    position = game.read(scenario)
    _read_all(game, scenario, position)
    prover = _Prover(game, scenario, options)
    result = prover.prove(position)
    if isinstance(result, _Proof):
        verdict = Verdict(Outcome.LEGAL, result.taken)
        facts = game.facts(result.position)
    else:
        verdict = prover.refutation(result)
        facts = game.facts(result.position)
    claims = _claims(game, scenario, verdict, facts)
    return _replace(verdict, claims=claims, disagreements=tuple(prover.disagreements), title=scenario.title)


def _replace(verdict: Verdict, **changes: Any) -> Verdict:
    import msgspec

    return msgspec.structs.replace(verdict, **changes)


def _read_all(game: Game, scenario: Scenario, position: Any) -> None:
    """Nothing; raises `Invalid` with every move of the line that cannot be read, before any is judged."""
    mistakes = []
    for written in scenario.line:
        try:
            notation.parse(written.text, game.notation, game.players(position), game.names(position))
        except Unclear as error:
            mistakes.append(_unreadable(scenario, written, error))
    if mistakes:
        raise Invalid(*mistakes)


def _unreadable(scenario: Scenario, written: Written, error: Unclear) -> Mistake:
    return Mistake(error.message, scenario.file, written.row, written.column + error.column, error.help, error.kind)


class _Prover:
    """Walks a line, backtracking over the fillings of its holes."""

    def __init__(self, game: Game, scenario: Scenario, options: Options) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.disagreements: list[str] = []
        self.tries = 0
        self.furthest: list[_Failure] = []

    def prove(self, position: Any) -> _Proof | _Failure:
        """The proof of the whole line, or its furthest failure."""
        proof = self._from(0, position, ())
        return proof if proof is not None else self.furthest[0]

    def _from(self, index: int, position: Any, taken: tuple[Taken, ...]) -> _Proof | None:
        if index == len(self.scenario.line):
            return _Proof(taken, position)
        for judgement, before, so_far in self._ways(index, position, taken):
            self.tries += 1
            if self.tries > self.options.backtracks:
                self._fail(_Failure(index + 1, before, None, self.scenario.line[index].text, so_far, reason=f"{self.options.backtracks} ways to fill the holes were tried"))
                return None
            step = self._taken(index + 1, self.scenario.line[index].text, before, judgement)
            proof = self._from(index + 1, judgement.after, (*so_far, step))
            if proof is not None:
                return proof
        return None

    def _fail(self, failure: _Failure) -> None:
        """Nothing; keeps the failures of the furthest move, an undecided one before others."""
        if self.furthest and self.furthest[0].number > failure.number:
            return
        if self.furthest and self.furthest[0].number < failure.number:
            self.furthest.clear()
        if failure.reason:
            self.furthest.insert(0, failure)
        else:
            self.furthest.append(failure)

    def _ways(self, index: int, position: Any, taken: tuple[Taken, ...]) -> Iterator[tuple[Judgement, Any, tuple[Taken, ...]]]:
        """The legal fillings of one written move, at the first position where it has any, after passes if need be."""
        written = self.scenario.line[index]
        failures: list[_Failure] = []
        unclear: Unclear | None = None
        for _ in range(LONGEST_WAIT):
            try:
                move = self._understood(position, written)
            except Unclear as error:
                unclear = unclear or error
            else:
                found = False
                search: Search | None = None
                try:
                    if holes(move):
                        search = ways(self.game, position, move)
                        for judgement in search.fillings():
                            found = True
                            yield judgement, position, taken
                        if not found:
                            failures.append(_Failure(index + 1, position, move, written.text, taken, None, search))
                    else:
                        judgement = judge(self.game, position, move)
                        if judgement.legal:
                            found = True
                            yield judgement, position, taken
                        else:
                            self._cross_check(position, judgement, f"step {index + 1}")
                            failures.append(_Failure(index + 1, position, move, written.text, taken, judgement))
                except (Beyond, Undecided) as error:
                    if not found:
                        self._fail(_Failure(index + 1, position, move, written.text, taken, reason=str(error)))
                        return
                if found:
                    return
            waited = self.game.passing(position)
            if waited is None:
                break
            try:
                passed = judge(self.game, position, waited)
            except Beyond as error:
                self._fail(_Failure(index + 1, position, None, written.text, taken, reason=str(error)))
                return
            if not passed.legal:
                break
            taken = (*taken, self._taken(0, "", position, passed))
            position = passed.after
        if not failures:
            assert unclear is not None
            raise Invalid(_unreadable(self.scenario, written, unclear))
        self._fail(max(failures, key=lambda failure: failure.judgement.at if failure.judgement else len(failure.taken)))

    def _understood(self, position: Any, written: Written) -> Move:
        game = self.game
        said = notation.parse(written.text, game.notation, game.players(position), game.names(position))
        return game.understand(position, said)

    def _taken(self, number: int, said: str, before: Any, judgement: Judgement) -> Taken:
        game = self.game
        move = judgement.move
        met = tuple(Met(rule.ref, _heading(game, rule.ref), stage.heading) for rule, stage in judgement.met)
        text = notation.show(game.say(before, move))
        solver = self._cross_check(before, judgement, f"step {number}" if number else "an inserted pass")
        changes = game.differences(before, judgement.after)
        return Taken(number, said, text, game.cost(before, move), met, changes, "?" in said, solver)

    def _cross_check(self, before: Any, judgement: Judgement, where: str) -> str:
        """What the solver said of a judged move, where it was asked; a disagreement is kept as our bug."""
        options = self.options
        if not options.solver and options.smtlib is None:
            return ""
        question, uncovered = solver_says(self.game, before, judgement.move)
        if options.smtlib is not None:
            name = f"{Path(self.scenario.file).stem}-{where.replace(' ', '-')}.smt2"
            options.smtlib.mkdir(parents=True, exist_ok=True)
            (options.smtlib / name).write_text(question.smtlib(), encoding="utf-8")
        if not options.solver:
            return ""
        status = question.solve().status
        if status == "unknown":
            return "undecided"
        said = "legal" if status == "sat" else "illegal"
        evaluated = "legal" if judgement.legal else "illegal"
        unseen = judgement.midway or bool(judgement.broken) and all(rule.ref in uncovered for rule in judgement.broken)
        if said != evaluated and not unseen:
            core = question.core() or ()
            self.disagreements.append(
                f"{where}: evaluation says {evaluated}, the solver says {said}"
                f" (evaluation broke {[rule.ref for rule in judgement.broken]}, the solver's core is {list(core)})"
            )
        return said if not unseen else f"not covered: {', '.join(rule.ref for rule in judgement.broken)}"

    def refutation(self, failure: _Failure) -> Verdict:
        """The verdict that a failure amounts to."""
        if failure.reason:
            return Verdict(Outcome.UNKNOWN, failure.taken, failure.number, said=failure.said, reason=failure.reason)
        try:
            violations, stage, together = self._violations(failure)
        except Undecided as error:
            return Verdict(Outcome.UNKNOWN, failure.taken, failure.number, said=failure.said, reason=str(error))
        near, changes, note = self._nearest(failure)
        return Verdict(
            Outcome.ILLEGAL,
            failure.taken,
            failure.number,
            stage,
            failure.said,
            violations,
            together,
            near,
            changes,
            note,
        )

    def _violations(self, failure: _Failure) -> tuple[tuple[Violation, ...], str, bool]:
        game = self.game
        if failure.judgement is not None:
            judgement = failure.judgement
            found = tuple(_violation(game, rule, facts) for rule, facts in zip(judgement.broken, judgement.facts, strict=True))
            return found, judgement.stage.heading if judgement.stage else "", False
        alike = [other.search for other in self.furthest if other.search is not None]
        refs = dict.fromkeys(ref for search in alike for ref in search.core())
        for ref in tuple(refs):
            rest = [other for other in refs if other != ref]
            if all(search.blocked_by(rest) for search in alike):
                refs.pop(ref)
        rules = {rule.ref: rule for rule in game.rules.constraints}
        return tuple(_violation(game, rules[ref], "") for ref in refs), "", True

    def _nearest(self, failure: _Failure) -> tuple[str, int, str]:
        if not self.options.nearest:
            return "", 0, ""
        try:
            found = nearest_legal(self.game, failure.position, failure.move)
        except (Undecided, Beyond) as error:
            return "", 0, f"the nearest legal move was not found: {error}"
        if found is None:
            return "", 0, ""
        judgement, changes = found
        return notation.show(self.game.say(failure.position, judgement.move)), changes, ""


def _heading(game: Game, ref: str) -> str:
    return game.rulebook.entry(ref).heading if ref in game.rulebook else ""


def _violation(game: Game, rule: Rule, facts: str) -> Violation:
    entry = game.rulebook.entry(rule.ref)
    return Violation(rule.ref, entry.heading, entry.says, rule.refs[1:], facts)


def _claims(game: Game, scenario: Scenario, verdict: Verdict, facts: dict[str, Any]) -> tuple[Claim, ...]:
    """What the file claims, beside what was found."""
    expect = scenario.expect
    if expect is None:
        return ()
    claims = []
    if expect.verdict is not None:
        claims.append(Claim("verdict", expect.verdict, verdict.outcome.value))
    if expect.step is not None:
        claims.append(Claim("step", expect.step, verdict.step))
    if expect.rules is not None:
        claims.append(Claim("rules", expect.rules, _cited(verdict, expect.rules)))
    if expect.nearest is not None:
        claims.append(Claim("nearest", expect.nearest, verdict.nearest))
    for key, claimed in expect.state.items():
        if key not in facts:
            help = notation.suggestion(key, facts)
            raise Invalid(scenario.mistake(f"nothing is known as `{key}` in the position", "expect", "state", value=key, help=help))
        claims.append(Claim(f"state.{key}", claimed, facts[key]))
    return tuple(claims)


def _cited(verdict: Verdict, claimed: list[str]) -> list[str]:
    """The claimed rules where they are the broken ones or their twins, otherwise the broken ones."""
    broken = [{violation.ref, *violation.also} for violation in verdict.violations]
    every = set().union(*broken) if broken else set()
    if set(claimed) <= every and all(refs & set(claimed) for refs in broken):
        return claimed
    return list(verdict.rules)
