"""Text from a file, made safe to show: characters that steer a terminal or the direction of writing are written out."""

from __future__ import annotations

import re

LONGEST_NAME = 320
"""How much of a name or sentence is shown in a message, in characters."""
LONGEST_MESSAGE = 1_000

_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]")
_QUOTED = re.compile(rf"`[^`]{{{LONGEST_NAME + 1},}}`")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def visible(text: str, kept: str = "") -> str:
    """The text with control characters and those that turn the direction of writing written out, but for some kept."""
    return _STEERING.sub(lambda found: found[0] if found[0] in kept else _written_out(found[0]), text)


def _written_out(character: str) -> str:
    return _SHORT.get(character, f"\\u{ord(character):04x}")


def brief(text: str) -> str:
    """A message that is safe to show, with absurdly long names in it shortened."""
    shortened = visible(_QUOTED.sub(lambda found: f"`{_middle_out(found[0][1:-1], LONGEST_NAME)}`", text))
    return _middle_out(shortened, LONGEST_MESSAGE)


def _middle_out(text: str, most: int) -> str:
    """The text, its middle left out where it is longer than `most`."""
    return text if len(text) <= most else f"{text[: most - most // 4 - 1]}…{text[-(most // 4) :]}"
