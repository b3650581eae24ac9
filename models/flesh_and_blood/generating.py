"""The moves that there are: structures to try, parts to fill, and every legal move of a position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import msgspec

from models.flesh_and_blood.activating import lent
from models.flesh_and_blood.announcing import names_x
from models.flesh_and_blood.costs import activated_abilities, additional_costs, alternatives, effect_costs, has_meld
from models.flesh_and_blood.defending import asked_to_defend, could_declare
from models.flesh_and_blood.limits import sets_within
from models.flesh_and_blood.moves import NONE, Activate, Announced, Answer, Arsenal, Begin, Choose, Defend, Order, Pass, Play
from models.flesh_and_blood.omissions import beware
from models.flesh_and_blood.permissions import allowances
from models.flesh_and_blood.pitching import pitch_one
from models.flesh_and_blood.registry import PITCH, RULES
from models.flesh_and_blood.state import OWN_ZONES, Position
from models.flesh_and_blood.targets import candidates, is_target, modal, mode_number, on_stack, sided, target_slots
from models.flesh_and_blood.wording import giving_candidates
from verifier.ability.tree import THIS, Noun, Variable
from verifier.effects.kernel import Beyond
from verifier.effects.nouns import is_flexible
from verifier.effects.state import Question
from verifier.game import HOLE, Hole, Move, Part
from verifier.term import any_of
from verifier.unknown import Selection

LARGEST_X = 60
"""The greatest X that is tried for a hole."""

MOST = {"defend": 12, "order": 6, "choose": 16}
"""The most options of which every answer is listed, by the kind of question."""

replace = msgspec.structs.replace


def loosened(move: Any) -> Move:
    """The move with its structure left open: the same kind of move by the same player."""
    match move:
        case Play():
            return Play(move.player, HOLE, HOLE, HOLE, HOLE, HOLE, HOLE, HOLE, HOLE, HOLE, side=HOLE)
        case Activate():
            return Activate(move.player, HOLE, HOLE, HOLE, HOLE, HOLE, HOLE, HOLE, HOLE, HOLE, ability=HOLE)
        case Choose():
            return Choose(move.player, HOLE)
        case Answer():
            return Answer(move.player, HOLE)
        case Defend():
            return Defend(move.player, HOLE)
        case Order():
            return Order(move.player, HOLE)
        case Arsenal():
            return Arsenal(move.player, HOLE)
        case Begin():
            return move
    return Pass(move.player)


def branches(position: Position, move: Any) -> Iterator[Any]:
    """The move with every hole in its structure filled in each way that its cards offer."""
    match move:
        case Answer(player, Hole()):
            yield from (Answer(player, yes) for yes in (True, False))
        case Play():
            things = _playable(position, move.player) if isinstance(move.thing, Hole) else (move.thing,)
            for thing in things:
                sides = _sides(position, thing) if isinstance(move.side, Hole) else (move.side,)
                for side in sides:
                    yield from _declared(position, replace(move, thing=thing, side=side))
        case Activate():
            things = _usable(position, move.player) if isinstance(move.thing, Hole) else (move.thing,)
            for thing in things:
                numbers = (
                    range(len(activated_abilities(position, thing))) if isinstance(move.ability, Hole) else (move.ability,)
                )
                for ability in numbers:
                    yield from _declared(position, replace(move, thing=thing, ability=ability))
        case _:
            yield move


def _playable(position: Position, player: int) -> tuple[int, ...]:
    """The cards that a player could try to play: their own outside the arena and the deck, and all that an effect allows."""
    return tuple(
        index
        for index, thing in enumerate(position.things)
        if (thing.owner == player and thing.zone in ("hand", "arsenal", "banished", "graveyard"))
        or (thing.zone in OWN_ZONES and _allowed(position, player, index))
    )


def _allowed(position: Position, player: int, index: int) -> bool:
    """True where an effect could let a player play a card, with the least or the greatest X."""
    return any(any_of(*allowances(position, Play(player, index, x))) is not False for x in (0, LARGEST_X))


def _usable(position: Position, player: int) -> tuple[int, ...]:
    """The objects whose abilities a player could try to activate: their own, and all that an effect lends them."""
    return tuple(
        index
        for index in range(len(position.things))
        if position.holder(index) == player or any_of(*lent(position, Activate(player, index))) is not False
    )


def _sides(position: Position, thing: int) -> tuple[str, ...]:
    if not position.things[thing].card.sides:
        return ("",)
    return ("left", "right", "both") if has_meld(position, thing) else ("left", "right")


def _subsets(number: int) -> tuple[tuple[int, ...], ...]:
    return tuple(some for size in range(number + 1) for some in combinations(range(number), size))


def _declared(position: Position, move: Any) -> Iterator[Announced]:
    """The move with its declared costs, modes and order filled in each way, and a hole for every object they ask for."""
    staged = sided(position, move)
    instead = (
        ((), *((n,) for n in range(len(alternatives(staged, move))))) if isinstance(move.instead, Hole) else (move.instead,)
    )
    extras = _subsets(len(additional_costs(staged, move, True))) if isinstance(move.extras, Hole) else (move.extras,)
    instant = (False, True) if isinstance(move.instant, Hole) else (move.instant,)
    undeclared = isinstance(move.extras, Hole) or isinstance(move.instead, Hole)
    open_x = isinstance(move.x, Hole) or (move.x is None and undeclared)
    for one, more, fast in product(instead, extras, instant):
        declared = replace(move, instead=one, extras=more, instant=fast)
        if open_x:
            declared = replace(declared, x=HOLE if names_x(staged, declared) else None)
        for modes in _modes(staged, declared):
            chosen = replace(declared, modes=modes)
            costs = effect_costs(staged, chosen)
            orders = permutations(range(len(costs))) if isinstance(move.order, Hole) else (move.order,)
            for order in orders:
                given = (
                    move.given
                    if not isinstance(move.order, Hole)
                    else tuple(_hole_for(costs[number].role("object")) for number in order)
                )
                ready = replace(chosen, order=tuple(order), given=given)
                if isinstance(move.targets, Hole):
                    ready = replace(ready, targets=(HOLE,) * len(target_slots(staged, ready)))
                yield ready


def _hole_for(role: object) -> Selection[int] | Hole:
    return HOLE if isinstance(role, Noun) and role != THIS else NONE


def _modes(position: Position, move: Any) -> Iterator[tuple[int, ...]]:
    if not isinstance(move.modes, Hole):
        yield move.modes
        return
    found = modal(position, move)
    if found is None:
        yield ()
        return
    least, most = (int(bound) for bound in mode_number(position, move))
    if isinstance(found.number, Variable):
        least, most = 0, len(found.modes) * found.repeat
    for number in range(least, most + 1):
        for some in product(range(len(found.modes)), repeat=number):
            if all(some.count(mode) <= found.repeat for mode in some):
                yield some


def parts(position: Position, move: Any) -> tuple[Part, ...]:
    """The parts of a move that can be unknown: X, targets, cards to pitch, what effect-costs take, what is chosen."""
    if isinstance(move, Choose):
        options = position.asked.options if position.asked is not None else ()
        return (Part("chosen", "selection", _with(options, move.chosen)),)
    if isinstance(move, Defend):
        target = asked_to_defend(position, move.player)
        options = could_declare(position, move.player, target) if target >= 0 else ()
        return (Part("cards", "selection", _with(options, move.cards)),)
    if isinstance(move, Order | Arsenal):
        field, chosen = ("order", move.order) if isinstance(move, Order) else ("chosen", move.chosen)
        options = position.asked.options if position.asked is not None else ()
        return (
            Part(field, "selection", _with(options, chosen), ordered=isinstance(move, Order), leading=isinstance(move, Order)),
        )
    if not isinstance(move, Announced):
        return ()
    staged = sided(position, move)
    found = []
    if move.x is not None:
        found.append(Part("x", "number", (0, LARGEST_X)))
    asked = target_slots(staged, move)
    for place, target in enumerate(move.targets):
        options = candidates(position, move, asked[place]) if place < len(asked) else ()
        known = (target,) if isinstance(target, int) and target not in options else ()
        found.append(Part("targets", "choice", (*options, *known) or tuple(range(len(position.things))), place))
    hand = tuple(index for index in position.in_zone(move.player, "hand") if index != move.thing)
    found.append(Part("pitched", "selection", _with(hand, move.pitched), ordered=True))
    for place, given in enumerate(move.given):
        if place < len(move.order) and move.order[place] < len(effect_costs(staged, move)):
            found.append(Part("given", "selection", _with(giving_candidates(staged, move, place), given), place))
    return tuple(found)


def _with(options: tuple[int, ...], written: Selection[int] | Hole) -> tuple[int, ...]:
    """The options, and what was written beyond them."""
    named = written.known if isinstance(written, Hole) else written.items
    return (*options, *(index for index in dict.fromkeys(named) if index not in options))


# Every legal move


def moves(position: Position, undecided: list[str] | None = None) -> Iterator[Move]:
    """Every legal move of the position. Why a move cannot be judged is added to `undecided`."""
    from models.flesh_and_blood import GAME  # the generator proposes, the game's own judge disposes
    from verifier.judge import is_legal

    for move in proposals(position, undecided):
        try:
            legal = is_legal(GAME, position, move)
        except Beyond as error:
            _note(undecided, error)
            continue
        if legal:
            yield move


def _note(undecided: list[str] | None, error: Beyond) -> None:
    if undecided is not None and str(error) not in undecided:
        undecided.append(str(error))


def proposals(position: Position, undecided: list[str] | None = None) -> Iterator[Move]:
    """Moves that hold every legal one, and few others; what cannot be judged at all is added to `undecided`."""
    if position.asked is not None:
        many = MOST.get(position.asked.kind, len(position.asked.options))
        if len(position.asked.options) > many:
            _note(undecided, Beyond(f"{len(position.asked.options)} are to choose from, too many to list every answer"))
            return
        yield from _answers(position, position.asked)
        return
    if position.phase == "start":
        yield Begin(position.turn)
    if position.priority < 0:
        return
    player = position.priority
    yield Pass(player)
    for kind in (Play(player, HOLE), Activate(player, HOLE)):
        for branch in branches(position, loosened(kind)):
            try:
                beware(position, branch)
            except Beyond as error:
                _note(undecided, error)
            else:
                yield from _filled(position, branch)


def _answers(position: Position, question: Question) -> Iterator[Move]:
    """The answers to a question, legal or not; sets of defending cards in the order of the position."""
    player = question.player
    if question.kind == "defend":
        yield from (Defend(player, Selection.of(*some)) for some in sets_within(position, question.options))
        return
    if question.kind == "may":
        yield from (Answer(player, True), Answer(player, False))
    elif question.kind == "order":
        yield from (Order(player, Selection.of(*some)) for some in permutations(question.options))
    else:
        kind = {"choose": Choose, "arsenal": Arsenal}[question.kind]
        for number in range(question.least, question.most + 1):
            yield from (kind(player, Selection.of(*some)) for some in combinations(question.options, number))


def _filled(position: Position, branch: Any) -> Iterator[Announced]:
    """A known structure with every filling of X, targets and given cards, and every legal way to pitch."""
    staged = sided(position, branch)
    asked = target_slots(staged, branch)
    there = on_stack(staged, branch)
    legal = [[index for index in candidates(position, branch, slot) if is_target(there, branch, slot, index)] for slot in asked]
    for x in range(LARGEST_X + 1) if isinstance(branch.x, Hole) else (None,):
        declared = replace(branch, x=x, pitched=NONE)
        found = False
        for targets in product(*legal):
            for given in product(*(_givings(staged, declared, place) for place in range(len(declared.order)))):
                ready = replace(declared, targets=targets, given=tuple(given))
                for paid in _payments(position, ready):
                    found = True
                    yield paid
        if x is not None and x > len(position.things) and not found:
            return


def _givings(position: Position, move: Announced, place: int) -> Iterator[Selection[int]]:
    """The ways to pay the effect-cost at a place in the order."""
    noun = effect_costs(position, move)[move.order[place]].role("object")
    if not isinstance(noun, Noun) or noun == THIS:
        yield NONE
        return
    options = giving_candidates(position, move, place)
    if isinstance(noun.number, int):
        sizes: Any = (noun.number,)
    else:
        sizes = range(len(options) + 1) if is_flexible(noun.number) else (move.x or 0,)
    for size in sizes:
        yield from (Selection.of(*some) for some in combinations(options, size))


def _payments(position: Position, move: Announced) -> Iterator[Announced]:
    """The move with every order of cards that can be pitched for it, the empty one included."""
    from models.flesh_and_blood.announcing import announce, declare_costs

    announced = declare_costs(announce(position, move), move)
    yield from _pitched(announced, move, ())


def _pitched(announced: Position, move: Announced, so_far: tuple[int, ...]) -> Iterator[Announced]:
    """The move with the cards pitched so far, and with each further one that may be pitched in the position they lead to."""
    yield replace(move, pitched=Selection.of(*so_far))
    for index in announced.in_zone(move.player, "hand"):
        one = replace(move, pitched=Selection.of(index))
        if all(rule.holds(announced, one) for rule in RULES.judging(type(move), PITCH)):
            yield from _pitched(pitch_one(announced, one), move, (*so_far, index))
