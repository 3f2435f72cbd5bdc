"""A match that another process has moved on is caught up by the entries it lacks, and is then what a load gives."""

import json
import random

import pytest
import sqlalchemy

from fivefold.contract.errors import FivefoldError
from fivefold.house.bus import CHANGED, CHANGED_ELSEWHERE
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.meeting.lobby import fitting_time, usual_options
from fivefold.house.stored_match import heard_step, told_step
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, BEN, by_link, facts, play
from tests.house.virtual import VirtualClock, with_clocks
from tests.quick import long

MORE = ("clocks", "next_look", "told", "paused", "began", "begins", "calls")


def all_facts(snapshot):
    return {**facts(snapshot), **{name: getattr(snapshot, name) for name in MORE}}


@pytest.fixture
def houses(url):
    clock = VirtualClock()
    found = [House(open_database(url), clock) for _ in range(3)]
    for house in found:
        house.clock, house.told = clock, []
    first = found[0]
    first.bus.subscribe(CHANGED, lambda before, after: first.told.append(step_of(first, before, after)))
    return found


def step_of(house, before, after):
    """Return a step as another process hears it; ``None`` where it is not told."""
    told = "" if before is None else told_step(before, after, house.now())
    return heard_step(after.id, told) if told else None


def check(second, third, match_id, told=()):
    """Compare a match that is caught up, perhaps by what is told, with the same one loaded."""
    second.catch_up(match_id, told if all(told) else ())
    third._live.outdate([match_id])
    assert all_facts(second.known(match_id)) == all_facts(third.known(match_id))


def moved(house, now, choose, seconds=1.0):
    """Return the match after a move of whoever may make one."""
    house.clock.pass_(seconds)
    if now.status == OVER or not now.able:
        return now
    seat = min(now.able)
    legal = [move for move in now.match.legal() if now.match.mover(move) == seat]
    text = now.match.game.notation.say(now.match.row, choose(legal), seat)
    return house.play(now.id, now.seats[seat].person, now.number + 1, text)


def something(house, now, chance):
    """Do something at a table at random; what is refused is left out."""
    kind = chance.choice(["move"] * 12 + ["undo", "offer", "answer", "name", "resign", "rematch"])
    person = chance.choice([ANNA, BEN])
    try:
        if kind == "undo":
            house.undo(now.id, person, now.number + 1)
        elif kind == "offer":
            house.offer(now.id, person, chance.choice(["draw", "pause", "undo"]), now.number + 1)
        elif kind == "answer":
            house.answer(now.id, person, chance.random() < 0.7)
        elif kind == "name":
            house.rename(person, chance.choice(["Anna", "Ben", "Xaver", "Yva"]))
        elif kind == "resign" and chance.random() < 0.1:
            house.resign(now.id, person, now.number + 1)
        elif kind == "rematch" and now.status == OVER:
            house.rematch(now.id, person)
        else:
            return moved(house, now, chance.choice, chance.random())
    except FivefoldError:
        pass
    return house.known(now.id)


@pytest.mark.slow
@pytest.mark.parametrize("time", [long(""), "10m+5s", long("3d/move")])
@pytest.mark.parametrize("key", sorted(catalogue.keys()))
def test_a_match_that_is_caught_up_is_the_same_as_one_that_is_loaded(houses, key, time):
    first, second, third = houses
    chance = random.Random(f"{key} {time}")
    game = catalogue.find(key)
    options = usual_options(game)
    raced = options is not None and fitting_time(game, "10m+5s") is None
    others = ("link",) if options is not None else ()
    now = first.create(ANNA, MatchRequest(key, options or {}, others, time="9m/game" if raced and time else time))
    second.known(now.id)
    if others:
        now = first.sit(now.id, BEN)
    if raced:
        for person in (ANNA, BEN, ANNA):
            first.race_starts.ready(now.id, person)
            second.catch_up(now.id)
            first.clock.pass_(2)
    for _ in range(20):
        check(second, third, now.id, first.told)
        first.told.clear()
        for _ in range(chance.randrange(1, 6)):
            now = something(first, now, chance)
    check(second, third, now.id, first.told)


