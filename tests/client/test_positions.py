"""Positions from the API, in the hands of the rules and of the house's engine: every game, hidden hands included."""

import random

import pytest

from fivefold.client.opponent import HouseOpponent
from fivefold.client.positions import gains, position_of
from fivefold.play import catalogue

pytestmark = pytest.mark.slow
MOVES = 24
GAMES = ["locus", "focus", "pokeros", "dice_poker", "solitaire"]


def begun(anna, bert, game):
    """Return a match between the two, or of Anna alone."""
    match = anna.begin(game=game, others=["link"], begin="me")
    if match["status"] == "live":
        return match["id"], [anna]
    bert.sit(match["id"])
    return match["id"], [anna, bert]


def turns(match_id, players, count=MOVES):
    """Yield each player's match when it is their turn."""
    for _ in range(count):
        seen = [(each, each.see(match_id, legal=True, position=True)) for each in players]
        moving = [(each, match) for each, match in seen if match["turn"]]
        if not moving:
            assert seen[0][1]["status"] == "over"
            return
        yield moving[0]


def test_every_game_is_tried():
    assert set(GAMES) == set(catalogue.keys())


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_plays_from_what_a_seat_is_told(anna, bert, game):
    match_id, players = begun(anna, bert, game)
    engines = {each: HouseOpponent(level=2, seed=1) for each in players}
    made = 0
    for player, match in turns(match_id, players):
        move = engines[player].choose(match)
        assert move in match["legal"], move
        player.move(match_id, match["number"] + 1, move)
        made += 1
    assert made > 4


@pytest.mark.parametrize("game", GAMES)
def test_points_are_counted_as_the_house_counts_them(anna, bert, game):
    match_id, players = begun(anna, bert, game)
    chance = random.Random(1)
    for player, match in turns(match_id, players, 12):
        now = position_of(match)
        assert list(now.scores) == match["scores"]
        found = dict(gains(match))
        assert list(found) == match["legal"]
        move = chance.choice(match["legal"])
        assert now.say(now.read(move)) == move
        player.move(match_id, match["number"] + 1, move)


@pytest.mark.parametrize("game", ["pokeros", "dice_poker"])
def test_hidden_hands_reach_a_program_only_as_its_seats_view(anna, bert, house, game):
    match_id, players = begun(anna, bert, game)
    for seat_of, match in turns(match_id, players, 8):
        truth = house.snapshot(match_id).match
        for player in players:
            seen = player.see(match_id, position=True)
            assert seen["position"]["row"] == truth.seen_by(seen["viewer"])
        seat_of.move(match_id, match["number"] + 1, match["legal"][0])


def test_a_position_that_was_not_asked_for_is_an_error(anna):
    with pytest.raises(ValueError, match="position=True"):
        position_of(anna.begin(game="focus", begin="me"))


def test_the_engine_keeps_to_its_clock(anna, bert):
    match = anna.begin(game="focus", begin="me", time="1m+1s")
    bert.sit(match["id"])
    seen = anna.see(match["id"], legal=True, position=True)
    assert HouseOpponent(level=7).choose(seen) in seen["legal"]
