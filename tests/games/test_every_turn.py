"""What every game whose turns are several moves has to keep: best play within a turn adds up."""

from collections.abc import Mapping
from random import Random

import pytest

from fivefold.contract import CHANCE, NOBODY, WholeTurns
from tests.games.cases import Case, cases, every, legal, played

WITH_TURNS = [case for case in cases() if case.game.long_turns is not None]
EVERY_CASE = every(WITH_TURNS)
LOOKED_AT = 3


def turns(case: Case) -> WholeTurns:
    assert isinstance(case.game.search, WholeTurns)
    return case.game.search


def turn_of(case: Case, row: list[int]) -> int:
    assert case.game.long_turns is not None
    return case.game.long_turns.turn_of(row)


def positions(case: Case, by_chance: bool) -> list[list[int]]:
    """Return positions inside turns of a random game, where chance or where a player is to move."""
    match = played(case)
    rows = [
        ply.before for ply in match.replay() if ply.number > match.decisions[0] and (ply.mover == CHANCE) == by_chance
    ]
    return Random(case.seed).sample(rows, min(LOOKED_AT, len(rows)))


def finishes(case: Case, row: list[int]) -> list[int]:
    out = [0] * turns(case).max_finishes
    return out[: turns(case).finishes(row, out)]


def outlook(case: Case, row: list[int], worth: Mapping[int, float]) -> tuple[float, list[float]]:
    """Return what a turn is worth, and what it is worth after each legal move where the seat is to move."""
    before, out = row.copy(), [0.0] * case.game.rules.MAX_MOVES
    values, scratch = [worth[move] for move in finishes(case, row)], [0.0] * turns(case).scratch
    value = turns(case).outlook(row, values, out, scratch)
    assert row == before
    return value, out[: len(legal(case.game, row))]


def worths(case: Case, row: list[int]) -> dict[int, float]:
    """Return something for each finish to be worth, few of them much."""
    random = Random(case.seed)
    return {move: random.random() ** 4 for move in finishes(case, row)}


def after(case: Case, row: list[int], move: int) -> list[int]:
    later = row.copy()
    case.game.rules.play(later, move)
    return later


@EVERY_CASE
def test_every_legal_move_that_ends_the_turn_is_a_finish(case: Case) -> None:
    for row in positions(case, by_chance=False):
        could, seat = finishes(case, row), turn_of(case, row)
        assert could == sorted(set(could))
        assert seat == case.game.rules.to_move(row)
        for move in legal(case.game, row):
            later = after(case, row, move)
            ended = case.game.rules.to_move(later) == NOBODY or turn_of(case, later) != seat
            assert (move in could) == ended
            if ended:
                done = row.copy()
                turns(case).finish(done, move)
                assert done == later


@EVERY_CASE
def test_a_finish_can_be_made_whatever_the_dice_show_and_the_next_turn_begins(case: Case) -> None:
    for row in (*positions(case, by_chance=True), *positions(case, by_chance=False)):
        seat = turn_of(case, row)
        could = finishes(case, row)
        for move in Random(case.seed).sample(could, min(3, len(could))):
            done = row.copy()
            turns(case).finish(done, move)
            mover = case.game.rules.to_move(done)
            assert mover == NOBODY or (mover == CHANCE and turn_of(case, done) != seat)


@EVERY_CASE
def test_a_turn_is_worth_its_best_move(case: Case) -> None:
    for row in positions(case, by_chance=False):
        worth, moves = worths(case, row), legal(case.game, row)
        value, each = outlook(case, row, worth)
        assert value == pytest.approx(max(each))
        for place in Random(case.seed).sample(range(len(moves)), min(5, len(moves))):
            move, ends = moves[place], moves[place] in worth
            expected = worth[move] if ends else outlook(case, after(case, row, move), worth)[0]
            assert each[place] == pytest.approx(expected)


@EVERY_CASE
def test_a_turn_is_worth_the_average_of_what_chance_may_bring(case: Case) -> None:
    for row in positions(case, by_chance=True):
        worth = worths(case, row)
        brought = [outlook(case, after(case, row, move), worth)[0] for move in legal(case.game, row)]
        assert outlook(case, row, worth)[0] == pytest.approx(sum(brought) / len(brought))
