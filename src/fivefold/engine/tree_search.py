"""Monte Carlo tree search for open games of several sides, each of which plays for itself (*MCTS-max^n*).

A playout follows the tree to a position whose moves it does not hold yet, looks at each of them one ply deep, and takes
the most promising ones up. It is not played on at random: the share of the win that the best of them promises every
side, by the game's estimate, is credited to all moves on the way. Which of them to follow is told by what they have
brought and, while they are little tried, by what they promised (PUCT, Rosin 2011). Wins that are certain are backed up
as such (Winands, Björnsson and Saito 2008; for several players Nijssen and Winands 2011).
"""

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import NOBODY, AlphaBeta, Row
from fivefold.engine.alphabeta import Deepening, bring_best_forward
from fivefold.engine.budget import Budget
from fivefold.engine.control import NODE_LIMIT, NODES, NUMBER, PLAYERS, SHARED, STOP, reset
from fivefold.engine.finding import Finding
from fivefold.engine.functions import RuleFunctions, search_of
from fivefold.engine.kernels import Jit, Kernels
from fivefold.engine.shares import WHOLE, fall, share_of
from fivefold.engine.timed_search import Task, TimedSearch

FILLED, CONTROL_CELLS = SHARED, SHARED + 1
"""One more cell of ``control``: how many nodes the tree holds."""

MOVE, VISITS, SUM, PRIOR, FIRST, COUNT, WINNER, NODE_CELLS = range(8)
"""Cells of a node, which stands for a move and the position after it: the move; its playouts, and the shares they
brought the side that made it, what it promised among them as the first; what part of the search it deserves by that;
where its children begin, and how many there are; the side that has won for certain, plus 1, or 0. Node 0 is the
root. Shares and parts are of ``WHOLE``."""

START, HERE, TRIED, ROWS = range(4)
"""Rows of the workspace: the position searched, the one a playout has come to, and that after one of its moves."""
DEEPEST: Final = 120
"""Plies that a playout follows the tree at most."""
WIDTH: Final = 24
"""How many moves of a position the tree takes up, the most promising ones; of the root all. More would fill it."""
EXPLORING: Final = 1.0
"""How much of its prior is added to what a move has brought while it is little tried."""
TEMPERATURE: Final = WHOLE // 20
"""A move that promises so much less than the best one has a prior less by a factor of e."""


class Workspace(NamedTuple):
    """The arrays of one search, all int64 but for ``returns`` (or lists of such shapes in plain Python)."""

    rows: Any
    """[ROWS, SIZE]: see ``START``."""
    moves: Any
    """[MAX_MOVES]"""
    promises: Any
    """[MAX_MOVES]: the shares of the side to move after each."""
    nodes: Any
    """[nodes, NODE_CELLS]: see ``MOVE``. Children of one node stand side by side."""
    path: Any
    """[DEEPEST + 1]: the nodes that a playout came by, the root first."""
    movers: Any
    """[DEEPEST + 1]: the seat to move in each of them."""
    points: Any
    """[seats]: what a position is worth."""
    shares: Any
    """[seats]: what a playout brought each seat's side, of ``WHOLE``."""
    totals: Any
    """[seats]: the same added up over all playouts."""
    returns: Any
    """[seats] float"""
    control: Any
    """[CONTROL_CELLS]: see ``engine.control`` and ``FILLED``."""


def make_weigh(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Workspace, Any, int], int]:
    """Make ``weigh(workspace, row, seat) -> share``: what a position is worth to the side of a seat."""
    to_move, returns, value, side = rules.to_move, rules.returns, search.value, search.side
    scale = int(search.points_scale)

    @jit
    def weigh(workspace: Any, row: Any, seat: int) -> int:
        points, results, players, total = workspace.points, workspace.returns, workspace.control[PLAYERS], 0
        over = to_move(row) == NOBODY
        if over:
            returns(row, results)
        else:
            value(row, points)
        for mate in range(players):
            if side(row, mate) == side(row, seat):
                total += int(WHOLE * results[mate]) if over else share_of(points, players, mate, scale)
        return int(total)

    return weigh


