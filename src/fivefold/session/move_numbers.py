"""The moves of a match as people count them: those that a player chose, from 1; what the table does comes with them."""

from fivefold.session.errors import NotOffered
from fivefold.session.snapshot import MOVE, MatchSnapshot


def next_move_number(now: MatchSnapshot) -> int:
    """Return the number that the next move will have."""
    return len(now.match.decisions) + 1


def ply_after_move(now: MatchSnapshot, number: int) -> int:
    """Return how many plies there were after a move and all that the table did then; 0 is before the first.

    Raises ``NotOffered``.
    """
    decisions = now.match.decisions
    if not 0 <= number <= len(decisions):
        raise NotOffered(f"the match has {len(decisions)} so far", subject=f"move {number}")
    return decisions[number] if number < len(decisions) else len(now.match.moves)


def entry_of_move(now: MatchSnapshot, number: int) -> int:
    """Return the number of the entry with which a move was made, or with which the next one will be.

    Raises ``NotOffered`` for a move that is further ahead.
    """
    if number == next_move_number(now):
        return now.number + 1
    if not 0 < number < next_move_number(now):
        raise NotOffered(f"the next one is move {next_move_number(now)}", subject=f"move {number}")
    ply = now.match.decisions[number - 1] + 1
    return max(each.number for each in now.entries if each.kind == MOVE and now.plies_after(each.number) == ply)
