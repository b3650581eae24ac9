"""The grammar of noun phrases and of what may follow their heads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from verifier.ability.production import Production, Slots, builds, constant, is_plural, rule, same
from verifier.ability.tree import (
    IT,
    THIS,
    YOU,
    Controlled,
    Done,
    Having,
    Located,
    Named,
    Noun,
    Of,
    OtherThan,
    Stat,
)
from verifier.ability.vocabulary import Vocabulary

THEY = Noun("hero", "they")
"""The player that the statement before spoke of."""
ANY_TARGET = Noun("any", "target")
"""Whatever can be a target: `any target`."""

BOUNDS = (("=", ""), (">=", "or more"), ("<=", "or less"))
"""How a comparison is said, after its number."""


def filters() -> list[Production]:
    """The productions of what may follow a head, each kind in its one place."""
    lines = [
        builds("named", "named <name:name>", Named),
        builds("having", "with <keyword:keyword.name>", Having),
        builds("located", "<place:whereabouts>", Located),
        builds("other", "other than <noun:pronoun>", OtherThan),
        builds("of", "of <noun>", Of),
        constant("flag.base", "base", True),
    ]
    for compare, bound in BOUNDS:
        text = f"with [ <base:flag.base> ] <stat:stat> <amount:numeral> {bound}"
        lines.append(builds("stat.filter", text, Stat, compare=compare))
    controllers: tuple[tuple[Any, str], ...] = (
        ("you", "you control"),
        ("they", "they control"),
        ("an opponent", "a opponent controls"),
    )
    lines += [constant("who", said, Controlled(by)) for by, said in controllers]
    lines.append(builds("who", "you <verb:verb.base>", Done, by="you"))
    lines.append(builds("who", "a opponent <verb:verb.third>", Done, by="an opponent"))
    text = "[ <named> ] <stats:stat.filter*> <having:having*> [ <located> ] [ <who> ] [ <other> ] [ <of> ]"
    lines.append(rule("where", text, _join_filters, _split_filters, tuple))
    return lines


_ORDER: tuple[tuple[str, tuple[type, ...], bool], ...] = (
    ("named", (Named,), False),
    ("stats", (Stat,), True),
    ("having", (Having,), True),
    ("located", (Located,), False),
    ("who", (Controlled, Done), False),
    ("other", (OtherThan,), False),
    ("of", (Of,), False),
)


def rank(item: Any) -> int:
    """Where a filter stands among the filters of a noun."""
    return next(place for place, (_, classes, _) in enumerate(_ORDER) if isinstance(item, classes))


def _join_filters(slots: Slots) -> tuple[Any, ...]:
    items: list[Any] = []
    for name, _, many in _ORDER:
        if name in slots:
            items.extend(slots[name] if many else [slots[name]])
    return tuple(items)


def _split_filters(value: tuple[Any, ...]) -> Slots | None:
    if list(value) != sorted(value, key=rank):
        return None
    slots: dict[str, Any] = {"stats": (), "having": ()}
    for name, classes, many in _ORDER:
        found = tuple(item for item in value if isinstance(item, classes))
        if many:
            slots[name] = found
        elif len(found) > 1:
            return None
        elif found:
            slots[name] = found[0]
    return slots


def phrases(vocabulary: Vocabulary) -> list[Production]:
    """The productions of noun phrases: `kind` has no determiner, `noun` is an object, `subject` a subject."""
    lines = []
    for number in ("singular", "plural"):
        lines.append(_bare_name(f"kind.{number}", f"<name:name.{number}> <where>", vocabulary.named))
        text = f"<words:word*> <head:head.{number}> <where>"
        lines.append(builds(f"kind.{number}", text, Noun, determiner=""))
        text = f"<words:word+> or <alternatives:words+or> <head:head.{number}> <where>"
        lines.append(builds(f"kind.{number}", text, Noun, determiner=""))
    lines += [
        same("words", "<words:word+>"),
        rule("word", "non- <word:word.plain>", _negated, _negative, str),
        same("word", "<word:word.plain>"),
        constant("pronoun", "this", THIS),
        constant("pronoun", "it", IT),
        _determined("pronoun", "that <kind:kind.singular>", "that", lambda noun: not noun.where),
        same("common", "<pronoun>"),
        constant("common", "any target", ANY_TARGET),
        _determined("common", "a <kind:kind.singular>", "a"),
        _determined("common", "another <kind:kind.singular>", "another"),
        _determined("common", "target <kind:kind.singular>", "target", lambda noun: noun.head != ANY_TARGET.head),
        _determined("common", "each <kind:kind.singular>", "each"),
        _determined("common", "all <kind:kind.plural>", "all"),
        _determined("common", "your <kind:kind.plural>", "your"),
        _determined("common", "<kind:kind.plural>", ""),
        _counted("common", "<number:several> <kind:kind.plural>", "a", is_plural),
        _counted("common", "<number:upto> <kind:kind.singular>", "a", _single),
        _counted("common", "<number:numeral> target <kind:kind.plural>", "target", is_plural),
        _counted("common", "<number:upto> target <kind:kind.plural>", "target", is_plural),
        _counted("common", "<number:upto> target <kind:kind.singular>", "target", _single),
        _yours("the.next", "your next <kind:kind.singular>", False),
        _yours("the.next", "your next <number:numeral> <kind:kind.plural>", True),
        _determined("the.next", "the next <kind:kind.singular>", "next"),
        _counted("the.next", "the next <number:numeral> <kind:kind.plural>", "next", is_plural),
        constant("subject.plain", "you", YOU),
        constant("subject.plain", "they", THEY),
        same("subject.plain", "<common>"),
        same("subject", "<subject.plain>"),
        same("subject", "<the.next>"),
        constant("noun", "you", YOU),
        constant("noun", "them", THEY),
        same("noun", "<common>"),
        same("noun", "<the.next>"),
        same("each", "<common>", lambda noun: noun.determiner == "each"),
    ]
    return lines


def _is_bare(noun: Noun, head: str) -> bool:
    return noun.head == head and not noun.words and not noun.alternatives and isinstance(next(iter(noun.where), None), Named)


def _bare_name(symbol: str, text: str, head: str) -> Production:
    def make(slots: Slots) -> Any:
        if any(isinstance(item, Named) for item in slots["where"]):
            return None
        return Noun(head, "", where=(Named(slots["name"]), *slots["where"]))

    def take(noun: Any) -> Slots | None:
        if not _is_bare(noun, head) or noun.determiner or noun.number != 1:
            return None
        return {"name": noun.where[0].name, "where": noun.where[1:]}

    return rule(symbol, text, make, take, Noun)


def _negated(slots: Slots) -> str:
    return "non-" + str(slots["word"])


def _negative(word: Any) -> Slots | None:
    return {"word": word[4:]} if word.startswith("non-") else None


def _single(number: Any) -> bool:
    return not is_plural(number)


def _determined(symbol: str, text: str, determiner: Any, when: Callable[[Noun], bool] | None = None) -> Production:
    def make(slots: Slots) -> Any:
        noun: Noun = slots["kind"]
        return replace(noun, determiner=determiner) if when is None or when(noun) else None

    def take(noun: Any) -> Slots | None:
        if noun.determiner != determiner or noun.number != 1 or (when is not None and not when(noun)):
            return None
        return {"kind": replace(noun, determiner="")}

    return rule(symbol, text, make, take, Noun)


def _counted(symbol: str, text: str, determiner: Any, when: Callable[[Any], bool]) -> Production:
    def make(slots: Slots) -> Any:
        return replace(slots["kind"], determiner=determiner, number=slots["number"]) if when(slots["number"]) else None

    def take(noun: Any) -> Slots | None:
        if noun.determiner != determiner or noun.number == 1 or not when(noun.number):
            return None
        return {"kind": replace(noun, determiner="", number=1), "number": noun.number}

    return rule(symbol, text, make, take, Noun)


def _yours(symbol: str, text: str, counted: bool) -> Production:
    """`your next attack` is the next attack you control."""

    def make(slots: Slots) -> Any:
        noun: Noun = slots["kind"]
        number = slots.get("number", 1)
        if any(isinstance(item, Controlled | Done) for item in noun.where) or is_plural(number) != counted:
            return None
        where = tuple(sorted((*noun.where, Controlled("you")), key=rank))
        return replace(noun, determiner="next", number=number, where=where)

    def take(noun: Any) -> Slots | None:
        if noun.determiner != "next" or is_plural(noun.number) != counted or Controlled("you") not in noun.where:
            return None
        where = tuple(item for item in noun.where if item != Controlled("you"))
        kind = replace(noun, determiner="", number=1, where=where)
        return {"kind": kind, "number": noun.number} if counted else {"kind": kind}

    return rule(symbol, text, make, take, Noun)
