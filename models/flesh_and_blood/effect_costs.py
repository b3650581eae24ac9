"""Effect-costs: what they take, whether they can be paid in the order declared, and paying them."""

from __future__ import annotations

from functools import cache

import msgspec

from models.flesh_and_blood.costs import additional_costs, alternatives, declared_x, effect_costs
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import NONE, Activate, Announced, Play
from models.flesh_and_blood.permissions import permissions
from models.flesh_and_blood.pitching import is_replaceable
from models.flesh_and_blood.registry import CALCULATE_EFFECTS, RULES
from models.flesh_and_blood.state import NOWHERE, Position, is_arena
from verifier.ability.tree import THIS, Ability, Act, Amount, If, Located, Noun, Permission, Place, Stat, While
from verifier.effects.events import perform
from verifier.effects.kernel import Beyond, Truth
from verifier.effects.nouns import fits, is_flexible, mentions, quantity
from verifier.effects.running import default_origin, events_of, run_at_once
from verifier.effects.state import Frame, change
from verifier.rule import precedence
from verifier.term import UnknownTruth, all_of, any_of, ite

MOVES = (Play, Activate)
GOES_TO = {"discard": "graveyard", "destroy": "graveyard", "banish": "banished"}


def in_order(position: Position, move: Announced) -> tuple[tuple[int, Act], ...]:
    """The effect-costs in the order in which they are paid, each with its number in the text."""
    costs = effect_costs(position, move)
    return tuple((number, costs[number]) for number in move.order)


def _unpayable_facts(position: Position, move: Announced) -> str:
    verbs = [
        act.verb
        for place, (_, act) in enumerate(in_order(position, move))
        if place >= len(move.given) or not payable(position, move, place)
    ]
    return f"cannot be paid: {', '.join(verbs)}"


@RULES.constraint(
    "5.1.8a",
    "1.14.4",
    "1.14.4b",
    of=MOVES,
    stage=CALCULATE_EFFECTS,
    facts=_unpayable_facts,
)
def effect_costs_can_be_paid(position: Position, move: Announced) -> Truth:
    """True where each effect-cost, in the order declared, finds what it takes after what was pitched and paid before it."""
    return all_of(len(move.given) == len(move.order), *(payable(position, move, place) for place in range(len(move.order))))


def payable(position: Position, move: Announced, place: int) -> Truth:
    """True where the effect-cost at a place in the order can be paid."""
    _, act = in_order(position, move)[place]
    noun = act.role("object")
    if act.verb in ("draw", "lose"):
        raise Beyond(f"whether a cost to {act.verb} can be paid is not modelled yet")
    if act.verb == "remove counter":
        return _has_counters(position, move, act)
    if not isinstance(noun, Noun):
        return True
    if destination(position, move, place) == "arsenal" and position.in_zone(move.player, "arsenal"):
        return False
    if noun == THIS:
        return precedence(_there(position, move, act, move.thing, place), [forbidden(position, move, act, move.thing)])
    taken = move.given[place] if place < len(move.given) else NONE
    frame = Frame(move.player, move.thing, x=declared_x(move))
    wanted = quantity(KERNEL, position, noun.number, frame)
    number = taken.count()
    return all_of(
        number <= wanted if is_flexible(noun.number) else number == wanted,
        taken.distinct,
        taken.all(lambda index: fits_cost(position, move, act, index, place)),
    )


def _has_counters(position: Position, move: Announced, act: Act) -> Truth:
    """True where the source has as many counters as a cost removes from it."""
    number, counter = act.role("amount"), act.role("counter")
    if act.role("from") != THIS or not isinstance(counter, str) or not isinstance(number, Amount):
        raise Beyond("whether a cost to remove counters from something else can be paid is not modelled yet")
    frame = Frame(move.player, move.thing, x=declared_x(move))
    have = dict(position.things[move.thing].counters).get(counter, 0)
    return quantity(KERNEL, position, number, frame) <= have


def fits_cost(position: Position, move: Announced, act: Act, index: int, place: int) -> Truth:
    """True where an object suits the effect-cost at a place in the order, and no effect forbids to take it."""
    return precedence(suits_cost(position, move, act, index, place), [forbidden(position, move, act, index)])


def suits_cost(position: Position, move: Announced, act: Act, index: int, place: int) -> Truth:
    """True where an object is what the effect-cost at a place in the order takes, and then is where it takes it from."""
    noun = act.role("object")
    frame = Frame(move.player, move.thing, x=declared_x(move))
    fitting = isinstance(noun, Noun) and fits(KERNEL, position, _anywhere(noun), index, frame)
    return all_of(fitting, _there(position, move, act, index, place))


def _anywhere(noun: Noun) -> Noun:
    """A noun without where its objects are, which is asked of where they are by then."""
    return msgspec.structs.replace(noun, where=tuple(part for part in noun.where if not isinstance(part, Located)))


def taken_from(act: Act) -> Place | None:
    """The zone that a cost takes its objects from, None where it takes them from the arena."""
    origin, noun = act.role("from"), act.role("object")
    located = next((part.place for part in noun.where if isinstance(part, Located)), None) if isinstance(noun, Noun) else None
    place = origin if isinstance(origin, Place) else located or default_origin(act)
    return None if place is not None and place.zone == "arena" else place


