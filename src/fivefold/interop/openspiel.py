"""The games as OpenSpiel has them: ``python_fivefold_locus`` and so on, with chance as nodes of its own.

>>> import pyspiel
>>> import fivefold.interop.openspiel
>>> game = pyspiel.load_game("python_fivefold_focus(players=3,patience=10)")
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import repeat
from typing import Any, Final, Self

import numpy as np

from fivefold.contract import ANYONE, CHANCE, NOBODY, SPECTATOR, TABLE, Chance, Encoding, Game, Option
from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.contract.rules import packed, unpacked
from fivefold.contract.search import Sampling
from fivefold.engine.functions import RuleFunctions, search_of
from fivefold.engine.kernels import Jit, announced
from fivefold.engine.opponents import load_kernels
from fivefold.interop.encoding import encoding_of, places
from fivefold.interop.playing import SEED_BITS, check_number, observe_of, rewards, whole
from fivefold.parts import dice as generator
from fivefold.play import catalogue, options
from fivefold.play.catalogue import keys
from fivefold.play.observation import observed, observed_move

Seen = tuple[Mapping[int, int | str], int, Any] | None
"""What was seen of the last move by each viewer, who made it, and the same of the moves before it."""
HELD: Final = -9
"""In place of who made a move: what each of the others holds, in a possibility that was thought up."""


def make_look(rules: RuleFunctions, encoding: Encoding, jit: Jit, kernel: Jit) -> Callable[[Any, Any, Any], int]:
    """Make ``look(row, moves, actions) -> count``: write the actions of the legal moves; those of chance are numbered.
    The moves stay in ``moves``."""
    to_move, legal_moves, action_of = rules.to_move, rules.legal_moves, encoding.action_of

    @kernel
    def look(row: Any, moves: Any, actions: Any) -> int:
        turn = to_move(row)
        count = 0 if turn == NOBODY else int(legal_moves(row, moves))
        for index in range(count):
            actions[index] = action_of(row, moves[index]) if turn >= 0 else index
        return count

    return look


def make_play(rules: RuleFunctions, encoding: Encoding, jit: Jit, kernel: Jit) -> Callable[[Any, int, Any], int]:
    """Make ``play(row, action, moves) -> turn``: play a legal action, for chance the number of its move, in place;
    write the move to ``moves[0]``, and return who is to move then."""
    rules_play, to_move, legal_moves, move_of = rules.play, rules.to_move, rules.legal_moves, encoding.move_of

    @kernel
    def play(row: Any, action: int, moves: Any) -> int:
        turn = to_move(row)
        if turn == CHANCE:
            legal_moves(row, moves)
            moves[0] = moves[action]
        else:
            moves[0] = move_of(row, turn, action)
        rules_play(row, moves[0])
        return int(to_move(row))

    return play


class Desk:
    """What all positions of one game with its options share."""

    def __init__(self, game: Game, values: Mapping[str, str], *, compiled: bool) -> None:
        self.game, self.values, self.encoding = game, values, encoding_of(game)
        self.seats = game.setup.seats(values)
        self.kernels = kernels = load_kernels(game, compiled)
        self.look = announced(kernels, make_look, kernels.rules, self.encoding)
        self.play = kernels(make_play, kernels.rules, self.encoding)
        self.observe, self.seen = observe_of(kernels, self.encoding), kernels.zeros(kernels.rules.size)
        self.moves, self.actions = kernels.zeros(kernels.rules.max_moves), kernels.zeros(kernels.rules.max_moves)

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
        return start.turn == CHANCE and len(set(map(start.said, start.actions))) < len(start.actions)

    @cached_property
    def start(self) -> "Position":
        """The start. OpenSpiel asks for it with every observation."""
        laid = options.start_row(self.game, self.values)
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
    def actions(self) -> list[int]:
        """The legal actions, ascending; those of chance are the numbers of its moves."""
        desk = self.desk
        return sorted(whole(desk.actions[: desk.look(self._row, desk.moves, desk.actions)]))

    def outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may bring, and how likely each is; what is the same counts once."""
        if not self.desk.has_copies:
            return list(zip(self.actions, repeat(1 / len(self.actions)), strict=False))
        desk, row = self.desk, self.row
        count = desk.look(self._row, desk.moves, desk.actions)
        texts = [desk.game.notation.say(row, move, TABLE) for move in whole(desk.moves[:count])]
        return [(texts.index(text), copies / len(texts)) for text, copies in Counter(texts).items()]

    def after(self, action: int) -> "Position":
        """Return the position that an action, or an outcome of chance, leads to. Raises ``IllegalMove``."""
        row, turn, move = self._with(action)
        return Position(self.desk, row, turn, self._seen_with(move) if self.desk.game.hidden else None)

    def _with(self, action: int) -> tuple[Any, int, int]:
        """Return the row after an action, who is to move then, and the move that it is. Raises ``IllegalMove``."""
        if action not in self.actions:
            raise IllegalMove(f"action {action}: not legal here")
        row = self._row.copy()
        return row, self.desk.play(row, action, self.desk.moves), int(self.desk.moves[0])

    def _seen_with(self, move: int) -> Seen:
        """Return what each viewer has seen once this move is made."""
        game, viewers = self.desk.game, (*range(self.desk.seats), SPECTATOR, TABLE)
        return {viewer: observed_move(game, self._row, move, viewer) for viewer in viewers}, self.turn, self._seen

    def possibility(self, seat: int, number: int) -> "Position":
        """Return a position that may be this one for all that a seat has seen, the one that belongs to ``number``.

        The others remember what everybody saw, and what they hold now: which of it came when is not made up for them.
        """
        game = self.desk.game
        if game.hidden is None or not isinstance(game.search, Sampling):
            return self
        dice, filled = [0], observed(game, self.row, seat)
        generator.seed(dice, number)
        game.search.determinize(filled, seat, dice)
        row = self._row.copy()
        row[:] = filled
        viewers = [viewer for viewer in (*range(self.desk.seats), TABLE) if viewer != seat]
        others = {viewer: packed(observed(game, filled, viewer)).hex() for viewer in viewers}
        return Position(self.desk, row, self.turn, (others, HELD, _seen_by(seat, others, self._seen)))

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
        """Return a legal action, or an outcome of chance, as the game writes it. Raises ``IllegalMove``."""
        _, _, move = self._with(action)
        return self.desk.game.notation.say(self.row, move, self.turn if self.turn >= 0 else TABLE)

    def text(self, viewer: int) -> str:
        """Return the position as text, as somebody may see it."""
        seen = observed(self.desk.game, self.row, viewer)
        return f"{self.desk.game.notation.diagram(seen, viewer)}\nto move: {self.turn}"

    def observe(self, seat: int, viewer: int, out: Any) -> None:
        """Write a seat's observation, as far as ``viewer`` may see it, to float32[LENGTH]."""
        desk = self.desk
        out.fill(0)
        if viewer == seat:
            desk.observe(self._row, seat, desk.seen, out if desk.kernels.compiled else out.data)
        else:
            desk.encoding.observe_into(observed(desk.game, self.row, viewer), seat, out.data)

    def remembered(self, viewer: int) -> list[tuple[int, int | str]]:
        """Return all moves so far as somebody has seen them: who made each, and its number."""
        told, seen = list[tuple[int, int | str]](), self._seen
        while seen is not None:
            moves, mover, seen = seen
            told += [(mover, moves[viewer])] if viewer in moves else []
        return told[::-1]


