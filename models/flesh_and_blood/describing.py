"""A position in words: what a file may claim about it, what changed, and what a move costs."""

from __future__ import annotations

from typing import Any

from models.flesh_and_blood.announcing import announce, declare_costs
from models.flesh_and_blood.chain import defense, power
from models.flesh_and_blood.costs import reckonings
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.moves import Announced
from models.flesh_and_blood.state import ASSETS, FIELDS, OWN_ZONES, Position
from verifier.effects.continuous import keywords
from verifier.effects.events import WAITING
from verifier.effects.nouns import number_of

NUMBERS = ("cost", "power", "defense", "life", "intellect", "pitch")


def facts(position: Position) -> dict[str, Any]:
    """What a file can claim: points and zones of each player, the stack, whose turn and priority it is, numbers of cards."""
    found: dict[str, Any] = {
        "turn": position.players[position.turn].name,
        "priority": position.players[position.priority].name if position.priority >= 0 else "",
        "stack": [position.things[layer.thing].card.name for layer in position.stack],
        "asked": _asked(position),
        "phase": position.phase,
        "step": position.step,
        "chain": [position.things[link.attack].card.title for link in position.chain],
        "hits": [bool(link.hits) for link in position.chain],
        "defending": [sorted(position.things[card.thing].card.name for card in link.defenders) for link in position.chain],
    }
    link = position.link
    if link is not None:
        found["power"] = power(position, link)
        found["defense"] = sum(defense(position, link, target) for target in link.targets)
    for index, player in enumerate(position.players):
        for field in FIELDS.values():
            found[f"{player.name}.{field}"] = getattr(player, field)
        for zone in OWN_ZONES:
            found[f"{player.name}.{zone}"] = sorted(position.things[thing].card.name for thing in position.in_zone(index, zone))
        arena = [
            i
            for i, thing in enumerate(position.things)
            if thing.controller == index and thing.zone in ("weapon", "head", "chest", "arms", "legs", "permanent")
        ]
        found[f"{player.name}.arena"] = sorted(position.things[i].card.name for i in arena)
    names = [thing.card.name for thing in position.things if thing.zone != "nowhere"]
    for index, thing in enumerate(position.things):
        if names.count(thing.card.name) == 1 and thing.zone not in ("nowhere", WAITING):
            layer = position.layer_of(index)
            for stat in NUMBERS:
                value = number_of(KERNEL, position, index, stat, layer.x if layer is not None else 0)
                if value is not None:
                    found[f"{thing.card.name}.{stat}"] = value
            found[f"{thing.card.name}.zone"] = thing.zone
            found[f"{thing.card.name}.keywords"] = sorted(keywords(KERNEL, position, index))
            found[f"{thing.card.name}.public"] = position.seen(index)
            for counter, number in thing.counters:
                found[f"{thing.card.name}.{counter}"] = number
    return found


def _asked(position: Position) -> str:
    if position.asked is None:
        return ""
    return "chance" if position.asked.player < 0 else position.players[position.asked.player].name


def differences(before: Position, after: Position) -> tuple[str, ...]:
    """What changed between two positions, in words."""
    found = _times(before, after)
    for old, new in zip(before.players, after.players, strict=True):
        for asset, field in FIELDS.items():
            if getattr(old, field) != getattr(new, field):
                found.append(
                    f"{new.name}: {asset}s {getattr(old, field)} → {getattr(new, field)}"
                    if asset != "life" and asset != "chi"
                    else f"{new.name}: {asset} {getattr(old, field)} → {getattr(new, field)}"
                )
    for index, thing in enumerate(after.things):
        if thing.known is not None or thing.zone == WAITING:
            continue
        if index >= len(before.things):
            words = {"stack": "on the stack", "nowhere": "comes and goes"}.get(thing.zone, "enters")
            found.append(f"{thing.card.name}: {words}")
        elif before.things[index].zone != thing.zone:
            gone = thing.zone == "nowhere"
            found.append(
                f"{thing.card.name}: ceases to exist"
                if gone
                else f"{thing.card.name}: {before.things[index].zone} → {thing.zone}"
            )
    new_effects = len(after.effects) - len(before.effects)
    if new_effects:
        found.append(f"effects in force: {len(before.effects)} → {len(after.effects)}")
    return tuple(found)


def _times(before: Position, after: Position) -> list[str]:
    """What changed of the time: whose turn, which phase, which step."""
    found = []
    if before.turn != after.turn:
        found.append(f"turn: {before.players[before.turn].name} → {after.players[after.turn].name}")
    if before.phase != after.phase:
        found.append(f"phase: {before.phase} → {after.phase}")
    if (before.step, len(before.chain)) != (after.step, len(after.chain)):
        found.append(f"combat: {_step(before)} → {_step(after)}")
    return found


def _step(position: Position) -> str:
    if not position.step:
        return "closed"
    return f"{position.step} step of link {len(position.chain)}" if position.chain else f"{position.step} step"


def cost(position: Position, move: Any) -> str:
    """What a move costs, asset by asset, with the stages of the calculation where effects changed it."""
    if not isinstance(move, Announced):
        return ""
    announced = declare_costs(announce(position, move), move)
    words = []
    for asset in ASSETS:
        lines = reckonings(announced, move)[asset]
        due = lines[-1].after
        if due or len(lines) > 1:
            plural = asset if asset in ("life", "chi") else asset if asset.endswith("point") else f"{asset} point"
            unit = plural if due == 1 or asset in ("life", "chi") else f"{plural}s"
            steps = " (" + ", ".join(f"{line.stage} {line.after}" for line in lines) + ")" if len(lines) > 1 else ""
            words.append(f"{due} {unit}{steps}")
    return ", ".join(words) or "0"
