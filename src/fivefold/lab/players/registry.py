"""Who can be sent into a match: the computer opponents by level or name, baselines to measure them against, the
searches themselves, to see which plays a game best, functions written in Python, and programs."""

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from math import inf, nan
from pathlib import Path
from typing import Final, NamedTuple, Protocol, runtime_checkable

from fivefold.contract import AlphaBeta, Game, PolicyRollouts
from fivefold.contract.errors import InvalidOption
from fivefold.contract.search import untold
from fivefold.engine import opponents
from fivefold.engine.alphabeta import Deepening
from fivefold.engine.budget import Budget
from fivefold.engine.compile import kernels_of
from fivefold.engine.finding import Finding
from fivefold.engine.functions import search_of, with_tables
from fivefold.engine.kernels import Kernels, say_compiling
from fivefold.engine.opponents import Opponent
from fivefold.engine.strength import Strength, strength_of
from fivefold.engine.timed_search import TimedSearch
from fivefold.engine.tree_search import TreeSearch
from fivefold.engine.warming import is_warm, warm
from fivefold.lab import provenance
from fivefold.lab.players import functions, programs
from fivefold.lab.players.functions import Callee
from fivefold.lab.players.max_n import MaxN
from fivefold.lab.players.observation import seat_moves
from fivefold.lab.players.programs import ProgramPlayer
from fivefold.parts.stored_table import ENDING
from fivefold.play.match import Match

RANDOM, GREEDY = "random", "greedy"
BASELINES: Final = (RANDOM, GREEDY)
SEARCHES: Final[dict[str, Callable[[Kernels, int], TimedSearch]]] = {
    "paranoid": Deepening,
    "best-reply": lambda kernels, seats: Deepening(kernels, seats, best_reply=True),
    "max-n": MaxN,
    "tree": TreeSearch,
    "frozen": lambda kernels, seats: Deepening(kernels, seats, reduced=1),
}
"""Alpha-beta with each rival playing against the root seat, or one answering for all (the same with two players); and
everybody playing for themselves, to a depth or in tree search. Each thinks for a second a move. ``frozen`` is a mark:
the first as it was while all moves were sorted, every position was made, and late moves were searched one ply less deep
at most, with the tables of ``FROZEN``."""
FROZEN: Final = Path(__file__).parents[1] / "frozen"
"""A folder for each game whose estimate was not learnt then."""
OTHERS: Final = (*BASELINES, *SEARCHES)
TABLES: Final = "+"
"""Between a level and the folder with the tables that it is to read in place of the game's own."""
LEAST_SECONDS, MOST_SECONDS = 0.001, 60.0
"""A move, of a level that is told for how long to think."""
MOVE_SECONDS: Final = 10.0
"""How long functions and programs have for a move, unless somebody says otherwise."""


class Player(Protocol):
    """Chooses moves in one match."""

    def find(self, match: Match, *, seat: int | None = None) -> Finding:
        """Return the move to make, an integer, and how it was found; ``seat``: whose, where anyone may be to move.

        Players that are not the house's own may raise ``Forfeit``.
        """


@runtime_checkable
class Closing(Protocol):
    """A player that holds something while its match goes on."""

    def close(self) -> None:
        """Let go of it."""


