"""Every mistake is told with its own place, all at once and in the order of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.verifier.bad_input.common import Check, refused, scenario
from verifier.cli import main


@pytest.mark.parametrize(
    ("header", "place"),
    [
        ("[players.you]", "9:10"),
        ("[players.you]  # me", "9:10"),
        ('[ players . "you" ]', "9:10"),
        ("[players.'you']", "9:10"),
    ],
)
def test_the_place_is_found_however_a_table_is_headed(check: Check, header: str, place: str) -> None:
    answer = check(scenario(you='hand = ["Snach (red)"]').replace("[players.you]", header))
    assert answer.err.startswith(f"bad.toml:{place}: invalid: there is no card called `Snach (red)`")


def test_the_place_is_that_of_the_whole_name(check: Check) -> None:
    answer = check(scenario(you='hand = ["Snatch (red)", "Snatch"]'))
    assert answer.err.startswith("bad.toml:9:26: ambiguous: `Snatch` fits 3 cards")
    listed = check(scenario(you='hand = [\n    "Snatch (red)",  # "Snach (red)" is wrong\n    "Snach (red)",\n]'))
    assert listed.err.startswith("bad.toml:11:6: invalid: there is no card called `Snach (red)`")


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ('line = "you: psas"', "2:14"),
        ("line = 'you: psas'", "2:14"),
        ('"line" = "you: psas"', "2:16"),
        ('line = """\nyou: psas\n"""', "3:6"),
        ("line = '''\nyou: psas\n'''", "3:6"),
        ('line = """you: psas\n"""', "2:16"),
        ('line = """you: pass\nyou: psas\n"""', "3:6"),
        ('line = """\n\n# a comment\n    you: psas\n"""', "5:10"),
        ('line = """\nrefused: you: psas\n"""', "3:15"),
        ('line = """   \nyou: psas\n"""', "3:6"),
        ('title = """\nline = "no"\n"""\nline = "you: psas"', "5:14"),
        ('title = """\nline = """ # x\nline = "you: psas"', "4:14"),
    ],
)
def test_the_place_of_a_move_is_its_place_in_the_file(check: Check, written: str, place: str) -> None:
    answer = check(scenario().replace('line = "you: pass"', written))
    refused(answer, f"bad.toml:{place}: invalid: `psas` is not a move", "  help: did you mean `pass`?")


def test_mistakes_are_told_all_at_once(check: Check) -> None:
    text = scenario(
        you='hnad = []\nhand = ["Snach (red)"]\nlife = -1\neffects = ["Gain 3 bananas."]\nactivated = { "Dwanblade" = 1 }',
        rest='[cards.Odd]\ntypes = ["actoin"]\nabilities = ["Draw a crad."]\n\n[expect]\nverdikt = "legal"',
    ).replace('player = "you"', 'player = "me"')
    answer = check("lien = 3\n" + text)
    assert answer.code == 2
    for said in (
        "unknown key `lien`",
        "no player is called `me`",
        "unknown key `hnad` in `players.you`",
        "there is no card called `Snach (red)`",
        "`players.you.life`",
        "`bananas`",
        "`Dwanblade`",
        "`actoin` is not a type",
        "`crad` is not a word of this game",
        "unknown key `verdikt` in `expect`",
    ):
        assert said in answer.err, said


def test_one_mistake_does_not_make_others(check: Check) -> None:
    refused(
        check(scenario(you='hand = ["Odd"]\nactivated = { "Odd" = 1 }', rest='[cards.Odd]\ntypes = ["actoin"]')),
        "bad.toml:15:11: invalid: card `Odd`: `actoin` is not a type",
        "  help: did you mean `action` or `affliction`?",
    )
    refused(
        check(scenario(you='hand = ["Snach (red)", "Snach (red)"]', rest="action_points = 1").replace('"you"', '"me"')),
        "bad.toml:5:1: invalid: no player is called `me`",
        *[
            "bad.toml:9:10: invalid: there is no card called `Snach (red)`",
            "  help: did you mean `Snatch (red)` or `Snap Shot (red)` or `Spinal Crush (red)`?",
            "bad.toml:9:25: invalid: there is no card called `Snach (red)`",
            "  help: did you mean `Snatch (red)` or `Snap Shot (red)` or `Spinal Crush (red)`?",
        ],
    )
    both = check(scenario().replace('player = "you"', 'player = "me"\npriority = "them"'))
    assert both.err.count("no player is called") == 2


def test_mistakes_stand_in_the_order_of_the_file(check: Check) -> None:
    answer = check(scenario(you='hnad = []\nhand = ["Snach (red)"]\nlife = -1').replace('player = "you"', 'player = "me"'))
    rows = [int(line.split(":")[1]) for line in answer.err.splitlines() if not line.startswith("  help")]
    assert rows == [5, 9, 10, 11]


def test_all_moves_that_cannot_be_read_are_told(check: Check) -> None:
    refused(
        check(scenario().replace('"you: pass"', '"""\nyuo: pass\nyou: psas\nyou: play Nothing\n"""')),
        "bad.toml:3:1: invalid: no player is called `yuo`",
        "  help: did you mean `you`?",
        "bad.toml:4:6: invalid: `psas` is not a move",
        "  help: did you mean `pass`?",
        "bad.toml:5:11: invalid: nothing here is called `Nothing`",
    )


def test_several_files_are_each_told(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    Path("good.toml").write_text(scenario(), encoding="utf-8")
    assert main(["check", "-q", "none.toml", "good.toml", "neither.toml"]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("there is no such file") == 2
    assert "good.toml: legal" in captured.out


def test_json_has_every_mistake(check: Check) -> None:
    answer = check(scenario(you='hnad = []\nhand = ["Snach (red)"]'), "--json")
    [entry] = json.loads(answer.out)
    assert (answer.code, answer.err, entry["verdict"]) == (2, "", "invalid")
    assert [(found["line"], found["column"]) for found in entry["mistakes"]] == [(9, 1), (10, 10)]
    assert entry["mistakes"][0]["help"] == "did you mean `hand`?"
