"""The categories of abilities, and when an ability of each is functional."""

from __future__ import annotations

from functools import cache

from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import is_permanent_card
from models.flesh_and_blood.vocabulary import SUBTYPES
from verifier.ability.tree import (
    THIS,
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Change,
    CostChange,
    Defining,
    Entering,
    If,
    Instead,
    Keyword,
    Labelled,
    Modal,
    NoTrigger,
    Permission,
    Prevention,
    Triggered,
    While,
)

STATIC_KEYWORDS = frozenset({"attack", "meld"})


RESOLUTION_KEYWORDS = frozenset({"go again"})


_SUBTYPES = frozenset(SUBTYPES)


@RULES.encodes("1.7.3", "1.7.3a", "1.7.3b", "1.7.3c", "5.2.1", "5.4.4", "5.4.4a", "5.4.4b", "5.4.6", "5.4.7")
@cache
def category(ability: Ability, words: frozenset[str]) -> str:
    """The category of an ability on a card with these types, as chapter 5 names them."""
    match ability:
        case Activated():
            return "activated"
        case AdditionalCost() | AlternativeCost():
            return "play-static"
        case Triggered():
            return "triggered-static"
        case While():
            return "while-static"
        case Modal():
            return "resolution"
        case Keyword(keyword):
            return "resolution" if keyword in RESOLUTION_KEYWORDS else "static"
        case Labelled(_, inner) | Defining(inner):
            return category(inner, words)
        case Prevention() | NoTrigger() | Entering() if is_permanent_card(words) or isinstance(ability, Entering):
            return "static"
        case Change(noun, _, "") if noun == THIS and words & {"attack", "defense reaction", "block"}:
            return "static"
        case Permission(_, act) if act.verb == "defend" and act.passive and act.role("object") == THIS:
            return "static"
        case Permission("may", act) if act.verb == "attack" and act.by == THIS:
            return "play-static"
        case If(_, then, otherwise):
            parts = {category(part, words) for part in (*then, *otherwise)}
            return parts.pop() if len(parts) == 1 else "resolution"
        case Permission(_, act) if act.verb == "play" and act.role("object") == THIS:
            return "play-static"
        case CostChange(noun) if noun == THIS:
            return "play-static"
        case Instead():
            return "static"
        case Change() | CostChange() | Permission() if is_permanent_card(words):
            return "static"
    return "resolution"


FUNCTIONAL = {
    "activated": "in the arena and public, or where its cost or condition says",
    "play-static": "public in any zone, and when it is played",
    "triggered-static": "in the arena and public, or where its trigger says",
    "while-static": "while its condition is met",
    "static": "in the arena and public",
    "resolution": "when it resolves as a layer",
}


@RULES.encodes("5.2.2a")
def layer_words(words: frozenset[str]) -> frozenset[str]:
    """The words that a layer has from its source: supertypes and types, but no subtypes."""
    return words - _SUBTYPES
