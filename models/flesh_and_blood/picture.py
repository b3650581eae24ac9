"""A position of Flesh and Blood in words: the turn, the players, effects in force, the stack, and the combat chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.saying import item
from models.flesh_and_blood.state import ASSETS, Defender, Link, Position, is_permanent_card
from models.flesh_and_blood.vocabulary import VOCABULARY
from models.flesh_and_blood.wording import CHANCE
from verifier.ability import AbilityError, show
from verifier.ability.printer import outline
from verifier.effects.continuous import keywords
from verifier.effects.kernel import Beyond
from verifier.effects.nouns import number_of
from verifier.effects.state import Effect, Layer
from verifier.verdict import Picture, Row, Section

CHAIN = "combat chain"
ZONES = ("hand", "arsenal", "pitch", "banished", "graveyard", "soul")
SLOTS = ("head", "chest", "arms", "legs")
UNKNOWN = "not known"
ASKED = {
    "choose": "what to {about}",
    "may": "whether to {about}",
    "order": "in which order",
    "defend": "which cards defend",
    "arsenal": "which card goes to the arsenal",
}
"""What a player is asked, by the kind of question."""


def picture(position: Position) -> Picture:
    """A position in words; hidden cards are shown as the file lists them."""
    sections = [Section("", tuple(_turn(position)))]
    for player, seat in enumerate(position.players):
        sections.append(Section(seat.name, tuple(_player(position, player))))
    effects = tuple(Row(position.players[effect.you].name, _effect(position, effect)) for effect in position.effects)
    stack = tuple(_layer(position, place, layer) for place, layer in enumerate(reversed(position.stack), start=1))
    pending = tuple(_layer(position, place, layer) for place, layer in enumerate(position.pending, start=1))
    chain = tuple(_link(position, number, link) for number, link in enumerate(position.chain, start=1))
    for title, rows in (
        ("effects in force", effects),
        ("stack, from the top", stack),
        ("triggered, not on the stack yet", pending),
        ("combat chain", chain),
    ):
        sections += [Section(title, rows)] if rows else []
    return Picture(tuple(sections))


def name(position: Position, index: int) -> str:
    """What a line calls an object."""
    return item(position, index).text


def _names(position: Position, indices: Iterable[int]) -> str:
    return ", ".join(name(position, index) for index in indices) or "nothing"


# The turn


def _turn(position: Position) -> Iterator[Row]:
    point = f"{position.players[position.turn].name}, "
    point += "the game is over" if position.phase == "over" else f"{position.phase} phase"
    point += f", {position.step} step" if position.step else ""
    yield Row("turn", point + (", the first of the game" if position.first else ""))
    asked = position.asked
    if asked is not None:
        who = CHANCE if asked.player < 0 else position.players[asked.player].name
        options = f": {_number(asked.least, asked.most)} of {_names(position, asked.options)}" if asked.options else ""
        about = ASKED.get(asked.kind, ASKED["choose"]).format(about=asked.about)
        yield Row("asked", f"{who}, {about}{options}")
    else:
        yield Row("priority", position.players[position.priority].name if position.priority >= 0 else "nobody")


def _number(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


# Players


def _player(position: Position, player: int) -> Iterator[Row]:
    seat = position.players[player]
    yield Row("hero", position.things[KERNEL.hero(position, player)].card.name)
    points = [(asset, seat.points(asset)) for asset in ("life", *(asset for asset in ASSETS if asset != "life"))]
    yield Row("points", ", ".join(_points(asset, have) for asset, have in points if asset == "life" or have))
    for zone in ZONES:
        held = position.in_zone(player, zone)
        if held or zone == "hand":
            yield Row(zone, ", ".join(_marked(position, index) for index in held) or "nothing")
    deck = len(position.decks[player])
    counted = "1 card" if deck == 1 else f"{deck} cards"
    if seat.deck_known:
        yield Row("deck", counted if deck else "nothing")
    else:
        yield Row("deck", f"{counted}, their order {UNKNOWN}" if deck else UNKNOWN)
    for label in ("weapons", "equipment", "permanents"):
        held = tuple(index for index in _arena(position, player) if _home(position, index) == label)
        if held:
            yield Row(label, ", ".join(_marked(position, index) for index in held))


def _points(asset: str, have: object) -> str:
    if asset in ("life", "chi"):
        return f"{have} {asset}"
    kind = asset if asset.endswith("point") else f"{asset} point"
    return f"{have} {kind}" if have == 1 else f"{have} {kind}s"


def _arena(position: Position, player: int) -> Iterator[int]:
    """The permanents that a player controls, but for the hero; those on the chain are among them."""
    proxies = {link.attack for link in position.chain if link.source >= 0}
    for index, thing in enumerate(position.things):
        here = thing.zone in ("weapon", "permanent", *SLOTS) or (thing.zone == CHAIN and is_permanent_card(thing.card.words))
        if here and thing.controller == player and index not in proxies:
            yield index


def _home(position: Position, index: int) -> str:
    """The list of a file that a permanent belongs to."""
    thing = position.things[index]
    if thing.zone == "weapon" or (thing.zone == CHAIN and thing.card.words & {"weapon", "off-hand", "quiver"}):
        return "weapons"
    return "equipment" if thing.zone in SLOTS or (thing.zone == CHAIN and "equipment" in thing.card.words) else "permanents"


def _marked(position: Position, index: int) -> str:
    """The name of an object, with what else is to be known of it in brackets."""
    thing = position.things[index]
    marks = []
    if thing.zone == "arsenal" or thing.public == (thing.zone == "hand"):
        marks.append("face-up" if thing.public else "face-down")
    if thing.zone == CHAIN:
        marks.append("on the chain")
    if thing.controller >= 0 and thing.controller != thing.owner:
        marks.append(f"owned by {position.players[thing.owner].name}")
    marks += [f"{many} {counter} {'counter' if many == 1 else 'counters'}" for counter, many in thing.counters]
    used = sum(use.times for use in position.used if use.thing == index)
    if used:
        marks.append("activated once" if used == 1 else f"activated {used} times")
    return f"{name(position, index)} ({', '.join(marks)})" if marks else name(position, index)


# Effects and layers


def _effect(position: Position, effect: Effect) -> str:
    try:
        says = show(effect.statement, VOCABULARY)
    except AbilityError:
        says = outline(effect.statement)
    more = []
    if effect.targets:
        more.append(f"aimed at {_names(position, effect.targets)}")
    if effect.bound and effect.bound != effect.targets:
        more.append(f"applies to {_names(position, effect.bound)}")
    if effect.uses > 0:
        more.append(f"waits for {effect.uses} more")
    if effect.x:
        more.append(f"X = {effect.x}")
    return f"{says} ({'; '.join(more)})" if more else says


def _layer(position: Position, place: int, layer: Layer) -> Row:
    """A layer; one that is not on the stack yet is told by its source."""
    called = name(position, layer.thing) if layer.thing >= 0 else f"an effect of {name(position, layer.source)}"
    text = f"{called}, by {position.players[layer.you].name}"
    targets = (*layer.attack_targets, *layer.targets)
    if targets:
        text += f", targeting {_names(position, targets)}"
    return Row(str(place), f"{text}, X = {layer.x}" if layer.x else text)


# The combat chain


def amount(position: Position, index: int, stat: str) -> int | None:
    """A number of an object as it is now or was last known, None where it has none; raises `Beyond` where it is not known."""
    known = position.things[index].known
    if known is not None:
        return dict(known.numbers).get(stat)
    value = number_of(KERNEL, position, index, stat)
    return None if value is None else int(value)


def defense_for(position: Position, link: Link, target: int) -> int:
    """The sum of the defense of the cards that defend for a target; raises `Beyond` where it is not known."""
    return sum(max(amount(position, one.thing, "defense") or 0, 0) for one in link.defenders if one.target == target)


def damage_through(position: Position, link: Link, target: int) -> int:
    """The damage that an attack would deal to a target as things are; raises `Beyond` where it is not known."""
    return max((amount(position, link.attack, "power") or 0) - defense_for(position, link, target), 0)


def _link(position: Position, number: int, link: Link) -> Row:
    attack = position.things[link.attack]
    parts = [_amount(position, link.attack, "power"), *_keywords(position, link.attack)]
    if attack.known is not None:
        parts.append("no longer there")
    if link.resolved:
        parts.append("resolved")
    text = f"{name(position, link.attack)} by {position.players[link.you].name}: {', '.join(parts)}"
    return Row(f"link {number}", text, tuple(_target(position, link, target) for target in link.targets))


def _keywords(position: Position, index: int) -> list[str]:
    known = position.things[index].known
    try:
        found = keywords(KERNEL, position, index) if known is None else known.keywords
    except Beyond:
        return [f"keywords {UNKNOWN}"]
    return sorted(found - {"attack"})


def _target(position: Position, link: Link, target: int) -> Row:
    dealt = link.resolved or position.step in ("damage", "resolution")
    try:
        through = damage_through(position, link, target)
        parts = [f"{defense_for(position, link, target)} defense"] if link.defenders else []
        parts += [] if dealt else [f"{through} damage gets through" if through else "nothing gets through"]
    except Beyond:
        parts = [f"what gets through is {UNKNOWN}"]
    if dealt:
        parts.append("hit" if target in link.hits else "not hit")
    declared = position.declared if link is position.link else ()
    rows = [_defender(position, one, target) for one in link.defenders if one.target == target]
    rows += [_defender(position, one, target, ", declared") for one in declared if one.target == target]
    return Row(name(position, target), ", ".join(parts), tuple(rows))


def _defender(position: Position, one: Defender, target: int, more: str = "") -> Row:
    by = "" if one.by == position.holder(target) else f", by {position.players[one.by].name}"
    return Row(name(position, one.thing), f"{_amount(position, one.thing, 'defense')}, from {one.origin}{by}{more}")


def _amount(position: Position, index: int, stat: str) -> str:
    try:
        value = amount(position, index, stat)
    except Beyond:
        return f"{stat} {UNKNOWN}"
    return f"no {stat}" if value is None else f"{value} {stat}"
