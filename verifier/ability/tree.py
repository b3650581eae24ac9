"""The tree that an ability's sentences are read into.

Nodes are frozen structs: equal trees mean the same, and a tree can be a key. No node names a game: the words in `head`,
`words`, `verb`, `stat`, `asset`, `keyword`, `duration` and `place` are keys of the game's vocabulary.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct


class Node(Struct, frozen=True, cache_hash=True, tag=True):
    """Part of a tree."""


# Amounts


class Variable(Node, frozen=True):
    """A number declared or defined elsewhere: X."""

    name: str = "X"


class CountOf(Node, frozen=True):
    """How many objects fit a noun: `the number of auras you control`."""

    noun: Noun


class UpTo(Node, frozen=True):
    """Any number from zero to a most: `up to 2`."""

    most: int | Variable


class AnyNumber(Node, frozen=True):
    """Any number, zero included: `any number of`."""


class ThatMany(Node, frozen=True):
    """As many as the statement before it moved, removed or chose: `that many`."""


class AtLeast(Node, frozen=True):
    """Any number from a least on: `4 or more`, in `deals 4 or more damage` and `2 or more cards`."""

    least: int | Variable


class Every(Node, frozen=True):
    """As many as there are: `all`, in `remove all steam counters`."""


class Figure(Node, frozen=True):
    """A number that the game keeps: `the number rolled`, `the damage dealt`, `the number of this chain link`."""

    figure: str


class StatOf(Node, frozen=True):
    """A number of one object or player: `this's power`, `an opponent's life`, `its base power`."""

    stat: str
    noun: Noun
    base: bool = False


class CountersOn(Node, frozen=True):
    """How many counters of a kind an object has: `the number of steam counters on this`."""

    counter: str
    noun: Noun


class Plus(Node, frozen=True):
    """A number and a few more: `the number of auras you control plus 1`."""

    amount: Amount
    number: int


class Multiple(Node, frozen=True):
    """Several times a number: `2 times the damage dealt`."""

    factor: int
    amount: Amount


class Half(Node, frozen=True):
    """Half of a number, rounded down: `half the number rolled`."""

    amount: Amount


Amount: TypeAlias = (
    int
    | Variable
    | CountOf
    | UpTo
    | AnyNumber
    | ThatMany
    | AtLeast
    | Every
    | Figure
    | StatOf
    | CountersOn
    | Plus
    | Multiple
    | Half
)
Compare: TypeAlias = Literal["=", ">=", "<=", ">", "<"]


class Assets(Node, frozen=True):
    """Points of one kind: `{r}{r}`, `3{h}`, `1 action point`."""

    asset: str
    amount: Amount = 1


# Nouns


class Place(Node, frozen=True):
    """A zone and whose it is: `your hand`, `an opponent's banished zone`, `its owner's graveyard`.

    `whose` is empty for a zone that everyone shares, and `position` says where in an ordered zone: top, bottom, or either
    by choice.
    """

    zone: str
    whose: Literal[
        "", "your", "their", "an opponent's", "its owner's", "the attacking hero's", "the defending hero's", "any"
    ] = "your"
    position: Literal["", "top", "bottom", "top or bottom"] = ""


class Stat(Node, frozen=True):
    """A number that an object has: `with cost 2 or more`; `base` leaves out what effects changed."""

    stat: str
    compare: Compare
    amount: Amount
    base: bool = False


class Located(Node, frozen=True):
    """Where an object is: `in your banished zone`."""

    place: Place


class Controlled(Node, frozen=True):
    """Who controls an object: `you control`, `an opponent controls`."""

    by: Literal["you", "they", "an opponent"]


class Named(Node, frozen=True):
    """What an object is called: `named Crazy Brew`."""

    name: str


class Having(Node, frozen=True):
    """A keyword that an object has: `with go again`."""

    keyword: str


class Bearing(Node, frozen=True):
    """Counters that an object has: `with a +1{p} counter`, `with no steam counters`."""

    counter: str
    compare: Compare
    amount: Amount


class Done(Node, frozen=True):
    """What is done with an object: `you play`, in `the next card you play`."""

    verb: str
    by: Literal["you", "they", "an opponent"] = "you"


class Doing(Node, frozen=True):
    """What an object is doing now, and to what: `defending this`, in `each card defending this`."""

    verb: str
    noun: Noun


class Did(Node, frozen=True):
    """What an object did or what was done to it: `that has hit this combat chain`. The object is ITSELF in the act."""

    act: Act
    duration: str = ""


class ThisWay(Node, frozen=True):
    """What a cost or an earlier statement of the same card did with an object.

    `the discarded card`, and with other determiners `each card revealed this way`.
    """

    verb: str


class OtherThan(Node, frozen=True):
    """Every object but one: `other than this`."""

    noun: Noun


class Of(Node, frozen=True):
    """What an ability belongs to: `of bows you control`, in `abilities of bows you control`."""

    noun: Noun


Where: TypeAlias = Stat | Located | Controlled | Named | Having | Bearing | Done | Doing | Did | ThisWay | OtherThan | Of


class Noun(Node, frozen=True):
    """A filter over objects, and how many of those that fit are meant.

    `words` are the types, subtypes, supertypes and colours before the head, in written order; a word that must be absent
    is written `non-WORD`. `alternatives` are further word lists, any of which will do (`Brute or Shadow attack`). `the` is
    the only object that fits: `the defending hero`, `the discarded card`.
    """

    head: str
    determiner: Literal[
        "", "a", "this", "that", "those", "it", "its", "the", "target", "each", "all", "next", "another", "your", "you", "they"
    ] = "a"
    number: Amount = 1
    words: tuple[str, ...] = ()
    alternatives: tuple[tuple[str, ...], ...] = ()
    where: tuple[Where, ...] = ()


YOU = Noun("hero", "you")
"""The player who controls the ability, or that player's hero: games do not tell them apart in text."""
THIS = Noun("card", "this")
"""The source of the ability."""
IT = Noun("card", "it")
"""The object that the statement before spoke of."""
ITSELF = Noun("card", "its")
"""The object that the noun around it describes: in `an attack with power greater than its base power`."""