def _seen_by(seat: int, others: Iterable[int], seen: Seen) -> Seen:
    """Return what was seen, where each of the others has seen what everybody did."""
    if seen is None:
        return None
    moves, mover, before = seen
    known = _seen_by(seat, others, before)
    if mover == HELD and seat not in moves:
        return known
    public = moves.get(SPECTATOR)
    shared = {} if public is None else dict.fromkeys((*others, SPECTATOR), public)
    return {**shared, **({seat: moves[seat]} if seat in moves else {})}, mover, known


try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    raise ImportError("fivefold.interop.openspiel needs OpenSpiel: pip install 'fivefold[interop]'") from error

MOST_STEPS: Final = 10_000
"""Moves after which a game is cut off, unless the parameter ``max_steps`` says otherwise."""
MOST_CHANCE: Final = 100
"""More than the nodes of chance between two decisions: 85 at the start of Dice Poker, with tiles to be laid."""
OF_THE_DOOR: Final[Mapping[str, object]] = {"max_steps": MOST_STEPS, "compiled": True}
"""Parameters that are no options of the games."""


def name_of(key: str) -> str:
    """Return what OpenSpiel calls a game."""
    return f"python_fivefold_{key}"


def _parameter(option: Option) -> object:
    """Return the default of an option as a parameter: a whole number where all its values are numbers."""
    default = option.default or next(iter(option.values))
    return int(default) if all(value.isdigit() for value in option.values) else default


