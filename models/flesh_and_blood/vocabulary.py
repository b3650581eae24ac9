"""The words of Flesh and Blood, for the ability language."""

from __future__ import annotations

from models.flesh_and_blood.frames import ACTIONS, EFFECTS, EVENTS
from verifier.ability.vocabulary import (
    Asset,
    FigureEntry,
    KeywordEntry,
    Kind,
    MomentEntry,
    NounEntry,
    StatEntry,
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
