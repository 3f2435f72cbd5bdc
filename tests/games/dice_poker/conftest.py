import pytest

from fivefold.games.dice_poker import GAME, rules
from fivefold.games.dice_poker.board import NAMES
from fivefold.games.dice_poker.patterns import NUMBER_OF
from fivefold.play import options


def begun(**kind):
    """A match's first position."""
    row = [0] * rules.SIZE
    rules.setup(row, options.codes(GAME, options.resolve(GAME, {"first": 0, **kind})))
    return row


def laid(*, dice="", roll=1, turn=0, quiet=0, ruby="", azure="", saffron="", **kind):
    """A position: each colour's pieces by space, the dice as faces, which roll it is and whose turn."""
    row = begun(**kind)
    for seat, spaces in enumerate((ruby, azure, saffron)):
        row[rules.TURN] = seat
        for name in spaces.split():
            rules.place(row, NAMES.index(name))
    row[rules.TURN], row[rules.ROLL], row[rules.QUIET] = turn, roll, quiet
    rules.lay_out(row, NUMBER_OF[tuple(sorted(map(int, dice)))])
    return row


@pytest.fixture
def lay():
    return laid


@pytest.fixture
def begin():
    return begun
