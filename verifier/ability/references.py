"""What `it` and `that many` stand for: each must have exactly one thing to point back to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.ability.production import is_plural
from verifier.ability.tree import (
    IT,
    Act,
    Activated,
    AdditionalCost,
    AllOf,
    AlternativeCost,
    AnyOf,
    Change,
    Comparison,
    CostChange,
    CountersOn,
    Defining,
    Delayed,
    Do,
    Entering,
    Exists,
    Happened,
    If,
    IfDone,
    Instead,
    Is,
    IsA,
    Labelled,
    Measure,
    Modal,
    Not,
    NoTrigger,
    Noun,
    OneOf,
    Permission,
    Prevention,
    Quoted,
    Several,
    Shield,
    ThatMany,
    Triggered,
    WasLast,
    While,
)
from verifier.ability.vocabulary import Vocabulary

Before = tuple[Any, ...] | None
"""What the last part that spoke of an object spoke of; None where nothing was said before."""


class Unclear(Exception):
    """A word that points back to nothing, or to more than one thing."""

    def __init__(self, word: str, candidates: tuple[Any, ...]) -> None:
        super().__init__(word)
        self.word = word
        self.candidates = candidates


def check(ability: Any, vocabulary: Vocabulary) -> None:
    """Nothing, if every `it` and `that many` has one thing to point back to; else Unclear is raised."""
    _Checker(vocabulary).visit(ability, None)


class _Checker:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def visit(self, value: Any, before: Before) -> Before:
        """What the part spoke of, for the next part."""
        if isinstance(value, Modal):
            for mode in value.modes:
                self.visit(mode, before)
            return before
        if isinstance(value, If | IfDone):
            start = self.visit(value.condition if isinstance(value, If) else value.first, before)
            self._row(value.otherwise, start)
            return self._row(value.then, start)
        parts = tuple(_parts(value))
        return self._row(parts, before) if parts else self._say(value, before)

    def _row(self, values: tuple[Any, ...], before: Before) -> Before:
        for value in values:
            before = self.visit(value, before)
        return before

    def _say(self, value: Any, before: Before) -> Before:
        nouns = tuple(_nouns(value))
        for noun in nouns:
            if noun == IT and len(before or ()) != 1:
                raise Unclear("it", before or ())
            if (noun == ThatMany() or (isinstance(noun, Noun) and noun.number == ThatMany())) and before is None:
                raise Unclear("that many", ())
        for change in value.changes if isinstance(value, Change) else ():
            if isinstance(change, Quoted):
                self.visit(change.ability, None)
        spoken = tuple(dict.fromkeys(noun for noun in nouns if self._can_be_it(noun)))
        return spoken or before or ()

    def _can_be_it(self, noun: Any) -> bool:
        if isinstance(noun, Noun):
            return self._vocabulary.kind_of(noun.head) != "player" and not is_plural(noun)
        return isinstance(noun, str)


def _parts(value: Any) -> Iterator[Any]:
    """The parts of a node that are said one after another; none for a node that is said as a whole."""
    if isinstance(value, Activated):
        yield from (*value.cost, *value.body)
        if value.condition is not None:
            yield value.condition
    elif isinstance(value, AdditionalCost | AlternativeCost):
        yield from (*value.cost, *value.linked)
    elif isinstance(value, Triggered | Delayed):
        yield value.trigger.event
        if value.trigger.condition is not None:
            yield value.trigger.condition
        yield from value.body
    elif isinstance(value, Labelled):
        yield value.ability
    elif isinstance(value, Defining):
        yield value.statement
    elif isinstance(value, OneOf):
        yield from value.options
    elif isinstance(value, Shield):
        yield value.act
    elif isinstance(value, Instead | Prevention):
        yield value.would
        if value.condition is not None:
            yield value.condition
        yield from value.body
    elif isinstance(value, While):
        yield from (value.condition, value.ability)
    elif isinstance(value, Several):
        yield from value.statements
    elif isinstance(value, AllOf | AnyOf):
        yield from value.conditions
    elif isinstance(value, Not):
        yield value.condition
    elif isinstance(value, Do):
        yield value.act
        if value.unless is not None:
            yield value.unless
    elif isinstance(value, Permission | Happened):
        yield value.act


def _nouns(value: Any) -> Iterator[Any]:
    """What a part speaks of: its nouns, `that many`, and a word for what an act draws or creates."""
    if isinstance(value, Act):
        yield value.by
        for name, role in value.roles:
            if isinstance(role, Noun | ThatMany):
                yield role
            elif name == "amount" and role == 1 and not any(isinstance(other, Noun) for _, other in value.roles):
                yield f"what you {value.verb}"
    elif isinstance(value, Exists):
        if (value.compare, value.amount) == (">=", 1):
            yield Noun(value.noun.head, "a", 1, value.noun.words, value.noun.alternatives, value.noun.where)
    elif isinstance(value, Is | IsA | Measure | Change | CostChange | WasLast | NoTrigger | Entering):
        yield value.noun
    elif isinstance(value, Comparison):
        yield from (side.noun for side in (value.left, value.right) if isinstance(side, CountersOn))
