"""Small positions that a slow search can exhaust."""

from random import Random

from fivefold.games.focus import rules as focus
from fivefold.games.focus.board import NAMES
from fivefold.play import catalogue, options
from fivefold.play.match import Match


def locus_ending(seed, free, **given):
    """Return a random position of Locus Poker with so many cards free."""
    match, random = Match("locus", seed=seed, **{"grid": "6x5", **given}), Random(seed)
    while match.row[7] > free:
        match.make(random.choice(match.legal()))
    return match


def focus_position(stacks, turn=0, reserve=(), **given):
    """Return a row of Focus with these stacks only: square to the owners of its pieces, bottom to top."""
    game = catalogue.find("focus")
    values = options.codes(game, options.resolve(game, given))
    row = [0] * focus.SIZE
    focus.setup(row, values)
    for place in range(focus.RESERVE, focus.SIZE):
        row[place] = 0
    row[focus.OPENING_LEFT], row[focus.TURN] = 0, turn
    for name, owners in stacks.items():
        square = NAMES.index(name)
        for owner in owners:
            row[focus.PIECES + square] = row[focus.PIECES + square] << 2 | int(owner)
        row[focus.HEIGHT + square] = len(owners)
        row[focus.STACKS + int(owners[-1])] += 1
    for seat, count in enumerate(reserve):
        row[focus.RESERVE + seat] = count
    return row


def legal(game, row):
    """Return the legal moves."""
    moves = [0] * game.rules.MAX_MOVES
    return moves[: game.rules.legal_moves(row, moves)]


def after(game, row, move):
    """Return the position after a move."""
    child = list(row)
    game.rules.play(child, move)
    return child
