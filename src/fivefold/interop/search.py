"""Search in many games at once, led by what a net believes, and games played by it to learn from: PUCT and Gumbel.

A tree for each game of a ``Batch`` grows by a node with each simulation, all trees side by side. Every seat wants to
lead: its own rewards less the average of the others'. Sources: PUCT as in Silver et al., *Mastering the game of Go
without human knowledge* (2017); Gumbel as in Danihelka et al., *Policy improvement by planning with Gumbel* (2022);
values are scaled by the least and largest of a tree, as in Schrittwieser et al., *Mastering Atari, Go, chess and shogi
by planning with a learned model* (2020).
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from fivefold.contract import Chance, Information
from fivefold.contract.errors import InvalidOption
from fivefold.interop.batch import Batch
from fivefold.interop.encoding import encoding_of
from fivefold.interop.playing import Numbers, check_number

Array = npt.NDArray[Any]
Draws = np.random.Generator
Judge = Callable[[Batch], tuple[Array, Array]]
"""Says what a net believes of where the games of a batch stand: for each action a logit (float[games, ACTIONS]; those
that are not legal are left out of account), and the rewards that each seat still gets (float[games, seats])."""

VALUE_SCALE, LEAST_VISITS = 1.0, 50
"""How much values weigh against logits: ``VALUE_SCALE * (LEAST_VISITS + most visits of an action)``. Where values are
scaled by those of one node, the scale is a tenth; then what seems bad at first is never tried again."""
EXPLORATION: Final = 1.25
"""How much PUCT believes in the policy before it has tried an action."""
NOISE, CONCENTRATION = 0.25, 0.3
"""The part of chance in the policy at the root of PUCT, and the parameter of its Dirichlet distribution."""
TINY: Final = 1e-9
"""Values that differ by less are equal."""


class Found(NamedTuple):
    """What a search has found."""

    actions: Array
    """[games]: the one to play."""
    weights: Array
    """[games, ACTIONS]: how good each action has turned out, adding up to 1: what a policy should learn."""
    values: Array
    """[games]: by how much the seat to move will lead, of the rewards to come."""


def gumbel(
    batch: Batch,
    judge: Judge,
    simulations: int = 32,
    *,
    considered: int = 16,
    noise: float = 1.0,
    seed: int | Draws | None = None,
) -> Found:
    """Search from where all games stand; good with few simulations.

    ``considered``: so many actions are tried first, and half of them are left each time, until two are. ``noise``: how
    much of chance there is in which; 0 to play as well as it can. Raises ``InvalidOption`` for games with hidden cards,
    or with chance between moves.
    """
    check_number("considered", considered)
    tree, draws = _Tree(batch, judge, simulations), np.random.default_rng(seed)
    logits = tree.of(tree.logits, ROOT)
    drawn = logits + noise * draws.gumbel(size=logits.shape)
    plans = np.array([_plan(each, simulations) for each in range(considered + 1)])
    for tried in plans[np.minimum(considered, tree.counts[:, 0])].T:
        fits = tree.of(tree.visits, ROOT) == tried[:, None]
        tree.grow(tree.best(np.where(fits, drawn + _weight(tree, ROOT), -np.inf), ROOT), _by_share)
    visits = tree.of(tree.visits, ROOT)
    most = visits == visits.max(1, keepdims=True)
    best = tree.best(np.where(most, drawn + _weight(tree, ROOT), -np.inf), ROOT)
    return tree.found(best, _softmax(logits + _weight(tree, ROOT)))


def puct(
    batch: Batch,
    judge: Judge,
    simulations: int = 64,
    *,
    temperature: float = 1.0,
    noise: float = NOISE,
    seed: int | Draws | None = None,
) -> Found:
    """Search from where all games stand, as AlphaZero does.

    ``temperature``: an action is drawn by its visits to the power of ``1 / temperature``; 0 takes the most visited.
    ``noise``: the part of chance at the root; 0 to play as well as it can. Raises as ``gumbel`` does.
    """
    tree, draws = _Tree(batch, judge, simulations), np.random.default_rng(seed)
    logits = tree.of(tree.logits, ROOT)
    if noise:
        drawn = draws.standard_gamma(CONCENTRATION, logits.shape) * np.isfinite(logits)
        mixed = (1 - noise) * _softmax(logits) + noise * drawn / drawn.sum(1, keepdims=True)
        # These are the tree's own.
        logits[...] = np.log(mixed, where=mixed > 0, out=np.full(mixed.shape, -np.inf))
    for _ in range(simulations):
        tree.grow(tree.best(_by_bound(tree, ROOT), ROOT), _by_bound)
    visits = tree.of(tree.visits, ROOT)
    share = visits / visits.max(1, keepdims=True)
    heat = share ** (1 / temperature) if temperature else np.floor(share)
    best = (heat.cumsum(1) > draws.random((batch.count, 1)) * heat.sum(1, keepdims=True)).argmax(1)
    return tree.found(best, visits / visits.sum(1, keepdims=True))


class Samples(NamedTuple):
    """What was seen and found in games that a search has played, and what came of it."""

    observations: Numbers
    """[samples, LENGTH]: what the seat to move saw."""
    weights: Array
    """[samples, ACTIONS]: as in ``Found``."""
    leads: Array
    """[samples]: by how much that seat led, of the rewards from then to the end of the game."""


def self_play(batch: Batch, find: Callable[[Batch], Found], steps: int) -> Samples:
    """Play so many steps of each game by what ``find`` finds; return all that was decided in games that have ended."""
    check_number("steps", steps)
    seen, seats, weights, rewards, finished = [], [], [], [], []
    for _ in range(steps):
        found = find(batch)
        seen.append(batch.observations().copy())
        seats.append(batch.to_move.copy())
        weights.append(found.weights.astype(np.float32))
        step = batch.step(found.actions)
        rewards.append(_leads(step.rewards))
        finished.append(step.finished.copy())
    to_come, leads = np.full_like(rewards[0], np.nan), []
    for reward, over, seat in zip(rewards[::-1], finished[::-1], seats[::-1], strict=True):
        to_come = reward + np.where(over[:, None], 0.0, to_come)
        leads.append(np.take_along_axis(to_come, seat[:, None], 1)[:, 0])
    known = np.concatenate(leads[::-1])
    ended = np.isfinite(known)
    return Samples(np.concatenate(seen)[ended], np.concatenate(weights)[ended], known[ended])


# --- the trees -------------------------------------------------------------------------------------------------------

Nodes = tuple[Any, Any]
"""Games, and a node of each."""
ROOT: Final[Nodes] = (slice(None), 0)
Rank = Callable[["_Tree", Nodes], Array]
"""Says of each action of a node how much it is worth trying next."""


class _Tree:
    """The trees of all games. Arrays are [games, nodes, ...]; the root is node 0, each simulation makes the next."""

    def __init__(self, batch: Batch, judge: Judge, simulations: int) -> None:
        _check(batch, simulations)
        count, nodes, most = batch.count, simulations + 1, batch.game.rules.MAX_MOVES
        self._judge, self._games, self._made = judge, np.arange(count), 0
        self._ahead = batch.copy(record=False)
        self._saved = self._ahead.save()
        self._lines = {
            name: np.repeat(array, nodes, axis=0)
            for name, array in self._saved.games._asdict().items()
            if name != "starts"
        }
        self.counts = np.zeros((count, nodes), np.int64)
        self.actions = np.zeros((count, nodes, most), np.int32)
        self.logits = np.full((count, nodes, most), -np.inf, np.float32)
        self.visits = np.zeros((count, nodes, most), np.int32)
        self.sums = np.zeros((count, nodes, most), np.float32)
        """What the seat to move got from an action, in leads, all visits together."""
        self.children = np.zeros((count, nodes, most), np.int32)
        self.to_move = np.zeros((count, nodes), np.int64)
        self.values = np.zeros((count, nodes, batch.seats))
        """What the net believes, in leads."""
        self.rewards = np.zeros((count, nodes, batch.seats))
        """Those of the step to a node, in leads."""
        self.over = np.zeros((count, nodes), np.bool_)
        self._above = np.zeros((2, count, nodes), np.int64)
        """The node above, and the place there of the action that leads here."""
        self._add()
        self.least, self.largest = self.own_value(ROOT), self.own_value(ROOT)

    def of(self, array: Array, at: Nodes) -> Array:
        """[..., legal]: return the part of an array that tells of the actions at a node."""
        return array[(*at, slice(int(self.counts[at].max())))]

    def own_value(self, at: Nodes) -> Array:
        """Return what the net believes of a node, for the seat to move."""
        return np.take_along_axis(self.values[at], self.to_move[at][:, None], 1)[:, 0]

    def best(self, worth: Array, at: Nodes) -> Array:
        """Return the place of the legal action that is worth most."""
        places: Array = np.where(np.isfinite(self.of(self.logits, at)), worth, -np.inf).argmax(1)
        return places

    def grow(self, places: Array, rank: Rank) -> None:
        """Add a node to each tree: below the root's action in this place, then as ``rank`` says."""
        nodes, games = np.zeros(len(self._games), np.int64), self._games
        while len(games):
            children = self.children[self._games, nodes, places]
            games = np.flatnonzero((children > 0) & ~self.over[self._games, children])
            nodes[games] = children[games]
            if len(games):
                at = games, nodes[games]
                places[games] = self.best(rank(self, at), at)
        self._made += 1
        self._above[:, :, self._made] = nodes, places
        self.children[self._games, nodes, places] = self._made
        self._go_to(nodes)
        self._ahead.step(self.actions[self._games, nodes, places])
        self._add()
        self._pass_up()

    def _go_to(self, nodes: Array) -> None:
        """Let the batch stand at a node of each game."""
        games = self._saved.games._replace(**self._lines)
        self._ahead.load(self._saved._replace(games=games), self._games * self.counts.shape[1] + nodes)

    def _add(self) -> None:
        """Note where the batch stands as the newest node of each game."""
        node, (numbers, counts) = self._made, self._ahead.legal()
        width = int(counts.max())
        logits, values = _judged(self._judge, self._ahead)
        legal = np.arange(width) < counts[:, None]
        self.counts[:, node], self.actions[:, node, :width] = counts, numbers[:, :width]
        chosen = np.take_along_axis(logits, np.where(legal, numbers[:, :width], 0), 1)
        self.logits[:, node, :width] = np.where(legal, chosen, -np.inf)
        self.over[:, node], self.rewards[:, node] = self._ahead.last.finished, _leads(self._ahead.last.rewards)
        self.to_move[:, node], self.values[:, node] = self._ahead.to_move, _leads(values)
        for name, array in self._ahead.save().games._asdict().items():
            if name in self._lines:
                self._lines[name][node :: self.counts.shape[1]] = array

    def _pass_up(self) -> None:
        """Add what the newest nodes are worth to the actions that lead there."""
        games, nodes = self._games, np.full(len(self._games), self._made)
        leads = np.where(self.over[:, self._made, None], 0.0, self.values[:, self._made])
        while len(games):
            leads = leads + self.rewards[games, nodes]
            nodes, places = self._above[:, games, nodes]
            seats = self.to_move[games, nodes]
            self.visits[games, nodes, places] += 1
            self.sums[games, nodes, places] += leads[np.arange(len(games)), seats]
            means = self.sums[games, nodes, places] / self.visits[games, nodes, places]
            self.least[games] = np.minimum(self.least[games], means)
            self.largest[games] = np.maximum(self.largest[games], means)
            below = nodes > 0
            games, nodes, leads = games[below], nodes[below], leads[below]

    def found(self, places: Array, policy: Array) -> Found:
        """Return what was found, with ``policy`` for the places of the actions."""
        actions, legal = self.of(self.actions, ROOT), np.isfinite(self.of(self.logits, ROOT))
        weights = np.zeros((len(actions), encoding_of(self._ahead.game).actions))
        weights[np.nonzero(legal)[0], actions[legal]] = policy[legal]
        sums, visits = self.of(self.sums, ROOT).sum(1), self.of(self.visits, ROOT).sum(1)
        return Found(actions[self._games, places], weights, (self.own_value(ROOT) + sums) / (1 + visits))


