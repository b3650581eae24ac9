"""Positions in the middle of a turn or of combat that cannot be are refused, with what is wrong and where."""

from __future__ import annotations

import pytest

from tests.verifier.bad_input.common import Check, refused

COMBAT = """\
game = "flesh_and_blood"
{line}
[turn]
{turn}

[[chain]]
{link}

[players.you]
hero = "Dorinthea"
weapons = ["Dawnblade"]
{you}

[players.opponent]
hero = "Bravo"
equipment = ["Ironrot Helm"]
{opponent}
"""
"""`turn` is row 4, `link` begins at row 7; where each is one row, `you` is row 12 and `opponent` row 17."""

SNATCH = 'attack = "Snatch (red)"'
ON_CHAIN = 'chain = ["Snatch (red)"]'


def combat(
    turn: str = 'step = "reaction"', link: str = SNATCH, you: str = ON_CHAIN, opponent: str = "life = 20", player: str = "you"
) -> str:
    """A scenario in the middle of combat in which nothing is wrong but what is put into it."""
    filled = COMBAT.replace("{line}\n", "").replace("{turn}", f'player = "{player}"\n{turn}').replace("{link}", link)
    return filled.replace("{you}", you).replace("{opponent}", opponent)


def test_what_is_not_wrong(check: Check) -> None:
    assert check(combat()).code == 0


@pytest.mark.parametrize(
    ("turn", "says", "help"),
    [
        ('step = "raection"', "4:1: invalid: `raection` is not a step", "did you mean `reaction` or `resolution`?"),
        (
            'step = "x"',
            "4:1: invalid: `x` is not a step",
            "one of `attack`, `defend`, `reaction`, `damage`, `resolution`",
        ),
        (
            'step = "layer"',
            "4:1: invalid: a scenario cannot begin in the layer step",
            "begin before the attack, and let the line play it",
        ),
        (
            'step = "close"',
            "4:1: invalid: a scenario cannot begin in the close step",
            "begin in the resolution step and let the players pass",
        ),
        ('phase = "atcion"', "4:1: invalid: `atcion` is not a phase", "did you mean `action`?"),
        (
            'phase = "end"',
            "4:1: invalid: a scenario cannot begin in the end phase",
            "begin in the action phase and let the players pass",
        ),
        (
            "first = false",
            "6:1: invalid: the combat chain is open, so `step` must be said in `turn`",
            "one of `attack`, `defend`, `reaction`, `damage`, `resolution`",
        ),
        (
            'step = "defend"\npriority = "you"',
            "5:1: invalid: nobody has priority before defending cards are declared",
            "say `declared = true` if they have been declared",
        ),
    ],
)
def test_points_that_cannot_be(check: Check, turn: str, says: str, help: str) -> None:
    refused(check(combat(turn)), f"bad.toml:{says}", f"  help: {help}")


def test_the_start_phase(check: Check) -> None:
    refused(check(combat('phase = "start"')), "bad.toml:6:1: invalid: the combat chain is closed in the start phase")
    refused(
        check(combat('phase = "start"\nstep = "attack"')),
        "bad.toml:5:1: invalid: there is no combat in the start phase",
    )
    alone = combat('phase = "start"\npriority = "you"', you="action_points = 1").replace(f"[[chain]]\n{SNATCH}\n", "")
    refused(
        check(alone),
        "bad.toml:5:1: invalid: nobody has priority in the start phase",
        "  help: rule 4.2.1",
        "bad.toml:11:1: invalid: nobody has action points in the start phase",
        "  help: rule 1.13.2b",
    )


def test_a_step_while_the_chain_is_closed(check: Check) -> None:
    refused(
        check(combat('step = "defend"', you="life = 20").replace(f"[[chain]]\n{SNATCH}\n", "")),
        "bad.toml:4:1: invalid: the combat chain is closed, so there is no defend step",
        "  help: list the attack under `[[chain]]`",
    )


