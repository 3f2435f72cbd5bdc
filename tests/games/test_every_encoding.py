"""What every game keeps that other libraries or policies play: actions one to one, observations as declared."""

from random import Random

import pytest

from fivefold.contract import ANYONE, NOBODY, Encoding, Game, Hindsight, PolicyRollouts, Sampling
from fivefold.contract.extras import starts
from fivefold.parts import dice as generator
from fivefold.play import catalogue
from fivefold.play.observation import observed
from tests.games.cases import Case, cases, decisions, every, legal, mover, movers, played, sampled

CASES = [case for case in cases() if case.game.extra_of(Encoding)]
EVERY_CASE = every(CASES)
KEYS = sorted({case.key for case in CASES})
MOST_ACTIONS = 5000
INT16 = range(-(1 << 15), 1 << 15)


def encoding(game: Game) -> Encoding:
    extra = game.extra_of(Encoding)
    assert extra is not None
    return extra


def seen_by(case: Case, row: list[int], seat: int) -> list[int]:
    out = [0] * encoding(case.game).length
    encoding(case.game).observe_into(observed(case.game, row, seat), seat, out)
    return out


def moves_of(game: Game, row: list[int], seat: int) -> list[int]:
    """Return the legal moves of one seat."""
    moves, turn = legal(game, row), game.rules.to_move(row)
    if turn == ANYONE:
        return [move for move in moves if mover(game, row, move) == seat]
    return moves if turn == seat else []


@pytest.mark.parametrize("key", KEYS)
def test_a_layout_is_declared_in_full(key: str) -> None:
    declared = encoding(catalogue.find(key))
    assert declared.actions <= MOST_ACTIONS
    for blocks in (declared.fields, declared.kinds):
        assert len({block.name for block in blocks}) == len(blocks)
        assert all(block.meaning.endswith(".") for block in blocks)
    assert all(block.lowest in INT16 and block.highest in INT16 for block in declared.fields)


@EVERY_CASE
def test_each_legal_move_is_an_action_of_its_own(case: Case) -> None:
    declared = encoding(case.game)
    for row in decisions(case):
        for seat in range(len(played(case).seats)):
            view = observed(case.game, row, seat)
            actions = {move: declared.action_of(row, move) for move in moves_of(case.game, row, seat)}
            assert len(set(actions.values())) == len(actions)
            for move, action in actions.items():
                assert 0 <= action < declared.actions
                assert declared.action_of(view, move) == action
                assert declared.move_of(row, seat, action) == declared.move_of(view, seat, action) == move


@every([case for case in CASES if encoding(case.game).actions_into])
def test_actions_written_at_once_are_those_of_each_move(case: Case) -> None:
    declared = encoding(case.game)
    assert declared.actions_into is not None
    for row in decisions(case):
        moves, out = legal(case.game, row), [-1] * case.game.rules.MAX_MOVES
        declared.actions_into(row, out)
        assert out[: len(moves)] == [declared.action_of(row, move) for move in moves]


@EVERY_CASE
def test_an_observation_keeps_to_what_is_declared(case: Case) -> None:
    declared = encoding(case.game)
    for row in (*sampled(case), played(case).row):
        for seat in range(len(played(case).seats)):
            seen = seen_by(case, row, seat)
            for block, start in zip(declared.fields, starts(declared.fields), strict=True):
                part = seen[start : start + block.length]
                assert block.lowest <= min(part), block.name
                assert max(part) <= block.highest, block.name


@every([case for case in CASES if isinstance(case.game.search, Sampling)])
def test_what_a_seat_cannot_know_changes_nothing_it_sees(case: Case) -> None:
    game, search = case.game, case.game.search
    assert isinstance(search, Sampling)
    for row in (*sampled(case), played(case).row):
        for seat in range(len(played(case).seats)):
            for salt in range(3):
                full, dice = observed(game, row, seat), [0]
                generator.seed(dice, salt)
                search.determinize(full, seat, dice)
                assert seen_by(case, full, seat) == seen_by(case, row, seat)


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
