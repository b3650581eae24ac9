"""Defending: who may declare which cards, and which sets of them are legal.

A set of defending cards is judged card by card (where it is, whether it can defend at all), as a whole against limits, and
against what must defend if able.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from models.flesh_and_blood import registry as at
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.limits import (
    DOMINATE,
    EFFECT,
    OVERPOWER,
    Demand,
    Limit,
    defending_now,
    demands,
    has_defense,
    limits,
    room,
    sets_within,
)
from models.flesh_and_blood.moves import Defend
from models.flesh_and_blood.registry import ACT, RULES, procedure
from models.flesh_and_blood.state import Defender, Position, clockwise
from verifier.ability.tree import Noun, Permission, Place
from verifier.effects.continuous import InForce, in_force, keywords
from verifier.effects.deciding import decided
from verifier.effects.kernel import Beyond, Truth
from verifier.effects.nouns import fits, fits_from
from verifier.effects.state import Task, change
from verifier.memo import per_state
from verifier.term import all_of, any_of
from verifier.unknown import Selection

MANY = 14
"""The most cards whose sets are tried one by one where an effect says what must defend."""

SLOTS = frozenset({"head", "chest", "arms", "legs", "weapon", "combat chain"})


# Who may declare what


@RULES.encodes("7.3.2a", "8.1.4b", "8.3.28", "8.3.31")
def eligible(position: Position, player: int, index: int, target: int) -> bool:
    """True where a player may declare a card for a target: from hand, or as public equipment; or where its text allows it."""
    return _eligible(KERNEL, position, player, index, target)


@per_state
def _eligible(kernel: Any, position: Position, player: int, index: int, target: int) -> bool:
    thing = position.things[index]
    words, having = KERNEL.words(position, index), keywords(KERNEL, position, index)
    if thing.zone == "hand" and thing.owner == player:
        here = "defense reaction" not in words
    elif thing.zone in SLOTS:
        here = thing.controller == player and thing.public and "equipment" in words
    else:
        here = thing.zone == "arsenal" and thing.owner == player and "ambush" in having
    by_rule = here and (KERNEL.player_of(position, target) == player or "protect" in having)
    return by_rule or any(_allows(position, held, here, player, index, target) for held in _allowances(KERNEL, position))


@per_state
def _allowances(kernel: Any, position: Position) -> tuple[InForce, ...]:
    """The effects that allow defending where the rules do not."""
    every = in_force(KERNEL, position, (Permission,), -1, "defend")
    return tuple(held for held in every if held.statement.modality == "may" and held.when is True)


def _allows(position: Position, held: InForce, here: bool, player: int, index: int, target: int) -> bool:
    """True where an effect lets a player declare a card for a target: from another zone, or for somebody else."""
    act, thing = held.statement.act, position.things[index]
    used, attacked, origin = act.role("with"), act.role("object"), act.role("from")
    if fits(KERNEL, position, act.by, KERNEL.hero(position, player), held.frame) is not True:
        return False
    if isinstance(used, Noun) and not fits_from(KERNEL, position, used, index, thing.zone, held.frame):
        return False
    if isinstance(origin, Place) and not KERNEL.in_place(position, thing, origin, player):
        return False
    for_whom = KERNEL.player_of(position, target) == player
    if isinstance(attacked, Noun):
        for_whom = fits(KERNEL, position, attacked, target, held.frame) is True
    return for_whom and (here or isinstance(origin, Place))


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
    """The attack-target that a player declares cards for now, -1 where they do not.

    Who is attacked and could declare nothing was not asked, but may still try.
    """
    question = position.asked
    if question is not None:
        return question.task.about[0] if question.kind == "defend" and question.player == player else -1
    link, hero = position.link, KERNEL.hero(position, player)
    if link is None or position.step != "defend" or position.passes or hero not in link.targets:
        return -1
    declared = any(card.by == player for card in link.defenders)
    return -1 if declared or could_declare(position, player, hero) else hero


@RULES.constraint(
    "7.3.2",
    "7.0.2",
    of=Defend,
    stage=ACT,
    facts=lambda position, move: "this player is not asked to declare defending cards now",
)
def cards_are_declared_in_the_defend_step(position: Position, move: Defend) -> bool:
    """True where the player is one who declares defending cards now."""
    return asked_to_defend(position, move.player) >= 0


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


@per_state
def _counts(kernel: Any, position: Position, limit: Limit, index: int) -> bool:
    return limit.of_kind(index, position.things[index].zone)


@per_state
def _rooms(kernel: Any, position: Position) -> tuple[tuple[Limit, int], ...]:
    """The limits, each with how many more cards of its kind may come to defend."""
    return tuple((limit, room(position, limit)) for limit in limits(position))


def _within(position: Position, move: Defend, ref: str) -> Truth:
    """True where the declared cards leave every limit of a rule unbroken."""
    return all_of(
        *(
            move.cards.count(partial(_counts, KERNEL, position, limit)) <= left
            for limit, left in _rooms(KERNEL, position)
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


# Requirements: what must defend if able


@RULES.constraint(
    "1.0.2",
    of=Defend,
    stage=ACT,
    facts=lambda position, move: "an effect says what must defend, and more of that could be done",
)
def requirements_are_met(position: Position, move: Defend) -> Truth:
    """True where no legal set of cards does all that this one does of what must be done, and more."""
    wanted = _wanted(KERNEL, position, move.player)
    if not wanted:
        return True
    best = _most(KERNEL, position, move.player)
    return any_of(*(all_of(*(_done(position, wanted[place], move.cards) for place in done)) for done in best))


@per_state
def _wanted(kernel: Any, position: Position, player: int) -> tuple[Demand, ...]:
    return demands(position, player)


def _done(position: Position, demand: Demand, cards: Selection[int]) -> Truth:
    present = sum(demand.of_kind(card.thing, card.origin) for card in defending_now(position))
    return cards.count(lambda index: demand.of_kind(index, position.things[index].zone)) + present >= demand.least


@per_state
def _most(kernel: Any, position: Position, player: int) -> list[frozenset[int]]:
    """The sets of demands that some legal set of cards meets, such that none meets those and more."""
    wanted = demands(position, player)
    options = could_declare(position, player, asked_to_defend(position, player))
    if len(options) > MANY:
        raise Beyond(f"{len(options)} cards could defend, too many to tell what must")
    found: set[frozenset[int]] = set()
    for some in sets_within(position, options):
        cards = Selection.of(*some)
        found.add(frozenset(place for place, demand in enumerate(wanted) if _done(position, demand, cards)))
    return [done for done in found if not any(done < other for other in found)]
