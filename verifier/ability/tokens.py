"""Words and marks of an ability's text: how it is cut up, and how it is put together again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

OPEN, CLOSE = "«", "»"
"""The two straight quotation marks of a quoted ability, told apart."""

_TOKEN = re.compile(r"[Nn]on-(?=\w)|\{\w+\}|--|'s\b|\w(?:(?!'s\b)[\w'/-])*|\S")
_STARTS = frozenset({".", ":", "•", "--", OPEN})
_NO_SPACE_BEFORE = frozenset({".", ",", ":", ";", "'s", CLOSE})
_NO_SPACE_AFTER = frozenset({"+", "-", "non-", "Non-", OPEN})
_CONSONANT_SOUND = ("uni", "use", "eu", "one")


class Token(Struct, frozen=True):
    """A word or mark: as written, as the grammar compares it, and where it stands."""

    text: str
    word: str
    start: int
    end: int


def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of a text; the first word of a sentence is compared in lower case, and `."` ends a sentence too."""
    tokens: list[Token] = []
    previous = "."
    for match in _TOKEN.finditer(text):
        written, start = match.group(), match.start()
        word = written
        if written == '"':
            word = CLOSE if text[max(0, start - 1) : start] in (".", '"') and start else OPEN
        elif previous in _STARTS and written != "X":
            word = written[0].lower() + written[1:]
        if word == "an":
            word = "a"
        tokens.append(Token(written, word, start, match.end()))
        if word == CLOSE and _ends_sentence(text[match.end() :]):
            tokens.append(Token("", ".", match.end(), match.end()))
        previous = tokens[-1].word
    return tuple(tokens)


def _ends_sentence(rest: str) -> bool:
    following = rest.lstrip()
    return not following or following[0] in '"•' or following[0].isupper()


def join(words: Iterable[str]) -> str:
    """The text that a row of words and marks makes: spaces, capitals, `a` or `an`, never two full stops together."""
    text, previous, before = "", ".", ""
    for word in _articles(list(words)):
        if word == "." and previous == CLOSE and before == ".":
            before, previous = previous, word
            continue
        shown = {OPEN: '"', CLOSE: '"'}.get(word, word)
        if previous in _STARTS:
            shown = shown[0].upper() + shown[1:]
        glued = (
            not text
            or word in _NO_SPACE_BEFORE
            or previous in _NO_SPACE_AFTER
            or (word.startswith("{") and (previous == "X" or previous[-1] in "}0123456789"))
        )
        text += shown if glued else " " + shown
        before, previous = previous, word
    return text


def _articles(words: list[str]) -> Iterator[str]:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "a" and following[:1].lower() in set("aeiou") and not following.lower().startswith(_CONSONANT_SOUND):
            yield "an"
        else:
            yield word
