"""What an estimate of Locus Poker decides: which side has the better chances."""

import pytest

from fivefold.games.locus import evaluation, rules
from fivefold.play.match import Match


def is_ahead(behind, free):
    """Tell whether the seat to move is judged to be ahead though it has so many points less, with cards still free."""
    row, points = list(Match("locus", seed=1, grid="8x6", first="0").row), [0, 0]
    row[rules.SCORE], row[rules.SCORE + 1], row[rules.LEFT] = 0, behind, free
    evaluation.value(row, points)
    return points[0] > points[1]


@pytest.mark.parametrize(("free", "made_up"), [(48, 8), (36, 6), (24, 4), (6, 1), (2, 0)])
def test_the_choice_among_more_free_cards_makes_up_for_more_points(free, made_up):
    assert is_ahead(made_up, free) and not is_ahead(made_up + 1, free)


@pytest.mark.parametrize(("free", "made_up"), [(47, 8), (41, 7), (35, 6), (5, 1), (1, 1)])
def test_one_turn_more_than_the_other_makes_up_for_a_point_besides(free, made_up):
    assert is_ahead(made_up, free) and not is_ahead(made_up + 1, free)
