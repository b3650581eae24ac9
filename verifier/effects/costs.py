"""Costs that effects change stage by stage. A game supplies the table of stages; every game's costs run through here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from verifier.effects.kernel import Truth, Value
from verifier.term import ite


class CostStage(Struct, frozen=True, eq=False):
    """One stage of a cost calculation: the kinds of change it applies, and how one change acts on the cost so far."""

    name: str
    kinds: frozenset[str]
    apply: Callable[[Value, Value], Value]


class Adjustment(Struct, frozen=True):
    """One effect on a cost: its kind, its amount, whether it applies, since when, and what it is called in a report."""

    kind: str
    amount: Value
    applies: Truth
    timestamp: int
    label: str = ""


class Reckoning(Struct, frozen=True):
    """One line of a cost calculation: the stage, the effect, and the cost after it."""

    stage: str
    label: str
    after: Value


def reckon(start: Value, stages: Sequence[CostStage], adjustments: Iterable[Adjustment]) -> tuple[Reckoning, ...]:
    """The calculation line by line, from the starting cost to the last effect; effects of one stage go by timestamp."""
    changes = list(adjustments)
    cost = start
    lines = [Reckoning("start", "", cost)]
    if not changes:
        return tuple(lines)
    for stage in stages:
        fitting = sorted((change for change in changes if change.kind in stage.kinds), key=lambda change: change.timestamp)
        for change in fitting:
            if change.applies is not False:
                cost = ite(change.applies, stage.apply(cost, change.amount), cost)
                lines.append(Reckoning(stage.name, change.label, cost))
    return tuple(lines)


def staged(start: Value, stages: Sequence[CostStage], adjustments: Iterable[Adjustment]) -> Value:
    """The cost after all stages."""
    return reckon(start, stages, adjustments)[-1].after
