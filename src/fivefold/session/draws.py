"""Whether a computer opponent agrees to a draw: how the position looks at first sight, so that it answers at once."""

from typing import Final

from fivefold.play.observation import observed
from fivefold.session.snapshot import MatchSnapshot

BEHIND: Final = 0.5
"""By so much of the game's ``points_scale``, some 38 % to win, an opponent is behind."""
LONG_TURNS: Final = 40
"""After so many moves of every seat on average an opponent is content with a level position."""


def accepts_draw(now: MatchSnapshot, seat: int) -> bool:
    """Tell whether the computer in a seat agrees: it has been behind for a whole round, or long not ahead."""
    match, seats = now.match, len(now.seats)
    plies = len(match.moves)
    if len(match.decisions) < 2 * seats:
        return False
    least = min(_lead(now, seat, ply) for ply in range(plies - seats, plies + 1))
    most = max(_lead(now, seat, ply) for ply in range(plies - seats, plies + 1))
    margin = BEHIND * match.game.search.points_scale
    return most <= -margin or (least <= 0 and len(match.decisions) >= LONG_TURNS * seats and most <= margin)


def _lead(now: MatchSnapshot, seat: int, ply: int) -> float:
    """Return by how much a seat's side looks better than the best other after ``ply`` plies, as the seat sees it."""
    match, seats = now.match, range(len(now.seats))
    values = [0] * len(now.seats)
    match.game.search.value(observed(match.game, now.row_at(ply), seat), values)
    side = match.game.setup.team(match.options, seat)
    return max(values[each] for each in side) - max(values[each] for each in seats if each not in side)
