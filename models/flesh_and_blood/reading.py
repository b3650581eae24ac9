"""From a scenario's tables to a position, with every mistake in them told at once."""

from __future__ import annotations

import msgspec

from models.flesh_and_blood.cards import LIBRARY
from models.flesh_and_blood.chain_names import CHAIN
from models.flesh_and_blood.chain_reading import Chain
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.registry import DEFEND_STEP, RULES, task
from models.flesh_and_blood.seats import CardEntry, Entry, Seat, Turn
from models.flesh_and_blood.state import Link, Player, Position, is_permanent_card
from models.flesh_and_blood.stated import Statements, in_force
from models.flesh_and_blood.turn_reading import Turns
from models.flesh_and_blood.vocabulary import COUNTERS
from models.library import LABELLED, Draft, Source, titles
from verifier.effects.running import advance, next_up
from verifier.effects.state import Card, Fact, Thing, change
from verifier.notation import suggestion
from verifier.scenario import Invalid, Mistake, Scenario, read_table

SLOTS = ("head", "chest", "arms", "legs")
DECK_TYPES = frozenset({"action", "attack reaction", "block", "defense reaction", "instant", "mentor", "resource"})
KEPT = ("hand", "arsenal", "banished", "graveyard", "pitch", "soul", "deck")
LAYERS = {"the ability of ": "1.6.2b", "the triggered effect of ": "1.6.2c"}
"""How layers that no card represents are called, and the rules by which they are nowhere but on the stack."""
ARENA = {"weapons": "weapon", "equipment": "equipment", "permanents": "permanent"}
"""The keys of what a player has in the arena, with the zone of each."""