def test_new_entries_are_played_on_the_snapshot_that_is_known(houses, monkeypatch):
    first, second, _ = houses
    now = by_link(first)
    second.known(now.id)
    monkeypatch.setattr(second._loading, "load", None)  # (which would play the match through from its start)
    now = play(first, now, "step:1", "step:2", "step:1")
    second.catch_up(now.id)
    assert all_facts(second.known(now.id)) == all_facts(first.known(now.id))


def test_what_is_told_is_not_read(houses, monkeypatch):
    first, second, _ = houses
    now = with_clocks(first)
    second.known(now.id)
    first.told.clear()
    for seconds in (3, 5, 2):
        first.clock.pass_(seconds)
        now = play(first, now, "step:1")
    monkeypatch.setattr(second._loading, "_stored", None)
    second.catch_up(now.id, first.told)
    assert all_facts(second.known(now.id)) == all_facts(first.known(now.id))


@pytest.mark.parametrize("kept", [(0, 2), (1, 2), (2,)], ids=str)
def test_where_a_step_was_not_heard_the_store_is_asked(houses, kept):
    first, second, _ = houses
    now = by_link(first)
    second.known(now.id)
    first.told.clear()
    now = play(first, now, "step:1", "step:2", "step:1")
    second.catch_up(now.id, [first.told[number] for number in kept])
    assert all_facts(second.known(now.id)) == all_facts(first.known(now.id))


def test_a_match_older_than_an_option_is_caught_up_as_others_are(houses, monkeypatch):
    first, second, _ = houses
    now = by_link(first)
    older = json.dumps({name: value for name, value in now.match.options.items() if name != "goal"})
    with first.writing() as connection:
        connection.execute(sqlalchemy.text("UPDATE matches SET options = :older"), {"older": older})
    assert second.known(now.id).match.options == now.match.options
    monkeypatch.setattr(second._loading, "load", None)
    now = play(first, now, "step:1", "step:2")
    second.catch_up(now.id)
    assert all_facts(second.known(now.id)) == all_facts(first.known(now.id))


def test_what_was_taken_back_is_loaded_whole(houses):
    first, second, third = houses
    now = play(first, by_link(first), "step:1", "step:2")
    second.known(now.id)
    first.undo(now.id, BEN, now.number + 1)
    first.answer(now.id, ANNA, True)
    first.play(now.id, BEN, now.number + 2, "step:3")
    check(second, third, now.id)


def test_clocks_go_on_from_where_they_were(houses):
    first, second, third = houses
    now = with_clocks(first)
    second.known(now.id)
    for seconds in (3, 5, 2, 7):
        first.clock.pass_(seconds)
        now = play(first, now, "step:1")
    check(second, third, now.id)


def test_whoever_listens_hears_each_change_of_another_process_once(houses):
    first, second, _ = houses
    now, heard, told = by_link(first), [], []
    second.listen(now.id, heard.append)
    second.known(now.id)
    second.bus.subscribe(CHANGED_ELSEWHERE, lambda before, after: told.append((before.revision, after.revision)))
    now = play(first, now, "step:1", "step:2")
    second.catch_up(now.id)
    second.catch_up(now.id)
    now = second.play(now.id, ANNA, now.number + 1, "step:1")
    assert [each.revision for each in heard] == [now.revision - 1, now.revision]
    assert told == [(now.revision - 3, now.revision - 1)]


def test_a_change_that_is_found_while_moving_is_told_too(houses):
    first, second, _ = houses
    now, told = by_link(first), []
    second.known(now.id)
    second.bus.subscribe(CHANGED_ELSEWHERE, lambda before, after: told.append(after.number))
    now = play(first, now, "step:1")
    second.play(now.id, BEN, now.number + 1, "step:2")
    assert told == [now.number]
