"""Moves in words: `you: play Snatch (red) pitching Head Jab (blue)`.

A game lists its verbs and clauses; names of cards are recognised as whole names, so they may hold commas and clause words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal
from unicodedata import normalize

from msgspec import Struct

Takes = Literal["nothing", "items", "number", "words"]
LARGEST_NUMBER = 1_000_000
"""The largest number that a file or a move may name."""
LONGEST_MISSPELLING = 200
"""How long a word may be to be taken for a misspelt one, in characters."""


class Item(Struct, frozen=True, eq=False):
    """One thing named in a move: a name, a number or `?`, and the zone it is said to be in, if any.

    `column` is where it stands in the text, from 0; it makes no difference between two items.
    """

    text: str
    zone: str = ""
    column: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and (self.text, self.zone) == (other.text, other.zone)

    def __hash__(self) -> int:
        return hash((self.text, self.zone))


class Said(Struct, frozen=True, eq=False):
    """A move as it was said: who, the verb with what it is about, and the clauses in the order they were written.

    `column` is where the verb stands in the text, from 0; it makes no difference between two moves.
    """

    player: str
    verb: str
    items: tuple[Item, ...] = ()
    clauses: tuple[tuple[str, tuple[Item, ...]], ...] = ()
    column: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Said) and self._words() == other._words()

    def __hash__(self) -> int:
        return hash(self._words())

    def _words(self) -> tuple[object, ...]:
        return (self.player, self.verb, self.items, self.clauses)

    def clause(self, name: str) -> tuple[Item, ...] | None:
        """The items of a clause, None where it was not said."""
        for key, items in self.clauses:
            if key == name:
                return items
        return None


class Notation(Struct, frozen=True):
    """The words of a game's moves: what each verb and each clause takes, and the zones that may follow a name.

    A clause is said once, unless it is among the `repeated`.
    """

    verbs: dict[str, Takes]
    clauses: dict[str, Takes]
    zones: tuple[str, ...] = ()
    repeated: frozenset[str] = frozenset()


class Unclear(Exception):
    """Raised where a move cannot be read (`invalid`) or fits several things (`ambiguous`)."""

    def __init__(
        self, message: str, kind: Literal["invalid", "ambiguous"] = "invalid", column: int = 0, help: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.column = column
        self.help = help


def suggestion(word: str, known: Iterable[str]) -> str:
    """A "did you mean" with the nearest known words other than the word itself, empty where none is near."""
    if len(word) > LONGEST_MISSPELLING:
        return ""
    lowered = {name.lower(): name for name in known if name != word}
    near = [lowered[match] for match in get_close_matches(word.lower(), lowered, n=3, cutoff=0.6)]
    if not near:
        titles = {name for key, name in lowered.items() if word and key.startswith(word.lower())}
        near = sorted(titles)[:3]
    return "did you mean " + " or ".join(f"`{name}`" for name in near) + "?" if near else ""


def parse(text: str, notation: Notation, players: Iterable[str], names: Iterable[str]) -> Said:
    """The move that a line of text says; raises `Unclear` with the column of what cannot be read."""
    return _Reader(normalize("NFC", text), notation, tuple(players), tuple(names)).read()


def number(text: str) -> int | None:
    """The number that some digits write, None where they are no digits or the number is too large."""
    plain = text.removeprefix("-")
    if not plain.isdecimal() or len(plain) > len(str(LARGEST_NUMBER)) or int(plain) > LARGEST_NUMBER:
        return None
    return int(text)


def show(said: Said) -> str:
    """A move in words; `parse` reads it back to the same."""
    words = [f"{said.player}: {said.verb}"]
    if said.items:
        words.append(_listed(said.items))
    for name, items in said.clauses:
        words.append(name)
        if items:
            words.append(_listed(items))
    return " ".join(words)


def _listed(items: tuple[Item, ...]) -> str:
    return ", ".join(item.text + (f" from {item.zone}" if item.zone else "") for item in items)


class _Reader:
    def __init__(self, text: str, notation: Notation, players: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.text = text
        self.notation = notation
        self.players = players
        self.names = sorted(set(names), key=len, reverse=True)
        self.at = 0

    def read(self) -> Said:
        player = self._player()
        start = self.at
        verb = self._keyword(self.notation.verbs)
        if verb is None:
            word = self._word()
            raise Unclear(
                f"`{word}` is not a move" if word else "a move is missing after the player's name",
                column=self.at,
                help=suggestion(word, self.notation.verbs)
                or "a move is one of " + ", ".join(f"`{verb}`" for verb in self.notation.verbs),
            )
        items = self._taken(self.notation.verbs[verb], verb)
        clauses: list[tuple[str, tuple[Item, ...]]] = []
        while self.at < len(self.text):
            here = self.at
            clause = self._keyword(self.notation.clauses)
            if clause is None:
                word = self._word()
                raise Unclear(f"`{word}` cannot be read here", column=here, help=self._help(word))
            if clause not in self.notation.repeated and any(name == clause for name, _ in clauses):
                raise Unclear(f"`{clause}` is said twice", column=here, help="name all its cards in one list")
            clauses.append((clause, self._taken(self.notation.clauses[clause], clause)))
        return Said(player, verb, items, tuple(clauses), start)

    def _help(self, word: str) -> str:
        listed = ", ".join(f"`{clause}`" for clause in self.notation.clauses)
        return suggestion(word, self.notation.clauses) or f"what follows is one of {listed}"

    def _player(self) -> str:
        head, colon, _ = self.text.partition(":")
        name = head.strip()
        if not colon:
            raise Unclear("a move begins with a player's name and a colon", help=f"for example `{self.players[0]}: …`")
        if name not in self.players:
            listed = ", ".join(f"`{player}`" for player in self.players)
            raise Unclear(f"no player is called `{name}`", help=suggestion(name, self.players) or f"the players are {listed}")
        self.at = len(head) + 1
        self._space()
        return name

    def _space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _starts(self, phrase: str) -> bool:
        end = self.at + len(phrase)
        if self.text[self.at : end].lower() != phrase.lower():
            return False
        return end == len(self.text) or not (self.text[end].isalnum() and phrase[-1].isalnum())

    def _keyword(self, table: dict[str, Takes]) -> str | None:
        for phrase in sorted(table, key=len, reverse=True):
            if self._starts(phrase):
                self.at += len(phrase)
                self._space()
                return phrase
        return None

    def _word(self) -> str:
        found = re.match(r"[^\s,:]+", self.text[self.at :])
        return found.group() if found else self.text[self.at :]

    def _taken(self, takes: Takes, owner: str) -> tuple[Item, ...]:
        if takes == "nothing":
            return ()
        items = [self._item(takes, owner)]
        while takes in ("items", "words") and self.at < len(self.text) and self.text[self.at] == ",":
            self.at += 1
            self._space()
            items.append(self._item(takes, owner))
        return tuple(items)

    def _item(self, takes: Takes, owner: str) -> Item:
        start = self.at
        if self._starts("?"):
            self.at += 1
            self._space()
            return Item("?", column=start)
        if takes == "number":
            found = re.match(r"-?\d+", self.text[self.at :])
            if not found:
                raise Unclear(f"a number is missing after `{owner}`", column=start)
            if number(found.group()) is None:
                raise Unclear(f"a number of at most {LARGEST_NUMBER} is wanted after `{owner}`", column=start)
            self.at += found.end()
            self._space()
            return Item(found.group(), column=start)
        text = self._name() if takes == "items" else self._words()
        if not text:
            raise Unclear(f"a name is missing after `{owner}`", column=start)
        return Item(text, self._zone() if takes == "items" else "", start)

    def _words(self) -> str:
        rest = self.text[self.at :]
        end = len(rest)
        for place in range(len(rest)):
            if rest[place] == "," or (place and rest[place - 1] == " " and self._clause_at(self.at + place)):
                end = place
                break
        text = rest[:end].strip()
        self.at += end
        self._space()
        return text

    def _clause_at(self, place: int) -> bool:
        here, self.at = self.at, place
        found = any(self._starts(clause) for clause in self.notation.clauses)
        self.at = here
        return found

    def _name(self) -> str:
        for name in self.names:
            if self._starts(name):
                self.at += len(name)
                self._space()
                return name
        start = self.at
        text = self._words()
        for zone in self.notation.zones:
            text = text.removesuffix(f" from {zone}")
        if not text:
            return text
        raise Unclear(f"nothing here is called `{text}`", column=start, help=suggestion(text, self.names))

    def _zone(self) -> str:
        """The zone that follows a name, empty where none does."""
        if not (self.notation.zones and self._starts("from")) or self._clause_at(self.at):
            return ""
        for zone in sorted(self.notation.zones, key=len, reverse=True):
            if self._starts(f"from {zone}"):
                self.at += len(f"from {zone}")
                self._space()
                return zone
        self.at += len("from")
        self._space()
        start = self.at
        word = self._words()
        listed = ", ".join(f"`{zone}`" for zone in self.notation.zones)
        raise Unclear(
            f"`{word}` is not a zone" if word else "a zone is missing after `from`",
            column=start,
            help=suggestion(word, self.notation.zones) or f"the zones are {listed}",
        )
