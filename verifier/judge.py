"""Judges one fully written move by evaluation: stage by stage, every broken rule of the first stage that fails."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from verifier.effects.kernel import Beyond
from verifier.game import Game, Move
from verifier.rule import Rule, Stage


class Judgement(Struct, frozen=True, eq=False):
    """What came of a move: the position after it, or the stage that failed and the rules that were broken there.

    `midway` says that the stage failed only after part of it was carried out, which the solver's reading cannot see. `beyond`
    says why the position after a legal move is not known.
    """

    move: Any
    met: tuple[tuple[Rule, Stage], ...]
    after: Any = None
    stage: Stage | None = None
    at: int = 0
    broken: tuple[Rule, ...] = ()
    facts: tuple[str, ...] = ()
    midway: bool = False
    beyond: str = ""

    @property
    def legal(self) -> bool:
        """True where no rule was broken."""
        return not self.broken


def judge(game: Game, position: Any, move: Move) -> Judgement:
    """The judgement of a move. Positions are immutable, so an illegal move leaves nothing to reverse.

    Raises `Beyond` where something that the model does not cover decides whether the move is legal at all.
    """
    met: list[tuple[Rule, Stage]] = []
    left: Any = move
    stages = game.stages(move)
    for at, stage in enumerate(stages):
        rules = game.rules.judging(type(move), stage.name)
        midway = False
        while True:
            broken = tuple(rule for rule in rules if not rule.holds(position, left))
            if broken:
                facts = tuple(rule.facts(position, left) if rule.facts else "" for rule in broken)
                return Judgement(move, tuple(met), None, stage, at, broken, facts, midway)
            if stage.part is None:
                break
            further = stage.part(position, left)
            if further is None:
                break
            position, left = further
            midway = True
        met.extend((rule, stage) for rule in rules)
        try:
            position = stage.finish(position, left)
        except Beyond as error:
            if stage is not stages[-1]:
                raise
            return Judgement(move, tuple(met), beyond=str(error))
    return Judgement(move, tuple(met), position)


def is_legal(game: Game, position: Any, move: Move) -> bool:
    """True where a move breaks no rule."""
    return judge(game, position, move).legal