class Baseline:
    """A player that does not search: any legal move, or the one that scores most at once."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._random = random.Random(seed)

    def find(self, match: Match, *, seat: int | None = None) -> Finding:
        """Return a move, drawn among all or among the best."""
        started = time.perf_counter()
        moves = moves_of(match, seat) if self.name == RANDOM else best_at_once(match, seat)
        move = self._random.choice(moves)
        depth = 0 if self.name == RANDOM else 1
        shares = (1 / len(match.seats),) * len(match.seats)
        return Finding(move, 0.0, shares, (move,), depth, len(match.legal()), time.perf_counter() - started)


class Searcher:
    """A search without a persona."""

    def __init__(self, name: str, kernels: Kernels, scale: float, seed: int) -> None:
        self.name, self.budget = name, Budget(seconds=1.0).scaled(scale)
        self._kernels, self._random = kernels, random.Random(seed)
        self._search: TimedSearch | None = None

    def find(self, match: Match, *, seat: int | None = None) -> Finding:
        """Return what the search finds."""
        if self._search is None:
            self._search = SEARCHES[self.name](self._kernels, len(match.seats))
        return self._search.think(match.row, self.budget, self._random.getrandbits(32))


def moves_of(match: Match, seat: int | None) -> list[int]:
    """Return the legal moves; where anyone may be to move, only those of ``seat``."""
    return seat_moves(match, seat)


def best_at_once(match: Match, seat: int | None = None) -> Sequence[int]:
    """Return the moves that score most points for the mover this turn; ``seat``: see ``moves_of``.

    Where all score the same, the moves of the highest ``merit``.
    """
    legal = moves_of(match, seat)
    worth = [points_after(match, move) for move in legal]
    if min(worth) == max(worth):
        worth = [match.game.search.merit(match.row, move) for move in legal]
    most = max(worth)
    return [move for move, value in zip(legal, worth, strict=True) if value == most]


def points_after(match: Match, move: int) -> int:
    """Return the points its mover has after this legal move."""
    row, scores = list(match.row), [0] * len(match.seats)
    match.game.rules.play(row, move)
    match.game.rules.scores(row, scores)
    return scores[match.mover(move)]


def canonical_name(game: Game, name: str) -> str:
    """Return a player's name in one form. Raises ``InvalidOption``.

    A level, ``1`` to ``7``, or a strength in Elo; ``7@SECONDS``, the strongest with so long for a move; either with
    ``+FOLDER``, with the tables in a folder in place of the game's own; a baseline; a search; ``module:function``;
    ``program:command``.
    """
    plain = name.strip().casefold()
    if programs.is_program(name):
        return programs.canonical(name)
    if _is_function(name):
        functions.load(name.strip())
        return name.strip()
    if plain in SEARCHES and type(game.search) is not AlphaBeta:
        what = "cards to come" if isinstance(game.search, PolicyRollouts) else "secrets and dice"
        raise InvalidOption(f"{name}: this search is for games without {what}; {game.name} has its levels")
    if plain in OTHERS:
        return plain
    who, timed, folder = LevelName.of(name.strip())
    try:
        level = opponents.level_number(game, who)
    except InvalidOption as error:
        others = f"one of {', '.join(OTHERS)}, MODULE:FUNCTION, program:COMMAND"
        raise InvalidOption(f"{error}; or {others}") from error
    seconds = None if timed is None else f"{_seconds(game, level, timed):g}"
    found = str(LevelName(str(level), seconds, None if folder is None else str(Path(folder).absolute())))
    as_played(game, found)
    return found


class LevelName(NamedTuple):
    """A level as it is written: ``7``, ``1340``, ``7@0.5``, ``7+FOLDER``, ``7@0.5+FOLDER``."""

    level: str
    seconds: str | None
    folder: str | None

    @classmethod
    def of(cls, name: str) -> "LevelName":
        """Return the parts of a name."""
        who, tables, folder = name.partition(TABLES)
        level, timed, seconds = who.partition("@")
        return cls(level, seconds if timed else None, folder if tables else None)

    def __str__(self) -> str:
        timed = "" if self.seconds is None else f"@{self.seconds}"
        return f"{self.level}{timed}" + ("" if self.folder is None else f"{TABLES}{self.folder}")

    @property
    def tables(self) -> str:
        """What changes when a table in the folder does; empty without a folder."""
        if self.folder is None:
            return ""
        return " ".join(provenance.digest(file.read_bytes()) for file in sorted(Path(self.folder).glob(f"*{ENDING}")))


def as_played(game: Game, name: str) -> Game:
    """Return the game as a player of this canonical name plays it, with its tables. Raises ``InvalidOption``."""
    if name == "frozen":
        return _frozen(game)
    found = LevelName.of(name)
    return game if found.folder is None else _with_tables(game, Path(found.folder), found.tables)


@cache
def _frozen(game: Game) -> Game:
    return _with_tables(replace(game, search=replace(search_of(game, AlphaBeta), gain=untold)), FROZEN / game.key)


@cache
def _with_tables(game: Game, folder: Path, _tables: str = "") -> Game:
    return with_tables(game, folder)


def _seconds(game: Game, level: int, text: str) -> float:
    """Return for how long a level is to think. Raises ``InvalidOption``."""
    if level not in opponents.LEVELS or strength_of(game, level).below.seconds == inf:
        raise InvalidOption(f"@{text}: only the strongest level thinks by the clock")
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise InvalidOption(f"@{text}: from {LEAST_SECONDS} to {MOST_SECONDS:g} seconds a move")
    return seconds


def _budget(game: Game, name: str) -> Strength:
    """Return what a level of this canonical name may spend."""
    level, seconds, _ = LevelName.of(name)
    usual = strength_of(game, int(level))
    return usual if seconds is None else usual.scaled(float(seconds) / usual.below.seconds)


def _is_function(name: str) -> bool:
    return functions.NAME.fullmatch(name.strip()) is not None or name.startswith(functions.HERE)


def is_foreign(name: str) -> bool:
    """Tell whether a player of this canonical name is not the house's own."""
    return programs.is_program(name) or _is_function(name)


