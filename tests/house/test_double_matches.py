"""Double matches: two games on one deal have one result, whatever becomes of the second."""

import pytest

from fivefold.doors.web.pages import my_games
from fivefold.house.database import schema
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.records.histories import Wanted
from fivefold.house.table import followups
from fivefold.house.table.sweeper import Sweeper
from fivefold.parts.messages import Reader
from fivefold.session.snapshot import OVER, Cause

from .conftest import numbered
from .people import ANNA, BEN, keep_accounts
from .test_histories import kept
from .virtual import VirtualClock, with_clocks


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(database, clock):
    house = House(database, clock, numbered())
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    return house


@pytest.fixture
def sweeper(house):
    sweeper = Sweeper(house)
    sweeper.begin()
    return sweeper


def played(house, now, best):
    """Play a game to its end; who is ``best`` takes long steps."""
    while now.status != OVER:
        person = now.seats[now.to_act].person
        moves = now.match.legal_moves()
        now = house.play(now.id, person, now.number + 1, moves[-1 if person == best else 0])
    return now


def second_game(house, best=ANNA, **more):
    """Return the second game of Anna and Ben, after this person has won the first."""
    first = played(house, with_clocks(house, goal="6", double=True, **more), best)
    house.second(first.id, ANNA)
    return house.second(first.id, BEN)


def lines(house, person=ANNA):
    return [
        (line.match, line.result, line.points, line.others) for line in house.histories.page(person, Wanted()).lines
    ]


def said(now, you=-1):
    return followups.outcome_line(now, now.match.outcome, Reader(now.names, you=you))


@pytest.mark.parametrize("best", [ANNA, BEN])
def test_who_does_not_begin_the_second_game_loses_the_double(house, clock, sweeper, best):
    now = second_game(house, best)
    late, other = now.to_act, 1 - now.to_act
    clock.pass_(62)
    sweeper.sweep()
    over = house.snapshot(now.id)
    assert (over.entries[-1].kind, over.entries[-1].mover, over.match.outcome.winner) == ("time", late, other)
    who, loser = over.names[other], over.names[late]
    assert said(over) == f"{who} wins the double match. Game 2 was forfeited: {loser} didn't start in time."
    points = followups.points_from_first(over)
    for seat, result in ((other, "won"), (late, "lost")):
        person = over.seats[seat].person
        assert lines(house, person) == [(now.id, result, points[seat], (points[1 - seat],))]


def test_the_points_of_both_games_decide_and_one_line_tells_it(house):
    first = played(house, with_clocks(house, goal="6", double=True), ANNA)
    assert [line[0] for line in lines(house)] == [first.id]
    house.second(first.id, ANNA)
    over = played(house, house.second(first.id, BEN), ANNA)
    totals = followups.totals(over)
    mine = over.seats_of(ANNA)[0]
    assert said(over).startswith(f"Anna wins the double match {totals[mine]}–{totals[1 - mine]}. Game 2: ")
    assert lines(house) == [(over.id, "won", totals[mine], (totals[1 - mine],))]
    (line,) = house.histories.page(ANNA, Wanted()).lines
    assert my_games.points_words(line) == f"{totals[mine]}–{totals[1 - mine]}"
    assert [line.double_of for line in house.histories.page(ANNA, Wanted()).lines] == [first.id]
    assert [each.match for each in house.results.of(ANNA)] == [over.id]
    assert {place.match for place in house.histories.match_ids(ANNA, Wanted(), None, 9)} == {first.id, over.id}


def test_where_the_second_game_is_cancelled_the_first_stands(house):
    now = second_game(house, BEN)
    house.offer(now.id, ANNA, "abort", now.number)
    over = house.answer(now.id, BEN, True)
    assert over.entries[-1].text == Cause.AGREED
    points = dict(zip(over.names, followups.points_from_first(over), strict=True))
    assert said(over).startswith("Ben wins the double match. Game 2 wasn't played. Game 1 stands: ")
    assert lines(house) == [(now.id, "lost", points["Anna"], (points["Ben"],))]


def test_who_resigns_the_second_game_loses_the_double(house):
    now = second_game(house, ANNA)
    over = house.resign(now.id, ANNA, now.number + 1)
    assert said(over) == "Ben wins the double match. Game 2: Ben wins. Anna resigned."
    assert [line[1] for line in lines(house)] == ["lost"]
    (line,) = house.histories.page(ANNA, Wanted()).lines
    assert line.points > max(line.others) and my_games.points_words(line) == "forfeited"
    (other,) = house.histories.page(BEN, Wanted()).lines
    assert my_games.points_words(other) == "forfeited"


def test_a_game_resigned_by_each_is_a_draw(house):
    first = with_clocks(house, goal="6", double=True)
    first = house.resign(first.id, BEN, first.number + 1)
    house.second(first.id, ANNA)
    now = house.second(first.id, BEN)
    over = house.resign(now.id, ANNA, now.number + 1)
    assert said(over).startswith("The double match is a draw. Game 2: ")
    assert [line[1] for line in lines(house)] == ["drawn"]


def test_a_cancelled_first_game_leaves_no_second_but_a_rematch(house, clock, sweeper):
    now = with_clocks(house, "10m+5s", double=True)
    clock.pass_(62)
    sweeper.sweep()
    with pytest.raises(NotOffered, match="first game was cancelled"):
        house.second(now.id, ANNA)
    house.rematch(now.id, ANNA)
    assert house.rematch(now.id, BEN).id != now.id
    (line,) = house.histories.page(BEN, Wanted()).lines
    assert line.cancelled.said() == "Cancelled: Anna didn't start in time"
    (line,) = house.histories.page(ANNA, Wanted()).lines
    assert line.cancelled.said() == "Cancelled: you didn't start in time"


def test_a_double_is_made_again_from_the_log(house, database, clock, sweeper):
    now = second_game(house)
    clock.pass_(62)
    sweeper.sweep()
    tables = (schema.finished, schema.against, schema.tallies)
    before = [kept(house, table) for table in tables]
    for again in (house, House(database, clock)):
        assert again.histories.rebuild() == 2
        assert [kept(again, table) for table in tables] == before
    assert [each["result"] for each in before[0] if each["match"] != now.id] == ["half", "half"]
