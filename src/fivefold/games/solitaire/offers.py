"""What a viewer of the Poker Solitaire picture may pick, and what the picked card would earn on each cell."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, TABLE, Marks, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.move_text import clicks, needs_seat, source_and_target
from fivefold.games.solitaire.rules.moves import ASIDE, PASS, REJECT, RETURN, kind_of, seat_of, source_of, target_of
from fivefold.games.solitaire.rules.row import PAT, SCORING, players
from fivefold.games.solitaire.rules.scoring import NO_CELL, cells_and_card, key_points, line_changes
from fivefold.parts.messages import Message


class Offered(NamedTuple):
    """The moves a viewer has, and the things to pick for them."""

    moves: list[int]
    cards: frozenset[int]
    cells: frozenset[int]
    rejects: frozenset[int]
    buttons: frozenset[str]


NOTHING_OFFERED: Final = Offered([], frozenset(), frozenset(), frozenset(), frozenset())


def offered(row: Row, viewer: int, mover: int) -> Offered:
    """Return what ``viewer`` may pick; in a race ``ANYONE`` and ``TABLE`` stand for both players at one screen."""
    both = mover == ANYONE and viewer in {ANYONE, TABLE}
    if not both and viewer != mover and (mover != ANYONE or viewer not in range(players(row))):
        return NOTHING_OFFERED
    out = [0] * rules.MAX_MOVES
    moves = out[: rules.legal_moves(row, out)]
    if mover == ANYONE and not both:
        moves = [move for move in moves if seat_of(move) == viewer]
    return _things(row, moves, both)


def _things(row: Row, moves: list[int], both: bool) -> Offered:
    cards, cells, rejects, buttons = set[int](), set[int](), set[int](), set[str]()
    for move in moves:
        kind = kind_of(move)
        if kind >= PASS:
            buttons.update(clicks(row, move))
            continue
        (cards if kind <= ASIDE else rejects if kind == RETURN else cells).add(source_of(move))
        (rejects if kind in (ASIDE, REJECT) else cells).add(target_of(move))
        if both and needs_seat(row, move):
            buttons.add(f"take-{seat_of(move) + 1}")
    return Offered(moves, frozenset(cards), frozenset(cells), frozenset(rejects), frozenset(buttons))


def gains(row: Row, moves: Iterable[int], marks: Marks) -> dict[int, int]:
    """Return, for each cell that the picked thing can go to, the points that its lines gain.

    Where both players of a race could put it on a cell, it is one card on one cell all the same.
    """
    picked = {name for name, classes in marks.items() if "picked" in classes.split()}
    if not picked:
        return {}
    chosen = [move for move in moves if kind_of(move) < PASS and source_and_target(row, move)[0] in picked]
    return {target_of(move): points_gained(row, move) for move in chosen if cells_and_card(row, move)[1] != NO_CELL}


def points_gained(row: Row, move: int) -> int:
    """Return the points that a move adds to the lines it changes."""
    return sum(key_points(row, one.after) - key_points(row, one.before) for one in line_changes(row, move))


# --- in words and signs ----------------------------------------------------------------------------------------------


def gain_text(row: Row, gain: int) -> str:
    """Return what a card would earn, as it stands on a cell: ``+20``, ``0``, ``−1``; with pat a sign for a pat row."""
    if row[SCORING] == PAT:
        return "✓" if gain > 0 else "✗" if gain < 0 else "·"
    return f"{gain:+d}".replace("-", "−") if gain else "0"


def gain_in_words(gain: int, pat: bool) -> Message:
    """Return what a card would earn: ``20 points more``; with pat what it makes of the row."""
    if pat:
        return Message("row-becomes-pat" if gain > 0 else "row-not-pat" if gain < 0 else "no-row-pat")
    return Message("points-less" if gain < 0 else "points-more", count=abs(gain)) if gain else Message("no-points-more")
