"""The commands: each takes its arguments, prints its answer and returns its exit code."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from verifier import games
from verifier.game import Game
from verifier.notation import suggestion
from verifier.report import text
from verifier.report.page import page_for
from verifier.scenario import Invalid, Mistake, load
from verifier.verdict import Verdict, combined_exit_code


def check(arguments: Namespace) -> int:
    """The exit code for checking files: each line proven, or refuted with what it breaks."""
    page = page_for(sys.stdout)
    entries: list[dict[str, Any]] = []
    codes: list[int] = []
    try:
        folder = _folder(arguments.smtlib)
    except Invalid as error:
        return _refused(error, arguments)
    for file in arguments.files:
        try:
            verdict = _verdict(file, arguments, folder)
        except Invalid as error:
            codes.append(2)
            entries.append(_invalid(error, file))
            if not arguments.json:
                _complain(text.mistakes_text(error.mistakes, page_for(sys.stderr)))
            continue
        codes.append(verdict.exit_code)
        entries.append(verdict_json(verdict, file, nearest=not arguments.no_nearest))
        if verdict.disagreements:
            _complain(text.disagreement_text(verdict, file, page_for(sys.stderr)))
        if arguments.json:
            continue
        if arguments.quiet:
            _print(text.quiet_line(verdict, file, page))
            continue
        shown = text.verdict_text(verdict, file, page, verbose=arguments.verbose, nearest=not arguments.no_nearest)
        _print(f"\n{shown}" if any(code != 2 for code in codes[:-1]) else shown)
    if arguments.json:
        _print_json(entries)
    elif len(codes) > 1:
        apart = "" if arguments.quiet or set(codes) == {2} else "\n"
        _print(f"{apart}{text.summary_text(codes)}")
    return combined_exit_code(codes)


def _verdict(file: str, arguments: Namespace, folder: Path | None) -> Verdict:
    scenario = load(file)
    from verifier.api import verify

    return verify(scenario, solver=arguments.solver, smtlib=folder, nearest=not arguments.no_nearest)


def verdict_json(verdict: Verdict, file: str, nearest: bool = True) -> dict[str, Any]:
    """A verdict as the plain values that `--json` prints."""
    rest = verdict.to_json()
    first = {
        "file": file,
        "verdict": rest.pop("outcome"),
        "step": rest.pop("step"),
        "rules": rest.pop("rules"),
        "text": text.reasons(verdict, nearest),
        "holds": rest.pop("holds"),
    }
    return first | rest


def moves(arguments: Namespace) -> int:
    """The exit code for listing the legal moves after a file's line."""
    from verifier.api import NotLegal, listing
    from verifier.effects.kernel import Beyond
    from verifier.report.catalogue import moves_text
    from verifier.report.picture import table_text

    undecided: list[str] = []
    try:
        scenario = load(arguments.file)
        listed = listing(scenario, undecided)
    except Invalid as error:
        return _refused(error, arguments)
    except NotLegal as error:
        return _not_legal(error.verdict, arguments, "moves")
    except Beyond as error:
        return _beyond(error, arguments, "moves")
    table = listed.table
    if arguments.json:
        entries = [{"move": offer.move, "cost": offer.cost} for offer in listed.offers]
        if table is not None:
            told = {row.move: dict(zip(table.columns, row.cells, strict=True)) for row in table.rows}
            rest = [place for place in range(len(entries)) if place not in told]
            entries = [entries[place] | told.get(place, {}) for place in (*told, *rest)]
        _print_json({"file": arguments.file, "moves": entries, "undecided": undecided})
    else:
        page = page_for(sys.stdout)
        ranked = {row.move for row in table.rows} if table is not None else set()
        plain = [offer for place, offer in enumerate(listed.offers) if place not in ranked]
        if plain or table is None:
            _print(moves_text(plain, page))
        if table is not None:
            _print(table_text(table, page))
        for reason in undecided:
            _print(f"undecided: {reason}")
    return 3 if undecided else 0


