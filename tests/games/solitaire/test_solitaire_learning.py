"""What learning goes on from: the table that the scoring in use is played with."""

import math

import pytest

from fivefold.games.solitaire import evaluation, learning
from fivefold.games.solitaire.rules import SCORING
from fivefold.play.match import Match


def start(**options):
    return Match("solitaire", seed=1, **options).row


def test_points_of_your_own_go_on_from_what_they_make_likely_hands_worth():
    row, more = (start(scoring="user", table=table) for table in ("1=1,2=3,3=6", "1=2,2=6,3=12"))
    known = learning.known(row)
    assert known != learning.known(start(scoring="english"))
    assert (
        len(known) == evaluation.WEIGHTS
        and any(known[: evaluation.CROSSINGS])
        and not any(known[evaluation.CROSSINGS :])
    )
    at = max(range(evaluation.CROSSINGS), key=known.__getitem__)
    pattern, phase = divmod(at, evaluation.PHASES)
    assert known[at] == evaluation.expected_points(row, pattern, phase) / evaluation.HUNDRED
    assert learning.known(more)[at] > known[at]


def test_english_and_american_go_on_from_their_own():
    english, american = (learning.known(start(scoring=scoring)) for scoring in ("english", "american"))
    assert english != american
    assert english[100] == evaluation.ENGLISH_TABLE[100] / evaluation.HUNDRED
    assert start(scoring="english")[SCORING] != start(scoring="american")[SCORING]


@pytest.mark.slow
@pytest.mark.parametrize("touch", ["edges", "anywhere"])
@pytest.mark.parametrize("scoring", ["english", "american", "pat", "user"])
def test_what_learning_goes_on_from_is_what_a_line_is_worth_in_play(scoring, touch):
    row = start(scoring=scoring, touch=touch)
    known = learning.known(row)
    for at in range(0, evaluation.CROSSINGS, 97):
        played = evaluation.pattern_worth(row, 0, 0, *divmod(at, evaluation.PHASES)) / evaluation.HUNDRED
        assert (math.log(known[at]) if scoring == "pat" else known[at]) == pytest.approx(played)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"scoring": "english", "touch": "anywhere"}, "english"),
        ({"scoring": "english", "touch": "edges"}, "english-edges"),
        ({"scoring": "american", "touch": "corners"}, "american"),
        ({"scoring": "american", "touch": "edges"}, "american-edges"),
        ({"scoring": "pat", "touch": "edges"}, "pat"),
        ({"scoring": "user", "touch": "edges"}, "user"),
    ],
)
def test_a_table_is_named_for_scoring_and_touch(options, name):
    assert learning.table_name(start(**options)) == name
