"""What ability keywords stand for, as abilities of the language."""

from __future__ import annotations

from functools import cache

from models.flesh_and_blood.keywords import KEYWORD_ABILITIES
from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import parse
from verifier.ability.tree import Ability, Keyword

TITLES = frozenset({"Seismic Surge"})
"""The names of tokens that the sentences speak of."""


@cache
def meaning(keyword: Keyword) -> tuple[Ability, ...]:
    """The abilities that a keyword stands for, its number being X; empty where the rules judge the keyword themselves."""
    sentences = KEYWORD_ABILITIES.get(keyword.keyword, ())
    return tuple(parse(sentence, VOCABULARY, TITLES) for sentence in sentences)
