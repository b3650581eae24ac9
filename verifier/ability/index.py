"""What the parser looks things up in: productions by the word they begin with, and names of cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from verifier.ability.grammar import productions
from verifier.ability.production import Form, Many, Maybe, Part, Production, Word
from verifier.ability.tokens import tokenise
from verifier.ability.vocabulary import Vocabulary

OPEN_CLASSES = frozenset({"number", "name", "name.singular", "name.plural", "proper"})
"""The nonterminals that no production lists: numerals and names."""
_NUMBER, _NAME = "<number>", "<name>"


class Grammar:
    """The productions of a game by nonterminal and by the word that they can begin with."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.lines: dict[str, list[Production]] = {}
        for line in productions(vocabulary):
            self.lines.setdefault(line.symbol, []).append(line)
        self._first: dict[str, frozenset[str]] = {}
        self._nullable: set[str] = set()
        self._close()
        self.lexicon = frozenset(word for line in productions(vocabulary) for word in _literals(line.parts))
        self._starting: dict[tuple[str, str, bool], tuple[Production, ...]] = {}

    def starting(self, symbol: str, word: str, name: bool) -> tuple[Production, ...]:
        """The productions of a nonterminal that can begin with a word, which may also begin a name."""
        key = (symbol, word, name)
        found = self._starting.get(key)
        if found is None:
            marks = {word} | ({_NAME} if name else set()) | ({_NUMBER} if word.isdecimal() else set())
            found = tuple(line for line in self.lines.get(symbol, ()) if self._can_begin(line, marks))
            if word in self.lexicon or word.isdecimal():
                self._starting[key] = found
        return found

    def _can_begin(self, line: Production, marks: set[str]) -> bool:
        first, nullable = self._row(line.parts)
        return nullable or not marks.isdisjoint(first)

    def _close(self) -> None:
        changed = True
        while changed:
            changed = False
            for symbol, lines in self.lines.items():
                first: frozenset[str] = frozenset()
                for line in lines:
                    begin, nullable = self._row(line.parts)
                    first |= begin
                    if nullable and symbol not in self._nullable:
                        self._nullable.add(symbol)
                        changed = True
                if first != self._first.get(symbol, frozenset()):
                    self._first[symbol] = first
                    changed = True

    def _row(self, parts: tuple[Part, ...]) -> tuple[frozenset[str], bool]:
        first: frozenset[str] = frozenset()
        for part in parts:
            begin, nullable = self._part(part)
            first |= begin
            if not nullable:
                return first, False
        return first, True

    def _part(self, part: Part) -> tuple[frozenset[str], bool]:
        if isinstance(part, Word):
            return frozenset({part.word}), False
        if isinstance(part, Form):
            return frozenset({part.singular[0], part.plural[0]}), False
        if isinstance(part, Maybe):
            return self._row(part.parts)[0], True
        if part.symbol == "number":
            return frozenset({_NUMBER}), False
        if part.symbol in OPEN_CLASSES:
            return frozenset({_NAME}), False
        nullable = part.symbol in self._nullable or (isinstance(part, Many) and part.least == 0)
        return self._first.get(part.symbol, frozenset()), nullable


def _literals(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Word):
            yield part.word
        elif isinstance(part, Form):
            yield from (*part.singular, *part.plural)
        elif isinstance(part, Maybe):
            yield from _literals(part.parts)
        elif isinstance(part, Many):
            yield from part.separator


@lru_cache(maxsize=16)
def grammar_of(vocabulary: Vocabulary) -> Grammar:
    """The productions of a vocabulary, indexed once."""
    return Grammar(vocabulary)


class Names:
    """Names of cards by their first word, the longest first."""

    def __init__(self, names: frozenset[str], vocabulary: Vocabulary) -> None:
        self.by_word: dict[str, list[str]] = {}
        self.uncountable = frozenset(vocabulary.uncountable)
        for name in sorted({*names, *vocabulary.proper}, key=lambda name: (-len(name), name)):
            tokens = tokenise(name)
            if tokens:
                self.by_word.setdefault(tokens[0].text, []).append(name)
                if len(tokens) == 1:
                    self.by_word.setdefault(tokens[0].text + "s", []).append(name)

    def at(self, text: str, start: int, word: str, ends: frozenset[int], plural: bool) -> str | None:
        """The longest name that stands at a place of a text and ends where a word ends."""
        for name in self.by_word.get(word, ()):
            said = name + "s" if plural and name not in self.uncountable else name
            if text.startswith(said, start) and start + len(said) in ends:
                return name
        return None


@lru_cache(maxsize=64)
def names_of(names: frozenset[str], vocabulary: Vocabulary) -> Names:
    """A set of names, indexed once."""
    return Names(names, vocabulary)
