"""The sentences of combat: labels, who defends what, counters, comparisons, prevention, and what was done before."""

from __future__ import annotations

import pytest

from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import AbilityError, parse, show
from verifier.ability.tree import (
    IT,
    ITSELF,
    THIS,
    YOU,
    Ability,
    Act,
    AdditionalCost,
    Assets,
    AtLeast,
    Bearing,
    Change,
    Comparison,
    Controlled,
    CountersOn,
    CountOf,
    Defining,
    Delta,
    Did,
    Do,
    Doing,
    Done,
    Entering,
    Every,
    Exists,
    Figure,
    Half,
    Happened,
    If,
    IfDone,
    IsA,
    Keyword,
    Labelled,
    Measure,
    Moment,
    Named,
    Not,
    NoTrigger,
    Noun,
    Of,
    OneOf,
    Permission,
    Place,
    Prevention,
    Quoted,
    Shield,
    Stat,
    StatOf,
    ThisAbility,
    ThisWay,
    Trigger,
    Triggered,
    Typed,
    UpTo,
    Variable,
    WasLast,
    While,
)

NAMES = frozenset({"Leg Tap", "Runechant", "Gold"})
THEY = Noun("hero", "they")
ATTACKER = Noun("hero", "the", words=("attacking",))
DEFENDER = Noun("hero", "the", words=("defending",))
WAY = Noun("card", "the", where=(ThisWay("discard"),))


def act(verb: str, by: Noun = YOU, passive: bool = False, **roles: object) -> Act:
    named = {name.rstrip("_"): value for name, value in roles.items()}
    return Act(verb, tuple(named.items()), by, passive)  # type: ignore[arg-type]


DRAW = Do(act("draw", amount=1))
DAMAGED = act("deal", passive=True, to=YOU)

