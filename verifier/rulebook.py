"""A game's rulebook: every rule by number, in plain words, and what cites what.

The file is TOML, one table a rule:

    ["1.14.2d"]
    heading = "Paying resource points"
    kind = "constraint"
    says = "Resource costs are paid with chi first, then resource points."
    cites = ["1.13.3", "1.14.3"]

A citation names a rule, or a section: any number with rules below it.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["constraint", "procedure", "definition", "outside"]
"""What a rule does: forbid, act, define, or speak of something that is not in the game."""

Key: TypeAlias = tuple[tuple[int, int, str], ...]
"""A reference taken apart, such that keys sort as a reader expects."""

Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]

_PARTS = re.compile(r"\d+|[A-Za-z]+")
_REFERENCE = re.compile(r"(?:[A-Z]+-)?\d+(?:\.\d+)*[a-z]*")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its number, a heading, its kind, what it says in our words, and the rules it leans on."""

    ref: str
    heading: Text
    kind: Kind
    says: Text
    cites: tuple[str, ...] = ()


class UnknownRule(LookupError):
    """The error for a rule number that the book does not have, with the nearest numbers that it has."""

    def __init__(self, ref: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(ref, near)
        self.ref = ref
        self.near = near

    def __str__(self) -> str:
        help_ = f"; did you mean {' or '.join(f'`{other}`' for other in self.near)}?" if self.near else ""
        return f"unknown rule `{self.ref}`{help_}"


def order(ref: str) -> Key:
    """The sort key of a reference: 1.2.3 < 1.2.3a < 1.2.10 and KF-3 < KF-3a; the key of 1.2 begins the key of 1.2.3."""
    return tuple((0, int(part), "") if part[0].isdigit() else (1, len(part), part) for part in _PARTS.findall(ref))


class Rulebook:
    """The rules of one game, by number."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self._keys = {entry.ref: order(entry.ref) for entry in entries}
        self.entries = tuple(sorted(entries, key=lambda entry: self._keys[entry.ref]))
        self._by_ref = {entry.ref: entry for entry in self.entries}

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Rulebook":
        """The rulebook that a TOML file holds; a ValueError with file and rule if it does not hold one."""
        try:
            tables = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error
        book = cls(tuple(_entry(path, ref, table) for ref, table in tables.items()))
        book._check_citations(path)
        return book

    def entry(self, ref: str) -> Entry:
        """The rule with this number; UnknownRule, with suggestions, if there is none."""
        try:
            return self._by_ref[ref]
        except KeyError:
            raise UnknownRule(ref, self._near(ref)) from None

    def under(self, ref: str) -> tuple[Entry, ...]:
        """The rule or section with this number and everything below it, in order; empty if there is nothing."""
        key = order(ref)
        return tuple(entry for entry in self.entries if key and self._keys[entry.ref][: len(key)] == key)

    def cited_by(self, ref: str) -> tuple[Entry, ...]:
        """The rules that cite exactly this number, in order."""
        return tuple(entry for entry in self.entries if ref in entry.cites)

    def references(self) -> dict[str, tuple[str, ...]]:
        """What cites what: each rule's number with the numbers of the rules and sections that it cites."""
        return {entry.ref: entry.cites for entry in self.entries}

    def __contains__(self, ref: object) -> bool:
        return ref in self._by_ref

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def _check_citations(self, path: str | os.PathLike[str]) -> None:
        known = {key[:length] for key in self._keys.values() for length in range(1, len(key) + 1)}
        for entry in self.entries:
            for cited in entry.cites:
                if cited not in self._by_ref and order(cited) not in known:
                    raise ValueError(f"{path}: rule `{entry.ref}`: cites the {UnknownRule(cited, self._near(cited))}")

    def _near(self, ref: str) -> tuple[str, ...]:
        return tuple(difflib.get_close_matches(ref, self._by_ref, n=3))


def _entry(path: str | os.PathLike[str], ref: str, table: object) -> Entry:
    """One rule, read and checked."""
    if not (isinstance(table, dict) and _REFERENCE.fullmatch(ref)):
        raise ValueError(f'{path}: `{ref}`: not a rule: expected a table with a number for its name, as in ["1.14.2d"]')
    try:
        return msgspec.convert({**table, "ref": ref}, Entry)
    except msgspec.ValidationError as error:
        raise ValueError(f"{path}: rule `{ref}`: {_in_plain_words(str(error))}") from None


def _in_plain_words(message: str) -> str:
    """A validation message as the other messages are: lower case, the key in backticks."""
    message = re.sub(r"^Object missing required field", "missing key", message)
    message = re.sub(r"^Object contains unknown field", "unknown key", message)
    if enum := re.fullmatch(r"Invalid enum value '(.*)' - at `\$\.kind`", message):
        return f"unknown kind `{enum[1]}`; use constraint, procedure, definition or outside"
    return message[:1].lower() + message[1:].replace("`$.", "`")
