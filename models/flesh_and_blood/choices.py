"""Decisions outside priority: choosing, answering, ordering, filling the arsenal; and points that nobody may take."""

from __future__ import annotations

from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Answer, Arsenal, Choose, Defend, Gain, Order
from models.flesh_and_blood.registry import ACT, RULES
from models.flesh_and_blood.state import Position, is_asked
from verifier.effects.kernel import Truth
from verifier.effects.running import advance, answer
from verifier.effects.state import Question
from verifier.term import all_of
from verifier.unknown import Selection


def _asked(position: Position, player: int, kind: str) -> Question | None:
    """The question of a kind that a player is asked, None where they are not."""
    question = position.asked
    return question if question is not None and question.kind == kind and question.player == player else None


def _facts(position: Position, move: Choose | Order | Arsenal) -> str:
    kind = {Choose: "choose", Order: "order", Arsenal: "arsenal"}[type(move)]
    question = _asked(position, move.player, kind)
    if question is None:
        return is_asked(position)
    number = f"{question.least}" if question.least == question.most else f"{question.least} to {question.most}"
    return f"{number} of {len(question.options)} are to be chosen"


def _answers(question: Question | None, chosen: Selection[int]) -> Truth:
    """True where a question is open and as many of its options are chosen as it asks for, each once."""
    if question is None:
        return False
    return all_of(
        chosen.distinct,
        chosen.at_least(question.least),
        chosen.at_most(question.most),
        chosen.all(lambda index: index in question.options),
    )


@RULES.constraint("1.8.6", of=Choose, stage=ACT, facts=_facts)
def choice_answers_the_question(position: Position, move: Choose) -> Truth:
    """True where the player is asked to choose, and chooses as many of the options as asked."""
    return _answers(_asked(position, move.player, "choose"), move.chosen)


@RULES.constraint("6.6.6b", "4.4.3c", of=Order, stage=ACT, facts=_facts)
def order_names_each_once(position: Position, move: Order) -> Truth:
    """True where the player is asked for an order of their own, and names everything that waits for it once."""
    return _answers(_asked(position, move.player, "order"), move.order)


@RULES.constraint("4.4.3b", of=Arsenal, stage=ACT, facts=_facts)
def arsenal_is_filled_at_the_end(position: Position, move: Arsenal) -> Truth:
    """True where the player may put a card into their empty arsenal now, and names one card of their hand at most."""
    return _answers(_asked(position, move.player, "arsenal"), move.chosen)


@RULES.constraint("1.8.3a", of=Answer, stage=ACT, facts=lambda position, move: is_asked(position))
def answer_was_asked_for(position: Position, move: Answer) -> bool:
    """True where the player is asked whether an optional effect happens."""
    return _asked(position, move.player, "may") is not None


@RULES.encodes("1.8.3", "1.8.6", "5.3.4a")
def decide(position: Position, move: Choose | Answer | Order | Arsenal | Defend) -> Position:
    """The position after a decision, and after everything that follows without another.

    Who has nothing to decide and says so changes nothing.
    """
    if position.asked is None:
        return position
    chosen: tuple[int, ...] = ()
    match move:
        case Choose() | Arsenal():
            chosen = move.chosen.items
        case Order():
            chosen = move.order.items
        case Defend():
            chosen = move.cards.items
    return advance(KERNEL, answer(position, chosen, isinstance(move, Answer) and bool(move.yes)))


# Points out of nothing


def _no_source(position: Position, move: Gain) -> str:
    return f"no card, rule or effect gives {move.amount} {move.asset} here"


def _gain_rule(ref: str, asset: str) -> None:
    @RULES.constraint(ref, of=Gain, stage=ACT, facts=_no_source)
    def points_need_a_source(position: Position, move: Gain) -> bool:
        """True where the move does not take points of this asset: points come from rules and effects, never by taking them."""
        return move.asset != asset


@RULES.constraint("1.13.2b", of=Gain, stage=ACT, facts=lambda position, move: "it is not this player's action phase")
def action_points_come_in_the_own_action_phase(position: Position, move: Gain) -> bool:
    """True where the move takes no action points, or it is the player's own action phase."""
    return move.asset != "action point" or (position.turn == move.player and position.phase == "action")


for _ref, _asset in (("1.13.2a", "action point"), ("1.13.3a", "resource"), ("1.13.4a", "life"), ("1.13.5a", "chi")):
    _gain_rule(_ref, _asset)


def nothing_happens(position: Position, move: Gain) -> Position:
    """The position as it is."""
    return position
