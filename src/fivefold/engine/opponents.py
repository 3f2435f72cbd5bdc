"""Computer opponents: seven levels of strength, the same table for every game, behind each game's own personas.

A weak level makes mistakes as people do: it takes the points it sees, looks few plies ahead, and overlooks some of the
moves and replies.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fivefold.contract import ANYONE, CHANCE, SPECTATOR, Game, Persona, stored
from fivefold.contract.errors import InvalidOption, MatchOver
from fivefold.engine.budget import Budget
from fivefold.engine.cache import is_warm
from fivefold.engine.finding import Finding
from fivefold.engine.kernels import Kernels, PlainKernels
from fivefold.engine.search_kinds import kind_of
from fivefold.engine.strength import strength_of
from fivefold.engine.timed_search import TimedSearch
from fivefold.play import catalogue
from fivefold.play.match import Match

LEVELS: Final = range(1, stored.LEVELS + 1)
"""The numbers of the levels, weakest first."""
STRENGTH: Final = re.compile(r"(?:^| )([0-9]{1,4})(?: elo)?$")
PLAIN_SPEED: Final = 0.5
"""The most seconds the plain-Python search takes, at any level, while the compiled one is not ready."""
PLAIN_NOTE: Final = "answered with the plain-Python search while the engine compiles"


Deal = tuple[dict[str, str], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Thought:
    """What an opponent thinks of a position, its moves as text."""

    text: str
    """The move it would make."""
    values: tuple[float, ...]
    """For each seat the chance to win, 0 to 1, as the search sees it."""
    points: float
    """The lead it expects, in the units of the game's ``value``; where one plays alone the score."""
    line: tuple[str, ...]
    """The moves it expects, its own first."""
    depth: int
    nodes: int
    seconds: float
    exact: bool = False
    """Whether this is what best play gives, searched to the end."""
    note: str = ""
    """What the player should know about how it was found; usually empty."""
    weighed: Mapping[str, float] = field(default_factory=dict)
    """For moves it compared, on equal terms: the chance of the seat to move to win after each, or where one plays alone
    the score to be expected; may be empty."""


class Opponent:
    """A computer opponent, which plays one match after another."""

    def __init__(
        self,
        game: Game,
        level: int,
        seed: int | None = None,
        kernels: Kernels | None = None,
        kernels_for: Callable[[Game], Kernels] | None = None,
    ) -> None:
        """``kernels_for``: where to get kernels while it has no compiled ones, ``best_kernels`` by default."""
        self.game, self.level, self.strength = game, level, strength_of(game, level)
        self.budget: Budget | None = None
        """What it may spend on a move, instead of what its strength says."""
        self._random = random.Random(seed)
        self._kernels, self._kernels_for = kernels, kernels_for
        self._search: TimedSearch | None = None
        self._deal: Deal | None = None

    @property
    def persona(self) -> Persona:
        """The opponent as people meet it."""
        return self.game.persona(self.level)

    @property
    def name(self) -> str:
        """The persona's name."""
        return self.persona.name

    @property
    def style(self) -> str:
        """How it plays, in a sentence."""
        return self.persona.style

    def choose(self, match: Match, seat: int | None = None) -> str:
        """Return the move it would make, as text; see ``think``."""
        return self.think(match, seat=seat).text

    def think(self, match: Match, weigh: int | None = None, *, seat: int | None = None) -> Thought:
        """Return what it thinks of the position, from its own seat's view alone.

        ``weigh``: a legal move to compare with the best. ``seat``: where it sits, needed only where anyone may be to
        move. Raises ``MatchOver``, ``InvalidOption``.
        """
        finding = self.find(match, weigh, seat=seat)
        note = "" if self._kernels is not None and self._kernels.compiled else PLAIN_NOTE
        return in_words(match, finding, seat_of(match, seat), note)

    def find(self, match: Match, weigh: int | None = None, *, seat: int | None = None) -> Finding:
        """Return what its search finds, moves as integers; see ``think``."""
        if match.outcome is not None:
            raise MatchOver(f"{self.name}: the match is over, there is no move to choose")
        mover = seat_of(match, seat)
        if not any(match.mover(move) == mover for move in match.legal()):
            raise InvalidOption(f"{self.name}: anyone may be to move, and seat {seat} has no move; say a seat that has")
        kernels = self._ready()
        budget = kept_short(kernels, self.budget or self.strength.draw(self._random.random))
        deal = deal_of(match)
        if self._search is None or self._deal is None or not same_deal(self._deal, deal):
            self._search = new_search(kernels, len(match.seats), self.budget or self.strength.above)
        self._deal = deal
        salt = self._random.getrandbits(32)
        return self._search.think(match.seen_by(mover), budget, salt, seat=mover, weigh=weigh)

    def stop(self) -> None:
        """End the thought that goes on as soon as it looks; what it has found so far counts. Works from any thread."""
        if self._search is not None:
            self._search.stop()

    def _ready(self) -> Kernels:
        """Return the kernels it plays with: the compiled ones as soon as they lie on disk, until then plain ones."""
        if self._kernels is None or not self._kernels.compiled:
            kernels = (self._kernels_for or best_kernels)(self.game)
            if self._kernels is None or kernels.compiled:
                self._kernels, self._search = kernels, None
        return self._kernels


