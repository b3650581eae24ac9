"""Bad input gets a clear message with its place and exit code 2, never a traceback; odd but good input is read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from verifier.cli import main

SEATED = """\
game = "flesh_and_blood"
line = "{line}"

[turn]
player = "you"

[players.you]
hero = "Dorinthea"
{you}
[players.opponent]
hero = "Bravo"
{rest}"""
"""`line` is row 2, `you` begins at row 9; where that is one row, `[players.opponent]` is row 11 and `rest` begins at 13."""

JAR = """\
[cards."Honey Jar"]
types = ["generic", "item"]
abilities = ["Instant -- 0: Gain 1{h}."]
"""


def scenario(line: str = "you: pass", you: str = "life = 20", rest: str = "") -> str:
    """A scenario in which nothing is wrong but what is put into it."""
    filled = SEATED.replace("{line}", line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n"))
    return filled.replace("{you}", you + "\n").replace("{rest}", rest + "\n" if rest else "")


class Answer(Struct, frozen=True):
    """What a run said: its exit code, both outputs without the directory's name, and how many seconds it took."""

    code: int
    out: str
    err: str
    seconds: float


Check = Callable[..., Answer]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Runs `verifier check` on a text, written to `bad.toml`, or on a path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")

    def run(text: str | bytes | Path, *options: str) -> Answer:
        if isinstance(text, Path):
            name = str(text)
        else:
            name = "bad.toml"
            Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
        start = time.perf_counter()
        code = main(["check", *options, name])
        seconds = time.perf_counter() - start
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err, captured.err
        assert "bug of ours" not in captured.err
        return Answer(code, captured.out, captured.err, seconds)

    return run


def refused(answer: Answer, *lines: str) -> None:
    """Nothing; fails unless the run ended with 2 and said exactly these lines."""
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.splitlines() == list(lines)


# Files


def test_a_missing_file(check: Check) -> None:
    refused(check(Path("none.toml")), "none.toml: invalid: there is no such file")


def test_a_directory(check: Check) -> None:
    Path("folder").mkdir()
    refused(check(Path("folder")), "folder: invalid: this is a directory, not a file")


@pytest.mark.parametrize("text", ["", "\n \n", "# a comment\n"])
def test_an_empty_file(check: Check, text: str) -> None:
    refused(check(text), "bad.toml: invalid: the file is empty", '  help: a scenario begins with `game = "…"`')


def test_a_file_that_is_not_utf_8(check: Check) -> None:
    bad = check(scenario().encode() + b'\n[expect]\n# caf\xe9\nverdict = "legal"\n')
    refused(bad, "bad.toml:15: invalid: the file is not UTF-8", "  help: save it as UTF-8 text")
    assert check(scenario().encode("utf-16")).code == 2


def test_a_byte_order_mark_is_fine(check: Check) -> None:
    assert check(b"\xef\xbb\xbf" + scenario().encode()).code == 0


def test_rows_that_end_in_carriage_returns_are_fine(check: Check) -> None:
    assert check(scenario().replace("\n", "\r\n")).code == 0
    assert "bad.toml:9:1:" in check(scenario(you="hnad = []").replace("\n", "\r\n")).err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = \n", "bad.toml:1:8: invalid: invalid TOML: invalid value"),
        ('game = "flesh_and_blood\n', "bad.toml:1:24: invalid: invalid TOML: illegal character '\\n'"),
        (
            scenario().replace("[turn]", "[turn"),
            "bad.toml:4:6: invalid: invalid TOML: expected ']' at the end of a table declaration",
        ),
        ('game = "a"\ngame = "b"\n', "bad.toml:2:11: invalid: invalid TOML: cannot overwrite a value"),
        ('line = """\nyou: pass\n', "bad.toml:3: invalid: invalid TOML: unterminated string"),
        ("\0\0\0", "bad.toml:1:1: invalid: invalid TOML: invalid statement"),
        ('game = "a\0b"\n', "bad.toml:1:10: invalid: invalid TOML: illegal character '\\x00'"),
    ],
    ids=["no value", "open string", "open table", "twice", "open fence", "NUL bytes", "a NUL byte"],
)
def test_invalid_toml_has_row_and_column(check: Check, text: str, says: str) -> None:
    refused(check(text), says)


def test_deep_nesting(check: Check) -> None:
    deep = check(f'game = "flesh_and_blood"\nx = {"[" * 100_000}{"]" * 100_000}\n')
    refused(deep, "bad.toml: invalid: invalid TOML: nested too deeply")
    refused(check(f'game = "flesh_and_blood"\nx = {"[" * 50}{"]" * 50}\n'), "bad.toml:2:1: invalid: unknown key `x`")
    assert check(f'game = "flesh_and_blood"\nx{".a" * 3_000} = 1\n').code == 2
    assert check(scenario(you=f"hand = {'[' * 50}{']' * 50}")).code == 2
    assert check(scenario(rest=f"[expect]\nstate = {'{ a = ' * 50}1{' }' * 50}")).code == 2


