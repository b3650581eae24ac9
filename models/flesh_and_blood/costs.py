"""What a move costs: asset-costs in stages, and effect-costs in the order declared."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

import msgspec
from msgspec import Struct

from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.meanings import meaning
from models.flesh_and_blood.moves import Activate, Announced, Play
from models.flesh_and_blood.permissions import unpaid
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import ASSETS, Position
from verifier.ability.tree import (
    Ability,
    Act,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Assets,
    CostChange,
    CostItem,
    Keyword,
    Noun,
    OneOf,
    Statement,
)
from verifier.effects.continuous import NEXT, InForce, applies, granted, in_force
from verifier.effects.costs import Adjustment, CostStage, Reckoning, reckon
from verifier.effects.kernel import Beyond, Value
from verifier.effects.nouns import fits, quantity
from verifier.effects.state import Frame, change
from verifier.game import Hole
from verifier.memo import per_part
from verifier.term import count, greatest

STAGES = (
    CostStage("set", frozenset({"set"}), lambda cost, amount: amount),
    CostStage("increase", frozenset({"more"}), lambda cost, amount: cost + amount),
    CostStage("reduce", frozenset({"less"}), lambda cost, amount: greatest(cost - amount, 0)),
)
"""The stages of an asset-cost after its start: set, increase, reduce to no less than zero."""

BEFORE_ALL = -1
"""The timestamp of what a card's own text adds: it is there before any effect."""


def declaration(move: Announced) -> Hashable:
    """What a cost hangs on: everything that is declared before it is calculated, but not how it is paid."""
    kind = move.side if isinstance(move, Play) else move.ability if isinstance(move, Activate) else ""
    return (type(move), move.player, move.thing, kind, move.x, move.extras, move.instead, move.instant)


class Alternative(Struct, frozen=True):
    """A way to play a card other than by its cost: what is paid instead, and which asset-cost it replaces."""

    cost: tuple[CostItem, ...]
    asset: str
    linked: tuple[Statement, ...] = ()


@RULES.encodes("5.2.1", "5.2.1c", "5.2.1d")
def activated_abilities(position: Position, thing: int) -> tuple[Activated, ...]:
    """The activated abilities of an object, in the order of its text."""
    every = (*KERNEL.abilities(position, thing), *granted(KERNEL, position, thing))
    return tuple(ability for ability in every if isinstance(ability, Activated))


def ability_of(position: Position, move: Activate) -> Activated | None:
    """The ability that a move activates, None where the object has none of that number."""
    found = activated_abilities(position, move.thing)
    return found[move.ability] if 0 <= move.ability < len(found) else None


@RULES.encodes("5.4.4a")
def additional_costs(position: Position, move: Announced, optional: bool) -> tuple[AdditionalCost, ...]:
    """The additional costs that a card's own text sets, optional ones or the others."""
    if not isinstance(move, Play):
        return ()
    return _additional(KERNEL.abilities(position, move.thing), optional)


@cache
def _additional(abilities: tuple[Ability, ...], optional: bool) -> tuple[AdditionalCost, ...]:
    meant = (means for ability in abilities for means in (meaning(ability) if isinstance(ability, Keyword) else (ability,)))
    return tuple(ability for ability in meant if isinstance(ability, AdditionalCost) and ability.optional == optional)


@RULES.encodes("5.1.3c", "5.4.4b")
@per_part(declaration)
def alternatives(position: Position, move: Announced) -> tuple[Alternative, ...]:
    """The alternative costs of a card and the effects that let it be played without paying, by number from 0."""
    if not isinstance(move, Play):
        return ()
    printed = (ability for ability in KERNEL.abilities(position, move.thing) if isinstance(ability, AlternativeCost))
    free = (Alternative((), held.statement.unpaid) for held in unpaid(position, move))
    return (*(Alternative(ability.cost, ability.asset, ability.linked) for ability in printed), *free)


@per_part(declaration)
def declared_items(position: Position, move: Announced) -> tuple[CostItem, ...]:
    """The cost items of the declared alternative, of additional costs and of an activated ability, as written."""
    items: list[CostItem] = []
    if isinstance(move, Activate):
        ability = ability_of(position, move)
        items.extend(ability.cost if ability is not None else ())
    if move.instead:
        offered = alternatives(position, move)
        items.extend(item for number in move.instead if number < len(offered) for item in offered[number].cost)
    for cost in additional_costs(position, move, False):
        items.extend(cost.cost)
    if move.extras:
        extras = additional_costs(position, move, True)
        items.extend(item for number in move.extras if number < len(extras) for item in extras[number].cost)
    return tuple(items)


@RULES.encodes("1.14.1", "1.14.4")
@per_part(declaration)
def effect_costs(position: Position, move: Announced) -> tuple[Act, ...]:
    """The effect-costs of a move, in the order of the text."""
    return tuple(item for item in declared_items(position, move) if isinstance(item, Act) and item.verb != "pay")


@RULES.encodes("5.1.6", "5.1.6a", "5.1.6b", "5.1.6c", "8.1.1c", "8.1.1d", "8.3.38b", "1.14.5")
@per_part(declaration)
def reckonings(position: Position, move: Announced) -> dict[str, tuple[Reckoning, ...]]:
    """The calculation of each asset-cost: start, set, increase, reduce. A cost of zero is a cost too."""
    starts, changes = _starts(position, move), _adjustments(position, move)
    return {asset: reckon(starts[asset], STAGES, [change for of, change in changes if of == asset]) for asset in ASSETS}


