"""Flesh and Blood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import msgspec

from models.flesh_and_blood import (
    activating,
    combat,
    describing,
    generating,
    legality,
    picture,
    reading,
    resolving,
    saying,
    wording,
)
from models.flesh_and_blood.best_defence import best_cards
from models.flesh_and_blood.cards import LIBRARY
from models.flesh_and_blood.categories import FUNCTIONAL, category
from models.flesh_and_blood.defending_table import defending_table
from models.flesh_and_blood.moves import Activate, Announced, Arsenal, Begin, Defend, Order, Pass, Play
from models.flesh_and_blood.omissions import beware
from models.flesh_and_blood.ordering import ORDERING, order_table
from models.flesh_and_blood.procedures import STAGES
from models.flesh_and_blood.registry import RULEBOOK, RULES
from models.flesh_and_blood.state import ASSETS, FIELDS, Position, clockwise, is_asked
from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import show
from verifier.effects.state import Card, change
from verifier.game import Game, Hole, Move, Part
from verifier.notation import Said
from verifier.rule import Stage
from verifier.rulebook import Rulebook
from verifier.scenario import Mistake, Scenario
from verifier.unknown import Domain
from verifier.verdict import AbilityReport, CardReport, Picture, Table

__all__ = ["GAME", "activating", "combat", "legality", "picture", "resolving"]


class FleshAndBlood(Game):
    """Flesh and Blood, as the engine asks for it."""

    name = "flesh_and_blood"
    title = "Flesh and Blood"
    rules = RULES
    notation = wording.NOTATION
    tables: ClassVar[Mapping[str, Any]] = {"chain": list[dict[str, Any]]}

    @property
    def rulebook(self) -> Rulebook:
        """The rules by number, in our words."""
        return _rulebook()

    def read(self, scenario: Scenario) -> Position:
        """The position that a scenario describes."""
        return reading.read(scenario)

    def names(self, position: Position) -> tuple[str, ...]:
        """The names that a line may use."""
        return wording.names(position)

    def players(self, position: Position) -> tuple[str, ...]:
        """The players, clockwise, and chance."""
        return (*(player.name for player in position.players), wording.CHANCE)

    def understand(self, position: Position, said: Said) -> Move:
        """The move that was said."""
        return wording.understand(position, said)

    def say(self, position: Position, move: Any) -> Said:
        """A move in words."""
        return saying.say(position, move)

    def stages(self, move: Move) -> Sequence[Stage]:
        """The stages of making a move."""
        return STAGES[type(move)]

    def branches(self, position: Position, move: Any) -> Iterator[Move]:
        """The move with every hole in its structure filled in each possible way."""
        return generating.branches(position, move)

    def loosened(self, move: Any) -> Move:
        """The move with its whole structure left open."""
        return generating.loosened(move)

    def parts(self, position: Position, move: Any) -> tuple[Part, ...]:
        """The parts of a move that can be unknown."""
        return generating.parts(position, move)

    def opened(self, position: Position, domain: Domain) -> tuple[Position, tuple[tuple[str, Any, Any], ...]]:
        """The position with every player's points made unknown."""
        facts = []
        players = []
        for player in position.players:
            values = {}
            for asset in ASSETS:
                name = f"{player.name}.{FIELDS[asset]}"
                have = player.points(asset)
                assert isinstance(have, int)
                values[FIELDS[asset]] = domain.number(name, 0, have + 1)
                facts.append((name, values[FIELDS[asset]], have))
            players.append(msgspec.structs.replace(player, **values))
        return change(position, players=tuple(players)), tuple(facts)

    def needs(self, move: Any) -> str:
        """Playing needs a card where it may be played from, activating an activated ability."""
        return "5.2.1" if isinstance(move, Activate) else "5.1.1a" if isinstance(move, Play) else ""

    def beware(self, position: Position, move: Any) -> None:
        """Nothing; raises `Beyond` where an omitted ability could decide about a move."""
        if isinstance(move, Announced):
            beware(position, move)

    def passing(self, position: Position, ahead: Any = None) -> Move | None:
        """The pass of whoever has priority, or the beginning of a turn.

        The action phase is not left by passes that nobody wrote, unless the move ahead is one that comes after it; nor is a
        step of combat, where the move ahead belongs to that step and no later one can bring it.
        """
        if position.asked is not None:
            return None
        if position.phase == "start":
            return Begin(position.turn)
        if position.priority < 0:
            return None
        last = not position.stack and position.passes + 1 == len(clockwise(position, position.turn))
        return None if last and _waits_for_nothing(position, ahead) else Pass(position.priority)

    def awaits(self, position: Position) -> str:
        """The question that is open, in words."""
        return is_asked(position) if position.asked is not None else ""

    def moves(self, position: Position, undecided: list[str] | None = None) -> Iterator[Move]:
        """Every legal move."""
        return generating.moves(position, undecided)

    def cost(self, position: Position, move: Any) -> str:
        """What a move costs, in words."""
        return describing.cost(position, move)

    def facts(self, position: Position) -> dict[str, Any]:
        """What a file can claim about a position."""
        return describing.facts(position)

    def differences(self, before: Position, after: Position) -> tuple[str, ...]:
        """What changed between two positions."""
        return describing.differences(before, after)

    def picture(self, position: Position) -> Picture:
        """A position in words."""
        return picture.picture(position)

    def table(self, position: Position, moves: Sequence[Any]) -> Table | None:
        """The sets of cards that may defend, or the orders of triggered layers, side by side, where that is decided."""
        if position.asked is None:
            return None
        if position.asked.kind == "defend":
            return defending_table(position, [move.cards.items for move in moves], best_cards(position))
        return order_table(position, moves) if position.asked.about in ORDERING else None

    def card_names(self) -> tuple[str, ...]:
        """The names of all cards of the library."""
        return LIBRARY.names

    def card(self, name: str) -> CardReport:
        """A card as the program understands it."""
        draft = LIBRARY.draft(name)
        card = LIBRARY.card(name)
        abilities = tuple(report for face in (card, *card.sides) for report in _abilities(face))
        facts: dict[str, Any] = {"types": sorted(card.words), **card.numbers}
        if card.sides:
            facts["sides"] = [side.title for side in card.sides]
        omits = tuple((omission.ability, omission.reason) for face in (card, *card.sides) for omission in face.omits)
        return CardReport(card.name, draft.source.file, facts, abilities, omits)

    def lint(self) -> tuple[Mistake, ...]:
        """Every mistake in the card files."""
        return LIBRARY.lint()


def _waits_for_nothing(position: Position, ahead: Any) -> bool:
    """True where the move ahead does not become possible by ending the step or the phase."""
    if not position.step:
        return not isinstance(ahead, Arsenal | Order | Begin)
    if isinstance(ahead, Defend):
        return position.step in ("defend", "reaction", "damage", "resolution")
    if position.step != "reaction" or not isinstance(ahead, Announced) or isinstance(ahead.thing, Hole):
        return False
    return bool(legality.types(position, ahead) & {"attack reaction", "defense reaction"})


@cache
def _rulebook() -> Rulebook:
    return Rulebook.load(RULEBOOK)


def _abilities(card: Card) -> Iterator[AbilityReport]:
    for ability in card.abilities:
        kind = category(ability, card.words)
        yield AbilityReport(show(ability, VOCABULARY), kind, FUNCTIONAL[kind])


GAME = FleshAndBlood()
