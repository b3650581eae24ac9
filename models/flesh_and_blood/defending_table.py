"""The sets of cards that could defend, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from models.flesh_and_blood.defending import asked_to_defend
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.picture import CHAIN, damage_through, defense_for, name
from models.flesh_and_blood.state import Defender, Link, Position
from verifier.effects.continuous import bind_next
from verifier.effects.kernel import Beyond
from verifier.effects.state import change, change_thing
from verifier.verdict import Ranked, Table

NOTE = "damage is what gets through as things are, before anything triggers and before reactions"
UNKNOWN = "unknown"


def defending_table(
    position: Position, sets: Sequence[tuple[int, ...]], best: tuple[int, ...] | None = None, target: int = -1
) -> Table | None:
    """What each set of cards would defend with: the least damage first, then the fewest cards, then the least defense.

    The `best` set is told in the note. Without a target it is the hero of the player who is asked, or the only one. None where
    there is no chain link.
    """
    link = position.link
    if link is None or not link.targets:
        return None
    rows = [_row(position, link, cards, _target(position, link) if target < 0 else target) for cards in sets]
    order = sorted(range(len(rows)), key=lambda place: (_last(rows[place][1]), len(sets[place]), _last(rows[place][0])))
    ranked = []
    for place in order:
        defense, damage = (UNKNOWN if value is None else value for value in rows[place])
        ranked.append(Ranked(place, (tuple(name(position, index) for index in sets[place]), defense, damage)))
    told = NOTE if best is None else f"{NOTE}; the most prevented for the least given up: {_named(position, best)}"
    return Table(("cards", "defense", "damage"), tuple(ranked), told)


def _named(position: Position, cards: tuple[int, ...]) -> str:
    return ", ".join(name(position, index) for index in cards) or "nothing"


def _last(value: int | None) -> float:
    return float("inf") if value is None else value


def _target(position: Position, link: Link) -> int:
    asked = asked_to_defend(position, position.asked.player) if position.asked is not None else -1
    return asked if asked >= 0 else link.targets[0]


def _row(position: Position, link: Link, cards: tuple[int, ...], target: int) -> tuple[int | None, int | None]:
    """The defense of a target with some more cards defending for it, and the damage that gets through; None if not known."""
    defended = with_defenders(position, link, cards, target)
    now = defended.chain[-1]
    try:
        return defense_for(defended, now, target), damage_through(defended, now, target)
    except Beyond:
        return None, None


def with_defenders(position: Position, link: Link, cards: tuple[int, ...], target: int) -> Position:
    """The position in which some cards, and those declared already, defend for a target, and nothing has come of it yet."""
    added = [Defender(index, target, position.things[index].zone, position.things[index].owner) for index in cards]
    known = {one.thing for one in (*link.defenders, *position.declared)}
    new = (*position.declared, *(one for one in added if one.thing not in known))
    for one in new:
        position = change_thing(position, one.thing, zone=CHAIN, controller=one.by, public=True)
        position = bind_next(KERNEL, position, one.thing, 0, "defend")
    defended = replace(link, defenders=(*link.defenders, *new))
    return change(position, chain=(*position.chain[:-1], defended), declared=())
