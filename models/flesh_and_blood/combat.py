"""The steps of combat, from the attack that resolves to the chain that closes."""

from __future__ import annotations

from models.flesh_and_blood import registry as at
from models.flesh_and_blood.aiming import attackable
from models.flesh_and_blood.attacks import is_attack, is_made
from models.flesh_and_blood.chain import CHAIN, add_link, change_link, defense, power, take_over
from models.flesh_and_blood.defending import declarers
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.omissions import beware_of_resolving, beware_of_time
from models.flesh_and_blood.registry import RULES, procedure, task
from models.flesh_and_blood.state import Link, Position, clockwise, is_permanent_card
from models.flesh_and_blood.zones import clear_object, expire, home, move_thing
from verifier.effects.continuous import keywords
from verifier.effects.deciding import decided
from verifier.effects.events import perform
from verifier.effects.kernel import Event
from verifier.effects.running import begin, next_up
from verifier.effects.state import Task, change


@procedure(at.ATTACK_STEP)
@RULES.encodes("7.0.1", "7.2.1", "7.2.2", "7.2.2a", "7.7.2b", "7.2.3")
def attack_step(position: Position, given: Task) -> Position:
    """The position in which the attack on top of the stack resolves, or the chain closes because it has no target left."""
    layer = position.stack[-1]
    if layer.kind == "card":
        beware_of_resolving(position.things[layer.thing])
    position = change(position, step="attack")
    if not any(attackable(position, layer.you, target) for target in layer.attack_targets):
        return next_up(position, task(at.CLOSE_STEP))
    return begin(position, layer, at.BECOME_LINK)


@procedure(at.BECOME_LINK)
@RULES.encodes("7.2.3", "7.2.3d", "7.7.2c", "7.2.4", "7.2.5", "1.4.4")
def become_link(position: Position, given: Task) -> Position:
    """The position in which the attack is a chain link and attacking; where there is no attack any more, the chain closes."""
    (thing,) = given.about
    layer = position.layer_of(thing)
    if layer is not None and KERNEL.is_attack_layer(position, thing):
        if position.attacker < 0:
            return next_up(position, task(at.CLOSE_STEP))
        position = change(take_over(position, layer, position.attacker), attacker=-1)
    elif layer is not None:
        position = add_link(position, layer)
    else:
        return next_up(position, task(at.CLOSE_STEP))
    position = expire(position, "this chain link", spared=given.frame.source)
    beware_of_time(position, "combat")
    return attacking(position)


@RULES.encodes("7.2.4", "7.2.4a", "7.2.4b", "7.2.5")
def attacking(position: Position) -> Position:
    """The position in which the active-attack attacks: effects see it, and the turn player gets priority."""
    link = position.link
    assert link is not None
    seen = Event("attack", link.you, link.targets, 1, "", None, link.attack, agents=agents(link))
    position, _ = perform(KERNEL, position, seen)
    return next_up(position, task(at.PRIORITY, position.turn))


def agents(link: Link) -> tuple[int, ...]:
    """The objects that attack on a link: the attack, and its source where it is a proxy."""
    return (link.attack,) if link.source < 0 else (link.attack, link.source)


@procedure(at.DEFEND_STEP)
@RULES.encodes("7.3.1", "7.3.2", "7.3.2e", "7.3.2f", "7.3.3")
def defend_step(position: Position, given: Task) -> Position:
    """The position in which defending cards are declared target by target, and the turn player gets priority after that."""
    position = change(position, step="defend")
    tasks: list[Task] = []
    for target in in_order_of_defence(position):
        tasks.extend(task(at.DECLARE, player, target) for player in declarers(position, target))
        tasks.append(task(at.PUT_DEFENDERS, position.holder(target), target))
    return next_up(position, *tasks, task(at.PRIORITY, position.turn))


def in_order_of_defence(position: Position) -> tuple[int, ...]:
    """The attack-targets in the order in which cards are declared for them: clockwise, and as one player with several likes."""
    link = position.link
    assert link is not None
    found: list[int] = []
    for player in clockwise(position, link.you):
        here = (target for target in link.targets if attackable(position, link.you, target))
        own = tuple(target for target in here if position.holder(target) == player)
        if len(own) > 1:
            own = decided(player, "the order in which targets are defended", own, len(own), len(own), "order")
        found.extend(own)
    return tuple(found)


