"""What the ability keywords mean, as sentences of the ability language.

X is the keyword's own number, as in `Ward 3`. Keywords that the rules judge by themselves, such as dominate, overpower,
go again, ambush or specialization, and labels that mean nothing by themselves are not listed.
"""

from __future__ import annotations

KEYWORD_ABILITIES: dict[str, tuple[str, ...]] = {
    "arcane barrier": ("If you would be dealt arcane damage, you may pay X{r}. If you do, prevent X of that damage.",),
    "arcane shelter": ("If you would be dealt arcane damage, destroy this and prevent X of that damage.",),
    "battleworn": ("When the combat chain closes, if this has defended this combat chain, put a -1{d} counter on this.",),
    "beat chest": ("As an additional cost to play this, you may discard a card with power 6 or more.",),
    "blade break": ("When the combat chain closes, if this has defended this combat chain, destroy this.",),
    "blood debt": ("While this is face-up in your banished zone, at the beginning of your end phase, lose 1{h}.",),
    "boost": (
        (
            "As an additional cost to play this, you may banish a card from the top of your deck. If you do, if it is a "
            "mechanologist card, this gets go again."
        ),
    ),
    "ephemeral": ("If this would be put into any graveyard, instead remove it from the game.",),
    "guardwell": (
        (
            "When the combat chain closes, if this has defended this combat chain, put X -1{d} counters on this, where X is "
            "this's defense."
        ),
    ),
    "heave": (
        (
            "While this is in your hand, at the beginning of your end phase, if you have no cards in your arsenal, you may pay "
            "X{r}. If you do, put this face-up into your arsenal and create X Seismic Surge tokens."
        ),
    ),
    "mirage": ("When this defends a non-illusionist attack with power 6 or more, destroy this.",),
    "phantasm": ("Whenever this is defended by a non-illusionist attack action card with power 6 or more, destroy this.",),
    "piercing": ("While there is an equipment defending this, this gets +X{p}.",),
    "protect": ("You may defend another hero with this.",),
    "quell": (
        (
            "If you would be dealt damage, you may pay X{r}. If you do, prevent X of that damage and at the beginning of the "
            "end phase, destroy this."
        ),
    ),
    "scrap": ("As an additional cost to play this, you may banish an item or equipment card from your graveyard.",),
    "spectra": ("This may be attacked.", "When this is targeted by an attack, destroy this and close the combat chain."),
    "spellvoid": ("If you would be dealt arcane damage, you may destroy this. If you do, prevent X of that damage.",),
    "temper": (
        (
            "When the combat chain closes, if this has defended this combat chain, put a -1{d} counter on this and if this has "
            "defense 0, destroy this."
        ),
    ),
    "ward": ("If you would be dealt damage, destroy this and prevent X of that damage.",),
}
"""The sentences of each keyword that has some."""
