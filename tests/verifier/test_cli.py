"""The command line: exit codes, JSON, messages, and every way in which its output can end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import verifier.api
from verifier import games
from verifier.cli import main
from verifier.effects.kernel import Beyond
from verifier.notation import Item, Notation, Said, show
from verifier.rule import Rules
from verifier.rulebook import Entry, Rulebook
from verifier.scenario import Invalid, Mistake, Scenario
from verifier.verdict import (
    AbilityReport,
    CardReport,
    Claim,
    Met,
    Outcome,
    Picture,
    Ranked,
    Row,
    Section,
    Table,
    Taken,
    Verdict,
    Violation,
)

LEGAL = Verdict(Outcome.LEGAL, (Taken(1, "you: draw", "you: draw", "1 coin", (Met("1.1", "Drawing", "Draw"),)),))
BROKEN = Violation("1.2", "One card a turn", "A player draws once a turn.", (), "you drew already")
ILLEGAL = Verdict(Outcome.ILLEGAL, LEGAL.taken, 2, "Draw", "you: draw", (BROKEN,), nearest="you: pass", changes_to_nearest=1)
UNKNOWN = Verdict(Outcome.UNKNOWN, (), 1, said="you: draw", reason="the limit was reached")
CLAIMED = Verdict(Outcome.ILLEGAL, step=1, violations=(BROKEN,), claims=(Claim("verdict", "illegal", "illegal"),))
DENIED = Verdict(Outcome.LEGAL, claims=(Claim("state.you.coins", 2, 1),))
SPLIT = Verdict(Outcome.LEGAL, disagreements=("step 1: evaluation says legal, the solver says illegal",))
VERDICTS = {
    "legal": LEGAL, "illegal": ILLEGAL, "unknown": UNKNOWN, "claimed": CLAIMED, "denied": DENIED, "split": SPLIT,
}  # fmt: skip


def registry() -> Rules:
    """A registry with one rule encoded."""
    rules = Rules()

    @rules.constraint("1.2", of=object, stage="draw")
    def draws_once(position: Any, move: Any) -> bool:
        return True

    return rules


class Cards:
    """A game as far as rules and cards go."""

    def __init__(self, name: str, first: str = "1") -> None:
        self.name = name
        self.title = name.title()
        self.notation = Notation({"draw": "nothing"}, {})
        self.rules = registry()
        self.rulebook = Rulebook(
            (
                Entry(f"{first}.1", "Drawing", "procedure", "A player draws the top card."),
                Entry(f"{first}.2", "One card a turn", "constraint", "A player draws once a turn.", (f"{first}.1",)),
                Entry(f"{first}.2a", "Unless told", "definition", "An effect may allow more.", (f"{first}.2", first)),
                Entry(f"{first}.3", "Sleeves", "outside", "Cards may be sleeved."),
            )
        )
        self.mistakes: tuple[Mistake, ...] = ()

    def card_names(self) -> tuple[str, ...]:
        return ("Big Draw", "Small Draw")

    def card(self, name: str) -> CardReport:
        if name not in self.card_names():
            raise Invalid(Mistake(f"there is no card called `{name}`", help="did you mean `Big Draw`?"))
        ability = AbilityReport("Draw 2 cards.", "resolution", "when it resolves")
        return CardReport(name, "cards/draw.toml", {"cost": 1, "types": ["Action"]}, (ability,), (("Fly.", "no air"),))

    def lint(self) -> tuple[Mistake, ...]:
        return self.mistakes


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cards:
    """One game, in an empty directory."""
    game = Cards("toy")
    monkeypatch.setattr(games, "names", lambda: ("toy",))
    monkeypatch.setattr(games, "find", lambda name, file="", line=0: _find((game,), name, file, line))
    monkeypatch.chdir(tmp_path)
    return game


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two games, in an empty directory."""
    both = (Cards("toy"), Cards("other", "2"))
    monkeypatch.setattr(games, "names", lambda: ("other", "toy"))
    monkeypatch.setattr(games, "find", lambda name, file="", line=0: _find(both, name, file, line))
    monkeypatch.chdir(tmp_path)


