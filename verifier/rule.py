"""Rules: written once as functions of a position and a move, kept in a registry by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

from msgspec import Struct

from verifier.term import Term, all_of, any_of, negate

Truth = bool | Term
Function = TypeVar("Function", bound=Callable[..., Any])
Kind = Literal["constraint", "procedure", "definition"]


class Rule(Struct, frozen=True, eq=False):
    """A rule that judges moves: true of a position and a move that keep it.

    `refs` are the rule's number and its twins: the numbers of rules that say the same of the same situation. `stage` names the
    part of a move in which it is asked. `facts` tells a person why it fails, in the evaluated reading.
    """

    refs: tuple[str, ...]
    of: tuple[type, ...]
    stage: str
    holds: Callable[[Any, Any], Truth]
    facts: Callable[[Any, Any], str] | None = None

    @property
    def ref(self) -> str:
        """The number by which the rule is cited."""
        return self.refs[0]


class Stage(Struct, frozen=True, eq=False):
    """One stage of making a move: rules to meet, then what happens.

    A stage that is done part by part, such as pitching cards one by one, has `parts`: it splits a move into its next part and
    the rest, None where nothing is left. The rules are asked of each part alone, in the position that the parts before it led
    to, and `part` then carries it out. `finish` completes the stage. A `structural` stage does not hang on anything that can be
    unknown: the solver's reading takes it as done.
    """

    name: str
    heading: str
    finish: Callable[[Any, Any], Any]
    parts: Callable[[Any], tuple[Any, Any] | None] | None = None
    part: Callable[[Any, Any], Any] | None = None
    structural: bool = False


class Plan(Struct, frozen=True, eq=False):
    """The stages of a kind of move, each with its rules, and the place of the last stage that has any."""

    steps: tuple[tuple[Stage, tuple[Rule, ...]], ...]
    last: int


class Rules:
    """The registry of one game: which functions encode which rule, and which rules judge which move."""

    def __init__(self) -> None:
        self._rules: list[Rule] = []
        self._encoders: dict[str, list[str]] = {}
        self._by_question: dict[tuple[type, str], tuple[Rule, ...]] = {}
        self._plans: dict[type, tuple[Sequence[Stage], Plan]] = {}

    def constraint(
        self,
        *refs: str,
        of: type | tuple[type, ...],
        stage: str,
        facts: Callable[[Any, Any], str] | None = None,
    ) -> Callable[[Function], Function]:
        """A decorator that registers a rule which a move can break."""

        def register(function: Function) -> Function:
            moves = of if isinstance(of, tuple) else (of,)
            self._rules.append(Rule(refs, moves, stage, function, facts))
            self._by_question.clear()
            self._plans.clear()
            self._note(refs, function)
            return function

        return register

    def encodes(self, *refs: str) -> Callable[[Function], Function]:
        """A decorator that notes which procedures and definitions a function or class carries out."""

        def register(function: Function) -> Function:
            self._note(refs, function)
            return function

        return register

    def _note(self, refs: Iterable[str], function: Any) -> None:
        place = f"{function.__module__}.{function.__qualname__}"
        for ref in refs:
            places = self._encoders.setdefault(ref, [])
            if place not in places:
                places.append(place)

    def judging(self, move: type, stage: str) -> tuple[Rule, ...]:
        """The rules asked of this kind of move at this stage, in the order in which they were written."""
        question = (move, stage)
        if question not in self._by_question:
            self._by_question[question] = tuple(
                rule for rule in self._rules if rule.stage == stage and any(issubclass(move, kind) for kind in rule.of)
            )
        return self._by_question[question]

    def plan(self, move: type, stages: Sequence[Stage]) -> Plan:
        """The stages of a kind of move with the rules that are asked in each."""
        known = self._plans.get(move)
        if known is None or known[0] is not stages:
            steps = tuple((stage, self.judging(move, stage.name)) for stage in stages)
            last = max((at for at, (_, rules) in enumerate(steps) if rules), default=0)
            known = self._plans[move] = (stages, Plan(steps, last))
        return known[1]

    def encoded_by(self, ref: str) -> tuple[str, ...]:
        """The functions that encode a rule, as dotted names."""
        return tuple(self._encoders.get(ref, ()))

    @property
    def constraints(self) -> tuple[Rule, ...]:
        """All rules that a move can break, in the order in which they were written."""
        return tuple(self._rules)

    @property
    def encoded(self) -> frozenset[str]:
        """The numbers of all rules that some function encodes."""
        return frozenset(self._encoders)


def override(by_rule: Truth, allowances: Sequence[Truth] = ()) -> Truth:
    """True where the rule permits it or an effect does: what a card says goes before what a rule says."""
    return any_of(by_rule, *allowances)


def precedence(permitted: Truth, restrictions: Sequence[Truth] = ()) -> Truth:
    """True where it is permitted and nothing forbids it: a restriction goes before a requirement and an allowance."""
    return all_of(permitted, negate(any_of(*restrictions)))
