"""Card files of Flesh and Blood: the facts a card has, and the colours in which it is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from models.flesh_and_blood.vocabulary import VOCABULARY
from models.library import Draft, Library, Source
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
    """A card's table. `colors` gives the facts that differ for each colour it is printed in, `gives` what pitching gains."""

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


def drafting(title: str, table: Mapping[str, Any], source: Source, mistakes: list[Mistake]) -> Iterator[Draft]:
    """The cards that one table describes: one for each colour, or one without."""
    home = (*source.path, title)
    facts = read_table(Facts, table, source.text, source.file, home, mistakes)
    if facts is None:
        return
    if not facts.colors:
        yield _draft(title, title, facts, home, source, mistakes)
        return
    for color, differing in facts.colors.items():
        key = (*home, "colors", color)
        if color not in PITCH:
            mistakes.append(_mistake(source, key, f"`{color}` is not a colour", suggestion(color, PITCH)))
            continue
        shared = {name: value for name, value in table.items() if name != "colors"}
        variant = read_table(Facts, {**shared, **differing}, source.text, source.file, key, mistakes)
        if variant is not None:
            own = key if "abilities" in differing else home
            yield _draft(f"{title} ({color})", title, variant, own, source, mistakes, color)


def _mistake(source: Source, key: tuple[str, ...], message: str, help: str, value: str = "") -> Mistake:
    line, column = locate(source.text, key, value)
    return Mistake(message, source.file, line, column, help)


def _draft(
    name: str, title: str, facts: Facts, key: tuple[str, ...], source: Source, mistakes: list[Mistake], color: str = ""
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
            source,
            omits=tuple(side.omits),
        )
        for side in facts.sides
    )
    words = _words(facts.types, color).union(*(side.words for side in sides))
    strange = sorted(words - set(PITCH) - VOCABULARY_WORDS)
    mistakes.extend(
        _mistake(source, key, f"card `{name}`: `{word}` is not a type", suggestion(word, VOCABULARY_WORDS), word)
        for word in strange
    )
    return Draft(name, title, words, numbers, tuple(facts.abilities), key, source, sides, facts.gives, tuple(facts.omits))


def _words(types: list[str], color: str) -> frozenset[str]:
    return frozenset(types) | ({color} if color else frozenset())


VOCABULARY_WORDS: frozenset[str] = frozenset(VOCABULARY.words)


LIBRARY = Library("flesh_and_blood", VOCABULARY, drafting)
