"""The rulebook reader: order, look-ups, and every way in which a file can be wrong."""

import pickle
import re
from pathlib import Path

import pytest

from verifier.rulebook import Entry, Rulebook, UnknownRule, order

BOOK = """
["1.10.1"]
heading = "Later rule"
kind = "procedure"
says = "It comes last."
cites = ["1.2", "1.2.3a"]

["1.2.3a"]
heading = "A subrule"
kind = "definition"
says = "It belongs to the rule above."

["1.2.3"]
heading = "A rule"
kind = "constraint"
says = "It comes first."
cites = ["1.2.3a"]

["1.2.10"]
heading = "The tenth"
kind = "outside"
says = "It comes after the third."
"""


def written(folder: Path, text: str) -> Path:
    """The path of a rulebook with this text."""
    path = folder / "rulebook.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    return Rulebook.load(written(tmp_path, BOOK))


def refs(entries: tuple[Entry, ...]) -> list[str]:
    """The numbers of these entries."""
    return [entry.ref for entry in entries]


@pytest.mark.parametrize(
    "ascending",
    [
        ["1.2", "1.2.3", "1.2.3a", "1.2.3b", "1.2.10", "1.10.1", "2.0.1", "10.0.1"],
        ["KF-3", "KF-3a", "KF-3z", "KF-3aa", "KF-4", "KF-12"],
        ["GA-1.8", "GA-1.8.1", "GA-1.8.2", "GA-1.8.10", "GA-1.10"],
    ],
)
def test_references_sort_as_a_reader_expects(ascending: list[str]) -> None:
    assert sorted(set(ascending), key=order) == ascending


def test_the_key_of_a_section_begins_the_keys_of_its_rules() -> None:
    assert order("1.14.2d")[:2] == order("1.14")
    assert order("1.14.2d")[:2] != order("1.1")


def test_entries_are_in_order_whatever_the_file_says(book: Rulebook) -> None:
    assert refs(book.entries) == ["1.2.3", "1.2.3a", "1.2.10", "1.10.1"]
    assert list(book) == list(book.entries)
    assert len(book) == 4


def test_an_entry_is_found_by_its_number(book: Rulebook) -> None:
    assert book.entry("1.2.3") == Entry("1.2.3", "A rule", "constraint", "It comes first.", ("1.2.3a",))
    assert "1.2.3" in book
    assert "1.2" not in book


def test_an_unknown_number_gets_suggestions(book: Rulebook) -> None:
    with pytest.raises(UnknownRule, match=r"unknown rule `1\.2\.3b`; did you mean `1\.2\.3") as error:
        book.entry("1.2.3b")
    assert error.value.ref == "1.2.3b"
    assert "1.2.3a" in error.value.near
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


def test_a_number_like_no_other_gets_none(book: Rulebook) -> None:
    with pytest.raises(UnknownRule, match=r"unknown rule `KF-88`$"):
        book.entry("KF-88")


@pytest.mark.parametrize(
    ("ref", "below"),
    [
        ("1", ["1.2.3", "1.2.3a", "1.2.10", "1.10.1"]),
        ("1.2", ["1.2.3", "1.2.3a", "1.2.10"]),
        ("1.2.3", ["1.2.3", "1.2.3a"]),
        ("1.2.3a", ["1.2.3a"]),
        ("1.1", []),
        ("", []),
    ],
)
def test_under_gives_a_rule_and_what_is_below_it(book: Rulebook, ref: str, below: list[str]) -> None:
    assert refs(book.under(ref)) == below


def test_what_cites_what(book: Rulebook) -> None:
    assert refs(book.cited_by("1.2.3a")) == ["1.2.3", "1.10.1"]
    assert refs(book.cited_by("1.2")) == ["1.10.1"]
    assert book.cited_by("1.2.3") == ()
    assert book.references() == {"1.2.3": ("1.2.3a",), "1.2.3a": (), "1.2.10": (), "1.10.1": ("1.2", "1.2.3a")}


RULE = '["1.0.1"]\nheading = "A rule"\nkind = "{kind}"\nsays = "It says so."\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('["1.0.1"]\nkind = "outside"\nsays = "It says so."\n', "rule `1.0.1`: missing key `heading`"),
        (RULE.format(kind="law"), "rule `1.0.1`: unknown kind `law`; use constraint, procedure, definition or outside"),
        (RULE.format(kind="outside") + 'cite = ["1.0"]\n', "rule `1.0.1`: unknown key `cite`"),
        (RULE.format(kind="outside") + 'cites = "1.0"\n', "rule `1.0.1`: expected `array`, got `str` - at `cites`"),
        (
            RULE.format(kind="outside") + 'cites = ["1.0.2"]\n',
            "rule `1.0.1`: cites the unknown rule `1.0.2`; did you mean",
        ),
        (RULE.format(kind="outside") + 'cites = ["1.1"]\n', "rule `1.0.1`: cites the unknown rule `1.1`"),
        (
            '["1.0.1"]\nheading = ""\nkind = "outside"\nsays = "."\n',
            "rule `1.0.1`: expected `str` of length >= 1 - at `heading`",
        ),
        ('["one"]\nheading = "A rule"\n', "`one`: not a rule: expected a table with a number for its name"),
        ('"1.0.1" = "A rule"\n', "`1.0.1`: not a rule: expected a table with a number for its name"),
        (RULE.format(kind="outside") * 2, "Cannot declare ('1.0.1',) twice"),
    ],
)
def test_a_wrong_file_is_refused_with_file_and_rule(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=re.escape(f"{path}: ")) as error:
        Rulebook.load(path)
    assert message in str(error.value)
