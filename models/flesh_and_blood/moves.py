"""The moves of Flesh and Blood: what a player says, whole.

Types are those of a written move. While a move is being read any field may hold a `Hole`, and while it is being solved X is a
term, selections are open and targets are choices: rules read all of these the same way.
"""

from __future__ import annotations

from typing import ClassVar

from verifier.game import Move
from verifier.term import Term
from verifier.unknown import Selection

NONE: Selection[int] = Selection.of()


class Announced(Move, frozen=True):
    """A card that is played or an ability that is activated, with everything that is declared for it.

    `extras` are the optional additional costs declared, `instead` the alternative costs, both by number from 0; `order` is the
    order in which effect-costs are paid, `given` what each of them takes, and `stray` what is offered for a cost that was not
    declared. `paid` is what the player says they pay, None where they leave it to the rules.
    """

    thing: int
    x: int | Term | None = None
    extras: tuple[int, ...] = ()
    instead: tuple[int, ...] = ()
    instant: bool = False
    modes: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    pitched: Selection[int] = NONE
    order: tuple[int, ...] = ()
    given: tuple[Selection[int], ...] = ()
    stray: tuple[str, ...] = ()
    paid: tuple[tuple[str, int], ...] | None = None


class Play(Announced, frozen=True):
    """A card is played; `side` is the side or sides of a split card: left, right or both."""

    side: str = ""

    structure: ClassVar[tuple[str, ...]] = (
        "thing", "side", "extras", "instead", "instant", "modes", "order", "stray", "paid",
    )  # fmt: skip


class Activate(Announced, frozen=True):
    """An activated ability of an object is activated; `ability` counts the object's activated abilities from 0."""

    ability: int = 0

    structure: ClassVar[tuple[str, ...]] = (
        "thing", "ability", "extras", "instead", "instant", "modes", "order", "stray", "paid",
    )  # fmt: skip


class Pass(Move, frozen=True):
    """Priority is passed."""


class Choose(Move, frozen=True):
    """A question is answered by choosing objects."""

    chosen: Selection[int] = NONE


class Answer(Move, frozen=True):
    """A question about a "may" is answered with yes or no."""

    yes: bool = False

    structure: ClassVar[tuple[str, ...]] = ("yes",)


class Defend(Move, frozen=True):
    """Cards are declared as defending, in the order in which they will defend."""

    cards: Selection[int] = NONE


class Order(Move, frozen=True):
    """What waits for an order of the player's choice gets it: triggered layers, from the first put on the stack to the last."""

    order: Selection[int] = NONE


class Arsenal(Move, frozen=True):
    """A card is put into the arsenal at the end of the turn, or none."""

    chosen: Selection[int] = NONE


class Begin(Move, frozen=True):
    """A player begins their turn: the start phase runs, and the action phase follows."""


class Gain(Move, frozen=True):
    """A player takes points that no card or rule gives them."""

    asset: str = "resource"
    amount: int = 1

    structure: ClassVar[tuple[str, ...]] = ("asset", "amount")
