"""The command line. This module only reads arguments: what a command needs is imported when it runs."""

from __future__ import annotations

import argparse
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

BUG = 70
INTERRUPTED = 130
BROKEN_PIPE = 141

EXIT_CODES = """\
exit codes:
  0    holds: legal, nothing found; where a file has [expect], all its claims are true
  1    violated or found: illegal, a false claim, a disagreement of two readings
  2    bad input or usage
  3    undecided
  70   a bug of ours
  130  interrupted
  for several files: the first of 2, 1, 3 that occurs
"""


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; the default one imports compression libraries to learn the width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=20, width=terminal_width() - 2)


def terminal_width() -> int:
    """How many columns to write: what COLUMNS says, else the terminal's width up to 120, else 80."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return max(40, int(columns))
    try:
        return min(max(40, os.get_terminal_size(1).columns), 120)
    except OSError:
        return 80


class Parser(argparse.ArgumentParser):
    """A parser of arguments whose errors look like all other messages."""

    def error(self, message: str) -> NoReturn:
        """Nothing; prints what is wrong with the arguments and exits with 2."""
        import re

        help = f"see `{self.prog} --help`"
        if found := re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message):
            from verifier.notation import suggestion

            message = f"there is no command `{found[1]}`"
            help = suggestion(found[1], re.findall(r"'([^']*)'", found[2])) or help
        else:
            message = re.sub(r"'([^']*)'", r"`\1`", message)
            message = re.sub(r"^(unrecognized arguments: )(.*)$", r"\1`\2`", message)
        self.exit(2, f"{self.prog}: invalid: {message}\n  help: {help}\n")


def build_parser() -> Parser:
    """The parser of all commands and options."""
    parser = Parser(
        prog="verifier",
        description="Proves a line of play legal, or cites the rule that it breaks.",
        epilog=EXIT_CODES,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, does: str) -> Parser:
        made: Parser = commands.add_parser(
            name,
            help=does,
            description=f"{does[:1].upper()}{does[1:]}.",
            epilog=EXIT_CODES,
            formatter_class=Formatter,
            allow_abbrev=False,
        )
        made.add_argument("--json", action="store_true", help="print JSON")
        return made

    check = command("check", "prove each line, or cite what breaks it")
    check.add_argument("files", nargs="+", metavar="FILE", help="a scenario file")
    check.add_argument("--solver", action="store_true", help="judge every step with the solver as well")
    check.add_argument("--smtlib", metavar="DIR", help="write each step's obligations there as SMT-LIB 2")
    check.add_argument("--no-nearest", action="store_true", help="do not look for the nearest legal move")
    check.add_argument("-v", "--verbose", action="store_true", help="name each rule that a step met by its heading")
    check.add_argument("-q", "--quiet", action="store_true", help="one line a file")

    moves = command("moves", "list every legal move after a file's line, with its cost")
    moves.add_argument("file", metavar="FILE", help="a scenario file")

    show = command("show", "show a file's position, at the start or after a move of its line")
    show.add_argument("file", metavar="FILE", help="a scenario file")
    show.add_argument("--step", metavar="N", type=int, default=0, help="after the N-th written move (default: 0, the start)")

    rules = command("rules", "show a rule in plain words, what encodes it and what shows it")
    rules.add_argument("ref", nargs="?", metavar="REF", help="a rule's number, or the beginning of some")
    rules.add_argument("--game", metavar="G", help="look only in this game")
    rules.add_argument("--coverage", action="store_true", help="sum up what is encoded and shown, by section")
    rules.add_argument("--scenarios", metavar="DIR", help="where scenario files are (default: tests/rulebook, if any)")

    cards = command("cards", "show a card as the program understands it, or list all cards")
    cards.add_argument("name", nargs="?", metavar="NAME", help="a card's name")
    cards.add_argument("--game", metavar="G", help="look only in this game")
    cards.add_argument("--lint", action="store_true", help="report every mistake in the card files")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code of a command line."""
    _forgive_encodings()
    try:
        try:
            code = _run(argv)
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else 0
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return BROKEN_PIPE
    except OSError as error:
        _silence()
        place = f"{error.filename}: " if error.filename else ""
        _complain(f"{place}invalid: the output cannot be written: {error.strerror or error}")
        return 2
    except Exception:  # noqa: BLE001
        import traceback

        _complain(f"{traceback.format_exc()}verifier: this is a bug of ours, please report it with what shows it")
        return BUG
    return code


def _run(argv: Sequence[str] | None) -> int:
    parser = build_parser()
    arguments = parser.parse_args(argv)
    if arguments.version:
        from verifier import __version__

        print(f"verifier {__version__}")
        return 0
    if arguments.command is None:
        parser.print_help()
        return 2
    from verifier import commands

    code: int = getattr(commands, arguments.command)(arguments)
    return code


def _forgive_encodings() -> None:
    """Nothing; makes both outputs replace what their encoding cannot say, where they can be told so."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _complain(message: str) -> None:
    if sys.stderr is not None:
        print(message, file=sys.stderr)


def _silence() -> None:
    """Nothing; sends what is still to be written nowhere, so that leaving does not fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return
