"""How each kind of game is played: which search plays it, what its levels may spend, what has to be compiled for it.

The only place that knows all kinds; another kind of search is another line of ``KINDS``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fivefold.contract import AlphaBeta, Extra, Game, Hindsight, PolicyRollouts, Row, Sampling, Search, WholeTurns
from fivefold.engine.alphabeta import Deepening, make_alphabeta
from fivefold.engine.arrangement_search import arrange_once, make_improve, make_plan
from fivefold.engine.budget import Budget
from fivefold.engine.expectimax import TurnExpectimax, make_expectimax
from fivefold.engine.functions import race_functions, rule_functions, turn_functions
from fivefold.engine.kernels import Factory, Kernels
from fivefold.engine.policy_rollout import PolicyRolloutSearch, make_list_candidates, make_play_out
from fivefold.engine.sampling import SamplingSearch, make_compare
from fivefold.engine.timed_search import TimedSearch
from fivefold.engine.tree_search import SeveralSearch, make_grow

ALPHABETA_LEVELS: Final = (
    Budget(depth=1, insight=False, slip=85),
    Budget(depth=1, insight=False, slip=40),
    Budget(depth=1, slip=60),
    Budget(depth=2, slip=25),
    Budget(depth=3, slip=8),
    Budget(nodes=200_000),
    Budget(seconds=2.0),
)
SAMPLING_LEVELS: Final = (
    Budget(depth=1, insight=False, slip=85),
    Budget(depth=1, insight=False, slip=40),
    Budget(depth=1, insight=False),
    Budget(nodes=300, depth=1, slip=50),
    Budget(nodes=600, depth=1, slip=10),
    Budget(nodes=800, depth=2),
    Budget(seconds=0.5),
)
TURN_LEVELS: Final = (
    Budget(depth=1, insight=False, slip=88),
    Budget(depth=1, insight=False, slip=70),
    Budget(depth=1, slip=75),
    Budget(depth=1, slip=60),
    Budget(depth=1, slip=47),
    Budget(nodes=20_000, depth=2, slip=20),
    Budget(seconds=0.5),
)
POLICY_ROLLOUT_LEVELS: Final = (
    Budget(depth=1, insight=False, slip=85),
    Budget(depth=1, insight=False, slip=50),
    Budget(depth=1, slip=45),
    Budget(depth=1, slip=30),
    Budget(depth=1, slip=15),
    Budget(nodes=3_000, slip=12),
    Budget(seconds=2.0, nodes=20_000),
)
"""With a depth of 1 nothing is played out."""

NewSearch = Callable[[Kernels, int, Budget], TimedSearch]
"""``new_search(kernels, seats, budget)``: a search for one seat of one match, given no more than this budget."""


def new_deepening(kernels: Kernels, seats: int, budget: Budget) -> TimedSearch:
    """Return alpha-beta; with more than two players it searches the best reply of any rival."""
    return Deepening(kernels, seats, best_reply=seats > 2, nodes=budget.nodes)


def new_open_search(kernels: Kernels, seats: int, budget: Budget) -> TimedSearch:
    """Return alpha-beta; with more than two players and nothing overlooked tree search, where the game is for that."""
    if seats > 2 and budget.slip == 0:
        return SeveralSearch(kernels, seats, nodes=budget.nodes)
    return new_deepening(kernels, seats, budget)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchKind:
    """How games of one kind are played, as measured (``docs/strength``)."""

    levels: tuple[Budget, ...]
    """What each level may spend and how much it overlooks, weakest first."""
    search: NewSearch
    endings: NewSearch | None = None
    """What the search leaves endings to."""
    factories: tuple[Factory, ...]
    """Makers of all the kernels that these searches use."""
    factories_of_several: tuple[Factory, ...] = ()
    """And of those that only games for more than two need."""
    warming_depth: int = 1
    """The least depth at which the search runs all its kernels."""


KINDS: Final[Mapping[type[Search], SearchKind]] = {
    AlphaBeta: SearchKind(
        levels=ALPHABETA_LEVELS, search=new_open_search, factories=(make_alphabeta,), factories_of_several=(make_grow,)
    ),
    Sampling: SearchKind(
        levels=SAMPLING_LEVELS,
        search=lambda kernels, seats, budget: SamplingSearch(kernels, seats),
        endings=new_deepening,
        factories=(make_compare, make_alphabeta),
    ),
    WholeTurns: SearchKind(
        levels=TURN_LEVELS,
        search=lambda kernels, seats, budget: TurnExpectimax(kernels, seats),
        factories=(make_expectimax,),
    ),
    PolicyRollouts: SearchKind(
        levels=POLICY_ROLLOUT_LEVELS,
        search=lambda kernels, seats, budget: PolicyRolloutSearch(kernels, seats),
        factories=(make_play_out, make_list_candidates),
        warming_depth=2,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraKind:
    """What has to be compiled for an extra that opponents use."""

    factories: tuple[Factory, ...]
    run: Callable[[Kernels, Row], None]
    """``run(kernels, row)``: run all these kernels once; the row is any position."""


EXTRAS: Final[Mapping[type[Extra], ExtraKind]] = {
    Hindsight: ExtraKind(factories=(make_improve, make_plan), run=arrange_once)
}


def kind_of(game: Game) -> SearchKind:
    """Return how this game is played."""
    return KINDS[type(game.search)]


def extra_kinds_of(game: Game) -> list[ExtraKind]:
    """Return what has to be compiled for this game's extras."""
    return [EXTRAS[type(extra)] for extra in game.extras if type(extra) in EXTRAS]


def factories_of(game: Game) -> tuple[Factory, ...]:
    """Return the makers of all kernels that this game's opponents use."""
    extras = [factory for extra in extra_kinds_of(game) for factory in extra.factories]
    several = kind_of(game).factories_of_several if max(game.traits.seats) > 2 else ()
    return (*kind_of(game).factories, *several, *extras)


def bundles_of(game: Game) -> tuple[Any, ...]:
    """Return the bundles of functions that these kernels are made of."""
    turns = None if game.long_turns is None else turn_functions(game)
    extras = [extra for extra in game.extras if type(extra) in EXTRAS]
    return (rule_functions(game), race_functions(game), turns, game.search, *extras)
