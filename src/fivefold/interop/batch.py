"""Many games at once, for learning: every game takes a step in one call, on compiled rules. See docs/batch.md."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from fivefold.contract import ANYONE, CHANCE, NOBODY, TABLE, Encoding, Game
from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.engine.batch_kernel import BEGIN, CHOSEN, NEVER, RANDOM, WAIT, Games, is_among, make_advance, make_take
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import RaceFunctions, RuleFunctions, forced_functions, race_functions
from fivefold.engine.hashing import hashed
from fivefold.engine.kernels import Jit, Kernels, announced
from fivefold.interop.encoding import encoding_of
from fivefold.interop.playing import (
    POINTS,
    RESULT,
    SEED_BITS,
    HiddenFunctions,
    Mask,
    Numbers,
    check,
    check_number,
    hidden_functions,
    make_observe,
    make_whose,
)
from fivefold.parts import dice
from fivefold.play import catalogue, options
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.play.options import start_row


def sets_of_options(game: Game, given: Mapping[str, object], drawn: Sequence[int] = ()) -> list[dict[str, str]]:
    """Return complete sets of options, one for each way in which those left to chance can be drawn.

    ``drawn``: how the first of them are. Raises ``InvalidOption``.
    """
    asked = list[int]()

    def draw(_label: str, count: int) -> int:
        asked.append(count)
        return drawn[len(asked) - 1] if len(asked) <= len(drawn) else 0

    values = options.resolve(game, given, draw)
    if len(asked) == len(drawn):
        return [values]
    ways = range(asked[len(drawn)])
    return [each for number in ways for each in sets_of_options(game, given, (*drawn, number))]


def arrays(rules: RuleFunctions, starts: Sequence[Sequence[int]], count: int, seats: int, room: int) -> Games:
    """Return games that have not begun; ``room``: how many moves of each are noted."""

    def whole(*shape: int) -> npt.NDArray[np.int64]:
        return np.zeros((count, *shape), np.int64)

    return Games(
        rows=whole(rules.size),
        starts=np.array(starts, np.int64),
        begun=whole(),
        moves=whole(rules.max_moves),
        counts=whole(),
        to_move=whole(),
        chosen=whole(),
        rewards=np.zeros((count, seats)),
        finished=np.zeros(count, np.bool_),
        scores=whole(seats),
        points=whole(seats),
        final_scores=whole(seats),
        chance=whole(1),
        choice=whole(1),
        log=whole(room),
        logged=whole(),
        ended=whole(),
        results=np.zeros((count, seats)),
    )


def seed_game(games: Games, number: int) -> None:
    """Start each game's two streams of random numbers, which depend on this seed and the game's number alone."""
    state = [0]
    for stream, generators in enumerate((games.chance, games.choice)):
        for game in range(len(generators)):
            dice.seed(state, hashed(number, game, stream))
            generators[game, 0] = state[0]


def shown(*made: npt.NDArray[Any]) -> Sequence[npt.NDArray[Any]]:
    """Return the same arrays for others to read, not to write."""
    views = [array.view() for array in made]
    for view in views:
        view.flags.writeable = False
    return views


def make_take_actions(encoding: Encoding, jit: Jit, kernel: Jit) -> Callable[[Games, Any, Any, int, int], int]:
    """Make ``take_actions(games, seats, actions, first, last) -> game``: note in ``chosen`` which moves these actions
    are; the first game in which its action is not legal, ``NEVER`` if all are."""
    action_of, move_of, known = encoding.action_of, encoding.move_of, encoding.actions

    @kernel
    def take_actions(games: Any, seats: Any, actions: Any, first: int, last: int) -> int:
        for game in range(first, last):
            row, action = games.rows[game], actions[game]
            if action == WAIT:
                games.chosen[game] = WAIT
                continue
            if action < 0 or action >= known or not may_move(games, game, seats[game]):
                return game
            move = move_of(row, seats[game], action)
            # An action that is not legal may be given the number of any move.
            if not is_among(move, games.moves[game], games.counts[game]) or action_of(row, move) != action:
                return game
            games.chosen[game] = move
        return NEVER

    return take_actions


def may_move(games: Any, game: int, seat: int) -> bool:
    """Tell whether it is this seat's turn, or anyone's."""
    return games.to_move[game] in (seat, ANYONE)


def make_write_actions(
    race: RaceFunctions | None, encoding: Encoding, jit: Jit
) -> Callable[[Games, int, int, Any], int]:
    """Make ``write_actions(games, game, seat, out) -> count``: write the legal actions of a seat to ``out``
    (int64[MAX_MOVES])."""
    action_of, actions_into, whose = encoding.action_of, encoding.actions_into, make_whose(race, jit)

    @jit
    def one_by_one(games: Any, game: int, seat: int, out: Any) -> int:
        row, moves, turn, count = games.rows[game], games.moves[game], games.to_move[game], 0
        for index in range(games.counts[game] if may_move(games, game, seat) else 0):
            if whose(row, moves[index], turn) == seat:
                out[count] = action_of(row, moves[index])
                count += 1
        return count

    if actions_into is None:
        return one_by_one

    @jit
    def at_once(games: Any, game: int, seat: int, out: Any) -> int:
        if not may_move(games, game, seat):
            return 0
        actions_into(games.rows[game], out)
        return int(games.counts[game])

    return at_once


def make_list_actions(
    race: RaceFunctions | None, encoding: Encoding, jit: Jit, kernel: Jit
) -> Callable[[Games, Any, Any, Any, int, int], None]:
    """Make ``list_actions(games, seats, out, counts, first, last)``: write the legal actions to ``out`` (int64[games,
    MAX_MOVES]), and how many there are."""
    write_actions = make_write_actions(race, encoding, jit)

    @kernel
    def list_actions(games: Any, seats: Any, out: Any, counts: Any, first: int, last: int) -> None:
        for game in range(first, last):
            counts[game] = write_actions(games, game, seats[game], out[game])

    return list_actions


def make_masks(
    race: RaceFunctions | None, encoding: Encoding, jit: Jit, kernel: Jit
) -> Callable[[Games, Any, Any, Any, int, int], None]:
    """Make ``masks(games, seats, actions, out, first, last)``: write 1 for each legal action, 0 for all others
    (int8[games, ACTIONS]). ``actions`` (int64[MAX_MOVES]) is scratch."""
    write_actions = make_write_actions(race, encoding, jit)

    @kernel
    def masks(games: Any, seats: Any, actions: Any, out: Any, first: int, last: int) -> None:
        for game in range(first, last):
            mask = out[game]
            for action in range(len(mask)):
                mask[action] = 0
            for index in range(write_actions(games, game, seats[game], actions)):
                mask[actions[index]] = 1

    return masks


def make_observations(
    hidden: HiddenFunctions | None, encoding: Encoding, jit: Jit, kernel: Jit
) -> Callable[[Games, Any, Any, Any, int, int], None]:
    """Make ``observations(games, seats, seen, out, first, last)``: write what the seats see (int16[games, LENGTH]).

    ``seen`` (int64[SIZE]) is scratch, for the row as a seat may know it.
    """
    observe = make_observe(hidden, encoding, jit, jit)

    @kernel
    def observations(games: Any, seats: Any, seen: Any, out: Any, first: int, last: int) -> None:
        for game in range(first, last):
            numbers = out[game]
            for place in range(len(numbers)):
                numbers[place] = 0
            observe(games.rows[game], seats[game], seen, numbers)

    return observations


def make_all_scores(rules: RuleFunctions, jit: Jit, kernel: Jit) -> Callable[[Games, Any, int, int], None]:
    """Make ``all_scores(games, out, first, last)``: write each seat's points as they stand (int64[games, SEATS])."""
    scores = rules.scores

    @kernel
    def all_scores(games: Any, out: Any, first: int, last: int) -> None:
        for game in range(first, last):
            scores(games.rows[game], out[game])

    return all_scores


