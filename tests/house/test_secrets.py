"""A game with secrets: positions that differ only in what a viewer may not know are the same to them, in every byte."""

import json

import pytest

from fivefold.contract import SPECTATOR
from fivefold.contract.errors import FivefoldError
from fivefold.house import availability
from fivefold.house.computers.hints import hint
from fivefold.house.match_view import views
from fivefold.play.match import Match
from fivefold.session import steps
from fivefold.session.seats import PERSON, Seat
from tests.house.people import ANNA, BEN, CLEO
from tests.house.secret import GAME

SEATS = [Seat(0, PERSON, ANNA, None, "Anna", ""), Seat(1, PERSON, BEN, None, "Ben", "")]
ONE_SCREEN = [Seat(seat, PERSON, ANNA, None, "", "") for seat in range(2)]
WORDS = [(), ("high",), ("high", "low"), ("low", "high", "low")]


def snapshot(numbers, *words, seats=SEATS):
    match = Match(GAME, chance=[f"deal:{number}" for number in numbers])
    now = steps.open_table("m", match, seats)
    for word in words:
        now = steps.play(now, (0, 1), now.number + 1, word)
    return now


def told(now, person):
    """Return all that a person can learn from the house about a match."""
    plies = range(len(now.match.moves) + 1)
    asked = [[], ["high"], ["low"], ["deal:3"]]
    return json.dumps(
        {
            "view": views.Views().view(now, person, history=True),
            "plies": [views.Views().view(now, person, ply, history=True) for ply in plies],
            "table": views.table(now, person),
            "previews": [views.Views().preview(now, person, picks) for picks in asked],
            "errors": [refused(now, person, number, text) for number in range(12) for text in ("nonsense", "deal:8")],
        },
        sort_keys=True,
    )


def refused(now, person, number, text):
    try:
        return steps.play(now, now.seats_of(person), number, text) is now
    except FivefoldError as error:
        return str(error)


@pytest.mark.parametrize("words", WORDS)
def test_who_may_not_know_sees_no_difference(words):
    base = snapshot((3, 7, 1, 2), *words)
    other_south = snapshot((3, 8, 1, 4) if len(words) > 1 else (3, 8, 1, 2), *words)
    other_north = snapshot((4, 7, 9, 2) if len(words) > 1 else (4, 7, 1, 2), *words)
    assert told(base, ANNA) == told(other_south, ANNA) != told(other_north, ANNA)
    assert told(base, BEN) == told(other_north, BEN) != told(other_south, BEN)
    assert told(base, CLEO) == told(other_south, CLEO) == told(other_north, CLEO)


def test_what_was_dealt_is_told_to_whom_it_was_dealt():
    now = snapshot((3, 7, 1, 2), "high", "low")
    mine, theirs, watching = (views.Views().view(now, person, history=True) for person in (ANNA, BEN, CLEO))
    assert [line["text"] for line in mine["history"]] == ["deal:3 ?", "high", "low", "deal:1 ?"]
    assert [line["text"] for line in theirs["history"]] == ["deal:? 7", "high", "low", "deal:? 2"]
    assert [line["text"] for line in watching["history"]] == ["deal:? ?", "high", "low", "deal:? ?"]
    assert mine["last"]["motions"] == [("deck", "number-1"), ("deck", "number--1")]
    assert theirs["last"]["motions"] == [("deck", "number--1"), ("deck", "number-2")]
    assert set(theirs["last"]["marks"]) == {"number -1", "number 2"}
    assert watching["viewer"] == SPECTATOR


def test_a_preview_shows_what_would_come_of_it_and_no_more():
    now = snapshot((3, 7, 1, 2), "high")
    (said,) = views.Views().preview(now, BEN, ["low"])["moves"]
    assert said["explain"] == "-1+0 against 7+0 and then 20"
    assert "[-1, 7, 0, 0, 2]" in said["after"], "what is dealt next is not"
    assert said["marks"] == {"number 20": "last"} and said["motions"] == [("[-1, 7, 0, 0, 1]", "20")]


def test_even_the_last_word_uncovers_nothing_before_it_is_said():
    now = snapshot((3, 7, 1, 2), "high", "low", "low")
    (said,) = views.Views().preview(now, BEN, ["low"])["moves"]
    assert said["gains"] == [0, 0] and "[-1, 7, -1, 2, 4]" in said["after"]


