"""Observations and actions, plain and compiled."""

from random import Random

import pytest

from fivefold.contract import Encoding
from fivefold.engine.kernels import PlainKernels
from fivefold.play import catalogue
from fivefold.play.observation import observed

from ..games.cases import cases, decisions

pytestmark = pytest.mark.slow
KEYS = sorted({case.key for case in cases() if case.game.extra_of(Encoding)})


def make_encoded(rules, encoding, inner, kernel):
    observe_into, action_of, move_of = encoding.observe_into, encoding.action_of, encoding.move_of
    legal_moves = rules.legal_moves

    @kernel
    def encoded(row, seat, observation, moves, actions):
        observe_into(row, seat, observation)
        count = legal_moves(row, moves)
        for index in range(count):
            actions[index] = action_of(row, moves[index])
            moves[index] = move_of(row, seat, actions[index])
        return count

    return encoded


@pytest.mark.parametrize("key", KEYS)
def test_compiled_they_are_the_same(key, compiled):
    game = catalogue.find(key)
    encoding = game.extra_of(Encoding)
    of_game = [case for case in cases() if case.key == key]
    for case in Random(key).sample(of_game, min(4, len(of_game))):
        for row in decisions(case):
            told = []
            seat = max(game.rules.to_move(row), 0)
            for kernels in (PlainKernels(game), compiled(key)):
                position, observation = kernels.zeros(game.rules.SIZE), kernels.zeros(encoding.length)
                moves, actions = kernels.zeros(game.rules.MAX_MOVES), kernels.zeros(game.rules.MAX_MOVES)
                position[:] = observed(game, row, seat)
                count = kernels(make_encoded, kernels.rules, encoding)(position, seat, observation, moves, actions)
                told.append([list(observation), list(moves[:count]), list(actions[:count])])
            assert told[0] == told[1]
