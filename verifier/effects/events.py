"""Events: replaced, then carried out, then seen by triggers. Everything that changes a game goes through `perform`."""

from __future__ import annotations

from verifier.ability.tree import Act, Assets, Delayed, Instead, Noun, Place, Trigger, Triggered
from verifier.effects.conditions import met
from verifier.effects.continuous import InForce, change_effect, in_force
from verifier.effects.kernel import Beyond, Event, Kernel
from verifier.effects.nouns import fits
from verifier.effects.state import Effect, Fact, Frame, Layer, S, State, change


def perform(kernel: Kernel, state: S, event: Event) -> tuple[S, bool]:
    """The state after an event, and whether the event itself occurred. One that does nothing does not occur."""
    if event.amount <= 0:
        return state, False
    replacement = _replacement(kernel, state, event)
    if replacement is not None:
        return _replaced(kernel, state, event, replacement)
    verb = kernel.verbs.get(event.verb)
    if verb is None:
        raise Beyond(f"`{event.verb}` cannot be carried out yet")
    after, occurred = verb(kernel, state, event)
    if not occurred:
        return after, False
    thing = event.things[0] if event.things else -1
    fact = Fact(event.verb, event.by, thing, event.amount, event.source, origin_of(state, event))
    after = change(after, history=(*after.history, fact))
    return trigger(kernel, state, after, event), True


def origin_of(state: State, event: Event) -> str:
    """The zone that an event's object comes from, empty where it has no object."""
    return event.origin or (state.things[event.things[0]].zone if event.things else "")


def matches(kernel: Kernel, state: State, act: Act, event: Event, frame: Frame) -> bool:
    """True where an event is what an act describes."""
    if act.verb != event.verb:
        return False
    if not act.passive and not _acts(kernel, state, act.by, event, frame):
        return False
    for name, role in act.roles:
        if name == "to" and isinstance(role, Place):
            if event.to is None or event.to.zone != role.zone:
                return False
        elif name == "from" and isinstance(role, Place):
            if origin_of(state, event) != role.zone:
                return False
        elif isinstance(role, Noun) and name == "object":
            if not event.things or not all(fits(kernel, state, role, index, frame) for index in event.things):
                return False
        elif isinstance(role, Assets) and role.asset != event.detail:
            return False
    return True


def _acts(kernel: Kernel, state: State, noun: Noun, event: Event, frame: Frame) -> bool:
    """True where the one who acts is whom a noun means: a player, or the object that does something by itself."""
    if noun.determiner == "you":
        return event.by == frame.you
    if noun.head in kernel.player_heads:
        return bool(fits(kernel, state, noun, kernel.hero(state, event.by), frame))
    return bool(event.things) and bool(fits(kernel, state, noun, event.things[0], frame))


_replacing: set[tuple[int, int, Instead]] = set()
"""The replacement effects that are being carried out: none of them replaces what it makes happen itself."""


def _mark(held: InForce) -> tuple[int, int, Instead]:
    return held.frame.source, held.timestamp, held.statement


def _replacement(kernel: Kernel, state: State, event: Event) -> InForce | None:
    """The replacement effect that an event meets, if any."""
    found = [
        held
        for held in in_force(kernel, state, (Instead,), -1, event.verb)
        if _mark(held) not in _replacing
        and held.when is True
        and (held.effect is None or held.effect.uses != 0)
        and matches(kernel, state, held.statement.would, event, held.frame)
        and (held.statement.condition is None or met(kernel, state, held.statement.condition, held.frame) is True)
    ]
    if len({(held.statement, held.frame.you) for held in found}) > 1:
        raise Beyond(f"several replacement effects wait for the event `{event.verb}`, and their order is a player's choice")
    return found[0] if found else None


def _replaced(kernel: Kernel, state: S, event: Event, held: InForce) -> tuple[S, bool]:
    """The state after what happens instead; the event still counts as done if only its destination changed."""
    from verifier.effects.running import run_at_once  # what happens instead is itself carried out through events

    if held.effect is not None and held.effect.uses > 0:
        state = _used(state, held.effect)
    it = event.things[0] if event.things else -1
    frame = Frame(held.frame.you, held.frame.source, it=it, many=event.amount, x=held.frame.x)
    zones = tuple(state.things[index].zone for index in event.things)
    _replacing.add(_mark(held))
    try:
        after = run_at_once(kernel, state, held.statement.body, frame)
    finally:
        _replacing.discard(_mark(held))
    moved = any(after.things[index].zone != zone for index, zone in zip(event.things, zones, strict=True))
    return after, event.internal and moved


def _used(state: S, effect: Effect) -> S:
    """The state in which an effect that waits for the next event has one use less, and is gone with its last."""
    left = change_effect(effect, uses=effect.uses - 1)
    kept = (left if other == effect else other for other in state.effects)
    return change(state, effects=tuple(other for other in kept if other is not left or left.uses))


def trigger(kernel: Kernel, before: State, after: S, event: Event) -> S:
    """The state with a waiting layer for every triggered effect that an event sets off."""
    seen: set[tuple[int, object]] = set()
    it = event.things[0] if event.things else -1
    for state in (before, after):
        for held in in_force(kernel, state, (Triggered, Delayed), -1, event.verb):
            mark = (held.frame.source if held.effect is None else -held.timestamp - 1, held.statement)
            if mark in seen or held.when is not True or not _set_off(kernel, state, held, event):
                continue
            seen.add(mark)
            if isinstance(held.statement, Triggered) and held.statement.limit is not None:
                if _times(after, held) >= held.statement.limit.times:
                    continue
                fact = Fact("trigger", held.frame.you, held.frame.source, ability=held.statement)
                after = change(after, history=(*after.history, fact))
            frame = held.frame
            layer = Layer(-1, "triggered", frame.you, frame.source, held.statement.body, x=int(frame.x), it=it)
            after = change(after, pending=(*after.pending, layer))
            if held.effect is not None and held.effect.uses > 0:
                after = _used(after, held.effect)
    return after


def _times(state: State, held: InForce) -> int:
    """How often a triggered ability of an object went off this turn."""
    return sum(fact.ability == held.statement and fact.thing == held.frame.source for fact in state.history)


def _set_off(kernel: Kernel, state: State, held: InForce, event: Event) -> bool:
    what: Trigger = held.statement.trigger
    if not isinstance(what.event, Act) or not matches(kernel, state, what.event, event, held.frame):
        return False
    return what.condition is None or met(kernel, state, what.condition, held.frame) is True
