"""Proves a line of play, or finds what breaks it: from a scenario to a verdict."""

from __future__ import annotations

from typing import Any

import msgspec

from verifier import notation
from verifier.claims import claims, unknown_rules
from verifier.effects.kernel import Beyond
from verifier.game import Game
from verifier.holes import joint_core, nearest_legal
from verifier.line import Failure, Options, Prover, unreadable
from verifier.notation import Unclear
from verifier.rule import Rule
from verifier.scenario import Invalid, Scenario
from verifier.smt import Undecided
from verifier.verdict import Outcome, Verdict, Violation

__all__ = ["Options", "check", "examine"]


def check(game: Game, scenario: Scenario, options: Options = Options()) -> Verdict:
    """The verdict on a scenario's line; raises `Invalid` where the file or a move in it cannot be read."""
    return examine(game, scenario, options)[0]


def examine(game: Game, scenario: Scenario, options: Options = Options()) -> tuple[Verdict, Any]:
    """The verdict on a scenario's line and the position where it ends, None where that is not known; raises `Invalid`."""
    position = _read_all(game, scenario)
    prover = Prover(game, scenario, options)
    proof = prover.prove(position) or (prover.short if prover.undecided is None else None)
    if proof is not None:
        verdict = Verdict(Outcome.LEGAL, proof.taken, reason=proof.beyond)
        end = proof.position
    else:
        failure = prover.undecided or next((one for one in prover.furthest if one.unclear is None), prover.furthest[0])
        if failure.unclear is not None:
            raise Invalid(failure.unclear)
        claimed = scenario.expect is not None and scenario.expect.nearest is not None
        verdict = _refutation(game, prover, failure, options, claimed)
        end = failure.position
    facts = game.facts(end) if end is not None and verdict.outcome is not Outcome.UNKNOWN else None
    known = {"claims": claims(scenario, verdict, facts), "disagreements": tuple(prover.disagreements), "title": scenario.title}
    return msgspec.structs.replace(verdict, **known), end


def _read_all(game: Game, scenario: Scenario) -> Any:
    """The position that the file describes; raises `Invalid` with every mistake in it and every move that cannot be read."""
    mistakes = list(unknown_rules(scenario, game.rulebook))
    try:
        position = game.read(scenario)
    except Invalid as error:
        raise Invalid(*mistakes, *error.mistakes) from None
    for written in scenario.line:
        try:
            notation.parse(written.text, game.notation, game.players(position), game.names(position))
        except Unclear as error:
            mistakes.append(unreadable(scenario, written, error))
    if mistakes:
        raise Invalid(*mistakes)
    return position


def _refutation(game: Game, prover: Prover, failure: Failure, options: Options, claimed: bool) -> Verdict:
    """The verdict that a failure amounts to."""
    undecided = Verdict(Outcome.UNKNOWN, failure.taken, failure.number, said=failure.said)
    if failure.reason:
        return msgspec.structs.replace(undecided, reason=failure.reason)
    if failure.search is not None and not failure.search.moves:
        nothing = "there is nothing that the hole could stand for"
        refs = [rule for rule in game.rules.constraints if rule.ref == game.needs(failure.move)][:1]
        violations = tuple(_violation(game, rule, nothing) for rule in refs)
        return msgspec.structs.replace(undecided, outcome=Outcome.ILLEGAL, reason=nothing, violations=violations)
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
        later = f"; after further passes {failure.waits}" if failure.waits else ""
        return (
            tuple(_violation(game, rule, facts + later) for rule, facts in pairs),
            judgement.stage.heading if judgement.stage else "",
            False,
        )
    ways = (other.search for other in prover.furthest if other.search is not None)
    searches = [search for way in ways for search in way.searches]
    rules: dict[str, Rule] = {}
    for rule in game.rules.constraints:
        rules.setdefault(rule.ref, rule)
    return tuple(_violation(game, rules[ref], "") for ref in joint_core(searches)), "", True


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
