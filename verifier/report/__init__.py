"""Renderings of verdicts, rules, cards and moves."""
