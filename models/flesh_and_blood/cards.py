"""Card files of Flesh and Blood: the facts a card has, and the colours in which it is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from models.flesh_and_blood.vocabulary import VOCABULARY
from models.library import Draft, Library
from verifier.effects.state import Omission
from verifier.notation import suggestion
from verifier.scenario import Count, Mistake, locate, read_table

PITCH = {"red": 1, "yellow": 2, "blue": 3}
NUMBERS = ("cost", "power", "defense", "life", "intellect", "pitch")


class Face(Struct, frozen=True):
    """One side of a split card."""

    name: str
    types: list[str]
    abilities: list[str] = []
    omits: list[Omission] = []


class Facts(Struct, frozen=True):
    """A card's table. `colors` gives, for each colour it is printed in, the facts that differ; `gives` is what pitching gains."""

    types: list[str] = []
    cost: Count | str | None = None
    power: Count | str | None = None
    defense: Count | str | None = None
    life: Count | str | None = None
    intellect: Count | None = None
    pitch: Count | None = None
    gives: str = "resource"
    abilities: list[str] = []
    omits: list[Omission] = []
    sides: list[Face] = []
    colors: dict[str, dict[str, Any]] = {}


def drafting(title: str, table: Mapping[str, Any], file: str, source: str, mistakes: list[Mistake]) -> Iterator[Draft]:
    """The cards that one table describes: one for each colour, or one without."""
    facts = read_table(Facts, table, source, file, (title,), mistakes)
    if facts is None:
        return
    if not facts.colors:
        yield _draft(title, title, facts, (title,), file, source, mistakes)
        return
    for color, differing in facts.colors.items():
        key = (title, "colors", color)
        if color not in PITCH:
            line, column = locate(source, key)
            mistakes.append(Mistake(f"`{color}` is not a colour", file, line, column, suggestion(color, PITCH)))
            continue
        variant = read_table(Facts, {**table, "colors": {}, **differing}, source, file, key, mistakes)
        if variant is not None:
            own = key if "abilities" in differing else (title,)
            yield _draft(f"{title} ({color})", title, variant, own, file, source, mistakes, color)


def _draft(
    name: str,
    title: str,
    facts: Facts,
    key: tuple[str, ...],
    file: str,
    source: str,
    mistakes: list[Mistake],
    color: str = "",
) -> Draft:
    numbers = {stat: value for stat, value in asdict(facts).items() if stat in NUMBERS and value is not None}
    if color:
        numbers.setdefault("pitch", PITCH[color])
    sides = tuple(
        Draft(
            side.name,
            side.name,
            _words(side.types, color),
            numbers,
            tuple(side.abilities),
            key,
            file,
            source,
            omits=tuple(side.omits),
        )
        for side in facts.sides
    )
    words = _words(facts.types, color).union(*(side.words for side in sides))
    for word in sorted(words - set(PITCH) - VOCABULARY_WORDS):
        line, column = locate(source, key, word)
        mistakes.append(
            Mistake(f"card `{name}`: `{word}` is not a type", file, line, column, suggestion(word, VOCABULARY_WORDS))
        )
    return Draft(name, title, words, numbers, tuple(facts.abilities), key, file, source, sides, facts.gives, tuple(facts.omits))


def _words(types: list[str], color: str) -> frozenset[str]:
    return frozenset(types) | ({color} if color else frozenset())


VOCABULARY_WORDS: frozenset[str] = frozenset(VOCABULARY.words)


LIBRARY = Library("flesh_and_blood", VOCABULARY, drafting)
