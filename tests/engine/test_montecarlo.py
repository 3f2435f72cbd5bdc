"""Monte Carlo tree search: proofs, shares, the tree that is kept, and plain against compiled."""

import threading
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.engine import mcts
from fivefold.engine.budget import Budget
from fivefold.engine.functions import PlainKernels
from fivefold.engine.montecarlo import MonteCarlo
from fivefold.play import catalogue
from fivefold.play.contract import CHANCE, NOBODY
from fivefold.play.match import Match

from .positions import after, focus_position, legal, locus_ending

pytestmark = pytest.mark.slow  # no opponent plays with it yet

LOCUS, FOCUS = catalogue.find("locus"), catalogue.find("focus")


def winner_with_best_play(game, row):
    """Return 1 + the seat that wins, or 0 for a draw, by looking at everything."""
    mover = game.rules.to_move(row)
    if mover == NOBODY:
        result = [0.0, 0.0]
        game.rules.returns(row, result)
        return 0 if result[0] == 0.5 else 1 + result.index(1.0)
    outcomes = {winner_with_best_play(game, after(game, row, move)) for move in legal(game, row)}
    return next(wish for wish in (1 + mover, 0, 2 - mover) if wish in outcomes)


def small(kernels, seats, threads=1):
    return MonteCarlo(kernels, seats, threads)


@pytest.mark.parametrize("seed", range(8))
def test_endings_that_are_won_are_proven(seed, kernels):
    match = locus_ending(seed, 3 + seed % 2)
    found = small(kernels("locus"), 2).think(match.row, Budget(nodes=2500))
    winner, seat = winner_with_best_play(LOCUS, match.row), match.to_move
    if winner:
        assert found.exact
        assert found.shares[winner - 1] == pytest.approx(1.0) or winner != 1 + seat
        assert winner_with_best_play(LOCUS, after(LOCUS, match.row, found.move)) == winner
    else:
        assert not found.exact


def test_a_forced_win_is_proven(kernels):
    # Whatever Green's lone piece does, a stack of Red's reaches it.
    row = focus_position({"c3": "000", "f3": "1", "c6": "0"})
    found = small(kernels("focus"), 2).think(row, Budget(nodes=2000))
    assert found.exact and found.shares == (1.0, 0.0)
    assert FOCUS.notation.say(row, found.move, -1) == "c3-f3:3"
    assert found.nodes < 500, "a proof ends the search"


def test_a_lost_position_still_has_a_move(kernels):
    match = next(
        match
        for match in (locus_ending(seed, 2) for seed in range(99))
        if winner_with_best_play(LOCUS, match.row) == 2 - match.to_move
    )
    found = small(kernels("locus"), 2).think(match.row, Budget(nodes=2000))
    assert found.exact and found.move in match.legal() and found.shares[match.to_move] < 0.5


@pytest.mark.parametrize(("key", "players"), [("locus", 2), ("focus", 2), ("focus", 3), ("focus", 4)])
def test_shares_add_up_and_the_line_is_legal(key, players, kernels):
    match = Match(key, seed=1, **({"players": players} if key == "focus" else {}))
    found = small(kernels(key), players).think(match.row, Budget(nodes=150))
    assert len(found.shares) == players and sum(found.shares) == pytest.approx(1.0)
    assert found.nodes == 150 and found.line[0] == found.move
    row = match.row
    for move in found.line:
        assert move in legal(match.game, row)
        row = after(match.game, row, move)


@given(st.lists(st.floats(-1e7, 1e7), min_size=2, max_size=4))
def test_points_become_chances_that_add_up_to_one(points):
    tree = small_tree(len(points))
    for seat, value in enumerate(points):
        tree.shares[seat] = value
    mcts.share_out(tree)
    assert sum(tree.shares) == pytest.approx(1.0)
    assert all(0.0 < share <= 1.0 for share in tree.shares)
    assert tree.shares[points.index(max(points))] == max(tree.shares)


def small_tree(seats, capacity=12):
    """A tree with no more room than a test needs."""
    fields = dict.fromkeys(mcts.Tree._fields)
    tree = mcts.Tree(**{name: [0] * capacity for name in fields})
    tree.control[mcts.SEATS] = seats
    return tree._replace(shares=[0.0] * seats)


def test_a_won_child_proves_its_parent_and_so_do_only_lost_ones():
    for winners, proven in (((2, 1, 0), 1), ((2, 2, 2), 2), ((2, 0, 2), 0), ((2, 3, 2), 0), ((0, 0, 0), 0)):
        tree = small_tree(3)
        tree.first[0], tree.children[0] = 1, 3
        for child, winner in enumerate(winners, start=1):
            tree.winner[child] = winner
        mcts.prove(tree, 0)
        assert tree.winner[0] == proven, winners


def test_chance_proves_nothing():
    tree = small_tree(2)
    tree.first[0], tree.children[0] = 1, 2
    for child in (1, 2):
        tree.seat[child], tree.winner[child] = CHANCE, 1
    mcts.prove(tree, 0)
    assert tree.winner[0] == 0