def show(arguments: Namespace) -> int:
    """The exit code for showing a file's position."""
    from verifier.api import NotLegal
    from verifier.api import show as shown_at
    from verifier.effects.kernel import Beyond
    from verifier.report.picture import picture_text

    try:
        scenario = load(arguments.file)
        shown = shown_at(scenario, arguments.step)
    except Invalid as error:
        return _refused(error, arguments)
    except NotLegal as error:
        return _not_legal(error.verdict, arguments, "sections")
    except Beyond as error:
        return _beyond(error, arguments, "sections")
    if arguments.json:
        told = {"file": arguments.file, "title": shown.title, "step": shown.step, "said": shown.said}
        _print_json({**told, "sections": _plain(shown.picture.sections), "facts": shown.facts})
    else:
        _print(picture_text(shown, arguments.file, page_for(sys.stdout)))
    return 0


def _not_legal(verdict: Verdict, arguments: Namespace, asked: str) -> int:
    """The exit code where what was asked for comes after a line that is not legal; `asked` is its key, with nothing in it."""
    if arguments.json:
        _print_json({**verdict_json(verdict, arguments.file), asked: []})
    else:
        _print(text.verdict_text(verdict, arguments.file, page_for(sys.stdout)))
    return 3 if verdict.outcome == "unknown" else 1


def _beyond(error: Exception, arguments: Namespace, asked: str) -> int:
    """The exit code where what was asked for leaves the model."""
    if arguments.json:
        _print_json({"file": arguments.file, "verdict": "unknown", "text": str(error), asked: []})
    else:
        _print(f"{arguments.file}: undecided: {error}")
    return 3


def rules(arguments: Namespace) -> int:
    """The exit code for showing rules, or what is encoded and shown of them."""
    try:
        chosen = _games(arguments.game)
        folder = _scenarios(arguments.scenarios)
        found = _rules(chosen, arguments.ref)
    except Invalid as error:
        return _refused(error, arguments)
    from verifier.coverage import coverage, covered, shown
    from verifier.report import catalogue

    page = page_for(sys.stdout)
    files = shown(folder) if folder is not None else {}
    listed = [(game, covered(game, entries, files)) for game, entries in found]
    if arguments.json:
        _print_json([rule.to_json() for _, some in listed for rule in some])
        return 0
    pieces = []
    for game, some in listed:
        if arguments.coverage:
            pieces.append(catalogue.coverage_text(game.title, coverage(some), page))
            continue
        title = [page.paint(game.title, "bold")] if len(listed) > 1 or arguments.ref is None else []
        exact = [rule for rule in some if rule.entry.ref == arguments.ref]
        below = [rule for rule in some if rule.entry.ref != arguments.ref]
        title += [catalogue.rule_text(rule, partial(_heading, game), page) for rule in exact]
        title += [catalogue.rules_text(below, page)] if below else []
        pieces.append("\n\n".join(title))
    _print("\n\n".join(pieces))
    return 0


def _rules(chosen: list[Game], ref: str | None) -> list[tuple[Game, Any]]:
    """The games with the rules that were asked for; raises `Invalid` where there are none."""
    if ref is None:
        return [(game, game.rulebook.entries) for game in chosen]
    found = [(game, game.rulebook.under(ref)) for game in chosen]
    found = [(game, entries) for game, entries in found if entries]
    if not found:
        known = [entry.ref for game in chosen for entry in game.rulebook]
        where = f" in {chosen[0].title}" if len(chosen) == 1 else ""
        raise Invalid(Mistake(f"there is no rule `{ref}`{where}", help=suggestion(ref, known)))
    return found


def _heading(game: Game, ref: str) -> str:
    """The heading of a rule; a section has none, so what it holds is counted."""
    if ref in game.rulebook:
        return game.rulebook.entry(ref).heading
    return f"section of {len(game.rulebook.under(ref))} rules"


