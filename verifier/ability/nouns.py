"""The grammar of noun phrases and of what may follow their heads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from verifier.ability.production import Production, Slots, builds, constant, is_plural, rule, same
from verifier.ability.tree import (
    IT,
    ITSELF,
    THIS,
    YOU,
    Act,
    Bearing,
    Controlled,
    CountOf,
    Did,
    Doing,
    Done,
    Half,
    Having,
    Located,
    Multiple,
    Named,
    Noun,
    Of,
    OtherThan,
    Stat,
    ThisWay,
)
from verifier.ability.vocabulary import Vocabulary

THEY = Noun("hero", "they")
"""The player that the statement before spoke of."""
ANY_TARGET = Noun("any", "target")
"""Whatever can be a target: `any target`."""

BOUNDS = (("=", ""), (">=", "or more"), ("<=", "or less"))
"""How a comparison with a numeral is said, after it."""
THAN = (
    ("=", "equal to"),
    (">", "greater than"),
    ("<", "less than"),
    (">=", "greater than or equal to"),
    ("<=", "less than or equal to"),
)
"""How a comparison with any other number is said, before it."""


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
    for compare, than in THAN:
        lines.append(builds("stat.filter", f"with [ <base:flag.base> ] <stat> {than} <amount:figure>", Stat, compare=compare))
    lines += [
        builds("bearing", "with a <counter> counter", Bearing, compare=">=", amount=1),
        builds("bearing", "with no <counter> counters", Bearing, compare="=", amount=0),
        builds("bearing", "with <amount:numeral> or more <counter> counters", Bearing, _not_one, compare=">="),
        builds("bearing", "with <amount:numeral> or less <counter> counters", Bearing, compare="<="),
        builds("doing", "<verb:verb.present> <noun:pronoun>", Doing),
        builds("way", "<verb:verb.participle> this way", ThisWay),
    ]
    controllers: tuple[tuple[Any, str], ...] = (
        ("you", "you control"),
        ("they", "they control"),
        ("an opponent", "a opponent controls"),
    )
    lines += [constant("who", said, Controlled(by)) for by, said in controllers]
    lines.append(builds("who", "you <verb:verb.done>", Done, by="you"))
    lines.append(builds("who", "they <verb:verb.done>", Done, by="they"))
    lines.append(builds("who", "a opponent <verb:verb.done.third>", Done, by="an opponent"))
    for number, has, was in (("singular", "has", "was"), ("plural", "have", "were")):
        lines.append(_did(f"did.{number}", f"that {has} <act:any.perfect> <duration>", False))
        lines.append(_did(f"did.{number}", f"that {was} <act:any.passive> <duration>", True))
        text = (
            "[ <named> ] <stats:stat.filter*> <having:having*> <bearing:bearing*> [ <located> ] [ <doing> ] [ <who> ]"
            f" [ <other> ] [ <of> ] [ <did:did.{number}> ] [ <way> ]"
        )
        lines.append(rule(f"where.{number}", text, _join_filters, _split_filters, tuple))
    return lines


def _not_one(value: Bearing) -> bool:
    return value.amount != 1


def _did(symbol: str, text: str, passive: bool) -> Production:
    """A relative clause about the object itself; it speaks of no other object."""

    def make(slots: Slots) -> Any:
        act: Act = slots["act"]
        if act.by != YOU or any(isinstance(role, Noun) for _, role in act.roles):
            return None
        done = replace(act, roles=(("object", ITSELF), *act.roles)) if passive else replace(act, by=ITSELF)
        return Did(done, slots["duration"])

    def take(value: Any) -> Slots | None:
        act: Act = value.act
        if act.passive != passive or not value.duration:
            return None
        if passive and act.roles[:1] == (("object", ITSELF),) and act.by == YOU:
            return {"act": replace(act, roles=act.roles[1:]), "duration": value.duration}
        return {"act": replace(act, by=YOU), "duration": value.duration} if not passive and act.by == ITSELF else None

    return rule(symbol, text, make, take, Did)


_ORDER: tuple[tuple[str, tuple[type, ...], bool], ...] = (
    ("named", (Named,), False),
    ("stats", (Stat,), True),
    ("having", (Having,), True),
    ("bearing", (Bearing,), True),
    ("located", (Located,), False),
    ("doing", (Doing,), False),
    ("who", (Controlled, Done), False),
    ("other", (OtherThan,), False),
    ("of", (Of,), False),
    ("did", (Did,), False),
    ("way", (ThisWay,), False),
)


def rank(item: Any) -> int:
    """Where a filter stands among the filters of a noun."""
    return next(place for place, (_, classes, _) in enumerate(_ORDER) if isinstance(item, classes))


def _join_filters(slots: Slots) -> tuple[Any, ...] | None:
    items: list[Any] = []
    for name, _, many in _ORDER:
        if name in slots:
            items.extend(slots[name] if many else [slots[name]])
    return tuple(items) if not any(_is_open(item) for item in items[:-1]) else None


def _is_open(item: Any) -> bool:
    """Whether a filter ends in a noun, which would take whatever filter follows."""
    return isinstance(item, Of) or (isinstance(item, Stat) and _ends_in_noun(item.amount))


def _ends_in_noun(amount: Any) -> bool:
    return isinstance(amount, CountOf) or (isinstance(amount, Half | Multiple) and _ends_in_noun(amount.amount))


def _split_filters(value: tuple[Any, ...]) -> Slots | None:
    if list(value) != sorted(value, key=rank) or any(_is_open(item) for item in value[:-1]):
        return None
    slots: dict[str, Any] = {"stats": (), "having": (), "bearing": ()}
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
