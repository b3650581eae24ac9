"""The public questions, asked of a game of two moves: take some coins, paid for with tokens, or pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

import verifier
from verifier import games
from verifier.api import NotLegal, Offer, legal_moves, verify
from verifier.game import HOLE, Move, Part
from verifier.notation import Item, Notation, Said
from verifier.report.catalogue import moves_text
from verifier.report.text import verdict_text
from verifier.rule import Rules, Stage
from verifier.rulebook import Entry, Rulebook
from verifier.scenario import Scenario, parse
from verifier.unknown import Domain, Selection
from verifier.verdict import CardReport, Outcome

RULES = Rules()


class Table(Struct, frozen=True):
    """The coins that are left, and the tokens in hand."""

    coins: int
    tokens: tuple[str, ...]
    passed: int = 0


class Take(Move, frozen=True):
    """Some coins are taken, paid for with tokens."""

    amount: Any = 0
    paid: Any = Selection.of()


class Wait(Move, frozen=True):
    """Nothing is done."""


@RULES.constraint("1.1", of=Take, stage="take", facts=lambda table, take: f"{table.coins} are left")
def enough_coins(table: Any, take: Any) -> Any:
    """True where that many coins are left."""
    return take.amount <= table.coins


@RULES.constraint("1.2", of=Take, stage="take")
def one_token_each(table: Any, take: Any) -> Any:
    """True where each coin is paid for with one token."""
    return take.paid.count(lambda token: True) == take.amount


class Coins:
    """The game."""

    name = "coins"
    title = "Coins"
    rules = RULES
    rulebook = Rulebook(
        (
            Entry("1.1", "Enough coins", "constraint", "No more coins are taken than are left."),
            Entry("1.2", "One token each", "constraint", "Each coin costs one token.", ("1.1",)),
        )
    )
    notation = Notation({"take": "number", "wait": "nothing"}, {"paying": "items"})

    def read(self, scenario: Scenario) -> Table:
        return Table(scenario.turn["coins"], tuple(scenario.players["you"]["tokens"]))

    def names(self, position: Table) -> tuple[str, ...]:
        return position.tokens

    def players(self, position: Table) -> tuple[str, ...]:
        return ("you",)

    def understand(self, position: Table, said: Said) -> Move:
        if said.verb == "wait":
            return Wait(0)
        paid = [item.text for item in said.clause("paying") or ()]
        amount = said.items[0].text
        return Take(0, HOLE if amount == "?" else int(amount), HOLE if "?" in paid else Selection.of(*paid))

    def say(self, position: Table, move: Any) -> Said:
        if isinstance(move, Wait):
            return Said("you", "wait")
        paid = tuple(Item(token) for token in move.paid.items)
        return Said("you", "take", (Item(str(move.amount)),), (("paying", paid),) if paid else ())

    def stages(self, move: Move) -> Sequence[Stage]:
        if isinstance(move, Wait):
            return (Stage("wait", "wait", lambda table, wait: replace(table, passed=table.passed + 1)),)
        return (Stage("take", "take coins", self._took),)

    def _took(self, table: Table, take: Any) -> Table:
        left = tuple(token for token in table.tokens if token not in take.paid.items)
        return replace(table, coins=table.coins - take.amount, tokens=left)

    def branches(self, position: Table, move: Any) -> Iterator[Move]:
        yield move

    def loosened(self, move: Any) -> Move:
        return move  # type: ignore[no-any-return]

    def parts(self, position: Table, move: Any) -> tuple[Part, ...]:
        if isinstance(move, Wait):
            return ()
        return (Part("amount", "number", (0, 9)), Part("paid", "selection", position.tokens))

    def opened(self, position: Table, domain: Domain) -> tuple[Any, tuple[tuple[str, Any, Any], ...]]:
        coins = domain.number("coins", 0, 99)
        return replace(position, coins=coins), (("coins", coins, position.coins),)

    def passing(self, position: Table) -> Move | None:
        return None

    def moves(self, position: Table) -> Iterator[Move]:
        for amount in range(min(position.coins, len(position.tokens)) + 1):
            for paid in combinations(position.tokens, amount):
                yield Take(0, amount, Selection.of(*paid))
        yield Wait(0)

    def cost(self, position: Table, move: Any) -> str:
        return f"{move.amount} tokens" if isinstance(move, Take) else ""

    def facts(self, position: Table) -> dict[str, Any]:
        return {"coins": position.coins}

    def differences(self, before: Table, after: Table) -> tuple[str, ...]:
        return (f"coins {before.coins} -> {after.coins}",) if before.coins != after.coins else ()

    def card_names(self) -> tuple[str, ...]:
        return ()

    def card(self, name: str) -> CardReport:
        return CardReport(name, "", {})

    def lint(self) -> tuple[Any, ...]:
        return ()


@pytest.fixture(autouse=True)
def coins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is the only one."""
    monkeypatch.setattr(games, "find", lambda name, file="", line=0: Coins())


