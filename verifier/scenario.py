"""Scenario files: TOML that a person writes, read into checked structs; every mistake is told with its place in the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from verifier.notation import suggestion

LARGEST_FILE = 2_000_000
REFUSED = "refused:"
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A number that cannot be negative, and not absurdly large."""


class Mistake(Struct, frozen=True):
    """Something that cannot be read: what, where, and what may help. `kind` is `ambiguous` where it fits several things."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    help: str = ""
    kind: str = "invalid"


class Invalid(Exception):
    """Raised where a file cannot be read, with every mistake that was found."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__("; ".join(mistake.message for mistake in mistakes))
        self.mistakes = mistakes


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


class Scenario(Struct, frozen=True):
    """A scenario: the game, the position as the game's own tables, the line of play, and what the file claims."""

    file: str
    game: str
    title: str = ""
    line: tuple[Written, ...] = ()
    turn: dict[str, Any] = {}
    players: dict[str, dict[str, Any]] = {}
    cards: dict[str, Any] = {}
    options: dict[str, Any] = {}
    goal: dict[str, Any] = {}
    shows: tuple[str, ...] = ()
    expect: Expect | None = None
    source: str = ""

    def mistake(self, message: str, *path: str, value: str = "", help: str = "", kind: str = "invalid") -> Mistake:
        """A mistake at the place of a key, or of a value under it."""
        line, column = locate(self.source, path, value)
        return Mistake(message, self.file, line, column, help, kind)


_TYPES: dict[str, Any] = {
    "game": str,
    "title": str,
    "line": str,
    "turn": dict[str, Any],
    "players": dict[str, dict[str, Any]],
    "cards": dict[str, Any],
    "options": dict[str, Any],
    "goal": dict[str, Any],
    "shows": list[str],
    "expect": dict[str, Any],
}
_VERDICTS = ("legal", "illegal", "unknown")


def load(path: str | Path) -> Scenario:
    """The scenario in a file; raises `Invalid`."""
    return parse(read_text(path), str(path))


def read_text(path: str | Path) -> str:
    """The text of a file; raises `Invalid` where it is missing, a directory, too large, or not UTF-8."""
    name = str(path)
    try:
        file = Path(path)
        if file.is_dir():
            raise Invalid(Mistake("this is a directory, not a file", name))
        if file.stat().st_size > LARGEST_FILE:
            raise Invalid(Mistake(f"the file is larger than {LARGEST_FILE:,} bytes", name))
        data = file.read_bytes()
    except FileNotFoundError:
        raise Invalid(Mistake("there is no such file", name)) from None
    except (OSError, ValueError) as error:
        raise Invalid(Mistake(f"the file cannot be opened: {getattr(error, 'strerror', None) or error}", name)) from None
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Invalid(Mistake("the file is not UTF-8", name, line, help="save it as UTF-8 text")) from None


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML text; raises `Invalid` with line and column."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else (text.count("\n") + 1, 0)
        message = re.sub(r"\s*\(at .*\)$", "", str(error))
        raise Invalid(Mistake(f"invalid TOML: {message[:1].lower()}{message[1:]}", file, line, column)) from None
    except RecursionError:
        raise Invalid(Mistake("invalid TOML: nested too deeply", file)) from None


def parse(text: str, file: str = "<text>") -> Scenario:
    """The scenario in a text; raises `Invalid` with every mistake that was found."""
    raw = parse_toml(text, file)
    if not raw:
        raise Invalid(Mistake("the file is empty", file, help='a scenario begins with `game = "…"`'))
    mistakes: list[Mistake] = []
    known: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in _TYPES:
            line, column = locate(text, (key,))
            mistakes.append(Mistake(f"unknown key `{key}`", file, line, column, suggestion(key, _TYPES)))
            continue
        try:
            known[key] = msgspec.convert(value, _TYPES[key])
        except msgspec.ValidationError as error:
            line, column = locate(text, (key,))
            mistakes.append(Mistake(f"`{key}`: {readable(error)}", file, line, column))
    if "game" not in raw:
        mistakes.append(Mistake("the key `game` is missing", file, 1, help="name the game first"))
    claims = known.pop("expect", None)
    expect = read_table(Expect, claims, text, file, ("expect",), mistakes) if claims is not None else None
    if expect is not None and expect.verdict is not None and expect.verdict not in _VERDICTS:
        line, column = locate(text, ("expect", "verdict"))
        mistakes.append(
            Mistake(f"`{expect.verdict}` is not a verdict", file, line, column, "one of `legal`, `illegal`, `unknown`")
        )
    if mistakes:
        raise Invalid(*mistakes)
    return Scenario(
        file=file,
        source=text,
        expect=expect,
        line=_written(known.pop("line", ""), text),
        shows=tuple(known.pop("shows", ())),
        **known,
    )


