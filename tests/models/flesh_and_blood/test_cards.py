"""The Flesh and Blood card files: they read without a mistake, and their facts are whole and right."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import models.library
from models.flesh_and_blood.cards import LIBRARY, drafting
from models.flesh_and_blood.vocabulary import CLASSES, COLOURS, TALENTS, VOCABULARY
from models.library import Library, card_files
from verifier.ability import parse, show
from verifier.ability.tree import Activated, Keyword
from verifier.scenario import Mistake

FILES = card_files("flesh_and_blood")
TABLES = [(path, title) for path in FILES for title in tomllib.loads(path.read_text(encoding="utf-8"))]
DRAFTS = [LIBRARY.draft(name) for name in LIBRARY.names]
FACES = [face for draft in DRAFTS for face in (draft, *draft.sides)]
SENTENCES = sorted({sentence for face in FACES for sentence in face.sentences})
OMISSIONS = [(face.name, omission) for face in FACES for omission in face.omits]

PLAYED = {"action", "attack reaction", "defense reaction", "instant"}
WITHOUT_PITCH = {
    "Crouching Tiger": "made by effects, printed without a colour",
    "Dimenxxional Vortex": "printed without a colour",
}


def lacking(wanted: set[str], numbers: tuple[str, ...], excused: tuple[str, ...] = ()) -> list[str]:
    """The cards with one of the types that lack one of the numbers."""
    return [
        f"{draft.name}: {number}"
        for draft in DRAFTS
        if draft.words & wanted and "token" not in draft.words and draft.name not in excused
        for number in numbers
        if number not in draft.numbers
    ]


def test_the_library_has_no_mistakes() -> None:
    assert LIBRARY.lint() == ()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_an_ability_prints_back(sentence: str) -> None:
    assert show(parse(sentence, VOCABULARY, LIBRARY.titles), VOCABULARY) == sentence


def test_a_title_has_one_table() -> None:
    assert [title for title, times in Counter(title for _, title in TABLES).items() if times > 1] == []


def test_a_card_does_not_share_its_name() -> None:
    assert len(LIBRARY.names) == len(set(LIBRARY.names)) >= len(TABLES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_sorted_by_title(path: Path) -> None:
    titles = [title for file, title in TABLES if file == path]
    assert titles == sorted(titles)


def test_what_is_played_has_a_cost() -> None:
    assert lacking(PLAYED, ("cost",)) == []


def test_what_is_played_has_a_pitch_or_a_reason() -> None:
    assert lacking(PLAYED, ("pitch",), tuple(WITHOUT_PITCH)) == []
    assert all(name in LIBRARY.names and reason for name, reason in WITHOUT_PITCH.items())


def test_a_hero_has_life_and_intellect() -> None:
    assert lacking({"hero"}, ("life", "intellect")) == []


def test_a_resource_has_a_pitch_and_no_cost() -> None:
    assert lacking({"resource"}, ("pitch",)) == []
    assert [draft.name for draft in DRAFTS if "resource" in draft.words and "cost" in draft.numbers] == []


def test_an_attack_has_power() -> None:
    assert lacking({"attack"}, ("power",)) == []


def test_what_can_attack_has_power() -> None:
    def attacks(name: str) -> bool:
        abilities = LIBRARY.card(name).abilities
        return any(isinstance(ability, Activated) and Keyword("attack") in ability.body for ability in abilities)

    attackers = [draft for draft in DRAFTS if attacks(draft.name)]
    assert {"Dawnblade", "Cintari Sellsword"} <= {draft.name for draft in attackers}
    assert [draft.name for draft in attackers if "power" not in draft.numbers] == []


def test_a_card_has_a_class_or_a_talent() -> None:
    assert [draft.name for draft in DRAFTS if not draft.words & {*CLASSES, *TALENTS}] == []


@pytest.mark.parametrize("color", COLOURS)
def test_a_colour_has_its_pitch(color: str) -> None:
    pitches = {draft.numbers["pitch"] for draft in DRAFTS if color in draft.words}
    assert pitches == {COLOURS.index(color) + 1}


def test_numbers_are_counts_or_hold_an_x() -> None:
    strange = [
        f"{draft.name}: {value}"
        for draft in DRAFTS
        for value in draft.numbers.values()
        if isinstance(value, str) and not re.fullmatch(r"X+\d*", value)
    ]
    assert strange == []


def test_an_omission_says_what_and_why() -> None:
    assert OMISSIONS
    assert [name for name, omission in OMISSIONS if len(omission.ability) < 8 or len(omission.reason) < 20] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_omission_says_when(path: Path) -> None:
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    silent = [title for title, table in tables.items() for one in omissions(table) if "when" not in one]
    assert silent == []


def omissions(table: dict[str, Any]) -> list[dict[str, str]]:
    """What a table leaves out as it is written, in its colours and sides too."""
    inner = (*table.get("colors", {}).values(), *table.get("sides", []))
    return [*table.get("omits", []), *(one for part in inner for one in omissions(part))]


def test_an_omission_is_written_as_the_house_writes() -> None:
    wrong = [
        name
        for name, omission in OMISSIONS
        for text in (omission.ability, omission.reason)
        if text.endswith(".") or (text[0].isupper() and not text.startswith("X "))
    ]
    assert wrong == []


def test_only_chi_gives_chi() -> None:
    assert [draft.name for draft in DRAFTS if (draft.gives == "chi") != ("chi" in draft.words)] == []


# Known answers


KNOWN: dict[str, tuple[set[str], dict[str, int | str]]] = {
    "Dorinthea": ({"warrior", "hero", "young"}, {"life": 20, "intellect": 4}),
    "Kano": ({"wizard", "hero", "young"}, {"life": 15, "intellect": 4}),
    "Dawnblade": ({"warrior", "weapon", "sword", "2H"}, {"power": 3}),
    "Death Dealer": ({"ranger", "weapon", "bow", "2H"}, {}),
    "Refraction Bolters": ({"warrior", "equipment", "legs"}, {"defense": 1}),
    "Snatch (yellow)": (
        {"generic", "action", "attack", "yellow"},
        {"cost": 0, "power": 3, "defense": 2, "pitch": 2},
    ),
    "Unmovable (red)": ({"generic", "defense reaction", "red"}, {"cost": 3, "defense": 7, "pitch": 1}),
    "Crippling Crush (red)": (
        {"guardian", "action", "attack", "red"},
        {"cost": 7, "power": 11, "defense": 3, "pitch": 1},
    ),
    "Sigil of Solace (blue)": ({"generic", "instant", "blue"}, {"cost": 0, "pitch": 3}),
    "Sonata Fantasmia (blue)": ({"runeblade", "action", "blue"}, {"cost": "XX", "defense": 3, "pitch": 3}),
    "Null // Shock (yellow)": ({"wizard", "lightning", "instant", "yellow"}, {"cost": 1, "pitch": 2}),
    "Inner Chi (blue)": ({"mystic", "resource", "chi", "blue"}, {"pitch": 3}),
    "Cintari Sellsword": ({"warrior", "token", "mercenary", "ally"}, {"power": 3, "life": 2}),
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_card_is_as_printed(name: str) -> None:
    draft = LIBRARY.draft(name)
    words, numbers = KNOWN[name]
    assert draft.words == frozenset(words)
    assert draft.numbers == numbers


def test_a_colour_changes_the_number_in_a_sentence() -> None:
    assert [LIBRARY.draft(f"Lead the Charge ({color})").sentences[0] for color in COLOURS] == [
        f"The next time you play an action card with cost {cost} or more this turn, gain 1 action point." for cost in (0, 1, 2)
    ]


def test_the_sides_of_a_split_card_have_types_and_abilities_of_their_own() -> None:
    seeds, life = LIBRARY.draft("Arcane Seeds // Life (red)").sides
    assert (seeds.name, sorted(seeds.words)) == ("Arcane Seeds", ["action", "red", "runeblade"])
    assert (life.name, sorted(life.words)) == ("Life", ["earth", "instant", "red"])
    assert life.sentences == ("Gain 1{h}.",)


# Mistakes


BROKEN = """\
[Glimmer]
types     = ["generic", "action", "atack"]
cost      = 0
abilities = ["Draw a card."]
colors    = { red = { power = 4 }, green = { power = 3 } }

