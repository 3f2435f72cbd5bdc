"""Why something cannot be done at a table; every message says what, where and what to do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fivefold.contract.errors import FivefoldError, Problem

if TYPE_CHECKING:
    from fivefold.session.snapshot import MatchSnapshot

LOOK_AGAIN: Final = "look at the table as it is now"  # What to do after something else has happened meanwhile.


class NotYours(FivefoldError):
    """Not this person's seat, or not their turn."""


class SeatTaken(FivefoldError):
    """Somebody sits there already."""


class NotOffered(FivefoldError):
    """Something that is possible at other times or in other matches; the message says why not here."""


class Stale(FivefoldError):
    """The number is taken by something else: the match went on, and the request was made for an older position."""

    def __init__(self, problem: Problem | str, news: MatchSnapshot) -> None:
        super().__init__(problem)
        self.news = news  # How the match stands now.
