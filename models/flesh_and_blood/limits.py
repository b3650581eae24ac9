"""How many cards may and must defend against the active-attack, and whether a card could still join.

A limit says that at most so many of the cards that defend are of a kind. Cards that already defend count, but a limit never
removes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import Defender, Link, Position
from verifier.ability.tree import YOU, Act, AtLeast, Located, Noun, Permission, Place
from verifier.effects.continuous import applies, in_force, keywords
from verifier.effects.nouns import fits, fits_from, fitting, quantity
from verifier.effects.state import Frame
from verifier.memo import per_state

DOMINATE, OVERPOWER, EFFECT = "8.3.4", "8.3.22", "7.3.2b"


class Limit(Struct, frozen=True, eq=False):
    """How many of the cards that defend may be of a kind: by the rule or effect of which number, and in words."""

    ref: str
    most: int
    of_kind: Callable[[int, str], bool]
    text: str


@RULES.encodes("8.3.4", "8.3.22", "7.3.2b", "1.0.2")
def limits(position: Position) -> tuple[Limit, ...]:
    """The limits on the cards that defend against the active-attack."""
    return _limits(KERNEL, position)


@per_state
def _limits(kernel: Any, position: Position) -> tuple[Limit, ...]:
    link = position.link
    if link is None:
        return ()
    found: list[Limit] = []
    having = keywords(KERNEL, position, link.attack)
    if "dominate" in having:
        found.append(Limit(DOMINATE, 1, lambda index, origin: origin == "hand", "one card from hand"))
    if "overpower" in having:
        found.append(Limit(OVERPOWER, 1, lambda index, origin: "action" in KERNEL.words(position, index), "one action card"))
    found.extend(_limits_of_effects(position, link))
    return tuple(found)


def _limits_of_effects(position: Position, link: Link) -> list[Limit]:
    """What effects say about the cards that the active-attack can be defended by, and about what players can defend with."""
    found = []
    for held in in_force(KERNEL, position, (Permission,), -1, "defend"):
        act, modality = held.statement.act, held.statement.modality
        attacked = act.role("object")
        if modality not in ("can't", "may only") or held.when is not True:
            continue
        if isinstance(attacked, Noun) and applies(KERNEL, position, held, attacked, link.attack) is not True:
            continue
        number = _placed(act).number
        most = int(quantity(KERNEL, position, number, held.frame)) - 1 if isinstance(number, AtLeast) else 0
        test = partial(_is_spoken_of, position, act, held.frame, modality == "can't")
        found.append(Limit(EFFECT, most, test, f"{most} such cards" if most else "no such card"))
    return found


def _is_spoken_of(position: Position, act: Act, frame: Frame, such: bool, index: int, origin: str) -> bool:
    """True where an act of defending is about a card: with `such` false, where it is about its player but another card."""
    player = position.holder(index)
    by_player = act.by.head in KERNEL.player_heads
    open_actor = act.passive and act.by == YOU
    if by_player and not open_actor and fits(KERNEL, position, act.by, KERNEL.hero(position, player), frame) is not True:
        return False
    if (open_actor or by_player) and not isinstance(act.role("with"), Noun):
        place = act.role("from")
        fitting = not isinstance(place, Place) or place.zone == origin
    else:
        fitting = fits_from(KERNEL, position, _placed(act), index, origin, frame)
    return fitting == such


def _placed(act: Act) -> Noun:
    """The cards that an act of defending speaks of, with the zone that they come from."""
    origin, used = act.role("from"), act.role("with")
    noun = used if isinstance(used, Noun) else act.by
    return msgspec.structs.replace(noun, where=(*noun.where, Located(origin))) if isinstance(origin, Place) else noun


def _is_one(wanted: int, index: int, origin: str) -> bool:
    return index == wanted


class Demand(Struct, frozen=True, eq=False):
    """How many cards of a kind must defend, if able, in all."""

    least: int
    of_kind: Callable[[int, str], bool]


def demands(position: Position, player: int) -> tuple[Demand, ...]:
    """What effects say that a player must defend with."""
    link = position.link
    found: list[Demand] = []
    if link is None:
        return ()
    for held in in_force(KERNEL, position, (Permission,), -1, "defend"):
        act = held.statement.act
        if held.statement.modality != "must" or held.when is not True:
            continue
        attacked = act.role("object")
        if isinstance(attacked, Noun) and applies(KERNEL, position, held, attacked, link.attack) is not True:
            continue
        noun = _placed(act)
        if not act.passive and act.by.head not in KERNEL.player_heads:
            found.extend(Demand(1, partial(_is_one, index)) for index in fitting(KERNEL, position, noun, held.frame))
            continue
        if not act.passive and fits(KERNEL, position, act.by, KERNEL.hero(position, player), held.frame) is not True:
            continue
        least = int(quantity(KERNEL, position, noun.number, held.frame))
        found.append(Demand(least, partial(_is_spoken_of, position, act, held.frame, True)))
    return tuple(found)


def defending_now(position: Position) -> tuple[Defender, ...]:
    """The cards that defend on the active link, and those declared so far."""
    return (*(position.link.defenders if position.link is not None else ()), *position.declared)


def room(position: Position, limit: Limit) -> int:
    """How many more cards of the kind may come to defend."""
    present = sum(limit.of_kind(card.thing, card.origin) for card in defending_now(position))
    return max(limit.most - present, 0)


def sets_within(position: Position, options: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The sets of some cards that keep to every limit, smaller ones first; what breaks one with fewer cards is never tried."""
    rows = [
        (room(position, limit), frozenset(index for index in options if limit.of_kind(index, position.things[index].zone)))
        for limit in limits(position)
    ]
    layer: list[tuple[int, ...]] = [()]
    place = {index: number for number, index in enumerate(options)}
    while layer:
        yield from layer
        layer = [
            (*some, index)
            for some in layer
            for index in options[place[some[-1]] + 1 if some else 0 :]
            if all(index not in kind or sum(card in kind for card in some) < space for space, kind in rows)
        ]


@RULES.encodes("7.0.5b", "7.0.5d", "7.3.2b", "8.3.4a", "8.3.22a")
def may_join(position: Position, player: int, index: int, origin: str) -> bool:
    """True where a card could become a defending card on the active link, coming from a zone."""
    if position.link is None or not has_defense(position, index):
        return False
    if any(card.thing == index for link in position.chain for card in link.defenders):
        return False
    return all(room(position, limit) >= 1 for limit in limits(position) if limit.of_kind(index, origin))


def has_defense(position: Position, index: int) -> bool:
    """True where an object has the defense property; 0 is a value."""
    return KERNEL.printed(position, index, "defense", 0) is not None
