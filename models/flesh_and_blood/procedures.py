"""How each kind of move is made: its stages, in order."""

from __future__ import annotations

from typing import Any

from models.flesh_and_blood import registry as at
from models.flesh_and_blood.announcing import announce, declare_costs, declare_targets
from models.flesh_and_blood.choices import decide, nothing_happens
from models.flesh_and_blood.costs import calculate
from models.flesh_and_blood.effect_costs import pay_effects
from models.flesh_and_blood.moves import Activate, Answer, Arsenal, Begin, Choose, Defend, Gain, Order, Pass, Play
from models.flesh_and_blood.paying import spend
from models.flesh_and_blood.pitching import one_by_one, pitch_one
from models.flesh_and_blood.priority import complete, pass_priority
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.turns import begin_turn
from verifier.rule import Stage


def unchanged(position: Any, move: Any) -> Any:
    """The position as it is: the stage only asks."""
    return position


@RULES.encodes(
    "1.10.3",
    "1.10.3a",
    "1.10.3b",
    "5.1.1",
    "5.2.2b",
    "5.1.3",
    "5.1.4",
    "5.1.5",
    "5.1.6",
    "5.1.7",
    "5.1.8",
    "5.1.9",
    "5.1.10",
)
def nine_steps() -> tuple[Stage, ...]:
    """The stages of playing a card or activating an ability. Paying assets takes two: pitching cards, then spending points.

    A move that breaks a rule at any of them leaves the position as it was before: nothing is set off, nothing replaced.
    """
    return (
        Stage(at.ANNOUNCE, "announce", announce, structural=True),
        Stage(at.DECLARE_COSTS, "declare costs", declare_costs),
        Stage(at.DECLARE_TARGETS, "declare modes and targets", declare_targets),
        Stage(at.CHECK, "check legal play", unchanged),
        Stage(at.CALCULATE_ASSETS, "calculate asset-costs", calculate),
        Stage(at.PITCH, "pay asset-costs", unchanged, one_by_one, pitch_one),
        Stage(at.PAY_ASSETS, "pay asset-costs", spend),
        Stage(at.CALCULATE_EFFECTS, "calculate effect-costs", unchanged),
        Stage(at.PAY_EFFECTS, "pay effect-costs", pay_effects),
        Stage(at.COMPLETE, "play", complete),
    )


STAGES: dict[type, tuple[Stage, ...]] = {
    Play: nine_steps(),
    Activate: nine_steps(),
    Pass: (Stage(at.ACT, "pass", pass_priority),),
    Choose: (Stage(at.ACT, "choose", decide),),
    Answer: (Stage(at.ACT, "answer", decide),),
    Defend: (Stage(at.ACT, "declare defending cards", decide),),
    Order: (Stage(at.ACT, "order", decide),),
    Arsenal: (Stage(at.ACT, "fill the arsenal", decide),),
    Begin: (Stage(at.ACT, "begin the turn", begin_turn),),
    Gain: (Stage(at.ACT, "gain", nothing_happens),),
}
