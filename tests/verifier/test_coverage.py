"""Which scenario files show a rule, and the sums over a rulebook."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from verifier.coverage import Covered, coverage, covered, section, shown
from verifier.rule import Rules
from verifier.rulebook import Entry, Rulebook


def write(folder: Path, name: str, text: str) -> str:
    """The path of a file, as it is listed."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path.as_posix()


def test_files_show_rules_by_name_list_and_claim(tmp_path: Path) -> None:
    named = write(tmp_path, "toy/1.14.2d-ex1-leftover.toml", 'game = "toy"')
    listing = write(tmp_path, "toy/other.toml", 'game = "toy"\nshows = ["1.2", "1.3a"]')
    claiming = write(tmp_path, "toy/9-claim.toml", 'game = "toy"\n[expect]\nverdict = "illegal"\nrules = ["1.2"]')
    assert shown(tmp_path) == {
        "toy": {"1.14.2d": (named,), "1.2": (claiming, listing), "1.3a": (listing,), "9": (claiming,)},
    }


def test_a_name_must_go_on_after_the_number(tmp_path: Path) -> None:
    write(tmp_path, "1.2.toml", 'game = "toy"')
    write(tmp_path, "1.20-x.toml", 'game = "toy"')
    assert set(shown(tmp_path)["toy"]) == {"1.20"}


def test_letters_may_begin_a_number(tmp_path: Path) -> None:
    write(tmp_path, "KF-3a-x.toml", 'game = "toy"')
    assert set(shown(tmp_path)["toy"]) == {"KF-3a"}


def test_games_are_kept_apart(tmp_path: Path) -> None:
    write(tmp_path, "1.1-a.toml", 'game = "toy"')
    write(tmp_path, "1.1-b.toml", 'game = "other"')
    assert {game: list(refs) for game, refs in shown(tmp_path).items()} == {"toy": ["1.1"], "other": ["1.1"]}


@pytest.mark.parametrize("text", ["", "game = 3", "game = ", 'shows = ["1.1"]'])
def test_what_cannot_be_read_shows_nothing(tmp_path: Path, text: str) -> None:
    write(tmp_path, "1.1-x.toml", text)
    assert shown(tmp_path) == {}


def test_odd_values_show_nothing(tmp_path: Path) -> None:
    write(tmp_path, "x.toml", 'game = "toy"\nshows = [1]\nexpect = 2')
    assert shown(tmp_path) == {"toy": {}}


def test_each_file_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "1.1-x.toml", 'game = "toy"\nshows = ["1.2"]\n[expect]\nrules = ["1.3"]')
    texts: list[str] = []
    real = tomllib.loads

    def loads(text: str) -> dict[str, Any]:
        texts.append(text)
        return real(text)

    monkeypatch.setattr(tomllib, "loads", loads)
    shown(tmp_path)
    assert len(texts) == 1


def game() -> Any:
    """A game with two sections."""
    rules = Rules()
    rules.encodes("1.1.1")(shown)
    book = Rulebook(
        (
            Entry("1.1.1", "One", "procedure", "One."),
            Entry("1.1.2", "Two", "constraint", "Two.", ("1.1.1",)),
            Entry("1.2.1", "Three", "constraint", "Three.", ("1.1.1",)),
            Entry("1.2.2", "Four", "outside", "Four."),
        )
    )
    return SimpleNamespace(name="toy", rules=rules, rulebook=book)


def test_covered() -> None:
    toy = game()
    first, second, *_ = covered(toy, toy.rulebook.entries, {"toy": {"1.1.2": ("a.toml",)}})
    assert first.encoded_by == ("verifier.coverage.shown",)
    assert first.cited_by == ("1.1.2", "1.2.1")
    assert second.shown_by == ("a.toml",)
    assert second.to_json()["cites"] == ["1.1.1"]


def test_sums() -> None:
    toy = game()
    summed = coverage(covered(toy, toy.rulebook.entries, {"toy": {"1.1.2": ("a.toml",)}}))
    assert [(one.name, one.rules, one.encoded, one.shown, one.missing) for one in summed.sections] == [
        ("1.1", 2, 1, 1, 0),
        ("1.2", 2, 0, 0, 1),
    ]
    assert [(one.name, one.rules) for one in summed.kinds] == [("constraint", 2), ("outside", 1), ("procedure", 1)]
    assert (summed.total.rules, summed.total.missing) == (4, 1)
    assert [rule.entry.ref for rule in summed.missing] == ["1.2.1"]


def test_what_is_outside_the_game_is_not_missing() -> None:
    assert not Covered("toy", Entry("1.1", "x", "outside", "x."), (), (), ()).missing


@pytest.mark.parametrize(("ref", "name"), [("1.14.2d", "1.14"), ("5.1", "5.1"), ("KF-3a", "KF-3"), ("7", "7")])
def test_section(ref: str, name: str) -> None:
    assert section(ref) == name
