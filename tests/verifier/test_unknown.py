"""Choices, selections and orders answer alike whether they are known or open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from verifier.evaluation import evaluate
from verifier.smt import Question
from verifier.term import Term, UnknownTruth, all_of, ite, same, variable
from verifier.unknown import Choice, Domain, Order, Selection, pick

p = variable("p", "bool")


def fillings(domain: Domain) -> list[dict[str, int | bool]]:
    return list(Question(domain.constraints).assignments(domain.variables))


def test_number() -> None:
    domain = Domain()
    x = domain.number("x", 2, 4)
    assert [domain.read(x, found) for found in fillings(domain)] == [2, 3, 4]
    assert same(domain.pin(x, 3), x == 3)
    with pytest.raises(ValueError, match="no possible value"):
        domain.number("y", 1, 0)
    with pytest.raises(ValueError, match="already is an unknown `x`"):
        domain.number("x", 0, 1)


def test_truth() -> None:
    domain = Domain()
    fact = domain.truth("fact")
    assert [domain.read(fact, found) for found in fillings(domain)] == [False, True]


def test_choice() -> None:
    domain = Domain()
    target = domain.choice("target", ["ally", "hero", "weapon", "hero"])
    assert target.values == ("ally", "hero", "weapon")
    assert (target == "nobody") is False
    assert target.map(len).sort == "int"
    assert target.map(lambda value: len(value) > 1) is True
    assert isinstance(target.map(str.upper), Choice)
    assert pick("hero", len) == 4
    seen = []
    for found in fillings(domain):
        value = domain.read(target, found)
        seen.append(value)
        assert evaluate(domain.pin(target, value), found) is True
        assert evaluate(pick(target, len), found) == len(value)
        assert domain.read(target.map(str.upper), found) == value.upper()
        assert evaluate(target == "hero", found) is (value == "hero")
        assert evaluate(target != "hero", found) is (value != "hero")
    assert seen == ["ally", "hero", "weapon"]
    with pytest.raises(UnknownTruth, match="pick"):
        bool(target)
    with pytest.raises(ValueError, match="no options"):
        domain.choice("none", [])


def test_ite_of_other_values_is_a_choice() -> None:
    side = ite(p, "left", "right")
    assert isinstance(side, Choice)
    assert same(side == "left", p)
    assert same(side == "right", ~p)
    assert same(side.map(lambda value: value == "left"), p)
    assert ite(p, "left", "left") == "left"
    assert ite(True, "left", None) == "left"
    assert same(ite(p, side, "right") == "left", p)
    assert same(ite(p, None, 3) == 3, ~p)
    assert same(side == ite(p, "left", "other"), p)


def test_known_selection_is_plain() -> None:
    chosen = Selection.of(3, 1, 2)
    assert chosen.known
    assert chosen.items == chosen.candidates == (3, 1, 2)
    assert list(chosen) == [3, 1, 2]
    assert len(chosen) == 3
    assert chosen
    assert not Selection.of()
    assert 3 in chosen
    assert chosen == Selection.of(3, 1, 2)
    assert chosen != Selection.of(1, 2, 3)
    assert hash(chosen) == hash(Selection.of(3, 1, 2))
    assert chosen.total(lambda i: i * 10) == 60
    assert chosen.count(lambda i: i > 1) == 2
    assert chosen.has(1) is True
    assert chosen.has(9) is False
    assert chosen.any(lambda i: i == 2) is True
    assert chosen.all(lambda i: i > 1) is False
    assert chosen.at_most(2) is False
    assert chosen.at_least(3) is True
    assert chosen.before(2) == Selection.of(3, 1)
    assert chosen.before(9) == Selection.of()
    assert chosen.where(lambda i: i != 1) == Selection.of(3, 2)
    assert chosen.without(Selection.of(2, 3)) == Selection.of(1)


def test_known_selection_with_unknown_facts() -> None:
    chosen = Selection.of(1, 2)
    some = chosen.where(lambda i: p if i == 1 else True)
    assert not some.known
    assert same(some.has(1), p)
    assert some.has(2) is True
    assert same(chosen.total(lambda i: ite(p, i, 0)), ite(p, 1, 0) + ite(p, 2, 0))


@pytest.mark.parametrize("read", [len, list, bool, lambda s: s.items, lambda s: 1 in s])
def test_open_selection_refuses_to_be_read(read: Callable[[Any], object]) -> None:
    with pytest.raises(UnknownTruth, match="has, total, count"):
        read(Domain().selection("s", [1, 2]))


QUESTIONS: list[Callable[[Selection[int]], Any]] = [
    lambda s: s.total(lambda i: 2 * i - 1),
    lambda s: s.count(),
    lambda s: s.count(lambda i: i > 1),
    lambda s: s.any(),
    lambda s: s.any(lambda i: i > 1),
    lambda s: s.all(lambda i: i < 3),
    lambda s: s.at_most(1),
    lambda s: s.at_least(2),
    lambda s: s.at_least(1, lambda i: i == 3),
    lambda s: s.has(1),
    lambda s: s.has(7),
    lambda s: s.before(2),
    lambda s: s.before(2).count(),
    lambda s: s.before(7),
    lambda s: s.where(lambda i: i != 1).before(2),
    lambda s: s.without(Selection.of(3)),
    lambda s: s.without(s.before(2)),
    lambda s: s == Selection.of(2, 1),
    lambda s: s == Selection.of(),
    lambda s: s != Selection.of(1, 2, 3),
    lambda s: s == Selection.of(7),
    lambda s: s.where(lambda i: i != 1) == s,
]


@pytest.mark.parametrize("ordered", [False, True])
def test_open_selection_agrees_with_each_of_its_fillings(ordered: bool) -> None:
    domain = Domain()
    chosen = domain.selection("s", [1, 2, 3], ordered)
    answers = [question(chosen) for question in QUESTIONS]
    seen = []
    for found in fillings(domain):
        filling = domain.read(chosen, found)
        seen.append(filling.items)
        assert evaluate(domain.pin(chosen, filling), found) is True
        assert evaluate(domain.differs(chosen, found), found) is False
        for question, answer in zip(QUESTIONS, answers, strict=True):
            assert domain.read(answer, found) == question(filling)
    expected = [c for n in range(4) for c in permutations([1, 2, 3], n) if ordered or list(c) == sorted(c)]
    assert sorted(seen) == sorted(expected)


def test_pin_and_differs() -> None:
    domain = Domain()
    pair = domain.selection("pair", "abc", ordered=True)
    question = Question(domain.constraints)
    answer = question.solve(extra=[domain.pin(pair, "ca")])
    assert domain.read(pair, answer.assignment) == Selection.of("c", "a")
    blocked = all_of(pair.count() == 2, domain.differs(pair, answer.assignment))
    others = [domain.read(pair, found).items for found in question.assignments(domain.variables, extra=[blocked])]
    assert sorted(others) == sorted(set(permutations("abc", 2)) - {("c", "a")})
    assert domain.pin(pair, "xa") is False
    assert domain.pin(pair, "aa") is False


def test_order() -> None:
    domain = Domain()
    layers = domain.order("layers", "abc")
    assert isinstance(layers.position("a"), Term)
    with pytest.raises(UnknownTruth, match="precedes"):
        list(layers)
    seen = []
    for found in fillings(domain):
        known = domain.read(layers, found)
        seen.append(known.items)
        assert known == Order.of(*known.items)
        assert hash(known) == hash(Order.of(*known.items))
        assert evaluate(layers.precedes("a", "b"), found) is known.precedes("a", "b")
        assert evaluate(domain.pin(layers, known), found) is True
    assert sorted(seen) == sorted(permutations("abc"))
    assert Order.of("b", "a").position("a") == 1
    with pytest.raises(ValueError, match="twice"):
        Order.of("a", "a")


def test_candidates_are_distinct() -> None:
    with pytest.raises(ValueError, match="twice"):
        Domain().selection("s", [1, 1])