@procedure(at.REACTION_STEP)
@RULES.encodes("7.4.1", "7.4.2")
def reaction_step(position: Position, given: Task) -> Position:
    """The position in which the reaction step has begun and the turn player gets priority."""
    return next_up(change(position, step="reaction"), task(at.PRIORITY, position.turn))


@procedure(at.DAMAGE_STEP)
@RULES.encodes("7.5.1", "7.5.2", "7.5.2a", "7.5.2b", "7.5.2c", "7.5.3")
def damage_step(position: Position, given: Task) -> Position:
    """The position after the attack has dealt its damage to each target, in an order that its controller chooses."""
    position = change(position, step="damage")
    link = position.link
    assert link is not None
    targets = tuple(target for target in link.targets if attackable(position, link.you, target))
    if len(targets) > 1:
        targets = decided(link.you, "the order in which targets are dealt damage", targets, len(targets), len(targets), "order")
    for target in targets:
        link = position.chain[-1]
        if not attackable(position, link.you, target):
            continue
        harm = power(position, link) - defense(position, link, target)
        dealt = Event("deal", link.you, (target,), harm, "physical", None, link.attack, agents=agents(link))
        position, _ = perform(KERNEL, position, dealt)
    return next_up(position, task(at.PRIORITY, position.turn))


@procedure(at.RESOLUTION_STEP)
@RULES.encodes("7.6.1", "7.6.2", "7.6.2a", "7.6.3", "7.6.3a", "8.3.5b")
def resolution_step(position: Position, given: Task) -> Position:
    """The position in which the active link has resolved and its controller has gained the action point of go again.

    What is last known of an attack that has left tells whether it had go again.
    """
    position = change_link(change(position, step="resolution"), -1, resolved=True)
    link = position.chain[-1]
    position, _ = perform(
        KERNEL, position, Event("moment", link.you, (), 1, "chain link resolves", None, link.attack, agents=agents(link))
    )
    if "go again" in keywords(KERNEL, position, link.attack):
        position, _ = perform(KERNEL, position, Event("gain", link.you, (), 1, "action point", None, link.attack))
    return next_up(position, task(at.PRIORITY, position.turn))


@procedure(at.CLOSE_STEP)
@RULES.encodes("7.7.1", "7.7.3", "7.7.4")
def close_step(position: Position, given: Task) -> Position:
    """The position in which the chain is closing: effects see it, attacks and reactions on the stack go, the others resolve."""
    position = change(position, step="close", closing=False, passes=0, priority=-1)
    position, _ = perform(KERNEL, position, Event("moment", position.turn, detail="combat chain closes"))
    for layer in position.stack:
        words = KERNEL.words(position, layer.thing) if layer.kind != "triggered" else frozenset()
        if is_attack(KERNEL, position, layer.thing) or words & {"attack reaction", "defense reaction"}:
            position = clear_object(position, layer.thing)
    return next_up(position, task(at.SETTLE), task(at.CLOSED))


@procedure(at.CLOSED)
@RULES.encodes("7.7.5", "7.7.6", "7.7.7", "7.0.2b")
def closed(position: Position, given: Task) -> Position:
    """The position with the chain closed: permanents are back in their zones, everything else on it is cleared."""
    on_chain = [index for index, thing in enumerate(position.things) if thing.zone == CHAIN]
    for index in on_chain:
        thing = position.things[index]
        if thing.controller >= 0 and is_permanent_card(thing.card.words) and not is_made(thing):
            position = move_thing(position, index, home(thing.card.words), thing.controller)
    position = change(position, chain=())
    for index in on_chain:
        if position.things[index].zone == CHAIN:
            position = clear_object(position, index)
    position = change(expire(expire(position, "this chain link"), "this combat chain"), step="", states=frozenset())
    return next_up(position, task(at.PRIORITY, position.turn))
