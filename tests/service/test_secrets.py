"""A game with secrets: positions that differ only in what a viewer may not know are the same to them, in every byte."""

import json

import pytest

from fivefold.play.contract import SPECTATOR
from fivefold.play.match import Match
from fivefold.service import again, commands, views
from fivefold.service.standing import GUEST, Seat
from tests.service.people import ANNA, BEN, CLEO
from tests.service.secret import GAME

SEATS = [Seat(0, GUEST, ANNA, None, "Anna", ""), Seat(1, GUEST, BEN, None, "Ben", "")]


def standing(north, south, *words):
    match = Match(GAME, chance=[f"deal:{north}", f"deal:{south}"])
    now = again.opened("m", match, SEATS, double=False)
    for word in words:
        now = commands.play(now, (0, 1), now.number + 1, word)
    return now


def told(now, guest):
    """Return all that a guest can learn from the house about a match."""
    plies = range(len(now.match.moves) + 1)
    asked = [[], ["high"], ["low"], ["deal:3"]]
    return json.dumps(
        {
            "view": views.view(now, guest, history=True),
            "plies": [views.view(now, guest, ply, history=True) for ply in plies],
            "table": views.table(now, guest),
            "previews": [views.preview(now, guest, picks) for picks in asked],
        },
        sort_keys=True,
    )


@pytest.mark.parametrize("words", [(), ("high",), ("high", "low"), ("low", "high", "low")])
def test_who_may_not_know_sees_no_difference(words):
    base, other_south, other_north = standing(3, 7, *words), standing(3, 8, *words), standing(4, 7, *words)
    assert told(base, ANNA) == told(other_south, ANNA) != told(other_north, ANNA)
    assert told(base, BEN) == told(other_north, BEN) != told(other_south, BEN)
    assert told(base, CLEO) == told(other_south, CLEO) == told(other_north, CLEO)


def test_who_may_know_is_told():
    now = standing(3, 7)
    mine, theirs, watching = (views.view(now, guest, history=True) for guest in (ANNA, BEN, CLEO))
    assert [line["text"] for line in mine["history"]] == ["deal:3", "deal:?"]
    assert [line["text"] for line in theirs["history"]] == ["deal:?", "deal:7"]
    assert [line["text"] for line in watching["history"]] == ["deal:?", "deal:?"]
    assert theirs["last"]["motions"] == [["deck", "number-7"]] and mine["last"]["motions"] == []
    assert theirs["last"]["marks"] == {"number 7": "last"} and mine["last"]["marks"] == {}
    assert watching["viewer"] == SPECTATOR


def test_at_the_end_all_is_told():
    over = standing(3, 7, "high", "high", "low", "low")
    for guest in (ANNA, BEN, CLEO):
        view = views.view(over, guest)
        assert view["outcome"]["said"].startswith("You win 7 : 3" if guest == BEN else "Ben wins 7 : 3")
    assert "deal:7" in views.record(over, CLEO)


def test_nothing_is_taken_back_that_was_seen():
    assert "may show what was hidden" in views.can(standing(3, 7, "high"), ANNA)["undo"]
