"""What a game tells the kernel about itself: hooks and tables. The kernel does the rest the same way for every game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from verifier.ability.tree import Ability, Changing, Condition, Keyword, Noun, Place, Trigger
from verifier.effects.state import Card, Effect, Frame, Task, Thing
from verifier.term import Term

Truth: TypeAlias = bool | Term
Value: TypeAlias = int | Term


class Beyond(Exception):
    """Raised where a question leaves what the model covers; the answer is then unknown, with this reason."""


class Event(Struct, frozen=True, gc=False):
    """Something that is about to happen: a verb, who does it, to which objects, how much, and where to.

    `detail` is the verb's own word: an asset, a kind of damage, the name of a token. `internal` marks an event that is part of
    another one. `origin` is the zone that the object comes from, where that is not the zone it is in. `agents` are the objects
    that do it, such as an attack that hits or cards that defend, and `origins` the zones they come from.
    """

    verb: str
    by: int
    things: tuple[int, ...] = ()
    amount: int = 1
    detail: str = ""
    to: Place | None = None
    source: int = -1
    internal: bool = False
    origin: str = ""
    agents: tuple[int, ...] = ()
    origins: tuple[str, ...] = ()


Verb: TypeAlias = Callable[["Kernel", Any, Event], tuple[Any, bool]]
"""Carries an event out: the new state, and whether the event occurred at all."""

Procedure: TypeAlias = Callable[[Any, Task], Any]
"""Carries a task of the game itself out: the new state."""


class Kernel(ABC):
    """The hooks of one game. A game subclasses this and fills in what differs."""

    verbs: ClassVar[Mapping[str, Verb]] = {}
    """What each verb does."""

    procedures: ClassVar[Mapping[str, Procedure]] = {}
    """How the game goes on by itself: what each task on the agenda does that is no statement. One finishes a layer."""

    stats: ClassVar[tuple[str, ...]] = ()
    """The numbers that objects have."""

    counters: ClassVar[Mapping[str, tuple[str, int]]] = {}
    """The counters that change a number: which one, and by how much each."""

    stages: ClassVar[Mapping[type, tuple[int, int]]] = {}
    """The stage and substage in which each kind of change is applied."""

    @abstractmethod
    def words(self, state: Any, index: int) -> frozenset[str]:
        """The types, subtypes, supertypes and colours of an object."""

    @abstractmethod
    def printed(self, state: Any, index: int, stat: str, x: Value) -> Value | None:
        """The number printed on an object with X filled in, or None where it lacks the property."""

    @abstractmethod
    def abilities(self, state: Any, index: int) -> tuple[Ability, ...]:
        """The base abilities of an object, by the side it was put on the stack with."""

    @abstractmethod
    def is_head(self, state: Any, index: int, head: str) -> bool:
        """True where an object goes by this noun."""

    @abstractmethod
    def functional(self, state: Any, index: int, ability: Ability, playing: int) -> bool:
        """True where a static ability works; `playing` is the object that is being played, or -1."""

    @abstractmethod
    def hero(self, state: Any, player: int) -> int:
        """The object that stands for a player."""

    @abstractmethod
    def player_of(self, state: Any, index: int) -> int:
        """The player whom an object stands for, -1 where it is no such object."""

    @abstractmethod
    def opponents(self, state: Any, player: int) -> tuple[int, ...]:
        """The players who play against a player."""

    @abstractmethod
    def in_place(self, state: Any, thing: Thing, place: Place, you: int) -> bool:
        """True where an object is in a zone, seen from a player."""

    @abstractmethod
    def targetable(self, state: Any, index: int, placed: bool) -> bool:
        """True where an object may be a target; `placed` says that the target's text names a zone."""

    @abstractmethod
    def measure(self, state: Any, index: int, stat: str) -> Value | None:
        """A number of an object that is not printed on it, such as a player's life; None where there is none."""

    @abstractmethod
    def holds(self, state: Any, condition: Condition, frame: Frame) -> Truth:
        """Whether a condition that only the game can judge is met: a state or a moment."""

    @abstractmethod
    def source_of(self, state: Any, index: int) -> int:
        """The object whose ability an object is; the object itself where it is no ability."""

    def heir(self, state: Any, index: int) -> int:
        """The object whose properties an object inherits, as effects change them; -1 where it has only its own."""
        return -1

    player_heads: ClassVar[frozenset[str]] = frozenset()
    """The nouns that mean players."""

    opponent_heads: ClassVar[frozenset[str]] = frozenset({"opponent"})
    """The nouns that mean players who play against the one whose text it is."""

    making: ClassVar[frozenset[str]] = frozenset()
    """The verbs whose object may be what they make: activating an ability makes a layer, which may be an attack."""

    remembering: ClassVar[frozenset[str]] = frozenset()
    """The nouns that also mean what is last known of an object."""

    one_by_one: ClassVar[frozenset[str]] = frozenset()
    """The verbs that happen as many times as their amount says, one event each."""

    whole: ClassVar[frozenset[str]] = frozenset()
    """The verbs that are about all that there is where no amount is said."""

    unmodelled: ClassVar[frozenset[str]] = frozenset()
    """Words for states of objects that the model does not keep: what speaks of them has no answer."""

    announced: ClassVar[frozenset[str]] = frozenset()
    """The verbs of events that only tell what a player did: whether they may was judged before."""

    own_keywords: ClassVar[frozenset[str]] = frozenset()
    """The keywords that an object does not inherit."""

    @abstractmethod
    def triggered_card(self, state: Any, source: int) -> Card:
        """What a triggered layer is, as an object: the same card for the same source."""

    state_words: ClassVar[frozenset[str]] = frozenset()
    """Words for what an object is doing, which stand before a noun as types do: `attacking`, `defending`."""

    def in_state(self, state: Any, index: int, word: str, frame: Frame, head: str) -> bool:
        """True where an object is in a state that such a word before a noun names."""
        raise Beyond(f"`{word}` speaks of a state that is not modelled yet")

    def is_doing(self, state: Any, index: int, verb: str, noun: Noun, frame: Frame) -> bool:
        """True where an object is doing something to what a noun means: `defending this`."""
        raise Beyond(f"what is done with `{verb}` now cannot be told yet")

    def figure(self, state: Any, figure: str, frame: Frame) -> Value:
        """A number that the game keeps."""
        raise Beyond(f"`{figure}` is a number that is not kept yet")

    def latest(self, state: Any, head: str, frame: Frame) -> int:
        """The latest object of a kind before the source, -1 where there was none."""
        raise Beyond(f"what the last {head} was cannot be told yet")

    def meaning(self, keyword: Keyword) -> tuple[Ability, ...]:
        """The abilities that a keyword stands for, empty where the game's rules judge it themselves."""
        return ()

    def in_order(self, state: Any, place: Place, player: int) -> tuple[int, ...]:
        """The objects of an ordered zone of a player, from the end that the place names."""
        raise Beyond(f"the order of the {place.zone} is not kept")

    paying: ClassVar[frozenset[str]] = frozenset()
    """The verbs by which players pay points."""

    def affordable(self, state: Any, player: int, asset: str, amount: int) -> bool:
        """True where a player could pay so many points now."""
        return True

    def counterpart(self, state: Any, index: int, head: str) -> int:
        """The object that a noun means by an object that was spoken of: the object itself, or what stands for it."""
        return index

    def lasts(self, state: Any, duration: str) -> bool:
        """True where an effect of a duration can begin now."""
        return True

    def active(self, state: Any, effect: Effect) -> bool:
        """True where an effect whose duration lies ahead has begun."""
        return True

    def is_state(self, trigger: Trigger) -> bool:
        """True where a trigger waits for a state of the game, not for an event."""
        return False

    def state_holds(self, state: Any, trigger: Trigger, frame: Frame) -> bool:
        """True where the state that a trigger waits for is met."""
        return False

    def counts_as(self, state: Any, event: Event) -> tuple[str, ...]:
        """The further verbs by which an event may be told: damage that is a hit is told as a hit, too."""
        return ()

    def time(self, state: Any) -> tuple[int, ...]:
        """When it is now, as the game counts: facts of the past are told apart by this."""
        return ()

    def within(self, state: Any, time: tuple[int, ...], duration: str) -> bool:
        """True where a time of this turn lies within a duration that includes now."""
        return True

    def turn_player(self, state: Any) -> int:
        """The player whose turn it is, who decides first where several could."""
        return 0

    def stage_of(self, changing: Changing) -> tuple[int, int]:
        """The stage and substage of one change."""
        return self.stages[type(changing)]
