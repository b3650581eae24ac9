"""Orders of triggered layers that wait: which are legal, and which come to the same.

An order says which layer is put on the stack first. Each player's layers stand together, and the players follow each other
clockwise from the one whom the turn player selects; inside, each player orders their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from models.flesh_and_blood.choices import decide
from models.flesh_and_blood.describing import facts
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Choose, Order, Pass
from models.flesh_and_blood.priority import pass_priority
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.saying import say
from models.flesh_and_blood.state import Position, clockwise
from verifier.effects.kernel import Beyond
from verifier.game import Move
from verifier.notation import show
from verifier.rule import Truth
from verifier.smt import Question
from verifier.term import all_of, any_of, implies
from verifier.unknown import Domain, Selection
from verifier.unknown import Order as Row
from verifier.verdict import Ranked, Table, in_words

ORDERING = ("who puts triggered layers first", "the order of triggered layers")
MANY = 7
"""The most layers whose orders are listed."""


@RULES.encodes("6.6.6b")
def order_rules(position: Position, order: Row[int]) -> tuple[tuple[str, Truth], ...]:
    """For each thing that an order of all waiting layers must keep to, its name and whether it does."""
    owner = {layer.thing: layer.you for layer in position.pending}
    seats = clockwise(position, position.turn)
    present = [player for player in seats if player in owner.values()]
    last = len(owner) - 1
    together = all_of(
        *(
            implies(all_of(order.precedes(one, other), order.precedes(other, third)), owner[one] != owner[third])
            for one in owner
            for other in owner
            for third in owner
            if len({one, other, third}) == 3 and owner[one] == owner[third] != owner[other]
        )
    )
    round_the_table = all_of(
        *(
            implies(
                order.precedes(one, other),
                any_of(
                    owner[other] == present[(present.index(owner[one]) + 1) % len(present)],
                    *(
                        all_of(order.precedes(one, between), order.precedes(between, other))
                        for between in owner
                        if owner[between] not in (owner[one], owner[other])
                    ),
                ),
            )
            for one in owner
            for other in owner
            if owner[one] != owner[other]
        )
    )
    return (
        ("every layer once", all_of(*(all_of(order.position(one) >= 0, order.position(one) <= last) for one in owner))),
        ("each player's together", together),
        ("players clockwise", round_the_table),
    )


def legal_orders(position: Position) -> tuple[tuple[int, ...], ...]:
    """All legal orders of the layers that wait, as the solver finds them."""
    things = tuple(layer.thing for layer in position.pending)
    if len(things) > MANY:
        raise Beyond(f"{len(things)} triggered effects wait, too many to list their orders")
    domain = Domain()
    order = domain.order("order", things)
    places = [order.position(thing) for thing in things]
    question = Question(domain.constraints, order_rules(position, order))
    every = question.assignments([place for place in places if not isinstance(place, int)])
    return tuple(sorted(domain.read(order, domain.completed(assignment)).items for assignment in every))


class Outcome(Struct, frozen=True):
    """What comes of an order: what is known of the position once the layers have resolved, or why that is not known."""

    known: tuple[tuple[str, str], ...]
    reason: str = ""


def decisions(position: Position, order: Sequence[int]) -> Iterator[tuple[Position, Choose | Order]]:
    """The decisions by which an order comes about, each with the position in which it is made."""
    owner = {layer.thing: layer.you for layer in position.pending}
    while (asked := position.asked) is not None and asked.about in ORDERING:
        if asked.kind == "order":
            move: Choose | Order = Order(asked.player, Selection.of(*(thing for thing in order if thing in asked.options)))
        else:
            move = Choose(asked.player, Selection.of(KERNEL.hero(position, owner[order[0]])))
        yield position, move
        position = decide(position, move)


def outcome(position: Position, order: Sequence[int]) -> Outcome:
    """What comes of an order if nobody does anything until the stack is empty."""
    try:
        for before, move in decisions(position, order):
            position = decide(before, move)
        depth = 1
        while position.asked is None and position.priority >= 0 and position.stack and depth < 500:
            position, depth = pass_priority(position, Pass(position.priority)), depth + 1
    except Beyond as error:
        return Outcome((), str(error))
    return Outcome(tuple(sorted((key, in_words(value)) for key, value in facts(position).items())))


def order_table(position: Position, moves: Sequence[Move]) -> Table:
    """For each answer to the question at hand, the outcomes that orders which begin with it lead to, by letter."""
    letters: dict[Outcome, str] = {}
    reached: dict[Move, list[str]] = {}
    for order in legal_orders(position):
        first = next(move for _, move in decisions(position, order))
        came = outcome(position, order)
        letter = letters.setdefault(came, chr(ord("A") + len(letters)) if len(letters) < 26 else str(len(letters)))
        reached.setdefault(first, []).append(letter)
    rows = []
    for place, move in enumerate(moves):
        came_to = reached.get(move, [])
        rows.append(Ranked(place, (show(say(position, move)), len(came_to), sorted(set(came_to)))))
    different = "all orders come to the same" if len(letters) == 1 else f"{len(letters)} different outcomes"
    return Table(("answer", "orders", "outcomes"), tuple(rows), f"{different}, if nobody acts until the stack is empty")
