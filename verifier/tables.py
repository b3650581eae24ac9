"""Reads files of tables that a person writes: TOML into checked structs, every mistake told with its place in the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

from verifier.locate import LONGEST_NUMBER, Trail, composed, locate, locate_long_number
from verifier.notation import LARGEST_NUMBER, suggestion

LARGEST_FILE = 2_000_000
Count = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
"""A number that cannot be negative, and not absurdly large."""

_WORDS = {
    "int": "a whole number",
    "str": "a text",
    "array": "a list",
    "object": "a table",
    "bool": "true or false",
    "float": "a fraction",
    "date": "a date",
    "time": "a time",
    "datetime": "a date and time",
}


class Mistake(Struct, frozen=True):
    """Something that cannot be read: what, where, and what may help. `kind` is `ambiguous` where it fits several things."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    help: str = ""
    kind: str = "invalid"


class Invalid(Exception):
    """Raised where a file cannot be read, with every mistake that was found, in the order of the file."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__("; ".join(mistake.message for mistake in mistakes))
        self.mistakes = in_order(mistakes)


def in_order(mistakes: Iterable[Mistake]) -> tuple[Mistake, ...]:
    """The mistakes, each once, file by file in the order of their places."""
    told = tuple(dict.fromkeys(mistakes))
    files = list(dict.fromkeys(mistake.file for mistake in told))
    return tuple(sorted(told, key=lambda mistake: (files.index(mistake.file), mistake.line, mistake.column)))


def read_text(path: str | Path) -> str:
    """The text of a file; raises `Invalid` where it is missing, a directory, too large, or not UTF-8."""
    name = str(path)
    try:
        file = Path(path)
        if file.is_dir():
            raise Invalid(Mistake("this is a directory, not a file", name))
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise Invalid(Mistake("there is no such file", name)) from None
    except (OSError, ValueError) as error:
        raise Invalid(Mistake(f"the file cannot be opened: {getattr(error, 'strerror', None) or error}", name)) from None
    if len(data) > LARGEST_FILE:
        raise Invalid(Mistake(f"the file is larger than {LARGEST_FILE:,} bytes", name))
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Invalid(Mistake("the file is not UTF-8", name, line, help="save it as UTF-8 text")) from None


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML text, letters and their accents composed; raises `Invalid` with line and column."""
    try:
        tables: dict[str, Any] = _composed(tomllib.loads(text), (), text, file)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else (text.count("\n") + 1, 0)
        message = re.sub(r"\s*\(at .*\)$", "", str(error))
        raise Invalid(Mistake(f"invalid TOML: {message[:1].lower()}{message[1:]}", file, line, column)) from None
    except RecursionError:
        raise Invalid(Mistake("invalid TOML: nested too deeply", file)) from None
    except ValueError:
        raise Invalid(Mistake(_TOO_LONG, file, *locate_long_number(text))) from None
    return tables


_TOO_LONG = f"a number of at most {LONGEST_NUMBER} digits is wanted"


def _composed(value: Any, path: Trail, source: str, file: str) -> Any:
    """The value with every name and text in it composed; raises `Invalid` where names become the same, or a number is long."""
    if isinstance(value, str):
        return composed(value)
    if isinstance(value, list):
        return [_composed(entry, (*path, number), source, file) for number, entry in enumerate(value)]
    if isinstance(value, int) and abs(value) >= 10**LONGEST_NUMBER:
        raise Invalid(Mistake(_TOO_LONG, file, *locate(source, path)))
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for key, entry in value.items():
        name = composed(key)
        if name in found:
            raise Invalid(Mistake(f"the key `{name}` is written twice", file, *locate(source, (*path, name))))
        found[name] = _composed(entry, (*path, name), source, file)
    return found


T = TypeVar("T", bound=Struct)


@cache
def _fields(schema: type[Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a struct by the keys that files write."""
    return {field.encode_name: field for field in msgspec.structs.fields(schema)}


def read_table(
    schema: type[T],
    raw: Mapping[str, Any],
    source: str,
    file: str,
    path: Trail,
    mistakes: list[Mistake],
    others: Iterable[str] = (),
) -> T | None:
    """A table as a struct. Every unknown key, wrong type and missing key is added to the mistakes.

    What is wrong is left out, so that reading can go on and find further mistakes; None where a key that must be there is not.
    `others` are keys that are read elsewhere: an unknown key may be one of them misspelt.
    """
    fields = _fields(schema)
    values: dict[str, Any] = {}
    where = f" in `{dotted(path)}`" if path else ""
    for key, value in raw.items():
        if key not in fields:
            place = locate(source, (*path, key))
            mistakes.append(Mistake(f"unknown key `{key}`{where}", file, *place, suggestion(key, [*fields, *others])))
            continue
        try:
            values[fields[key].name] = msgspec.convert(value, fields[key].type)
        except msgspec.ValidationError as error:
            message = f"`{dotted((*path, key))}`: {readable(error)}"
            listed = ", ".join(f"`{word}`" for word in get_args(fields[key].type) if isinstance(word, str))
            help = f"one of {listed}" if listed else ""
            mistakes.append(Mistake(message, file, *locate(source, (*path, key)), help))
    for key, field in fields.items():
        if field.required and key not in raw:
            mistakes.append(Mistake(f"the key `{key}` is missing{where}", file, *locate(source, path)))
    complete = all(field.name in values for field in fields.values() if field.required)
    return schema(**values) if complete else None


def dotted(path: Trail) -> str:
    """The keys of a path with points between them; numbers of entries are left out."""
    return ".".join(key for key in path if isinstance(key, str))


def readable(error: msgspec.ValidationError) -> str:
    """A validation error in our words."""
    text = str(error).split(" - at ")[0]
    found = re.match(r"Expected `([^`]+)`(?: (>=|<=) (-?\d+))?(?:, got `(\w+)`)?", text)
    if not found:
        if strange := re.match(r"Invalid enum value '(.*)'", text, re.DOTALL):
            return f"`{strange[1]}` cannot stand here"
        return text[:1].lower() + text[1:]
    kinds = [_WORDS.get(kind, kind) for kind in found[1].split(" | ") if kind != "null"]
    if found[2]:
        return f"{kinds[0]} {'of at least' if found[2] == '>=' else 'of at most'} {found[3]} is wanted"
    others = f" (or {' or '.join(kinds[1:])})" if kinds[1:] else ""
    return f"{kinds[0]} is wanted{others}, this is {_WORDS.get(found[4], found[4])}"