Whole = npt.NDArray[np.int64]


class Legal(NamedTuple):
    """Lists of what is legal."""

    numbers: Whole
    """[games, MAX_MOVES]: those of a game come first in its line; what is behind them means nothing."""
    counts: Whole
    """[games]: how many there are."""


class Told:
    """The arrays and kernels of a batch for what is seen and what can be done."""

    def __init__(self, kernels: Kernels, count: int, seats: int) -> None:
        self.encoding = encoding_of(kernels.game)
        race, hidden = race_functions(kernels.game), hidden_functions(kernels.game)
        self.take_actions = kernels(make_take_actions, self.encoding)
        self.list_actions = kernels(make_list_actions, race, self.encoding)
        self.mask = kernels(make_masks, race, self.encoding)
        self.observe = kernels(make_observations, hidden, self.encoding)
        self.all_scores = kernels(make_all_scores, kernels.rules)
        self.observations: Numbers = np.zeros((count, self.encoding.length), np.int16)
        self.masks: Mask = np.zeros((count, self.encoding.actions), np.int8)
        self.legal = Legal(np.zeros((count, kernels.rules.max_moves), np.int64), np.zeros(count, np.int64))
        self.scores: Whole = np.zeros((count, seats), np.int64)


Real = npt.NDArray[np.float64]
Seats = int | npt.ArrayLike | None
Share = Callable[[int, int], Any]

