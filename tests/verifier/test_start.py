"""Starting is instant: nothing heavy is imported before it is needed."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

HEAVY = ("z3", "networkx", "rich", "msgspec", "models", "tomllib", "verifier.commands", "verifier.rulebook")
BARE = ("-c", "pass")
HELP = ("-c", "from verifier.cli import main; main(['--help'])")


@pytest.mark.parametrize("argument", ["--help", "--version", "check --help", ""])
def test_nothing_heavy_is_imported(argument: str) -> None:
    code = (
        "import sys; from verifier.cli import main; main(sys.argv[1].split());"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, argument], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == "[]\n"


def test_rules_need_no_solver() -> None:
    code = (
        "import sys; from verifier.cli import main; main(['rules', '--json']);"
        "print([name for name in ('z3', 'networkx', 'rich') if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == "[]\n"


def fastest(arguments: tuple[str, ...], others: tuple[str, ...], rounds: int = 12) -> tuple[float, float]:
    """The shortest times of two interpreters that take turns, in seconds."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for arguments_now, kept in zip((arguments, others), times, strict=True):
            start = time.perf_counter()
            subprocess.run([sys.executable, *arguments_now], stdout=subprocess.DEVNULL, check=True)
            kept.append(time.perf_counter() - start)
    return min(times[0]), min(times[1])


@pytest.mark.slow
def test_help_takes_at_most_three_bare_interpreters() -> None:
    for _ in range(3):
        bare, help_ = fastest(BARE, HELP)
        if help_ <= 3 * bare:
            return
    pytest.fail(f"`--help` took {help_ / bare:.1f} times a bare interpreter")
