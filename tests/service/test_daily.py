"""Deals of the day: the same for everybody, begun once, and the first result counts."""

from datetime import timedelta

import pytest

from fivefold.service import availability, views
from fivefold.service.errors import NotOffered
from fivefold.service.house import House
from fivefold.service.links import DAY, PACK_OF
from fivefold.session.snapshot import OVER
from fivefold.store import open_database
from tests.service.cards import laid
from tests.service.conftest import START
from tests.service.people import ANNA, BEN, resigned
from tests.service.test_solo import cards
from tests.service.test_two_writers import together


def test_everybody_is_dealt_the_same_cards_and_begins_once(house):
    anna, ben = house.daily.begin("solitaire", ANNA), house.daily.begin("solitaire", BEN)
    assert house.daily.begin("solitaire", ANNA).id == anna.id != ben.id
    assert cards(laid(house, anna)) == cards(laid(house, ben, BEN))
    assert anna.linked(DAY) == "2025-03-01" == views.table(anna, ANNA)["daily"]
    assert anna.match.options == dict(house.daily.of("solitaire", START.date()).options)


def test_results_are_those_played_to_the_end_each_guests_first(house):
    day = house.daily.today()
    anna = laid(house, house.daily.begin("solitaire", ANNA))
    laid(house, house.daily.begin("solitaire", BEN), BEN, cards=4)
    daily = house.daily.of("solitaire", day, ANNA)
    assert daily.results == anna.match.scores and (daily.yours, daily.match) == (anna.match.scores[0], anna.id)
    waiting = house.daily.of("solitaire", day, BEN)
    assert waiting.yours is None and waiting.match is not None and house.daily.of("solitaire", day).match is None
    laid(house, house.same_cards(anna.id, ANNA))
    assert house.daily.of("solitaire", day, ANNA).results == daily.results
    assert not views.table(house.same_cards(anna.id, ANNA), ANNA)["daily"]


def test_what_was_given_up_does_not_count_and_is_not_begun_again(house):
    given_up = resigned(house, laid(house, house.daily.begin("solitaire", ANNA), cards=3))
    daily = house.daily.of("solitaire", house.daily.today(), ANNA)
    assert (daily.results, daily.yours, daily.match) == ((), None, given_up.id)
    assert house.daily.begin("solitaire", ANNA).id == given_up.id


def test_there_is_no_help_and_no_second_look_while_it_goes_on(house):
    snapshot = laid(house, house.daily.begin("solitaire", ANNA), cards=3)
    with pytest.raises(NotOffered, match="deal of the day"):
        availability.check_hint(snapshot, ANNA)
    with pytest.raises(NotOffered, match="deal of the day"):
        house.same_cards(snapshot.id, ANNA)
    with pytest.raises(NotOffered, match="deal of the day"):
        house.shadow_matches.begin(snapshot.id, ANNA)
    over = laid(house, snapshot)
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
    assert house.daily.of("solitaire", START.date(), ANNA).results and len(house.matches_of(ANNA)) == 2


def test_nobody_looks_into_tomorrow(house):
    with pytest.raises(NotOffered, match="still to come"):
        house.daily.of("solitaire", house.daily.today() + timedelta(days=1))
    assert house.daily.of("solitaire", house.daily.today()).picture.svg.startswith("<svg")


def test_games_without_a_pack_have_none(house):
    assert house.daily.keys() == ("solitaire",)
    for ask in (lambda: house.daily.begin("focus", ANNA), lambda: house.daily.of("locus", START.date())):
        with pytest.raises(NotOffered, match="deal of the day"):
            ask()


def test_two_processes_begin_it_once(url):
    houses = [House(open_database(url)) for _ in range(2)]
    begun = []
    jobs = [lambda house=house: begun.append(house.daily.begin("solitaire", ANNA).id) for house in houses]
    assert together(*jobs) == [] and len(set(begun)) == 1


def test_a_day_begun_by_another_process_a_moment_ago_is_found(house, monkeypatch):
    begun = house.daily.begin("solitaire", ANNA)
    answers = iter([None, begun.id])
    monkeypatch.setattr(house.daily, "_match", lambda *asked: next(answers))
    assert house.daily.begin("solitaire", ANNA).id == begun.id
