"""Long lines and wide hands come to an end."""

from __future__ import annotations

import json

import pytest

from tests.verifier.bad_input.common import JAR, Check, scenario


@pytest.mark.parametrize("moves", [300, pytest.param(3_000, marks=pytest.mark.slow)])
def test_a_long_line(check: Check, moves: int) -> None:
    line = "\n".join(["you: activate Honey Jar"] * moves)
    answer = check(scenario(line, 'permanents = ["Honey Jar"]', JAR), "--quiet")
    assert (answer.code, answer.out) == (0, "bad.toml: legal\n")
    assert answer.seconds < 30


@pytest.mark.slow
@pytest.mark.parametrize("cost", [10, 40])
def test_a_wide_hand_of_equal_cards(check: Check, cost: int) -> None:
    hand = json.dumps(["Boulder", *["Snatch (red)"] * 39])
    boulder = f'[cards.Boulder]\ntypes = ["generic", "action"]\ncost = {cost}\npitch = 1'
    answer = check(scenario("you: play Boulder pitching ?", f"hand = {hand}", boulder), "--quiet")
    assert answer.code == (0 if cost < 40 else 1)
    assert answer.seconds < 60


@pytest.mark.slow
@pytest.mark.parametrize("cost", [10, 79])
def test_a_wide_hand_of_many_cards(check: Check, cost: int) -> None:
    titles = [f"Stone {number}" for number in range(39)]
    stone = '[cards."{}"]\ntypes = ["generic", "action"]\ncost = 9\npitch = {}\n'
    stones = [stone.format(title, place % 3 + 1) for place, title in enumerate(titles)]
    boulder = f'[cards.Boulder]\ntypes = ["generic", "action"]\ncost = {cost}\npitch = 1\n'
    rest = boulder + "".join(stones)
    answer = check(scenario("you: play Boulder pitching ?", f"hand = {json.dumps(['Boulder', *titles])}", rest), "--quiet")
    assert answer.code in ((0, 3) if cost < 79 else (1, 3))
    assert answer.seconds < 60