def test_a_number_of_thousands_of_digits(check: Check) -> None:
    answer = check(scenario(you=f"life = {'9' * 5_000}"))
    assert answer.code == 2
    assert answer.err.startswith("bad.toml:9:")
    assert len(answer.err) < 300


@pytest.mark.parametrize("key", ["value = ", "state.x = "])
def test_a_number_of_thousands_of_digits_in_another_base(check: Check, key: str) -> None:
    answer = check(scenario(rest=f"[expect]\n{key}0x{'F' * 6_000}"))
    refused(answer, "bad.toml:14:1: invalid: a number of at most 1000 digits is wanted")


def test_a_file_that_is_too_large(check: Check) -> None:
    refused(check("#" * 2_000_001), "bad.toml: invalid: the file is larger than 2,000,000 bytes")


def test_a_device_that_never_ends() -> None:
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("there is no /dev/zero here")
    limited = f"ulimit -v 4000000; exec {sys.executable} -m verifier check {endless}"
    done = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("/dev/zero: invalid: ")
    assert "Traceback" not in done.stderr


def test_a_device_that_is_empty(check: Check) -> None:
    if not Path("/dev/null").exists():
        pytest.skip("there is no /dev/null here")
    answer = check(Path("/dev/null"))
    assert answer.code == 2
    assert answer.err.startswith("/dev/null: invalid: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(check: Check) -> None:
    Path("closed.toml").write_text(scenario(), encoding="utf-8")
    Path("closed.toml").chmod(0)
    refused(check(Path("closed.toml")), "closed.toml: invalid: the file cannot be opened: Permission denied")


@pytest.mark.parametrize("name", ["a\0b.toml", "x" * 5_000, "loop.toml"], ids=["NUL", "long", "loop"])
def test_a_name_that_no_file_can_have(check: Check, name: str) -> None:
    Path("loop.toml").symlink_to("loop.toml")
    answer = check(Path(name))
    assert answer.code == 2
    assert "invalid: the file cannot be opened: " in answer.err


# Keys and types


@pytest.mark.parametrize(
    ("text", "says", "help"),
    [
        (scenario().replace("line", "lien"), "2:1: invalid: unknown key `lien`", "`line`"),
        (scenario(you="hnad = []"), "9:1: invalid: unknown key `hnad` in `players.you`", "`hand`"),
        (
            scenario().replace('player = "you"', 'plaer = "you"\nplayer = "you"'),
            "5:1: invalid: unknown key `plaer` in `turn`",
            "`player`",
        ),
        (scenario(rest='[expect]\nverdikt = "legal"'), "14:1: invalid: unknown key `verdikt` in `expect`", "`verdict`"),
        (
            scenario(you='hand = [{ card = "Snatch (red)", face_dwon = true }]'),
            "9:1: invalid: unknown key `face_dwon` in `players.you.hand`",
            "`face_down` or `face_up`",
        ),
        (
            scenario(rest="[cards.Odd]\ncosts = 3"),
            "14:1: invalid: unknown key `costs` in `cards.Odd`",
            "`cost` or `omits`",
        ),
    ],
    ids=["top level", "player", "turn", "expect", "entry", "card"],
)
def test_an_unknown_key(check: Check, text: str, says: str, help: str) -> None:
    refused(check(text), f"bad.toml:{says}", f"  help: did you mean {help}?")


def test_an_option_that_the_game_does_not_have(check: Check) -> None:
    says = "bad.toml:14:1: invalid: unknown key `blitz` in `options`"
    refused(check(scenario(rest="[options]\nblitz = true")), says, "  help: this game has no options")


def test_what_must_be_there(check: Check) -> None:
    refused(check('line = "you: pass"\n'), "bad.toml:1: invalid: the key `game` is missing", "  help: name the game first")
    answer = check('game = "flesh_and_blood"\nline = "you: pass"\n')
    assert answer.code == 2
    assert "bad.toml: invalid: the table `turn` is missing" in answer.err
    assert "bad.toml: invalid: two or more players are wanted" in answer.err
    hero = check(scenario().replace('hero = "Bravo"\n', ""))
    refused(hero, "bad.toml:11:1: invalid: the key `hero` is missing in `players.opponent`")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = 3\n", "1:1: invalid: `game`: a text is wanted, this is a whole number"),
        ('game = "flesh_and_blood"\nline = ["you: pass"]\n', "2:1: invalid: `line`: a text is wanted, this is a list"),
        ('game = "flesh_and_blood"\nturn = "you"\n', "2:1: invalid: `turn`: a table is wanted, this is a text"),
        ('game = "flesh_and_blood"\nplayers = ["you"]\n', "2:1: invalid: `players`: a table is wanted, this is a list"),
        (
            scenario(you='hand = "Snatch (red)"'),
            "9:1: invalid: `players.you.hand`: a list is wanted, this is a text",
        ),
        (scenario(you='life = "20"'), "9:1: invalid: `players.you.life`: a whole number is wanted, this is a text"),
        (scenario(you="life = 2.5"), "9:1: invalid: `players.you.life`: a whole number is wanted, this is a fraction"),
        (scenario(you="life = true"), "9:1: invalid: `players.you.life`: a whole number is wanted, this is true or false"),
        (
            scenario(rest='[expect]\nrules = "5.1.1"'),
            "14:1: invalid: `expect.rules`: a list is wanted, this is a text",
        ),
        (scenario(rest="[expect]\nstate = 3"), "14:1: invalid: `expect.state`: a table is wanted, this is a whole number"),
    ],
    ids=["game", "line", "turn", "players", "zone", "text", "fraction", "truth", "rules", "state"],
)
def test_a_wrong_type(check: Check, text: str, says: str) -> None:
    refused(check(text), f"bad.toml:{says}")


