"""The rules as people play them and the compiled ones, position by position."""

from random import Random

import pytest

from fivefold.contract import NOBODY
from fivefold.engine import hashing
from fivefold.engine.kernels import PlainKernels
from fivefold.parts import dice
from fivefold.play import catalogue, options

from ..games.cases import cases, every
from .survey import Survey, make_stream

PLIES = 70


@pytest.mark.slow
@every(cases())
def test_random_games_are_the_same(case, compiled):
    game, given = case.game, dict(case.options)
    values = options.resolve(game, given, lambda label, count: 0)
    seats, random = game.setup.seats(values), Random(case.seed)
    plain, twin = Survey(PlainKernels(game), seats), Survey(compiled(case.key), seats)
    row, moves = [0] * game.rules.SIZE, [0] * game.rules.MAX_MOVES
    game.rules.setup(row, options.codes(game, values))
    for ply in range(PLIES):
        assert plain.facts(row) == twin.facts(row), f"ply {ply}"
        if game.rules.to_move(row) == NOBODY:
            break
        move = random.choice(moves[: game.rules.legal_moves(row, moves)])
        after = twin.after(row, move)
        game.rules.play(row, move)
        assert row == after, f"ply {ply}, move {move}"


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_finished_games_are_the_same(key, compiled):
    game = catalogue.find(key)
    quick = {"focus": {"patience": "3"}}.get(key, {})
    values = options.resolve(game, quick, lambda label, count: 0)
    plain, twin = Survey(PlainKernels(game), game.setup.seats(values)), Survey(compiled(key), game.setup.seats(values))
    for seed in range(6):
        row, moves, random = [0] * game.rules.SIZE, [0] * game.rules.MAX_MOVES, Random(seed)
        game.rules.setup(row, options.codes(game, values))
        while game.rules.to_move(row) != NOBODY:
            game.rules.play(row, random.choice(moves[: game.rules.legal_moves(row, moves)]))
        facts, shares = plain.facts(row)
        assert (facts, shares) == twin.facts(row)
        assert game.setup.seats(values) == 1 or sum(shares) == pytest.approx(1.0)


@pytest.mark.parametrize("bound", [1, 2, 6, 52, 324, 1 << 20])
def test_random_streams_are_the_same(bound, compiled):
    for seed in (0, 1, 2, 1 << 31, (1 << 63) - 1, -1, 1 << 70):
        streams = []
        for kernels in (PlainKernels(catalogue.find("locus")), compiled("locus")):
            state, out, begun = kernels.zeros(1), kernels.zeros(500), [0]
            dice.seed(begun, seed)
            state[0] = begun[0]
            kernels(make_stream)(state, bound, out)
            streams.append([*map(int, out), int(state[0])])
        assert streams[0] == streams[1]


def make_triples(jit, kernel):
    draw = jit(dice.below)

    @kernel
    def triples(state, out):
        # Three draws in a row, where a compiler knows that the state is not negative.
        for place in range(0, len(out), 3):
            out[place], out[place + 1], out[place + 2] = draw(state, 52), draw(state, 7), draw(state, 1024)

    return triples


def test_draws_in_a_row_are_the_same(compiled):
    outs = []
    for kernels in (PlainKernels(catalogue.find("locus")), compiled("locus")):
        state, out = kernels.zeros(1), kernels.zeros(600)
        state[0] = 7
        kernels(make_triples)(state, out)
        outs.append([*map(int, out), int(state[0])])
    assert outs[0] == outs[1] and min(outs[0]) >= 0


def make_overlooked(jit, kernel):
    overlooked = jit(hashing.overlooked)

    @kernel
    def look(position, move, slip, salt):
        return overlooked(position, move, slip, salt)

    return look


def test_what_is_overlooked_does_not_depend_on_the_world(compiled):
    plain, random = PlainKernels(catalogue.find("locus")), Random(1)
    missed = 0
    for _ in range(2000):
        hashed, move = random.getrandbits(62), random.choice([random.randrange(5500), random.getrandbits(34)])
        salt, slip = random.getrandbits(32), random.randrange(101)
        said = [bool(kernels(make_overlooked)(hashed, move, slip, salt)) for kernels in (plain, compiled("locus"))]
        assert said[0] == said[1]
        missed += said[0]
    assert 900 < missed < 1100


def test_hashes_wrap_alike_and_differ(compiled):
    game = catalogue.find("focus")
    plain, twin, random = Survey(PlainKernels(game), 2), Survey(compiled("focus"), 2), Random(1)
    values = options.resolve(game, {"players": "2"}, lambda label, count: 0)
    row, moves, seen = [0] * game.rules.SIZE, [0] * game.rules.MAX_MOVES, {}
    game.rules.setup(row, options.codes(game, values))
    for _ in range(400):
        key, same = plain.besides(row)[0], twin.besides(row)[0]
        assert key == same and 0 <= key < 1 << 62
        seen.setdefault(key, row[5:7] + row[10:14] + row[30:])
        assert seen[key] == row[5:7] + row[10:14] + row[30:], "two positions with one hash"
        if game.rules.to_move(row) == NOBODY:
            game.rules.setup(row := [0] * game.rules.SIZE, options.codes(game, values))
        game.rules.play(row, random.choice(moves[: game.rules.legal_moves(row, moves)]))
    assert len(seen) > 390
