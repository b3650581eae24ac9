"""Reads the `[turn]` table: whose turn it is, and at which point of it the scenario begins."""

from __future__ import annotations

from models.flesh_and_blood.seats import Turn
from models.flesh_and_blood.state import PHASES, STEPS
from verifier.notation import suggestion
from verifier.scenario import Mistake, Scenario, read_table

BEFORE = {
    "end": "begin in the action phase and let the players pass",
    "layer": "begin before the attack, and let the line play it",
    "close": "begin in the resolution step and let the players pass",
}
"""The phases and steps that no scenario begins in, and what to do instead."""


class Turns:
    """Reads the turn of one scenario; mistakes are added to a list."""

    def __init__(self, scenario: Scenario, mistakes: list[Mistake]) -> None:
        self.scenario = scenario
        self.mistakes = mistakes
        self.chain = bool(scenario.position.get("chain"))

    def read(self) -> Turn | None:
        """The turn, None where it is not known whose it is."""
        written = self.scenario.turn
        if not written:
            self._wrong("the table `turn` is missing", help='for example `[turn]` with `player = "you"`')
            return None
        if isinstance(written.get("player"), list):
            message = f"one player has the turn, not {len(written['player'])}"
            self._wrong(message, "turn", "player", help='for example `player = "you"`')
            written = {**written, "player": ""}
        if isinstance(written.get("priority"), list):
            message = f"one player has priority, not {len(written['priority'])}"
            self._wrong(message, "turn", "priority", help="rule 1.11.2")
            written = {key: value for key, value in written.items() if key != "priority"}
        turn = read_table(Turn, written, self.scenario.source, self.scenario.file, ("turn",), self.mistakes)
        if turn is None:
            return None
        players = self.scenario.players
        for key, said in (("player", turn.player), ("priority", turn.priority)):
            if said is not None and said not in players and isinstance(self.scenario.turn.get(key), str):
                self._wrong(f"no player is called `{said}`", "turn", key, help=suggestion(said, players))
        if self._is_point("phase", turn.phase, PHASES) and (not turn.step or self._is_point("step", turn.step, STEPS)):
            self._point(turn)
        return turn if turn.player in players else None

    def _is_point(self, key: str, said: str, known: tuple[str, ...]) -> bool:
        """True where a scenario may begin in a phase or step; tells why not where it may not."""
        begins = [point for point in known if point not in BEFORE]
        if said in begins:
            return True
        if said in known:
            self._wrong(f"a scenario cannot begin in the {said} {key}", "turn", key, help=BEFORE[said])
        else:
            listed = "one of " + ", ".join(f"`{point}`" for point in begins)
            self._wrong(f"`{said}` is not a {key}", "turn", key, help=suggestion(said, begins) or listed)
        return False

    def _point(self, turn: Turn) -> None:
        """Nothing; tells what contradicts the phase and step in which the scenario begins."""
        if turn.phase == "start":
            if turn.priority is not None:
                self._wrong("nobody has priority in the start phase", "turn", "priority", help="rule 4.2.1")
            if turn.step:
                self._wrong("there is no combat in the start phase", "turn", "step")
            elif self.chain:
                self._wrong("the combat chain is closed in the start phase", "chain")
        elif turn.step and not self.chain:
            message = f"the combat chain is closed, so there is no {turn.step} step"
            self._wrong(message, "turn", "step", help="list the attack under `[[chain]]`")
        elif self.chain and not turn.step:
            points = ", ".join(f"`{step}`" for step in STEPS if step not in BEFORE)
            self._wrong("the combat chain is open, so `step` must be said in `turn`", "chain", help=f"one of {points}")
        if turn.declared and turn.step != "defend":
            self._wrong("`declared` can be said in the defend step only", "turn", "declared")

    def _wrong(self, message: str, *path: str | int, help: str = "") -> None:
        self.mistakes.append(self.scenario.mistake(message, *path, help=help))
