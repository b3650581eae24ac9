"""Events: replaced, then carried out, then seen by triggers. Everything that changes a game goes through `perform`."""

from __future__ import annotations

import msgspec

from verifier.ability.tree import (
    THIS,
    YOU,
    Act,
    Assets,
    AtLeast,
    Delayed,
    Instead,
    Located,
    Moment,
    NoTrigger,
    Noun,
    Of,
    Permission,
    Place,
    Prevention,
    Role,
    Shield,
    Trigger,
    Triggered,
)
from verifier.effects.conditions import met, was
from verifier.effects.continuous import InForce, change_effect, in_force
from verifier.effects.deciding import decided
from verifier.effects.kernel import Beyond, Event, Kernel
from verifier.effects.nouns import fits, fits_from, quantity
from verifier.effects.state import Effect, Fact, Frame, Layer, S, State, Thing, add_thing, change

WAITING = "waiting"
"""Where a triggered layer is between being created and being put on the stack."""

ORDINALS = {"the first time": 1}
PLAYERS = frozenset({"hero", "opponent"})


def perform(kernel: Kernel, state: S, event: Event) -> tuple[S, bool]:
    """The state after an event, and whether the event itself occurred. One that does nothing does not occur."""
    if event.amount <= 0 or (event.verb not in kernel.announced and banned(kernel, state, event)):
        return state, False
    replacement = _replacement(kernel, state, event, (Instead,))
    if replacement is not None:
        return _replaced(kernel, state, event, replacement)
    prevention = _replacement(kernel, state, event, (Prevention, Shield))
    if prevention is not None:
        return _lessened(kernel, state, event, prevention)
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


def banned(kernel: Kernel, state: State, event: Event) -> bool:
    """True where an effect says that such an event cannot happen."""
    return any(
        held.statement.modality == "can't"
        and held.when is True
        and matches(kernel, state, held.statement.act, event, held.frame)
        for held in in_force(kernel, state, (Permission,), -1, event.verb)
    )


def origin_of(state: State, event: Event) -> str:
    """The zone that an event's object comes from, empty where it has no object."""
    return event.origin or (state.things[event.things[0]].zone if event.things else "")


def matches(kernel: Kernel, state: State, act: Act, event: Event, frame: Frame) -> bool:
    """True where an event is what an act describes."""
    if act.verb != event.verb:
        return False
    if (not act.passive or act.by != YOU) and not _acts(kernel, state, act.by, event, frame):
        return False
    origin = act.role("from")
    companions = any(name in ("with", "together") for name, _ in act.roles)
    if isinstance(origin, Place) and event.origins and companions:
        act = msgspec.structs.replace(act, roles=_from_there(act, origin))
    return all(_role_fits(kernel, state, name, role, event, frame) for name, role in act.roles)


def _from_there(act: Act, origin: Place) -> tuple[tuple[str, Role], ...]:
    """The roles of an act in which where something comes from is said of the objects that it is done with."""
    roles: list[tuple[str, Role]] = []
    for name, role in act.roles:
        if name in ("with", "together") and isinstance(role, Noun):
            roles.append((name, msgspec.structs.replace(role, where=(*role.where, Located(origin)))))
        elif name != "from":
            roles.append((name, role))
    return tuple(roles)


def _role_fits(kernel: Kernel, state: State, name: str, role: Role, event: Event, frame: Frame) -> bool:
    """True where what an act says about one of its roles is so in an event."""
    match role:
        case Place() if name == "to":
            return event.to is not None and event.to.zone == role.zone
        case Place() if name == "from":
            return origin_of(state, event) == role.zone
        case Noun() if name == "with":
            return any(_agent_fits(kernel, state, role, place, event, frame) for place in range(len(event.agents)))
        case Noun() if name == "together":
            others = [place for place, index in enumerate(event.agents) if index != frame.source]
            return any(_agent_fits(kernel, state, role, place, event, frame) for place in others)
        case Noun() if name in ("object", "to"):
            if bool(event.things) and all(fits(kernel, state, role, index, frame) for index in event.things):
                return True
            made = event.agents if event.verb in kernel.making else ()
            return any(fits(kernel, state, role, index, frame) is True for index in made)
        case Assets(asset):
            return asset == event.detail
        case AtLeast() if name == "amount":
            return event.amount >= int(quantity(kernel, state, role, frame))
        case str() if name == "type":
            return event.detail == role
    return True


def _agent_fits(kernel: Kernel, state: State, noun: Noun, place: int, event: Event, frame: Frame) -> bool:
    """True where one of the objects that act is what a noun describes, its zone meaning where it came from."""
    origin = event.origins[place] if place < len(event.origins) else ""
    return fits_from(kernel, state, noun, event.agents[place], origin, frame)


def _acts(kernel: Kernel, state: State, noun: Noun, event: Event, frame: Frame) -> bool:
    """True where the one who acts is whom a noun means: a player, or the objects that do something by themselves."""
    if noun.determiner == "you":
        return event.by == frame.you
    if noun.head in kernel.player_heads and noun.determiner != "this":
        return bool(fits(kernel, state, noun, kernel.hero(state, event.by), frame))
    if event.agents:
        return any(_agent_fits(kernel, state, noun, place, event, frame) for place in range(len(event.agents)))
    return any(fits(kernel, state, noun, index, frame) for index in event.things[:1])


_replacing: set[tuple[int, int, object]] = set()
"""The replacement effects that are being carried out: none of them replaces what it makes happen itself."""


