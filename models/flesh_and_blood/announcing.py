"""Announcing a card or an ability: who may, from where, with which side; and the stages of declaring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from models.flesh_and_blood.costs import (
    ability_of,
    additional_costs,
    alternatives,
    declared_items,
    effect_costs,
    has_meld,
)
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Activate, Announced, Play
from models.flesh_and_blood.permissions import allowances, as_instant
from models.flesh_and_blood.proxies import ability_card
from models.flesh_and_blood.registry import ANNOUNCE, DECLARE_COSTS, DECLARE_TARGETS, RULES
from models.flesh_and_blood.state import Position, who_acts
from models.flesh_and_blood.targets import attack_slots, attacks, body, is_target, modal, mode_number, target_slots
from models.flesh_and_blood.zones import move_thing
from verifier.ability.tree import Variable
from verifier.effects.continuous import bind_next
from verifier.effects.kernel import Truth
from verifier.effects.nouns import NOBODY, Slot, mentions, settled
from verifier.effects.state import Layer, Thing, add_thing, change, change_thing
from verifier.rule import override
from verifier.term import all_of, any_of, negate
from verifier.unknown import pick

MOVES = (Play, Activate)
PLAYED = frozenset({"action", "instant", "attack reaction", "defense reaction", "resource", "block"})
"""The types whose rules say when such a card is played, or that it never is; no rule lets a card of another type be played."""


def _card(position: Position, move: Announced) -> str:
    return position.things[move.thing].card.name


# Announce


@RULES.constraint(
    "1.11.1",
    "1.11.2",
    "1.11.5",
    of=Play,
    stage=ANNOUNCE,
    facts=lambda position, play: who_acts(position),
)
def player_has_priority(position: Position, play: Play) -> bool:
    """True where the player who plays a card has priority and no decision is open."""
    return position.priority == play.player and position.asked is None


@RULES.constraint(
    "5.1.1",
    of=Play,
    stage=ANNOUNCE,
    facts=lambda position, play: (
        f"`{_card(position, play)}` belongs to `{position.players[position.things[play.thing].owner].name}`"
    ),
)
def card_is_own(position: Position, play: Play) -> Truth:
    """True where the player owns the card, or an effect lets them play another's."""
    return override(position.things[play.thing].owner == play.player, allowances(position, play))


@RULES.constraint(
    "5.1.1a",
    "5.1.2b",
    of=Play,
    stage=ANNOUNCE,
    facts=lambda position, play: (
        f"`{_card(position, play)}` is in the {position.things[play.thing].zone} zone"
        + ("" if position.things[play.thing].public else ", face-down")
    ),
)
def card_is_played_from_where_it_may_be(position: Position, play: Play) -> Truth:
    """True for a card in hand or arsenal, and elsewhere where an effect that works now allows it."""
    return override(position.things[play.thing].zone in ("hand", "arsenal"), allowances(position, play))


@RULES.constraint(
    "5.1.2b",
    of=Play,
    stage=ANNOUNCE,
    facts=lambda position, play: f"no rule lets a card like `{_card(position, play)}` be played",
)
def card_is_of_a_kind_that_is_played(position: Position, play: Play) -> bool:
    """True for a card of a type whose rules speak of playing it: a mentor, a weapon or a hero is of none."""
    return bool(KERNEL.words(position, play.thing) & PLAYED)


@RULES.constraint(
    "5.1.2c",
    of=Play,
    stage=ANNOUNCE,
    facts=lambda position, play: f"the side declared for `{_card(position, play)}` is `{play.side or 'none'}`",
)
def side_is_declared(position: Position, play: Play) -> bool:
    """True where a split card is played with one side, or with both if it has meld, and any other card with none."""
    if not position.things[play.thing].card.sides:
        return play.side == ""
    return play.side in ("left", "right") or (play.side == "both" and has_meld(position, play.thing))


@RULES.encodes("5.1.2", "5.1.2a", "5.2.2a", "1.6.2a", "1.6.2b", "6.2.4")
def announce(position: Position, move: Announced) -> Position:
    """The position with the card or the ability's layer on top of the stack, and the next-effects that fit applied to it."""
    if isinstance(move, Play):
        origin, hidden = position.things[move.thing].zone, not position.things[move.thing].public
        position = move_thing(position, move.thing, "stack", move.player, public=True)
        position = change_thing(position, move.thing, side=move.side)
        layer = Layer(move.thing, "card", move.player, move.thing, origin=origin, hidden=hidden, melded=move.side == "both")
    else:
        assert isinstance(move, Activate)
        source = position.things[move.thing]
        card = ability_card(source.card, ability_of(position, move))
        position, index = add_thing(position, Thing(card, move.player, "stack", move.player, entered=position.now()))
        layer = Layer(index, "activated", move.player, move.thing, origin=source.zone)
    position = change(position, stack=(*position.stack, layer), priority=-1)
    return bind_next(KERNEL, position, layer.thing, None if names_x(position, move) else 0)


