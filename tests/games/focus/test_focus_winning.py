"""Who can still win a game of Focus, and what happens at four seats when one runs out of time."""

import pytest

from fivefold.games.focus import rules
from fivefold.games.focus.rules import can_win
from fivefold.play.match import Match


def able(row):
    return [can_win(row, seat) for seat in range(row[rules.PLAYERS])]


def stacks(*, without=""):
    return {name: pieces for name, pieces in {"c3": "RRR", "f3": "BY", "d6": "GG"}.items() if pieces != without}


def test_a_piece_deep_in_a_stack_may_come_back(lay):
    assert able(lay(stacks(), players="4")) == [True, True, True, True]


def test_a_side_without_a_piece_anywhere_cannot_win(lay):
    assert able(lay(stacks(without="BY"), players="4")) == [True, False, False, True]
    assert able(lay(stacks(without="BY"), reserve=(0, 1, 0, 0), players="4")) == [True, True, False, True]


def test_partners_can_win_as_long_as_one_of_them_has_a_piece(lay):
    assert able(lay(stacks(without="GG"), players="4", teams="on")) == [True, True, True, True]
    assert able(lay({"c3": "RRR", "f3": "BBB"}, players="4", teams="on")) == [True, False, True, False]


@pytest.mark.parametrize(("quiet", "stack", "sure"), [(39, "GG", True), (38, "GG", False), (39, "GGGGG", False)])
def test_nobody_can_win_where_the_last_turn_takes_nothing_off_a_stack(lay, quiet, stack, sure):
    row = lay({"c3": "RR", "e3": stack, "h6": "G"}, quiet=quiet, patience="20")
    assert able(row) == ([False, False] if sure else [True, True])


def test_the_last_turn_may_leave_the_other_without_a_stack(lay):
    row = lay({"c3": "RR", "e3": "GG", "c6": "R"}, quiet=39, patience="20")
    assert able(row) == [True, False]


@pytest.mark.parametrize(
    ("options", "returns"),
    [
        ({}, (1 / 3, 0.0, 1 / 3, 1 / 3)),
        ({"teams": "on"}, (0.5, 0.0, 0.5, 0.0)),
        ({"win": "quota"}, (1 / 3, 0.0, 1 / 3, 1 / 3)),
    ],
)
def test_where_they_do_not_play_on_who_runs_out_of_time_loses_with_their_partner(options, returns):
    match = Match("focus", seed=1, players=4, dropping="end", **options)
    match.make(match.legal()[0])
    match.lose_on_time(1)
    assert match.outcome.returns == pytest.approx(returns)
    assert match.outcome.reason == "seat 1 (Yellow) ran out of time"
    assert Match.from_record(match.to_record()).outcome == match.outcome


def test_who_has_dropped_out_cannot_win_but_a_partner_can(lay):
    row, teams = lay(stacks(), players="4"), lay(stacks(), players="4", teams="on")
    for each in (row, teams):
        rules.play(each, rules.DROP_OUT)
    assert able(row) == [False, True, True, True] and able(teams) == [True, True, True, True]
    rules.play(row, rules.DROP_OUT + 1)
    assert able(row) == [False, False, True, True]


def test_at_four_seats_it_is_a_draw_where_patience_is_sure_to_run_out():
    match = Match("focus", seed=1, players=4)
    match.row[rules.QUIET] = 4 * 40 - 1
    match.lose_on_time(1)
    assert match.outcome.returns == (0.25,) * 4
    assert match.outcome.reason == "seat 1 (Yellow) ran out of time, and nobody else could win any more"
