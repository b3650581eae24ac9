"""Carrying out statements: resolving a layer, asking players what they decide, making events and continuous effects."""

from __future__ import annotations

import msgspec

from verifier.ability.tree import (
    Act,
    Amount,
    Assets,
    Change,
    CostChange,
    Defining,
    Delayed,
    Do,
    If,
    IfDone,
    Instead,
    Labelled,
    NoTrigger,
    Noun,
    Permission,
    Place,
    Prevention,
    Several,
    Shield,
    Statement,
    ThisAbility,
    Triggered,
)
from verifier.effects.conditions import met
from verifier.effects.continuous import NEXT, noun_of
from verifier.effects.deciding import Needed, answering, decided
from verifier.effects.events import perform
from verifier.effects.kernel import Beyond, Event, Kernel
from verifier.effects.nouns import NOTHING, fits, fitting, is_flexible, quantity, seen, slots, they
from verifier.effects.state import FINISH, Effect, Frame, Layer, Question, S, State, Task, change

Continuous = Change | CostChange | Permission | Delayed | Instead | Prevention | Shield | NoTrigger
"""The statements that generate continuous effects."""

THIS_ABILITY = ThisAbility()
FOLLOW = "follow from what was done"


def begin(state: S, layer: Layer, end: str = FINISH) -> S:
    """The state in which a layer starts to resolve: its statements, then a procedure that ends it, are next on the agenda."""
    frame = Frame(layer.you, layer.source, layer.thing, x=layer.x, it=layer.it)
    ways = tuple((verb, index) for verb, things in layer.paid for index in things)
    state = change(state, done=False, it=-1, many=0, ways=ways)
    return next_up(state, *_tasks(layer.body, frame, layer.targets), Task(frame, None, end, (layer.thing,)))


def next_up(state: S, *tasks: Task) -> S:
    """The state with tasks to be done before everything else on the agenda."""
    return change(state, agenda=(*tasks, *state.agenda))


def _tasks(body: tuple[object, ...], frame: Frame, declared: tuple[int, ...]) -> tuple[Task, ...]:
    """A task for each statement, each with the targets that its own text declared."""
    tasks: list[Task] = []
    for statement in body:
        if isinstance(statement, Labelled):
            inner = len(slots(statement))
            tasks.extend(_tasks((statement.ability,), frame, declared[:inner]))
            declared = declared[inner:]
        elif isinstance(statement, Several):
            inner = len(slots(statement))
            tasks.extend(_tasks(statement.statements, frame, declared[:inner]))
            declared = declared[inner:]
        elif isinstance(statement, Statement | Triggered):
            inner = len(slots(statement))
            tasks.append(Task(msgspec.structs.replace(frame, targets=declared[:inner]), statement))
            declared = declared[inner:]
    return tuple(tasks)


def advance(kernel: Kernel, state: S) -> S:
    """The state after everything on the agenda that needs no decision."""
    while state.agenda and state.asked is None:
        task, rest = state.agenda[0], change(state, agenda=state.agenda[1:])
        try:
            with answering(task):
                procedure = kernel.procedures.get(task.what)
                state = run(kernel, rest, task) if procedure is None else procedure(rest, task)
        except Needed as needed:
            state = change(rest, asked=msgspec.structs.replace(needed.question, task=task))
    return state


def run_at_once(kernel: Kernel, state: S, body: tuple[Statement, ...], frame: Frame) -> S:
    """The state after statements that are carried out in the middle of something else; what they ask is asked there."""
    waiting, it = state.agenda, state.it
    state = advance(kernel, change(state, agenda=_tasks(body, frame, ()), it=-1))
    while (asked := state.asked) is not None:
        given = decided(asked.player, asked.about, asked.options, asked.least, asked.most, asked.kind)
        state = advance(kernel, answer(state, given, bool(given)))
    return change(state, agenda=waiting, it=it)


def answer(state: S, chosen: tuple[int, ...], yes: bool) -> S:
    """The state in which a question is answered and its task is next on the agenda."""
    question = state.asked
    assert question is not None
    task = question.task
    if question.inner:
        given = (int(yes),) * yes if question.may else chosen
        return next_up(change(state, asked=None), msgspec.structs.replace(task, answers=(*task.answers, given)))
    frame = task.frame
    frame = msgspec.structs.replace(frame, answer=yes) if question.may else msgspec.structs.replace(frame, chosen=chosen)
    return next_up(change(state, asked=None), msgspec.structs.replace(task, frame=frame))


