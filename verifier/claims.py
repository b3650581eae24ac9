"""Holds what a file claims under `[expect]` against what was found."""

from __future__ import annotations

from typing import Any

from verifier.notation import suggestion
from verifier.rulebook import Rulebook
from verifier.scenario import Invalid, Mistake, Scenario
from verifier.verdict import Claim, Outcome, Verdict


def claims(scenario: Scenario, verdict: Verdict, facts: dict[str, Any] | None) -> tuple[Claim, ...]:
    """What the file claims, beside what was found. `facts` is None where the position after the line is not known."""
    found = [
        Claim(f"step {taken.number}", "refused", "legal") for taken in verdict.taken if taken.refusable and not taken.refused
    ]
    if verdict.outcome is Outcome.LEGAL and scenario.goal.reach:
        found.extend(_of_position(scenario, ("goal", "reach"), scenario.goal.reach, facts))
    expect = scenario.expect
    if expect is None:
        return tuple(found)
    said = expect.verdict or ("legal" if expect.step is None and expect.rules is None else None)
    if said is not None:
        found.append(Claim("verdict", said, verdict.outcome.value))
    if expect.step is not None:
        found.append(Claim("step", expect.step, verdict.step))
    if expect.rules is not None:
        found.append(Claim("rules", expect.rules, _cited(verdict, expect.rules)))
    if expect.nearest is not None:
        found.append(Claim("nearest", expect.nearest, verdict.nearest))
    return (*found, *_of_position(scenario, ("expect", "state"), expect.state, facts))


def _of_position(
    scenario: Scenario, path: tuple[str, str], claimed: dict[str, Any], facts: dict[str, Any] | None
) -> tuple[Claim, ...]:
    """What a table of the file says of the position at the end, beside what was found; raises `Invalid` for unknown keys."""
    found: list[Claim] = []
    mistakes: list[Mistake] = []
    for key, wanted in claimed.items():
        name = f"{path[1] if path[0] == 'expect' else path[0]}.{key}"
        if facts is None:
            found.append(Claim(name, wanted, Outcome.UNKNOWN.value))
        elif key not in facts:
            message = f"nothing is known as `{key}` in the position"
            mistakes.append(scenario.mistake(message, *path, value=key, help=suggestion(key, facts)))
        else:
            found.append(Claim(name, wanted, facts[key]))
    if mistakes:
        raise Invalid(*mistakes)
    return tuple(found)


def unknown_rules(scenario: Scenario, rulebook: Rulebook) -> tuple[Mistake, ...]:
    """A mistake for each rule that the file shows or claims to be broken and that the rulebook does not have."""
    shown = [(("shows",), ref) for ref in scenario.shows]
    claimed = [(("expect", "rules"), ref) for ref in (scenario.expect.rules or () if scenario.expect is not None else ())]
    known = [entry.ref for entry in rulebook] if shown or claimed else []
    return tuple(
        scenario.mistake(f"there is no rule `{ref}`", *path, value=ref, help=suggestion(ref, known))
        for path, ref in (*shown, *claimed)
        if ref not in rulebook
    )


def _cited(verdict: Verdict, claimed: list[str]) -> list[str]:
    """The claimed rules where they are the broken ones or their twins, otherwise the broken ones."""
    broken = [{violation.ref, *violation.also} for violation in verdict.violations]
    every = set().union(*broken) if broken else set()
    if set(claimed) <= every and all(refs & set(claimed) for refs in broken):
        return claimed
    return list(verdict.rules)
