"""Matches for programs: facts that are enough to play by, with nothing drawn, and secrets kept."""

from itertools import pairwise

import orjson
import pytest

from fivefold.house.match_view import pictures, views
from fivefold.house.match_view.facts import changes_head, plies_known
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue
from fivefold.play.match import Match
from tests.house.people import ANNA, BEN, CLEO


def played(house, key, count=6, **more):
    """Return a match of Anna and Ben in which some moves were made."""
    now = house.sit(house.create(ANNA, MatchRequest(key, {}, ("link",), "me", **more)).id, BEN)
    for _ in range(count):
        if now.to_act is None:
            break
        now = house.play(now.id, now.seats[now.to_act].person, now.number + 1, now.match.legal_moves()[0])
    return now


@pytest.mark.slow
@pytest.mark.parametrize("key", ["locus", "focus", "dice_poker", "pokeros"])
def test_nothing_is_drawn_for_a_program(house, key, monkeypatch):
    def draw(*_, **__):
        raise AssertionError("a program has no use for a picture")

    monkeypatch.setattr(pictures, "drawn", draw)
    monkeypatch.setattr(views, "picture", draw)
    now = played(house, key)
    for person in (ANNA, BEN, CLEO):
        told = house.compact.match(now, person, legal=True, position=True, can=True)
        assert len(told["moves"]) == told["ply"] == len(now.match.moves)
        assert house.compact.brief(now, person)["number"] == now.number


@pytest.mark.slow
@pytest.mark.parametrize("key", ["locus", "focus", "dice_poker"])
def test_an_open_game_can_be_rebuilt_from_its_moves(house, key):
    now = played(house, key)
    told = house.compact.match(now, CLEO, position=True)
    by_chance = [move["text"] for move in told["moves"] if move["by"] is None]
    again = Match(catalogue.find(key), options=told["options"], chance=by_chance, seed=1)
    for move in told["moves"]:
        if move["by"] is not None and len(again.moves) < told["ply"] and again.to_move >= 0:
            again.play(move["text"])
    assert again.row[: len(now.match.row)] == told["position"]["row"]


@pytest.mark.slow
def test_a_hand_is_told_to_its_seat_alone(house):
    now = played(house, "pokeros", 4)
    seen = {person: house.compact.match(now, person, legal=True, position=True) for person in (ANNA, BEN, CLEO)}
    rows = {person: tuple(told["position"]["row"]) for person, told in seen.items()}
    assert len(set(rows.values())) == 3 and seen[CLEO]["legal"] == [] and seen[CLEO]["viewer"] is None
    assert rows[ANNA] == tuple(now.match.seen_by(now.seats_of(ANNA)[0]))


def test_what_is_known_ends_where_something_was_taken_back(house):
    now = house.create(ANNA, MatchRequest("track", {"dice": "off", "first": "0"}, ("here",), "me"))
    known = now.number
    now = house.play(now.id, ANNA, now.number + 1, now.match.legal_moves()[0])
    after = now.number
    now = house.undo(now.id, ANNA, now.number + 1)
    assert plies_known(now, after) == plies_known(now, known) == len(now.match.moves)
    assert plies_known(now, None) == plies_known(now, 999) == 0


def test_a_state_is_made_once_for_all_who_see_the_same(house, monkeypatch):
    now = house.create(ANNA, MatchRequest("track", {"dice": "off", "first": "0"}, ("here",), "me"))
    mine = orjson.loads(house.compact.state(now, ANNA, 0, legal=True))
    monkeypatch.setattr(house.compact, "_shared", None)
    theirs = house.compact.state(now, BEN, 0, legal=True)
    assert theirs == house.compact.state(now, CLEO, 0, legal=True)
    assert orjson.loads(theirs) == {**mine, "turn": False, "legal": []} and mine["turn"] and mine["legal"]


@pytest.mark.parametrize(("key", "more"), [("focus", {"players": "3"}), ("locus", {})], ids=["out", "double"])
def test_whatever_changes_besides_the_state_is_looked_for(house, key, more):
    """``changes_head`` may say so too often, never too seldom."""
    people = (BEN, CLEO) if more else (BEN,)
    wish = MatchRequest(key, more, ("link",) * len(people), "draw", double=not more)
    stages = [house.create(ANNA, wish)]
    match = stages[0].id
    stages += [house.sit(match, each) for each in people]
    for _ in range(6):
        now = stages[-1]
        move = now.match.legal_moves()[0]
        stages.append(house.play(match, now.seats[now.to_act].person, now.number + 1, move))
    stages += [house.resign(match, each, stages[-1].number + 1 + place) for place, each in enumerate(people)]
    stages += [] if more else [house.second(match, each) for each in (ANNA, BEN)] + [house.snapshot(match)]
    for before, now in pairwise(stages):
        heads = [house.compact.head(each, ANNA) for each in (before, now)]
        assert heads[0] == heads[1] or before.id != now.id or changes_head(before, now), heads
    played_on = stages[len(people) + 1 :][:6]
    assert not any(changes_head(before, now) for before, now in pairwise(played_on)), "moves change nothing else"