def title(game: Game, name: str) -> str:
    """Return what to call a player of this canonical name."""
    if programs.is_program(name):
        return programs.title(name)
    if _is_function(name):
        return name.removeprefix(functions.HERE)
    if name in OTHERS:
        return name
    level, seconds, folder = LevelName.of(name)
    persona = game.personas[game.level_below(int(level)) - 1].name
    timed = "" if seconds is None else f", {seconds} s"
    return f"{level} {persona}{timed}" + ("" if folder is None else f", tables of {folder}")


def new_player(game: Game, name: str, scale: float, seed: int, seconds: float = MOVE_SECONDS) -> Player:
    """Return a player by canonical name for one match, its thinking time and nodes multiplied by ``scale``.

    ``seconds``: what functions and programs have for a move, whatever the scale.
    """
    if programs.is_program(name):
        return ProgramPlayer(name, seed, seconds)
    if _is_function(name):
        return Callee(name, seed, seconds)
    if name in BASELINES:
        return Baseline(name, seed)
    played = as_played(game, name)
    if name in SEARCHES:
        return Searcher(name, kernels_of(played), scale, seed)
    player = Opponent(played, int(LevelName.of(name).level), seed, kernels_of(played))
    player.strength = _budget(game, name).scaled(scale)
    return player


def close(players: Iterable[Player]) -> None:
    """Let players whose match is over let go of what they hold."""
    for player in players:
        if isinstance(player, Closing):
            player.close()


def digest(game: Game, name: str) -> str:
    """Return what changes when a player of this canonical name comes to play otherwise, as far as it can be seen."""
    if programs.is_program(name):
        return programs.digest(name)
    if _is_function(name):
        return functions.digest(name)
    if name in OTHERS:
        return ""
    strength = _budget(game, name)
    return f"{strength if strength.part else strength.below}{LevelName.of(name).tables}"


def prepare(game: Game, names: Sequence[str]) -> None:
    """Compile what these players search with, once, before several processes ask for it, and see programs start.

    Raises ``InvalidOption`` for a program that does not.
    """
    for name in dict.fromkeys(names):
        if programs.is_program(name):
            programs.check(name, game.key)
    for name in names:
        if name not in BASELINES and not is_foreign(name):
            make_ready(as_played(game, name))


def make_ready(game: Game) -> None:
    """Compile what a game's opponents search with, unless it lies on disk, and say so."""
    if not is_warm(game):
        say_compiling(game)
        warm(game)
