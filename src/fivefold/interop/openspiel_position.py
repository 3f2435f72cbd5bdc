"""Positions of a game tree: what follows from each action, chance included, as OpenSpiel walks them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np

from fivefold.contract import ANYONE, CHANCE, NOBODY, SPECTATOR, TABLE, Encoding, Game
from fivefold.contract.errors import IllegalMove
from fivefold.contract.rules import packed, unpacked
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit, announced
from fivefold.interop.encoding import encoding_of
from fivefold.interop.playing import Numbers, kernels_for, whole
from fivefold.interop.playing_kernels import observe_of
from fivefold.play import catalogue, options
from fivefold.play.observation import observed, observed_move

Seen = tuple[Mapping[int, int], int, Any] | None
"""What was seen of the last move by each viewer, who made it, and the same of the moves before it."""
Look = Callable[[Any, Any, Any], int]


def make_look(rules: RuleFunctions, encoding: Encoding, jit: Jit, kernel: Jit) -> Look:
    """Make ``look(row, moves, actions) -> count``: write the legal moves, and the actions of a player's."""
    to_move, legal_moves, action_of = rules.to_move, rules.legal_moves, encoding.action_of

    @kernel
    def look(row: Any, moves: Any, actions: Any) -> int:
        turn = to_move(row)
        if turn == NOBODY:
            return 0
        count = legal_moves(row, moves)
        if turn >= 0:
            for index in range(count):
                actions[index] = action_of(row, moves[index])
        return int(count)

    return look


def make_play(rules: RuleFunctions, jit: Jit, kernel: Jit) -> Callable[[Any, int], int]:
    """Make ``play(row, move) -> turn``: make a move in place; return who is to move then."""
    play, to_move = rules.play, rules.to_move

    @kernel
    def play_move(row: Any, move: int) -> int:
        play(row, move)
        return int(to_move(row))

    return play_move


class Desk:
    """What all positions of one game with its options share."""

    def __init__(self, game: Game, values: Mapping[str, str], *, compiled: bool) -> None:
        self.game, self.values, self.encoding = game, values, encoding_of(game)
        self.length = self.encoding.length
        self.seats = game.setup.seats(values)
        kernels = kernels_for(game, compiled)
        self.kernels = kernels
        self.look = announced(kernels, make_look, kernels.rules, self.encoding)
        self.play = kernels(make_play, kernels.rules)
        self.observe, self.seen = observe_of(kernels, self.encoding), kernels.zeros(kernels.rules.size)
        self.moves, self.actions = kernels.zeros(kernels.rules.max_moves), kernels.zeros(kernels.rules.max_moves)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return desk_of, (self.game.key, tuple(self.values.items()), self.kernels.compiled)

    @property
    def is_race(self) -> bool:
        """Whether anyone may move once chance has dealt."""
        position = self.start
        while position.turn == CHANCE:
            position = position.after(0)
        return position.turn == ANYONE

    @cached_property
    def has_copies(self) -> bool:
        """Whether chance may bring the same in several ways, as from two decks; if so it can with its first move."""
        start = self.start
        return start.turn == CHANCE and len(set(start.texts)) < len(start.moves)

    @cached_property
    def start(self) -> "Position":
        """The start. OpenSpiel asks for it with every observation."""
        laid = [0] * self.game.rules.SIZE
        self.game.rules.setup(laid, options.codes(self.game, self.values))
        row = self.kernels.zeros(len(laid))
        row[:] = laid
        return Position(self, row, self.game.rules.to_move(laid))


@lru_cache(maxsize=64)
def desk_of(key: str, values: tuple[tuple[str, str], ...], compiled: bool) -> Desk:
    """Return the desk of a game with these options, the same one every time."""
    return Desk(catalogue.find(key), dict(values), compiled=compiled)


