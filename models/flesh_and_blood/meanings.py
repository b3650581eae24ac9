"""What ability keywords stand for, as abilities of the language."""

from __future__ import annotations

from functools import cache

from models.flesh_and_blood.keywords import KEYWORD_ABILITIES
from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import parse
from verifier.ability.tree import Ability, Keyword


@cache
def meaning(keyword: Keyword) -> tuple[Ability, ...]:
    """The abilities that a keyword stands for, empty where the rules judge the keyword themselves."""
    number = keyword.amount if isinstance(keyword.amount, int) else 0
    sentences = KEYWORD_ABILITIES.get(keyword.keyword, ())
    return tuple(parse(sentence.replace("N", str(number)), VOCABULARY, frozenset()) for sentence in sentences)
