"""Terms fold, refuse to be read as plain values, and evaluate."""

from __future__ import annotations

import copy
import operator
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from verifier.evaluation import evaluate, variables
from verifier.term import (
    Term,
    UnknownTruth,
    all_different,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    greatest,
    implies,
    ite,
    negate,
    same,
    smallest,
    total,
    variable,
    walk,
)

x, y, x_again = variable("x"), variable("y"), variable("x")
p, q = variable("p", "bool"), variable("q", "bool")


@pytest.mark.parametrize(
    ("folded", "expected"),
    [
        (x + 0, x),
        (0 + x, x),
        (x * 1, x),
        (1 * x, x),
        (x * 0, 0),
        (x - x, 0),
        (0 - (-x), x),
        (x + y - y, x),
        (2 * x + 3 * x, 5 * x),
        (x + 1 + 2, x + 3),
        (all_of(), True),
        (any_of(), False),
        (all_of(p, True, p), p),
        (all_of(p, False), False),
        (any_of(p, True), True),
        (any_of(False, p, p), p),
        (all_of(p, ~p), False),
        (any_of(~p, p), True),
        (all_of(all_of(p, q), p), all_of(p, q)),
        (~~p, p),
        (x == x_again, True),
        (x != x_again, False),
        (x <= x_again, True),
        (x < x_again, False),
        (x + 1 <= x, False),
        (x + 1 > x, True),
        (x + 1 <= 3, x <= 2),
        (x - y <= 0, x <= y),
        (p == bool(1), p),
        (p == bool(0), ~p),
        (p == variable("p", "bool"), True),
        (p + 0 == 1, p),
        (p + 0 >= 1, p),
        (2 * p <= 1, ~p),
        (p + 0 > 1, False),
        (ite(True, x, y), x),
        (ite(p, x, x), x),
        (ite(~p, x, y), ite(p, y, x)),
        (ite(p, True, False), p),
        (ite(p, q, False), all_of(p, q)),
        (ite(p, True, 1), 1),
        (implies(p, True), True),
        (implies(False, p), True),
        (implies(True, p), p),
        (at_most(2, [p, q]), True),
        (at_most(0, [True, p]), False),
        (at_most(0, [p, q]), ~any_of(p, q)),
        (at_least(0, [p]), True),
        (at_least(3, [p, q]), False),
        (at_least(1, [p, q]), any_of(p, q)),
        (at_least(2, [p, q]), all_of(p, q)),
        (at_least(2, [p, True, False]), p),
        (smallest(3, x, 2), smallest(2, x)),
        (smallest(x), x),
        (all_different(x, y, x), False),
    ],
)
def test_folding(folded: object, expected: object) -> None:
    assert same(folded, expected), (folded, expected)


@pytest.mark.parametrize(
    ("made", "plain"),
    [
        (all_of(True, True), True),
        (any_of(False, False), False),
        (negate(True), False),
        (implies(True, False), False),
        (ite(False, 1, 2), 2),
        (count([True, False, True]), 2),
        (total([1, 2, True]), 4),
        (at_most(1, [True, True]), False),
        (at_least(1, [True, True]), True),
        (smallest(3, 1, 2), 1),
        (greatest(3, 1, 2), 3),
        (all_different(1, 2, 3), True),
    ],
)
def test_plain_values_stay_plain(made: object, plain: object) -> None:
    assert type(made) is type(plain)
    assert made == plain


@pytest.mark.parametrize(
    "read",
    [
        bool,
        int,
        range,
        list,
        operator.not_,
        lambda t: 3 in t,
        lambda t: t in [y, x],
        lambda t: [1, 2][t],
        lambda t: max(t, 3),
    ],
)
def test_reading_an_unknown_value_raises(read: Callable[[Any], object]) -> None:
    with pytest.raises(UnknownTruth, match="use "):
        read(x)


def test_the_message_names_the_combinators() -> None:
    with pytest.raises(UnknownTruth, match=r"`\(x > 3\)`.*all_of, any_of, negate, implies or ite"):
        bool(x > 3)


def test_what_is_not_a_number_is_not_equal() -> None:
    assert (x == "x") is False
    assert (x != ()) is True
    with pytest.raises(TypeError, match="whole numbers"):
        operator.eq(x, 1.5)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: x * y,
        lambda: all_of(x),
        lambda: ~x,
        lambda: x & p,
        lambda: ite(x, 1, 2),
        lambda: operator.add(x, "1"),
        lambda: count([x]),
    ],
)
def test_wrong_sorts_are_type_errors(wrong: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        wrong()


def test_terms_are_one_object_for_one_structure() -> None:
    term = ite(p, x + 1, y) <= 2 * x
    again = ite(p, x + 1, y) <= 2 * x
    assert term is again
    assert hash(term) == hash(again)
    assert pickle.loads(pickle.dumps(term)) is term
    assert copy.deepcopy(term) is term


def test_terms_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        x.name = "z"


def test_repr_is_readable() -> None:
    assert repr(all_of(x + 1 < 2 * y, ~p, x != 3)) == "(((x + 1) < (2*y)) & ~p & (x != 3))"
    assert repr(ite(p, x - 2, 0) >= 1) == "(ite(p, (x - 2), 0) >= 1)"


def test_evaluate() -> None:
    term = ite(p, total([x, 2 * y, q]), smallest(x, y)) > 4
    assert evaluate(term, {"x": 1, "y": 2, "p": True, "q": False}) is True
    assert evaluate(term, {"x": 1, "y": 2, "p": False, "q": False}) is False
    assert evaluate(7, {}) == 7
    with pytest.raises(KeyError, match="`x`"):
        evaluate(term, {"y": 0, "p": True, "q": True})


def test_variables_come_in_the_order_first_seen() -> None:
    assert [v.name for v in variables(all_of(y <= 1, p, x + y == 3))] == ["y", "p", "x"]
    assert variables(True) == ()


def test_deep_terms() -> None:
    deep: Any = x
    for step in range(3000):
        deep = ite(deep <= step, deep + y, y)
    assert len(walk((deep,))) > 3000
    assert isinstance(evaluate(deep, {"x": 1, "y": 2}), int)
    assert pickle.loads(pickle.dumps(deep)) is deep
    assert len(repr(deep)) < 2000
    assert isinstance(deep, Term)


def test_plain_evaluation_does_not_import_z3() -> None:
    code = "import sys, verifier.term, verifier.unknown, verifier.smt; sys.exit('z3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
