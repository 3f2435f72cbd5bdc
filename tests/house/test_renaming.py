"""A new name reaches every match that is still played, however many, and holds nobody up."""

import threading
from dataclasses import replace

import pytest

from fivefold.house.errors import DamagedMatch
from fivefold.house.house import House
from fivefold.house.live import LiveMatches
from fivefold.house.people import renaming
from fivefold.house.table.seating import MatchRequest
from tests.house.people import ANNA, BEN, STEPS, by_link, facts, resigned

MANY = 23


@pytest.fixture
def waiting(house):
    return [house.create(ANNA, MatchRequest("track", STEPS, ("link",), "me")).id for _ in range(MANY)]


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch):
    monkeypatch.setattr(renaming, "RENAMED_AT_ONCE", 5)


def damage(house, match_id):
    with house.writing() as connection:
        connection.exec_driver_sql(f"UPDATE matches SET version = 99 WHERE id = '{match_id}'")


def test_matches_that_are_not_at_hand_are_renamed_without_loading_them(house, database, waiting, monkeypatch):
    over = resigned(house, by_link(house)).id
    damage(house, waiting[3])
    fresh = House(database)
    fresh.snapshot(waiting[0])
    told = []
    fresh.listen(waiting[0], told.append)
    with monkeypatch.context() as patched:
        patched.setattr(fresh._loading, "load", lambda match_id: pytest.fail("loaded"))
        assert fresh.rename(ANNA, "Zoe").shown == "Zoe"
    assert [snapshot.names[0] for snapshot in told] == ["Zoe"]
    for match_id in [*waiting[:3], *waiting[4:]]:
        assert fresh.snapshot(match_id).names[0] == "Zoe"
    assert "Zoe" not in fresh.snapshot(over).names
    with pytest.raises(DamagedMatch):
        fresh.snapshot(waiting[3])
    assert fresh.sit(waiting[1], BEN).status == "live"  # a match that was renamed so is played like any other
    assert facts(fresh.snapshot(waiting[1])) == facts(House(database).snapshot(waiting[1]))


def test_others_have_their_turn_meanwhile(house, waiting, monkeypatch):
    other = by_link(house)
    moved = []

    def let_others(_):
        if not moved:
            thread = threading.Thread(target=lambda: moved.append(house.play(other.id, ANNA, 1, "step:2")))
            thread.start()
            thread.join()
            assert house.person(ANNA).name == ""

    monkeypatch.setattr(renaming, "sleep", let_others)
    house.rename(ANNA, "Zoe")
    assert moved[0].number == 1 and house.person(ANNA).name == "Zoe"
    assert {house.snapshot(match_id).names[0] for match_id in [*waiting, other.id]} == {"Zoe"}


def test_a_rename_that_was_interrupted_is_finished_by_the_next(house, waiting, monkeypatch):
    class PowerCut(Exception):
        pass

    def cut(_):
        raise PowerCut

    with monkeypatch.context() as patched:
        patched.setattr(renaming, "sleep", cut)
        with pytest.raises(PowerCut):
            house.rename(ANNA, "Zoe")
    house.rename(ANNA, "Zoe")
    assert {house.snapshot(match_id).names[0] for match_id in waiting} == {"Zoe"}


def test_what_was_loaded_before_a_change_in_the_store_is_not_kept(house):
    live, snapshot = LiveMatches(), by_link(house)

    def load():
        live.outdate([snapshot.id])
        return snapshot

    assert live.loaded(load) is snapshot and not live.has(snapshot.id)
    assert live.loaded(lambda: snapshot) is snapshot and live.has(snapshot.id)


def test_the_matches_that_are_heard_or_have_a_live_clock_stay_in_memory(house):
    live = LiveMatches(most=3)
    heard, timed, slow = by_link(house), by_link(house, time="5m+3s"), by_link(house, time="3d/move")
    live.listen(heard.id, lambda snapshot: None)
    for each in (heard, timed, slow):
        live.keep(each)
    for number in range(20):
        kept = live.keep(replace(slow, id=f"other{number}"))
        assert live.has(kept.id) and len(live) <= 4 + 2
    assert [live.has(each.id) for each in (heard, timed, slow)] == [True, True, False]
