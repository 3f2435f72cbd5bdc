"""Worked cases of a game's rules: tables in the ``worked.toml`` beside the tests that try them, by test."""

import tomllib
from pathlib import Path
from typing import Any


def worked(test: str) -> dict[str, list[list[Any]]]:
    """Return the tables of the game that a test file is about."""
    return tomllib.loads(Path(test).with_name("worked.toml").read_text(encoding="utf-8"))
