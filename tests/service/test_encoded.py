"""Views as JSON: the bytes are those of the view, and worked out once for all who look the same way."""

import sys

import orjson
import pytest

from fivefold.service import encoded, views
from fivefold.service.wishes import Wish
from tests.service.people import ANNA, BEN, CLEO, by_link, play

PEOPLE = (ANNA, BEN, CLEO)


@pytest.fixture(autouse=True)
def nothing_kept():
    encoded._begun.cache_clear()


def dice(house):
    """Return a match with a roll behind it."""
    standing = house.create(ANNA, Wish("dice_poker", {}, ("link",), "me"))
    standing = house.sit(standing.id, BEN)
    text = next(move["text"] for move in views.view(standing, ANNA)["moves"])
    return house.play(standing.id, ANNA, standing.number + 1, text)


@pytest.mark.parametrize("guest", PEOPLE)
def test_what_is_sent_is_the_view_byte_by_byte(house, guest):
    standing = dice(house)
    assert encoded.view(standing, guest) == orjson.dumps(views.view(standing, guest))
    assert encoded.table(standing, guest) == orjson.dumps(views.table(standing, guest))


@pytest.mark.parametrize("guest", PEOPLE)
def test_what_was_is_sent_with_the_number_it_had(house, guest):
    standing = dice(house)
    number = standing.number - 5
    then = {**views.view(standing, guest, standing.plies_after(number)), "number": number}
    assert then["number"] != standing.number and not then["turn"]
    assert encoded.view(standing, guest, number) == orjson.dumps(then)


def test_all_who_look_the_same_way_share_the_work_and_keep_what_is_their_own(house):
    standing = play(house, by_link(house), "step:1")
    for _ in range(3):
        mine, his, *others = (orjson.loads(encoded.view(standing, guest)) for guest in (*PEOPLE, "e" * 16))
    assert encoded._begun.cache_info().misses == 3, "for Anna, for Ben, for everybody else"
    assert (mine["yours"], his["yours"], *(other["yours"] for other in others)) == ([0], [1], [], [])
    assert mine["can"] != others[0]["can"]


def test_what_is_kept_is_as_small_as_what_is_sent(house):
    standing = dice(house)
    at, sight = views.look(standing, ANNA)
    kept = encoded._begun(standing, at, sight, standing.number)
    assert sys.getsizeof(kept) < len(kept) + 100 and len(kept) < len(encoded.view(standing, ANNA))
