"""Abilities that card files leave out: what one could touch has no answer, everything else has."""

from __future__ import annotations

import pytest

from verifier.api import verify
from verifier.scenario import Invalid, parse
from verifier.verdict import Outcome, Verdict

REASON = "the language has no words for it"
LAMP = 'types = ["generic", "instant", "item"]\ncost = 0\nabilities = ["Instant -- {r}: Gain 1{h}."]'
SONG = 'types = ["generic", "instant"]\ncost = 0\nabilities = ["Gain 1{h}."]'
HALVES = """\
cost = 0

[[cards."Odd Song".sides]]
name = "Verse"
types = ["generic", "instant"]
omits = [{ ability = "something else", reason = "the language has no words for it", when = "WHEN" }]

[[cards."Odd Song".sides]]
name = "Chorus"
types = ["generic", "instant"]
abilities = ["Gain 1{h}."]
"""
RESOLVE = ("you: pass", "opponent: pass")


def judged(name: str, facts: str, when: str, zone: str, *line: str, state: str = "") -> Verdict:
    """The verdict on a line of play where you have a card with an ability left out in a zone, and cards to do other things."""
    zones = {"hand": ["Sigil of Solace (blue)"], "permanents": ["Energy Potion (blue)"], "weapons": [], "graveyard": []}
    zones[zone].append(name)
    written = "\n".join(f"{key} = {names}" for key, names in zones.items())
    omits = f'omits = [{{ ability = "something else", reason = "{REASON}", when = "{when}" }}]'
    card = facts.replace("WHEN", when) if "sides" in facts else f"{facts}\n{omits}"
    moves = "\n".join(line)
    return verify(
        parse(
            f'game = "flesh_and_blood"\nline = """\n{moves}\n"""\n'
            f'[turn]\nplayer = "you"\n[players.you]\nhero = "Bravo"\nresources = 1\n{written}\n'
            f'[players.opponent]\nhero = "Rhinar"\nhand = ["Sigil of Solace (red)"]\n'
            f'[cards."{name}"]\n{card}\n[expect]\nverdict = "legal"\nstate = {{ {state} }}\n'
        ),
        solver=True,
    )


def told(name: str) -> str:
    """What a verdict says where something is left out of the card of that name."""
    return f"`{name}` has an ability that is left out (something else): {REASON}"


def undecided(verdict: Verdict, name: str, step: int) -> bool:
    """True where a step has no answer, since something is left out of the card of that name."""
    return verdict.outcome is Outcome.UNKNOWN and verdict.step == step and verdict.reason == told(name)


def lost(verdict: Verdict, name: str) -> bool:
    """True where the moves are legal, and what they lead to is not known, since something is left out of the card."""
    *_, claim = verdict.claims
    return verdict.outcome is Outcome.LEGAL and verdict.reason == told(name) and claim.found == "unknown"


# Moves of others, while the card is in the arena


@pytest.mark.parametrize(
    "move",
    ["you: play Sigil of Solace (blue)", "you: activate Energy Potion (blue)", "you: activate Odd Lamp"],
)
def test_what_is_always_there_leaves_every_announcement_open(move: str) -> None:
    assert undecided(judged("Odd Lamp", LAMP, "always", "permanents", move), "Odd Lamp", 1)


def test_what_is_always_there_leaves_the_other_players_moves_open() -> None:
    verdict = judged("Odd Lamp", LAMP, "always", "permanents", "you: pass", "opponent: play Sigil of Solace (red)")
    assert undecided(verdict, "Odd Lamp", 2)


@pytest.mark.parametrize("when", ["played", "resolves", "activated", "combat", "turn"])
@pytest.mark.parametrize(
    ("move", "state"),
    [
        ("you: play Sigil of Solace (blue)", '"you.life" = 21'),
        ("you: activate Energy Potion (blue)", '"you.resources" = 3'),
        ("you: activate Odd Lamp", '"you.life" = 21, "you.resources" = 0'),
    ],
)
def test_what_is_not_always_there_leaves_other_things_alone(when: str, move: str, state: str) -> None:
    assert judged("Odd Lamp", LAMP, when, "permanents", move, *RESOLVE, state=state).holds


@pytest.mark.parametrize("zone", ["hand", "graveyard"])
def test_a_card_outside_the_arena_leaves_other_things_alone(zone: str) -> None:
    line = ("you: play Sigil of Solace (blue)", *RESOLVE)
    assert judged("Odd Lamp", LAMP, "always", zone, *line, state='"you.life" = 21').holds


# Playing the card, and resolving it


