"""The tables of a scenario as they are written: the turn, the players' seats, the chain links, and the entries in them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from verifier.scenario import Count

Entry = str | dict[str, Any]


class Turn(Struct, frozen=True):
    """The `[turn]` table: whose turn it is, who has priority, in which phase and step, and whether the game has just begun.

    In the defend step `declared` says that defending cards have been declared, be it none; otherwise they are about to be.
    """

    player: str
    priority: str | None = None
    phase: str = "action"
    step: str = ""
    first: bool = False
    declared: bool = False


class Seat(Struct, frozen=True):
    """A `[players.NAME]` table: a player's hero, points, zones, effects in force, and abilities already activated."""

    hero: str | None = None
    life: Count | None = None
    action_points: Count | None = None
    resources: Count = 0
    chi: Count = 0
    hand: list[Entry] = []
    arsenal: list[Entry] = []
    banished: list[Entry] = []
    graveyard: list[Entry] = []
    pitch: list[Entry] = []
    deck: list[Entry] | None = None
    soul: list[Entry] = []
    weapons: list[Entry] = []
    equipment: list[Entry] = []
    permanents: list[Entry] = []
    chain: list[Entry] = []
    effects: list[Entry] = []
    activated: dict[str, Count | list[Count]] = {}


class CardEntry(Struct, frozen=True):
    """A card in a zone written as a table: how it lies, the counters on it, and the damage that was dealt to it."""

    card: str
    face_down: bool = False
    face_up: bool = False
    counters: dict[str, Count] = {}
    damage: Count = 0


class EffectEntry(Struct, frozen=True):
    """An effect in force written as a table: its sentence, what it was aimed at, its X and its timestamp."""

    says: str
    targets: list[str] = []
    x: Count = 0
    timestamp: Count | None = None


class LinkEntry(Struct, frozen=True):
    """A `[[chain]]` table: the attack of a chain link, whose it is, its targets, its defending cards, and what came of it."""

    attack: str
    by: str | None = None
    targets: list[str] | None = None
    defending: list[Entry] = []
    hit: bool = False
    resolved: bool | None = None


class DefendingEntry(Struct, frozen=True):
    """A defending card written as a table: the target it defends for, and the zone it came from."""

    card: str
    target: str | None = field(default=None, name="for")
    origin: str | None = field(default=None, name="from")
