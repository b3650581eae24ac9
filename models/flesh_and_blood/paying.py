"""Paying asset-costs: what is due of each asset, whether it is there, and spending it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from models.flesh_and_blood.costs import asset_costs
from models.flesh_and_blood.moves import Activate, Announced, Play
from models.flesh_and_blood.pitching import given_points
from models.flesh_and_blood.registry import PAY_ASSETS, RULES
from models.flesh_and_blood.state import ASSETS, FIELDS, Position, change_player
from verifier.effects.kernel import Truth, Value
from verifier.memo import per_move
from verifier.term import all_of, any_of, greatest, smallest

MOVES = (Play, Activate)


class Bill(Struct, frozen=True, eq=False):
    """For each asset what a move costs, what the player has once the declared cards are pitched, and what is spent."""

    costs: dict[str, Value]
    there: dict[str, Value]
    due: dict[str, Value]


@RULES.encodes("1.13.5b", "1.14.2")
@per_move
def bill(position: Position, move: Announced) -> Bill:
    """The bill of a move. Chi goes before resources, and may stand in for them."""
    costs = asset_costs(position, move)
    player = position.players[move.player]
    chi = player.chi + given_points(position, move.pitched, "chi")
    resources = player.resources + given_points(position, move.pitched, "resource")
    chi_for_resources = smallest(greatest(chi - costs["chi"], 0), costs["resource"])
    there = {"chi": chi, "resource": resources, "life": player.life, "action point": player.action_points}
    due = {**costs, "chi": costs["chi"] + chi_for_resources, "resource": costs["resource"] - chi_for_resources}
    return Bill(costs, there, due)


def said_to_pay(move: Announced, asset: str) -> int | None:
    """How many points of an asset the player says they pay, None where they do not say."""
    return None if move.paid is None else sum(amount for kind, amount in move.paid if kind == asset)


def _covered(position: Position, move: Announced, asset: str) -> Truth:
    found = bill(position, move)
    return found.there[asset] >= found.due[asset]


def _as_due(position: Position, move: Announced, asset: str) -> Truth:
    said = said_to_pay(move, asset)
    return True if said is None else bill(position, move).due[asset] == said


def _facts(asset: str) -> Callable[[Position, Announced], str]:
    def facts(position: Position, move: Announced) -> str:
        found = bill(position, move)
        said, need = said_to_pay(move, asset), found.due[asset]
        paid = "" if said is None or said == need else f", {said} paid"
        word = "points" if asset == "action point" else f"{asset} points"
        return f"{need} {'action ' if asset == 'action point' else ''}{word} due, {found.there[asset]} there{paid}"

    return facts


def _short_facts(position: Position, move: Announced) -> str:
    short = [asset for asset in ASSETS if not _covered(position, move, asset)]
    return "; ".join(_facts(asset)(position, move) for asset in short)


@RULES.constraint("5.1.7a", "1.14.2", "1.14.2b", of=MOVES, stage=PAY_ASSETS, facts=_short_facts)
def asset_costs_are_paid_in_full(position: Position, move: Announced) -> Truth:
    """True where the player has, or gains by pitching, enough of every asset."""
    found = bill(position, move)
    return all_of(*(found.there[asset] >= found.due[asset] for asset in ASSETS))


@RULES.constraint("1.14.2a", of=MOVES, stage=PAY_ASSETS, facts=lambda *_: "the order is chi, resource, life, action points")
def assets_are_paid_in_order(position: Position, move: Announced) -> bool:
    """True where chi is paid before resources, resources before life, and life before action points."""
    places = [ASSETS.index(asset) for asset, _ in move.paid or ()]
    return places == sorted(places)


@RULES.constraint("1.14.2c", of=MOVES, stage=PAY_ASSETS, facts=_facts("chi"))
def chi_costs_take_chi(position: Position, move: Announced) -> Truth:
    """True where a chi cost is covered by chi points alone."""
    found = bill(position, move)
    said = said_to_pay(move, "chi")
    return all_of(found.there["chi"] >= found.costs["chi"], True if said is None else said >= found.costs["chi"])


@RULES.constraint("1.14.2d", of=MOVES, stage=PAY_ASSETS, facts=_facts("resource"))
def resource_costs_take_chi_first(position: Position, move: Announced) -> Truth:
    """True where a resource cost is covered, by chi points as far as there are any and then by resource points."""
    found = bill(position, move)
    said = said_to_pay(move, "chi")
    chi_first = True if said is None else any_of(said == found.due["chi"], said < found.costs["chi"])
    return all_of(_covered(position, move, "resource"), _as_due(position, move, "resource"), chi_first)


@RULES.constraint("1.14.2e", of=MOVES, stage=PAY_ASSETS, facts=_facts("life"))
def life_costs_take_life(position: Position, move: Announced) -> Truth:
    """True where a life cost is covered by life points."""
    return all_of(_covered(position, move, "life"), _as_due(position, move, "life"))


@RULES.constraint("1.14.2f", of=MOVES, stage=PAY_ASSETS, facts=_facts("action point"))
def action_costs_take_action_points(position: Position, move: Announced) -> Truth:
    """True where an action cost is covered by action points."""
    return all_of(_covered(position, move, "action point"), _as_due(position, move, "action point"))


@RULES.encodes("5.1.7", "1.14.2", "1.14.2d", "1.13.4", "1.13.5b")
def spend(position: Position, move: Announced) -> Position:
    """The position with every asset-cost taken from the player's points."""
    found = bill(position, move)
    left = {FIELDS[asset]: found.there[asset] - found.due[asset] for asset in ASSETS}
    return change_player(position, move.player, **left)
