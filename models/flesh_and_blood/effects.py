"""How the shared kernel reads Flesh and Blood: categories of abilities, when they are functional, stages of effects."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import PRIVATE_ZONES, Position, is_arena, is_permanent_card
from models.flesh_and_blood.verbs import VERBS
from models.flesh_and_blood.vocabulary import SUBTYPES
from verifier.ability.tree import (
    THIS,
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Change,
    Changing,
    Condition,
    CostChange,
    Delta,
    If,
    Instead,
    Is,
    Keyword,
    Modal,
    Moment,
    Noun,
    Permission,
    Place,
    Quoted,
    Setting,
    Triggered,
    While,
)
from verifier.effects.kernel import Beyond, Kernel, Truth, Value, Verb
from verifier.effects.state import Card, Frame, Layer, Thing
from verifier.term import Term

STATIC_KEYWORDS = frozenset({"attack", "meld"})
RESOLUTION_KEYWORDS = frozenset({"go again"})
_SUBTYPES = frozenset(SUBTYPES)


@RULES.encodes("1.7.3", "1.7.3a", "1.7.3b", "1.7.3c", "5.2.1", "5.4.4", "5.4.4a", "5.4.4b", "5.4.6", "5.4.7")
@cache
def category(ability: Ability, words: frozenset[str]) -> str:
    """The category of an ability on a card with these types, as chapter 5 names them."""
    match ability:
        case Activated():
            return "activated"
        case AdditionalCost() | AlternativeCost():
            return "play-static"
        case Triggered():
            return "triggered-static"
        case While():
            return "while-static"
        case Modal():
            return "resolution"
        case Keyword(keyword):
            return "resolution" if keyword in RESOLUTION_KEYWORDS else "static"
        case If(_, then, otherwise):
            parts = {category(part, words) for part in (*then, *otherwise)}
            return parts.pop() if len(parts) == 1 else "resolution"
        case Permission(_, act) if act.verb == "play" and act.role("object") == THIS:
            return "play-static"
        case CostChange(noun) if noun == THIS:
            return "play-static"
        case Instead():
            return "static"
        case Change() | CostChange() | Permission() if is_permanent_card(words):
            return "static"
    return "resolution"


FUNCTIONAL = {
    "activated": "in the arena and public, or where its cost or condition says",
    "play-static": "public in any zone, and when it is played",
    "triggered-static": "in the arena and public, or where its trigger says",
    "while-static": "while its condition is met",
    "static": "in the arena and public",
    "resolution": "when it resolves as a layer",
}


class FleshAndBlood(Kernel):
    """The hooks of Flesh and Blood."""

    verbs: ClassVar[Mapping[str, Verb]] = VERBS
    own_keywords: ClassVar[frozenset[str]] = RESOLUTION_KEYWORDS
    player_heads: ClassVar[frozenset[str]] = frozenset({"hero", "opponent"})
    one_by_one: ClassVar[frozenset[str]] = frozenset({"draw"})
    unmodelled: ClassVar[frozenset[str]] = frozenset({"tapped", "frozen", "marked"})
    stages: ClassVar[Mapping[type, tuple[int, int]]] = {Setting: (8, 2), Keyword: (6, 1), Quoted: (6, 1), Delta: (8, 5)}

    @RULES.encodes("6.3.2", "6.3.3")
    def stage_of(self, changing: Changing) -> tuple[int, int]:
        """The stage and substage of a change: abilities in 6, base numbers in 7, numbers in 8."""
        if isinstance(changing, Setting) and changing.base:
            return (7, 2)
        if isinstance(changing, Delta) and changing.sign < 0:
            return (8, 6)
        return self.stages[type(changing)]

    @RULES.encodes("5.1.2c", "9.2.2", "9.2.3")
    def faces(self, thing: Thing) -> tuple[Card, ...]:
        """The faces of a card that count: the declared side of a split card on the stack, both where it is melded."""
        card = thing.card
        if not card.sides:
            return (card,)
        chosen = {"left": card.sides[:1], "right": card.sides[1:]}.get(thing.side, card.sides)
        return (
            (*chosen, card)
            if thing.zone != "stack" or thing.side == "both"
            else (*chosen, Card(card.name, card.title, abilities=card.abilities))
        )

    def words(self, state: Position, index: int) -> frozenset[str]:
        """The types, subtypes, supertypes and colour of an object."""
        thing = state.things[index]
        if not thing.card.sides:
            return thing.card.words
        return frozenset().union(*(face.words for face in self.faces(thing)))

    @RULES.encodes("1.12.2", "1.12.2a", "1.12.2b")
    def printed(self, state: Position, index: int, stat: str, x: Value) -> Value | None:
        """The printed number with X filled in: `XX` is twice X, `X1` is X and one; None where the card lacks it."""
        value = state.things[index].card.numbers.get(stat)
        if isinstance(value, str):
            if stat != "cost" or not value.startswith("X"):
                return 0
            layer = state.layer_of(index)
            declared = layer.x if layer is not None and layer.x else x
            return declared * value.count("X") + int(value.strip("X") or 0)
        return value

    def abilities(self, state: Position, index: int) -> tuple[Ability, ...]:
        """The abilities of an object, by the side it was put on the stack with."""
        thing = state.things[index]
        if not thing.card.sides:
            return thing.card.abilities
        return tuple(ability for face in self.faces(thing) for ability in face.abilities)

    @RULES.encodes("1.2.2d", "1.4.1", "1.4.2a")
    def is_head(self, state: Position, index: int, head: str) -> bool:
        """True where an object goes by this noun: a card, an attack on the stack or chain, a permanent, a type."""
        thing = state.things[index]
        layer = state.layer_of(index)
        is_card = layer is None or layer.kind == "card"
        if head == "card":
            return is_card
        if head == "ability":
            return not is_card
        if head == "attack":
            return is_attack(self, state, index)
        if head == "opponent":
            raise Beyond("an opponent cannot be named as a target or an object yet; say `hero an opponent controls`")
        if head == "permanent":
            return is_arena(thing) and is_permanent_card(self.words(state, index))
        if head in ("hero", "any"):
            words = thing.card.words
            return (thing.zone == "hero" and "hero" in words) or (head == "any" and is_arena(thing) and "ally" in words)
        return is_card and head in self.words(state, index)

    @RULES.encodes("1.7.4", "1.7.4e", "1.7.4f", "1.7.4g", "1.7.4i", "1.7.4j", "5.4.2", "5.4.5a", "5.4.7a")
    def functional(self, state: Position, index: int, ability: Ability, playing: int) -> bool:
        """True where a static ability works: in the arena and public, with the exceptions that its text makes."""
        thing = state.things[index]
        kind = category(ability, thing.card.words)
        if kind in ("activated", "resolution"):
            return False
        if kind == "play-static":
            return index == playing or state.seen(index)
        if isinstance(ability, While):
            return state.seen(index) or _names_private_zone(ability.condition)
        if isinstance(ability, Triggered) and _about_source(ability):
            return True
        if isinstance(ability, Instead) and ability.would.role("object") == THIS:
            return True
        return state.seen(index) and is_arena(thing)

    def hero(self, state: Position, player: int) -> int:
        """The object in a player's hero zone."""
        return next(index for index, thing in enumerate(state.things) if thing.zone == "hero" and thing.owner == player)

    def player_of(self, state: Position, index: int) -> int:
        """The player whose hero an object is, -1 where it is none."""
        thing = state.things[index]
        return thing.owner if thing.zone == "hero" else -1

    @RULES.encodes("1.1.5")
    def opponents(self, state: Position, player: int) -> tuple[int, ...]:
        """Every other player: parties are not modelled."""
        return tuple(other for other in range(len(state.players)) if other != player)

    def in_place(self, state: Position, thing: Thing, place: Place, you: int) -> bool:
        """True where an object is in a zone, seen from a player."""
        if place.zone == "arena":
            return is_arena(thing)
        if thing.zone != place.zone:
            return False
        if place.whose == "your":
            return thing.owner == you
        if place.whose == "an opponent's":
            return thing.owner != you
        return True

    @RULES.encodes("1.8.5a")
    def targetable(self, state: Position, index: int, placed: bool) -> bool:
        """True for objects in the arena or on the stack, and anywhere where the text names a zone."""
        thing = state.things[index]
        return placed or is_arena(thing) or thing.zone == "stack"

    def measure(self, state: Position, index: int, stat: str) -> int | Term | None:
        """A hero's life is its player's."""
        player = self.player_of(state, index) if stat == "life" else -1
        return state.players[player].life if player >= 0 else None

    def source_of(self, state: Position, index: int) -> int:
        """The card whose ability an activated or triggered layer is."""
        layer = state.layer_of(index)
        return index if layer is None else layer.source

    @RULES.encodes("1.4.3a", "1.4.3d")
    def heir(self, state: Position, index: int) -> int:
        """The weapon or ally whose attack an attack-proxy is."""
        layer = state.layer_of(index)
        inherits = layer is not None and layer.kind == "activated" and is_attack(self, state, index)
        return layer.source if layer is not None and inherits else -1

    def holds(self, state: Position, condition: Condition, frame: Frame) -> Truth:
        """Whether it is a player's turn, or an object is attacking or defending."""
        match condition:
            case Moment("turn", whose):
                return (state.turn == frame.you) == (whose == "your") if whose else True
            case Is(_, state_word) if state_word in ("defending", "attacking") and not state.step:
                return False
        raise Beyond(f"a condition cannot be judged yet: {condition}")

    def finish_layer(self, state: Position, layer: Layer) -> Position:
        """What resolving a layer ends with: go again, leaving the stack, clearing, priority."""
        from models.flesh_and_blood.stack import finish_layer  # the stack needs the kernel to carry effects out

        return finish_layer(state, layer)


def _names_private_zone(condition: Condition) -> bool:
    return isinstance(condition, Is) and isinstance(condition.state, Place) and condition.state.zone in PRIVATE_ZONES


def _about_source(ability: Triggered) -> bool:
    event = ability.trigger.event
    return not isinstance(event, Moment) and THIS in (
        event.by,
        *(role for _, role in event.roles if isinstance(role, Noun)),
    )


@RULES.encodes("5.2.2a")
def layer_words(words: frozenset[str]) -> frozenset[str]:
    """The words that a layer has from its source: supertypes and types, but no subtypes."""
    return words - _SUBTYPES


def is_attack(kernel: Kernel, state: Position, index: int) -> bool:
    """True for a card with the subtype attack or an attack-proxy, on the stack or attacking on the chain."""
    thing = state.things[index]
    if thing.zone == "stack":
        return "attack" in kernel.words(state, index) or any(
            isinstance(ability, Keyword) and ability.keyword == "attack" for ability in thing.card.abilities
        )
    return thing.zone == "combat chain" and "attack" in kernel.words(state, index)


KERNEL = FleshAndBlood()
