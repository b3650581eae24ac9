"""Whether a condition of an ability is met."""

from __future__ import annotations

from itertools import islice

import msgspec

from verifier.ability.tree import (
    THIS,
    YOU,
    Act,
    AllOf,
    AnyOf,
    AtLeast,
    Comparison,
    Condition,
    Did,
    Exists,
    Happened,
    Is,
    IsA,
    Measure,
    Moment,
    Not,
    Noun,
    Of,
    Place,
    WasLast,
)
from verifier.effects.kernel import Kernel, Truth
from verifier.effects.nouns import compared, fits, fits_from, number_of, objects, quantities, quantity, seen
from verifier.effects.state import Fact, Frame, State
from verifier.term import all_of, any_of, count, negate


def met(kernel: Kernel, state: State, condition: Condition, frame: Frame) -> Truth:
    """True where a condition holds now."""
    match condition:
        case Not(inner):
            return negate(met(kernel, state, inner, frame))
        case AllOf(parts):
            return all_of(*(met(kernel, state, part, frame) for part in parts))
        case AnyOf(parts):
            return any_of(*(met(kernel, state, part, frame) for part in parts))
        case Exists(noun, compare, amount):
            found = count(fits(kernel, state, noun, index, frame) for index in objects(kernel, state, noun))
            return compared(found, compare, quantity(kernel, state, amount, frame))
        case Measure(noun):
            return any_of(*(_measures(kernel, state, index, condition, frame) for index in _meant(kernel, state, noun, frame)))
        case Is(noun, Place() as place, facing):
            return any_of(
                *(
                    kernel.in_place(state, state.things[index], *seen(kernel, state, place, frame))
                    and (not facing or state.things[index].public == (facing == "face-up"))
                    for index in _meant(kernel, state, noun, frame)
                )
            )
        case Happened(act, duration):
            return _happened(kernel, state, act, duration, frame)
        case Comparison(left, compare, right):
            found = quantity(kernel, state, left, frame)
            return any_of(*(compared(found, compare, wanted) for wanted in quantities(kernel, state, right, frame)))
        case IsA(noun, kind):
            return any_of(*(fits(kernel, state, kind, index, frame) for index in _meant(kernel, state, noun, frame)))
        case WasLast(noun, head, _):
            last = kernel.latest(state, head, frame)
            return last >= 0 and fits(kernel, state, noun, last, frame)
        case Is(noun, str() as word, _) if word in kernel.state_words:
            return any(kernel.in_state(state, index, word, frame, noun.head) for index in _meant(kernel, state, noun, frame))
        case Is() | Moment():
            return kernel.holds(state, condition, frame)


def _happened(kernel: Kernel, state: State, act: Act, duration: str, frame: Frame) -> bool:
    """True where something was done within a duration; where a least number of points or cards is said, in all that much."""
    facts = [
        fact
        for fact in _facts(state, act, frame)
        if kernel.within(state, fact.time, duration) and was(kernel, state, fact, act, frame)
    ]
    amount = act.role("amount")
    if isinstance(amount, AtLeast):
        return sum(fact.amount for fact in facts) >= int(quantity(kernel, state, amount, frame))
    return bool(facts)


def has_done(kernel: Kernel, state: State, did: Did, frame: Frame) -> bool:
    """True where the object that a noun is held against did something, or had it done to it, within a duration."""
    return any(
        kernel.within(state, fact.time, did.duration) and was(kernel, state, fact, did.act, frame) for fact in state.history
    )


def _facts(state: State, act: Act, frame: Frame) -> tuple[Fact, ...]:
    """The facts that an act could be about: of what was done to the source itself, only the latest."""
    if act.role("object") != THIS:
        return state.history
    own = (fact for fact in reversed(state.history) if fact.verb == act.verb and fact.thing == frame.source)
    return tuple(islice(own, 1))


def _meant(kernel: Kernel, state: State, noun: Noun, frame: Frame) -> tuple[int, ...]:
    return tuple(index for index in range(len(state.things)) if fits(kernel, state, noun, index, frame) is not False)


def _measures(kernel: Kernel, state: State, index: int, condition: Measure, frame: Frame) -> Truth:
    found = number_of(kernel, state, index, condition.stat)
    about = msgspec.structs.replace(frame, itself=index)
    if found is None:
        return False
    return any_of(
        *(compared(found, condition.compare, wanted) for wanted in quantities(kernel, state, condition.amount, about))
    )


def was(kernel: Kernel, state: State, fact: Fact, act: Act, frame: Frame) -> bool:
    """True where a fact of this turn is what an act describes. Objects are taken as they are now, under their old index."""
    if fact.verb != act.verb or ((not act.passive or act.by != YOU) and not _did(kernel, state, fact, act.by, frame)):
        return False
    origin = act.role("from")
    if isinstance(origin, Place) and not fact.origins and fact.origin != origin.zone:
        return False
    zone = origin.zone if isinstance(origin, Place) else ""
    for name in ("with", "together"):
        used = act.role(name)
        if isinstance(used, Noun) and not _used(kernel, state, fact, used, zone, frame):
            return False
    wanted = act.role("object") or act.role("to")
    if not isinstance(wanted, Noun) or fact.thing < 0:
        return True
    if wanted.head == "ability":
        return all(fits(kernel, state, part.noun, fact.thing, frame) for part in wanted.where if isinstance(part, Of))
    if wanted.determiner == "another" and fact.thing == frame.source:
        return False
    if fact.verb in kernel.making and any(fits(kernel, state, wanted, index, frame) is True for index in fact.agents):
        return True
    return fits_from(kernel, state, wanted, fact.thing, fact.origin, frame) or bool(
        fits(kernel, state, wanted, fact.thing, frame)
    )


def _did(kernel: Kernel, state: State, fact: Fact, by: Noun, frame: Frame) -> bool:
    """True where whom a noun means did what a fact tells: a player, or the objects that acted."""
    if by.determiner == "you":
        return fact.by == frame.you
    if by.head in kernel.player_heads:
        return bool(fits(kernel, state, by, kernel.hero(state, fact.by), frame))
    return any(fits(kernel, state, by, index, frame) is True for index in fact.agents)


def _used(kernel: Kernel, state: State, fact: Fact, noun: Noun, origin: str, frame: Frame) -> bool:
    """True where one of the objects that acted fits a noun, and came from where it is said to have come from."""
    came = fact.origins or ("",) * len(fact.agents)
    return any(
        (not origin or zone == origin) and fits_from(kernel, state, noun, index, zone, frame)
        for index, zone in zip(fact.agents, came, strict=True)
    )
