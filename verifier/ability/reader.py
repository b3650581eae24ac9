"""A memoised descent over the productions that finds every reading of a text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, TypeAlias

from verifier.ability.index import OPEN_CLASSES, Grammar, Names
from verifier.ability.production import Form, Many, Maybe, One, Part, Production, Word, is_plural
from verifier.ability.tokens import Token, tokenise

Found: TypeAlias = list[tuple[int, Any]]
State: TypeAlias = tuple[int, tuple[tuple[str, Any], ...], tuple[tuple[str, bool], ...]]
"""How far a production has been read, the slots filled so far, and the agreements still to be checked."""


class Reader:
    """One text being read. With `explain`, nothing is skipped, and what was expected at the furthest place is kept."""

    def __init__(self, text: str, grammar: Grammar, names: Names, explain: bool = False) -> None:
        self.text, self.grammar, self.names, self.explain = text, grammar, names, explain
        self.tokens: tuple[Token, ...] = tokenise(text)
        self.words = [token.word for token in self.tokens]
        self._ends = frozenset(token.end for token in self.tokens)
        self._naming = [token.text in names.by_word for token in self.tokens]
        self._memo: dict[tuple[str, int], Found] = {}
        self.furthest, self.expected = 0, set[str]()

    def readings(self) -> list[Any]:
        """Every tree of the whole text, each once."""
        whole = len(self.tokens)
        return list(dict.fromkeys(tree for end, tree in self._symbol("ability", 0) if end == whole))

    def _symbol(self, symbol: str, at: int) -> Found:
        key = (symbol, at)
        found = self._memo.get(key)
        if found is None:
            found = self._open(symbol, at) if symbol in OPEN_CLASSES else self._read(symbol, at)
            self._memo[key] = found
        return found

    def _read(self, symbol: str, at: int) -> Found:
        if self.explain:
            lines: Collection[Production] = self.grammar.lines.get(symbol, ())
        elif at < len(self.words):
            lines = self.grammar.starting(symbol, self.words[at], self._naming[at])
        else:
            lines = self.grammar.starting(symbol, "", False)
        results: Found = []
        for line in lines:
            for end, slots, forms in self._row(line.parts, [(at, (), ())]):
                values = dict(slots)
                if all(is_plural(values[name]) == plural for name, plural in forms):
                    value = line.make(values)
                    if value is not None:
                        results.append((end, value))
        return list(dict.fromkeys(results)) if len(results) > 1 else results

    def _row(self, parts: tuple[Part, ...], states: list[State]) -> list[State]:
        for part in parts:
            states = self._part(part, states)
            if not states:
                break
        return states

    def _part(self, part: Part, states: list[State]) -> list[State]:
        if isinstance(part, Word):
            return [(at + 1, slots, forms) for at, slots, forms in states if self._is(part.word, at)]
        if isinstance(part, One):
            return [
                (end, (*slots, (part.name, value)), forms)
                for at, slots, forms in states
                for end, value in self._symbol(part.symbol, at)
            ]
        if isinstance(part, Many):
            return [
                (end, (*slots, (part.name, values)), forms)
                for at, slots, forms in states
                for end, values in self._list(part, at)
            ]
        if isinstance(part, Maybe):
            return states + self._row(part.parts, states)
        return [found for state in states for found in self._agreeing(part, state)]

    def _agreeing(self, part: Form, state: State) -> Iterator[State]:
        """The states after a word that agrees with its slot; a slot that is not yet filled is compared later."""
        at, slots, forms = state
        known = [is_plural(value) for name, value in slots if name == part.slot]
        for plural in known or (False, True):
            end = self._all(part.plural if plural else part.singular, at)
            if end is not None:
                yield end, slots, forms if known else (*forms, (part.slot, plural))

    def _list(self, part: Many, at: int) -> list[tuple[int, tuple[Any, ...]]]:
        found: list[tuple[int, tuple[Any, ...]]] = [(at, ())] if part.least == 0 else []
        states: list[tuple[int, tuple[Any, ...]]] = [(at, ())]
        while states:
            longer = []
            for place, values in states:
                start = self._all(part.separator, place) if values else place
                if start is not None:
                    longer += [(end, (*values, value)) for end, value in self._symbol(part.symbol, start)]
            states = longer
            found += [state for state in states if len(state[1]) >= part.least]
        return found

    def _all(self, words: tuple[str, ...], at: int) -> int | None:
        for word in words:
            if not self._is(word, at):
                return None
            at += 1
        return at

    def _is(self, word: str, at: int) -> bool:
        if at < len(self.words) and self.words[at] == word:
            return True
        if self.explain:
            self._expect(word, at)
        return False

    def _open(self, symbol: str, at: int) -> Found:
        if at < len(self.tokens):
            token = self.tokens[at]
            if symbol == "number":
                if token.word.isdecimal() and len(token.word) < 10:
                    return [(at + 1, int(token.word))]
            else:
                plural = symbol == "name.plural"
                name = self.names.at(self.text, token.start, token.text, self._ends, plural)
                if name is not None:
                    stop = token.start + len(name) + (plural and name not in self.names.uncountable)
                    return [(next(i for i in range(at, len(self.tokens)) if self.tokens[i].end == stop) + 1, name)]
        if self.explain:
            self._expect("a number" if symbol == "number" else "a name", at)
        return []

    def _expect(self, word: str, at: int) -> None:
        if at > self.furthest:
            self.furthest, self.expected = at, set()
        if at == self.furthest:
            self.expected.add(word)