def make_expand(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Workspace, int], int]:
    """Make ``expand(workspace, node) -> count``: take the best moves of row ``HERE`` up, the very best first."""
    to_move, legal_moves, play, size = rules.to_move, rules.legal_moves, rules.play, rules.size
    weigh = make_weigh(rules, search, jit)

    @jit
    def try_moves(workspace: Any) -> int:
        row, tried, moves = workspace.rows[HERE], workspace.rows[TRIED], workspace.moves
        count = legal_moves(row, moves)
        for index in range(count):
            for place in range(size):
                tried[place] = row[place]
            play(tried, moves[index])
            workspace.promises[index] = weigh(workspace, tried, to_move(row))
        workspace.control[NODES] += count
        return int(count)

    @jit
    def expand(workspace: Any, node: int) -> int:
        nodes, control, promises = workspace.nodes, workspace.control, workspace.promises
        count, first, total = try_moves(workspace), control[FILLED], 0
        taken = min(count, count if node == 0 else WIDTH)
        for index in range(taken):
            made, move = nodes[first + index], bring_best_forward(workspace.moves, promises, index, count)
            made[MOVE], made[VISITS], made[SUM] = move, 1, promises[index]
            made[PRIOR] = 1 + fall(promises[0] - promises[index], TEMPERATURE)
            made[FIRST], made[COUNT], made[WINNER] = 0, 0, 0
            total += made[PRIOR]
        for child in range(first, first + taken):
            nodes[child][PRIOR] = nodes[child][PRIOR] * WHOLE // total
        nodes[node][FIRST], nodes[node][COUNT] = first, taken
        control[FILLED] += taken
        return int(taken)

    return expand


def choose(nodes: Any, node: int, own: int) -> int:
    """Return the child to follow for the side ``own - 1``: a certain win, or else by PUCT; what is lost comes last."""
    first, drawn = nodes[node][FIRST], EXPLORING * math.sqrt(float(nodes[node][VISITS]))
    best, highest = first, -2.0
    for child in range(first, first + nodes[node][COUNT]):
        here = nodes[child]
        worth = (here[SUM] + drawn * here[PRIOR]) / (WHOLE * here[VISITS])
        if here[WINNER] != 0:
            worth = math.inf if here[WINNER] == own else -1.0
        if worth > highest:
            best, highest = child, worth
    return int(best)


def winner_by_children(nodes: Any, node: int, own: int) -> int:
    """Return which side, plus 1, has won for certain where the side ``own - 1`` is to move; 0 while that is open."""
    first, count = nodes[node][FIRST], nodes[node][COUNT]
    # Where moves were left out one of them might have saved it.
    common = nodes[first][WINNER] if node == 0 or count < WIDTH else 0
    for child in range(first, first + count):
        winner = nodes[child][WINNER]
        if winner == own:
            return int(winner)
        if winner != common:
            common = 0
    return int(common)


def make_follow(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Workspace], int]:
    """Make ``follow(workspace) -> plies``: play from the root down the tree; the last node of the path has no child, or
    a winner."""
    to_move, play, size, side = rules.to_move, rules.play, rules.size, search.side

    @jit
    def follow(workspace: Any) -> int:
        nodes, row, path, plies = workspace.nodes, workspace.rows[HERE], workspace.path, 0
        for place in range(size):
            row[place] = workspace.rows[START][place]
        while nodes[path[plies]][COUNT] > 0 and nodes[path[plies]][WINNER] == 0 and plies < DEEPEST:
            workspace.movers[plies] = to_move(row)
            path[plies + 1] = choose(nodes, path[plies], side(row, to_move(row)) + 1)
            plies += 1
            play(row, nodes[path[plies]][MOVE])
        workspace.movers[plies] = to_move(row)
        return plies

    return follow