def type_of(game: Game, seats: int | None = None) -> Any:
    """Return what kind of game this is; ``seats``: of one with so many, otherwise of all."""
    traits, kinds = game.traits, pyspiel.GameType
    alone = 1 in traits.seats if seats is None else seats == 1
    return kinds(
        short_name=name_of(game.key),
        long_name=f"Fivefold: {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC
        if traits.chance is Chance.NONE
        else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if traits.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if alone else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(traits.seats),
        min_num_players=min(traits.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=traits.hidden,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**{each.name: _parameter(each) for each in game.setup.options}, **OF_THE_DOOR},
    )


class FivefoldGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types of its own
    """A game with its options."""

    def __init__(self, game: Game, parameters: Mapping[str, Any]) -> None:
        """Raises ``InvalidOption``, for races too."""
        own = dict(OF_THE_DOOR) | {name: value for name, value in parameters.items() if name in OF_THE_DOOR}
        given = {name: value for name, value in parameters.items() if name not in OF_THE_DOOR}
        values = options.resolve(game, given)
        self.max_steps = int(str(own["max_steps"]))
        check_number("max_steps", self.max_steps)
        self.desk = desk_of(game.key, tuple(values.items()), bool(own["compiled"]))
        if self.desk.is_race:
            raise InvalidOption(f"{game.key}: in a race anyone may move at any time; take parallel_env of PettingZoo")
        seats = self.desk.seats
        super().__init__(type_of(game, seats), self._info(seats, self.desk.start), dict(parameters))

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def _info(self, seats: int, start: Position) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.desk.encoding.actions,
            max_chance_outcomes=len(start.actions) if start.turn == CHANCE else 0,
            num_players=seats,
            min_utility=0.0 if seats == 1 else -1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=None if seats == 1 else 0.0,
            max_game_length=self.max_steps,
        )

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound of the nodes of chance in a game."""
        return MOST_CHANCE * (1 + self.max_steps) if self.desk.start.turn == CHANCE else 0

    def max_history_length(self) -> int:
        """Return an upper bound of all nodes in a game."""
        return self.max_steps + self.max_chance_nodes_in_history()

    def new_initial_state(self, state: None = None) -> "FivefoldState":
        """Return the start, before chance has dealt."""
        return FivefoldState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return who tells what a player sees, or remembers."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.perfect_recall and not self.desk.game.traits.hidden:
            return IIGObserverForPublicInfoGame(kind, params)
        if params:
            raise InvalidOption(f"{params}: observations take no parameters")
        return (Memory if kind.perfect_recall else Observer)(self.desk, kind)


class FivefoldState(pyspiel.State):  # type: ignore[misc]  # as above
    """A position, and what each player has seen on the way to it."""

    def __init__(self, game: FivefoldGame) -> None:
        super().__init__(game)
        self.at: Position = game.desk.start
        self._left = game.max_steps

    def current_player(self) -> int:
        """Return the seat to move, chance, or that it is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.at.turn == CHANCE else self.at.turn

    def is_chance_node(self) -> bool:
        """Tell whether chance is to move."""
        return self.at.turn == CHANCE and not self.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.actions.copy() if player == self.at.turn and not self.is_terminal() else []

    def legal_actions(self, *player: int) -> list[int]:
        """Return the legal actions of a player, or of who is to move; those of a player without going through C++."""
        whose = player[0] if player else self.at.turn
        return self._legal_actions(whose) if whose >= 0 else super().legal_actions(*player)

    def legal_actions_mask(self, *player: int) -> list[int]:
        """Return 1 for each legal action of a player, of who is to move unless one is given; 0 for all others."""
        whose = player[0] if player else self.at.turn
        if whose < 0:
            return super().legal_actions_mask(*player)  # type: ignore[no-any-return]
        mask = [0] * self.at.desk.encoding.actions
        for action in self._legal_actions(whose):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may come, and how likely each is: the numbers of the moves in their list."""
        return self.at.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise IllegalMove(f"action {action}: the game is over")
        decided, self.at = self.at.turn >= 0, self.at.after(action)
        self._left -= decided

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "FivefoldState":
        """Return a state that may be this one for all that a player has seen, each such deal equally likely."""
        state: FivefoldState = self.clone()
        state.at = self.at.possibility(player, int(sampler() * (1 << SEED_BITS)))
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.said(action)

    def is_terminal(self) -> bool:
        """Tell whether it is over, or cut off."""
        return self.at.turn == NOBODY or self._left <= 0

    def returns(self) -> list[float]:
        """Return each player's result, adding up to 0; a game that was cut off is drawn."""
        seats = self.at.desk.seats
        if self.at.turn == NOBODY or (seats == 1 and self._left <= 0):
            return rewards(self.at.results())
        return [0.0] * seats

    def __str__(self) -> str:
        return self.at.text(TABLE)


