"""The sentences that the language must read: one tree each, printed back as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import parse, show
from verifier.ability.tree import (
    IT,
    THIS,
    YOU,
    Ability,
    Act,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Assets,
    Change,
    Controlled,
    CostChange,
    CountOf,
    Delayed,
    Delta,
    Do,
    Done,
    Exists,
    Happened,
    If,
    IfDone,
    Instead,
    Is,
    Keyword,
    Limit,
    Located,
    Measure,
    Modal,
    Moment,
    Named,
    Not,
    Noun,
    Of,
    Permission,
    Place,
    Quoted,
    Several,
    Stat,
    ThatMany,
    Times,
    Trigger,
    Triggered,
    While,
)
from verifier.ability.vocabulary import KeywordEntry

SENTENCES = (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8").splitlines()
NAMES = frozenset(
    {"Vigor", "Zen State", "Nimblism", "Runechant", "Gold", "Crazy", "Crazy Brew", "10,000 Year Reunion", "Overpower"}
)


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_prints_back_as_it_is(text: str) -> None:
    assert show(parse(text, VOCABULARY, NAMES), VOCABULARY) == text


def act(verb: str, by: Noun = YOU, passive: bool = False, **roles: object) -> Act:
    named = {name.rstrip("_"): value for name, value in roles.items()}
    return Act(verb, tuple(named.items()), by, passive)  # type: ignore[arg-type]


DRAW = Do(act("draw", amount=1))
GAIN_LIFE = Do(act("gain", assets=Assets("life", 1)))

TREES: list[tuple[str, Ability]] = [
    ("Ward 3.", Keyword("ward", 3)),
    ("Rhinar specialization.", Keyword("specialization", words=("Rhinar",))),
    ("Earth and/or ice fusion.", Keyword("fusion", words=("earth", "and/or", "ice"))),
    (
        "Once per turn action -- {r}: Attack. Go again.",
        Activated("action", (Assets("resource"),), (Keyword("attack"), Keyword("go again")), Limit(1)),
    ),
    (
        "Action -- {r}{r}: Return this to your hand. Activate this only while this is in your banished zone.",
        Activated(
            "action",
            (Assets("resource", 2),),
            (Do(act("return", object=THIS, to=Place("hand"))),),
            condition=Is(THIS, Place("banished")),
        ),
    ),
    (
        "Instant -- 0: Shuffle 2 cards from your hand into your deck, then draw that many cards.",
        Activated(
            "instant",
            (),
            (
                Several(
                    (
                        Do(act("shuffle", object=Noun("card", number=2), from_=Place("hand"), to=Place("deck"))),
                        Do(act("draw", amount=ThatMany())),
                    )
                ),
            ),
        ),
    ),
    (
        "As an additional cost to play this, you may pay {r}. If you do, this gets +1{p} and go again.",
        AdditionalCost((Assets("resource"),), True, (Change(THIS, (Delta("power", 1), Keyword("go again"))),)),
    ),
    (
        "You may destroy a Gold you control rather than pay this's {r} cost.",
        AlternativeCost((act("destroy", object=Noun("token", where=(Named("Gold"), Controlled("you")))),), "resource"),
    ),
    (
        "Play this only if you have played a blue card this turn.",
        If(
            Not(Happened(act("play", object=Noun("card", words=("blue",))), "this turn")),
            (Permission("can't", act("play", object=THIS)),),
        ),
    ),
    (
        "You may activate abilities of bows you control 1 additional time this turn as though they were instants.",
        Permission(
            "may",
            act("activate", object=Noun("ability", "", where=(Of(Noun("bow", "", where=(Controlled("you"),))),))),
            Times(1),
            "instant",
            duration="this turn",
        ),
    ),
    ("Cards can't be pitched.", Permission("can't", act("pitch", passive=True, object=Noun("card", "")))),
    (
        "The next aura you play this turn costs {r}{r} less to play.",
        CostChange(Noun("aura", "next", where=(Done("play"),)), "less", Assets("resource", 2), duration="this turn"),
    ),
    (
        'Your next brute or shadow attack this turn gets "When this hits, draw a card."',
        Change(
            Noun("attack", "next", words=("brute",), alternatives=(("shadow",),), where=(Controlled("you"),)),
            (Quoted(Triggered(Trigger("when", act("hit", THIS)), (DRAW,))),),
            "this turn",
        ),
    ),
    (
        "This gets +1{p} for each aura you control.",
        Change(THIS, (Delta("power", CountOf(Noun("aura", "", where=(Controlled("you"),)))),)),
    ),
    (
        "If target instant card has cost 2 or less, negate it.",
        If(Measure(Noun("card", "target", words=("instant",)), "cost", "<=", 2), (Do(act("negate", object=IT)),)),
    ),
    (
        "If you have no cards in your arsenal, draw a card and gain 1{h}.",
        If(Exists(Noun("card", "", where=(Located(Place("arsenal")),)), "=", 0), (DRAW, GAIN_LIFE)),
    ),
    (
        "You may destroy this. If you do, draw a card. Otherwise, gain 1{h}.",
        IfDone(Do(act("destroy", object=THIS), True), (DRAW,), (GAIN_LIFE,)),
    ),
    (
        "Whenever you discard a card with power 6 or more, gain 1{h}.",
        Triggered(Trigger("whenever", act("discard", object=Noun("card", where=(Stat("power", ">=", 6),)))), (GAIN_LIFE,)),
    ),
    (
        "The next time you pitch a card this turn, draw a card.",
        Delayed(Trigger("the next time", act("pitch", object=Noun("card")), duration="this turn"), (DRAW,)),
    ),
    (
        "At the beginning of your end phase, draw a card.",
        Triggered(Trigger("at", Moment("beginning of end phase", "your")), (DRAW,)),
    ),
    (
        "If this would be destroyed, instead banish it.",
        Instead(act("destroy", passive=True, object=THIS), (Do(act("banish", object=IT)),)),
    ),
    ("Choose 2, each up to 2 times; • Draw a card. • Gain 1{h}.", Modal(2, (DRAW, GAIN_LIFE), 2)),
    (
        "While this is defending, this gets +1{d}.",
        While(Is(THIS, "defending"), Change(THIS, (Delta("defense", 1),))),
    ),
    ("Draw a card. Gain 1{h}.", Several((DRAW, GAIN_LIFE))),
]


@pytest.mark.parametrize(("text", "tree"), TREES)
def test_a_sentence_means_its_tree(text: str, tree: Ability) -> None:
    assert parse(text, VOCABULARY, NAMES) == tree


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Destroy a card named Crazy Brew.", "Crazy Brew"),
        ("Destroy a card named Crazy.", "Crazy"),
        ("Destroy a card named 10,000 Year Reunion.", "10,000 Year Reunion"),
        ("Destroy a card named Overpower.", "Overpower"),
    ],
)
def test_the_longest_name_is_meant(text: str, name: str) -> None:
    assert parse(text, VOCABULARY, NAMES) == Do(act("destroy", object=Noun("card", where=(Named(name),))))


@pytest.mark.parametrize("entry", [entry for entry in VOCABULARY.keywords if "{" not in entry.pattern])
def test_a_keyword_alone_is_an_ability(entry: KeywordEntry) -> None:
    assert parse(entry.key.capitalize() + ".", VOCABULARY) == Keyword(entry.key)


def test_otherwise_goes_with_the_nearest_condition() -> None:
    tree = parse("If it is your turn, you may destroy this. If you do, draw a card. Otherwise, gain 1{h}.", VOCABULARY)
    assert tree == If(Moment("turn", "your"), (IfDone(Do(act("destroy", object=THIS), True), (DRAW,), (GAIN_LIFE,)),))
