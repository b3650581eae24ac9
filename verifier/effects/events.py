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
    if not act.passive and not _acts(kernel, state, act.by, event.by, frame):
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


def _acts(kernel: Kernel, state: State, noun: Noun, player: int, frame: Frame) -> bool:
    if noun.determiner == "you":
        return player == frame.you
    hero = kernel.hero(state, player)
    return bool(fits(kernel, state, noun, hero, frame))


def _replacement(kernel: Kernel, state: State, event: Event) -> InForce | None:
    """The replacement effect that an event meets, if any."""
    found = [
        held
        for held in in_force(kernel, state, (Instead,), -1, event.verb)
        if matches(kernel, state, held.statement.would, event, held.frame)
        and (held.effect is None or held.effect.uses != 0)
        and (held.statement.condition is None or met(kernel, state, held.statement.condition, held.frame) is True)
        and held.when is True
    ]
    if len({(held.statement, held.frame.you) for held in found}) > 1:
        raise Beyond(f"several replacement effects wait for the event `{event.verb}`, and their order is a player's choice")
    return found[0] if found else None


def _replaced(kernel: Kernel, state: S, event: Event, held: InForce) -> tuple[S, bool]:
    """The state after what happens instead; the event still counts as done if only its destination changed."""
    from verifier.effects.running import run_at_once  # what happens instead is itself carried out through events

    statement = held.statement
    if held.effect is not None and held.effect.uses > 0:
        state = replace_effect(state, held.effect, change_effect(held.effect, uses=held.effect.uses - 1))
    it = event.things[0] if event.things else -1
    frame = Frame(held.frame.you, held.frame.source, it=it, many=event.amount, x=held.frame.x)
    zones = tuple(state.things[index].zone for index in event.things)
    hidden = _without(state, held)
    after = run_at_once(kernel, hidden, statement.body, frame)
    after = _restored(after, held)
    moved = any(after.things[index].zone != zone for index, zone in zip(event.things, zones, strict=True))
    return after, event.internal and moved


def _without(state: S, held: InForce) -> S:
    """The state in which a stored replacement effect does not see the events it makes itself."""
    if held.effect is None:
        return state
    return change(
        state,
        effects=tuple(
            effect for effect in state.effects if effect.timestamp != held.timestamp or effect.statement != held.statement
        ),
    )


def _restored(state: S, held: InForce) -> S:
    effect = held.effect
    if effect is None or effect.uses in (0, 1):
        return state
    kept = effect if effect.uses < 0 else change_effect(effect, uses=effect.uses - 1)
    effects = sorted((*state.effects, kept), key=lambda item: item.timestamp)
    return change(state, effects=tuple(effects))


def replace_effect(state: S, old: Effect, new: Effect) -> S:
    """The state with one stored effect exchanged; one that is used up goes."""
    kept = tuple(new if effect is old or effect == old else effect for effect in state.effects)
    return change(state, effects=kept)


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
                used = change_effect(held.effect, uses=held.effect.uses - 1)
                after = change(
                    after,
                    effects=tuple(
                        used if effect == held.effect else effect
                        for effect in after.effects
                        if used.uses or effect != held.effect
                    ),
                )
    return after


def _times(state: State, held: InForce) -> int:
    """How often a triggered ability of an object went off this turn."""
    return sum(fact.ability == held.statement and fact.thing == held.frame.source for fact in state.history)


def _set_off(kernel: Kernel, state: State, held: InForce, event: Event) -> bool:
    what: Trigger = held.statement.trigger
    if not isinstance(what.event, Act) or not matches(kernel, state, what.event, event, held.frame):
        return False
    return what.condition is None or met(kernel, state, what.condition, held.frame) is True
