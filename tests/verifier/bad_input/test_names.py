"""Odd names are names; cards and effects of a file are read, or refused with the place of the word."""

from __future__ import annotations

import json

import pytest

from tests.verifier.bad_input.common import Check, refused, scenario

NAMES = [
    "Pitching (red)",
    "from hand (red)",
    "Pass",
    "play",
    "targeting",
    "choose nothing",
    "with X = 3",
    "side left",
    "you",
    "opponent",
    "this",
    "One, Two, and Three",
    "O'Neil's \"Best\" Day",
    "you: pass",
    "refused: x",
    "# not a comment",
    "1",
    "[bold]",
    "`tick`",
    "Ünïcödé ṣāya",
    "שלום עולם",
    "🐉🔥",
    "İstanbul",
    "ß",
    "x" * 300,
]


def own_cards(*names: str) -> str:
    """Card tables for attacks of cost 0 that pitch for 3."""
    facts = 'types = ["generic", "action", "attack"]\ncost = 0\npitch = 3\npower = 1\n'
    return "\n".join(f"[cards.{json.dumps(name, ensure_ascii=False)}]\n{facts}" for name in names)


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_are_names(check: Check, name: str) -> None:
    hand = f"hand = [{json.dumps(name, ensure_ascii=False)}]"
    rest = f"{own_cards(name)}\n[expect]\nstate = {{ stack = [{json.dumps(name, ensure_ascii=False)}] }}"
    answer = check(scenario(f"you: play {name}", hand, rest))
    assert (answer.code, answer.err) == (0, "")
    assert "as the file claims" in answer.out


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_follow_clauses(check: Check, name: str) -> None:
    hand = f'hand = [{json.dumps(name, ensure_ascii=False)}]\nweapons = ["Edge of Autumn"]'
    answer = check(
        scenario(f"you: attack with Edge of Autumn pitching {name} targeting Bravo", hand, own_cards(name)), "--json"
    )
    assert (answer.code, answer.err) == (0, "")
    assert f"{name}: hand → pitch" in json.loads(answer.out)[0]["taken"][0]["changes"]


@pytest.mark.parametrize(
    ("names", "line", "pitch"),
    [
        (("Fire", "Fire, Ice", "Ice"), "you: attack with Edge of Autumn pitching Fire, Ice", ["Fire, Ice"]),
        (("A", "A targeting B"), "you: attack with Edge of Autumn pitching A targeting B", ["A targeting B"]),
        (("Hit", "Hit from hand"), "you: attack with Edge of Autumn pitching Hit from hand", ["Hit from hand"]),
        (("Hit", "Hitter"), "you: attack with Edge of Autumn pitching Hitter", ["Hitter"]),
    ],
)
def test_the_longest_name_is_meant(check: Check, names: tuple[str, ...], line: str, pitch: list[str]) -> None:
    hand = f'hand = {json.dumps(names)}\nweapons = ["Edge of Autumn"]'
    answer = check(scenario(line, hand, f'{own_cards(*names)}\n[expect]\nstate = {{ "you.pitch" = {json.dumps(pitch)} }}'))
    assert (answer.code, answer.err) == (0, "")


def test_letters_and_their_accents_may_be_written_apart(check: Check) -> None:
    answer = check(scenario("you: play \u00e9clair", 'hand = ["e\u0301clair"]', own_cards("e\u0301clair")))
    assert answer.code == 0


def test_names_that_differ_only_in_how_accents_are_written_are_the_same(check: Check) -> None:
    refused(check('game = "x"\n"\u00e9" = 1\n"e\u0301" = 2\n'), "bad.toml:2:1: invalid: the key `é` is written twice")


def test_names_that_cannot_be_said_in_a_line_are_refused(check: Check) -> None:
    for name in ("", " ", "two\nrows", " before", "after ", "Jar #1"):
        answer = check(scenario(rest=own_cards(name)))
        assert answer.code == 2, name
        assert answer.err.startswith("bad.toml:13:")
        assert "cannot be a card's name" in answer.err


def test_control_characters_are_not_sent_to_the_terminal(check: Check) -> None:
    name = "\u001b[31mred\u202e"
    answer = check(scenario(f"you: play {name}".replace("\u001b", "\\u001b"), "life = 20").replace("\\\\u", "\\u"))
    assert answer.code == 2
    assert "\u001b" not in answer.err
    assert "\u202e" not in answer.err


def test_control_characters_are_written_out_in_verdicts(check: Check) -> None:
    answer = check(scenario(rest='[expect]\nstate = { "you.life" = "\\u001b[31m\\u202e" }'))
    assert answer.code == 1
    assert "\\u001b[31m\\u202e" in answer.out
    assert "\u001b" not in answer.out
    assert "\u202e" not in answer.out


