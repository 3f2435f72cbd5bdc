"""Worked cases, sentence by sentence of the rules: a turn, matching, bouncers, the shuffled board, the options."""

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from dice_poker_table import alternately, legal, play, roll, texts

from fivefold.contract.errors import InvalidOption
from fivefold.games.dice_poker import GAME, notation, rules, turn
from fivefold.games.dice_poker.board import FREE_SPACE, SPACES
from fivefold.games.dice_poker.lines import all_lines, can_win, most_sets
from fivefold.games.dice_poker.odds import chance_of
from fivefold.games.dice_poker.patterns import FIRST_ROLL, MULTISETS, NUMBER_OF, PATTERNS
from fivefold.play import options
from fivefold.play.match import Match

# A turn


def test_who_begins_is_chosen_or_drawn(begin):
    assert [begin(first=seat)[rules.TURN] for seat in (0, 1)] == [0, 1]
    assert begin(players=3, first=2)[rules.TURN] == 2
    with pytest.raises(InvalidOption, match=r"first=2.*players=3"):
        begin(first=2)
    drawn = {Match("dice_poker", seed=seed).options["first"] for seed in range(20)}
    assert drawn == {"0", "1"}
    assert {Match("dice_poker", seed=seed, players=3).options["first"] for seed in range(30)} == {"0", "1", "2"}


def test_the_turn_ends_with_nothing_only_after_the_third_roll_and_only_if_nothing_is_possible(lay):
    assert "end" not in texts(lay(dice="12346", roll=2))
    assert "end" not in texts(lay(dice="55134", roll=3))
    assert texts(lay(dice="12346", roll=3)) == ["end"]
    assert texts(lay(dice="55134", roll=3, azure="f7")) == ["end"]
    row = play(lay(dice="12346", roll=3), "end")
    assert row[rules.COVERED] == 0
    assert row[rules.TURN] == 1


def test_dice_kept_are_remembered_until_the_turn_ends(begin):
    row = roll(play(roll(begin(), [1, 2, 6, 6, 6]), "keep:666"), [1, 3])
    play(row, "roll")
    assert row[rules.DIE : rules.DIE + 5] == [6, 6, 6, 0, 0], "roll keeps what was kept"
    play(roll(row, [6, 1]), "h4" if "h4" in texts(row) else texts(row)[0])
    assert play(roll(row, [1, 2, 3, 4, 6]), "roll")[rules.DIE : rules.DIE + 5] == [0] * 5, "another turn begins anew"


def test_the_table_ends_a_turn_in_which_nothing_is_possible(lay):
    stuck = lay(dice="12346", roll=3, azure="a2 d3 f2 d8 f6 i8")
    assert texts(stuck) == ["end"] and GAME.plays_itself(stuck, rules.END_TURN)
    assert not GAME.plays_itself(lay(dice="12346", roll=3), 0)


# The shuffled board


def test_every_pattern_left_is_as_likely_as_there_are_copies_of_it(begin):
    row = play(begin(layout="shuffled"), "deal:F", "deal:F", "deal:T5", "deal:P1")
    moves = texts(row)
    assert [moves.count(f"deal:{name}") for name in ("F", "T5", "P1", "S", "3-4")] == [10, 1, 0, 4, 2]


def test_it_does_not_matter_which_of_equal_patterns_is_dealt(begin):
    out = [0] * rules.MAX_MOVES
    row = begin(layout="shuffled")
    houses = [move for move in out[: rules.legal_moves(row, out)] if notation.say(row, move, 0) == "deal:F"]
    after = []
    for move in houses:
        copy = row.copy()
        rules.play(copy, move)
        after.append(copy)
    assert len(after) == 12
    assert all(copy == after[0] for copy in after)


def test_options_are_as_the_rules_have_them():
    offered = {option.name: (list(option.values), option.default) for option in GAME.setup.options}
    assert offered == {
        "players": (["2", "3"], "2"),
        "layout": (["classic", "shuffled"], "classic"),
        "sets": (["2", "1"], "2"),
        "first": (["0", "1", "2"], None),
        "patience": (["60", "20", "0"], "60"),
        "dropping": (["play-on", "end"], "play-on"),
    }
    resolved = options.resolve(GAME, {"patience": 7, "first": 1})
    assert options.codes(GAME, resolved)["patience"] == 7


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


def able(row):
    return [can_win(row, seat) for seat in range(row[rules.PLAYERS])]


def walled(row, owner, but=()):
    """The row with a piece of ``owner``'s, there for good, on every space but these and the free one."""
    for space in range(SPACES):
        if space != FREE_SPACE and space not in but:
            row[rules.OWNER + space] = (1 + owner) | rules.LOCKED
    return row


def test_everybody_can_win_at_the_start(begin):
    assert able(begin()) == [True, True] and able(begin(players="3")) == [True] * 3
    assert len(all_lines()) == 9 + 9 + 17 + 17


def test_an_opponents_piece_that_may_be_bounced_takes_nothing_away(lay):
    row = lay(**alternately(["a1"], ["b1", "d1", "f1"]))
    assert most_sets(row, 0) == most_sets(row, 1)


def test_protected_pieces_stand_in_the_way_for_good(begin):
    row = walled(begin(), 0)
    row[rules.SETS] = 1
    assert most_sets(row, 1) == 0 and able(row) == [True, False]


def test_five_spaces_in_a_row_are_enough_to_catch_up_but_not_to_get_ahead_alone(begin):
    row = walled(begin(), 0, but=range(5))
    assert most_sets(row, 1) == 1
    assert can_win(row, 1) and not can_win(walled(begin(), 0, but=range(4)), 1)
    row[rules.SETS] = 1
    assert not can_win(row, 1)


def test_of_three_a_first_place_shared_by_two_is_a_win(begin):
    row = walled(begin(players="3"), 0, but=range(5))
    row[rules.SETS], row[rules.SETS + 1] = 1, 1
    row[rules.OWNER] = 2 | rules.LOCKED
    assert can_win(row, 1) and not can_win(row, 2)
