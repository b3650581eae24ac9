"""Paying: pitching cards one at a time, spending assets in order, then effect-costs in the order declared."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from models.flesh_and_blood.costs import additional_costs, alternatives, asset_cost, declared_x, effect_costs
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import NONE, Activate, Announced, Play
from models.flesh_and_blood.permissions import permissions
from models.flesh_and_blood.registry import CALCULATE_EFFECTS, PAY_ASSETS, PITCH, RULES
from models.flesh_and_blood.state import ASSETS, FIELDS, NOWHERE, Position, change_player, is_arena
from verifier.ability.tree import THIS, Act, Instead, Noun, Permission, Place
from verifier.effects.continuous import in_force
from verifier.effects.events import perform
from verifier.effects.kernel import Event, Truth, Value
from verifier.effects.nouns import fits, is_flexible, quantity
from verifier.effects.running import default_origin, events_of, run_at_once
from verifier.effects.state import Frame, change
from verifier.memo import per_move
from verifier.rule import precedence
from verifier.term import UnknownTruth, all_of, any_of, greatest, ite, negate, smallest
from verifier.unknown import Selection

MOVES = (Play, Activate)


def given_points(position: Position, pitched: Selection[int], asset: str) -> Value:
    """How many points of an asset some cards give when they are pitched.

    Where an effect could replace the pitching or the gain, that is known only once each card is pitched.
    """
    if not pitched.known and _replaceable(position):
        raise UnknownTruth("what pitching gives hangs on a replacement effect")
    return pitched.total(lambda index: points_of(position, index, asset))


def _replaceable(position: Position) -> bool:
    return any(held.statement.would.verb in ("pitch", "gain", "put") for held in in_force(KERNEL, position, (Instead,)))


def points_of(position: Position, index: int, asset: str) -> int:
    """How many points of an asset a card gives when it is pitched."""
    card = position.things[index].card
    return int(card.numbers.get("pitch", 0)) if (card.gives or "resource") == asset else 0


@per_move
def available(position: Position, move: Announced, asset: str) -> Value:
    """How many points of an asset the player has once the declared cards are pitched."""
    have = position.players[move.player].points(asset)
    return have + given_points(position, move.pitched, asset) if asset in ("chi", "resource") else have


def chi_for_resources(position: Position, move: Announced) -> Value:
    """How many chi points go into the resource cost: all that the chi cost leaves, as far as they are needed."""
    left = greatest(available(position, move, "chi") - asset_cost(position, move, "chi"), 0)
    return smallest(left, asset_cost(position, move, "resource"))


@RULES.encodes("1.13.5b", "1.14.2")
@per_move
def due(position: Position, move: Announced, asset: str) -> Value:
    """How many points of an asset are spent: chi goes before resources, and may stand in for them."""
    cost = asset_cost(position, move, asset)
    if asset == "chi":
        return cost + chi_for_resources(position, move)
    if asset == "resource":
        return cost - chi_for_resources(position, move)
    return cost


def said_to_pay(move: Announced, asset: str) -> int | None:
    """How many points of an asset the player says they pay, None where they do not say."""
    return None if move.paid is None else sum(amount for kind, amount in move.paid if kind == asset)


def _covered(position: Position, move: Announced, asset: str) -> Truth:
    return available(position, move, asset) >= due(position, move, asset)


def _as_due(position: Position, move: Announced, asset: str) -> Truth:
    said = said_to_pay(move, asset)
    return True if said is None else due(position, move, asset) == said


def _facts(asset: str) -> Callable[[Position, Announced], str]:
    def facts(position: Position, move: Announced) -> str:
        said = said_to_pay(move, asset)
        need, have = due(position, move, asset), available(position, move, asset)
        paid = "" if said is None or said == need else f", {said} paid"
        return f"{need} {asset} {'point' if need == 1 else 'points'} due, {have} there{paid}"

    return facts


def _short_facts(position: Position, move: Announced) -> str:
    short = [asset for asset in ASSETS if not _covered(position, move, asset)]
    return "; ".join(_facts(asset)(position, move) for asset in short)


@RULES.constraint("5.1.7a", "1.14.2", "1.14.2b", of=MOVES, stage=PAY_ASSETS, facts=_short_facts)
def asset_costs_are_paid_in_full(position: Position, move: Announced) -> Truth:
    """True where the player has, or gains by pitching, enough of every asset."""
    return all_of(*(_covered(position, move, asset) for asset in ASSETS))


@RULES.constraint(
    "1.14.2a",
    of=MOVES,
    stage=PAY_ASSETS,
    facts=lambda position, move: "the order is chi, resource, life, action points",
)
def assets_are_paid_in_order(position: Position, move: Announced) -> bool:
    """True where chi is paid before resources, resources before life, and life before action points."""
    places = [ASSETS.index(asset) for asset, _ in move.paid or ()]
    return places == sorted(places)


@RULES.constraint("1.14.2c", of=MOVES, stage=PAY_ASSETS, facts=_facts("chi"))
def chi_costs_take_chi(position: Position, move: Announced) -> Truth:
    """True where a chi cost is covered by chi points alone."""
    cost = asset_cost(position, move, "chi")
    said = said_to_pay(move, "chi")
    return all_of(available(position, move, "chi") >= cost, True if said is None else said >= cost)


@RULES.constraint("1.14.2d", of=MOVES, stage=PAY_ASSETS, facts=_facts("resource"))
def resource_costs_take_chi_first(position: Position, move: Announced) -> Truth:
    """True where a resource cost is covered, by chi points as far as there are any and then by resource points."""
    said = said_to_pay(move, "chi")
    chi_first = True if said is None else said - asset_cost(position, move, "chi") == chi_for_resources(position, move)
    short_of_chi = said is not None and said < asset_cost(position, move, "chi")
    return all_of(_covered(position, move, "resource"), _as_due(position, move, "resource"), any_of(chi_first, short_of_chi))


@RULES.constraint("1.14.2e", of=MOVES, stage=PAY_ASSETS, facts=_facts("life"))
def life_costs_take_life(position: Position, move: Announced) -> Truth:
    """True where a life cost is covered by life points."""
    return all_of(_covered(position, move, "life"), _as_due(position, move, "life"))


@RULES.constraint("1.14.2f", of=MOVES, stage=PAY_ASSETS, facts=_facts("action point"))
def action_costs_take_action_points(position: Position, move: Announced) -> Truth:
    """True where an action cost is covered by action points."""
    return all_of(_covered(position, move, "action point"), _as_due(position, move, "action point"))


def _names(position: Position, items: list[int]) -> str:
    return ", ".join(f"`{position.things[index].card.name}`" for index in items)


@RULES.constraint(
    "1.14.3",
    of=MOVES,
    stage=PITCH,
    facts=lambda position, move: (
        "not in hand: "
        + _names(
            position,
            [
                index
                for index in move.pitched.items
                if position.things[index].zone != "hand" or position.things[index].owner != move.player
            ],
        )
    ),
)
def pitched_cards_come_from_hand(position: Position, move: Announced) -> Truth:
    """True where every pitched card is in the player's hand."""
    return move.pitched.all(lambda index: position.things[index].zone == "hand" and position.things[index].owner == move.player)


