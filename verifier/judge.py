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


def judge(game: Game, position: Any, move: Move, apply: bool = True) -> Judgement:
    """The judgement of a move. Positions are immutable, so an illegal move leaves nothing to reverse.

    Without `apply` the move is judged but not carried out to its end. Raises `Beyond` where something that the model does not
    cover decides whether the move is legal at all.
    """
    met: list[tuple[Rule, Stage]] = []
    left: Any = move
    stages = game.stages(move)
    asked = [game.rules.judging(type(move), stage.name) for stage in stages]
    last = max((at for at, rules in enumerate(asked) if rules), default=0)
    for at, (stage, rules) in enumerate(zip(stages, asked, strict=True)):
        midway = False
        while True:
            for rule in rules:
                if not rule.holds(position, left):
                    broken = tuple(other for other in rules if not other.holds(position, left))
                    facts = tuple(other.facts(position, left) if other.facts else "" for other in broken)
                    return Judgement(move, tuple(met), None, stage, at, broken, facts, midway)
            further = stage.part(position, left) if stage.part is not None else None
            if further is None:
                break
            position, left = further
            midway = True
        met.extend([(rule, stage) for rule in rules])
        if at == last and not apply:
            break
        try:
            position = stage.finish(position, left)
        except Beyond as error:
            if at < last:
                raise
            return Judgement(move, tuple(met), beyond=str(error))
    return Judgement(move, tuple(met), position)


def is_legal(game: Game, position: Any, move: Move) -> bool:
    """True where a move breaks no rule."""
    return judge(game, position, move, apply=False).legal
