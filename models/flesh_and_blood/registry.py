"""The registry of the game's rules; every module of the model adds to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from verifier.effects.kernel import Procedure
from verifier.effects.state import Frame, Task
from verifier.rule import Rules

Function = TypeVar("Function", bound=Callable[..., Any])

RULES = Rules()
RULEBOOK = Path(__file__).with_name("rulebook.toml")

ANNOUNCE = "announce"
DECLARE_COSTS = "declare costs"
DECLARE_TARGETS = "declare modes and targets"
CHECK = "check legal play"
CALCULATE_ASSETS = "calculate asset-costs"
PITCH = "pitch"
PAY_ASSETS = "pay asset-costs"
CALCULATE_EFFECTS = "calculate effect-costs"
PAY_EFFECTS = "pay effect-costs"
COMPLETE = "play"
ACT = "act"
"""The single stage of a move that is made in one go: passing, choosing, answering."""

PROCEDURES: dict[str, Procedure] = {}
"""What each task of the game itself does, by its name."""

PRIORITY = "give priority"
RESOLVE = "resolve the top layer"
SETTLE = "resolve layers as if all players passed"
ATTACK_STEP = "attack step"
BECOME_LINK = "become a chain link"
DEFEND_STEP = "defend step"
DECLARE = "declare defending cards"
PUT_DEFENDERS = "put declared cards onto the chain link"
REACTION_STEP = "reaction step"
DAMAGE_STEP = "damage step"
RESOLUTION_STEP = "resolution step"
CLOSE_STEP = "close step"
CLOSED = "close the combat chain"
START_PHASE = "start phase"
ACTION_PHASE = "action phase"
END_PHASE = "end phase"
HEAL_ALLIES = "allies heal"
FILL_ARSENAL = "fill the arsenal"
CLEAR_PITCH = "put pitched cards on the bottom of the deck"
LOSE_POINTS = "lose points"
DRAW_UP = "draw up to intellect"
END_TURN = "end the turn"


def procedure(name: str) -> Callable[[Function], Function]:
    """A decorator that makes a function of a position and a task the procedure of that name."""

    def register(function: Function) -> Function:
        PROCEDURES[name] = function
        return function

    return register


def task(what: str, player: int = -1, *about: int) -> Task:
    """A task of the game itself, for a player where it has one, about some objects."""
    return Task(Frame(player, -1), None, what, about)