def _mark(held: InForce) -> tuple[int, int, object]:
    return held.frame.source, held.timestamp, held.statement


def _replacement(kernel: Kernel, state: State, event: Event, kinds: tuple[type, ...]) -> InForce | None:
    """The replacement effect of some kinds that an event meets first, if any."""
    found = [
        held
        for held in in_force(kernel, state, kinds, -1, event.verb)
        if _mark(held) not in _replacing
        and held.when is True
        and (held.effect is None or held.effect.uses != 0)
        and _meets(kernel, state, held, event)
    ]
    return _chosen(kernel, state, found) if found else None


def _meets(kernel: Kernel, state: State, held: InForce, event: Event) -> bool:
    """True where an event is one that a replacement effect is about."""
    statement = held.statement
    if isinstance(statement, Shield):
        return matches(kernel, state, statement.act, event, held.frame)
    condition = statement.condition
    return matches(kernel, state, statement.would, event, held.frame) and (
        condition is None or met(kernel, state, condition, held.frame) is True
    )


def _lessened(kernel: Kernel, state: S, event: Event, held: InForce) -> tuple[S, bool]:
    """The state after an event of which an effect prevents a part; the effect does not see what is left of it."""
    if isinstance(held.statement, Shield):
        assert held.effect is not None
        stopped = min(held.effect.uses, event.amount)
        state = _used(state, held.effect, stopped)
    else:
        if held.effect is not None and held.effect.uses > 0:
            state = _used(state, held.effect)
        state, stopped = _prevented(kernel, state, event, held)
    rest = msgspec.structs.replace(event, amount=event.amount - stopped)
    _replacing.add(_mark(held))
    try:
        return perform(kernel, state, rest)
    finally:
        _replacing.discard(_mark(held))


def _prevented(kernel: Kernel, state: S, event: Event, held: InForce) -> tuple[S, int]:
    """The state after what an effect does to prevent a part of an event, and how much of it that is."""
    from verifier.effects.running import run_at_once  # what is done for it is itself carried out through events

    before = state.prevented
    it = event.things[0] if event.things else -1
    frame = msgspec.structs.replace(held.frame, it=it, many=event.amount)
    _replacing.add(_mark(held))
    try:
        after = run_at_once(kernel, change(state, prevented=0), held.statement.body, frame)
    finally:
        _replacing.discard(_mark(held))
    return change(after, prevented=before), min(after.prevented, event.amount)


def _chosen(kernel: Kernel, state: State, found: list[InForce]) -> InForce:
    """The replacement effect applied first: by the player whom the turn player selects, and of theirs as they choose."""
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


def _used(state: S, effect: Effect, times: int = 1) -> S:
    """The state in which an effect that waits for the next event has one use less, and is gone with its last."""
    left = change_effect(effect, uses=effect.uses - times)
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
            if not _in_turn(kernel, after, held) or _muted(kernel, state, held, event):
                continue
            after = wait(kernel, after, held, _spoken_of(kernel, state, held, event))
            if held.effect is not None and held.effect.uses > 0:
                after = _used(after, held.effect)
    return after


def _muted(kernel: Kernel, state: State, held: InForce, event: Event) -> bool:
    """True where an effect says that the event does not set off this ability; what is part of a hit is told as the hit."""
    same = [event, *(msgspec.structs.replace(event, verb=verb) for verb in kernel.counts_as(state, event))]
    return any(
        _speaks_of(kernel, state, mute, held.frame.source)
        and matches(kernel, state, mute.statement.act, told, msgspec.structs.replace(mute.frame, itself=held.frame.source))
        for told in same
        for mute in in_force(kernel, state, (NoTrigger,), -1, told.verb)
        if mute.when is True
    )


def _speaks_of(kernel: Kernel, state: State, mute: InForce, source: int) -> bool:
    """True where an effect about abilities is about those of an object."""
    noun: Noun = mute.statement.noun
    holders = [part.noun for part in noun.where if isinstance(part, Of)] or [noun]
    return all(fits(kernel, state, holder, source, mute.frame) is True for holder in holders)


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


def _spoken_of(kernel: Kernel, state: State, held: InForce, event: Event) -> int:
    """The object that a trigger speaks of and that its statements call `it`: who acts unless that is the source or a player."""
    what: Trigger = held.statement.trigger
    if held.effect is not None and held.effect.bound:
        return held.effect.bound[0]
    thing = event.things[0] if event.things else -1
    if not isinstance(what.event, Act) or what.event.by == THIS:
        return thing
    made = what.event.role("object")
    if event.verb in kernel.making and isinstance(made, Noun):
        return next((index for index in event.agents if fits(kernel, state, made, index, held.frame) is True), thing)
    used = what.event.role("with")
    noun = used if isinstance(used, Noun) else what.event.by
    if noun is not used and (what.event.passive or noun.head in PLAYERS):
        return thing
    meant = (
        index
        for place, index in enumerate(event.agents)
        if index != held.frame.source and _agent_fits(kernel, state, noun, place, event, held.frame)
    )
    return next(meant, thing)


def _times(state: State, held: InForce) -> int:
    """How often a triggered ability of an object went off this turn."""
    return sum(fact.ability == held.statement and fact.thing == held.frame.source for fact in state.history)


def _in_turn(kernel: Kernel, state: State, held: InForce) -> bool:
    """True where the event is the one that an ordinal in the trigger counts to; the event itself is the last fact."""
    what: Trigger = held.statement.trigger
    wanted = what.nth or ORDINALS.get(what.word, 0)
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
