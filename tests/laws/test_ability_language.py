"""Laws of the ability language: print and parse are inverse, and no corrupted text passes for the one it came from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import AbilityError, Vocabulary, parse, show
from verifier.ability.grammar import productions
from verifier.ability.production import Form, Many, Maybe, Part, Production, Word
from verifier.ability.references import Unclear, check

SENTENCES = (Path(__file__).parents[1] / "verifier" / "ability" / "sentences.txt").read_text("utf-8").splitlines()
NAMES = frozenset({"Vigor", "Zen State", "Nimblism", "Runechant", "Gold", "10,000 Year Reunion", "Overpower"})
WORDS = sorted({word for sentence in SENTENCES for word in sentence.split()})

Pick = Callable[[int], int]
"""Chooses a number from zero to one less than its argument."""


class Impossible(Exception):
    """The choices made so far do not go together."""


class Generator:
    """Builds values of nonterminals from choices; below `depth` only the shortest productions are taken."""

    def __init__(self, vocabulary: Vocabulary, names: tuple[str, ...]) -> None:
        self.names, self.proper = names, vocabulary.proper
        self.lines: dict[str, list[Production]] = {}
        for line in productions(vocabulary):
            self.lines.setdefault(line.symbol, []).append(line)
        self.height = dict.fromkeys(("number", "name", "name.singular", "name.plural", "proper"), 0)
        while len(self.height) < len(self.lines) + 5:
            for symbol, lines in self.lines.items():
                heights = [height for line in lines if (height := self._tall(line.parts)) is not None]
                if heights and symbol not in self.height:
                    self.height[symbol] = 1 + min(heights)

    def _tall(self, parts: tuple[Part, ...]) -> int | None:
        needed = [part.symbol for part in parts if not isinstance(part, Word | Form | Maybe)]
        if any(symbol not in self.height for symbol in needed):
            return None
        return max((self.height[symbol] for symbol in needed), default=0)

    def value(self, symbol: str, depth: int, pick: Pick) -> Any:
        """A value of a nonterminal."""
        if symbol == "number":
            return pick(7)
        if symbol in ("name", "name.singular", "name.plural"):
            return self.names[pick(len(self.names))]
        if symbol == "proper":
            return self.proper[pick(len(self.proper))]
        lines = self.lines[symbol]
        if depth <= 0:
            least = min(height for line in lines if (height := self._tall(line.parts)) is not None)
            lines = [line for line in lines if self._tall(line.parts) == least]
        line = lines[pick(len(lines))]
        slots: dict[str, Any] = {}
        self._fill(line.parts, slots, depth - 1, pick)
        value = line.make(slots)
        if value is None:
            raise Impossible
        return value

    def _fill(self, parts: tuple[Part, ...], slots: dict[str, Any], depth: int, pick: Pick) -> None:
        for part in parts:
            if isinstance(part, Maybe):
                if depth > 0 and pick(3) == 0:
                    self._fill(part.parts, slots, depth, pick)
            elif isinstance(part, Many):
                count = part.least + (pick(3) if depth > 0 else 0)
                slots[part.name] = tuple(self._try(part.symbol, depth, pick) for _ in range(count))
            elif not isinstance(part, Word | Form):
                slots[part.name] = self._try(part.symbol, depth, pick)

    def _try(self, symbol: str, depth: int, pick: Pick) -> Any:
        for _ in range(4):
            try:
                return self.value(symbol, depth, pick)
            except Impossible:
                continue
        raise Impossible


GENERATOR = Generator(VOCABULARY, tuple(sorted(NAMES)))


@st.composite
def trees(draw: st.DrawFn) -> Any:
    """A random ability whose words point back to something."""
    random = draw(st.randoms(use_true_random=False))
    try:
        tree = GENERATOR.value("ability", draw(st.integers(2, 10)), random.randrange)
        check(tree, VOCABULARY)
    except (Impossible, Unclear):
        assume(False)
    return tree


@given(trees())
@settings(max_examples=300, deadline=None)
def test_a_printed_tree_is_read_back_as_itself(tree: Any) -> None:
    assert parse(show(tree, VOCABULARY), VOCABULARY, NAMES) == tree


def corrupted(text: str, at: int, how: str, word: str) -> str:
    """A text with one word dropped, doubled, swapped with the next, or replaced."""
    words = text.split(" ")
    at %= len(words)
    if how == "drop":
        del words[at]
    elif how == "double":
        words.insert(at, words[at])
    elif how == "swap":
        after = (at + 1) % len(words)
        words[at], words[after] = words[after], words[at]
    else:
        words[at] = word
    return " ".join(words)


@given(
    st.sampled_from(SENTENCES),
    st.integers(0, 40),
    st.sampled_from(["drop", "double", "swap", "replace"]),
    st.sampled_from(WORDS),
)
@settings(max_examples=1500, deadline=None)
def test_a_corrupted_text_is_refused_or_means_something_else(text: str, at: int, how: str, word: str) -> None:
    other = corrupted(text, at, how, word)
    assume(other != text)
    try:
        tree = parse(other, VOCABULARY, NAMES)
    except AbilityError:
        return
    assert show(tree, VOCABULARY) == other
    assert tree != parse(text, VOCABULARY, NAMES)


@given(st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
@settings(max_examples=500, deadline=None)
def test_any_text_is_read_whole_or_refused(text: str) -> None:
    try:
        tree = parse(text, VOCABULARY, NAMES)
    except AbilityError:
        return
    assert show(tree, VOCABULARY) == text
