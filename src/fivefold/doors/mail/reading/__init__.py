"""What a message says: bytes become text, text loses its quotes, and its first lines are read as commands."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _phrases() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent.parent / "phrases.toml").read_text(encoding="utf-8"))


def phrase(name: str, before: str = r"\s*", behind: str = "") -> re.Pattern[str]:
    """Return what finds the alternatives of ``phrases.toml`` under a name, in any case, between two more patterns."""
    return re.compile(f"{before}(?:{alternatives(name)}){behind}", re.IGNORECASE)


def alternatives(name: str) -> str:
    """Return what stands in ``phrases.toml`` under a name, as alternatives of a regular expression."""
    return "|".join(_phrases()[name].strip().split("\n"))
