"""Playing on from a position of a match that is over: what was stays, what comes is new."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.links import PACK_OF
from fivefold.house.table.seating import MatchRequest
from fivefold.session.seats import COMPUTER, PERSON
from tests.house.people import play

ANNA, BERT, CARL = "anna567abcdefghi", "bert567abcdefghi", "carl567abcdefghi"


@pytest.fixture
def house(url):
    return House(open_database(url))


def finished(house, game="locus", moves=4, **options):
    """A match at one screen, given up after some moves."""
    now = house.create(ANNA, MatchRequest(game, options, ("here",)))
    for _ in range(moves):
        now = house.play(now.id, ANNA, now.number + 1, now.match.legal_moves()[0])
    return house.resign(now.id, ANNA, now.number + 1)


@pytest.mark.parametrize("game", ["locus", "focus", "pokeros", "dice_poker"])
def test_the_new_match_begins_with_the_position(house, game):
    old = finished(house, game)
    ply = old.match.decisions[2]
    new = house.play_on(old.id, ANNA, ply, "3")
    assert new.match.moves[:ply] == old.match.moves[:ply]
    assert list(new.match.row) == list(old.row_at(ply))
    assert new.linked(PACK_OF) == old.id
    to_move = new.match.to_move
    assert [seat.kind for seat in new.seats].count(COMPUTER) == 1
    assert new.seats[to_move].kind == PERSON


def test_it_is_the_same_when_it_is_read_again_from_the_store(house, url):
    old = finished(house, "pokeros", 5)
    new = house.play_on(old.id, ANNA, old.match.decisions[4], "here")
    again = House(open_database(url)).snapshot(new.id)
    assert again.match.moves == new.match.moves
    assert again.match.history == new.match.history


def test_both_sides_can_be_played(house):
    old = finished(house)
    new = house.play_on(old.id, ANNA, old.match.decisions[1], "here")
    assert new.seats_of(ANNA) == (0, 1)


def test_whoever_watched_may_try_too_and_takes_the_seat_to_move(house):
    old = finished(house)
    new = house.play_on(old.id, BERT, old.match.decisions[3], "1")
    assert new.seats_of(BERT) == (new.match.to_move,)


def test_a_match_that_goes_on_is_not_tried(house):
    now = house.create(ANNA, MatchRequest("locus", {}, ("here",)))
    with pytest.raises(NotOffered, match="finish this match first"):
        house.play_on(now.id, ANNA, len(now.match.moves), "3")


@pytest.mark.parametrize("ply", [0, 9999])
def test_where_nobody_is_to_move_nobody_can_play_on(house, ply):
    with pytest.raises(NotOffered, match="nobody is to move"):
        house.play_on(finished(house).id, ANNA, ply, "3")


def test_a_level_that_is_none_is_refused(house):
    old = finished(house)
    with pytest.raises(InvalidOption, match="choose a level from 1 to 7"):
        house.play_on(old.id, ANNA, old.match.decisions[0], "8")


def test_it_counts_for_nobodys_results(house):
    old = finished(house)
    new = house.play_on(old.id, ANNA, old.match.decisions[1], "2")
    house.resign(new.id, ANNA, new.number + 1)
    assert new.id not in [each.match for each in house.results.of(ANNA)]


# From a match that others still play


def going_on(house, game="focus", moves=2, **wish):
    now = house.create(ANNA, MatchRequest(game, {}, ("link",), "me", **wish))
    now = house.sit(now.id, BERT)
    for _ in range(moves):
        now = house.play(now.id, now.seats[now.to_act].person, now.number + 1, now.match.legal_moves()[0])
    return now


def test_whoever_looks_on_takes_over_a_copy_from_where_it_stands(house):
    now = going_on(house)
    new = house.play_on(now.id, CARL, len(now.match.moves), "3")
    assert (new.match.row, new.terms.rated) == (now.match.row, False)
    assert [(seat.person, seat.level) for seat in new.seats] == [(CARL, None), (None, 3)] and new.match.to_move == 0
    house.resign(new.id, CARL, new.number + 1)
    assert [each.match for each in house.results.of(CARL)] == []
    assert house.resign(now.id, ANNA, now.number + 1).status == "over" and not house.sealed(house.snapshot(now.id))


def test_why_a_match_that_goes_on_cannot_be_taken_over(house):
    today, own = (house.daily.begin("locus", each) for each in (ANNA, CARL))
    today = play(house, today, today.match.legal_moves()[0])  # (on some days the computer begins)
    house.resign(own.id, CARL, own.number + 1)
    cases = [
        (going_on(house), ANNA, "finish this match first"),
        (going_on(house, "secret"), CARL, "cards are hidden"),
        (going_on(house, "secret", delay=60), CARL, "cards are hidden"),
        (going_on(house, moves=0), CARL, "nobody has moved yet"),
        (today, CARL, "this is the deal of the day"),
    ]
    for now, person, why in cases:
        with pytest.raises(NotOffered, match=why):
            house.play_on(now.id, person, len(now.match.moves), "3")
    with pytest.raises(NotYours, match="today's deal"):
        house.play_on(today.id, BERT, 1, "3")