def restored(desk: Desk, row: bytes, turn: int, seen: Seen) -> "Position":
    """Return a position that was stored."""
    cells = desk.kernels.zeros(desk.game.rules.SIZE)
    cells[:] = unpacked(row)
    return Position(desk, cells, turn, seen)


class Position:
    """A position; it never changes, so that copies of a state share it."""

    def __init__(self, desk: Desk, row: Any, turn: int, seen: Seen = None) -> None:
        self.desk, self.turn, self._row, self._seen = desk, turn, row, seen

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.desk, packed(self.row), self.turn, self._seen)

    @cached_property
    def moves(self) -> dict[int, int]:
        """The legal moves by their actions, ascending; those of chance by their number in the list."""
        desk = self.desk
        count = desk.look(self._row, desk.moves, desk.actions)
        moves = whole(desk.moves[:count])
        if self.turn == CHANCE:
            return dict(enumerate(moves))
        return dict(sorted(zip(whole(desk.actions[:count]), moves, strict=True)))

    @property
    def texts(self) -> list[str]:
        """The legal moves as the game writes them."""
        row, viewer = self.row, self.turn if self.turn >= 0 else TABLE
        return [self.desk.game.notation.say(row, move, viewer) for move in self.moves.values()]

    def outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may bring, and how likely each is; what is the same counts once."""
        moves = self.moves
        texts: Sequence[object] = self.texts if self.desk.has_copies else list(moves)
        counts = Counter(texts)
        first = dict(zip(reversed(texts), reversed(moves), strict=True))
        return [(outcome, counts[text] / len(moves)) for text, outcome in reversed(first.items())]

    def after(self, action: int) -> "Position":
        """Return the position that an action, or an outcome of chance, leads to. Raises ``IllegalMove``."""
        move = self.moves.get(action)
        if move is None:
            raise IllegalMove(f"action {action}: not legal here")
        row = self._row.copy()
        return Position(self.desk, row, int(self.desk.play(row, move)), self._seen_with(move))

    def _seen_with(self, move: int) -> Seen:
        """Return what each viewer has seen once this move is made; it is kept only in games with secrets."""
        game = self.desk.game
        if game.hidden is None:
            return None
        viewers = (*range(self.desk.seats), SPECTATOR, TABLE)
        return {viewer: observed_move(game, self._row, move, viewer) for viewer in viewers}, self.turn, self._seen

    # --- what is told of it ---

    @property
    def row(self) -> list[int]:
        """A copy of the position, as plain numbers."""
        return whole(self._row)

    def results(self) -> list[float]:
        """Return each seat's result, as ``returns`` of the rules has it."""
        out = [0.0] * self.desk.seats
        self.desk.game.rules.returns(self.row, out)
        return out

    def said(self, action: int) -> str:
        """Return a legal action, or an outcome of chance, as the game writes it."""
        return self.desk.game.notation.say(self.row, self.moves[action], self.turn if self.turn >= 0 else TABLE)

    def text(self, viewer: int) -> str:
        """Return the position as text, as somebody may see it."""
        seen = observed(self.desk.game, self.row, viewer)
        return f"{self.desk.game.notation.diagram(seen, viewer)}\nto move: {self.turn}"

    def observation(self, seat: int, viewer: int) -> Numbers:
        """Return a seat's observation, as far as ``viewer`` may see it."""
        desk = self.desk
        out = np.zeros(desk.length, np.int16)
        cells: Any = out.data
        if viewer == seat:
            desk.observe(self._row, seat, desk.seen, out if desk.kernels.compiled else cells)
        else:
            desk.encoding.observe_into(observed(desk.game, self.row, viewer), seat, cells)
        return out

    def remembered(self, viewer: int) -> str:
        """Return all moves so far as somebody has seen them: who made each, and its number."""
        told, seen = list[str](), self._seen
        while seen is not None:
            moves, mover, seen = seen
            told.append(f"{mover}:{moves[viewer]}")
        return " ".join(reversed(told))