ROOM: Final = 256
"""Moves for which there is room when a batch begins to note them; there is more when it is needed."""
AT_ONCE: Final = 16
"""Steps of random play between two looks at whether there is room: a step has up to seven moves, the first up to 86."""
LOST: Final = 1 << 62
"""In ``Games.logged``, and whatever is counted on from there: the moves that led to a position are not known."""


class Step(NamedTuple):
    """What a step has brought; the arrays are the batch's own, filled anew by every step."""

    rewards: Real
    """[games, seats]"""
    finished: npt.NDArray[np.bool_]
    """[games]: whether a game ended with this step. Its place has a new one already."""
    to_move: Whole
    """[games]: the seat that chooses next, or ``ANYONE``."""


class Played(NamedTuple):
    """What random play has come to."""

    decisions: int
    """Moves that a player chose; what chance did and what the table made by itself does not count."""
    games: int
    """Games that ended."""
    results: Real
    """[seats]: their results added up, 1 for each that a seat has won alone; whoever plays alone gets a share of 1."""


class Positions(NamedTuple):
    """Where all games of a batch stood: a copy to go back to, which can be pickled; see ``Batch.save``."""

    kind: Mapping[str, str]
    """What game it is, and each option by its name: ``game=focus``, ``players=3``."""
    seed: int
    """That of the batch."""
    games: Games
    """The arrays: ``rows``, ``to_move``, ``chance`` and so on."""