@RULES.constraint(
    "1.14.3a",
    of=MOVES,
    stage=PITCH,
    facts=lambda position, move: (
        "no pitch value: "
        + _names(position, [index for index in move.pitched.items if "pitch" not in position.things[index].card.numbers])
    ),
)
def pitched_cards_have_a_pitch_value(position: Position, move: Announced) -> Truth:
    """True where every pitched card has the pitch property."""
    return move.pitched.all(lambda index: "pitch" in position.things[index].card.numbers)


def _idle_facts(position: Position, move: Announced) -> str:
    idle = [index for index in move.pitched.items if not _is_needed(position, move, index)]
    return "not needed when its turn comes: " + _names(position, idle)


@RULES.constraint("1.14.3b", of=MOVES, stage=PITCH, facts=_idle_facts)
def pitched_cards_are_needed(position: Position, move: Announced) -> Truth:
    """True where every card, when its turn to be pitched comes, gains an asset that is still needed for the cost being paid."""
    return move.pitched.all(lambda index: _is_needed(position, move, index))


def _is_needed(position: Position, move: Announced, index: int) -> Truth:
    before = move.pitched.before(index)
    player = position.players[move.player]
    chi = player.chi + given_points(position, before, "chi")
    resources = player.resources + given_points(position, before, "resource")
    chi_cost, resource_cost = asset_cost(position, move, "chi"), asset_cost(position, move, "resource")
    gives_chi, gives_resources = points_of(position, index, "chi") > 0, points_of(position, index, "resource") > 0
    chi_short = chi < chi_cost
    resources_short = all_of(negate(chi_short), chi - chi_cost + resources < resource_cost)
    return any_of(all_of(chi_short, gives_chi), all_of(resources_short, gives_chi or gives_resources))


@RULES.constraint(
    "1.0.2",
    of=MOVES,
    stage=PITCH,
    facts=lambda position, move: "an effect says that such a card cannot be pitched",
)
def nothing_forbids_pitching(position: Position, move: Announced) -> Truth:
    """True where no effect says that one of the cards cannot be pitched."""
    bans = [held for held in permissions(position, "pitch", move.player) if held.statement.modality == "can't"]

    def banned(index: int) -> Truth:
        nouns = ((held, held.statement.act.role("object")) for held in bans)
        return any_of(
            *(
                all_of(held.when, fits(KERNEL, position, noun, index, held.frame))
                for held, noun in nouns
                if isinstance(noun, Noun)
            )
        )

    return move.pitched.all(lambda index: precedence(True, [banned(index)]))