class Reader:
    """Reads one scenario; mistakes are collected, not raised one by one.

    `broken` are the names of the file's own cards that cannot be read, `unknown` those that no card has.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.mistakes: list[Mistake] = []
        self.broken: set[str] = set()
        self.unknown: set[str] = set()
        self.things: list[Thing] = []
        self.decks: list[tuple[int, ...]] = []
        self.labels: dict[str, tuple[str, str]] = {}
        self.cards: dict[str, Card] = {}
        self.titles: frozenset[str] = frozenset()

    def read(self) -> Position:
        """The position; raises `Invalid` with every mistake."""
        self._own_cards()
        turn = Turns(self.scenario, self.mistakes).read()
        self._table_of_players()
        seats = {name: self._seat(index, name) for index, name in enumerate(self.scenario.players)}
        players = tuple(self._player(name, seat, turn) for name, seat in seats.items())
        misread = self.broken | self.unknown
        chain = Chain(self.scenario, self.things, turn, misread, self.mistakes)
        links = chain.read()
        statements = Statements(self.scenario, self.things, self.titles, misread, self.mistakes)
        stated, effects = statements.uses(seats), statements.effects(seats)
        turn = self._undeclared(turn, links)
        if self.mistakes:
            raise Invalid(*self.mistakes)
        assert turn is not None
        told = {use.thing for use in stated}
        used = tuple(use for use in (*stated, *(use for use in chain.uses if use.thing not in told)) if use.times)
        names = list(seats)
        asked = turn.phase == "start" or (turn.step == "defend" and not turn.declared)
        position = Position(
            things=tuple(self.things),
            players=players,
            turn=names.index(turn.player),
            priority=-1 if asked else names.index(turn.priority or turn.player),
            phase=turn.phase,
            step=turn.step,
            chain=links,
            chains=int(bool(links)),
            first=turn.first,
            decks=tuple(self.decks),
            used=used,
            history=tuple(Fact("activate", self.things[use.thing].owner, use.thing) for use in used for _ in range(use.times)),
            own=tuple(self.cards.values()),
        )
        position = in_force(position, effects)
        chain.without_defense(position)
        if self.mistakes:
            raise Invalid(*self.mistakes)
        return started(recalled(position), turn)

    def _undeclared(self, turn: Turn | None, links: tuple[Link, ...]) -> Turn | None:
        """The turn, with defending cards declared where some are listed or no hero is attacked."""
        if turn is None or turn.step != "defend" or not links:
            return turn
        heroes = [target for target in links[-1].targets if self.things[target].zone == "hero"]
        declared = turn.declared or bool(links[-1].defenders) or not heroes
        if turn.priority is not None and not declared:
            help = "say `declared = true` if they have been declared"
            self._wrong("nobody has priority before defending cards are declared", "turn", "priority", help=help)
        return msgspec.structs.replace(turn, declared=declared)

    def _wrong(self, message: str, *path: str | int, value: str = "", help: str = "", kind: str = "invalid") -> None:
        self.mistakes.append(self.scenario.mistake(message, *path, value=value, help=help, kind=kind))

    def _own_cards(self) -> None:
        """Nothing; reads the cards that the scenario itself defines."""
        home = Source(self.scenario.file, self.scenario.source, ("cards",))
        drafts: list[Draft] = []
        for title, table in self.scenario.cards.items():
            before = len(self.mistakes)
            own = tuple(LIBRARY.drafts({title: table}, home, self.mistakes))
            drafts.extend(own)
            if len(self.mistakes) > before:
                self.broken |= {title, *(draft.name for draft in own)}
        self.titles = titles(drafts)
        for draft in drafts:
            try:
                self.cards[draft.name] = LIBRARY.build(draft, self.titles)
            except Invalid as error:
                self.mistakes.extend(error.mistakes)
                self.broken |= {draft.name, draft.title}

    def _table_of_players(self) -> None:
        """Nothing; tells what is wrong with the players' names and number, and with options."""
        if len(self.scenario.players) < 2:
            help = "write a table `[players.NAME]` for each, clockwise"
            self._wrong("two or more players are wanted", "players", help=help)
        for name in self.scenario.players:
            if not name.strip() or ":" in name or name[0] in "#?" or name in ("chance", "refused"):
                self._wrong(f"`{name}` cannot be a player's name", "players", name)
        for option in self.scenario.options:
            self._wrong(f"unknown key `{option}` in `options`", "options", option, help="this game has no options")

    def _seat(self, player: int, name: str) -> Seat:
        """A player's table, whose cards are added to the things on the way."""
        table = self.scenario.players[name]
        read = read_table(Seat, table, self.scenario.source, self.scenario.file, ("players", name), self.mistakes)
        assert read is not None
        if "hero" not in table:
            self._wrong(f"the key `hero` is missing in `players.{name}`", "players", name)
        hero = self._card(read.hero, "players", name, "hero") if read.hero is not None else None
        if hero is not None:
            if "hero" not in hero.words:
                self._wrong(f"`{hero.name}` is not a hero", "players", name, "hero")
            self.things.append(Thing(hero, player, "hero", player))
        for zone in KEPT:
            first = len(self.things)
            for number, entry in enumerate(getattr(read, zone) or ()):
                self._put(player, name, zone, zone, number, entry)
        self.decks.append(tuple(range(first, len(self.things))))
        for number, entry in enumerate(read.chain):
            self._put(player, name, "chain", CHAIN, number, entry)
        for key, zone in ARENA.items():
            for number, entry in enumerate(getattr(read, key)):
                self._put(player, name, key, zone, number, entry)
        if len(read.arsenal) > 1:
            self._wrong("an arsenal holds one card", "players", name, "arsenal")
        return read

    def _player(self, name: str, seat: Seat, turn: Turn | None) -> Player:
        """A player with their points; where nobody knows whose turn it is, anybody may have action points.

        Before the action phase nobody has any, and one was spent to attack.
        """
        hero = next((thing.card for thing in self.things if thing.zone == "hero" and self._owner(thing) == name), None)
        printed = hero.numbers.get("life", 20) if hero is not None else 20
        life = printed if isinstance(printed, int) else 20
        active = turn is not None and turn.player == name
        idle = turn is not None and turn.phase == "action" and not turn.step
        points = seat.action_points if seat.action_points is not None else int(active and idle)
        if points and not active and turn is not None:
            message = "only the turn player can have action points"
            self._wrong(message, "players", name, "action_points", help="rule 1.13.2b")
        elif points and turn is not None and turn.phase == "start":
            message = "nobody has action points in the start phase"
            self._wrong(message, "players", name, "action_points", help="rule 1.13.2b")
        if seat.life == 0:
            self._wrong(f"`{name}` has no life left, so the game is over", "players", name, "life")
        return Player(name, life if seat.life is None else seat.life, points, seat.resources, seat.chi, seat.deck is not None)

    def _owner(self, thing: Thing) -> str:
        return list(self.scenario.players)[thing.owner]

    def _put(self, player: int, name: str, key: str, zone: str, number: int, entry: Entry) -> None:
        """Nothing; adds one card in a zone to the things."""
        path = ("players", name, key)
        facing, counters, damage = None, {}, 0
        if isinstance(entry, dict):
            table = read_table(CardEntry, entry, self.scenario.source, self.scenario.file, path, self.mistakes)
            if table is None:
                return
            entry, facing = table.card, (False if table.face_down else True if table.face_up else None)
            counters, damage = self._counters(table.counters, *path), table.damage
        label = entry if LABELLED.search(entry) else ""
        if label:
            self._label(label, name, key, number)
        card = self._card(entry, *path, number)
        if card is None:
            return
        if zone == "equipment":
            zone = self._slot(player, card, entry, *path, number)
        wrong, help = _misplaced(zone, card)
        if wrong:
            self._wrong(f"`{card.name}` {wrong}", *path, number, value=entry, help=help)
        if zone == CHAIN and facing is False:
            self._wrong(f"`{card.name}` cannot be face-down on the combat chain", *path, number, value=entry)
        public = (zone not in ("hand", "deck", "arsenal")) if facing is None else facing
        in_arena = zone in ("weapon", "permanent", CHAIN, *SLOTS)
        if (counters or damage) and not in_arena:
            self._wrong(f"`{card.name}` is not in the arena, so it has neither counters nor damage", *path, number, value=entry)
        controller = player if in_arena else -1
        marks = tuple(sorted((name, number) for name, number in counters.items() if number))
        self.things.append(Thing(card, player, zone, controller, public, counters=marks, label=label, damage=damage))

    def _counters(self, written: dict[str, int], *path: str | int) -> dict[str, int]:
        """The counters that are on a card; tells those that do not exist."""
        for name in written:
            if name not in COUNTERS:
                self._wrong(f"there are no `{name}` counters", *path, value=name, help=suggestion(name, COUNTERS))
        return written

    def _label(self, label: str, name: str, key: str, number: int) -> None:
        """Nothing; notes what a scenario calls one copy of a card, and tells where that is said twice."""
        if label in self.labels:
            other, zone = self.labels[label]
            message = f"`{label}` is in two zones: {zone} and {key}"
            if other != name:
                message = f"`{label}` is in two zones: {zone} of `{other}` and {key} of `{name}`"
            elif zone == key:
                message = f"`{label}` is in the {key} twice"
            self._wrong(message, "players", name, key, number, value=label)
        self.labels.setdefault(label, (name, key))

    def _slot(self, player: int, card: Card, entry: str, *path: str | int) -> str:
        """The zone for a piece of equipment, empty with a mistake where there is none for it."""
        if {"equipment", "off-hand"} <= card.words:
            return "weapon"
        fitting = [slot for slot in SLOTS if slot in card.words]
        taken = {thing.zone for thing in self.things if thing.owner == player}
        free = next((slot for slot in fitting if slot not in taken), "")
        if not fitting or "equipment" not in card.words:
            self._wrong(f"`{card.name}` is not equipment", *path, value=entry)
        elif not free:
            self._wrong(f"`{card.name}` has no free {fitting[0]} zone", *path, value=entry)
        return free

    @RULES.encodes("1.6.2b", "1.6.2c")
    def _card(self, written: str, *path: str | int) -> Card | None:
        """The card of that name, from the scenario or the library; None with a mistake where there is none."""
        for start, ref in LAYERS.items():
            if written.startswith(start):
                self._wrong(f"`{written}` is a layer, which exists on the stack only", *path, value=written, help=f"rule {ref}")
                return None
        name = LABELLED.sub("", written)
        if name in self.broken:
            return None
        if name in self.cards:
            return self.cards[name]
        try:
            return LIBRARY.card(name)
        except Invalid as error:
            self.unknown |= {name, written}
            for mistake in error.mistakes:
                if mistake.file:
                    self.mistakes.append(mistake)
                else:
                    help = mistake.help or suggestion(name, self.cards)
                    self._wrong(mistake.message, *path, value=written, help=help, kind=mistake.kind)
            return None


