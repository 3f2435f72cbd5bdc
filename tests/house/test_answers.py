"""Answers given in advance: kept for one player alone, played by the house at once, dropped with a word."""

import re
import threading

import pytest
import sqlalchemy

from fivefold.contract.errors import IllegalMove
from fivefold.house.bus import CHANGED
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered, NotYours, Stale
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.notices.news import TURN, Note
from fivefold.house.table import stored_answers as stored
from fivefold.house.table.seating import MatchRequest
from fivefold.house.table.sweeper import Answering
from fivefold.session.answers import ANYTHING, Fate
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, BEN, CLEO

pytestmark = pytest.mark.slow


@pytest.fixture
def match(house):
    """Anna, who is to move, and Ben, who waits."""
    return begun(house)


def begun(house, time="", players=2):
    options = {"players": str(players)} if players > 2 else {}
    found = house.create(ANNA, MatchRequest("focus", options, ("link",), begin="me", time=time))
    for person in (BEN, CLEO)[: players - 1]:
        found = house.sit(found.id, person)
    return found


def lines(house, match, *length, skip=0):
    """Return a line of legal moves."""
    copy, line = match.match.copy(), []
    for _ in range(length[0] if length else 2):
        line.append(copy.legal_moves()[skip])
        copy.play(line[-1])
    return line


def move(house, match_id, person, text):
    return house.play(match_id, person, house.known(match_id).number + 1, text)


def texts(snapshot):
    return [entry.text for entry in snapshot.entries]


def kept(house, match_id):
    with house.reading() as connection:
        return stored.of_matches(connection, [match_id])


# --- giving ----------------------------------------------------------------------------------------------------------


def test_lines_become_a_tree_that_their_player_sees(house, match):
    first, second = lines(house, match, 4), lines(house, match, 2, skip=1)
    house.answers.add_line(BEN, match.id, match.number + 1, first)
    given = house.answers.add_line(BEN, match.id, match.number + 1, second)
    assert set(given.plan.tree) == {first[0], second[0]}
    less = house.answers.drop_line(BEN, match.id, match.number + 1, second)
    assert set(less.plan.tree) == {first[0]}
    assert not house.answers.clear(BEN, match.id).plan.tree
    assert not kept(house, match.id)


def test_only_who_waits_at_the_table_gives_answers(house, match):
    line = lines(house, match)
    with pytest.raises(NotOffered, match="your turn"):
        house.answers.add_line(ANNA, match.id, match.number + 1, line)
    with pytest.raises(NotYours):
        house.answers.add_line(CLEO, match.id, match.number + 1, line)
    with pytest.raises(IllegalMove):
        house.answers.add_line(BEN, match.id, match.number + 1, [line[0], line[0]])
    move(house, match.id, ANNA, line[0])
    with pytest.raises(Stale):
        house.answers.add_line(BEN, match.id, match.number + 1, line)


def test_live_clocks_have_one_move_ahead_and_other_matches_a_tree(house):
    live, slow = begun(house, "5m+3s"), begun(house, "3d/move")
    line = lines(house, live)
    with pytest.raises(NotOffered, match="one move ahead"):
        house.answers.add_line(BEN, live.id, live.number + 1, line)
    with pytest.raises(NotOffered, match="in advance"):
        house.answers.move_ahead(BEN, slow.id, slow.number + 1, line[1])
    with pytest.raises(IllegalMove, match="not possible"):
        house.answers.move_ahead(BEN, live.id, live.number + 1, "z9-z8:1")
    house.answers.move_ahead(BEN, live.id, live.number + 1, line[1])
    move(house, live.id, ANNA, line[0])
    house.answers.look(live.id)
    assert texts(house.known(live.id))[-2:] == line


# --- playing ---------------------------------------------------------------------------------------------------------


