"""A computer as strong as a person: what it follows, and that it sits down where it is asked for."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.records import pools, rating_store
from fivefold.house.records.own_level import OWN_LEVEL
from fivefold.house.records.rating_store import RatingRow
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue

from .people import ANNA, BEN, resigned

FOCUS = catalogue.find("focus")
MARKS = FOCUS.traits.marks()


def lost(house, others, **options):
    return resigned(house, house.create(ANNA, MatchRequest("focus", options, (others,), begin="me")))


def test_it_is_the_second_level_at_first_and_follows_the_results(house):
    assert house.own_level(ANNA, FOCUS) == (MARKS[1], 2, 0, False)
    now = house.create(ANNA, MatchRequest("focus", {}, (OWN_LEVEL,), begin="me"))
    assert [seat.name for seat in now.seats if seat.level] == [FOCUS.personas[1].name]
    strengths = [MARKS[1]]
    for _ in range(4):
        lost(house, OWN_LEVEL)
        strengths.append(house.own_level(ANNA, FOCUS).elo)
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[-1] < 680 and house.own_level(ANNA, FOCUS).results == 4
    assert house.own_level(BEN, FOCUS).results == 0


def test_it_is_never_weaker_than_the_weakest(house):
    for _ in range(12):
        lost(house, "1")
    assert MARKS[0] <= house.own_level(ANNA, FOCUS).elo <= MARKS[0] + 10


def test_whoever_has_a_rating_begins_from_it(house):
    with house.writing() as connection:
        row = RatingRow(pools.pools_of(FOCUS)[0].key, ANNA, 1703.0, 60.0, 30, "2026-11-20T10:00:00.000000+00:00")
        connection.execute(rating_store.insert(rating_store.ratings), row._asdict())
    assert house.own_level(ANNA, FOCUS) == (1703, 1703, 0, True)


def test_games_of_more_than_two_say_nothing(house):
    lost(house, "3", players="3")
    assert house.own_level(ANNA, FOCUS).results == 0


def test_a_strength_sits_at_the_table_by_name_and_in_elo(house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("1340",), begin="me"))
    assert [(seat.level, seat.name) for seat in now.seats if seat.level] == [(1340, "Mumbles 1340")]
    assert house.snapshot(now.id).seats == now.seats


def test_in_a_race_it_is_the_level_below(house):
    now = house.create(ANNA, MatchRequest("solitaire", {"mode": "race"}, ("1400",)))
    name = catalogue.find("solitaire").personas[2].name
    assert [(seat.level, seat.name) for seat in now.seats if seat.level] == [(3, name)]


def test_a_rated_match_against_a_strength_counts_at_this_strength(house):
    marks = pools.anchors(pools.pools_of(FOCUS)[0])
    assert marks[pools.computer(1340)].mean == 1340 and marks[pools.computer(4)].mean == 1500
    race = next(pool for pool in pools.pools_of(catalogue.find("solitaire")) if pool.race)
    assert len(pools.anchors(race)) == 7


@pytest.mark.parametrize("text", ["8", "532", "2701", "0", "-3", "best"])
def test_other_numbers_are_refused_and_those_there_are_named(house, text):
    with pytest.raises(InvalidOption, match="an opponent is 1 to 7, a strength from 533 to 2700 Elo, here or link"):
        house.create(ANNA, MatchRequest("focus", {}, (text,)))
