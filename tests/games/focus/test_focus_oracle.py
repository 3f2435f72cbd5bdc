"""Whole games side by side with the slow second implementation."""

import random

import focus_oracle as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.quick import first

from fivefold.contract import NOBODY
from fivefold.games.focus import GAME, board, notation, rules
from fivefold.play import options

KINDS = [
    {"players": 2},
    {"players": 2, "win": "quota", "patience": 3},
    {"players": 2, "opening": "swap", "patience": 6},
    {"players": 3},
    {"players": 3, "win": "quota"},
    {"players": 4},
    {"players": 4, "teams": "on"},
    {"players": 4, "teams": "on", "win": "quota", "patience": 2},
]
PLIES = 220


def start(kind):
    row = [0] * rules.SIZE
    rules.setup(row, options.codes(GAME, options.resolve(GAME, kind)))
    return row


def lively(row, moves, chance):
    """A move that mostly carries many pieces onto many, so that stacks grow, break and change hands."""

    def size(move):
        if move >= rules.PLACING:
            return chance.random() * 5
        return board.DISTANCE[move] + row[rules.HEIGHT + move % board.SQUARES] + chance.random()

    return chance.choice(moves) if chance.random() < 0.2 else max(moves, key=size)


def agree(row, place):
    order = oracle.ORDER[place.players]
    stacks = {name: notation.letters(row, notation.stack(row, square)) for square, name in enumerate(board.NAMES)}
    assert stacks == place.stacks
    for seat, colour in enumerate(order):
        assert row[rules.RESERVE + seat] == place.reserve[colour]
        assert row[rules.STACKS + seat] == sum(stack.endswith(colour) for stack in place.stacks.values())
        for other, owner in enumerate(order):
            assert row[rules.CAPTURED + 4 * seat + other] == place.captured.get((colour, owner), 0)
        assert rules.is_out(row, seat) == (colour in place.out)
    assert rules.to_move(row) == (NOBODY if place.end else order.index(place.mover))
    ends = {
        "": rules.PLAYING,
        "last": rules.LAST_ABLE,
        "quota": rules.QUOTA_REACHED,
        "patience": rules.OUT_OF_PATIENCE,
        "stuck": rules.NOBODY_ABLE,
    }
    assert row[rules.END] == ends[place.end]


def drop_one_out(row, place, chance):
    """Let somebody leave who still plays; return the oracle's position."""
    colour = chance.choice(oracle.playing(place))
    rules.play(row, rules.DROP_OUT + 4 * chance.randrange(2) + oracle.ORDER[place.players].index(colour))
    return oracle.without(place, colour)


@pytest.mark.slow
@pytest.mark.parametrize("kind", first(3, KINDS), ids=lambda kind: "-".join(str(value) for value in kind.values()))
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_games_agree(kind, seed):
    play_both(kind, random.Random(seed), leaving=0.0)


@pytest.mark.parametrize("kind", KINDS[3:], ids=lambda kind: "-".join(str(value) for value in kind.values()))
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**9), leaving=st.sampled_from([0.02, 0.3]))
def test_games_agree_in_which_players_drop_out(kind, seed, leaving):
    play_both(kind, random.Random(seed), leaving)


def play_both(kind, chance, leaving):
    """Play a game both ways; ``leaving``: the chance that before a move somebody drops out."""
    row, place = start(kind), oracle.start(**kind)
    out = [0] * rules.MAX_MOVES
    for _ in range(PLIES):
        agree(row, place)
        if not place.end and chance.random() < leaving:
            place = drop_one_out(row, place, chance)
            agree(row, place)
        count = rules.legal_moves(row, out)
        moves = out[:count]
        assert moves == sorted(set(moves))
        assert {notation.say(row, move, 0) for move in moves} == oracle.moves(place)
        if not moves:
            break
        move = lively(row, moves, chance)
        place = oracle.after(place, notation.say(row, move, 0))
        rules.play(row, move)
    if place.end:
        shares = [0.0] * place.players
        rules.returns(row, shares)
        order = oracle.ORDER[place.players]
        assert shares == [(colour in place.winners) / len(place.winners) for colour in order]
