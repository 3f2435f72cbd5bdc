"""Spectators see a match as it stood: made from the entries' times, as if nothing had happened since."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fivefold.house.errors import NotYours
from fivefold.house.house import House
from fivefold.house.table.delays import as_of, number_at
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import LIVE, OVER
from tests.house.conftest import START, numbered
from tests.house.people import ANNA, BEN, CLEO, by_link, play, resigned

DELAY = 30


class Hands:
    """A clock that goes on when a test says so."""

    now = START

    def __call__(self):
        return self.now

    def go_on(self, seconds):
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock():
    return Hands()


@pytest.fixture
def timed(database, clock):
    return House(database, clock, numbered())


@pytest.fixture
def match(timed, clock):
    """A match with a delay, three moves ten seconds apart, the last one just made."""
    begun = by_link(timed)
    delayed = lambda now: replace(now, terms=replace(now.terms, delay=DELAY), revision=now.revision + 1)  # noqa: E731
    (now,) = timed.change({begun.id: delayed})
    for _ in range(3):
        clock.go_on(10)
        now = play(timed, now, now.match.legal_moves()[0])
    return now


def seen(house, match):
    return house.shown_to(CLEO, match.id)


def test_players_see_it_as_it_stands_and_spectators_as_it_stood(timed, clock, match):
    assert timed.shown_to(ANNA, match.id) is match is timed.shown_to(BEN, match.id)
    numbers = []
    for _ in range(5):
        numbers.append(seen(timed, match).number)
        clock.go_on(10)
    assert numbers == [0, 1, 2, 3, 3]
    assert seen(timed, match) is match


def test_each_moment_is_like_the_match_was_then(timed, clock, match):
    moves = match.match.history
    for number in range(match.number):
        then = as_of(match, number)
        assert then.match.history == moves[:number] and then.entries == match.entries[:number]
        assert then.match.row == match.row_at(number)
        assert then.match.decisions == match.match.decisions[:number]
        assert then.status == LIVE and then.to_act == match.match.movers[number]


def test_the_end_is_told_late_with_what_belongs_to_it(timed, clock, match):
    clock.go_on(10)
    over = resigned(timed, match)
    timed.rematch(over.id, ANNA)
    timed.rematch(over.id, BEN)
    over = timed.snapshot(over.id)
    assert over.status == OVER and over.linked("rematch")
    clock.go_on(DELAY - 1)
    then = seen(timed, over)
    assert (then.status, then.match.outcome, then.linked("rematch"), then.number) == (LIVE, None, None, 3)
    assert "result" not in then.match.to_record() and timed.snapshot(over.id).match.ended is not None
    clock.go_on(1)
    assert seen(timed, over).status == OVER and seen(timed, over).linked("rematch")


def test_moves_that_were_taken_back_are_still_there_until_then(timed, clock, match):
    before = match.match.history
    timed.undo(match.id, ANNA, match.number + 1)
    clock.go_on(5)
    now = timed.answer(match.id, BEN, True)
    assert len(now.match.history) < len(before)
    clock.go_on(26)
    assert seen(timed, now).match.history == before
    clock.go_on(10)
    assert seen(timed, now).match.history == now.match.history


def test_what_players_offer_is_not_told(timed, clock, match):
    clock.go_on(DELAY)
    asked = timed.undo(match.id, ANNA, match.number + 1)
    assert asked.offer is not None and seen(timed, asked).offer is None


def test_all_spectators_share_one_snapshot_and_learn_when_there_is_more(timed, clock, match):
    assert timed.shown_to(CLEO, match.id) is timed.shown_to("e" * 16, match.id)
    clock.go_on(12)
    then = seen(timed, match)
    assert then.number == 1 and timed.delays.seconds_to_change(match, then) == 8.0
    assert timed.delays.seconds_to_change(match, match) == float("inf")
    assert number_at(match, START) == 0


def test_commands_of_spectators_are_refused_until_they_have_seen_it_all(timed, clock, match):
    with pytest.raises(NotYours, match="delay of 30 seconds"):
        timed.delays.refuse_spectator(match.id, CLEO)
    timed.delays.refuse_spectator(match.id, ANNA)
    clock.go_on(DELAY)
    timed.delays.refuse_spectator(match.id, CLEO)


def test_without_a_delay_nothing_changes(house):
    match = by_link(house)
    assert house.shown_to(CLEO, match.id) is match


def test_a_spectator_sees_the_first_deal_at_once(timed, clock):
    begun = timed.sit(timed.create(ANNA, MatchRequest("locus", {}, ("link",), begin="me")).id, BEN)
    assert begun.number and not begun.match.movers.count(0), "only the deal"
    delayed = lambda now: replace(now, terms=replace(now.terms, delay=DELAY), revision=now.revision + 1)  # noqa: E731
    (now,) = timed.change({begun.id: delayed})
    played = play(timed, now, now.match.legal_moves()[0])
    assert seen(timed, played).number == now.number, "dealt, and no move yet"
