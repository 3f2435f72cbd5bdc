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
        option = next((option for option in game.options if option.name == game.seat_option), None)
        for value in option.values if option is not None else [""]:
            yield game.key, {game.seat_option: value} if value else {}


@pytest.mark.slow
@pytest.mark.parametrize(("key", "given"), list(tables()), ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end(key: str, given: Mapping[str, str], seed: int) -> None:
    match, random = Match(key, seed=seed, **given), Random(seed)
    while match.outcome is None and len(match.moves) < LONGEST:
        match.make(random.choice(match.legal()))
    assert match.outcome is not None
