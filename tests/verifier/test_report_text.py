"""Verdicts, mistakes, rules and cards as text: what is said, how it wraps, and where it has colour."""

from __future__ import annotations

import io

import pytest

from verifier.api import Offer
from verifier.notation import Said
from verifier.report.catalogue import moves_text
from verifier.report.page import Page, page_for
from verifier.report.text import headline, mistakes_text, reasons, summary_text, verdict_text
from verifier.scenario import Mistake
from verifier.verdict import Claim, Met, Outcome, Taken, Verdict, Violation

MET = (Met("5.1", "Announcing", "announce"), Met("5.1a", "From a zone", "announce"), Met("5.2", "Paying", "pay"))
FIRST = Taken(1, "you: play A pitching ?", "you: play A pitching B", "3 coins", MET, ("you.coins 0 -> 1",), True, "legal")
PASSED = Taken(0, "", "you: pass", met=MET)
PAYING = Violation("5.2", "Paying", "A cost is paid in full.", ("1.4",), "3 coins are asked, 2 are there")
HAVING = Violation("5.3", "Having", "Only cards in hand are pitched.")


def test_a_legal_line() -> None:
    verdict = Verdict(Outcome.LEGAL, (FIRST, PASSED), title="A pays with B")
    assert verdict_text(verdict, "a.toml").split("\n") == [
        "a.toml",
        "A pays with B",
        "",
        "  1  you: play A pitching ?",
        "     filled   you: play A pitching B",
        "     cost     3 coins",
        "     changes  you.coins 0 -> 1",
        "     rules    announce 5.1, 5.1a; pay 5.2",
        "     solver   legal",
        "  +  you: pass  (inserted)",
        "",
        "legal: 1 move, 6 obligations met",
        "  both readings agree on 1 of 1 step",
    ]


def test_headings_are_told_when_asked_for() -> None:
    text = verdict_text(Verdict(Outcome.LEGAL, (FIRST,)), verbose=True)
    assert "       announce\n         5.1      Announcing\n         5.1a     From a zone\n       pay" in text


def test_an_illegal_line() -> None:
    verdict = Verdict(Outcome.ILLEGAL, (), 1, "pay", "you: play A", (PAYING,), nearest="you: pass", changes_to_nearest=2)
    assert verdict_text(verdict).splitlines() == [
        "  1  you: play A",
        "",
        'illegal at step 1, at the stage "pay"',
        "  5.2      Paying",
        "           A cost is paid in full.",
        "           here: 3 coins are asked, 2 are there",
        "           also: 1.4",
        "  nearest  you: pass (2 changes)",
    ]


def test_rules_that_only_together_leave_no_filling() -> None:
    verdict = Verdict(Outcome.ILLEGAL, (), 1, "", "you: play A pitching ?", (PAYING, HAVING), together=True)
    text = reasons(verdict)
    assert "these rules together leave no way to fill it:" in text
    assert text.index("5.2") < text.index("5.3")
    assert "nearest  none, no move of this kind is legal here" in text


def test_nothing_is_said_of_a_nearest_move_that_was_not_sought() -> None:
    assert "nearest" not in reasons(Verdict(Outcome.ILLEGAL, (), 1, violations=(PAYING,)), nearest=False)


def test_an_undecided_line() -> None:
    verdict = Verdict(Outcome.UNKNOWN, (), 2, said="you: play A", reason="a card leaves out an ability")
    assert verdict_text(verdict).splitlines()[-1] == "undecided at step 2: a card leaves out an ability"


def test_claims() -> None:
    held = Verdict(Outcome.LEGAL, (FIRST,), claims=(Claim("verdict", "legal", "legal"),))
    assert "  as the file claims (verdict)" in verdict_text(held)
    false = Verdict(Outcome.LEGAL, claims=(Claim("verdict", "legal", "legal"), Claim("rules", ["1.1"], [])))
    assert verdict_text(false).splitlines()[1:] == [
        "  not as the file claims:",
        "    rules",
        "    - claimed  1.1",
        "    + found    none",
    ]


def test_headline() -> None:
    verdict = Verdict(Outcome.ILLEGAL, (), 2, violations=(PAYING, HAVING), claims=(Claim("step", 1, 2),))
    assert headline(verdict) == "illegal at step 2 (5.2, 5.3), not as claimed (step)"


def test_mistakes() -> None:
    listed = (Mistake("unknown key `x`", "a.toml", 3, 2, "did you mean `y`?"), Mistake("fits two", kind="ambiguous"))
    assert mistakes_text(listed) == "a.toml:3:2: invalid: unknown key `x`\n  help: did you mean `y`?\nambiguous: fits two"


@pytest.mark.parametrize("width", [40, 60, 100])
def test_text_fits_the_page(width: int) -> None:
    long = Violation("5.2", "Paying", "word " * 60, facts="fact " * 40)
    verdict = Verdict(Outcome.ILLEGAL, (FIRST,), 2, "pay", "you: " + "play " * 30, (long,), nearest="near " * 30)
    assert max(map(len, verdict_text(verdict, page=Page(width)).splitlines())) <= width


def test_colour_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert page_for(Terminal()).colour
    assert not page_for(io.StringIO()).colour
    assert not page_for(None).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not page_for(Terminal()).colour


def test_colour_changes_no_word() -> None:
    import re

    verdict = Verdict(Outcome.ILLEGAL, (FIRST, PASSED), 2, "pay", "you: play A", (PAYING,), claims=(Claim("step", 1, 2),))
    plain, coloured = (verdict_text(verdict, "a.toml", Page(70, colour)) for colour in (False, True))
    assert coloured != plain
    stripped = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()


def test_width_is_what_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert page_for(io.StringIO()).width == 72


def test_summary() -> None:
    assert summary_text([0, 0, 1, 3, 2]) == "5 files: 2 hold, 1 fails, 1 undecided, 1 unreadable"


def test_moves() -> None:
    assert moves_text(()) == "no legal move"
    assert moves_text((Offer("you: pass", "", Said("you", "pass")),)) == "you: pass"
