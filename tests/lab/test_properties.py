"""What is told of games, against matches that are counted by hand."""

import json
import math
from itertools import pairwise

import pytest

import fivefold
from fivefold.lab import sweep
from fivefold.lab.estimates import Estimate
from fivefold.lab.matches import Matchup, PairTask, seats_by_side
from fivefold.lab.sweep import (
    PROPERTIES,
    MeasuringContext,
    SelfPlayGame,
    SelfPlayStart,
    context_of,
    measured,
    missing,
    play_start,
    size_of,
    told_of,
    wider,
)

CONTEXT = MeasuringContext()
GAME = SelfPlayGame(first=1.0, drawn=False, plies=20, choices=5.0, lead_changes=2, margin=7.0, points=30.0, drama=0.2)


def starts(*firsts):
    """Return starts with these results for the first to move, a pair each."""
    drawn = [[each == 0.5 for each in pair] for pair in firsts]
    return [
        SelfPlayStart(
            number, tuple(GAME._replace(first=first, drawn=even) for first, even in zip(pair, evens, strict=True))
        )
        for number, (pair, evens) in enumerate(zip(firsts, drawn, strict=True))
    ]


def mean(name, listed, context=CONTEXT):
    return PROPERTIES[name].measure(listed, context)


def test_the_edge_is_what_the_first_to_move_gets_beyond_its_fair_share():
    listed = starts((1, 1), (1, 0), (0.5, 0.5), (1, 0.5))
    found = mean("edge", listed)
    assert found.mean == pytest.approx(100 * 5.5 / 8 - 50)
    assert found.low < found.mean < found.high
    assert mean("edge", listed, MeasuringContext(fair=1 / 3)).mean == pytest.approx(100 * (5.5 / 8 - 1 / 3))


def test_draws_are_counted_and_none_in_a_few_games_is_not_never():
    assert mean("draws", starts((1, 0.5), (0.5, 0.5), (0, 1), (1, 1))).mean == pytest.approx(37.5)
    never = mean("draws", starts(*[(1, 0)] * 8))
    assert never.mean == never.low == 0
    assert never.high > 20


def test_minutes_follow_from_the_moves():
    assert mean("minutes", starts((1, 1), (0, 0)), MeasuringContext(seconds=30)) == Estimate(10, 10, 10)


def test_luck_is_how_alike_games_on_one_start_end():
    alike = mean("luck", starts(*[(1, 1), (0, 0)] * 20))
    assert alike.mean == 100 and 80 < alike.low < 100
    unlike = mean("luck", starts(*[(1, 1), (0, 0), (1, 0), (0, 1)] * 10))
    assert unlike.mean == 0 == unlike.low and unlike.high < 50


def test_what_few_games_cannot_tell_of_luck_is_left_open():
    for listed in (starts((1, 1), (0, 0)), starts(*[(1, 1)] * 9)):
        found = mean("luck", listed)
        assert (found.low, found.high) == (0, 100)


def test_an_interval_can_be_made_wider_and_lose_its_sign():
    assert wider(Estimate(2, 1, 4), 2) == Estimate(2, 0, 6)
    assert size_of(Estimate(-3, -5, -1)) == Estimate(3, 1, 5)
    assert size_of(Estimate(1, -3, 5)) == Estimate(1, 0, 5)


def test_some_properties_mean_nothing_alone_or_in_a_race():
    assert "alone" in missing(PROPERTIES["edge"], 1, race=False)
    assert "race" in missing(PROPERTIES["edge"], 2, race=True)
    assert not missing(PROPERTIES["points"], 1, race=False)
    assert not missing(PROPERTIES["draws"], 2, race=True)


def test_a_match_played_by_hand_is_told_as_it_went():
    match = fivefold.Match("locus", seed=7, first="1")
    scores = []
    while match.outcome is None:
        match.make(match.legal()[0])
        scores.append(match.scores)
    found = told_of(match)
    assert found.plies == len(scores) == 36
    assert found.first == match.outcome.returns[1]
    assert found.drawn == (match.outcome.winner is None)
    assert found.margin == abs(scores[-1][0] - scores[-1][1])
    assert found.points == sum(scores[-1]) / 2
    ahead = [0 if one > other else 1 for one, other in scores if one != other]
    assert found.lead_changes == sum(a != b for a, b in pairwise(ahead))


def test_choices_are_counted_where_a_player_chooses():
    match = fivefold.Match("locus", seed=7)
    counts = []
    while match.outcome is None:
        counts.append(len(match.legal()))
        match.make(match.legal()[-1])
    assert told_of(match).choices == pytest.approx(math.fsum(counts) / len(counts))


def test_partners_are_one_side_and_share_what_is_fair():
    match = fivefold.Match("focus", players=4, teams="on", seed=1)
    assert seats_by_side(match) == [(0, 2), (1, 3)]
    assert context_of(match.game, match.options, 10).fair == 0.5
    alone = fivefold.Match("focus", players=4, seed=1)
    assert context_of(alone.game, alone.options, 10).fair == 0.25


@pytest.mark.slow
def test_both_games_on_a_start_have_one_deal_and_other_choices():
    task = PairTask(Matchup("locus", "random", "random", (("grid", "6x5"),)), 3, ())
    one, other = (sweep.game_from_start(task, half) for half in (0, 1))
    assert one.options == other.options
    assert next(one.replay()).before == next(other.replay()).before
    assert one.moves != other.moves
    played = play_start(task)
    assert played == play_start(task)
    assert sweep.load_start(json.loads(json.dumps(played))) == played
    assert measured([played], MeasuringContext(), ["plies"])["plies"].mean == 30
