"""Questions to the solver: the only module that imports z3, and only when the first question is asked.

Answers depend on the question alone. Every `Question` has a z3 context of its own with fixed seeds, and work is limited by
z3's own count of steps, not by time. A model is moved to the least one before it is shown (see `solve`), and a core is the
one that deletion in the order of the labels gives (see `core`): both are fixed by what is true, not by how z3 found it.
What may depend on earlier queries is whether a query very near to the limit is decided.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import c_int64
from typing import Any, Literal, NamedTuple, TypeAlias

from verifier.evaluation import evaluate_all
from verifier.term import Term, Truth, any_of, at_most, negate, walk

Assignment: TypeAlias = dict[str, int | bool]
Status: TypeAlias = Literal["sat", "unsat", "unknown"]
LIMIT = 20_000_000


class SolverBug(AssertionError):
    """Raised if a model of the solver does not satisfy what it was asked for."""


class Undecided(Exception):
    """Raised if a question cannot be decided within its limit."""


class Answer(NamedTuple):
    """What the solver says: on "sat" a value for every variable, and how many soft truths it misses."""

    status: Status
    assignment: Assignment
    missed: int = 0


class Question:
    """Constraints that must hold, and obligations under labels that may be asked for together or apart.

    Obligations that share a label are asked for together. `limit` bounds each single query, in steps of the solver.
    """

    def __init__(
        self, constraints: Iterable[Truth] = (), obligations: Iterable[tuple[str, Truth]] = (), limit: int = LIMIT
    ) -> None:
        self._constraints: list[Truth] = list(constraints)
        self._obligations: dict[str, list[Truth]] = {}
        for label, truth in obligations:
            self._obligations.setdefault(label, []).append(truth)
        self._limit = limit
        self._solver: _Solver | None = None
        self._order: list[Term] | None = None
        self._known: frozenset[Term] = frozenset()

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, in the order in which they were first given."""
        return tuple(self._obligations)

    @property
    def variables(self) -> tuple[Term, ...]:
        """The variables of constraints and obligations, in the order in which they are first seen."""
        return tuple(term for term in self._walked() if term.op == "variable")

    def solve(self, labels: Iterable[str] | None = None, extra: Sequence[Truth] = (), least: bool = True) -> Answer:
        """Whether the constraints, the obligations of these labels (None: all) and the extra truths can hold together.

        The assignment is the least one: variable by variable, in the order of `variables`, False before True and small
        numbers before great ones (0, 1, -1, 2, …). With `least` off it is any one, which may depend on what was asked
        before, and costs one query instead of one or more for each variable. An assignment is evaluated on everything
        that it must satisfy before it is returned.
        """
        return self._answer(self._active(labels), extra, None if least else ())

    def core(self, labels: Iterable[str] | None = None, extra: Sequence[Truth] = ()) -> tuple[str, ...] | None:
        """The labels of a minimal set of obligations that cannot hold together; None if all can.

        Labels are dropped from the last to the first wherever the rest is still unsatisfiable, so the earliest survive.
        An empty core means that the constraints and the extra truths alone cannot hold. Raises Undecided at the limit.
        """
        left = self._active(labels)
        kept: list[str] = []
        solver = self._ready()
        with solver.scope(extra):
            status = solver.check(left)
            if status == "sat":
                return None
            enough = solver.core() if status == "unsat" else set()
            while left and status != "unknown":
                last = left.pop()
                if last not in enough:
                    continue
                status = solver.check([*left, *kept])
                if status == "sat":
                    kept.insert(0, last)
                elif status == "unsat":
                    enough = solver.core()
        if status == "unknown":
            raise Undecided(f"not decided within {self._limit} steps of the solver")
        return tuple(kept)

    def block(self, term: Truth, label: str | None = None) -> None:
        """Nothing; the term is from now on a constraint, or an obligation under the label, which may be a new one."""
        if label is None:
            self._constraints.append(term)
        else:
            self._obligations.setdefault(label, []).append(term)
        self._order = None
        if self._solver is not None:
            self._solver.add(term, label)

    def fewest(self, softs: Sequence[Truth], labels: Iterable[str] | None = None, extra: Sequence[Truth] = ()) -> Answer:
        """The least answer that makes as few of the soft truths false as possible; `missed` says how many."""
        active = self._active(labels)
        answer = self.solve(active, extra, least=False)
        if answer.status != "sat":
            return answer
        wrong = [negate(soft) for soft in softs]
        for missed in range(len(wrong) + 1):
            answer = self.solve(active, (*extra, at_most(missed, wrong)))
            if answer.status != "unsat":
                return answer._replace(missed=missed) if answer.status == "sat" else answer
        raise SolverBug("every soft truth may be missed, yet nothing was found")

    def assignments(
        self, over: Sequence[Term], labels: Iterable[str] | None = None, extra: Sequence[Truth] = (), sort: bool = True
    ) -> Iterator[Assignment]:
        """All assignments of these variables that can be completed, each once, in ascending order.

        With `sort` off each comes as soon as it is found, in an order that may depend on what was asked before. Raises
        Undecided at the limit, and never ends if infinitely many values are possible.
        """
        if any(term.op != "variable" for term in over):
            raise ValueError("only variables have assignments")
        each = self._found(over, [*self._active(labels), object()], extra)
        return iter(sorted(each, key=lambda found: tuple(found.values()))) if sort else each

    def _found(self, over: Sequence[Term], active: Sequence[Any], extra: Sequence[Truth]) -> Iterator[Assignment]:
        seen: set[tuple[int | bool, ...]] = set()
        solver = self._ready()
        try:
            while (answer := self._answer(active, extra, (), over)).status == "sat":
                found = {term.name: answer.assignment[term.name] for term in over}
                if tuple(found.values()) in seen:
                    raise SolverBug(f"the solver gave {found} twice")
                seen.add(tuple(found.values()))
                solver.add(any_of(*(term != found[term.name] for term in over)), active[-1])
                yield found
            if answer.status == "unknown":
                raise Undecided(f"not decided within {self._limit} steps of the solver")
        finally:
            solver.retire(active[-1])

    def smtlib(self) -> str:
        """The question as SMT-LIB 2 text, satisfiable iff all obligations can hold together.

        It is written from the terms, not by z3, so another solver that reads it is an independent check.
        """
        return _Script(self._constraints, self._obligations).text()

    def _answer(
        self, active: Sequence[Any], extra: Sequence[Truth], least: Sequence[Term] | None, more: Sequence[Term] = ()
    ) -> Answer:
        solver = self._ready()
        order = [*self._walked(), *(term for term in walk((*extra, *more)) if term not in self._known)]
        solver.translate(order)
        over = [term for term in order if term.op == "variable"]
        with solver.scope(extra):
            status = solver.check(active)
            if status != "sat":
                return Answer(status, {})
            found = solver.model(over)
            if not solver.lower(active, over if least is None else least, over, found):
                return Answer("unknown", {})
        value = evaluate_all(order, found)
        parts = (part for label in active for part in self._obligations.get(label, ()))
        for truth in (*self._constraints, *parts, *extra):
            if not (value[truth] if isinstance(truth, Term) else truth):
                raise SolverBug(f"`{truth}` does not hold under {found}")
        return Answer("sat", found)

    def _active(self, labels: Iterable[str] | None) -> list[Any]:
        if labels is None:
            return list(self._obligations)
        wanted = set(labels)
        if missing := wanted - self._obligations.keys():
            raise ValueError(f"there is no obligation labelled `{min(missing)}`")
        return [label for label in self._obligations if label in wanted]

    def _walked(self) -> list[Term]:
        if self._order is None:
            self._order = walk((*self._constraints, *(part for parts in self._obligations.values() for part in parts)))
            self._known = frozenset(self._order)
        return self._order

    def _ready(self) -> _Solver:
        if self._solver is None:
            self._solver = _Solver(self._limit)
            for constraint in self._constraints:
                self._solver.add(constraint, None)
            for label, parts in self._obligations.items():
                for part in parts:
                    self._solver.add(part, label)
        return self._solver


