"""Views as JSON: the bytes are those of the view, and worked out once for all who look the same way."""

import sys

import orjson
import pytest

from fivefold.house.match_view import views
from fivefold.house.table.seating import MatchRequest
from tests.house.people import ANNA, BEN, CLEO, STEPS, by_link, play, resigned

PEOPLE = (ANNA, BEN, CLEO)


def dice(house):
    """Return a match with a roll behind it."""
    snapshot = house.create(ANNA, MatchRequest("dice_poker", {}, ("link",), "me"))
    snapshot = house.sit(snapshot.id, BEN)
    text = next(move["text"] for move in views.Views().view(snapshot, ANNA)["moves"])
    return house.play(snapshot.id, ANNA, snapshot.number + 1, text)


@pytest.mark.parametrize("person", PEOPLE)
def test_what_is_sent_is_the_view_byte_by_byte(house, person):
    snapshot = dice(house)
    assert house.encoded.view(snapshot, person) == orjson.dumps(views.Views().view(snapshot, person))
    assert house.encoded.table(snapshot, person) == orjson.dumps(views.table(snapshot, person))


@pytest.mark.parametrize("person", PEOPLE)
def test_what_was_is_sent_with_the_number_it_had(house, person):
    snapshot = dice(house)
    number = snapshot.number - 5
    then = {**views.Views().view(snapshot, person, snapshot.plies_after(number)), "number": number}
    assert then["number"] != snapshot.number and not then["turn"]
    sent = orjson.loads(house.encoded.view(snapshot, person, number))
    assert orjson.dumps({**sent, "version": ""}) == orjson.dumps({**then, "version": ""})


def test_all_who_look_the_same_way_share_the_work_and_keep_what_is_their_own(house, monkeypatch):
    snapshot = play(house, by_link(house), "step:1")
    worked_out, shared = [], house.views.shared
    monkeypatch.setattr(house.views, "shared", lambda *asked: worked_out.append(asked) or shared(*asked))
    for _ in range(3):
        mine, his, *others = (orjson.loads(house.encoded.view(snapshot, person)) for person in (*PEOPLE, "e" * 16))
    assert len(worked_out) == 3, "for Anna, for Ben, for everybody else"
    assert (mine["yours"], his["yours"], *(other["yours"] for other in others)) == ([0], [1], [], [])
    assert mine["can"] != others[0]["can"]


def test_what_is_kept_is_as_small_as_what_is_sent(house):
    """Of texts the characters, and JSON for the rest: objects would take several times as much."""
    snapshot = dice(house)
    sent = house.encoded.view(snapshot, ANNA)
    _, kept = house.encoded._versions.items()[-1]
    assert sum(map(sys.getsizeof, (*kept.drawn.values(), *kept.rest.values()))) < len(sent) + 1000


@pytest.mark.parametrize("person", PEOPLE)
def test_a_match_was_not_over_before_its_last_entry(house, person):
    over = resigned(house, play(house, by_link(house), "step:1"))
    before = orjson.loads(house.encoded.view(over, person, over.number - 1))
    assert (before["over"], before["outcome"], before["to_move"]) == (False, None, 1)
    assert "turn" in before["status"] or "to move" in before["status"]
    assert before["last"]["text"] == "step:1" and "over" not in before["picture"]
    for last in (house.encoded.view(over, person), house.encoded.view(over, person, over.number)):
        told = orjson.loads(last)
        assert (
            told["over"] and told["outcome"] and told["to_move"] is None and told["status"] == told["outcome"]["said"]
        )


def test_over_and_the_outcome_come_together_in_what_is_told_one_by_one(house):
    snapshot = house.create(ANNA, MatchRequest("track", {**STEPS, "goal": "5"}, ("here",), "me"))
    over = play(house, snapshot, "step:3", "step:1", "step:2")
    told = [orjson.loads(house.encoded.view(over, ANNA, number)) for number in range(1, over.number + 1)]
    assert [view["over"] for view in told] == [bool(view["outcome"]) for view in told] == [False, False, True]
