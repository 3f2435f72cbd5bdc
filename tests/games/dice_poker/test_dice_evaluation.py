"""What the engine makes of a position: hopes counted five by five, and what must not change a judgement."""

from itertools import product
from random import Random

import pytest
from dice_poker_oracle import CLASSIC
from dice_poker_table import HOUSES, STRAIGHTS

from fivefold.games.dice_poker import evaluation, rules
from fivefold.games.dice_poker.board import NAMES, SPACES

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


def value(row):
    out = [0] * row[rules.PLAYERS]
    evaluation.value(row, out)
    return out


def played(seed, begin, turns, **kind):
    """A position after so many random finishes, none of which ended the game."""
    random, row = Random(seed), begin(**kind)
    for _ in range(turns):
        row[rules.MULTISET] = rules.FIRST_ROLL
        open_spaces = [space for space in range(SPACES) if row[rules.OWNER + space] == 0]
        before, move = list(row), random.choice(open_spaces)
        rules.finish_turn(row, move)
        if row[rules.END] != rules.PLAYING:
            row = before
    return row


def turned(row):
    """The board turned by half."""
    after = list(row)
    after[rules.OWNER : rules.OWNER + SPACES] = row[rules.OWNER : rules.OWNER + SPACES][::-1]
    return after


def swapped(row):
    """Ruby's pieces as Azure's and the other way round, the turn and the sets with them."""
    after = list(row)
    for place in range(rules.OWNER, rules.OWNER + SPACES):
        if row[place] & 3:
            after[place] = row[place] ^ 3
    after[rules.TURN] = 1 - row[rules.TURN]
    after[rules.SETS], after[rules.SETS + 1] = row[rules.SETS + 1], row[rules.SETS]
    return after


def hopes_five_by_five(row, seat):
    """A seat's hope on every line, as a set of spaces, from each five on it by itself."""
    bouncing = row[rules.OPEN_HOUSES] == 0 or row[rules.OPEN_STRAIGHTS] == 0
    lines = {}
    for (down, across), top, left in product(WAYS, range(9), range(9)):
        five = [(top + down * step, left + across * step) for step in range(5)]
        if all(0 <= r < 9 and 0 <= c < 9 for r, c in five):
            line = (down, across, top * across - left * down)
            lines.setdefault(line, []).append(hope_of_five(row, seat, [9 * r + c for r, c in five], bouncing))
    return sorted(0 if None in hopes else sum(hopes) for hopes in lines.values())


def hope_of_five(row, seat, five, bouncing):
    """The hope of a five, ``None`` where it is the seat's."""
    cost, missing = 0, 0
    for space in five:
        owner, whose = row[rules.OWNER + space], (row[rules.OWNER + space] & 3) - 1
        locked = owner & rules.LOCKED > 0
        if owner == 0:
            cost, missing = cost + evaluation.COST[row[rules.PATTERN + space]], missing + 1
        elif whose == seat and bouncing and not locked:
            cost += evaluation.EXPOSED_COST
        elif whose >= 0 and whose != seat:
            if locked or not bouncing:
                return 0
            cost, missing = cost + evaluation.RIVAL_COST, missing + 1
    if missing == 0:
        return None
    place = missing + (evaluation.WITH_TURN if row[rules.TURN] == seat else 0)
    crowd = evaluation.CROWD_COST * missing * (row[rules.PLAYERS] - 2)
    return evaluation.HOPE[cost + evaluation.MISSING_COST[place] + crowd]


@pytest.mark.parametrize("seed", range(8))
def test_the_hope_of_a_line_is_that_of_its_fives(seed, begin):
    row = played(seed, begin, 6 * seed, players=2 + seed % 2)
    for bouncing in (False, True):
        row[rules.OPEN_STRAIGHTS] = 0 if bouncing else 2
        for seat in range(row[rules.PLAYERS]):
            lines = [evaluation.hope_of_line(row, seat, line, bouncing) for line in range(evaluation.LINES)]
            assert sorted(lines) == hopes_five_by_five(row, seat)


@pytest.mark.parametrize("seed", range(6))
def test_the_same_position_in_other_colours_or_turned_is_worth_the_same(seed, begin):
    row = played(seed, begin, 5 * seed + 3)
    assert value(swapped(row)) == value(row)[::-1]
    assert value(turned(row)) == value(row)


def test_an_easy_space_missing_is_better_than_a_hard_one(lay):
    # d3 and e3 are a pair of twos and four sixes, b3 and c3 three fours and four twos.
    easy = value(lay(ruby="b3 c3 e3 f3", turn=1))[0]
    hard = value(lay(ruby="b3 c3 d3 f3", turn=1))[0]
    assert CLASSIC["d3"] == "P2" and CLASSIC["e3"] == "Q6" and easy > hard


def test_a_rival_in_between_takes_the_hope_away(lay):
    free = value(lay(ruby="b3 c3 e3 f3", azure="i9"))
    stopped = value(lay(ruby="b3 c3 e3 f3", azure="d3"))
    assert stopped[0] < free[0] and stopped[1] > free[1] - 50


def test_the_turn_and_a_set_are_worth_something(lay):
    assert value(lay(turn=0))[0] == value(lay(turn=1))[1] > value(lay(turn=1))[0]
    four, five = value(lay(ruby="b3 c3 d3 e3", turn=1)), value(lay(ruby="b3 c3 d3 e3 f3", turn=1))
    assert five[0] > four[0]


def test_a_finished_game_is_beyond_any_estimate(lay):
    won = lay(ruby="a1 b1 c1 d1 e1", sets="1")
    rules.hand_on(won)
    assert value(won) == [evaluation.WON, -evaluation.WON]
    level = lay(players="3")
    level[rules.END] = rules.BOARD_FULL
    assert len(set(value(level))) == 1
    level[rules.SETS], level[rules.SETS + 2] = 1, 1
    assert value(level) == [0, -evaluation.WON, 0]


@pytest.mark.parametrize("players", [2, 3])
def test_no_position_is_judged_like_a_finished_one(players, begin):
    for seed in range(4):
        for turns in (0, 20, 60, 79):
            assert max(map(abs, value(played(seed, begin, turns, players=players)))) < 5_000


def test_a_set_comes_first_then_the_longest_run(lay):
    row = lay(ruby="a1 b1 d1 e1 a5 b5", azure="g7 h7", dice="12345")
    merits = {name: evaluation.merit(row, space) for space, name in enumerate(NAMES) if row[rules.OWNER + space] == 0}
    assert max(merits, key=merits.get) == "c1" and merits["c1"] > 2 * merits["f1"] > 0
    assert merits["c5"] > merits["i9"] > 0
    assert evaluation.merit(row, rules.KEEP) == evaluation.merit(row, rules.END_TURN) == 0
    assert evaluation.merit(row, rules.BOUNCE + NAMES.index("g7")) > 0


def test_the_hash_tells_apart_what_decides_the_game(lay):
    rows = [
        lay(dice="12345"),
        lay(dice="12346"),
        lay(dice="12345", roll=2),
        lay(dice="12345", turn=1),
        lay(dice="12345", ruby="d4"),
        lay(dice="12345", azure="d4"),
        lay(dice="12345", ruby="f4"),
        lay(dice="12345", ruby="a1 b1 c1 d1 e1"),
        lay(dice="12345", ruby=STRAIGHTS),
        lay(dice="12345", ruby=HOUSES),
    ]
    keys = [evaluation.key(row) for row in rows]
    assert len(set(keys)) == len(keys) and all(0 <= key < 1 << 62 for key in keys)
    waited = lay(dice="12345", quiet=7)
    assert evaluation.key(waited) == keys[0]
