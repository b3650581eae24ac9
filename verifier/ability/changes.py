"""The grammar of continuous effects: what objects get and lose, what costs less or more, what is permitted."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from verifier.ability.conditions import active, passive
from verifier.ability.production import Production, Slots, builds, constant, is_plural, rule, same
from verifier.ability.tree import (
    Assets,
    Change,
    CostChange,
    CountOf,
    Delta,
    Keyword,
    Permission,
    Quoted,
    Setting,
    ThisAbility,
    Times,
    Typed,
)
from verifier.ability.vocabulary import Vocabulary


def changes(vocabulary: Vocabulary) -> list[Production]:
    """The productions of what objects get and lose and of what costs less or more; `next` has its duration first."""
    first = vocabulary.assets[0].key
    lines = [
        rule("assets.set", "0", lambda s: Assets(first, 0), lambda v: {} if v == Assets(first, 0) else None, Assets),
        same("assets.set", "<assets>"),
        builds("changing", "+ <amount:numeral> <stat:stat.symbol>", Delta),
        builds("changing", "- <amount:numeral> <stat:stat.symbol>", Delta, sign=-1),
        _for_each("+", 1),
        _for_each("-", -1),
        builds("changing", "[ <base:flag.base> ] <stat> <amount:numeral>", Setting),
        same("changing", "<keyword>", lambda value: isinstance(value, Keyword)),
        builds("changing", "the type <word:word.plain>", Typed),
        constant("changing", "this ability", ThisAbility()),
        builds("changing", "« <ability> »", Quoted),
    ]
    orders = (("<noun:the.next> [ <duration> ]", "", True), ("<noun:subject.plain>", "[ <duration> ]", False))
    for start, end, is_next in orders:

        def placed(value: Change | CostChange, is_next: bool = is_next) -> bool:
            priced = not isinstance(value, CostChange) or vocabulary.kind_of(value.noun.head) in ("object", "ability")
            return (value.noun.determiner == "next") == is_next and priced

        for lose, verb in ((False, "{gets/get:noun}"), (True, "{loses/lose:noun}")):
            lines.append(builds("change", f"{start} {verb} <changes:changing+and> {end}", Change, placed, lose=lose))
        lines.append(builds("change", f"{start} can't get <changes:changing+and> {end}", Change, placed, barred=True))
        price = f"{start} {{costs/cost:noun}}"
        for compare in ("less", "more"):
            text = f"{price} <assets> {compare} to <verb:verb.base> [ for <each> ] {end}"
            lines.append(builds("change", text, CostChange, placed, compare=compare))
        text = f"{price} <assets:assets.set> to <verb:verb.base> [ for <each> ] {end}"
        lines.append(builds("change", text, CostChange, placed, compare="set"))
    return lines


def _for_each(mark: str, sign: Any) -> Production:
    """`+1{p} for each aura you control`."""

    def make(slots: Slots) -> Any:
        return Delta(slots["stat"], CountOf(slots["each"]), sign)

    def take(value: Any) -> Slots | None:
        if value.sign != sign or not isinstance(value.amount, CountOf):
            return None
        return {"stat": value.stat, "each": value.amount.noun}

    return rule("changing", f"{mark} 1 <stat:stat.symbol> for each <each:kind.singular>", make, take, Delta)


def permissions(vocabulary: Vocabulary) -> list[Production]:
    """The productions of what a player may, can't, may only or must do."""
    lines = [
        builds("times", "1 additional time", Times, amount=1),
        builds("times", "<amount:number> additional times", Times, lambda times: times.amount != 1),
        builds("times", "1 time", Times, amount=1, additional=False),
        builds("times", "<amount:number> times", Times, lambda times: times.amount != 1, additional=False),
    ]
    for modality, kind in (("may", "action"), ("can't", "any"), ("may only", "any"), ("must", "any")):
        lines.append(active(f"act.{modality}", f"<by:subject> {modality} <act:{kind}.base>", vocabulary))
        lines.append(passive(f"act.{modality}", f"<object:subject> {modality} be <act:{kind}.passive>", vocabulary))
        for number in ("singular", "plural"):
            text = (
                f"<act:act.{modality}> [ <times> ] [ <duration> ]"
                " [ without paying {its/their:act} <unpaid:asset> cost ]"
                f" [ <manner:manner.{number}> ]"
            ).replace(f"act.{modality}", f"act.{modality.replace(' ', '.')}")
            agrees = _speaks_of_many if number == "plural" else _speaks_of_one
            lines.append(builds("permission", text, Permission, agrees, modality=modality))
    return [replace(line, symbol=line.symbol.replace(" ", ".")) for line in lines]


def _speaks_of_many(permission: Permission) -> bool:
    return is_plural(permission.act)


def _speaks_of_one(permission: Permission) -> bool:
    return not is_plural(permission.act)
