"""Moves in words: `you: play Snatch (red) pitching Head Jab (blue)`.

A game lists its verbs and clauses; names of cards are recognised as whole names, so they may hold commas and clause words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal

from msgspec import Struct

Takes = Literal["nothing", "items", "number", "words"]


class Item(Struct, frozen=True):
    """One thing named in a move: a name, a number or `?`, and the zone it is said to be in, if any."""

    text: str
    zone: str = ""


class Said(Struct, frozen=True):
    """A move as it was said: who, the verb with what it is about, and the clauses in the order they were written."""

    player: str
    verb: str
    items: tuple[Item, ...] = ()
    clauses: tuple[tuple[str, tuple[Item, ...]], ...] = ()

    def clause(self, name: str) -> tuple[Item, ...] | None:
        """The items of a clause, None where it was not said."""
        for key, items in self.clauses:
            if key == name:
                return items
        return None


class Notation(Struct, frozen=True):
    """The words of a game's moves: what each verb and each clause takes, and the zones that may follow a name."""

    verbs: dict[str, Takes]
    clauses: dict[str, Takes]
    zones: tuple[str, ...] = ()


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
    """A "did you mean" with the nearest known words, empty where none is near."""
    lowered = {name.lower(): name for name in known}
    near = [lowered[match] for match in get_close_matches(word.lower(), lowered, n=3, cutoff=0.6)]
    if not near:
        titles = {name for key, name in lowered.items() if word and key.startswith(word.lower())}
        near = sorted(titles)[:3]
    return "did you mean " + " or ".join(f"`{name}`" for name in near) + "?" if near else ""


def parse(text: str, notation: Notation, players: Iterable[str], names: Iterable[str]) -> Said:
    """The move that a line of text says; raises `Unclear` with the column of what cannot be read."""
    return _Reader(text, notation, tuple(players), tuple(names)).read()


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
            start = self.at
            clause = self._keyword(self.notation.clauses)
            if clause is None:
                word = self._word()
                raise Unclear(f"`{word}` cannot be read here", column=start, help=self._help(word))
            if any(name == clause for name, _ in clauses):
                raise Unclear(f"`{clause}` is said twice", column=start, help="name all its cards in one list")
            clauses.append((clause, self._taken(self.notation.clauses[clause], clause)))
        return Said(player, verb, items, tuple(clauses))

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
            return Item("?")
        if takes == "number":
            found = re.match(r"-?\d+", self.text[self.at :])
            if not found:
                raise Unclear(f"a number is missing after `{owner}`", column=start)
            self.at += found.end()
            self._space()
            return Item(found.group())
        text = self._name() if takes == "items" else self._words()
        if not text:
            raise Unclear(f"a name is missing after `{owner}`", column=start)
        return Item(text, self._zone() if takes == "items" else "")

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
            if text.endswith(f" from {zone}"):
                text = text.removesuffix(f" from {zone}")
                self.at = start + self.text[start:].index(" from ") + 1
        if not text:
            return text
        raise Unclear(f"nothing here is called `{text}`", column=start, help=suggestion(text, self.names))

    def _zone(self) -> str:
        for zone in self.notation.zones:
            if self._starts(f"from {zone}"):
                self.at += len(f"from {zone}")
                self._space()
                return zone
        return ""
