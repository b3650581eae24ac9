"""From a scenario's tables to a position, with every mistake in them told at once."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from models.flesh_and_blood.cards import LIBRARY
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.state import Player, Position, Use, is_permanent_card
from models.flesh_and_blood.vocabulary import VOCABULARY
from models.library import Source, titles
from verifier.ability import AbilityError, parse
from verifier.effects.running import Continuous, effect_of
from verifier.effects.state import Card, Effect, Frame, Thing, change
from verifier.notation import suggestion
from verifier.scenario import Count, Invalid, Mistake, Scenario, read_table

SLOTS = ("head", "chest", "arms", "legs")
DECK_TYPES = frozenset({"action", "attack reaction", "block", "defense reaction", "instant", "mentor", "resource"})
Entry = str | dict[str, Any]


class Turn(Struct, frozen=True):
    """The `[turn]` table: whose turn it is and who has priority."""

    player: str
    priority: str | None = None


class Seat(Struct, frozen=True):
    """A `[players.NAME]` table: a player's hero, points, zones, effects in force, and abilities already activated."""

    hero: str
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


class Reader:
    """Reads one scenario; mistakes are collected, not raised one by one."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.mistakes: list[Mistake] = []
        self.things: list[Thing] = []
        self.decks: list[tuple[int, ...]] = []
        self.labels: dict[str, str] = {}
        self.cards = self._own_cards()

    def _own_cards(self) -> dict[str, Card]:
        """The cards that the scenario itself defines."""
        scenario = self.scenario
        home = Source(scenario.file, scenario.source, ("cards",))
        drafts = list(LIBRARY.drafts(scenario.cards, home, self.mistakes))
        found = {}
        for draft in drafts:
            try:
                found[draft.name] = LIBRARY.build(draft, titles(drafts))
            except Invalid as error:
                self.mistakes.extend(error.mistakes)
        return found

    def read(self) -> Position:
        """The position; raises `Invalid` with every mistake."""
        scenario = self.scenario
        names = tuple(scenario.players)
        turn = (
            read_table(Turn, scenario.turn, scenario.source, scenario.file, ("turn",), self.mistakes) if scenario.turn else None
        )
        if not scenario.turn:
            self.mistakes.append(
                scenario.mistake("the table `turn` is missing", help='for example `[turn]` with `player = "you"`')
            )
        if len(names) < 2:
            self.mistakes.append(
                scenario.mistake(
                    "two or more players are wanted",
                    "players",
                    help="write a table `[players.NAME]` for each, clockwise",
                )
            )
        for name in names:
            if not name.strip() or ":" in name or name == "chance":
                self.mistakes.append(scenario.mistake(f"`{name}` cannot be a player's name", "players", name))
        for option in scenario.options:
            self.mistakes.append(
                scenario.mistake(f"unknown key `{option}` in `options`", "options", option, help="this game has no options")
            )
        seats = {
            name: read_table(Seat, table, scenario.source, scenario.file, ("players", name), self.mistakes)
            for name, table in scenario.players.items()
        }
        players = []
        for index, (name, seat) in enumerate(seats.items()):
            if seat is not None:
                players.append(self._seat(index, name, seat, turn is not None and turn.player == name))
        for key in ("player", "priority"):
            said = getattr(turn, key) if turn is not None else None
            if said is not None and said not in names:
                self.mistakes.append(
                    scenario.mistake(f"no player is called `{said}`", "turn", key, help=suggestion(said, names))
                )
        if self.mistakes:
            raise Invalid(*self.mistakes)
        assert turn is not None
        position = Position(
            things=tuple(self.things),
            players=tuple(players),
            turn=names.index(turn.player),
            priority=names.index(turn.priority or turn.player),
            decks=tuple(self.decks),
        )
        position = self._with_uses(position, {name: seat for name, seat in seats.items() if seat is not None})
        position = self._with_effects(position, {name: seat for name, seat in seats.items() if seat is not None})
        if self.mistakes:
            raise Invalid(*self.mistakes)
        return position

    def _seat(self, player: int, name: str, seat: Seat, active: bool) -> Player:
        """A player, whose cards are added to the things on the way."""
        hero = self._card(name, "hero", seat.hero)
        life = 20
        if hero is not None:
            if "hero" not in hero.words:
                self.mistakes.append(self.scenario.mistake(f"`{hero.name}` is not a hero", "players", name, "hero"))
            printed = hero.numbers.get("life", 20)
            life = printed if isinstance(printed, int) else 20
            self.things.append(Thing(hero, player, "hero", player))
        for zone in ("hand", "arsenal", "banished", "graveyard", "pitch", "soul"):
            for entry in getattr(seat, zone):
                self._put(player, name, zone, zone, entry)
        first = len(self.things)
        for entry in seat.deck or ():
            self._put(player, name, "deck", "deck", entry)
        self.decks.append(tuple(range(first, len(self.things))))
        for entry in seat.weapons:
            self._put(player, name, "weapons", "weapon", entry)
        for entry in seat.equipment:
            self._put(player, name, "equipment", "equipment", entry)
        for entry in seat.permanents:
            self._put(player, name, "permanents", "permanent", entry)
        if len(seat.arsenal) > 1:
            self.mistakes.append(self.scenario.mistake("an arsenal holds one card", "players", name, "arsenal"))
        points = seat.action_points if seat.action_points is not None else int(active)
        if points and not active:
            self.mistakes.append(
                self.scenario.mistake(
                    "only the turn player can have action points", "players", name, "action_points", help="rule 1.13.2b"
                )
            )
        return Player(name, life if seat.life is None else seat.life, points, seat.resources, seat.chi, seat.deck is not None)

    def _put(self, player: int, name: str, key: str, zone: str, entry: Entry) -> None:
        """Nothing; adds one card in a zone to the things."""
        read = entry if isinstance(entry, str) else None
        facing = None
        if isinstance(entry, dict):
            table = read_table(
                CardEntry, entry, self.scenario.source, self.scenario.file, ("players", name, key), self.mistakes
            )
            if table is None:
                return
            read, facing = table.card, (False if table.face_down else True if table.face_up else None)
        assert read is not None
        label = read if re.search(r" #\d+$", read) else ""
        if label:
            if label in self.labels:
                self.mistakes.append(
                    self.scenario.mistake(
                        f"`{label}` is in two zones: {self.labels[label]} and {key}", "players", name, key, value=label
                    )
                )
            self.labels[label] = key
        card = self._card(name, key, re.sub(r" #\d+$", "", read))
        if card is None:
            return
        if zone == "equipment":
            fitting = [slot for slot in SLOTS if slot in card.words]
            taken = {thing.zone for thing in self.things if thing.owner == player}
            if not fitting or "equipment" not in card.words:
                self.mistakes.append(
                    self.scenario.mistake(f"`{card.name}` is not equipment", "players", name, key, value=card.name)
                )
                return
            zone = next((slot for slot in fitting if slot not in taken), "")
            if not zone:
                self.mistakes.append(
                    self.scenario.mistake(f"`{card.name}` has no free {fitting[0]} zone", "players", name, key, value=card.name)
                )
                return
        self._check_zone(name, key, zone, card)
        private = {"hand", "deck", "arsenal"}
        public = (zone not in private) if facing is None else facing
        in_arena = zone in ("weapon", "permanent", *SLOTS)
        self.things.append(Thing(card, player, zone, player if in_arena else -1, public, label=label))

    def _check_zone(self, name: str, key: str, zone: str, card: Card) -> None:
        wrong = ""
        if zone == "weapon" and not card.words & {"weapon", "off-hand", "quiver"}:
            wrong = "is not a weapon"
        elif zone in ("hand", "arsenal", "deck", "pitch") and not card.words & DECK_TYPES:
            wrong = f"cannot be in the {zone}: it is no deck-card"
        elif zone == "permanent" and not is_permanent_card(card.words):
            wrong = "is not a permanent"
        if wrong:
            self.mistakes.append(self.scenario.mistake(f"`{card.name}` {wrong}", "players", name, key, value=card.name))

    def _card(self, player: str, key: str, name: str) -> Card | None:
        """The card of that name, from the scenario or the library; None with a mistake where there is none."""
        if name in self.cards:
            return self.cards[name]
        try:
            return LIBRARY.card(name)
        except Invalid as error:
            for mistake in error.mistakes:
                if mistake.file:
                    self.mistakes.append(mistake)
                else:
                    help = mistake.help or suggestion(name, self.cards)
                    self.mistakes.append(
                        self.scenario.mistake(mistake.message, "players", player, key, value=name, help=help, kind=mistake.kind)
                    )
            return None

    def _with_uses(self, position: Position, seats: dict[str, Seat]) -> Position:
        """The position with the activations of this turn noted."""
        uses: list[Use] = []
        for player, (name, seat) in enumerate(seats.items()):
            for card, times in seat.activated.items():
                own = (i for i, thing in enumerate(position.things) if thing.owner == player)
                index = next((i for i in own if card in (position.things[i].card.name, position.things[i].label)), None)
                if index is None:
                    self.mistakes.append(
                        self.scenario.mistake(f"`{name}` has no `{card}`", "players", name, "activated", value=card)
                    )
                    continue
                counts = times if isinstance(times, list) else [times]
                uses.extend(Use(index, ability, count) for ability, count in enumerate(counts) if count)
        return change(position, used=tuple(uses))

    def _with_effects(self, position: Position, seats: dict[str, Seat]) -> Position:
        """The position with the effects in force, stamped in the order in which they are listed."""
        effects: list[Effect] = []
        known = LIBRARY.titles | frozenset(card.title for card in self.cards.values())
        for player, (name, seat) in enumerate(seats.items()):
            for written in seat.effects:
                path = ("players", name, "effects")
                table = written if isinstance(written, dict) else {"says": written}
                entry = read_table(EffectEntry, table, self.scenario.source, self.scenario.file, path, self.mistakes)
                if entry is None:
                    continue
                try:
                    statement = parse(entry.says, VOCABULARY, known)
                except AbilityError as error:
                    at = self.scenario.mistake(
                        f"column {error.column + 1} of `{entry.says}`: {error.message}",
                        *path,
                        value=entry.says,
                        help=error.help,
                    )
                    self.mistakes.append(at)
                    continue
                if not isinstance(statement, Continuous):
                    self.mistakes.append(
                        self.scenario.mistake(f"`{entry.says}` is not a continuous effect", *path, value=entry.says)
                    )
                    continue
                aimed = self._aimed(position, path, entry)
                stamp = len(effects) + 1 if entry.timestamp is None else entry.timestamp
                frame = Frame(player, KERNEL.hero(position, player), targets=aimed, x=entry.x)
                effects.append(effect_of(KERNEL, position, statement, frame, stamp))
        return change(position, effects=tuple(sorted(effects, key=lambda effect: effect.timestamp)))

    def _aimed(self, position: Position, path: tuple[str, ...], entry: EffectEntry) -> tuple[int, ...]:
        found = []
        for target in entry.targets:
            index = next((i for i, thing in enumerate(position.things) if target in (thing.card.name, thing.label)), None)
            if index is None:
                self.mistakes.append(self.scenario.mistake(f"nothing is called `{target}`", *path, value=target))
            else:
                found.append(index)
        return tuple(found)


def read(scenario: Scenario) -> Position:
    """The position that a scenario describes; raises `Invalid` with every mistake found."""
    return Reader(scenario).read()
