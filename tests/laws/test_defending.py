"""Which sets of cards may defend: evaluation, the solver, the list of moves and a plain reading of the rules agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from models.flesh_and_blood import GAME
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Defend
from models.flesh_and_blood.registry import DEFEND_STEP, task
from verifier.effects.running import advance, next_up
from verifier.effects.state import change
from verifier.game import HOLE
from verifier.holes import Search, Ways, nearest_legal
from verifier.judge import is_legal
from verifier.opening import solver_says
from verifier.scenario import Scenario
from verifier.unknown import Selection

THEM = 1
"""The player who is attacked and declares."""


class Plain(NamedTuple):
    """A card as the generator made it, and the chain link on which it defends: none, an earlier one, or this one."""

    name: str
    words: frozenset[str]
    owner: int
    zone: str
    public: bool
    defense: int | None
    cost: int | None
    ambush: bool
    link: str

    @property
    def equipment(self) -> bool:
        return "equipment" in self.words

    @property
    def action(self) -> bool:
        return "action" in self.words

    @property
    def strike(self) -> bool:
        return {"action", "attack"} <= self.words

    @property
    def held(self) -> bool:
        return self.zone == "hand"


class Says(NamedTuple):
    """A sentence, and what it is about: how many of which cards at most, or at least."""

    text: str
    number: int
    about: Callable[[Plain], bool]


def every(card: Plain) -> bool:
    return True


ON_ATTACK_NOT = (
    Says("Dominate.", 1, lambda card: card.held),
    Says("Overpower.", 1, lambda card: card.action),
    Says("This can't be defended by equipment.", 0, lambda card: card.equipment),
    Says("This can't be defended by cards with cost 2 or less.", 0, lambda card: card.cost is not None and card.cost <= 2),
    Says("This can't be defended by attack action cards.", 0, lambda card: card.strike),
    Says("This can't be defended by non-attack action cards.", 0, lambda card: card.action and not card.strike),
    Says("This can't be defended by block cards.", 0, lambda card: "block" in card.words),
    Says("This can't be defended by cards from any hand.", 0, lambda card: card.held),
    Says("This can't be defended by 2 or more cards.", 1, every),
    Says("This can't be defended by 3 or more cards.", 2, every),
    Says("This can't be defended by 2 or more cards from any hand.", 1, lambda card: card.held),
    Says("This can't be defended by 2 or more equipment.", 1, lambda card: card.equipment),
)
ON_THEM_NOT = (
    Says("You can't defend with equipment this turn.", 0, lambda card: card.equipment),
    Says("You can't defend with cards from your hand this turn.", 0, lambda card: card.held),
    Says("You can't defend with action cards this turn.", 0, lambda card: card.action),
    Says("You can't defend with 2 or more cards this turn.", 1, every),
    Says("You can't defend this turn.", 0, every),
    Says("You may only defend with equipment this turn.", 0, lambda card: not card.equipment),
    Says("Equipment you control can't defend this turn.", 0, lambda card: card.equipment),
)
ON_YOU_NOT = (
    Says("Attacks can't be defended by equipment this turn.", 0, lambda card: card.equipment),
    Says("You can't defend with equipment this turn.", 0, lambda card: card.owner == 0),
    Says("You can't defend this turn.", 0, lambda card: card.owner == 0),
)
ON_ATTACK_MUST = (
    Says("This must be defended by an equipment.", 1, lambda card: card.equipment),
    Says("This must be defended by 2 equipment.", 2, lambda card: card.equipment),
    Says("This must be defended by an action card.", 1, lambda card: card.action),
    Says("This must be defended by 2 or more cards.", 2, every),
    Says("This must be defended by a card from any hand.", 1, lambda card: card.held),
    Says("This must be defended.", 1, every),
)
ON_THEM_MUST = (
    Says("You must defend with an equipment this turn.", 1, lambda card: card.equipment),
    Says("You must defend with a card from your hand this turn.", 1, lambda card: card.held),
    Says("You must defend with 2 or more cards this turn.", 2, every),
    Says("You must defend this turn.", 1, every),
)
EACH_MUST = Says("Equipment you control must defend this turn.", 1, lambda card: card.equipment)
MAY = (
    Says("You may defend with attack action cards from your arsenal this turn.", 0, lambda card: card.strike),
    Says("You may defend with cards from your arsenal this turn.", 0, every),
)


def _is(one: Plain, other: Plain) -> bool:
    return one.name == other.name


class World(NamedTuple):
    """What the generator made: the cards, and what is said about them, each sentence with its bearer."""

    cards: tuple[Plain, ...]
    on_attack: tuple[Says, ...]
    on_them: tuple[Says, ...]
    on_you: tuple[Says, ...]

    @property
    def restrictions(self) -> list[Says]:
        every = (*ON_ATTACK_NOT, *ON_THEM_NOT, *ON_YOU_NOT)
        return [says for says in (*self.on_attack, *self.on_them, *self.on_you) if says in every]

    @property
    def requirements(self) -> list[Says]:
        """The requirements; one about several cards is one for each of them."""
        found = [says for says in (*self.on_attack, *self.on_them) if says in (*ON_ATTACK_MUST, *ON_THEM_MUST)]
        if EACH_MUST in self.on_them:
            worn = [card for card in self.cards if EACH_MUST.about(card) and card.owner == THEM]
            found.extend(Says(f"{card.name} must defend", 1, partial(_is, card)) for card in worn)
        return found


# What the rules say, read plainly


def declarable(world: World, card: Plain) -> bool:
    """7.3.2a, and 7.3.2b for a card alone: it may be declared, it has defense and does not defend yet."""
    allowed = any(says.about(card) for says in world.on_them if says in MAY)
    from_hand = card.zone == "hand" and "defense reaction" not in card.words
    from_arsenal = card.zone == "arsenal" and (card.ambush or allowed)
    worn = card.equipment and card.public and card.zone not in ("hand", "arsenal", "graveyard")
    return card.owner == THEM and (from_hand or from_arsenal or worn) and card.defense is not None and not card.link


def permitted(world: World, some: tuple[Plain, ...]) -> bool:
    """7.3.2b for a set, 8.3.4, 8.3.22: nothing that is added leads beyond a limit."""
    if not all(declarable(world, card) for card in some):
        return False
    present = [card for card in world.cards if card.link == "this"]
    for says in world.restrictions:
        added = sum(says.about(card) for card in some)
        if added and added + sum(says.about(card) for card in present) > says.number:
            return False
    return True


def met(world: World, some: tuple[Plain, ...]) -> frozenset[str]:
    """The requirements that a set meets together with what defends already."""
    present = [card for card in world.cards if card.link == "this"]
    return frozenset(
        says.text for says in world.requirements if sum(says.about(card) for card in (*some, *present)) >= says.number
    )


def subsets(cards: tuple[Plain, ...]) -> Iterator[tuple[Plain, ...]]:
    return (some for size in range(len(cards) + 1) for some in combinations(cards, size))


def legal_sets(world: World) -> set[frozenset[str]]:
    """1.0.2: of the permitted sets those for which no other meets the same requirements and one more."""
    candidates = tuple(card for card in world.cards if declarable(world, card))
    found = {frozenset(card.name for card in some): met(world, some) for some in subsets(candidates) if permitted(world, some)}
    kinds = set(found.values())
    return {names for names, done in found.items() if not any(done < other for other in kinds)}


# Worlds


KINDS = (("action", "attack"), ("action",), ("action", "attack"), ("block",), ("instant",), ("defense reaction",))
SLOTS = ("head", "chest", "arms", "legs")


@st.composite
def worlds(draw: st.DrawFn, most: int = 10) -> World:
    """Cards in hands, in arsenals, worn and defending, and a few sentences about defending."""
    cards: list[Plain] = []

    def add(words: tuple[str, ...], owner: int, zone: str, link: str = "", public: bool = True, ambush: bool = False) -> None:
        defense = draw(st.sampled_from((2, 3, 3, 4, 1, 0, None))) if not link else 2
        cost = draw(st.sampled_from((0, 2, 3, None))) if "equipment" not in words else None
        cards.append(Plain(f"Card {len(cards)}", frozenset(words), owner, zone, public, defense, cost, ambush, link))

    kinds = st.sampled_from(KINDS)
    for _ in range(draw(st.sampled_from((*range(most - 3), most - 5, most - 4)))):
        add(draw(kinds), THEM, "hand")
    for slot in draw(st.lists(st.sampled_from(SLOTS), unique=True, max_size=4)):
        link = draw(st.sampled_from(("", "", "", "earlier", "this")))
        add(("equipment", slot), THEM, slot, link, bool(link) or draw(st.booleans()) or draw(st.booleans()))
    if draw(st.booleans()):
        add(draw(kinds), THEM, "arsenal", ambush=draw(st.booleans()))
    for link in draw(st.lists(st.sampled_from(("earlier", "this")), max_size=2)):
        add(draw(st.sampled_from(KINDS[:4])), THEM, "hand", link)
    for owner, zone in draw(st.lists(st.sampled_from(((0, "hand"), (2, "hand"), (THEM, "graveyard"))), max_size=2)):
        add(draw(kinds), owner, zone)
    if draw(st.booleans()):
        add(("equipment", "head"), 2, "head")
    said = (*ON_ATTACK_NOT[2:], *ON_ATTACK_MUST, *ON_ATTACK_MUST)
    on_attack = [says for says in ON_ATTACK_NOT[:2] if draw(st.integers(0, 3)) == 1]
    on_attack += draw(st.lists(st.sampled_from(said), unique=True, max_size=2))
    on_them = draw(
        st.lists(st.sampled_from((*ON_THEM_NOT, *ON_THEM_MUST, *ON_THEM_MUST, EACH_MUST, *MAY)), unique=True, max_size=2)
    )
    on_you = draw(st.lists(st.sampled_from(ON_YOU_NOT), unique=True, max_size=1))
    return World(tuple(cards), tuple(on_attack), tuple(on_them), tuple(on_you))


def position_of(world: World, power: int = 5, more: tuple[str, ...] = (), effects: tuple[str, ...] = ()) -> Any:
    """The position in which the cards of a world are about to be declared, with more said on the attack and about them."""
    tables: dict[str, Any] = {name: {"types": ["hero"], "life": 20, "intellect": 4} for name in ("Alice", "Bob", "Cleo")}
    strike = {"types": ["action", "attack"], "cost": 0, "power": power, "defense": 2}
    tables |= {"Feint": strike, "Blow": {**strike, "abilities": [*more, *(says.text for says in world.on_attack)]}}
    seats: list[dict[str, Any]] = [{"hero": name} for name in ("Alice", "Bob", "Cleo")]
    seats[0] |= {"chain": ["Feint", "Blow"], "effects": [says.text for says in world.on_you]}
    seats[THEM]["effects"] = [*effects, *(says.text for says in world.on_them)]
    links: dict[str, list[str]] = {"earlier": [], "this": []}
    for card in world.cards:
        numbers = {key: value for key, value in (("defense", card.defense), ("cost", card.cost)) if value is not None}
        abilities = {"abilities": ["Ambush."]} if card.ambush else {}
        tables[card.name] = {"types": sorted(card.words), **numbers, **abilities}
        key = "equipment" if card.equipment else "chain" if card.link else card.zone
        entry: Any = card.name if card.public else {"card": card.name, "face_down": True}
        seats[card.owner].setdefault(key, []).append(entry)
        if card.link:
            links[card.link].append(card.name)
    chain = [{"attack": "Feint", "targets": ["them"], "defending": links["earlier"]}]
    chain.append({"attack": "Blow", "targets": ["them"], "defending": links["this"]})
    players = dict(zip(("you", "them", "third"), seats, strict=True))
    turn = {"player": "you", "step": "defend"}
    scenario = Scenario("", "flesh_and_blood", turn=turn, players=players, cards=tables, position={"chain": chain})
    position = GAME.read(scenario)
    if links["this"]:
        position = advance(KERNEL, next_up(change(position, priority=-1), task(DEFEND_STEP)))
    return position


def places(position: Any) -> dict[str, int]:
    return {thing.card.name: index for index, thing in enumerate(position.things)}


def declaring(position: Any, names: frozenset[str]) -> Defend:
    at = places(position)
    return Defend(THEM, Selection.of(*sorted(at[name] for name in names)))


def named(position: Any, move: Defend) -> frozenset[str]:
    return frozenset(position.things[index].card.name for index in move.cards.items)


SLOW = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=100)


@SLOW
@given(worlds(), st.data())
def test_four_readings_agree_on_which_sets_may_defend(world: World, data: st.DataObject) -> None:
    position = position_of(world)
    candidates = tuple(card for card in world.cards if declarable(world, card))
    assert (position.asked is not None and position.asked.kind == "defend") == bool(candidates)
    assume(candidates)
    wanted = legal_sets(world)
    every = [frozenset(card.name for card in some) for some in subsets(candidates)]
    assert {some for some in every if is_legal(GAME, position, declaring(position, some))} == wanted
    listed = [named(position, move) for move in GAME.moves(position) if isinstance(move, Defend)]
    assert sorted(map(sorted, listed)) == sorted(map(sorted, wanted))
    assert solved(position) == wanted
    others = st.lists(st.sampled_from([card.name for card in world.cards]), unique=True, max_size=5).map(frozenset)
    for some in data.draw(st.lists(others, max_size=4)):
        move = declaring(position, some)
        assert is_legal(GAME, position, move) == (some in wanted)
        assert (solver_says(GAME, position, move)[0].solve(least=False).status == "sat") == (some in wanted)


def solved(position: Any) -> set[frozenset[str]]:
    """The sets that the solver finds for an open declaration."""
    search = Search(GAME, position, Defend(THEM, HOLE))
    ((_, cards, _),) = search.opened.parts
    assert not search.beyond
    found = search.question.assignments([member.present for member in cards.members], sort=False)
    each = [frozenset(places_of(position, cards, assignment)) for assignment in found]
    assert len(set(each)) == len(each)
    return set(each)


def places_of(position: Any, cards: Selection[int], assignment: dict[str, Any]) -> Iterator[str]:
    return (position.things[member.item].card.name for member in cards.members if assignment[member.present.name])  # type: ignore[union-attr]


@SLOW
@given(worlds(most=7))
def test_an_open_declaration_is_filled_with_every_legal_set_the_smallest_first(world: World) -> None:
    position = position_of(world)
    assume(0 < sum(declarable(world, card) for card in world.cards) <= 4)
    found = [named(position, judgement.move) for judgement in Ways(GAME, position, Defend(THEM, HOLE)).fillings()]
    assert sorted(map(sorted, found)) == sorted(map(sorted, legal_sets(world)))
    assert [len(some) for some in found] == sorted(len(some) for some in found)


@SLOW
@given(worlds(most=7), st.data())
def test_the_nearest_set_is_legal_and_none_is_nearer(world: World, data: st.DataObject) -> None:
    position = position_of(world)
    wanted = legal_sets(world)
    assume(position.asked is not None)
    names = [card.name for card in world.cards]
    written = data.draw(st.lists(st.sampled_from(names), unique=True, max_size=5).map(frozenset))
    assume(written not in wanted)
    found = nearest_legal(GAME, position, declaring(position, written))
    assert found is not None
    assert named(position, found[0].move) in wanted
    assert found[1] == len(written ^ named(position, found[0].move)) == min(len(written ^ some) for some in wanted)
