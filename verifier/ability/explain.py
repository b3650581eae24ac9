"""The errors for texts that have no reading, are not canonical, or do not say what a word points back to."""

from __future__ import annotations

from difflib import get_close_matches

from verifier.ability.errors import AbilityError
from verifier.ability.printer import outline
from verifier.ability.reader import Reader
from verifier.ability.references import Unclear


def not_canonical(text: str, canonical: str) -> AbilityError:
    """The error for a text that is understood but has another canonical form."""
    column = next((i for i, (a, b) in enumerate(zip(text, canonical, strict=False)) if a != b), min(len(text), len(canonical)))
    return AbilityError("this is not how it is written", text=text, column=column, help=f"write `{canonical}`")


def pointing_nowhere(reader: Reader, unclear: Unclear) -> AbilityError:
    """The error for `it` or `that many` without exactly one thing to point back to."""
    words = unclear.word.split()
    places = [at for at in range(len(reader.words)) if reader.words[at : at + len(words)] == words]
    at = next((at for at in places if reader.words[at + 1 : at + 2] not in (["were"], ["is"])), places[0])
    readings = tuple(f"`{unclear.word}` is {outline(candidate)}" for candidate in unclear.candidates)
    message = f"`{unclear.word}` could be {len(readings)} things" if readings else f"`{unclear.word}` points back to nothing"
    return AbilityError(
        message,
        text=reader.text,
        column=reader.tokens[at].start,
        length=len(unclear.word),
        readings=readings,
        help="name what is meant",
    )


def not_understood(reader: Reader) -> AbilityError:
    """The error for a text without a reading, at the furthest place that any reading reached."""
    reader.readings()
    expected = sorted(reader.expected)
    listed = ", ".join(f"`{word}`" for word in expected[:8]) + (", …" if len(expected) > 8 else "")
    help = f"expected {listed}" if listed else ""
    if reader.furthest >= len(reader.tokens):
        message = "the words fit, but not together" if reader.words[-1] == "." else "the text ends too early"
        return AbilityError(message, text=reader.text, column=len(reader.text), help=help)
    token = reader.tokens[reader.furthest]
    known = token.word in reader.grammar.lexicon or token.word.isdecimal()
    message = f"`{token.text}` does not fit here" if known else f"`{token.text}` is not a word of this game"
    near = _nearest(token.word, token.text, known, reader)
    if near:
        help = f"did you mean `{near}`?"
    return AbilityError(message, text=reader.text, column=token.start, length=token.end - token.start, help=help)


def _nearest(word: str, written: str, known: bool, reader: Reader) -> str:
    """A word much like one that does not fit: a name or a word that would fit, else any word if it is unknown."""
    names = sorted({name for names in reader.names.by_word.values() for name in names})
    choices = [(written, names if "a name" in reader.expected else []), (word, sorted(reader.expected))]
    if not known:
        choices.append((word, sorted(reader.grammar.lexicon)))
    for said, listed in choices:
        for near in get_close_matches(said, listed, 1, 0.7):
            return near
    return ""
