"""Playing on with a policy: legal in every mode, the same plain and compiled, better with more of it."""

from dataclasses import replace
from random import Random

import pytest

from fivefold.contract import ANYONE
from fivefold.contract.errors import InvalidOption
from fivefold.engine import policy_rollout
from fivefold.engine.budget import Budget
from fivefold.engine.control import NODES, NUMBER, VARIES
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.opponents import Opponent, judge, new_search
from fivefold.engine.policy_rollout import CLEARLY, FINE, PolicyRolloutSearch
from fivefold.engine.search_kinds import POLICY_ROLLOUT_LEVELS
from fivefold.engine.shares import WHOLE
from fivefold.engine.strength import levels_of
from fivefold.play.catalogue import find
from fivefold.play.match import Match
from fivefold.session.snapshot import REACTION_SECONDS, reaction_seconds
from tests.quick import landing

SOLITAIRE = find("solitaire")
SQUARES = {"scoring": "american", "touch": "anywhere", "rejects": "0/0/0"}
QUICK = Budget(nodes=60)
VARIANTS = [
    {},
    SQUARES,
    {"mode": "best-of-two", "scoring": "pat"},
    {"mode": "sum-of-two", "scoring": "user", "decks": "2", "hands": "12"},
    {"mode": "alternate", "steal": "on", "plant": "on", "deal": "2"},
    {"mode": "same-deck", "move": "movable", "touch2": "corners"},
    {"mode": "race", "move": "movable", "steal": "on"},
    {"mode": "race-both", "plant": "on"},
    {"move": "movable", "touch": "corners"},
]


def position(seed, plies, **options):
    """Return a match after so many random moves, each of the seat that has the first of them."""
    match, random = Match(SOLITAIRE, seed=seed, **options), Random(seed)
    for _ in range(plies):
        if match.outcome is None:
            match.make(random.choice(match.legal()))
    return match


def seat_of(match):
    return match.mover(match.legal()[0]) if match.to_move == ANYONE else None


def think(kernels, match, budget=QUICK, salt=1, **more):
    return PolicyRolloutSearch(kernels, len(match.seats)).think(match.row, budget, salt, seat=seat_of(match), **more)