def _check(batch: Batch, simulations: int) -> None:
    game, traits = batch.game, batch.game.traits
    if traits.information == Information.HIDDEN:
        raise InvalidOption(f"{game.name}: cards are hidden, and this search would look at them")
    if traits.chance not in {Chance.NONE, Chance.AT_THE_START}:
        raise InvalidOption(f"{game.name}: chance comes between the moves, and this search would know what comes")
    check_number("simulations", simulations)


def _judged(judge: Judge, batch: Batch) -> tuple[Array, Array]:
    logits, values = judge(batch)
    given = np.shape(logits), np.shape(values)
    wanted = (batch.count, encoding_of(batch.game).actions), (batch.count, batch.seats)
    if given != wanted:
        raise InvalidOption(f"judge: returned arrays of {given[0]} and {given[1]}, not {wanted[0]} and {wanted[1]}")
    return logits, values


def _leads(rewards: Array) -> Array:
    """[..., seats]: return each seat's rewards less the average of the others'."""
    others = rewards.shape[-1] - 1
    return rewards - (rewards.sum(-1, keepdims=True) - rewards) / others if others else rewards


def _softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)  # type: ignore[no-any-return]


def _scaled_values(tree: _Tree, at: Nodes) -> Array:
    """Return what each action is worth, as a part of how far values in the tree differ.

    What was not tried is worth what the node is, by the net and by what was tried."""
    visits, policy = tree.of(tree.visits, at), _softmax(tree.of(tree.logits, at))
    means, total = tree.of(tree.sums, at) / np.maximum(visits, 1), visits.sum(1)
    tried = policy * (visits > 0)
    known = (tried * means).sum(1) / np.maximum(tried.sum(1), TINY)
    mixed = (tree.own_value(at) + total * known) / (1 + total)
    span = np.maximum(tree.largest - tree.least, TINY)[at[0], None]
    worth: Array = np.where(visits > 0, means, mixed[:, None]) / span
    return worth


