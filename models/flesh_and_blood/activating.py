"""Activating an ability: who may, where it works, under which condition, and how often."""

from __future__ import annotations

from msgspec import Struct

from models.flesh_and_blood.costs import ability_of, activated_abilities
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Activate
from models.flesh_and_blood.permissions import about_source, permissions
from models.flesh_and_blood.registry import ANNOUNCE, RULES
from models.flesh_and_blood.state import PRIVATE_ZONES, Position, is_arena
from verifier.ability.tree import THIS, Act, Activated, AllOf, Condition, Is, Keyword, Noun, Place
from verifier.effects.conditions import met
from verifier.effects.kernel import Beyond, Truth
from verifier.effects.state import Frame
from verifier.rule import override
from verifier.term import all_of


def _name(position: Position, move: Activate) -> str:
    return position.things[move.thing].card.name


def _right_facts(position: Position, move: Activate) -> str:
    holder = position.players[position.holder(move.thing)].name
    if position.holder(move.thing) != move.player:
        return f"`{_name(position, move)}` is under `{holder}`'s control"
    return f"`{holder}` does not have priority"


@RULES.constraint("5.2.2", of=Activate, stage=ANNOUNCE, facts=_right_facts)
def player_may_activate(position: Position, move: Activate) -> Truth:
    """True where the player has priority and controls the source, or owns it if nobody does, or an effect allows it."""
    active = position.priority == move.player and position.asked is None
    return all_of(active, override(position.holder(move.thing) == move.player, lent(position, move)))


def lent(position: Position, move: Activate) -> list[Truth]:
    """For each effect that lets the player activate what others control, whether it is about this source."""
    allowed = (held for held in permissions(position, "activate", move.player) if held.statement.modality == "may")
    plain = (held for held in allowed if held.statement.times is None and not held.statement.manner)
    return [all_of(held.when, about_source(position, held, move.thing)) for held in plain]


@RULES.constraint(
    "5.2.1",
    of=Activate,
    stage=ANNOUNCE,
    facts=lambda position, move: f"`{_name(position, move)}` has no such activated ability",
)
def ability_exists(position: Position, move: Activate) -> bool:
    """True where the source has the activated ability."""
    return ability_of(position, move) is not None


@RULES.constraint(
    "1.7.4",
    "5.2.4",
    "1.7.4b",
    of=Activate,
    stage=ANNOUNCE,
    facts=lambda position, move: f"`{_name(position, move)}` is in the {position.things[move.thing].zone} zone",
)
def ability_is_functional(position: Position, move: Activate) -> bool:
    """True where the source is public in the arena, or where the ability's cost or condition says it must be."""
    ability = ability_of(position, move)
    if ability is None:
        return True
    thing = position.things[move.thing]
    required = required_place(ability)
    if required is None:
        return is_arena(thing) and thing.public
    seen = thing.public if required.facing == "face-up" else not thing.public if required.facing else None
    here = is_arena(thing) if required.zone == "arena" else thing.zone == required.zone
    return here and (seen if seen is not None else thing.public or thing.zone in PRIVATE_ZONES)


class Required(Struct, frozen=True):
    """Where an ability says that it works: the zone or the arena, and face-up or face-down where that is said."""

    zone: str
    facing: str = ""


@RULES.encodes("5.2.4", "5.2.4a", "1.7.4b")
def required_place(ability: Activated) -> Required | None:
    """Where an ability works by its cost or its condition, None where neither says it: in the arena."""
    for item in ability.cost:
        if isinstance(item, Act) and item.verb == "discard" and item.role("object") == THIS:
            return Required("hand")
        if isinstance(item, Act) and item.role("object") == THIS and isinstance(origin := item.role("from"), Place):
            return Required(origin.zone)
    return _named_place(ability.condition)


def _named_place(condition: Condition | None) -> Required | None:
    if isinstance(condition, AllOf):
        return next((place for part in condition.conditions if (place := _named_place(part))), None)
    if isinstance(condition, Is) and isinstance(condition.state, Place) and condition.noun == THIS:
        return Required(condition.state.zone, condition.facing)
    return None


@RULES.constraint(
    "5.2.1e",
    of=Activate,
    stage=ANNOUNCE,
    facts=lambda position, move: f"the condition of `{_name(position, move)}` is not met",
)
def condition_is_met(position: Position, move: Activate) -> Truth:
    """True where the ability's activation condition is met."""
    ability = ability_of(position, move)
    if ability is None or ability.condition is None:
        return True
    return met(KERNEL, position, ability.condition, Frame(move.player, move.thing))