def run(kernel: Kernel, state: S, task: Task) -> S:
    """The state after one statement, or with a question where a player must decide first."""
    statement = task.statement
    if state.many and not task.frame.many:
        task = msgspec.structs.replace(task, frame=msgspec.structs.replace(task.frame, many=state.many))
    frame = task.frame
    match statement:
        case Do():
            return _do(kernel, state, task, statement)
        case IfDone(first, _, _) if task.what != FOLLOW:
            follow = Task(frame, statement, FOLLOW)
            return change(state, agenda=(*_tasks((first,), frame, frame.targets), follow, *state.agenda))
        case IfDone(_, then, otherwise):
            following = msgspec.structs.replace(frame, it=state.it if frame.it < 0 else frame.it, many=state.many)
            return change(state, agenda=(*_tasks(then if state.done else otherwise, following, ()), *state.agenda))
        case If(condition, then, otherwise):
            looking = msgspec.structs.replace(frame, it=frame.targets[0] if frame.targets else frame.it)
            truth = met(kernel, state, condition, looking)
            branch = then if truth else otherwise
            inner = msgspec.structs.replace(looking, targets=())
            return change(state, agenda=(*_tasks(branch, inner, frame.targets), *state.agenda))
        case Triggered(trigger, body):
            lasting = Delayed(msgspec.structs.replace(trigger, duration="this turn"), body)
            return _begin_effect(kernel, state, lasting, frame)
        case Defining(inner, amount):
            defined = msgspec.structs.replace(frame, x=quantity(kernel, state, amount, frame))
            return next_up(state, *_tasks((inner,), defined, frame.targets))
        case Change() | CostChange() | Permission() | Delayed() | Instead() | Prevention() | Shield() | NoTrigger():
            return _begin_effect(kernel, state, statement, frame)
    raise Beyond(f"a statement cannot be carried out yet: {type(statement).__name__}")


def effect_of(kernel: Kernel, state: State, statement: Continuous, frame: Frame, timestamp: int) -> Effect:
    """The continuous effect that a statement generates: bound to what it names, waiting where it speaks of the next."""
    noun = noun_of(statement)
    uses = -1
    bound: tuple[int, ...] = ()
    if noun is not None:
        if noun.determiner == NEXT:
            uses = int(quantity(kernel, state, noun.number, frame))
        elif noun.determiner in ("target", "this", "it", "that"):
            bound = fitting(kernel, state, noun, frame)
    once = isinstance(statement, Instead | Prevention) and statement.next
    if isinstance(statement, Delayed):
        once = statement.trigger.word == "the next time"
    if isinstance(statement, Shield):
        uses = int(quantity(kernel, state, statement.amount, frame))
    until = statement.trigger.duration if isinstance(statement, Delayed) else statement.duration
    whose = they(kernel, state, frame) if "their" in until else -1
    if whose >= 0 and whose == kernel.turn_player(state):
        raise Beyond("an effect speaks of a player's next turn during their own, which is not modelled yet")
    often = 1 if once else uses
    layer = next((layer for layer in state.stack if layer.thing == frame.layer), None)
    lost = layer.trigger if layer is not None and isinstance(statement, Change) and THIS_ABILITY in statement.changes else None
    return Effect(statement, frame.you, frame.source, timestamp, until, often, bound, frame.targets, int(frame.x), whose, lost)


def _begin_effect(kernel: Kernel, state: S, statement: Continuous, frame: Frame) -> S:
    """The state with one more continuous effect, stamped now; one whose duration cannot begin is not generated."""
    effect = effect_of(kernel, state, statement, frame, state.now())
    if not kernel.lasts(state, effect.until):
        return change(state, done=False)
    return change(state, effects=(*state.effects, effect), done=True, it=effect.bound[0] if effect.bound else state.it)


def _do(kernel: Kernel, state: S, task: Task, statement: Do) -> S:
    """The state after an act: by each of those who act in turn, its objects chosen first."""
    frame, act = task.frame, statement.act
    if statement.unless is not None:
        raise Beyond("`unless` with something to pay cannot be carried out yet")
    if frame.actor < 0:
        actors = _players(kernel, state, act.by, frame)
        turns = (msgspec.structs.replace(task, frame=msgspec.structs.replace(frame, actor=actor)) for actor in actors)
        return change(state, agenda=(*turns, *state.agenda), done=False)
    if statement.may and frame.answer is None:
        if not possible(kernel, state, act, frame):
            return state
        return change(state, asked=Question(frame.actor, act.verb, (), 0, 0, task, "may"))
    if statement.may and not frame.answer:
        return state
    question = _question(kernel, state, act, frame, task)
    if question is not None:
        return change(state, asked=question)
    many, found = 0, False
    for event in events_of(kernel, state, act, frame):
        state, occurred = perform(kernel, state, event)
        if occurred:
            many, found = many + event.amount, True
            ways = tuple((event.verb, index) for index in event.things)
            state = change(state, done=True, it=event.things[0] if event.things else state.it, ways=(*state.ways, *ways))
    if not found and _chosen_noun(act) is not None:
        state = change(state, it=NOTHING)
    return change(state, many=many)


def _chosen_noun(act: Act) -> Noun | None:
    """The noun of an act whose objects somebody chooses when it happens."""
    for _, role in act.roles:
        if isinstance(role, Noun) and role.determiner in ("a", "", "another", "your"):
            return role
    return None