# Declare costs


def names_x(position: Position, move: Announced) -> bool:
    """True where the cost of a card or ability has an X in it, or a declared cost has."""
    return _prints_x(position, move) or mentions(declared_items(position, move), Variable)


def _prints_x(position: Position, move: Announced) -> bool:
    """True where X is in the cost that is printed on the card that is played."""
    printed = position.things[move.thing].card.numbers.get("cost") if isinstance(move, Play) else None
    return isinstance(printed, str) and "X" in printed


@RULES.constraint(
    "5.1.3a",
    "1.12.1b",
    of=MOVES,
    stage=DECLARE_COSTS,
    facts=lambda position, move: f"X was {'not declared' if move.x is None else f'declared as {move.x}'}",
)
def x_is_declared(position: Position, move: Announced) -> Truth:
    """True where X is declared if there is one: not negative, and 0 where no cost that includes it is paid.

    An optional cost that is not declared asks for no X; who says one says 0.
    """
    if move.x is None:
        return not names_x(position, move)
    offered = alternatives(position, move)
    optional = (additional_costs(position, move, True), offered)
    if not names_x(position, move) and not any(mentions(part.cost, Variable) for parts in optional for part in parts):
        return False
    replaced = any(offered[number].asset == "resource" for number in move.instead if number < len(offered))
    paid = (_prints_x(position, move) and not replaced) or mentions(declared_items(position, move), Variable)
    return all_of(move.x >= 0, any_of(paid, move.x == 0))


@RULES.constraint(
    "5.1.3b",
    of=MOVES,
    stage=DECLARE_COSTS,
    facts=lambda position, move: f"no declared cost asks for {' or '.join(move.stray)}" if move.stray else "",
)
def optional_costs_are_declared(position: Position, move: Announced) -> bool:
    """True where every optional cost that is paid was declared, each once."""
    known = range(len(additional_costs(position, move, True)))
    return not move.stray and len(set(move.extras)) == len(move.extras) and all(number in known for number in move.extras)


@RULES.constraint(
    "5.1.3c",
    of=MOVES,
    stage=DECLARE_COSTS,
    facts=lambda position, move: f"{len(move.instead)} were declared, {len(alternatives(position, move))} exist",
)
def one_alternative_at_most(position: Position, move: Announced) -> bool:
    """True where at most one alternative cost is declared, meld being one, and one that there is."""
    melded = isinstance(move, Play) and move.side == "both"
    return len(move.instead) + melded <= 1 and all(
        number in range(len(alternatives(position, move))) for number in move.instead
    )


@RULES.constraint(
    "5.1.3d",
    "8.1.1d",
    of=MOVES,
    stage=DECLARE_COSTS,
    facts=lambda position, move: f"nothing lets `{_card(position, move)}` be played as an instant",
)
def instant_is_allowed(position: Position, move: Announced) -> Truth:
    """True where a move is declared as an instant only if an effect allows that."""
    return override(not move.instant, [as_instant(position, move)])


@RULES.constraint("5.1.3e", "1.14.4a", of=MOVES, stage=DECLARE_COSTS)
def effect_costs_are_ordered(position: Position, move: Announced) -> bool:
    """True where the declared order names every effect-cost once."""
    return sorted(move.order) == list(range(len(effect_costs(position, move))))


@RULES.encodes("5.1.3", "5.1.2a")
def declare_costs(position: Position, move: Announced) -> Position:
    """The position with X known, and with the next-effects that hang on X applied."""
    layer = position.stack[-1]
    x = move.x if isinstance(move.x, int) else 0
    if move.x is None:
        return position
    position = change(position, stack=(*position.stack[:-1], msgspec.structs.replace(layer, x=x)))
    return bind_next(KERNEL, position, layer.thing, x)


# Declare modes and targets


