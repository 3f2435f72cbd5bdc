"""Perft: how many move sequences there are, against the published counts and the slow oracle's."""

from pathlib import Path
from typing import NamedTuple

import focus_oracle as oracle
import pytest
from tests.quick import first, landing

from fivefold.games.focus import GAME, notation, rules
from fivefold.play import options

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
PLAIN_LIMIT, ORACLE_LIMIT = 30_000, 7_000


class Counts(NamedTuple):
    """A perft file: lines `options name=value …`, `moves …`, then `depth count`; `#` begins a comment."""

    options: dict[str, str]
    moves: list[str]
    counts: list[int]


def load(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    chosen, moves = (line.split()[1:] for line in lines[:2])
    assert [line.split()[0] for line in lines] == ["options", "moves", *(str(n) for n in range(1, len(lines) - 1))]
    return Counts(dict(item.split("=") for item in chosen), moves, [int(line.split()[1]) for line in lines[2:]])


def position(counts):
    row = [0] * rules.SIZE
    rules.setup(row, options.codes(GAME, options.resolve(GAME, counts.options, lambda label, count: 0)))
    for move in counts.moves:
        rules.play(row, notation.read(row, move))
    return row


def oracle_position(counts):
    numbers = {name: int(value) for name, value in counts.options.items() if name in ("players", "patience")}
    place = oracle.start(**{**counts.options, **numbers})
    for move in counts.moves:
        place = oracle.after(place, move)
    return place


def perft(row, depth):
    moves = [0] * rules.MAX_MOVES
    count = rules.legal_moves(row, moves)
    if depth == 1:
        return count
    total = 0
    for move in moves[:count]:
        child = row.copy()
        rules.play(child, move)
        total += perft(child, depth - 1)
    return total


def small(counts, limit):
    return [(depth, count) for depth, count in enumerate(counts, start=1) if count <= limit]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path):
    file = load(path)
    row = position(file)
    for depth, count in small(file.counts, PLAIN_LIMIT):
        assert perft(row, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("path", first(2, FILES), ids=lambda path: path.stem)
def test_the_oracle_counts_the_same(path):
    file = load(path)
    place = oracle_position(file)
    for depth, count in small(file.counts, ORACLE_LIMIT):
        assert oracle.perft(place, depth) == count, f"depth {depth}"


@pytest.mark.slow
@pytest.mark.parametrize("path", landing(FILES[:3], FILES), ids=lambda path: path.stem)
def test_deeper_counts(path):
    file = load(path)
    row = position(file)
    for depth, count in small(file.counts, 1_000_000)[-1:]:
        assert perft(row, depth) == count, f"depth {depth}"


def test_the_published_counts_are_in_the_files():
    published = {2: [68, 4460, 299912, 19521582], 3: [16, 240, 3360, 156240], 4: [44, 1895, 80983]}
    for players, counts in published.items():
        file = load(next(path for path in FILES if path.stem == f"start-{players}"))
        assert file.counts[: len(counts)] == counts
        assert file.options == {"players": str(players), "patience": "0"} and not file.moves
