"""Playing on from a position of a match that is over: what was stays, what comes is new."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.links import PACK_OF
from fivefold.house.table.seating import MatchRequest
from fivefold.session.seats import COMPUTER, PERSON

ANNA, BERT = "anna567abcdefghi", "bert567abcdefghi"


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
