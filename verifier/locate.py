"""Where things stand in a TOML text: every key, every entry of a list and every text, by row and column."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from operator import itemgetter
from typing import Literal, TypeAlias

from msgspec import Struct

Trail: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value; an entry of a list has its number, from 0."""

LONGEST_NUMBER = 1_000
"""How many digits a number may have; Python itself reads no more than 4,300."""

_DEEPEST = 8
"""Keys that are never written out are found by what stands below them, down to this depth."""

_SPACE = re.compile(r"(?:\s|#[^\n]*)*")
_KEY = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'([^'\n]*)'|([\w-]+)")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_TEXT = re.compile(
    r"\"\"\"\n?(?P<rows>(?:\\.|[^\\])*?)\"\"\"(?!\")|'''\n?(?P<raw_rows>.*?)'''(?!')"
    r"|\"(?P<row>(?:[^\"\\\n]|\\.)*)\"|'(?P<raw_row>[^'\n]*)'",
    re.DOTALL,
)
_BARE = re.compile(r"\d{4}-\d\d-\d\d \d[^\s,\]}#]*|[^\s,\]}#]+")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([ \t]*\n\s*)|(.))")
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


def composed(text: str) -> str:
    """The text with each letter and its accents as one character, so that equal names are equal."""
    return unicodedata.normalize("NFC", text)


class Spot(Struct, frozen=True):
    """A key, a text or another value: the keys that lead to it, where it begins, and what it says.

    `steps` are places where what is said and how it is written stop running side by side: after the opening mark and after
    each escape, the place in what is said and the place in the file. `inline` keys stand within braces.
    """

    path: Trail
    kind: Literal["key", "text", "bare"]
    start: int
    said: str
    steps: tuple[tuple[int, int], ...] = ()
    inline: bool = False

    def offset(self, at: int) -> int:
        """The place in the file of a character of what is said."""
        if not self.steps:
            return self.start + at
        said, written = self.steps[bisect_right(self.steps, at, key=itemgetter(0)) - 1]
        return written + at - said


class Layout:
    """The places of everything in one TOML text."""

    def __init__(self, source: str) -> None:
        text = source.replace("\r\n", "\n")
        self.spots = _Scanner(text).scan()
        self._rows = [0, *(found.end() for found in re.finditer("\n", text))]
        self._keys: dict[Trail, Spot] = {}
        self._above: dict[Trail, Spot] = {}
        self._said: dict[str, list[Spot]] = {}
        for spot in self.spots:
            if (spot.kind == "key" and not spot.inline) or isinstance(spot.path[-1], int):
                self._keys.setdefault(spot.path, spot)
                for length in range(1, min(len(spot.path), _DEEPEST)):
                    self._above.setdefault(spot.path[:length], spot)
            if spot.kind != "bare":
                self._said.setdefault(composed(spot.said), []).append(spot)

    def place(self, offset: int) -> tuple[int, int]:
        """The row and column of a place in the text."""
        row = bisect_right(self._rows, offset)
        return row, offset - self._rows[row - 1] + 1

    def text(self, path: Trail) -> Spot | None:
        """The text that stands under a key, None where there is none."""
        return next((spot for spot in self.spots if spot.kind == "text" and spot.path == path), None)

    def find(self, path: Trail, value: str, at: int) -> tuple[int, int]:
        """The row and column of a key, or of a text at or below it; (0, 0) where there is none."""
        for spot in self._said.get(value, ()) if value else ():
            if spot.path[: len(path)] == path:
                return self.place(spot.offset(at))
        above = (self._keys.get(path[:length]) for length in range(len(path) - 1, 0, -1))
        key = self._keys.get(path) or self._above.get(path) or next((spot for spot in above if spot is not None), None)
        return self.place(key.start) if key is not None else (0, 0)


@lru_cache(maxsize=4)
def layout(source: str) -> Layout:
    """The places of everything in a TOML text."""
    return Layout(source)


def locate(source: str, path: Trail, value: str = "", at: int = 0) -> tuple[int, int]:
    """The row and column of a key in a TOML text, or of a text at or below it; (0, 0) where it is not found.

    `at` counts characters from the beginning of that text. A key that is not there is placed where its table is, and a key
    within braces where the key before them is.
    """
    return layout(source).find(path, value, at) if path else (0, 0)