class Batch:
    """So many games of one kind, side by side."""

    def __init__(
        self,
        key: str,
        count: int,
        *,
        seed: int | None = None,
        threads: int = 1,
        reward: str = RESULT,
        record: bool = False,
        **options: object,
    ) -> None:
        """Begin ``count`` games of the game called ``key``; the rest of the keywords are the game's options.

        ``seed``: fixes what happens by chance; without one it is drawn, and can be read afterwards. ``threads``: how
        many share the work; the games are the same. ``reward``: ``result``, at the end alone, or ``points``, those that
        each step has brought. ``record``: note all moves, so that ``match`` can show them.
        Raises ``InvalidOption``.
        """
        check(reward)
        check_number("count", count)
        check_number("threads", threads)
        self.game, self.count, self.threads, self.reward = catalogue.find(key), count, threads, reward
        self._given, self._options = options, sets_of_options(self.game, options)
        self._kind = _kind_of(self.game, self._options)
        self.seats = self.game.setup.seats(self._options[0])
        kernels, starts = kernels_of(self.game), [start_row(self.game, values) for values in self._options]
        self._games = arrays(kernels.rules, starts, count, self.seats, ROOM if record else 0)
        self._advance = announced(kernels, make_advance, kernels.rules, forced_functions(self.game))
        self._take = kernels(make_take)
        self._told = Told(kernels, count, self.seats)
        self._record = record
        edges = [count * share // threads for share in range(threads + 1)]
        self._slices = [(first, last) for first, last in pairwise(edges) if first < last]
        self._pool = ThreadPoolExecutor(len(self._slices) - 1) if len(self._slices) > 1 else None
        self._last = Step(*(shown(self._games.rewards, self._games.finished, self._games.to_move)))
        self._legal = Legal(*shown(self._games.moves, self._games.counts))
        self.reset(seed)

    # --- what can be asked ---

    @property
    def last(self) -> Step:
        """What the last step has brought."""
        return self._last

    @property
    def to_move(self) -> Whole:
        """[games]: the seat that chooses next, or ``ANYONE``."""
        return self._last.to_move

    @property
    def final_scores(self) -> Whole:
        """[games, seats]: the points of the last game that ended in each place."""
        return self._games.final_scores  # type: ignore[no-any-return]

    def observations(self, seats: Seats = None) -> Numbers:
        """[games, LENGTH]: return what the seat to move sees in each game, or another; always the same array.

        Where anyone may move it has to be said which seat: one for all games, or an array with one for each.
        """
        whose, out = self._whose(seats), self._told.observations
        observe, size = self._told.observe, self.game.rules.SIZE
        self._share(lambda *part: observe(self._games, whose, np.zeros(size, np.int64), out, *part))
        return out

    def masks(self, seats: Seats = None) -> Mask:
        """[games, ACTIONS]: return 1 for each legal action, 0 for all others; always the same array."""
        whose, out = self._whose(seats), self._told.masks
        mask, most = self._told.mask, self.game.rules.MAX_MOVES
        self._share(lambda *part: mask(self._games, whose, np.zeros(most, np.int64), out, *part))
        return out

    def legal(self, seats: Seats = None) -> Legal:
        """Return the legal actions; always the same arrays. Where anyone may move, some seat may have none."""
        whose, out = self._whose(seats), self._told.legal
        self._share(lambda *part: self._told.list_actions(self._games, whose, *out, *part))
        return out

    def scores(self) -> Whole:
        """[games, seats]: return each seat's points as they stand; always the same array."""
        out = self._told.scores
        self._share(lambda *part: self._told.all_scores(self._games, out, *part))
        return out

    def legal_moves(self) -> Legal:
        """Return the legal moves as the rules number them, ascending; where anyone may move, those of all seats."""
        return self._legal

    # --- what can be done ---

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew. ``seed``: as when the batch was made; without one, one that is drawn."""
        if not isinstance(seed, int | np.integer | None):
            raise InvalidOption(f"seed={seed}: takes a whole number", field="seed")
        self.seed = secrets.randbits(SEED_BITS) if seed is None else int(seed)
        seed_game(self._games, self.seed)
        self._games.ended[:] = 0
        self._games.results[:] = 0.0
        self._go(BEGIN, 1)

    def step(self, actions: npt.ArrayLike, seats: Seats = None, *, waits: npt.ArrayLike | None = None) -> Step:
        """Make one of its legal actions in each game, and whatever the table plays after it.

        ``seats``: who makes it, where anyone may; otherwise the seat to move. ``waits``: the games in which nothing
        happens; their actions are not looked at. Raises ``IllegalMove``, naming the first
        game whose action is not legal; then nothing has changed.
        """
        given, whose = self._whole(actions, "actions"), self._whose(seats)
        if waits is not None:
            given[self._whole(np.asarray(waits) * 1, "waits") != 0] = WAIT  # bools become 0 and 1
        illegal = _first(self._share(lambda *part: self._told.take_actions(self._games, whose, given, *part)))
        if illegal is not None:
            problem = f"action {given[illegal]} is not legal for seat {whose[illegal]} here; masks() says what is"
            raise IllegalMove(f"game {illegal}: {problem}")
        self._go(CHOSEN, 1)
        return self._last

    def play(self, moves: npt.ArrayLike) -> Step:
        """The same with one of the ``legal_moves`` of each game; where anyone may move, it says itself whose it is.

        Raises ``IllegalMove``, naming the first game whose move is not legal; then nothing has changed.
        """
        given = self._whole(moves, "moves")
        illegal = _first(self._share(lambda *part: self._take(self._games, given, *part)))
        if illegal is not None:
            raise IllegalMove(f"game {illegal}: move {given[illegal]} is not legal here; legal_moves() lists what is")
        self._go(CHOSEN, 1)
        return self._last

    def play_random(self, steps: int) -> Played:
        """Make ``steps`` moves in each game, drawn among the legal ones, each as likely.

        What is drawn does not disturb chance: the same moves, given to ``play``, lead to the same games.
        """
        check_number("steps", steps)
        over, before = self._games.ended.sum(), self._games.results.sum(axis=0)
        at_once = AT_ONCE if self._record else steps
        for made in range(0, steps, at_once):
            self._go(RANDOM, min(at_once, steps - made))
        return Played(steps * self.count, int(self._games.ended.sum() - over), self._games.results.sum(axis=0) - before)

    # --- going back ---

    def save(self) -> Positions:
        """Return a copy of where all games stand, with the chance to come, for ``load``."""
        return Positions(self._kind, self.seed, Games(*(array.copy() for array in self._games)))

    def load(self, saved: Positions, games: npt.ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Go back to where games stood when they were saved, by this batch or another of the same game and options.

        ``games``: game i goes on from the saved game ``games[i]``; without it each from its own. All that go on from
        the same one have the same chance to come, unless a ``seed`` starts it anew, as ``reset`` does.
        Raises ``InvalidOption``.
        """
        self._compare(saved.kind)
        count, size = saved.games.rows.shape
        if size != self.game.rules.SIZE:
            raise InvalidOption(f"load: positions of {size} numbers, here of {self.game.rules.SIZE}; save them anew")
        if games is None and count != self.count:
            raise InvalidOption(f"load: {count} games were saved, here are {self.count}; games= says which go where")
        which = self._whole(np.arange(count) if games is None else games, "games")
        if int(which.min()) < 0 or int(which.max()) >= count:
            raise InvalidOption(f"games: {count} were saved, numbered from 0", field="games")
        self._take_over(saved.games, which)
        self._share(self._arrive)
        self.seed = saved.seed if seed is None else seed
        if seed is not None:
            seed_game(self._games, seed)

    def set_position(self, game: int, row: npt.ArrayLike) -> None:
        """Let one game go on from this row, as ``position`` returns them; what happens by chance goes on as it was.

        It has to be a position of the batch's own options: whether the rules lead to it is not looked into. How the
        game came there is not known, so ``match`` cannot show it, nor ``options_of`` options that are left to chance.
        Raises ``InvalidOption`` where no player has anything to choose.
        """
        place, rules = self._one(game), self.game.rules
        cells: list[int] = self._whole(row, "row", "cell of a position").tolist()
        turn, moves = rules.to_move(cells), [0] * rules.MAX_MOVES
        if turn not in {ANYONE, *range(self.seats)}:
            why = {NOBODY: "the game is over", CHANCE: "chance is to move"}.get(turn, f"seat {turn} is to move")
            raise InvalidOption(f"row: {why} there; take a position in which a seat of this batch is")
        count = rules.legal_moves(cells, moves)
        if count == 0 or (count == 1 and self.game.plays_itself(cells, moves[0])):
            raise InvalidOption("row: there is nothing to choose there; take a position in which there is")
        self._games.rows[place], self._games.moves[place] = cells, moves
        self._games.counts[place], self._games.to_move[place] = count, turn
        self._games.logged[place] = LOST
        self._games.begun[place] = 0 if len(self._options) == 1 else NEVER
        self._arrive(place, place + 1)

    def copy(self, record: bool | None = None) -> Self:
        """Return a batch that goes on by itself from here, with the same chance to come.

        ``record``: whether it notes its moves; as this one does, unless given.
        """
        make, _, games = self.__reduce__()
        twin: Self = make() if record is None else make(record=record)
        twin.__setstate__(games)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        made = partial(type(self), self.game.key, self.count, seed=self.seed, threads=self.threads, reward=self.reward)
        return partial(made, record=self._record, **self._given), (), self._games

    def __setstate__(self, games: Games) -> None:
        self._take_over(games, np.arange(self.count))

    # --- one of them ---

    def position(self, game: int) -> list[int]:
        """Return a copy of the row of one game."""
        return [int(cell) for cell in self._games.rows[self._one(game)]]

    def options_of(self, game: int) -> dict[str, str]:
        """Return the options of the game that is going on in one place; those left to chance are drawn game by game.

        Raises ``InvalidOption`` where its position was set and some are left to chance.
        """
        which = self._games.begun[self._one(game)]
        if which == NEVER:
            raise InvalidOption(f"options_of({game}): its position was set, which does not tell what chance drew")
        return dict(self._options[which])

    def text(self, game: int, viewer: int = TABLE) -> str:
        """Return one game as text, all of it unless a viewer is given: a seat, or ``SPECTATOR``."""
        return self.game.notation.diagram(observed(self.game, self.position(game), viewer), viewer)

    def render(self, game: int, viewer: int = TABLE) -> str:
        """Return a picture of one game, as SVG."""
        return self.game.picture.draw(observed(self.game, self.position(game), viewer), viewer, {}).svg

    def match(self, game: int) -> Match:
        """Return the game that is going on in one place as a match, with all its moves, to look at or to play on.

        Raises ``InvalidOption`` in a batch that does not record them, and until the game ends where its position was
        set, or saved by a batch that does not.
        """
        if not self._record:
            raise InvalidOption(f"match({game}): this batch does not record its moves; make it with record=True")
        place = self._one(game)
        if self._games.logged[place] >= LOST:
            raise InvalidOption(f"match({game}): its position was set, or saved without moves; the next game has them")
        moves = [int(move) for move in self._games.log[place, : self._games.logged[place]]]
        chance = _chance_among(self.game, start_row(self.game, self.options_of(game)), moves)
        match = Match(self.game, seed=self.seed, chance=chance, options=self.options_of(game))
        while len(match.moves) < len(moves):
            match.make(moves[len(match.moves)])
        return match

    # --- how it works ---

    def _go(self, what: int, steps: int) -> None:
        if self._record:
            self._make_room()
        by_points = self.reward == POINTS
        self._share(lambda *part: self._advance(self._games, what, steps, by_points, *part))

    def _share(self, work: Share) -> list[Any]:
        """Return what each share of the games has come to; the caller's thread takes one of them."""
        if self._pool is None:
            return [work(0, self.count)]
        others = [self._pool.submit(work, *part) for part in self._slices[1:]]
        return [work(*self._slices[0]), *(other.result() for other in others)]

    def _take_over(self, games: Games, which: Whole) -> None:
        """Let game i stand where game ``which[i]`` of these stands; the arrays stay this batch's own."""
        for name, own in self._games._asdict().items():
            if name not in {"starts", "log"}:
                np.take(getattr(games, name), which, axis=0, out=own, mode="clip")
        if self._record:
            log, logged = games.log[which], self._games.logged
            logged[logged > log.shape[1]] = LOST
            self._games = self._games._replace(log=log)

    def _arrive(self, first: int, last: int) -> None:
        """Forget the step before where games have not come by one."""
        self._games.rewards[first:last] = 0.0
        self._games.finished[first:last] = False
        self._told.all_scores(self._games, self._games.points, first, last)

    def _compare(self, kind: Mapping[str, str]) -> None:
        wrong = next((name for name, own in self._kind.items() if kind.get(name) != own), None)
        if wrong is not None:
            given, own = kind.get(wrong, f"no {wrong}"), self._kind[wrong]
            raise InvalidOption(f"load: these were saved with {given}, and this batch has {own}; take one with {given}")

    def _make_room(self) -> None:
        known = self._games.logged[self._games.logged < LOST]
        room, needed = self._games.log.shape[1], int(known.max(initial=0)) + ROOM
        if needed > room:
            more = np.zeros((self.count, 2 * needed - room), np.int64)
            self._games = self._games._replace(log=np.hstack((self._games.log, more)))

    def _whole(self, numbers: npt.ArrayLike, what: str, each: str = "game") -> Whole:
        given, needed = np.asarray(numbers), self.count if each == "game" else self.game.rules.SIZE
        if given.shape != (needed,) or given.dtype.kind not in "iu":
            problem = f"takes {needed} whole numbers, one for each {each}, not {given.dtype}{given.shape}"
            raise InvalidOption(f"{what}: {problem}")
        # A copy is always of one kind, contiguous and writable, for which the kernels are compiled.
        return given.astype(np.int64)

    def _whose(self, seats: Seats) -> Whole:
        """Return for each game the seat that is meant."""
        if seats is None:
            if self.game.race is not None and ANYONE in self.to_move:
                problem = "anyone may move here, so say which seat of each game is meant"
                raise InvalidOption(f"seats: {problem}", field="seats")
            return self._games.to_move  # type: ignore[no-any-return]
        given = self._whole(np.full(self.count, seats) if np.ndim(seats) == 0 else seats, "seats")
        if int(given.min()) < 0 or int(given.max()) >= self.seats:
            raise InvalidOption(f"seats: the seats are 0 to {self.seats - 1}", field="seats")
        return given

    def _one(self, game: int) -> int:
        if not 0 <= game < self.count:
            raise InvalidOption(f"game {game}: there are {self.count}, from 0")
        return game


def _kind_of(game: Game, sets: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Return what tells these games from others: first which game it is, its rules, then each option by its name."""
    values = {name: {each[name] for each in sets} for name in sets[0]}
    told = {name: f"{name}={min(of)}" if len(of) == 1 else f"{name} left to chance" for name, of in values.items()}
    return {"game": f"game={game.key}", "version": f"version {game.rules.VERSION} of the rules", **told}


def _chance_among(game: Game, row: list[int], moves: Sequence[int]) -> list[str]:
    """Return the texts of the moves of chance among all moves from a start."""
    texts = list[str]()
    for move in moves:
        if game.rules.to_move(row) == CHANCE:
            texts.append(game.notation.say(row, move, TABLE))
        game.rules.play(row, move)
    return texts


def _first(found: Sequence[int]) -> int | None:
    """Return the first game that a share of the games has found, if any has."""
    return next((game for game in found if game != NEVER), None)
