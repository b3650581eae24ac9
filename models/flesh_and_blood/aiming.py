"""What can be attacked, and what can be a target."""

from __future__ import annotations

from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import Position, is_arena
from verifier.effects.continuous import keywords
from verifier.effects.kernel import Truth
from verifier.effects.nouns import Slot, fits, seen
from verifier.effects.state import Frame


@RULES.encodes("1.4.5", "1.4.5a", "8.3.14", "8.3.14a")
def attackable(position: Position, player: int, index: int) -> bool:
    """True where an opponent of a player controls an object that can be attacked: a living one, or one with spectra."""
    thing = position.things[index]
    if thing.known is not None or not is_arena(thing) or position.holder(index) not in KERNEL.opponents(position, player):
        return False
    living = thing.zone == "hero" or "ally" in thing.card.words
    return living or "spectra" in keywords(KERNEL, position, index)


@RULES.encodes("1.8.5")
def may_target(position: Position, player: int, source: int, slot: Slot, index: int, it: int = -1) -> Truth:
    """True where an object is a legal target for a target phrase in the text of a source that a player controls."""
    thing = position.things[index]
    frame = Frame(player, source, it=it)
    if thing.known is not None or not KERNEL.targetable(position, index, slot.place is not None):
        return False
    if slot.place is not None and not KERNEL.in_place(position, thing, *seen(KERNEL, position, slot.place, frame)):
        return False
    return fits(KERNEL, position, slot.noun, index, frame)
