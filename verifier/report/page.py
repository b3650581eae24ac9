"""A page of plain text: how wide it is, whether it has colour, and how text is laid out on it."""

from __future__ import annotations

import os
import textwrap
from typing import IO

from msgspec import Struct

from verifier.report.visible import visible

_COLOURS = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}

_TIED = "\u00a0"
"""Stands between a name and what follows it in brackets, so that they stay on one line."""


class Page(Struct, frozen=True):
    """Where text is written: its width, and whether colour can be shown."""

    width: int = 80
    colour: bool = False

    def paint(self, text: str, *colours: str) -> str:
        """The text in these colours, or as it is on a page without colour."""
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(_COLOURS[colour] for colour in colours)}m{text}\x1b[0m"

    def wrap(self, text: str, indent: int = 0, *colours: str) -> list[str]:
        """The text as lines that fit, each begun with spaces; characters that steer a terminal are written out."""
        room = max(20, self.width - indent)
        joined = visible(text, kept="\n\t").replace(" (", f"{_TIED}(")
        lines = textwrap.wrap(joined, room, break_long_words=False, break_on_hyphens=False) or [""]
        return [f"{' ' * indent}{self.paint(line.replace(_TIED, ' '), *colours)}".rstrip() for line in lines]

    def labelled(self, label: str, text: str, indent: int = 0, gap: int = 9, colours: tuple[str, ...] = ("dim",)) -> list[str]:
        """The text beside a label, wrapped beneath itself; `gap` is the label's width, colours are the label's."""
        lines = self.wrap(text, indent + gap)
        room = label.ljust(gap) if len(label) < gap else f"{label} "
        lines[0] = f"{' ' * indent}{self.paint(room, *colours)}{lines[0][indent + gap :]}".rstrip()
        return lines


def page_for(stream: IO[str] | None) -> Page:
    """The page that a stream is: as wide as the terminal, in colour only on a terminal and without NO_COLOR."""
    from verifier.cli import terminal_width

    terminal = stream is not None and not stream.closed and stream.isatty()
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Page(terminal_width(), terminal and not plain)
