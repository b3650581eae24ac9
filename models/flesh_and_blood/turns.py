"""The turn: start phase, action phase, end phase with its procedure in order, and the next turn."""

from __future__ import annotations

from models.flesh_and_blood import registry as at
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Begin
from models.flesh_and_blood.omissions import beware_of_time
from models.flesh_and_blood.registry import ACT, RULES, procedure, task
from models.flesh_and_blood.state import Position, change_player, clockwise
from models.flesh_and_blood.zones import expire, move_thing
from verifier.ability.tree import Place
from verifier.effects.deciding import decided
from verifier.effects.events import perform
from verifier.effects.kernel import Event
from verifier.effects.nouns import number_of
from verifier.effects.running import advance, next_up
from verifier.effects.state import Task, change, change_thing


def moment(position: Position, name: str) -> Position:
    """The position after effects have seen a moment of the turn."""
    position, _ = perform(KERNEL, position, Event("moment", position.turn, detail=name))
    return position


@RULES.constraint(
    "4.2.1", "4.0.3b", of=Begin, stage=ACT, facts=lambda position, move: "it is not the start of this player's turn"
)
def a_turn_begins_at_its_start(position: Position, move: Begin) -> bool:
    """True where it is the start phase of the player's own turn."""
    return position.phase == "start" and position.turn == move.player and position.asked is None


def begin_turn(position: Position, move: Begin) -> Position:
    """The position in the action phase of a turn that begins, as far as no decision is needed before."""
    return advance(KERNEL, next_up(position, task(at.START_PHASE)))


@procedure(at.START_PHASE)
@RULES.encodes("4.0.3", "4.0.3a", "4.2.1", "4.2.2", "4.2.3")
def start_phase(position: Position, given: Task) -> Position:
    """The position in which the turn has started and its first effects resolve."""
    beware_of_time(position, "turn")
    until = "until the start of your next turn"
    left = tuple(effect for effect in position.effects if effect.until != until or effect.you != position.turn)
    position = change(position, effects=left)
    return next_up(moment(position, "start of turn"), task(at.SETTLE), task(at.ACTION_PHASE))


@procedure(at.ACTION_PHASE)
@RULES.encodes("4.3.1", "4.3.2", "4.3.2a", "4.3.2b", "4.3.3")
def action_phase(position: Position, given: Task) -> Position:
    """The position in which the action phase has begun: the turn player has an action point and gets priority.

    The point is not gained by an event, so nothing sees or replaces it.
    """
    position = moment(change(position, phase="action"), "beginning of action phase")
    position = change_player(position, position.turn, action_points=1)
    return next_up(position, task(at.PRIORITY, position.turn))


THEIRS = ("during their next action phase", "during their next turn", "until the end of their next turn")
"""The durations that end with the next turn of the player they speak of."""
END_OF_TURN = (at.HEAL_ALLIES, at.FILL_ARSENAL, at.CLEAR_PITCH, at.LOSE_POINTS, at.DRAW_UP)


@procedure(at.END_PHASE)
@RULES.encodes("4.4.1", "4.4.2", "4.4.3")
def end_phase(position: Position, given: Task) -> Position:
    """The position in the end phase: what it sets off resolves, then the steps of the end-of-turn procedure follow in order."""
    beware_of_time(position, "turn")
    position = moment(change(position, phase="end", priority=-1), "beginning of end phase")
    steps = [each for what in END_OF_TURN for each in (task(what), task(at.SETTLE))]
    return next_up(position, task(at.SETTLE), *steps, task(at.END_TURN))


@procedure(at.HEAL_ALLIES)
@RULES.encodes("4.4.3a")
def heal_allies(position: Position, given: Task) -> Position:
    """The position in which allies have their base life again."""
    for index, thing in enumerate(position.things):
        if thing.damage:
            position = change_thing(position, index, damage=0)
    return position


@procedure(at.FILL_ARSENAL)
@RULES.encodes("4.4.3b")
def fill_arsenal(position: Position, given: Task) -> Position:
    """The position after the turn player may have put a card from hand face-down into their empty arsenal."""
    player = position.turn
    hand = position.in_zone(player, "hand")
    if not hand or position.in_zone(player, "arsenal"):
        return position
    chosen = decided(player, "a card for the arsenal", hand, 0, 1, "arsenal")
    for index in chosen:
        put = Event("put", player, (index,), 1, "face-down", Place("arsenal", "your"), -1)
        position, _ = perform(KERNEL, position, put)
    return position


@procedure(at.CLEAR_PITCH)
@RULES.encodes("4.4.3c")
def clear_pitch(position: Position, given: Task) -> Position:
    """The position with every pitch zone emptied onto the bottom of its owner's deck, in an order that each player chooses."""
    for player in clockwise(position, position.turn):
        cards = position.in_zone(player, "pitch")
        if len({position.things[index].card for index in cards}) > 1:
            cards = decided(player, "the order on the bottom of the deck", cards, len(cards), len(cards), "order")
        for index in cards:
            position = move_thing(position, index, "deck", bottom=True)
    return position


@procedure(at.LOSE_POINTS)
@RULES.encodes("4.4.3d")
def lose_points(position: Position, given: Task) -> Position:
    """The position in which nobody has action points or resource points."""
    for player in range(len(position.players)):
        position = change_player(position, player, action_points=0, resources=0)
    return position


@procedure(at.DRAW_UP)
@RULES.encodes("4.4.3e")
def draw_up(position: Position, given: Task) -> Position:
    """The position in which the turn player, and on the first turn everyone, has drawn up to their hero's intellect."""
    for player in clockwise(position, position.turn) if position.first else (position.turn,):
        intellect = number_of(KERNEL, position, KERNEL.hero(position, player), "intellect")
        missing = int(intellect or 0) - len(position.in_zone(player, "hand"))
        for _ in range(missing):
            position, _ = perform(KERNEL, position, Event("draw", player))
    return position


@procedure(at.END_TURN)
@RULES.encodes("4.4.4", "4.0.3b", "1.1.6")
def end_turn(position: Position, given: Task) -> Position:
    """The position at the start of the next player's turn: effects of this turn have ended, its history is forgotten."""
    following = clockwise(position, position.turn)[1]
    position = expire(position, "this turn")
    left = tuple(effect for effect in position.effects if effect.until not in THEIRS or effect.whose != position.turn)
    position = change(position, effects=left)
    return change(
        position, turn=following, phase="start", history=(), used=(), chains=0, first=False, passes=0, states=frozenset()
    )