def check_tree(tree, node, game, row):
    """Children are the legal moves of the seat to move, and no more was visited than their parent."""
    first, count = int(tree.first[node]), int(tree.children[node])
    if count == 0:
        return
    children = range(first, first + count)
    assert [int(tree.move[child]) for child in children] == legal(game, row)
    assert {int(tree.seat[child]) for child in children} == {game.rules.to_move(row)}
    visits = sum(int(tree.visits[child]) for child in children)
    assert visits <= int(tree.visits[node]) <= visits + 1 or node == 0
    for child in children:
        assert 0.0 <= float(tree.total[child]) <= int(tree.visits[child])
        assert 0 <= int(tree.prior[child]) <= 1000
        check_tree(tree, child, game, after(game, row, int(tree.move[child])))


NARROW = {
    "locus": locus_ending(2, 9).row,
    "focus": focus_position({"c3": "01", "d5": "1", "f6": "0", "g4": "0", "b5": "1"}),
}
"""Positions with so few moves that a small tree is several plies deep."""


@pytest.mark.parametrize("nodes", [0, 150])
@pytest.mark.parametrize("key", NARROW)
def test_what_was_searched_is_kept_for_the_next_turn(key, nodes, kernels):
    game, row, search = catalogue.find(key), NARROW[key], small(kernels(key), 2)
    search.think(row, Budget(nodes=500), played=[])
    tree = search.trees[0]
    check_tree(tree, 0, game, row)
    node, played = 0, []
    for _ in range(2):
        node = most_visited_child(tree, node)
        played.append(int(tree.move[node]))
        row = after(game, row, played[-1])
    before = int(tree.visits[node])
    again = search.think(row, Budget(nodes=nodes), played=played)
    assert again.nodes == nodes and before > 3 and again.move in legal(game, row)
    assert int(tree.visits[0]) == before + nodes
    check_tree(tree, 0, game, row)


def most_visited_child(tree, node):
    first, count = int(tree.first[node]), int(tree.children[node])
    return max(range(first, first + count), key=lambda child: int(tree.visits[child]))


def test_an_undo_or_another_match_begins_a_new_tree(kernels):
    match = Match("locus", seed=2)
    search = small(kernels("locus"), 2)
    search.think(match.row, Budget(nodes=100), played=match.moves)
    other = Match("locus", seed=3)
    found = search.think(other.row, Budget(nodes=100), played=other.moves)
    assert found.nodes == 100 == int(search.trees[0].visits[0]) and found.move in other.legal()
    check_tree(search.trees[0], 0, other.game, other.row)


@pytest.mark.parametrize(("key", "players"), [("locus", 2), ("focus", 2), ("focus", 3), ("focus", 4)])
@pytest.mark.parametrize("salt", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_plain_and_compiled_grow_the_same_tree(key, players, salt, compiled):
    match, random = Match(key, seed=salt, **({"players": players} if key == "focus" else {})), Random(salt)
    for _ in range(4 * salt):
        match.make(random.choice(match.legal()))
    grown = []
    for kernels in (PlainKernels(match.game), compiled(key)):
        search = small(kernels, players)
        found = search.think(match.row, Budget(nodes=120), salt, match.moves)
        used = int(search.trees[0].control[mcts.USED])
        visits = [int(count) for count in search.trees[0].visits[:used]]
        totals = pytest.approx([float(total) for total in search.trees[0].total[:used]], abs=1e-6)
        grown.append((found.move, found.line, found.depth, found.nodes, used, visits, totals))
    (*plain, plain_totals), (*twin, twin_totals) = grown
    assert plain == twin
    assert plain_totals.expected == twin_totals


def test_salt_decides_how_it_plays_out(compiled):
    match = Match("focus", seed=1)
    shares = {small(compiled("focus"), 2).think(match.row, Budget(nodes=50), salt).shares for salt in range(5)}
    assert len(shares) > 1
    assert len({small(compiled("focus"), 2).think(match.row, Budget(nodes=50), 7).shares for _ in range(2)}) == 1


def test_threads_add_up_their_visits(compiled):
    match = Match("locus", seed=1)
    search = small(compiled("locus"), 2, threads=2)
    found = search.think(match.row, Budget(nodes=300), played=match.moves)
    assert found.nodes == 600 and found.move in match.legal()
    assert sum(found.shares) == pytest.approx(1.0)


@pytest.mark.slow
def test_more_nodes_than_room_is_no_trouble():
    match = Match("locus", seed=1)
    search = MonteCarlo(PlainKernels(LOCUS), 2)
    search.trees[0] = search.trees[0]._replace(move=[0] * 200)
    found = search.think(match.row, Budget(nodes=300))
    assert found.nodes == 300 and int(search.trees[0].control[mcts.USED]) <= 200


def test_a_search_can_be_stopped_from_another_thread(kernels):
    match, found = Match("focus"), []
    search = small(kernels("focus"), 2)
    thinking = threading.Thread(target=lambda: found.append(search.think(match.row, Budget())))
    thinking.start()
    while thinking.is_alive():
        search.stop()
        thinking.join(0.01)
    assert found[0].move in match.legal()


def test_time_that_is_up_leaves_a_move_all_the_same(kernels):
    match = Match("focus")
    found = small(kernels("focus"), 2).think(match.row, Budget(seconds=0.0))
    assert found.move in match.legal()


def test_who_overlooks_moves_has_fewer_to_choose_from_but_never_none():
    match = Match("locus", seed=1)
    counts = set()
    for salt in range(5):
        search = MonteCarlo(PlainKernels(match.game), 2)
        found = search.think(match.row, Budget(nodes=2, slip=95), salt)
        assert found.move in match.legal()
        counts.add(int(search.trees[0].children[0]))
    assert min(counts) >= 1 and max(counts) < len(match.legal()) // 2
