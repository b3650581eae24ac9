"""Priority, passing, triggered layers, and resolving the top layer of the stack."""

from __future__ import annotations

import msgspec

from models.flesh_and_blood.effects import KERNEL, category, is_attack, layer_words
from models.flesh_and_blood.moves import Activate, Announced, Answer, Choose, Gain, Pass, Play
from models.flesh_and_blood.omissions import beware_of_resolving
from models.flesh_and_blood.registry import ACT, RULES
from models.flesh_and_blood.state import NOWHERE, PERMANENT_SUBTYPES, Position, note_use
from models.flesh_and_blood.verbs import move_thing, relocate
from verifier.ability.tree import Ability, Keyword, Place
from verifier.effects.continuous import keywords
from verifier.effects.events import perform
from verifier.effects.kernel import Beyond, Event, Truth
from verifier.effects.nouns import fits, slots
from verifier.effects.running import advance, answer, begin
from verifier.effects.state import Card, Frame, Layer, Thing, add_thing, change
from verifier.term import all_of

LAYER_STEP = "layer"


@RULES.encodes("5.1.10", "1.11.5", "5.4.4c", "7.0.2a", "8.3.1b", "3.0.9")
def complete(position: Position, move: Announced) -> Position:
    """The position in which the card counts as played or the ability as activated, and the player has priority again.

    An attack opens the combat chain. A source that its own cost moved away is a new object, and has not been used.
    """
    layer = position.stack[-1]
    verb = "play" if isinstance(move, Play) else "activate"
    subject = layer.thing if isinstance(move, Play) else move.thing
    position, _ = perform(
        KERNEL, position, Event(verb, move.player, (subject,), 1, "", None, layer.source, origin=layer.origin)
    )
    if isinstance(move, Activate) and position.things[move.thing].zone == layer.origin:
        position = note_use(position, move.thing, move.ability)
    opens = is_attack(KERNEL, position, layer.thing) and not position.step
    position = change(position, passes=0, step=LAYER_STEP if opens else position.step)
    return give_priority(position, move.player)


@RULES.encodes("1.10.2", "1.10.2a", "1.10.2d", "6.6.6", "1.6.2c")
def give_priority(position: Position, player: int) -> Position:
    """The position in which triggered layers that wait are on the stack and a player has priority.

    Where a hero has died the game is over, and nobody gets priority any more.
    """
    if any(seat.life <= 0 for seat in position.players):
        return change(position, phase="over", priority=-1)
    for layer in _waiting(position):
        if slots(layer.body):
            raise Beyond("a triggered effect with a target cannot be put on the stack yet")
        source = position.things[layer.source]
        card = Card(f"the triggered effect of {source.card.name}", source.card.title, layer_words(source.card.words))
        position, index = add_thing(position, Thing(card, layer.you, "stack", layer.you, entered=position.now()))
        position = change(position, stack=(*position.stack, msgspec.structs.replace(layer, thing=index)))
    return change(position, pending=(), priority=player)


def _waiting(position: Position) -> tuple[Layer, ...]:
    """The triggered layers that wait, where their order makes no difference or there is none to choose."""
    if len({(layer.body, layer.you, layer.x) for layer in position.pending}) > 1:
        raise Beyond("several triggered effects wait to be put on the stack, and their order is a player's choice")
    return position.pending


@RULES.constraint("1.11.4", of=Pass, stage=ACT, facts=lambda position, move: "the player does not have priority")
def passing_needs_priority(position: Position, move: Pass) -> bool:
    """True where the player who passes has priority and no decision is open."""
    return position.priority == move.player and position.asked is None


@RULES.encodes("1.11.4a", "5.3.1", "1.1.6")
def pass_priority(position: Position, move: Pass) -> Position:
    """The position after a pass: the next player has priority, or the top layer resolves once all have passed."""
    passes = position.passes + 1
    if passes < len(position.players):
        following = (move.player + 1) % len(position.players)
        return give_priority(change(position, passes=passes), following)
    if not position.stack:
        raise Beyond("the action phase ends here, and the end phase is not modelled yet")
    return resolve_top(change(position, passes=0, priority=-1))


@RULES.encodes("5.3.1", "5.3.2", "5.3.2a", "5.3.4", "5.3.4d", "1.7.4c")
def resolve_top(position: Position) -> Position:
    """The position after the top layer starts to resolve, as far as no decision is needed."""
    layer = position.stack[-1]
    if layer.kind == "card":
        beware_of_resolving(position.things[layer.thing])
    if is_attack(KERNEL, position, layer.thing):
        raise Beyond("an attack resolves here, and combat is not modelled yet")
    if layer.targets and not any(_still_legal(position, layer)):
        return clear(position, layer)
    position = begin(position, _half(position, layer) if layer.melded else layer)
    return advance(KERNEL, position)


