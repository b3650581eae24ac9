"""The grammar of statements: what is done, in which order, under which condition, and what sets it off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from verifier.ability.conditions import active
from verifier.ability.production import Production, Slots, builds, mentions, rule, same
from verifier.ability.tree import (
    ITSELF,
    YOU,
    Act,
    Change,
    CostChange,
    Defining,
    Delayed,
    Do,
    Entering,
    If,
    IfDone,
    Instead,
    Node,
    Not,
    NoTrigger,
    Permission,
    Prevention,
    ThatMany,
    Trigger,
    Variable,
)
from verifier.ability.vocabulary import Vocabulary


def statements(vocabulary: Vocabulary) -> list[Production]:
    """The productions of statements, without the full stop of the last sentence.

    An `opening` can begin an ability; a `statement` may also be a trigger that is left behind; a `closed` statement can
    be followed by another in the same sentence. `joined` is one or more statements in a sentence.
    """
    preventing = {verb.key for verb in vocabulary.verbs if verb.prevents}

    def prevents(value: Any) -> bool:
        return any(act.verb in preventing for act in acts_in(value.body))

    return [
        same("statement", "<opening>"),
        builds("statement", "<trigger:trigger.when> , <body:joined>", Delayed),
        builds("opening", "<trigger:trigger.next> , <body:joined>", Delayed),
        same("opening", "<closed>"),
        same("opening", "<do:do.open>", lambda value: isinstance(value, Do)),
        same("opening", "<permission>", lambda value: isinstance(value, Permission)),
        rule("only.if", "<act:action.base> only if <condition>", _only_if, _is_only_if, If),
        builds("opening", "if <condition> , <then:joined> [ . otherwise , <otherwise:joined> ]", If, _attached),
        builds("opening", "<first:do> . if you do , <then:joined> [ . otherwise , <otherwise:joined> ]", IfDone, _attached),
        builds("opening", "if <would> [ <duration> ] [ while <condition> ] , instead <body:joined>", Instead),
        builds(
            "opening",
            "the next time <would> [ <duration> ] [ while <condition> ] , instead <body:joined>",
            Instead,
            next=True,
        ),
        builds("opening", "if <would> [ <duration> ] [ while <condition> ] , <body:joined>", Prevention, prevents),
        builds(
            "opening",
            "the next time <would> [ <duration> ] [ while <condition> ] , <body:joined>",
            Prevention,
            prevents,
            next=True,
        ),
        builds("opening", "<statement:definable> , where X is <amount:figure>", Defining, _has_variable),
        same("definable", "<closed>"),
        same("definable", "<do:do.open>", lambda value: isinstance(value, Do)),
        same("definable", "<permission>", lambda value: isinstance(value, Permission)),
        _untriggered("<noun:subject.plain> don't trigger when they <act:any.base> [ <duration> ]", vocabulary),
        builds("opening", "<noun:pronoun> comes with <amount:count> <counter> {counter/counters:amount}", Entering),
        same("do", "<do.closed>"),
        same("do", "<do.open>"),
        same("closed", "<do.closed>", lambda value: isinstance(value, Do)),
        same("closed", "<change>", lambda value: isinstance(value, Change | CostChange)),
        builds("do.closed", "<act:effect.base>", Do),
        builds("do.closed", "<act:clause.effect>", Do),
        builds("do.open", "<act:effect.base> unless <unless:clause>", Do, _averted),
        builds("do.open", "<act:clause.effect> unless <unless:clause>", Do, _averted),
        builds("do.open", "<act:may.effect>", Do, may=True),
        active("may.effect", "<by:subject> may <act:effect.base>", vocabulary),
        rule(
            "joined",
            "<only:statement>",
            lambda s: (s["only"],),
            lambda v: {"only": v[0]} if len(v) == 1 else None,
            tuple,
        ),
        _chain("<first:closed> and <rest:joined>", back=False),
        _chain("<first:closed> , then <rest:joined>", back=True),
    ]


def acts_in(value: Any) -> Iterator[Act]:
    """Every act in a tree."""
    if isinstance(value, Act):
        yield value
    elif isinstance(value, tuple):
        yield from (act for item in value for act in acts_in(item))
    elif isinstance(value, Node):
        yield from (act for name in value.__struct_fields__ for act in acts_in(getattr(value, name)))


def _has_variable(value: Any) -> bool:
    return mentions(value.statement, Variable)


def _untriggered(text: str, vocabulary: Vocabulary) -> Production:
    """A production of what does not trigger; the object whose abilities they are is the subject of the act."""

    def make(slots: Slots) -> Any:
        if vocabulary.kind_of(slots["noun"].head) != "ability":
            return None
        return NoTrigger(slots["noun"], replace(slots["act"], by=ITSELF), slots.get("duration", ""))

    def take(value: Any) -> Slots | None:
        if value.act.by != ITSELF or vocabulary.kind_of(value.noun.head) != "ability":
            return None
        return {"noun": value.noun, "act": replace(value.act, by=YOU), "duration": value.duration}

    return rule("opening", text, make, take, NoTrigger)


def _averted(do: Do) -> bool:
    return do.unless is not None


def _chain(text: str, back: bool) -> Production:
    """Statements in one sentence: `, then` where the next one speaks of how many the one before moved, else `and`."""

    def make(slots: Slots) -> Any:
        return (slots["first"], *slots["rest"]) if mentions(slots["rest"][0], ThatMany) == back else None

    def take(value: Any) -> Slots | None:
        return {"first": value[0], "rest": value[1:]} if len(value) > 1 and mentions(value[1], ThatMany) == back else None

    return rule("joined", text, make, take, tuple)


def _attached(value: Any) -> bool:
    """Whether `otherwise` belongs to this condition: it goes with the nearest one before it."""
    return not value.otherwise or not _dangling(value.then[-1])


def _dangling(statement: Any) -> bool:
    if isinstance(statement, If | IfDone):
        return not statement.otherwise or _dangling(statement.otherwise[-1])
    return isinstance(statement, Delayed | Instead) and _dangling(statement.body[-1])


def _only_if(slots: Slots) -> Any:
    return If(_opposite(slots["condition"]), (Permission("can't", slots["act"]),))


def _is_only_if(value: Any) -> Slots | None:
    if value.otherwise or len(value.then) != 1:
        return None
    (only,) = value.then
    if not isinstance(only, Permission) or only != Permission("can't", only.act) or only.act.by != YOU:
        return None
    return {"act": only.act, "condition": _opposite(value.condition)}


def _opposite(condition: Any) -> Any:
    return condition.condition if isinstance(condition, Not) else Not(condition)


def triggers() -> list[Production]:
    """The productions of what sets an effect off."""
    lines = [builds("trigger.when", "at <event:moment> [ while <condition> ]", Trigger, word="at")]
    lines.append(builds("trigger.when", "when <event:moment.event> [ while <condition> ]", Trigger, word="when"))
    text = "the <nth:ordinal> time each <per:period> <event:clause> [ while <condition> ]"
    lines.append(builds("trigger.when", text, Trigger, word="when"))
    for word, symbol in (("when", "when"), ("whenever", "when"), ("the next time", "next"), ("the first time", "next")):
        text = f"{word} <event:clause> [ <duration> ] [ while <condition> ]"
        lines.append(builds(f"trigger.{symbol}", text, Trigger, word=word))
    return lines
