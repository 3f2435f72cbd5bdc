"""What a kernel is made of: a game's functions side by side, plain or compiled."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from fivefold.contract import (
    AlphaBeta,
    Game,
    HandCounts,
    Hindsight,
    Learning,
    OutcomeOdds,
    PolicyRollouts,
    Sampling,
    WholeTurns,
)
from fivefold.contract.search import keep_turn, no_bound, nothing_settled, own_side


class Functions(NamedTuple):
    """The functions and constants of a game that kernels close over; see ``play.contract`` for each."""

    size: int
    max_moves: int
    points_scale: float
    to_move: Any
    legal_moves: Any
    play: Any
    scores: Any
    returns: Any
    value: Any
    banked: Any
    merit: Any
    key: Any
    remaining: Any
    side: Any
    give_turn: Any
    observe: Any = None
    determinize: Any = None
    """Of games with secrets (``Hidden``)."""
    max_finishes: int = 0
    scratch: int = 0
    turn_of: Any = None
    finishes: Any = None
    finish: Any = None
    outlook: Any = None
    """Of games with turns of several moves (``Turns``)."""
    points: Any = None
    made: Any = None
    cut_short: Any = None
    """Of games whose hands the lab counts (``Tally``)."""
    mover: Any = None
    """Of games in which anyone may be to move (``Race``)."""
    most_tried: int = 0
    merit_units: int = 1
    candidates: Any = None
    choose: Any = None
    """Of games that are played out at first sight (``Policy``)."""
    arrangement: int = 0
    gather: Any = None
    improve: Any = None
    lay: Any = None
    plan: Any = None
    """Of games whose cards are arranged in hindsight (``Hindsight``)."""
    features: Any = None
    settled: Any = None
    """Of games whose tables are learnt (``Learning``)."""
    state_of: Any = None
    outcome_of: Any = None
    """Of games that count what becomes of what (``OutcomeOdds``)."""


Jit = Callable[[Any], Any]
Factory = Callable[[Functions, Jit, Jit], Any]
"""Makes a kernel over a game's functions. Functions defined inside pass through the first decorator, the kernel itself
through the second."""


def plain_functions(game: Game) -> Functions:
    """Return a game's functions as they are written."""
    rules, search = game.rules, game.search
    alpha_beta: Any = search if isinstance(search, AlphaBeta) else None
    turns: Any = search if isinstance(search, WholeTurns) else None
    policy: Any = search if isinstance(search, PolicyRollouts) else None
    functions = Functions(
        size=rules.SIZE,
        max_moves=rules.MAX_MOVES,
        points_scale=search.points_scale,
        to_move=rules.to_move,
        legal_moves=rules.legal_moves,
        play=rules.play,
        scores=rules.scores,
        returns=rules.returns,
        value=search.value,
        merit=search.merit,
        key=(alpha_beta or turns).key if alpha_beta or turns else nothing_settled,
        banked=alpha_beta.banked if alpha_beta else nothing_settled,
        remaining=alpha_beta.remaining if alpha_beta else no_bound,
        side=alpha_beta.side if alpha_beta else own_side,
        give_turn=alpha_beta.give_turn if alpha_beta else keep_turn,
        observe=game.hidden and game.hidden.observe,
        determinize=search.determinize if isinstance(search, Sampling) else None,
        max_finishes=turns.max_finishes if turns else 0,
        scratch=turns.scratch if turns else 0,
        turn_of=game.long_turns and game.long_turns.turn_of,
        finishes=turns and turns.finishes,
        finish=turns and turns.finish,
        outlook=turns and turns.outlook,
        mover=game.race and game.race.mover,
        most_tried=policy.most_tried if policy else 0,
        merit_units=policy.merit_units if policy else 1,
        candidates=policy and policy.candidates,
        choose=policy and policy.choose,
    )
    return with_extras(game, functions)


def with_extras(game: Game, functions: Functions) -> Functions:
    """Return the functions with those of the game's extras, which only some kernels want."""
    counts, hindsight, learning = game.extra_of(HandCounts), game.extra_of(Hindsight), game.extra_of(Learning)
    odds = game.extra_of(OutcomeOdds)
    return functions._replace(
        points=counts and counts.points,
        made=counts and counts.made,
        cut_short=counts and counts.cut_short,
        arrangement=hindsight.arrangement if hindsight else 0,
        gather=hindsight and hindsight.gather,
        improve=hindsight and hindsight.improve,
        lay=hindsight and hindsight.lay,
        plan=hindsight and hindsight.plan,
        features=learning and learning.features,
        settled=learning and learning.settled,
        state_of=odds and odds.state_of,
        outcome_of=odds and odds.outcome_of,
    )


class Kernels(Protocol):
    """The kernels of one game, plain or compiled, and the arrays they work on."""

    game: Game
    functions: Functions
    compiled: bool

    def __call__(self, factory: Factory) -> Callable[..., Any]:
        """Return the kernel this factory makes for this game."""

    def zeros(self, *shape: int) -> Any:
        """Return integers of this shape, one or two dimensions, all 0."""

    def floats(self, *shape: int) -> Any:
        """Return floats of this shape, one or two dimensions, all 0."""


class PlainKernels:
    """Kernels that run as plain Python over lists."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.functions = plain_functions(game)
        self._made: dict[Factory, Callable[..., Any]] = {}

    def __call__(self, factory: Factory) -> Callable[..., Any]:
        """Return the plain kernel this factory makes for this game."""
        if factory not in self._made:
            self._made[factory] = factory(self.functions, as_written, as_written)
        return self._made[factory]

    def zeros(self, *shape: int) -> Any:
        """Return (nested) lists of 0."""
        return [0] * shape[0] if len(shape) == 1 else [self.zeros(*shape[1:]) for _ in range(shape[0])]

    def floats(self, *shape: int) -> Any:
        """Return (nested) lists of 0.0."""
        return [0.0] * shape[0] if len(shape) == 1 else [self.floats(*shape[1:]) for _ in range(shape[0])]


def as_written(function: Any) -> Any:
    """Return the function unchanged: the decorator of a kernel that runs as plain Python."""
    return function
