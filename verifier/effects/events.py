"""Events: replaced, then carried out, then seen by triggers. Everything that changes a game goes through `perform`."""

from __future__ import annotations

from verifier.ability.tree import THIS, Act, Assets, Delayed, Instead, Moment, Noun, Permission, Place, Trigger, Triggered
from verifier.effects.conditions import met, was
from verifier.effects.continuous import InForce, change_effect, in_force
from verifier.effects.deciding import decided
from verifier.effects.kernel import Beyond, Event, Kernel
from verifier.effects.nouns import fits
from verifier.effects.state import Effect, Fact, Frame, Layer, S, State, Thing, add_thing, change

WAITING = "waiting"
"""Where a triggered layer is between being created and being put on the stack."""

ORDINALS = {"the first time": 1, "the second time": 2, "the third time": 3}
PLAYERS = frozenset({"hero", "opponent"})


def perform(kernel: Kernel, state: S, event: Event) -> tuple[S, bool]:
    """The state after an event, and whether the event itself occurred. One that does nothing does not occur."""
    if event.amount <= 0 or (event.verb not in kernel.announced and _banned(kernel, state, event)):
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
    after = change(after, history=(*after.history, _fact(kernel, state, event)))
    return trigger(kernel, state, after, event), True


def _fact(kernel: Kernel, state: State, event: Event) -> Fact:
    thing = event.things[0] if event.things else -1
    time = kernel.time(state)
    origin = origin_of(state, event)
    return Fact(event.verb, event.by, thing, event.amount, event.source, origin, None, event.agents, event.origins, time)


def _banned(kernel: Kernel, state: State, event: Event) -> bool:
    """True where an effect says that such an event cannot happen."""
    return any(
        held.statement.modality == "can't" and held.when is True and matches(kernel, state, held.statement.act, event, held.frame)
        for held in in_force(kernel, state, (Permission,), -1, event.verb)
    )


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
        if name == "with" and isinstance(role, Noun):
            if not any(fits(kernel, state, role, index, frame) for index in event.agents):
                return False
            continue
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
    return any(fits(kernel, state, noun, index, frame) for index in event.agents or event.things[:1])


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
    return _chosen(kernel, state, found) if found else None


def _chosen(kernel: Kernel, state: State, found: list[InForce]) -> InForce:
    """The replacement effect that is applied first: by the player whom the turn player selects, and of theirs as they choose."""
    if len({(held.statement, held.frame.you) for held in found}) == 1:
        return found[0]
    players = sorted({held.frame.you for held in found})
    first = players[0]
    if len(players) > 1:
        heroes = tuple(kernel.hero(state, player) for player in players)
        (hero,) = decided(kernel.turn_player(state), "who applies replacement effects first", heroes, 1, 1)
        first = kernel.player_of(state, hero)
    own = [held for held in found if held.frame.you == first]
    if len({held.statement for held in own}) == 1:
        return own[0]
    sources = tuple(held.frame.source for held in own)
    if len(set(sources)) < len(sources):
        raise Beyond("several replacement effects of one source wait for an event, and they cannot be told apart by name")
    (source,) = decided(first, "which replacement effect applies first", sources, 1, 1)
    return next(held for held in own if held.frame.source == source)


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
    for state in (before, after):
        for held in in_force(kernel, state, (Triggered, Delayed), -1, event.verb):
            mark = (held.frame.source if held.effect is None else -held.timestamp - 1, held.statement)
            if mark in seen or held.when is not True or not _set_off(kernel, state, held, event):
                continue
            seen.add(mark)
            if not _in_turn(kernel, after, held):
                continue
            after = wait(kernel, after, held, _spoken_of(held, event))
            if held.effect is not None and held.effect.uses > 0:
                after = _used(after, held.effect)
    return after


def wait(kernel: Kernel, state: S, held: InForce, it: int) -> S:
    """The state in which the layer of a triggered effect is created and waits to be put on the stack.

    One that has gone off as often as its limit allows creates none.
    """
    statement, frame = held.statement, held.frame
    if isinstance(statement, Triggered) and statement.limit is not None:
        if _times(state, held) >= statement.limit.times:
            return state
        fact = Fact("trigger", frame.you, frame.source, ability=statement, time=kernel.time(state))
        state = change(state, history=(*state.history, fact))
    card = kernel.triggered_card(state, frame.source)
    state, index = add_thing(state, Thing(card, frame.you, WAITING, frame.you))
    layer = Layer(index, "triggered", frame.you, frame.source, statement.body, x=int(frame.x), it=it, trigger=statement.trigger)
    return change(state, pending=(*state.pending, layer))


def _spoken_of(held: InForce, event: Event) -> int:
    """The object that a trigger speaks of and that its statements call `it`: who acts unless that is the source or a player."""
    what: Trigger = held.statement.trigger
    agents = [index for index in event.agents if index != held.frame.source]
    if isinstance(what.event, Act) and agents:
        if isinstance(what.event.role("with"), Noun) or (not what.event.passive and what.event.by.head not in PLAYERS):
            return agents[0] if what.event.by != THIS else event.things[0] if event.things else -1
    return event.things[0] if event.things else -1


def _times(state: State, held: InForce) -> int:
    """How often a triggered ability of an object went off this turn."""
    return sum(fact.ability == held.statement and fact.thing == held.frame.source for fact in state.history)


def _in_turn(kernel: Kernel, state: State, held: InForce) -> bool:
    """True where the event is the one that an ordinal in the trigger counts to; the event itself is the last fact."""
    what: Trigger = held.statement.trigger
    wanted = ORDINALS.get(what.word, 0)
    if not wanted or held.effect is not None or not isinstance(what.event, Act):
        return True
    facts = (fact for fact in state.history if was(kernel, state, fact, what.event, held.frame))
    return sum(1 for _ in facts) == wanted


def _set_off(kernel: Kernel, state: State, held: InForce, event: Event) -> bool:
    what: Trigger = held.statement.trigger
    if isinstance(what.event, Moment):
        whose = what.event.whose
        fits_player = not whose or (event.by == held.frame.you) == (whose == "your")
        if event.detail != what.event.moment or not fits_player:
            return False
    elif kernel.is_state(what) or not matches(kernel, state, what.event, event, held.frame):
        return False
    return what.condition is None or met(kernel, state, what.condition, held.frame) is True
