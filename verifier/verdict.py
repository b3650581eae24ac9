"""What the engine answers: verdicts, pictures of positions and tables of moves, as small frozen structs that turn into JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct


class Outcome(StrEnum):
    """How a question came out. Several are summed up by the worst: illegal, then unknown, then legal."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNKNOWN = "unknown"


class Violation(Struct, frozen=True):
    """One rule that a move breaks: its number, heading and words, and the facts that made it fail."""

    ref: str
    heading: str
    says: str
    also: tuple[str, ...] = ()
    facts: str = ""


class Met(Struct, frozen=True):
    """One rule that was asked of a move, and at which stage of it."""

    ref: str
    heading: str
    stage: str


class Taken(Struct, frozen=True):
    """One move of a proven line.

    `number` is the written move's, from 1; an inserted pass has 0. `said` is what was written, `move` what it stands for
    once holes are filled. `solver` tells what the second reading said: empty where it was not asked. A move that was written as
    refused is `refusable`; `refused` are then the rules it breaks, and the position stays as it was.
    """

    number: int
    said: str
    move: str
    cost: str = ""
    met: tuple[Met, ...] = ()
    changes: tuple[str, ...] = ()
    filled: bool = False
    solver: str = ""
    refusable: bool = False
    refused: tuple[str, ...] = ()


class Claim(Struct, frozen=True):
    """What a file claims under `[expect]`, and what is the case."""

    key: str
    claimed: Any
    found: Any

    @property
    def holds(self) -> bool:
        """True where the claim is what was found."""
        return bool(self.claimed == self.found)


class Verdict(Struct, frozen=True):
    """The answer for one line of play.

    `step` is the number of the written move that is illegal or undecided, 0 where there is none. `together` says that the
    violations leave no way to fill the move's holes only together. `nearest` is the nearest legal move, in notation.
    """

    outcome: Outcome
    taken: tuple[Taken, ...] = ()
    step: int = 0
    stage: str = ""
    said: str = ""
    violations: tuple[Violation, ...] = ()
    together: bool = False
    nearest: str = ""
    changes_to_nearest: int = 0
    reason: str = ""
    claims: tuple[Claim, ...] = ()
    disagreements: tuple[str, ...] = ()
    title: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules that are broken."""
        return tuple(violation.ref for violation in self.violations)

    @property
    def holds(self) -> bool:
        """True where every claim of the file is true; without claims, where the line is legal."""
        if self.disagreements:
            return False
        if self.claims:
            return all(claim.holds for claim in self.claims)
        return self.outcome is Outcome.LEGAL

    @property
    def exit_code(self) -> int:
        """0 where the verdict holds, 1 where it is violated or a claim is false, 3 where it is undecided."""
        if self.holds:
            return 0
        if self.outcome is Outcome.UNKNOWN and not self.disagreements:
            return 3
        return 1

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain values, ready for `json.dumps`."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        plain["rules"] = list(self.rules)
        plain["holds"] = self.holds
        plain["claims"] = [{**msgspec.to_builtins(claim), "holds": claim.holds} for claim in self.claims]
        return plain


def combined_exit_code(codes: list[int]) -> int:
    """The exit code for several files: the first of 2, 1, 3 that occurs, else 0."""
    return next((code for code in (2, 1, 3) if code in codes), 0)


class AbilityReport(Struct, frozen=True):
    """One ability of a card as the program understands it: its sentence, its category, and when it works."""

    sentence: str
    category: str
    functional: str


class CardReport(Struct, frozen=True):
    """A card as the program understands it: printed facts in order, abilities, and what it leaves out, with the reason."""

    name: str
    file: str
    facts: dict[str, Any]
    abilities: tuple[AbilityReport, ...] = ()
    omits: tuple[tuple[str, str], ...] = ()


class Row(Struct, frozen=True):
    """One thing that a picture tells: what it is about, what there is to say, and what belongs to it."""

    label: str
    text: str = ""
    below: tuple[Row, ...] = ()


class Section(Struct, frozen=True):
    """Some rows of a picture under a heading; the first section may have none."""

    title: str
    rows: tuple[Row, ...] = ()


class Picture(Struct, frozen=True):
    """A position in words."""

    sections: tuple[Section, ...] = ()


class Ranked(Struct, frozen=True):
    """One row of a table of moves: the move's place among the moves that were given, and what each column says of it."""

    move: int
    cells: tuple[Any, ...]


class Table(Struct, frozen=True):
    """Moves side by side, the best first: what each column is called, the rows, and what to know when reading them."""

    columns: tuple[str, ...]
    rows: tuple[Ranked, ...]
    note: str = ""


def in_words(value: Any) -> str:
    """A plain value as text: a list with commas, a truth as a word, and `none` or `nothing` where there is none."""
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else "nothing" if value in (None, "") else str(value)
