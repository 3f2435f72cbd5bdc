"""Random play comes to an end, however long it takes."""

from random import Random

import pytest

from fivefold.play import catalogue
from fivefold.play.catalogue import keys
from fivefold.play.match import Match

LONGEST = 200_000
"""Plies; random play among three has been seen to last over 36,000."""
TABLES = [
    (key, players)
    for key in keys()
    for option in catalogue.find(key).options[:1]
    for players in (option.values if option.name == "players" else ["2"])
]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end(key: str, players: str, seed: int) -> None:
    given = {"players": players} if players != "2" else {}
    match, random = Match(key, seed=seed, **given), Random(seed)  # type: ignore[arg-type]
    while match.outcome is None and len(match.moves) < LONGEST:
        match.make(random.choice(match.legal()))
    assert match.outcome is not None
