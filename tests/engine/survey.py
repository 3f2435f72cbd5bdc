"""Everything a game's functions say of a position, asked of plain Python and of the compiled twin alike."""

from fivefold.contract import NOBODY
from fivefold.parts import dice as generator

MOST_SEATS = 4


def make_facts(functions, jit, kernel):
    """Make ``facts(row, moves, points, shares, seats, out) -> count``: write what there is to know to ``out``."""
    to_move, legal_moves, scores, returns = (
        functions.to_move,
        functions.legal_moves,
        functions.scores,
        functions.returns,
    )
    value, banked, merit, key = functions.value, functions.banked, functions.merit, functions.key
    remaining, side, give_turn = functions.remaining, functions.side, functions.give_turn

    @kernel
    def facts(row, moves, points, shares, seats, out):
        seat = to_move(row)
        out[0], out[1], out[2], out[3], count = seat, banked(row), key(row), remaining(row), 4
        value(row, points)
        for other in range(seats):
            out[count], out[count + 1] = points[other], side(row, other)
            count += 2
        scores(row, points)
        for other in range(seats):
            out[count] = points[other]
            count += 1
        if seat == NOBODY:
            returns(row, shares)
            return count
        found = legal_moves(row, moves)
        for index in range(found):
            out[count] = moves[index]
            out[count + 1] = merit(row, moves[index]) if seat >= 0 else 0
            count += 2
        if seat >= 0:
            give_turn(row, (seat + 1) % seats)
            out[count] = legal_moves(row, moves)
            count += 1
            give_turn(row, seat)
        return count

    return facts


def make_play(functions, jit, kernel):
    """Make ``play(row, move)``."""
    play = functions.play

    @kernel
    def make_move(row, move):
        play(row, move)

    return make_move


def make_stream(functions, jit, kernel):
    """Make ``stream(dice, bound, out)``: fill ``out`` with random numbers."""
    below = jit(generator.below)

    @kernel
    def stream(dice, bound, out):
        for index in range(len(out)):
            out[index] = below(dice, bound)

    return stream


class Survey:
    """Asks one game's functions, plain or compiled."""

    def __init__(self, kernels, seats):
        self.seats, self.kernels = seats, kernels
        self._facts, self._play = kernels(make_facts), kernels(make_play)
        longest = kernels.functions.max_moves
        self.moves, self.out = kernels.zeros(longest), kernels.zeros(2 * longest + 4 * MOST_SEATS + 5)
        self.points, self.shares = kernels.zeros(MOST_SEATS), kernels.floats(MOST_SEATS)
        self.row = kernels.zeros(kernels.functions.size)

    def facts(self, row):
        """Return everything about a position: integers, then the results if it is over."""
        self._put(row)
        count = self._facts(self.row, self.moves, self.points, self.shares, self.seats, self.out)
        assert [int(cell) for cell in self.row] == list(row), "asking changed the position"
        return [int(fact) for fact in self.out[:count]], [float(share) for share in self.shares]

    def after(self, row, move):
        """Return the position after a move."""
        self._put(row)
        self._play(self.row, move)
        return [int(cell) for cell in self.row]

    def _put(self, row):
        for place, cell in enumerate(row):
            self.row[place] = cell