# How often


def _is_attack(ability: Activated) -> bool:
    return any(isinstance(part, Keyword) and part.keyword == "attack" for part in ability.body)


class _Allowance:
    """What effects add to the limits of one object's abilities, and what they set them to.

    Each is counted for every ability, for those that attack, or for all abilities of the object together.
    """

    def __init__(self, position: Position, move: Activate) -> None:
        self.more = {"each": 0, "attacks": 0, "shared": 0}
        self.total: dict[str, int] = {}
        for verb in ("activate", "attack"):
            for held in permissions(position, verb, move.player):
                times = held.statement.times
                if times is None or held.statement.modality != "may" or about_source(position, held, move.thing) is not True:
                    continue
                noun = held.statement.act.role("object")
                each = isinstance(noun, Noun) and noun.head == "ability"
                kind = "attacks" if verb == "attack" else "each" if each else "shared"
                if times.additional:
                    self.more[kind] += times.amount
                else:
                    self.total[kind] = times.amount


def _excess(position: Position, move: Activate, allowance: _Allowance) -> int:
    """By how many activations this one would go past every limit and every further activation that effects allow."""
    over = {True: 0, False: 0}
    used = 0
    for number, ability in enumerate(activated_abilities(position, move.thing)):
        attacks = _is_attack(ability)
        if ability.limit is not None and ability.limit.per != "turn":
            raise Beyond(f"a limit per {ability.limit.per} is not modelled yet")
        limit = ability.limit.times if ability.limit is not None else None
        limit = allowance.total.get("each", limit)
        limit = allowance.total.get("attacks", limit) if attacks else limit
        times = position.times_used(move.thing, number) + (number == move.ability)
        used += times
        if limit is not None and "shared" not in allowance.total:
            over[attacks] += max(times - limit - allowance.more["each"], 0)
    if "shared" in allowance.total:
        return max(used - allowance.total["shared"] - sum(allowance.more.values()), 0)
    return max(max(over[True] - allowance.more["attacks"], 0) + over[False] - allowance.more["shared"], 0)


def _within(position: Position, move: Activate, concerned: bool) -> bool:
    """True where the rule is not concerned, or the activation stays within what is allowed."""
    return not concerned or _excess(position, move, _Allowance(position, move)) == 0


def _limit_facts(position: Position, move: Activate) -> str:
    times = position.times_used(move.thing, move.ability)
    return f"it was activated {times} time{'' if times == 1 else 's'} this turn"


@RULES.constraint("5.2.1a", of=Activate, stage=ANNOUNCE, facts=_limit_facts)
def limit_is_kept(position: Position, move: Activate) -> bool:
    """True where the ability was activated fewer times this turn than its limit and all effects together allow."""
    return _within(position, move, True)


@RULES.constraint("5.2.3", "5.2.3d", of=Activate, stage=ANNOUNCE, facts=_limit_facts)
def additional_activations_are_counted(position: Position, move: Activate) -> bool:
    """True where the limit is passed by no more than the additional activations that effects add up to."""
    allowance = _Allowance(position, move)
    return _within(position, move, any(allowance.more.values()))


@RULES.constraint("5.2.3a", of=Activate, stage=ANNOUNCE, facts=_limit_facts)
def each_ability_has_its_own(position: Position, move: Activate) -> bool:
    """True where an effect on all abilities of an object adds to each of them, and is not spent on one alone."""
    return _within(position, move, bool(_Allowance(position, move).more["each"]))


@RULES.constraint("5.2.3b", of=Activate, stage=ANNOUNCE, facts=_limit_facts)
def an_object_shares_its_own(position: Position, move: Activate) -> bool:
    """True where an effect on an object adds to all its abilities together."""
    return _within(position, move, bool(_Allowance(position, move).more["shared"]))


@RULES.constraint("5.2.3c", of=Activate, stage=ANNOUNCE, facts=_limit_facts)
def further_attacks_are_attacks(position: Position, move: Activate) -> bool:
    """True where an effect that lets a source attack again is spent on an ability that attacks."""
    return _within(position, move, bool(_Allowance(position, move).more["attacks"]))


@RULES.constraint("5.2.3e", of=Activate, stage=ANNOUNCE, facts=_limit_facts)
def a_total_is_a_limit(position: Position, move: Activate) -> bool:
    """True where an effect that says how often in total sets the limit, however often it applies."""
    return _within(position, move, bool(_Allowance(position, move).total))
