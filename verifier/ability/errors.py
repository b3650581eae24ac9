"""The error that every refused ability text raises."""

from __future__ import annotations


class AbilityError(Exception):
    """A text that is not an ability: where it stops making sense, why, and what to write instead.

    `column` counts characters from 0 and `length` is how many of them are meant. `readings` holds the trees of a text
    that can be read in more than one way, one line each.
    """

    def __init__(
        self,
        message: str,
        *,
        text: str,
        column: int = 0,
        length: int = 1,
        help: str = "",
        readings: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.column = column
        self.length = max(1, length)
        self.help = help
        self.readings = readings

    def __str__(self) -> str:
        """The text with a caret under the place, then the message, the readings and the help."""
        lines = [self.message, f"  {self.text}", "  " + " " * self.column + "^" * self.length]
        lines += [f"  reading {number}: {reading}" for number, reading in enumerate(self.readings, 1)]
        if self.help:
            lines.append(f"  help: {self.help}")
        return "\n".join(lines)
