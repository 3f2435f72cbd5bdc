"""A board to try moves on, which is not stored: every seat is the visitor's, and the address holds all of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple, cast

from fivefold.contract.errors import InvalidMove
from fivefold.house.cache import Cache
from fivefold.house.match_view.view_types import TrialView
from fivefold.house.match_view.views import Views
from fivefold.play.start import Start, StartKey
from fivefold.session import steps
from fivefold.session.seats import PERSON, Seat
from fivefold.session.snapshot import MatchSnapshot

MOST_MOVES: Final = 600
LONGEST_MOVE: Final = 20
KEPT: Final = 128
"""Boards kept in memory, the last ones used, so that the next move need not replay all the others."""
DEAR: Final = 25  # Playing this many moves costs as much as one look at a board in memory.
VISITOR: Final = "visitor"

RIVAL: Final = "rival"  # Who has the other seats where the visitor has only one.


class _Board(NamedTuple):
    snapshot: MatchSnapshot
    views: Views


class Boards:
    """Boards that visitors try moves on; those used last are kept. Threads may share it."""

    def __init__(self) -> None:
        self._kept: Cache[tuple[StartKey, int | None], _Board] = Cache(KEPT)

    def view(self, start: Start, picks: Sequence[str] | None = None, seat: int | None = None) -> TrialView:
        """Return the view of a board; with ``picks`` also their preview.

        ``seat``: the visitor's one seat, who then sees what it may see; by default they have all.
        Raises ``InvalidOption``, ``InvalidMove``, ``IllegalMove``, ``MatchOver``.
        """
        _check(start.moves)
        snapshot, views = self._board(start, seat)
        view = cast(TrialView, {**views.view(snapshot, VISITOR), "cover": None})  # nobody else to hide a hand from
        if picks is not None:
            view["preview"] = views.preview(snapshot, VISITOR, picks)
        return view

    def explained(self, start: Start, seat: int | None = None) -> Sequence[tuple[str, str]]:
        """Return the texts of the moves that can be made there, each with what it does."""
        snapshot, views = self._board(start, seat)
        return views.explained_moves(snapshot, VISITOR)

    def cost(self, start: Start) -> int:
        """Return how much of the limit a board uses up: 1, and more if many moves have to be played for it."""
        known = any((at.key, None) in self._kept for at in (start, start.before()))
        return 1 if known else 1 + len(start.moves) // DEAR

    def _board(self, start: Start, seat: int | None) -> _Board:
        """Return a board, from the one a move earlier if that is in memory."""
        key = start.key, seat
        found = self._kept.get(key)
        if found is not None:
            return found
        earlier = self._kept.get((start.before().key, seat)) if start.moves else None
        if earlier is not None:
            snapshot = _played(earlier.snapshot, start.moves[-1:])
        else:
            snapshot = _played(_begun(start, seat), start.moves)
        board = _Board(snapshot, Views())
        self._kept.put(key, board)
        return board


def _check(moves: Sequence[str]) -> None:
    if len(moves) > MOST_MOVES:
        raise InvalidMove(f"a try board takes {MOST_MOVES} at most", subject=f"{len(moves)} moves", remedy="start over")
    for move in moves:
        if len(move) > LONGEST_MOVE:
            raise InvalidMove("no move is that long", subject=f"{move[:LONGEST_MOVE]}…")


def _played(snapshot: MatchSnapshot, moves: Sequence[str]) -> MatchSnapshot:
    """Return the board after more moves: one snapshot for all, since nobody looks at the positions between."""
    if not moves:
        return snapshot
    match = snapshot.match.copy()
    for move in moves:
        match.play(move)
    return steps.advanced(snapshot, match, steps.entries_since(snapshot.match, match, snapshot.number))


def _begun(start: Start, only: int | None) -> MatchSnapshot:
    match = replace(start, moves=()).match()
    owners = [VISITOR if only in (None, seat) else RIVAL for seat in range(len(match.seats))]
    seats = [Seat(seat, PERSON, owner, None, "", "") for seat, owner in enumerate(owners)]
    return steps.open_table("try", match, seats)
