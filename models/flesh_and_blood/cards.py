"""Card files of Flesh and Blood: the facts a card has, and the colours in which it is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from models.flesh_and_blood.vocabulary import VOCABULARY
from models.library import Draft, Library, Source, is_name, unfit_name
from verifier.effects.state import Omission
from verifier.locate import Trail
from verifier.notation import suggestion
from verifier.scenario import Count, Mistake, read_table

PITCH = {"red": 1, "yellow": 2, "blue": 3}
NUMBERS = ("cost", "power", "defense", "life", "intellect", "pitch")
GIVEN = ("resource", "chi")
"""What pitching a card may gain."""
WITH_X = re.compile(r"X{1,9}\d{0,6}", re.ASCII)
"""A number that is declared later: `X`, twice X, X and one."""


class Face(Struct, frozen=True):
    """One side of a split card."""

    name: str
    types: list[str]
    abilities: list[str] = []
    omits: list[dict[str, Any]] = []


class Printed(Struct, frozen=True):
    """The facts of a card that may differ from colour to colour; `gives` is what pitching it gains."""

    types: list[str] = []
    cost: Count | str | None = None
    power: Count | str | None = None
    defense: Count | str | None = None
    life: Count | str | None = None
    intellect: Count | None = None
    pitch: Count | None = None
    gives: str = "resource"
    abilities: list[str] = []
    omits: list[dict[str, Any]] = []
    sides: list[dict[str, Any]] = []


class Facts(Printed, frozen=True):
    """A card's table; `colors` gives the facts that differ for each colour that it is printed in."""

    colors: dict[str, dict[str, Any]] = {}


def drafting(title: str, table: Mapping[str, Any], source: Source, mistakes: list[Mistake]) -> Iterator[Draft]:
    """The cards that one table describes: one for each colour, or one without."""
    return _Drafter(title, source, mistakes).drafts(table)


T = TypeVar("T", bound=Struct)


class _Drafter:
    """Reads one card's table; what is wrong with it is added to the mistakes."""

    def __init__(self, title: str, source: Source, mistakes: list[Mistake]) -> None:
        self.title = title
        self.source = source
        self.mistakes = mistakes
        self.home: Trail = (*source.path, title)

    def drafts(self, table: Mapping[str, Any]) -> Iterator[Draft]:
        """The card in each of its colours."""
        facts = self._table(Facts, table, self.home)
        if facts is None:
            return
        self._check(facts, table, self.home)
        if not facts.colors:
            yield self._draft(self.title, facts, self.home)
            return
        for color, differing in facts.colors.items():
            key = (*self.home, "colors", color)
            if color not in PITCH:
                self._wrong(f"`{color}` is not a colour", *key, help=suggestion(color, PITCH))
                continue
            own = self._table(Printed, differing, key)
            if own is not None:
                self._check(own, differing, key)
                changed = {name: getattr(own, name) for name in differing if name in Printed.__struct_fields__}
                home = key if "abilities" in differing else self.home
                yield self._draft(f"{self.title} ({color})", msgspec.structs.replace(facts, **changed), home, color)

    def _table(self, schema: type[T], table: Mapping[str, Any], path: Trail) -> T | None:
        return read_table(schema, table, self.source.text, self.source.file, path, self.mistakes)

    def _wrong(self, message: str, *path: str | int, value: str = "", help: str = "") -> None:
        self.mistakes.append(self.source.mistake(message, *path, value=value, help=help))

    def _check(self, facts: Printed, written: Mapping[str, Any], path: Trail) -> None:
        """Nothing; tells facts that no card has, of those that are written in this table."""
        for stat in NUMBERS:
            value = getattr(facts, stat)
            if stat in written and isinstance(value, str) and not WITH_X.fullmatch(value) and (stat == "cost" or value != "*"):
                what = "a number or a number with X" if stat == "cost" else "a number, a number with X or `*`"
                self._wrong(f"`{value}` is not a {stat}", *path, stat, help=f"{what} is wanted, such as `3` or `X`")
        if facts.gives not in GIVEN:
            listed = " or ".join(f"`{asset}`" for asset in GIVEN)
            self._wrong(f"pitching cannot give `{facts.gives}`", *path, "gives", help=f"it gives {listed}")
        if len(facts.sides) not in (0, 2):
            self._wrong(f"a card has two sides or none, not {len(facts.sides)}", *path, "sides")

    def _draft(self, name: str, facts: Printed, key: Trail, color: str = "") -> Draft:
        """The card that some facts describe."""
        numbers = {stat: value for stat, value in asdict(facts).items() if stat in NUMBERS and value is not None}
        if color:
            numbers.setdefault("pitch", PITCH[color])
        sides = []
        for number, table in enumerate(facts.sides):
            path = (*self.home, "sides", number)
            face = self._table(Face, table, path)
            if face is not None:
                if not is_name(face.name):
                    self.mistakes.append(unfit_name(self.source, face.name, *path))
                words = self._words(name, face.types, path, color)
                omits = self._omits(face.omits, path)
                sentences = tuple(face.abilities)
                sides.append(Draft(face.name, face.name, words, numbers, sentences, path, self.source, omits=omits))
        words = self._words(name, facts.types, key, color).union(*(side.words for side in sides))
        omits = self._omits(facts.omits, key)
        sentences = tuple(facts.abilities)
        return Draft(name, self.title, words, numbers, sentences, key, self.source, tuple(sides), facts.gives, omits)

    def _words(self, name: str, types: list[str], path: Trail, color: str) -> frozenset[str]:
        """The types of a card or side and its colour."""
        for word in types:
            if word not in VOCABULARY_WORDS and word not in PITCH:
                help = suggestion(word, VOCABULARY_WORDS)
                self._wrong(f"card `{name}`: `{word}` is not a type", *path, value=word, help=help)
        return frozenset(types) | ({color} if color else frozenset())

    def _omits(self, tables: list[dict[str, Any]], path: Trail) -> tuple[Omission, ...]:
        """What a card or side leaves out."""
        found = (self._table(Omission, table, (*path, "omits", number)) for number, table in enumerate(tables))
        return tuple(omission for omission in found if omission is not None)


VOCABULARY_WORDS: frozenset[str] = frozenset(VOCABULARY.words)


LIBRARY = Library("flesh_and_blood", VOCABULARY, drafting)