def without_time(found):
    return replace(found, seconds=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("options", landing(VARIANTS[:3], VARIANTS), ids=str)
def test_plain_and_compiled_find_the_same(options, compiled, monkeypatch):
    monkeypatch.setattr(policy_rollout, "PLAN_STEPS", policy_rollout.PLAIN_PLAN_STEPS)
    for seed, plies in ((1, 0), (2, 9), (3, 17)):
        match = position(seed, plies, **options)
        if match.outcome is None:
            for budget in (QUICK, POLICY_ROLLOUT_LEVELS[0], POLICY_ROLLOUT_LEVELS[3], replace(QUICK, slip=40)):
                found = [think(kernels, match, budget) for kernels in (PlainKernels(SOLITAIRE), compiled("solitaire"))]
                assert without_time(found[0]) == without_time(found[1])


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_level_plays_legal_moves(options):
    match = position(5, 12, **options)
    for level in (1, 4, 5):
        opponent = Opponent(SOLITAIRE, level, seed=2, kernels=PlainKernels(SOLITAIRE))
        found = opponent.find(match, seat=seat_of(match))
        assert found.move in match.legal()
        assert seat_of(match) in {None, match.mover(found.move)}


def test_in_a_race_the_seat_has_to_be_said():
    match = Match(SOLITAIRE, seed=1, mode="race")
    opponent = Opponent(SOLITAIRE, 5, kernels=PlainKernels(SOLITAIRE))
    with pytest.raises(InvalidOption, match="anyone may be to move"):
        opponent.find(match)
    texts = [opponent.choose(match, seat) for seat in (0, 1)]
    assert [text[:2] for text in texts] == ["1:", "2:"]


def test_one_player_expects_points_and_compares_moves_by_them():
    match = position(2, 14, **SQUARES)
    found = think(PlainKernels(SOLITAIRE), match, Budget(nodes=120))
    assert found.weighed[found.move] == found.points and 0 <= found.shares[0] <= 1
    other = next(move for move in match.legal() if move not in found.weighed)
    assert other in think(PlainKernels(SOLITAIRE), match, Budget(nodes=120), weigh=other).weighed


def test_without_time_for_one_order_of_the_cards_the_policy_tells_what_it_expects():
    match = Match(SOLITAIRE, seed=1, **SQUARES)
    found = think(PlainKernels(SOLITAIRE), match, Budget(seconds=0.0))
    assert found.move in match.legal() and found.points > 50


def test_another_seat_only_judges():
    match = position(3, 6, mode="alternate")
    waiting = 1 - match.to_move
    thought = judge(PlainKernels(SOLITAIRE), match, waiting, Budget(nodes=60))
    assert thought.text == "" and sum(thought.values) == pytest.approx(1.0)


def test_the_same_luck_gives_the_same_answer():
    match = position(4, 10)
    first, again = (think(PlainKernels(SOLITAIRE), match, salt=7) for _ in range(2))
    assert without_time(first) == without_time(again)


def test_levels_are_those_of_games_with_a_policy():
    assert levels_of(SOLITAIRE) == POLICY_ROLLOUT_LEVELS
    assert isinstance(new_search(PlainKernels(SOLITAIRE), 1, QUICK), PolicyRolloutSearch)
    with pytest.raises(InvalidOption, match="has no PolicyRollouts"):
        PolicyRolloutSearch(PlainKernels(find("locus")), 2)


@pytest.mark.slow
def test_each_stronger_kind_of_play_scores_more(compiled):
    def score(level):
        total = 0
        for seed in range(60):
            match = Match(SOLITAIRE, seed=seed, **SQUARES)
            opponent = Opponent(SOLITAIRE, level, seed=seed, kernels=compiled("solitaire"))
            while match.outcome is None:
                match.make(opponent.find(match).move)
            total += match.scores[0]
        return total / 60

    scores = [score(level) for level in (1, 3, 5)]
    assert scores[0] + 15 < scores[1] and scores[1] + 15 < scores[2] and scores[2] > 105


def test_reaction_times_follow_from_the_match_and_stay_near_their_mean():
    for level, mean in enumerate(REACTION_SECONDS, start=1):
        times = [reaction_seconds(level, "match", number) for number in range(200)]
        assert times == [reaction_seconds(level, "match", number) for number in range(200)]
        assert min(times) >= 0.75 * mean and max(times) <= 1.25 * mean
        assert abs(sum(times) / 200 - mean) < 0.05 * mean and len(set(times)) == 200
    assert reaction_seconds(3, "match", 1) != reaction_seconds(3, "another", 1)


# --- how much the policy's own opinion counts ------------------------------------------------------------------------


def choice_after(orders, match, monkeypatch):
    """Return which of two moves is chosen after so many orders of the cards that contradict the policy: 0 or 1.

    In each of them the second move comes out ahead, by just as many points as the policy thinks the first is better.
    """
    search = PolicyRolloutSearch(PlainKernels(SOLITAIRE), len(match.seats))
    row, functions, moves = match.seen_by(match.to_move), SOLITAIRE.search, [0] * SOLITAIRE.rules.MAX_MOVES
    assert functions.candidates(row, match.to_move, moves) >= 2
    better, worse = (functions.merit(row, move) / functions.merit_units for move in moves[:2])

    def two(row, seat, out):
        out[:2] = moves[:2]
        return 2

    def contradict(workspace, count):
        points = better - worse
        worth = FINE * points if len(match.seats) == 1 else WHOLE * points / (CLEARLY * functions.points_scale)
        workspace.totals[0][list(workspace.candidates[:2]).index(moves[1])] += worth
        for cell in (NODES, NUMBER):
            workspace.control[cell] += 1
        workspace.control[VARIES] = 1
        return 1

    monkeypatch.setattr(search, "list_candidates", two)
    monkeypatch.setattr(search, "halving", replace(search.halving, compare=contradict))
    return moves.index(search.think(row, Budget(nodes=orders)).move)


def test_alone_the_policy_is_believed_until_thirty_orders_of_the_cards_contradict_it(monkeypatch):
    match = position(2, 8)
    assert [choice_after(orders, match, monkeypatch) for orders in (1, 29, 31, 100)] == [0, 0, 1, 1]


def test_against_another_it_is_believed_longer_for_a_point_wins_more_than_it_leads(monkeypatch):
    match = position(2, 8, mode="alternate")
    assert [choice_after(orders, match, monkeypatch) for orders in (30, 74, 76, 100)] == [0, 0, 1, 1]