@per_part(declaration)
def asset_costs(position: Position, move: Announced) -> dict[str, Value]:
    """What a move costs of each asset: as it was calculated, or as it would be now where that is still to come."""
    if position.stack and position.stack[-1].costs:
        return dict(position.stack[-1].costs)
    if not _adjustments(position, move):
        return _starts(position, move)
    return {asset: lines[-1].after for asset, lines in reckonings(position, move).items()}


@RULES.encodes("5.1.6")
def calculate(position: Position, move: Announced) -> Position:
    """The position in which the asset-costs of the move are fixed: what happens while they are paid does not change them."""
    costs = tuple((asset, int(cost)) for asset, cost in asset_costs(position, move).items())
    layer = msgspec.structs.replace(position.stack[-1], costs=costs)
    return change(position, stack=(*position.stack[:-1], layer))


def _starts(position: Position, move: Announced) -> dict[str, Value]:
    """The starting costs: an action point for an action, the base cost of a card unless an alternative replaces it."""
    action: Value = 1 if is_action(position, move) and not move.instant else 0
    starts: dict[str, Value] = {"chi": 0, "resource": 0, "life": 0, "action point": action}
    if isinstance(move, Activate):
        ability = ability_of(position, move)
        for asset, amount in _amounts(position, move, ability.cost if ability is not None else ()):
            starts[asset] = starts[asset] + amount
        return starts
    if move.instead:
        offered = alternatives(position, move)
        if any(offered[number].asset == "resource" for number in move.instead if number < len(offered)):
            return starts
    cost = KERNEL.printed(position, move.thing, "cost", declared_x(move))
    starts["resource"] = 0 if cost is None else cost
    return starts


def declared_x(move: Announced) -> Value:
    """The X that was declared, 0 where none was or it is still open."""
    return 0 if move.x is None or isinstance(move.x, Hole) else move.x


def _amounts(position: Position, move: Announced, items: tuple[CostItem, ...]) -> list[tuple[str, Value]]:
    """The points that some cost items ask for, asset by asset."""
    frame = Frame(move.player, move.thing, x=declared_x(move))
    if any(isinstance(item, OneOf) for item in items):
        raise Beyond("a choice between two costs cannot be judged yet")
    found = (
        item if isinstance(item, Assets) else item.role("assets") if isinstance(item, Act) and item.verb == "pay" else None
        for item in items
    )
    return [(item.asset, quantity(KERNEL, position, item.amount, frame)) for item in found if isinstance(item, Assets)]


@per_part(declaration)
def _adjustments(position: Position, move: Announced) -> list[tuple[str, Adjustment]]:
    """What the card's own text and every effect do to the asset-costs."""
    found: list[tuple[str, Adjustment]] = []
    if isinstance(move, Play):
        if move.side == "both":
            base = KERNEL.printed(position, move.thing, "cost", 0) or 0
            found.append(("resource", Adjustment("set", base * 2, True, BEFORE_ALL, "meld")))
        items = declared_items(position, move)
        for asset, amount in _amounts(position, move, items) if items else ():
            found.append((asset, Adjustment("more", amount, True, BEFORE_ALL, "additional cost")))
    verb = "play" if isinstance(move, Play) else "activate"
    for held in in_force(KERNEL, position, (CostChange,), move.thing, verb):
        statement = held.statement
        subject = subject_of(position, move, statement.noun)
        truth = applies(KERNEL, position, held, statement.noun, subject, declared_x(move), announcing=True)
        if truth is not False:
            label = position.things[held.frame.source].card.name
            change = Adjustment(statement.compare, _by(position, held), truth, held.timestamp, label)
            found.append((statement.assets.asset, change))
    return found


def _by(position: Position, held: InForce) -> Value:
    """How much one cost effect changes, `for each` counted."""
    amount = quantity(KERNEL, position, held.statement.assets.amount, held.frame)
    each = held.statement.each
    if each is None:
        return amount
    times = count(fits(KERNEL, position, each, index, held.frame) for index in range(len(position.things)))
    return times * amount


def subject_of(position: Position, move: Announced, noun: Noun) -> int:
    """The object that a cost effect has to be about: the card, the layer where it speaks of abilities, or their source."""
    if isinstance(move, Play) or not position.stack:
        return move.thing
    if noun.head in ("ability", "attack"):
        return position.stack[-1].thing
    if noun.determiner == NEXT:
        raise Beyond("what the next object costs to activate is not modelled yet; say `the next ability`")
    return move.thing


@RULES.encodes("5.2.1b", "5.1.3d")
def is_action(position: Position, move: Announced) -> bool:
    """True where the card has the type action, or the ability is written with it."""
    if isinstance(move, Activate):
        ability = ability_of(position, move)
        return ability is not None and ability.kind == "action"
    return "action" in KERNEL.words(position, move.thing)


def has_meld(position: Position, thing: int) -> bool:
    """True where a card has meld."""
    return Keyword("meld") in position.things[thing].card.abilities