# Events, costs, conditions


Role: TypeAlias = Noun | Amount | Place | Assets | str


class Act(Node, frozen=True):
    """An event: what a statement makes, a cost asks for, a trigger waits for or a permission is about.

    `roles` are in the order of the verb's frame. `by` is who acts. A `passive` act has what it is done to as its first
    role; by YOU its actor is left open (`this is destroyed`), else it is said (`this is defended by a card`).
    """

    verb: str
    roles: tuple[tuple[str, Role], ...] = ()
    by: Noun = YOU
    passive: bool = False

    def role(self, name: str) -> Role | None:
        """The value of a role, or None where the act has none."""
        for key, value in self.roles:
            if key == name:
                return value
        return None


class OneOf(Node, frozen=True):
    """One of several costs, by choice: `discard a card or destroy this`."""

    options: tuple[Assets | Act, ...]


CostItem: TypeAlias = Assets | Act | OneOf


class Is(Node, frozen=True):
    """A state of an object: `this is defending`, `this is in your banished zone`, `this is face-down in your arsenal`."""

    noun: Noun
    state: str | Place
    facing: Literal["", "face-up", "face-down"] = ""


class Exists(Node, frozen=True):
    """How many objects fit: `you control 2 or more auras`, `you have no cards in your hand`."""

    noun: Noun
    compare: Compare
    amount: Amount


class Measure(Node, frozen=True):
    """A number of one object or player: `your life is 3 or less`, `the discarded card has power 6 or more`."""

    noun: Noun
    stat: str
    compare: Compare
    amount: Amount


class Comparison(Node, frozen=True):
    """Two numbers: `X is 6 or more`, `the number of energy counters on this is 2 or less`."""

    left: Amount
    compare: Compare
    right: Amount