def test_an_answer_that_fits_is_played_and_the_rest_waits(house, match):
    line = lines(house, match, 4)
    house.answers.add_line(BEN, match.id, match.number + 1, line)
    house.answers.add_line(BEN, match.id, match.number + 1, lines(house, match, 2, skip=1))
    move(house, match.id, ANNA, line[0])
    house.answers.look(match.id)
    house.answers.look(match.id)
    now = house.known(match.id)
    assert texts(now)[-2:] == line[:2]
    given = house.answers.given(BEN, match.id)
    assert given.plan.tree == {line[2]: {line[3]: {}}}
    assert (given.plan.told.fate, given.plan.told.answer) == (Fate.PLAYED, line[1])
    move(house, match.id, ANNA, line[2])
    house.answers.look(match.id)
    assert texts(house.known(match.id))[-2:] == line[2:]


def test_one_that_does_not_fit_is_dropped_with_a_word(house, match):
    house.answers.add_line(BEN, match.id, match.number + 1, lines(house, match))
    other = lines(house, match, skip=3)[0]
    now = move(house, match.id, ANNA, other)
    house.answers.look(match.id)
    given = house.answers.given(BEN, match.id)
    assert house.known(match.id).number == now.number
    assert (given.plan.tree, given.plan.told.fate, given.plan.told.text) == ({}, Fate.UNANSWERED, other)
    move(house, match.id, BEN, house.known(match.id).match.legal_moves()[0])
    house.answers.look(match.id)
    assert not house.answers.given(BEN, match.id).plan.told.fate


def test_with_three_it_waits_for_both(house):
    match = begun(house, players=3)
    line = lines(house, match, 3)
    waits = next(seat.person for seat in match.seats if seat.seat == 2)
    house.answers.add_line(waits, match.id, match.number + 1, line)
    for text in line[:2]:
        now = house.known(match.id)
        move(house, match.id, now.seats[now.to_act].person, text)
        house.answers.look(match.id)
    assert texts(house.known(match.id))[-3:] == line


def test_taking_back_drops_them(house, match):
    move(house, match.id, ANNA, lines(house, match)[0])
    now = house.known(match.id)
    house.answers.add_line(ANNA, match.id, now.number + 1, lines(house, now))
    house.offers.make(match.id, ANNA, "undo", now.number + 1)
    house.answer(match.id, BEN, True)
    house.answers.look(match.id)
    given = house.answers.given(ANNA, match.id)
    assert (given.plan.tree, given.plan.told.fate) == ({}, Fate.TAKEN_BACK)


def test_they_are_deleted_when_the_match_is_over(house, match):
    house.answers.add_line(BEN, match.id, match.number + 1, lines(house, match))
    assert house.resign(match.id, ANNA, match.number + 1).status == OVER
    assert not kept(house, match.id)


def test_an_answer_waits_while_somebody_asks_its_player_something(house, match):
    line = lines(house, match, 4)
    move(house, match.id, ANNA, line[0])
    move(house, match.id, BEN, line[1])
    now = house.known(match.id)
    house.answers.add_line(BEN, match.id, now.number + 1, line[2:])
    now = move(house, match.id, ANNA, line[2])
    house.offers.make(match.id, ANNA, "undo", now.number + 1)
    house.answers.sweep()
    assert house.known(match.id).offer is not None, "a move would have declined it"
    house.answer(match.id, BEN, False)
    house.answers.sweep()
    assert texts(house.known(match.id))[-1] == line[3]


def test_they_wait_while_the_match_is_paused(house):
    match = begun(house, "3d/move")
    line = lines(house, match)
    house.answers.add_line(BEN, match.id, match.number + 1, line)
    now = move(house, match.id, ANNA, line[0])
    house.offers.make(match.id, ANNA, "pause", now.number + 1)
    house.answer(match.id, BEN, True)
    house.answers.sweep()
    assert texts(house.known(match.id))[-1] == ""
    now = house.known(match.id)
    house.offers.make(match.id, ANNA, "resume", now.number + 1)
    house.answer(match.id, BEN, True)
    house.answers.sweep()
    assert texts(house.known(match.id))[-1] == line[1]


def test_nobody_is_told_that_it_is_their_turn_when_the_house_answers(house, match):
    line = lines(house, match)
    house.answers.add_line(BEN, match.id, match.number + 1, line)
    note = Note(BEN, TURN, match.id)
    move(house, match.id, ANNA, line[0])
    assert house.answers.foreseen(note), "it is about to be played"
    house.answers.look(match.id)
    assert house.answers.foreseen(note), "it has been played"
    move(house, match.id, ANNA, house.known(match.id).match.legal_moves()[0])
    assert not house.answers.foreseen(note)