def _target_facts(position: Position, move: Announced) -> str:
    least, most = mode_number(position, move)
    if not least <= len(move.modes) <= most:
        return f"{len(move.modes)} modes were declared, {least if least == most else f'{least} to {most}'} are asked for"
    asked = target_slots(position, move)
    if len(asked) != len(move.targets):
        return f"{len(move.targets)} targets were named, {len(asked)} are asked for"
    names = [
        "none" if target == NOBODY else position.things[target].card.name
        for slot, target in zip(asked, move.targets, strict=True)
        if not is_target(position, move, slot, target)
    ]
    if not names and not all(_left_out_together(*pair) for pair in _neighbours(asked, move.targets)):
        return "some targets of one target phrase were left out"
    return "not a legal target: " + ", ".join(f"`{name}`" for name in names) if names else ""


@RULES.constraint("5.1.4a", "1.7.5a", of=MOVES, stage=DECLARE_TARGETS, facts=_target_facts)
def modes_and_targets_are_legal(position: Position, move: Announced) -> Truth:
    """True where as many modes as asked are declared, and a legal target for every target phrase."""
    least, most = mode_number(position, move)
    found = modal(position, move)
    exist = all(found is not None and 0 <= mode < len(found.modes) for mode in move.modes)
    modes = all_of(exist, least <= len(move.modes), most >= len(move.modes))
    asked = target_slots(position, move)
    first = len(attack_slots(position, move))
    if len(move.targets) > len(asked) or (len(move.targets) < len(asked) and len(asked) > first):
        return False
    first = min(first, 1)
    return all_of(
        modes,
        *(
            pick(target, partial(is_target, position, move, slot))
            for slot, target in list(zip(asked, move.targets, strict=False))[first:]
        ),
        *(_left_out_together(*pair) for pair in _neighbours(asked, move.targets)),
    )


def _neighbours(asked: tuple[Slot, ...], targets: tuple[int, ...]) -> Iterator[tuple[Slot, int, int]]:
    """Each further target of a target phrase, as its slot, the target before it and itself."""
    for place, slot in enumerate(asked[: len(targets)]):
        if slot.nth:
            yield slot, targets[place - 1], targets[place]


def _left_out_together(slot: Slot, before: int, this: int) -> Truth:
    """True where no target of a phrase is named after one is left out, and all are or none is where they go together."""
    out, also = before == NOBODY, this == NOBODY
    return all_of(any_of(negate(out), also), any_of(not slot.whole, negate(also), out))


@RULES.constraint(
    "1.8.5b",
    of=MOVES,
    stage=DECLARE_TARGETS,
    facts=lambda position, move: "one object was named twice for the same target phrase",
)
def targets_of_a_phrase_differ(position: Position, move: Announced) -> Truth:
    """True where no object is named twice among the targets of one target phrase."""
    asked = target_slots(position, move)
    pairs = (
        (move.targets[earlier], target)
        for place, target in enumerate(move.targets[: len(asked)])
        for earlier in range(place - asked[place].nth, place)
    )
    return all_of(*(any_of(target == NOBODY, negate(earlier == target)) for earlier, target in pairs))


@RULES.constraint(
    "1.7.5b",
    of=MOVES,
    stage=DECLARE_TARGETS,
    facts=lambda position, move: "a mode was declared more often than its text allows",
)
def modes_differ(position: Position, move: Announced) -> bool:
    """True where no mode is declared more often than its ability allows."""
    found = modal(position, move)
    return found is None or all(move.modes.count(mode) <= found.repeat for mode in move.modes)


@RULES.constraint(
    "5.1.4b",
    "1.4.5",
    of=MOVES,
    stage=DECLARE_TARGETS,
    facts=lambda position, move: "the attack has no target" if not move.targets else "the attack's target cannot be attacked",
)
def attack_has_a_target(position: Position, move: Announced) -> Truth:
    """True where an attack names an attackable object that an opponent controls."""
    if not attacks(position, move):
        return True
    if not move.targets:
        return False
    slot = target_slots(position, move)[0]
    truth: Truth = pick(move.targets[0], lambda index: is_target(position, move, slot, index))
    return truth


@RULES.encodes("5.1.4", "5.2.1d", "1.8.5e")
def declare_targets(position: Position, move: Announced) -> Position:
    """The position with the layer's modes and targets fixed."""
    layer = position.stack[-1]
    first = len(attack_slots(position, move))
    left, targets = settled(body(position, move), tuple(move.targets[first:]))
    declared = msgspec.structs.replace(
        layer,
        body=left,
        targets=targets,
        attack_targets=tuple(target for target in move.targets[:first] if target != NOBODY),
    )
    return change(position, stack=(*position.stack[:-1], declared))
