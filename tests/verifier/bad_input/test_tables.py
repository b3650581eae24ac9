"""Unknown keys, wrong types, unknown games, players and cards are told with their place and what may help."""

from __future__ import annotations

import json

import pytest

from tests.verifier.bad_input.common import JAR, Check, refused, scenario


@pytest.mark.parametrize(
    ("text", "says", "help"),
    [
        (scenario().replace("line", "lien"), "2:1: invalid: unknown key `lien`", "`line`"),
        (scenario(rest="[[chian]]\nattack = 3"), "13:1: invalid: unknown key `chian`", "`chain`"),
        (scenario(you="hnad = []"), "9:1: invalid: unknown key `hnad` in `players.you`", "`hand`"),
        (
            scenario().replace('player = "you"', 'plaer = "you"\nplayer = "you"'),
            "5:1: invalid: unknown key `plaer` in `turn`",
            "`player` or `phase`",
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
    ids=["top level", "of the game", "player", "turn", "expect", "entry", "card"],
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
        ('game = "flesh_and_blood"\nchain = 3\n', "2:1: invalid: `chain`: a list is wanted, this is a whole number"),
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
    ids=["game", "line", "turn", "players", "chain", "zone", "text", "fraction", "truth", "rules", "state"],
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
        "  help: did you mean `Dorinthea` or `Dorinthea Ironsong`?",
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
