"""How long computers take to react in a race: by level, a quarter more or less, every time the same."""

import pytest

from fivefold.session.snapshot import REACTION_SECONDS, reaction_seconds

LEVELS = range(1, len(REACTION_SECONDS) + 1)


@pytest.mark.parametrize("level", LEVELS)
def test_it_varies_by_a_quarter_around_what_the_level_takes(level):
    average = REACTION_SECONDS[level - 1]
    drawn = [reaction_seconds(level, "abc", number) / average for number in range(2_000)]
    assert 0.75 <= min(drawn) < 0.76 and 1.24 < max(drawn) <= 1.25
    assert sum(drawn) / len(drawn) == pytest.approx(1, abs=0.02)
    assert drawn[7] == reaction_seconds(level, "abc", 7) / average


def test_the_stronger_is_the_quicker():
    assert [REACTION_SECONDS[level - 1] for level in LEVELS] == sorted(REACTION_SECONDS, reverse=True)