class _Solver:
    """One z3 solver in a context of its own; every label is an assumption."""

    def __init__(self, limit: int) -> None:
        import z3

        self.z3: Any = z3
        self.context: Any = z3.Context()
        self.solver: Any = z3.SimpleSolver(ctx=self.context)
        self.solver.set("random_seed", 0)
        self.solver.set("rlimit", limit)
        self.solver.set("ctrl_c", False)  # z3 would swallow the interrupt and say "unknown"
        self.made: dict[Any, Any] = {}
        self.sorts: dict[str, str] = {}
        self.literals: dict[Hashable, Any] = {}
        self.owners: dict[int, Hashable] = {}

    def add(self, truth: Truth, label: Hashable) -> None:
        formula = self.formula(truth)
        self.solver.add(formula if label is None else self.z3.Implies(self.literal(label), formula, self.context))

    def literal(self, label: Hashable) -> Any:
        if label not in self.literals:
            made = self.z3.Bool(f"label {len(self.literals)}", self.context)
            self.literals[label] = made
            self.owners[made.get_id()] = label
        return self.literals[label]

    def retire(self, label: Hashable) -> None:
        self.solver.add(self.z3.Not(self.literal(label), self.context))

    @contextmanager
    def scope(self, extra: Sequence[Truth]) -> Iterator[None]:
        if not extra:
            yield
            return
        formulas = [self.formula(truth) for truth in extra]
        self.solver.push()
        try:
            self.solver.add(*formulas)
            yield
        finally:
            self.solver.pop()

    def check(self, active: Iterable[Hashable], *more: Any) -> Status:
        result = self.solver.check(*[self.literal(label) for label in active], *more)
        if result == self.z3.sat:
            return "sat"
        return "unsat" if result == self.z3.unsat else "unknown"

    def core(self) -> set[Hashable]:
        """The labels that z3 needed for its last answer "unsat"."""
        return {self.owners[literal.get_id()] for literal in self.solver.unsat_core()}

    def model(self, over: Iterable[Term]) -> Assignment:
        """The value of each variable in z3's last model; what the model leaves open is False or 0."""
        z3, context, model = self.z3, self.context.ref(), self.solver.model()
        found: Assignment = {}
        number = c_int64()
        for term in over:
            value = z3.Z3_model_get_const_interp(context, model.model, self.made[term].decl().ast)
            if not value:
                found[term.name] = False if term.sort == "bool" else 0
            elif term.sort == "bool":
                found[term.name] = z3.Z3_get_bool_value(context, value) == 1
            elif z3.Z3_get_numeral_int64(context, value, number):
                found[term.name] = number.value
            else:
                found[term.name] = int(z3.Z3_get_numeral_string(context, value))
        return found

    def lower(self, active: Sequence[Hashable], least: Sequence[Term], over: Sequence[Term], found: Assignment) -> bool:
        """True once the assignment is replaced by the least one; False if the limit was hit on the way."""
        if not any(found[term.name] for term in least):
            return True
        self.solver.push()
        try:
            for place, term in enumerate(least):
                if not any(found[later.name] for later in least[place:]):
                    break
                if not self.lower_one(active, term, over, found):
                    return False
                self.solver.add(self.made[term] == found[term.name])
        finally:
            self.solver.pop()
        return True

    def lower_one(self, active: Sequence[Hashable], term: Term, over: Sequence[Term], found: Assignment) -> bool:
        x, z3 = self.made[term], self.z3

        def can(formula: Any) -> bool | None:
            status = self.check(active, formula)
            if status == "sat":
                found.update(self.model(over))
            return None if status == "unknown" else status == "sat"

        if term.sort == "bool":
            return not found[term.name] or can(z3.Not(x)) is not None
        low, high = 0, abs(found[term.name])
        while low < high:
            middle = (low + high) // 2
            smaller = can(z3.And(x >= -middle, x <= middle))
            if smaller is None:
                return False
            low, high = (low, abs(found[term.name])) if smaller else (middle + 1, high)
        return found[term.name] >= 0 or can(x == high) is not None

    def formula(self, truth: Truth) -> Any:
        if not isinstance(truth, Term):
            return self.z3.BoolVal(bool(truth), self.context)
        if truth.sort != "bool":
            raise TypeError(f"`{truth}` is a number where a truth is needed")
        if truth not in self.made:
            self.translate(walk((truth,)))
        return self.made[truth]

    def translate(self, order: Iterable[Term]) -> None:
        for term in order:
            if term not in self.made:
                self.made[term] = self.translated(term)

    def translated(self, term: Term) -> Any:
        z3, op = self.z3, term.op
        if op == "variable":
            if self.sorts.setdefault(term.name, term.sort) != term.sort:
                raise ValueError(f"`{term.name}` is used both as a truth and as a number")
            return (z3.Bool if term.sort == "bool" else z3.Int)(f"value {term.name}", self.context)
        args = [self.made[arg] if isinstance(arg, Term) else z3.IntVal(arg, self.context) for arg in term.args]
        if op in ("and", "or"):
            return (z3.And if op == "and" else z3.Or)(args)
        if op == "+":
            return z3.Sum(args)
        if op == "not":
            return z3.Not(args[0])
        if op == "ite":
            return z3.If(*args)
        return _BINARY[op](*args)


