"""Writes a scenario as a file that reads back as the same scenario."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from verifier.scenario import REFUSED, Expect, Scenario


def show(scenario: Scenario) -> str:
    """The scenario as TOML text."""
    rows = [f"game = {_value(scenario.game)}"]
    if scenario.title:
        rows.append(f"title = {_value(scenario.title)}")
    if scenario.shows:
        rows.append(f"shows = {_value(list(scenario.shows))}")
    if scenario.line:
        moves = [f"{REFUSED} {written.text}" if written.refused else written.text for written in scenario.line]
        rows += ['line = """', *(_quoted(move)[1:-1] for move in moves), '"""']
    rows += [f"{_key(key)} = {_value(value)}" for key, value in scenario.position.items() if not _is_tables(value)]
    for name in ("options", "turn"):
        rows += _table((name,), getattr(scenario, name))
    for name in ("players", "cards"):
        for key, table in getattr(scenario, name).items():
            rows += _table((name, key), table)
    for key, value in scenario.position.items():
        for table in value if _is_tables(value) else ():
            rows += ["", f"[[{_key(key)}]]", *_pairs(table)]
    rows += _table(("goal",), {"reach": scenario.goal.reach} if scenario.goal.reach else {})
    if scenario.expect is not None:
        rows += _table(("expect",), _claimed(scenario.expect), even_empty=True)
    return "\n".join(rows) + "\n"


def _claimed(expect: Expect) -> dict[str, Any]:
    plain = msgspec.structs.asdict(expect)
    return {key: value for key, value in plain.items() if value is not None and value != {}}


def _table(path: tuple[str, ...], table: Any, even_empty: bool = False) -> list[str]:
    if not table and not even_empty and len(path) == 1:
        return []
    head = ".".join(_key(part) for part in path)
    return ["", f"[{head}]", *_pairs(table)]


def _pairs(table: dict[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items()]


def _is_tables(value: Any) -> bool:
    """True for a list of tables, which is written as one headed table after the other."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else _quoted(key)


def _quoted(text: str) -> str:
    """A text in quotation marks; TOML takes JSON's escapes, but wants DEL escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    return str(value)
