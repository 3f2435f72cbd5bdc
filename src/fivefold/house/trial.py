"""A board to try moves on, which is not stored: every seat is the visitor's, and the address holds all of it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from fivefold.contract.errors import InvalidMove
from fivefold.house.cache import Cache
from fivefold.house.match_view.view_types import TrialView
from fivefold.house.match_view.views import Views
from fivefold.play import catalogue
from fivefold.play.match import Match
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

_Key = tuple[str, tuple[tuple[str, str], ...], int, tuple[str, ...], int | None]


class _Board(NamedTuple):
    snapshot: MatchSnapshot
    views: Views


class Boards:
    """Boards that visitors try moves on; those used last are kept. Threads may share it."""

    def __init__(self) -> None:
        self._kept: Cache[_Key, _Board] = Cache(KEPT)

    def view(
        self,
        game_key: str,
        options: Mapping[str, str],
        seed: int,
        moves: Sequence[str],
        picks: Sequence[str] | None = None,
        seat: int | None = None,
    ) -> TrialView:
        """Return the view of a board after these moves; with ``picks`` also their preview.

        ``seat``: the visitor's one seat, who then sees what it may see; by default they have all.
        Raises ``InvalidOption``, ``InvalidMove``, ``IllegalMove``, ``MatchOver``.
        """
        _check(moves)
        snapshot, views = self._board(_key(game_key, options, seed, moves, seat))
        view = cast(TrialView, {**views.view(snapshot, VISITOR), "cover": None})  # nobody else to hide a hand from
        if picks is not None:
            view["preview"] = views.preview(snapshot, VISITOR, picks)
        return view

    def explained(
        self, game_key: str, options: Mapping[str, str], seed: int, moves: Sequence[str]
    ) -> Sequence[tuple[str, str]]:
        """Return the texts of the moves that can be made after these, each with what it does."""
        snapshot, views = self._board(_key(game_key, options, seed, moves, None))
        return views.explained_moves(snapshot, VISITOR)

    def cost(self, game_key: str, options: Mapping[str, str], seed: int, moves: Sequence[str]) -> int:
        """Return how much of the limit a board uses up: 1, and more if many moves have to be played for it."""
        known = any(_key(game_key, options, seed, at, None) in self._kept for at in (moves, moves[:-1]))
        return 1 if known else 1 + len(moves) // DEAR

    def _board(self, key: _Key) -> _Board:
        """Return the board after the moves of ``key``, from the one a move earlier if that is in memory."""
        found = self._kept.get(key)
        if found is not None:
            return found
        game, options, seed, moves, seat = key
        earlier = self._kept.get((game, options, seed, moves[:-1], seat)) if moves else None
        if earlier is not None:
            snapshot = _played(earlier.snapshot, moves[-1:])
        else:
            snapshot = _played(_start(game, dict(options), seed, seat), moves)
        board = _Board(snapshot, Views())
        self._kept.put(key, board)
        return board


def _key(game_key: str, options: Mapping[str, str], seed: int, moves: Sequence[str], seat: int | None) -> _Key:
    return game_key, tuple(sorted(options.items())), seed, tuple(moves), seat


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


def _start(game_key: str, options: Mapping[str, str], seed: int, only: int | None) -> MatchSnapshot:
    match = Match(catalogue.find(game_key), seed=seed, options=options)
    owners = [VISITOR if only in (None, seat) else RIVAL for seat in range(len(match.seats))]
    seats = [Seat(seat, PERSON, owner, None, "", "") for seat, owner in enumerate(owners)]
    return steps.open_table("try", match, seats)
