"""What a move gives for its effect-costs: the objects that its clauses name, and those that are forced."""

from __future__ import annotations

from itertools import chain, permutations
from typing import Any

import msgspec

from models.flesh_and_blood.costs import effect_costs
from models.flesh_and_blood.effect_costs import destination, forbidden, suits_cost, taken_from
from models.flesh_and_blood.moves import NONE, Activate, Announced, Play
from models.flesh_and_blood.naming import THIS_CARD, selection
from models.flesh_and_blood.state import Position
from verifier.ability.tree import THIS, Act, Noun
from verifier.effects.state import change_thing
from verifier.game import Hole
from verifier.notation import Item, Said
from verifier.unknown import Selection

GIVING = {
    "discard": "discarding",
    "banish": "banishing",
    "destroy": "destroying",
    "put": "putting",
    "reveal": "revealing",
    "return": "returning",
}
"""The clause that names what each effect-cost takes, by the cost's verb."""


def with_given(position: Position, said: Said, move: Announced) -> Announced:
    """The move with what each effect-cost takes, in the order in which the clauses are said.

    Clauses of one word are for the costs of that word as the text lists them, unless only another order fits; and a name
    means another copy than the source, unless only the source fits.
    """
    costs = effect_costs(position, move)
    clauses = [(clause, items) for clause, items in said.clauses if clause in GIVING.values()]
    alike = len({act.verb for act in costs}) < len(costs)
    orders = tuple(permutations(range(len(costs)))) if alike else (tuple(range(len(costs))),)
    spared = ((move.thing,), ()) if isinstance(move, Activate) else ((move.thing,),)
    ways = (_assigned(position, move, costs, clauses, order, used) for used in spared for order in orders)
    first = next(ways)
    return next((way for way in chain((first,), ways) if _fits_each(position, way)), first)


def _assigned(
    position: Position,
    move: Announced,
    costs: tuple[Act, ...],
    clauses: list[tuple[str, tuple[Item, ...]]],
    numbers: tuple[int, ...],
    spared: tuple[int, ...],
) -> Announced:
    """The move with each clause for the first cost of its word, in this order of costs, that no clause before it is for."""
    order: list[int] = []
    given: dict[int, Any] = {}
    used = [*spared, *_named(move.pitched)]
    stray: list[str] = []
    for clause, items in clauses:
        itself = len(items) == 1 and items[0].text == THIS_CARD
        free = [number for number in numbers if GIVING.get(costs[number].verb) == clause and number not in order]
        free.sort(key=lambda number: (costs[number].role("object") == THIS) != itself)
        if not free:
            stray.append(clause)
            continue
        number = free[0]
        order.append(number)
        if not itself:
            given[number] = selection(position, items, move.player, _zones(costs[number]), tuple(used))
            used.extend(_named(given[number]))
    rest = [place for place in range(len(costs)) if place not in order]
    full = (*rest, *order)
    move = msgspec.structs.replace(move, order=full, given=tuple(given.get(place, NONE) for place in full), stray=tuple(stray))
    for place, number in enumerate(full):
        if number not in given:
            move = _with_forced(position, move, place)
    return move


def _fits_each(position: Position, move: Announced) -> bool:
    """True where what is given for each cost could be given for it."""
    return all(set(_named(taken)) <= set(giving_candidates(position, move, place)) for place, taken in enumerate(move.given))


def _named(chosen: Any) -> tuple[int, ...]:
    """The objects that a selection or a hole names."""
    named: tuple[int, ...] = chosen.known if isinstance(chosen, Hole) else chosen.items
    return named


def _zones(act: Act) -> tuple[tuple[str, ...], ...]:
    place = taken_from(act)
    return ((place.zone,),) if place is not None else ()


def giving_candidates(position: Position, move: Announced, place: int) -> tuple[int, ...]:
    """The objects that could be given for the effect-cost at a place in the order."""
    act = effect_costs(position, move)[move.order[place]]
    if act.role("object") == THIS:
        return ()
    own = move.thing if isinstance(move, Play) else -1
    return tuple(
        index for index in range(len(position.things)) if index != own and _could_be_given(position, move, act, index, place)
    )


def _could_be_given(position: Position, move: Announced, act: Act, index: int, place: int) -> bool:
    """True where an object could pay a cost now, or after an earlier cost or pitching moved it."""
    alone = msgspec.structs.replace(move, pitched=NONE, given=(NONE,) * len(move.order))
    if suits_cost(position, alone, act, index, 0) is True:
        return True
    zones = {"pitch", *(destination(position, move, earlier) for earlier in range(place))}
    moved = (change_thing(position, index, zone=zone) for zone in zones)
    own = position.things[index].owner == move.player
    return own and any(suits_cost(there, alone, act, index, 0) is True for there in moved)


def _with_forced(position: Position, move: Announced, place: int) -> Announced:
    """The move with a cost filled in where there is only one way to pay it."""
    act = effect_costs(position, move)[move.order[place]]
    noun = act.role("object")
    if not isinstance(noun, Noun) or noun == THIS or not isinstance(noun.number, int):
        return move
    allowed = msgspec.structs.replace(move, pitched=NONE)
    options = tuple(
        index for index in giving_candidates(position, move, place) if forbidden(position, allowed, act, index) is not True
    )
    if isinstance(move.pitched, Selection):
        options = tuple(index for index in options if index not in move.pitched.items)
    if len({position.things[index].card for index in options}) == 1 or len(options) == noun.number:
        given = list(move.given)
        given[place] = Selection.of(*options[: noun.number]) if len(options) >= noun.number else NONE
        return msgspec.structs.replace(move, given=tuple(given))
    return move
