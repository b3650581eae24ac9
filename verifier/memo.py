"""Remembers what was worked out for the position and move asked about last.

All rules of a stage are asked of one position and one move, and many of them need the same costs and effects. Positions and
moves are immutable, so a result holds as long as both are the same objects; the next position replaces what is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])
_MISSING = object()


def per_state(function: Function) -> Function:
    """The function of a kernel, a state and hashable further arguments, with results kept for the latest state."""
    state: Any = None
    found: dict[Hashable, Any] = {}

    @wraps(function)
    def remembered(kernel: Any, here: Any, *further: Hashable) -> Any:
        nonlocal state
        if here is not state:
            state = here
            found.clear()
        result = found.get(further, _MISSING)
        if result is _MISSING:
            result = found[further] = function(kernel, here, *further)
        return result

    return cast(Function, remembered)


def per_move(function: Function) -> Function:
    """The function of a position, a move and hashable further arguments, with results kept for the latest pair."""
    position: Any = None
    move: Any = None
    found: dict[Hashable, Any] = {}

    @wraps(function)
    def remembered(here: Any, asked: Any, *further: Hashable) -> Any:
        nonlocal position, move
        if here is not position or asked is not move:
            position, move = here, asked
            found.clear()
        result = found.get(further, _MISSING)
        if result is _MISSING:
            result = found[further] = function(here, asked, *further)
        return result

    return cast(Function, remembered)


def per_part(key: Callable[[Any], Hashable]) -> Callable[[Function], Function]:
    """A decorator for a function of a position and a move that reads only the part of the move that the key tells."""

    def decorate(function: Function) -> Function:
        position: Any = None
        found: dict[Hashable, Any] = {}

        @wraps(function)
        def remembered(here: Any, asked: Any) -> Any:
            nonlocal position
            if here is not position:
                position = here
                found.clear()
            part = key(asked)
            result = found.get(part, _MISSING)
            if result is _MISSING:
                result = found[part] = function(here, asked)
            return result

        return cast(Function, remembered)

    return decorate