TREES: list[tuple[str, Ability]] = [
    (
        "Crush -- When this deals 4 or more damage to a hero, they discard 2 cards at random.",
        Labelled(
            "crush",
            Triggered(
                Trigger("when", act("deal", THIS, amount=AtLeast(4), to=Noun("hero"))),
                (Do(act("discard", THEY, object=Noun("card", number=2), how="at random")),),
            ),
        ),
    ),
    (
        "Combo -- If a card named Leg Tap was the last attack this combat chain, this gets go again.",
        Labelled(
            "combo",
            If(
                WasLast(Noun("card", where=(Named("Leg Tap"),)), "attack", "this combat chain"),
                (Change(THIS, (Keyword("go again"),)),),
            ),
        ),
    ),
    (
        "If the defending hero has defended with a card from their hand this chain link, draw a card.",
        If(
            Happened(act("defend", DEFENDER, with_=Noun("card"), from_=Place("hand", "their")), "this chain link"),
            (DRAW,),
        ),
    ),
    (
        "When this defends together with a card from any hand, draw a card.",
        Triggered(Trigger("when", act("defend", THIS, together=Noun("card"), from_=Place("hand", "any"))), (DRAW,)),
    ),
    (
        "When this defends an attack with power greater than its base power, draw a card.",
        Triggered(
            Trigger(
                "when",
                act("defend", THIS, object=Noun("attack", where=(Stat("power", ">", StatOf("power", ITSELF, True)),))),
            ),
            (DRAW,),
        ),
    ),
    (
        "Whenever this is defended by an attack action card with power 6 or more, destroy this.",
        Triggered(
            Trigger(
                "whenever",
                Act(
                    "defend",
                    (("object", THIS),),
                    Noun("card", words=("attack", "action"), where=(Stat("power", ">=", 6),)),
                    True,
                ),
            ),
            (Do(act("destroy", object=THIS)),),
        ),
    ),
    (
        "This can't be defended by 2 or more cards from any hand.",
        Permission(
            "can't",
            Act("defend", (("object", THIS), ("from", Place("hand", "any"))), Noun("card", number=AtLeast(2)), True),
        ),
    ),
    (
        "While there are 1 or less non-equipment cards defending this, this gets go again.",
        While(
            Exists(Noun("card", "", words=("non-equipment",), where=(Doing("defend", THIS),)), "<=", 1),
            Change(THIS, (Keyword("go again"),)),
        ),
    ),
    (
        "This gets +1{p} for each attack that has hit this combat chain.",
        Change(
            THIS,
            (Delta("power", CountOf(Noun("attack", "", where=(Did(act("hit", ITSELF), "this combat chain"),)))),),
        ),
    ),
    (
        "If the discarded card has power 6 or more, deal 2 damage to the attacking hero.",
        If(Measure(WAY, "power", ">=", 6), (Do(act("deal", amount=2, to=ATTACKER)),)),
    ),
    (
        "If your life is less than an opponent's life, draw a card.",
        If(Measure(YOU, "life", "<", StatOf("life", Noun("opponent"))), (DRAW,)),
    ),
    ("If X is 6 or more, draw a card.", If(Comparison(Variable(), ">=", 6), (DRAW,))),
    (
        "If the number of energy counters on this is 2 or less, you may put an energy counter on this.",
        If(
            Comparison(CountersOn("energy", THIS), "<=", 2),
            (Do(act("put counter", amount=1, counter="energy", on=THIS), True),),
        ),
    ),
    (
        "Remove all +1{p} counters from this.",
        Do(act("remove counter", amount=Every(), counter="+1{p}", from_=THIS)),
    ),
    (
        "Destroy target equipment with a -1{d} counter they control.",
        Do(act("destroy", object=Noun("equipment", "target", where=(Bearing("-1{d}", ">=", 1), Controlled("they"))))),
    ),
    ("This comes with a balance counter.", Entering(THIS, 1, "balance")),
    (
        "The second time each turn this hits, draw a card.",
        Triggered(Trigger("when", act("hit", THIS), nth=2, per="turn"), (DRAW,)),
    ),
    (
        "When the combat chain closes, draw a card.",
        Triggered(Trigger("when", Moment("combat chain closes")), (DRAW,)),
    ),
    (
        "If you would be dealt damage, prevent 1 of that damage.",
        Prevention(DAMAGED, (Do(act("prevent", amount=1)),)),
    ),
    (
        "The next time you would be dealt damage this turn, prevent that damage.",
        Prevention(DAMAGED, (Do(act("prevent")),), next=True, duration="this turn"),
    ),
    (
        "If you would be dealt arcane damage, you may pay {r}. If you do, prevent 1 of that damage.",
        Prevention(
            act("deal", passive=True, to=YOU, type="arcane"),
            (IfDone(Do(act("pay", assets=Assets("resource")), True), (Do(act("prevent", amount=1)),)),),
        ),
    ),
    ("Prevent the next 3 damage that would be dealt to you this turn.", Shield(3, DAMAGED, "this turn")),
    (
        "Gain X action points, where X is half the number rolled.",
        Defining(Do(act("gain", assets=Assets("action point", Variable()))), Half(Figure("rolled"))),
    ),
    (
        "This may attack up to X target heroes an opponent controls, where X is the number of auras you control.",
        Defining(
            Permission(
                "may",
                act("attack", THIS, object=Noun("hero", "target", UpTo(Variable()), where=(Controlled("an opponent"),))),
            ),
            CountOf(Noun("aura", "", where=(Controlled("you"),))),
        ),
    ),
    (
        "If this is not an attack action card with cost 2 or less, draw a card.",
        If(Not(IsA(THIS, Noun("card", "", words=("attack", "action"), where=(Stat("cost", "<=", 2),)))), (DRAW,)),
    ),
    (
        'The next card you defend with this turn gets "While this is a card with combo, this gets +2{d}."',
        Change(
            Noun("card", "next", where=(Done("defend"),)),
            (
                Quoted(
                    parse("While this is a card with combo, this gets +2{d}.", VOCABULARY),
                ),
            ),
            "this turn",
        ),
    ),
    (
        "Abilities of attack action cards don't trigger when they hit.",
        NoTrigger(Noun("ability", "", where=(Of(Noun("card", "", words=("attack", "action"))),)), act("hit", ITSELF)),
    ),
    (
        "Attacks they control can't get go again during their next action phase.",
        Change(
            Noun("attack", "", where=(Controlled("they"),)),
            (Keyword("go again"),),
            "during their next action phase",
            barred=True,
        ),
    ),
    (
        "Auras you control get the type weapon.",
        Change(Noun("aura", "", where=(Controlled("you"),)), (Typed("weapon"),)),
    ),
    (
        "When this hits, banish this and it loses this ability.",
        Triggered(
            Trigger("when", act("hit", THIS)),
            (Do(act("banish", object=THIS)), Change(IT, (ThisAbility(),), lose=True)),
        ),
    ),
    (
        "As an additional cost to play this, discard a card or pay {r}{r}.",
        AdditionalCost((OneOf((act("discard", object=Noun("card")), Assets("resource", 2))),)),
    ),
    (
        "Create a Runechant token under the attacking hero's control.",
        Do(act("create", amount=1, token="Runechant", under=ATTACKER)),
    ),
]


@pytest.mark.parametrize(("text", "tree"), TREES)
def test_a_sentence_means_its_tree(text: str, tree: Ability) -> None:
    assert parse(text, VOCABULARY, NAMES) == tree
    assert show(tree, VOCABULARY) == text


@pytest.mark.parametrize(
    "text",
    [
        "If you would be dealt damage, draw a card.",
        "Draw 2 cards, where X is the number of auras you control.",
        "The discarded card with cost 2 gets +1{p}.",
        "The hero draws a card.",
        "This gets +1{p} for each attack that has hit.",
        "Auras don't trigger when they hit.",
        "If it's power is less than your life, draw a card.",
        "The second time this hits each turn, draw a card.",
        "Deal 4 or more damage to target hero.",
    ],
)
def test_what_would_be_loose_is_refused(text: str) -> None:
    with pytest.raises(AbilityError):
        parse(text, VOCABULARY, NAMES)


def test_a_filter_goes_with_the_nearest_noun() -> None:
    tree = parse("Destroy target card with cost less than the number of auras you control.", VOCABULARY)
    counted = CountOf(Noun("aura", "", where=(Controlled("you"),)))
    assert tree == Do(act("destroy", object=Noun("card", "target", where=(Stat("cost", "<", counted),))))
    outer = Noun("card", "target", where=(Stat("cost", "<", CountOf(Noun("aura", ""))), Controlled("you")))
    with pytest.raises(AbilityError, match="no sentence says this tree"):
        show(Do(act("destroy", object=outer)), VOCABULARY)