def _written(line: str, source: str) -> tuple[Written, ...]:
    """The moves of a line with their rows; empty rows and rows that begin with # are left out."""
    row, _ = locate(source, ("line",))
    rows = source.split("\n")
    multiline = row and re.search(r"=\s*(\"\"\"|''')\s*$", rows[row - 1])
    first = row + 1 if multiline else row
    found = []
    for offset, text in enumerate(line.splitlines()):
        said = text.strip()
        if said and not said.startswith("#"):
            attempt = said.removeprefix(REFUSED).strip()
            found.append(Written(attempt, first + offset, text.index(attempt) + 1, said.startswith(REFUSED)))
    return tuple(found)


T = TypeVar("T", bound=Struct)


def read_table(
    schema: type[T], raw: Mapping[str, Any], source: str, file: str, path: tuple[str, ...], mistakes: list[Mistake]
) -> T | None:
    """A table as a struct. Every unknown key, wrong type and missing key is added to the mistakes.

    What is wrong is left out, so that reading can go on and find further mistakes; None where a key that must be there is not.
    """
    fields = {field.encode_name: field for field in msgspec.structs.fields(schema)}
    values: dict[str, Any] = {}
    where = ".".join(path)
    for key, value in raw.items():
        if key not in fields:
            line, column = locate(source, (*path, key))
            mistakes.append(Mistake(f"unknown key `{key}` in `{where}`", file, line, column, suggestion(key, fields)))
            continue
        try:
            values[fields[key].name] = msgspec.convert(value, fields[key].type)
        except msgspec.ValidationError as error:
            line, column = locate(source, (*path, key))
            mistakes.append(Mistake(f"`{where}.{key}`: {readable(error)}", file, line, column))
    for key, field in fields.items():
        if field.required and key not in raw:
            line, column = locate(source, path)
            mistakes.append(Mistake(f"the key `{key}` is missing in `{where}`", file, line, column))
    complete = all(field.name in values for field in fields.values() if field.required)
    return schema(**values) if complete else None


def readable(error: msgspec.ValidationError) -> str:
    """A validation error in our words."""
    text = str(error).split(" - at ")[0].replace("`", "")
    found = re.match(r"Expected (\w+)(?: (>=|<=) (-?\d+))?(?:, got (\w+))?", text)
    if not found:
        return text[:1].lower() + text[1:]
    words = {
        "int": "a whole number",
        "str": "a text",
        "array": "a list",
        "object": "a table",
        "bool": "true or false",
        "float": "a number",
    }
    wanted = words.get(found[1], found[1])
    if found[2]:
        return f"{wanted} {'of at least' if found[2] == '>=' else 'of at most'} {found[3]} is wanted"
    return f"{wanted} is wanted, this is {words.get(found[4], found[4])}"


def locate(source: str, path: tuple[str, ...], value: str = "") -> tuple[int, int]:
    """The row and column of a key in a TOML text, or of a quoted value at or after it; (0, 0) where it is not found."""
    if not path:
        return (0, 0)
    rows = source.split("\n")
    table: tuple[str, ...] = ()
    best = (0, 0)
    inside = ""
    for number, row in enumerate(rows, start=1):
        stripped = row.strip()
        if inside:
            inside = "" if inside in row else inside
            continue
        if stripped.startswith("[") and not stripped.startswith("[["):
            table = _keys(stripped.strip("[] "))
            if table == path[: len(table)] and len(table) <= len(path):
                best = (number, row.index("[") + 1)
                if table == path:
                    break
            continue
        found = re.match(r"\s*((?:\"[^\"]*\"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:\"[^\"]*\"|'[^']*'|[\w-]+))*)\s*=", row)
        if found:
            key = (*table, *_keys(found[1]))
            if key == path[: len(key)]:
                best = (number, row.index(found[1]) + 1)
                if key == path:
                    break
        for fence in ('"""', "'''"):
            if row.count(fence) == 1:
                inside = fence
    if value and best[0]:
        for number in range(best[0], len(rows) + 1):
            column = rows[number - 1].find(value)
            if column >= 0:
                return (number, column + 1)
    return best


def _keys(dotted: str) -> tuple[str, ...]:
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in re.findall(r"\"[^\"]*\"|'[^']*'|[\w-]+", dotted))
