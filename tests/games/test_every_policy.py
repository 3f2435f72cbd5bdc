"""What every game keeps that tells how to play on, or what could have been made of the cards that came."""

from random import Random

import pytest

from fivefold.contract import ANYONE, NOBODY, Hindsight, PolicyRollouts
from tests.games.cases import Case, cases, decisions, every, legal, mover, movers, played

WITH_POLICY = every([case for case in cases() if isinstance(case.game.search, PolicyRollouts)])
WITH_HINDSIGHT = every([case for case in cases() if case.game.extra_of(Hindsight)])
STEPS = 200
LOOKS = 4
LOOKED_AT = 2
LONGEST = 260
"""Moves of a game that a policy plays, cards dealt included."""


def policy(case: Case) -> PolicyRollouts:
    assert isinstance(case.game.search, PolicyRollouts)
    return case.game.search


def hindsight(case: Case) -> Hindsight:
    extra = case.game.extra_of(Hindsight)
    assert extra is not None
    return extra


def own_moves(case: Case, row: list[int], seat: int) -> list[int]:
    """Return the legal moves of a seat."""
    moves = legal(case.game, row)
    if case.game.rules.to_move(row) != ANYONE:
        return moves
    return [move for move in moves if mover(case.game, row, move) == seat]


@WITH_POLICY
def test_what_is_worth_a_closer_look_is_legal_and_not_too_much(case: Case) -> None:
    for row in decisions(case)[-LOOKED_AT:]:
        for seat in (seat for seat in movers(case, row) if seat >= 0):
            before, out = row.copy(), [0] * policy(case).most_tried
            tried = out[: policy(case).candidates(row, seat, out)]
            assert tried
            assert len(set(tried)) == len(tried)
            assert set(tried) <= set(own_moves(case, row, seat))
            assert policy(case).choose(row, seat) in own_moves(case, row, seat)
            assert row == before


@pytest.mark.slow
@WITH_POLICY
def test_playing_on_by_first_sight_comes_to_an_end(case: Case) -> None:
    game, row, random = case.game, case.match().row.copy(), Random(case.seed)
    for _ in range(LONGEST):
        turn = game.rules.to_move(row)
        if turn == NOBODY:
            break
        seat = turn if turn >= 0 else random.choice([seat for seat in movers(case, row) if seat >= 0] or [turn])
        game.rules.play(row, policy(case).choose(row, seat) if seat >= 0 else random.choice(legal(game, row)))
    assert game.rules.to_move(row) == NOBODY


@WITH_HINDSIGHT
def test_the_best_arrangement_seen_is_a_finished_game_with_no_fewer_points(case: Case) -> None:
    game, match = case.game, played(case)
    if match.outcome is None:
        return
    for seat in range(len(match.seats)):
        row, arrangement, dice = match.row.copy(), [0] * hindsight(case).arrangement, [case.seed]
        cards = hindsight(case).gather(row, seat, arrangement)
        best, most = arrangement.copy(), hindsight(case).improve(row, seat, arrangement, dice, 0)
        for _ in range(LOOKS):
            worth = hindsight(case).improve(row, seat, arrangement, dice, STEPS)
            if worth > most:
                best, most = arrangement.copy(), worth
        assert row == match.row, "the game that was played stays as it was"
        hindsight(case).lay(row, seat, best)
        laid = [0] * len(match.seats)
        game.rules.scores(row, laid)
        assert laid[seat] >= match.scores[seat]
        assert [points for other, points in enumerate(laid) if other != seat] == [
            points for other, points in enumerate(match.scores) if other != seat
        ]
        assert game.rules.to_move(row) == NOBODY
        assert hindsight(case).gather(row, seat, arrangement) == cards
        assert hindsight(case).improve(row, seat, arrangement, dice, 0) == most
