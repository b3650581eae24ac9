"""The language that card abilities are written in: canonical English, one tree for a text and one text for a tree."""

from verifier.ability.errors import AbilityError
from verifier.ability.parser import parse
from verifier.ability.printer import show
from verifier.ability.vocabulary import Vocabulary

__all__ = ["AbilityError", "Vocabulary", "parse", "show"]
