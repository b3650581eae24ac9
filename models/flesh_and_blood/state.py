"""A position of Flesh and Blood."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from models.flesh_and_blood.registry import RULES
from verifier.effects.state import Card, Layer, State, Thing, change
from verifier.term import Term

ARENA = frozenset({"hero", "weapon", "head", "chest", "arms", "legs", "permanent", "combat chain"})
OWN_ZONES = ("hand", "arsenal", "banished", "graveyard", "deck", "pitch", "soul")
PRIVATE_ZONES = frozenset({"hand", "arsenal", "deck"})
PERMANENT_SUBTYPES = frozenset({"affliction", "ally", "ash", "aura", "construct", "figment", "invocation", "item", "landmark"})
ASSETS = ("chi", "resource", "life", "action point")
"""The four assets, in the order in which costs of several kinds are paid."""
FIELDS = {"chi": "chi", "resource": "resources", "life": "life", "action point": "action_points"}
NOWHERE = "nowhere"


@RULES.encodes("1.13.1", "1.13.2", "1.13.3", "1.13.4", "1.13.5")
class Player(Struct, frozen=True, gc=False):
    """A player's name, the points they own, one pool for each kind of asset, and whether they have lost."""

    name: str
    life: int | Term = 20
    action_points: int | Term = 0
    resources: int | Term = 0
    chi: int | Term = 0
    deck_known: bool = True
    lost: bool = False

    def points(self, asset: str) -> int | Term:
        """How many points of an asset the player has."""
        found: int | Term = getattr(self, FIELDS[asset])
        return found


class Use(Struct, frozen=True, gc=False):
    """How often one activated ability of an object was activated this turn."""

    thing: int
    ability: int
    times: int


class Defender(Struct, frozen=True, gc=False):
    """A card that defends on a chain link: for which attack-target, from which zone, and whose."""

    thing: int
    target: int
    origin: str
    by: int


class Link(Struct, frozen=True, gc=False):
    """A chain link: its attack, the source where that is a proxy, its controller, its targets and its defending cards.

    `attack` may be what is last known of an attack that has ceased to exist. `hits` are the targets that the attack hit.
    """

    attack: int
    you: int
    source: int = -1
    targets: tuple[int, ...] = ()
    defenders: tuple[Defender, ...] = ()
    hits: tuple[int, ...] = ()
    resolved: bool = False


PHASES = ("start", "action", "end")
STEPS = ("layer", "attack", "defend", "reaction", "damage", "resolution", "close")


class Position(State, frozen=True, gc=False):
    """Objects, players and effects, whose turn it is, who has priority, and how many have passed in succession.

    `step` is the step of combat, empty while the combat chain is closed; `chain` are the chain links, the last one active.
    `chains` counts the combat chains opened this turn, `closing` says that the chain is to be closed. `declared` are the cards
    declared as defending so far, before they are put onto the link; `attacker` is the card that an effect attacks with.
    `first` marks the first turn of the game. `own` are the cards that the scenario itself defines.
    """

    players: tuple[Player, ...] = ()
    turn: int = 0
    priority: int = 0
    phase: str = "action"
    passes: int = 0
    step: str = ""
    chain: tuple[Link, ...] = ()
    chains: int = 0
    closing: bool = False
    declared: tuple[Defender, ...] = ()
    attacker: int = -1
    first: bool = False
    used: tuple[Use, ...] = ()
    decks: tuple[tuple[int, ...], ...] = ()
    own: tuple[Card, ...] = ()

    def holder(self, index: int) -> int:
        """The player who controls an object, or owns it where nobody controls it."""
        thing = self.things[index]
        return thing.owner if thing.controller < 0 else thing.controller

    def in_zone(self, player: int, zone: str) -> tuple[int, ...]:
        """The objects of a player in a zone, in order."""
        return tuple(index for index, thing in enumerate(self.things) if thing.zone == zone and thing.owner == player)

    def times_used(self, thing: int, ability: int) -> int:
        """How often an ability was activated this turn."""
        return sum(use.times for use in self.used if use.thing == thing and use.ability == ability)

    @RULES.encodes("5.2.4b")
    def seen(self, index: int) -> bool:
        """True where every player sees an object: it is public, or an ability of it is on the stack."""
        return self.things[index].public or any(layer.kind == "activated" and layer.source == index for layer in self.stack)

    @property
    def awaiting(self) -> tuple[Layer, ...]:
        """The triggered layers that wait to be put on the stack."""
        return self.pending

    @property
    def link(self) -> Link | None:
        """The active chain link: the most recent one, None where there is none."""
        return self.chain[-1] if self.chain else None

    @RULES.encodes("1.6.1", "1.6.2")
    def layer_of(self, thing: int) -> Layer | None:
        """The layer that an object is on the stack, None where it is none."""
        return next((layer for layer in self.stack if layer.thing == thing), None)


def change_player(position: Position, player: int, **changes: object) -> Position:
    """The position with one player changed."""
    players = position.players
    changed = msgspec.structs.replace(players[player], **changes)
    return change(position, players=(*players[:player], changed, *players[player + 1 :]))


def note_use(position: Position, thing: int, ability: int) -> Position:
    """The position with one more activation of an ability noted."""
    kept = tuple(use for use in position.used if (use.thing, use.ability) != (thing, ability))
    return change(position, used=(*kept, Use(thing, ability, position.times_used(thing, ability) + 1)))


def is_arena(thing: Thing) -> bool:
    """True where an object is in the arena."""
    return thing.zone in ARENA


def is_permanent_card(words: frozenset[str]) -> bool:
    """True for a card that stays in the arena once it is there."""
    return bool(words & {"hero", "demi-hero", "weapon", "equipment", "token", "macro"} or words & PERMANENT_SUBTYPES)


def clockwise(position: Position, first: int) -> tuple[int, ...]:
    """The players still in the game in clockwise order from one of them on."""
    number = len(position.players)
    order = ((first + step) % number for step in range(number))
    return tuple(player for player in order if not position.players[player].lost)


def is_asked(position: Position) -> str:
    """What is asked of whom instead of the decision that a player made."""
    asked = position.asked
    if asked is None:
        return "no decision is open"
    who = position.players[asked.player].name if asked.player >= 0 else "chance"
    verb = {"may": "yes` or `no", "choose": "choose"}.get(asked.kind, asked.kind)
    return f"`{who}` is asked first: {asked.about} (`{verb}`)"


def who_acts(position: Position) -> str:
    """Who has priority, or who is asked for a decision first."""
    if position.asked is not None:
        return is_asked(position)
    holder = position.players[position.priority].name if position.priority >= 0 else ""
    return f"`{holder}` has priority" if holder else "nobody has priority"