def test_a_hint_is_explained_by_what_its_player_sees():
    class Thought:
        text, values, line, note, exact = "low", (0.25, 0.75), ("low", "high"), "", False

    found = hint(snapshot((3, 7, 1, 2), "high").match, Thought)
    assert found["said"] == "low: -1+0 against 7+0 and then 20. Chance to win: 75%."
    assert found["line"] == [], "what it expects is a guess at what is hidden"


def test_at_the_end_all_is_told():
    over = snapshot((3, 7, 1, 2), "high", "high", "low", "low")
    for person in (ANNA, BEN, CLEO):
        view = views.Views().view(over, person)
        assert view["outcome"]["said"].startswith("You win 9–4" if person == BEN else "Ben wins 9–4")
    assert "deal:7" in views.record(over, "")


def test_when_it_is_over_one_can_look_back_at_what_was_hidden_and_not_before():
    now = snapshot((3, 7, 1, 2), "high")
    assert views.Views().view(now, CLEO, 3, everything=True) == views.Views().view(now, CLEO, 3)
    over = steps.resign(now, ANNA, 4)
    then = views.Views().view(over, CLEO, 3, history=True, everything=True)
    assert "[3, 7, 0, 0, 1]" in then["picture"] and then["history"][0]["text"] == "deal:3 7"
    assert "[-1, -1, 0, 0, 1]" in views.Views().view(over, CLEO, 3)["picture"]


def test_nothing_is_taken_back_that_was_seen():
    assert "may show what was hidden" in availability.available(snapshot((3, 7), "high"), ANNA)["undo"]
    assert (
        "what chance brought came after" in availability.available(snapshot((3, 7, 1, 2), "high", "low"), BEN)["undo"]
    )


def test_who_looks_back_picks_nothing():
    now = snapshot((3, 7, 1, 2), "high", "low")
    assert "data-pick" in views.Views().view(now, ANNA)["picture"]
    assert all("data-pick" not in views.Views().view(now, ANNA, ply)["picture"] for ply in range(7))


# Several at one screen


@pytest.mark.parametrize("words", WORDS)
def test_at_one_screen_nothing_but_the_covered_picture_tells_what_is_hidden(words):
    """What is shown before somebody has said that they are alone is what everybody may see."""

    def open_part(now):
        view = views.Views().view(now, ANNA, history=True)
        assert view["viewer"] == now.match.to_move and view["turn"]
        # (The version is a digest of all of it, the picture too.)
        return {name: told for name, told in view.items() if name not in {"picture", "version"}}, view["picture"]

    base, other = snapshot((3, 7, 1, 2), *words, seats=ONE_SCREEN), snapshot((5, 6, 1, 2), *words, seats=ONE_SCREEN)
    assert open_part(base)[0] == open_part(other)[0]
    assert open_part(base)[1] != open_part(other)[1]
    watching = views.Views().view(base, CLEO)
    assert views.Views().view(base, ANNA)["cover"] == watching["picture"] and watching["cover"] is None


def test_looking_back_at_one_screen_is_covered_too():
    now = snapshot((3, 7, 1, 2), "high", "low", "high", seats=ONE_SCREEN)
    for ply in range(1, len(now.match.moves)):
        view = views.Views().view(now, ANNA, ply)
        assert view["viewer"] == 1 and view["cover"] == views.Views().view(now, CLEO, ply)["picture"] != view["picture"]


def test_nothing_is_covered_when_all_is_told():
    over = snapshot((3, 7, 1, 2), "high", "high", "low", "low", seats=ONE_SCREEN)
    assert views.Views().view(over, ANNA)["cover"] is None


def test_several_at_one_screen_see_no_hand_while_a_third_thinks():
    match = Match(GAME, chance=["deal:3", "deal:7"])
    seats = [Seat(0, PERSON, ANNA, None, "", ""), Seat(1, PERSON, BEN, None, "", "")]
    now = steps.play(steps.open_table("m", match, seats), (0,), 3, "high")
    assert views.Views().view(now, ANNA)["viewer"] == 0, "who sits there alone does"
    both = [Seat(0, PERSON, ANNA, None, "", ""), Seat(0, PERSON, ANNA, None, "", "")]
    resigned = steps.resign(steps.reseated(now, both, now.status), ANNA, 4)
    assert views.Views().view(resigned, ANNA)["viewer"] == SPECTATOR
