"""Monte Carlo tree search for any number of players and for chance: UCT, max^n backup, progressive history and bias, a
solver for won and lost positions, and informed playouts that are cut off with an estimate.

Every node is a move into a position. Children of a node lie side by side, behind their parent, so that a subtree can
be kept by moving it forward in place.
"""

import math
from typing import Any, Final, NamedTuple

from fivefold.engine.functions import Functions, Jit
from fivefold.parts.dice import below
from fivefold.play.contract import CHANCE, NOBODY

EXPLORATION: Final = 0.5
HISTORY_WEIGHT: Final = 0.6
BIAS_WEIGHT: Final = 0.3
"""How much the merit of a move at first sight counts until it has been visited."""
FIRST_PLAY_LOSS: Final = 0.05
"""A move not yet visited is taken to be so much worse than its parent."""
PLAYOUT_RANDOM: Final = 5
"""Of a hundred playout moves, so many are random; the rest have the most merit."""
HISTORY_SIZE: Final = 1 << 14
MAX_PATH: Final = 400
STEEPEST: Final = 30.0

USED, ITERATIONS, LIMIT, STOP, DICE, SEATS, SLIP, GREATEST_DEPTH = range(8)
"""Cells of ``control``."""
CONTROL_SIZE: Final = 8


class Tree(NamedTuple):
    """The arrays of one search; int64 but for ``total``, ``history_total`` and ``shares``."""

    first: Any
    """[capacity]: a node's first child, 0 if it has none."""
    children: Any
    """[capacity]: how many children."""
    move: Any
    """[capacity]: the move into the node."""
    seat: Any
    """[capacity]: who made it, ``CHANCE`` included."""
    visits: Any
    """[capacity]"""
    total: Any
    """[capacity] float: the sum of what the visits earned the node's seat, each 0 to 1."""
    prior: Any
    """[capacity]: merit at first sight, 0 to 1000 among its siblings."""
    winner: Any
    """[capacity]: 1 + the seat that is proven to win, or 0."""
    history_visits: Any
    """[HISTORY_SIZE]"""
    history_total: Any
    """[HISTORY_SIZE] float"""
    rows: Any
    """[2, SIZE]: the root, and the position being played."""
    moves: Any
    """[MAX_MOVES]"""
    path: Any
    """[MAX_PATH]"""
    points: Any
    """[seats]"""
    shares: Any
    """[seats] float: what the playout earned each seat."""
    control: Any
    """[CONTROL_SIZE]"""


def history_slot(seat: int, move: int) -> int:
    """Return where progressive history keeps a seat's move."""
    return (move * 4 + seat) & (HISTORY_SIZE - 1)


def promise(tree: Tree, node: int, child: int) -> float:
    """Return the upper confidence bound of a child, history and first sight included."""
    visits, slot = tree.visits[child], history_slot(tree.seat[child], tree.move[child])
    expected = 0.5
    if visits > 0:
        expected = tree.total[child] / visits
    elif tree.history_visits[slot] > 0:
        expected = tree.history_total[slot] / tree.history_visits[slot] - FIRST_PLAY_LOSS
    bound = expected + EXPLORATION * math.sqrt(math.log(tree.visits[node] + 1.0) / (visits + 1.0))
    if tree.history_visits[slot] > 0:
        remembered = tree.history_total[slot] / tree.history_visits[slot]
        bound += HISTORY_WEIGHT * remembered / (visits * (1.0 - expected) + 1.0)
    return float(bound + BIAS_WEIGHT * tree.prior[child] / (1000.0 * (visits + 1.0)))


def select_child(tree: Tree, node: int) -> int:
    """Return the child to visit: any of chance's alike, otherwise the most promising one that is not lost."""
    first, count = tree.first[node], tree.children[node]
    if tree.seat[first] == CHANCE:
        dice = tree.control[DICE : DICE + 1]
        child = first + below(dice, count)
        tree.control[DICE] = dice[0]
        return int(child)
    best, best_bound = first, -1e9
    for child in range(first, first + count):
        bound = promise(tree, node, child)
        if tree.winner[child] != 0:
            bound = 1e6 if tree.winner[child] == 1 + tree.seat[child] else bound - 1e6
        if bound > best_bound:
            best, best_bound = child, bound
    return int(best)


