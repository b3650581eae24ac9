"""How a move is said, so that it is understood again as the same move."""

from __future__ import annotations

from models.flesh_and_blood.costs import activated_abilities, effect_costs
from models.flesh_and_blood.moves import Activate, Announced, Answer, Arsenal, Begin, Choose, Defend, Gain, Order, Pass, Play
from models.flesh_and_blood.state import Position
from models.flesh_and_blood.targets import sided
from models.flesh_and_blood.wording import CHANCE, GIVING, NO_TARGET, THIS_CARD, called
from verifier.ability.tree import THIS, Keyword
from verifier.effects.nouns import NOBODY
from verifier.game import Hole, Move
from verifier.notation import Item, Said
from verifier.unknown import Selection


def say(position: Position, move: Move) -> Said:
    """A move in words."""
    player = CHANCE if move.player < 0 else position.players[move.player].name
    match move:
        case Pass():
            return Said(player, "pass")
        case Answer(_, yes):
            return Said(player, "answer ?" if isinstance(yes, Hole) else "yes" if yes else "no")
        case Choose(_, chosen):
            listed = _listed(position, chosen, move.player)
            return Said(player, "choose", listed) if listed else Said(player, "choose nothing")
        case Begin():
            return Said(player, "begin the turn")
        case Defend(_, cards):
            listed = _listed(position, cards, move.player)
            return Said(player, "defend", listed) if listed else Said(player, "defend nothing")
        case Arsenal(_, chosen):
            listed = _listed(position, chosen, move.player)
            return Said(player, "arsenal", listed) if listed else Said(player, "arsenal nothing")
        case Order(_, order):
            return Said(player, "order", _ordered(position, order))
        case Gain(_, asset, amount):
            return Said(player, "gain", (Item(f"{amount} {asset}"),))
        case Announced():
            return _announced(position, move, player)
    raise TypeError(f"unknown move: {move!r}")


def item(position: Position, index: int, player: int = -1) -> Item:
    """The name of an object as a player says it, with its zone and its owner where the name alone fits things that differ."""
    thing = position.things[index]
    if thing.label:
        return Item(thing.label)
    if thing.zone == "hero":
        return Item(position.players[thing.owner].name)
    owners = {other.owner for other in position.things if called(other, thing.card.name) and other.zone != "nowhere"}
    if player >= 0 and thing.owner != player and owners - {thing.owner}:
        return Item(f"{position.players[thing.owner].name}'s {thing.card.name}", thing.zone)
    alike = [other for other in position.things if called(other, thing.card.name) and other.zone != "nowhere"]
    same = all((other.zone, other.owner, other.public) == (thing.zone, thing.owner, thing.public) for other in alike)
    return Item(thing.card.name) if same else Item(thing.card.name, thing.zone)


def _listed(position: Position, selection: Selection[int] | Hole, player: int) -> tuple[Item, ...]:
    if isinstance(selection, Hole):
        return (*(item(position, index, player) for index in selection.known), Item("?"))
    return tuple(item(position, index, player) for index in selection.items)


def _ordered(position: Position, order: Selection[int] | Hole) -> tuple[Item, ...]:
    """What is put in order, triggered layers by the names of their sources."""
    source = {layer.thing: layer.source for layer in position.awaiting}
    known = order.known if isinstance(order, Hole) else order.items
    listed = tuple(
        Item(position.things[source[index]].card.name) if index in source else item(position, index) for index in known
    )
    return (*listed, Item("?")) if isinstance(order, Hole) else listed


def _numbers(numbers: tuple[int, ...] | Hole) -> tuple[Item, ...]:
    return (Item("?"),) if isinstance(numbers, Hole) else tuple(Item(str(number + 1)) for number in numbers)


def _announced(position: Position, move: Announced, player: str) -> Said:
    thing = move.thing
    first = Item("?") if isinstance(thing, Hole) else _source(position, thing, move.player)
    verb = "play"
    clauses: list[tuple[str, tuple[Item, ...]]] = []
    if isinstance(move, Play):
        if isinstance(move.side, Hole) or move.side:
            clauses.append(("side", (Item("?" if isinstance(move.side, Hole) else move.side),)))
    elif isinstance(move, Activate):
        verb, numbered = _verb(position, move)
        if numbered:
            clauses.append(("ability", _numbers(_row(move.ability))))
    if move.instant:
        clauses.append(("as an instant", ()))
    if move.x is not None:
        clauses.append(("with X =", (Item("?" if isinstance(move.x, Hole) else str(move.x)),)))
    for name, numbers in (("adding", move.extras), ("instead", move.instead), ("choosing", move.modes)):
        if isinstance(numbers, Hole) or numbers:
            clauses.append((name, _numbers(numbers)))
    targets = _targets(position, move)
    if targets:
        clauses.append(("targeting", targets))
    if isinstance(move.pitched, Hole) or move.pitched.items:
        clauses.append(("pitching", _listed(position, move.pitched, move.player)))
    clauses.extend(_given(position, move))
    if move.paid is not None:
        clauses.append(("paying", tuple(Item(f"{amount} {asset}") for asset, amount in move.paid)))
    return Said(player, verb, (first,), tuple(clauses))


def _targets(position: Position, move: Announced) -> tuple[Item, ...]:
    """The targets as they are named, without those that are left out at the end."""
    targets = (move.targets,) if isinstance(move.targets, Hole) else move.targets
    while targets and targets[-1] == NOBODY:
        targets = targets[:-1]
    return tuple(
        Item("?")
        if not isinstance(target, int)
        else Item(NO_TARGET)
        if target == NOBODY
        else item(position, target, move.player)
        for target in targets
    )


def _source(position: Position, index: int, player: int) -> Item:
    """The name of what is played or activated; a hero goes by its own name here, not by its player's."""
    thing = position.things[index]
    return Item(thing.card.name) if thing.zone == "hero" else item(position, index, player)


def _row(number: int | Hole) -> tuple[int, ...] | Hole:
    """A number as a row of one, a hole as it is."""
    return number if isinstance(number, Hole) else (number,)


def _verb(position: Position, move: Activate) -> tuple[str, bool]:
    """The verb for an activation, and whether the ability's number must be said."""
    if isinstance(move.thing, Hole) or isinstance(move.ability, Hole):
        return "activate", isinstance(move.ability, Hole) and not isinstance(move.thing, Hole)
    abilities = activated_abilities(position, move.thing)
    attacking = [place for place, ability in enumerate(abilities) if Keyword("attack") in ability.body]
    if attacking and attacking[0] == move.ability:
        return "attack with", False
    return "activate", len(abilities) > 1


def _given(position: Position, move: Announced) -> list[tuple[str, tuple[Item, ...]]]:
    """A clause for each effect-cost, in the order declared."""
    if isinstance(move.order, Hole) or isinstance(move.thing, Hole):
        return []
    costs = effect_costs(sided(position, move), move)
    clauses: list[tuple[str, tuple[Item, ...]]] = []
    for place, number in enumerate(move.order):
        if number < len(costs) and costs[number].verb in GIVING:
            word = GIVING[costs[number].verb]
            taken = move.given[place] if place < len(move.given) else None
            if costs[number].role("object") == THIS:
                if len(costs) > 1:
                    clauses.append((word, (Item(THIS_CARD),)))
            elif taken is not None and (isinstance(taken, Hole) or taken.items):
                clauses.append((word, _listed(position, taken, move.player)))
    return clauses