def _find(known: tuple[Cards, ...], name: str, file: str, line: int) -> Cards:
    for game in known:
        if game.name == name:
            return game
    raise Invalid(Mistake(f"there is no game called `{name}`", file, line, help="the games are `toy`"))


@pytest.fixture
def verdicts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A directory of files whose verdicts are known by their names."""

    def verify(scenario: Scenario, **options: Any) -> Verdict:
        return VERDICTS[Path(scenario.file).stem]

    monkeypatch.setattr(verifier.api, "verify", verify)
    monkeypatch.chdir(tmp_path)
    for name in VERDICTS:
        (tmp_path / f"{name}.toml").write_text('game = "toy"\n', encoding="utf-8")
    (tmp_path / "bad.toml").write_text('game = "toy"\nlin = ""\nturns = 1\n', encoding="utf-8")
    return tmp_path


class TestCheck:
    @pytest.mark.parametrize(
        ("name", "code"),
        [("legal", 0), ("illegal", 1), ("unknown", 3), ("claimed", 0), ("denied", 1), ("split", 1), ("bad", 2)],
    )
    def test_exit_code(self, verdicts: Path, name: str, code: int) -> None:
        assert main(["check", f"{name}.toml"]) == code
        assert main(["check", "--json", f"{name}.toml"]) == code

    @pytest.mark.parametrize(
        ("names", "code"),
        [
            (["legal", "claimed"], 0),
            (["legal", "unknown"], 3),
            (["unknown", "illegal"], 1),
            (["unknown", "illegal", "bad"], 2),
        ],
    )
    def test_several_files(self, verdicts: Path, names: list[str], code: int) -> None:
        assert main(["check", *(f"{name}.toml" for name in names)]) == code

    def test_text(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["check", "illegal.toml"])
        out, err = capsys.readouterr()
        assert "illegal at step 2" in out
        assert "1.2" in out
        assert "you drew already" in out
        assert "you: pass (1 change)" in out
        assert err == ""

    def test_quiet(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["check", "-q", "legal.toml", "illegal.toml", "claimed.toml", "denied.toml", "unknown.toml"])
        assert capsys.readouterr().out.splitlines() == [
            "legal.toml: legal",
            "illegal.toml: illegal at step 2 (1.2)",
            "claimed.toml: illegal at step 1 (1.2), as claimed",
            "denied.toml: legal, not as claimed (state.you.coins)",
            "unknown.toml: undecided at step 1: the limit was reached",
            "5 files: 2 hold, 2 fail, 1 undecided",
        ]

    def test_json(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["check", "--json", "legal.toml", "illegal.toml", "bad.toml"])
        out, err = capsys.readouterr()
        legal, illegal, bad = json.loads(out)
        assert err == ""
        assert (legal["file"], legal["verdict"], legal["step"], legal["rules"]) == ("legal.toml", "legal", 0, [])
        assert legal["holds"] is True
        assert legal["taken"][0]["cost"] == "1 coin"
        assert (illegal["verdict"], illegal["step"], illegal["rules"]) == ("illegal", 2, ["1.2"])
        assert illegal["text"].startswith("illegal at step 2")
        assert "outcome" not in illegal
        assert bad["verdict"] == "invalid"
        assert [mistake["line"] for mistake in bad["mistakes"]] == [1, 2, 3]

    def test_all_mistakes_are_told_at_once(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["check", "bad.toml"])
        out, err = capsys.readouterr()
        assert out == ""
        assert err.splitlines() == [
            "bad.toml:1: invalid: there is no game called `toy`",
            "  help: the games are `flesh_and_blood`",
            "bad.toml:2:1: invalid: unknown key `lin`",
            "  help: did you mean `line`?",
            "bad.toml:3:1: invalid: unknown key `turns`",
            "  help: did you mean `turn`?",
        ]

    def test_a_bad_file_does_not_stop_the_others(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "missing.toml", "legal.toml"]) == 2
        out, err = capsys.readouterr()
        assert "legal: 1 move, 1 obligation met" in out
        assert err == "missing.toml: invalid: there is no such file\n"

    def test_a_disagreement_is_loud(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "--json", "split.toml"]) == 1
        assert "BUG" in capsys.readouterr().err

    def test_options_are_passed_on(self, verdicts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        seen: dict[str, Any] = {}

        def verify(scenario: Scenario, **options: Any) -> Verdict:
            seen.update(options)
            return LEGAL

        monkeypatch.setattr(verifier.api, "verify", verify)
        main(["check", "--solver", "--smtlib", "out/smt", "--no-nearest", "legal.toml"])
        assert seen == {"solver": True, "smtlib": Path("out/smt"), "nearest": False}
        assert Path("out/smt").is_dir()

    def test_a_directory_that_cannot_be_made(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "--smtlib", "legal.toml", "legal.toml"]) == 2
        assert capsys.readouterr().err.startswith("legal.toml: invalid: the directory cannot be made")

    def test_unknown_game(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        Path("game.toml").write_text('title = "x"\ngame = "chess"\n', encoding="utf-8")
        assert main(["check", "game.toml"]) == 2
        assert capsys.readouterr().err.startswith("game.toml:2: invalid: there is no game called `chess`")


class TestRules:
    def test_one(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        Path("shown").mkdir()
        Path("shown/1.2-again.toml").write_text('game = "toy"\n', encoding="utf-8")
        assert main(["rules", "1.2", "--scenarios", "shown"]) == 0
        out = capsys.readouterr().out
        assert "1.2  One card a turn" in out
        assert "A player draws once a turn." in out
        assert "draws_once" in out
        assert "shown/1.2-again.toml" in out
        assert out.index("cites") < out.index("1.1  Drawing") < out.index("cited by") < out.index("1.2a  Unless told")

    def test_json(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "--json", "--coverage"]) == 0
        rules = json.loads(capsys.readouterr().out)
        assert [rule["ref"] for rule in rules] == ["1.1", "1.2", "1.2a", "1.3"]
        assert rules[1] == {
            "ref": "1.2",
            "game": "toy",
            "heading": "One card a turn",
            "says": "A player draws once a turn.",
            "kind": "constraint",
            "cites": ["1.1"],
            "cited_by": ["1.2a"],
            "encoded_by": toy.rules.encoded_by("1.2"),
            "shown_by": [],
        } | {"encoded_by": list(toy.rules.encoded_by("1.2"))}

    def test_a_section(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "1"]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 4

    def test_coverage(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "--coverage"]) == 0
        out = capsys.readouterr().out
        assert "2 rules are neither encoded nor shown" in out
        assert "1.1, 1.2a" in out

    def test_unknown_rule(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "1.2b"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("invalid: there is no rule `1.2b` in Toy\n  help: did you mean `1.2")

    def test_unknown_rule_as_json(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "9", "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["verdict"] == "invalid"

    def test_unknown_directory(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "--scenarios", "nowhere"]) == 2
        assert capsys.readouterr().err == "nowhere: invalid: there is no such directory\n"

    def test_every_game_is_searched(self, two: None, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "2.2", "--json"]) == 0
        assert {rule["game"] for rule in json.loads(capsys.readouterr().out)} == {"other"}
        assert main(["rules", "2.2", "--game", "toy"]) == 2
        assert main(["rules"]) == 0
        out = capsys.readouterr().out
        assert out.index("Other") < out.index("Toy")


class TestCards:
    def test_list(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["cards"]) == 0
        assert capsys.readouterr().out == "Toy: 2 cards\n  Big Draw\n  Small Draw\n"

    def test_one(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["cards", "Big Draw"]) == 0
        out = capsys.readouterr().out
        for words in ("Big Draw", "cost   1", "Draw 2 cards.", "resolution, when it resolves", "left out: no air"):
            assert words in out

    def test_json(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["cards", "--json"]) == 0
        assert [card["name"] for card in json.loads(capsys.readouterr().out)] == ["Big Draw", "Small Draw"]

    def test_unknown(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["cards", "Bog Draw"]) == 2
        assert capsys.readouterr().err == "invalid: there is no card called `Bog Draw`\n  help: did you mean `Big Draw`?\n"

    def test_lint(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["cards", "--lint"]) == 0
        assert capsys.readouterr().out == "2 cards, no mistakes\n"
        toy.mistakes = (Mistake("unknown word `fly`", "cards/draw.toml", 3, 4),)
        assert main(["cards", "--lint"]) == 2
        assert capsys.readouterr().err == "cards/draw.toml:3:4: invalid: unknown word `fly`\n"

    def test_unknown_game(self, toy: Cards, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["cards", "--game", "chess"]) == 2
        assert "there is no game called `chess`" in capsys.readouterr().err


class TestMoves:
    @pytest.fixture
    def offered(self, monkeypatch: pytest.MonkeyPatch, verdicts: Path) -> None:
        buying = [Said("you", "buy", (), (("pitching", (Item(card),)),)) for card in ("A", "B")]
        play = [verifier.api.Offer(show(said), "1 coin", said, 0) for said in buying]
        offers = (play[0], verifier.api.Offer("you: pass", "", Said("you", "pass"), 1), play[1])
        monkeypatch.setattr(verifier.api, "listing", lambda scenario, undecided: verifier.api.Listing(offers))

    @pytest.mark.usefixtures("offered")
    def test_text(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["moves", "legal.toml"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "you: buy  [1 coin]",
            "  2 ways   pitching A; pitching B",
            "you: pass",
        ]

    @pytest.mark.usefixtures("offered")
    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["moves", "legal.toml", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["moves"] == [
            {"move": "you: buy pitching A", "cost": "1 coin"},
            {"move": "you: pass", "cost": ""},
            {"move": "you: buy pitching B", "cost": "1 coin"},
        ]

    @pytest.mark.parametrize(("verdict", "code"), [(ILLEGAL, 1), (UNKNOWN, 3)])
    def test_after_a_line_that_is_not_legal(
        self, verdicts: Path, monkeypatch: pytest.MonkeyPatch, verdict: Verdict, code: int
    ) -> None:
        def refuse(scenario: Scenario, undecided: list[str]) -> None:
            raise verifier.api.NotLegal(verdict)

        monkeypatch.setattr(verifier.api, "listing", refuse)
        assert main(["moves", "legal.toml"]) == code
        assert main(["moves", "legal.toml", "--json"]) == code

    @pytest.fixture
    def ranked(self, monkeypatch: pytest.MonkeyPatch, verdicts: Path) -> None:
        offers = tuple(verifier.api.Offer(f"you: {verb}", "", Said("you", verb)) for verb in ("pass", "take A", "take A, B"))
        rows = (Ranked(2, (("A", "B"), 7)), Ranked(1, (("A",), 3)))
        listed = verifier.api.Listing(offers, Table(("cards", "worth"), rows, "as printed"))
        monkeypatch.setattr(verifier.api, "listing", lambda scenario, undecided: listed)

    @pytest.mark.usefixtures("ranked")
    def test_a_table(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["moves", "legal.toml"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "you: pass",
            "cards  worth",
            "A, B       7",
            "A          3",
            "",
            "as printed",
        ]

    @pytest.mark.usefixtures("ranked")
    def test_a_table_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["moves", "legal.toml", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["moves"] == [
            {"move": "you: take A, B", "cost": "", "cards": ["A", "B"], "worth": 7},
            {"move": "you: take A", "cost": "", "cards": ["A"], "worth": 3},
            {"move": "you: pass", "cost": ""},
        ]

    def test_bad_file(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["moves", "missing.toml", "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["verdict"] == "invalid"


class TestShow:
    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch, verdicts: Path) -> list[int]:
        """The steps that were asked for."""
        steps: list[int] = []

        def show(scenario: Scenario, step: int) -> verifier.api.Shown:
            steps.append(step)
            picture = Picture((Section("", (Row("turn", "you"),)), Section("you", (Row("hand", "A", (Row("A", "3"),)),))))
            return verifier.api.Shown(step, "you: draw" if step else "", picture, {"turn": "you"}, "A title")

        monkeypatch.setattr(verifier.api, "show", show)
        return steps

    def test_text(self, asked: list[int], capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["show", "legal.toml", "--step", "1"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "legal.toml",
            "A title",
            "after 1  you: draw",
            "",
            "turn  you",
            "",
            "you",
            "  hand  A",
            "    A  3",
        ]
        assert main(["show", "legal.toml"]) == 0
        assert asked == [1, 0]

    @pytest.mark.usefixtures("asked")
    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["show", "legal.toml", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["file"], told["title"], told["step"], told["said"]) == ("legal.toml", "A title", 0, "")
        assert told["facts"] == {"turn": "you"}
        assert told["sections"][1]["title"] == "you"
        assert told["sections"][1]["rows"][0]["below"] == [{"label": "A", "text": "3", "below": []}]

    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (verifier.api.NotLegal(ILLEGAL), 1),
            (verifier.api.NotLegal(UNKNOWN), 3),
            (Beyond("that is not modelled"), 3),
            (Invalid(Mistake("there is no step 9: the line has 1 move", "legal.toml", 2, 1)), 2),
        ],
    )
    def test_what_cannot_be_shown(
        self, verdicts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, code: int
    ) -> None:
        def refuse(scenario: Scenario, step: int) -> None:
            raise error

        monkeypatch.setattr(verifier.api, "show", refuse)
        assert main(["show", "legal.toml", "--step", "9"]) == code
        out, err = capsys.readouterr()
        assert ("no step 9" in err) == (code == 2)
        assert ("undecided" in out) == (code == 3)
        assert main(["show", "legal.toml", "--json"]) == code
        assert json.loads(capsys.readouterr().out)["file"] == "legal.toml"

    def test_a_step_is_a_number(self, verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["show", "legal.toml", "--step", "x"]) == 2
        assert "--step" in capsys.readouterr().err


class TestUsage:
    def test_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--version"]) == 0
        assert capsys.readouterr().out == f"verifier {verifier.__version__}\n"

    def test_help_tells_the_exit_codes(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--help"]) == 0
        assert "exit codes:" in capsys.readouterr().out

    def test_no_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([]) == 2
        assert "COMMAND" in capsys.readouterr().out

    def test_unknown_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["chekc"]) == 2
        assert capsys.readouterr().err == "verifier: invalid: there is no command `chekc`\n  help: did you mean `check`?\n"

    def test_unknown_option(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "x", "--jsn"]) == 2
        assert capsys.readouterr().err.startswith("verifier: invalid: unrecognized arguments: `--jsn`\n")

    def test_interrupted(self, verdicts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        def interrupt(scenario: Scenario, **options: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(verifier.api, "verify", interrupt)
        assert main(["check", "legal.toml"]) == 130
        assert capsys.readouterr().err == "interrupted\n"

    def test_a_bug_is_not_a_verdict(
        self, verdicts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(verifier.api, "verify", lambda scenario, **options: SimpleNamespace())
        assert main(["check", "legal.toml"]) == 70
        assert "bug of ours" in capsys.readouterr().err


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """What came of a real process."""
    return subprocess.run(
        [sys.executable, "-m", "verifier", *arguments], text=True, check=False, timeout=60, **options
    )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
class TestOutput:
    @pytest.mark.parametrize("arguments", ["rules --json", "--help", "check missing.toml missing.toml"])
    def test_a_broken_pipe_is_quiet(self, arguments: str) -> None:
        command = f"{sys.executable} -m verifier {arguments} | true"
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False, timeout=60
        )
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr
        assert done.returncode in (0, 2, 141)

    def test_a_closed_output(self) -> None:
        command = f"exec {sys.executable} -m verifier check missing.toml >&-"
        done = subprocess.run(["bash", "-c", command], stderr=subprocess.PIPE, text=True, check=False, timeout=60)
        assert done.returncode == 2
        assert done.stderr == "missing.toml: invalid: there is no such file\n"

    def test_closed_errors(self) -> None:
        command = f"exec {sys.executable} -m verifier check missing.toml 2>&-"
        done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, text=True, check=False, timeout=60)
        assert (done.returncode, done.stdout) == (2, "")

    def test_a_full_disk(self) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("no /dev/full")
        with Path("/dev/full").open("w") as full:
            done = run("check", "--json", "missing.toml", stdout=full, stderr=subprocess.PIPE)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert "the output cannot be written" in done.stderr

    def test_an_old_encoding(self) -> None:
        environment = os.environ | {"PYTHONIOENCODING": "ascii"}
        done = run("check", "né.toml", capture_output=True, env=environment)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