def make_credit(search: AlphaBeta, jit: Jit) -> Callable[[Workspace, int], None]:
    """Make ``credit(workspace, plies)``: add the shares of a playout to the nodes on its path, and who has won."""
    side = search.side

    @jit
    def credit(workspace: Any, plies: int) -> None:
        nodes, path, movers, shares, sure = workspace.nodes, workspace.path, workspace.movers, workspace.shares, True
        for ply in range(plies, -1, -1):
            here = nodes[path[ply]]
            here[VISITS] += 1
            if ply > 0:
                here[SUM] += shares[movers[ply - 1]]
            if sure and here[COUNT] > 0 and here[WINNER] == 0:
                here[WINNER] = winner_by_children(nodes, path[ply], side(workspace.rows[START], movers[ply]) + 1)
            sure = here[WINNER] != 0
        for seat in range(workspace.control[PLAYERS]):
            workspace.totals[seat] += shares[seat]
        workspace.control[NUMBER] += 1

    return credit


def make_judge(rules: RuleFunctions, search: AlphaBeta, jit: Jit) -> Callable[[Workspace, int], None]:
    """Make ``judge(workspace, node)``: write the ``shares`` of a playout that has come to this node in row ``HERE``."""
    to_move, play, side = rules.to_move, rules.play, search.side
    weigh, expand = make_weigh(rules, search, jit), make_expand(rules, search, jit)

    @jit
    def judge(workspace: Any, node: int) -> None:
        nodes, row, shares, control = workspace.nodes, workspace.rows[HERE], workspace.shares, workspace.control
        is_new = nodes[node][WINNER] == 0 and nodes[node][COUNT] == 0 and to_move(row) != NOBODY
        if is_new and control[FILLED] + len(workspace.moves) <= len(nodes) and expand(workspace, node) > 0:
            node = nodes[node][FIRST]
            play(row, nodes[node][MOVE])
        for seat in range(control[PLAYERS]):
            shares[seat] = weigh(workspace, row, seat)
            if shares[seat] >= WHOLE and to_move(row) == NOBODY:
                nodes[node][WINNER] = side(row, seat) + 1
        for seat in range(control[PLAYERS]):
            if nodes[node][WINNER] != 0:
                shares[seat] = WHOLE if side(row, seat) + 1 == nodes[node][WINNER] else 0

    return judge


def make_grow(rules: RuleFunctions, search: AlphaBeta, jit: Jit, kernel: Jit) -> Callable[[Workspace], int]:
    """Make ``grow(workspace) -> playouts``: one at least, then more until ``control[NODE_LIMIT]``, a stop or certainty
    who has won."""
    follow, judge, credit = make_follow(rules, search, jit), make_judge(rules, search, jit), make_credit(search, jit)

    @kernel
    def grow(workspace: Any) -> int:
        control, root = workspace.control, workspace.nodes[0]
        while control[NUMBER] == 0 or (control[NODES] < control[NODE_LIMIT] and control[STOP] == 0):
            plies = follow(workspace)
            judge(workspace, workspace.path[plies])
            credit(workspace, plies)
            control[NODES] += 1
            if root[WINNER] != 0:
                break
        return int(control[NUMBER])

    return grow


MOST_NODES: Final = 1 << 20
PLAIN_MOST_NODES: Final = 1 << 14
"""What a tree holds; a full one is not taken further, only weighed on. Compiled it is 59 MB."""
CAREFUL: Final = 1e-9
"""The least chance, so that every lead is a number."""


