"""A scenario in which nothing is wrong but what is put into it, and what a run says of it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

SEATED = """\
game = "flesh_and_blood"
line = "{line}"

[turn]
player = "you"

[players.you]
hero = "Dorinthea"
{you}
[players.opponent]
hero = "Bravo"
{rest}"""
"""`line` is row 2, `you` begins at row 9; where that is one row, `[players.opponent]` is row 11 and `rest` begins at 13."""

JAR = """\
[cards."Honey Jar"]
types = ["generic", "item"]
abilities = ["Instant -- 0: Gain 1{h}."]
"""


def scenario(line: str = "you: pass", you: str = "life = 20", rest: str = "") -> str:
    """A scenario in which nothing is wrong but what is put into it."""
    filled = SEATED.replace("{line}", line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n"))
    return filled.replace("{you}", you + "\n").replace("{rest}", rest + "\n" if rest else "")


class Answer(Struct, frozen=True):
    """What a run said: its exit code, both outputs without the directory's name, and how many seconds it took."""

    code: int
    out: str
    err: str
    seconds: float


Check = Callable[..., Answer]


def refused(answer: Answer, *lines: str) -> None:
    """Nothing; fails unless the run ended with 2 and said exactly these lines."""
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.splitlines() == list(lines)
