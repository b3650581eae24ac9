"""The words of moves, and what a move means that was said in them."""

from __future__ import annotations

from typing import Any

import msgspec

from models.flesh_and_blood.costs import activated_abilities
from models.flesh_and_blood.giving import GIVING, giving_candidates, with_given
from models.flesh_and_blood.moves import (
    NONE,
    Activate,
    Announced,
    Answer,
    Arsenal,
    Begin,
    Choose,
    Defend,
    Gain,
    Order,
    Pass,
    Play,
)
from models.flesh_and_blood.naming import NO_TARGET, THIS_CARD, called, find, names, ordered, selection, target
from models.flesh_and_blood.state import ASSETS, Position
from models.flesh_and_blood.targets import attack_slots, is_target, sided, target_slots
from verifier.ability.tree import Keyword
from verifier.effects.nouns import NOBODY, Slot
from verifier.effects.state import Thing
from verifier.game import HOLE, Hole, Move
from verifier.notation import Item, Notation, Said, Unclear, number, suggestion

__all__ = [
    "CHANCE",
    "GIVING",
    "NOTATION",
    "NO_TARGET",
    "THIS_CARD",
    "ZONES",
    "called",
    "giving_candidates",
    "names",
    "understand",
]

CHANCE = "chance"
ZONES = (
    "hand",
    "arsenal",
    "banished",
    "graveyard",
    "deck",
    "pitch",
    "soul",
    "weapon",
    "head",
    "chest",
    "arms",
    "legs",
    "permanent",
    "combat chain",
    "stack",
)
NOTATION = Notation(
    verbs={
        "play": "items",
        "attack with": "items",
        "activate": "items",
        "pass": "nothing",
        "begin the turn": "nothing",
        "defend nothing": "nothing",
        "defend": "items",
        "order": "items",
        "arsenal nothing": "nothing",
        "arsenal": "items",
        "choose nothing": "nothing",
        "choose": "items",
        "yes": "nothing",
        "no": "nothing",
        "answer ?": "nothing",
        "gain": "words",
    },
    clauses={
        "side": "words",
        "ability": "number",
        "as an instant": "nothing",
        "with X =": "number",
        "adding": "words",
        "instead": "words",
        "choosing": "words",
        "targeting": "items",
        "pitching": "items",
        **dict.fromkeys(GIVING.values(), "items"),
        "paying": "words",
    },
    zones=ZONES,
    repeated=frozenset(GIVING.values()),
)
EQUIPPED = ("head", "chest", "arms", "legs", "weapon")
SIDES = ("left", "right", "both", "?")


def understand(position: Position, said: Said) -> Move:
    """The move that was said; raises `Unclear`."""
    player = -1 if said.player == CHANCE else [seat.name for seat in position.players].index(said.player)
    match said.verb:
        case "pass":
            return Pass(player)
        case "yes" | "no":
            return Answer(player, said.verb == "yes")
        case "answer ?":
            return Answer(player, HOLE)
        case "choose nothing":
            return Choose(player, NONE)
        case "choose":
            options = position.asked.options if position.asked is not None else ()
            zones = tuple({position.things[index].zone for index in options})
            return Choose(player, selection(position, said.items, player, (zones,) if zones else (), heroes="hero" in zones))
        case "begin the turn":
            return Begin(player)
        case "defend nothing":
            return Defend(player, NONE)
        case "defend":
            return Defend(player, selection(position, said.items, player, (("hand", *EQUIPPED), ("arsenal",))))
        case "arsenal nothing":
            return Arsenal(player, NONE)
        case "arsenal":
            return Arsenal(player, selection(position, said.items, player, (("hand",),)))
        case "order":
            return Order(player, ordered(position, said.items, player))
        case "gain":
            if len(said.items) != 1:
                raise Unclear("`gain` takes one amount", column=said.items[1].column)
            ((asset, amount),) = _payments(said.items)
            return Gain(player, asset, amount)
    return _announced(position, said, player)


def _payments(items: tuple[Item, ...]) -> tuple[tuple[str, int], ...]:
    """The amounts of points that were said, each with its asset."""
    found = []
    for item in items:
        digits, _, word = item.text.partition(" ")
        asset = next((asset for asset in ASSETS if word in (asset, f"{asset}s", f"{asset} points", f"{asset} point")), None)
        amount = number(digits)
        if amount is None or digits.startswith("-") or asset is None:
            help = "for example `2 resource`, `1 chi`, `1 action point`"
            raise Unclear(f"`{item.text}` is not an amount of points", column=item.column, help=help)
        found.append((asset, amount))
    return tuple(found)


def _numbers(items: tuple[Item, ...] | None, what: str) -> Any:
    """The numbers that were said, from 0, or a hole."""
    if items is None:
        return ()
    if any(item.text == "?" for item in items):
        return HOLE
    found = []
    for item in items:
        counted = number(item.text)
        if counted is None or counted < 1:
            raise Unclear(f"`{item.text}` is not the number of {what}", column=item.column, help="they are counted from 1")
        found.append(counted - 1)
    return tuple(found)


