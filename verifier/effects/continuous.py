"""Continuous effects: which statements are in force, and what they make of an object's numbers and keywords.

Effects are applied by stage, substage and timestamp; the game's table says which change belongs where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from verifier.ability.tree import (
    Ability,
    Act,
    Change,
    Changing,
    CostChange,
    Defining,
    Delayed,
    Delta,
    Done,
    If,
    Instead,
    Keyword,
    Labelled,
    NoTrigger,
    Noun,
    Permission,
    Prevention,
    Quoted,
    Setting,
    Shield,
    Statement,
    Triggered,
    Typed,
    While,
)
from verifier.effects.kernel import Kernel, Truth, Value
from verifier.effects.nouns import fits, quantity
from verifier.effects.state import Card, Effect, Frame, S, State, change
from verifier.memo import per_state
from verifier.term import all_of, ite, negate

NEXT = "next"
KEYWORDS, TYPES, ABILITIES = "keywords", "types", "abilities"
"""What statements change of objects beside numbers."""


class InForce(Struct, frozen=True, gc=False):
    """A statement that holds now: in which frame, since when, under which condition, and by which stored effect."""

    statement: Any
    frame: Frame
    timestamp: int
    when: Truth = True
    effect: Effect | None = None


def in_force(kernel: Kernel, state: State, kinds: tuple[type, ...], playing: int = -1, verb: str = "") -> tuple[InForce, ...]:
    """The statements of some kinds that hold now; `playing` is the object that is being played, or -1.

    With a verb, only statements about that verb, or changes of the number, keywords, types or abilities that it names: most
    cards say nothing about it and are passed over.
    """
    asking = frozenset(_asking) if _asking else NOTHING
    return _gathered(kernel, state, kinds, playing, verb, asking, bool(_granting))


NOTHING: frozenset[tuple[int, Ability]] = frozenset()


@per_state
def _gathered(
    kernel: Kernel,
    state: State,
    kinds: tuple[type, ...],
    playing: int,
    verb: str,
    asking: frozenset[tuple[int, Ability]],
    granting: bool,
) -> tuple[InForce, ...]:
    """What cards and effects say by themselves, and what the abilities say that effects give.

    What is being asked about is left out of the answer, so it is part of what the answer is remembered by.
    """
    found = _said(kernel, state, kinds, playing, verb)
    for index, ability, since in _grants(kernel, state):
        found.extend(_of_ability(kernel, state, index, ability, kinds, verb, playing, since))
    return tuple(found)


def _said(kernel: Kernel, state: State, kinds: tuple[type, ...], playing: int = -1, verb: str = "") -> list[InForce]:
    found: list[InForce] = []
    for effect in state.effects:
        if _is_kind(effect.statement, kinds, verb) and kernel.active(state, effect):
            frame = _frame_of(kernel, state, effect)
            found.append(InForce(effect.statement, frame, effect.timestamp, True, effect))
    for index in _speakers(kernel, _cards(kernel, state), kinds, verb):
        thing = state.things[index]
        if thing.known is None:
            lost = [effect.lost for effect in state.effects if effect.lost is not None and index in effect.bound]
            for ability in kernel.abilities(state, index):
                if not lost or not isinstance(ability, Triggered) or ability.trigger not in lost:
                    found.extend(_of_ability(kernel, state, index, ability, kinds, verb, playing, thing.entered))
    return found


def _frame_of(kernel: Kernel, state: State, effect: Effect) -> Frame:
    it = kernel.hero(state, effect.whose) if effect.whose >= 0 else -1
    return Frame(effect.you, effect.source, targets=effect.targets, x=effect.x, it=it)


def _of_ability(
    kernel: Kernel, state: State, index: int, written: Ability, kinds: tuple[type, ...], verb: str, playing: int, since: int
) -> Iterator[InForce]:
    """The statements of some kinds inside an ability that an object has, where it works."""
    thing = state.things[index]
    number = written.amount if isinstance(written, Keyword) and isinstance(written.amount, int) else 0
    frame = Frame(thing.owner if thing.controller < 0 else thing.controller, index, x=number)
    for ability in kernel.meaning(written) if isinstance(written, Keyword) else (written,):
        if _holds_kind(kernel, ability, kinds, verb) and kernel.functional(state, index, ability, playing):
            yield from _unfold(kernel, state, ability, kinds, verb, frame, since, True)


def _grants(kernel: Kernel, state: State) -> tuple[tuple[int, Ability, int], ...]:
    """The abilities that effects give to objects: which object, which ability, since when."""
    if _granting or not _grants_anything(kernel, state):
        return ()
    _granting.append(True)
    try:
        return _granted(kernel, state, frozenset(_asking))
    finally:
        _granting.pop()


@per_state
def _grants_anything(kernel: Kernel, state: State) -> bool:
    """True where some effect gives whole abilities."""
    return any(_gives(kernel, effect.statement) for effect in state.effects) or _givers(kernel, _cards(kernel, state))


_granting: list[bool] = []
"""Whether it is being worked out which abilities effects give: none of those counts for which objects they are given to."""


@per_state
def _granted(kernel: Kernel, state: State, asking: frozenset[tuple[int, Ability]]) -> tuple[tuple[int, Ability, int], ...]:
    found: list[tuple[int, Ability, int]] = []
    for held in _said(kernel, state, (Change,), -1, ABILITIES):
        if held.statement.lose or held.statement.barred or held.when is not True or not _gives(kernel, held.statement):
            continue
        given = [changing.ability if isinstance(changing, Quoted) else changing for changing in held.statement.changes]
        objects = held.effect.bound if held.effect is not None and held.effect.bound else range(len(state.things))
        for index in objects:
            thing = state.things[index]
            if thing.known is None and applies(kernel, state, held, held.statement.noun, index) is True:
                found.extend(
                    (index, ability, held.timestamp) for ability in given if not isinstance(ability, Delta | Setting | Typed)
                )
    return tuple(found)


def granted(kernel: Kernel, state: State, index: int) -> tuple[Ability, ...]:
    """The whole abilities that effects give to an object."""
    return tuple(ability for holder, ability, _ in _grants(kernel, state) if holder == index)


@cache
def _gives(kernel: Kernel, statement: object) -> bool:
    """True where a statement gives abilities, as text or as keywords that stand for text."""
    return isinstance(statement, Change) and any(
        isinstance(changing, Quoted) or (isinstance(changing, Keyword) and bool(kernel.meaning(changing)))
        for changing in statement.changes
    )


@lru_cache(maxsize=4096)
def _givers(kernel: Kernel, cards: tuple[Card, ...]) -> bool:
    """True where one of the cards has an ability that gives abilities."""
    return any(
        _inside(ability, lambda statement: _gives(kernel, statement))
        for card in set(cards)
        for face in (card, *card.sides)
        for ability in face.abilities
    )


def _inside(ability: Ability, test: Callable[[Ability], bool]) -> bool:
    """True where a static statement inside an ability passes a test."""
    if isinstance(ability, While | Labelled):
        return _inside(ability.ability, test)
    if isinstance(ability, If):
        return any(_inside(part, test) for part in (*ability.then, *ability.otherwise))
    if isinstance(ability, Defining):
        return _inside(ability.statement, test)
    return test(ability)


@per_state
def _cards(kernel: Kernel, state: State) -> tuple[Card, ...]:
    return tuple([thing.card for thing in state.things])


@lru_cache(maxsize=4096)
def _speakers(kernel: Kernel, cards: tuple[Card, ...], kinds: tuple[type, ...], verb: str) -> tuple[int, ...]:
    """The places of the cards whose text could hold such a statement."""
    return tuple(index for index, card in enumerate(cards) if _speaks(kernel, card, kinds, verb))


@cache
def _speaks(kernel: Kernel, card: Card, kinds: tuple[type, ...], verb: str) -> bool:
    return any(_holds_kind(kernel, ability, kinds, verb) for face in (card, *card.sides) for ability in face.abilities)


@cache
def _holds_kind(kernel: Kernel, ability: Ability, kinds: tuple[type, ...], verb: str) -> bool:
    if isinstance(ability, Keyword) and Keyword not in kinds:
        return any(_holds_kind(kernel, meant, kinds, verb) for meant in kernel.meaning(ability))
    return _inside(ability, lambda statement: _is_kind(statement, kinds, verb))


def _is_kind(statement: object, kinds: tuple[type, ...], verb: str) -> bool:
    if not isinstance(statement, kinds):
        return False
    if isinstance(statement, Change) and verb:
        return verb in _touched(statement)
    return not verb or verb_of(statement) == verb


@cache
def _touched(statement: Change) -> frozenset[str]:
    """What a statement changes of objects: the names of numbers, or keywords, types, abilities."""
    names = {Keyword: (KEYWORDS, ABILITIES), Typed: (TYPES,), Quoted: (ABILITIES,)}
    return frozenset(
        name
        for changing in statement.changes
        for name in ((changing.stat,) if isinstance(changing, Delta | Setting) else names.get(type(changing), ()))
    )


def verb_of(statement: object) -> str:
    """The verb that a statement is about: what it permits, waits for, replaces, or changes the cost of."""
    match statement:
        case Permission(_, act):
            return act.verb
        case CostChange():
            return statement.verb
        case Instead(would) | Prevention(would):
            return would.verb
        case Shield(_, act) | NoTrigger(_, act):
            return act.verb
        case Triggered(trigger) | Delayed(trigger):
            return trigger.event.verb if isinstance(trigger.event, Act) else "moment"
    return ""


_asking: set[tuple[int, Ability]] = set()
"""The abilities whose conditions are being asked about: none of them counts while its own condition is looked into."""


def _unfold(
    kernel: Kernel, state: State, ability: Ability, kinds: tuple[type, ...], verb: str, frame: Frame, since: int, when: Truth
) -> Iterator[InForce]:
    """The statements inside an ability, each with the conditions around it."""
    from verifier.effects.conditions import met  # conditions count objects, and objects have effects

    if _is_kind(ability, kinds, verb):
        yield InForce(ability, frame, since, when)
        return
    if isinstance(ability, Labelled):
        yield from _unfold(kernel, state, ability.ability, kinds, verb, frame, since, when)
        return
    if isinstance(ability, Defining):
        defined = msgspec.structs.replace(frame, x=quantity(kernel, state, ability.amount, frame))
        yield from _unfold(kernel, state, ability.statement, kinds, verb, defined, since, when)
        return
    if not isinstance(ability, While | If) or (frame.source, ability) in _asking:
        return
    _asking.add((frame.source, ability))
    _ceiling.append(LAST)
    try:
        condition = met(kernel, state, ability.condition, frame)
    finally:
        _ceiling.pop()
        _asking.discard((frame.source, ability))
    if isinstance(ability, While):
        inner = all_of(when, condition)
        if inner is not False:
            yield from _unfold(kernel, state, ability.ability, kinds, verb, frame, since, inner)
    else:
        for parts, truth in ((ability.then, condition), (ability.otherwise, negate(condition))):
            inner = all_of(when, truth)
            for part in parts if inner is not False else ():
                yield from _unfold(kernel, state, part, kinds, verb, frame, since, inner)


def applies(
    kernel: Kernel, state: State, held: InForce, noun: Noun, index: int, x: Value = 0, announcing: bool = False
) -> Truth:
    """True where a statement about a noun applies to an object.

    A "next" effect applies to what it is bound to, and, while the next object is being announced, to that object if it fits.
    """
    effect = held.effect
    if effect is not None and index in effect.bound:
        return True
    if noun.determiner == NEXT:
        waiting = announcing and effect is not None and effect.uses > 0
        return all_of(held.when, fits(kernel, state, noun, index, held.frame, x)) if waiting else False
    if effect is not None and effect.bound:
        return False
    return all_of(held.when, fits(kernel, state, noun, index, held.frame, x))


def bind_next(kernel: Kernel, state: S, index: int, x: Value | None, verb: str = "") -> S:
    """The state in which every "next" effect that fits an announced object applies to it and is used up by one.

    With `x` None the object's X is not declared yet: an effect that hangs on it is left waiting. With a verb, the effects are
    those about the next object that this is done with.
    """
    if not any(effect.uses > 0 for effect in state.effects):
        return state
    effects = []
    for effect in state.effects:
        noun = noun_of(effect.statement)
        new = index not in effect.bound and index != effect.source
        if effect.uses > 0 and noun is not None and _waits_for(noun, verb) and new:
            frame = _frame_of(kernel, state, effect)
            ready = x is not None or not _hangs_on_x(kernel, state, noun, index, frame)
            if ready and fits(kernel, state, noun, index, frame, 0 if x is None else x):
                effects.append(change_effect(effect, uses=effect.uses - 1, bound=(*effect.bound, index)))
                continue
        effects.append(effect)
    return change(state, effects=tuple(effects))


@cache
def _waits_for(noun: Noun, verb: str) -> bool:
    """True where a noun means the next object that something is done with: defending where the verb says so, else using it."""
    done = [part.verb for part in noun.where if isinstance(part, Done)]
    return noun.determiner == NEXT and (verb in done if verb else "defend" not in done)


def _hangs_on_x(kernel: Kernel, state: State, noun: Noun, index: int, frame: Frame) -> bool:
    low, high = (fits(kernel, state, noun, index, frame, x) for x in (0, 1_000_000))
    return low is not high


def change_effect(effect: Effect, **changes: Any) -> Effect:
    """An effect with some fields changed."""
    return msgspec.structs.replace(effect, **changes)


def noun_of(statement: Statement) -> Noun | None:
    """The noun whose objects a continuous statement is about."""
    if isinstance(statement, Change | CostChange):
        return statement.noun
    if isinstance(statement, Permission):
        for _, role in statement.act.roles:
            if isinstance(role, Noun):
                return role
    return None


def present(kernel: Kernel, state: State, index: int, stat: str, x: Value = 0) -> Value | None:
    """The value of a printed number after all effects, None where the object lacks the property."""
    known = state.things[index].known
    if known is not None:
        return dict(known.numbers).get(stat)
    source = kernel.heir(state, index)
    value = kernel.printed(state, index, stat, x) if source < 0 else present(kernel, state, source, stat, x)
    for held, changing in _changes(kernel, state, index, x, stat):
        if isinstance(changing, Delta | Setting) and changing.stat == stat:
            amount = quantity(kernel, state, changing.amount, held.frame)
            if isinstance(changing, Setting):
                value = amount if held.when is True else ite(held.when, amount, 0 if value is None else value)
            elif value is not None:
                value = value + ite(held.when, amount * changing.sign, 0)
    for counter, number in state.things[index].counters:
        changed, amount_each = kernel.counters.get(counter, ("", 0))
        if changed == stat and value is not None:
            value = value + amount_each * number
    return value


def keywords(kernel: Kernel, state: State, index: int) -> frozenset[str]:
    """The keywords of an object, printed or given by effects."""
    known = state.things[index].known
    if known is not None:
        return known.keywords
    found = {_word(ability) for ability in kernel.abilities(state, index)} - {""}
    source = kernel.heir(state, index)
    if source >= 0:
        found |= keywords(kernel, state, source) - kernel.own_keywords
    changes = _changes(kernel, state, index, 0, KEYWORDS)
    barred = {changing.keyword for held, changing in changes if held.statement.barred and isinstance(changing, Keyword)}
    for held, changing in changes:
        if isinstance(changing, Keyword) and not held.statement.barred:
            if held.statement.lose:
                found.discard(changing.keyword)
            elif changing.keyword not in barred:
                found.add(changing.keyword)
    return frozenset(found)


def _word(ability: Ability) -> str:
    """The keyword or label of an ability, empty where it has none."""
    return ability.keyword if isinstance(ability, Keyword) else ability.label if isinstance(ability, Labelled) else ""


def given_words(kernel: Kernel, state: State, index: int) -> frozenset[str]:
    """The types that effects give to an object."""
    if _reading_types or not _retypes(kernel, state):
        return frozenset()
    _reading_types.append(index)
    try:
        changes = _changes(kernel, state, index, 0, TYPES)
    finally:
        _reading_types.pop()
    return frozenset(changing.word for held, changing in changes if isinstance(changing, Typed) and not held.statement.lose)


_reading_types: list[int] = []
"""The object whose given types are being worked out: what effects reach is asked of printed types then."""


@per_state
def _retypes(kernel: Kernel, state: State) -> bool:
    """True where some effect gives types."""
    return any(_types(effect.statement) for effect in state.effects) or _typing(_cards(kernel, state))


@cache
def _types(statement: object) -> bool:
    return isinstance(statement, Change) and any(isinstance(changing, Typed) for changing in statement.changes)


@lru_cache(maxsize=4096)
def _typing(cards: tuple[Card, ...]) -> bool:
    return any(_inside(ability, _types) for card in set(cards) for face in (card, *card.sides) for ability in face.abilities)


_ceiling: list[tuple[tuple[int, int], int]] = []
"""How far effects have been applied while it is asked whether the next one applies: it sees what those before it made."""


def _changes(kernel: Kernel, state: State, index: int, x: Value, what: str) -> list[tuple[InForce, Changing]]:
    """The changes of something that apply to an object, in order, each judged by what the ones before it made."""
    ceiling = _ceiling[-1] if _ceiling else LAST
    found: list[tuple[tuple[int, int], int, InForce, Changing]] = []
    for held in in_force(kernel, state, (Change,), -1, what):
        start = (min(kernel.stage_of(changing) for changing in held.statement.changes), held.timestamp)
        if start >= ceiling:
            continue
        _ceiling.append(start)
        try:
            truth = applies(kernel, state, held, held.statement.noun, index, x)
        finally:
            _ceiling.pop()
        if truth is not False:
            now = InForce(held.statement, held.frame, held.timestamp, truth, held.effect)
            every = ((kernel.stage_of(changing), held.timestamp, now, changing) for changing in held.statement.changes)
            found.extend(item for item in every if item[:2] < ceiling)
    found.sort(key=lambda item: (item[0], item[1]))
    return [(held, changing) for _, _, held, changing in found]


LAST = ((1_000, 0), 0)
"""After every stage."""
