"""The best set of cards to defend with is the best of all that may be declared, each of them played out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from models.flesh_and_blood import GAME
from models.flesh_and_blood.best_defence import best_defence
from models.flesh_and_blood.defending import could_declare
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Pass
from tests.laws.test_defending import SLOTS, THEM, World, declaring, legal_sets, position_of, worlds
from tests.laws.test_defending import Plain as Card
from verifier.effects.kernel import Beyond
from verifier.effects.nouns import number_of
from verifier.judge import judge

ON_ATTACK = ("Piercing 2.", "This gets +1{p} for each non-equipment card defending it.", "This gets +1{p}.", "Go again.")
ON_THEM = ("Defending cards get -1{d} this turn.", "Equipment you control get +1{d} this turn.")


def harm(position: Any, names: frozenset[str]) -> tuple[int, int]:
    """The life that is lost where some cards defend and everybody passes, and what those cards defend for."""
    before = position.players[THEM].life
    position = judge(GAME, position, declaring(position, names)).after
    defending = [card.thing for card in position.link.defenders if position.things[card.thing].card.name in names]
    stopped = sum(max(int(number_of(KERNEL, position, index, "defense") or 0), 0) for index in defending)
    while position.step in ("defend", "reaction"):
        position = judge(GAME, position, Pass(position.priority)).after
    return before - position.players[THEM].life, stopped


def best_of_all(world: World, position: Any) -> tuple[int, ...]:
    """The best legal set, each of them played out."""
    options = could_declare(position, THEM, position.asked.task.about[0])
    hand = {card.name for card in world.cards if card.held}

    def given_up(names: frozenset[str]) -> Any:
        lost, stopped = harm(position, names)
        there = [position.things[index].card.name in names for index in options]
        return lost, len(names), len(names & hand), stopped, there

    best = min(legal_sets(world), key=given_up)
    return tuple(index for index in options if position.things[index].card.name in best)


@settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=120)
@given(
    worlds(most=8),
    st.integers(0, 12),
    st.lists(st.sampled_from(ON_ATTACK), unique=True, max_size=1).map(tuple),
    st.lists(st.sampled_from(ON_THEM), unique=True, max_size=1).map(tuple),
)
def test_it_is_the_best_of_all_legal_sets(world: World, power: int, more: tuple[str, ...], effects: tuple[str, ...]) -> None:
    position = position_of(world, power, more, effects)
    assume(position.asked is not None)
    assert best_defence(position) == best_of_all(world, position)


def card(number: int, zone: str, defense: int) -> Card:
    words = frozenset({"equipment", zone} if zone in SLOTS else {"action", "attack"})
    return Card(f"Card {number}", words, THEM, zone, True, defense, None, False, "")


def best(*cards: Card, power: int, effects: tuple[str, ...] = ()) -> list[str]:
    position = position_of(World(cards, (), (), ()), power, (), effects)
    return [position.things[index].card.name for index in best_defence(position)]


def test_of_two_that_stop_all_the_one_that_is_worn_is_given_up() -> None:
    assert best(card(0, "hand", 3), card(1, "head", 4), power=3) == ["Card 1"]


def test_one_card_is_less_than_two_pieces_of_equipment() -> None:
    assert best(card(0, "hand", 3), card(1, "head", 2), card(2, "legs", 1), power=3) == ["Card 0"]


def test_where_cards_hang_on_each_other_the_one_that_is_worn_is_given_up_too() -> None:
    cards = (card(0, "hand", 4), card(1, "head", 5), card(2, "legs", 0))
    position = position_of(World(cards, (), (), ()), 3, ("This gets +1{p} for each non-equipment card defending it.",))
    assert [position.things[index].card.name for index in best_defence(position)] == ["Card 1"]
    cards = (card(0, "hand", 3), card(1, "head", 1), card(2, "legs", 1))
    position = position_of(World(cards, (), (), ()), 3, ("Piercing 2.",))
    assert [position.things[index].card.name for index in best_defence(position)] == ["Card 0"]


def test_nothing_is_given_up_against_nothing() -> None:
    assert best(card(0, "hand", 3), card(1, "head", 1), power=0) == []


def test_no_more_than_needed_of_the_least() -> None:
    assert best(card(0, "hand", 4), card(1, "hand", 3), card(2, "hand", 2), power=5) == ["Card 1", "Card 2"]


def test_where_the_order_of_cards_matters_it_is_unknown() -> None:
    with pytest.raises(Beyond, match="the order of the cards matters"):
        best(card(0, "hand", 3), card(1, "head", 2), power=4, effects=("The next card you defend with this turn gets +1{d}.",))


def test_many_cards_that_hang_on_each_other_are_too_many() -> None:
    cards = tuple(card(number, "hand", 1) for number in range(13))
    position = position_of(World(cards, (), (), ()), 5, ("Piercing 1.",))
    with pytest.raises(Beyond, match="too many to look at every set"):
        best_defence(position)


def test_many_cards_that_stand_alone_are_none_too_many() -> None:
    cards = tuple(card(number, "hand", 1) for number in range(20))
    assert len(best(*cards, power=17)) == 17


def test_nobody_defends_where_nobody_is_asked() -> None:
    position = position_of(World((), (), (), ()), 5)
    with pytest.raises(ValueError, match="nobody is asked"):
        best_defence(position)
