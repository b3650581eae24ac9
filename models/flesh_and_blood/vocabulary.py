"""The words of Flesh and Blood, for the ability language."""

from __future__ import annotations

from typing import Any

from verifier.ability.vocabulary import (
    Asset,
    FigureEntry,
    KeywordEntry,
    Kind,
    MomentEntry,
    NounEntry,
    Slot,
    StatEntry,
    Verb,
    Vocabulary,
    Zone,
)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(item.split()) for item in text.split(","))


COLOURS = ("red", "yellow", "blue")
TYPES = _listed(
    """
    action, attack reaction, block, companion, defense reaction, demi-hero, equipment, event, hero, instant, macro,
    mentor, resource, token, weapon
    """
)
CLASSES = _listed(
    """
    adjudicator, assassin, bard, brute, generic, guardian, illusionist, mechanologist, mercenary, merchant,
    necromancer, ninja, pirate, ranger, runeblade, shapeshifter, thief, warrior, wizard
    """
)
TALENTS = _listed(
    """
    chaos, draconic, earth, elemental, high seas, ice, light, lightning, mystic, rosetta, royal, shadow
    """
)
SUBTYPES = _listed(
    """
    1H, 2H, affliction, ally, angel, arakni, arms, arrow, ash, attack, aura, axe, base, book, bow, brush, cannon,
    chest, chi, claw, club, cog, construct, dagger, demon, dragon, evo, fiddle, figment, flail, gem, gun, hammer,
    head, invocation, item, landmark, legs, lute, off-hand, orb, pistol, pit-fighter, polearm, puffin, quiver, rock,
    scepter, scroll, scurv, scythe, shuriken, song, staff, sword, trap, wrench, young
    """
)
_COUNTED = _listed(
    """
    affliction, arrow, aura, axe, bow, cannon, claw, club, construct, dagger, dragon, evo, figment, flail, gem, gun,
    hammer, invocation, item, landmark, orb, pistol, polearm, quiver, rock, scepter, scythe, shuriken, song, sword,
    trap, weapon
    """
)

NOUNS = (
    NounEntry("card", "card", "cards"),
    NounEntry("attack", "attack", "attacks"),
    NounEntry("permanent", "permanent", "permanents"),
    NounEntry("chain link", "chain link", "chain links"),
    NounEntry("token", "token", "tokens"),
    NounEntry("equipment", "equipment", "equipment"),
    NounEntry("ally", "ally", "allies"),
    NounEntry("staff", "staff", "staves"),
    NounEntry("wrench", "wrench", "wrenches"),
    *(NounEntry(word, word, word + "s") for word in _COUNTED),
    NounEntry("hero", "hero", "heroes", "player"),
    NounEntry("opponent", "opponent", "opponents", "player"),
    NounEntry("ability", "ability", "abilities", "ability"),
)

ZONES = (
    Zone("hand", "hand"),
    Zone("arsenal", "arsenal"),
    Zone("banished", "banished zone"),
    Zone("graveyard", "graveyard"),
    Zone("deck", "deck"),
    Zone("pitch", "pitch zone"),
    Zone("soul", "soul"),
    Zone("arena", "arena", shared=True),
    Zone("stack", "stack", shared=True),
    Zone("combat chain", "combat chain", shared=True),
    Zone("active chain link", "active chain link", shared=True),
)

STATS = (
    StatEntry("power", "power", "{p}"),
    StatEntry("defense", "defense", "{d}"),
    StatEntry("life", "life", "{h}"),
    StatEntry("intellect", "intellect", "{i}"),
    StatEntry("cost", "cost"),
    StatEntry("pitch", "pitch"),
)

ASSETS = (
    Asset("resource", "repeat", "{r}"),
    Asset("chi", "repeat", "{c}"),
    Asset("life", "count", "{h}"),
    Asset("action point", "words", singular="action point", plural="action points"),
)

