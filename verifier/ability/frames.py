"""The productions of a game's verbs, by their frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from verifier.ability.production import (
    Form,
    Maybe,
    One,
    Part,
    Production,
    Slots,
    Word,
    constant,
    pattern,
    rule,
    same,
)
from verifier.ability.tree import YOU, Act, Assets, CountOf, Noun, Shield
from verifier.ability.vocabulary import Slot, Verb, Vocabulary


def verbs(vocabulary: Vocabulary) -> list[Production]:
    """The productions of verb phrases, as acts of YOU: by kind (effect, action, event) and form.

    `effect.base` is `discard a card`, `effect.third` is `discards a card`, `effect.perfect` is what follows `have`, and
    `effect.passive` is what follows `be`: an act without its object, which is the subject there.
    """
    lines = []
    for verb in vocabulary.verbs:
        forms = {"base": verb.base, "third": verb.third, "perfect": verb.participle}
        for form, said in forms.items():
            lines.append(_phrase(f"{verb.kind}.{form}", said, verb, verb.frame, vocabulary))
            lines += _for_each(f"{verb.kind}.{form}", said, verb, vocabulary)
        if verb.cost and verb.kind == "effect":
            lines.append(_phrase("cost.base", verb.base, verb, verb.frame, vocabulary))
        if verb.participle and any(slot.role == verb.patient for slot in verb.frame):
            rest = tuple(slot for slot in verb.frame if slot.role != verb.patient)
            lines.append(_phrase(f"{verb.kind}.passive", verb.participle, verb, rest, vocabulary, passive=True))
    for form in ("base", "third", "perfect", "passive"):
        lines += [same(f"any.{form}", f"<{kind}.{form}>") for kind in ("effect", "action", "event")]
    return lines


_SYMBOLS = {"number": "numeral", "object": "noun", "player": "noun", "ability": "noun"}
_AGENT = Maybe((Word("by"), One("by", "common")))


def _phrase(
    symbol: str, said: str, verb: Verb, frame: tuple[Slot, ...], vocabulary: Vocabulary, passive: bool = False
) -> Production:
    parts: list[Part] = [Word(word) for word in said.split()]
    first = verb.patient == "object"
    parts += [_AGENT] if passive and first else []
    for slot in frame:
        parts.extend(_role(verb, slot))
    parts += [_AGENT] if passive and not first else []
    fits = _typed(frame, vocabulary)

    def acts(by: Any) -> bool:
        return by == YOU or (passive and verb.by in ("any", vocabulary.kind_of(by.head)))

    def make(slots: Slots) -> Any:
        roles = tuple((slot.role, slots[slot.role]) for slot in frame if slot.role in slots)
        by = slots.get("by", YOU)
        return Act(verb.key, roles, by, passive) if fits(slots) and acts(by) else None

    def take(act: Any) -> Slots | None:
        if act.verb != verb.key or act.passive != passive or not acts(act.by):
            return None
        slots = dict(act.roles)
        order = tuple(slot.role for slot in frame if slot.role in slots)
        missing = any(slot.role not in slots for slot in frame if not slot.optional and slot.type != "fixed")
        if missing or order != tuple(role for role, _ in act.roles) or not fits(slots):
            return None
        return slots if act.by == YOU else {**slots, "by": act.by}

    return rule(symbol, tuple(parts), make, take, Act)


def _role(verb: Verb, slot: Slot) -> tuple[Part, ...]:
    parts: list[Part] = [Word(word) for word in slot.before.split()]
    if slot.type == "fixed":
        return tuple(parts)
    symbol = f"choice.{verb.key}.{slot.role}" if slot.type == "choice" else _SYMBOLS.get(slot.type, slot.type)
    parts.append(One(slot.role, symbol))
    if isinstance(slot.after, tuple):
        parts.append(Form((slot.after[0],), (slot.after[1],), "amount"))
    else:
        parts.extend(pattern(slot.after))
    return (Maybe(tuple(parts)),) if slot.optional else tuple(parts)


def _for_each(symbol: str, said: str, verb: Verb, vocabulary: Vocabulary) -> list[Production]:
    """`draw a card for each aura you control`: the amount, or that of the assets, is the number of objects."""
    counted = next((slot for slot in verb.frame if slot.role in ("amount", "assets")), None)
    if counted is None or counted.optional:
        return []
    role = counted.role
    parts = [*(Word(word) for word in said.split()), *(part for slot in verb.frame for part in _role(verb, slot))]
    parts += [Word("for"), Word("each"), One("each", "kind.singular")]
    order = [slot.role for slot in verb.frame]
    fits = _typed(verb.frame, vocabulary)

    def make(slots: Slots) -> Any:
        one = slots[role].amount if role == "assets" else slots[role]
        if one != 1 or not fits(slots):
            return None
        number = CountOf(slots["each"])
        filled = {**slots, role: replace(slots[role], amount=number) if role == "assets" else number}
        return Act(verb.key, tuple((name, filled[name]) for name in order if name in filled))

    def take(act: Any) -> Slots | None:
        value = act.role(role)
        number = value.amount if isinstance(value, Assets) else value
        if act.verb != verb.key or act.passive or act.by != YOU or not isinstance(number, CountOf):
            return None
        one = replace(value, amount=1) if isinstance(value, Assets) else 1
        return {**dict(act.roles), role: one, "each": number.noun}

    return [rule(symbol, tuple(parts), make, take, Act)]


def shields(vocabulary: Vocabulary) -> list[Production]:
    """The productions of `prevent the next 3 damage that would be dealt to you this turn`."""
    said = next((verb.base for verb in vocabulary.verbs if verb.prevents), "")
    found = (verb for verb in vocabulary.verbs if said and verb.preventable)
    return [_shield(f"{said} the next", verb, vocabulary) for verb in found]


def _shield(said: str, verb: Verb, vocabulary: Vocabulary) -> Production:
    frame = tuple(slot for slot in verb.frame if slot.role not in ("amount", verb.patient))
    patient = next(slot for slot in verb.frame if slot.role == verb.patient)
    parts = [*pattern(f"{said} <amount:numeral>"), *(part for slot in frame for part in _role(verb, slot))]
    parts += [*pattern(f"that would be {verb.participle}"), *_role(verb, patient), _AGENT, *pattern("[ <duration> ]")]
    order = (verb.patient, *(slot.role for slot in frame if slot.type != "fixed"))

    def make(slots: Slots) -> Any:
        roles = tuple((role, slots[role]) for role in order if role in slots)
        by = slots.get("by", YOU)
        if by != YOU and verb.by not in ("any", vocabulary.kind_of(by.head)):
            return None
        return Shield(slots["amount"], Act(verb.key, roles, by, True), slots.get("duration", ""))

    def take(value: Any) -> Slots | None:
        act, slots = value.act, dict(value.act.roles)
        if act.verb != verb.key or not act.passive or tuple(slots) != tuple(role for role in order if role in slots):
            return None
        optional = {"by": act.by} if act.by != YOU else {}
        return {"amount": value.amount, "duration": value.duration, **slots, **optional}

    return rule("closed", tuple(parts), make, take, Shield)


def choices(vocabulary: Vocabulary) -> list[Production]:
    """The productions of roles that are one of a few words: `face-up`, `at random`, `arcane`."""
    found = {(verb.key, slot.role): slot.choices for verb in vocabulary.verbs for slot in verb.frame if slot.type == "choice"}
    return [constant(f"choice.{verb}.{role}", choice, choice) for (verb, role), listed in found.items() for choice in listed]


def _typed(frame: tuple[Slot, ...], vocabulary: Vocabulary) -> Callable[[Slots], bool]:
    wanted = [(slot.role, slot.type) for slot in frame if slot.type in ("object", "player", "ability")]

    def fits(slots: Slots) -> bool:
        for role, kind in wanted:
            noun = slots.get(role)
            if isinstance(noun, Noun) and vocabulary.kind_of(noun.head) != kind:
                return False
        return True

    return fits
