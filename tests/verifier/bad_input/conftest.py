"""The fixture with which bad input is tried."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.verifier.bad_input.common import Answer, Check
from verifier.cli import main


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Runs `verifier check` on a text, written to `bad.toml`, or on a path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")

    def run(text: str | bytes | Path, *options: str) -> Answer:
        if isinstance(text, Path):
            name = str(text)
        else:
            name = "bad.toml"
            Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
        start = time.perf_counter()
        code = main(["check", *options, name])
        seconds = time.perf_counter() - start
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err, captured.err
        assert "bug of ours" not in captured.err
        return Answer(code, captured.out, captured.err, seconds)

    return run
