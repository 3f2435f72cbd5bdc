"""A board to try moves on, which nobody keeps: every seat is the visitor's, and the address says all about it."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final

from fivefold.contract.errors import InvalidMove
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.service import views
from fivefold.session import steps
from fivefold.session.seats import GUEST, Seat
from fivefold.session.snapshot import MatchSnapshot

MOST_MOVES: Final = 600
LONGEST_MOVE: Final = 20
KEPT: Final = 128
"""Boards kept, those used last: the next move need not play all the others again."""
DEAR: Final = 25
"""So many moves to be played count as much as one look at a board that is kept."""
VISITOR: Final = "visitor"

_Key = tuple[str, tuple[tuple[str, str], ...], int, tuple[str, ...]]
_boards: "OrderedDict[_Key, MatchSnapshot]" = OrderedDict()
_lock = Lock()


def try_view(
    game_key: str, options: Mapping[str, str], seed: int, moves: Sequence[str], picks: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return the view of a board after these moves; with ``picks`` also their ``preview``.

    Raises ``InvalidOption``, ``InvalidMove``, ``IllegalMove``, ``MatchOver``.
    """
    _check(moves)
    game = catalogue.find(game_key)
    snapshot = _board((game.key, tuple(sorted(options.items())), seed, tuple(moves)))
    view = views.view(snapshot, VISITOR) | {"cover": None}  # there is nobody to hide a hand from
    return view if picks is None else {**view, "preview": views.preview(snapshot, VISITOR, picks)}


def cost(game_key: str, options: Mapping[str, str], seed: int, moves: Sequence[str]) -> int:
    """Return how much of the limit a board uses up: 1, and more where many moves have to be played for it."""
    known = any(_has((game_key, tuple(sorted(options.items())), seed, tuple(at))) for at in (moves, moves[:-1]))
    return 1 if known else 1 + len(moves) // DEAR


def _check(moves: Sequence[str]) -> None:
    if len(moves) > MOST_MOVES:
        raise InvalidMove(f"{len(moves)} moves: a board to try takes {MOST_MOVES} at most; start over")
    for move in moves:
        if len(move) > LONGEST_MOVE:
            raise InvalidMove(f"{move[:LONGEST_MOVE]}…: no move is that long")


def _board(key: _Key) -> MatchSnapshot:
    """Return the board after the moves of ``key``, from the one a move earlier if that is at hand."""
    found = _kept(key)
    if found is not None:
        return found
    game, options, seed, moves = key
    earlier = _kept((game, options, seed, moves[:-1])) if moves else None
    snapshot, left = (earlier, moves[-1:]) if earlier else (_start(game, dict(options), seed), moves)
    snapshot = _played(snapshot, left)
    with _lock:
        _boards[key] = snapshot
        while len(_boards) > KEPT:
            _boards.popitem(last=False)
    return snapshot


def _played(snapshot: MatchSnapshot, moves: Sequence[str]) -> MatchSnapshot:
    """Return the board after more moves: one snapshot for all, since nobody looks at those between."""
    if not moves:
        return snapshot
    match = snapshot.match.copy()
    for move in moves:
        match.play(move)
    return steps.advanced(snapshot, match, steps.entries_since(snapshot.match, match, snapshot.number))


def _kept(key: _Key) -> MatchSnapshot | None:
    with _lock:
        found = _boards.get(key)
        if found is not None:
            _boards.move_to_end(key)
        return found


def _has(key: _Key) -> bool:
    with _lock:
        return key in _boards


def _start(game_key: str, options: Mapping[str, str], seed: int) -> MatchSnapshot:
    match = Match(catalogue.find(game_key), seed=seed, options=options)
    seats = [Seat(seat, GUEST, VISITOR, None, "", "") for seat in range(len(match.seats))]
    return steps.open_table("try", match, seats)
