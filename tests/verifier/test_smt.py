"""Questions: answers, cores, fewest changes, enumeration, limits, and the text that another solver confirms."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cvc5
import pytest

from verifier import smt
from verifier.evaluation import evaluate
from verifier.smt import Question, SolverBug, Undecided
from verifier.term import Term, all_of, any_of, ite, smallest, total, variable
from verifier.unknown import Domain, Selection

x, y = variable("x"), variable("y")
p, q = variable("p", "bool"), variable("q", "bool")
BOUNDS = (x >= 0, x <= 9, y >= 0, y <= 9)


def cvc5_status(text: str) -> str:
    solver = cvc5.Solver(cvc5.TermManager())
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, parser.getSymbolManager()))
    return said.strip()


def test_sat_gives_every_variable_the_least_value() -> None:
    answer = Question(BOUNDS, [("sum", x + y == 5), ("free", any_of(p, ~p, q))]).solve()
    assert answer.status == "sat"
    assert answer.assignment == {"x": 0, "y": 5}
    assert Question((p | q,), [("far", x * 3 <= -5)]).solve().assignment == {"p": False, "q": True, "x": -2}
    assert Question((x * 3 >= 5,)).solve().assignment == {"x": 2}


def test_labels_choose_what_is_asked() -> None:
    question = Question(BOUNDS, [("low", x < 3), ("high", x > 5), ("low", y == 1)])
    assert question.labels == ("low", "high")
    assert question.solve().status == "unsat"
    assert question.solve(["high"]).assignment == {"x": 6, "y": 0}
    assert question.solve(["low"]).assignment == {"x": 0, "y": 1}
    assert question.solve(()).assignment == {"x": 0, "y": 0}
    with pytest.raises(ValueError, match="labelled `other`"):
        question.solve(["other"])


def test_extra_holds_for_one_query_only() -> None:
    question = Question(BOUNDS)
    z = variable("z")
    assert question.solve(extra=[x == 4, z == 7]).assignment == {"x": 4, "y": 0, "z": 7}
    assert question.solve(extra=[False]).status == "unsat"
    assert question.solve().assignment == {"x": 0, "y": 0}


def test_core_keeps_the_earliest_labels() -> None:
    rules = [("a", x >= 5), ("b", x <= 3), ("c", x <= 4), ("d", y == 2), ("e", x <= 2)]
    assert Question(BOUNDS, rules).core() == ("a", "b")
    assert Question(BOUNDS, rules[::-1]).core() == ("e", "a")
    assert Question(BOUNDS, rules).core(["a", "d"]) is None
    assert Question(BOUNDS, rules).core(["a", "d"], extra=[x + y < 7]) == ("a", "d")
    assert Question((*BOUNDS, x < y, y < x), rules).core() == ()
    assert Question((), [("never", False), ("always", True)]).core() == ("never",)


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    def question() -> tuple[Question, Domain, Selection[int]]:
        domain = Domain()
        chosen = domain.selection("chosen", range(7), ordered=True)
        rules = [
            ("few", chosen.at_most(3)),
            ("worth", chosen.total(lambda i: i) >= 11),
            ("last", chosen.before(4).count() == 2),
            ("not six", any_of(chosen.at_most(0, lambda i: i == 6), chosen.has(0))),
            ("pair", chosen.at_most(1, lambda i: i > 4)),
        ]
        return Question(domain.constraints, rules), domain, chosen

    fresh, _, _ = question()
    used, domain, chosen = question()
    for item in range(7):
        used.solve(extra=[chosen.has(item)], least=False)
        used.core(extra=[chosen.has(item), chosen.at_most(1)])
    for _, _ in zip(range(20), used.assignments(domain.variables, sort=False), strict=False):
        pass
    assert used.solve() == fresh.solve()
    few = [chosen.at_most(2)]
    assert used.core(extra=few) == fresh.core(extra=few) == ("last",)
    assert used.fewest([chosen.has(i) for i in range(7)]) == fresh.fewest([chosen.has(i) for i in range(7)])


def test_block() -> None:
    question = Question(BOUNDS, [("small", x <= 1)])
    assert question.solve().assignment["x"] == 0
    question.block(x != 0)
    assert question.solve().assignment["x"] == 1
    question.block(x != 1, "blocked")
    assert question.labels == ("small", "blocked")
    assert question.core() == ("small", "blocked")
    assert question.solve(["small"]).assignment["x"] == 1


def test_fewest() -> None:
    question = Question(BOUNDS, [("sum", x + y == 5)])
    answer = question.fewest([x == 1, y == 1, x == 4, p])
    assert (answer.status, answer.missed, answer.assignment) == ("sat", 1, {"x": 4, "y": 1, "p": True})
    assert question.fewest([]).missed == 0
    assert question.fewest([False, True]).missed == 1
    assert question.fewest([x == 1], extra=[x > 9]).status == "unsat"


def test_assignments() -> None:
    question = Question(BOUNDS, [("sum", x + y == 3), ("apart", x != y + 1)])
    assert list(question.assignments([x, y])) == [{"x": 0, "y": 3}, {"x": 1, "y": 2}, {"x": 3, "y": 0}]
    assert list(question.assignments([x], ["sum"])) == [{"x": value} for value in range(4)]
    assert len(list(question.assignments([x, p], sort=False))) == 6
    assert list(question.assignments([x], extra=[x > 3])) == []
    assert list(question.assignments([])) == [{}]
    with pytest.raises(ValueError, match="only variables"):
        question.assignments([x + y])  # type: ignore[list-item]


def test_enumeration_may_be_left_and_interleaved() -> None:
    question = Question((x >= 0,))
    first, second = (question.assignments([x], sort=False) for _ in range(2))
    seen = [next(first)["x"], next(second)["x"], next(first)["x"], next(second)["x"]]
    assert seen[0] != seen[2]
    assert seen[1] != seen[3]
    first.close()  # type: ignore[attr-defined]
    assert question.solve().assignment == {"x": 0}


def hard() -> Question:
    """Ten pigeons in nine holes."""
    names = [variable(f"pigeon {i}") for i in range(10)]
    places = [all_of(name >= 0, name <= 8) for name in names]
    return Question(places, [("apart", a != b) for i, a in enumerate(names) for b in names[:i]], limit=2000)


def test_a_tiny_limit_gives_unknown() -> None:
    assert hard().solve().status == "unknown"
    assert hard().fewest([p]).status == "unknown"
    with pytest.raises(Undecided, match="2000 steps"):
        hard().core()
    with pytest.raises(Undecided):
        hard().assignments([variable("pigeon 0")])


def test_a_model_that_does_not_hold_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smt._Solver, "model", lambda self, over: {term.name: 7 for term in over})
    with pytest.raises(SolverBug, match="does not hold"):
        Question((x <= 3,)).solve(least=False)


def test_one_name_has_one_sort() -> None:
    with pytest.raises(ValueError, match="both as a truth and as a number"):
        Question((variable("a") <= 3, variable("a", "bool"))).solve()
    with pytest.raises(TypeError, match="number where a truth is needed"):
        Question((x,)).solve()


def test_great_numbers() -> None:
    assert Question((x >= 2**70, x <= 2**70)).solve().assignment == {"x": 2**70}


def test_deep_terms() -> None:
    deep: Any = x
    for step in range(3000):
        deep = ite(deep <= step, deep + 1, y)
    question = Question((x == 0, y == 0), [("deep", deep >= 0)])
    assert question.solve().status == "sat"
    assert cvc5_status(question.smtlib()) == "sat"


QUESTIONS = {
    "sat": Question(BOUNDS, [("1.2a", x + 2 * y == 7), ("1.2a", ~p), ("x", x - y <= -1)]),
    "unsat": Question(BOUNDS, [("a b", x > y), ("and", y > x), ("odd |\\ label", p | q)]),
    "odd names": Question(
        (
            variable("let", "bool"),
            variable("|") > 2,
            variable("\\") < 2,
            variable("@a") == 1,
            variable("") < 0,
            variable("é") > 0,
        )
    ),
    "shared": Question(BOUNDS, [("least", smallest(x, y, 3) + total([p, q]) >= 5), ("false", ite(p, x == 3, q))]),
    "never": Question((), [("never", False)]),
    "nothing": Question(),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_another_solver_confirms(name: str) -> None:
    question = QUESTIONS[name]
    assert cvc5_status(question.smtlib()) == question.solve().status


def test_smtlib_names_the_obligations() -> None:
    text = QUESTIONS["sat"].smtlib()
    assert text.startswith("(set-logic QF_LIA)\n(declare-const |x#2| Int)\n")
    for label in ("|1.2a|", "|1.2a#2|", "|x|"):
        assert f":named {label}))" in text
    assert ":named |odd __ label|))" in QUESTIONS["unsat"].smtlib()


def test_orders() -> None:
    domain = Domain()
    layers = domain.order("layers", range(6))
    question = Question(domain.constraints, [(f"{a}<{b}", layers.precedes(a, b)) for a, b in pairwise(range(5))])
    found = [domain.read(layers, each).items for each in question.assignments(domain.variables)]
    assert len(found) == 6
    assert all(isinstance(layers.position(item), Term) for item in range(6))
    assert question.core(extra=[layers.precedes(3, 1)]) == ("1<2", "2<3")


def test_the_question_is_evaluated_on_its_assignment() -> None:
    answer = QUESTIONS["sat"].solve()
    assert evaluate(x + 2 * y, answer.assignment) == 7
