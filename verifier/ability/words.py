"""The productions of a game's single words, assets and keywords."""

from __future__ import annotations

from typing import Any

from verifier.ability.production import (
    Many,
    Production,
    Slots,
    builds,
    constant,
    rule,
)
from verifier.ability.tokens import tokenise
from verifier.ability.tree import Assets, Figure, Keyword, Limit, Moment, Variable
from verifier.ability.vocabulary import Asset, KeywordEntry, Vocabulary


def words(vocabulary: Vocabulary) -> list[Production]:
    """The productions of a game's single words: each key and how it prints."""
    lines = [constant("word.plain", word, word) for word in (*vocabulary.words, *vocabulary.states)]
    lines += [constant("word.keyword", word, word) for word in vocabulary.elements]
    lines += [constant("state", state, state) for state in vocabulary.states]
    lines += [constant("duration", duration, duration) for duration in vocabulary.durations]
    lines += [constant("period", period, period) for period in vocabulary.periods]
    lines += [constant("label", label, label) for label in vocabulary.labels]
    lines += [constant("figure.plain", entry.text, Figure(entry.key)) for entry in vocabulary.figures]
    lines += [_counter(counter) for counter in vocabulary.counters]
    lines += [constant("ordinal", said, number) for number, said in enumerate(("first", "second", "third"), 1)]
    for noun in vocabulary.nouns:
        lines.append(constant("head.singular", noun.singular, noun.key))
        lines.append(constant("head.plural", noun.plural, noun.key))
    for zone in vocabulary.zones:
        lines.append(constant("zone.shared" if zone.shared else "zone.owned", zone.name, zone.key))
    for stat in vocabulary.stats:
        lines.append(constant("stat", stat.name, stat.key))
        lines.append(constant("stat.symbol", stat.symbol or stat.name, stat.key))
    for kind in vocabulary.kinds:
        lines.append(constant("activated.kind", kind.singular, kind.key))
        lines.append(constant("manner.singular", f"as though it were a {kind.singular}", kind.key))
        lines.append(constant("manner.plural", f"as though they were {kind.plural}", kind.key))
    for verb in vocabulary.verbs:
        if verb.kind == "action":
            lines.append(constant("verb.base", verb.base, verb.key))
            after = "" if any(slot.role == "object" and not slot.optional for slot in verb.frame) else " with"
            lines.append(constant("verb.done", verb.base + after, verb.key))
            lines.append(constant("verb.done.third", verb.third + after, verb.key))
        if verb.present:
            lines.append(constant("verb.present", verb.present, verb.key))
        if verb.kind == "effect" and verb.frame and verb.frame[0].role == "object" and verb.frame[0].type == "object":
            lines.append(constant("verb.participle", verb.participle, verb.key))
    for moment in vocabulary.moments:
        if moment.event:
            lines.append(constant("moment.event", moment.pattern, Moment(moment.key)))
            continue
        for said, whose in (("your", "your"), ("a opponent's", "an opponent's"), ("the", "")):
            value = Moment(moment.key, whose)  # type: ignore[arg-type]
            lines.append(constant("moment.period" if moment.period else "moment", moment.pattern.format(whose=said), value))
    lines += limits()
    lines += [line for asset in vocabulary.assets for line in _asset(asset)]
    lines += [line for keyword in vocabulary.keywords for line in _keyword(keyword)]
    return lines


def _counter(counter: str) -> Production:
    """A kind of counter, cut into the parts that a text has: `+1{p}` is three."""
    return constant("counter", " ".join(token.text for token in tokenise(counter)), counter)


def limits() -> list[Production]:
    """The productions of `once per turn`, `twice per turn`, `3 times per turn`."""
    return [
        builds("limit", "once per <per:period>", Limit, times=1),
        builds("limit", "twice per <per:period>", Limit, times=2),
        builds("limit", "<times:number> times per <per:period>", Limit, lambda limit: limit.times > 2),
    ]


def _asset(asset: Asset) -> list[Production]:
    if asset.prints == "words":
        return [
            builds("assets", f"1 {asset.singular}", Assets, asset=asset.key, amount=1),
            builds("assets", f"<amount:numeral> {asset.plural}", Assets, lambda a: a.amount != 1, asset=asset.key),
        ]
    lines = [constant("asset", asset.symbol, asset.key)]
    if asset.prints == "count":
        return [*lines, builds("assets", f"<amount:numeral> {asset.symbol}", Assets, asset=asset.key)]

    def make(slots: Slots) -> Any:
        return Assets(asset.key, len(slots["symbols"]))

    def take(value: Any) -> Slots | None:
        if value.asset != asset.key or not isinstance(value.amount, int) or value.amount < 1:
            return None
        return {"symbols": (True,) * value.amount}

    return [
        *lines,
        constant(f"symbol.{asset.key}", asset.symbol, True),
        rule("assets", (Many("symbols", f"symbol.{asset.key}", (), 1),), make, take, Assets),
        builds(
            "assets",
            f"<amount:numeral> {asset.symbol}",
            Assets,
            lambda a: isinstance(a.amount, Variable),
            asset=asset.key,
        ),
    ]


def _keyword(entry: KeywordEntry) -> list[Production]:
    name = " ".join(word for word in entry.pattern.split() if not word.startswith("{"))
    lines = [constant("keyword.name", name, entry.key)]
    if "{amount}" in entry.pattern:
        text = entry.pattern.replace("{amount}", "<amount:numeral>")
        return [*lines, builds("keyword", text, Keyword, keyword=entry.key)]
    if "{words}" in entry.pattern:
        for separator in ("and", "and/or"):
            text = entry.pattern.replace("{words}", f"<words:word.keyword++{separator}>")
            lines.append(_worded(entry.key, text, "" if separator == "and" else separator))
        text = entry.pattern.replace("{words}", "<word:word.keyword>")
        return [*lines, _one_word(entry.key, text)]
    if "{names}" in entry.pattern:
        text = entry.pattern.replace("{names}", "<words:proper+or>")
        return [*lines, builds("keyword", text, Keyword, keyword=entry.key)]
    return [*lines, constant("keyword", entry.pattern, Keyword(entry.key))]


def _one_word(key: str, text: str) -> Production:
    def take(value: Any) -> Slots | None:
        return {"word": value.words[0]} if value == Keyword(key, words=value.words) and len(value.words) == 1 else None

    return rule("keyword", text, lambda slots: Keyword(key, words=(slots["word"],)), take, Keyword)


def _worded(key: str, text: str, between: str) -> Production:
    """A keyword with several words; a joint other than `and` is kept between them."""

    def make(slots: Slots) -> Any:
        listed = [part for word in slots["words"] for part in (between, word)][1:] if between else slots["words"]
        return Keyword(key, words=tuple(listed))

    def take(value: Any) -> Slots | None:
        if value != Keyword(key, words=value.words) or len(value.words) < 2:
            return None
        if not between:
            return {"words": value.words}
        return {"words": value.words[::2]} if set(value.words[1::2]) == {between} else None

    return rule("keyword", text, make, take, Keyword)
