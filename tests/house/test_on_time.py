"""Matches that end because time is up, as they are stored, read again and listed."""

import pytest

from fivefold.contract import NOBODY
from fivefold.contract.errors import MatchOver
from fivefold.games.locus.rules import gain
from fivefold.house.house import House
from fivefold.house.records.finished import ALONE, DRAWN, LOST, WON
from fivefold.house.table.seating import MatchRequest
from fivefold.parts.messages import Reader
from fivefold.session import narration, steps

from .cards import alone
from .people import ANNA, BEN, play
from .test_histories import kept

pytestmark = pytest.mark.slow


def out_of_time(house, now, seat=NOBODY):
    return house.change({now.id: lambda now: steps.out_of_time(now, seat)})[0]


def until_one_is_out_of_reach(house):
    """Play Locus, one as well and the other as badly as can be, until the other cannot win; return that seat too."""
    waiting = house.create(ANNA, MatchRequest("locus", {"grid": "6x5"}, ("link",), begin="me"))
    now = house.sit(waiting.id, BEN)
    while now.match.game.can_win(now.match.row, 1):
        choose = min if now.to_act else max
        best = choose(now.match.legal(), key=lambda move: gain(now.match.row, move))
        now = play(house, now, now.match.game.notation.say(now.match.row, best, 0))
    return now, 1


def test_a_draw_on_time_is_stored_and_read_again_as_one(house, database):
    now, hopeless = until_one_is_out_of_reach(house)
    over = out_of_time(house, now, 1 - hopeless)
    assert over.entries[-1].text == "draw"
    assert over.match.outcome.returns == (0.5, 0.5) and over.result is None
    again = House(database).snapshot(over.id)
    assert again.match.outcome == over.match.outcome and again.match.ending.drawn
    assert {row["result"] for row in kept(house)} == {DRAWN}
    assert narration.reason(again, again.match.outcome, Reader(again.names)).endswith("could not win any more")


def test_who_was_out_of_reach_loses_on_time_all_the_same(house, database):
    now, hopeless = until_one_is_out_of_reach(house)
    over = out_of_time(house, now, hopeless)
    assert over.match.outcome.winner == 1 - hopeless and over.entries[-1].text == ""
    assert House(database).snapshot(over.id).match.outcome == over.match.outcome
    assert {row["result"] for row in kept(house)} == {WON, LOST}


def test_when_the_time_for_a_game_for_one_is_up_its_points_are_the_result(house, database):
    now = play(house, alone(house), alone(house).match.legal_moves()[0])
    over = out_of_time(house, now)
    again = House(database).snapshot(over.id)
    assert again.result == over.result == over.match.scores and again.match.outcome == over.match.outcome
    (row,) = [row for row in kept(house) if row["match"] == over.id]
    assert (row["result"], row["points"], row["termination"]) == (ALONE, over.match.scores[0], "time")
    with pytest.raises(MatchOver):
        out_of_time(house, over)


def test_rows_made_again_tell_a_loss_on_time_from_a_draw(house):
    for lost in (0, 1):
        now, hopeless = until_one_is_out_of_reach(house)
        out_of_time(house, now, hopeless if lost else 1 - hopeless)
    before = kept(house)
    assert house.histories.rebuild() == 2 and kept(house) == before
