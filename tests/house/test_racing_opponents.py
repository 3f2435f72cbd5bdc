"""Computer opponents in a race: they take their time to react, are never starved, and a restart changes nothing."""

import logging
from datetime import timedelta

import pytest

from fivefold.house.computers.opponents import AHEAD, Opponents
from fivefold.house.database import open_database
from fivefold.house.errors import Stale
from fivefold.house.house import House
from fivefold.session.races import first_call
from fivefold.session.snapshot import LONGEST_REACTION, OVER, REACTION_SECONDS, reaction_seconds
from tests.house.cards import race
from tests.house.conftest import START
from tests.house.people import ANNA
from tests.house.test_opponents import Thinkers, until

pytestmark = pytest.mark.slow


class Watch:
    """A clock that goes when it is told to."""

    def __init__(self):
        self.time = START

    def __call__(self):
        return self.time

    def wait(self, seconds):
        self.time += timedelta(seconds=seconds)


class Racers(Thinkers):
    """Plays the first legal move of the seat asked for."""

    def think(self, asked):
        thought = super().think(asked)
        found = next(text for text in self.legal(asked) if text.startswith(f"{asked.mover + 1}:"))
        return thought.__class__(found, *(getattr(thought, name) for name in ("values", "points", "line")), 1, 1, 0.0)

    def legal(self, asked):
        from fivefold.engine.worker_main import rebuild
        from fivefold.play.catalogue import find

        return rebuild(find(asked.game), asked.options, asked.moves, asked.chance).legal_moves()


@pytest.fixture
def watch():
    return Watch()


@pytest.fixture
def house(url, watch):
    return House(open_database(url), watch)


def place(house, snapshot):
    """Let Anna lay a card."""
    text = next(text for text in snapshot.match.legal_moves() if text.startswith("1:"))
    return house.play(snapshot.id, ANNA, snapshot.number + 1, text)


def answer(snapshot):
    return next(text for text in snapshot.match.legal_moves() if text.startswith("2:"))


def test_a_computer_reacts_after_its_time_from_the_last_thing_that_changed_for_it(house, watch):
    for level in range(1, 8):
        snapshot = race(house, str(level))
        (due,) = [due for due in house.due() if due.match == snapshot.id]
        waited = (due.at - watch()).total_seconds()
        assert waited == pytest.approx(reaction_seconds(level, snapshot.id, snapshot.number), abs=0.001)
        assert 0.75 * REACTION_SECONDS[level - 1] <= waited <= 1.25 * REACTION_SECONDS[level - 1]
        assert (due.number, due.level) == (snapshot.number + 1, level)


def test_whatever_the_other_does_meanwhile_it_comes_to_move(house, watch):
    snapshot = race(house, "1")
    (call,) = snapshot.calls
    for _ in range(6):
        watch.wait(0.5)
        snapshot = place(house, snapshot)
        assert snapshot.calls == (call,)


def test_before_its_time_it_does_not_move_and_only_once_in_its_time(house, watch):
    snapshot = race(house, "4")
    number = snapshot.number + 1
    with pytest.raises(Stale, match="has only just moved"):
        house.play_for(snapshot.id, number, answer(snapshot))
    watch.wait(5)
    moved = house.play_for(snapshot.id, number, answer(snapshot))
    assert house.play_for(snapshot.id, number, answer(snapshot)) is moved
    with pytest.raises(Stale):
        house.play_for(snapshot.id, moved.number + 1, answer(moved))
    assert moved.calls[0].at > watch()


def test_another_process_knows_the_same_time(house, url, watch):
    snapshot = place(house, race(house, "2", deal="2"))
    watch.wait(1)
    snapshot = place(house, snapshot)
    fresh = House(open_database(url), watch)
    assert fresh.due() == house.due()
    assert fresh.known(snapshot.id).calls == snapshot.calls


def test_a_clock_set_back_freezes_nobody(house, watch):
    snapshot = place(house, race(house, "4"))
    watch.wait(-3600)
    (due,) = house.due()
    assert due.at == watch()
    moved = house.play_for(snapshot.id, snapshot.number + 1, answer(snapshot))
    (due,) = house.due()
    assert timedelta() < due.at - watch() <= LONGEST_REACTION  # from here on it takes its time again
    with pytest.raises(Stale):
        house.play_for(moved.id, moved.number + 1, answer(moved))


def test_where_the_clock_was_set_back_who_is_quick_does_not_keep_the_others_waiting(house, watch):
    snapshot = race(house, "4")
    (call,) = snapshot.calls
    quick = call._replace(seat=0, at=watch() + timedelta(seconds=1))
    late = call._replace(at=watch() + timedelta(hours=1))
    snapshot.__dict__["calls"] = (quick, late)
    assert first_call(snapshot, watch()) == late._replace(at=watch())
    assert first_call(snapshot, watch() + timedelta(hours=1)) == quick


