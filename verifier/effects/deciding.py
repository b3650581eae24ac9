"""Decisions in the middle of a task.

Positions are immutable, so a task that needs a decision is dropped, the player is asked, and the task starts anew with the
answer: it runs to the same place, finds the answer there and goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from verifier.effects.kernel import Beyond
from verifier.effects.state import Frame, Question, Task

_answers: list[Iterator[tuple[int, ...]]] = []
"""For each task that is being carried out, the innermost last, the decisions made for it so far."""


class Needed(Beyond):
    """Raised where a player must decide something first. Outside a task nobody can be asked, and the answer is unknown."""

    def __init__(self, question: Question) -> None:
        super().__init__("a player has to decide something in the middle of a move")
        self.question = question


@contextmanager
def answering(task: Task) -> Iterator[None]:
    """A context in which the decisions of a task are at hand."""
    _answers.append(iter(task.answers))
    try:
        yield
    finally:
        _answers.pop()


def decided(
    player: int,
    about: str,
    options: tuple[int, ...],
    least: int,
    most: int,
    kind: Literal["choose", "may", "order", "defend", "arsenal"] = "choose",
) -> tuple[int, ...]:
    """What a player decided here; raises `Needed` where that is still open."""
    answer = next(_answers[-1], None) if _answers else None
    if answer is None:
        nothing = Task(Frame(player, -1))
        raise Needed(Question(player, about, options, least, most, nothing, kind, inner=True))
    return answer


def agreed(player: int, about: str) -> bool:
    """Whether a player said yes to something optional; raises `Needed` where that is still open."""
    return bool(decided(player, about, (), 0, 0, "may"))