class IsA(Node, frozen=True):
    """What an object is: `it is an attack action card with cost 2 or less`; `kind` has no determiner."""

    noun: Noun
    kind: Noun


class WasLast(Node, frozen=True):
    """What the latest of a kind was: `a card named Leg Tap was the last attack this combat chain`."""

    noun: Noun
    head: str
    duration: str = ""


class Moment(Node, frozen=True):
    """A time in the game: `your turn`, `the start of your turn`, `the combat chain closes`."""

    moment: str
    whose: Literal["", "your", "an opponent's"] = ""


class Happened(Node, frozen=True):
    """What was done before: `you have played a blue card this turn`, `this was fused`."""

    act: Act
    duration: str = ""


class Not(Node, frozen=True):
    """The opposite of a condition."""

    condition: Condition


class AllOf(Node, frozen=True):
    """Every one of the conditions: `A and B`."""

    conditions: tuple[Condition, ...]


class AnyOf(Node, frozen=True):
    """At least one of the conditions: `A or B`."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = Is | IsA | Exists | Measure | Comparison | WasLast | Moment | Happened | Not | AllOf | AnyOf


# Statements: what a layer does when it resolves, or what holds while an ability is functional


class Do(Node, frozen=True):
    """An event is made; `may` leaves it to the one who acts; `unless` is an act that averts it."""

    act: Act
    may: bool = False
    unless: Act | None = None


class Delta(Node, frozen=True):
    """A number goes up or down: `+3{p}`, `-X{p}`."""

    stat: str
    amount: Amount
    sign: Literal[1, -1] = 1


class Setting(Node, frozen=True):
    """A number becomes another: `base {p} becomes 3` sets the printed value, without `base` the present one."""

    stat: str
    amount: Amount
    base: bool = False


class Keyword(Node, frozen=True):
    """A keyword with its parameter, as an ability of a card or as what an effect gives."""

    keyword: str
    amount: Amount | None = None
    words: tuple[str, ...] = ()


class Quoted(Node, frozen=True):
    """A whole ability that an effect gives, in quotation marks."""

    ability: Ability


class Typed(Node, frozen=True):
    """A type, subtype or supertype that an effect gives: `the type weapon`."""

    word: str


class ThisAbility(Node, frozen=True):
    """The ability that says so: `this ability`, in `it loses this ability`."""


Changing: TypeAlias = Delta | Setting | Keyword | Quoted | Typed | ThisAbility


class Change(Node, frozen=True):
    """Objects change: `the next attack you play this turn gets +3{p} and go again`.

    `lose` takes away instead, and `barred` keeps from getting: `attacks can't get go again this turn`.
    """

    noun: Noun
    changes: tuple[Changing, ...]
    duration: str = ""
    lose: bool = False
    barred: bool = False


class CostChange(Node, frozen=True):
    """Playing or activating costs less, more, or a set amount: `action cards cost {r} less to play`."""

    noun: Noun
    compare: Literal["less", "more", "set"]
    assets: Assets
    verb: str = "play"
    duration: str = ""
    each: Noun | None = None


class Times(Node, frozen=True):
    """How often: `2 additional times`, or `2 times` in total."""

    amount: int
    additional: bool = True


class Permission(Node, frozen=True):
    """What a player may, can't, may only or must do. `manner` is as though it were of another type; `unpaid` drops a cost."""

    modality: Literal["may", "can't", "may only", "must"]
    act: Act
    times: Times | None = None
    manner: str = ""
    unpaid: str = ""
    duration: str = ""


class Trigger(Node, frozen=True):
    """What sets a triggered effect off. `word` is when, whenever, at, the next time, or the first time.

    With `nth` and `per`, only the nth such event of a period: `the second time each turn this hits`.
    """

    word: Literal["when", "whenever", "at", "the next time", "the first time"]
    event: Act | Moment
    condition: Condition | None = None
    duration: str = ""
    nth: int = 0
    per: str = ""


class Delayed(Node, frozen=True):
    """A trigger that a resolving layer leaves behind: `the next time you play an action card this turn, draw a card`."""

    trigger: Trigger
    body: tuple[Statement, ...]