_BINARY: Mapping[str, Any] = {"==": operator.eq, "<=": operator.le, "*": operator.mul}

_RESERVED = (
    "! _ and as assert BINARY Bool check-sat DECIMAL declare-const define-fun distinct div exists false forall "
    "HEXADECIMAL Int ite let match mod abs not NUMERAL or par set-logic STRING true xor => = + - * < <= > >="
)


class _Script:
    """Writes a question as SMT-LIB text; what occurs more than once, or is long, gets a definition of its own."""

    def __init__(self, constraints: Sequence[Truth], obligations: Mapping[str, Sequence[Truth]]) -> None:
        self.taken = set(_RESERVED.split())
        self.names = {(label, n): self.symbol(label) for label, parts in obligations.items() for n in range(len(parts))}
        self.constraints = constraints
        self.obligations = obligations
        self.lines = ["(set-logic QF_LIA)"]
        self.texts: dict[Any, str] = {}

    def symbol(self, name: str) -> str:
        """A quoted symbol that is not taken yet."""
        plain = "".join(c if c.isprintable() and c not in "|\\" else "_" for c in name)
        if plain[:1] in ("", "@", "."):
            plain = "_" + plain
        chosen, number = plain, 1
        while chosen in self.taken:
            number += 1
            chosen = f"{plain}#{number}"
        self.taken.add(chosen)
        return f"|{chosen}|"

    def text(self) -> str:
        """The whole script."""
        roots = [*self.constraints, *(part for parts in self.obligations.values() for part in parts)]
        order = walk(roots)
        uses = Counter(arg for term in order for arg in term.args if isinstance(arg, Term))
        for term in order:
            if term.op == "variable":
                self.texts[term] = self.symbol(term.name)
                self.lines.append(f"(declare-const {self.texts[term]} {term.sort.capitalize()})")
        for term in order:
            if term.op != "variable":
                text = f"({_SYMBOLS.get(term.op, term.op)} {' '.join(map(self.written, term.args))})"
                if uses[term] > 1 or len(text) > 1000:
                    name = self.symbol("part")
                    self.lines.append(f"(define-fun {name} () {term.sort.capitalize()} {text})")
                    text = name
                self.texts[term] = text
        self.lines.extend(f"(assert {self.written(constraint)})" for constraint in self.constraints)
        for label, parts in self.obligations.items():
            for n, part in enumerate(parts):
                self.lines.append(f"(assert (! {self.written(part)} :named {self.names[label, n]}))")
        return "\n".join([*self.lines, "(check-sat)", ""])

    def written(self, value: Any) -> str:
        if isinstance(value, Term):
            return self.texts[value]
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value) if value >= 0 else f"(- {-value})"


_SYMBOLS = {"==": "="}
