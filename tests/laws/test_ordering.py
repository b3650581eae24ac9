"""Orders of triggered layers: the solver, a plain definition and the decisions of a game agree, and so do their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, permutations
from typing import Any, NamedTuple

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from models.flesh_and_blood import GAME
from models.flesh_and_blood.moves import Pass, Play
from models.flesh_and_blood.ordering import ORDERING, legal_orders, outcome
from verifier.judge import is_legal, judge
from verifier.scenario import Scenario

Lives = list[int]


def _each_opponent(lives: Lives, you: int) -> Lives:
    return [life - (player != you) for player, life in enumerate(lives)]


def _few(lives: Lives, you: int) -> Lives:
    return [life + 3 * (player == you and life <= 5) for player, life in enumerate(lives)]


BELLS: dict[str, tuple[str, Callable[[Lives, int], Lives]]] = {
    "Bronze Bell": ("gain 1{h}.", lambda lives, you: [life + (player == you) for player, life in enumerate(lives)]),
    "Silver Bell": ("if your life is 5 or less, gain 3{h}.", _few),
    "Golden Bell": ("each hero gains 1{h}.", lambda lives, you: [life + 1 for life in lives]),
    "Leaden Bell": ("each opponent loses 1{h}.", _each_opponent),
}
"""Items that trigger when an instant is played: what they do, in words and plainly."""


class Table(NamedTuple):
    """Who has which bells, clockwise, who has how much life, and whose turn it is."""

    bells: tuple[tuple[str, ...], ...]
    lives: tuple[int, ...]
    turn: int


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Two or three players with up to five bells among them."""
    number = draw(st.integers(2, 3))
    bells: list[list[str]] = [[] for _ in range(number)]
    for name in draw(st.lists(st.sampled_from(sorted(BELLS)), min_size=2, max_size=5)):
        most = sum(each.count("Leaden Bell") for each in bells) >= 2
        bells[draw(st.integers(0, number - 1))].append("Silver Bell" if most and name == "Leaden Bell" else name)
    lives = draw(st.tuples(*[st.integers(3, 5)] * number))
    return Table(tuple(map(tuple, bells)), lives, draw(st.integers(0, number - 1)))


def position_of(table: Table) -> Any:
    """The position in which an instant was played and the layers of all bells wait for an order."""
    cards: dict[str, Any] = {
        name: {"types": ["action", "item"], "cost": 0, "abilities": [f"Whenever an instant card is played, {says}"]}
        for name, (says, _) in BELLS.items()
    }
    cards["Spark"] = {"types": ["instant"], "cost": 0, "abilities": ["Gain 1{h}."]}
    cards["Somebody"] = {"types": ["hero"], "life": 20, "intellect": 4}
    players: dict[str, Any] = {
        f"p{player}": {"hero": "Somebody", "life": table.lives[player], "permanents": list(bells)}
        for player, bells in enumerate(table.bells)
    }
    players[f"p{table.turn}"]["hand"] = ["Spark"]
    turn = {"player": f"p{table.turn}"}
    position = GAME.read(Scenario("", "flesh_and_blood", turn=turn, players=players, cards=cards))
    spark = next(index for index, thing in enumerate(position.things) if thing.card.name == "Spark")
    return judge(GAME, position, Play(table.turn, spark)).after


def plain_orders(position: Any, number: int) -> set[tuple[int, ...]]:
    """6.6.6b: each player's layers stand together, and the players follow each other clockwise from some player on."""
    owner = {layer.thing: layer.you for layer in position.pending}
    found = set()
    for order in permutations(owner):
        seats = [player for player, _ in groupby(order, key=lambda thing: owner[thing])]
        clockwise = ([(first + step) % number for step in range(number)] for first in range(number))
        if any(seats == [player for player in seating if player in owner.values()] for seating in clockwise):
            found.add(order)
    return found


def played(position: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every way to decide about the order, as the layers then on the stack from the first, and the position."""
    if position.asked is None or position.asked.about not in ORDERING:
        yield tuple(layer.thing for layer in position.stack if layer.kind == "triggered"), position
        return
    for move in GAME.moves(position):
        yield from played(judge(GAME, position, move).after)


def resolved(position: Any) -> Any:
    """The position once all have passed until the stack is empty."""
    while position.stack:
        position = judge(GAME, position, Pass(position.priority)).after
    return position


def plain_lives(table: Table, order: tuple[int, ...], bells: dict[int, tuple[str, int]]) -> Lives:
    """The lives after the layers have resolved, the last one first, and then the instant."""
    lives = list(table.lives)
    for thing in reversed(order):
        name, you = bells[thing]
        lives = BELLS[name][1](lives, you)
    return [life + (player == table.turn) for player, life in enumerate(lives)]


SLOW = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=40)


@SLOW
@given(tables())
def test_solver_definition_and_game_agree_on_orders_and_on_what_comes_of_them(table: Table) -> None:
    position = position_of(table)
    assume(position.asked is not None)
    number = len(table.bells)
    assert len(position.pending) == sum(map(len, table.bells))
    bells = {layer.thing: (position.things[layer.source].card.name, layer.you) for layer in position.pending}
    ways = list(played(position))
    orders = [order for order, _ in ways]
    assert len(set(orders)) == len(orders)
    assert set(orders) == plain_orders(position, number) == set(legal_orders(position))
    letters = {order: outcome(position, order) for order in orders}
    ends = {order: resolved(after) for order, after in ways}
    for order in orders:
        lives = [player.life for player in ends[order].players]
        assert lives == plain_lives(table, order, bells)
        known = dict(letters[order].known)
        assert not letters[order].reason
        assert [known[f"p{player}.life"] for player in range(number)] == [str(life) for life in lives]
        same = [other for other in orders if letters[other] == letters[order]]
        assert same == [other for other in orders if plain_lives(table, other, bells) == lives]


@SLOW
@given(tables(), st.data())
def test_an_order_that_leaves_one_out_or_takes_anothers_is_no_order(table: Table, data: st.DataObject) -> None:
    position = position_of(table)
    assume(position.asked is not None)
    while position.asked.kind != "order":
        position = judge(GAME, position, data.draw(st.sampled_from(list(GAME.moves(position))))).after
        assume(position.asked is not None)
    (right, *_) = GAME.moves(position)
    named = data.draw(st.lists(st.sampled_from([layer.thing for layer in position.pending]), max_size=5))
    move = type(right)(position.asked.player, type(right.order).of(*named))  # type: ignore[attr-defined,call-arg]
    assert is_legal(GAME, position, move) == (sorted(named) == sorted(position.asked.options))