class Observer:
    """Tells what a player sees now: the arrays of docs/interop.md, and the table as text."""

    def __init__(self, desk: Desk, kind: Any, more: int = 0) -> None:
        """``more``: numbers behind those."""
        self._viewer, self._now = viewer_of(kind), desk.encoding.length
        self.tensor = np.zeros(self._now + more, np.float32)
        self._seen = self.tensor[: self._now]
        self.dict = {
            place.block.name: self.tensor[place.start : place.stop].reshape(place.block.shape)
            for place in places(desk.encoding.fields)
        }

    def set_from(self, state: FivefoldState, player: int) -> None:
        """Write what a player sees."""
        state.at.observe(player, self._viewer(player), self._seen)

    def string_from(self, state: FivefoldState, player: int) -> str:
        """Return what a player sees, as text."""
        return state.at.text(self._viewer(player))


class Memory(Observer):
    """Tells all that a player has seen since the start, every move, blank what they could not see: as text; and as what
    they see now with a block ``moves``, who made each (1 chance, 2 the first seat) and its part of all move numbers."""

    def __init__(self, desk: Desk, kind: Any) -> None:
        longest = search_of(desk.game, Sampling).remaining(desk.start.row)
        super().__init__(desk, kind, 2 * longest)
        self._numbers = desk.game.traits.move_numbers
        self.dict["moves"] = self._moves = self.tensor[self._now :].reshape(longest, 2)

    def set_from(self, state: FivefoldState, player: int) -> None:
        """Write what a player has seen."""
        super().set_from(state, player)
        told = [each for each in state.at.remembered(self._viewer(player)) if each[0] != HELD]
        self._moves[:] = 0
        for place, (mover, number) in enumerate(told):
            self._moves[place] = mover + 2, int(number) / self._numbers

    def string_from(self, state: FivefoldState, player: int) -> str:
        """Return what a player has seen, as text."""
        return " ".join(f"{mover}:{number}" for mover, number in state.at.remembered(self._viewer(player)))


def viewer_of(kind: Any) -> Callable[[int], int]:
    """Return through whose eyes a player looks: their own, those of the public, or everybody's together."""
    types = pyspiel.PrivateInfoType
    eyes = {types.SINGLE_PLAYER: lambda player: player, types.ALL_PLAYERS: lambda player: TABLE}
    return eyes.get(kind.private_info, lambda player: SPECTATOR)


def _class_of(game: Game) -> type[FivefoldGame]:
    """Return the class of one game; OpenSpiel makes the games by calling it with their parameters."""

    def begin(self: FivefoldGame, parameters: Mapping[str, Any] | None = None) -> None:
        FivefoldGame.__init__(self, game, parameters or {})

    return type(f"{game.key.title()}Game", (FivefoldGame,), {"__init__": begin, "__doc__": game.tagline})


CLASSES: Final = {key: _class_of(catalogue.find(key)) for key in keys()}
"""The class of each game. They live as long as OpenSpiel, which lets go of them after Python has ended."""
for _key, _class in CLASSES.items():
    pyspiel.register_game(type_of(catalogue.find(_key)), _class)