def test_a_rival_of_before_the_clock_was_set_back_moves_on(house, watch):
    snapshot = place(house, race(house, "4"))
    watch.wait(-3600)
    opponents = Opponents(house, Racers(), sweep_seconds=0.01)
    opponents.start()
    try:
        until(house, snapshot.id, lambda now: now.number > snapshot.number)
    finally:
        opponents.stop()


def test_a_computer_that_can_do_nothing_begins_to_react_when_it_can(house, watch):
    """Its square is full and it has said so: only the other still plays."""
    snapshot = race(house, "3", seed=2)
    while snapshot.calls:
        watch.wait(10)
        snapshot = house.play_for(snapshot.id, snapshot.number + 1, answer(snapshot))
    assert snapshot.due is None and house.due() == [] and snapshot.may_move(ANNA)
    assert place(house, snapshot).calls == ()


def test_a_race_is_played_by_a_computer_as_the_clock_goes(house, watch, caplog):
    caplog.set_level(logging.INFO)
    snapshot = race(house, "7")
    thinkers = Racers()
    opponents = Opponents(house, thinkers, sweep_seconds=3600)
    opponents.start()
    for _ in range(4):
        assert not opponents._agenda._waiting
        before = house.snapshot(snapshot.id)
        watch.wait(1.2)
        opponents._take_up()
        snapshot = until(house, snapshot.id, lambda now, before=before: now.number > before.number)
    opponents.stop()
    assert [asked.mover for asked in thinkers.asked] == [1] * 4
    assert [entry.mover for entry in snapshot.entries if entry.mover >= 0] == [1] * 4


def test_a_thought_that_was_overtaken_is_thought_again_at_once(house, watch, caplog):
    caplog.set_level(logging.INFO)
    snapshot = race(house, "5")
    thinkers = Racers(count=1)
    thinkers.gate.clear()
    opponents = Opponents(house, thinkers, sweep_seconds=3600)
    opponents.start()
    watch.wait(3)
    opponents._take_up()
    thinkers.until_asked(1)
    taken = place(house, snapshot)  # the very card that the computer is about to take
    thinkers.gate.set()
    after = until(house, snapshot.id, lambda now: any(entry.mover == 1 for entry in now.entries))
    opponents.stop()
    assert after.number > taken.number and "was quicker" in caplog.text


def test_what_was_due_when_a_process_was_killed_is_due_in_the_next(house, url, watch):
    snapshot = race(house, "6")
    watch.wait(60)
    fresh = House(open_database(url), watch)
    opponents = Opponents(fresh, Racers(), sweep_seconds=3600)
    opponents.start()
    after = until(fresh, snapshot.id, lambda now: now.number > snapshot.number)
    opponents.stop()
    assert after.entries[snapshot.number].mover == 1


def test_two_computers_race_to_the_end(house, watch):
    tournament = house.tournaments.begin(
        ANNA, "Race", "solitaire", {"mode": "race", "touch": "anywhere"}, [("", 7), ("", 2)]
    )
    snapshot = house.tournaments.play(tournament.id, ANNA, [0, 1])
    movers = []
    while snapshot.status != OVER:
        call = snapshot.calls[0]
        watch.time = max(watch.time, call.at)
        own = [text for text in snapshot.match.legal_moves() if text.startswith(f"{call.seat + 1}:")]
        text = next((text for text in own if text.endswith("done")), own[0])
        snapshot = house.play_for(snapshot.id, snapshot.number + 1, text)
        movers.append(call.seat)
    assert movers.count(0) > 2.5 * movers.count(1) > 0


def test_it_begins_to_think_before_its_time_and_moves_when_it_has_come(house, watch):
    snapshot = race(house, "1")
    thinkers = Racers()
    opponents = Opponents(house, thinkers, sweep_seconds=3600)
    opponents.start()
    watch.time = snapshot.calls[0].at - AHEAD
    opponents._take_up()
    thinkers.until_asked(1)
    watch.wait(AHEAD.total_seconds())
    after = until(house, snapshot.id, lambda now: now.number > snapshot.number)
    opponents.stop()
    assert after.entries[snapshot.number].at >= snapshot.calls[0].at


def test_a_damaged_match_does_not_keep_the_others_from_being_found(house, database):
    damaged, sound = race(house, "7"), race(house, "7")
    with database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE entries SET text = 'deal:??' WHERE match = '{damaged.id}'")
    fresh = House(database, house.now)
    assert {due.match for due in fresh.due()} == {damaged.id, sound.id}
