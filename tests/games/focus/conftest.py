import pytest

from fivefold.games.focus import GAME, rules
from fivefold.games.focus.board import COLOURS, NAMES
from fivefold.play import options


def laid(stacks, *, turn=0, reserve=(), captured=(), quiet=0, **kind):
    """A position: stacks by square, bottom to top, reserves by seat, captures as (captor, owner, count)."""
    row = [0] * rules.SIZE
    resolved = options.resolve(GAME, kind)
    rules.setup(row, options.codes(GAME, resolved))
    for cell in range(rules.RESERVE, rules.SIZE):
        row[cell] = 0
    row[rules.OPENING_LEFT], row[rules.TURN], row[rules.QUIET] = 0, turn, quiet
    letters = [colour[0] for colour in COLOURS[row[rules.PLAYERS] - 2]]
    for name, pieces in stacks.items():
        put(row, NAMES.index(name), [letters.index(piece) for piece in pieces])
    for seat, count in enumerate(reserve):
        row[rules.RESERVE + seat] = count
    for captor, owner, count in captured:
        row[rules.CAPTURED + 4 * captor + owner] = count
    return row


def put(row, square, owners):
    for owner in owners:
        row[rules.PIECES + square] = row[rules.PIECES + square] << 2 | owner
    row[rules.HEIGHT + square] = len(owners)
    row[rules.STACKS + owners[-1]] += 1


@pytest.fixture
def lay():
    return laid


@pytest.fixture
def begin():
    """A match's first position."""

    def row_of(**kind):
        row = [0] * rules.SIZE
        rules.setup(row, options.codes(GAME, options.resolve(GAME, kind)))
        return row

    return row_of