class Instead(Node, frozen=True):
    """An event is replaced: `if this would be destroyed, instead banish it`; `next` replaces one event only."""

    would: Act
    body: tuple[Statement, ...]
    condition: Condition | None = None
    next: bool = False
    duration: str = ""


class Prevention(Node, frozen=True):
    """An event is made smaller before it happens: `if you would be dealt damage, prevent 1 of that damage`.

    The body holds the act that prevents, alone or after what must be done for it; `next` is for one event only.
    """

    would: Act
    body: tuple[Statement, ...]
    condition: Condition | None = None
    next: bool = False
    duration: str = ""


class Shield(Node, frozen=True):
    """So much of an event is prevented as it comes: `prevent the next 3 damage that would be dealt to you this turn`.

    `act` is the passive event without its amount.
    """

    amount: Amount
    act: Act
    duration: str = ""


class NoTrigger(Node, frozen=True):
    """Abilities that an event does not set off: `abilities of attack action cards don't trigger when they hit`.

    The object whose abilities they are is ITSELF in the act.
    """

    noun: Noun
    act: Act
    duration: str = ""


class Entering(Node, frozen=True):
    """Counters that an object comes with: `this enters the arena with a balance counter`."""

    noun: Noun
    amount: Amount
    counter: str


class Defining(Node, frozen=True):
    """A statement that says what its X is: `draw X cards, where X is the number of auras you control`."""

    statement: Statement
    amount: Amount


class If(Node, frozen=True):
    """Statements under a condition, with what happens otherwise."""

    condition: Condition
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


class IfDone(Node, frozen=True):
    """A statement and what follows from doing it, written `you may destroy this. If you do, draw a card`."""

    first: Do
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


Statement: TypeAlias = (
    Do
    | Change
    | CostChange
    | Permission
    | Delayed
    | Instead
    | Prevention
    | Shield
    | NoTrigger
    | Entering
    | Defining
    | If
    | IfDone
)


# Abilities: what a card has


class Limit(Node, frozen=True):
    """How often an ability may be used: `once per turn`."""

    times: int
    per: str = "turn"


class Activated(Node, frozen=True):
    """`[LIMIT] TYPE -- COST: ABILITIES [CONDITION]`. An empty cost is written `0`."""

    kind: str
    cost: tuple[CostItem, ...]
    body: tuple[Ability, ...]
    limit: Limit | None = None
    condition: Condition | None = None


class AdditionalCost(Node, frozen=True):
    """An additional cost: `as an additional cost to play this, [you may] COST`; `linked` follows where it was paid."""

    cost: tuple[CostItem, ...]
    optional: bool = False
    linked: tuple[Statement, ...] = ()


class AlternativeCost(Node, frozen=True):
    """An alternative cost: `you may COST rather than pay this's {r} cost`."""

    cost: tuple[CostItem, ...]
    asset: str
    linked: tuple[Statement, ...] = ()


class Triggered(Node, frozen=True):
    """A triggered ability: `when EVENT, STATEMENTS`."""

    trigger: Trigger
    body: tuple[Statement, ...]
    limit: Limit | None = None


class While(Node, frozen=True):
    """An ability under a condition: `while CONDITION, ABILITY`."""

    condition: Condition
    ability: Ability


class Modal(Node, frozen=True):
    """`Choose N; • MODE • MODE`: a choice of abilities, declared when the layer is put on the stack."""

    number: Amount
    modes: tuple[Ability, ...]
    repeat: int = 1


class Several(Node, frozen=True):
    """Statements of one ability, in order: sentences of one paragraph, or parts joined by `then`."""

    statements: tuple[Statement, ...]


class Labelled(Node, frozen=True):
    """An ability under a label, which says nothing by itself: `Crush -- ABILITY`."""

    label: str
    ability: Ability


Ability: TypeAlias = (
    Keyword | Activated | AdditionalCost | AlternativeCost | Triggered | While | Modal | Several | Labelled | Statement
)
