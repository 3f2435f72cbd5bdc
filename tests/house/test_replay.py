"""A stored match that does not replay is an error that names match and entry; nothing is mended in silence."""

import pytest
import sqlalchemy

from fivefold.house.errors import DamagedMatch
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play.match import Match
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, facts


@pytest.fixture
def damaged(house, database):
    """Return a function that changes the stored match by SQL and returns it as a new house loads it."""
    snapshot = house.create(ANNA, MatchRequest("track", {"dice": "off", "first": "0"}, ("1",), "me"))
    for text in ("step:1", "step:2"):
        seat = snapshot.seats[snapshot.to_act]
        number = snapshot.number + 1
        play = house.play_for if seat.level else lambda match, *move: house.play(match, ANNA, *move)
        snapshot = play(snapshot.id, number, text)

    def load(statement):
        with database.writing() as connection:
            connection.execute(sqlalchemy.text(statement))
        return House(database).snapshot(snapshot.id)

    return load


def test_a_match_that_chance_alone_brings_to_its_end_is_over_from_the_start(house, database):
    """Three sixes in a row: the table moves, and the first seat is at the goal before anybody has chosen anything."""
    seed = next(seed for seed in range(2000) if Match("track", seed=seed, goal=9, first=0).outcome is not None)
    begun = house.create(ANNA, MatchRequest("track", {"goal": "9", "first": "0"}, ("1",), "me", seed=seed))
    assert begun.status == OVER and facts(House(database).snapshot(begun.id)) == facts(begun)


def test_what_was_not_changed_loads(damaged, house):
    snapshot = damaged("UPDATE people SET seen = 'long ago'")
    assert facts(snapshot) == facts(house.snapshot(snapshot.id))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE entries SET text = 'step:9' WHERE number = 2", "entry 2: step:9"),
        ("UPDATE entries SET text = 'STEP:2' WHERE number = 2", "entry 2: STEP:2 by 1, where step:2 by 1"),
        ("UPDATE entries SET mover = 0 WHERE number = 2", "entry 2: step:2 by 0, where step:2 by 1"),
        ("UPDATE entries SET number = 3 WHERE number = 2", "entry 2: it is missing"),
        ("UPDATE entries SET kind = 'undo' WHERE number = 2", "entry 2: an undo to step:2 plies of 1"),
        ("UPDATE entries SET kind = 'undo', text = '1' WHERE number = 2", "entry 2: an undo to 1 plies of 1"),
        ("UPDATE entries SET kind = 'resigned' WHERE number = 1", "entry 1: resigned does not belong here"),
        ("UPDATE entries SET kind = 'resigned' WHERE number = 2", "stored as live"),
        ("UPDATE entries SET kind = 'sneezed' WHERE number = 2", "entry 2: sneezed"),
        ("DELETE FROM entries WHERE number = 2", "level None is stored as due, but it is 1"),
        ("UPDATE matches SET due = 4", "level 4 is stored as due"),
        ("UPDATE matches SET status = 'over'", "stored as over"),
        ("UPDATE matches SET version = 2", "rules version 2; this program plays Race by 3"),
        ("UPDATE matches SET game = 'ludo'", "ludo"),
        ("UPDATE matches SET options = replace(options, '12', 'none')", "goal=none"),
        ("UPDATE matches SET seed = 'abc'", "seed"),
        ("DELETE FROM seats WHERE seat = 1", "1 seats are stored, of 2"),
    ],
)
def test_damage_is_named(damaged, statement, said):
    with pytest.raises(DamagedMatch, match=r"match [a-z2-7]{10}: ") as error:
        damaged(statement)
    assert said in str(error.value)


def test_dice_that_did_not_fall_so_are_noticed(house, database):
    snapshot = house.create(ANNA, MatchRequest("track", {"dice": "on"}, ("here",)))
    fallen = snapshot.entries[0].text
    with database.writing() as connection:
        connection.execute(sqlalchemy.text("UPDATE entries SET text = 'die:5' WHERE number = 1"))
    assert fallen != "die:5"
    with pytest.raises(DamagedMatch, match=f"entry 1: die:5 by -1, where {fallen} by -1 comes"):
        House(database).snapshot(snapshot.id)


def test_a_missing_roll_at_the_end_is_noticed(house, database):
    snapshot = house.create(ANNA, MatchRequest("track", {"dice": "on"}, ("here",)))
    with database.writing() as connection:
        connection.execute(sqlalchemy.text(f"DELETE FROM entries WHERE number = {snapshot.number}"))
    with pytest.raises(DamagedMatch, match=f"entry {snapshot.number}: it is missing"):
        House(database).snapshot(snapshot.id)


def test_a_damaged_match_does_not_hide_the_others(damaged, database, caplog):
    with pytest.raises(DamagedMatch):
        damaged("UPDATE matches SET due = 4")
    house = House(database)
    fine = house.create(ANNA, MatchRequest("track", {}, ("1",)))
    assert [summary.id for summary in house.matches_of(ANNA)] == [fine.id]
    assert "is left out of a list" in caplog.text
