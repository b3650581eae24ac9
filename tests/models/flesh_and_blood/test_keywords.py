"""What keywords mean: every sentence can be read, and none is about a keyword that the game lacks."""

from __future__ import annotations

import pytest

from models.flesh_and_blood.cards import LIBRARY
from models.flesh_and_blood.keywords import KEYWORD_ABILITIES
from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import parse
from verifier.ability.production import mentions
from verifier.ability.tree import Variable

PATTERNS = {entry.key: entry.pattern for entry in VOCABULARY.keywords}


@pytest.mark.parametrize("keyword", KEYWORD_ABILITIES)
def test_a_keyword_means_sentences_of_the_language(keyword: str) -> None:
    for sentence in KEYWORD_ABILITIES[keyword]:
        parse(sentence, VOCABULARY, LIBRARY.titles)


@pytest.mark.parametrize("keyword", [name for name in KEYWORD_ABILITIES if name != "guardwell"])
def test_x_is_said_where_the_keyword_has_a_number(keyword: str) -> None:
    trees = tuple(parse(sentence, VOCABULARY, LIBRARY.titles) for sentence in KEYWORD_ABILITIES[keyword])
    assert mentions(trees, Variable) == ("{amount}" in PATTERNS[keyword])
