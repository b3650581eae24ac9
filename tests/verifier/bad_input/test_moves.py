"""Moves that cannot be read are told where they are; open parts in odd places are judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.verifier.bad_input.common import Check, refused, scenario

TWO = 'hand = ["Snatch (red)", "Snatch (blue)"]'


@pytest.mark.parametrize(
    ("line", "column", "says", "help"),
    [
        ("yuo: pass", 1, "no player is called `yuo`", "did you mean `you`?"),
        ("?: pass", 1, "no player is called `?`", "the players are `you`, `opponent`, `chance`"),
        ("pass", 1, "a move begins with a player's name and a colon", "for example `you: …`"),
        ("you pass", 1, "a move begins with a player's name and a colon", "for example `you: …`"),
        ("you: paly Snatch (red)", 6, "`paly` is not a move", "did you mean `play`?"),
        ("you:", 5, "a move is missing after the player's name", "a move is one of `play`, `attack with`"),
        ("you: ?", 6, "`?` is not a move", "a move is one of `play`, `attack with`"),
        ("you: pitch ?", 6, "`pitch` is not a move", "a move is one of `play`, `attack with`"),
        ("you: play", 10, "a name is missing after `play`", ""),
        ("you: play Snach (red)", 11, "nothing here is called `Snach (red)`", "did you mean `Snatch (red)`"),
        ("you: play Snatch (red) piching Snatch (blue)", 24, "`piching` cannot be read here", "did you mean `pitching`"),
        ("you: play Snatch (red) pitching", 32, "a name is missing after `pitching`", ""),
        ("you: play Snatch (red) pitching ? pitching ?", 35, "`pitching` is said twice", "name all its cards in one list"),
        ("you: play Snatch (red) with X = two", 33, "a number is missing after `with X =`", ""),
        ("you: play Snatch (red), Snatch (blue)", 6, "`play` takes one card", "name the others in a clause such as `pitching`"),
        ("you: play ?, ?", 6, "`play` takes one card", "name the others in a clause such as `pitching`"),
        ("you: play ??", 12, "`?` cannot be read here", "what follows is one of `side`"),
        ("you: play Snatch (red) choosing one", 33, "`one` is not the number of a mode", "they are counted from 1"),
        ("you: play Snatch (red) choosing ²", 33, "`²` is not the number of a mode", "they are counted from 1"),
        ("you: play Snatch (red) paying lots", 31, "`lots` is not an amount of points", "for example `2 resource`"),
        ("you: play Snatch (red) paying ?", 31, "`?` is not an amount of points", "for example `2 resource`"),
        ("you: gain ² resource", 11, "`² resource` is not an amount of points", "for example `2 resource`"),
    ],
)
def test_a_move_that_cannot_be_read(check: Check, line: str, column: int, says: str, help: str) -> None:
    answer = check(scenario(line, TWO).replace('line = "', 'line = """\n').replace('"\n\n[turn]', '\n"""\n\n[turn]'))
    assert answer.code == 2
    first, *rest = answer.err.splitlines()
    assert first == f"bad.toml:3:{column}: invalid: {says}"
    assert rest == [] if not help else rest[0].startswith(f"  help: {help}")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("you: play Snatch (red) with X = {}", "2:41: invalid: a number of at most 1000000 is wanted after `with X =`"),
        ("you: activate Dorinthea ability {}", "2:41: invalid: a number of at most 1000000 is wanted after `ability`"),
        ("you: play Snatch (red) choosing {}", "2:41: invalid: `9999"),
        ("you: play Snatch (red) paying {} resource", "2:39: invalid: `9999"),
        ("you: gain {} resource", "2:19: invalid: `9999"),
    ],
)
def test_a_number_of_thousands_of_digits_in_a_move(check: Check, line: str, says: str) -> None:
    answer = check(scenario(line.format("9" * 5_000), TWO))
    assert answer.code == 2
    assert answer.err.startswith(f"bad.toml:{says}")
    assert len(answer.err) < 1_000


def test_nothing_that_is_said_is_left_out(check: Check) -> None:
    refused(check(scenario("you: gain 1 chi, 2 resource")), "bad.toml:2:26: invalid: `gain` takes one amount")
    refused(
        check(scenario("you: play Snatch (red) side lfet", TWO)),
        "bad.toml:2:37: invalid: `lfet` is not a side",
        "  help: did you mean `left`?",
    )
    assert check(scenario("you: play Snatch (red) side left, right", TWO)).code == 2


@pytest.mark.parametrize("zone", ["hnad", "?", "the hand"])
def test_a_zone_that_cannot_be_read(check: Check, zone: str) -> None:
    answer = check(scenario(f"you: play Snatch (red) from {zone}", TWO))
    assert answer.code == 2
    assert "`hand`" in answer.err


def test_a_card_that_is_not_in_that_zone(check: Check) -> None:
    answer = check(scenario("you: play Snatch (red) from arsenal", TWO))
    assert answer.code == 2
    assert "nothing here is called `Snatch (red)` in the arsenal zone" in answer.err
    assert "did you mean `Snatch (red)`" not in answer.err
    assert "hand" in answer.err


@pytest.mark.parametrize("name", ["you", "this", "opponent"])
def test_a_name_is_not_suggested_for_itself(check: Check, name: str) -> None:
    answer = check(scenario(f"you: play {name}", TWO))
    assert answer.code == 2
    assert f"did you mean `{name}`?" not in answer.err


def test_a_long_name_is_not_printed_whole(check: Check) -> None:
    for text in (scenario(f"you: play {'x' * 100_000}"), scenario(you=f'hand = ["{"x" * 100_000}"]')):
        answer = check(text)
        assert answer.code == 2
        assert len(answer.err) < 2_000
        assert answer.seconds < 10


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("you: play Sharpen Steel (red) targeting ?", 1),
        ("you: play Snatch (red) discarding ?", 1),
        ("you: play Snatch (red) as an instant pitching ?", 1),
        ("you: choose ?", 1),
        ("chance: choose ?", 1),
        ("you: answer ?", 1),
        ("you: activate ? ability ?", 1),
        ("chance: play ?", 1),
        ("you: attack with ?", 1),
        ("you: play ? pitching ? targeting ? with X = ?", 0),
        ("you: play Snatch (red) with X = ?", 0),
        ("you: play Snatch (red) side ? choosing ? adding ? instead ?", 0),
        ("you: play Snatch (red) pitching ?, ?", 0),
        ("you: play Snatch (red) targeting ?", 0),
    ],
)
def test_holes_in_odd_places_are_judged(check: Check, line: str, code: int) -> None:
    answer = check(scenario(line, 'hand = ["Snatch (red)", "Sharpen Steel (red)"]'))
    assert (answer.code, answer.err) == (code, "")
    if code:
        [entry] = json.loads(check(Path("bad.toml"), "--json").out)
        assert entry["rules"], "an illegal move cites a rule"