["Two Steps"]
types     = ["ninja", "action"]
cost      = 1
abilities = [
    "Go again.",
    "Draw a crad.",
]

[Weight]
types  = ["guardian", "action"]
heft   = 3
colors = { blue = {} }
"""


def mistakes_in(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> tuple[Mistake, ...]:
    """The mistakes of a library that holds some files."""
    home = folder / "_cards" / "flesh_and_blood"
    home.mkdir(parents=True)
    for stem, text in files.items():
        (home / f"{stem}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(models.library, "HERE", folder)
    return Library("flesh_and_blood", VOCABULARY, drafting).lint()


def places(mistakes: tuple[Mistake, ...], wanted: str) -> list[tuple[str, int, int]]:
    """Where the mistakes are whose message has a text in it."""
    return [(one.file, one.line, one.column) for one in mistakes if wanted in one.message]


def test_mistakes_say_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = mistakes_in(tmp_path, monkeypatch, broken=BROKEN)
    assert places(found, "card `Glimmer (red)`: `atack` is not a type") == [("broken.toml", 2, 36)]
    assert places(found, "`green` is not a colour") == [("broken.toml", 5, 1)]
    assert places(found, "card `Two Steps`, column 8 of `Draw a crad.`") == [("broken.toml", 12, 13)]
    assert places(found, "heft")[0][:2] == ("broken.toml", 17)


def test_mistakes_come_with_a_suggestion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = mistakes_in(tmp_path, monkeypatch, broken=BROKEN)
    helps = {mistake.message.split(":")[0]: mistake.help for mistake in found}
    assert "attack" in helps["card `Glimmer (red)`"]
    assert "card" in helps["card `Two Steps`, column 8 of `Draw a crad.`"]


def test_a_card_in_two_files_is_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = '[Snatch]\ntypes = ["generic", "action", "attack"]\ncost = 0\npower = 4\n'
    found = mistakes_in(tmp_path, monkeypatch, first=table, second="# twice\n" + table)
    assert places(found, "the card `Snatch` stands in `first.toml` too") == [("second.toml", 2, 1)]


def test_a_file_that_is_no_toml_is_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = mistakes_in(tmp_path, monkeypatch, broken="[Snatch]\ncost = = 1\n")
    assert [(one.file, one.line) for one in found] == [("broken.toml", 2)]
