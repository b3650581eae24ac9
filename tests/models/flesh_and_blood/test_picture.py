"""Positions of Flesh and Blood as they are shown, and the table of the cards that could defend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from models.flesh_and_blood import GAME, picture
from models.flesh_and_blood.defending_table import defending_table
from models.flesh_and_blood.picture import amount
from models.flesh_and_blood.state import Defender, Position
from tests.models.flesh_and_blood.test_reading import named
from verifier.api import NotLegal, Shown, show
from verifier.effects.kernel import Beyond
from verifier.effects.nouns import number_of
from verifier.effects.state import Frame, Layer, Question, Task, change, change_thing
from verifier.game import Move
from verifier.report.page import Page
from verifier.report.picture import picture_text, table_text
from verifier.scenario import load, parse
from verifier.unknown import Selection
from verifier.verdict import Table

FILE = """\
game = "flesh_and_blood"
line = "you: pass"

[turn]
player = "you"
step = "reaction"
first = true

[[chain]]
attack = "Dawnblade"
hit = true

[[chain]]
attack = "Surging Strike (red)"
targets = ["opponent", "Cintari Sellsword"]
defending = [
  { card = "Sink Below (red)", for = "opponent", from = "arsenal" },
  { card = "Ironrot Helm", for = "opponent" },
]

[players.you]
hero = "Dorinthea"
action_points = 1
resources = 2
weapons = ["Dawnblade"]
hand = ["Razor Reflex (red)", { card = "Snatch (red)", face_up = true }]
arsenal = ["Snatch (blue)"]
banished = [{ card = "Snatch (yellow)", face_down = true }]
deck = ["Snatch (red)", "Snatch (red)"]
chain = ["Surging Strike (red)"]
effects = [
  { says = "Target attack gets +1{p} this turn.", targets = ["Surging Strike (red)"] },
  "Your next weapon attack this turn gets +3{p}.",
]

