"""What a player answers, read as a move."""

from operator import index
from typing import SupportsIndex

from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.engine.finding import Finding
from fivefold.lab.players.forfeit import Forfeit, Offence, quoted
from fivefold.lab.players.sight import seat_moves
from fivefold.play.match import Match


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
