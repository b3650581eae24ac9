"""What a game gives to the engine. The engine asks these questions and knows nothing else about any game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct

from verifier.notation import Notation, Said
from verifier.rule import Rules, Stage
from verifier.rulebook import Rulebook
from verifier.scenario import Invalid, Mistake, Scenario
from verifier.unknown import Domain, Selection
from verifier.verdict import CardReport, Picture, Row, Section, Table, in_words


class Hole(Struct, frozen=True):
    """A part of a move that is left open, written `?`; `known` are the members of a selection that were written beside it."""

    known: tuple[Any, ...] = ()


HOLE: Any = Hole()
"""A part that is left open altogether; it may stand wherever a move has a value."""


class Part(Struct, frozen=True):
    """One part of a move that can be unknown: a field, the shape of what is unknown, and what could fill it.

    For a number, `candidates` are the least and the greatest. A field that holds a tuple has one part for each place in it.
    In a `leading` part, what is named beside a hole comes first.
    """

    field: str
    shape: Literal["number", "choice", "selection"]
    candidates: tuple[Any, ...]
    place: int | None = None
    ordered: bool = False
    leading: bool = False


class Move(Struct, frozen=True):
    """What a player says, whole; each game has its own kinds."""

    player: int

    structure: ClassVar[tuple[str, ...]] = ()
    """The fields that say what kind of thing is done: which card, which side. They are tried one by one, not solved."""


class Game(ABC):
    """A game: its rules, how it reads positions and moves, and how moves are made.

    What is abstract a game must give; the rest has a default that a small game can live with.
    """

    name: str
    title: str
    rules: Rules
    notation: Notation
    tables: ClassVar[Mapping[str, Any]] = {}
    """The further keys of a scenario file that this game reads, each with the type of what stands under it."""

    @property
    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The rules by number, in our words."""

    @abstractmethod
    def read(self, scenario: Scenario) -> Any:
        """The position that a scenario describes; raises `Invalid` with every mistake found."""

    @abstractmethod
    def names(self, position: Any) -> tuple[str, ...]:
        """The names that a line may use in this position."""

    @abstractmethod
    def players(self, position: Any) -> tuple[str, ...]:
        """The players, clockwise."""

    @abstractmethod
    def understand(self, position: Any, said: Said) -> Move:
        """The move that was said; raises `Unclear` where names fit nothing or several things."""

    @abstractmethod
    def say(self, position: Any, move: Any) -> Said:
        """A move in words that `understand` reads back."""

    @abstractmethod
    def stages(self, move: Move) -> Sequence[Stage]:
        """The stages of making a move, in order."""

    @abstractmethod
    def parts(self, position: Any, move: Any) -> tuple[Part, ...]:
        """The parts of a move that can be unknown, for a move whose structure is known."""

    @abstractmethod
    def moves(self, position: Any, undecided: list[str] | None = None) -> Iterator[Move]:
        """Every legal move. Why some move cannot be judged is added to `undecided`."""

    @abstractmethod
    def facts(self, position: Any) -> dict[str, Any]:
        """What a file can claim about a position, by key."""

    def branches(self, position: Any, move: Any) -> Iterator[Move]:
        """The move with every hole in its structure filled in each possible way, legal or not."""
        yield move

    def loosened(self, move: Any) -> Any:
        """The move with its whole structure left open, to look for legal moves near it."""
        return move

    def opened(self, position: Any, domain: Domain) -> tuple[Any, tuple[tuple[str, Any, Any], ...]]:
        """The position with its plain facts made unknown, and for each its name, the unknown and the value it has."""
        return position, ()

    def needs(self, move: Any) -> str:
        """The number of the rule that says what such a move needs: cited where a hole could stand for nothing at all."""
        return ""

    def beware(self, position: Any, move: Any) -> None:
        """Nothing; raises `Beyond` where something that the model leaves out could decide about a move."""
        return

    def passing(self, position: Any, ahead: Move | None = None) -> Move | None:
        """The pass that may be left out of a line here, before the move that is written next; None where none may."""
        return None

    def awaits(self, position: Any) -> str:
        """The decision that a player owes before anything else can be done, in words; empty where none is open."""
        return ""

    def cost(self, position: Any, move: Any) -> str:
        """What a move costs, in words; empty where it has no cost."""
        return ""

    def differences(self, before: Any, after: Any) -> tuple[str, ...]:
        """What changed between two positions, in words."""
        return ()

    def picture(self, position: Any) -> Picture:
        """A position in words, as `verifier show` prints it: every fact about it, for a game that says no more."""
        return Picture((Section("", tuple(Row(key, in_words(value)) for key, value in self.facts(position).items())),))

    def table(self, position: Any, moves: Sequence[Any]) -> Table | None:
        """Some legal moves of a position side by side, None where a plain list says as much."""
        return None

    def card_names(self) -> tuple[str, ...]:
        """The names of all cards of the library, in order."""
        return ()

    def card(self, name: str) -> CardReport:
        """A card as the program understands it; raises `Invalid` with a suggestion where there is none of that name."""
        raise Invalid(Mistake(f"there is no card called `{name}`"))

    def lint(self) -> tuple[Mistake, ...]:
        """Every mistake in the game's card files."""
        return ()


def holes(move: Move) -> tuple[str, ...]:
    """The fields of a move that have a hole somewhere."""
    found = []
    for field in move.__struct_fields__:
        value = getattr(move, field)
        if isinstance(value, Hole) or (isinstance(value, tuple) and any(isinstance(item, Hole) for item in value)):
            found.append(field)
    return tuple(found)


def part_of(move: Move, part: Part) -> Any:
    """What a move holds in one of its parts."""
    value = getattr(move, part.field)
    if part.place is None or isinstance(value, Hole):
        return value
    return value[part.place] if part.place < len(value) else None


def known_part(value: Any) -> Any:
    """A part's value as the engine compares it: selections by their items in order."""
    return value.items if isinstance(value, Selection) else value
