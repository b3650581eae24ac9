"""The combat chain: attacks become chain links, cards are put onto links as defending, objects leave it."""

from __future__ import annotations

import msgspec

from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.omissions import beware_of_time
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import NOWHERE, Defender, Link, Position
from models.flesh_and_blood.zones import move_thing, relocate, remember
from verifier.effects.continuous import bind_next
from verifier.effects.events import perform
from verifier.effects.kernel import Event
from verifier.effects.nouns import number_of
from verifier.effects.state import Effect, Layer, change

CHAIN = "combat chain"


def change_link(position: Position, place: int, **changes: object) -> Position:
    """The position with one chain link changed, counted from 0, or from -1 backwards."""
    links = list(position.chain)
    links[place] = msgspec.structs.replace(links[place], **changes)
    return change(position, chain=tuple(links))


@RULES.encodes(
    "7.0.3", "7.0.3a", "7.0.3b", "7.0.4", "7.2.3", "7.2.3a", "7.2.3b", "1.4.2", "1.4.3", "1.4.3b", "1.4.3c", "8.3.1a"
)
def add_link(position: Position, layer: Layer) -> Position:
    """The position in which a resolved attack is the active-attack of a new chain link, with its source where it is a proxy."""
    index = layer.thing
    source = layer.source if layer.kind != "card" else -1
    position = change(position, stack=tuple(other for other in position.stack if other.thing != index))
    if source >= 0:
        position = _off_its_link(position, source)
    position = _onto_chain(position, index, layer.you)
    if source >= 0:
        position = _onto_chain(position, source, layer.you)
    return change(position, chain=(*position.chain, Link(index, layer.you, source, layer.attack_targets)))


def _onto_chain(position: Position, index: int, player: int) -> Position:
    """The position with an object on the combat chain, under the control of a player."""
    if position.things[index].zone == CHAIN:
        return position
    return relocate(KERNEL, position, index, CHAIN, player, public=True)


def _off_its_link(position: Position, source: int) -> Position:
    """The position in which the attack-proxy of an object on an earlier link has ceased to exist; the object stays."""
    for place, link in enumerate(position.chain):
        if link.source == source:
            position, ghost = remember(position, link.attack)
            proxy = link.attack
            position = change_link(position, place, attack=ghost, source=-1)
            position = move_thing(position, proxy, NOWHERE)
    return position


@RULES.encodes("7.0.4a", "7.2.3c", "8.5.38b")
def take_over(position: Position, layer: Layer, card: int) -> Position:
    """The position in which a card is the attack that an attack-layer stood for, with the effects that applied to the layer."""
    effects = tuple(_rebound(effect, layer.thing, card) for effect in position.effects)
    position = change(position, effects=effects, stack=tuple(other for other in position.stack if other.thing != layer.thing))
    position = move_thing(position, layer.thing, NOWHERE)
    position = _onto_chain(position, card, layer.you)
    return change(position, chain=(*position.chain, Link(card, layer.you, -1, layer.attack_targets)))


@RULES.encodes("7.0.4a")
def replace_attack(position: Position, card: int) -> Position:
    """The position in which a card is the attack of the active link; the attack it had is cleared, its targets stay.

    It is a new attack, but it has not attacked: that happens in the attack step only.
    """
    link = position.chain[-1]
    if position.things[link.attack].known is None:
        position = (
            relocate(KERNEL, position, link.attack, "graveyard") if link.source < 0 else _off_its_link(position, link.source)
        )
    position = _onto_chain(position, card, link.you)
    return bind_next(KERNEL, change_link(position, -1, attack=card, source=-1), card, 0)


def _rebound(effect: Effect, old: int, new: int) -> Effect:
    if old not in effect.bound:
        return effect
    return msgspec.structs.replace(effect, bound=tuple(new if index == old else index for index in effect.bound))


@RULES.encodes("7.0.3f", "7.0.5", "7.0.5a", "7.0.5c", "7.0.5e", "7.3.2d", "8.5.32")
def add_defenders(
    position: Position, player: int, cards: tuple[int, ...], target: int, origins: tuple[str, ...] | None = None
) -> Position:
    """The position in which cards defend on the active link for a target, in the order named, by one event."""
    link = position.link
    assert link is not None
    origins = origins or tuple(position.things[index].zone for index in cards)
    controllers = [declared.by for declared in position.declared] if position.declared else [player] * len(cards)
    for index, origin, by in zip(cards, origins, controllers, strict=True):
        position = _onto_chain(position, index, by)
        defenders = (*position.chain[-1].defenders, Defender(index, target, origin, by))
        position = change_link(position, -1, defenders=defenders)
        position = bind_next(KERNEL, position, index, 0, "defend")
    beware_of_time(position, "combat")
    attack = position.chain[-1].attack
    position = change(position, declared=())
    position, _ = perform(KERNEL, position, Event("defend", player, (attack,), 1, "", None, attack, False, "", cards, origins))
    return position


def power(position: Position, link: Link) -> int:
    """The power of a link's attack, 0 where it has none."""
    found = number_of(KERNEL, position, link.attack, "power")
    return max(int(found), 0) if found is not None else 0


def defense(position: Position, link: Link, target: int) -> int:
    """The sum of what the cards that defend a target on a link defend for."""
    numbers = (number_of(KERNEL, position, card.thing, "defense") for card in link.defenders if card.target == target)
    return sum(max(int(number), 0) for number in numbers if number is not None)