@pytest.mark.parametrize("entry", ["1", '["Snatch (red)"]', "2020-01-01", "{ card = 3 }"])
def test_an_entry_of_the_wrong_type(check: Check, entry: str) -> None:
    answer = check(scenario(you=f"hand = [{entry}]"))
    assert answer.code == 2
    assert answer.err.startswith("bad.toml:9:")
    assert "`players.you.hand" in answer.err
    assert "a text is wanted" in answer.err
    assert "None" not in answer.err


def test_a_number_that_cannot_be(check: Check) -> None:
    refused(
        check(scenario(you="resources = -1\nchi = -2")),
        "bad.toml:9:1: invalid: `players.you.resources`: a whole number of at least 0 is wanted",
        "bad.toml:10:1: invalid: `players.you.chi`: a whole number of at least 0 is wanted",
    )
    for huge in ("99999999999", "9" * 40):
        says = "bad.toml:9:1: invalid: `players.you.life`: a whole number of at most 1000000 is wanted"
        refused(check(scenario(you=f"life = {huge}")), says)
    refused(
        check(scenario(you='activated = { "Dorinthea" = -1 }')),
        "bad.toml:9:1: invalid: `players.you.activated`: a whole number of at least 0 is wanted",
    )


def test_a_player_that_is_a_number(check: Check) -> None:
    text = 'game = "flesh_and_blood"\n\n[players]\nyou = 3\n'
    refused(check(text), "bad.toml:4:1: invalid: `players.you`: a table is wanted, this is a whole number")


def test_a_verdict_that_is_none(check: Check) -> None:
    refused(
        check(scenario(rest='[expect]\nverdict = "leagl"')),
        "bad.toml:14:1: invalid: `leagl` is not a verdict",
        "  help: one of `legal`, `illegal`, `unknown`",
    )


def test_claims_about_nothing_are_told_together(check: Check) -> None:
    answer = check(scenario(rest='[expect]\nstate = { "you.lfie" = 3, "you.hnad" = [] }'))
    assert answer.code == 2
    assert "bad.toml:14:12: invalid: nothing is known as `you.lfie` in the position" in answer.err
    assert "  help: did you mean `you.life`" in answer.err
    assert "nothing is known as `you.hnad` in the position" in answer.err


def test_rules_that_are_none_are_refused(check: Check) -> None:
    for text in (scenario(rest='[expect]\nrules = ["9.9.9z"]'), 'shows = ["9.9.9z"]\n' + scenario()):
        answer = check(text)
        assert answer.code == 2
        assert "`9.9.9z`" in answer.err


# Games, players, cards


def test_an_unknown_game(check: Check) -> None:
    refused(
        check(scenario().replace("flesh_and_blood", "flesh_and_bloood")),
        "bad.toml:1: invalid: there is no game called `flesh_and_bloood`",
        "  help: did you mean `flesh_and_blood`?",
    )
    for name in ("chess", "../../etc", "library", "", "models.flesh_and_blood"):
        answer = check(scenario().replace('"flesh_and_blood"', json.dumps(name)))
        assert answer.code == 2
        assert f"bad.toml:1: invalid: there is no game called `{name}`" in answer.err
        assert "`flesh_and_blood`" in answer.err


