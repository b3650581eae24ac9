"""Judges one fully written move by evaluation: stage by stage, every broken rule of the first stage that fails."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from verifier.effects.kernel import Beyond
from verifier.game import Game, Move
from verifier.rule import Rule, Stage


class Judgement(Struct, frozen=True, eq=False):
    """What came of a move: the position after it, or the stage that failed and the rules that were broken there.

    `beyond` says why the position after a legal move is not known.
    """

    move: Any
    met: tuple[tuple[Rule, Stage], ...]
    after: Any = None
    stage: Stage | None = None
    at: int = 0
    broken: tuple[Rule, ...] = ()
    facts: tuple[str, ...] = ()
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
        while True:
            split = stage.parts(left) if stage.parts is not None else None
            now = left if split is None else split[0]
            if split is not None or stage.parts is None:
                for rule in rules:
                    if not rule.holds(position, now):
                        return _refusal(move, met, stage, at, rules, position, now)
            if split is None:
                break
            assert stage.part is not None
            position, left = stage.part(position, now), split[1]
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


def _refusal(
    move: Move, met: list[tuple[Rule, Stage]], stage: Stage, at: int, rules: tuple[Rule, ...], position: Any, asked: Any
) -> Judgement:
    broken = tuple(rule for rule in rules if not rule.holds(position, asked))
    facts = tuple(rule.facts(position, asked) if rule.facts else "" for rule in broken)
    return Judgement(move, tuple(met), None, stage, at, broken, facts)


def is_legal(game: Game, position: Any, move: Move) -> bool:
    """True where a move breaks no rule."""
    return judge(game, position, move, apply=False).legal
