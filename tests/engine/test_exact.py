"""Exact values near the end of games with chance, against what the rules say of each card that may come."""

import math
from statistics import fmean

import pytest

from fivefold.engine.exact import exact_value
from fivefold.engine.kernels import PlainKernels
from fivefold.play.catalogue import find
from fivefold.play.match import Match

SOLITAIRE = find("solitaire")
PLAIN = PlainKernels(SOLITAIRE)


def near_the_end(cells, **options):
    """Return a match with so many cells left to the seat to move, filled from the first one on."""
    match = Match(SOLITAIRE, seed=5, options=options)
    while len(match.legal()) > cells:
        match.make(match.legal()[0])
    return match


def after(row, move):
    row = list(row)
    SOLITAIRE.rules.play(row, move)
    return row


def legal(row):
    moves = [0] * SOLITAIRE.rules.MAX_MOVES
    return moves[: SOLITAIRE.rules.legal_moves(row, moves)]


def points_by_last_card(row):
    """Return what each card that may still come makes of a square with one empty cell."""
    found = [0]
    for card in legal(row):
        (last,) = legal(after(row, card))
        SOLITAIRE.rules.scores(after(after(row, card), last), found)
        yield found[0]


def test_alone_the_best_place_is_the_one_with_most_points_on_average_over_the_cards_to_come():
    match = near_the_end(2, rejects="0/0/0", touch="anywhere")
    means = [fmean(points_by_last_card(after(match.row, move))) for move in match.legal()]
    assert len(set(means)) == 2
    assert exact_value(PLAIN, match.row, 1, 10_000) == pytest.approx(max(means))


@pytest.mark.parametrize("seat", [0, 1])
def test_between_two_each_takes_what_is_best_for_itself(seat):
    given, filled = {"mode": "alternate", "deal": "2", "first": str(1 - seat)}, SOLITAIRE.rules.FILLED
    match = Match(SOLITAIRE, seed=1, options=given)
    while sum(match.row[filled : filled + 2]) < 49 or match.to_move != seat:
        match.make(match.legal()[0])
    ways = [exact_value(PLAIN, after(match.row, move), 2, 100_000) for move in match.legal()]
    assert len(set(ways)) > 1 and all(0 <= value <= 1 for value in ways)
    assert exact_value(PLAIN, match.row, 2, 1_000_000) == (max(ways) if seat == 0 else min(ways))


def test_too_few_positions_give_no_value():
    match = near_the_end(2, rejects="0/0/0", touch="anywhere")
    assert math.isnan(exact_value(PLAIN, match.row, 1, 50))
