"""A toy game: buy wares with coins, without wasting one, or skip. It is all that a game must give the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from verifier.game import HOLE, Game, Hole, Move, Part
from verifier.holes import Ways
from verifier.notation import Item, Notation, Said
from verifier.rule import Rules, Stage
from verifier.rulebook import Entry, Rulebook
from verifier.scenario import Scenario
from verifier.unknown import Selection

RULES = Rules()
PRICES = {"apple": 2, "bread": 3, "cake": 9}


class Table(Struct, frozen=True):
    players: tuple[str, ...]
    purses: tuple[tuple[int, ...], ...]
    turn: int = 0


class Buy(Move, frozen=True):
    ware: str
    coins: Selection[int] = Selection.of()
    structure: ClassVar[tuple[str, ...]] = ("ware",)


class Skip(Move, frozen=True):
    pass


@RULES.constraint("T-1", of=(Buy, Skip), stage="go", facts=lambda table, move: f"it is `{table.players[table.turn]}`'s turn")
def it_is_their_turn(table: Table, move: Move) -> Any:
    return table.turn == move.player


@RULES.constraint("T-2", of=Buy, stage="go")
def price_is_met(table: Table, buy: Buy) -> Any:
    return buy.coins.total(lambda coin: table.purses[buy.player][coin]) >= PRICES[buy.ware]


@RULES.constraint("T-3", of=Buy, stage="go")
def no_coin_is_wasted(table: Table, buy: Buy) -> Any:
    worth = table.purses[buy.player]
    paid = buy.coins.total(lambda coin: worth[coin])
    return buy.coins.all(lambda coin: paid - worth[coin] < PRICES[buy.ware])


def go(table: Table, move: Any) -> Table:
    spent = move.coins.items if isinstance(move, Buy) else ()
    left = tuple(worth for coin, worth in enumerate(table.purses[move.player]) if coin not in spent)
    purses = (*table.purses[: move.player], left, *table.purses[move.player + 1 :])
    return replace(table, purses=purses, turn=(table.turn + 1) % len(table.players))


class Toy(Game):
    name, title, rules = "toy", "Toy", RULES
    notation = Notation(verbs={"buy": "items", "skip": "nothing"}, clauses={"with": "words"})
    rulebook = Rulebook(
        tuple(
            Entry(f"T-{n}", words, "constraint", f"{words}.")
            for n, words in ((1, "In turn"), (2, "Price met"), (3, "No waste"))
        )
    )

    def read(self, scenario: Scenario) -> Table:
        return Table(tuple(scenario.players), tuple(tuple(seat["coins"]) for seat in scenario.players.values()))

    def names(self, position: Table) -> tuple[str, ...]:
        return tuple(PRICES)

    def players(self, position: Table) -> tuple[str, ...]:
        return position.players

    def understand(self, position: Table, said: Said) -> Move:
        player = position.players.index(said.player)
        if said.verb == "skip":
            return Skip(player)
        ware, coins = said.items[0].text, said.clause("with") or ()
        paid = HOLE if Item("?") in coins else Selection.of(*(int(coin.text) for coin in coins))
        return Buy(player, HOLE if ware == "?" else ware, paid)

    def say(self, position: Table, move: Any) -> Said:
        if isinstance(move, Skip):
            return Said(position.players[move.player], "skip")
        coins = tuple(Item(str(coin)) for coin in move.coins.items)
        return Said(position.players[move.player], "buy", (Item(move.ware),), (("with", coins),) if coins else ())

    def stages(self, move: Move) -> tuple[Stage, ...]:
        return (Stage("go", "go", go),)

    def branches(self, position: Table, move: Any) -> Iterator[Move]:
        open_ware = isinstance(move, Buy) and isinstance(move.ware, Hole)
        yield from (replace(move, ware=ware) for ware in PRICES) if open_ware else (move,)

    def loosened(self, move: Any) -> Any:
        return Buy(move.player, HOLE, HOLE) if isinstance(move, Buy) else move

    def parts(self, position: Table, move: Any) -> tuple[Part, ...]:
        coins = tuple(range(len(position.purses[move.player])))
        return (Part("coins", "selection", coins),) if isinstance(move, Buy) else ()

    def moves(self, position: Table, undecided: list[str] | None = None) -> Iterator[Move]:
        yield from (found.move for found in Ways(self, position, Buy(position.turn, HOLE, HOLE)).fillings())
        yield Skip(position.turn)

    def cost(self, position: Table, move: Any) -> str:
        return f"{PRICES[move.ware]} coins" if isinstance(move, Buy) else ""

    def facts(self, position: Table) -> dict[str, Any]:
        return {f"{name}.coins": list(purse) for name, purse in zip(position.players, position.purses, strict=True)}

    def differences(self, before: Table, after: Table) -> tuple[str, ...]:
        pairs = zip(before.purses, after.purses, strict=True)
        return tuple(f"coins: {list(old)} → {list(new)}" for old, new in pairs if old != new)


TOY = Toy()
