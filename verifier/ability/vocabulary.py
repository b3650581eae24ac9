"""What a game says: its nouns, words, zones, stats, assets, keywords, times and verbs, as data."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

NounKind = Literal["object", "player", "ability"]


class NounEntry(Struct, frozen=True):
    """What a noun phrase may be about: `card`, `cards`."""

    key: str
    singular: str
    plural: str
    kind: NounKind = "object"


class Zone(Struct, frozen=True):
    """A zone and its printed name; a shared zone belongs to nobody."""

    key: str
    name: str
    shared: bool = False


class StatEntry(Struct, frozen=True):
    """A number that objects or players have: its name, and its symbol where print uses one."""

    key: str
    name: str
    symbol: str = ""


class Asset(Struct, frozen=True):
    """Points that players have, and how an amount of them prints.

    `repeat` prints `{r}{r}`, `count` prints `3{h}`, `words` prints `1 action point` and `2 action points`.
    """

    key: str
    prints: Literal["repeat", "count", "words"]
    symbol: str = ""
    singular: str = ""
    plural: str = ""


class KeywordEntry(Struct, frozen=True):
    """A keyword and its pattern: `go again`, `ward {amount}`, `{words} fusion`, `{names} specialization`."""

    key: str
    pattern: str


class Kind(Struct, frozen=True):
    """A kind of activated ability, and a timing that something may have: `as though it were an instant`."""

    key: str
    singular: str
    plural: str


class MomentEntry(Struct, frozen=True):
    """A time: `the start of {whose} turn`. A period (`{whose} turn`) can be asked about: `if it is your turn`.

    An `event` is a clause of its own and stands after `when`: `when the combat chain closes`.
    """

    key: str
    pattern: str
    period: bool = False
    event: bool = False


class FigureEntry(Struct, frozen=True):
    """A number that the game keeps, and how it is said: `the number rolled`."""

    key: str
    text: str


RoleType = Literal[
    "object",
    "player",
    "ability",
    "noun",
    "number",
    "bound",
    "count",
    "tally",
    "counter",
    "owner",
    "assets",
    "place",
    "source",
    "into",
    "name",
    "choice",
    "fixed",
]


class Slot(Struct, frozen=True):
    """A role of a verb: its name, what fills it, and the words before and after it.

    `object`, `player` and `ability` are nouns of that kind, `noun` is any; `number` is a numeral and `count` may also
    be `a`, `up to 2`, `any number of` or `that many`, and `tally` also `all`; `bound` is `4 or more`; `counter` is the name
    of a counter; `owner` is somebody in the possessive; `source` is where something comes from, `into` where it is put,
    with its preposition; `name` is a card's name and `choice` one of `choices`; `fixed` is no role but the words in
    `before`. A pair in `after` is the singular and the plural of a word that agrees with the role `amount`.
    """

    role: str
    type: RoleType
    before: str = ""
    after: str | tuple[str, str] = ""
    optional: bool = False
    choices: tuple[str, ...] = ()


class Verb(Struct, frozen=True):
    """A verb: its forms, what it is for, and its frame, the roles in the order in which they are said.

    An `effect` is what a resolving ability does, an `action` is what a player may be permitted or forbidden to do, an
    `event` only happens. `by` is the kind of noun that can be its subject; `cost` says whether doing it can be a cost.
    `patient` is the role that is the subject of its passive, `present` its form in `a card defending this`. A verb that
    `prevents` makes another event smaller, one that is `preventable` can be made smaller beforehand.
    """

    key: str
    base: str
    third: str
    participle: str
    past: str
    kind: Literal["effect", "action", "event"]
    frame: tuple[Slot, ...] = ()
    by: Literal["object", "player", "ability", "any"] = "any"
    cost: bool = True
    patient: str = "object"
    present: str = ""
    prevents: bool = False
    preventable: bool = False


class Vocabulary(Struct, frozen=True, cache_hash=True):
    """The words of one game. Keys are what trees hold; everything else is how they print.

    `card` and `hero` must be keys of nouns: they are the heads of `this` and `it`, and of `you` and `they`.
    """

    nouns: tuple[NounEntry, ...]
    words: tuple[str, ...]
    zones: tuple[Zone, ...]
    stats: tuple[StatEntry, ...]
    assets: tuple[Asset, ...]
    keywords: tuple[KeywordEntry, ...]
    kinds: tuple[Kind, ...]
    durations: tuple[str, ...]
    periods: tuple[str, ...]
    moments: tuple[MomentEntry, ...]
    states: tuple[str, ...]
    verbs: tuple[Verb, ...]
    labels: tuple[str, ...] = ()
    """Words that stand before an ability and say nothing by themselves."""
    counters: tuple[str, ...] = ()
    figures: tuple[FigureEntry, ...] = ()
    elements: tuple[str, ...] = ()
    """Words that keywords mention."""
    proper: tuple[str, ...] = ()
    """Names that keywords mention, beside the names of cards."""
    named: str = "token"
    """The head of a noun that is only a name: `a Gold you control` is a token named Gold."""
    uncountable: tuple[str, ...] = ()
    """Names without a plural."""

    def kind_of(self, head: str) -> NounKind | None:
        """What kind of thing a head speaks of, or None for an unknown head."""
        for noun in self.nouns:
            if noun.key == head:
                return noun.kind
        return None
