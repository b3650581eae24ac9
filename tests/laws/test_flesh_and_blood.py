"""Laws of the two readings, of notation and of move generation, on random positions of Flesh and Blood."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from models.flesh_and_blood import GAME
from models.flesh_and_blood.moves import Activate, Play
from tests.laws.positions import CARDS, announced, everything, fillings, positions, scenarios
from verifier import notation
from verifier.game import HOLE
from verifier.holes import Search, Ways, joint_core, nearest_legal
from verifier.judge import judge
from verifier.opening import solver_says
from verifier.scenario import Scenario, parse
from verifier.unknown import Selection
from verifier.writing import show

SLOW = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=40)


@SLOW
@given(st.data())
def test_evaluation_and_solver_agree(data: st.DataObject) -> None:
    position = data.draw(positions())
    move = data.draw(announced(position))
    assume(move is not None)
    judgement = judge(GAME, position, move)
    question, uncovered = solver_says(GAME, position, move)
    assert not uncovered
    answer = question.solve(least=False).status
    assert (answer == "sat") == judgement.legal, (move, judgement.broken, question.core())


@SLOW
@given(st.data())
def test_generated_moves_are_those_that_break_no_rule(data: st.DataObject) -> None:
    position = data.draw(positions(cards=2))
    legal = {move for move in everything(position) if judge(GAME, position, move).legal}
    generated = {move for move in GAME.moves(position) if isinstance(move, Play | Activate) and (move.x is None or move.x <= 4)}
    assert {unordered(move) for move in generated} == {unordered(move) for move in legal}


def unordered(move: Any) -> Any:
    """A move as a key: what effect-costs take has no order."""
    given = tuple(frozenset(taken.items) for taken in move.given)
    fields = tuple(getattr(move, field) for field in move.__struct_fields__ if field != "given")
    return (type(move), fields, given)


@SLOW
@given(st.data())
def test_a_core_is_a_minimal_reason(data: st.DataObject) -> None:
    position = data.draw(positions(cards=3))
    hand = position.in_zone(0, "hand")
    assume(hand)
    move = Play(0, data.draw(st.sampled_from(hand)), x=HOLE, targets=HOLE, pitched=HOLE, order=HOLE, side=HOLE, modes=HOLE)
    structures = list(GAME.branches(position, move))
    searches = [Search(GAME, position, structure) for structure in structures]
    if any(next(iter(search.fillings()), None) is not None for search in searches):
        return
    core = joint_core(searches)
    filled = [other for structure in structures for other in fillings(position, structure)]
    rules = {ref: [rule for rule in GAME.rules.constraints if rule.ref == ref] for ref in core}
    broken = [broken_by(position, other) for other in filled]
    assert core
    assert all(set(core) & refs for refs in broken)
    for ref in core:
        rest = set(core) - {ref}
        assert any(not rest & refs for refs in broken), (ref, core)
    assert all(rules.values())


def broken_by(position: Any, move: Any) -> set[str]:
    """Every rule that a move breaks, at whatever stage, read in the position in which it is announced."""
    found: set[str] = set()
    for stage in GAME.stages(move):
        found |= {rule.ref for rule in GAME.rules.judging(type(move), stage.name) if not rule.holds(position, move)}
        if stage.structural:
            position = stage.finish(position, move)
    return found


@SLOW
@given(st.data())
def test_every_filling_is_legal_and_all_are_found(data: st.DataObject) -> None:
    position = data.draw(positions(cards=3))
    hand = position.in_zone(0, "hand")
    assume(hand)
    thing = data.draw(st.sampled_from(hand))
    structures = list(GAME.branches(position, Play(0, thing, targets=HOLE, pitched=HOLE, order=HOLE, side=HOLE)))
    found = {
        unordered(judgement.move) for structure in structures for judgement in Search(GAME, position, structure).fillings()
    }
    filled = (move for structure in structures for move in fillings(position, structure))
    wanted = {unordered(move) for move in filled if judge(GAME, position, move).legal}
    assert found == wanted


@SLOW
@given(st.data())
def test_the_nearest_legal_move_is_legal_and_none_is_nearer(data: st.DataObject) -> None:
    position = data.draw(positions(cards=2))
    move = data.draw(announced(position))
    assume(move is not None and not judge(GAME, position, move).legal)
    legal = [other for other in everything(position) if type(other) is type(move) and judge(GAME, position, other).legal]
    nearest = nearest_legal(GAME, position, move)
    if nearest is None:
        assert not legal
        return
    assert judge(GAME, position, nearest[0].move).legal
    if legal:
        assert nearest[1] <= min(changes(move, other) for other in legal)


def changes(move: Any, other: Any) -> int:
    """How many changes lead from one move to another: fields of the structure, cards, numbers and targets."""
    number: int = sum(getattr(move, field) != getattr(other, field) for field in type(move).structure)
    if other.x is not None and move.x is not None:
        number += move.x != other.x
    number += len(set(move.pitched.items) ^ set(other.pitched.items))
    for old, new in zip(move.given, other.given, strict=False):
        number += len(set(old.items) ^ set(new.items))
    number += sum(old != new for old, new in zip(move.targets, other.targets, strict=False))
    return number


@SLOW
@given(st.data())
def test_moves_are_understood_as_they_are_said(data: st.DataObject) -> None:
    position = data.draw(positions(cards=3))
    for move in list(GAME.moves(position))[:40]:
        said = GAME.say(position, move)
        heard = notation.parse(notation.show(said), GAME.notation, GAME.players(position), GAME.names(position))
        assert heard == said
        again = GAME.understand(position, heard)
        assert GAME.say(position, again) == said
        assert judge(GAME, position, again).legal


@settings(deadline=None)
@given(scenarios())
def test_scenarios_are_read_as_they_are_written(scenario: Any) -> None:
    again = parse(show(scenario))
    assert show(again) == show(scenario)
    assert GAME.facts(GAME.read(again)) == GAME.facts(GAME.read(scenario))


@pytest.mark.parametrize("cost", range(7))
def test_a_set_can_be_pitched_iff_it_reaches_the_cost_and_not_without_its_greatest(cost: int) -> None:
    """The closed form of paying a cost of resource points: the sum reaches it, and does not without the greatest card."""
    for size in range(5):
        for worth in combinations_with_replacement((1, 2, 3), size):
            closed = sum(worth) >= cost and (not worth or sum(worth) - max(worth) < cost)
            assert closed == any(_payable(order, cost) for order in set(permutations(worth)))


def _payable(worth: tuple[int, ...], cost: int) -> bool:
    names = {1: "Jab (red)", 2: "Slam (yellow)", 3: "Jab (blue)"}
    position = _paying([names[value] for value in worth], cost)
    pitched = Selection.of(*range(2, 2 + len(worth)))
    return judge(GAME, position, Play(0, 1, targets=(len(position.things) - 1,), pitched=pitched)).legal


def _paying(hand: list[str], cost: int) -> Any:
    """A position in which an attack of this cost is in hand, beside these cards; the opponent's hero is the last object."""
    cards = {**CARDS, "Bill": {"types": ["action", "attack"], "cost": cost, "power": 1, "colors": {"red": {}}}}
    players: dict[str, Any] = {"you": {"hero": "Alice", "hand": ["Bill (red)", *hand]}, "them": {"hero": "Bob"}}
    return GAME.read(Scenario("", "flesh_and_blood", turn={"player": "you"}, players=players, cards=cards))


def test_a_hole_is_searched_over_all_branches() -> None:
    position = _paying(["Jab (blue)"], 3)
    found = Ways(GAME, position, Play(0, 1, targets=(3,), pitched=HOLE)).fillings()
    assert [judgement.move.pitched.items for judgement in found] == [(2,)]
