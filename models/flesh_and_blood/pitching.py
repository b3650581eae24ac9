"""Pitching cards for a cost, one at a time, each only while it gains something that is still needed."""

from __future__ import annotations

from functools import cache

import msgspec

from models.flesh_and_blood.costs import asset_costs
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Activate, Announced, Play
from models.flesh_and_blood.omissions import beware_of_pitching
from models.flesh_and_blood.permissions import permissions
from models.flesh_and_blood.registry import PITCH, RULES
from models.flesh_and_blood.state import Position
from verifier.ability.tree import Ability, Happened, If, Instead, Noun, Place, While
from verifier.effects.continuous import InForce, in_force
from verifier.effects.events import perform
from verifier.effects.kernel import Event, Truth, Value
from verifier.effects.nouns import fits, mentions
from verifier.rule import precedence
from verifier.term import UnknownTruth, all_of, any_of, negate
from verifier.unknown import Selection

MOVES = (Play, Activate)


def given_points(position: Position, pitched: Selection[int], asset: str) -> Value:
    """How many points of an asset some cards give when they are pitched.

    Where an effect could replace the pitching or the gain, that is known only once each card is pitched.
    """
    if not pitched.known and is_replaceable(position):
        raise UnknownTruth("what pitching gives hangs on a replacement effect")
    return pitched.total(lambda index: points_of(position, index, asset))


def is_replaceable(position: Position) -> bool:
    """True where some effect could replace pitching a card or what it gives, or comes and goes with what happens."""
    if any(in_force(KERNEL, position, (Instead,), -1, verb) for verb in ("pitch", "gain", "put")):
        return True
    return any(_reads_zones(ability) for thing in position.things for ability in thing.card.abilities)


@cache
def _reads_zones(ability: Ability) -> bool:
    return isinstance(ability, While | If) and (mentions(ability.condition, Place) or mentions(ability.condition, Happened))


def points_of(position: Position, index: int, asset: str) -> int:
    """How many points of an asset a card gives when it is pitched."""
    card = position.things[index].card
    return int(card.numbers.get("pitch", 0)) if (card.gives or "resource") == asset else 0


def _in_hand(position: Position, move: Announced, index: int) -> bool:
    return position.things[index].zone == "hand" and position.things[index].owner == move.player


def _has_pitch(position: Position, index: int) -> bool:
    return "pitch" in position.things[index].card.numbers


def _is_needed(position: Position, move: Announced, index: int) -> Truth:
    """True where a card, when its turn comes, gains points of the asset that is being paid: chi first, then resources."""
    before = move.pitched.before(index)
    player = position.players[move.player]
    costs = asset_costs(position, move)
    chi = player.chi + given_points(position, before, "chi")
    resources = player.resources + given_points(position, before, "resource")
    gives_chi = points_of(position, index, "chi") > 0
    chi_short = chi < costs["chi"]
    resources_short = all_of(negate(chi_short), chi - costs["chi"] + resources < costs["resource"])
    gives = gives_chi or points_of(position, index, "resource") > 0
    return any_of(all_of(chi_short, gives_chi), all_of(resources_short, gives))


def _not_in_hand(position: Position, move: Announced) -> str:
    return _listed(position, "not in hand", [index for index in move.pitched.items if not _in_hand(position, move, index)])


def _without_pitch(position: Position, move: Announced) -> str:
    return _listed(position, "no pitch value", [index for index in move.pitched.items if not _has_pitch(position, index)])


def _not_needed(position: Position, move: Announced) -> str:
    idle = [index for index in move.pitched.items if not _is_needed(position, move, index)]
    return _listed(position, "not needed when its turn comes", idle)


def _listed(position: Position, what: str, items: list[int]) -> str:
    return f"{what}: " + ", ".join(f"`{position.things[index].card.name}`" for index in items)


@RULES.constraint("1.14.3", of=MOVES, stage=PITCH, facts=_not_in_hand)
def pitched_cards_come_from_hand(position: Position, move: Announced) -> Truth:
    """True where every pitched card is in the player's hand."""
    return move.pitched.all(lambda index: _in_hand(position, move, index))


@RULES.constraint("1.14.3a", of=MOVES, stage=PITCH, facts=_without_pitch)
def pitched_cards_have_a_pitch_value(position: Position, move: Announced) -> Truth:
    """True where every pitched card has the pitch property."""
    return move.pitched.all(lambda index: _has_pitch(position, index))


@RULES.constraint("1.14.3b", of=MOVES, stage=PITCH, facts=_not_needed)
def pitched_cards_are_needed(position: Position, move: Announced) -> Truth:
    """True where every card, when its turn to be pitched comes, gains an asset that is still needed for the cost being paid."""
    return move.pitched.all(lambda index: _is_needed(position, move, index))


@RULES.constraint("1.0.2", of=MOVES, stage=PITCH, facts=lambda *_: "an effect says that such a card cannot be pitched")
def nothing_forbids_pitching(position: Position, move: Announced) -> Truth:
    """True where no effect says that one of the cards cannot be pitched."""
    bans = [held for held in permissions(position, "pitch", move.player) if held.statement.modality == "can't"]
    if not move.pitched.known and is_replaceable(position):
        raise UnknownTruth("what forbids pitching may come and go while cards are pitched")
    if not bans:
        return True
    return move.pitched.all(lambda index: precedence(True, [_bans(position, held, index) for held in bans]))


def _bans(position: Position, held: InForce, index: int) -> Truth:
    noun = held.statement.act.role("object")
    return isinstance(noun, Noun) and all_of(held.when, fits(KERNEL, position, noun, index, held.frame))


def one_by_one(move: Announced) -> tuple[Announced, Announced] | None:
    """The move with only the next card to pitch, and the move without it; None where none is left."""
    if not move.pitched.items:
        return None
    first, *rest = move.pitched.items
    replace = msgspec.structs.replace
    return replace(move, pitched=Selection.of(first)), replace(move, pitched=Selection.of(*rest))


@RULES.encodes("5.1.7", "1.14.3", "1.14.3c")
def pitch_one(position: Position, move: Announced) -> Position:
    """The position after a card is pitched."""
    (index,) = move.pitched.items
    beware_of_pitching(position.things[index])
    return perform(KERNEL, position, Event("pitch", move.player, (index,), source=index))[0]
