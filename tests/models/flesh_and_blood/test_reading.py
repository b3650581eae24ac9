"""A scenario that begins in the middle of a turn or of combat is read as the position that it describes."""

from __future__ import annotations

from typing import Any

from models.flesh_and_blood import GAME, reading
from models.flesh_and_blood.seats import Turn
from models.flesh_and_blood.state import Defender, Position
from verifier.ability.tree import Keyword
from verifier.scenario import parse

FILE = """\
game = "flesh_and_blood"
line = "{line}"
[turn]
player = "you"
{turn}
{chain}
[players.you]
hero = "Dorinthea"
weapons = ["Dawnblade"]
{you}
[players.opponent]
hero = "Bravo"
equipment = ["Ironrot Helm"]
permanents = ["Cintari Sellsword"]
{opponent}
"""
CARDS = 'chain = ["Snatch (red)"]'


def read(turn: str = "", chain: str = "", you: str = "", opponent: str = "") -> Position:
    """The position of a scenario with these rows in its tables."""
    text = FILE.replace("{turn}", turn).replace("{chain}", chain).replace("{you}", you).replace("{opponent}", opponent)
    return GAME.read(parse(text.replace("{line}", "")))


def named(position: Position, name: str) -> int:
    """The place of the one thing of that name."""
    (found,) = (index for index, thing in enumerate(position.things) if thing.card.name == name)
    return found


def test_an_attack_card() -> None:
    position = read('step = "reaction"', '[[chain]]\nattack = "Snatch (red)"', CARDS)
    (link,) = position.chain
    attack = position.things[named(position, "Snatch (red)")]
    assert (link.attack, link.you, link.source) == (named(position, "Snatch (red)"), 0, -1)
    assert (attack.zone, attack.controller, attack.public) == ("combat chain", 0, True)
    assert link.targets == (named(position, "Bravo"),)
    assert (link.hits, link.resolved, link.defenders) == ((), False, ())
    assert (position.phase, position.step, position.chains, position.priority) == ("action", "reaction", 1, 0)
    assert position.players[0].action_points == 0
    assert not position.closing


def test_a_weapon_attacks_by_a_proxy() -> None:
    position = read('step = "attack"', '[[chain]]\nattack = "Dawnblade"\ntargets = ["Cintari Sellsword"]')
    (link,) = position.chain
    proxy, weapon = position.things[link.attack], position.things[link.source]
    assert weapon.card.name == "Dawnblade"
    assert {weapon.zone, proxy.zone} == {"combat chain"}
    assert (proxy.owner, proxy.controller) == (0, 0)
    assert proxy.card.name == "the ability of Dawnblade"
    assert weapon.card.words < proxy.card.words
    assert Keyword("attack") in proxy.card.abilities
    assert link.targets == (named(position, "Cintari Sellsword"),)
    assert position.times_used(link.source, 0) == 1


def test_the_proxy_is_the_one_that_an_activation_makes() -> None:
    from models.flesh_and_blood.announcing import announce
    from models.flesh_and_blood.moves import Activate

    before = read()
    after = announce(before, Activate(0, named(before, "Dawnblade"), ability=0))
    played = after.things[after.stack[-1].thing].card
    position = read('step = "attack"', '[[chain]]\nattack = "Dawnblade"')
    stated = position.things[position.chain[0].attack].card
    for field in ("name", "title", "words", "numbers", "abilities"):
        assert getattr(played, field) == getattr(stated, field)


def test_a_weapon_that_attacks_again_leaves_its_first_attack() -> None:
    twice = '[[chain]]\nattack = "Dawnblade"\nhit = true\n[[chain]]\nattack = "Dawnblade"'
    position = read('step = "defend"\ndeclared = true', twice)
    first, second = position.chain
    gone = position.things[first.attack]
    assert (gone.zone, first.source) == ("nowhere", -1)
    assert gone.known is not None
    assert ("power", 3) in gone.known.numbers
    assert "sword" in gone.known.words
    assert position.things[second.source].card.name == "Dawnblade"
    assert position.things[second.attack].known is None
    assert position.times_used(second.source, 0) == 2
    assert (first.resolved, first.hits, second.resolved) == (True, first.targets, False)


def test_what_is_stated_of_activations_stands() -> None:
    stated = read('step = "attack"', '[[chain]]\nattack = "Dawnblade"', 'activated = { "Dawnblade" = 0 }')
    assert stated.used == ()
    assert [fact.verb for fact in stated.history] == ["attack"]


