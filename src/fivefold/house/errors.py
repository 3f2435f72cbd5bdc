"""What can go wrong with a request; every problem says what, where, and what to do instead."""

from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove, InvalidOption, MatchOver, Problem
from fivefold.house.database.kind import Busy, NotKept, OutcomeUnknown
from fivefold.session.errors import NotOffered, NotYours, SeatTaken, Stale

__all__ = [
    "Busy",
    "DamagedMatch",
    "IllegalMove",
    "InvalidField",
    "InvalidMove",
    "InvalidName",
    "InvalidOption",
    "MatchOver",
    "NotKept",
    "NotOffered",
    "NotYours",
    "OutcomeUnknown",
    "SeatTaken",
    "Stale",
    "TooFast",
    "UnknownLine",
    "UnknownMatch",
    "UnknownPlayer",
    "UnknownTable",
    "UnknownTournament",
]


class TooFast(FivefoldError):
    """More at once than somebody at a table has to say."""


class InvalidField(FivefoldError):
    """Something sent that is missing or invalid; says which field, and what is valid."""


class UnknownLine(FivefoldError):
    """There is no such line of chat, or none that this person may see."""


class UnknownMatch(FivefoldError):
    """There is no match with this id."""


class UnknownPlayer(FivefoldError):
    """Nobody is called so, as far as this person may know."""


class UnknownTable(FivefoldError):
    """There is no table of numbers with this id."""


class UnknownTournament(FivefoldError):
    """There is no tournament with this id."""


class InvalidName(InvalidOption):
    """A name that cannot be shown."""

    def __init__(self, problem: Problem | str, /, remedy: str = "") -> None:
        super().__init__(problem, subject="name", remedy=remedy, field="name")


class DamagedMatch(FivefoldError):
    """A stored match whose log does not replay; names the match and the entry."""
