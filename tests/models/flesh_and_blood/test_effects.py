"""Effects, events and triggers that no rulebook scenario shows: what happens, and what is honestly unknown."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.api import verify
from verifier.scenario import Scenario, parse
from verifier.verdict import Verdict
from verifier.writing import show

HERO = {"types": ["hero"], "life": 20, "intellect": 4}
INSTANT = {"types": ["instant"], "cost": 0, "pitch": 3}


def judged(line: str, cards: dict[str, Any], state: dict[str, Any] | None = None, **you: Any) -> Verdict:
    """The verdict on a line of the player `you`, who has these things and cards; `state` is claimed of the end."""
    mine = {"hero": "Ann", **you}
    players = {"you": mine, "them": {"hero": "Ann", **cards.pop("them", {})}}
    scenario = Scenario("", "flesh_and_blood", turn={"player": "you"}, players=players, cards={"Ann": HERO, **cards})
    text = show(scenario).replace("\n", f'\nline = """\n{line}\n"""\n', 1)
    claims = ", ".join(f'"{key}" = {value!r}'.replace("'", '"') for key, value in (state or {}).items())
    return verify(parse(text + f'\n[expect]\nverdict = "legal"\nstate = {{ {claims} }}\n'), solver=True)


RESOLVE = "\nyou: pass\nthem: pass"


def test_entering_the_arena_is_seen() -> None:
    totem = {"types": ["instant", "item"], "cost": 0, "pitch": 3, "abilities": ["When this enters the arena, gain 2{h}."]}
    verdict = judged(f"you: play Totem{RESOLVE}{RESOLVE}", {"Totem": totem}, {"you.life": 22}, hand=["Totem"])
    assert verdict.holds, verdict


def test_leaving_the_arena_is_seen() -> None:
    jar = {"types": ["item"], "abilities": ["Instant -- Destroy this: Gain {r}.", "When this leaves the arena, gain 2{h}."]}
    verdict = judged(f"you: activate Jar{RESOLVE}", {"Jar": jar}, {"you.life": 22}, permanents=["Jar"])
    assert verdict.holds, verdict


def test_a_replacement_does_not_replace_itself() -> None:
    toll = {**INSTANT, "abilities": ["As an additional cost to play this, discard a card."]}
    effects = ["If you would discard a card, instead discard a card."]
    verdict = judged(
        "you: play Toll", {"Toll": toll, "Rock": INSTANT}, {"you.graveyard": ["Rock"]}, hand=["Toll", "Rock"], effects=effects
    )
    assert verdict.holds, verdict


def test_a_trigger_of_the_next_time_goes_off_once() -> None:
    effects = ["The next time you play an instant card this turn, gain 1{h}."]
    line = f"you: play Rock{RESOLVE}{RESOLVE}\nyou: play Rock{RESOLVE}"
    verdict = judged(line, {"Rock": INSTANT}, {"you.life": 21}, hand=["Rock", "Rock"], effects=effects)
    assert verdict.holds, verdict


def test_that_many_is_how_many_there_were() -> None:
    hood = {
        "types": ["item"],
        "abilities": ["Instant -- 0: Shuffle any number of cards from your hand into your deck, then draw that many cards."],
    }
    line = f"you: activate Hood{RESOLVE}\nyou: choose Rock, Rock"
    verdict = judged(
        line,
        {"Hood": hood, "Rock": INSTANT},
        {"you.hand": ["Rock", "Rock"]},
        hand=["Rock", "Rock"],
        deck=["Rock"],
        permanents=["Hood"],
    )
    assert verdict.holds, verdict


def test_a_layer_that_is_taken_back_does_not_resolve() -> None:
    snag = {**INSTANT, "abilities": ["Return target instant card to its owner's hand."]}
    heal = {**INSTANT, "abilities": ["Gain 1{h}."]}
    line = f"you: play Heal\nyou: play Snag targeting Heal{RESOLVE}"
    verdict = judged(
        line, {"Snag": snag, "Heal": heal}, {"you.life": 20, "stack": [], "you.hand": ["Heal"]}, hand=["Snag", "Heal"]
    )
    assert verdict.holds, verdict


def test_a_draw_is_replaced_card_by_card() -> None:
    study = {**INSTANT, "abilities": ["Draw 2 cards."]}
    effects = ["The next time you would draw a card this turn, instead gain 1{h}."]
    cards = {"Study": study, "Rock": INSTANT}
    state = {"you.life": 21, "you.hand": ["Rock"]}
    verdict = judged(f"you: play Study{RESOLVE}", cards, state, hand=["Study"], deck=["Rock", "Rock"], effects=effects)
    assert verdict.holds, verdict


def test_go_again_can_be_a_mode() -> None:
    plan = {"types": ["action"], "cost": 0, "pitch": 1, "abilities": ["Choose 1; • Gain 1{h}. • Go again."]}
    assert judged(f"you: play Plan choosing 2{RESOLVE}", {"Plan": plan}, {"you.action_points": 1}, hand=["Plan"]).holds
    assert judged(f"you: play Plan choosing 1{RESOLVE}", {"Plan": plan}, {"you.action_points": 0}, hand=["Plan"]).holds


def test_forbidding_attacks_leaves_other_abilities_alone() -> None:
    sword = {
        "types": ["weapon", "sword"],
        "power": 1,
        "abilities": ["Once per turn action -- 0: Attack.", "Instant -- 0: Gain 1{h}."],
    }
    effects = ["You can't attack this turn."]
    assert judged("you: activate Sword ability 2", {"Sword": sword}, weapons=["Sword"], effects=effects).holds
    refused = judged("you: attack with Sword", {"Sword": sword}, weapons=["Sword"], effects=effects)
    assert refused.rules == ("1.0.2",)


def test_forbidding_attacks_forbids_attack_cards() -> None:
    jab = {"types": ["action", "attack"], "cost": 0, "pitch": 1, "power": 3}
    assert judged("you: play Jab", {"Jab": jab}, hand=["Jab"], effects=["You can't attack this turn."]).rules == ("1.0.2",)


def test_paying_the_last_life_ends_the_game() -> None:
    altar = {"types": ["item"], "abilities": ["Instant -- 1{h}: Gain {r}."]}
    verdict = judged(
        "you: activate Altar\nyou: play Rock", {"Altar": altar, "Rock": INSTANT}, life=1, permanents=["Altar"], hand=["Rock"]
    )
    assert (verdict.outcome, verdict.step) == ("illegal", 2)


@pytest.mark.parametrize(
    ("ability", "them", "effects", "reason"),
    [
        ("Roll a 6-sided die.", {}, [], "cannot be carried out yet"),
        ("Draw a card.", {}, [], "is not known"),
        ("Gain 1{h}.", {}, ["You must play your next card from your hand this turn."], "must be played"),
    ],
)
def test_what_is_not_modelled_is_unknown(ability: str, them: dict[str, Any], effects: list[str], reason: str) -> None:
    boots = {"types": ["equipment", "legs"], "abilities": ["Arcane barrier 1."]}
    cards = {"Spell": {**INSTANT, "abilities": [ability]}, "Boots": boots, "Rock": INSTANT, "them": them}
    verdict = judged(
        f"you: play Spell targeting them{RESOLVE}\nyou: play Rock"
        if "target" in ability
        else f"you: play Spell{RESOLVE}\nyou: play Rock",
        cards,
        hand=["Spell", "Rock"],
        effects=effects,
    )
    assert verdict.outcome == "unknown"
    assert reason in verdict.reason