_NUMBERED_KEYWORDS = _listed(
    """
    arcane barrier, arcane shelter, heave, piercing, quell, spellvoid, ward
    """
)
_PLAIN_KEYWORDS = _listed(
    """
    ambush, attack, battleworn, beat chest, blade break, blood debt, boost, cloaked, combo, contract, crank, crush,
    decompose, dominate, earth bond, ephemeral, evo upgrade, galvanize, go again, go fish, guardwell, heavy, high
    tide, legendary, lightning flow, material, meld, mirage, modular, overpower, pairs, perched, phantasm, protect,
    reprise, rune gate, rupture, scrap, solflare, spectra, stealth, surge, temper, tower, transform,
    unity, universal, unlimited, wager, watery grave
    """
)
KEYWORDS = (
    *(KeywordEntry(name, name + " {amount}") for name in _NUMBERED_KEYWORDS),
    *(KeywordEntry(name, name) for name in _PLAIN_KEYWORDS),
    KeywordEntry("channel", "channel {words}"),
    KeywordEntry("essence", "essence of {words}"),
    KeywordEntry("fusion", "{words} fusion"),
    KeywordEntry("specialization", "{names} specialization"),
)

HEROES = _listed(
    """
    Arakni, Aurora, Azalea, Benji, Betsy, Boltyn, Bravo, Briar, Chane, Dash, Data Doll, Dorinthea, Dromai, Fai,
    Florian, Genis, Ira, Iyslander, Jarl, Kano, Kassai, Katsu, Kayo, Levia, Lexi, Maxx, Oldhim, Olympia, Oscilio,
    Prism, Rhinar, Riptide, Ruu'di, Scurv, Shiyana, Teklovossen, Uzuri, Valda, Verdance, Victor, Viserai, Vynnset,
    Yorick
    """
)

KINDS = (
    Kind("action", "action", "actions"),
    Kind("instant", "instant", "instants"),
    Kind("attack reaction", "attack reaction", "attack reactions"),
    Kind("defense reaction", "defense reaction", "defense reactions"),
)

MOMENTS = (
    MomentEntry("turn", "{whose} turn", period=True),
    MomentEntry("action phase", "{whose} action phase", period=True),
    MomentEntry("end phase", "{whose} end phase", period=True),
    MomentEntry("start of turn", "the start of {whose} turn"),
    MomentEntry("end of turn", "the end of {whose} turn"),
    MomentEntry("beginning of action phase", "the beginning of {whose} action phase"),
    MomentEntry("beginning of end phase", "the beginning of {whose} end phase"),
    MomentEntry("combat chain closes", "the combat chain closes", event=True),
    MomentEntry("chain link resolves", "this's chain link resolves", event=True),
)

LABELS = _listed(
    """
    channel, combo, contract, crush, decompose, earth bond, evo upgrade, galvanize, heavy, high tide, lightning flow,
    material, reprise, rupture, solflare, surge, tower, unity
    """
)
COUNTERS = _listed(
    """
    +1{p}, -1{p}, +1{d}, -1{d}, aim, balance, bind, blood, doom, energy, flow, frost, gold, ice, mist, rust, soul, steam,
    tectonic, verse
    """
)
FIGURES = (
    FigureEntry("rolled", "the number rolled"),
    FigureEntry("damage dealt", "the damage dealt"),
    FigureEntry("damage prevented", "the damage prevented"),
    FigureEntry("chain link", "the number of this chain link"),
    FigureEntry("hits in a row", "the number of chain links in a row that have hit"),
)

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

VOCABULARY = Vocabulary(
    nouns=NOUNS,
    words=(*COLOURS, *TYPES, *CLASSES, *TALENTS, *SUBTYPES, "activated"),
    zones=ZONES,
    stats=STATS,
    assets=ASSETS,
    keywords=KEYWORDS,
    kinds=KINDS,
    durations=(
        "this turn",
        "this combat chain",
        "this chain link",
        "during their next action phase",
        "during their next turn",
        "until the end of their next turn",
        "until the start of your next turn",
    ),
    periods=("turn", "combat chain", "chain link"),
    moments=MOMENTS,
    states=("attacking", "defending", "equipped", "tapped", "frozen", "marked"),
    labels=LABELS,
    counters=COUNTERS,
    figures=FIGURES,
    verbs=(*EFFECTS, *ACTIONS, *EVENTS),
    elements=TALENTS,
    proper=HEROES,
    uncountable=("Copper", "Silver", "Gold"),
)
"""The whole vocabulary."""
