"""Resolving the top layer of the stack: whether it fails, what it does, go again, leaving the stack, clearing."""

from __future__ import annotations

import msgspec

from models.flesh_and_blood import registry as at
from models.flesh_and_blood.aiming import may_target
from models.flesh_and_blood.categories import category
from models.flesh_and_blood.chain import add_defenders
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.limits import may_join
from models.flesh_and_blood.omissions import beware_of_resolving
from models.flesh_and_blood.registry import RULES, procedure
from models.flesh_and_blood.state import PERMANENT_SUBTYPES, Position
from models.flesh_and_blood.zones import clear_object, relocate
from verifier.ability.tree import Ability, Keyword
from verifier.effects.continuous import keywords
from verifier.effects.events import perform
from verifier.effects.kernel import Beyond, Event
from verifier.effects.nouns import slots
from verifier.effects.running import begin
from verifier.effects.state import FINISH, Card, Frame, Layer, Task, change


@procedure(at.RESOLVE)
@RULES.encodes("5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.4d", "1.7.4c")
def resolve_top(position: Position, task: Task) -> Position:
    """The position in which the top layer has started to resolve, or has failed to and is cleared."""
    layer = position.stack[-1]
    if layer.kind == "card":
        beware_of_resolving(position.things[layer.thing])
    if fails(position, layer):
        return clear(position, layer)
    return begin(position, _half(position, layer) if layer.melded else layer)


@RULES.encodes("5.3.2a", "5.3.2b", "5.3.2c", "7.4.2d")
def fails(position: Position, layer: Layer) -> bool:
    """True where a layer fails to resolve.

    All its targets are illegal, the state that set it off is not met any more, or a defense reaction could not defend.
    """
    if layer.targets and not any(_still_legal(position, layer)):
        return True
    if layer.trigger is not None and KERNEL.is_state(layer.trigger):
        return not KERNEL.state_holds(position, layer.trigger, Frame(layer.you, layer.source, it=layer.it))
    return _defends(position, layer) and not may_join(position, layer.you, layer.thing, layer.origin)


def _defends(position: Position, layer: Layer) -> bool:
    return layer.kind == "card" and "defense reaction" in KERNEL.words(position, layer.thing)


def _still_legal(position: Position, layer: Layer) -> list[bool]:
    return [
        may_target(position, layer.you, layer.source, slot, target, layer.it) is True
        for slot, target in zip(slots(layer.body), layer.targets, strict=False)
    ]


def _half(position: Position, layer: Layer) -> Layer:
    """The right side of a melded card, which resolves first; the left side follows when it resolves again."""
    left, right = position.things[layer.thing].card.sides
    body = resolution_abilities(right)
    if layer.body != (*resolution_abilities(left), *body):
        raise Beyond("a melded card with modes, or with a target left out, resolves here, and that is not modelled yet")
    rest = len(slots(layer.body)) - len(slots(body))
    return msgspec.structs.replace(layer, body=body, targets=layer.targets[rest:])


def resolution_abilities(card: Card) -> tuple[Ability, ...]:
    """The abilities of a face that generate effects when it resolves."""
    return tuple(ability for ability in card.abilities if category(ability, card.words) == "resolution")


@procedure(FINISH)
@RULES.encodes(
    "5.3.4b", "5.3.4c", "5.3.4d", "5.3.5", "5.3.5a", "5.3.6", "5.3.6a", "5.3.6b", "5.3.7", "8.3.5", "8.3.5a", "8.3.38a"
)
def finish_layer(position: Position, task: Task) -> Position:
    """The position after a layer's effects: go again, then it leaves the stack.

    Of a layer that left the stack while it resolved, what is last known tells whether it had go again.
    """
    (thing,) = task.about
    layer = position.layer_of(thing)
    if layer is not None and layer.melded:
        left, _ = position.things[thing].card.sides
        body = resolution_abilities(left)
        once = msgspec.structs.replace(layer, melded=False, body=body, targets=layer.targets[: len(slots(body))])
        stack = tuple(once if other.thing == thing else other for other in position.stack)
        return change(position, stack=stack, it=-1)
    body = layer.body if layer is not None else ()
    if "go again" in keywords(KERNEL, position, thing) or Keyword("go again") in body:
        gained = Event("gain", task.frame.you, (), 1, "action point", None, task.frame.source)
        position, _ = perform(KERNEL, position, gained)
    if layer is None:
        return change(position, it=-1)
    if _defends(position, layer):
        return change(add_defenders(position, layer.you, (thing,), KERNEL.hero(position, layer.you), (layer.origin,)), it=-1)
    if layer.kind == "card" and KERNEL.words(position, thing) & PERMANENT_SUBTYPES:
        position = change(position, stack=tuple(other for other in position.stack if other.thing != thing))
        return change(relocate(KERNEL, position, thing, "permanent", layer.you), it=-1)
    return clear(position, layer)


@RULES.encodes("5.3.7", "8.1.2b")
def clear(position: Position, layer: Layer) -> Position:
    """The position with a layer cleared from the stack."""
    position = change(position, stack=tuple(other for other in position.stack if other.thing != layer.thing), it=-1)
    return clear_object(position, layer.thing) if position.things[layer.thing].zone == "stack" else position
