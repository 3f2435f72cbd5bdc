"""Max^n search against a plain search through everything, and plain against compiled."""

from random import Random

import pytest

from fivefold.contract import NOBODY
from fivefold.engine.budget import Budget
from fivefold.engine.compile import kernels_of
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.shares import WHOLE, share_of
from fivefold.lab.players.max_n import MaxN
from fivefold.play import catalogue
from fivefold.play.match import Match
from tests.engine.positions import after, focus_position, legal

FOCUS = catalogue.find("focus")
SQUARES = ("c3", "d3", "c4", "d4", "e4")


def small(seed, players):
    """Return a random position of a few stacks."""
    random = Random(seed)
    stacks = {name: "".join(str(random.randrange(players)) for _ in range(random.randint(1, 3))) for name in SQUARES}
    tops = [int(owners[-1]) for owners in stacks.values()]
    return focus_position(stacks, turn=tops[0], players=str(players), win="quota")


def searched(row, depth, players):
    """Return what the position is worth to each seat, by looking at everything."""
    mover = FOCUS.rules.to_move(row)
    if mover == NOBODY:
        results = [0.0] * players
        FOCUS.rules.returns(row, results)
        return [int(WHOLE * result) for result in results]
    if depth == 0:
        points = [0] * players
        FOCUS.search.value(row, points)
        return [share_of(points, players, seat, int(FOCUS.search.points_scale)) for seat in range(players)]
    return max(
        (searched(after(FOCUS, row, move), depth - 1, players) for move in legal(FOCUS, row)), key=lambda s: s[mover]
    )


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("kernels", [PlainKernels(FOCUS), kernels_of(FOCUS)], ids=["plain", "compiled"])
def test_the_mover_gets_what_a_search_through_everything_finds(kernels, players):
    for seed in range(4 if kernels.compiled else 1):
        row = small(seed, players)
        found = MaxN(kernels, players).think(row, Budget(depth=3))
        mover = FOCUS.rules.to_move(row)
        best = searched(row, 3, players)[mover]
        assert found.shares[mover] == pytest.approx(best / WHOLE)
        assert found.depth == 3 or best == WHOLE, "a certain win is looked for no deeper"
        assert searched(after(FOCUS, row, found.move), 2, players)[mover] == best


def test_it_is_stopped_by_positions_and_by_time_and_moves_anyway():
    match = Match("focus", seed=1, players="4", win="quota")
    search = MaxN(kernels_of(FOCUS), 4)
    at_once = search.think(match.row, Budget(nodes=1))
    assert at_once.depth == 1 and at_once.move in match.legal()
    assert search.think(match.row, Budget(seconds=0.05)).depth < 12
