"""Files that cannot be read get a clear message and exit code 2, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verifier.bad_input.common import Check, refused, scenario


def test_a_missing_file(check: Check) -> None:
    refused(check(Path("none.toml")), "none.toml: invalid: there is no such file")


def test_a_directory(check: Check) -> None:
    Path("folder").mkdir()
    refused(check(Path("folder")), "folder: invalid: this is a directory, not a file")


@pytest.mark.parametrize("text", ["", "\n \n", "# a comment\n"])
def test_an_empty_file(check: Check, text: str) -> None:
    refused(check(text), "bad.toml: invalid: the file is empty", '  help: a scenario begins with `game = "…"`')


def test_a_file_that_is_not_utf_8(check: Check) -> None:
    bad = check(scenario().encode() + b'\n[expect]\n# caf\xe9\nverdict = "legal"\n')
    refused(bad, "bad.toml:15: invalid: the file is not UTF-8", "  help: save it as UTF-8 text")
    assert check(scenario().encode("utf-16")).code == 2


def test_a_byte_order_mark_is_fine(check: Check) -> None:
    assert check(b"\xef\xbb\xbf" + scenario().encode()).code == 0


def test_rows_that_end_in_carriage_returns_are_fine(check: Check) -> None:
    assert check(scenario().replace("\n", "\r\n")).code == 0
    assert "bad.toml:9:1:" in check(scenario(you="hnad = []").replace("\n", "\r\n")).err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = \n", "bad.toml:1:8: invalid: invalid TOML: invalid value"),
        ('game = "flesh_and_blood\n', "bad.toml:1:24: invalid: invalid TOML: illegal character '\\n'"),
        (
            scenario().replace("[turn]", "[turn"),
            "bad.toml:4:6: invalid: invalid TOML: expected ']' at the end of a table declaration",
        ),
        ('game = "a"\ngame = "b"\n', "bad.toml:2:11: invalid: invalid TOML: cannot overwrite a value"),
        ('line = """\nyou: pass\n', "bad.toml:3: invalid: invalid TOML: unterminated string"),
        ("\0\0\0", "bad.toml:1:1: invalid: invalid TOML: invalid statement"),
        ('game = "a\0b"\n', "bad.toml:1:10: invalid: invalid TOML: illegal character '\\x00'"),
    ],
    ids=["no value", "open string", "open table", "twice", "open fence", "NUL bytes", "a NUL byte"],
)
def test_invalid_toml_has_row_and_column(check: Check, text: str, says: str) -> None:
    refused(check(text), says)


def test_deep_nesting(check: Check) -> None:
    deep = check(f'game = "flesh_and_blood"\nx = {"[" * 100_000}{"]" * 100_000}\n')
    refused(deep, "bad.toml: invalid: invalid TOML: nested too deeply")
    refused(check(f'game = "flesh_and_blood"\nx = {"[" * 50}{"]" * 50}\n'), "bad.toml:2:1: invalid: unknown key `x`")
    assert check(f'game = "flesh_and_blood"\nx{".a" * 3_000} = 1\n').code == 2
    assert check(scenario(you=f"hand = {'[' * 50}{']' * 50}")).code == 2
    assert check(scenario(rest=f"[expect]\nstate = {'{ a = ' * 50}1{' }' * 50}")).code == 2


def test_a_number_of_thousands_of_digits(check: Check) -> None:
    answer = check(scenario(you=f"life = {'9' * 5_000}"))
    assert answer.code == 2
    assert answer.err.startswith("bad.toml:9:")
    assert len(answer.err) < 300


@pytest.mark.parametrize("key", ["value = ", "state.x = "])
def test_a_number_of_thousands_of_digits_in_another_base(check: Check, key: str) -> None:
    answer = check(scenario(rest=f"[expect]\n{key}0x{'F' * 6_000}"))
    refused(answer, "bad.toml:14:1: invalid: a number of at most 1000 digits is wanted")


def test_a_file_that_is_too_large(check: Check) -> None:
    refused(check("#" * 2_000_001), "bad.toml: invalid: the file is larger than 2,000,000 bytes")


def test_a_device_that_never_ends() -> None:
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("there is no /dev/zero here")
    limited = f"ulimit -v 4000000; exec {sys.executable} -m verifier check {endless}"
    done = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("/dev/zero: invalid: ")
    assert "Traceback" not in done.stderr


def test_a_device_that_is_empty(check: Check) -> None:
    if not Path("/dev/null").exists():
        pytest.skip("there is no /dev/null here")
    answer = check(Path("/dev/null"))
    assert answer.code == 2
    assert answer.err.startswith("/dev/null: invalid: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(check: Check) -> None:
    Path("closed.toml").write_text(scenario(), encoding="utf-8")
    Path("closed.toml").chmod(0)
    refused(check(Path("closed.toml")), "closed.toml: invalid: the file cannot be opened: Permission denied")


@pytest.mark.parametrize("name", ["a\0b.toml", "x" * 5_000, "loop.toml"], ids=["NUL", "long", "loop"])
def test_a_name_that_no_file_can_have(check: Check, name: str) -> None:
    Path("loop.toml").symlink_to("loop.toml")
    answer = check(Path(name))
    assert answer.code == 2
    assert "invalid: the file cannot be opened: " in answer.err
