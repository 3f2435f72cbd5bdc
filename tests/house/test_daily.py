"""Deals of the day: the same for everybody, begun once, and the first result counts."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fivefold.house import availability
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.links import DAY, PACK_OF
from fivefold.house.match_view import views
from fivefold.house.records.daily import Daily, Finish, Streak, order, place, rank, streak, totals, worth
from fivefold.play import options
from fivefold.play.catalogue import find
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import OVER
from tests.house.cards import laid
from tests.house.conftest import START
from tests.house.people import ANNA, BEN, resigned
from tests.house.test_solo import cards
from tests.house.test_two_writers import together


def test_everybody_is_dealt_the_same_cards_and_begins_once(house):
    anna, ben = house.daily.begin("solitaire", ANNA), house.daily.begin("solitaire", BEN)
    assert house.daily.begin("solitaire", ANNA).id == anna.id != ben.id
    assert cards(laid(house, anna)) == cards(laid(house, ben, BEN))
    assert anna.linked(DAY) == "2025-03-01" == views.table(anna, ANNA)["daily"]
    assert anna.match.options == dict(house.daily.of("solitaire", START.date()).options)


def test_results_are_those_played_to_the_end_each_people_first(house):
    day = house.daily.today()
    anna = laid(house, house.daily.begin("solitaire", ANNA))
    laid(house, house.daily.begin("solitaire", BEN), BEN, cards=4)
    daily = house.daily.of("solitaire", day, ANNA)
    assert [each.points for each in daily.finishes] == list(anna.match.scores) and (
        daily.yours.points,
        daily.match,
    ) == (anna.match.scores[0], anna.id)
    waiting = house.daily.of("solitaire", day, BEN)
    assert waiting.yours is None and waiting.match is not None and house.daily.of("solitaire", day).match is None
    laid(house, house.same_cards(anna.id, ANNA))
    assert house.daily.of("solitaire", day, ANNA).finishes == daily.finishes
    assert not views.table(house.same_cards(anna.id, ANNA), ANNA)["daily"]


def test_what_was_given_up_does_not_count_and_is_not_begun_again(house):
    given_up = resigned(house, laid(house, house.daily.begin("solitaire", ANNA), cards=3))
    daily = house.daily.of("solitaire", house.daily.today(), ANNA)
    assert (list(daily.finishes), daily.yours, daily.match) == ([], None, given_up.id)
    assert house.daily.begin("solitaire", ANNA).id == given_up.id


@pytest.mark.slow
def test_there_is_no_help_and_no_second_look_while_it_goes_on(house):
    snapshot = laid(house, house.daily.begin("solitaire", ANNA), cards=3)
    with pytest.raises(NotOffered, match="deal of the day"):
        availability.check_hint(snapshot, ANNA)
    with pytest.raises(NotOffered, match="deal of the day"):
        house.same_cards(snapshot.id, ANNA)
    with pytest.raises(NotOffered, match="one try"):
        house.new_cards(snapshot.id, ANNA)
    with pytest.raises(NotOffered, match="deal of the day"):
        house.shadow_matches.begin(snapshot.id, ANNA)
    over = laid(house, snapshot)
    assert availability.available(over, ANNA)["new_cards"] == "everybody has one try at the deal of the day"
    assert over.status == OVER and house.same_cards(over.id, ANNA).linked(PACK_OF) == over.id
    with pytest.raises(NotOffered, match="others are still playing this day's deal"):
        house.shadow_matches.begin(over.id, ANNA)


@pytest.mark.slow
def test_another_day_another_house_and_other_cards(database, tmp_path):
    time = [START]
    house = House(database, lambda: time[0])
    first = cards(laid(house, house.daily.begin("solitaire", ANNA)))
    time[0] += timedelta(days=1)
    second = cards(laid(house, house.daily.begin("solitaire", ANNA)))
    other = House(open_database(f"sqlite:///{tmp_path / 'other.sqlite'}"), lambda: START)
    third = cards(laid(other, other.daily.begin("solitaire", ANNA)))
    assert len({tuple(first), tuple(second), tuple(third)}) == 3
    assert house.daily.of("solitaire", START.date(), ANNA).finishes and len(house.matches_of(ANNA)) == 2


def test_nobody_looks_into_tomorrow(house):
    with pytest.raises(NotOffered, match="still to come"):
        house.daily.of("solitaire", house.daily.today() + timedelta(days=1))
    assert house.daily.of("solitaire", house.daily.today()).picture.svg.startswith("<svg")


def test_a_game_whose_usual_set_up_is_a_race_has_none(house, monkeypatch):
    monkeypatch.setattr("fivefold.house.records.daily._is_dealt", lambda game: game.key == "solitaire")
    assert house.daily.keys() == ("solitaire",)
    for ask in (lambda: house.daily.begin("focus", ANNA), lambda: house.daily.of("locus", START.date())):
        with pytest.raises(NotOffered, match="deal of the day"):
            ask()


def computers(snapshot):
    return [(seat.seat, seat.level, seat.name) for seat in snapshot.seats if seat.kind == COMPUTER]


def test_everybody_meets_the_same_computer_a_stronger_one_each_day_of_the_week(database):
    time = [START + timedelta(days=2)]  # a Monday
    house, game = House(database, lambda: time[0]), find("locus")
    met = []
    for _ in range(7):
        anna, ben = (house.daily.begin("locus", person) for person in (ANNA, BEN))
        assert computers(anna) == computers(ben) and anna.match.row == ben.match.row
        met += computers(anna)
        time[0] += timedelta(days=1)
    assert [level for _, level, _ in met] == [1, 2, 3, 4, 5, 6, 7]
    assert [name for *_, name in met] == [persona.name for persona in game.personas]
    assert {seat for seat, *_ in met} == {0, 1}, "who moves first changes"
    assert house.daily.of("locus", START.date()).level == 6 and house.daily.of("solitaire", START.date()).alone


def played_out(house, snapshot, by):
    """Play with the computer's moves made here too."""
    while snapshot.match.outcome is None:
        move = snapshot.match.legal_moves()[0]
        if snapshot.seats[snapshot.to_act].kind == COMPUTER:
            snapshot = house.play_for(snapshot.id, snapshot.number + 1, move)
        else:
            snapshot = house.play(snapshot.id, by, snapshot.number + 1, move)
    return snapshot


