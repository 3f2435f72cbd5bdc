"""Who can still win a game of Dice Poker."""

from dice_poker_table import alternately

from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import FREE_SPACE, SPACES
from fivefold.games.dice_poker.lines import all_lines, can_win, most_sets


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