def test_two_turn_players(check: Check) -> None:
    refused(
        check(combat().replace('player = "you"', 'player = ["you", "opponent"]')),
        "bad.toml:3:1: invalid: one player has the turn, not 2",
        '  help: for example `player = "you"`',
    )


def test_a_dead_hero(check: Check) -> None:
    answer = check(combat(opponent="life = 0"))
    refused(answer, "bad.toml:17:1: invalid: `opponent` has no life left, so the game is over")


def test_action_points_of_the_defending_player(check: Check) -> None:
    says = "bad.toml:17:1: invalid: only the turn player can have action points"
    refused(check(combat(opponent="action_points = 1")), says, "  help: rule 1.13.2b")


@pytest.mark.parametrize(
    ("link", "you", "says", "help"),
    [
        (
            SNATCH,
            'hand = ["Snatch (red)"]',
            "7:11: invalid: `Snatch (red)` is in the hand of `you`, not on the combat chain",
            "list it under `chain` of `players.you`",
        ),
        ('attack = "Snach (red)"', "life = 20", "7:11: invalid: nothing here is called `Snach (red)`", ""),
        (
            'attack = "Sharpen Steel (red)"',
            'chain = ["Sharpen Steel (red)"]',
            "7:11: invalid: `Sharpen Steel (red)` is no attack: it does not have the subtype attack",
            "rule 1.4.2",
        ),
        (
            'attack = "Refraction Bolters"',
            'equipment = ["Refraction Bolters"]',
            "7:11: invalid: `Refraction Bolters` is no weapon and no ally, so it cannot attack",
            "rule 1.4.3",
        ),
        (
            'attack = "Death Dealer"',
            'permanents = []\nequipment = []\n[players.third]\nhero = "Azalea"\nweapons = ["Death Dealer"]',
            "7:11: invalid: `Death Dealer` has no ability to attack with",
            "rule 1.4.3",
        ),
        (
            'attack = "Ironrot Helm"',
            "life = 20",
            "7:11: invalid: `Ironrot Helm` belongs to `opponent`",
            'say `by = "opponent"`',
        ),
        (f'{SNATCH}\nby = "yuo"', ON_CHAIN, "8:1: invalid: no player is called `yuo`", "did you mean `you`?"),
    ],
    ids=["in hand", "unknown", "no attack", "no weapon", "no ability", "another's", "nobody's"],
)
def test_attacks_that_cannot_be(check: Check, link: str, you: str, says: str, help: str) -> None:
    if "third" in you:
        link += '\nby = "third"\ntargets = ["you"]'
    helps = (f"  help: {help}",) if help else ()
    answer = check(combat(link=link, you=you))
    refused(answer, f"bad.toml:{says}", *helps)


def test_one_card_that_attacks_twice(check: Check) -> None:
    refused(
        check(combat(link=f"{SNATCH}\n[[chain]]\n{SNATCH}")),
        "bad.toml:9:11: invalid: `Snatch (red)` is on the chain already: it attacks on link 1",
    )


def test_a_card_that_does_nothing_on_the_chain(check: Check) -> None:
    refused(
        check(combat(you='chain = ["Snatch (red)", "Snatch (blue)"]')),
        "bad.toml:12:27: invalid: `Snatch (blue)` is on the chain, but neither attacks nor defends",
        "  help: name it in a `[[chain]]` table",
    )


def test_what_is_not_listed_under_chain(check: Check) -> None:
    help = "  help: leave it in its own list, and name it in a `[[chain]]` table"
    answer = check(combat(link='attack = "Dawnblade"', you='chain = ["Harmonized Kodachi"]'))
    assert answer.err.splitlines()[:2] == [
        "bad.toml:12:11: invalid: `Harmonized Kodachi` is not listed under `chain`",
        help,
    ]
    down = check(combat(you='chain = [{ card = "Snatch (red)", face_down = true }]'))
    refused(down, "bad.toml:12:20: invalid: `Snatch (red)` cannot be face-down on the combat chain")


