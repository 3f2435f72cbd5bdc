"""Everything a game's functions say of a position, asked of plain Python and of the compiled twin alike."""

from fivefold.contract import NOBODY, AlphaBeta, WholeTurns
from fivefold.parts import dice as generator

MOST_SEATS = 4


def make_facts(rules, search, jit, kernel):
    """Make ``facts(row, moves, points, shares, seats, out) -> count``: write what every game says to ``out``."""
    to_move, legal_moves, scores, returns = rules.to_move, rules.legal_moves, rules.scores, rules.returns
    value, merit = search.value, search.merit

    @kernel
    def facts(row, moves, points, shares, seats, out):
        seat = to_move(row)
        out[0], count = seat, 1
        value(row, points)
        for other in range(seats):
            out[count] = points[other]
            count += 1
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
        return count

    return facts


def make_alphabeta_facts(rules, search, jit, kernel):
    """Make ``facts(row, moves, seats, out) -> count``: write what alpha-beta asks besides; the key comes first."""
    to_move, legal_moves, banked, key = rules.to_move, rules.legal_moves, search.banked, search.key
    remaining, side, give_turn = search.remaining, search.side, search.give_turn

    @kernel
    def facts(row, moves, seats, out):
        out[0], out[1], out[2], count, seat = key(row), banked(row), remaining(row), 3, to_move(row)
        for other in range(seats):
            out[count] = side(row, other)
            count += 1
        if seat >= 0:
            give_turn(row, (seat + 1) % seats)
            out[count] = legal_moves(row, moves)
            count += 1
            give_turn(row, seat)
        return count

    return facts


def make_turn_facts(rules, search, jit, kernel):
    """Make ``facts(row, moves, seats, out) -> count``: write what expectimax asks besides; the key comes first."""
    key = search.key

    @kernel
    def facts(row, moves, seats, out):
        out[0] = key(row)
        return 1

    return facts


FACTS = {AlphaBeta: make_alphabeta_facts, WholeTurns: make_turn_facts}


def make_play(rules, jit, kernel):
    """Make ``play(row, move)``."""
    play = rules.play

    @kernel
    def make_move(row, move):
        play(row, move)

    return make_move


def make_stream(jit, kernel):
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
        self.seats, rules, search = seats, kernels.rules, kernels.game.search
        self._facts, self._play = kernels(make_facts, rules, search), kernels(make_play, rules)
        besides = next((make for kind, make in FACTS.items() if isinstance(search, kind)), None)
        self._besides = besides and kernels(besides, rules, search)
        self.moves, self.out = kernels.zeros(rules.max_moves), kernels.zeros(2 * rules.max_moves + 4 * MOST_SEATS + 5)
        self.points, self.shares = kernels.zeros(MOST_SEATS), kernels.floats(MOST_SEATS)
        self.row = kernels.zeros(rules.size)

    def facts(self, row):
        """Return everything about a position: integers, then the results if it is over."""
        self._put(row)
        count = self._facts(self.row, self.moves, self.points, self.shares, self.seats, self.out)
        facts = [int(fact) for fact in self.out[:count]] + self.besides(row)
        assert [int(cell) for cell in self.row] == list(row), "asking changed the position"
        return facts, [float(share) for share in self.shares]

    def besides(self, row):
        """Return what only this kind of search asks, the key of the position first; nothing where it asks no more."""
        self._put(row)
        count = self._besides(self.row, self.moves, self.seats, self.out) if self._besides else 0
        return [int(fact) for fact in self.out[:count]]

    def after(self, row, move):
        """Return the position after a move."""
        self._put(row)
        self._play(self.row, move)
        return [int(cell) for cell in self.row]

    def _put(self, row):
        for place, cell in enumerate(row):
            self.row[place] = cell