@pytest.mark.slow
def test_a_game_against_a_computer_is_won_or_lost_by_a_margin_in_so_many_moves(house):
    over = played_out(house, house.daily.begin("locus", ANNA), ANNA)
    gave_up = house.daily.begin("locus", BEN)
    house.resign(gave_up.id, BEN, gave_up.number + 1)
    daily = house.daily.of("locus", house.daily.today(), ANNA)
    mine = daily.yours
    seat = over.seats_of(ANNA)[0]
    assert mine.margin == over.match.scores[seat] - over.match.scores[1 - seat]
    assert (mine.share == 1.0) == (mine.margin > 0) and mine.moves == over.match.movers.count(seat)
    theirs = house.daily.of("locus", house.daily.today(), BEN).yours
    assert (theirs.points, theirs.share, theirs.margin) == (None, 0.0, None)
    assert [each.match for each in daily.finishes] == [over.id, gave_up.id] and daily.rank == 1


@pytest.mark.parametrize(
    ("key", "mine", "theirs", "score"),
    [
        ("solitaire", ((90,), None), ((120,), None), 75),
        ("solitaire", ((130,), None), ((120,), None), 100),
        ("locus", ((60, 60), 0.5), ((90, 60), 1.0), 83),
        ("locus", ((0, 0), 0.5), ((0, 0), 0.5), 100),
        ("focus", ((6, 5), 1.0), ((6, 1), 1.0), 100),
        ("focus", ((2, 6), 0.0), ((6, 1), 1.0), 25),
        ("focus", ((0, 6), 0.0), ((0, 6), 0.0), 100),
        ("locus", ((None, None), 0.0), ((90, 60), 1.0), 0),
    ],
)
def test_a_result_scores_as_near_as_it_comes_to_the_houses_own(key, mine, theirs, score):
    one, house = (
        Finish("", "", "", scores[0], share, None, 9, scores, worth(find(key), scores, share))
        for scores, share in (mine, theirs)
    )
    daily = Daily(find(key), START.date(), {}, 1, (one,), one, False, "m", None, house)
    assert daily.score(one) == score and replace(daily, house=None).score(one) == (None if score else 0)


