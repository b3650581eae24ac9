"""Trees as canonical text, through the same productions that the parser reads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import fields

from verifier.ability.errors import AbilityError
from verifier.ability.grammar import productions
from verifier.ability.production import Form, Many, Maybe, One, Part, Production, Slots, Word, is_plural, slot_names
from verifier.ability.tokens import join
from verifier.ability.tree import Ability, Node
from verifier.ability.vocabulary import Vocabulary


def show(ability: Ability, vocabulary: Vocabulary) -> str:
    """The canonical text of an ability; AbilityError for a tree that no text of the language means."""
    words = _printer(vocabulary).words("ability", ability)
    if words is None:
        raise AbilityError("no sentence says this tree", text=outline(ability), help="the grammar has no words for it")
    return join(words)


def outline(value: Any) -> str:
    """A tree on one line: each node with the fields that are not their defaults, in brackets."""
    if isinstance(value, Node):
        shown = []
        for field in fields(type(value)):
            part = getattr(value, field.name)
            if field.default is NODEFAULT or part != field.default:
                shown.append(f"{field.name}={outline(part)}")
        return f"{type(value).__name__}({', '.join(shown)})"
    if isinstance(value, tuple):
        return "[" + ", ".join(outline(item) for item in value) + "]"
    return repr(value)


@lru_cache(maxsize=16)
def _printer(vocabulary: Vocabulary) -> Printer:
    return Printer(vocabulary)


class Printer:
    """Finds the words of a value: for each nonterminal, the first production that fits."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._uncountable = frozenset(vocabulary.uncountable)
        self._lines: dict[str, list[Production]] = {}
        self._words: dict[tuple[str, Any], tuple[str, ...]] = {}
        for line in productions(vocabulary):
            if not line.slots and all(isinstance(part, Word) for part in line.parts) and line.node is None:
                words = tuple(part.word for part in line.parts if isinstance(part, Word))
                self._words.setdefault((line.symbol, line.make({})), words)
            else:
                self._lines.setdefault(line.symbol, []).append(line)

    def words(self, symbol: str, value: Any) -> list[str] | None:
        """The words that say a value as a nonterminal, or None where nothing does."""
        if symbol in ("number", "name", "name.singular", "name.plural", "proper"):
            return self._open(symbol, value)
        fixed = self._words.get((symbol, value))
        if fixed is not None:
            return list(fixed)
        for line in self._lines.get(symbol, ()):
            if line.node is not None and type(value) is not line.node:
                continue
            slots = line.take(value)
            if slots is not None:
                words = self._row(line.parts, slots, line)
                if words is not None:
                    return words
        return None

    def _open(self, symbol: str, value: Any) -> list[str] | None:
        if symbol == "number":
            return [str(value)] if type(value) is int and value >= 0 else None
        if not isinstance(value, str):
            return None
        return [value + "s"] if symbol == "name.plural" and value not in self._uncountable else [value]

    def _row(self, parts: tuple[Part, ...], slots: Slots, line: Production) -> list[str] | None:
        row: list[str] = []
        for part in parts:
            words = self._part(part, slots, line)
            if words is None:
                return None
            row += words
        return row

    def _part(self, part: Part, slots: Slots, line: Production) -> list[str] | None:
        if isinstance(part, Word):
            return [part.word]
        if isinstance(part, One):
            return self.words(part.symbol, slots[part.name])
        if isinstance(part, Many):
            return self._list(part, slots[part.name])
        if isinstance(part, Form):
            return list(part.plural if is_plural(slots[part.slot]) else part.singular)
        return [] if _absent(part, slots, line) else self._row(part.parts, slots, line)

    def _list(self, part: Many, values: Any) -> list[str] | None:
        if not isinstance(values, tuple) or len(values) < part.least:
            return None
        row: list[str] = []
        for place, value in enumerate(values):
            words = self.words(part.symbol, value)
            if words is None:
                return None
            row += [*part.separator, *words] if place else words
        return row


def _absent(part: Maybe, slots: Slots, line: Production) -> bool:
    node = line.node
    defaults = {field.name: field.default for field in fields(node)} if node is not None and issubclass(node, Node) else {}
    return all(name not in slots or (name in defaults and slots[name] == defaults[name]) for name in slot_names(part.parts))
