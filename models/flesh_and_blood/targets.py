"""Modes and targets: what a card or ability asks for, and what may be named."""

from __future__ import annotations

from functools import cache

import msgspec

from models.flesh_and_blood.aiming import attackable, may_target
from models.flesh_and_blood.attacks import makes_attack
from models.flesh_and_blood.categories import category
from models.flesh_and_blood.costs import ability_of, declared_x
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Activate, Announced, Play
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import Position
from verifier.ability.tree import Ability, Act, Defining, Labelled, Modal, Noun, Permission
from verifier.effects.kernel import Truth, Value
from verifier.effects.nouns import NOBODY, Slot, fits, is_flexible, quantity, slots
from verifier.effects.state import Frame, change_thing
from verifier.game import Hole
from verifier.memo import per_move
from verifier.term import all_of, smallest


class AttackSlot(Slot, frozen=True):
    """A target that an attack declares, beside the targets in its text."""


ATTACK_TARGET = AttackSlot(Noun("attackable", "target"))


def sided(position: Position, move: Announced) -> Position:
    """The position with a split card showing the side that would be played, so that its text can be read."""
    if isinstance(move, Play) and position.things[move.thing].card.sides:
        return change_thing(position, move.thing, side=move.side)
    return position


def on_stack(position: Position, move: Announced) -> Position:
    """The position with the card that is played on the stack, as it is when targets are declared."""
    return change_thing(position, move.thing, zone="stack", public=True) if isinstance(move, Play) else position


@per_move
def base_body(position: Position, move: Announced) -> tuple[Ability, ...]:
    """The abilities that will resolve, modal ones still undecided."""
    if isinstance(move, Activate):
        ability = ability_of(position, move)
        return ability.body if ability is not None else ()
    return _resolution(KERNEL.abilities(position, move.thing), KERNEL.words(position, move.thing))


@cache
def _resolution(abilities: tuple[Ability, ...], words: frozenset[str]) -> tuple[Ability, ...]:
    return tuple(ability for ability in abilities if category(ability, words) == "resolution")


def modal(position: Position, move: Announced) -> Modal | None:
    """The modal ability among those that will resolve, if any."""
    return _modal(base_body(position, move))


@cache
def _modal(abilities: tuple[Ability, ...]) -> Modal | None:
    return next((ability for ability in abilities if isinstance(ability, Modal)), None)


@RULES.encodes("1.7.5", "1.7.5d")
def body(position: Position, move: Announced) -> tuple[Ability, ...]:
    """The abilities that will resolve, with the declared modes in place of the choice."""
    written = base_body(position, move)
    if modal(position, move) is None:
        return written
    chosen: list[Ability] = []
    for ability in written:
        if isinstance(ability, Modal):
            modes = () if isinstance(move.modes, Hole) else move.modes
            chosen.extend(ability.modes[mode] for mode in modes if 0 <= mode < len(ability.modes))
        else:
            chosen.append(ability)
    return tuple(chosen)


def attacks(position: Position, move: Announced) -> bool:
    """True where the card or layer is an attack."""
    if isinstance(move, Activate):
        return makes_attack(base_body(position, move))
    return "attack" in KERNEL.words(position, move.thing)


@per_move
def target_slots(position: Position, move: Announced) -> tuple[Slot, ...]:
    """What the move must name a target for: the attack's own target first, then the targets in its text."""
    return (*attack_slots(position, move), *slots(body(position, move)))


@RULES.encodes("1.4.5", "1.4.5c")
def attack_slots(position: Position, move: Announced) -> tuple[Slot, ...]:
    """What an attack may attack: one target, or up to as many as its text allows; none where the move is no attack."""
    if not attacks(position, move):
        return ()
    for ability in KERNEL.abilities(position, move.thing) if isinstance(move, Play) else ():
        noun, most = _several(position, move, ability, Frame(move.player, move.thing))
        if noun is not None:
            further = (AttackSlot(noun, None, nth, most, True) for nth in range(1, most))
            return (AttackSlot(ATTACK_TARGET.noun, None, 0, max(most, 1)), *further)
    return (ATTACK_TARGET,)


def _several(position: Position, move: Announced, ability: Ability, frame: Frame) -> tuple[Noun | None, int]:
    """The targets that an ability lets its attack have, and how many; None where it says nothing about that."""
    match ability:
        case Labelled(_, inner):
            return _several(position, move, inner, frame)
        case Defining(inner, amount):
            defined = msgspec.structs.replace(frame, x=int(quantity(KERNEL, position, amount, frame)))
            return _several(position, move, inner, defined)
        case Permission("may", Act("attack") as act):
            noun = act.role("object")
            if isinstance(noun, Noun) and noun.determiner == "target":
                return noun, int(quantity(KERNEL, position, noun.number, frame))
    return None, 0


@RULES.encodes("1.8.5", "1.8.5e", "1.4.5a", "8.3.1c")
def is_target(position: Position, move: Announced, slot: Slot, index: int) -> Truth:
    """True where an object is a legal target for a slot, or the slot is left out and may be."""
    if index == NOBODY:
        return slot.optional
    if isinstance(slot, AttackSlot):
        fitting = slot.noun == ATTACK_TARGET.noun or fits(KERNEL, position, slot.noun, index, Frame(move.player, move.thing))
        return all_of(attackable(position, move.player, index), fitting)
    return may_target(position, move.player, move.thing, slot, index)


def candidates(position: Position, move: Announced, slot: Slot) -> tuple[int, ...]:
    """The objects that could be named for a slot, legal or not: what is in the arena, on the stack, or in the named zone.

    The card that is played is on the stack by then. One that may be left out has `NOBODY` among them.
    """
    own = move.thing if isinstance(move, Play) else -1
    nobody = (NOBODY,) if slot.optional else ()
    return nobody + tuple(
        index
        for index in range(len(position.things))
        if index == own
        or KERNEL.targetable(position, index, False)
        or (slot.place is not None and KERNEL.in_place(position, position.things[index], slot.place, move.player))
    )


def mode_number(position: Position, move: Announced) -> tuple[Value, Value]:
    """The fewest and the most modes that may be declared."""
    found = modal(position, move)
    if found is None:
        return (0, 0)
    frame = Frame(move.player, move.thing, x=declared_x(move))
    most = smallest(quantity(KERNEL, position, found.number, frame), len(found.modes) * found.repeat)
    return (0 if is_flexible(found.number) else most, most)
