"""Who can still win a game of Poker Solitaire for two."""

from random import Random

import pytest
from solitaire_table import FULL, OTHER_FULL, Table

from fivefold.games.solitaire import rules
from fivefold.games.solitaire.rules import FINISHED
from fivefold.games.solitaire.winning import PointsSpan, can_win, square_span, stays
from fivefold.play.match import Match

PLAIN = {"mode": "alternate", "rejects": "0/0/0"}


def able(table):
    return [can_win(table.row, seat) for seat in range(2)]


def points(table):
    out = [0, 0]
    rules.scores(table.row, out)
    return out


def test_full_squares_that_stay_as_they_are_are_exact():
    table = Table(**PLAIN).square(1, FULL).square(2, OTHER_FULL)
    spans = [square_span(table.row, square) for square in range(2)]
    assert spans == [PointsSpan(each, each) for each in points(table)]
    assert able(table) == [True, False] if points(table)[0] > points(table)[1] else [False, True]


@pytest.mark.parametrize("more", [{"steal": "on"}, {"move": "movable", "move2": "movable"}, {"rejects": "0/1/1"}])
def test_nothing_is_certain_while_cards_may_leave_a_square(more):
    table = Table(**{**PLAIN, **more}).square(1, FULL).square(2, OTHER_FULL)
    assert able(table) == [True, True] and not stays(table.row, 0)


def test_a_reject_place_that_is_taken_for_good_lets_nothing_out():
    table = Table(mode="alternate", rejects="0/1/1").square(1, FULL).square(2, OTHER_FULL)
    assert not stays(table.aside("1r1", "Js").row, 1) and stays(table.row, 0)


def test_a_common_place_may_be_emptied_by_a_movable_opponent():
    for moves, certain in (("fixed", True), ("movable", False)):
        table = Table(mode="alternate", rejects="1/0/0", move2=moves).square(1, FULL)
        assert stays(table.aside("x1", "Js").row, 0) is certain


def test_who_has_said_done_keeps_what_they_have():
    table = Table(mode="race-both", steal="on", move="movable").square(1, FULL)
    table.row[FINISHED] = 1
    span = square_span(table.row, 0)
    assert span.least == span.most == points(table)[0]


def test_the_cards_that_may_still_come_are_what_is_left():
    gap = FULL.replace("9c 9d Tc Td Jc", "9c 9d Tc Td --")  # the last row has two pair, for 3; a full house is 10
    table = Table(**PLAIN).square(1, gap).square(2, OTHER_FULL)
    least, most = square_span(table.row, 0)
    now = points(table)[0]
    assert least <= now < most
    assert square_span(table.no_pack().row, 0) == (now, now)


def test_one_who_plays_alone_has_nobody_to_lose_to():
    assert can_win(Table(mode="one-hand").row, 0)


def best(row, seat):
    """The most that a seat can be ahead in the end, every way of the rest tried, chance too."""
    if rules.to_move(row) == -2:
        out = [0, 0]
        rules.scores(row, out)
        return out[seat] - out[1 - seat]
    out, leads = [0] * rules.MAX_MOVES, []
    for move in out[: rules.legal_moves(row, out)]:
        after = row.copy()
        rules.play(after, move)
        leads.append(best(after, seat))
    return max(leads)


@pytest.mark.slow
@pytest.mark.parametrize("scoring", ["english", "american"])
@pytest.mark.parametrize("seed", range(4))
def test_who_can_get_ahead_with_the_last_cards_can_win(seed, scoring):
    options = {**PLAIN, "scoring": scoring, "touch": "anywhere", "touch2": "anywhere"}
    match, random = Match("solitaire", seed=seed, options=options), Random(seed)
    while sum(each != 0 for each in match.row[rules.CELL : rules.CELL + 50]) < 48:
        match.make(random.choice(match.legal()))
    for seat in range(2):
        assert can_win(match.row, seat) or best(match.row, seat) <= 0
