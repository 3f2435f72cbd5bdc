"""Random play comes to an end, however long it takes."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from fivefold.play import catalogue
from fivefold.play.catalogue import keys
from fivefold.play.match import Match

LONGEST = 200_000
"""Plies; random play among three has been seen to last over 36,000."""


def tables() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield every game with each value of the option that decides how many play, the others as usual."""
    for game in map(catalogue.find, keys()):
        option = game.setup.seat_option
        yield from [(game.key, {option.name: value}) for value in option.values] if option else [(game.key, {})]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "given"), list(tables()), ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end(key: str, given: Mapping[str, str], seed: int) -> None:
    match, random = Match(key, seed=seed, **given), Random(seed)
    while match.outcome is None and len(match.moves) < LONGEST:
        match.make(random.choice(match.legal()))
    assert match.outcome is not None
