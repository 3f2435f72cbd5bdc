"""What a player of somebody else's can do wrong, and what it costs: the game."""

import reprlib
from enum import StrEnum
from typing import Final

from fivefold.play.match import Match

SHOWN: Final = 200
"""So many characters of what a player said are told of it."""

LONGEST: Final = 500
"""No reason has more characters."""


class Offence(StrEnum):
    """Why a game is lost without being played to its end."""

    TIME = "time"
    """No move came in time."""
    CRASH = "crash"
    """It raised an error, or ended."""
    ILLEGAL = "illegal"
    """Its move is none that can be made here."""
    PROTOCOL = "protocol"
    """What it said is not what the protocol asks for."""


class Forfeit(Exception):
    """A player that does not answer with a legal move loses its game."""

    def __init__(self, offence: Offence, detail: str) -> None:
        """``detail``: what happened, a clause in words."""
        super().__init__(offence, detail)
        self.offence, self.detail = offence, detail[:LONGEST]

    def end(self, match: Match, seat: int) -> None:
        """End the match: this seat loses, as one who ran out of time or, for anything else, as one who resigned."""
        if self.offence is Offence.TIME:
            match.lose_on_time(seat, drawn=False, ends=True)
        else:
            match.resign(seat, ends=True)


def quoted(text: str) -> str:
    """Return what a player said as one printable line, shortened."""
    short = reprlib.Repr()
    short.maxstring = SHOWN
    return short.repr(text)
