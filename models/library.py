"""Card files: finds them, reads them, and turns a card's sentences into abilities when the card is first asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from verifier.ability import AbilityError, Vocabulary, parse
from verifier.effects.state import Card, Omission
from verifier.locate import Trail, composed, locate
from verifier.notation import suggestion
from verifier.scenario import Invalid, Mistake, parse_toml, read_text
from verifier.tables import in_order

HERE = Path(__file__).parent
LABELLED = re.compile(r" #\d+$")
"""How a name ends that a scenario gives to one copy of a card."""


class Source(Struct, frozen=True):
    """Where cards stand: a file, its text, and the tables above them."""

    file: str
    text: str
    path: Trail = ()

    def mistake(
        self, message: str, *path: str | int, value: str = "", at: int = 0, help: str = "", kind: str = "invalid"
    ) -> Mistake:
        """A mistake at the place of a key, or of a text under it; `at` counts characters of that text."""
        return Mistake(message, self.file, *locate(self.text, path, value, at), help, kind)


class Draft(Struct, frozen=True):
    """A card as it stands in a file, its sentences not read yet. `key` is where in the file it stands."""

    name: str
    title: str
    words: frozenset[str]
    numbers: dict[str, int | str]
    sentences: tuple[str, ...]
    key: Trail
    source: Source = Source("", "")
    sides: tuple[Draft, ...] = ()
    gives: str = ""
    omits: tuple[Omission, ...] = ()


Drafting = Callable[[str, Mapping[str, Any], Source, list[Mistake]], Iterator[Draft]]
"""Turns one table of a card file into drafts, given its title; mistakes are added to the list."""


def card_files(game: str) -> tuple[Path, ...]:
    """The card files of a game: those that ship inside the package, otherwise those of the checkout."""
    for home in (HERE / "_cards" / game, HERE.parent / "cards" / game):
        if home.is_dir():
            return tuple(sorted(home.glob("*.toml")))
    return ()


class Library:
    """The cards of one game, by name. Files are read when the first card is asked for, sentences card by card."""

    def __init__(self, game: str, vocabulary: Vocabulary, drafting: Drafting) -> None:
        self.game = game
        self.vocabulary = vocabulary
        self.drafting = drafting
        self._cards: dict[str, Card] = {}

    @cached_property
    def _read(self) -> tuple[dict[str, Draft], tuple[Mistake, ...]]:
        drafts: dict[str, Draft] = {}
        mistakes: list[Mistake] = []
        for path in card_files(self.game):
            try:
                source = read_text(path)
                tables = parse_toml(source, path.name)
            except Invalid as error:
                mistakes.extend(error.mistakes)
                continue
            for draft in self.drafts(tables, Source(path.name, source), mistakes):
                if draft.name in drafts:
                    also = drafts[draft.name].source.file
                    mistakes.append(draft.source.mistake(f"the card `{draft.name}` stands in `{also}` too", *draft.key))
                drafts[draft.name] = draft
        return drafts, tuple(mistakes)

    def drafts(self, tables: Mapping[str, Any], source: Source, mistakes: list[Mistake]) -> Iterator[Draft]:
        """The cards that some tables describe, their sentences not read yet."""
        for title, table in tables.items():
            if not is_name(title):
                mistakes.append(unfit_name(source, title, *source.path, title))
            if isinstance(table, Mapping):
                yield from self.drafting(title, table, source, mistakes)
            else:
                mistakes.append(source.mistake(f"`{title}` is not a table of card facts", *source.path, title))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all cards, in order."""
        return tuple(sorted(self._read[0]))

    @cached_property
    def titles(self) -> frozenset[str]:
        """What abilities may call a card by: names, titles and sides."""
        return titles(self._read[0].values())

    def draft(self, name: str) -> Draft:
        """The card of that name as it stands in its file; raises `Invalid` with a suggestion."""
        drafts = self._read[0]
        name = composed(name)
        if name in drafts:
            return drafts[name]
        alike = [draft.name for draft in drafts.values() if draft.title == name]
        if len(alike) == 1:
            return drafts[alike[0]]
        if alike:
            raise Invalid(
                Mistake(
                    f"`{name}` fits {len(alike)} cards",
                    help="say " + " or ".join(f"`{one}`" for one in alike),
                    kind="ambiguous",
                )
            )
        raise Invalid(Mistake(f"there is no card called `{name}`", help=suggestion(name, drafts)))

    def card(self, name: str) -> Card:
        """The card of that name; raises `Invalid`."""
        if name not in self._cards:
            self._cards[name] = self.build(self.draft(name))
        return self._cards[name]

    def build(self, draft: Draft, further: Iterable[str] = ()) -> Card:
        """The card that a draft describes, its sentences read; raises `Invalid` with every sentence not understood."""
        mistakes: list[Mistake] = []
        card = self._built(draft, self.titles | frozenset(further), mistakes)
        if mistakes:
            raise Invalid(*mistakes)
        return card

    def _built(self, draft: Draft, known: frozenset[str], mistakes: list[Mistake]) -> Card:
        abilities = []
        for sentence in draft.sentences:
            try:
                abilities.append(parse(sentence, self.vocabulary, known))
            except AbilityError as error:
                mistakes.append(not_understood(draft.source, sentence, error, draft.key, f"card `{draft.name}`, "))
        sides = tuple(self._built(side, known, mistakes) for side in draft.sides)
        return Card(draft.name, draft.title, draft.words, draft.numbers, tuple(abilities), sides, draft.gives, draft.omits)

    def lint(self) -> tuple[Mistake, ...]:
        """Every mistake in the card files."""
        drafts, mistakes = self._read
        found = list(mistakes)
        for draft in drafts.values():
            self._built(draft, self.titles, found)
        return in_order(found)


def is_name(title: str) -> bool:
    """True for what can be a card's name: it can be said in a line, is not a hole, and does not end like a label."""
    printable = not any(character < " " or character in "\x7f\x85\u2028\u2029" for character in title)
    return bool(title) and title == title.strip() and printable and title[0] != "?" and not LABELLED.search(title)


def unfit_name(source: Source, title: str, *path: str | int) -> Mistake:
    """The mistake that a name is which cannot be said in a line."""
    help = "a name is one row without spaces around it, does not begin with `?` and does not end with a label such as ` #1`"
    return source.mistake(f"`{title}` cannot be a card's name", *path, help=help)


def not_understood(source: Source, sentence: str, error: AbilityError, path: Trail, whose: str = "") -> Mistake:
    """The mistake that a sentence is which is not understood or can be read in several ways, at its place in the file."""
    return source.mistake(
        f"{whose}column {error.column + 1} of `{sentence}`: {error.message}",
        *path,
        value=sentence,
        at=error.column,
        help="; ".join(part for part in (error.help, *map(str, error.readings)) if part),
        kind="ambiguous" if error.readings else "invalid",
    )


def titles(drafts: Iterable[Draft]) -> frozenset[str]:
    """What abilities may call some cards by."""
    found: set[str] = set()
    for draft in drafts:
        found |= {draft.title, *(side.title for side in draft.sides)}
    return frozenset(found)
