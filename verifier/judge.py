"""Judges one fully written move by evaluation: stage by stage, every broken rule of the first stage that fails."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from verifier.effects.kernel import Beyond
from verifier.game import Game, Move
from verifier.rule import Plan, Rule, Stage


class Judgement(Struct, frozen=True, eq=False):
    """What came of a move: the position after it, or the stage that failed and the rules that were broken there.

    `at` is how many stages were completed. `beyond` says why the position after a legal move is not known.
    """

    move: Any
    plan: Plan
    at: int
    after: Any = None
    broken: tuple[Rule, ...] = ()
    facts: tuple[str, ...] = ()
    beyond: str = ""

    @property
    def legal(self) -> bool:
        """True where no rule was broken."""
        return not self.broken

    @property
    def stage(self) -> Stage | None:
        """The stage that failed, None where none did."""
        return self.plan.steps[self.at][0] if self.broken else None

    @property
    def met(self) -> tuple[tuple[Rule, Stage], ...]:
        """The rules that were asked and kept, each with its stage."""
        return tuple((rule, stage) for stage, rules in self.plan.steps[: self.at] for rule in rules)


def judge(game: Game, position: Any, move: Move, apply: bool = True) -> Judgement:
    """The judgement of a move. Positions are immutable, so an illegal move leaves nothing to reverse.

    Without `apply` the move is judged but not carried out to its end, and the first rule it breaks is the only one told. Raises
    `Beyond` where something that the model does not cover decides whether the move is legal at all.
    """
    game.beware(position, move)
    plan = game.rules.plan(type(move), game.stages(move))
    left: Any = move
    for at, (stage, rules) in enumerate(plan.steps):
        if stage.parts is None:
            for rule in rules:
                if not rule.holds(position, left):
                    return _refusal(move, plan, at, position, left) if apply else Judgement(move, plan, at, broken=(rule,))
        else:
            assert stage.part is not None
            while (split := stage.parts(left)) is not None:
                now, left = split
                for rule in rules:
                    if not rule.holds(position, now):
                        return _refusal(move, plan, at, position, now) if apply else Judgement(move, plan, at, broken=(rule,))
                position = stage.part(position, now)
        if at == plan.last and not apply:
            break
        try:
            position = stage.finish(position, left)
        except Beyond as error:
            if at < plan.last:
                raise
            return Judgement(move, plan, len(plan.steps), beyond=str(error))
    return Judgement(move, plan, len(plan.steps), position)


def _refusal(move: Move, plan: Plan, at: int, position: Any, asked: Any) -> Judgement:
    _, rules = plan.steps[at]
    broken = tuple(rule for rule in rules if not rule.holds(position, asked))
    facts = tuple(rule.facts(position, asked) if rule.facts else "" for rule in broken)
    return Judgement(move, plan, at, None, broken, facts)


def is_legal(game: Game, position: Any, move: Move) -> bool:
    """True where a move breaks no rule."""
    return judge(game, position, move, apply=False).legal
