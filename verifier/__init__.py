"""A rules verifier for trading card games: it proves a line of play legal, or cites the rule that it breaks.

    import verifier

    scenario = verifier.load("scenario.toml")
    verdict = verifier.verify(scenario)
    print(verdict.outcome, verdict.rules)

What is listed in `__all__` is the public interface; each name is imported when it is first asked for.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from verifier.api import NotLegal, Offer, legal_moves, show, verify
    from verifier.games import find as find_game
    from verifier.report.text import verdict_text
    from verifier.scenario import Invalid, Mistake, Scenario, load, parse
    from verifier.verdict import Outcome, Verdict, Violation

__all__ = [
    "Invalid",
    "Mistake",
    "NotLegal",
    "Offer",
    "Outcome",
    "Scenario",
    "Verdict",
    "Violation",
    "find_game",
    "legal_moves",
    "load",
    "parse",
    "show",
    "verdict_text",
    "verify",
]

_HOMES = {
    "Invalid": "scenario",
    "Mistake": "scenario",
    "NotLegal": "api",
    "Offer": "api",
    "Outcome": "verdict",
    "Scenario": "scenario",
    "Verdict": "verdict",
    "Violation": "verdict",
    "find_game": "games.find",
    "legal_moves": "api",
    "load": "scenario",
    "parse": "scenario",
    "show": "api",
    "verdict_text": "report.text",
    "verify": "api",
}


def __getattr__(name: str) -> object:
    """A public name, imported now."""
    if name not in _HOMES:
        raise AttributeError(f"module `verifier` has no attribute `{name}`")
    from importlib import import_module

    home = _HOMES[name]
    module, attribute = ("games", "find") if home == "games.find" else (home, name)
    value: object = getattr(import_module(f"verifier.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
