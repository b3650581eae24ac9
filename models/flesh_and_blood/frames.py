"""The verbs of Flesh and Blood and their frames, for the ability language."""

from __future__ import annotations

from typing import Any

from verifier.ability.vocabulary import Slot, Verb

_OBJECT = Slot("object", "object")
_FROM = Slot("from", "source", before="from", optional=True)
_RANDOM = Slot("how", "choice", choices=("at random",), optional=True)
_FACING = Slot("facing", "choice", choices=("face-up", "face-down"), optional=True)
_TARGET = Slot("object", "noun", optional=True)
_TOGETHER = Slot("together", "object", before="together with", optional=True)
_MADE = Slot("object", "object", before="with")
_ASSETS = Slot("assets", "assets")
_AMOUNT = Slot("amount", "number")
_COUNT = Slot("amount", "count")
_CARDS = Slot("amount", "count", after=("card", "cards"))
_DAMAGE = Slot("type", "choice", choices=("arcane",), optional=True)
_PLACE = Slot("place", "place")
_WITH = Slot("with", "object", before="with", optional=True)
_TALLY = Slot("amount", "tally")
_COUNTERS = Slot("counter", "counter", after=("counter", "counters"))
_UNDER = Slot("under", "owner", before="under", after="control", optional=True)
_TO = Slot("to", "noun", before="to")


def _fixed(words: str) -> Slot:
    return Slot("", "fixed", before=words)


def _effect(base: str, third: str, participle: str, *frame: Slot, **rest: Any) -> Verb:
    return Verb(base, base, third, participle, rest.pop("past", participle), "effect", frame, **rest)


def _action(base: str, third: str, participle: str, *frame: Slot, **rest: Any) -> Verb:
    return Verb(base, base, third, participle, participle, "action", frame, **rest)


EFFECTS = (
    _effect(
        "add",
        "adds",
        "added",
        _OBJECT,
        _FROM,
        _fixed("to the active chain link"),
        Slot("as", "choice", before="as", choices=("a defending card", "the attacking card")),
        cost=False,
    ),
    _effect("amp", "amps", "amped", _AMOUNT, by="player", cost=False),
    _effect("banish", "banishes", "banished", _OBJECT, _RANDOM, _FROM, _FACING),
    _effect("charge", "charges", "charged", by="player"),
    _effect("clash", "clashes", "clashed", Slot("with", "player", before="with", optional=True)),
    Verb("close", "close", "closes", "closed", "closed", "effect", (_fixed("the combat chain"),), cost=False),
    _effect("create", "creates", "created", _COUNT, Slot("token", "name", after=("token", "tokens")), _UNDER),
    _effect("deal", "deals", "dealt", _AMOUNT, _DAMAGE, _fixed("damage"), _TO, patient="to"),
    _effect("destroy", "destroys", "destroyed", _OBJECT),
    _effect("discard", "discards", "discarded", _OBJECT, _RANDOM, _FROM, by="player"),
    _effect("draw", "draws", "drawn", _CARDS, past="drew", by="player"),
    _effect("freeze", "freezes", "frozen", _OBJECT, past="froze"),
    _effect("gain", "gains", "gained", _ASSETS, by="player", cost=False),
    _effect("intimidate", "intimidates", "intimidated"),
    _effect("look", "looks", "looked", Slot("object", "object", before="at"), _FROM, by="player", cost=False, patient=""),
    _effect("lose", "loses", "lost", _ASSETS, by="player"),
    Verb("make attack", "make a attack", "makes a attack", "made a attack", "made a attack", "effect", (_MADE,), cost=False),
    _effect("mark", "marks", "marked", Slot("object", "player")),
    _effect("negate", "negates", "negated", Slot("object", "noun")),
    _effect("opt", "opts", "opted", _AMOUNT, by="player", cost=False),
    _effect("pay", "pays", "paid", _ASSETS, by="player", cost=False),
    _effect(
        "prevent",
        "prevents",
        "prevented",
        Slot("amount", "number", after="of", optional=True),
        _fixed("that damage"),
        cost=False,
        prevents=True,
    ),
    _effect("put", "puts", "put", _OBJECT, _FROM, _FACING, Slot("to", "into")),
    Verb("put counter", "put", "puts", "put", "put", "effect", (_TALLY, _COUNTERS, Slot("on", "noun", before="on"))),
    _effect("remove", "removes", "removed", _OBJECT, _fixed("from the game"), cost=False),
    Verb(
        "remove counter",
        "remove",
        "removes",
        "removed",
        "removed",
        "effect",
        (_TALLY, _COUNTERS, Slot("from", "noun", before="from")),
    ),
    _effect("reload", "reloads", "reloaded", by="player", cost=False),
    _effect("retrieve", "retrieves", "retrieved", _OBJECT, by="player", cost=False),
    _effect("return", "returns", "returned", _OBJECT, _FROM, Slot("to", "place", before="to")),
    _effect("reveal", "reveals", "revealed", _OBJECT, _RANDOM, _FROM),
    _effect("roll", "rolls", "rolled", _fixed("a 6-sided die"), by="player", cost=False),
    _effect("search", "searches", "searched", _PLACE, Slot("object", "object", before="for"), by="player", cost=False),
    _effect("shuffle", "shuffles", "shuffled", _OBJECT, _FROM, Slot("to", "place", before="into")),
    Verb("shuffle zone", "shuffle", "shuffles", "shuffled", "shuffled", "effect", (_PLACE,), cost=False),
    _effect("steal", "steals", "stolen", _OBJECT, past="stole", by="player", cost=False),
    _effect("transcend", "transcends", "transcended", by="player", cost=False),
    _effect("turn", "turns", "turned", _OBJECT, Slot("facing", "choice", choices=("face-up", "face-down"))),
)

ACTIONS = (
    _action("activate", "activates", "activated", Slot("object", "noun"), by="player"),
    _action("attack", "attacks", "attacked", _TARGET, _WITH),
    _action("boost", "boosts", "boosted", by="player"),
    _action("defend", "defends", "defended", _TARGET, _WITH, _TOGETHER, _FROM, present="defending"),
    _action("fuse", "fuses", "fused", _OBJECT, by="player"),
    _action("pitch", "pitches", "pitched", _OBJECT, by="player"),
    _action("play", "plays", "played", _OBJECT, _FROM, by="player"),
)

EVENTS = (
    Verb(
        "deal",
        "deal",
        "deals",
        "dealt",
        "dealt",
        "event",
        (Slot("amount", "bound", optional=True), _DAMAGE, _fixed("damage"), Slot("to", "noun", before="to", optional=True)),
        patient="to",
        preventable=True,
    ),
    Verb("target", "target", "targets", "targeted", "targeted", "event", (Slot("object", "noun"),)),
    Verb("hit", "hit", "hits", "hit", "hit", "event", (Slot("object", "noun", optional=True),)),
    Verb("enter", "enter", "enters", "entered", "entered", "event", (Slot("to", "place"),), by="object"),
    Verb("leave", "leave", "leaves", "left", "left", "event", (Slot("from", "place"),), by="object"),
)