@pytest.mark.parametrize("when", ["always", "played"])
def test_a_card_is_not_judged_while_it_is_played(when: str) -> None:
    assert undecided(judged("Odd Song", SONG, when, "hand", "you: play Odd Song", *RESOLVE), "Odd Song", 1)


def test_what_a_card_leads_to_is_not_known_once_it_resolves() -> None:
    line = ("you: play Odd Song", *RESOLVE)
    assert lost(judged("Odd Song", SONG, "resolves", "hand", *line, state='"you.life" = 21'), "Odd Song")


def test_what_follows_a_card_that_resolved_is_not_judged() -> None:
    line = ("you: play Odd Song", *RESOLVE, "you: play Sigil of Solace (blue)")
    assert undecided(judged("Odd Song", SONG, "resolves", "hand", *line), "Odd Song", 4)


def test_a_card_is_judged_until_it_resolves() -> None:
    verdict = judged("Odd Song", SONG, "resolves", "hand", "you: play Odd Song", "you: pass", state='stack = ["Odd Song"]')
    assert verdict.holds


@pytest.mark.parametrize("when", ["activated", "combat", "turn"])
def test_a_card_is_judged_where_its_play_is_not_touched(when: str) -> None:
    assert judged("Odd Song", SONG, when, "hand", "you: play Odd Song", *RESOLVE, state='"you.life" = 21').holds


@pytest.mark.parametrize("when", ["played", "resolves"])
def test_a_half_is_judged_where_only_the_other_has_something_left_out(when: str) -> None:
    line = ("you: play Chorus", *RESOLVE)
    assert judged("Odd Song", HALVES, when, "hand", *line, state='"you.life" = 21').holds


def test_a_half_is_not_judged_where_it_has_something_left_out() -> None:
    line = ("you: play Verse", *RESOLVE)
    assert lost(judged("Odd Song", HALVES, "resolves", "hand", *line, state='"you.life" = 21'), "Odd Song")
    assert undecided(judged("Odd Song", HALVES, "played", "hand", *line), "Odd Song", 1)


# Activating what the card file does not have


@pytest.mark.parametrize("when", ["always", "activated"])
def test_an_ability_that_is_left_out_is_not_illegal(when: str) -> None:
    assert undecided(judged("Odd Lamp", LAMP, when, "permanents", "you: activate Odd Lamp ability 2"), "Odd Lamp", 1)


def test_an_ability_that_is_left_out_may_be_the_attack() -> None:
    blade = 'types = ["generic", "weapon", "sword", "2H"]\npower = 1'
    assert undecided(judged("Odd Blade", blade, "activated", "weapons", "you: attack with Odd Blade"), "Odd Blade", 1)


# Playing from where only the ability left out may allow it


@pytest.mark.parametrize("when", ["always", "played"])
def test_a_card_may_be_allowed_where_it_is_by_what_is_left_out(when: str) -> None:
    assert undecided(judged("Odd Song", SONG, when, "graveyard", "you: play Odd Song from graveyard"), "Odd Song", 1)


@pytest.mark.parametrize("when", ["resolves", "activated", "combat", "turn"])
def test_a_card_is_not_allowed_where_it_is_otherwise(when: str) -> None:
    verdict = judged("Odd Song", SONG, when, "graveyard", "you: play Odd Song from graveyard")
    assert (verdict.outcome, verdict.rules) == (Outcome.ILLEGAL, ("5.1.1a",))


@pytest.mark.parametrize("when", ["played", "resolves", "combat", "turn"])
def test_an_ability_that_does_not_exist_is_illegal(when: str) -> None:
    verdict = judged("Odd Lamp", LAMP, when, "permanents", "you: activate Odd Lamp ability 2")
    assert (verdict.outcome, verdict.rules[0]) == (Outcome.ILLEGAL, "5.2.1")


# Writing it down


def test_a_moment_that_does_not_exist_is_a_mistake() -> None:
    with pytest.raises(Invalid, match="sometimes"):
        judged("Odd Lamp", LAMP, "sometimes", "permanents", "you: pass")


def test_an_omission_that_says_nothing_of_when_is_always_there() -> None:
    verdict = verify(
        parse(
            'game = "flesh_and_blood"\nline = "you: play Sigil of Solace (blue)"\n[turn]\nplayer = "you"\n'
            '[players.you]\nhero = "Bravo"\nhand = ["Sigil of Solace (blue)"]\npermanents = ["Odd Lamp"]\n'
            f'[players.opponent]\nhero = "Rhinar"\n[cards."Odd Lamp"]\n{LAMP}\n'
            f'omits = [{{ ability = "something else", reason = "{REASON}" }}]\n'
        )
    )
    assert undecided(verdict, "Odd Lamp", 1)
