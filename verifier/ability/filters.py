"""The grammar of what may follow the head of a noun phrase: each kind of filter in its one place."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from verifier.ability.production import Production, Slots, builds, constant, rule
from verifier.ability.tree import (
    ITSELF,
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
