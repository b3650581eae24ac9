"""What can be unknown in a move or a position: a number, a choice, a selection or an order.

Each shape has a known form and an open one, and a rule does not notice which it is given. Open ones are made by a `Domain`,
which collects what holds for every filling.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple, NoReturn, TypeAlias, TypeVar

from verifier.evaluation import evaluate
from verifier.term import (
    Number,
    Term,
    Truth,
    UnknownTruth,
    all_different,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    implies,
    is_number,
    ite,
    negate,
    same,
    total,
    variable,
)

T = TypeVar("T")
V_co = TypeVar("V_co", covariant=True)
H = TypeVar("H", bound=Hashable)


class Choice(Generic[V_co]):
    """A value that is one of several: cases of a guard and a value, of which exactly one guard holds.

    `==` may give a term, so choices hash by identity.
    """

    __slots__ = ("cases",)

    def __init__(self, cases: Iterable[tuple[Truth, V_co]]) -> None:
        merged: list[tuple[Truth, V_co]] = []
        for guard, value in cases:
            place = next((i for i, (_, known) in enumerate(merged) if same(known, value)), None)
            if guard is False:
                continue
            if place is None:
                merged.append((guard, value))
            else:
                merged[place] = (any_of(merged[place][0], guard), value)
        if not merged:
            raise ValueError("a choice needs at least one value")
        self.cases: tuple[tuple[Truth, V_co], ...] = tuple(merged)

    @property
    def values(self) -> tuple[V_co, ...]:
        """The values it may have, each once."""
        return tuple(value for _, value in self.cases)

    def map(self, f: Callable[[V_co], Any]) -> Any:
        """f of the value: a number or truth if f always gives one, otherwise a choice."""
        return chosen((guard, f(value)) for guard, value in self.cases)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        if isinstance(other, Choice):
            return any_of(*(all_of(g, h, a == b) for g, a in self.cases for h, b in other.cases))
        return any_of(*(all_of(guard, value == other) for guard, value in self.cases))

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return negate(self == other)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def _ask(self, *_: object) -> NoReturn:
        raise UnknownTruth(f"{self} is not known yet: use Choice.map or pick, with all_of, any_of, negate and ite")

    __bool__ = __int__ = __index__ = __iter__ = __contains__ = _ask

    def __repr__(self) -> str:
        return f"Choice({', '.join(f'{value!r} if {guard!r}' for guard, value in self.cases)})"


def chosen(cases: Iterable[tuple[Truth, Any]]) -> Any:
    """The value whose guard holds: a number or truth if all are, a plain value if only one can be, otherwise a choice."""
    flat: list[tuple[Truth, Any]] = []
    for guard, value in cases:
        inner = value.cases if isinstance(value, Choice) else ((True, value),)
        flat.extend((all_of(guard, own), case) for own, case in inner)
    merged = Choice(flat).cases
    if len(merged) > 1 and not all(is_number(value) for _, value in merged):
        return Choice(merged)
    result = merged[-1][1]
    for guard, value in reversed(merged[:-1]):
        result = ite(guard, value, result)
    return result


def pick(value: T | Choice[T], f: Callable[[T], Any]) -> Any:
    """f of the value, plain or chosen."""
    return value.map(f) if isinstance(value, Choice) else f(value)


class Member(NamedTuple, Generic[H]):
    """A candidate of a selection: whether it is meant, and where. Only the order of ranks has a meaning."""

    item: H
    present: Truth
    rank: Number


class Selection(Generic[H]):
    """Which of some candidates are meant, and in which order.

    A known selection equals another with the same items in the same order. Of open ones `==` gives a term, and they hash
    by identity.
    """

    __slots__ = ("_items", "_members")

    def __init__(self, members: Iterable[Member[H]]) -> None:
        possible = tuple(member for member in members if member.present is not False)
        self._members: tuple[Member[H], ...] = possible
        self._items: tuple[H, ...] | None = None
        if not any(isinstance(m.present, Term) or isinstance(m.rank, Term) for m in possible):
            self._items = tuple(m.item for m in sorted(possible, key=lambda m: int(m.rank)))

    @classmethod
    def of(cls, *items: H) -> Selection[H]:
        """The known selection of these items in this order."""
        self = cls.__new__(cls)
        self._items = items
        self._members = ()
        return self

    @property
    def members(self) -> tuple[Member[H], ...]:
        """Every candidate, with whether it is meant and its rank."""
        if self._items is None:
            return self._members
        return tuple(Member(item, True, rank) for rank, item in enumerate(self._items))

    @property
    def known(self) -> bool:
        """True if both the members and their order are known."""
        return self._items is not None

    @property
    def items(self) -> tuple[H, ...]:
        """The members in order; raises UnknownTruth if that is not known."""
        if self._items is None:
            raise UnknownTruth(
                f"the members of {self} are unknown: use has, total, count, any, all, at_most, at_least or where"
            )
        return self._items

    @property
    def distinct(self) -> bool:
        """True where no item is meant twice; what is open never is."""
        return not self.known or len(set(self.items)) == len(self.items)

    @property
    def candidates(self) -> tuple[H, ...]:
        """Every item that may be a member."""
        return self._items if self._items is not None else tuple(member.item for member in self._members)

    def total(self, f: Callable[[H], Number]) -> Number:
        """The sum of f over the members."""
        if self._items is not None:
            return total([f(item) for item in self._items])
        return total([ite(m.present, f(m.item), 0) for m in self._members])

    def count(self, predicate: Callable[[H], Truth] | None = None) -> Number:
        """How many members there are, or how many that the predicate holds for."""
        return count(self._each(predicate))

    def any(self, predicate: Callable[[H], Truth] | None = None) -> Truth:
        """True if there is a member, or one that the predicate holds for."""
        return any_of(*self._each(predicate))

    def all(self, predicate: Callable[[H], Truth]) -> Truth:
        """True if the predicate holds for every member."""
        if self._items is not None:
            return all_of(*[predicate(item) for item in self._items])
        return all_of(*[implies(m.present, predicate(m.item)) for m in self._members])

    def at_most(self, limit: Number, predicate: Callable[[H], Truth] | None = None) -> Truth:
        """True if no more than `limit` members are meant, of those that the predicate holds for."""
        return at_most(limit, self._each(predicate))

    def at_least(self, limit: Number, predicate: Callable[[H], Truth] | None = None) -> Truth:
        """True if `limit` or more members are meant, of those that the predicate holds for."""
        return at_least(limit, self._each(predicate))

    def has(self, item: H) -> Truth:
        """True if the item is a member."""
        if self._items is not None:
            return item in self._items
        return any_of(*[m.present for m in self._members if m.item == item])

    def before(self, item: H) -> Selection[H]:
        """The members that come before the item; none if it is not a member itself."""
        if self._items is not None:
            return Selection.of(*self._items[: self._items.index(item)]) if item in self._items else Selection.of()
        at = next((m for m in self._members if m.item == item), None)
        if at is None:
            return Selection.of()
        return Selection(
            m._replace(present=all_of(m.present, at.present, m.rank < at.rank)) for m in self._members if m is not at
        )

    def where(self, predicate: Callable[[H], Truth]) -> Selection[H]:
        """The members that the predicate holds for."""
        if self._items is None:
            return Selection(m._replace(present=all_of(m.present, predicate(m.item))) for m in self._members)
        kept = [predicate(item) for item in self._items]
        if any(isinstance(truth, Term) for truth in kept):
            return Selection(map(Member, self._items, map(all_of, kept), range(len(kept))))
        return Selection.of(*[item for item, truth in zip(self._items, kept, strict=True) if truth])

    def without(self, other: Selection[H]) -> Selection[H]:
        """The members that the other selection does not have."""
        return self.where(lambda item: negate(other.has(item)))

    def _each(self, predicate: Callable[[H], Truth] | None) -> list[Truth]:
        if self._items is not None:
            return [True] * len(self._items) if predicate is None else [predicate(item) for item in self._items]
        if predicate is None:
            return [m.present for m in self._members]
        return [all_of(m.present, predicate(m.item)) for m in self._members]

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[H]:
        return iter(self.items)

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __bool__(self) -> bool:
        return bool(self.items)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        if not isinstance(other, Selection):
            return NotImplemented
        if self._items is not None and other._items is not None:
            return self._items == other._items
        mine, theirs = ({m.item: m for m in s.members} for s in (self, other))
        shared = [item for item in mine if item in theirs]
        return all_of(
            *(negate(m.present) for item, m in mine.items() if item not in theirs),
            *(negate(m.present) for item, m in theirs.items() if item not in mine),
            *(mine[item].present == theirs[item].present for item in shared),
            *(
                implies(
                    all_of(mine[a].present, mine[b].present),
                    (mine[a].rank < mine[b].rank) == (theirs[a].rank < theirs[b].rank),
                )
                for place, a in enumerate(shared)
                for b in shared[:place]
            ),
        )

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        result = self.__eq__(other)
        return result if result is NotImplemented else negate(result)

    def __hash__(self) -> int:
        return object.__hash__(self) if self._items is None else hash(self._items)

    def __repr__(self) -> str:
        if self._items is not None:
            return f"Selection.of({', '.join(map(repr, self._items))})"
        return f"Selection({', '.join(f'{m.item!r} if {m.present!r}' for m in self._members)})"


class Order(Generic[H]):
    """In which order some items come: for each its position, from 0.

    A known order equals another of the same items in the same order; open ones compare and hash by identity.
    """

    __slots__ = ("_places",)

    def __init__(self, places: Mapping[H, Number]) -> None:
        self._places = dict(places)

    @classmethod
    def of(cls, *items: H) -> Order[H]:
        """The known order in which the items are listed."""
        if len(set(items)) < len(items):
            raise ValueError("an order cannot list an item twice")
        return cls({item: place for place, item in enumerate(items)})

    @property
    def known(self) -> bool:
        """True if every position is known."""
        return not any(isinstance(place, Term) for place in self._places.values())

    @property
    def candidates(self) -> tuple[H, ...]:
        """The items, in the order in which they were given."""
        return tuple(self._places)

    @property
    def items(self) -> tuple[H, ...]:
        """The items in order; raises UnknownTruth if that is not known."""
        if not self.known:
            raise UnknownTruth(f"{self} is not known yet: use position or precedes")
        return tuple(sorted(self._places, key=lambda item: int(self._places[item])))

    def position(self, item: H) -> Number:
        """Where the item comes, from 0."""
        return self._places[item]

    def precedes(self, a: H, b: H) -> Truth:
        """True if a comes before b."""
        return self._places[a] < self._places[b]

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[H]:
        return iter(self.items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Order):
            return NotImplemented
        return self is other or (self.known and other.known and self.items == other.items)

    def __hash__(self) -> int:
        return hash(self.items) if self.known else object.__hash__(self)

    def __repr__(self) -> str:
        if self.known:
            return f"Order.of({', '.join(map(repr, self.items))})"
        return f"Order({', '.join(f'{item!r} at {place!r}' for item, place in self._places.items())})"


Unknown: TypeAlias = "Term | Choice[Any] | Selection[Any] | Order[Any]"


class Domain:
    """Makes unknowns, and collects what holds for every filling of them."""

    def __init__(self) -> None:
        self._constraints: list[Truth] = []
        self._variables: dict[str, Term] = {}

    @property
    def constraints(self) -> tuple[Truth, ...]:
        """What holds for every filling."""
        return tuple(self._constraints)

    @property
    def variables(self) -> tuple[Term, ...]:
        """The variables of all unknowns, in the order in which they were made."""
        return tuple(self._variables.values())

    def require(self, *truths: Truth) -> None:
        """Nothing; the truths hold for every filling from now on."""
        self._constraints.extend(truth for truth in truths if truth is not True)

    def truth(self, name: str) -> Term:
        """A fact that may hold or not."""
        return self._new(name, "bool")

    def number(self, name: str, low: int, high: int) -> Term:
        """A number from low to high, both included."""
        if low > high:
            raise ValueError(f"`{name}` has no possible value: {low} is greater than {high}")
        x = self._new(name, "int")
        self.require(x >= low, x <= high)
        return x

    def choice(self, name: str, options: Iterable[H]) -> Choice[H]:
        """One of the options."""
        distinct = tuple(dict.fromkeys(options))
        if not distinct:
            raise ValueError(f"`{name}` has no possible value: there are no options")
        index = self.number(name, 0, len(distinct) - 1)
        return Choice((index == place, option) for place, option in enumerate(distinct))

    def selection(self, name: str, candidates: Iterable[H], ordered: bool = False) -> Selection[H]:
        """Some of the candidates, in any order if `ordered`, otherwise in the order of the candidates."""
        items = _distinct(name, candidates)
        present = [self._new(f"{name}.{place}", "bool") for place in range(len(items))]
        ranks: list[Number] = list(range(len(items)))
        if ordered:
            ranks = [self._new(f"{name}.{place}.rank", "int") for place in range(len(items))]
            size = count(present)
            for place, (here, rank) in enumerate(zip(present, ranks, strict=True)):
                self.require(ite(here, rank < size, rank == len(items) + place), rank >= 0)
            self.require(all_different(*ranks))
        return Selection(map(Member, items, present, ranks))

    def order(self, name: str, items: Iterable[H]) -> Order[H]:
        """Some order of the items."""
        listed = _distinct(name, items)
        places = [self.number(f"{name}.{place}", 0, len(listed) - 1) for place in range(len(listed))]
        self.require(all_different(*places))
        return Order(dict(zip(listed, places, strict=True)))

    def pin(self, unknown: Unknown, value: Any) -> Truth:
        """That the unknown has this value; for a selection or an order, any sequence of items will do.

        The order of a value is left out of account where the unknown selection has none.
        """
        if isinstance(unknown, Selection):
            items = list(value)
            if len(set(items)) < len(items) or not set(items) <= set(unknown.candidates):
                return False
            rank = {m.item: m.rank for m in unknown.members}
            ordered = any(isinstance(place, Term) for place in rank.values())
            return all_of(
                *(m.present == (m.item in items) for m in unknown.members),
                *(rank[a] < rank[b] for a, b in pairwise(items) if ordered),
            )
        if isinstance(unknown, Order):
            items = list(value)
            if len(items) != len(unknown) or set(items) != set(unknown.candidates):
                return False
            return all_of(*(unknown.position(item) == place for place, item in enumerate(items)))
        pinned: Truth = unknown == value
        return pinned

    def completed(self, assignment: Mapping[str, int | bool]) -> dict[str, int | bool]:
        """The assignment with a value for every unknown, plain where nothing asks about it: false, or zero."""
        plain = {name: False if term.sort == "bool" else 0 for name, term in self._variables.items()}
        return {**plain, **assignment}

    def read(self, unknown: Unknown | object, assignment: Mapping[str, int | bool]) -> Any:
        """The plain value that the unknown has under the assignment."""
        if isinstance(unknown, Choice):
            value = next(value for guard, value in unknown.cases if evaluate(guard, assignment))
            return self.read(value, assignment)
        if isinstance(unknown, Selection):
            return Selection(
                Member(m.item, bool(evaluate(m.present, assignment)), evaluate(m.rank, assignment)) for m in unknown.members
            )
        if isinstance(unknown, Order):
            return Order({item: evaluate(unknown.position(item), assignment) for item in unknown.candidates})
        return evaluate(unknown, assignment) if isinstance(unknown, Term) else unknown

    def differs(self, unknown: Unknown, assignment: Mapping[str, int | bool]) -> Truth:
        """That the unknown has another value than under the assignment."""
        return negate(self.pin(unknown, self.read(unknown, assignment)))

    def _new(self, name: str, sort: str) -> Term:
        if name in self._variables:
            raise ValueError(f"there already is an unknown `{name}`")
        return self._variables.setdefault(name, variable(name, sort))


def _distinct(name: str, items: Iterable[H]) -> Sequence[H]:
    listed = tuple(items)
    if len(set(listed)) < len(listed):
        raise ValueError(f"`{name}` lists a candidate twice")
    return listed
