"""Which object of a position a name in a move means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from models.flesh_and_blood.attacks import is_made
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import NONE
from models.flesh_and_blood.state import Position
from verifier.effects.nouns import NOBODY
from verifier.effects.state import Card, Thing
from verifier.game import Hole
from verifier.notation import Item, Unclear, suggestion
from verifier.unknown import Selection

THIS_CARD = "this"
NO_TARGET = "none"


def names(position: Position) -> tuple[str, ...]:
    """Every name that a line may use: cards, also with their owner, titles, sides, labels, players, `this` and `none`."""
    found = {THIS_CARD, NO_TARGET, *(player.name for player in position.players)}
    for thing in position.things:
        if thing.zone != "nowhere":
            found |= {thing.card.name, thing.card.title, *(side.title for side in thing.card.sides)}
            found |= {thing.label} if thing.label else set()
            found.add(f"{position.players[thing.owner].name}'s {thing.card.name}")
    return tuple(sorted(found))


def called(thing: Thing, text: str) -> bool:
    """True where an object goes by a name."""
    said = text.lower()
    return said in _names_of(thing.card) or (bool(thing.label) and said == thing.label.lower())


@lru_cache(maxsize=4_096)
def _names_of(card: Card) -> frozenset[str]:
    """What a card goes by, in lower case."""
    return frozenset(name.lower() for name in (card.name, card.title, *(side.title for side in card.sides)))


def find(
    position: Position,
    item: Item,
    player: int,
    zones: tuple[tuple[str, ...], ...],
    used: Iterable[int] = (),
    layers: bool = False,
    meant: Callable[[int], bool] | None = None,
) -> int:
    """The object that a name means: first in the zones where it is looked for, the player's own before others'.

    Copies that nothing tells apart are taken one after the other, those first whose abilities were used least; things that
    differ are ambiguous, unless only one of them is such as is `meant`.
    """
    taken = set(used)
    owner, item = _owned(position, item)
    alike = [
        index
        for index, thing in enumerate(position.things)
        if called(thing, item.text) and thing.zone != "nowhere" and owner in (-1, thing.owner)
    ]
    if layers:
        alike += [
            layer.thing
            for layer in position.stack
            if layer.kind != "card" and called(position.things[layer.source], item.text) and layer.thing not in alike
        ]
    else:
        alike = [index for index in alike if not is_made(position.things[index])]
    elsewhere = dict.fromkeys(position.things[index].zone for index in alike)
    if item.zone:
        alike = [index for index in alike if position.things[index].zone == item.zone]
    free = [index for index in alike if index not in taken] or alike
    free.sort(key=lambda index: sum(use.times for use in position.used if use.thing == index))
    for group in (*((zone, True) for zone in zones), ((), True), ((), False)):
        wanted, own = group
        found = [
            index
            for index in free
            if (not wanted or position.things[index].zone in wanted) and (not own or position.things[index].owner == player)
        ]
        if found:
            fitting = [index for index in found if meant(index)] if meant is not None else []
            cards = [index for index in found if not is_made(position.things[index])]
            return _only(position, item, fitting or cards or found)
    where = f" in the {item.zone} zone" if item.zone else ""
    listed = " and ".join(f"the {zone} zone" for zone in elsewhere)
    help = f"there is one in {listed}" if listed else suggestion(item.text, names(position))
    raise Unclear(f"nothing here is called `{item.text}`{where}", column=item.column, help=help)


def _owned(position: Position, item: Item) -> tuple[int, Item]:
    """The player whose object is meant, -1 where that is not said, and the name without the owner."""
    for index, seat in enumerate(position.players):
        start = f"{seat.name}'s "
        if item.text.startswith(start) and not any(called(thing, item.text) for thing in position.things):
            return index, msgspec.structs.replace(item, text=item.text.removeprefix(start))
    return -1, item


def _only(position: Position, item: Item, found: list[int]) -> int:
    """The first of some objects that nothing tells apart; raises `Unclear` where they differ."""
    kinds = {(position.things[index].card.name, position.things[index].zone, position.things[index].public) for index in found}
    if len(kinds) > 1:
        listed = sorted({f"`{name} from {zone}`" for name, zone, _ in kinds})
        raise Unclear(f"`{item.text}` fits several cards", "ambiguous", item.column, "say " + " or ".join(listed))
    return found[0]


def selection(
    position: Position,
    items: tuple[Item, ...],
    player: int,
    zones: tuple[tuple[str, ...], ...],
    used: tuple[int, ...] = (),
    heroes: bool = False,
) -> Any:
    """The objects that some names mean, players' names their heroes where wanted, as a hole where one is left open."""
    found: list[int] = []
    for item in items:
        if item.text != "?":
            hero = _hero(position, item) if heroes else -1
            found.append(hero if hero >= 0 else find(position, item, player, zones, (*used, *found)))
    if any(item.text == "?" for item in items):
        return Hole(tuple(found))
    return Selection.of(*found) if found else NONE


def _hero(position: Position, item: Item) -> int:
    """The hero of the player whom a name means, -1 where it is no player's."""
    found = (index for index, seat in enumerate(position.players) if seat.name == item.text)
    return next((KERNEL.hero(position, index) for index in found), -1)


def target(
    position: Position, item: Item, player: int, used: tuple[int, ...] = (), meant: Callable[[int], bool] | None = None
) -> int:
    """The object that is named as a target; a player's name means their hero, and `none` leaves a target out."""
    if item.text == NO_TARGET:
        return NOBODY
    hero = _hero(position, item)
    if hero >= 0:
        return hero
    arena = ("weapon", "head", "chest", "arms", "legs", "permanent", "hero")
    return find(position, item, player, (("combat chain",), ("stack",), arena), used, layers=True, meant=meant)


def ordered(position: Position, items: tuple[Item, ...], player: int) -> Any:
    """The things that are put in order, by the names of their sources, as a hole where some are left open."""
    options = position.asked.options if position.asked is not None and position.asked.kind == "order" else ()
    source = {layer.thing: layer.source for layer in position.awaiting}
    found: list[int] = []
    for item in items:
        if item.text == "?":
            continue
        hero = _hero(position, item)
        fitting = [
            index
            for index in options
            if index not in found and (index == hero or called(position.things[source.get(index, index)], item.text))
        ]
        if not fitting:
            names = sorted({position.things[source.get(index, index)].card.name for index in options})
            help = suggestion(item.text, names) or (f"there is {', '.join(f'`{name}`' for name in names)}" if names else "")
            raise Unclear(f"nothing called `{item.text}` waits for an order", column=item.column, help=help)
        found.append(fitting[0])
    return Hole(tuple(found)) if any(item.text == "?" for item in items) else Selection.of(*found)
