"""Finds the games: every package below `models` that offers a `GAME`. The engine names none of them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from verifier.game import Game
from verifier.notation import suggestion
from verifier.scenario import Invalid, Mistake

HOME = "models"


@cache
def names() -> tuple[str, ...]:
    """The names of all games, in order."""
    home = importlib.import_module(HOME)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(home.__path__) if module.ispkg))


def find(name: str, file: str = "", line: int = 0) -> Game:
    """The game of that name; raises `Invalid` with a suggestion where there is none."""
    if name not in names():
        known = ", ".join(f"`{game}`" for game in names())
        raise Invalid(
            Mistake(
                f"there is no game called `{name}`",
                file,
                line,
                help=suggestion(name, names()) or f"the games are {known}",
            )
        )
    game: Game = importlib.import_module(f"{HOME}.{name}").GAME
    return game
