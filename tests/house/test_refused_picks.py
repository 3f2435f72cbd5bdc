"""Why picks lead to no move, as every game says it."""

import pytest

from fivefold import Match
from fivefold.house.match_view.words import why_refused

CASES = [
    ("locus", ["a1"], "a1 already has a chip."),
    ("locus", ["side"], ""),
    ("focus", ["c2", "d3"], "c2 and d3 are not in one row or column."),
    ("pokeros", ["9,9"], ""),
    ("dice_poker", ["a1"], "a1 needs two pair 3-4, but the dice are 1 2 3 3 6."),
    ("solitaire", ["5d", "a1"], "9d is already on a1."),
]


@pytest.mark.parametrize(("game", "picks", "said"), CASES)
def test_a_game_says_why_picks_lead_nowhere(game, picks, said):
    match = Match(game, seed=7)
    for _ in range(1 if game == "dice_poker" else 2):
        match.play(match.legal_moves()[0])
    assert why_refused(match.game, match.row, picks) == said


def test_legal_picks_are_not_refused():
    match = Match("focus", seed=7)
    assert why_refused(match.game, match.row, match.game.notation.clicks(match.row, match.legal()[0])) == ""
