"""Objects change zones: what they become, what is remembered of them, where they return to, how they are cleared."""

from __future__ import annotations

import msgspec

from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import ARENA, NOWHERE, PRIVATE_ZONES, Position, is_arena
from verifier.ability.tree import Keyword, Place
from verifier.effects.continuous import keywords
from verifier.effects.events import perform
from verifier.effects.kernel import Event, Kernel
from verifier.effects.nouns import number_of
from verifier.effects.state import FINISH, Effect, LastKnown, Layer, Task, Thing, add_thing, change, change_thing


def move_thing(
    position: Position, index: int, zone: str, controller: int = -1, public: bool | None = None, bottom: bool = False
) -> Position:
    """The position with an object in another zone. Outside the arena and the stack it becomes a new object."""
    thing = position.things[index]
    stays = zone in ARENA or zone == "stack"
    if not stays:
        position = _without_proxies(position, index)
    if (thing.zone in ARENA or thing.zone == "stack") and zone != thing.zone:
        position = _left_behind(position, index, zone)
    if not stays:
        position = _forgotten(position, index)
        if "token" in thing.card.words:
            zone = NOWHERE
    if thing.zone == "stack" and zone != "stack":
        position = change(position, stack=tuple(layer for layer in position.stack if layer.thing != index))
    if "deck" in (zone, thing.zone):
        position = _in_deck(position, index, zone == "deck", bottom)
    return change_thing(
        position,
        index,
        zone=zone,
        controller=controller if stays else -1,
        public=zone not in PRIVATE_ZONES if public is None else public,
        side=thing.side if zone == "stack" else "",
        entered=position.now() if stays else 0,
        counters=thing.counters if zone in ARENA else (),
        damage=thing.damage if zone in ARENA else 0,
    )


@RULES.encodes("1.2.3", "1.2.3a", "1.2.3b", "1.2.3c", "1.2.3d", "7.0.3c", "7.0.5c")
def remember(position: Position, index: int) -> tuple[Position, int]:
    """The position with what is last known of an object kept as a thing of its own, which is no object, and its index."""
    from models.flesh_and_blood.effects import KERNEL  # what an object is now hangs on every effect in force

    thing = position.things[index]
    numbers = ((stat, number_of(KERNEL, position, index, stat)) for stat in KERNEL.stats)
    known = LastKnown(
        KERNEL.words(position, index),
        tuple((stat, int(number)) for stat, number in numbers if number is not None),
        keywords(KERNEL, position, index),
    )
    ghost = Thing(thing.card, thing.owner, NOWHERE, position.holder(index), counters=thing.counters, known=known)
    return add_thing(position, ghost)


def _left_behind(position: Position, index: int, zone: str) -> Position:
    """The position in which links and layers keep what is last known of an object that leaves chain, arena or stack.

    A link keeps its attack, a layer its source, and a layer that is being resolved itself.
    """
    for place, link in enumerate(position.chain):
        if index in (link.attack, link.source) and zone != "stack" and position.things[link.attack].known is None:
            gone = link.attack
            position, ghost = remember(position, gone)
            position = _relinked(position, place, attack=ghost, source=-1)
            position = _renamed(position, gone, ghost)
            if gone != index:
                position = change_thing(position, gone, zone=NOWHERE, controller=-1)
        elif any(card.thing == index for card in link.defenders):
            left = tuple(card for card in link.defenders if card.thing != index)
            position = _relinked(position, place, defenders=left)
    if zone not in ARENA and zone != "stack" and _is_source(position, index):
        position, ghost = remember(position, index)
        position = _renamed(position, index, ghost)
    return position


def _relinked(position: Position, place: int, **changes: object) -> Position:
    links = list(position.chain)
    links[place] = msgspec.structs.replace(links[place], **changes)
    return change(position, chain=tuple(links))


def _is_source(position: Position, index: int) -> bool:
    """True where a layer that waits has an object as its source, or where the object is a layer that is being resolved."""
    layers = any(layer.source == index != layer.thing for layer in (*position.stack, *position.pending))
    return layers or any(task.about == (index,) and task.what == FINISH for task in position.agenda)


