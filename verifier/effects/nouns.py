"""Which objects a noun means."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from verifier.ability.tree import (
    Act,
    Amount,
    AnyNumber,
    AtLeast,
    Bearing,
    Controlled,
    CountersOn,
    CountOf,
    Did,
    Do,
    Doing,
    Done,
    Every,
    Figure,
    Half,
    Having,
    If,
    IfDone,
    Located,
    Multiple,
    Named,
    Node,
    Noun,
    Of,
    OtherThan,
    Place,
    Plus,
    Several,
    Stat,
    StatOf,
    ThatMany,
    ThisWay,
    UpTo,
    Variable,
)
from verifier.effects.kernel import Beyond, Kernel, Truth, Value
from verifier.effects.state import Frame, State
from verifier.term import all_of, count


def fits(kernel: Kernel, state: State, noun: Noun, index: int, frame: Frame, x: Value = 0) -> Truth:
    """True where an object is one of those that a noun describes, its number left aside; `x` is the object's own X."""
    match noun.determiner:
        case "this":
            return index == frame.source
        case "it" | "that":
            return index == spoken(kernel, state, noun, frame)
        case "you":
            return index == kernel.hero(state, frame.you)
        case "target" if noun.number == 0:
            return False
        case "target" if frame.targets:
            return index in frame.targets
        case "its":
            return index == frame.itself
        case "they":
            return index == kernel.hero(state, they(kernel, state, frame))
    if kernel.unmodelled.intersection(noun.words):
        raise Beyond(f"`{' '.join(noun.words)}` speaks of a state that is not modelled yet")
    if noun.head in kernel.opponent_heads:
        if kernel.player_of(state, index) not in kernel.opponents(state, frame.you):
            return False
    elif not kernel.is_head(state, index, noun.head):
        return False
    words = kernel.words(state, index)
    if not any(_worded(kernel, state, index, words, wanted, frame, noun.head) for wanted in (noun.words, *noun.alternatives)):
        return False
    if noun.determiner == "your" and _holder(state, index) != frame.you:
        return False
    if noun.determiner == "another" and index == frame.source:
        return False
    return all_of(*(_where(kernel, state, part, index, frame, x) for part in noun.where))


def _worded(
    kernel: Kernel, state: State, index: int, words: frozenset[str], wanted: tuple[str, ...], frame: Frame, head: str
) -> bool:
    for word in wanted:
        plain = word.removeprefix("non-")
        has = kernel.in_state(state, index, plain, frame, head) if plain in kernel.state_words else plain in words
        if has == (plain != word):
            return False
    return True


NOTHING = -2
"""What `it` is after a statement that found no object."""


def spoken(kernel: Kernel, state: State, noun: Noun, frame: Frame) -> int:
    """The object that `it` means: what the statement before spoke of, if that is such a thing, or what the layer speaks of.

    Where the statement before found nothing, `it` is nothing.
    """
    if state.it == NOTHING and noun.determiner == "it":
        return -1
    if state.it >= 0 and kernel.is_head(state, state.it, noun.head):
        return state.it
    return frame.it if frame.it < 0 else kernel.counterpart(state, frame.it, noun.head)


def they(kernel: Kernel, state: State, frame: Frame) -> int:
    """The player whom `they` means: the one that was spoken of last."""
    player = kernel.player_of(state, frame.it) if frame.it >= 0 else -1
    if player < 0:
        raise Beyond("whom `they` means cannot be told here")
    return player


def _holder(state: State, index: int) -> int:
    thing = state.things[index]
    return thing.owner if thing.controller < 0 else thing.controller


def _where(kernel: Kernel, state: State, part: Any, index: int, frame: Frame, x: Value) -> Truth:
    thing = state.things[index]
    match part:
        case Stat(stat, compare, amount, base):
            found = kernel.printed(state, index, stat, x) if base else number_of(kernel, state, index, stat, x)
            about = msgspec.structs.replace(frame, itself=index)
            return found is not None and compared(found, compare, quantity(kernel, state, amount, about))
        case Located(place):
            return kernel.in_place(state, thing, *seen(kernel, state, place, frame))
        case Controlled(by):
            if by == "you":
                return thing.controller == frame.you
            if by == "they":
                return thing.controller == they(kernel, state, frame)
            return thing.controller in kernel.opponents(state, frame.you)
        case Named(name):
            return name in (thing.card.name, thing.card.title, *(side.title for side in thing.card.sides))
        case Having(keyword):
            return has_keyword(kernel, state, index, keyword)
        case Bearing(counter, compare, amount):
            return compared(dict(thing.counters).get(counter, 0), compare, quantity(kernel, state, amount, frame))
        case Done(_, by):
            if by == "they":
                return _holder(state, index) == they(kernel, state, frame)
            return (_holder(state, index) == frame.you) == (by == "you")
        case Doing(verb, noun):
            return kernel.is_doing(state, index, verb, noun, frame)
        case Did():
            from verifier.effects.conditions import has_done  # what happened is told in acts, whose objects are nouns

            return has_done(kernel, state, part, msgspec.structs.replace(frame, itself=index))
        case ThisWay(verb):
            return (verb, index) in state.ways
        case OtherThan(noun):
            return not fits(kernel, state, noun, index, frame, x)
        case Of(noun):
            return fits(kernel, state, noun, kernel.source_of(state, index), frame, x)
    raise Beyond(f"a part of a noun cannot be judged yet: {type(part).__name__}")


