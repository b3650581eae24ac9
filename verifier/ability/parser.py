"""Text as trees: the one reading of a text, or the reason why it has none or several."""

from __future__ import annotations

from collections.abc import Collection

from verifier.ability.errors import AbilityError
from verifier.ability.explain import not_canonical, not_understood, pointing_nowhere
from verifier.ability.index import grammar_of, names_of
from verifier.ability.printer import outline, show
from verifier.ability.reader import Reader
from verifier.ability.references import Unclear, check
from verifier.ability.tree import Ability
from verifier.ability.vocabulary import Vocabulary


def parse(text: str, vocabulary: Vocabulary, names: Collection[str] = ()) -> Ability:
    """The one tree that a text means; AbilityError where it is not understood, not canonical, or ambiguous."""
    if not text.strip():
        raise AbilityError("an ability needs a text", text=text, help="leave the ability out, or write a sentence")
    grammar = grammar_of(vocabulary)
    listed = names_of(names if isinstance(names, frozenset) else frozenset(names), vocabulary)
    reader = Reader(text, grammar, listed)
    try:
        trees = reader.readings()
    except RecursionError:
        raise AbilityError(
            "this is too deep to be read", text=text, length=len(text), help="say it in several abilities"
        ) from None
    if not trees:
        raise not_understood(Reader(text, grammar, listed, explain=True))
    said = {tree: show(tree, vocabulary) for tree in trees}
    readings = [tree for tree in trees if said[tree] == text]
    if not readings:
        raise not_canonical(text, said[trees[0]])
    if len(readings) > 1:
        lines = tuple(outline(tree) for tree in readings)
        raise AbilityError(
            f"this can be read in {len(readings)} ways",
            text=text,
            length=len(text),
            readings=lines,
            help="say it in words that have one meaning",
        )
    ability: Ability = readings[0]
    try:
        check(ability, vocabulary)
    except Unclear as unclear:
        raise pointing_nowhere(reader, unclear) from None
    return ability