def locate_long_number(source: str) -> tuple[int, int]:
    """The row and column of the first number that is too long to be read; (0, 0) where there is none."""
    places = layout(source)
    long = (spot for spot in places.spots if spot.kind == "bare" and len(spot.said) > LONGEST_NUMBER)
    return next((places.place(spot.start) for spot in long), (0, 0))


class _Nested(Struct):
    """A list or a table within a value: its closing bracket, the keys that lead to it, and how many entries there were."""

    closing: str
    path: Trail
    entries: int = 0


class _Scanner:
    """Walks a TOML text once. It trusts the text to be valid, and steps over what is not."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.spots: list[Spot] = []
        self.table: Trail = ()
        self.nested: list[_Nested] = []
        self.numbers: dict[Trail, int] = {}

    def scan(self) -> list[Spot]:
        """Every key and value, in order."""
        while self._space() < len(self.source):
            here = self.source[self.at]
            inner = self.nested[-1] if self.nested else None
            if inner is not None and here == inner.closing:
                self.nested.pop()
                self.at += 1
            elif here == ",":
                self.at += 1
            elif inner is None and here == "[":
                self._header()
            elif inner is None or inner.closing == "}":
                self._pair(inner.path if inner is not None else self.table)
            else:
                self._value((*inner.path, inner.entries))
                inner.entries += 1
        return self.spots

    def _space(self) -> int:
        found = _SPACE.match(self.source, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def _header(self) -> None:
        """Nothing; reads the head of a table, which becomes the table at hand."""
        start = self.at
        several = self.source.startswith("[[", start)
        self.at += 2 if several else 1
        self._space()
        path: Trail = ()
        for key, _ in self._dotted():
            path = (*path, self.numbers[path], key) if path in self.numbers else (*path, key)
        if several:
            self.numbers[path] = self.numbers.get(path, -1) + 1
        self.table = (*path, self.numbers[path]) if path in self.numbers else path
        self.spots.append(Spot(self.table or ("",), "key", start, str(path[-1]) if path else ""))
        end = self.source.find("]", self.at)
        self.at = len(self.source) if end < 0 else end + (2 if several else 1)

    def _pair(self, table: Trail) -> None:
        start = self.at
        keys = self._dotted()
        if not keys:
            self.at += 1
            return
        said, inside = keys[-1]
        path = (*table, *(key for key, _ in keys))
        self.spots.append(Spot(path, "key", start, said, ((0, inside),), bool(self.nested)))
        equals = _EQUALS.match(self.source, self.at)
        if equals:
            self.at = equals.end()
            self._value(path)

    def _dotted(self) -> list[tuple[str, int]]:
        """The keys of a dotted name, each with the place where its own name begins."""
        found: list[tuple[str, int]] = []
        while key := _KEY.match(self.source, self.at):
            said = _decoded(key[1], 0)[0] if key[1] is not None else key[2] if key[2] is not None else key[3]
            found.append((composed(said), key.start(key.lastindex or 0)))
            self.at = key.end()
            dot = _DOT.match(self.source, self.at)
            if dot is None:
                break
            self.at = dot.end()
        return found

    def _value(self, path: Trail) -> None:
        start = self.at
        if found := _TEXT.match(self.source, start):
            kind = found.lastgroup or ""
            inside = found.start(kind)
            said, steps = (found[kind], ((0, inside),)) if kind.startswith("raw") else _decoded(found[kind], inside)
            self.spots.append(Spot(path, "text", start, said, steps))
            self.at = found.end()
            return
        bare = _BARE.match(self.source, start)
        here = self.source[start : start + 1]
        if here in ("[", "{"):
            self.nested.append(_Nested("]" if here == "[" else "}", path))
        self.spots.append(Spot(path, "bare", start, here if here in ("[", "{") or bare is None else bare[0]))
        self.at = start + 1 if here in ("[", "{") or bare is None else bare.end()


def _decoded(written: str, start: int) -> tuple[str, tuple[tuple[int, int], ...]]:
    """What a text with escapes says, and the steps between the two."""
    parts: list[str] = []
    steps = [(0, start)]
    length = done = 0
    for escape in _ESCAPE.finditer(written):
        code = escape[1] or escape[2]
        meant = chr(int(code, 16)) if code else "" if escape[3] else _ESCAPED.get(escape[4], escape[4])
        parts += [written[done : escape.start()], meant]
        length += escape.start() - done + len(meant)
        done = escape.end()
        steps.append((length, start + done))
    return "".join([*parts, written[done:]]), tuple(steps)
