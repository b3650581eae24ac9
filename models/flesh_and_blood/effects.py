"""How the shared kernel reads Flesh and Blood: objects, states, numbers and times, and when abilities are functional."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from models.flesh_and_blood.attacks import attacks_with, is_attack, is_hero_of, is_made, link_of
from models.flesh_and_blood.categories import RESOLUTION_KEYWORDS, category, layer_words
from models.flesh_and_blood.meanings import meaning
from models.flesh_and_blood.registry import PROCEDURES, RULES
from models.flesh_and_blood.state import NOWHERE, PRIVATE_ZONES, Position, is_arena, is_permanent_card
from models.flesh_and_blood.verbs import VERBS, pitchable
from verifier.ability.tree import (
    THIS,
    Ability,
    Act,
    Changing,
    Condition,
    Delta,
    Instead,
    Is,
    Keyword,
    Moment,
    Noun,
    Place,
    Quoted,
    Setting,
    ThisAbility,
    Trigger,
    Triggered,
    Typed,
    While,
)
from verifier.effects.continuous import given_words, present
from verifier.effects.kernel import Beyond, Event, Kernel, Procedure, Truth, Value, Verb
from verifier.effects.nouns import fits, fits_from
from verifier.effects.state import Card, Effect, Frame, Thing
from verifier.term import Term


class FleshAndBlood(Kernel):
    """The hooks of Flesh and Blood."""

    verbs: ClassVar[Mapping[str, Verb]] = VERBS
    own_keywords: ClassVar[frozenset[str]] = RESOLUTION_KEYWORDS
    player_heads: ClassVar[frozenset[str]] = frozenset({"hero", "opponent"})
    making: ClassVar[frozenset[str]] = frozenset({"activate"})
    paying: ClassVar[frozenset[str]] = frozenset({"pay"})
    remembering: ClassVar[frozenset[str]] = frozenset({"chain link"})
    one_by_one: ClassVar[frozenset[str]] = frozenset({"draw"})
    whole: ClassVar[frozenset[str]] = frozenset({"prevent"})
    unmodelled: ClassVar[frozenset[str]] = frozenset({"tapped", "frozen", "marked"})
    state_words: ClassVar[frozenset[str]] = frozenset({"attacking", "defending", "equipped"})
    announced: ClassVar[frozenset[str]] = frozenset(
        {"play", "activate", "attack", "defend", "hit", "enter", "leave", "resolve", "moment"}
    )
    procedures: ClassVar[Mapping[str, Procedure]] = PROCEDURES
    stats: ClassVar[tuple[str, ...]] = ("power", "defense", "cost", "pitch", "life", "intellect")
    counters: ClassVar[Mapping[str, tuple[str, int]]] = {
        "+1{p}": ("power", 1), "-1{p}": ("power", -1), "+1{d}": ("defense", 1), "-1{d}": ("defense", -1),
    }  # fmt: skip
    stages: ClassVar[Mapping[type, tuple[int, int]]] = {
        Setting: (8, 2), Keyword: (6, 1), Quoted: (6, 1), Typed: (4, 1), Delta: (8, 5), ThisAbility: (6, 1),
    }  # fmt: skip

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
        if thing.known is not None:
            return thing.known.words
        given = given_words(self, state, index)
        if not thing.card.sides:
            return thing.card.words | given if given else thing.card.words
        return given.union(*(face.words for face in self.faces(thing)))

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
        if thing.zone == NOWHERE and thing.known is None:
            return False
        layer = state.layer_of(index)
        is_card = not is_made(thing) and (layer is None or layer.kind == "card")
        if head == "card":
            return is_card
        if head == "ability":
            return not is_card
        if head == "attack":
            return is_attack(self, state, index)
        if head == "chain link":
            return any(link.attack == index for link in state.chain)
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
        """A hero's life is its player's; an ally's is what damage leaves of it."""
        if stat != "life":
            return None
        player = self.player_of(state, index)
        if player >= 0:
            return state.players[player].life
        thing = state.things[index]
        if not is_arena(thing) or "life" not in thing.card.numbers:
            return None
        life = present(self, state, index, "life")
        return None if life is None else max(life - thing.damage, 0)

    def source_of(self, state: Position, index: int) -> int:
        """The card whose ability an activated or triggered layer is, or whose attack an attack-proxy is."""
        for link in state.chain:
            if link.attack == index and link.source >= 0:
                return link.source
        layer = state.layer_of(index)
        return index if layer is None else layer.source

    @RULES.encodes("1.4.3a", "1.4.3d")
    def heir(self, state: Position, index: int) -> int:
        """The weapon or ally whose attack an attack-proxy is."""
        for link in state.chain:
            if link.attack == index:
                return link.source
        layer = state.layer_of(index)
        inherits = layer is not None and layer.kind == "activated" and is_attack(self, state, index)
        return layer.source if layer is not None and inherits and not self.is_attack_layer(state, index) else -1

    @RULES.encodes("1.4.4", "8.5.38a")
    def is_attack_layer(self, state: Position, index: int) -> bool:
        """True for a layer that attacks with something it finds: an attack without properties."""
        layer = state.layer_of(index)
        return layer is not None and layer.kind != "card" and attacks_with(layer.body or state.things[index].card.abilities)

    def holds(self, state: Position, condition: Condition, frame: Frame) -> Truth:
        """Whether it is a player's turn or one of its phases."""
        match condition:
            case Moment("turn", whose):
                return (state.turn == frame.you) == (whose == "your") if whose else True
            case Moment("action phase" | "end phase" as phase, whose):
                now = state.phase == phase.removesuffix(" phase")
                return now and ((state.turn == frame.you) == (whose == "your") if whose else True)
        raise Beyond(f"a condition cannot be judged yet: {condition}")

    @RULES.encodes("7.2.4", "7.2.4a", "7.2.4b", "7.0.5")
    def in_state(self, state: Position, index: int, word: str, frame: Frame, head: str) -> bool:
        """True where an object is attacking, defending or equipped; a hero is so by the source's link or the active one."""
        if word == "equipped":
            return state.things[index].zone in ("head", "chest", "arms", "legs", "weapon", "combat chain")
        if head in self.player_heads:
            return is_hero_of(self, state, index, word, frame.source)
        if word == "attacking":
            return any(index in (link.attack, link.source) for link in state.chain)
        return any(card.thing == index for link in state.chain for card in link.defenders)

    def is_doing(self, state: Position, index: int, verb: str, noun: Noun, frame: Frame) -> bool:
        """True where a card is defending against an attack that a noun means."""
        if verb != "defend":
            raise Beyond(f"what is done with `{verb}` now cannot be told yet")
        return any(
            any(card.thing == index for card in link.defenders)
            and any(attack >= 0 and fits(self, state, noun, attack, frame) is True for attack in (link.attack, link.source))
            for link in state.chain
        )

    def figure(self, state: Position, figure: str, frame: Frame) -> int:
        """The number of the chain link, or how many links in a row have hit."""
        if figure == "chain link":
            link = link_of(state, frame.source)
            return state.chain.index(link) + 1 if link is not None else 0
        if figure == "hits in a row":
            return next((place for place, link in enumerate(reversed(state.chain)) if not link.hits), len(state.chain))
        if figure in ("damage dealt", "damage prevented"):
            return frame.many
        raise Beyond(f"`{figure}` is a number that is not kept yet")

    @RULES.encodes("8.4.1")
    def latest(self, state: Position, head: str, frame: Frame) -> int:
        """The last attack on the combat chain before the source, which may be on the stack still."""
        if head != "attack":
            raise Beyond(f"what the last {head} was cannot be told yet")
        link = link_of(state, frame.source) if state.layer_of(frame.source) is None else None
        places = range(state.chain.index(link)) if link is not None else range(len(state.chain))
        return state.chain[places[-1]].attack if places else -1

    def meaning(self, keyword: Keyword) -> tuple[Ability, ...]:
        """The abilities that a keyword stands for."""
        return meaning(keyword)

    def in_order(self, state: Position, place: Place, player: int) -> tuple[int, ...]:
        """The cards of a deck from its top or its bottom."""
        if place.zone != "deck":
            raise Beyond(f"the order of the {place.zone} is not kept")
        if not state.players[player].deck_known:
            raise Beyond(f"the order of `{state.players[player].name}`'s deck is not known")
        deck = state.decks[player]
        return deck[::-1] if place.position == "bottom" else deck

    def counterpart(self, state: Position, index: int, head: str) -> int:
        """The attack that a weapon or ally makes, where it was spoken of and an attack is meant; else the object itself."""
        attacks = (link.attack for link in reversed(state.chain) if link.source == index) if head == "attack" else ()
        return next(iter(attacks), index)

    @RULES.encodes("1.8.3b")
    def affordable(self, state: Position, player: int, asset: str, amount: int) -> bool:
        """True where a player has the points, or can get them by pitching cards."""
        have = int(state.players[player].points(asset))
        if asset == "resource":
            have += int(state.players[player].chi)
            have += sum(int(state.things[index].card.numbers["pitch"]) for index in pitchable(self, state, player))
        return have >= amount

    @RULES.encodes("7.0.2b", "7.0.3d")
    def lasts(self, state: Position, duration: str) -> bool:
        """True where an effect can begin: one of this combat chain or link only while there is one."""
        if duration == "this combat chain":
            return bool(state.step)
        return duration != "this chain link" or bool(state.chain) or state.step == "attack"

    def active(self, state: Position, effect: Effect) -> bool:
        """True where the turn or phase that an effect lies in has come."""
        if not effect.until.startswith("during"):
            return True
        return state.turn == effect.whose and (state.phase == "action" or "phase" not in effect.until)

    @RULES.encodes("5.3.2b", "6.6.1c", "8.3.13", "8.3.13a")
    def is_state(self, trigger: Trigger) -> bool:
        """True where a trigger waits for a state: being defended by something."""
        return isinstance(trigger.event, Act) and trigger.event.verb == "defend" and trigger.event.passive

    def state_holds(self, state: Position, trigger: Trigger, frame: Frame) -> bool:
        """True where the attack that a trigger speaks of is defended by such a card."""
        assert isinstance(trigger.event, Act)
        attacked = trigger.event.role("object")
        return any(
            isinstance(attacked, Noun)
            and any(one >= 0 and fits(self, state, attacked, one, frame) is True for one in (link.attack, link.source))
            and any(fits_from(self, state, trigger.event.by, card.thing, card.origin, frame) for card in link.defenders)
            for link in state.chain
        )

    @RULES.encodes("7.5.5c", "7.5.2a")
    def counts_as(self, state: Position, event: Event) -> tuple[str, ...]:
        """Damage that the active-attack deals in the damage step is a hit."""
        link = state.link
        hits = link is not None and event.verb == "deal" and event.detail == "physical" and event.agents[:1] == (link.attack,)
        return ("hit",) if hits else ()

    def time(self, state: Position) -> tuple[int, ...]:
        """The combat chain of the turn and the link on it, from 1; 0 where there is none."""
        return (state.chains, len(state.chain)) if state.step else (0, 0)

    def within(self, state: Position, time: tuple[int, ...], duration: str) -> bool:
        """True where something happened on this combat chain or chain link; what is kept happened this turn."""
        if duration == "this combat chain":
            return bool(state.step) and time[:1] == (state.chains,)
        if duration == "this chain link":
            return bool(state.chain) and time == (state.chains, len(state.chain))
        return True

    def turn_player(self, state: Position) -> int:
        """The player whose turn it is."""
        return state.turn

    def triggered_card(self, state: Position, source: int) -> Card:
        """A triggered layer as an object, with the types of its source."""
        return _triggered(state.things[source].card)


@cache
def _triggered(card: Card) -> Card:
    return Card(f"the triggered effect of {card.name}", card.title, layer_words(card.words) | {"triggered"})


def _names_private_zone(condition: Condition) -> bool:
    return isinstance(condition, Is) and isinstance(condition.state, Place) and condition.state.zone in PRIVATE_ZONES


def _about_source(ability: Triggered) -> bool:
    event = ability.trigger.event
    return not isinstance(event, Moment) and THIS in (
        event.by,
        *(role for _, role in event.roles if isinstance(role, Noun)),
    )


KERNEL = FleshAndBlood()