def _renamed(position: Position, index: int, ghost: int) -> Position:
    """The position in which layers have what is last known of an object as their source instead of the object."""

    def layer(old: Layer) -> Layer:
        return msgspec.structs.replace(old, source=ghost) if old.source == index != old.thing else old

    def task(old: Task) -> Task:
        return msgspec.structs.replace(old, about=(ghost,)) if old.about == (index,) and old.what == FINISH else old

    stack, pending = tuple(map(layer, position.stack)), tuple(map(layer, position.pending))
    return change(position, stack=stack, pending=pending, agenda=tuple(map(task, position.agenda)))


@RULES.encodes("1.4.3c")
def _without_proxies(position: Position, source: int) -> Position:
    """The position in which attack-proxies on the stack have ceased to exist with the object whose attacks they are."""
    for layer in position.stack:
        if layer.kind == "activated" and layer.source == source and Keyword("attack") in layer.body:
            position = change(position, stack=tuple(other for other in position.stack if other is not layer))
            position = change_thing(position, layer.thing, zone=NOWHERE, controller=-1)
    return position


def home(words: frozenset[str]) -> str:
    """The zone that a permanent returns to when the combat chain closes: where it was equipped, or the permanent zone."""
    if words & {"weapon", "off-hand", "quiver"}:
        return "weapon"
    return next((slot for slot in ("head", "chest", "arms", "legs") if slot in words), "permanent")


def expire(position: Position, duration: str, spared: int = -1) -> Position:
    """The position without the effects that last no longer than a duration; those of one source may be spared."""
    kept = tuple(effect for effect in position.effects if effect.until != duration or effect.source == spared)
    return position if len(kept) == len(position.effects) else change(position, effects=kept)


def relocate(
    kernel: Kernel,
    position: Position,
    index: int,
    zone: str,
    controller: int = -1,
    public: bool | None = None,
    bottom: bool = False,
) -> Position:
    """The position with an object in another zone, and with effects having seen it enter or leave the arena."""
    was, is_ = is_arena(position.things[index]), zone in ARENA
    by = position.holder(index)
    position = move_thing(position, index, zone, controller, public, bottom)
    if was != is_:
        crossing = Event(
            "enter" if is_ else "leave", by, (index,), to=Place("arena", ""), source=index, origin="arena" if was else ""
        )
        position, _ = perform(kernel, position, crossing)
    return position


def _in_deck(position: Position, index: int, enters: bool, bottom: bool) -> Position:
    """The position with a card taken out of its owner's deck, or put on top or on the bottom of it."""
    owner = position.things[index].owner
    deck = tuple(card for card in position.decks[owner] if card != index)
    if enters:
        deck = (*deck, index) if bottom else (index, *deck)
    return change(position, decks=(*position.decks[:owner], deck, *position.decks[owner + 1 :]))


def _forgotten(position: Position, index: int) -> Position:
    """The position in which no effect applies to an object any more, since it is about to become a new one."""
    if not any(index in effect.bound for effect in position.effects) and not any(use.thing == index for use in position.used):
        return position
    effects: list[Effect] = []
    for effect in position.effects:
        left = tuple(bound for bound in effect.bound if bound != index)
        if left == effect.bound:
            effects.append(effect)
        elif left or effect.uses > 0:
            effects.append(msgspec.structs.replace(effect, bound=left))
    used = tuple(use for use in position.used if use.thing != index)
    return change(position, effects=tuple(effects), used=used)


@RULES.encodes("3.0.9")
def clear_object(position: Position, index: int) -> Position:
    """The position with an object cleared: a card goes to its owner's graveyard, anything else ceases to exist."""
    from models.flesh_and_blood.attacks import is_made  # what replaces the move hangs on every effect in force
    from models.flesh_and_blood.effects import KERNEL

    if is_made(position.things[index]):
        return move_thing(position, index, NOWHERE)
    to = Place("graveyard", "its owner's")
    cleared = Event("put", position.holder(index), (index,), 1, "", to, -1, internal=True)
    position, _ = perform(KERNEL, position, cleared)
    return position
