"""The grammar of amounts and of places."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from verifier.ability.production import Production, Slots, builds, constant, rule, same
from verifier.ability.tree import (
    ITSELF,
    AnyNumber,
    AtLeast,
    CountersOn,
    CountOf,
    Every,
    Half,
    Multiple,
    Place,
    Plus,
    StatOf,
    ThatMany,
    UpTo,
    Variable,
)


def amounts() -> list[Production]:
    """The productions of numbers: `numeral` is 2 or X, `several` is how many, `count` is that or `a`, `figure` any other."""
    return [
        same("numeral", "<number>"),
        constant("numeral", "X", Variable()),
        builds("upto", "up to <most:numeral>", UpTo),
        same("several", "<numeral>"),
        same("several", "<upto>"),
        constant("several", "any number of", AnyNumber()),
        constant("several", "that many", ThatMany()),
        same("several", "<bound>"),
        builds("bound", "<least:numeral> or more", AtLeast),
        constant("tally", "all", Every()),
        same("tally", "<count>"),
        builds("figure.plain", "the number of <noun:kind.plural>", CountOf),
        builds("figure.plain", "the number of <counter> counters on <noun:pronoun>", CountersOn),
        builds("figure.plain", "<noun:owner> [ <base:flag.base> ] <stat>", StatOf),
        builds("figure.plain", "its [ <base:flag.base> ] <stat>", StatOf, noun=ITSELF),
        same("figure", "<figure.plain>"),
        builds("figure", "<amount:figure.plain> plus <number>", Plus),
        builds("figure", "<factor:number> times <amount:figure.plain>", Multiple),
        builds("figure", "half <amount:figure.plain>", Half),
        constant("count", "a", 1),
        same("count", "<several>"),
        same("choice", "<numeral>"),
        same("choice", "<upto>"),
    ]


def places() -> list[Production]:
    """The productions of zones: bare, as a source (`from`), as a destination (`into`), and as a whereabouts (`in`)."""
    owned = [("your", "your"), ("their", "their"), ("a opponent's", "an opponent's"), ("its owner's", "its owner's")]
    owned += [(whose, whose) for whose in ("the attacking hero's", "the defending hero's")]
    lines = [builds("place", f"{said} <zone:zone.owned>", Place, whose=whose) for said, whose in [*owned, ("any", "any")]]
    lines.append(builds("place", "the <zone:zone.shared>", Place, whose=""))
    for symbol, bare in (("source", ""), ("into", "into"), ("whereabouts", "in")):
        lines.append(same(symbol, f"{bare} <place>"))
        article = "the" if symbol == "source" else "on"
        lines.append(_positioned(symbol, f"{article} top of <place>", "top"))
        lines.append(_positioned(symbol, f"{'the' if symbol == 'source' else 'on the'} bottom of <place>", "bottom"))
    lines.append(_positioned("into", "on the top or bottom of <place>", "top or bottom"))
    return lines


def _positioned(symbol: str, text: str, position: str) -> Production:
    def make(slots: Slots) -> Any:
        return replace(slots["place"], position=position)

    def take(value: Any) -> Slots | None:
        return {"place": replace(value, position="")} if value.position == position else None

    return rule(symbol, text, make, take, Place)
