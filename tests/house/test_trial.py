"""The board to try moves on."""

import json

import pytest

from fivefold.contract.errors import IllegalMove, InvalidMove, InvalidOption, MatchOver
from fivefold.house import trial
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.play.start import Start
from tests.quick import in_turn

BOARDS = trial.Boards()


def at(game, options, seed, moves):
    return Start(game, options, seed, tuple(moves))


@pytest.mark.parametrize("key", catalogue.keys())
def test_every_seat_is_the_visitors(key):
    moves = []
    for _ in range(6):
        view = BOARDS.view(at(key, {}, 3, moves))
        assert view["turn"] and view["viewer"] == view["to_move"] and view["yours"] == list(range(len(view["scores"])))
        moves.append(view["moves"][0]["text"])
    match = Match(key, seed=3)
    for move in moves[:-1]:
        match.play(move)
    assert view["scores"] == list(match.scores)


def test_it_is_the_same_whether_played_from_the_start_or_not():
    moves = ["c3:up", "d3:down", "a1:up"]
    stepwise = [BOARDS.view(at("locus", {"grid": "6x5"}, 8, moves[:count])) for count in range(4)][-1]
    again = trial.Boards().view(at("locus", {"grid": "6x5"}, 8, moves))
    assert again == stepwise and again["last"]["who"] in {"Amber", "Indigo"}


def test_picks_bring_a_preview():
    view = BOARDS.view(at("focus", {}, 0, []), [])
    picks = view["moves"][0]["picks"]
    preview = BOARDS.view(at("focus", {}, 0, []), picks)["preview"]
    assert [move["picks"] for move in preview["moves"]] == [picks]
    assert "preview" not in BOARDS.view(at("focus", {}, 0, []))


@in_turn(
    "key, options, moves, error",
    [
        ("ludo", {}, [], InvalidOption),
        ("focus", {"players": "7"}, [], InvalidOption),
        ("focus", {"seats": "7"}, [], InvalidOption),
        ("focus", {}, ["nonsense"], InvalidMove),
        ("focus", {}, ["a3-a5:2"], IllegalMove),
        ("focus", {}, ["x" * 21], InvalidMove),
        ("focus", {}, ["b3-b4"] * 601, InvalidMove),
        ("track", {"dice": "off", "first": "0", "goal": "5"}, ["step:3", "step:1", "step:2", "step:1"], MatchOver),
    ],
)
def test_what_cannot_be_tried_is_refused(key, options, moves, error):
    with pytest.raises(error):
        BOARDS.view(at(key, options, 1, moves))


def test_a_hand_is_shown_and_never_covered():
    for count in range(3):
        moves = ["high", "low", "low"][:count]
        view = BOARDS.view(at("secret", {}, 5, moves))
        assert view["cover"] is None and view["viewer"] == count % 2 and view["turn"]
        hidden = json.loads(view["picture"].partition("<desc>")[2].partition("]")[0] + "]")
        assert hidden[view["viewer"]] > 0 and hidden[1 - view["viewer"]] == -1


def test_in_a_race_the_visitor_has_both_seats():
    view = BOARDS.view(at("solitaire", {"mode": "race"}, 1, []))
    assert {move["seat"] for move in view["moves"]} == {0, 1} and view["anyone"] and view["turn"]
    last = view["moves"][-1]
    view = BOARDS.view(at("solitaire", {"mode": "race"}, 1, [last["text"]]), last["picks"][:1])
    assert view["last"]["mover"] == -1 and view["preview"]["moves"] is not None
    with pytest.raises(InvalidMove):
        BOARDS.view(at("solitaire", {"mode": "race"}, 1, [last["text"].partition(":")[2]]))


def test_only_so_many_boards_are_kept():
    boards = trial.Boards()
    for seed in range(trial.KEPT + 5):
        boards.view(at("track", {"dice": "off"}, seed, []))
    assert len(boards._kept) == trial.KEPT