@pytest.mark.parametrize(
    ("targets", "says", "help"),
    [
        ('["you"]', "8:13: invalid: `you` cannot attack themselves", "rule 1.4.5"),
        (
            '["Ironrot Helm"]',
            "8:13: invalid: `Ironrot Helm` is no ally, so it cannot be attacked",
            "rule 1.4.5a",
        ),
        (
            '["Bravo"]',
            "8:13: invalid: `Bravo` is no ally, so it cannot be attacked",
            "a hero is named by the player: `opponent`",
        ),
        ('["oponent"]', "8:13: invalid: nothing here is called `oponent`", "did you mean `opponent`?"),
        ('["Cintari Sellsword"]', "8:13: invalid: `Cintari Sellsword` belongs to the attacker", "rule 1.4.5"),
        ('["Nimblism (red)"]', "8:13: invalid: `Nimblism (red)` is in the hand, where nothing is attacked", ""),
        ("[]", "8:1: invalid: an attack has a target", "rule 1.4.5"),
        ('["opponent", "opponent"]', "8:25: invalid: `opponent` is named twice", ""),
    ],
)
def test_targets_that_cannot_be(check: Check, targets: str, says: str, help: str) -> None:
    you = f'{ON_CHAIN}\npermanents = ["Cintari Sellsword"]\nhand = ["Nimblism (red)"]'
    helps = (f"  help: {help}",) if help else ()
    refused(check(combat(link=f"{SNATCH}\ntargets = {targets}", you=you)), f"bad.toml:{says}", *helps)


def test_a_target_is_named_where_there_are_several_opponents(check: Check) -> None:
    third = combat() + '[players.third]\nhero = "Azalea"\n'
    refused(
        check(third),
        "bad.toml:6:1: invalid: `targets` is missing: there are 2 opponents",
        "  help: name the players or allies that are attacked",
    )


@pytest.mark.parametrize(
    ("defending", "opponent", "says", "help"),
    [
        (
            '["Sink Below (red)"]',
            'hand = ["Sink Below (red)"]',
            "8:15: invalid: `Sink Below (red)` is in the hand of `opponent`, not on the combat chain",
            "list it under `chain` of `players.opponent`",
        ),
        (
            '["Art of War (yellow)"]',
            'chain = ["Art of War (yellow)"]',
            "8:15: invalid: `Art of War (yellow)` has no defense, so it cannot defend",
            "rule 7.3.2b",
        ),
        ('["Snatch (red)"]', "life = 20", "8:15: invalid: `Snatch (red)` belongs to the attacker `you`", ""),
        (
            '["Anothos"]',
            'weapons = ["Anothos"]',
            "8:15: invalid: `Anothos` is no equipment, so it cannot defend",
            "rule 7.3.2a",
        ),
        (
            '["Ironrot Helm", "Ironrot Helm"]',
            "life = 20",
            "8:31: invalid: `Ironrot Helm` is named twice",
            "rule 7.0.5d",
        ),
        (
            '["Ironrot Hlem"]',
            "life = 20",
            "8:15: invalid: nothing here is called `Ironrot Hlem`",
            "did you mean `Ironrot Helm`?",
        ),
        (
            '[{ card = "Ironrot Helm", from = "hand" }]',
            "life = 20",
            "8:47: invalid: `Ironrot Helm` did not come from `hand`",
            "did you mean `head`?",
        ),
        (
            '[{ card = "Sink Below (red)", from = "hnad" }]',
            'chain = ["Sink Below (red)"]',
            "8:51: invalid: `Sink Below (red)` did not come from `hnad`",
            "did you mean `hand`?",
        ),
        (
            '[{ card = "Ironrot Helm", for = "you" }]',
            "life = 20",
            "8:46: invalid: `you` is not attacked on this link",
            "",
        ),
        (
            '[{ card = "Ironrot Helm", for = "Cintari Sellsword" }]',
            'permanents = ["Cintari Sellsword"]',
            "8:46: invalid: `Cintari Sellsword` is not attacked on this link",
            "",
        ),
        (
            '[{ card = "Ironrot Helm", form = "head" }]',
            "life = 20",
            "8:14: invalid: unknown key `form` in `chain.defending`",
            "did you mean `for` or `from`?",
        ),
    ],
)
def test_defending_cards_that_cannot_be(check: Check, defending: str, opponent: str, says: str, help: str) -> None:
    helps = (f"  help: {help}",) if help else ()
    answer = check(combat(link=f"{SNATCH}\ndefending = {defending}", opponent=opponent))
    refused(answer, f"bad.toml:{says}", *helps)


