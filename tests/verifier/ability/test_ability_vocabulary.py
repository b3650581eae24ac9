"""A game that is nothing but a vocabulary: verbs, zones and keywords are entries, not grammar."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from verifier.ability import AbilityError, Vocabulary, parse, show
from verifier.ability.tree import Act, Assets, Do, Keyword, Noun, Place, UpTo
from verifier.ability.vocabulary import Asset, KeywordEntry, Kind, MomentEntry, NounEntry, Slot, StatEntry, Verb, Zone

TOY = Vocabulary(
    nouns=(NounEntry("card", "pawn", "pawns"), NounEntry("hero", "rival", "rivals", "player")),
    words=("tiny",),
    zones=(Zone("box", "wooden box"), Zone("table", "table", shared=True)),
    stats=(StatEntry("height", "height"),),
    assets=(Asset("coin", "words", singular="coin", plural="coins"),),
    keywords=(KeywordEntry("brave", "brave {amount}"),),
    kinds=(Kind("move", "move", "moves"),),
    durations=("this round",),
    periods=("round",),
    moments=(MomentEntry("start", "the start of {whose} round"),),
    states=("asleep",),
    verbs=(
        Verb(
            "hoist", "hoist", "hoists", "hoisted", "hoisted", "effect",
            (
                Slot("object", "object"),
                Slot("from", "source", before="out of", optional=True),
                Slot("to", "place", before="onto"),
            ),
        ),
        Verb("lean", "lean", "leans", "leaned", "leaned", "event", (Slot("on", "noun", before="on", optional=True),)),
    ),
)  # fmt: skip


def test_a_frame_gives_the_sentence_and_the_tree() -> None:
    tree = parse("Hoist up to 2 tiny pawns out of your wooden box onto the table.", TOY)
    roles = (
        ("object", Noun("card", number=UpTo(2), words=("tiny",))),
        ("from", Place("box")),
        ("to", Place("table", "")),
    )
    assert tree == Do(Act("hoist", roles))


@pytest.mark.parametrize(
    "text",
    [
        "Brave 3.",
        "Each rival hoists a pawn onto the table.",
        "When a tiny pawn with height 3 or more leans on an asleep pawn, hoist this onto the table.",
        "At the start of your round, you may hoist this out of the top of your wooden box onto the table.",
        "Pawns get -1 height this round.",
    ],
)
def test_the_core_grammar_serves_any_vocabulary(text: str) -> None:
    assert show(parse(text, TOY), TOY) == text


def test_an_optional_role_may_be_left_out_and_another_may_not() -> None:
    assert show(parse("Hoist a pawn onto the table.", TOY), TOY) == "Hoist a pawn onto the table."
    with pytest.raises(AbilityError):
        parse("Hoist a pawn out of your wooden box.", TOY)


def test_assets_print_as_declared() -> None:
    gain = Verb("take", "take", "takes", "taken", "took", "effect", (Slot("assets", "assets"),))
    rich = replace(TOY, verbs=(*TOY.verbs, gain))
    for amount, text in ((1, "Take 1 coin."), (3, "Take 3 coins.")):
        tree = Do(Act("take", (("assets", Assets("coin", amount)),)))
        assert show(tree, rich) == text
        assert parse(text, rich) == tree


def test_two_readings_are_refused_and_both_are_shown() -> None:
    doubled = replace(TOY, keywords=(KeywordEntry("brave", "brave {amount}"), KeywordEntry("bold", "brave {amount}")))
    with pytest.raises(AbilityError) as caught:
        parse("Brave 3.", doubled)
    assert caught.value.message == "this can be read in 2 ways"
    assert caught.value.readings == ("Keyword(keyword='brave', amount=3)", "Keyword(keyword='bold', amount=3)")
    assert parse("Brave 3.", TOY) == Keyword("brave", 3)
