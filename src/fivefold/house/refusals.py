"""What is ruled out whatever else holds: people who may not play, names nobody may have, games that are closed.

Whoever decides so sets these; until then nothing is refused.
"""

from collections.abc import Callable
from dataclasses import dataclass

from fivefold.session.snapshot import MatchSnapshot


@dataclass(slots=True)
class Refusals:
    """Each raises where something is ruled out."""

    person: Callable[[str], None] = lambda person_id: None  # ``NotOffered`` for a person who may not play or write.
    beginning: Callable[[str, str], None] = lambda person_id, game: None
    """``NotOffered`` for a person who may not play, or a game of which no match begins."""
    name: Callable[[str], None] = lambda name: None  # ``InvalidName`` for a name that is not allowed.
    change: Callable[[MatchSnapshot | None, MatchSnapshot], None] = lambda before, after: None
    """``NotOffered`` for a change of a match, or a new one, that is ruled out."""