# --- nothing is lost, nothing is doubled -----------------------------------------------------------------------------


def test_after_a_restart_the_sweep_finds_them(url, database, house, match):
    line = lines(house, match)
    house.answers.add_line(BEN, match.id, match.number + 1, line)
    move(house, match.id, ANNA, line[0])
    again = House(database)
    again.answers.sweep()
    assert texts(again.known(match.id))[-2:] == line
    with again.reading() as connection:
        assert stored.pending(connection) == []


@pytest.mark.slow
def test_two_processes_play_an_answer_once(url, house, match):
    line = lines(house, match, 8)
    house.answers.add_line(BEN, match.id, match.number + 1, line)
    other = open_database(url)
    houses = [house, House(other)]
    for text in line[::2]:
        houses[0].catch_up(match.id)
        move(house, match.id, ANNA, text)
        threads = [threading.Thread(target=each.answers.sweep) for each in houses for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        houses[0].catch_up(match.id)
    assert texts(house.known(match.id))[-8:] == line
    other.close()


@pytest.mark.slow
def test_a_thread_plays_them_right_after_the_move(house, match):
    line = lines(house, match)
    house.answers.add_line(BEN, match.id, match.number + 1, line)
    played = threading.Event()
    house.listen(match.id, lambda now: played.set() if texts(now)[-1] == line[1] else None)
    answering = Answering(house, sweep_seconds=600)
    answering.start()
    try:
        move(house, match.id, ANNA, line[0])
        assert played.wait(50), "only a sweep would have played it"
    finally:
        answering.stop()


# --- nobody else can tell --------------------------------------------------------------------------------------------


def everything_shown(house, match_id, person):
    now = house.known(match_id)
    view = house.views.view(now, person, history=True)
    return view, views.table(now, person), house.encoded.view(now, person), views.record(now, ""), now.revision


def test_answers_change_nothing_that_others_are_shown(house, match):
    heard = []
    house.listen(match.id, heard.append)
    house.bus.subscribe(CHANGED, lambda before, after: heard.append(after))
    for person in (ANNA, CLEO, BEN):
        before = everything_shown(house, match.id, person)
        house.answers.add_line(BEN, match.id, match.number + 1, lines(house, match))
        assert everything_shown(house, match.id, person) == before
        house.answers.clear(BEN, match.id)
    assert not heard


def test_whoever_moves_does_the_same_work_with_answers_and_without(house, match, monkeypatch):
    """What a move asks of the store does not depend on answers: they are looked at later, by another thread."""
    asked = []

    def note(*event):
        asked.append(re.sub(r"lock_timeout = \d+", "lock_timeout", event[2]))  # what is left of the time to wait

    sqlalchemy.event.listen(house._database._engine, "before_cursor_execute", note)
    line = lines(house, match, 4)
    move(house, match.id, ANNA, line[0])
    without, asked[:] = list(asked), []
    move(house, match.id, BEN, line[1])
    house.answers.add_line(BEN, match.id, match.number + 3, line[2:])
    asked.clear()
    move(house, match.id, ANNA, line[2])
    assert asked == without


def test_the_copy_of_ones_data_has_them_and_nobody_elses_does(house, match):
    line = lines(house, match)
    house.answers.add_line(BEN, match.id, match.number + 1, line)
    with house.reading() as connection:
        own, others = stored.of_person(connection, BEN), stored.of_person(connection, ANNA)
    assert [each["tree"] for each in own] == [{line[0]: {line[1]: {}}}]
    assert others == []
    with house.writing() as connection:
        stored.forget_person(connection, BEN)
    assert not kept(house, match.id)


def test_a_move_ahead_is_stored_like_the_rest(house):
    live = begun(house, "5m+3s")
    ahead = lines(house, live)[1]
    house.answers.move_ahead(BEN, live.id, live.number + 1, ahead)
    assert [each.tree for each in kept(house, live.id)] == [{ANYTHING: {ahead: {}}}]
