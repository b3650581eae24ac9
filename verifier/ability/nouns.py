"""The grammar of noun phrases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from verifier.ability.filters import rank
from verifier.ability.production import Production, Slots, builds, constant, is_plural, rule, same
from verifier.ability.tree import (
    IT,
    THIS,
    YOU,
    Controlled,
    Done,
    Named,
    Noun,
    ThisWay,
)
from verifier.ability.vocabulary import Vocabulary

THEY = Noun("hero", "they")
"""The player that the statement before spoke of."""
ANY_TARGET = Noun("any", "target")
"""Whatever can be a target: `any target`."""


def phrases(vocabulary: Vocabulary) -> list[Production]:
    """The productions of noun phrases: `kind` has no determiner, `noun` is an object, `subject` a subject."""
    lines = []
    for number in ("singular", "plural"):
        where = f"<where:where.{number}>"
        lines.append(_bare_name(f"kind.{number}", f"<name:name.{number}> {where}", vocabulary.named))
        text = f"<words:word*> <head:head.{number}> {where}"
        lines.append(builds(f"kind.{number}", text, Noun, determiner=""))
        text = f"<words:word+> or <alternatives:words+or> <head:head.{number}> {where}"
        lines.append(builds(f"kind.{number}", text, Noun, determiner=""))
    lines += [
        same("words", "<words:word+>"),
        rule("word", "non- <word:word.plain>", _negated, _negative, str),
        same("word", "<word:word.plain>"),
        constant("pronoun", "this", THIS),
        constant("pronoun", "it", IT),
        _determined("pronoun", "that <kind:kind.singular>", "that", lambda noun: not noun.where),
        _determined("pronoun", "those <kind:kind.plural>", "those", lambda noun: not noun.where),
        _determined("pronoun", "the <kind:kind.singular>", "the", _by_state(vocabulary)),
        _this_way("pronoun", "the <verb:verb.participle> <kind:kind.singular>"),
        constant("owner", "your", YOU),
        constant("owner", "their", THEY),
        same("owner", "<noun:common> 's", _can_own),
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


def _can_own(noun: Noun) -> bool:
    """Whether `'s` can follow a noun: it is one object and ends with its head."""
    return noun != IT and not is_plural(noun) and (not noun.where or noun.determiner == "the")


def _by_state(vocabulary: Vocabulary) -> Callable[[Noun], bool]:
    """Whether a noun is a player known by a state alone: `defending hero`."""

    def fits(noun: Noun) -> bool:
        stated = len(noun.words) == 1 and noun.words[0] in vocabulary.states and not noun.where and not noun.alternatives
        return stated and vocabulary.kind_of(noun.head) == "player"

    return fits


def _this_way(symbol: str, text: str) -> Production:
    """`the discarded card` is the card that was discarded this way."""

    def make(slots: Slots) -> Any:
        noun: Noun = slots["kind"]
        if noun.where:
            return None
        return replace(noun, determiner="the", where=(ThisWay(slots["verb"]),))

    def take(noun: Any) -> Slots | None:
        if noun.determiner != "the" or len(noun.where) != 1 or not isinstance(noun.where[0], ThisWay) or noun.number != 1:
            return None
        return {"kind": replace(noun, determiner="", where=()), "verb": noun.where[0].verb}

    return rule(symbol, text, make, take, Noun)


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