def _scenarios(given: str | None) -> Path | None:
    from verifier.coverage import DEFAULT

    if given is None:
        return DEFAULT if DEFAULT.is_dir() else None
    if not Path(given).is_dir():
        raise Invalid(Mistake("there is no such directory", given))
    return Path(given)


def cards(arguments: Namespace) -> int:
    """The exit code for showing cards as the program understands them, or the mistakes in their files."""
    try:
        chosen = _games(arguments.game)
        if arguments.lint:
            return _lint(chosen, arguments)
        if arguments.name is None:
            return _list_cards(chosen, arguments)
        reports = _cards(chosen, arguments.name)
    except Invalid as error:
        return _refused(error, arguments)
    from verifier.report.catalogue import card_text

    if arguments.json:
        _print_json([_plain(card) for card in reports])
    else:
        page = page_for(sys.stdout)
        _print("\n\n".join(card_text(card, page) for card in reports))
    return 0


def _cards(chosen: list[Game], name: str) -> list[Any]:
    """The reports on the cards of that name, in every version and game; raises `Invalid` where there is none."""
    reports = []
    mistakes: list[Mistake] = []
    for game in chosen:
        versions = [each for each in game.card_names() if each.lower().startswith(f"{name.lower()} (")]
        exact = [each for each in game.card_names() if each.lower() == name.lower()]
        try:
            reports += [game.card(each) for each in exact or versions or [name]]
        except Invalid as error:
            mistakes += error.mistakes
    if not reports:
        raise Invalid(*mistakes)
    return reports


def _list_cards(chosen: list[Game], arguments: Namespace) -> int:
    if arguments.json:
        _print_json([_plain(game.card(name)) for game in chosen for name in game.card_names()])
        return 0
    page = page_for(sys.stdout)
    pieces = []
    for game in chosen:
        names = game.card_names()
        pieces.append("\n".join([page.paint(f"{game.title}: {len(names)} cards", "bold"), *(f"  {name}" for name in names)]))
    _print("\n\n".join(pieces))
    return 0


def _lint(chosen: list[Game], arguments: Namespace) -> int:
    mistakes = [mistake for game in chosen for mistake in game.lint()]
    if arguments.json:
        _print_json({"mistakes": [_plain(mistake) for mistake in mistakes]})
    elif mistakes:
        _complain(text.mistakes_text(mistakes, page_for(sys.stderr)))
    else:
        _print(f"{sum(len(game.card_names()) for game in chosen)} cards, no mistakes")
    return 2 if mistakes else 0


def _games(name: str | None) -> list[Game]:
    """The game of that name, or all games where none is named."""
    return [games.find(name)] if name is not None else [games.find(each) for each in games.names()]


def _folder(name: str | None) -> Path | None:
    """The directory for SMT-LIB files, made now so that a mistake is told before anything runs."""
    if name is None:
        return None
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Invalid(Mistake(f"the directory cannot be made: {error.strerror or error}", name)) from None
    return Path(name)


def _refused(error: Invalid, arguments: Namespace) -> int:
    if arguments.json:
        entry = _invalid(error, getattr(arguments, "file", ""))
        _print_json([entry] if arguments.command == "check" else entry)
    else:
        _complain(text.mistakes_text(error.mistakes, page_for(sys.stderr)))
    return 2


def _invalid(error: Invalid, file: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"file": file} if file else {}
    return entry | {"verdict": "invalid", "mistakes": [_plain(mistake) for mistake in error.mistakes]}


def _plain(value: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(value)


def _print(shown: str) -> None:
    print(shown)


def _print_json(value: dict[str, Any] | Iterable[Any]) -> None:
    import json

    print(json.dumps(value, indent=2, ensure_ascii=False, default=str))


def _complain(shown: str) -> None:
    if sys.stderr is not None:
        if sys.stdout is not None:
            sys.stdout.flush()
        print(shown, file=sys.stderr)
