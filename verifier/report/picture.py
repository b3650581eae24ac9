"""Positions and tables of moves as plain text."""

from __future__ import annotations

from typing import Any

from verifier.api import Shown
from verifier.report.page import Page
from verifier.report.visible import visible
from verifier.verdict import Row, Section, Table, in_words


def picture_text(shown: Shown, file: str = "", page: Page = Page()) -> str:
    """A position: the file and its title, after which move it is, and section by section what there is."""
    lines = []
    if file:
        lines.append(page.paint(visible(file), "dim" if shown.title else "bold"))
    if shown.title:
        lines += page.wrap(shown.title, 0, "bold")
    if shown.step:
        lines += page.labelled(f"after {shown.step}", shown.said, 0, len(f"after {shown.step}") + 2)
    for section in shown.picture.sections:
        lines += ["", *_section(section, page)] if lines else _section(section, page)
    return "\n".join(lines)


def _section(section: Section, page: Page) -> list[str]:
    lines = page.wrap(section.title, 0, "bold") if section.title else []
    return lines + _rows(section.rows, 2 if section.title else 0, page)


def _rows(rows: tuple[Row, ...], indent: int, page: Page) -> list[str]:
    """The rows, their texts beneath each other, and what belongs to each a little to the right."""
    widest = max(12, page.width // 3)
    gap = max((len(visible(row.label)) for row in rows if len(visible(row.label)) <= widest), default=0) + 2
    lines: list[str] = []
    for row in rows:
        lines += _row(row, indent, gap, page)
        lines += _rows(row.below, indent + 2, page)
    return lines


def _row(row: Row, indent: int, gap: int, page: Page) -> list[str]:
    label = visible(row.label)
    if len(label) < gap:
        return page.labelled(label, row.text, indent, gap)
    lines = page.wrap(row.label, indent, "dim")
    return lines + (page.wrap(row.text, indent + 2) if row.text else [])


def table_text(table: Table, page: Page = Page()) -> str:
    """Moves side by side: the first column takes the room that the others leave, and the note stands below."""
    cells = [[_cell(cell) for cell in row.cells] for row in table.rows]
    wide = [max(map(len, column)) + 2 for column in zip(table.columns, *cells, strict=True)]
    room = max(20, page.width - sum(wide[1:]))
    first = min(wide[0] - 2, room)
    lines = [page.paint(_line(table.columns[0], table.columns[1:], first, wide[1:]), "dim")]
    for row in cells:
        begun, *rest = Page(first if len(row[0]) <= first else first - 2).wrap(row[0])
        lines += [_line(begun, row[1:], first, wide[1:]), *(f"  {line}" for line in rest)]
    if table.note:
        lines += ["", *page.wrap(table.note, 0, "dim")]
    return "\n".join(line.rstrip() for line in lines)


def _line(first: str, others: Any, room: int, wide: list[int]) -> str:
    return first.ljust(room) + "".join(cell.rjust(width) for cell, width in zip(others, wide, strict=True))


def _cell(cell: Any) -> str:
    return "nothing" if cell in ((), []) else visible(in_words(cell))