class TreeSearch(TimedSearch):
    """Tree search for one seat of one match. It keeps nothing between its turns, overlooks nothing, and compares no
    moves: only the best is found. Where another seat is to move it searches the moves of that."""

    def __init__(self, kernels: Kernels, seats: int, nodes: int = 1 << 39) -> None:
        """``nodes``: the most a search will look at, for a tree of fitting size.

        Raises ``InvalidOption`` for a game of another kind.
        """
        super().__init__(kernels, seats, CONTROL_CELLS)
        self.functions = search_of(kernels.game, AlphaBeta)
        self.grow = kernels(make_grow, self.rules, self.functions)
        zeros, longest = kernels.zeros, self.rules.max_moves
        most = MOST_NODES if kernels.compiled else PLAIN_MOST_NODES
        self.workspace = Workspace(
            rows=zeros(ROWS, self.rules.size),
            moves=zeros(longest),
            promises=zeros(longest),
            nodes=zeros(min(most, nodes + 2 * longest), NODE_CELLS),
            path=zeros(DEEPEST + 1),
            movers=zeros(DEEPEST + 1),
            points=zeros(seats),
            shares=zeros(seats),
            totals=zeros(seats),
            returns=kernels.floats(seats),
            control=self.control,
        )

    def _prepare(self, task: Task) -> None:
        root = self.rules.to_move(task.row)
        reset(self.control, task.budget, root, self.seats, task.salt)
        self.control[FILLED] = 1
        for place in range(self.rules.size):
            self.workspace.rows[START][place] = task.row[place]
        for cell in range(NODE_CELLS):
            self.workspace.nodes[0][cell] = 0
        for seat in range(self.seats):
            self.workspace.totals[seat] = 0

    def _search(self, task: Task) -> Finding:
        self.grow(self.workspace)
        nodes, path = self.workspace.nodes, self._line(task.row)
        line = tuple(int(nodes[node][MOVE]) for node in path)
        chances, sides, mover = self._chances(task.row, path[0]), self._sides(task.row), self.rules.to_move(task.row)
        rival = max(chance for chance, side in zip(chances, sides, strict=True) if side != sides[mover])
        return Finding(
            move=line[0],
            points=self.functions.points_scale * math.log(max(chances[mover], CAREFUL) / max(rival, CAREFUL)),
            shares=tuple(chance / sides.count(side) for chance, side in zip(chances, sides, strict=True)),
            line=line,
            depth=len(line),
            nodes=int(self.control[NODES]),
            exact=bool(nodes[0][WINNER] != 0),
        )

    def _sides(self, row: Row) -> list[int]:
        return [self.functions.side(row, seat) for seat in range(self.seats)]

    def _line(self, row: Row) -> list[int]:
        """Return the nodes of the expected play: from the root the child tried most, unless who wins is certain."""
        nodes, here, node, found = self.workspace.nodes, list(row), 0, list[int]()
        while nodes[node][COUNT] > 0:
            own, first = self.functions.side(here, self.rules.to_move(here)) + 1, nodes[node][FIRST]
            node = max(range(first, first + nodes[node][COUNT]), key=lambda child: self._rank(child, own))
            if found and nodes[node][VISITS] <= 1:
                break
            found.append(node)
            self.rules.play(here, int(nodes[node][MOVE]))
        return found

    def _rank(self, node: int, own: int) -> tuple[bool, bool, int, int]:
        here = self.workspace.nodes[node]
        return here[WINNER] == own, here[WINNER] == 0, int(here[VISITS]), int(here[SUM])

    def _chances(self, row: Row, best: int) -> list[float]:
        """Return the chance of each seat's side: after its best move that of the mover, the rest as in all playouts."""
        nodes, totals, sides = self.workspace.nodes, self.workspace.totals, self._sides(row)
        own = sides[self.rules.to_move(row)]
        if nodes[0][WINNER] != 0:
            return [float(side + 1 == nodes[0][WINNER]) for side in sides]
        mine = float(nodes[best][SUM] / (WHOLE * nodes[best][VISITS]))
        rest = (1 - mine) / sum(1 + int(totals[sides.index(side)]) for side in {*sides} - {own})
        return [mine if side == own else rest * (1 + int(totals[seat])) for seat, side in enumerate(sides)]


class SeveralSearch(TreeSearch):
    """Tree search for games that each plays for itself, best-reply search for the others."""

    def __init__(self, kernels: Kernels, seats: int, nodes: int = 1 << 39) -> None:
        """See ``TreeSearch``."""
        super().__init__(kernels, seats, nodes)
        self.best_reply = Deepening(kernels, seats, best_reply=True, nodes=nodes)

    def think(
        self, row: Row, budget: Budget, salt: int = 0, *, seat: int | None = None, weigh: int | None = None
    ) -> Finding:
        """Search a position by whichever of the two; see ``TimedSearch``."""
        think = super().think if self.functions.each_for_itself(row) else self.best_reply.think
        return think(row, budget, salt, seat=seat, weigh=weigh)

    def stop(self) -> None:
        """End the running search; see ``TimedSearch``."""
        super().stop()
        self.best_reply.stop()