def _announced(position: Position, said: Said, player: int) -> Announced:
    """The card that is played or the ability that is activated, with everything that is declared."""
    if len(said.items) != 1:
        help = "name the others in a clause such as `pitching`"
        raise Unclear(f"`{said.verb}` takes one card", column=said.column, help=help)
    first = said.items[0]
    x = said.clause("with X =")
    common: dict[str, Any] = {
        "x": None if x is None else HOLE if x[0].text == "?" else int(x[0].text),
        "extras": _numbers(said.clause("adding"), "an additional cost"),
        "instead": _numbers(said.clause("instead"), "an alternative cost"),
        "instant": said.clause("as an instant") is not None,
        "modes": _numbers(said.clause("choosing"), "a mode"),
        "paid": None if said.clause("paying") is None else _payments(said.clause("paying") or ()),
    }
    if said.verb == "play":
        side = _side(said)
        thing: Any = HOLE if first.text == "?" else find(position, first, player, (("hand", "arsenal"),))
        if not side and isinstance(thing, int):
            side = _side_named(position.things[thing], first.text)
        move: Announced = Play(player, thing, side=HOLE if side == "?" else side, **common)
    else:
        arena = (*EQUIPPED, "hero", "permanent", "combat chain")
        thing = HOLE if first.text == "?" else find(position, first, player, (arena, ("hand", "arsenal", "banished")))
        move = Activate(player, thing, ability=_ability(position, said, thing), **common)
    return _with_objects(position, said, move)


def _side(said: Said) -> str:
    """The side that is declared, empty where none is."""
    items = said.clause("side")
    if items is None:
        return ""
    if len(items) > 1 or items[0].text not in SIDES:
        wrong = items[1] if len(items) > 1 else items[0]
        help = "one of `left`, `right`, `both`"
        raise Unclear(f"`{wrong.text}` is not a side", column=wrong.column, help=suggestion(wrong.text, SIDES) or help)
    return items[0].text


def _side_named(thing: Thing, text: str) -> str:
    """The side of a split card that goes by a name, empty where none does."""
    for side, word in zip(thing.card.sides, ("left", "right"), strict=False):
        if side.title.lower() == text.lower():
            return word
    return ""


def _ability(position: Position, said: Said, thing: Any) -> Any:
    """The number of the ability meant: as said, the one that attacks, or the only one."""
    counted = said.clause("ability")
    if isinstance(thing, Hole) or (counted is not None and counted[0].text == "?"):
        return HOLE
    if counted is not None:
        return int(counted[0].text) - 1
    abilities = activated_abilities(position, thing)
    if said.verb == "attack with":
        return next((place for place, ability in enumerate(abilities) if Keyword("attack") in ability.body), -1)
    if len(abilities) > 1:
        name = position.things[thing].card.name
        help = "say which with `ability 1`, `ability 2`, …"
        raise Unclear(f"`{name}` has {len(abilities)} abilities", "ambiguous", said.items[0].column, help)
    return 0


def _with_objects(position: Position, said: Said, move: Announced) -> Announced:
    """The move with the objects that its clauses name."""
    pitched = said.clause("pitching")
    if pitched is not None:
        move = msgspec.structs.replace(move, pitched=selection(position, pitched, move.player, (("hand",),), (move.thing,)))
    if isinstance(move.thing, Hole) or any(isinstance(getattr(move, field), Hole) for field in type(move).structure):
        return msgspec.structs.replace(move, targets=HOLE, order=HOLE)
    shown = sided(position, move)
    return _with_targets(shown, said, with_given(shown, said, move))


def _with_targets(position: Position, said: Said, move: Announced) -> Announced:
    """The move with its targets; one that is not said is filled in where there is only one, or left out where it may be."""
    items = said.clause("targeting")
    asked = target_slots(position, move)
    first = len(attack_slots(position, move))
    found = _named_targets(position, move, items or (), asked)
    if found == [HOLE] and len(asked) > first + 1:
        found = [HOLE] * (len(asked) - first)
    if first == 1 and len(found) == len(asked) - 1 and not _attacked(position, move, asked, found):
        only = _possible(position, move, asked[0])
        found = [only[0], *found] if len(only) == 1 else found
    for slot in asked[len(found) :]:
        only = _possible(position, move, slot)
        if slot.optional:
            found.append(NOBODY)
        elif items is None and len(only) == slot.many:
            found.append(only[slot.nth])
        else:
            break
    return msgspec.structs.replace(move, targets=tuple(found))


def _named_targets(position: Position, move: Announced, items: tuple[Item, ...], asked: tuple[Slot, ...]) -> list[Any]:
    """The targets that are said; a name that is said again means another copy where one phrase takes several."""
    found: list[Any] = []
    several = any(slot.many > 1 for slot in asked)

    def legal(index: int) -> bool:
        return any(is_target(position, move, slot, index) is True for slot in asked)

    for item in items:
        used = tuple(index for index in found if isinstance(index, int)) if several else ()
        found.append(HOLE if item.text == "?" else target(position, item, move.player, used, legal))
    return found


def _attacked(position: Position, move: Announced, asked: tuple[Slot, ...], found: list[Any]) -> bool:
    """True where the first target said is what an attack attacks, another that could be left out not being said."""
    optional = any(slot.optional for slot in asked)
    return optional and bool(found) and isinstance(found[0], int) and is_target(position, move, asked[0], found[0]) is True


def _possible(position: Position, move: Announced, slot: Slot) -> list[int]:
    """The objects that are legal targets for a slot."""
    things = (index for index in range(len(position.things)) if index != move.thing)
    return [index for index in things if is_target(position, move, slot, index) is True]
