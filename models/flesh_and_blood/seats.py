"""The tables of a scenario as they are written: whose turn it is, the seats of the players, and the entries in them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from verifier.scenario import Count

Entry = str | dict[str, Any]


class Turn(Struct, frozen=True):
    """The `[turn]` table: whose turn it is and who has priority."""

    player: str
    priority: str | None = None


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
    effects: list[Entry] = []
    activated: dict[str, Count | list[Count]] = {}


class CardEntry(Struct, frozen=True):
    """A card in a zone written as a table."""

    card: str
    face_down: bool = False
    face_up: bool = False


class EffectEntry(Struct, frozen=True):
    """An effect in force written as a table: its sentence, what it was aimed at, its X and its timestamp."""

    says: str
    targets: list[str] = []
    x: Count = 0
    timestamp: Count | None = None
