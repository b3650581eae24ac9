"""The grammar of whole abilities and of costs."""

from __future__ import annotations

from typing import Any

from verifier.ability.production import Production, Slots, builds, constant, rule, same
from verifier.ability.tree import (
    Act,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Assets,
    If,
    Keyword,
    Labelled,
    Modal,
    OneOf,
    Several,
    Triggered,
    While,
)


def abilities() -> list[Production]:
    """The productions of whole abilities, with their full stops."""
    return [
        same("ability", "<keyword> .", lambda value: isinstance(value, Keyword)),
        same("ability", "<activated>", lambda value: isinstance(value, Activated)),
        same("ability", "<additional>", lambda value: isinstance(value, AdditionalCost)),
        same("ability", "<alternative>", lambda value: isinstance(value, AlternativeCost)),
        same("ability", "<modal>", lambda value: isinstance(value, Modal)),
        same("ability", "<triggered> .", lambda value: isinstance(value, Triggered)),
        builds("ability", "while <condition> , <ability:conditional> .", While),
        builds("ability", "<label> -- <ability>", Labelled),
        same("ability", "<only.if> .", lambda value: isinstance(value, If)),
        same("ability", "<opening> ."),
        rule("ability", "<first:opening> . <rest:sentence+>", _sentences, _first_sentence, Several),
        same("sentence", "<statement> ."),
        same("conditional", "<opening>"),
        same("conditional", "<joined.several>", lambda value: isinstance(value, Several)),
        same("conditional", "<triggered>", lambda value: isinstance(value, Triggered)),
        builds("triggered", "[ <limit> , ] <trigger:trigger.when> , <body:joined>", Triggered),
        builds("modal", "choose <number:choice> [ , each up to <repeat:number> times ] ; <modes:mode++>", Modal),
        same(
            "mode",
            "• <ability>",
            lambda value: not isinstance(value, Modal | Activated | AdditionalCost | AlternativeCost | Labelled),
        ),
        builds(
            "activated",
            "[ <limit> ] <kind:activated.kind> -- <cost:cost> : <body> [ activate this only while <condition> . ]",
            Activated,
        ),
        rule("body", "<items:effect+>", lambda s: s["items"], lambda v: {"items": v} if v else None, tuple),
        rule("body", "<items:effect*> <last:modal>", _with_modal, _last_modal, tuple),
        same("effect", "<keyword> .", lambda value: isinstance(value, Keyword)),
        same("effect", "<statement> .", lambda value: not isinstance(value, Several | Modal | Keyword)),
        same("effect", "<joined.several> .", lambda value: isinstance(value, Several)),
        rule("joined.several", "<body:joined>", _several, _joined, Several),
    ]


def _sentences(slots: Slots) -> Any:
    return Several((slots["first"], *slots["rest"]))


def _first_sentence(value: Any) -> Slots | None:
    return {"first": value.statements[0], "rest": value.statements[1:]} if len(value.statements) > 1 else None


def _with_modal(slots: Slots) -> Any:
    return (*slots["items"], slots["last"])


def _last_modal(value: Any) -> Slots | None:
    return {"items": value[:-1], "last": value[-1]} if value and isinstance(value[-1], Modal) else None


def _several(slots: Slots) -> Any:
    return Several(slots["body"]) if len(slots["body"]) > 1 else None


def _joined(value: Any) -> Slots | None:
    return {"body": value.statements} if len(value.statements) > 1 else None


def costs() -> list[Production]:
    """The productions of costs: in the head of an activated ability, to play a card, and instead of another cost."""
    return [
        constant("cost", "0", ()),
        rule("cost", "<items:cost.item+,>", lambda s: s["items"], lambda v: {"items": v} if v else None, tuple),
        same("cost.item", "<assets>", lambda value: isinstance(value, Assets)),
        same("cost.item", "<act:cost.base>", lambda value: isinstance(value, Act)),
        same("cost.paid", "pay <assets>", lambda value: isinstance(value, Assets)),
        same("cost.paid", "<act:cost.base>", lambda value: isinstance(value, Act)),
        builds("cost.item", "<options:cost.item.one++or>", OneOf),
        builds("cost.paid", "<options:cost.paid.one++or>", OneOf),
        same("cost.item.one", "<assets>", lambda value: isinstance(value, Assets)),
        same("cost.item.one", "<act:cost.base>", lambda value: isinstance(value, Act)),
        same("cost.paid.one", "pay <assets>", lambda value: isinstance(value, Assets)),
        same("cost.paid.one", "<act:cost.base>", lambda value: isinstance(value, Act)),
        builds("additional", "as a additional cost to play this , <cost:cost.paid+and> .", AdditionalCost),
        builds(
            "additional",
            "as a additional cost to play this , you may <cost:cost.paid+and> . [ if you do , <linked:joined> . ]",
            AdditionalCost,
            optional=True,
        ),
        builds(
            "alternative",
            "you may <cost:cost.paid+and> rather than pay this's <asset> cost . [ if you do , <linked:joined> . ]",
            AlternativeCost,
        ),
    ]
