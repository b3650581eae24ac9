"""What effects allow and forbid: playing from other zones, playing as an instant, further activations, restrictions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Announced, Play
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import PRIVATE_ZONES, Position
from verifier.ability.tree import Noun, Of, Permission, Place
from verifier.effects.continuous import InForce, applies, in_force
from verifier.effects.kernel import Beyond, Truth
from verifier.effects.nouns import fits
from verifier.game import Hole
from verifier.term import all_of, any_of, negate


def permissions(position: Position, verb: str, player: int, playing: int = -1) -> Iterator[InForce]:
    """The permissions and prohibitions in force on what a player does with a verb."""
    for held in in_force(KERNEL, position, (Permission,), playing, verb):
        act = held.statement.act
        if act.passive or _speaks_to(position, act.by, player, held):
            yield held


def _speaks_to(position: Position, by: Noun, player: int, held: InForce) -> bool:
    if by.determiner == "you":
        return player == held.frame.you
    if by.head == "opponent":
        return player in KERNEL.opponents(position, held.frame.you)
    return bool(fits(KERNEL, position, by, KERNEL.hero(position, player), held.frame))


class Origin(Struct, frozen=True):
    """Where a card is played from: the zone, whose it is, and whether everyone sees what is there by default and in fact."""

    zone: str
    owner: int
    hidden: bool


def origin_of(position: Position, play: Play) -> Origin:
    """Where a card is played from, before or after it is announced."""
    thing = position.things[play.thing]
    layer = position.layer_of(play.thing)
    if layer is None:
        return Origin(thing.zone, thing.owner, not thing.public)
    return Origin(layer.origin, thing.owner, layer.hidden)


def covers(position: Position, held: InForce, play: Play) -> Truth:
    """True where a statement about playing is about this card, played from where it is played from.

    A statement about a public zone is not about a card that is face-down there.
    """
    act = held.statement.act
    noun = act.role("object") or act.role("with")
    origin = act.role("from")
    if isinstance(origin, Place):
        start = origin_of(position, play)
        own = start.owner == held.frame.you
        whose = {"your": own, "an opponent's": not own}.get(origin.whose, True)
        if start.zone != origin.zone or not whose or (start.hidden and start.zone not in PRIVATE_ZONES):
            return False
    if not isinstance(noun, Noun):
        return held.when
    x = 0 if play.x is None or isinstance(play.x, Hole) else play.x
    return applies(KERNEL, position, held, noun, play.thing, x, announcing=True)


@RULES.encodes("1.0.1a")
def allowances(position: Position, play: Play, playing: int = -1) -> list[Truth]:
    """For each effect that lets the card be played from where it is, whether it does."""
    return [
        all_of(held.when, covers(position, held, play))
        for held in permissions(position, "play", play.player, playing)
        if held.statement.modality == "may" and _opens(held)
    ]


def _opens(held: InForce) -> bool:
    """True where a permission is about where a card is played from, not only about how."""
    noun = held.statement.act.role("object")
    named = isinstance(noun, Noun) and noun.determiner in ("this", "it", "that", "target")
    return held.statement.act.role("from") is not None or (named and not (held.statement.manner or held.statement.unpaid))


def as_instant(position: Position, move: Announced) -> Truth:
    """True where an effect lets the move be made as though it were an instant."""
    verb = "play" if isinstance(move, Play) else "activate"
    return any_of(
        *(
            all_of(held.when, _about(position, held, move))
            for held in permissions(position, verb, move.player, move.thing)
            if held.statement.modality == "may" and held.statement.manner == "instant"
        )
    )


def unpaid(position: Position, move: Announced) -> tuple[InForce, ...]:
    """The effects that let a card be played without paying its cost, where an X in that cost is 0."""
    if not isinstance(move, Play):
        return ()
    move = msgspec.structs.replace(move, x=None)
    return tuple(
        held
        for held in permissions(position, "play", move.player, move.thing)
        if held.statement.modality == "may" and held.statement.unpaid and covers(position, held, move) is True
    )


def restricted(position: Position, move: Announced, modality: str, attacks: bool) -> Truth:
    """True where an effect forbids the move: by name with `can't`, or with `may only` by naming everything else.

    An attack is forbidden by what forbids attacking, too.
    """
    found = []
    own = "play" if isinstance(move, Play) else "activate"
    for verb in (own, "attack") if attacks else (own,):
        for held in permissions(position, verb, move.player, move.thing):
            if held.statement.modality == "must":
                raise Beyond("an effect says what must be played, and such requirements are not modelled yet")
            if held.statement.modality == modality:
                about = _about(position, held, move)
                found.append(all_of(held.when, about if modality == "can't" else negate(about)))
    return any_of(*found)


def _about(position: Position, held: InForce, move: Announced) -> Truth:
    if isinstance(move, Play):
        return covers(position, held, move)
    return about_source(position, held, move.thing)


def about_source(position: Position, held: InForce, source: int) -> Truth:
    """True where a statement about activating or attacking is about abilities of this object."""
    act = held.statement.act
    noun = act.role("object") or act.role("with")
    if not isinstance(noun, Noun):
        return True
    layer = position.stack[-1] if position.stack else None
    if noun.head == "ability" and layer is not None and layer.kind == "activated" and layer.source == source:
        return fits(KERNEL, position, noun, layer.thing, held.frame)
    for part in noun.where:
        if isinstance(part, Of):
            return fits(KERNEL, position, part.noun, source, held.frame)
    if noun.head == "ability":
        return True
    return applies(KERNEL, position, held, noun, source)
