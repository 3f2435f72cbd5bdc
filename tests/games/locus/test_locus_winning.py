"""Who can still win a game of Locus Poker: what is certain, against every way the last turns can go."""

from random import Random

import pytest

from fivefold.games.locus import rules
from fivefold.games.locus.rules import can_win
from fivefold.play.match import Match


def near_the_end(seed, left):
    match, random = Match("locus", seed=seed, grid="6x5"), Random(seed)
    while match.row[rules.LEFT] > left:
        match.make(random.choice(match.legal()))
    return match.row


def best_lead(row, seat):
    """The most that a seat can be ahead in the end, every way of the rest tried."""
    if row[rules.LEFT] == 0:
        return row[rules.SCORE + seat] - row[rules.SCORE + 1 - seat]
    out, leads = [0] * rules.MAX_MOVES, []
    for move in out[: rules.legal_moves(row, out)]:
        after = row.copy()
        rules.play(after, move)
        leads.append(best_lead(after, seat))
    return max(leads)


def with_best_lead(row, seat, lead):
    """The position with the other's points changed, so that the most a seat can be ahead in the end is ``lead``."""
    changed = row.copy()
    changed[rules.SCORE + 1 - seat] += best_lead(row, seat) - lead
    return changed


@pytest.mark.parametrize("left", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_who_can_get_ahead_can_win(seed, left):
    row = near_the_end(seed, left)
    assert all(can_win(with_best_lead(row, seat, 1), seat) for seat in range(2))


@pytest.mark.parametrize("seed", range(6))
def test_before_the_last_turn_the_answer_is_exact(seed):
    row = near_the_end(seed, 1)
    for seat in range(2):
        assert best_lead(with_best_lead(row, seat, 0), seat) == 0
        assert not can_win(with_best_lead(row, seat, -26), seat)
    mover = row[rules.TURN]
    assert not can_win(with_best_lead(row, mover, 0), mover)


def test_a_lead_out_of_reach_is_known_before_the_end_and_nothing_at_the_start():
    row = near_the_end(1, 8)
    row[rules.SCORE] += 100
    assert can_win(row, 0) and not can_win(row, 1)
    assert all(can_win(Match("locus", seed=1).row, seat) for seat in range(2))


def test_time_that_runs_out_is_a_draw_where_the_other_is_out_of_reach():
    match, random = Match("locus", seed=1, grid="6x5"), Random(1)
    while match.row[rules.LEFT] > 1:
        match.make(random.choice(match.legal()))
    seat = 0 if can_win(match.row, 0) and not can_win(match.row, 1) else 1
    match.lose_on_time(seat)
    assert match.outcome.returns == (0.5, 0.5) and match.outcome.winner is None
