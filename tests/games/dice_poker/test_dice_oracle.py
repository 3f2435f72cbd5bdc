"""Whole games, and boards full of pieces, side by side with the slow second implementation."""

import random
from dataclasses import replace

import dice_poker_oracle as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.quick import first

from fivefold.contract import CHANCE, NOBODY
from fivefold.games.dice_poker import GAME, board, notation, rules
from fivefold.play import options

KINDS = [
    {"players": "2", "first": "1"},
    {"players": "2", "layout": "shuffled", "first": "0"},
    {"players": "2", "sets": "1", "patience": "1", "first": "0"},
    {"players": "3", "first": "2"},
    {"players": "3", "layout": "shuffled", "patience": "2", "first": "1"},
]
PLIES = 700


def start(kind):
    row = [0] * rules.SIZE
    rules.setup(row, options.codes(GAME, options.resolve(GAME, kind)))
    return row


def lively(moves, chance):
    """Mostly bounce or place where one can, so that boards fill and pieces go."""
    ending = [move for move in moves if move < rules.END_TURN]
    return chance.choice(ending if ending and chance.random() < 0.8 else moves)


def agree(row, place):
    assert rules.to_move(row) == expected_mover(place)
    for space, name in enumerate(board.NAMES):
        pattern = rules.pattern_on(row, space)
        assert (board.PATTERN_NAMES[pattern] if pattern >= 0 else None) == place.patterns.get(name)
        owner = row[rules.OWNER + space] & 3
        assert (oracle.COLOURS[owner - 1] if owner else None) == place.pieces.get(name)
    locked = {name for space, name in enumerate(board.NAMES) if row[rules.OWNER + space] > rules.LOCKED}
    assert locked == oracle.protected(place.pieces)
    seats = oracle.COLOURS[: place.players]
    assert row[rules.SETS : rules.SETS + place.players] == [oracle.sets(place.pieces, seat) for seat in seats]
    ends = ["", "sets", "full", "patience", "one"]
    assert ends[row[rules.END]] == place.end


def expected_mover(place):
    if place.end:
        return NOBODY
    return oracle.COLOURS.index(place.mover) if len(place.dice) == 5 else CHANCE


def crowded(kind, chance):
    """A game in which all full-house and straight spaces are covered, and some more, without a set: bouncers abound."""
    row, place = start(kind), oracle.start(**kind)
    names = [name for name in oracle.SPACES if oracle.CLASSIC[name] in "FS" or chance.random() < 0.4]
    for name in names:
        seat, space = chance.randrange(place.players), board.NAMES.index(name)
        if rules.new_sets(row, space, seat) == 0:
            turn, row[rules.TURN] = row[rules.TURN], seat
            rules.place(row, space)
            row[rules.TURN] = turn
            place = replace(place, pieces={**place.pieces, name: oracle.COLOURS[seat]})
    return row, place


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind.values()))
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_games_agree(kind, seed):
    play_both(start(kind), oracle.start(**kind), random.Random(seed))


@pytest.mark.parametrize("kind", KINDS[3:], ids=lambda kind: "-".join(kind.values()))
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**9), leaving=st.sampled_from([0.002, 0.01]))
def test_games_agree_in_which_players_drop_out(kind, seed, leaving):
    play_both(start(kind), oracle.start(**kind), random.Random(seed), leaving)


@pytest.mark.parametrize("kind", first(1, [KINDS[0], KINDS[3]]), ids=lambda kind: "-".join(kind.values()))
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_games_on_crowded_boards_agree(kind, seed):
    chance = random.Random(seed)
    play_both(*crowded(kind, chance), chance)


def drop_one_out(row, place, chance):
    """Let somebody leave who still plays; return the oracle's position."""
    colour = chance.choice(oracle.playing(place))
    rules.play(row, rules.DROP_OUT + 3 * chance.randrange(2) + oracle.COLOURS.index(colour))
    return oracle.without(place, colour)


def play_both(row, place, chance, leaving=0.0):
    """Play on, both in step, to the end or for so many plies; ``leaving``: the chance that somebody drops out."""
    out = [0] * rules.MAX_MOVES
    for ply in range(PLIES):
        if ply % 20 == 0 or place.end:
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
        move = lively(moves, chance)
        place = oracle.after(place, notation.say(row, move, 0))
        rules.play(row, move)
        assert row[rules.DIE : rules.DIE + 5] == [*sorted(place.dice), *(5 - len(place.dice)) * (0,)]
    if place.end:
        shares = [0.0] * place.players
        rules.returns(row, shares)
        seats = oracle.COLOURS[: place.players]
        assert shares == [(seat in place.winners) / len(place.winners) for seat in seats]


@settings(max_examples=40, deadline=None)
@given(
    st.permutations(oracle.SPACES), st.lists(st.sampled_from("RRRRRRAAS"), min_size=80, max_size=80), st.integers(1, 80)
)
def test_sets_and_protection_grow_piece_by_piece_to_what_the_whole_board_shows(order, colours, count):
    row, pieces = start({"players": "3"}), {}
    for name, colour in list(zip(order, colours, strict=True))[:count]:
        pieces[name] = colour
        row[rules.TURN] = oracle.COLOURS.index(colour)
        space = board.NAMES.index(name)
        expected = row[rules.SETS + row[rules.TURN]] + rules.new_sets(row, space, row[rules.TURN])
        rules.place(row, space)
        assert row[rules.SETS + row[rules.TURN]] == expected
    assert row[rules.SETS : rules.SETS + 3] == [oracle.sets(pieces, seat) for seat in oracle.COLOURS]
    locked = {name for space, name in enumerate(board.NAMES) if row[rules.OWNER + space] > rules.LOCKED}
    assert locked == oracle.protected(pieces)
    assert row[rules.COVERED] == len(pieces)
    assert row[rules.OPEN_HOUSES] == sum(oracle.CLASSIC[name] == "F" for name in oracle.SPACES if name not in pieces)
    assert row[rules.OPEN_STRAIGHTS] == sum(oracle.CLASSIC[name] == "S" for name in oracle.SPACES if name not in pieces)
