"""Productions: one line of grammar that is read one way by the parser and the other way by the printer.

A pattern is written in a small notation:

    draw            a word or mark, as it stands
    <noun:subject>  a slot `noun`, filled by the nonterminal `subject`; `<noun>` is short for `<noun:noun>`
    <of:item+and>   a slot filled by one or more of the nonterminal, with `and` between them; `item++and` is two or more
    <of:item*>      none or more, with nothing between them
    {gets/get:noun} the first form where the slot `noun` is singular, the second where it is plural
    [ ... ]         may be left out: then its slots have their defaults
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import fields

from verifier.ability.tree import Act, Exists, Node, Noun, UpTo

Slots: TypeAlias = Mapping[str, Any]


class Word(Struct, frozen=True):
    """A word or mark as it stands."""

    word: str


class One(Struct, frozen=True):
    """A slot filled by a nonterminal."""

    name: str
    symbol: str


class Many(Struct, frozen=True):
    """A slot filled by several of a nonterminal, as a tuple."""

    name: str
    symbol: str
    separator: tuple[str, ...]
    least: int


class Form(Struct, frozen=True):
    """A word that agrees in number with a slot."""

    singular: tuple[str, ...]
    plural: tuple[str, ...]
    slot: str


class Maybe(Struct, frozen=True):
    """Parts that may be left out together."""

    parts: tuple[Part, ...]


Part: TypeAlias = Word | One | Many | Form | Maybe


class Production(Struct, frozen=True):
    """A line of grammar: `make` builds the value from the slots, `take` is its inverse or None where it does not apply.

    `make` too gives None where the slots do not go together. `node` is the class of the values, where it is only one.
    """

    symbol: str
    parts: tuple[Part, ...]
    make: Callable[[Slots], Any]
    take: Callable[[Any], Slots | None]
    node: type[Any] | None = None
    slots: tuple[str, ...] = ()


_PART = re.compile(r"(\[)|(\])|<([^<>\s]+)>|\{([^{}\s]+/[^{}\s]+:\w+)\}|(\S+)")


def pattern(text: str) -> tuple[Part, ...]:
    """The parts that a pattern in the notation stands for."""
    stack: list[list[Part]] = [[]]
    for match in _PART.finditer(text):
        opened, closed, slot, form, word = match.groups()
        if opened:
            stack.append([])
        elif closed:
            inner = tuple(stack.pop())
            stack[-1].append(Maybe(inner))
        elif slot:
            stack[-1].append(_slot(slot))
        elif form:
            forms, name = form.rsplit(":", 1)
            singular, plural = forms.split("/")
            stack[-1].append(Form(tuple(singular.split("_")), tuple(plural.split("_")), name))
        else:
            stack[-1].extend(Word(part) for part in words_of(word))
    return tuple(stack[0])


def words_of(text: str) -> list[str]:
    """The words of a phrase as the parser sees them: `'s` is a word of its own."""
    return text.replace("'s", " 's").split()


def _slot(text: str) -> Part:
    name, _, symbol = text.partition(":")
    symbol = symbol or name
    if symbol.endswith("*"):
        return Many(name, symbol[:-1], (), 0)
    item, plus, separator = symbol.partition("+")
    if not plus:
        return One(name, symbol)
    least = 2 if separator.startswith("+") else 1
    return Many(name, item, tuple(separator.removeprefix("+").split()), least)


def slot_names(parts: tuple[Part, ...]) -> tuple[str, ...]:
    """The names of the slots in parts, in order."""
    names: list[str] = []
    for part in parts:
        if isinstance(part, One | Many):
            names.append(part.name)
        elif isinstance(part, Maybe):
            names.extend(slot_names(part.parts))
    return tuple(names)


def rule(
    symbol: str,
    text: str | tuple[Part, ...],
    make: Callable[[Slots], Any],
    take: Callable[[Any], Slots | None],
    node: type[Any] | None = None,
) -> Production:
    """A production with its own pair of inverse functions."""
    parts = pattern(text) if isinstance(text, str) else text
    return Production(symbol, parts, make, take, node, slot_names(parts))


def builds(symbol: str, text: str, node: type[Node], when: Callable[[Any], bool] | None = None, **fixed: Any) -> Production:
    """A production that builds a node: slots and `fixed` are its fields, every other field has its default.

    Where `when` is given, only nodes of which it is true are read or printed this way.
    """
    parts = pattern(text)
    names = slot_names(parts)
    rest = {field.name: field.default for field in fields(node) if field.name not in names and field.name not in fixed}
    constant = {**rest, **fixed}

    def make(slots: Slots) -> Node | None:
        built = node(**fixed, **slots)
        return built if when is None or when(built) else None

    def take(value: Any) -> Slots | None:
        if any(getattr(value, name) != wanted for name, wanted in constant.items()):
            return None
        if when is not None and not when(value):
            return None
        return {name: getattr(value, name) for name in names}

    return Production(symbol, parts, make, take, node, names)


def same(symbol: str, text: str, when: Callable[[Any], bool] | None = None) -> Production:
    """A production with one slot whose value is passed on."""
    parts = pattern(text)
    (name,) = slot_names(parts)

    def make(slots: Slots) -> Any:
        value = slots[name]
        return value if when is None or when(value) else None

    def take(value: Any) -> Slots | None:
        return {name: value} if when is None or when(value) else None

    return Production(symbol, parts, make, take, None, (name,))


def constant(symbol: str, text: str, value: Any) -> Production:
    """A production of words alone that stands for one value."""
    return Production(
        symbol,
        tuple(Word(word) for word in words_of(text)),
        lambda slots: value,
        lambda other: {} if other == value and type(other) is type(value) else None,
        None,
    )


_PLURAL_DETERMINERS = frozenset({"", "all", "those", "your", "you", "they"})


def is_plural(value: Any) -> bool:
    """Whether words that agree with a value take the plural; an act counts as what it is done to."""
    if isinstance(value, Noun):
        return value.determiner in _PLURAL_DETERMINERS or is_plural(value.number)
    if isinstance(value, Act):
        return any(is_plural(role) for _, role in value.roles if isinstance(role, Noun))
    if isinstance(value, UpTo):
        return value.most != 1
    if isinstance(value, Exists):
        return (value.compare, value.amount) not in ((">=", 1), ("=", 1))
    return bool(value != 1)


def mentions(value: Any, wanted: type[Node]) -> bool:
    """Whether a node of a class is anywhere in a tree."""
    if isinstance(value, wanted):
        return True
    if isinstance(value, tuple):
        return any(mentions(item, wanted) for item in value)
    return isinstance(value, Node) and any(mentions(getattr(value, name), wanted) for name in value.__struct_fields__)