def test_the_house_plays_a_deal_from_the_same_seat_as_soon_as_somebody_begins_it(database):
    house = House(database, lambda: START)
    day = house.daily.today()
    assert house.due() == []
    anna = house.daily.begin("locus", ANNA)
    house.daily.begin("locus", BEN)
    (own,) = [each.match for each in house.due() if not any(seat.person for seat in house.known(each.match).seats)]
    seats = house.known(own).seats
    mine = anna.seats_of(ANNA)[0]
    assert [seats[mine].level, seats[1 - mine].level] == [7, 6] and house.known(own).match.row == anna.match.row
    for person in (ANNA, BEN, "nobody"):
        with pytest.raises(NotYours, match="today's deal"):
            house.shown_to(person, own)
    over = played_out(house, house.known(own), "")
    found = house.daily.of("locus", day, ANNA).house
    assert (found.match, found.points) == (own, over.match.scores[mine]) and found.scores[1] == over.match.scores[
        1 - mine
    ]
    assert house.daily.of("locus", day, ANNA).finishes == () and house.daily.played("house", day, day) == []
    played_out(house, anna, ANNA)
    assert house.shown_to(ANNA, own).id == own, "who has played sees what the house made of it"


def test_what_is_begun_before_midnight_counts_so_nobody_looks_at_the_houses_game_before_ending_it(database):
    time = [START]
    house = House(database, lambda: time[0])
    anna = house.daily.begin("solitaire", ANNA)
    (own,) = [each.match for each in house.due()]
    time[0] += timedelta(days=1)
    with pytest.raises(NotYours, match="finish your own first"):
        house.shown_to(ANNA, own)
    assert house.shown_to(BEN, own).id == own, "whoever has not begun has nothing to count any more"
    laid(house, anna)
    assert house.shown_to(ANNA, own).id == own


def test_a_day_keeps_the_options_that_it_was_first_played_with(house, monkeypatch):
    monkeypatch.setattr("fivefold.house.records.daily._options", long_options)
    anna = house.daily.begin("locus", ANNA)
    monkeypatch.undo()
    ben = house.daily.begin("locus", BEN)
    assert anna.match.options["grid"] == ben.match.options["grid"] == "6x6"
    assert house.daily.of("locus", house.daily.today()).options["grid"] == "6x6"
    later = house.daily.of("locus", house.daily.today() - timedelta(days=3)).options
    assert later["grid"] == "6x5", "a day that nobody has played is a short game"


def long_options(game):
    return options.resolve(game, {})


def test_totals_add_up_the_scores_of_a_day_and_equals_share_a_place():
    def daily(key, **made):
        finishes = [Finish(who, who, who, points, None, None, 9, (points,), points) for who, points in made.items()]
        house = Finish("", "", "", 100, None, None, 9, (100,), 100)
        return Daily(find(key), START.date(), {}, None, tuple(finishes), None, False, None, None, house)

    found = totals([daily("solitaire", anna=50, ben=80), daily("locus", anna=70, cleo=80), daily("focus")])
    assert [(each.name, each.points) for each in found] == [("anna", 120), ("ben", 80), ("cleo", 80)]
    assert found[0].scores == {"solitaire": 50, "locus": 70}
    assert [place(found, one) for one in found] == [(1, 1.0), (2, 0.0), (2, 0.0)] and place(found[:1], found[0]) == (
        1,
        1,
    )