def compared(found: Value, compare: str, wanted: Value) -> Truth:
    """True where a number is as a comparison wants it."""
    if compare == ">=":
        return found >= wanted
    if compare == "<=":
        return found <= wanted
    if compare == ">":
        return found > wanted
    if compare == "<":
        return found < wanted
    return found == wanted


def seen(kernel: Kernel, state: State, place: Place, frame: Frame) -> tuple[Place, int]:
    """A zone and the player from whom it is seen, where it is of a player whom only the frame knows."""
    if place.whose == "their":
        other = frame.it >= 0 and kernel.player_of(state, frame.it) >= 0 and frame.actor in (-1, frame.you)
        player = they(kernel, state, frame) if other or frame.actor < 0 else frame.actor
        return msgspec.structs.replace(place, whose="your"), player
    if place.whose in ("the attacking hero's", "the defending hero's"):
        word = place.whose.removeprefix("the ").removesuffix(" hero's")
        for index in fitting(kernel, state, Noun("hero", "the", words=(word,)), frame):
            return msgspec.structs.replace(place, whose="your"), kernel.player_of(state, index)
        raise Beyond(f"there is no {word} hero here")
    return place, frame.you


def fits_from(kernel: Kernel, state: State, noun: Noun, index: int, origin: str, frame: Frame) -> bool:
    """True where an object that came from a zone is what a noun describes, its zone meaning where it came from."""
    places = [part.place.zone for part in noun.where if isinstance(part, Located)]
    if any(zone != origin for zone in places):
        return False
    rest = tuple(part for part in noun.where if not isinstance(part, Located)) if places else noun.where
    return fits(kernel, state, msgspec.structs.replace(noun, where=rest) if places else noun, index, frame) is True


def number_of(kernel: Kernel, state: State, index: int, stat: str, x: Value = 0) -> Value | None:
    """The present value of a number of an object, after effects; None where it lacks the property."""
    from verifier.effects.continuous import present  # the two modules need each other: filters read changed numbers

    measured = kernel.measure(state, index, stat)
    return measured if measured is not None else present(kernel, state, index, stat, x)


def has_keyword(kernel: Kernel, state: State, index: int, keyword: str) -> bool:
    """True where an object has a keyword, printed or given by an effect."""
    from verifier.effects.continuous import keywords

    return keyword in keywords(kernel, state, index)


def fitting(kernel: Kernel, state: State, noun: Noun, frame: Frame) -> tuple[int, ...]:
    """The objects that a noun describes, in order. What they are must not hang on an unknown value."""
    return tuple(index for index in objects(kernel, state, noun) if fits(kernel, state, noun, index, frame))


def objects(kernel: Kernel, state: State, noun: Noun) -> tuple[int, ...]:
    """The things that a noun could mean: objects, and what is last known of some only where the noun speaks of those, too."""
    every = noun.head in kernel.remembering
    return tuple(index for index, thing in enumerate(state.things) if thing.known is None or every)


def quantity(kernel: Kernel, state: State, amount: Amount, frame: Frame) -> Value:
    """The number that an amount stands for; the most for `up to` and the many there are for `any number`."""
    match amount:
        case int():
            return amount
        case Variable():
            return frame.x
        case CountOf(noun):
            return count(fits(kernel, state, noun, index, frame) for index in objects(kernel, state, noun))
        case UpTo(most):
            return quantity(kernel, state, most, frame)
        case AtLeast(least):
            return quantity(kernel, state, least, frame)
        case ThatMany():
            return frame.many
        case AnyNumber() | Every():
            return EVERY
        case Figure(figure):
            return kernel.figure(state, figure, frame)
        case StatOf(stat, noun, base):
            return _stat_of(kernel, state, stat, noun, base, frame)
        case CountersOn(counter, noun):
            return sum(dict(state.things[index].counters).get(counter, 0) for index in fitting(kernel, state, noun, frame))
        case Plus(part, number):
            return quantity(kernel, state, part, frame) + number
        case Multiple(factor, part):
            return quantity(kernel, state, part, frame) * factor
        case Half(part):
            return int(quantity(kernel, state, part, frame)) // 2


def quantities(kernel: Kernel, state: State, amount: Amount, frame: Frame) -> tuple[Value, ...]:
    """The numbers that an amount may stand for: where it is a number of some object, that of each which fits."""
    if not isinstance(amount, StatOf) or amount.noun.determiner != "a":
        return (quantity(kernel, state, amount, frame),)
    numbers = (
        kernel.printed(state, index, amount.stat, 0) if amount.base else number_of(kernel, state, index, amount.stat)
        for index in fitting(kernel, state, amount.noun, frame)
    )
    return tuple(number for number in numbers if number is not None)