def candidates(kernel: Kernel, state: State, act: Act, noun: Noun, frame: Frame) -> tuple[int, ...]:
    """The objects that an act could choose for its noun: those that fit and are where the act takes them from."""
    origin = act.role("from")
    place = origin if isinstance(origin, Place) else default_origin(act)
    if place is not None and place.position:
        meant, player = seen(kernel, state, place, frame)
        row = kernel.in_order(state, meant, player)[: int(quantity(kernel, state, noun.number, frame))]
        return tuple(index for index in row if fits(kernel, state, noun, index, frame))
    fit = fitting(kernel, state, noun, frame)
    if place is not None and not isinstance(origin, Place):
        actor = frame.actor if frame.actor >= 0 else frame.you
        own = msgspec.structs.replace(place, whose="your")
        return tuple(index for index in fit if kernel.in_place(state, state.things[index], own, actor))
    return fit if place is None else tuple(index for index in fit if in_place(kernel, state, index, place, frame))


def in_place(kernel: Kernel, state: State, index: int, place: Place, frame: Frame) -> bool:
    """True where an object is in a zone, `their` being of whoever acts."""
    return kernel.in_place(state, state.things[index], *seen(kernel, state, place, frame))


def default_origin(act: Act) -> Place | None:
    """Where an act takes its objects from when its text does not say: a discard comes from the hand."""
    return Place("hand", "their") if act.verb == "discard" else None


def is_random(act: Act) -> bool:
    """True where chance chooses the objects of an act."""
    return act.role("how") == "at random"


def _question(kernel: Kernel, state: State, act: Act, frame: Frame, task: Task) -> Question | None:
    """The question that must be answered before an act, None where nothing is left to choose."""
    noun = _chosen_noun(act)
    if noun is None or frame.chosen is not None:
        return None
    options = candidates(kernel, state, act, noun, frame)
    wanted = min(int(quantity(kernel, state, noun.number, frame)), len(options))
    least = 0 if is_flexible(noun.number) else wanted
    if least == wanted == len(options) or not options:
        return None
    return Question(-1 if is_random(act) else frame.actor, act.verb, options, least, wanted, task)


def possible(kernel: Kernel, state: State, act: Act, frame: Frame) -> bool:
    """True where an act could be done in full, so that a player may be offered it."""
    assets = act.role("assets")
    if act.verb in kernel.paying and isinstance(assets, Assets):
        actor = frame.actor if frame.actor >= 0 else frame.you
        return kernel.affordable(state, actor, assets.asset, int(quantity(kernel, state, assets.amount, frame)))
    noun = _chosen_noun(act)
    if noun is None or is_flexible(noun.number):
        return True
    return len(candidates(kernel, state, act, noun, frame)) >= int(quantity(kernel, state, noun.number, frame))


def events_of(kernel: Kernel, state: State, act: Act, frame: Frame) -> tuple[Event, ...]:
    """The events that an act makes now, one for each object it is done to."""
    things: tuple[int, ...] | None = None
    amount, detail, place, under = frame.many if act.verb in kernel.whole else 1, "", None, -1
    for name, role in act.roles:
        match role:
            case Noun() if name == "under":
                (under,) = _players(kernel, state, role, frame)
            case Noun():
                things = _objects(kernel, state, act, role, frame)
            case Assets(asset, number):
                detail, amount = asset, int(quantity(kernel, state, number, frame))
            case Place() if name == "to":
                place = role
            case str() if name != "how":
                detail = role
            case _ if name == "amount" and isinstance(role, Amount):
                amount = int(quantity(kernel, state, role, frame))
    actor = under if under >= 0 else frame.actor if frame.actor >= 0 else frame.you
    if things is None and act.verb in kernel.one_by_one:
        return (Event(act.verb, actor, (), 1, detail, place, frame.source),) * max(amount, 0)
    if things is None:
        return (Event(act.verb, actor, (), amount, detail, place, frame.source),)
    return tuple(Event(act.verb, actor, (index,), amount, detail, place, frame.source) for index in things)


def _objects(kernel: Kernel, state: State, act: Act, noun: Noun, frame: Frame) -> tuple[int, ...]:
    if noun is _chosen_noun(act):
        if frame.chosen is not None:
            return frame.chosen
        options = candidates(kernel, state, act, noun, frame)
        return options if not is_flexible(noun.number) or not options else ()
    origin = act.role("from")
    found = fitting(kernel, state, noun, frame)
    if noun.determiner not in ("all", "each") or not isinstance(origin, Place):
        return found
    return tuple(index for index in found if in_place(kernel, state, index, origin, frame))


def _players(kernel: Kernel, state: State, noun: Noun, frame: Frame) -> tuple[int, ...]:
    if noun.determiner == "you" or noun.head not in kernel.player_heads:
        return (frame.you,)
    found = (kernel.player_of(state, index) for index in fitting(kernel, state, noun, frame))
    return tuple(player for player in found if player >= 0)
