"""The README is true: every console and python example is run and its output compared, every file shown is a real one.

`python tests/test_readme.py` writes the outputs of the console examples anew.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
FENCED = re.compile(r"(?:<!-- (?P<source>\S+) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)\n```", re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, its text, and the file that it says it shows."""

    language: str
    text: str
    source: str


def blocks(*languages: str) -> list[Block]:
    """The README's blocks in these languages."""
    text = README.read_text(encoding="utf-8") if README.exists() else ""
    found = (Block(one["language"], one["text"], one["source"] or "") for one in FENCED.finditer(text))
    return [block for block in found if block.language in languages]


def examples(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output below it."""
    parts = re.split(r"^\$ (.*)$", block, flags=re.MULTILINE)[1:]
    return [(command, output.strip("\n")) for command, output in zip(parts[::2], parts[1::2], strict=True)]


def run(command: str) -> str:
    """What a command prints in the checkout, on a page of 80 columns without colour."""
    here = f'verifier() {{ {shlex.quote(sys.executable)} -m verifier "$@"; }}\n'
    environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-c", here + command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    return done.stdout.strip("\n")


CONSOLE = [example for block in blocks("console") for example in examples(block.text)]


def test_there_are_examples() -> None:
    assert len(CONSOLE) >= 5
    assert blocks("python")
    assert blocks("toml")


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_console(command: str, output: str) -> None:
    assert run(command) == output


@pytest.mark.parametrize("block", blocks("python"))
def test_python(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(block.text + "\n", {}, "README", str(README), 0)
    assert test.examples
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert "".join(told) == ""


@pytest.mark.parametrize("block", blocks("toml", "py"))
def test_files_are_real(block: Block) -> None:
    assert block.source
    assert block.text in (ROOT / block.source).read_text(encoding="utf-8")


def test_the_tour() -> None:
    (setup,) = (block.text for block in blocks("sh") if "tests/tour" in block.text)
    tour = setup.split(" && ")[-1].replace(".venv/bin/verifier", "verifier")
    told = run(f"{tour}; echo exit $?")
    assert told.endswith("exit 0")
    for words in ("legal", "illegal at step", "filled"):
        assert words in told


def rewritten(block: re.Match[str]) -> str:
    """A console block with the outputs that its commands have now; other blocks as they are."""
    if block["language"] != "console":
        return block[0]
    told = "\n\n".join(f"$ {command}\n{run(command)}".strip("\n") for command, _ in examples(block["text"]))
    return f"```console\n{told}\n```"


if __name__ == "__main__":
    README.write_text(FENCED.sub(rewritten, README.read_text(encoding="utf-8")), encoding="utf-8")
