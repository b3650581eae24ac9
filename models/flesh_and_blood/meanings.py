"""What ability keywords stand for, as abilities of the language."""

from __future__ import annotations

from functools import cache

from models.flesh_and_blood.keywords import KEYWORD_ABILITIES
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import parse
from verifier.ability.tree import THIS, Ability, Act, AdditionalCost, Do, Keyword, Noun, Place

TITLES = frozenset({"Seismic Surge"})
"""The names of tokens that the sentences speak of."""


def fusion(elements: tuple[str, ...]) -> AdditionalCost:
    """The optional cost of fusing: a card of each element is revealed from hand, and the card counts as fused."""
    revealed = tuple(
        Act("reveal", (("object", Noun("card", "a", words=(element,))), ("from", Place("hand")))) for element in elements
    )
    return AdditionalCost(revealed, True, (Do(Act("fuse", (("object", THIS),))),))


@RULES.encodes("8.3.2", "8.3.3", "8.3.8", "8.3.9", "8.3.10", "8.3.11", "8.3.13", "8.3.14", "8.3.14b", "8.3.15", "8.3.17")
@RULES.encodes("8.3.20", "8.3.21", "8.3.23", "8.3.25")
@cache
def meaning(keyword: Keyword) -> tuple[Ability, ...]:
    """The abilities that a keyword stands for, its number being X; empty where the rules judge the keyword themselves."""
    if keyword.keyword == "fusion":
        return (fusion(keyword.words),)
    sentences = KEYWORD_ABILITIES.get(keyword.keyword, ())
    return tuple(parse(sentence, VOCABULARY, TITLES) for sentence in sentences)