def test_two_weapons_of_one_name() -> None:
    twice = '[[chain]]\nattack = "Harmonized Kodachi"\n[[chain]]\nattack = "Harmonized Kodachi"'
    text = FILE.replace("{turn}", 'step = "resolution"').replace("{chain}", twice).replace("{line}", "")
    text = (
        text.replace('"Dawnblade"', '"Harmonized Kodachi", "Harmonized Kodachi"').replace("{you}", "").replace("{opponent}", "")
    )
    position = GAME.read(parse(text))
    assert len({link.source for link in position.chain}) == 2
    assert [link.resolved for link in position.chain] == [True, True]


def test_defending_cards() -> None:
    chain = """\
[[chain]]
attack = "Snatch (red)"
targets = ["opponent", "Cintari Sellsword"]
defending = [
  { card = "Sink Below (red)", for = "Cintari Sellsword", from = "arsenal" },
  { card = "Ironrot Helm", for = "opponent" },
  { card = "Snatch (blue)", for = "opponent" },
]"""
    position = read('step = "damage"', chain, CARDS, 'chain = ["Sink Below (red)", "Snatch (blue)"]')
    hero, ally = named(position, "Bravo"), named(position, "Cintari Sellsword")
    assert position.chain[0].targets == (hero, ally)
    assert position.chain[0].defenders == (
        Defender(named(position, "Sink Below (red)"), ally, "arsenal", 1),
        Defender(named(position, "Ironrot Helm"), hero, "head", 1),
        Defender(named(position, "Snatch (blue)"), hero, "hand", 1),
    )
    assert {position.things[one.thing].zone for one in position.chain[0].defenders} == {"combat chain"}
    assert {position.things[one.thing].controller for one in position.chain[0].defenders} == {1}


def test_an_effect_may_give_a_card_its_defense() -> None:
    effect = 'effects = [{ says = "Target equipment gets base defense 2 this turn.", targets = ["Calming Cloak"] }]'
    chain = '[[chain]]\nattack = "Snatch (red)"\ndefending = ["Calming Cloak"]'
    text = FILE.replace("{turn}", 'step = "reaction"').replace("{chain}", chain).replace("{you}", CARDS).replace("{line}", "")
    text = text.replace('"Ironrot Helm"', '"Calming Cloak"')
    assert len(GAME.read(parse(text.replace("{opponent}", effect))).chain[0].defenders) == 1


def test_effects_can_be_stated_of_an_attack_on_the_chain() -> None:
    effect = 'effects = [{ says = "Target attack gets +3{p} this turn.", targets = ["the ability of Dawnblade"] }]'
    position = read('step = "reaction"', '[[chain]]\nattack = "Dawnblade"', effect)
    assert position.effects[0].targets == (position.chain[0].attack,)


def test_who_has_priority(monkeypatch: Any) -> None:
    chain = '[[chain]]\nattack = "Snatch (red)"'
    seen: list[Turn] = []

    def started(position: Position, turn: Turn) -> Position:
        seen.append(turn)
        return position

    monkeypatch.setattr(reading, "started", started)
    helm = f'{chain}\ndefending = ["Ironrot Helm"]'
    ally = f'{chain}\ntargets = ["Cintari Sellsword"]'
    cases = [
        ("", "", 0, False),
        ('priority = "opponent"', "", 1, False),
        ('phase = "start"', "", -1, False),
        ('step = "attack"', chain, 0, False),
        ('step = "defend"', chain, -1, False),
        ('step = "defend"\ndeclared = true\npriority = "opponent"', chain, 1, True),
        ('step = "defend"', helm, 0, True),
        ('step = "defend"', ally, 0, True),
        ('step = "reaction"\npriority = "opponent"', chain, 1, False),
    ]
    for turn, links, priority, declared in cases:
        position = read(turn, links, CARDS if links else "")
        assert (position.priority, seen[-1].declared) == (priority, declared), turn


def test_the_turn() -> None:
    begun = read('phase = "start"\nfirst = true')
    assert (begun.phase, begun.first, begun.players[0].action_points) == ("start", True, 0)
    usual = read()
    assert (usual.phase, usual.first, usual.step, usual.chains, usual.players[0].action_points) == ("action", False, "", 0, 1)
    assert (
        read('step = "resolution"', '[[chain]]\nattack = "Snatch (red)"', f"{CARDS}\naction_points = 1")
        .players[0]
        .action_points
    )


def test_an_opponent_may_be_the_attacker() -> None:
    chain = '[[chain]]\nattack = "Cintari Sellsword"\nby = "opponent"'
    position = read('step = "attack"', chain)
    (link,) = position.chain
    assert (link.you, position.things[link.source].card.name) == (1, "Cintari Sellsword")
    assert link.targets == (named(position, "Dorinthea"),)