def _misplaced(zone: str, card: Card) -> tuple[str, str]:
    """Why a card cannot be in a zone, and what may help; empty where it can."""
    if zone == "weapon" and not card.words & {"weapon", "off-hand", "quiver"}:
        return "is not a weapon", ""
    if zone in ("hand", "arsenal", "deck", "pitch") and not card.words & DECK_TYPES:
        return f"cannot be in the {zone}: it is no deck-card", ""
    if zone == CHAIN and not card.words & DECK_TYPES:
        return "is not listed under `chain`", "leave it in its own list, and name it in a `[[chain]]` table"
    if zone == "permanent" and not is_permanent_card(card.words):
        return "is not a permanent", ""
    return "", ""


def read(scenario: Scenario) -> Position:
    """The position that a scenario describes; raises `Invalid` with every mistake found."""
    return Reader(scenario).read()


def recalled(position: Position) -> Position:
    """The position with what has happened on the chain links it begins with: attacks, cards that defended, hits."""
    facts = list(position.history)
    for number, link in enumerate(position.chain, start=1):
        time = (position.chains, number)
        acting = (link.attack,) if link.source < 0 else (link.attack, link.source)
        facts.append(Fact("attack", link.you, link.targets[0], source=link.attack, agents=acting, time=time))
        for target in link.targets:
            cards = [card for card in link.defenders if card.target == target]
            if cards:
                agents, origins = tuple(card.thing for card in cards), tuple(card.origin for card in cards)
                facts.append(
                    Fact("defend", cards[0].by, link.attack, source=link.attack, agents=agents, origins=origins, time=time)
                )
        facts.extend(Fact("hit", link.you, target, source=link.attack, agents=acting, time=time) for target in link.hits)
    return change(position, history=tuple(facts))


def started(position: Position, turn: Turn) -> Position:
    """The position in which the players can go on, from the one that the tables describe: defenders are asked for first."""
    link = position.link
    if turn.step != "defend" or turn.declared or (link is not None and link.defenders):
        return position
    return advance(KERNEL, next_up(change(position, priority=-1), task(DEFEND_STEP)))
