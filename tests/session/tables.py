"""Tables of these tests: who sits there, and what they do, without a house."""

from datetime import UTC, datetime

from fivefold.play.match import Match
from fivefold.session import steps
from fivefold.session.seats import COMPUTER, OPEN, PERSON, Seat
from fivefold.session.snapshot import MatchSnapshot

ANNA, BEN = "anna", "ben"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def person(name: str) -> Seat:
    return Seat(0, PERSON, name, None, name.capitalize(), "")


def computer(level: int, name: str = "Pip") -> Seat:
    return Seat(0, COMPUTER, None, level, name, "")


def empty() -> Seat:
    return Seat(0, OPEN, None, None, "", "")


def table(game, *seats: Seat, seed: int = 1, **options: str) -> MatchSnapshot:
    """Return a table at which these people play a match; Anna and Ben, if nobody is named."""
    match = Match(game, seed=seed, clock=lambda: NOON, options=options)
    return steps.open_table("table", match, seats or (person(ANNA), person(BEN)))
