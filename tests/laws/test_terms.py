"""Laws of terms: folding, evaluation, the solver and brute force over small domains agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.evaluation import evaluate
from verifier.smt import Question
from verifier.term import (
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
)

NUMBERS = {"x": range(-2, 3), "y": range(3)}
TRUTHS = {"p": (False, True), "q": (False, True), "r": (False, True)}
VARIABLES = {name: variable(name) for name in NUMBERS} | {name: variable(name, "bool") for name in TRUTHS}
BOUNDS = [bound for name, values in NUMBERS.items() for bound in (VARIABLES[name] >= values[0], VARIABLES[name] <= values[-1])]
DOMAINS: dict[str, Sequence[int | bool]] = {**NUMBERS, **TRUTHS}
GRID: list[dict[str, int | bool]] = [dict(zip(DOMAINS, row, strict=True)) for row in product(*DOMAINS.values())]

# An expression is a name, a plain value, or an operator's name with expressions. Each operator has two meanings: ours,
# which takes terms and plain values, and Python's own.
OPERATORS: Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "all": (all_of, lambda *parts: all(parts)),
    "any": (any_of, lambda *parts: any(parts)),
    "&": (lambda a, b: a & b, lambda a, b: a and b),
    "|": (lambda a, b: a | b, lambda a, b: a or b),
    "not": (negate, lambda a: not a),
    "implies": (implies, lambda a, b: b if a else True),
    "ite": (ite, lambda c, a, b: a if c else b),
    "==": (lambda a, b: a == b, lambda a, b: a == b),
    "!=": (lambda a, b: a != b, lambda a, b: a != b),
    "<": (lambda a, b: a < b, lambda a, b: a < b),
    "<=": (lambda a, b: a <= b, lambda a, b: a <= b),
    ">": (lambda a, b: a > b, lambda a, b: a > b),
    ">=": (lambda a, b: a >= b, lambda a, b: a >= b),
    "+": (lambda a, b: a + b, lambda a, b: a + b),
    "-": (lambda a, b: a - b, lambda a, b: a - b),
    "neg": (lambda a: -a, lambda a: -a),
    "times": (lambda k, a: k * a, lambda k, a: k * a),
    "total": (lambda *parts: total(parts), lambda *parts: sum(parts)),
    "count": (lambda *parts: count(parts), lambda *parts: sum(map(bool, parts))),
    "at most": (lambda n, *parts: at_most(n, parts), lambda n, *parts: sum(parts) <= n),
    "at least": (lambda n, *parts: at_least(n, parts), lambda n, *parts: sum(parts) >= n),
    "smallest": (smallest, lambda *parts: min(parts)),
    "greatest": (greatest, lambda *parts: max(parts)),
}


def build(expression: Any, values: Mapping[str, Any], meaning: int = 0) -> Any:
    """The expression's value with our operators (0) or with Python's own (1)."""
    if isinstance(expression, str):
        return values[expression]
    if not isinstance(expression, tuple):
        return expression
    operator, *parts = expression
    return OPERATORS[operator][meaning](*(build(part, values, meaning) for part in parts))


def made(operators: Sequence[str], *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.tuples(st.sampled_from(operators), *parts)


def several(operators: Sequence[str], part: st.SearchStrategy[Any], *first: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.tuples(st.sampled_from(operators), st.tuples(*first), st.lists(part, min_size=1, max_size=4)).map(
        lambda row: (row[0], *row[1], *row[2])
    )


def expressions(depth: int) -> tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]:
    """Truths and numbers, no deeper than this."""
    truths: st.SearchStrategy[Any] = st.sampled_from([*TRUTHS, *TRUTHS, False, True])
    numbers: st.SearchStrategy[Any] = st.one_of(st.sampled_from([*NUMBERS]), st.integers(-3, 3))
    for _ in range(depth):
        t, n = truths, numbers
        truths = st.one_of(
            t,
            several(["all", "any"], t),
            made(["&", "|", "implies", "==", "!=", "<="], t, t),
            made(["not"], t),
            made(["ite"], t, t, t),
            made(["==", "!=", "<", "<=", ">", ">="], n, n),
            several(["at most", "at least"], t, n),
        )
        numbers = st.one_of(
            n,
            made(["+", "-"], n, n),
            made(["neg"], n),
            made(["times"], st.integers(-3, 3), n),
            made(["ite"], t, n, n),
            several(["total", "smallest", "greatest"], n),
            several(["count"], t),
        )
    return truths, numbers


TRUTH, NUMBER = expressions(3)


@given(st.one_of(TRUTH, NUMBER))
@settings(deadline=None)
def test_terms_evaluate_as_python_does(expression: Any) -> None:
    term = build(expression, VARIABLES)
    for values in GRID:
        expected = build(expression, values, 1)
        plain = build(expression, values)
        assert plain == expected
        assert isinstance(plain, int)
        assert evaluate(term, values) == expected


@given(st.lists(TRUTH, min_size=1, max_size=3))
@settings(deadline=None)
def test_solver_agrees_with_brute_force(chosen: list[Any]) -> None:
    question = Question(BOUNDS, [(str(i), build(expression, VARIABLES)) for i, expression in enumerate(chosen)])
    expected = [values for values in GRID if all(build(expression, values, 1) for expression in chosen)]
    answer = question.solve()
    assert answer.status == ("sat" if expected else "unsat")
    assert list(question.assignments(list(VARIABLES.values()))) == expected


@given(st.lists(st.tuples(st.sampled_from("abcdef"), TRUTH), min_size=1, max_size=7))
@settings(deadline=None)
def test_core_is_a_core_and_minimal(rules: list[tuple[str, Any]]) -> None:
    question = Question(BOUNDS, [(label, build(expression, VARIABLES)) for label, expression in rules])

    def possible(labels: Sequence[str]) -> bool:
        active = [expression for label, expression in rules if label in labels]
        return any(all(build(expression, values, 1) for expression in active) for values in GRID)

    core = question.core()
    assert (core is None) is possible(question.labels)
    if core is not None:
        assert not possible(core)
        assert all(possible(fewer) for fewer in combinations(core, len(core) - 1))
        left = list(question.labels)
        for label in reversed(question.labels):
            if not possible([other for other in left if other != label]):
                left.remove(label)
        assert core == tuple(left)


@given(TRUTH, st.lists(TRUTH, max_size=4))
@settings(deadline=None)
def test_fewest_misses_as_few_as_possible(must: Any, wishes: list[Any]) -> None:
    answer = Question([*BOUNDS, build(must, VARIABLES)]).fewest([build(wish, VARIABLES) for wish in wishes])
    missed = [sum(not build(wish, values, 1) for wish in wishes) for values in GRID if build(must, values, 1)]
    assert answer.status == ("sat" if missed else "unsat")
    if missed:
        assert answer.missed == min(missed)
        values = dict.fromkeys(VARIABLES, 0) | answer.assignment
        assert build(must, values, 1)
        assert sum(not build(wish, values, 1) for wish in wishes) == min(missed)


@given(TRUTH)
@settings(deadline=None)
def test_the_least_assignment_comes_first(expression: Any) -> None:
    question = Question(BOUNDS, [("must", build(expression, VARIABLES))])

    def size(values: Mapping[str, int | bool]) -> list[tuple[int, bool]]:
        return [(abs(values[term.name]), values[term.name] < 0) for term in question.variables]

    expected = sorted((values for values in GRID if build(expression, values, 1)), key=size)
    answer = question.solve()
    if expected:
        assert size(answer.assignment) == size(expected[0])


@given(st.one_of(TRUTH, NUMBER))
@settings(deadline=None)
def test_building_twice_gives_one_object(expression: Any) -> None:
    assert same(build(expression, VARIABLES), build(expression, VARIABLES))
