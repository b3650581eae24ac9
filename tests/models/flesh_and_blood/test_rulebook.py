"""The Flesh and Blood rulebook: complete where it must be, and written as the house writes."""

import re
from collections import Counter
from pathlib import Path

import pytest

from verifier.rulebook import Rulebook, order

ROOT = Path(__file__).parents[3]
FILE = ROOT / "models" / "flesh_and_blood" / "rulebook.toml"
BOOK = Rulebook.load(FILE)


def kinds() -> dict[str, str]:
    """The kind of every rule of the chapters that are encoded in full, by number."""
    listing = ROOT / "tests" / "rulebook" / "flesh_and_blood" / "refs.txt"
    lines = [line.split() for line in listing.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {ref: kind for ref, kind in lines if kind != "example"}


KINDS = kinds()


def test_the_listing_is_whole() -> None:
    assert Counter(ref.split(".")[0] for ref in KINDS) == {"1": 217, "5": 78, "7": 82}


@pytest.mark.parametrize("chapter", ["1", "5", "7"])
def test_every_rule_of_the_chapter_has_an_entry_of_its_kind(chapter: str) -> None:
    expected = {ref: kind for ref, kind in KINDS.items() if ref.split(".")[0] == chapter}
    assert {entry.ref: entry.kind for entry in BOOK.under(chapter)} == expected


@pytest.mark.parametrize("section", ["4.3", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "8.1.1", "8.3.5", "8.5.5", "9.2"])
def test_the_sections_that_those_chapters_lean_on_are_there(section: str) -> None:
    assert BOOK.under(section)


def test_the_file_is_in_numerical_order() -> None:
    written = re.findall(r'^\["(.+)"\]$', FILE.read_text(encoding="utf-8"), re.MULTILINE)
    assert written == sorted(written, key=order)


def test_a_subrule_comes_with_its_rule() -> None:
    assert [entry.ref for entry in BOOK if entry.ref.rstrip("abcdefghijklmnopqrstuvwxyz") not in BOOK] == []


def test_headings_are_unique() -> None:
    assert [heading for heading, times in Counter(entry.heading.lower() for entry in BOOK).items() if times > 1] == []


def test_headings_are_short() -> None:
    assert [entry.heading for entry in BOOK if not re.fullmatch(r"[A-Z]\S*(?: \S+){1,5}(?<!\.)", entry.heading)] == []


def test_entries_are_one_or_two_sentences() -> None:
    sentences = re.compile(r"(?:[A-Z{][^.]*\.(?: |$)){1,2}")
    assert [entry.ref for entry in BOOK if not sentences.fullmatch(entry.says) or len(entry.says) > 280] == []


def test_citations_resolve_and_none_is_to_itself() -> None:
    for ref, cited in BOOK.references().items():
        assert ref not in cited
        assert list(cited) == sorted(set(cited), key=order)
        assert all(BOOK.under(other) for other in cited)


def test_paying_and_playing_lean_on_each_other() -> None:
    assert "5.1.7" in {entry.ref for entry in BOOK.cited_by("1.14.2")}
    assert BOOK.entry("1.14.2d").cites == ("1.13.3", "1.13.5", "1.14.3")