def prove(tree: Tree, node: int) -> None:
    """Mark a node won if the seat to move has a won child, or if all its children are won for one and the same seat."""
    first, count = tree.first[node], tree.children[node]
    if count == 0 or tree.winner[node] != 0 or tree.seat[first] == CHANCE:
        return
    same = tree.winner[first]
    for child in range(first, first + count):
        if tree.winner[child] == 1 + tree.seat[child]:
            tree.winner[node] = tree.winner[child]
            return
        if tree.winner[child] != same:
            same = 0
    tree.winner[node] = same


def share_out(tree: Tree) -> None:
    """Turn the values in ``shares``, in units of the game's scale, into chances to win that add up to 1."""
    shares, total, best = tree.shares, 0.0, -1e30
    for seat in range(tree.control[SEATS]):
        best = max(best, shares[seat])
    for seat in range(tree.control[SEATS]):
        shares[seat] = math.exp(max(shares[seat] - best, -STEEPEST))
        total += shares[seat]
    for seat in range(tree.control[SEATS]):
        shares[seat] /= total


def back_up(tree: Tree, length: int) -> None:
    """Add the playout's result to every node of the path, leaf first, and prove what can be proven."""
    for step in range(length - 1, -1, -1):
        node = tree.path[step]
        tree.visits[node] += 1
        seat = tree.seat[node]
        if step > 0 and seat >= 0:
            share = tree.shares[seat]
            tree.total[node] += share
            slot = history_slot(seat, tree.move[node])
            tree.history_visits[slot] += 1
            tree.history_total[slot] += share
        prove(tree, node)


def scale_priors(tree: Tree, first: int, count: int) -> None:
    """Bring the merits of new siblings to 0 … 1000."""
    low = high = tree.prior[first]
    for child in range(first, first + count):
        low, high = min(low, tree.prior[child]), max(high, tree.prior[child])
    for child in range(first, first + count):
        tree.prior[child] = 1000 * (tree.prior[child] - low) // max(high - low, 1)


def keep_seen(tree: Tree, found: int) -> int:
    """Drop the moves that this player overlooks here, but for the last; return how many are left."""
    kept, dice = 0, tree.control[DICE : DICE + 1]
    for index in range(found):
        seen = tree.control[SLIP] == 0 or below(dice, 100) >= tree.control[SLIP]
        if seen or (kept == 0 and index + 1 == found):
            tree.moves[kept] = tree.moves[index]
            kept += 1
    tree.control[DICE] = dice[0]
    return kept


def make_expand(functions: Functions, jit: Jit) -> Any:
    """Make ``expand(tree, node, row) -> whether`` the node now has children."""
    to_move, legal_moves, merit = functions.to_move, functions.legal_moves, functions.merit

    @jit
    def expand(tree: Any, node: int, row: Any) -> bool:
        seat = to_move(row)
        if seat == NOBODY:
            return False
        first, found = tree.control[USED], legal_moves(row, tree.moves)
        if first + found > len(tree.move):
            return False
        count = keep_seen(tree, found) if seat >= 0 else found
        for index in range(count):
            child = first + index
            tree.move[child], tree.seat[child] = tree.moves[index], seat
            tree.first[child], tree.children[child], tree.visits[child] = 0, 0, 0
            tree.total[child], tree.winner[child] = 0.0, 0
            tree.prior[child] = merit(row, tree.moves[index]) if seat >= 0 else 0
        scale_priors(tree, first, count)
        tree.first[node], tree.children[node] = first, count
        tree.control[USED] += count
        return True

    return expand


def make_playout(functions: Functions, jit: Jit) -> Any:
    """Make ``playout(tree, row)``: play on by merit, with a random move now and then; write ``shares``."""
    to_move, legal_moves, play = functions.to_move, functions.legal_moves, functions.play
    merit, value = functions.merit, functions.value
    plies, scale = functions.playout_plies, functions.points_scale

    @jit
    def policy(tree: Any, row: Any, dice: Any, count: int) -> int:
        if to_move(row) == CHANCE or below(dice, 100) < PLAYOUT_RANDOM:
            return int(tree.moves[below(dice, count)])
        best, best_merit = tree.moves[0], -(1 << 40)
        for index in range(count):
            # Equal merits are told apart by chance.
            worth = 64 * merit(row, tree.moves[index]) + below(dice, 64)
            if worth > best_merit:
                best, best_merit = tree.moves[index], worth
        return int(best)

    @jit
    def playout(tree: Any, row: Any) -> None:
        dice = tree.control[DICE : DICE + 1]
        for _ in range(plies):
            if to_move(row) == NOBODY:
                break
            count = legal_moves(row, tree.moves)
            play(row, policy(tree, row, dice, count))
        tree.control[DICE] = dice[0]
        value(row, tree.points)
        for seat in range(tree.control[SEATS]):
            tree.shares[seat] = tree.points[seat] / scale
        share_out(tree)

    return playout