def test_a_sentence_that_is_not_understood(check: Check) -> None:
    refused(
        check(scenario(rest='[cards.Odd]\ntypes = ["action"]\nabilities = ["Draw a card.", "Draw a crad."]')),
        "bad.toml:15:38: invalid: card `Odd`, column 8 of `Draw a crad.`: `crad` is not a word of this game",
        "  help: did you mean `card`?",
    )
    refused(
        check(scenario(you='effects = ["Cards you play cost {r} moer to play."]')),
        "bad.toml:9:37: invalid: column 25 of `Cards you play cost {r} moer to play.`: `moer` is not a word of this game",
        "  help: did you mean `more`?",
    )


def test_places_within_sides(check: Check) -> None:
    sides = '[[cards.Odd.sides]]\nname = "L"\ntypes = []\nfoo = 1\n[[cards.Odd.sides]]\nname = "R"\ntypes = []\n'
    answer = check(scenario(rest=f'[cards.Odd]\ntypes = ["action"]\n{sides}abilities = ["Draw a \\u0063rad."]'))
    refused(
        answer,
        "bad.toml:18:1: invalid: unknown key `foo` in `cards.Odd.sides`",
        "bad.toml:22:22: invalid: card `R`, column 8 of `Draw a crad.`: `crad` is not a word of this game",
        "  help: did you mean `card`?",
    )


def test_a_sentence_that_can_be_read_in_two_ways(check: Check) -> None:
    says = "When a weapon you control hits an aura, destroy it."
    answer = check(scenario(rest=f'[cards.Odd]\ntypes = ["equipment", "head"]\nabilities = ["{says}"]'))
    assert answer.code == 2
    first, help = answer.err.splitlines()
    assert first == f"bad.toml:15:63: ambiguous: card `Odd`, column 49 of `{says}`: `it` could be 2 things"
    assert "weapon" in help
    assert "aura" in help


def test_what_is_not_a_continuous_effect(check: Check) -> None:
    says = "bad.toml:9:13: invalid: `Draw a card.` is not a continuous effect"
    refused(check(scenario(you='effects = ["Draw a card."]')), says)


@pytest.mark.parametrize("targets", ["", ', targets = ["Nope"]', ', targets = ["Dawnblade", "Dawnblade"]'])
def test_an_effect_needs_as_many_targets_as_it_names(check: Check, targets: str) -> None:
    effect = f'{{ says = "Target weapon gets +1{{p}} this turn."{targets} }}'
    answer = check(scenario(you=f'weapons = ["Dawnblade"]\neffects = [{effect}]'))
    assert answer.code == 2
    assert answer.err.startswith("bad.toml:10:")
    assert "target" in answer.err or "`Nope`" in answer.err


@pytest.mark.parametrize(
    "fact",
    [
        'cost = "Y"',
        'cost = "Xabc"',
        'cost = "XY1"',
        "cost = -1",
        'power = "lots"',
        'gives = "gold"',
        "colors = { green = {} }",
        'types = "action"',
        'types = ["actoin"]',
        'sides = [{ name = "Left", types = ["action"] }]',
        'sides = [{ name = "A", types = [] }, { name = "B", types = [] }, { name = "C", types = [] }]',
    ],
)
def test_facts_that_no_card_has(check: Check, fact: str) -> None:
    kept = 'types = ["generic", "action"]\n' if not fact.startswith("types") else ""
    answer = check(scenario("you: play Odd", 'hand = ["Odd"]', f"[cards.Odd]\n{kept}{fact}"))
    assert answer.code == 2
    assert answer.err.startswith("bad.toml:1")


def test_a_token_of_the_files_own_can_be_created(check: Check) -> None:
    maker = '[cards.Hive]\ntypes = ["generic", "item"]\nabilities = ["Instant -- 0: Create a Wax token."]\n'
    rest = f'{maker}\n[cards.Wax]\ntypes = ["token", "item"]\n\n[expect]\nstate = {{ "you.arena" = ["Hive", "Wax"] }}'
    answer = check(scenario("you: activate Hive\nyou: pass\nopponent: pass", 'permanents = ["Hive"]', rest))
    assert (answer.code, answer.err) == (0, "")


def test_a_token_that_nobody_knows_is_told_with_its_card(check: Check) -> None:
    maker = '[cards.Hive]\ntypes = ["generic", "item"]\nabilities = ["Instant -- 0: Create a Wax token."]'
    answer = check(scenario("you: activate Hive\nyou: pass\nopponent: pass", 'permanents = ["Hive"]', maker))
    assert answer.code == 2
    assert answer.err.startswith("bad.toml:15:")
    assert "`Wax`" in answer.err
    assert "`Hive`" in answer.err