def test_players(check: Check) -> None:
    refused(
        check(scenario().replace('player = "you"', 'player = "yuo"')),
        "bad.toml:5:1: invalid: no player is called `yuo`",
        "  help: did you mean `you`?",
    )
    for name in ("a: b", "chance", ""):
        answer = check(scenario().replace("players.opponent", f"players.{json.dumps(name)}"))
        assert answer.code == 2
        assert f"bad.toml:11:1: invalid: `{name}` cannot be a player's name" in answer.err
    refused(
        check(scenario(rest="action_points = 1")),
        "bad.toml:13:1: invalid: only the turn player can have action points",
        "  help: rule 1.13.2b",
    )


def test_an_unknown_card(check: Check) -> None:
    answer = check(scenario(you='hand = ["Snach (red)"]'))
    assert answer.code == 2
    first, help = answer.err.splitlines()
    assert first == "bad.toml:9:10: invalid: there is no card called `Snach (red)`"
    assert help.startswith("  help: did you mean `Snatch (red)`")
    colour = check(scenario(you='hand = ["Snatch (purple)"]'))
    assert colour.err.startswith("bad.toml:9:10: invalid: there is no card called `Snatch (purple)`")
    assert "`Snatch (red)`" in colour.err
    refused(
        check(scenario(you='hand = ["Honey Jra"]', rest=JAR)),
        "bad.toml:9:10: invalid: there is no card called `Honey Jra`",
        "  help: did you mean `Honey Jar`?",
    )
    refused(
        check(scenario().replace('"Dorinthea"', '"Dorintea"')),
        "bad.toml:8:9: invalid: there is no card called `Dorintea`",
        "  help: did you mean `Dorinthea`?",
    )


def test_a_name_that_fits_several_cards(check: Check) -> None:
    refused(
        check(scenario(you='hand = ["Snatch"]')),
        "bad.toml:9:10: ambiguous: `Snatch` fits 3 cards",
        "  help: say `Snatch (red)` or `Snatch (yellow)` or `Snatch (blue)`",
    )
    several = 'hand = ["Snatch (red)", "Snatch (blue)"]'
    refused(
        check(scenario("you: play Snatch", several)),
        "bad.toml:2:19: ambiguous: `Snatch` fits several cards",
        "  help: say `Snatch (blue) from hand` or `Snatch (red) from hand`",
    )
    refused(
        check(scenario("you: play Snatch (red)", 'hand = ["Snatch (red)"]\narsenal = ["Snatch (red)"]')),
        "bad.toml:2:19: ambiguous: `Snatch (red)` fits several cards",
        "  help: say `Snatch (red) from arsenal` or `Snatch (red) from hand`",
    )


def test_a_card_in_two_zones(check: Check) -> None:
    refused(
        check(scenario(you='hand = ["Snatch (red) #1"]\ngraveyard = ["Snatch (red) #1"]')),
        "bad.toml:10:15: invalid: `Snatch (red) #1` is in two zones: hand and graveyard",
    )
    both = check(scenario(you='hand = ["Snatch (red) #1"]', rest='hand = ["Snatch (red) #1"]'))
    assert both.code == 2
    assert both.err.startswith("bad.toml:13:10: invalid: `Snatch (red) #1` is in two zones")
    assert "you" in both.err
    assert "opponent" in both.err
    twice = check(scenario(you='hand = ["Snatch (red) #1", "Snatch (red) #1"]'))
    assert twice.code == 2
    assert "hand and hand" not in twice.err


@pytest.mark.parametrize(
    ("you", "says"),
    [
        ('weapons = ["Snatch (red)"]', "9:13: invalid: `Snatch (red)` is not a weapon"),
        ('equipment = ["Snatch (red)"]', "9:15: invalid: `Snatch (red)` is not equipment"),
        ('hand = ["Dawnblade"]', "9:10: invalid: `Dawnblade` cannot be in the hand: it is no deck-card"),
        ('permanents = ["Snatch (red)"]', "9:16: invalid: `Snatch (red)` is not a permanent"),
        ('arsenal = ["Snatch (red)", "Snatch (blue)"]', "9:1: invalid: an arsenal holds one card"),
        ('activated = { "Dwanblade" = 1 }', "9:16: invalid: `you` has no `Dwanblade`"),
    ],
)
def test_cards_where_they_cannot_be(check: Check, you: str, says: str) -> None:
    refused(check(scenario(you=you)), f"bad.toml:{says}")


def test_a_hero_that_is_none(check: Check) -> None:
    refused(check(scenario().replace('"Bravo"', '"Dawnblade"')), "bad.toml:12:1: invalid: `Dawnblade` is not a hero")


# Places


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


# Moves


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


# Open parts in odd places


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


# Names


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


# Cards of a file's own, and effects


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


# Long and wide


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
