"""Expressions over unknown values.

A rule is written with the functions of this module. Plain values in give a plain bool or int out; as soon as something is
unknown, a `Term` comes out instead, which a solver can reason about and `evaluate` can compute under an assignment.
Terms of the same structure are one object, and sums and comparisons are kept linear, so `x + 1 <= x` is plain False.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn, Self, TypeAlias, TypeGuard, overload
from weakref import WeakValueDictionary


class UnknownTruth(TypeError):
    """Raised where Python asks for the value of something that is unknown."""


class Term:
    """An unknown bool or int: an operator over other terms and plain ints, or a named variable.

    `==` gives a term, not an answer, so terms hash by identity; `same` compares structure. Operators are "variable",
    "not", "and", "or", "ite", "==", "<=", "+" and "*" (a plain factor first); everything else is written in these.
    """

    __slots__ = ("__weakref__", "args", "name", "op", "sort")

    op: str
    sort: str
    args: tuple[Any, ...]
    name: str

    def __new__(cls, op: str, sort: str, args: tuple[Any, ...] = (), name: str = "") -> Self:
        """The term of that structure, the same object each time."""
        key = (op, sort, name, *[id(arg) if isinstance(arg, Term) else (arg,) for arg in args])
        self: Self | None = _interned.get(key)
        if self is not None:
            return self
        self = object.__new__(cls)
        for slot, value in (("op", op), ("sort", sort), ("args", args), ("name", name)):
            object.__setattr__(self, slot, value)
        _interned[key] = self
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a term cannot be changed: `{name}`")

    def __add__(self, other: Number) -> Number:
        return _sum(((1, self), (1, other))) if is_number(other) else NotImplemented

    def __radd__(self, other: Number) -> Number:
        return _sum(((1, other), (1, self))) if is_number(other) else NotImplemented

    def __sub__(self, other: Number) -> Number:
        return _sum(((1, self), (-1, other))) if is_number(other) else NotImplemented

    def __rsub__(self, other: Number) -> Number:
        return _sum(((1, other), (-1, self))) if is_number(other) else NotImplemented

    def __neg__(self) -> Number:
        return _sum(((-1, self),))

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Term):
            raise TypeError(f"cannot multiply the unknown `{self}` by the unknown `{other}`: one side must be plain")
        return _sum(((int(other), self),)) if isinstance(other, int) else NotImplemented

    __rmul__ = __mul__

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        if is_number(other):
            return _equal(self, other)
        if isinstance(other, (float, complex)):
            raise TypeError(f"cannot compare `{self}` with `{other}`: terms are bools and whole numbers")
        return NotImplemented

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        result = self.__eq__(other)
        return result if result is NotImplemented else negate(result)

    def __le__(self, other: Number) -> Truth:
        return _at_most(self, other) if is_number(other) else NotImplemented

    def __ge__(self, other: Number) -> Truth:
        return _at_most(other, self) if is_number(other) else NotImplemented

    def __lt__(self, other: Number) -> Truth:
        return negate(_at_most(other, self)) if is_number(other) else NotImplemented

    def __gt__(self, other: Number) -> Truth:
        return negate(_at_most(self, other)) if is_number(other) else NotImplemented

    def __and__(self, other: Truth) -> Truth:
        return all_of(self, other)

    def __rand__(self, other: Truth) -> Truth:
        return all_of(other, self)

    def __or__(self, other: Truth) -> Truth:
        return any_of(self, other)

    def __ror__(self, other: Truth) -> Truth:
        return any_of(other, self)

    def __invert__(self) -> Truth:
        return negate(self)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __bool__(self) -> NoReturn:
        raise UnknownTruth(
            f"whether `{self}` holds is unknown: use all_of, any_of, negate, implies or ite instead of and, or, not, if and in"
        )

    def __int__(self) -> NoReturn:
        raise UnknownTruth(f"the number `{self}` is unknown: use total, count, ite, smallest or greatest")

    __index__ = __int__

    def __iter__(self) -> NoReturn:
        raise UnknownTruth(f"`{self}` has no members: use a Selection, with has, total, count, any and all")

    def __contains__(self, item: object) -> NoReturn:
        self.__iter__()

    def __reduce__(self) -> tuple[Callable[..., Term], tuple[object, ...]]:
        order = walk((self,))
        place = {term: index for index, term in enumerate(order)}
        rows = [(t.op, t.sort, tuple((place[a],) if isinstance(a, Term) else a for a in t.args), t.name) for t in order]
        return _restore, (tuple(rows),)

    def __repr__(self) -> str:
        texts: dict[Term, str] = {}
        for term in walk((self,)):
            text = _text(term, texts)
            texts[term] = text if len(text) <= 600 else "(…)"
        return texts[self]


Truth: TypeAlias = "bool | Term"
Number: TypeAlias = "int | Term"

_interned: WeakValueDictionary[tuple[object, ...], Any] = WeakValueDictionary()


def _restore(rows: Sequence[tuple[str, str, tuple[Any, ...], str]]) -> Term:
    made: list[Term] = []
    for op, sort, args, name in rows:
        made.append(Term(op, sort, tuple(made[a[0]] if isinstance(a, tuple) else a for a in args), name))
    return made[-1]


def variable(name: str, sort: str = "int") -> Term:
    """The unknown of that name; `sort` is "int" or "bool"."""
    if sort not in ("int", "bool"):
        raise ValueError(f"unknown sort `{sort}`: a variable is int or bool")
    return Term("variable", sort, (), name)


def is_number(value: object) -> TypeGuard[Number]:
    """True for a plain int or bool and for a term."""
    return isinstance(value, (int, Term))


def same(a: object, b: object) -> bool:
    """True if both are the same term, or plain values that are equal and of one type."""
    if a is b:
        return True
    if a.__class__ is not b.__class__ or isinstance(a, Term):
        return False
    try:
        return bool(a == b)
    except UnknownTruth:
        return False


def all_of(*parts: Truth) -> Truth:
    """True if every part is; a term if that depends on something unknown."""
    unknown: list[Term] = []
    for part in parts:
        if isinstance(part, Term):
            unknown.append(part)
        elif not part:
            return False
    return _junction("and", unknown) if unknown else True


def any_of(*parts: Truth) -> Truth:
    """True if some part is; a term if that depends on something unknown."""
    unknown: list[Term] = []
    for part in parts:
        if isinstance(part, Term):
            unknown.append(part)
        elif part:
            return True
    return _junction("or", unknown) if unknown else False


def negate(x: Truth) -> Truth:
    """The opposite truth."""
    if not isinstance(x, Term):
        return not x
    _need_bool(x)
    opposite: Term = x.args[0] if x.op == "not" else Term("not", "bool", (x,))
    return opposite


def implies(a: Truth, b: Truth) -> Truth:
    """True unless a holds and b does not."""
    return any_of(negate(a), b)


@overload
def ite(condition: Truth, a: Truth, b: Truth) -> Truth: ...
@overload
def ite(condition: Truth, a: Number, b: Number) -> Number: ...
@overload
def ite(condition: Truth, a: Any, b: Any) -> Any: ...
def ite(condition: Truth, a: Any, b: Any) -> Any:
    """a if the condition holds, otherwise b; of values that are no numbers, a `Choice`."""
    if not isinstance(condition, Term):
        return a if condition else b
    _need_bool(condition)
    if same(a, b):
        return a
    if not (is_number(a) and is_number(b)):
        from verifier.unknown import chosen

        return chosen(((condition, a), (negate(condition), b)))
    if condition.op == "not":
        condition, a, b = condition.args[0], b, a
    if _is_bool(a) and _is_bool(b):
        if not isinstance(a, Term):
            return any_of(condition, b) if a else all_of(negate(condition), b)
        if not isinstance(b, Term):
            return implies(condition, a) if b else all_of(condition, a)
        return Term("ite", "bool", (condition, a, b))
    a, b = _whole(a), _whole(b)
    return a if same(a, b) else Term("ite", "int", (condition, a, b))


def _junction(op: str, parts: Iterable[Term]) -> Truth:
    kept: dict[Term, bool] = {}
    members: list[Term] = []
    for part in parts:
        _need_bool(part)
        for member in part.args if part.op == op else (part,):
            positive = member.op != "not"
            base = member if positive else member.args[0]
            before = kept.setdefault(base, positive)
            if before is not positive:
                return op == "or"
            if len(kept) > len(members):
                members.append(member)
    return members[0] if len(members) == 1 else Term(op, "bool", tuple(members))


def _need_bool(x: Term) -> None:
    if x.sort != "bool":
        raise TypeError(f"`{x}` is a number where a truth is needed: compare it with something")


def _is_bool(x: Number) -> TypeGuard[Truth]:
    return x.sort == "bool" if isinstance(x, Term) else isinstance(x, bool)


def total(parts: Iterable[Number]) -> Number:
    """The sum of the parts; a truth counts as 0 or 1."""
    known = 0
    unknown: list[tuple[int, Number]] = []
    for part in parts:
        if isinstance(part, Term):
            unknown.append((1, part))
        else:
            known += part
    if not unknown:
        return known
    unknown.append((1, known))
    return _sum(unknown)


def count(parts: Iterable[Truth]) -> Number:
    """How many of the parts hold."""
    known, unknown = _split(parts)
    return known if not unknown else _sum([*((1, part) for part in unknown), (1, known)])


def at_most(limit: Number, parts: Iterable[Truth]) -> Truth:
    """True if no more than `limit` of the parts hold."""
    known, unknown = _split(parts)
    room = limit - known
    if isinstance(room, Term):
        return _at_most(count(unknown), room)
    if room < 0 or room >= len(unknown):
        return room >= 0
    return negate(any_of(*unknown)) if room == 0 else _at_most(count(unknown), room)


def at_least(limit: Number, parts: Iterable[Truth]) -> Truth:
    """True if `limit` or more of the parts hold."""
    known, unknown = _split(parts)
    missing = limit - known
    if isinstance(missing, Term):
        return _at_most(missing, count(unknown))
    if missing <= 0 or missing > len(unknown):
        return missing <= 0
    if missing == 1:
        return any_of(*unknown)
    return all_of(*unknown) if missing == len(unknown) else _at_most(missing, count(unknown))


def smallest(*xs: Number) -> Number:
    """The least of the numbers."""
    return _first(xs, _at_most) if any(isinstance(x, Term) for x in xs) else min(xs)


def greatest(*xs: Number) -> Number:
    """The greatest of the numbers."""
    if not any(isinstance(x, Term) for x in xs):
        return max(xs)
    return _first(xs, lambda a, b: _at_most(b, a))


def all_different(*xs: Number) -> Truth:
    """True if no two of the numbers are equal."""
    return all_of(*(negate(a == b) for i, a in enumerate(xs) for b in xs[:i]))


def _split(parts: Iterable[Truth]) -> tuple[int, list[Term]]:
    known = 0
    unknown: list[Term] = []
    for part in parts:
        if isinstance(part, Term):
            _need_bool(part)
            unknown.append(part)
        elif part:
            known += 1
    return known, unknown


def _first(xs: Sequence[Number], goes_first: Callable[[Number, Number], Truth]) -> Number:
    if not xs:
        raise ValueError("the smallest or greatest of no numbers was asked for")
    result, *others = sorted(xs, key=lambda x: isinstance(x, Term))
    for x in others:
        result = ite(goes_first(result, x), result, x)
    return result


def _whole(x: Number) -> Number:
    if not isinstance(x, Term):
        return int(x)
    return Term("ite", "int", (x, 1, 0)) if x.sort == "bool" else x


def _linear(parts: Iterable[tuple[int, Number]]) -> tuple[dict[Term, int], int]:
    factors: dict[Term, int] = {}
    constant = 0
    for factor, part in parts:
        whole = _whole(part)
        for piece in whole.args if isinstance(whole, Term) and whole.op == "+" else (whole,):
            if not isinstance(piece, Term):
                constant += factor * piece
            elif piece.op == "*":
                times, atom = piece.args
                factors[atom] = factors.get(atom, 0) + factor * times
            else:
                factors[piece] = factors.get(piece, 0) + factor
    return {atom: factor for atom, factor in factors.items() if factor}, constant


def _combine(factors: dict[Term, int], constant: int) -> Number:
    pieces: list[Number] = [atom if times == 1 else Term("*", "int", (times, atom)) for atom, times in factors.items()]
    if constant or not pieces:
        pieces.append(constant)
    return pieces[0] if len(pieces) == 1 else Term("+", "int", tuple(pieces))


def _sum(parts: Iterable[tuple[int, Number]]) -> Number:
    return _combine(*_linear(parts))


def _sides(a: Number, b: Number) -> tuple[Number, Number]:
    """a and b with everything that occurs in both taken away, without negative factors where that can be."""
    factors, constant = _linear(((1, a), (-1, b)))
    left = {atom: factor for atom, factor in factors.items() if factor > 0}
    right = {atom: -factor for atom, factor in factors.items() if factor < 0}
    on_left = not left or (bool(right) and constant > 0)
    return _combine(left, constant if on_left else 0), _combine(right, 0 if on_left else -constant)


def _at_most(a: Number, b: Number) -> Truth:
    return _compared("<=", *_sides(a, b), operator.le)


def _equal(a: Number, b: Number) -> Truth:
    if not (_is_bool(a) and _is_bool(b)):
        return _compared("==", *_sides(a, b), operator.eq)
    if isinstance(a, Term) and isinstance(b, Term):
        return True if a is b else Term("==", "bool", (a, b))
    return negate(b) if a is False else b if a is True else negate(a) if b is False else a


def _compared(op: str, left: Number, right: Number, compare: Callable[[Any, Any], bool]) -> Truth:
    if not isinstance(left, Term) and not isinstance(right, Term):
        return compare(left, right)
    if not isinstance(right, Term):
        condition, a, b = _two_cases(left)
        if condition is not None:
            return ite(condition, compare(a, right), compare(b, right))
    elif not isinstance(left, Term):
        condition, a, b = _two_cases(right)
        if condition is not None:
            return ite(condition, compare(left, a), compare(left, b))
    return Term(op, "bool", (left, right))


def _two_cases(x: Any) -> tuple[Term | None, int, int]:
    """The condition and both values of a number that is one of two plain ones."""
    factor, atom = x.args if x.op == "*" else (1, x)
    if atom.op != "ite":
        return None, 0, 0
    condition, a, b = atom.args
    return (None, 0, 0) if isinstance(a, Term) or isinstance(b, Term) else (condition, factor * a, factor * b)


def walk(roots: Iterable[object]) -> list[Term]:
    """Every term that occurs in the roots, each once, arguments before what is made of them."""
    order: list[Term] = []
    seen: set[Term] = set()
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(list(roots)) if isinstance(root, Term)]
    while stack:
        term, ready = stack.pop()
        if ready:
            order.append(term)
        elif term not in seen:
            seen.add(term)
            stack.append((term, True))
            stack.extend((arg, False) for arg in reversed(term.args) if isinstance(arg, Term) and arg not in seen)
    return order


_SIGNS = {"and": " & ", "or": " | ", "<=": " <= ", "==": " == ", "*": "*", "+": " + "}


def _text(term: Term, texts: Mapping[Term, str]) -> str:
    args = [texts[arg] if isinstance(arg, Term) else str(arg) for arg in term.args]
    if term.op == "variable":
        return term.name
    if term.op == "ite":
        return f"ite({', '.join(args)})"
    if term.op == "not":
        inner = term.args[0]
        if inner.op not in ("<=", "=="):
            return "~" + args[0]
        left, right = (texts[arg] if isinstance(arg, Term) else str(arg) for arg in inner.args)
        if inner.op == "==":
            return f"({left} != {right})"
        return f"({right} < {left})" if isinstance(inner.args[1], Term) else f"({left} > {right})"
    if term.op == "<=" and not isinstance(term.args[0], Term):
        return f"({args[1]} >= {args[0]})"
    return "(" + _SIGNS[term.op].join(args).replace(" + -", " - ") + ")"
