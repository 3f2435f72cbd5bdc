"""What a request can run into; every message says what, where and what would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove, InvalidOption, MatchOver, Problem
from fivefold.store.errors import Busy, NotKept

if TYPE_CHECKING:
    from fivefold.service.snapshot import MatchSnapshot

__all__ = [
    "Busy",
    "DamagedMatch",
    "IllegalMove",
    "InvalidMove",
    "InvalidName",
    "InvalidOption",
    "MatchOver",
    "NotKept",
    "NotOffered",
    "NotYours",
    "SeatTaken",
    "Stale",
    "UnknownMatch",
    "UnknownTable",
    "UnknownTournament",
]


class UnknownMatch(FivefoldError):
    """There is no match with this id."""


class UnknownTable(FivefoldError):
    """There is no table of numbers with this id."""


class UnknownTournament(FivefoldError):
    """There is no tournament with this id."""


class NotYours(FivefoldError):
    """Not this guest's seat, or not their turn."""


class SeatTaken(FivefoldError):
    """Somebody sits there already."""


class NotOffered(FivefoldError):
    """Something that is possible at other times or in other matches; the message says why not here."""


class InvalidName(InvalidOption):
    """A name that cannot be shown."""

    def __init__(self, problem: Problem | str, /, **details: str) -> None:
        super().__init__(problem, **({"field": "name", **details} if isinstance(problem, str) else details))


class DamagedMatch(FivefoldError):
    """A stored match whose log does not replay; names the match and the entry."""


class Stale(FivefoldError):
    """The number is taken by something else: the match went on, and the request was made for an older position."""

    def __init__(self, message: str, news: MatchSnapshot) -> None:
        super().__init__(message)
        self.news = news
        """How the match stands now."""
