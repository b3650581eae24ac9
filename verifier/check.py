"""Proves a line of play, or finds what breaks it: from a scenario to a verdict."""

from __future__ import annotations

from typing import Any

import msgspec

from verifier import notation
from verifier.claims import claims
from verifier.effects.kernel import Beyond
from verifier.game import Game
from verifier.holes import nearest_legal
from verifier.line import Failure, Options, Prover, unreadable
from verifier.notation import Unclear
from verifier.rule import Rule
from verifier.rulebook import order
from verifier.scenario import Invalid, Scenario
from verifier.smt import Undecided
from verifier.verdict import Outcome, Verdict, Violation

__all__ = ["Options", "check", "examine"]


def check(game: Game, scenario: Scenario, options: Options = Options()) -> Verdict:
    """The verdict on a scenario's line; raises `Invalid` where the file or a move in it cannot be read."""
    return examine(game, scenario, options)[0]


def examine(game: Game, scenario: Scenario, options: Options = Options()) -> tuple[Verdict, Any]:
    """The verdict on a scenario's line and the position where it ends, None where that is not known; raises `Invalid`."""
    position = game.read(scenario)
    _read_all(game, scenario, position)
    prover = Prover(game, scenario, options)
    proof = prover.prove(position)
    if proof is not None:
        verdict = Verdict(Outcome.LEGAL, proof.taken, reason=proof.beyond)
        end = proof.position
    else:
        failure = prover.undecided or prover.furthest[0]
        claimed = scenario.expect is not None and scenario.expect.nearest is not None
        verdict = _refutation(game, prover, failure, options, claimed)
        end = failure.position
    facts = game.facts(end) if end is not None and verdict.outcome is not Outcome.UNKNOWN else None
    known = {"claims": claims(scenario, verdict, facts), "disagreements": tuple(prover.disagreements), "title": scenario.title}
    return msgspec.structs.replace(verdict, **known), end


def _read_all(game: Game, scenario: Scenario, position: Any) -> None:
    """Nothing; raises `Invalid` with every move of the line that cannot be read, before any is judged."""
    mistakes = []
    for written in scenario.line:
        try:
            notation.parse(written.text, game.notation, game.players(position), game.names(position))
        except Unclear as error:
            mistakes.append(unreadable(scenario, written, error))
    if mistakes:
        raise Invalid(*mistakes)


def _refutation(game: Game, prover: Prover, failure: Failure, options: Options, claimed: bool) -> Verdict:
    """The verdict that a failure amounts to."""
    undecided = Verdict(Outcome.UNKNOWN, failure.taken, failure.number, said=failure.said)
    if failure.reason:
        return msgspec.structs.replace(undecided, reason=failure.reason)
    if failure.search is not None and not failure.search.opened:
        nothing = "there is nothing that the hole could stand for"
        return msgspec.structs.replace(undecided, outcome=Outcome.ILLEGAL, reason=nothing)
    try:
        violations, stage, together = _violations(game, prover, failure)
    except Undecided as error:
        return msgspec.structs.replace(undecided, reason=str(error))
    prover.confirm(failure)
    near, changes, note = _nearest(game, failure) if options.nearest or claimed else ("", 0, "")
    return Verdict(
        Outcome.ILLEGAL, failure.taken, failure.number, stage, failure.said, violations, together, near, changes, note
    )


def _violations(game: Game, prover: Prover, failure: Failure) -> tuple[tuple[Violation, ...], str, bool]:
    """The broken rules, the stage they belong to, and whether they forbid the move only together."""
    judgement = failure.judgement
    if judgement is not None:
        pairs = zip(judgement.broken, judgement.facts, strict=True)
        return (
            tuple(_violation(game, rule, facts) for rule, facts in pairs),
            judgement.stage.heading if judgement.stage else "",
            False,
        )
    rules: dict[str, Rule] = {}
    for rule in game.rules.constraints:
        rules.setdefault(rule.ref, rule)
    return tuple(_violation(game, rules[ref], "") for ref in _joint_core(prover)), "", True


def _joint_core(prover: Prover) -> tuple[str, ...]:
    """A minimal set of rules that leaves no filling, whatever was filled in before."""
    searches = [failure.search for failure in prover.furthest if failure.search is not None]
    refs = dict.fromkeys(ref for search in searches for ref in search.core())
    for ref in sorted(refs, key=order):
        rest = [other for other in refs if other != ref]
        if all(search.blocked_by(rest) for search in searches):
            refs.pop(ref)
    return tuple(refs)


def _nearest(game: Game, failure: Failure) -> tuple[str, int, str]:
    """The nearest legal move in words, how many changes it takes, and why it was not found where it was not."""
    try:
        found = nearest_legal(game, failure.position, failure.move)
    except (Undecided, Beyond) as error:
        return "", 0, f"the nearest legal move was not found: {error}"
    if found is None:
        return "", 0, ""
    judgement, changes = found
    return notation.show(game.say(failure.position, judgement.move)), changes, ""


def _violation(game: Game, rule: Rule, facts: str) -> Violation:
    entry = game.rulebook.entry(rule.ref)
    return Violation(rule.ref, entry.heading, entry.says, rule.refs[1:], facts)
