"""Best play within a turn: against chances known from elsewhere, and against every roll there is, one by one."""

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from dice_poker_table import legal

from fivefold.games.dice_poker import rules, turn
from fivefold.games.dice_poker.board import SPACES
from fivefold.games.dice_poker.odds import chance_of
from fivefold.games.dice_poker.patterns import FIRST_ROLL, MULTISETS, NUMBER_OF, PATTERNS

HOUSES = [space for space in range(SPACES) if rules.CLASSIC[space] == rules.FULL_HOUSE]
STRAIGHTS = [space for space in range(SPACES) if rules.CLASSIC[space] == rules.STRAIGHT]
OTHERS = [space for space in range(SPACES) if space not in (*HOUSES, *STRAIGHTS, rules.FREE_SPACE)]


def finishes(row):
    out = [0] * turn.MAX_FINISHES
    return out[: turn.finishes(row, out)]


def outlook(row, worth):
    """What the turn is worth, and each legal move, with what each finish is worth by its move."""
    out, scratch = [-1.0] * rules.MAX_MOVES, [0.0] * turn.SCRATCH
    value = turn.outlook(row, [worth[move] for move in finishes(row)], out, scratch)
    return value, dict(zip(legal(row), out, strict=False)) if rules.to_move(row) >= 0 else {}


def rolling(row, kept, roll):
    """The same position with these dice on the table and the rest of this roll to come, or none."""
    changed = list(row)
    changed[rules.ROLL] = roll
    rules.lay_out(changed, NUMBER_OF[tuple(sorted(kept))])
    return changed


class EveryRoll:
    """A turn's worth from all the ways the dice can fall, in fractions, with nothing but the rules."""

    def __init__(self, row, worth):
        self.row, self.worth = row, {move: Fraction(value) for move, value in worth.items()}
        self.chosen, self.thrown = cache(self.chosen), cache(self.thrown)

    def thrown(self, kept, roll):
        """With these dice on the table and the others of this roll in the air."""
        ways = list(product(range(1, 7), repeat=5 - len(kept)))
        return sum(self.chosen(tuple(sorted(kept + more)), roll) for more in ways) / len(ways)

    def chosen(self, dice, roll):
        """With five dice on the table after this roll."""
        return max(self.moves(dice, roll).values())

    def moves(self, dice, roll):
        row = rolling(self.row, dice, roll)
        return {move: self.after(move, roll) for move in legal(row)}

    def after(self, move, roll):
        if move < rules.KEEP:
            return self.worth[move]
        return self.thrown(MULTISETS[move - rules.KEEP], roll + 1)


def scattered(seed, begin, covered=(), open_spaces=SPACES):
    """A position with pieces here and there, the spaces ``covered`` all taken; no dice yet."""
    random, row = Random(seed), begin(players=2 + seed % 2, layout="classic")
    wanted = [*covered, *random.sample([space for space in OTHERS if space not in covered], 81 - open_spaces)]
    for number, space in enumerate(wanted):
        row[rules.TURN] = number % row[rules.PLAYERS]
        rules.place(row, space)
    row[rules.TURN] = random.randrange(row[rules.PLAYERS])
    return row


def random_worths(row, seed):
    random = Random(seed)
    return {move: random.randrange(1000) / 1024 for move in finishes(rolling(row, (), 1))}


POSITIONS = {
    "an empty board": lambda begin: scattered(0, begin),
    "a crowded board": lambda begin: scattered(1, begin, open_spaces=26),
    "straights give bouncers": lambda begin: scattered(2, begin, covered=STRAIGHTS, open_spaces=60),
    "full houses give bouncers": lambda begin: scattered(3, begin, covered=HOUSES, open_spaces=50),
    "both do, and little is open": lambda begin: scattered(4, begin, covered=HOUSES + STRAIGHTS, open_spaces=22),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_second_roll_is_weighed_as_by_every_third_one(name, begin):
    row = POSITIONS[name](begin)
    worth, random = random_worths(row, 1), Random(2)
    slow = EveryRoll(row, worth)
    for _ in range(6):
        dice = tuple(sorted(random.choices(range(1, 7), k=5)))
        value, moves = outlook(rolling(row, dice, 2), worth)
        assert moves == pytest.approx({move: float(exact) for move, exact in slow.moves(dice, 2).items()}, abs=1e-12)
        assert value == max(moves.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_a_whole_turn_is_weighed_as_by_every_roll(name, begin):
    row = POSITIONS[name](begin)
    worth = random_worths(row, 1)
    slow = EveryRoll(row, worth)
    assert outlook(rolling(row, (), 1), worth)[0] == pytest.approx(float(slow.thrown((), 1)), abs=1e-12)
    for dice in ((1, 1, 3, 5, 6), (2, 2, 2, 4, 4), (1, 2, 3, 4, 5)):
        _, moves = outlook(rolling(row, dice, 1), worth)
        assert moves == pytest.approx({move: float(exact) for move, exact in slow.moves(dice, 1).items()}, abs=1e-12)


def test_one_target_is_hit_as_often_as_people_are_told(begin):
    row, random = begin(), Random(1)
    for pattern in range(PATTERNS):
        space = rules.CLASSIC.index(pattern)
        worth = {move: float(move == space) for move in finishes(row)}
        kept = MULTISETS[random.randrange(FIRST_ROLL)]
        for rolls in (1, 2, 3):
            value, _ = outlook(rolling(row, kept, 4 - rolls), worth)
            assert value == pytest.approx(chance_of(pattern, kept, rolls), abs=1e-12)


def test_the_end_is_worth_something_only_where_nothing_matches(begin):
    row = scattered(1, begin, open_spaces=26)
    worth = dict.fromkeys(finishes(row), 0.0) | {rules.END_TURN: 1.0}
    value, _ = outlook(rolling(row, (), 3), worth)
    nothing = [legal(rolling(row, dice, 3)) == [rules.END_TURN] for dice in product(range(1, 7), repeat=5)]
    assert value == pytest.approx(sum(nothing) / 6**5, abs=1e-12) and value > 0
