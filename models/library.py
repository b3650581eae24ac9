"""Card files: finds them, reads them, and turns a card's sentences into abilities when the card is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from verifier.ability import AbilityError, Vocabulary, parse
from verifier.effects.state import Card, Omission
from verifier.notation import suggestion
from verifier.scenario import Invalid, Mistake, locate, parse_toml, read_text

HERE = Path(__file__).parent


class Source(Struct, frozen=True):
    """Where cards stand: a file, its text, and the tables above them."""

    file: str
    text: str
    path: tuple[str, ...] = ()


class Draft(Struct, frozen=True):
    """A card as it stands in a file, its sentences not read yet. `key` is where in the file it stands."""

    name: str
    title: str
    words: frozenset[str]
    numbers: dict[str, int | str]
    sentences: tuple[str, ...]
    key: tuple[str, ...]
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
                    mistakes.append(_at(draft, f"the card `{draft.name}` stands in `{drafts[draft.name].source.file}` too"))
                drafts[draft.name] = draft
        return drafts, tuple(mistakes)

    def drafts(self, tables: Mapping[str, Any], source: Source, mistakes: list[Mistake]) -> Iterator[Draft]:
        """The cards that some tables describe, their sentences not read yet."""
        for title, table in tables.items():
            if isinstance(table, Mapping):
                yield from self.drafting(title, table, source, mistakes)
            else:
                line, column = locate(source.text, (*source.path, title))
                mistakes.append(Mistake(f"`{title}` is not a table of card facts", source.file, line, column))

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
                line, column = locate(draft.source.text, (*draft.key, "abilities"), sentence)
                mistakes.append(
                    Mistake(
                        f"card `{draft.name}`, column {error.column + 1} of `{sentence}`: {error.message}",
                        draft.source.file,
                        line,
                        column + error.column if column else 0,
                        "; ".join(part for part in (error.help, *map(str, error.readings)) if part),
                        "ambiguous" if error.readings else "invalid",
                    )
                )
        sides = tuple(self._built(side, known, mistakes) for side in draft.sides)
        return Card(draft.name, draft.title, draft.words, draft.numbers, tuple(abilities), sides, draft.gives, draft.omits)

    def lint(self) -> tuple[Mistake, ...]:
        """Every mistake in the card files."""
        drafts, mistakes = self._read
        found = list(mistakes)
        for draft in drafts.values():
            self._built(draft, self.titles, found)
        return tuple(found)


def titles(drafts: Iterable[Draft]) -> frozenset[str]:
    """What abilities may call some cards by."""
    found: set[str] = set()
    for draft in drafts:
        found |= {draft.title, *(side.title for side in draft.sides)}
    return frozenset(found)


def _at(draft: Draft, message: str) -> Mistake:
    line, column = locate(draft.source.text, draft.key)
    return Mistake(message, draft.source.file, line, column)