def test_equipment_that_lies_face_down(check: Check) -> None:
    text = combat(link=f'{SNATCH}\ndefending = ["Ironrot Helm"]').replace(
        'equipment = ["Ironrot Helm"]', 'equipment = [{ card = "Ironrot Helm", face_down = true }]'
    )
    says = "bad.toml:8:15: invalid: `Ironrot Helm` is face-down, so it cannot defend"
    refused(check(text), says, "  help: rule 7.3.2a")


def test_a_card_that_defends_on_two_links(check: Check) -> None:
    links = f'{SNATCH}\ndefending = ["Ironrot Helm"]\n[[chain]]\nattack = "Dawnblade"\ndefending = ["Ironrot Helm"]'
    refused(
        check(combat(link=links)),
        "bad.toml:11:15: invalid: `Ironrot Helm` cannot defend on link 2: it defends on link 1",
        "  help: rule 7.0.5d",
    )


def test_a_card_defends_for_one_target(check: Check) -> None:
    link = f'{SNATCH}\ntargets = ["opponent", "Cintari Sellsword"]\ndefending = ["Ironrot Helm"]'
    refused(
        check(combat(link=link, opponent='permanents = ["Cintari Sellsword"]')),
        "bad.toml:9:15: invalid: `Ironrot Helm` defends for one of 2 targets",
        '  help: for example `{ card = "…", for = "…" }`',
    )


@pytest.mark.parametrize(
    ("step", "link", "says", "help"),
    [
        ("reaction", "hit = true", "no attack has hit yet in the reaction step", "rule 7.5.5"),
        ("damage", "resolved = true", "the last chain link is not resolved in the damage step", "rule 7.6.2"),
        ("resolution", "resolved = false", "the last chain link is resolved in the resolution step", "rule 7.6.2"),
        ("attack", 'defending = ["Ironrot Helm"]', "no card defends yet in the attack step", "rule 7.2.1"),
    ],
)
def test_what_has_not_come_yet(check: Check, step: str, link: str, says: str, help: str) -> None:
    answer = check(combat(f'step = "{step}"', f"{SNATCH}\n{link}"))
    refused(answer, f"bad.toml:8:1: invalid: {says}", f"  help: {help}")


def test_links_before_the_last_are_resolved(check: Check) -> None:
    answer = check(combat(link=f'{SNATCH}\nresolved = false\n[[chain]]\nattack = "Dawnblade"'))
    refused(answer, "bad.toml:8:1: invalid: every chain link but the last is resolved")


def test_declared_belongs_to_the_defend_step(check: Check) -> None:
    answer = check(combat('step = "attack"\ndeclared = true'))
    refused(answer, "bad.toml:5:1: invalid: `declared` can be said in the defend step only")


def test_mistakes_are_told_together(check: Check) -> None:
    answer = check(combat('step = "raection"', f'{SNATCH}\ndefending = ["Snatch (blue)"]\nhti = true', "life = 0"))
    assert answer.code == 2
    for says in ("4:1:", "`raection`", "7:11:", "8:15:", "9:1:", "`hti`", "no life left"):
        assert says in answer.err
