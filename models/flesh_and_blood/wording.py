"""Moves in words and back: which object a name means, and how a move is said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from models.flesh_and_blood.costs import activated_abilities, effect_costs
from models.flesh_and_blood.effect_costs import destination, fits_cost
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import NONE, Activate, Announced, Answer, Choose, Gain, Pass, Play
from models.flesh_and_blood.state import ASSETS, Position
from models.flesh_and_blood.targets import attacks, is_target, target_slots
from verifier.ability.tree import THIS, Act, Keyword, Noun
from verifier.effects.running import default_origin
from verifier.effects.state import Thing, change_thing
from verifier.game import HOLE, Hole, Move
from verifier.notation import Item, Notation, Said, Unclear, suggestion
from verifier.unknown import Selection

GIVING = {
    "discard": "discarding",
    "banish": "banishing",
    "destroy": "destroying",
    "put": "putting",
    "reveal": "revealing",
    "return": "returning",
}
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
    "stack",
)
NOTATION = Notation(
    verbs={
        "play": "items",
        "attack with": "items",
        "activate": "items",
        "pass": "nothing",
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
)
THIS_CARD = "this"


def names(position: Position) -> tuple[str, ...]:
    """Every name that a line may use: cards, titles, sides, labels, players, and `this`."""
    found = {THIS_CARD, *(player.name for player in position.players)}
    for thing in position.things:
        if thing.zone != "nowhere":
            found |= {thing.card.name, thing.card.title, *(side.title for side in thing.card.sides)}
            found |= {thing.label} if thing.label else set()
    return tuple(found)


def called(thing: Thing, text: str) -> bool:
    """True where an object goes by a name."""
    known = (thing.card.name, thing.card.title, thing.label, *(side.title for side in thing.card.sides))
    return text.lower() in (name.lower() for name in known if name)


def find(
    position: Position,
    item: Item,
    player: int,
    zones: tuple[tuple[str, ...], ...],
    used: Iterable[int] = (),
    layers: bool = False,
) -> int:
    """The object that a name means: first in the zones where it is looked for, the player's own before others'.

    Copies that nothing tells apart are taken one after the other; things that differ are ambiguous.
    """
    taken = set(used)
    alike = [index for index, thing in enumerate(position.things) if called(thing, item.text) and thing.zone != "nowhere"]
    if not layers:
        alike = [index for index in alike if KERNEL.is_head(position, index, "card")]
    if item.zone:
        alike = [index for index in alike if position.things[index].zone == item.zone]
    free = [index for index in alike if index not in taken] or alike
    for group in (*((zone, True) for zone in zones), ((), True), ((), False)):
        wanted, own = group
        found = [
            index
            for index in free
            if (not wanted or position.things[index].zone in wanted) and (not own or position.things[index].owner == player)
        ]
        if found:
            return _only(position, item, found)
    where = f" in the {item.zone} zone" if item.zone else ""
    raise Unclear(f"nothing here is called `{item.text}`{where}", help=suggestion(item.text, names(position)))


def _only(position: Position, item: Item, found: list[int]) -> int:
    kinds = {(position.things[index].card.name, position.things[index].zone, position.things[index].public) for index in found}
    if len(kinds) > 1:
        listed = sorted({f"`{name} from {zone}`" for name, zone, _ in kinds})
        raise Unclear(f"`{item.text}` fits several cards", "ambiguous", help="say " + " or ".join(listed))
    return found[0]


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
            return Choose(player, _selection(position, said.items, player, (zones,) if zones else ()))
        case "gain":
            (asset, amount), *_ = _payments(said.items)
            return Gain(player, asset, amount)
    return _announced(position, said, player)


def _payments(items: tuple[Item, ...]) -> tuple[tuple[str, int], ...]:
    found = []
    for item in items:
        number, _, word = item.text.partition(" ")
        asset = next((asset for asset in ASSETS if word in (asset, f"{asset}s", f"{asset} points", f"{asset} point")), None)
        if not number.isdigit() or asset is None:
            raise Unclear(
                f"`{item.text}` is not an amount of points", help="for example `2 resource`, `1 chi`, `1 action point`"
            )
        found.append((asset, int(number)))
    return tuple(found)


def _numbers(items: tuple[Item, ...] | None, what: str) -> Any:
    if items is None:
        return ()
    if any(item.text == "?" for item in items):
        return HOLE
    for item in items:
        if not item.text.isdigit() or int(item.text) == 0:
            raise Unclear(f"`{item.text}` is not the number of {what}", help="they are counted from 1")
    return tuple(int(item.text) - 1 for item in items)


def _selection(
    position: Position, items: tuple[Item, ...], player: int, zones: tuple[tuple[str, ...], ...], used: tuple[int, ...] = ()
) -> Any:
    found: list[int] = []
    for item in items:
        if item.text != "?":
            found.append(find(position, item, player, zones, (*used, *found)))
    if any(item.text == "?" for item in items):
        return Hole(tuple(found))
    return Selection.of(*found) if found else NONE


def _announced(position: Position, said: Said, player: int) -> Announced:
    if len(said.items) != 1:
        raise Unclear(f"`{said.verb}` takes one card", help="name the others in a clause such as `pitching`")
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
        side = said.clause("side")
        thing: Any = HOLE if first.text == "?" else find(position, first, player, (("hand", "arsenal"),))
        word = "" if side is None else side[0].text
        if side is None and isinstance(thing, int):
            word = _side_named(position.things[thing], first.text)
        move: Announced = Play(player, thing, side=HOLE if word == "?" else word, **common)
    else:
        arena = ("weapon", "head", "chest", "arms", "legs", "hero", "permanent")
        thing = HOLE if first.text == "?" else find(position, first, player, (arena, ("hand", "arsenal", "banished")))
        move = Activate(player, thing, ability=_ability(position, said, thing), **common)
    return _with_objects(position, said, move)


def _side_named(thing: Thing, text: str) -> str:
    for side, word in zip(thing.card.sides, ("left", "right"), strict=False):
        if side.title.lower() == text.lower():
            return word
    return ""


def _ability(position: Position, said: Said, thing: Any) -> Any:
    """The number of the ability meant: as said, the one that attacks, or the only one."""
    number = said.clause("ability")
    if isinstance(thing, Hole) or (number is not None and number[0].text == "?"):
        return HOLE
    if number is not None:
        return int(number[0].text) - 1
    abilities = activated_abilities(position, thing)
    if said.verb == "attack with":
        return next((place for place, ability in enumerate(abilities) if Keyword("attack") in ability.body), -1)
    if len(abilities) > 1:
        name = position.things[thing].card.name
        raise Unclear(
            f"`{name}` has {len(abilities)} abilities", "ambiguous", help="say which with `ability 1`, `ability 2`, …"
        )
    return 0


def _with_objects(position: Position, said: Said, move: Announced) -> Announced:
    """The move with the objects that its clauses name."""
    pitched = said.clause("pitching")
    if pitched is not None:
        move = msgspec.structs.replace(move, pitched=_selection(position, pitched, move.player, (("hand",),), (move.thing,)))
    if isinstance(move.thing, Hole) or any(isinstance(getattr(move, field), Hole) for field in type(move).structure):
        return msgspec.structs.replace(move, targets=HOLE, order=HOLE)
    move = _with_given(position, said, move)
    return _with_targets(position, said, move)


def _with_given(position: Position, said: Said, move: Announced) -> Announced:
    """The move with what each effect-cost takes, in the order in which the clauses are said."""
    costs = effect_costs(position, move)
    order: list[int] = []
    given: dict[int, Any] = {}
    used = [move.thing, *_named(move.pitched)]
    stray: list[str] = []
    for clause, items in said.clauses:
        verb = next((verb for verb, word in GIVING.items() if word == clause), None)
        if verb is None:
            continue
        number = next((place for place, act in enumerate(costs) if act.verb == verb and place not in order), None)
        if number is None:
            stray.append(clause)
            continue
        order.append(number)
        if not (len(items) == 1 and items[0].text == THIS_CARD):
            given[number] = _selection(position, items, move.player, _zones(costs[number]), tuple(used))
            used.extend(_named(given[number]))
    rest = [place for place in range(len(costs)) if place not in order]
    full = (*rest, *order)
    move = msgspec.structs.replace(move, order=full, given=tuple(given.get(place, NONE) for place in full), stray=tuple(stray))
    for place, number in enumerate(full):
        if number not in given:
            move = _with_forced(position, move, place)
    return move


def _named(selection: Any) -> tuple[int, ...]:
    """The objects that a selection or a hole names."""
    named: tuple[int, ...] = selection.known if isinstance(selection, Hole) else selection.items
    return named


def _zones(act: Act) -> tuple[tuple[str, ...], ...]:
    origin = act.role("from") or default_origin(act)
    return ((origin.zone,),) if origin is not None and hasattr(origin, "zone") else ()


def giving_candidates(position: Position, move: Announced, place: int) -> tuple[int, ...]:
    """The objects that could be given for the effect-cost at a place in the order."""
    act = effect_costs(position, move)[move.order[place]]
    if act.role("object") == THIS:
        return ()
    own = move.thing if isinstance(move, Play) else -1
    return tuple(
        index for index in range(len(position.things)) if index != own and _could_be_given(position, move, act, index, place)
    )


def _could_be_given(position: Position, move: Announced, act: Act, index: int, place: int) -> bool:
    """True where an object could pay a cost now, or after an earlier cost or pitching moved it."""
    alone = msgspec.structs.replace(move, pitched=NONE, given=(NONE,) * len(move.order))
    if fits_cost(position, alone, act, index, 0) is True:
        return True
    zones = {"pitch", *(destination(position, move, earlier) for earlier in range(place))}
    moved = (change_thing(position, index, zone=zone) for zone in zones)
    own = position.things[index].owner == move.player
    return own and any(fits_cost(there, alone, act, index, 0) is True for there in moved)


def _with_forced(position: Position, move: Announced, place: int) -> Announced:
    """The move with a cost filled in where there is only one way to pay it."""
    act = effect_costs(position, move)[move.order[place]]
    noun = act.role("object")
    if not isinstance(noun, Noun) or noun == THIS or not isinstance(noun.number, int):
        return move
    options = giving_candidates(position, move, place)
    if isinstance(move.pitched, Selection):
        options = tuple(index for index in options if index not in move.pitched.items)
    if len({position.things[index].card for index in options}) == 1 or len(options) == noun.number:
        given = list(move.given)
        given[place] = Selection.of(*options[: noun.number]) if len(options) >= noun.number else NONE
        return msgspec.structs.replace(move, given=tuple(given))
    return move


def _with_targets(position: Position, said: Said, move: Announced) -> Announced:
    """The move with its targets; one that is not said is filled in where there is only one."""
    items = said.clause("targeting")
    found: list[Any] = [HOLE if item.text == "?" else _target(position, item, move.player) for item in items or ()]
    asked = target_slots(position, move)
    first = 1 if attacks(position, move) else 0
    if first and len(found) == len(asked) - 1:
        only = [index for index in range(len(position.things)) if is_target(position, move, asked[0], index) is True]
        found = [only[0], *found] if len(only) == 1 else found
    for slot in asked[len(found) :] if items is None else ():
        only = [
            index
            for index in range(len(position.things))
            if is_target(position, move, slot, index) is True and index != move.thing
        ]
        if len(only) != 1:
            break
        found.append(only[0])
    return msgspec.structs.replace(move, targets=tuple(found))


def _target(position: Position, item: Item, player: int) -> int:
    for index, seat in enumerate(position.players):
        if seat.name == item.text:
            return KERNEL.hero(position, index)
    arena = ("weapon", "head", "chest", "arms", "legs", "permanent", "hero")
    return find(position, item, player, (("stack",), arena), layers=True)
