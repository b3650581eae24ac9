"""What terms are worth once their variables have values: how a solver's answer is replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from verifier.term import Number, Term, walk


def variables(*roots: object) -> tuple[Term, ...]:
    """The variables that occur in the roots, in the order in which they are first seen."""
    return tuple(term for term in walk(roots) if term.op == "variable")


def evaluate(term: Number, assignment: Mapping[str, int | bool]) -> int | bool:
    """The value of the term when its variables have the assigned values."""
    if not isinstance(term, Term):
        return term
    return evaluate_all(walk((term,)), assignment)[term]


def evaluate_all(order: Iterable[Term], assignment: Mapping[str, int | bool]) -> dict[Term, int | bool]:
    """The value of every term of a walk."""
    found: dict[Any, Any] = {}
    for term in order:
        op = term.op
        if op == "variable":
            if term.name not in assignment:
                raise KeyError(f"no value is assigned to `{term.name}`")
            value = assignment[term.name]
            found[term] = bool(value) if term.sort == "bool" else int(value)
            continue
        found[term] = _VALUES[op]([found[arg] if isinstance(arg, Term) else arg for arg in term.args])
    return found


_VALUES: Mapping[str, Callable[[list[Any]], Any]] = {
    "and": all,
    "or": any,
    "not": lambda args: not args[0],
    "ite": lambda args: args[1] if args[0] else args[2],
    "==": lambda args: args[0] == args[1],
    "<=": lambda args: args[0] <= args[1],
    "+": sum,
    "*": lambda args: args[0] * args[1],
}