def test_moves_stand(house):
    snapshot = house.daily.begin("locus", ANNA)
    if snapshot.to_act != snapshot.seats_of(ANNA)[0]:
        snapshot = house.play_for(snapshot.id, snapshot.number + 1, snapshot.match.legal_moves()[0])
    snapshot = house.play(snapshot.id, ANNA, snapshot.number + 1, snapshot.match.legal_moves()[0])
    assert "moves stand" in availability.available(snapshot, ANNA)["undo"]
    with pytest.raises(NotOffered, match="moves stand"):
        house.undo(snapshot.id, ANNA, snapshot.number + 1)


@pytest.mark.slow
def test_a_day_out_of_the_archive_is_played_but_does_not_count(house):
    yesterday = house.daily.today() - timedelta(days=1)
    late = laid(house, house.daily.begin("solitaire", ANNA, yesterday))
    daily = house.daily.of("solitaire", yesterday, ANNA)
    assert late.linked(DAY) == yesterday.isoformat() and daily.finishes == () and daily.late
    assert (daily.yours.points, daily.rank) == (late.match.scores[0], None)
    assert house.daily.streak(ANNA).days == 0
    with pytest.raises(NotOffered, match="still to come"):
        house.daily.begin("solitaire", ANNA, house.daily.today() + timedelta(days=1))


@pytest.mark.slow
def test_days_in_a_row_are_counted_until_one_is_left_out(database):
    time = [START]
    house = House(database, lambda: time[0])
    for day in (0, 1, 2, 4, 5):
        time[0] = START + timedelta(days=day)
        laid(house, house.daily.begin("solitaire", ANNA))
    assert house.daily.streak(ANNA) == Streak(2, 3, True)
    assert house.daily.streak(ANNA, "locus") == Streak(0, 0, False) == house.daily.streak(BEN)
    time[0] += timedelta(days=1)
    laid(house, house.daily.begin("solitaire", ANNA), cards=3)
    assert house.daily.streak(ANNA) == Streak(2, 3, False), "it can still go on today"
    time[0] += timedelta(days=1)
    assert house.daily.streak(ANNA).days == 0


def test_a_streak_ends_with_the_first_day_left_out():
    today = START.date()

    def ago(*numbers):
        return {today - timedelta(days=number) for number in numbers}

    assert streak(ago(0, 1, 2, 4, 5), today) == Streak(3, 3, True)
    assert streak(ago(1, 2, 4, 5, 6), today) == Streak(2, 3, False)
    assert streak(ago(2, 3), today) == Streak(0, 2, False)
    assert streak(set(), today) == Streak(0, 0, False)


def test_the_best_come_first_and_equals_share_a_place():
    def against(share, margin, moves, points=9):
        return Finish("", "", "", points, share, margin, moves, (points, 9), 0.5)

    best = [against(1.0, 9, 30), against(1.0, 5, 18), against(1.0, 5, 20), against(0.5, 0, 9), against(0.0, -1, 40)]
    best += [against(0.0, -1, 20), against(0.0, None, 10, points=None)]
    assert sorted(best, key=order) == best and [rank(best, one) for one in best] == [1, 2, 3, 4, 5, 6, 7]
    alone = [Finish("", "", "", points, None, None, 25, (points,), points) for points in (90, 80, 80, 70)]
    assert [rank(alone, one) for one in alone] == [1, 2, 2, 4]


def test_two_processes_begin_it_once(url):
    houses = [House(open_database(url)) for _ in range(2)]
    begun = []
    jobs = [lambda house=house: begun.append(house.daily.begin("solitaire", ANNA).id) for house in houses]
    assert together(*jobs) == [] and len(set(begun)) == 1


def test_a_day_begun_by_another_process_a_moment_ago_is_found(house, monkeypatch):
    begun = house.daily.begin("solitaire", ANNA)
    answers = iter([None, begun.id])
    monkeypatch.setattr(house.daily, "_match", lambda key, day, person: next(answers) if person == ANNA else "own")
    assert house.daily.begin("solitaire", ANNA).id == begun.id
