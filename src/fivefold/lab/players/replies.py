"""What a player answers, read as a move; what it can do wrong, and what that costs: the game."""

import reprlib
from enum import StrEnum
from operator import index
from typing import Final, SupportsIndex

from fivefold.contract.errors import IllegalMove, InvalidMove, InvalidOption
from fivefold.engine.finding import Finding
from fivefold.lab.players.observation import seat_moves
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


def refusal(player: str, offence: str, detail: str) -> InvalidOption:
    """Return the error that ends a measurement in which a player lost a game by a mistake."""
    reason = f"it lost a game by a mistake ({offence}: {detail})"
    return InvalidOption(reason, subject=player, remedy="mend it first: such games tell nothing of it")


def quoted(text: str) -> str:
    """Return what a player said as one printable line, shortened."""
    short = reprlib.Repr()
    short.maxstring = SHOWN
    return short.repr(text)


def move_of(match: Match, seat: int, answer: object) -> int:
    """Return the legal move that a seat's answer means, a text or a number. Raises ``Forfeit``."""
    move = _read(match, seat, answer)
    if move not in seat_moves(match, seat):
        raise Forfeit(Offence.ILLEGAL, f"{quoted(str(answer))} is no legal move of seat {seat}")
    return move


def _read(match: Match, seat: int, answer: object) -> int:
    if isinstance(answer, str):
        try:
            return match.game.notation.read(match.seen_by(seat), answer)
        except (InvalidMove, IllegalMove) as error:
            raise Forfeit(Offence.ILLEGAL, f"{quoted(answer)}: {error.problem.message}") from None
    if isinstance(answer, SupportsIndex) and not isinstance(answer, bool):
        return index(answer)
    raise Forfeit(Offence.ILLEGAL, f"answered {quoted(repr(answer))}, neither the text nor the number of a move")


def plain_finding(match: Match, move: int, seconds: float) -> Finding:
    """Return how a move was found by a player that tells nothing about it."""
    even = (1 / len(match.seats),) * len(match.seats)
    return Finding(move, 0.0, even, (move,), 0, 0, seconds)
