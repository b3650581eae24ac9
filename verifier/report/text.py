"""Verdicts and mistakes as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from verifier.report.page import Page
from verifier.report.visible import brief, visible
from verifier.scenario import Mistake
from verifier.verdict import Met, Outcome, Taken, Verdict, Violation, in_words

_COLOUR = {Outcome.LEGAL: "green", Outcome.ILLEGAL: "red", Outcome.UNKNOWN: "yellow"}


def verdict_text(verdict: Verdict, file: str = "", page: Page = Page(), *, verbose: bool = False, nearest: bool = True) -> str:
    """A verdict in full: the title, each step, what came of it; `nearest` tells whether a nearest move was sought."""
    lines = []
    if file:
        lines.append(page.paint(visible(file), "dim" if verdict.title else "bold"))
    if verdict.title:
        lines += page.wrap(verdict.title, 0, "bold")
    if lines and (verdict.taken or verdict.step):
        lines.append("")
    for taken in verdict.taken:
        lines += _step(taken, page, verbose)
    if verdict.step:
        lines += page.labelled(str(verdict.step).rjust(3), verdict.said, 0, 5, ("bold", _COLOUR[verdict.outcome]))
    if verdict.taken or verdict.step:
        lines.append("")
    lines += _conclusion(verdict, page, nearest)
    return "\n".join(lines)


def headline(verdict: Verdict) -> str:
    """The verdict in one line: legal, illegal or undecided, where, by which rules, and whether the file said so."""
    words = _outcome(verdict)
    if verdict.violations:
        words += f" ({', '.join(verdict.rules)})"
    if verdict.outcome is Outcome.UNKNOWN and verdict.reason:
        words += f": {verdict.reason}"
    if verdict.disagreements:
        words += ", but the two readings disagree"
    if verdict.claims:
        wrong = [claim.key for claim in verdict.claims if not claim.holds]
        words += f", not as claimed ({', '.join(wrong)})" if wrong else ", as claimed"
    return words


def quiet_line(verdict: Verdict, file: str, page: Page = Page()) -> str:
    """The verdict of a file in one line."""
    colour = "green" if verdict.holds else "yellow" if verdict.exit_code == 3 else "red"
    return f"{visible(file)}: {page.paint(visible(headline(verdict)), colour)}"


def reasons(verdict: Verdict, nearest: bool = True) -> str:
    """The verdict and its reasons in plain text, without the steps."""
    return "\n".join(_conclusion(verdict, Page(100_000), nearest))


def mistakes_text(mistakes: Iterable[Mistake], page: Page = Page()) -> str:
    """Each mistake with its place, and the help below it."""
    lines = []
    for mistake in mistakes:
        place = visible(place_of(mistake))
        start = f"{page.paint(place, 'bold')}: " if place else ""
        lines.append(f"{start}{page.paint(mistake.kind, 'red')}: {brief(mistake.message)}")
        if mistake.help:
            lines.append(f"  {page.paint('help', 'cyan')}: {brief(mistake.help)}")
    return "\n".join(lines)


def place_of(mistake: Mistake) -> str:
    """The place of a mistake as FILE:LINE:COL, as far as it is known."""
    parts = [mistake.file]
    if mistake.line:
        parts.append(str(mistake.line))
        if mistake.column:
            parts.append(str(mistake.column))
    return ":".join(part for part in parts if part)


def disagreement_text(verdict: Verdict, file: str, page: Page = Page()) -> str:
    """A loud report of two readings of the same rules that disagree."""
    loud = f"{visible(file)}: BUG: the two readings of the rules disagree; this is our mistake, not yours"
    lines = [page.paint(loud, "bold", "red")]
    lines += [f"  {visible(disagreement)}" for disagreement in verdict.disagreements]
    lines.append("  please report this with the file")
    return "\n".join(lines)


def summary_text(codes: Sequence[int]) -> str:
    """How several files came out, in one line."""
    words = {0: "holds hold", 1: "fails fail", 3: "undecided undecided", 2: "unreadable unreadable"}
    counted = [f"{codes.count(code)} {words[code].split()[codes.count(code) != 1]}" for code in words if code in codes]
    return f"{len(codes)} files: {', '.join(counted)}"


def _step(taken: Taken, page: Page, verbose: bool) -> list[str]:
    if not taken.number:
        lines = page.labelled("  +", f"{taken.move}  (inserted)", 0, 5)
        return lines + _details(taken, page, False, inserted=True)
    lines = page.labelled(str(taken.number).rjust(3), taken.said or taken.move, 0, 5, ("bold", "green"))
    return lines + _details(taken, page, verbose)


def _details(taken: Taken, page: Page, verbose: bool, inserted: bool = False) -> list[str]:
    lines = []
    if taken.filled or (taken.said and "?" in taken.said):
        lines += page.labelled("filled", taken.move, 5)
    if taken.cost:
        lines += page.labelled("cost", taken.cost, 5)
    if taken.changes:
        lines += page.labelled("changes", "; ".join(taken.changes), 5)
    if taken.met and not inserted:
        lines += _met_in_full(taken.met, page) if verbose else page.labelled("rules", _met_briefly(taken.met), 5)
    if taken.solver:
        lines += page.labelled("solver", taken.solver, 5)
    return lines


def _met_briefly(met: Iterable[Met]) -> str:
    """The numbers of the rules that were met, by stage."""
    stages = []
    for stage, group in groupby(met, key=lambda one: one.stage):
        numbers = ", ".join(dict.fromkeys(one.ref for one in group))
        stages.append(f"{stage} {numbers}" if stage else numbers)
    return "; ".join(stages)


def _met_in_full(met: Iterable[Met], page: Page) -> list[str]:
    lines = page.labelled("rules", "", 5)
    for stage, group in groupby(met, key=lambda one: one.stage):
        if stage:
            lines += page.wrap(stage, 7, "dim")
        for ref, heading in dict.fromkeys((one.ref, one.heading) for one in group):
            lines += page.labelled(ref, heading, 9)
    return lines


def _outcome(verdict: Verdict) -> str:
    if verdict.outcome is Outcome.LEGAL:
        return "legal"
    word = "illegal" if verdict.outcome is Outcome.ILLEGAL else "undecided"
    return f"{word} at step {verdict.step}" if verdict.step else word


def _conclusion(verdict: Verdict, page: Page, nearest: bool) -> list[str]:
    colour = _COLOUR[verdict.outcome]
    words = _outcome(verdict)
    if verdict.outcome is Outcome.LEGAL:
        words += _extent(verdict.taken)
    elif verdict.outcome is Outcome.UNKNOWN:
        words += f": {verdict.reason}" if verdict.reason else ""
    elif verdict.stage:
        words += f', at the stage "{verdict.stage}"'
    lines = page.wrap(words, 0, "bold", colour)
    if verdict.together and len(verdict.violations) > 1:
        lines += page.wrap("these rules together leave no way to fill it:", 2)
    elif verdict.together:
        lines += page.wrap("this rule leaves no way to fill it:", 2)
    for violation in verdict.violations:
        lines += _violation(violation, page)
    if verdict.outcome is Outcome.ILLEGAL and nearest:
        lines += _nearest(verdict, page)
    return lines + _claims(verdict, page) + _readings(verdict, page)


def _extent(taken: tuple[Taken, ...]) -> str:
    """How much was checked to call a line legal."""
    written = sum(1 for step in taken if step.number)
    met = sum(len(step.met) for step in taken)
    if not taken:
        return ": the file has no line"
    return f": {_counted(written, 'move')}, {_counted(met, 'obligation')} met"


def _violation(violation: Violation, page: Page) -> list[str]:
    lines = page.labelled(violation.ref, violation.heading, 2, 9, ("bold", "red"))
    lines += page.wrap(violation.says, 11)
    if violation.facts:
        lines += page.labelled("here:", violation.facts, 11, 6)
    if violation.also:
        lines += page.labelled("also:", ", ".join(violation.also), 11, 6)
    return lines


def _nearest(verdict: Verdict, page: Page) -> list[str]:
    if verdict.nearest:
        changed = f" ({_counted(verdict.changes_to_nearest, 'change')})" if verdict.changes_to_nearest else ""
        return page.labelled("nearest", f"{verdict.nearest}{changed}", 2, 9, ("cyan",))
    return page.labelled("nearest", verdict.reason or "none, no move of this kind is legal here", 2, 9, ("cyan",))


def _claims(verdict: Verdict, page: Page) -> list[str]:
    if not verdict.claims:
        return []
    wrong = [claim for claim in verdict.claims if not claim.holds]
    if not wrong:
        return page.wrap(f"as the file claims ({', '.join(claim.key for claim in verdict.claims)})", 2, "green")
    lines = page.wrap("not as the file claims:", 2, "bold", "red")
    for claim in wrong:
        lines += page.wrap(claim.key, 4)
        lines += page.labelled("- claimed", in_words(claim.claimed), 4, 11, ("red",))
        lines += page.labelled("+ found", in_words(claim.found), 4, 11, ("green",))
    return lines


def _readings(verdict: Verdict, page: Page) -> list[str]:
    asked = [taken.solver for taken in verdict.taken if taken.solver]
    if not asked or verdict.disagreements:
        return []
    agreed = sum(1 for said in asked if said in ("legal", "illegal"))
    return page.wrap(f"both readings agree on {agreed} of {_counted(len(asked), 'step')}", 2, "dim")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