def make_descend(functions: Functions, jit: Jit) -> Any:
    """Make ``descend(tree, row) -> length`` of the path to a leaf, played out on ``row``."""
    play = functions.play

    @jit
    def descend(tree: Any, row: Any) -> int:
        node, length = 0, 1
        tree.path[0] = 0
        while tree.children[node] > 0 and length < MAX_PATH:
            node = select_child(tree, node)
            play(row, tree.move[node])
            tree.path[length] = node
            length += 1
        return length

    return descend


def make_mcts(functions: Functions, jit: Jit, kernel: Jit) -> Any:
    """Make ``grow(tree) -> visits of the root``: iterate until ``control[LIMIT]``, ``control[STOP]`` or a proof.

    The root is node 0, its position ``tree.rows[0]``.
    """
    size, to_move, returns, play = functions.size, functions.to_move, functions.returns, functions.play
    expand, playout = make_expand(functions, jit), make_playout(functions, jit)
    descend = make_descend(functions, jit)

    @jit
    def mark_if_won(tree: Any, node: int, row: Any) -> None:
        if to_move(row) == NOBODY:
            returns(row, tree.shares)
            for seat in range(tree.control[SEATS]):
                if tree.shares[seat] == 1.0:
                    tree.winner[node] = 1 + seat

    @kernel
    def grow(tree: Any) -> int:
        control, row = tree.control, tree.rows[1]
        while tree.children[0] == 0 or (
            control[ITERATIONS] < control[LIMIT] and control[STOP] == 0 and tree.winner[0] == 0
        ):
            for place in range(size):
                row[place] = tree.rows[0][place]
            length = descend(tree, row)
            node = tree.path[length - 1]
            if (tree.visits[node] > 0 or node == 0) and length < MAX_PATH and expand(tree, node, row):
                child = select_child(tree, node)
                play(row, tree.move[child])
                tree.path[length] = child
                length += 1
            mark_if_won(tree, tree.path[length - 1], row)
            playout(tree, row)
            back_up(tree, length)
            control[ITERATIONS] += 1
            control[GREATEST_DEPTH] = max(control[GREATEST_DEPTH], length - 1)
        return int(tree.visits[0])

    return grow


def keep_subtree(tree: Tree, root: int, renumbered: Any) -> None:
    """Make ``root`` node 0 and forget everything not below it; ``renumbered`` is int64[capacity] scratch."""
    used, kept = tree.control[USED], 0
    for node in range(used):
        renumbered[node] = -1
    renumbered[root] = -2
    for node in range(root, used):
        if renumbered[node] == -2:
            renumbered[node] = kept
            kept += 1
            for child in range(tree.first[node], tree.first[node] + tree.children[node]):
                renumbered[child] = -2
    for node in range(root, used):
        if renumbered[node] >= 0:
            copy_node(tree, node, renumbered[node], renumbered[tree.first[node]] if tree.children[node] > 0 else 0)
    tree.control[USED] = kept


def copy_node(tree: Tree, node: int, place: int, first: int) -> None:
    """Write a node's data at an earlier place."""
    tree.first[place], tree.children[place] = first, tree.children[node]
    tree.move[place], tree.seat[place] = tree.move[node], tree.seat[node]
    tree.visits[place], tree.total[place] = tree.visits[node], tree.total[node]
    tree.prior[place], tree.winner[place] = tree.prior[node], tree.winner[node]


def make_keep_subtree(functions: Functions, jit: Jit, kernel: Jit) -> Any:
    """Make the kernel ``keep_subtree(tree, root, renumbered)``."""
    return kernel(keep_subtree)