def _still_legal(position: Position, layer: Layer) -> list[bool]:
    frame = Frame(layer.you, layer.source)
    found = []
    for slot, target in zip(slots(layer.body), layer.targets, strict=False):
        thing = position.things[target]
        placed = slot.place is None or KERNEL.in_place(position, thing, slot.place, layer.you)
        found.append(
            placed
            and KERNEL.targetable(position, target, slot.place is not None)
            and fits(KERNEL, position, slot.noun, target, frame) is True
        )
    return found


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


@RULES.encodes("5.3.4d", "5.3.5", "5.3.6", "5.3.6a", "5.3.7", "8.3.5", "8.3.5a", "8.3.38a")
def finish_layer(position: Position, layer: Layer) -> Position:
    """The position after a layer's effects: go again, then it leaves the stack, and the turn player has priority."""
    if layer.melded:
        left, _ = position.things[layer.thing].card.sides
        body = resolution_abilities(left)
        once = msgspec.structs.replace(layer, melded=False, body=body, targets=layer.targets[: len(slots(body))])
        stack = tuple(once if other.thing == layer.thing else other for other in position.stack)
        return give_priority(change(position, stack=stack, it=-1), position.turn)
    if "go again" in keywords(KERNEL, position, layer.thing) or Keyword("go again") in layer.body:
        position, _ = perform(KERNEL, position, Event("gain", layer.you, (), 1, "action point", None, layer.source))
    if layer.kind == "card" and KERNEL.words(position, layer.thing) & PERMANENT_SUBTYPES:
        position = change(position, stack=tuple(other for other in position.stack if other.thing != layer.thing))
        position = relocate(KERNEL, position, layer.thing, "permanent", layer.you)
        return give_priority(change(position, it=-1), position.turn)
    return clear(position, layer)


@RULES.encodes("5.3.7", "3.0.9")
def clear(position: Position, layer: Layer) -> Position:
    """The position with a layer cleared from the stack: a card to its owner's graveyard, anything else ceases to exist."""
    position = change(position, stack=tuple(other for other in position.stack if other.thing != layer.thing), it=-1)
    here = position.things[layer.thing].zone == "stack"
    if here and layer.kind == "card":
        position, _ = perform(
            KERNEL,
            position,
            Event("put", layer.you, (layer.thing,), 1, "", Place("graveyard", "its owner's"), layer.source, internal=True),
        )
    elif here:
        position = move_thing(position, layer.thing, NOWHERE)
    return give_priority(position, position.turn)


# Decisions in the middle of a resolution


def _choice_facts(position: Position, move: Choose) -> str:
    question = position.asked
    if question is None or question.may:
        return "no such choice is open"
    number = f"{question.least}" if question.least == question.most else f"{question.least} to {question.most}"
    return f"{number} of {len(question.options)} are to be chosen"


@RULES.constraint("1.8.6", of=Choose, stage=ACT, facts=_choice_facts)
def choice_answers_the_question(position: Position, move: Choose) -> Truth:
    """True where the player is asked to choose, and chooses as many of the options as asked."""
    question = position.asked
    if question is None or question.may or question.player != move.player:
        return False
    chosen = move.chosen
    return all_of(
        chosen.distinct,
        chosen.at_least(question.least),
        chosen.at_most(question.most),
        chosen.all(lambda index: index in question.options),
    )


@RULES.constraint("1.8.3a", of=Answer, stage=ACT, facts=lambda position, move: "nobody asks this player")
def answer_was_asked_for(position: Position, move: Answer) -> bool:
    """True where the player is asked whether an optional effect happens."""
    return position.asked is not None and position.asked.may and position.asked.player == move.player


@RULES.encodes("1.8.3", "1.8.6", "5.3.4a")
def decide(position: Position, move: Choose | Answer) -> Position:
    """The position after a decision, and after everything that follows without another."""
    chosen = move.chosen.items if isinstance(move, Choose) else ()
    return advance(KERNEL, answer(position, chosen, isinstance(move, Answer) and bool(move.yes)))


# Points out of nothing


def _no_source(position: Position, move: Gain) -> str:
    return f"no card, rule or effect gives {move.amount} {move.asset} here"


def _gain_rule(ref: str, asset: str) -> None:
    @RULES.constraint(ref, of=Gain, stage=ACT, facts=_no_source)
    def points_need_a_source(position: Position, move: Gain) -> bool:
        """True where the move does not take points of this asset: points come from rules and effects, never by taking them."""
        return move.asset != asset


@RULES.constraint("1.13.2b", of=Gain, stage=ACT, facts=lambda position, move: "it is not this player's action phase")
def action_points_come_in_the_own_action_phase(position: Position, move: Gain) -> bool:
    """True where the move takes no action points, or it is the player's own action phase."""
    return move.asset != "action point" or (position.turn == move.player and position.phase == "action")


for _ref, _asset in (("1.13.2a", "action point"), ("1.13.3a", "resource"), ("1.13.4a", "life"), ("1.13.5a", "chi")):
    _gain_rule(_ref, _asset)


def nothing_happens(position: Position, move: Gain) -> Position:
    """The position as it is."""
    return position