def one_by_one(move: Announced) -> tuple[Announced, Announced] | None:
    """The move with only the next card to pitch, and the move without it; None where none is left."""
    if not move.pitched.items:
        return None
    first, *rest = move.pitched.items
    return msgspec.structs.replace(move, pitched=Selection.of(first)), msgspec.structs.replace(
        move, pitched=Selection.of(*rest)
    )


@RULES.encodes("5.1.7", "1.14.3", "1.14.3c")
def pitch_one(position: Position, move: Announced) -> Position:
    """The position after a card is pitched."""
    (index,) = move.pitched.items
    return perform(KERNEL, position, Event("pitch", move.player, (index,), 1, "", None, index))[0]


@RULES.encodes("5.1.7", "1.14.2", "1.14.2d", "1.13.4", "1.13.5b")
def spend(position: Position, move: Announced) -> Position:
    """The position with every asset-cost taken from the player's points."""
    spent = {FIELDS[asset]: position.players[move.player].points(asset) - due(position, move, asset) for asset in ASSETS}
    return change_player(position, move.player, **spent)


# Effect-costs


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
    if not isinstance(noun, Noun):
        return True
    if noun == THIS:
        return precedence(_there(position, move, act, move.thing, place), [forbidden(position, act, move.thing)])
    taken = move.given[place] if place < len(move.given) else NONE
    frame = Frame(move.player, move.thing, x=declared_x(move))
    wanted = quantity(KERNEL, position, noun.number, frame)
    number = taken.count()
    return all_of(
        number <= wanted if is_flexible(noun.number) else number == wanted,
        taken.distinct,
        taken.all(lambda index: fits_cost(position, move, act, index, place)),
    )


def fits_cost(position: Position, move: Announced, act: Act, index: int, place: int) -> Truth:
    """True where an object is what the effect-cost at a place in the order takes, and then is where it takes it from."""
    noun = act.role("object")
    frame = Frame(move.player, move.thing, x=declared_x(move))
    fitting = isinstance(noun, Noun) and fits(KERNEL, position, noun, index, frame)
    return precedence(all_of(fitting, _there(position, move, act, index, place)), [forbidden(position, act, index)])


def _there(position: Position, move: Announced, act: Act, index: int, place: int) -> Truth:
    """True where an object is where a cost takes it from, after what was pitched and what the costs before it moved."""
    moved: list[tuple[Truth, str]] = [(move.pitched.has(index), "pitch")]
    moved += [(_takes(position, move, earlier, index), destination(position, move, earlier)) for earlier in range(place)]
    truth: Truth = _takes_from(position, move, act, index, position.things[index].zone)
    for taken, zone in moved:
        truth = ite(taken, _takes_from(position, move, act, index, zone), truth)
    return truth


def _takes_from(position: Position, move: Announced, act: Act, index: int, zone: str) -> bool:
    """True where a cost could take an object if it were in a zone."""
    thing = msgspec.structs.replace(position.things[index], zone=zone)
    origin = act.role("from")
    place = origin if isinstance(origin, Place) else default_origin(act)
    if place is not None:
        own = msgspec.structs.replace(place, whose="your") if place.whose == "their" else place
        return KERNEL.in_place(position, thing, own, move.player)
    return is_arena(thing) and position.holder(index) == move.player


GOES_TO = {"discard": "graveyard", "destroy": "graveyard", "banish": "banished"}


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


def forbidden(position: Position, act: Act, index: int) -> Truth:
    """True where an effect says that what a cost does cannot be done to an object."""
    bans = (held for held in in_force(KERNEL, position, (Permission,)) if held.statement.modality == "can't")
    nouns = ((held, held.statement.act.role("object")) for held in bans if held.statement.act.verb == act.verb)
    return any_of(
        *(all_of(held.when, fits(KERNEL, position, noun, index, held.frame)) for held, noun in nouns if isinstance(noun, Noun))
    )


@RULES.encodes("5.1.9", "5.1.9a", "1.14.4", "1.14.4a", "1.14.4c", "5.1.8")
def pay_effects(position: Position, move: Announced) -> Position:
    """The position after every effect-cost in order. One that is replaced counts as paid."""
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
    extras, offered = additional_costs(position, move, True), alternatives(position, move)
    followed = (*(extras[number].linked for number in move.extras), *(offered[number].linked for number in move.instead))
    frame = Frame(move.player, move.thing, x=declared_x(move))
    for statements in followed:
        position = run_at_once(KERNEL, position, statements, frame)
    return position
