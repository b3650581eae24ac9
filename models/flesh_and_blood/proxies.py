"""The card that stands for an activated ability on the stack, and for an attack made by one on the combat chain."""

from __future__ import annotations

from functools import cache

from models.flesh_and_blood.categories import RESOLUTION_KEYWORDS, layer_words
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import NOWHERE
from verifier.ability.tree import Activated, Keyword
from verifier.effects.state import Card, LastKnown, Thing


def is_attacking(ability: Activated) -> bool:
    """True where an activated ability is one to attack with."""
    return any(isinstance(part, Keyword) and part.keyword == "attack" for part in ability.body)


@RULES.encodes("5.2.2a")
@cache
def ability_card(source: Card, ability: Activated | None) -> Card:
    """The card that an activated layer is: an attack-proxy has all words of its source, any other layer no subtypes."""
    if ability is None:
        return Card(f"the ability of {source.name}", source.title, layer_words(source.words) | {"activated"}, source.numbers)
    words = source.words if is_attacking(ability) else layer_words(source.words)
    kinds = {ability.kind, "activated"}
    return Card(f"the ability of {source.name}", source.title, words | kinds, source.numbers, ability.body)


def ceased(proxy: Thing, source: Card) -> Thing:
    """What is last known of an attack-proxy that has ceased to exist, as far as print tells."""
    numbers = tuple((stat, value) for stat, value in proxy.card.numbers.items() if isinstance(value, int))
    inherited = {part.keyword for part in source.abilities if isinstance(part, Keyword)} - RESOLUTION_KEYWORDS
    own = {part.keyword for part in proxy.card.abilities if isinstance(part, Keyword)}
    known = LastKnown(proxy.card.words, numbers, frozenset(own | inherited))
    return Thing(proxy.card, proxy.owner, NOWHERE, proxy.controller, known=known)
