"""Triggered layers: states that set them off, the order in which they are put on the stack, and what is declared for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import msgspec

from models.flesh_and_blood import registry as at
from models.flesh_and_blood.aiming import may_target
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.registry import RULES, task
from models.flesh_and_blood.state import NOWHERE, Position, clockwise
from verifier.ability.tree import Happened, If, Modal, Triggered
from verifier.effects.conditions import met
from verifier.effects.continuous import in_force
from verifier.effects.deciding import decided
from verifier.effects.events import wait
from verifier.effects.kernel import Beyond
from verifier.effects.nouns import NOBODY, mentions, settled, slots
from verifier.effects.running import advance
from verifier.effects.state import Frame, Layer, change, change_thing

COMBAT = frozenset({"attack", "defend", "hit"})
FEW = 4
"""The most waiting layers whose orders are tried to see whether they differ."""


@RULES.encodes("1.10.2d", "6.6.5c")
def see_states(position: Position) -> Position:
    """The position in which every triggered effect has gone off whose state is met now and was not met before."""
    held = [each for each in in_force(KERNEL, position, (Triggered,)) if KERNEL.is_state(each.statement.trigger)]
    now = frozenset(
        (each.frame.source, each.statement)
        for each in held
        if each.when is True and KERNEL.state_holds(position, each.statement.trigger, each.frame)
    )
    for each in held:
        mark = (each.frame.source, each.statement)
        if mark in now and mark not in position.states:
            position = wait(KERNEL, position, each, -1)
    return position if now == position.states else change(position, states=now)


@RULES.encodes("1.10.2d", "6.6.6", "6.6.6b", "1.6.1a", "1.6.1b", "1.6.2c", "7.0.3e")
def place(position: Position, settling: bool = False) -> Position:
    """The position in which the triggered layers that waited are on the stack.

    The turn player selects a player; from that one on, clockwise, each puts theirs in an order of their choice. While the game
    is `settling`, nobody can act before they have resolved: there an order that makes no difference is not asked for.
    """
    if settling and len(position.pending) > 1 and _comes_to_the_same(position):
        return _on_the_stack(position, position.pending)
    while position.pending:
        waiting = position.pending
        position = change(position, pending=())
        for player in clockwise(position, first_player(position, waiting)):
            for layer in ordered(position, player, [layer for layer in waiting if layer.you == player]):
                position = _put(position, layer)
    return position


def _on_the_stack(position: Position, layers: Sequence[Layer]) -> Position:
    """The position with waiting layers put on the stack in this order."""
    position = change(position, pending=())
    for layer in layers:
        position = _put(position, layer)
    return position


def _comes_to_the_same(position: Position) -> bool:
    """True where every order of the layers that wait leads to the same position once all have resolved."""
    idle = [layer for layer in position.pending if _does_nothing(position, layer)]
    active = [layer for layer in position.pending if layer not in idle]
    if len(active) > FEW:
        return False
    outcomes = set()
    for order in permutations(active):
        try:
            after = advance(KERNEL, change(_on_the_stack(position, (*idle, *order)), agenda=(task(at.SETTLE),)))
        except Beyond:
            return False
        if after.asked is not None:
            return False
        outcomes.add(_essence(after))
    return len(outcomes) == 1


def _does_nothing(position: Position, layer: Layer) -> bool:
    """True where a layer asks only for what happened in combat, and it did not: that cannot change while layers resolve."""
    match layer.body:
        case (If(Happened(act, _) as condition, _, ()),) if act.verb in COMBAT:
            return met(KERNEL, position, condition, Frame(layer.you, layer.source, it=layer.it)) is False
    return False


def _essence(position: Position) -> object:
    """What of a position tells it from another, whenever its objects came and its effects began."""
    things = tuple(
        (thing.card, thing.owner, thing.zone, thing.controller, thing.public, thing.counters, thing.damage)
        for thing in position.things
        if thing.zone != NOWHERE
    )
    effects = frozenset(msgspec.structs.replace(effect, timestamp=0) for effect in position.effects)
    return things, effects, position.players, position.decks, position.chain, position.stack, position.used, position.phase


def first_player(position: Position, waiting: Sequence[Layer]) -> int:
    """The player who puts their triggered layers on the stack first, as the turn player selects."""
    players = tuple(
        dict.fromkeys(player for player in clockwise(position, position.turn) for layer in waiting if layer.you == player)
    )
    if len(players) < 2:
        return players[0]
    (hero,) = decided(position.turn, "who puts triggered layers first", tuple(KERNEL.hero(position, p) for p in players), 1, 1)
    return KERNEL.player_of(position, hero)


def ordered(position: Position, player: int, own: list[Layer]) -> list[Layer]:
    """A player's triggered layers in the order in which they put them on the stack; those that do not differ need no choice."""
    if len({(layer.body, layer.source, layer.it, layer.x) for layer in own}) < 2:
        return own
    options = tuple(layer.thing for layer in own)
    chosen = decided(player, "the order of triggered layers", options, len(options), len(options), "order")
    return sorted(own, key=lambda layer: chosen.index(layer.thing))


@RULES.encodes("6.6.6a")
def _put(position: Position, layer: Layer) -> Position:
    """The position with a triggered layer on the stack, its targets declared; without a legal target it ceases to exist."""
    if mentions(layer.body, Modal):
        raise Beyond("a triggered effect with modes cannot be put on the stack yet")
    targets: list[int] = []
    for place, slot in enumerate(slots(layer.body)):
        legal = tuple(
            index
            for index in range(len(position.things))
            if index not in targets and may_target(position, layer.you, layer.source, slot, index, layer.it)
        )
        if not legal and not slot.optional:
            return change_thing(position, layer.thing, zone=NOWHERE)
        if slot.optional:
            targets.extend(decided(layer.you, "a target", legal, 0, 1) if legal else ())
            targets.extend((NOBODY,) * (len(targets) < place + 1))
        else:
            (target,) = legal if len(legal) == 1 else decided(layer.you, "a target", legal, 1, 1)
            targets.append(target)
    body, declared = settled(layer.body, tuple(targets))
    position = change_thing(position, layer.thing, zone="stack", entered=position.now())
    return change(position, stack=(*position.stack, msgspec.structs.replace(layer, body=body, targets=declared)))
