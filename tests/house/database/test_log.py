"""Matches, people, secrets and analyses in the tables."""

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from fivefold.house import log
from fivefold.house.database import open_database
from fivefold.house.database.schema import seats
from fivefold.house.log import StoredEntry, StoredMatch, StoredSeat, StoredStep
from fivefold.house.people import people
from fivefold.house.records import finished
from fivefold.house.records.finished import Finished
from tests.conftest import BOTH

pytestmark = pytest.mark.parametrize("url", BOTH, indirect=True)


@pytest.fixture
def database(url):
    database = open_database(url)
    with database.writing() as connection:
        people.note(connection, "anna", "2025-01-01", "Anna")
    yield database
    database.close()


def match(match_id="m", **fields):
    names = {"game": "focus", "version": 1, "options": {"players": "2"}, "drawn": [], "chance": "fair", "seed": "ab"}
    names |= {"script": [], "started": "2025-01-01", "status": "live", "due": None, "asking": None, "agreed": []}
    names |= {
        "double": False,
        "duplicate": False,
        "double_of": None,
        "second": None,
        "rematch": None,
        "revision": 0,
        "touched": "1",
    }
    names |= {
        "offered": "undo",
        "since": None,
        "declined": [],
        "listed": False,
        "rated": False,
        "annulled": False,
        "delay": 0,
        "time": "",
        "told": 0,
        "won_before": None,
    }
    names |= dict.fromkeys(("owner", "ended", "began", "next_look"))
    names |= dict.fromkeys(("pack_of", "companion", "beside", "tournament", "game_number", "day", "begin"))
    seats = (StoredSeat(0, "person", "anna", None, "Anna"), StoredSeat(1, "computer", None, 3, "Pip"))
    return StoredMatch(
        {"id": match_id, **names, **fields}, seats, (StoredEntry(1, "move", 0, "a3-a4:1", "2025-01-01"),)
    )


def add(database, *matches):
    with database.writing() as connection:
        for each in matches:
            log.add(connection, each)


def load(database, match_id="m"):
    with database.reading() as connection:
        return log.load(connection, match_id)


def test_a_match_comes_back_as_it_went_in(database):
    add(database, match())
    assert load(database) == match()
    assert load(database, "other") is None


def test_a_number_is_taken_once(database):
    add(database, match())
    with pytest.raises(IntegrityError), database.writing() as connection:
        log.append(connection, "m", [StoredEntry(2, "move", 1, "x", ""), StoredEntry(1, "move", 0, "y", "")])
    assert load(database).entries == match().entries


def step(match_id="m", revision=0, fields=(), more=(), waits=()):
    return StoredStep(match_id, revision, dict(fields), tuple(more), dict(waits))


def test_steps_are_taken_only_from_what_was_known(database):
    add(database, match(), match("other"), match("third"))
    more = [StoredEntry(2, "move", 1, "a'\"\\,{}", "2025-01-02", 7), StoredEntry(3, "dice", -1, "", "2025-01-02")]
    for number, waits in enumerate([{}, {0: False, 1: True}, {1: False}]):
        with database.writing() as connection:
            assert log.take_steps(connection, [step("m", number, {"agreed": [number]}, more, waits)])
            found = list(connection.scalars(select(seats.c.waits).where(seats.c.match == "m").order_by(seats.c.seat)))
            assert [found[seat] for seat in waits] == list(waits.values())
        assert load(database).entries[-2:] == tuple(more) and load(database).fields["agreed"] == [number]
        more = [entry._replace(number=entry.number + 2) for entry in more]
    assert load(database).fields["status"] == "live" and load(database).entries[2].at == "2025-01-02"
    assert load(database, "other") == match("other")


def test_steps_are_taken_in_many_matches_or_in_none(database):
    add(database, match(), match("other"), match("third"))
    steps = [step("m", 0, {"touched": "9"}), step("other", 0, {"status": "over"}), step("third", 0, {"touched": "9"})]
    with database.writing() as connection:
        assert log.take_steps(connection, steps)
    assert [load(database, name).fields["revision"] for name in ("m", "other", "third")] == [1, 1, 1]
    assert load(database, "other").fields["status"] == "over"
    with database.writing() as connection:
        known = [each._replace(revision=1) for each in steps[:2]]
        assert not log.take_steps(connection, [*known, steps[2]])
        connection.rollback()
    with pytest.raises(IntegrityError), database.writing() as connection:
        log.take_steps(connection, [step("m", 1, {}, [StoredEntry(1, "move", 0, "", "")])])
    assert load(database).fields["revision"] == 1


def test_a_seat_needs_a_person_who_is_known(database):
    add(database, match())
    with pytest.raises(IntegrityError), database.writing() as connection:
        log.reseat(connection, "m", [StoredSeat(1, "person", "nobody", None, "")])
    with database.writing() as connection:
        log.reseat(connection, "m", [StoredSeat(1, "open", None, None, "")])
    assert load(database).seats == (match().seats[0], StoredSeat(1, "open", None, None, ""))


def test_all_matches_on_a_pack_are_found_from_any_of_them(database):
    first, second = match("first", double=True, second="second"), match("second", double=True, double_of="first")
    replay, expert = match("replay", pack_of="second", companion="expert"), match("expert", beside="replay")
    add(database, first, second, replay, expert, match("other"))
    with database.reading() as connection:
        for each in ("first", "second", "replay", "expert"):
            found = {one.id for one in log.on_pack(connection, each)}
            assert found >= {"first", "second", "replay"} and "other" not in found
        assert [one.id for one in log.on_pack(connection, "other")] == ["other"]


def test_due_matches_come_longest_waiting_first(database):
    add(database, match("late", due=2, touched="3"), match("early", due=5, touched="2"), match("none"))
    with database.reading() as connection:
        assert log.due(connection) == [("early", 2, 5), ("late", 2, 2)]


ENDED = Finished(
    *("over", 0, "anna", "locus", 2, "people", 1, "won", 1.0, 30, "", True, "played-out"), *(False, False, True, "9")
)


def test_a_person_finds_matches_going_on_first_and_then_the_latest(database):
    over = match("over", status="over", touched="9")
    add(
        database,
        match("old", touched="2"),
        over,
        match("new", touched="3"),
        match("open", status="waiting", touched="1"),
    )
    with database.writing() as connection:
        finished.store_rows(connection, ["over"], [ENDED], [])
    with database.reading() as connection:
        assert log.of_person(connection, "anna", 10) == ["new", "old", "open", "over"]
        assert log.of_person(connection, "anna", 2) == ["new", "old"]
        assert log.of_person(connection, "ben", 2) == []
        assert sorted(log.named(connection, "anna", "Anna", 10)) == ["new", "old", "open"]
        assert len(log.named(connection, "anna", "Anna", 2)) == 2


def test_people_keep_their_names(database):
    with database.writing() as connection:
        people.note(connection, "anna", "2025-01-02")
        people.note(connection, "ben", "2025-01-02")
        assert (people.name_of(connection, "anna"), people.name_of(connection, "ben")) == ("Anna", "")
        people.note(connection, "ben", "2025-01-03", "Ben")
        assert people.name_of(connection, "ben") == "Ben"
        assert people.name_of(connection, "cleo") is None


def test_a_secret_is_made_once(database):
    with database.writing() as connection:
        first = people.secret(connection, "cookies")
    with database.writing() as connection:
        assert people.secret(connection, "cookies") == first and len(first) == 32
        assert people.secret(connection, "other") != first
