"""The sets of options that the conformance suite tries: few, and each two values that go together meet."""

from itertools import product
from random import Random

import pytest

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.play import catalogue, options
from tests.games.corners import Pair, corners, pairs, values

MANY = 2_000
"""Sets of options drawn at random of a game that has more."""
FEW = 60
"""No game needs more sets."""

EVERY_GAME = pytest.mark.parametrize("game", list(map(catalogue.find, catalogue.keys())), ids=lambda game: game.key)


def possible(game: Game) -> set[Pair]:
    """Return the pairs of all sets of options, or of many drawn at random, of those values that are tried."""
    names, tried = [each.name for each in game.setup.options], [values(each) for each in game.setup.options]
    count, random = 1, Random(game.key)
    for offered in tried:
        count *= len(offered)
    every = product(*tried) if count < MANY else ([random.choice(each) for each in tried] for _ in range(MANY))
    met = set[Pair]()
    for chosen in every:
        try:
            met |= pairs(game, options.resolve(game, dict(zip(names, chosen, strict=True))))
        except InvalidOption:
            continue
    wanted = {(name, value) for name, offered in zip(names, tried, strict=True) for value in offered}
    return {pair for pair in met if pair <= wanted}


@pytest.mark.slow
@EVERY_GAME
def test_each_two_values_that_go_together_meet(game: Game) -> None:
    met = set[Pair]().union(*(pairs(game, chosen) for chosen in corners(game)))
    assert possible(game) <= met
    assert len(corners(game)) <= FEW


@EVERY_GAME
def test_sets_of_options_are_complete_and_allowed_and_the_richest_come_first(game: Game) -> None:
    met, gains = set[Pair](), []
    for chosen in corners(game):
        assert options.resolve(game, chosen) == chosen
        gains.append(len(pairs(game, chosen) - met))
        met |= pairs(game, chosen)
    assert gains == sorted(gains, reverse=True)