def scenario(*line: str) -> Scenario:
    """A scenario with three coins and two tokens."""
    moves = "\n".join(line)
    return parse(f'game = "coins"\nline = """\n{moves}\n"""\n[turn]\ncoins = 3\n[players.you]\ntokens = ["red", "blue"]\n')


def test_a_legal_line() -> None:
    verdict = verify(scenario("you: take 1 paying red", "you: wait"), solver=True)
    assert verdict.outcome is Outcome.LEGAL
    assert verdict_text(verdict).splitlines() == [
        "  1  you: take 1 paying red",
        "     cost     1 tokens",
        "     changes  coins 3 -> 2",
        "     rules    take coins 1.1, 1.2",
        "     solver   legal",
        "  2  you: wait",
        "     solver   legal",
        "",
        "legal: 2 moves, 2 obligations met",
        "  both readings agree on 2 of 2 steps",
    ]


def test_an_illegal_line() -> None:
    verdict = verify(scenario("you: take 4 paying red, blue"))
    assert (verdict.rules, verdict.step, verdict.nearest) == (("1.1", "1.2"), 1, "you: take 2 paying red, blue")
    assert verdict.violations[0].facts == "3 are left"


def test_a_hole() -> None:
    verdict = verify(scenario("you: take 2 paying ?"))
    assert verdict.taken[0].filled
    assert verdict.taken[0].move in ("you: take 2 paying red, blue", "you: take 2 paying blue, red")


def test_moves_after_a_line() -> None:
    offers = legal_moves(scenario("you: take 1 paying red"))
    assert [(offer.move, offer.cost) for offer in offers] == [
        ("you: take 0", "0 tokens"),
        ("you: take 1 paying blue", "1 tokens"),
        ("you: wait", ""),
    ]


def test_moves_that_differ_in_payment_are_one_group() -> None:
    offers = legal_moves(scenario())
    assert [offer.group for offer in offers] == [0, 1, 1, 2, 3]
    assert moves_text(offers).splitlines() == [
        "you: take 0  [0 tokens]",
        "you: take 1  [1 tokens]",
        "  2 ways   paying red; paying blue",
        "you: take 2 paying red, blue  [2 tokens]",
        "you: wait",
    ]


def test_moves_after_a_line_that_is_not_legal() -> None:
    with pytest.raises(NotLegal) as refused:
        legal_moves(scenario("you: take 1"))
    assert refused.value.verdict.rules == ("1.2",)


def test_a_path_will_do(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(scenario("you: take 1 paying ?").source, encoding="utf-8")
    assert verify(file).outcome is Outcome.LEGAL
    assert verify(str(file), smtlib=tmp_path / "smt").outcome is Outcome.LEGAL
    assert [path.suffix for path in (tmp_path / "smt").iterdir()] == [".smt2"]
    assert legal_moves(file)[-1] == Offer("you: wait", "", Said("you", "wait"), 2)


def test_the_package_offers_them() -> None:
    assert verifier.verify is verify
    assert verifier.load is verifier.scenario.load
