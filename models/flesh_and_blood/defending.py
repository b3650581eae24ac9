"""Defending: who may declare which cards, which sets of them are legal, and whether a card could still join.

A set of defending cards is judged card by card (where it is, whether it can defend at all) and as a whole against limits: at
most so many of a kind. Cards that already defend count, but a limit never removes them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct

from models.flesh_and_blood import registry as at
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Defend
from models.flesh_and_blood.registry import ACT, RULES, procedure
from models.flesh_and_blood.state import Defender, Link, Position, clockwise
from verifier.ability.tree import AtLeast, Noun, Permission
from verifier.effects.continuous import applies, in_force, keywords
from verifier.effects.deciding import decided
from verifier.effects.kernel import Truth
from verifier.effects.nouns import fits_from, quantity
from verifier.effects.state import Frame, Task, change
from verifier.memo import per_state
from verifier.term import all_of

SLOTS = frozenset({"head", "chest", "arms", "legs", "weapon", "combat chain"})
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
    """What effects say about the cards that the active-attack can be defended by."""
    found = []
    for held in in_force(KERNEL, position, (Permission,), -1, "defend"):
        act, modality = held.statement.act, held.statement.modality
        attacked = act.role("object")
        if modality not in ("can't", "may only") or not act.passive or not isinstance(attacked, Noun):
            continue
        if held.when is not True or applies(KERNEL, position, held, attacked, link.attack) is not True:
            continue
        most = int(quantity(KERNEL, position, act.by.number.least, held.frame)) - 1 if isinstance(act.by.number, AtLeast) else 0

        test = partial(_is_such, position, act.by, held.frame, modality == "can't")
        found.append(Limit(EFFECT, most, test, f"{most} such cards" if most else "no such card"))
    return found


def _is_such(position: Position, noun: Noun, frame: Frame, such: bool, index: int, origin: str) -> bool:
    return fits_from(KERNEL, position, noun, index, origin, frame) == such


def _defending(position: Position) -> tuple[Defender, ...]:
    return (*(position.link.defenders if position.link is not None else ()), *position.declared)


def room(position: Position, limit: Limit) -> int:
    """How many more cards of the kind may come to defend."""
    present = sum(limit.of_kind(card.thing, card.origin) for card in _defending(position))
    return max(limit.most - present, 0)


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


# Who may declare what


@RULES.encodes("7.3.2a", "8.1.4b", "8.3.28", "8.3.31")
def eligible(position: Position, player: int, index: int, target: int) -> bool:
    """True where a player may declare a card for a target: from hand, or as public equipment; or where its text allows it."""
    thing = position.things[index]
    words, having = KERNEL.words(position, index), keywords(KERNEL, position, index)
    if thing.zone == "hand" and thing.owner == player:
        here = "defense reaction" not in words
    elif thing.zone in SLOTS:
        here = thing.controller == player and thing.public and "equipment" in words
    else:
        here = thing.zone == "arsenal" and thing.owner == player and "ambush" in having
    return here and (KERNEL.player_of(position, target) == player or "protect" in having)


def could_declare(position: Position, player: int, target: int) -> tuple[int, ...]:
    """The cards that a player could declare for a target."""
    taken = {card.thing for link in position.chain for card in link.defenders} | {card.thing for card in position.declared}
    return tuple(
        index
        for index in range(len(position.things))
        if index not in taken and has_defense(position, index) and eligible(position, player, index, target)
    )


@RULES.encodes("7.3.2e")
def declarers(position: Position, target: int) -> tuple[int, ...]:
    """The players who could declare cards for a target: its controller first, then the others clockwise."""
    if KERNEL.player_of(position, target) < 0:
        return ()
    order = clockwise(position, position.holder(target))
    link = position.link
    assert link is not None
    return tuple(player for player in order if player != link.you and could_declare(position, player, target))


@procedure(at.DECLARE)
@RULES.encodes("7.3.2", "7.3.2c")
def declare(position: Position, given: Task) -> Position:
    """The position with the cards that a player declares for a target, in the order they name."""
    (target,) = given.about
    player = given.frame.you
    options = could_declare(position, player, target)
    cards = decided(player, "defend", options, 0, len(options), "defend")
    declared = tuple(Defender(index, target, position.things[index].zone, player) for index in cards)
    return change(position, declared=(*position.declared, *declared))


@procedure(at.PUT_DEFENDERS)
@RULES.encodes("7.3.2d", "7.3.2f")
def put_defenders(position: Position, given: Task) -> Position:
    """The position in which all cards declared for a target defend, put onto the link by one event."""
    from models.flesh_and_blood.chain import add_defenders  # the chain needs to know nothing of who may defend

    if not position.declared:
        return position
    cards = tuple(card.thing for card in position.declared)
    origins = tuple(card.origin for card in position.declared)
    return add_defenders(position, given.frame.you, cards, given.about[0], origins)


# The rules about a declared set


def _name(position: Position, index: int) -> str:
    return f"`{position.things[index].card.name}`"


def _named(position: Position, move: Defend, wrong: Callable[[int], bool], what: str) -> str:
    return f"{what}: " + ", ".join(_name(position, index) for index in move.cards.items if wrong(index))


def asked_to_defend(position: Position, player: int) -> int:
    """The attack-target that a player is asked to declare cards for, -1 where they are not."""
    question = position.asked
    return question.task.about[0] if question is not None and question.kind == "defend" and question.player == player else -1


@RULES.constraint(
    "7.3.2", of=Defend, stage=ACT, facts=lambda position, move: "this player is not asked to declare defending cards now"
)
def cards_are_declared_in_the_defend_step(position: Position, move: Defend) -> Truth:
    """True where the player is the one who declares defending cards now, or has none to declare and says so."""
    return asked_to_defend(position, move.player) >= 0 or all_of(move.cards.at_most(0), _cannot_defend(position, move.player))


def _cannot_defend(position: Position, player: int) -> bool:
    """True in the defend step for a player whose hero is attacked and who was asked for nothing, having nothing to declare."""
    link = position.link
    attacked = link is not None and KERNEL.hero(position, player) in link.targets
    return position.step == "defend" and attacked and position.asked is None and not position.passes


@RULES.constraint(
    "7.3.2a",
    of=Defend,
    stage=ACT,
    facts=lambda position, move: _named(
        position,
        move,
        lambda index: not eligible(position, move.player, index, asked_to_defend(position, move.player)),
        "neither a card in hand other than a defense reaction nor public equipment of this player",
    ),
)
def declared_cards_may_be_declared(position: Position, move: Defend) -> Truth:
    """True where every card is one that the player may declare for the target."""
    target = asked_to_defend(position, move.player)
    return target < 0 or move.cards.all(lambda index: eligible(position, move.player, index, target))


def _defence_facts(position: Position, move: Defend) -> str:
    lacking = [index for index in move.cards.items if not has_defense(position, index)]
    if lacking:
        return _named(position, move, lambda index: index in lacking, "no defense")
    limited = [limit for limit in limits(position) if limit.ref == EFFECT and _within(position, move, EFFECT) is False]
    return f"the attack can be defended by {limited[0].text}" if limited else "a card defends already, or is named twice"


@RULES.constraint(
    "7.3.2b",
    "7.0.5d",
    of=Defend,
    stage=ACT,
    facts=_defence_facts,
)
def declared_cards_can_defend(position: Position, move: Defend) -> Truth:
    """True where every card has defense, defends nowhere yet, is named once, and effects on the attack leave room for it."""
    taken = {card.thing for link in position.chain for card in link.defenders} | {card.thing for card in position.declared}
    single = move.cards.all(lambda index: has_defense(position, index) and index not in taken)
    return all_of(move.cards.distinct, single, _within(position, move, EFFECT))


def _counts(position: Position, limit: Limit, index: int) -> bool:
    return limit.of_kind(index, position.things[index].zone)


def _within(position: Position, move: Defend, ref: str) -> Truth:
    """True where the declared cards leave every limit of a rule unbroken."""
    return all_of(
        *(
            move.cards.count(partial(_counts, position, limit)) <= room(position, limit)
            for limit in limits(position)
            if limit.ref == ref
        )
    )


@RULES.constraint(
    "8.3.4",
    "7.3.2b",
    "8.3.4a",
    of=Defend,
    stage=ACT,
    facts=lambda position, move: "the attack has dominate",
)
def dominate_is_kept(position: Position, move: Defend) -> Truth:
    """True where an attack with dominate is defended by at most one card from hand."""
    return _within(position, move, DOMINATE)


@RULES.constraint(
    "8.3.22",
    "7.3.2b",
    "8.3.22a",
    of=Defend,
    stage=ACT,
    facts=lambda position, move: "the attack has overpower",
)
def overpower_is_kept(position: Position, move: Defend) -> Truth:
    """True where an attack with overpower is defended by at most one action card."""
    return _within(position, move, OVERPOWER)
