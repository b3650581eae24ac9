"""Texts that are refused: where, why, and with which help."""

from __future__ import annotations

import pytest

from models.flesh_and_blood.vocabulary import VOCABULARY
from verifier.ability import AbilityError, parse, show
from verifier.ability.tree import THIS, Act, Do, Noun

NAMES = frozenset({"Runechant"})


def refused(text: str) -> AbilityError:
    with pytest.raises(AbilityError) as caught:
        parse(text, VOCABULARY, NAMES)
    assert caught.value.text == text
    return caught.value


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_an_empty_text_is_refused(text: str) -> None:
    assert refused(text).message == "an ability needs a text"


@pytest.mark.parametrize(
    ("text", "word", "help"),
    [
        ("Draw a crad.", "crad", "did you mean `card`?"),
        ("Drw a card.", "Drw", "did you mean `draw`?"),
        ("Create a Runchant token.", "Runchant", "did you mean `Runechant`?"),
        ("Target attack gets +3{p} hugely.", "hugely", "expected `,`, `.`, `and`, `during`, `this`, `until`"),
    ],
)
def test_an_unknown_word_is_marked(text: str, word: str, help: str) -> None:
    error = refused(text)
    assert error.message == f"`{word}` is not a word of this game"
    assert (error.column, error.length) == (text.index(word), len(word))
    assert error.help == help


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("This get +1{p}.", "get"),
        ("Cards cost {r} less.", "."),
        ("You may draw a card and gain 1{h}.", "gain"),
        ("When this hits, draw a card. Gain 1{h}.", "Gain"),
        ("Destroy you.", "you"),
        ("Destroy target aura with cost less than 3.", "."),
        ("Discard a card from your power.", "power"),
    ],
)
def test_a_word_in_the_wrong_place_is_marked(text: str, word: str) -> None:
    error = refused(text)
    assert error.message == f"`{word}` does not fit here"
    assert error.column == text.index(word)


def test_a_text_may_not_stop_early() -> None:
    error = refused("Draw a card")
    assert (error.message, error.column) == ("the text ends too early", 11)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("draw a card.", "Draw a card."),
        ("Draw  a card.", "Draw a card."),
        ("Draw 1 card.", "Draw a card."),
        ("You draw a card.", "Draw a card."),
        ("If it is your turn, you can't play this.", "Play this only if it is not your turn."),
        ("The next attack you control gets go again.", "Your next attack gets go again."),
        ("Destroy a aura.", "Destroy an aura."),
        ("Destroy target token named Runechant.", "Destroy target Runechant."),
    ],
)
def test_another_wording_is_corrected(text: str, canonical: str) -> None:
    assert refused(text).help == f"write `{canonical}`"


def test_it_must_point_back_to_one_thing() -> None:
    assert refused("Banish it.").message == "`it` points back to nothing"
    error = refused("When a weapon you control hits an aura, destroy it.")
    assert (error.message, error.column, len(error.readings)) == ("`it` could be 2 things", 48, 2)
    assert refused("Draw that many cards.").message == "`that many` points back to nothing"


def test_a_text_that_is_too_deep_or_too_big_is_refused() -> None:
    assert (
        refused("If it is your turn, " + "if it is your turn, " * 300 + "draw a card.").message == "this is too deep to be read"
    )
    assert refused(f"Draw {'9' * 5000} cards.").message.endswith("does not fit here")


def test_the_error_shows_a_caret() -> None:
    assert str(refused("Draw a crad.")).splitlines()[1:3] == ["  Draw a crad.", "         ^^^^"]


def test_a_tree_without_words_is_refused() -> None:
    with pytest.raises(AbilityError, match="no sentence says this tree"):
        show(Do(Act("sing", (("object", THIS),))), VOCABULARY)
    with pytest.raises(AbilityError):
        show(Do(Act("destroy", (("object", Noun("unicorn", "target")),))), VOCABULARY)
