"""What is an attack, which link an object is on, and who attacks and defends there."""

from __future__ import annotations

from functools import cache

from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import Link, Position
from verifier.ability.tree import (
    Ability,
    Do,
    Keyword,
    Several,
)
from verifier.effects.kernel import Kernel
from verifier.effects.state import Thing


def is_made(thing: Thing) -> bool:
    """True for an object that no card represents: an activated or triggered layer, an attack-proxy."""
    return not thing.card.words.isdisjoint(("activated", "triggered"))


def is_hero_of(kernel: Kernel, state: Position, index: int, word: str, source: int) -> bool:
    """True where a hero is the attacking or defending one: of the link that a source is on, or of the active unresolved one."""
    link = link_of(state, source)
    if link is None or (link.resolved and not is_on(link, source)):
        return False
    return attacking_hero(kernel, state, link) == index if word == "attacking" else index in link.targets


@RULES.encodes("7.2.4a")
def attacking_hero(kernel: Kernel, state: Position, link: Link) -> int:
    """The hero who attacks on a link, -1 where a living object attacks by itself."""
    living = link.source >= 0 and kernel.measure(state, link.source, "life") is not None
    return -1 if living else kernel.hero(state, link.you)


def is_on(link: Link, index: int) -> bool:
    """True where an object is on a link: as its attack, the source of it, or a defending card."""
    return index in (link.attack, link.source) or any(card.thing == index for card in link.defenders)


def link_of(state: Position, index: int) -> Link | None:
    """The chain link that an object is on, the active one where it is on none."""
    for link in reversed(state.chain):
        if is_on(link, index):
            return link
    return state.link


@RULES.encodes("1.4.1", "1.4.2", "1.4.2a", "1.4.3", "1.4.4")
def is_attack(kernel: Kernel, state: Position, index: int) -> bool:
    """True for a card with the subtype attack, an attack-proxy or an attack-layer on the stack, or an attack on the chain."""
    thing = state.things[index]
    if thing.zone == "stack":
        return "attack" in kernel.words(state, index) or makes_attack(thing.card.abilities)
    return any(link.attack == index for link in state.chain)


@cache
def makes_attack(abilities: tuple[Ability, ...]) -> bool:
    """True where the abilities of a layer make it an attack: the ability attack, or the effect of attacking with something."""
    return Keyword("attack") in abilities or attacks_with(abilities)


@cache
def attacks_with(abilities: tuple[Ability, ...]) -> bool:
    """True where the abilities of a layer have the effect of attacking with something."""
    return any(
        (isinstance(ability, Do) and ability.act.verb == "make attack")
        or (isinstance(ability, Several) and attacks_with(ability.statements))
        for ability in abilities
    )
