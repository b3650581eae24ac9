"""Abilities that card files leave out: a question that one of them could touch has no answer."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Activate, Announced, Play
from models.flesh_and_blood.state import Position, is_arena
from verifier.ability.tree import Activated, Amount, UpTo
from verifier.effects.kernel import Beyond
from verifier.effects.nouns import slots
from verifier.effects.state import Card, Omission, Thing


def beware(position: Position, move: Announced) -> None:
    """Nothing; raises `Beyond` where an omitted ability could decide whether the move is legal or what it costs."""
    for index in _incomplete(tuple([thing.card for thing in position.things])):
        thing = position.things[index]
        if is_arena(thing) and thing.public:
            _stop(thing, ("always",))
    source = position.things[move.thing]
    if isinstance(move, Play) and (not source.card.sides or move.side):
        _stop(msgspec.structs.replace(source, zone="stack", side=move.side), ("always", "played"))
    if any(not isinstance(_bare(slot.noun.number), int) for slot in slots(KERNEL.abilities(position, move.thing))):
        raise Beyond("how many targets there are hangs on a number that is not written, and that is not modelled yet")
    if isinstance(move, Activate):
        abilities = sum(isinstance(ability, Activated) for ability in KERNEL.abilities(position, move.thing))
        if not 0 <= move.ability < abilities:
            _stop(source, ("always", "activated"))


def _bare(number: Amount) -> Amount:
    """The number after `up to`, or the number itself."""
    return number.most if isinstance(number, UpTo) else number


def beware_of_time(position: Position, moment: str) -> None:
    """Nothing; raises `Beyond` where an omitted ability of an object in the arena could matter in combat, or as a turn goes."""
    for index in _incomplete(tuple([thing.card for thing in position.things])):
        thing = position.things[index]
        if is_arena(thing) and thing.public:
            _stop(thing, ("always", moment))


def beware_of_pitching(thing: Thing) -> None:
    """Nothing; raises `Beyond` where an omitted ability of a card could see that it is pitched."""
    _stop(thing, ("pitched",))


@lru_cache(maxsize=4096)
def _incomplete(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The places of the cards that leave an ability out."""
    return tuple(index for index, card in enumerate(cards) if card.omits or any(side.omits for side in card.sides))


def beware_of_resolving(thing: Thing) -> None:
    """Nothing; raises `Beyond` where an omitted ability of a card could take part in its resolution."""
    _stop(thing, ("always", "played", "resolves"))


def _stop(thing: Thing, moments: tuple[str, ...]) -> None:
    for omission in _omissions(thing):
        if omission.when in moments:
            raise Beyond(f"`{thing.card.name}` has an ability that is left out ({omission.ability}): {omission.reason}")


def _omissions(thing: Thing) -> tuple[Omission, ...]:
    if not thing.card.sides:
        return thing.card.omits
    return tuple(omission for face in KERNEL.faces(thing) for omission in face.omits)
