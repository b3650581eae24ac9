"""Random positions and moves of Flesh and Blood, small enough to try everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from models.flesh_and_blood import GAME
from models.flesh_and_blood.generating import branches, loosened, parts
from models.flesh_and_blood.moves import Activate, Play
from verifier.game import HOLE, Hole
from verifier.scenario import Scenario, parse
from verifier.unknown import Selection
from verifier.writing import show

CARDS: dict[str, Any] = {
    "Jab": {"types": ["action", "attack"], "cost": 0, "power": 3, "colors": {"red": {}, "blue": {}}},
    "Slam": {"types": ["action", "attack"], "cost": 3, "power": 7, "colors": {"yellow": {}}},
    "Surge": {"types": ["action", "attack"], "cost": "X", "power": 4, "colors": {"blue": {}}},
    "Double": {"types": ["action"], "cost": "XX", "colors": {"red": {"abilities": ["Gain X{h}.", "Go again."]}}},
    "Salve": {"types": ["instant"], "cost": 1, "abilities": ["Gain 2{h}."], "colors": {"red": {}}},
    "Toll": {
        "types": ["action"],
        "cost": 1,
        "abilities": ["As an additional cost to play this, discard a card.", "Draw a card."],
        "colors": {"red": {}},
    },
    "Pawn": {
        "types": ["action"],
        "cost": 2,
        "abilities": [
            "You may put a card from your hand on top of your deck rather than pay this's {r} cost.",
            "As an additional cost to play this, you may banish a card from your hand.",
            "Gain 1{h}.",
        ],
        "colors": {"yellow": {}},
    },
    "Twins": {
        "types": ["action"],
        "cost": 0,
        "abilities": [
            "As an additional cost to play this, discard a red card.",
            "As an additional cost to play this, discard a card.",
            "Draw a card.",
        ],
        "colors": {"blue": {}},
    },
    "Vein": {
        "types": ["instant"],
        "cost": 1,
        "abilities": [
            "You may pay X{h} rather than pay this's {r} cost.",
            "As an additional cost to play this, you may pay X{h}.",
            "Draw a card.",
        ],
        "colors": {"red": {}},
    },
    "Ghost": {
        "types": ["action"],
        "cost": 1,
        "abilities": ["You may play this from your banished zone.", "Gain 1{h}."],
        "colors": {"blue": {}},
    },
    "Haste": {
        "types": ["action"],
        "cost": 0,
        "abilities": ["You may play this as though it were an instant.", "Gain 1{h}."],
        "colors": {"red": {}},
    },
    "Zap": {"types": ["instant"], "cost": 0, "abilities": ["Deal 1 arcane damage to target hero."], "colors": {"red": {}}},
    "Hush": {"types": ["instant"], "cost": 0, "abilities": ["You may destroy target sword."], "colors": {"red": {}}},
    "Bolts": {
        "types": ["instant"],
        "cost": 0,
        "abilities": ["Deal 1 arcane damage to up to 2 target heroes."],
        "colors": {"blue": {}},
    },
    "Fork": {"types": ["instant"], "cost": 0, "abilities": ["Choose 1; • Draw a card. • Gain 1{h}."], "colors": {"blue": {}}},
    "Breath": {"types": ["resource"], "pitch": 3, "gives": "chi"},
    "Stone": {"types": ["resource"], "pitch": 3},
    "Relic": {"types": ["action", "item"], "cost": 0},
    "Blade": {"types": ["weapon", "sword", "1H"], "power": 2, "abilities": ["Once per turn action -- {r}: Attack."]},
    "Beads": {
        "types": ["equipment", "head"],
        "abilities": ["Instant -- {c}, {r}: Gain 1{h}.", "Once per turn instant -- 1{h}, destroy this: Draw a card."],
    },
    "Alice": {"types": ["hero"], "life": 9, "intellect": 4},
    "Bob": {"types": ["hero"], "life": 9, "intellect": 4},
}  # fmt: skip
HAND = (
    "Jab (red)", "Jab (blue)", "Slam (yellow)", "Surge (blue)", "Double (red)", "Salve (red)", "Toll (red)", "Pawn (yellow)",
    "Ghost (blue)", "Haste (red)", "Zap (red)", "Fork (blue)", "Breath", "Stone", "Twins (blue)", "Vein (red)",
    "Hush (red)", "Bolts (blue)",
)  # fmt: skip
EFFECTS = (
    "Action cards cost {r} less to play.",
    "Cards you play cost {r} more to play.",
    "Attack action cards cost 0 to play.",
    "The next attack action card with cost 2 or more you play this turn costs {r} less to play.",
    "The next attack action card you play this turn gets +3{p}.",
    "You can't play instant cards this turn.",
    "You may only play cards from your arsenal this turn.",
    "You may play cards from your banished zone this turn without paying their {r} cost.",
    "You may play your next non-attack action card this turn as though it were an instant.",
    "You can't pitch blue cards this turn.",
    "Activated abilities cost {r} more to activate this turn.",
)


@st.composite
def scenarios(draw: st.DrawFn, cards: int = 4) -> Scenario:
    """A scenario with a few cards, points and effects."""
    hand = draw(st.lists(st.sampled_from(HAND), max_size=cards))
    you: dict[str, Any] = {
        "hero": "Alice",
        "life": draw(st.integers(1, 3)),
        "action_points": draw(st.integers(0, 2)),
        "resources": draw(st.integers(0, 2)),
        "chi": draw(st.integers(0, 2)),
        "hand": hand,
        "arsenal": draw(st.lists(st.sampled_from(HAND), max_size=1)),
        "banished": draw(st.lists(_banished, max_size=1)),
        "deck": ["Jab (red)", "Jab (red)"],
        "weapons": draw(st.lists(st.just("Blade"), max_size=1)),
        "equipment": draw(st.lists(st.just("Beads"), max_size=1)),
        "effects": draw(st.lists(st.sampled_from(EFFECTS), max_size=3, unique=True)),
    }
    if you["weapons"]:
        you["activated"] = {"Blade": draw(st.integers(0, 1))}
    text = show(
        Scenario("", "flesh_and_blood", turn={"player": "you"}, players={"you": you, "them": {"hero": "Bob"}}, cards=CARDS)
    )
    return parse(text)


_banished = st.one_of(st.sampled_from(HAND), st.builds(lambda card: {"card": card, "face_down": True}, st.sampled_from(HAND)))


@st.composite
def positions(draw: st.DrawFn, cards: int = 4) -> Any:
    """A position with a few cards, points and effects."""
    return GAME.read(draw(scenarios(cards)))


@st.composite
def announced(draw: st.DrawFn, position: Any) -> Any:
    """A card that is played or an ability that is activated, any parts of it wrong."""
    kind = draw(st.sampled_from((Play(0, HOLE), Activate(0, HOLE))))
    structures = list(branches(position, loosened(kind))) or list(branches(position, loosened(Play(0, HOLE))))
    if not structures:
        return None
    move = draw(st.sampled_from(structures))
    for part in parts(position, move):
        if part.shape == "number":
            value: Any = draw(st.integers(0, 3))
        elif part.shape == "choice":
            value = draw(st.sampled_from(part.candidates))
        else:
            value = (
                Selection.of(*draw(st.lists(st.sampled_from(part.candidates), unique=True, max_size=3)))
                if part.candidates
                else Selection.of()
            )
        move = _with(move, part, value)
    return move


def _with(move: Any, part: Any, value: Any) -> Any:
    if part.place is None:
        return replace(move, **{part.field: value})
    row = list(getattr(move, part.field))
    row[part.place] = value
    return replace(move, **{part.field: tuple(row)})


def everything(position: Any, most_x: int = 4) -> Iterator[Any]:
    """The whole space of plays and activations of a small position: every structure with every filling."""
    for kind in (Play(0, HOLE), Activate(0, HOLE)):
        for structure in branches(position, loosened(kind)):
            yield from fillings(position, structure, most_x)


def fillings(position: Any, move: Any, most_x: int = 4) -> Iterator[Any]:
    """Every filling of the holes of a move whose structure is known."""
    choices = []
    for part in parts(position, move):
        written = getattr(move, part.field) if part.place is None else getattr(move, part.field)[part.place]
        if not isinstance(written, Hole):
            options: Any = [written]
        elif part.shape == "number":
            options = range(most_x + 1)
        elif part.shape == "choice":
            options = part.candidates
        elif part.ordered:
            options = [
                Selection.of(*some) for size in range(len(part.candidates) + 1) for some in permutations(part.candidates, size)
            ]
        else:
            options = [
                Selection.of(*some) for size in range(len(part.candidates) + 1) for some in combinations(part.candidates, size)
            ]
        choices.append([(part, option) for option in options])
    for row in product(*choices):
        filled = move
        for part, option in row:
            filled = _with(filled, part, option)
        yield filled
