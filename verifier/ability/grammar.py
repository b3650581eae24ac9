"""The core grammar with the words of a game: every line serves the parser and the printer."""

from __future__ import annotations

from functools import lru_cache

from verifier.ability.abilities import abilities, costs
from verifier.ability.changes import changes, permissions
from verifier.ability.conditions import clauses, conditions
from verifier.ability.filters import filters
from verifier.ability.frames import choices, shields, verbs
from verifier.ability.nouns import phrases
from verifier.ability.places import amounts, places
from verifier.ability.production import Production
from verifier.ability.statements import statements, triggers
from verifier.ability.vocabulary import Vocabulary
from verifier.ability.words import words


@lru_cache(maxsize=16)
def productions(vocabulary: Vocabulary) -> tuple[Production, ...]:
    """Every production of the language with a game's words, in the order in which the printer tries them."""
    return (
        *abilities(),
        *costs(),
        *statements(vocabulary),
        *changes(vocabulary),
        *permissions(vocabulary),
        *triggers(),
        *conditions(),
        *clauses(vocabulary),
        *phrases(vocabulary),
        *filters(),
        *places(),
        *amounts(),
        *verbs(vocabulary),
        *choices(vocabulary),
        *shields(vocabulary),
        *words(vocabulary),
    )
