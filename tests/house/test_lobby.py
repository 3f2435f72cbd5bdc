"""The lobby: which tables it shows to whom, and for how long."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert

from fivefold.house.database.schema import ratings
from fivefold.house.errors import InvalidOption, NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.meeting.lobby import LOBBY_CHANGED, usual_options
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.play import catalogue
from tests.house.people import keep_accounts

ANNA, BERT, CARL = "anna567abcdefghi", "bert567abcdefghi", "carl567abcdefghi"


class Clock:
    def __init__(self):
        self.time = datetime(2025, 3, 1, 12, tzinfo=UTC)

    def __call__(self):
        return self.time

    def wait(self, seconds):
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def house(database, clock):
    return House(database, clock)


def open_table(house, person=ANNA, game="locus", **more):
    return house.create(person, MatchRequest(game, more.pop("options", {}), (LINK,), listed=True, **more))


def shown(house, **more):
    return [table.id for table in house.lobby.tables(**more)]


def test_an_open_table_is_in_the_lobby_until_somebody_sits_down(house):
    house.rename(ANNA, "Anna")
    mine = open_table(house)
    (table,) = house.lobby.tables()
    assert (table.id, table.host, table.free, table.set_up, table.rated) == (mine.id, "Anna", 1, "", False)
    house.sit(mine.id, BERT)
    assert shown(house) == []


def test_private_tables_are_not_in_the_lobby(house):
    house.create(ANNA, MatchRequest("locus", {}, (LINK,)))
    house.create(ANNA, MatchRequest("locus", {}, ("1",), listed=True))
    assert shown(house) == []


def test_the_lobby_shows_one_game_or_all_newest_first(house, clock):
    first = open_table(house)
    clock.wait(1)
    second = open_table(house, BERT, "focus", options={"players": "4"})
    assert shown(house) == [second.id, first.id]
    assert shown(house, game="focus") == [second.id]
    assert house.lobby.tables("focus")[0].set_up == "4 players"


def test_a_table_goes_away_with_its_owner_and_comes_back_with_them(house, clock):
    mine = open_table(house)
    clock.wait(50)
    house.lobby.attend([ANNA])
    clock.wait(50)
    house.lobby.attend()
    assert shown(house) == [mine.id]
    clock.wait(20)
    house.lobby.attend()
    house.lobby.attend()
    assert shown(house) == []
    house.lobby.attend([ANNA])
    assert shown(house) == [mine.id]


def test_a_table_left_for_an_hour_is_taken_out_for_good(house, clock):
    mine = open_table(house)
    clock.wait(3700)
    house.lobby.attend()
    house.lobby.attend([ANNA])
    assert shown(house) == []
    assert not house.snapshot(mine.id).terms.listed
    assert house.sit(mine.id, BERT).status == "live"


def test_another_process_shows_it_after_its_next_look(house, database, clock):
    other = House(database, clock)
    assert shown(other) == []
    mine = open_table(house)
    other.lobby.attend()
    assert shown(other) == [mine.id]
    other.sit(mine.id, BERT)
    assert shown(other) == []
    house.lobby.attend()
    assert shown(house) == []


def test_listeners_hear_of_every_change_once(house):
    heard = []
    house.lobby.tables()
    house.bus.subscribe(LOBBY_CHANGED, heard.append)
    mine = open_table(house)
    house.lobby.attend()
    house.lobby.close(mine.id, ANNA)
    house.lobby.attend()
    assert [(change.number, change.id, change.table is not None) for change in heard] == [
        (1, mine.id, True),
        (2, mine.id, False),
    ]
    assert house.lobby.since(1) == heard[1:] and house.lobby.since(3) is None
    house.bus.unsubscribe(LOBBY_CHANGED, heard.append)
    open_table(house)
    assert len(heard) == 2


def block(house, person, other):
    house.blocks.block(person, other)


@pytest.mark.parametrize(("person", "other"), [(ANNA, BERT), (BERT, ANNA)])
def test_who_is_blocked_neither_sees_a_table_nor_sits_down(house, person, other):
    house.rename(BERT, "Bert")
    mine = open_table(house)
    block(house, person, other)
    assert shown(house, person_id=BERT) == [] and shown(house, person_id=CARL) == [mine.id]
    with pytest.raises(NotOffered, match="do not play together"):
        house.sit(mine.id, BERT)
    assert house.sit(mine.id, CARL).status == "live"


def test_tables_of_people_one_follows_come_first(house, clock):
    keep_accounts(house, {ANNA: "Anna"})
    first = open_table(house)
    clock.wait(1)
    second = open_table(house, person=CARL)
    assert shown(house, person_id=BERT) == [second.id, first.id]
    house.follows.follow(BERT, ANNA)
    assert shown(house, person_id=BERT) == [first.id, second.id] and shown(house) == [second.id, first.id]


def test_the_best_match_to_watch_comes_first(house, clock):
    keep_accounts(house, {ANNA: "Anna", BERT: "Bert", CARL: "Carl", "dora567abcdefghi": "Dora"})
    rating = {"pool": "locus", "sigma": 50, "games": 9, "changed": ""}
    with house.writing() as connection:
        for person, mean in ((ANNA, 1700), (BERT, 1600), (CARL, 1500)):
            connection.execute(insert(ratings), {**rating, "person": person, "mu": mean})
            connection.execute(insert(ratings), {**rating, "pool": "focus-2", "person": person, "mu": 3000})
    begun, dora = [], "dora567abcdefghi"
    for one, other, rated in ((ANNA, BERT, True), (CARL, dora, True), (ANNA, CARL, True), (ANNA, BERT, False)):
        begun.append(open_table(house, person=one, rated=rated).id)
        clock.wait(1)
        house.sit(begun[-1], other)
    assert house.lobby.running() == [begun[0], begun[2], begun[1], begun[3]]
    assert house.lobby.running([CARL]) == [begun[2], begun[1]] and house.lobby.running([]) == []


def test_the_owner_fills_seats_with_computers(house):
    mine = open_table(house, game="focus", options={"players": "3"})
    with pytest.raises(NotYours):
        house.lobby.fill(mine.id, BERT, 2)
    with pytest.raises(NotOffered, match="levels are 1 to 7"):
        house.lobby.fill(mine.id, ANNA, 8)
    after = house.lobby.fill(mine.id, ANNA, 2)
    assert [seat.level for seat in after.seats] == [None, 2, None] and after.status == "waiting"
    assert [place.level for place in house.lobby.tables()[0].places] == [None, 2, None]
    assert house.lobby.fill(mine.id, ANNA, 3, 2).status == "live"
    with pytest.raises(NotOffered, match="every seat is taken"):
        house.lobby.fill(mine.id, ANNA, 2)


def test_who_sat_down_may_stand_up_while_the_table_waits(house):
    mine = open_table(house, game="focus", options={"players": "3"})
    house.sit(mine.id, BERT)
    house.lobby.stand_up(mine.id, BERT)
    assert house.lobby.tables()[0].free == 2
    with pytest.raises(NotOffered, match="close the table"):
        house.lobby.stand_up(mine.id, ANNA)


def test_only_the_owner_closes_a_table_and_twice_does_no_harm(house):
    mine = open_table(house)
    with pytest.raises(NotYours):
        house.lobby.close(mine.id, BERT)
    assert house.lobby.close(mine.id, ANNA).status == "over"
    assert house.lobby.close(mine.id, ANNA).number == 1
    other = open_table(house)
    house.sit(other.id, BERT)
    with pytest.raises(NotOffered):
        house.lobby.close(other.id, ANNA)


def test_a_race_whose_seats_are_taken_is_not_in_the_lobby(house):
    race = open_table(house, game="solitaire", options=dict(usual_options(catalogue.find("solitaire"))))
    assert shown(house) == [race.id]
    assert house.sit(race.id, BERT).status == "waiting"
    assert shown(house) == []


def test_one_person_has_few_tables_in_the_lobby(house):
    for _ in range(5):
        open_table(house)
    with pytest.raises(NotOffered, match="close one first"):
        open_table(house)


def test_terms_are_kept_and_what_cannot_be_rated_is_refused(house, database):
    keep_accounts(house, {ANNA: "Anna"})
    mine = open_table(house, rated=True)
    assert House(database).snapshot(mine.id).terms.rated and mine.terms.owner == ANNA
    for wrong in (
        MatchRequest("locus", {}, ("here",), rated=True),
        MatchRequest("locus", {}, ("1",), seed=1, rated=True),
    ):
        with pytest.raises(InvalidOption, match="rated"):
            house.create(ANNA, wrong)
