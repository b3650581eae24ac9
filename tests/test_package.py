"""The package as it is installed: what the wheel holds, and that the continuous checks are the documented ones."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent


def build(target: str, folder: Path, source: Path = ROOT) -> Path:
    """The file that a build makes."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    return next(folder.iterdir())


def names(wheel: Path) -> set[str]:
    """The files in a wheel."""
    with ZipFile(wheel) as opened:
        return set(opened.namelist())


@pytest.mark.slow
def test_the_wheel_holds_what_is_needed(tmp_path: Path) -> None:
    held = names(build("wheel", tmp_path))
    cards = {f"models/_cards/{path.relative_to(ROOT / 'cards').as_posix()}" for path in ROOT.glob("cards/**/*.toml")}
    assert cards
    assert cards <= held
    assert {"verifier/py.typed", "models/py.typed"} <= held
    books = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("models/*/rulebook.toml")}
    assert books <= held
    assert {name.split("/")[0] for name in held if ".dist-info/" not in name} == {"verifier", "models"}


@pytest.mark.slow
def test_a_source_distribution_builds_the_same_wheel(tmp_path: Path) -> None:
    archive = build("sdist", tmp_path / "sdist")
    with tarfile.open(archive) as opened:
        opened.extractall(tmp_path / "source", filter="data")
    unpacked = next((tmp_path / "source").iterdir())
    assert names(build("wheel", tmp_path / "again", unpacked)) == names(build("wheel", tmp_path / "direct"))


@pytest.mark.slow
def test_the_wheel_works_without_the_checkout(tmp_path: Path) -> None:
    wheel = build("wheel", tmp_path / "wheel")
    with ZipFile(wheel) as opened:
        opened.extractall(tmp_path / "installed")
    command = [sys.executable, "-m", "verifier", "cards", "--lint"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run(
        command, cwd=tmp_path / "installed", env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_versions_agree() -> None:
    import verifier

    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{verifier.__version__}]" in changes


def test_the_public_names_exist() -> None:
    import verifier

    for name in verifier.__all__:
        assert getattr(verifier, name) is not None
    assert set(verifier.__all__) <= set(dir(verifier))
    with pytest.raises(AttributeError):
        _ = verifier.nonsense


def test_ci_runs_the_readme_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    command = next(line for line in script.splitlines() if "pytest" in line and not line.startswith("#"))
    assert command in readme
    assert os.access(ROOT / ".ci/run", os.X_OK)


def test_every_tool_that_ci_runs_is_installed_by_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = " ".join(project["project"]["optional-dependencies"]["test"])
    for tool in ("pytest", "ruff", "mypy", "import-linter", "hypothesis", "cvc5", "hatchling"):
        assert tool in wanted
