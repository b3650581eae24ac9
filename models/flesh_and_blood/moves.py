"""The moves of Flesh and Blood: what a player says, whole."""

from __future__ import annotations

from typing import ClassVar

from verifier.game import Hole, Move
from verifier.term import Term
from verifier.unknown import Choice, Selection

NONE: Selection[int] = Selection.of()


class Announced(Move, frozen=True):
    """A card that is played or an ability that is activated, with everything that is declared for it.

    `extras` are the optional additional costs declared, `instead` the alternative costs, both by number from 0; `order` is the
    order in which effect-costs are paid, `given` what each of them takes, and `stray` what is offered for a cost that was not
    declared. `paid` is what the player says they pay, None where they leave it to the rules.
    """

    thing: int | Hole
    x: int | Term | Hole | None = None
    extras: tuple[int, ...] | Hole = ()
    instead: tuple[int, ...] | Hole = ()
    instant: bool | Hole = False
    modes: tuple[int, ...] | Hole = ()
    targets: tuple[int | Choice[int] | Hole, ...] | Hole = ()
    pitched: Selection[int] | Hole = NONE
    order: tuple[int, ...] | Hole = ()
    given: tuple[Selection[int] | Hole, ...] = ()
    stray: tuple[str, ...] = ()
    paid: tuple[tuple[str, int], ...] | None = None


class Play(Announced, frozen=True):
    """A card is played; `side` is the side or sides of a split card: left, right or both."""

    side: str | Hole = ""

    structure: ClassVar[tuple[str, ...]] = (
        "thing", "side", "extras", "instead", "instant", "modes", "order", "stray", "paid",
    )  # fmt: skip


class Activate(Announced, frozen=True):
    """An activated ability of an object is activated; `ability` counts the object's activated abilities from 0."""

    ability: int | Hole = 0

    structure: ClassVar[tuple[str, ...]] = (
        "thing", "ability", "extras", "instead", "instant", "modes", "order", "stray", "paid",
    )  # fmt: skip


class Pass(Move, frozen=True):
    """Priority is passed."""


class Choose(Move, frozen=True):
    """A question is answered by choosing objects."""

    chosen: Selection[int] | Hole = NONE


class Answer(Move, frozen=True):
    """A question about a "may" is answered with yes or no."""

    yes: bool | Hole = False

    structure: ClassVar[tuple[str, ...]] = ("yes",)


class Gain(Move, frozen=True):
    """A player takes points that no card or rule gives them."""

    asset: str = "resource"
    amount: int = 1

    structure: ClassVar[tuple[str, ...]] = ("asset", "amount")


