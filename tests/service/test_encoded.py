"""Views as JSON: the bytes are those of the view, and worked out once for all who look the same way."""

import sys

import orjson
import pytest

from fivefold.service import encoded, views
from fivefold.service.match_request import MatchRequest
from tests.service.people import ANNA, BEN, CLEO, by_link, play

PEOPLE = (ANNA, BEN, CLEO)


@pytest.fixture(autouse=True)
def nothing_kept():
    encoded._begun.cache_clear()


def dice(house):
    """Return a match with a roll behind it."""
    snapshot = house.create(ANNA, MatchRequest("dice_poker", {}, ("link",), "me"))
    snapshot = house.sit(snapshot.id, BEN)
    text = next(move["text"] for move in views.view(snapshot, ANNA)["moves"])
    return house.play(snapshot.id, ANNA, snapshot.number + 1, text)


@pytest.mark.parametrize("guest", PEOPLE)
def test_what_is_sent_is_the_view_byte_by_byte(house, guest):
    snapshot = dice(house)
    assert encoded.view(snapshot, guest) == orjson.dumps(views.view(snapshot, guest))
    assert encoded.table(snapshot, guest) == orjson.dumps(views.table(snapshot, guest))


@pytest.mark.parametrize("guest", PEOPLE)
def test_what_was_is_sent_with_the_number_it_had(house, guest):
    snapshot = dice(house)
    number = snapshot.number - 5
    then = {**views.view(snapshot, guest, snapshot.plies_after(number)), "number": number}
    assert then["number"] != snapshot.number and not then["turn"]
    assert encoded.view(snapshot, guest, number) == orjson.dumps(then)


def test_all_who_look_the_same_way_share_the_work_and_keep_what_is_their_own(house):
    snapshot = play(house, by_link(house), "step:1")
    for _ in range(3):
        mine, his, *others = (orjson.loads(encoded.view(snapshot, guest)) for guest in (*PEOPLE, "e" * 16))
    assert encoded._begun.cache_info().misses == 3, "for Anna, for Ben, for everybody else"
    assert (mine["yours"], his["yours"], *(other["yours"] for other in others)) == ([0], [1], [], [])
    assert mine["can"] != others[0]["can"]


def test_what_is_kept_is_as_small_as_what_is_sent(house):
    snapshot = dice(house)
    at, sight = views.look(snapshot, ANNA)
    kept = encoded._begun(snapshot, at, sight, snapshot.number)
    assert sys.getsizeof(kept) < len(kept) + 100 and len(kept) < len(encoded.view(snapshot, ANNA))
