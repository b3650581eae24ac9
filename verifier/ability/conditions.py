"""The grammar of clauses (who does what) and of conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from verifier.ability.filters import BOUNDS, THAN, rank
from verifier.ability.production import Production, Slots, builds, constant, is_plural, mentions, rule, same
from verifier.ability.tree import (
    YOU,
    Act,
    AllOf,
    AnyOf,
    Comparison,
    Controlled,
    CountOf,
    Did,
    Doing,
    Done,
    Exists,
    Happened,
    Is,
    IsA,
    Located,
    Measure,
    Moment,
    Not,
    Place,
    StatOf,
    ThisWay,
    Variable,
    WasLast,
)
from verifier.ability.vocabulary import Vocabulary


def clauses(vocabulary: Vocabulary) -> list[Production]:
    """The productions of acts with their subject: plain, as something that would happen, and as something that has."""
    lines = []
    for symbol, verbs in (("clause", "any"), ("clause.effect", "effect")):
        lines.append(active(symbol, f"<by:subject> <act:{verbs}.third>", vocabulary, lambda by: not is_plural(by)))
        lines.append(active(symbol, f"<by:subject> <act:{verbs}.base>", vocabulary, is_plural))
    lines += [
        passive("clause", "<object:subject> {is/are:object} <act:any.passive>", vocabulary),
        active("would", "<by:subject> would <act:any.base>", vocabulary),
        passive("would", "<object:subject> would be <act:any.passive>", vocabulary),
        active("done", "<by:subject> {has/have:by} <act:any.perfect>", vocabulary),
        passive("done", "<object:subject> {was/were:object} <act:any.passive>", vocabulary),
        active("undone", "<by:subject> {has/have:by} not <act:any.perfect>", vocabulary),
        passive("undone", "<object:subject> {was/were:object} not <act:any.passive>", vocabulary),
    ]
    return lines


def active(symbol: str, text: str, vocabulary: Vocabulary, when: Callable[[Any], bool] | None = None) -> Production:
    """A production of an act with its subject in the slot `by` and the rest in the slot `act`."""
    kinds = {verb.key: verb.by for verb in vocabulary.verbs}

    def fits(by: Any, verb: str) -> bool:
        wanted = kinds.get(verb, "any")
        return (wanted == "any" or vocabulary.kind_of(by.head) == wanted) and (when is None or when(by))

    def make(slots: Slots) -> Any:
        return replace(slots["act"], by=slots["by"]) if fits(slots["by"], slots["act"].verb) else None

    def take(act: Any) -> Slots | None:
        return {"by": act.by, "act": replace(act, by=YOU)} if not act.passive and fits(act.by, act.verb) else None

    return rule(symbol, text, make, take, Act)


def passive(symbol: str, text: str, vocabulary: Vocabulary) -> Production:
    """A production of a passive act with what it is done to in the slot `object` and the rest in the slot `act`."""
    kinds = {verb.key: slot.type for verb in vocabulary.verbs for slot in verb.frame if slot.role == verb.patient}
    patients = {verb.key: verb.patient for verb in vocabulary.verbs}

    def fits(noun: Any, verb: str) -> bool:
        wanted = kinds.get(verb)
        return wanted == "noun" or vocabulary.kind_of(noun.head) == wanted

    def make(slots: Slots) -> Any:
        act: Act = slots["act"]
        done = replace(act, roles=((patients[act.verb], slots["object"]), *act.roles))
        return done if fits(slots["object"], act.verb) else None

    def take(act: Any) -> Slots | None:
        if not act.passive or not act.roles or act.roles[0][0] != patients.get(act.verb):
            return None
        noun = act.roles[0][1]
        return {"object": noun, "act": replace(act, roles=act.roles[1:])} if fits(noun, act.verb) else None

    return rule(symbol, text, make, take, Act)


def conditions() -> list[Production]:
    """The productions of conditions; `and` and `or` join plain ones, never each other."""
    lines = [
        same("condition", "<condition.plain>"),
        builds("condition", "<conditions:condition.plain++and>", AllOf),
        builds("condition", "<conditions:condition.plain++or>", AnyOf),
        constant("facing", "face-up", "face-up"),
        constant("facing", "face-down", "face-down"),
        builds("condition.plain", "<act:done> [ <duration> ]", Happened),
        _negated("<act:undone> [ <duration> ]", Happened),
        builds("condition.plain", "<noun:common> {was/were:noun} the last <head:head.singular> [ <duration> ]", WasLast),
        builds("condition.plain", "<noun:subject> {is/are:noun} a <kind:kind.singular>", IsA),
        _is_not_a("<noun:subject> {is/are:noun} not a <kind:kind.singular>"),
        same("measured", "<numeral>", lambda value: isinstance(value, Variable)),
        same("measured", "<figure>", lambda value: not mentions(value, StatOf)),
        same("condition.plain", "it is <moment:moment.period>", lambda value: isinstance(value, Moment)),
        _not("it is not <moment:moment.period>", "moment", Moment),
    ]
    for negation, wrap in (("", False), ("not", True)):
        lines.append(_is(f"<noun:subject> {{is/are:noun}} {negation} <state:state>", str, wrap))
        lines.append(_is(f"<noun:subject> {{is/are:noun}} {negation} [ <facing> ] <state:whereabouts>", Place, wrap))
    for compare, bound in BOUNDS:
        yours = f"your <stat> is <amount:numeral> {bound}"
        theirs = f"<noun:subject> {{has/have:noun}} <stat> <amount:numeral> {bound}"
        lines.append(builds("condition.plain", yours, Measure, noun=YOU, compare=compare))
        lines.append(builds("condition.plain", theirs, Measure, lambda value: value.noun != YOU, compare=compare))
        plain = f"<left:measured> is <right:numeral> {bound}"
        lines.append(builds("condition.plain", plain, Comparison, lambda v: not isinstance(v.left, CountOf), compare=compare))
    for compare, than in THAN:
        yours = f"your <stat> is {than} <amount:figure>"
        theirs = f"<noun:subject> {{has/have:noun}} <stat> {than} <amount:figure>"
        lines.append(builds("condition.plain", yours, Measure, noun=YOU, compare=compare))
        lines.append(builds("condition.plain", theirs, Measure, lambda value: value.noun != YOU, compare=compare))
        lines.append(builds("condition.plain", f"<left:measured> is {than} <right:figure>", Comparison, compare=compare))
    return lines + _existence()


def _is(text: str, state: type, wrap: bool) -> Production:
    def make(slots: Slots) -> Any:
        condition = Is(**slots)
        return Not(condition) if wrap else condition

    def take(value: Any) -> Slots | None:
        inner = value.condition if wrap else value
        if not isinstance(inner, Is) or not isinstance(inner.state, state) or (state is str and inner.facing):
            return None
        slots = {"noun": inner.noun, "state": inner.state}
        return {**slots, "facing": inner.facing} if inner.facing else slots

    return rule("condition.plain", text, make, take, Not if wrap else Is)


def _not(text: str, slot: str, inner: type) -> Production:
    def take(value: Any) -> Slots | None:
        return {slot: value.condition} if isinstance(value.condition, inner) else None

    return rule("condition.plain", text, lambda slots: Not(slots[slot]), take, Not)


def _is_not_a(text: str) -> Production:
    def take(value: Any) -> Slots | None:
        inner = value.condition
        return {"noun": inner.noun, "kind": inner.kind} if isinstance(inner, IsA) else None

    return rule("condition.plain", text, lambda slots: Not(IsA(**slots)), take, Not)


def _negated(text: str, inner: type[Happened]) -> Production:
    def take(value: Any) -> Slots | None:
        if not isinstance(value.condition, inner):
            return None
        slots = {"act": value.condition.act}
        return {**slots, "duration": value.condition.duration} if value.condition.duration else slots

    return rule("condition.plain", text, lambda slots: Not(inner(**slots)), take, Not)


def _existence() -> list[Production]:
    """The productions of `you control 2 or more auras`, `you have no cards in your hand`, and the like."""
    lines = [
        builds("exists", "a <noun:kind.singular>", Exists, compare=">=", amount=1),
        builds("exists", "no <noun:kind.plural>", Exists, compare="=", amount=0),
        builds("exists", "<amount:numeral> <noun:kind.singular>", Exists, lambda e: e.amount == 1, compare="="),
        builds("exists", "<amount:numeral> <noun:kind.plural>", Exists, lambda e: e.amount not in (0, 1), compare="="),
        builds("exists", "<amount:numeral> or more <noun:kind.plural>", Exists, lambda e: e.amount != 1, compare=">="),
        builds("exists", "<amount:numeral> or less <noun:kind.plural>", Exists, compare="<="),
    ]
    controllers: tuple[tuple[str, Any], ...] = (
        ("you control", "you"),
        ("they control", "they"),
        ("a opponent controls", "an opponent"),
    )
    lines += [_controls(f"{said} <exists>", Controlled(by)) for said, by in controllers]
    lines.append(_has("you have <exists>", "your", "your"))
    lines.append(_has("they have <exists>", "their", "their"))
    lines.append(_has("a opponent has <exists>", "their", "an opponent's"))
    for whose in ("", "any", "its owner's"):
        lines.append(_has("there {is/are:exists} <exists>", whose, whose))
    lines.append(same("condition.plain", "there {is/are:exists} <exists>", _in_action))
    return lines


def _in_action(value: Any) -> bool:
    """Whether objects are counted by what they do or what was done to them, and not by where they are or whose."""
    if not isinstance(value, Exists):
        return False
    where = value.noun.where
    placed = any(isinstance(item, Located | Controlled | Done) for item in where)
    return not placed and any(isinstance(item, Doing | Did | ThisWay) for item in where)


def _controls(text: str, controlled: Controlled) -> Production:
    def make(slots: Slots) -> Any:
        exists: Exists = slots["exists"]
        where = exists.noun.where
        if any(rank(item) == rank(controlled) for item in where):
            return None
        noun = replace(exists.noun, where=tuple(sorted((*where, controlled), key=rank)))
        return replace(exists, noun=noun)

    def take(value: Any) -> Slots | None:
        where = value.noun.where
        if controlled not in where:
            return None
        noun = replace(value.noun, where=tuple(item for item in where if item != controlled))
        return {"exists": replace(value, noun=noun)}

    return rule("condition.plain", text, make, take, Exists)


def _has(text: str, said: Any, meant: Any) -> Production:
    """A production of how many objects are in a zone, whose owner is the subject."""

    def swap(exists: Exists, old: str, new: Any) -> Exists | None:
        where = exists.noun.where
        located = [item for item in where if isinstance(item, Located)]
        if not located or located[0].place.whose != old or any(isinstance(item, Controlled) for item in where):
            return None
        moved = Located(replace(located[0].place, whose=new))
        noun = replace(exists.noun, where=tuple(moved if item is located[0] else item for item in where))
        return replace(exists, noun=noun)

    def take(value: Any) -> Slots | None:
        exists = swap(value, meant, said)
        return None if exists is None else {"exists": exists}

    return rule("condition.plain", text, lambda slots: swap(slots["exists"], said, meant), take, Exists)
