"""The registry of the game's rules; every module of the model adds to it."""

from __future__ import annotations

from pathlib import Path

from verifier.rule import Rules

RULES = Rules()
RULEBOOK = Path(__file__).with_name("rulebook.toml")

ANNOUNCE = "announce"
DECLARE_COSTS = "declare costs"
DECLARE_TARGETS = "declare modes and targets"
CHECK = "check legal play"
CALCULATE_ASSETS = "calculate asset-costs"
PITCH = "pitch"
PAY_ASSETS = "pay asset-costs"
CALCULATE_EFFECTS = "calculate effect-costs"
PAY_EFFECTS = "pay effect-costs"
COMPLETE = "play"
ACT = "act"
"""The single stage of a move that is made in one go: passing, choosing, answering."""
