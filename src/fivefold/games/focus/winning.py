"""Who can still win a game of Focus."""

from fivefold.contract import Row
from fivefold.games.focus import rules
from fivefold.games.focus.board import SQUARES


def can_win(row: Row, seat: int) -> bool:
    """Return false for a side without a piece left anywhere or that has dropped out, and where the last turn that
    patience allows ends it all.

    A piece deep in a stack may come to the top again, so one that is left is enough.
    """
    side = [mate for mate in range(row[rules.PLAYERS]) if not rules.rival(row, seat, mate)]
    if not any(has_pieces(row, mate) for mate in side if not rules.is_out(row, mate)):
        return False
    return not is_last_turn(row) or any(helps(row, move, side) for move in legal(row))


def has_pieces(row: Row, seat: int) -> bool:
    """Tell whether a seat has a piece in reserve or in any stack."""
    if row[rules.RESERVE + seat] > 0:
        return True
    stacks = ((row[rules.PIECES + square], row[rules.HEIGHT + square]) for square in range(SQUARES))
    return any(pieces >> 2 * place & 3 == seat for pieces, height in stacks for place in range(height))


def is_last_turn(row: Row) -> bool:
    """Tell whether the game is a draw unless a piece comes off a stack in this turn, or the turn wins."""
    limit = rules.patience(row)
    return limit > 0 and row[rules.OPENING_LEFT] == 0 and row[rules.QUIET] + 1 >= limit


def helps(row: Row, move: int, side: list[int]) -> bool:
    """Tell whether the game goes on after a move, or one of a side has won by it."""
    after = list(row)
    rules.play(after, move)
    if after[rules.END] == rules.PLAYING:
        return True
    return not rules.is_draw(after) and after[rules.WINNER] in side


def legal(row: Row) -> list[int]:
    """Return the legal moves."""
    out = [0] * rules.MAX_MOVES
    return out[: rules.legal_moves(row, out)]
