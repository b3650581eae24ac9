"""Priority: what the game does by itself before a player gets it, and what happens when all pass."""

from __future__ import annotations

from models.flesh_and_blood import registry as at
from models.flesh_and_blood.attacks import is_attack
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Activate, Announced, Pass, Play
from models.flesh_and_blood.registry import ACT, RULES, procedure, task
from models.flesh_and_blood.state import Position, change_player, is_arena, note_use, who_acts
from models.flesh_and_blood.triggers import place, see_states
from models.flesh_and_blood.zones import clear_object
from verifier.effects.events import perform
from verifier.effects.kernel import Beyond, Event
from verifier.effects.running import advance, next_up
from verifier.effects.state import Task, change

LAYER_STEP = "layer"
AFTER_STEP = {
    "": (at.END_PHASE,),
    "attack": (at.DEFEND_STEP,),
    "defend": (at.REACTION_STEP,),
    "reaction": (at.DAMAGE_STEP,),
    "damage": (at.RESOLUTION_STEP,),
    "resolution": (at.CLOSE_STEP,),
}
"""What begins when all players pass on an empty stack, by the step of combat."""


@RULES.encodes("5.1.10", "1.11.5", "3.0.9", "5.4.4c", "7.0.2a", "7.0.2", "8.3.1b", "7.1.1", "7.1.2", "7.6.3")
def complete(position: Position, move: Announced) -> Position:
    """The position in which the card counts as played or the ability as activated, and the player has priority again.

    An attack opens the combat chain if it is closed, and begins the layer step. A source that its own cost moved away is a new
    object, and has not been used.
    """
    layer = position.stack[-1]
    verb = "play" if isinstance(move, Play) else "activate"
    subject = layer.thing if isinstance(move, Play) else move.thing
    agents = (layer.thing,) if isinstance(move, Activate) else ()
    if is_attack(KERNEL, position, layer.thing):
        if position.step not in ("", "resolution"):
            raise Beyond("an attack is added to the stack in the middle of another one")
        opened = position.chains + (not position.step)
        position = change(position, step=LAYER_STEP, chains=opened)
        aimed = Event("target", move.player, layer.attack_targets, 1, "", None, layer.source, agents=(layer.thing,))
        position, _ = perform(KERNEL, position, aimed)
    position, _ = perform(
        KERNEL, position, Event(verb, move.player, (subject,), 1, "", None, layer.source, origin=layer.origin, agents=agents)
    )
    if isinstance(move, Activate) and position.things[move.thing].zone == layer.origin:
        position = note_use(position, move.thing, move.ability)
    return advance(KERNEL, next_up(change(position, passes=0), task(at.PRIORITY, move.player)))


@RULES.encodes("1.10.1", "1.10.2", "1.10.2e", "1.11.1", "1.11.2", "7.7.2", "7.7.2d", "8.3.13b")
@procedure(at.PRIORITY)
def give_priority(position: Position, given: Task) -> Position:
    """The position in which a player has priority, after the game state actions; or in which the combat chain closes first."""
    position = game_state_actions(position)
    if position.phase == "over":
        return position
    if position.step and (position.closing or attack_is_gone(position)):
        return next_up(position, task(at.CLOSE_STEP))
    return change(position, priority=given.frame.you)


@procedure(at.SETTLE)
@RULES.encodes("7.7.4", "4.2.2", "4.4.2")
def settle(position: Position, given: Task) -> Position:
    """The position in which the layers on the stack resolve one by one as if all players passed, until there is none left."""
    position = game_state_actions(position, settling=True)
    if position.phase == "over" or not position.stack:
        return position
    return next_up(position, task(at.RESOLVE), given)


def game_state_actions(position: Position, settling: bool = False) -> Position:
    """The position after what the game does before anybody gets priority: heroes, then other living objects, then triggers."""
    position = _losses(position)
    return position if position.phase == "over" else place(see_states(_deaths(position)), settling)


@RULES.encodes("1.10.2a", "4.5.1", "4.5.1a", "4.5.2a", "4.5.3a", "4.5.4a")
def _losses(position: Position) -> Position:
    """The position in which players whose heroes have died have lost, and the game is over if one or none is left."""
    dead = [player for player, seat in enumerate(position.players) if seat.life <= 0 and not seat.lost]
    if not dead:
        return position
    for player in dead:
        position = change_player(position, player, lost=True)
    left = [player for player, seat in enumerate(position.players) if not seat.lost]
    if len(left) <= 1:
        return change(position, phase="over", priority=-1, agenda=())
    raise Beyond("a player has lost and the others play on, which is not modelled yet")


@RULES.encodes("1.10.2b")
def _deaths(position: Position) -> Position:
    """The position in which living objects without life are cleared, all at once."""
    dead = [
        index
        for index, thing in enumerate(position.things)
        if is_arena(thing) and thing.zone != "hero" and KERNEL.measure(position, index, "life") == 0
    ]
    for index in dead:
        position = clear_object(position, index)
    return position


@RULES.encodes("7.7.2c", "1.4.3c")
def attack_is_gone(position: Position) -> bool:
    """True where the attack has ceased to exist before its damage was dealt."""
    if position.step == LAYER_STEP:
        return not any(is_attack(KERNEL, position, layer.thing) for layer in position.stack)
    link = position.link
    early = position.step in ("attack", "defend", "reaction")
    return early and link is not None and position.things[link.attack].known is not None


@RULES.constraint("1.11.4", of=Pass, stage=ACT, facts=lambda position, move: who_acts(position))
def passing_needs_priority(position: Position, move: Pass) -> bool:
    """True where the player who passes has priority and no decision is open."""
    return position.priority == move.player and position.asked is None


@RULES.encodes("1.11.4a", "5.3.1", "1.1.6", "7.1.3", "7.2.6", "7.3.4", "7.4.3", "7.5.4", "7.6.4", "7.7.2a", "4.3.4")
def pass_priority(position: Position, move: Pass) -> Position:
    """The position after a pass: the next player has priority, or once all have passed the top layer resolves.

    On an empty stack the step or the phase ends.
    """
    players = [player for player, seat in enumerate(position.players) if not seat.lost]
    passes = position.passes + 1
    if passes < len(players):
        following = players[(players.index(move.player) + 1) % len(players)]
        return advance(KERNEL, next_up(change(position, passes=passes), task(at.PRIORITY, following)))
    position = change(position, passes=0, priority=-1)
    if not position.stack:
        return advance(KERNEL, next_up(position, *(task(what) for what in AFTER_STEP[position.step])))
    if position.step == LAYER_STEP and is_attack(KERNEL, position, position.stack[-1].thing):
        return advance(KERNEL, next_up(position, task(at.ATTACK_STEP)))
    return advance(KERNEL, next_up(position, task(at.RESOLVE), task(at.PRIORITY, position.turn)))