def judge(kernels: Kernels, match: Match, seat: int, budget: Budget) -> Thought:
    """Return how a seat judges a position in which others may be to move: the chances to win, but no move.

    With more than two players best-reply search judges differently for each: its rivals play against it.
    """
    spent = kept_short(kernels, budget)
    found = new_search(kernels, len(match.seats), spent).think(match.seen_by(seat), spent, seat=seat)
    note = "" if kernels.compiled else PLAIN_NOTE
    return Thought("", found.shares, found.points, (), found.depth, found.nodes, found.seconds, found.exact, note)


def deal_of(match: Match) -> Deal:
    """Return a match's options and chance moves so far: what a table of searched positions takes for granted."""
    return match.options, tuple(move for move, mover in zip(match.moves, match.movers, strict=True) if mover == CHANCE)


def same_deal(before: Deal, now: Deal) -> bool:
    """Tell whether one is the other some moves later or, after an undo, earlier."""
    shared = min(len(before[1]), len(now[1]))
    return before[0] == now[0] and before[1][:shared] == now[1][:shared]


def new_search(kernels: Kernels, seats: int, budget: Budget) -> TimedSearch:
    """Return the search that plays this game best at this table, as measured (``docs/strength``)."""
    return kind_of(kernels.game).search(kernels, seats, budget)


def kept_short(kernels: Kernels, budget: Budget) -> Budget:
    """Return a budget, for plain Python less of it, so that nobody waits."""
    return budget if kernels.compiled else replace(budget, seconds=min(budget.seconds, PLAIN_SPEED))


def load_kernels(game: Game, compiled: bool) -> Kernels:
    """Return a game's kernels, compiled (the first on a machine waits for the compiler) or plain."""
    if not compiled:
        return PlainKernels(game)
    from fivefold.engine.compile import kernels_of  # noqa: PLC0415  numba takes a while to import

    return kernels_of(game)


def best_kernels(game: Game) -> Kernels:
    """Return the compiled kernels if they lie on disk, otherwise plain ones; neither waits for a compiler."""
    return load_kernels(game, is_warm(game))


def seat_of(match: Match, seat: int | None) -> int:
    """Return whose move is asked for: the seat to move or, where anyone may be, the one that is given."""
    return match.to_move if match.to_move != ANYONE or seat is None else seat


def in_words(match: Match, finding: Finding, viewer: int, note: str = "") -> Thought:
    """Return a finding with its moves said in the game's notation, as ``viewer`` may see them."""
    return Thought(
        text=match.game.notation.say(match.row, finding.move, viewer),
        values=finding.shares,
        points=finding.points,
        line=say_line(match, finding.line),
        depth=finding.depth,
        nodes=finding.nodes,
        seconds=finding.seconds,
        exact=finding.exact,
        note=note,
        weighed={match.game.notation.say(match.row, move, viewer): each for move, each in finding.weighed.items()},
    )


def say_line(match: Match, line: Sequence[int]) -> tuple[str, ...]:
    """Return consecutive moves from the match's position as texts; stops where one does not fit."""
    rules, row, buffer, said = match.game.rules, list(match.row), [0] * match.game.rules.MAX_MOVES, list[str]()
    for move in line:
        if move not in buffer[: rules.legal_moves(row, buffer)]:
            break
        said.append(match.game.notation.say(row, move, SPECTATOR))
        rules.play(row, move)
    return tuple(said)


def opponent(game: Game | str, level: int | str, seed: int | None = None) -> Opponent:
    """Return an opponent by level, strength or name; see ``level_number``. Raises ``InvalidOption``."""
    found = catalogue.find(game) if isinstance(game, str) else game
    return Opponent(found, level_number(found, level), seed)


def level_number(game: Game, level: int | str) -> int:
    """Return what level a text means: 1 to 7, ``weakest``, ``strongest``, a name, or a strength in Elo: ``1340``,
    ``1340 Elo``, ``Pip 1340``. Raises ``InvalidOption``."""
    wanted = str(level).strip().casefold()
    strength = int(found[1]) if (found := STRENGTH.search(wanted)) else 0
    if strength > LEVELS[-1] and game.has_level(strength):
        return strength
    names = {"weakest": LEVELS[0], "strongest": LEVELS[-1]} | {str(number): number for number in LEVELS}
    for level_there, persona in enumerate(game.personas, start=1):
        names |= {persona.name.casefold(): level_there, persona.name.split()[0].casefold(): level_there}
    if wanted not in names:
        people = ", ".join(f"{number} {persona.name}" for number, persona in enumerate(game.personas, start=1))
        strengths = "any strength from {} to {} Elo".format(*game.traits.marks()[:: len(LEVELS) - 1])
        raise InvalidOption(f"{level}: no such opponent; {game.name} has {people}, and {strengths}")
    return names[wanted]
