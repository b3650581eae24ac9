"""Rules, cards and moves as plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from verifier.api import Offer
from verifier.coverage import Coverage, Covered, Sum
from verifier.notation import Item, Said, show
from verifier.report.page import Page
from verifier.verdict import CardReport

LONGEST_LIST = 60
"""How many rules that are neither encoded nor shown are listed one by one."""


def rule_text(rule: Covered, heading: Callable[[str], str], page: Page = Page()) -> str:
    """A rule in full; `heading` gives the heading of another rule or section by number."""
    title = f"{rule.entry.heading} ({rule.entry.kind})"
    lines = page.labelled(rule.entry.ref, title, 0, len(rule.entry.ref) + 2, ("bold", "cyan"))
    lines += page.wrap(rule.entry.says, 2)
    lines += _related("cites", rule.entry.cites, heading, page)
    lines += _related("cited by", rule.cited_by, heading, page)
    lines += _listed("encoded by", rule.encoded_by, page)
    lines += _listed("shown by", rule.shown_by, page)
    return "\n".join(lines)


def rules_text(rules: Iterable[Covered], page: Page = Page()) -> str:
    """A list of rules, one line each: number, heading, kind."""
    listed = tuple(rules)
    gap = max((len(rule.entry.ref) for rule in listed), default=0) + 2
    lines: list[str] = []
    for rule in listed:
        lines += page.labelled(rule.entry.ref, f"{rule.entry.heading} ({rule.entry.kind})", 0, gap, ("cyan",))
    return "\n".join(lines)


def coverage_text(title: str, coverage: Coverage, page: Page = Page()) -> str:
    """The table of what is encoded and shown, by section and by kind, and what is neither if that is short."""
    names = [one.name for one in (*coverage.sections, *coverage.kinds, coverage.total)]
    wide = max(len("section"), *map(len, names))
    lines = [
        page.paint(title, "bold"),
        "",
        _row(("section", "rules", "encoded", "shown", "neither"), wide, page, "dim"),
    ]
    lines += [_sum(one, wide, page) for one in coverage.sections]
    lines += ["", _row(("kind", "rules", "encoded", "shown", "neither"), wide, page, "dim")]
    lines += [_sum(one, wide, page) for one in coverage.kinds]
    lines += ["", _sum(coverage.total, wide, page, "bold")]
    if coverage.missing:
        lines += ["", *_missing(coverage.missing, page)]
    return "\n".join(lines)


def card_text(card: CardReport, page: Page = Page()) -> str:
    """A card as the program understands it."""
    lines = [page.paint(card.name, "bold"), page.paint(f"  {card.file}", "dim")]
    gap = max((len(key) for key in card.facts), default=0) + 2
    for key, value in card.facts.items():
        lines += page.labelled(key, _value(value), 2, gap)
    for ability in card.abilities:
        lines += ["", *page.wrap(ability.sentence, 2)]
        lines += page.wrap(f"{ability.category}, {ability.functional}" if ability.functional else ability.category, 4, "dim")
    for sentence, reason in card.omits:
        lines += ["", *page.wrap(sentence, 2, "yellow"), *page.wrap(f"left out: {reason}", 4, "dim")]
    return "\n".join(lines)


def moves_text(offers: Sequence[Offer], page: Page = Page()) -> str:
    """The legal moves; those that differ only in the cards that pay for them stand together."""
    if not offers:
        return "no legal move"
    groups: dict[int, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(offer.group, []).append(offer)
    lines: list[str] = []
    for group in groups.values():
        lines += _group(group, page)
    return "\n".join(lines)


def _group(group: list[Offer], page: Page) -> list[str]:
    said = group[0].said
    common = tuple(one for one in said.clauses if all(one in offer.said.clauses for offer in group))
    price = f"  [{group[0].cost}]" if group[0].cost else ""
    first, *rest = Page(page.width - 2).wrap(f"{show(Said(said.player, said.verb, said.items, common))}{price}")
    lines = [first, *(f"  {line}" for line in rest)]
    ways = [show_clauses(tuple(one for one in offer.said.clauses if one not in common)) or "nothing more" for offer in group]
    if len(group) == 1:
        return lines
    return lines + page.labelled(f"{len(group)} ways", "; ".join(ways), 2)


def show_clauses(clauses: tuple[tuple[str, tuple[Item, ...]], ...]) -> str:
    """Some clauses of a move in words."""
    return " ".join(show(Said("", name, items)).removeprefix(": ") for name, items in clauses)


def _related(label: str, refs: Sequence[str], heading: Callable[[str], str], page: Page) -> list[str]:
    if not refs:
        return []
    gap = max(map(len, refs)) + 2
    lines = ["", page.paint(f"  {label}", "dim")]
    for ref in refs:
        lines += page.labelled(ref, heading(ref), 4, gap, ("cyan",))
    return lines


def _listed(label: str, names: Sequence[str], page: Page) -> list[str]:
    return ["", page.paint(f"  {label}", "dim"), *(f"    {name}" for name in names or ("nothing",))]


def _sum(one: Sum, wide: int, page: Page, *colours: str) -> str:
    numbers = (one.rules, one.encoded, one.shown, one.missing)
    return _row((one.name, *(str(number) for number in numbers)), wide, page, *colours)


def _row(cells: Sequence[str], wide: int, page: Page, *colours: str) -> str:
    return page.paint(f"  {cells[0].ljust(wide)}" + "".join(cell.rjust(9) for cell in cells[1:]), *colours)


def _missing(rules: Sequence[Covered], page: Page) -> list[str]:
    counted = "1 rule is" if len(rules) == 1 else f"{len(rules)} rules are"
    lines = page.wrap(f"{counted} neither encoded nor shown{':' if len(rules) <= LONGEST_LIST else ''}")
    if len(rules) <= LONGEST_LIST:
        lines += page.wrap(", ".join(rule.entry.ref for rule in rules), 2)
    return lines


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