EVERY = 1_000_000
"""More than there ever are of anything: `all`, `any number of`."""


def _stat_of(kernel: Kernel, state: State, stat: str, noun: Noun, base: bool, frame: Frame) -> Value:
    """A number of the one object that a noun means; where several fit, there is no one number."""
    found = [
        kernel.printed(state, index, stat, 0) if base else number_of(kernel, state, index, stat)
        for index in fitting(kernel, state, noun, frame)
    ]
    numbers = {number for number in found if number is not None}
    if len(numbers) > 1:
        raise Beyond(f"several objects have {stat}, and it cannot be told which one is meant")
    return numbers.pop() if numbers else 0


def is_flexible(amount: Amount) -> bool:
    """True where the player decides how many."""
    return isinstance(amount, UpTo | AnyNumber)


class Slot(Struct, frozen=True):
    """One target of a target phrase: the noun, and the zone that the target is taken from where the text names one.

    It is number `nth` of the `many` targets of its phrase. An `optional` one may be left out: any of `up to` so many, or
    all of those of an effect that is optional as a `whole`.
    """

    noun: Noun
    place: Place | None = None
    nth: int = 0
    many: int = 1
    optional: bool = False
    whole: bool = False


@cache
def slots(node: object, place: Place | None = None, may: bool = False) -> tuple[Slot, ...]:
    """The targets that a tree asks for, with their zones, in the order in which they are written."""
    if isinstance(node, Act):
        origin = node.role("from")
        place = origin if isinstance(origin, Place) else None
    if isinstance(node, Noun) and node.determiner == "target":
        located = next((part.place for part in node.where if isinstance(part, Located)), None)
        flexible = is_flexible(node.number)
        many = most_targets(node)
        return tuple(Slot(node, place or located, nth, many, may or flexible, may and not flexible) for nth in range(many))
    if isinstance(node, Node):
        may = may or (isinstance(node, Do) and node.may)
        return tuple(slot for field in node.__struct_fields__ for slot in slots(getattr(node, field), place, may))
    if isinstance(node, tuple):
        return tuple(slot for item in node for slot in slots(item, place, may))
    return ()


def most_targets(noun: Noun) -> int:
    """How many targets a target phrase may have; one where that number is not written."""
    number = noun.number.most if isinstance(noun.number, UpTo) else noun.number
    return number if isinstance(number, int) else 1


NOBODY = -1
"""What stands for a target that is left out."""


class _Settling:
    """Rewrites statements to the targets that were declared for them, phrase by phrase in the order of `slots`."""

    def __init__(self, targets: tuple[int, ...]) -> None:
        self.left = list(targets)
        self.kept: list[int] = []

    def statements(self, body: tuple[Any, ...]) -> tuple[Any, ...]:
        """The statements that are left, each with as many targets as were declared for it."""
        return tuple(left for statement in body for left in self._statement(statement))

    def _statement(self, node: Any) -> tuple[Any, ...]:
        match node:
            case Several(statements):
                return (Several(self.statements(statements)),)
            case If(condition, then, otherwise):
                return (If(self._counted(condition), self.statements(then), self.statements(otherwise)),)
            case IfDone(first, then, otherwise):
                done = self._statement(first)
                kept = len(self.kept)
                following = self.statements(then)
                if not done:
                    del self.kept[kept:]
                    return self.statements(otherwise)
                return (IfDone(done[0], following, self.statements(otherwise)),)
            case Do(may=True):
                kept = len(self.kept)
                counted = self._counted(node)
                return () if slots(node) and len(self.kept) == kept else (counted,)
        return (self._counted(node),)

    def _counted(self, node: Any) -> Any:
        """A tree whose target phrases say how many were declared."""
        if isinstance(node, Noun) and node.determiner == "target":
            many = most_targets(node)
            declared = [target for target in self.left[:many] if target != NOBODY]
            del self.left[:many]
            self.kept.extend(declared)
            return msgspec.structs.replace(node, number=len(declared)) if is_flexible(node.number) else node
        if isinstance(node, Node) and slots(node):
            return msgspec.structs.replace(
                node, **{field: self._counted(getattr(node, field)) for field in node.__struct_fields__}
            )
        return tuple(self._counted(item) for item in node) if isinstance(node, tuple) else node


def settled(body: tuple[Any, ...], targets: tuple[int, ...]) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """The statements that happen with the targets declared, and those targets: what is optional and has none is left out."""
    if not any(slot.optional for slot in slots(body)):
        return body, targets
    settling = _Settling(targets)
    left = settling.statements(body)
    return left, tuple(settling.kept)


@cache
def mentions(node: object, kind: type) -> bool:
    """True where a tree has a node of this kind in it."""
    if isinstance(node, kind):
        return True
    if isinstance(node, Node):
        return any(mentions(getattr(node, field), kind) for field in node.__struct_fields__)
    return isinstance(node, tuple) and any(mentions(item, kind) for item in node)
