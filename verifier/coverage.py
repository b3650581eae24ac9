"""What encodes each rule and what shows it: finds scenario files by rule, sums up a rulebook by section and kind."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from verifier.game import Game
from verifier.rulebook import Entry
from verifier.scenario import LARGEST_FILE

DEFAULT = Path("tests/rulebook")
"""Where scenario files are looked for, if the folder exists."""

Shown = Mapping[str, Mapping[str, tuple[str, ...]]]
"""For each game and each rule's number the files that show it."""

_NAMED = re.compile(r"((?:[A-Z]+-)?\d+(?:\.\d+)*[a-z]*)-")
_SECTION = re.compile(r"[A-Z]+-\d+|\d+(?:\.\d+)?")


class Covered(Struct, frozen=True):
    """A rule with what leans on it, the functions that encode it and the files that show it."""

    game: str
    entry: Entry
    cited_by: tuple[str, ...]
    encoded_by: tuple[str, ...]
    shown_by: tuple[str, ...]

    @property
    def missing(self) -> bool:
        """True where the rule concerns the game and is neither encoded nor shown."""
        return self.entry.kind != "outside" and not self.encoded_by and not self.shown_by

    def to_json(self) -> dict[str, Any]:
        """The rule as plain values."""
        return {
            "ref": self.entry.ref,
            "game": self.game,
            "heading": self.entry.heading,
            "says": self.entry.says,
            "kind": self.entry.kind,
            "cites": list(self.entry.cites),
            "cited_by": list(self.cited_by),
            "encoded_by": list(self.encoded_by),
            "shown_by": list(self.shown_by),
        }


class Sum(Struct, frozen=True):
    """How many rules there are under a name, and how many of them are encoded, shown, and neither."""

    name: str
    rules: int
    encoded: int
    shown: int
    missing: int


class Coverage(Struct, frozen=True):
    """The sums of a rulebook by section and by kind, in all, and the rules that are neither encoded nor shown."""

    sections: tuple[Sum, ...]
    kinds: tuple[Sum, ...]
    total: Sum
    missing: tuple[Covered, ...]


def shown(folder: Path) -> Shown:
    """The scenario files below a folder by game and by the rules they show; each file is read once.

    A file shows the rule its name begins with, those it lists under `shows`, and those it claims to be broken.
    """
    found: dict[str, dict[str, dict[str, None]]] = {}
    for path in sorted(folder.rglob("*.toml")):
        tables = _tables(path)
        game = tables.get("game")
        if not isinstance(game, str):
            continue
        refs = found.setdefault(game, {})
        for ref in _shown_by(path, tables):
            refs.setdefault(ref, {})[path.as_posix()] = None
    return {game: {ref: tuple(files) for ref, files in refs.items()} for game, refs in found.items()}


def _tables(path: Path) -> dict[str, Any]:
    """The tables of a file, empty where it cannot be read: `check` is what tells of mistakes in it."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            return {}
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}


def _shown_by(path: Path, tables: Mapping[str, Any]) -> Iterable[str]:
    if named := _NAMED.match(path.name):
        yield named[1]
    expect = tables.get("expect")
    claimed = expect.get("rules") if isinstance(expect, dict) else None
    for listed in (tables.get("shows"), claimed):
        if isinstance(listed, list):
            yield from (ref for ref in listed if isinstance(ref, str))


def covered(game: Game, entries: Iterable[Entry], files: Shown) -> tuple[Covered, ...]:
    """The rules of a game with what encodes and shows each."""
    here = files.get(game.name, {})
    citing: dict[str, list[str]] = {}
    for entry in game.rulebook:
        for ref in entry.cites:
            citing.setdefault(ref, []).append(entry.ref)
    return tuple(
        Covered(
            game.name,
            entry,
            tuple(citing.get(entry.ref, ())),
            game.rules.encoded_by(entry.ref),
            here.get(entry.ref, ()),
        )
        for entry in entries
    )


def coverage(rules: Iterable[Covered]) -> Coverage:
    """The sums over some rules, in their order."""
    listed = tuple(rules)
    sections: dict[str, list[Covered]] = {}
    kinds: dict[str, list[Covered]] = {}
    for rule in listed:
        sections.setdefault(section(rule.entry.ref), []).append(rule)
        kinds.setdefault(rule.entry.kind, []).append(rule)
    return Coverage(
        tuple(_sum(name, group) for name, group in sections.items()),
        tuple(_sum(name, kinds[name]) for name in sorted(kinds)),
        _sum("all", listed),
        tuple(rule for rule in listed if rule.missing),
    )


def section(ref: str) -> str:
    """The section that a rule's number belongs to: 1.14 for 1.14.2d, XY-3 for XY-3a."""
    found = _SECTION.match(ref)
    return found.group() if found else ref


def _sum(name: str, rules: Iterable[Covered]) -> Sum:
    listed = tuple(rules)
    return Sum(
        name,
        len(listed),
        sum(1 for rule in listed if rule.encoded_by),
        sum(1 for rule in listed if rule.shown_by),
        sum(1 for rule in listed if rule.missing),
    )