[players.opponent]
hero = "Bravo"
life = 9
equipment = ["Ironrot Helm", "Ironrot Legs"]
permanents = ["Cintari Sellsword"]
chain = ["Sink Below (red)"]
hand = ["Snatch (red)", "Nimblism (red)", "Wounding Blow (red)"]
"""


def read(text: str = FILE) -> Position:
    """The position of a scenario."""
    return GAME.read(parse(text))


def shown(position: Position) -> list[str]:
    """The picture of a position, row by row."""
    return picture_text(Shown(0, "", GAME.picture(position), {}), page=Page(200)).splitlines()


def test_a_position_in_the_middle_of_combat() -> None:
    assert shown(read()) == [
        "turn      you, action phase, reaction step, the first of the game",
        "priority  you",
        "",
        "you",
        "  hero      Dorinthea",
        "  points    20 life, 2 resource points, 1 action point",
        "  hand      Razor Reflex (red), Snatch (red) (face-up)",
        "  arsenal   Snatch (blue) (face-down)",
        "  banished  Snatch (yellow) (face-down)",
        "  deck      2 cards",
        "  weapons   Dawnblade (on the chain, activated once)",
        "",
        "opponent",
        "  hero        Bravo",
        "  points      9 life",
        "  hand        Snatch (red), Nimblism (red), Wounding Blow (red)",
        "  deck        not known",
        "  equipment   Ironrot Helm (on the chain), Ironrot Legs",
        "  permanents  Cintari Sellsword",
        "",
        "effects in force",
        "  you  Target attack gets +1{p} this turn. (aimed at Surging Strike (red))",
        "  you  Your next weapon attack this turn gets +3{p}. (waits for 1 more)",
        "",
        "combat chain",
        "  link 1  the ability of Dawnblade by you: 3 power, resolved",
        "    opponent  hit",
        "  link 2  Surging Strike (red) by you: 6 power, go again",
        "    opponent           5 defense, 1 damage gets through",
        "      Sink Below (red)  4 defense, from arsenal",
        "      Ironrot Helm      1 defense, from head",
        "    Cintari Sellsword  0 defense, 6 damage gets through",
    ]


def test_what_was_dealt_is_told_after_the_damage_step() -> None:
    resolved = read(FILE.replace('step = "reaction"', 'step = "resolution"'))
    rows = [row.strip() for row in shown(resolved)]
    assert "opponent           5 defense, not hit" in rows
    assert not any("gets through" in row for row in rows)


def test_an_attack_that_ceased_to_exist() -> None:
    text = FILE.replace('attack = "Surging Strike (red)"', 'attack = "Dawnblade"').replace("Target attack", "Target weapon")
    text = text.replace('chain = ["Surging Strike (red)"]\n', "").replace('["Surging Strike (red)"]', '["Dawnblade"]')
    assert "  link 1  the ability of Dawnblade by you: 3 power, no longer there, resolved" in shown(read(text))


def test_layers_and_questions() -> None:
    position = read()
    source, hero = named(position, "Razor Reflex (red)"), named(position, "Bravo")
    position = change_thing(position, source, zone="stack", controller=0)
    first = Layer(source, "card", 0, source, targets=(position.chain[1].attack,), x=2)
    weapon = named(position, "Dawnblade")
    second = Layer(position.chain[0].attack, "activated", 1, weapon, attack_targets=(hero,))
    position = change(position, stack=(first, second), pending=(Layer(-1, "triggered", 1, hero),))
    rows = shown(position)
    at = rows.index("stack, from the top")
    assert rows[at : at + 6] == [
        "stack, from the top",
        "  1  the ability of Dawnblade, by opponent, targeting opponent",
        "  2  Razor Reflex (red), by you, targeting Surging Strike (red), X = 2",
        "",
        "triggered, not on the stack yet",
        "  1  an effect of opponent, by opponent",
    ]
    task = Task(Frame(1, hero))
    options = position.in_zone(1, "hand")[:2]
    asking = change(position, asked=Question(1, "discard", options, 0, 1, task))
    assert "asked  opponent, what to discard: 0 to 1 of Snatch (red), Nimblism (red)" in shown(asking)
    assert "asked  chance, whether to draw" in shown(change(position, asked=Question(-1, "draw", (), 0, 0, task, "may")))
    assert "priority  nobody" in shown(change(position, priority=-1))


def test_declared_cards_and_other_marks() -> None:
    position = read()
    helm, legs = named(position, "Ironrot Helm"), named(position, "Ironrot Legs")
    hero = named(position, "Bravo")
    position = change(position, declared=(Defender(legs, hero, "legs", 1),))
    position = change_thing(position, legs, counters=(("-1{d}", 1),))
    position = change_thing(position, helm, controller=0)
    rows = [row.strip() for row in shown(position)]
    assert "Ironrot Legs      0 defense, from legs, declared" in rows
    assert "equipment   Ironrot Legs (1 -1{d} counter)" in rows
    assert "equipment  Ironrot Helm (on the chain, owned by opponent)" in rows


def test_the_start_is_shown_though_the_line_is_illegal() -> None:
    text = 'game = "flesh_and_blood"\nline = "opponent: play Snatch (red)"\n[turn]\nplayer = "you"\n'
    scenario = parse(text + '[players.you]\nhero = "Bravo"\n[players.opponent]\nhero = "Bravo"\nhand = ["Snatch (red)"]\n')
    assert show(scenario).facts["turn"] == "you"


@pytest.mark.parametrize("start", [True, False], ids=["start", "end"])
def test_every_scenario_of_the_rulebook_can_be_shown(start: bool) -> None:
    counted = 0
    for file in (Path(__file__).parents[2] / "rulebook" / "flesh_and_blood").glob("*.toml"):
        scenario = load(file)
        try:
            seen = show(scenario, 0 if start else len(scenario.line))
        except (NotLegal, Beyond):
            continue
        text = picture_text(seen, page=Page(60))
        assert max(map(len, text.splitlines())) <= 60
        counted += all(name in text for name in scenario.players)
    assert counted > 100


# The table of defending cards


class Defend(Move, frozen=True):
    """Cards are declared as defending, as a player would say it."""

    cards: Selection[int] = Selection.of()


UNDEFENDED = FILE.replace('step = "reaction"', 'step = "defend"').replace(
    FILE[FILE.index("defending = [") : FILE.index("[players.you]")], "\n"
).replace('chain = ["Sink Below (red)"]\n', "")  # fmt: skip


def ranked(table: Table | None) -> list[tuple[str, int, int]]:
    """The rows of a table, the cards in one text."""
    assert table is not None
    return [(", ".join(row.cells[0]), row.cells[1], row.cells[2]) for row in table.rows]


def test_defending_sets_side_by_side() -> None:
    position = read(UNDEFENDED)
    snatch, blow = position.in_zone(1, "hand")[0], position.in_zone(1, "hand")[2]
    helm, legs = named(position, "Ironrot Helm"), named(position, "Ironrot Legs")
    sets = [(), (helm,), (snatch,), (blow,), (helm, legs), (blow, snatch, helm), (blow, snatch, helm, legs)]
    question = Question(
        1, "defend", (helm, legs, snatch, blow), 0, 4, Task(Frame(1, -1), about=(named(position, "Bravo"),)), "defend"
    )
    asking = change(position, asked=question)
    table = GAME.table(asking, [Defend(1, Selection.of(*cards)) for cards in sets])
    assert ranked(table) == [
        ("Wounding Blow (red), Snatch (red), Ironrot Helm", 6, 0),
        ("Wounding Blow (red), Snatch (red), Ironrot Helm, Ironrot Legs", 7, 0),
        ("Wounding Blow (red)", 3, 3),
        ("Snatch (red)", 2, 4),
        ("Ironrot Helm, Ironrot Legs", 2, 4),
        ("Ironrot Helm", 1, 5),
        ("", 0, 6),
    ]
    assert table is not None
    assert sets[table.rows[0].move] == (blow, snatch, helm)
    assert GAME.table(position, []) is None
    lines = table_text(table, Page(60)).splitlines()
    assert lines[0] == "cards" + " " * 40 + "defense  damage"
    assert lines[lines.index("") - 1].split() == ["nothing", "0", "6"]
    assert all(len(line) <= 60 for line in lines)


def test_cards_that_defend_already_count() -> None:
    position = read()
    (legs,) = (named(position, "Ironrot Legs"),)
    assert ranked(defending_table(position, [(), (legs,)])) == [("Ironrot Legs", 6, 0), ("", 5, 1)]
    ally = named(position, "Cintari Sellsword")
    assert ranked(defending_table(position, [(legs,)], target=ally)) == [("Ironrot Legs", 1, 5)]
    assert position.chain[1].defenders == read().chain[1].defenders


def test_cards_are_reckoned_as_they_defend_not_as_they_are_in_hand() -> None:
    effect = 'effects = ["Cards in your hand get +1{d} this turn."]'
    position = read(UNDEFENDED.replace("life = 9", effect))
    snatch = position.in_zone(1, "hand")[0]
    assert amount(position, snatch, "defense") == 3
    assert ranked(defending_table(position, [(snatch,)])) == [("Snatch (red)", 2, 4)]


def test_there_is_no_table_without_a_chain_link_and_a_target() -> None:
    position = read(UNDEFENDED)
    snatch = position.in_zone(1, "hand")[0]
    link = replace(position.chain[-1], targets=())
    assert defending_table(change(position, chain=(*position.chain[:-1], link)), [(snatch,)]) is None
    assert defending_table(change(position, chain=()), [(snatch,)]) is None


def test_numbers_that_cannot_be_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(kernel: Any, position: Position, index: int, stat: str) -> Any:
        if stat == "defense" and position.things[index].card.name == "Ironrot Legs":
            raise Beyond("this condition cannot be judged")
        return number_of(kernel, position, index, stat)

    monkeypatch.setattr(picture, "number_of", judged)
    position = read(FILE.replace('"Ironrot Helm", for', '"Ironrot Legs", for'))
    rows = [row.strip() for row in shown(position)]
    assert "opponent           what gets through is not known" in rows
    assert "Ironrot Legs      defense not known, from legs" in rows
    position = read(UNDEFENDED)
    legs, helm = named(position, "Ironrot Legs"), named(position, "Ironrot Helm")
    table = defending_table(position, [(legs,), (helm,), ()])
    assert table is not None
    assert [(row.move, row.cells[1:]) for row in table.rows] == [(1, (1, 5)), (2, (0, 6)), (0, ("unknown", "unknown"))]
