"""Scenario files: a game, a position as the game's own tables, a line of play, and what the file claims about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from verifier.locate import composed, layout, locate
from verifier.tables import (
    LARGEST_FILE,
    Count,
    Invalid,
    Mistake,
    parse_toml,
    read_table,
    read_text,
    readable,
)

__all__ = [
    "LARGEST_FILE",
    "REFUSED",
    "Count",
    "Expect",
    "Invalid",
    "Mistake",
    "Scenario",
    "Written",
    "load",
    "locate",
    "parse",
    "parse_toml",
    "read_table",
    "read_text",
    "readable",
]

REFUSED = "refused:"
_VERDICTS = ("legal", "illegal", "unknown")


class Written(Struct, frozen=True):
    """One move of a line as it stands in the file, with its row and column there.

    A row that begins with `refused:` is an attempt that must be illegal; it is reversed, and the line goes on.
    """

    text: str
    row: int
    column: int
    refused: bool = False


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file claims about its own line."""

    verdict: str | None = None
    step: Count | None = None
    rules: list[str] | None = None
    nearest: str | None = None
    value: int | None = None
    state: dict[str, Any] = {}


class Goal(Struct, frozen=True):
    """What a file aims at: facts of the position at its end that holes are filled for."""

    reach: dict[str, Any] = {}


class Scenario(Struct, frozen=True):
    """A scenario: the game, the position as the game's own tables, the line of play, and what the file claims.

    `turn`, `players`, `cards` and `options` every game has; `position` holds the further tables that this game knows, by key.
    """

    file: str
    game: str
    title: str = ""
    line: tuple[Written, ...] = ()
    turn: dict[str, Any] = {}
    players: dict[str, dict[str, Any]] = {}
    cards: dict[str, Any] = {}
    options: dict[str, Any] = {}
    goal: Goal = Goal()
    shows: tuple[str, ...] = ()
    expect: Expect | None = None
    source: str = ""
    position: dict[str, Any] = {}

    def mistake(
        self, message: str, *path: str | int, value: str = "", at: int = 0, help: str = "", kind: str = "invalid"
    ) -> Mistake:
        """A mistake at the place of a key, or of a text under it; `at` counts characters of that text."""
        line, column = locate(self.source, path, value, at)
        return Mistake(message, self.file, line, column, help, kind)


class _Tables(Struct, frozen=True):
    """The keys of a scenario file."""

    game: str = ""
    title: str = ""
    line: str = ""
    turn: dict[str, Any] = {}
    players: dict[str, Any] = {}
    cards: dict[str, Any] = {}
    options: dict[str, Any] = {}
    goal: dict[str, Any] = {}
    shows: list[str] = []
    expect: dict[str, Any] | None = None


def load(path: str | Path) -> Scenario:
    """The scenario in a file; raises `Invalid`."""
    return parse(read_text(path), str(path))


def parse(text: str, file: str = "<text>") -> Scenario:
    """The scenario in a text; raises `Invalid` with every mistake that was found."""
    raw = parse_toml(text, file)
    if not raw:
        raise Invalid(Mistake("the file is empty", file, help='a scenario begins with `game = "…"`'))
    mistakes: list[Mistake] = []
    further, position = _of_the_game(raw, text, file, mistakes)
    shared = {key: value for key, value in raw.items() if key not in further}
    tables = read_table(_Tables, shared, text, file, (), mistakes, further)
    assert tables is not None
    if "game" not in raw:
        mistakes.append(Mistake("the key `game` is missing", file, 1, help="name the game first"))
    players = {}
    for name, table in tables.players.items():
        try:
            players[name] = msgspec.convert(table, dict[str, Any])
        except msgspec.ValidationError as error:
            mistakes.append(Mistake(f"`players.{name}`: {readable(error)}", file, *locate(text, ("players", name))))
    scenario = Scenario(
        file=file,
        game=tables.game,
        title=tables.title,
        line=_written(text),
        turn=tables.turn,
        players=players,
        cards=tables.cards,
        options=tables.options,
        goal=_goal(tables, text, file, mistakes),
        shows=tuple(tables.shows),
        expect=_expect(tables, text, file, mistakes),
        source=text,
        position=position,
    )
    if mistakes:
        whole = all(getattr(scenario, key) == raw.get(key, {}) for key in ("turn", "players", "cards", "options"))
        whole = whole and all(key in position for key in further if key in raw)
        raise Invalid(*mistakes, *(_further(scenario) if whole and scenario.game else ()))
    return scenario


def _of_the_game(raw: dict[str, Any], text: str, file: str, mistakes: list[Mistake]) -> tuple[frozenset[str], dict[str, Any]]:
    """The keys that only the file's own game knows, and what stands under them as far as it has the right type.

    The game is asked only where there is a key that not every game knows.
    """
    from verifier import games

    if raw.keys() <= set(_Tables.__struct_fields__) or not isinstance(raw.get("game"), str):
        return frozenset(), {}
    try:
        known = games.find(raw["game"], file, locate(text, ("game",))[0]).tables
    except Invalid as error:
        mistakes.extend(error.mistakes)
        return frozenset(), {}
    found: dict[str, Any] = {}
    for key in (key for key in raw if key in known):
        try:
            found[key] = msgspec.convert(raw[key], known[key])
        except msgspec.ValidationError as error:
            mistakes.append(Mistake(f"`{key}`: {readable(error)}", file, *locate(text, (key,))))
    return frozenset(known), found


def _expect(tables: _Tables, text: str, file: str, mistakes: list[Mistake]) -> Expect | None:
    """What the file claims, None where it claims nothing."""
    if tables.expect is None:
        return None
    expect = read_table(Expect, tables.expect, text, file, ("expect",), mistakes)
    if expect is not None and expect.verdict is not None and expect.verdict not in _VERDICTS:
        place = locate(text, ("expect", "verdict"))
        help = "one of `legal`, `illegal`, `unknown`"
        mistakes.append(Mistake(f"`{expect.verdict}` is not a verdict", file, *place, help))
    return expect


def _goal(tables: _Tables, text: str, file: str, mistakes: list[Mistake]) -> Goal:
    """What the file aims at."""
    return read_table(Goal, tables.goal, text, file, ("goal",), mistakes) or Goal()


def _further(scenario: Scenario) -> tuple[Mistake, ...]:
    """What the game finds wrong with its own tables, for a file that has other mistakes. What is missing may be misspelt."""
    from verifier import games
    from verifier.claims import unknown_rules

    if scenario.game not in games.names():
        return ()
    game = games.find(scenario.game)
    found = list(unknown_rules(scenario, game.rulebook))
    try:
        game.read(scenario)
    except Invalid as error:
        found += error.mistakes
    return tuple(mistake for mistake in found if mistake.line)


def _written(source: str) -> tuple[Written, ...]:
    """The moves of the file's line with their places; empty rows and rows that begin with # are left out."""
    places = layout(source)
    line = places.text(("line",))
    found: list[Written] = []
    start = 0
    for text in line.said.splitlines(keepends=True) if line is not None else ():
        said = text.strip()
        if line is not None and said and not said.startswith("#"):
            attempt = said.removeprefix(REFUSED).strip()
            ahead = len(text) - len(text.lstrip()) + said.index(attempt, len(REFUSED) if said.startswith(REFUSED) else 0)
            row, column = places.place(line.offset(start + ahead))
            found.append(Written(composed(attempt), row, column, said.startswith(REFUSED)))
        start += len(text)
    return tuple(found)