def _there(position: Position, move: Announced, act: Act, index: int, place: int) -> Truth:
    """True where an object is where a cost takes it from, after what was pitched and what the costs before it moved."""
    if not move.pitched.known and is_replaceable(position):
        raise UnknownTruth("where a pitched card goes hangs on a replacement effect")
    moved: list[tuple[Truth, str]] = [(move.pitched.has(index), "pitch")]
    moved += [(_takes(position, move, earlier, index), destination(position, move, earlier)) for earlier in range(place)]
    truth: Truth = _takes_from(position, move, act, index, position.things[index].zone)
    for taken, zone in moved:
        truth = ite(taken, _takes_from(position, move, act, index, zone), truth)
    return truth


def _takes_from(position: Position, move: Announced, act: Act, index: int, zone: str) -> bool:
    """True where a cost could take an object if it were in a zone."""
    thing = msgspec.structs.replace(position.things[index], zone=zone)
    place = taken_from(act)
    if place is not None:
        own = msgspec.structs.replace(place, whose="your") if place.whose == "their" else place
        return KERNEL.in_place(position, thing, own, move.player) and _at_its_end(position, move, act, index, own)
    return is_arena(thing) and (position.holder(index) == move.player or act.role("object") == THIS)


def _at_its_end(position: Position, move: Announced, act: Act, index: int, place: Place) -> bool:
    """True where a cost takes an object from no particular end of a zone, or the object is among those at that end."""
    noun = act.role("object")
    if not place.position or not isinstance(noun, Noun) or not isinstance(noun.number, int):
        return True
    return index in KERNEL.in_order(position, place, move.player)[: noun.number]


def destination(position: Position, move: Announced, place: int) -> str:
    """The zone to which the effect-cost at a place moves what it takes, if nothing replaces that."""
    _, act = in_order(position, move)[place]
    named = act.role("to")
    return named.zone if isinstance(named, Place) else GOES_TO.get(act.verb, NOWHERE)


def _takes(position: Position, move: Announced, place: int, index: int) -> Truth:
    """True where the effect-cost at a place moves an object away; showing a card does not."""
    _, act = in_order(position, move)[place]
    if act.verb == "reveal":
        return False
    if act.role("object") == THIS:
        return index == move.thing
    return move.given[place].has(index) if place < len(move.given) else False


def forbidden(position: Position, move: Announced, act: Act, index: int) -> Truth:
    """True where an effect says that what a cost does cannot be done to an object.

    What forbids it while the costs before it are paid is known only once they are.
    """
    if not move.pitched.known and _wavers(position, act.verb):
        raise UnknownTruth("what forbids a cost may come and go while others are paid")
    bans = (held for held in permissions(position, act.verb, move.player) if held.statement.modality == "can't")
    nouns = ((held, held.statement.act.role("object")) for held in bans)
    return any_of(
        *(all_of(held.when, fits(KERNEL, position, noun, index, held.frame)) for held, noun in nouns if isinstance(noun, Noun))
    )


def _wavers(position: Position, verb: str) -> bool:
    """True where something that forbids what a verb does hangs on more than which object it is done to."""
    written = (ability for thing in position.things for face in (thing.card, *thing.card.sides) for ability in face.abilities)
    return any(_may_end(ability, verb) for ability in (*written, *(effect.statement for effect in position.effects)))


@cache
def _may_end(ability: Ability, verb: str, under: bool = False) -> bool:
    """True where an ability forbids what a verb does, under a condition or to objects by their place or their numbers."""
    match ability:
        case While(_, inner):
            return _may_end(inner, verb, True)
        case If(_, then, otherwise):
            return any(_may_end(part, verb, True) for part in (*then, *otherwise))
        case Permission("can't", act) if act.verb == verb:
            return under or mentions(act, Located) or mentions(act, Stat)
    return False


@RULES.encodes("5.1.9", "5.1.9a", "1.14.4", "1.14.4a", "1.14.4c", "5.1.8")
def pay_effects(position: Position, move: Announced) -> Position:
    """The position after every effect-cost in order. One that is replaced counts as paid."""
    if not move.order:
        return _linked(position, move)
    paid = []
    x = declared_x(move)
    for place, (_, act) in enumerate(in_order(position, move)):
        taken = move.given[place].items if place < len(move.given) else ()
        frame = Frame(move.player, move.thing, actor=move.player, x=x, chosen=None if act.role("object") == THIS else taken)
        for event in events_of(KERNEL, position, act, frame):
            position, _ = perform(KERNEL, position, event)
        paid.append((act.verb, taken or (move.thing,)))
    layer = msgspec.structs.replace(position.stack[-1], paid=tuple(paid))
    return _linked(change(position, stack=(*position.stack[:-1], layer)), move)


@RULES.encodes("5.4.4d")
def _linked(position: Position, move: Announced) -> Position:
    """The position after what follows from having paid an optional or an alternative cost."""
    if not move.extras and not move.instead:
        return position
    extras, offered = additional_costs(position, move, True), alternatives(position, move)
    followed = (*(extras[number].linked for number in move.extras), *(offered[number].linked for number in move.instead))
    taken = [index for _, things in position.stack[-1].paid for index in things]
    frame = Frame(move.player, move.thing, x=declared_x(move), it=taken[0] if len(taken) == 1 else -1)
    for statements in followed:
        position = run_at_once(KERNEL, position, statements, frame)
    return position
