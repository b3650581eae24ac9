"""The best set of cards to defend with: the solver finds it, evaluation confirms it.

Best is what lets the least damage through as things are, before anything triggers and before reactions, and among such sets
the one that gives up least: the fewest cards, the fewest of them from hand, the least defense; then those that come last.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.flesh_and_blood.categories import category
from models.flesh_and_blood.chain import defense, power
from models.flesh_and_blood.defending import asked_to_defend, could_declare
from models.flesh_and_blood.defending_table import with_defenders
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Defend
from models.flesh_and_blood.state import Position, is_arena
from verifier.ability.tree import Ability, Change, Delta, Did, Doing, Done, Keyword, Noun, Setting
from verifier.effects.continuous import NEXT, noun_of
from verifier.effects.kernel import Beyond
from verifier.effects.nouns import mentions
from verifier.game import HOLE
from verifier.holes import Search
from verifier.judge import is_legal
from verifier.smt import Question, Undecided
from verifier.term import Number, Truth
from verifier.unknown import Selection

MANY = 12
"""The most cards whose sets are tried one by one."""


def best_defence(position: Position) -> tuple[int, ...]:
    """The cards that the player who is asked had best declare; raises `Beyond` or `Undecided` where that cannot be told."""
    asked = position.asked
    target = asked_to_defend(position, asked.player) if asked is not None else -1
    if asked is None or target < 0:
        raise ValueError("nobody is asked to declare defending cards")
    options = could_declare(position, asked.player, target)
    if _stand_alone(position, options):
        found, damage = _solved(position, asked.player, options, target)
        if _is_legal(position, asked.player, found) and _given_up(position, found, target)[0] == damage:
            return found
    return _tried(position, asked.player, options, target)


def best_cards(position: Position) -> tuple[int, ...] | None:
    """The cards that the player who is asked had best declare, None where that cannot be told."""
    try:
        return best_defence(position)
    except (Beyond, Undecided):
        return None


def _is_legal(position: Position, player: int, cards: tuple[int, ...]) -> bool:
    from models.flesh_and_blood import GAME  # the game's own judge

    return is_legal(GAME, position, Defend(player, Selection.of(*cards)))


def _given_up(position: Position, cards: tuple[int, ...], target: int) -> tuple[int, int, int, int]:
    """The damage that gets through where some more cards defend, how many they are, how many from hand, and their defense."""
    before = position.link
    assert before is not None
    after = with_defenders(position, before, cards, target)
    there, alone = after.chain[-1], with_defenders(position, before, (), target).chain[-1]
    total = defense(after, there, target)
    held = sum(position.things[index].zone == "hand" for index in cards)
    return max(power(after, there) - total, 0), len(cards), held, total - defense(after, alone, target)


# By the solver


def _solved(position: Position, player: int, options: tuple[int, ...], target: int) -> tuple[tuple[int, ...], int]:
    """The best set where each card defends for the same whatever else does, and the damage that then gets through."""
    from models.flesh_and_blood import GAME

    search = Search(GAME, position, Defend(player, HOLE))
    if search.beyond:
        raise Beyond(search.beyond)
    ((_, cards, _),) = search.opened.parts
    worth = {index: _given_up(position, (index,), target)[3] for index in options}
    harm = _given_up(position, (), target)[0]
    stopped = cards.total(worth.__getitem__)
    bounds: list[Truth] = []
    missing = _least(search.question, bounds, harm - stopped, 0, harm)
    bounds.append(harm - stopped <= missing)
    for number in (cards.count(), cards.count(lambda index: position.things[index].zone == "hand"), stopped):
        bounds.append(number <= _least(search.question, bounds, number, 0, sum(worth.values()) + len(options)))
    answer = search.question.solve(extra=bounds)
    chosen = search.domain.read(cards, search.domain.completed(answer.assignment))
    return chosen.items, missing


def _least(question: Question, bounds: list[Truth], number: Number, low: int, high: int) -> int:
    """The least number within which some answer keeps a number, beside the bounds on others."""
    while low < high:
        middle = (low + high) // 2
        status = question.solve(extra=(*bounds, number <= middle), least=False).status
        if status == "unknown":
            raise Undecided("the solver gave up")
        low, high = (low, middle) if status == "sat" else (middle + 1, high)
    return low


# One by one


def _tried(position: Position, player: int, options: tuple[int, ...], target: int) -> tuple[int, ...]:
    """The best of all legal sets, each of them looked at."""
    if len(options) > MANY:
        raise Beyond(f"{len(options)} cards could defend, too many to look at every set")
    if any(effect.uses > 0 and _waits(noun_of(effect.statement)) for effect in position.effects):
        raise Beyond("an effect waits for the next card that defends, so the order of the cards matters")
    every = (some for size in range(len(options) + 1) for some in combinations(options, size))
    legal = (some for some in every if _is_legal(position, player, some))
    return min(legal, key=lambda some: (_given_up(position, some, target), [index in some for index in options]))


def _waits(noun: Noun | None) -> bool:
    return noun is not None and noun.determiner == NEXT and any(isinstance(part, Done) for part in noun.where)


# Whether cards stand alone


def _stand_alone(position: Position, options: tuple[int, ...]) -> bool:
    """True where nothing in force, or on the cards themselves, can make a number hang on which cards defend together."""
    said = (effect.statement for effect in position.effects)
    arena = (index for index, thing in enumerate(position.things) if is_arena(thing))
    return (
        all(_is_plain(statement) for statement in said)
        and all(_is_plain(ability) for index in arena for ability in _static(position, index))
        and not any(mentions(ability, Change) for index in options for ability in _static(position, index))
    )


def _static(position: Position, index: int) -> Iterator[Ability]:
    """The abilities of an object that hold by themselves, those that its keywords stand for included."""
    for written in KERNEL.abilities(position, index):
        for ability in KERNEL.meaning(written) if isinstance(written, Keyword) else (written,):
            if category(ability, position.things[index].card.words) in ("static", "while-static"):
                yield ability


def _is_plain(statement: object) -> bool:
    """True for what changes no object, or changes each by a fixed number, and only by what that object itself is."""
    if not isinstance(statement, Change):
        return not mentions(statement, Change)
    fixed = all(
        isinstance(one.amount, int)
        if isinstance(one, Delta | Setting)
        else isinstance(one, Keyword) and not KERNEL.meaning(one)
        for one in statement.changes
    )
    among = any(mentions(statement.noun, kind) for kind in (Doing, Did))
    return fixed and not among and (statement.noun.determiner != NEXT or not _waits(statement.noun))
