"""What every game that other libraries can play keeps: actions one to one, observations as they are declared."""

import pytest

from fivefold.contract import ANYONE, Encoding, Game, Sampling
from fivefold.contract.extras import starts
from fivefold.parts import dice as generator
from fivefold.play import catalogue
from fivefold.play.observation import observed
from tests.games.cases import Case, cases, decisions, every, legal, mover, played, sampled

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