def _weight(tree: _Tree, at: Nodes) -> Array:
    """Return what the values of actions add to their logits."""
    most = tree.of(tree.visits, at).max(1, keepdims=True)
    return VALUE_SCALE * (LEAST_VISITS + most) * _scaled_values(tree, at)  # type: ignore[no-any-return]


def _by_share(tree: _Tree, at: Nodes) -> Array:
    """Rank first what has been tried least, compared with what the improved policy says."""
    policy, visits = _softmax(tree.of(tree.logits, at) + _weight(tree, at)), tree.of(tree.visits, at)
    worth: Array = policy - visits / (1 + visits.sum(1, keepdims=True))
    return worth


def _by_bound(tree: _Tree, at: Nodes) -> Array:
    """Rank by value, and by what the policy hopes for from what was seldom tried (PUCT)."""
    policy, visits = _softmax(tree.of(tree.logits, at)), tree.of(tree.visits, at)
    hope = policy * np.sqrt(1 + visits.sum(1, keepdims=True)) / (1 + visits)
    worth: Array = _scaled_values(tree, at) + EXPLORATION * hope
    return worth


def _plan(considered: int, simulations: int) -> list[int]:
    """Return, for each simulation, how often the action that it tries was tried before: sequential halving."""
    if considered <= 1:
        return list(range(simulations))
    plan, tried, left, rounds = list[int](), 0, considered, (considered - 1).bit_length()
    while len(plan) < simulations:
        each = max(1, simulations // (rounds * left))
        plan += [before for before in range(tried, tried + each) for _ in range(left)]
        tried, left = tried + each, max(2, left // 2)
    return plan[:simulations]
