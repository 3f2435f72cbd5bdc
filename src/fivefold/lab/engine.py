"""The house's opponents for other programs: ``fivefold engine`` speaks the line protocol on its standard streams."""

import argparse
import math
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import BinaryIO, Final, NamedTuple

from fivefold import __version__
from fivefold.command import FINE, Command, whole
from fivefold.contract import ANYONE, CHANCE, NOBODY, Game
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.engine.budget import Budget
from fivefold.engine.compile import kernels_of
from fivefold.engine.finding import Finding
from fivefold.engine.kernels import Kernels
from fivefold.engine.opponents import LEVELS, Opponent, say_line
from fivefold.engine.strength import levels_of
from fivefold.engine.time_use import TimeLeft, within
from fivefold.engine.warming import is_warm
from fivefold.lab.players import protocol
from fivefold.lab.players.observation import SeenMatch
from fivefold.lab.players.programs import legal_texts
from fivefold.lab.players.protocol import INFO, LONGEST_LINE
from fivefold.play import options
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match


class LineRefused(FivefoldError):
    """A line that cannot be carried out; after one that begins a game or tells a position there is none."""


LARGEST: Final = 1 << 62
"""No number that is sent is as large."""


class NewGame(NamedTuple):
    """A game as it begins."""

    game: Game
    options: dict[str, str]
    """A value for every option."""
    seats: int
    seat: int | None
    """Whose side the engine takes, if it was told."""
    seed: int


def _read_new_game(words: Sequence[str]) -> NewGame:
    """Return what a ``newgame`` line says."""
    if not words:
        raise LineRefused("the game is missing", subject=protocol.NEW_GAME, remedy="write newgame focus")
    try:
        game = find(words[0])
        facts, given = _facts_and_options(words[1:])
        settled = options.resolve(game, given)
    except InvalidOption as error:
        raise LineRefused(str(error), subject=protocol.NEW_GAME, remedy="write newgame GAME NAME=VALUE …") from error
    seats = game.setup.seats(settled)
    if facts.get("seats", seats) != seats:
        reason = f"with these options {seats} play, not {facts['seats']}"
        raise LineRefused(reason, subject=protocol.NEW_GAME, remedy=f"write seats {seats}")
    seat = facts.get("you")
    if seat is not None and seat >= seats:
        raise LineRefused(
            f"there is no seat {seat}", subject=protocol.NEW_GAME, remedy=f"the seats are 0 to {seats - 1}"
        )
    if seat is None and game.hidden is not None:
        reason = f"{game.name} has secrets, so it matters who is looking"
        raise LineRefused(reason, subject=protocol.NEW_GAME, remedy="say which seat is yours: you 0")
    return NewGame(game, settled, seats, seat, facts.get("seed", 0))


def _facts_and_options(words: Sequence[str]) -> tuple[dict[str, int], dict[str, str]]:
    facts: dict[str, int] = {}
    given: dict[str, str] = {}
    left = list(reversed(words))
    while left:
        word = left.pop()
        name, mark, value = word.partition("=")
        if mark:
            given[name] = value
        elif word in {"seats", "you", "seed"}:
            facts[word] = _read_number(left.pop() if left else "", word)
        else:
            raise LineRefused(f"{word[:40]!r} is neither seats, you, seed nor NAME=VALUE", subject=protocol.NEW_GAME)
    return facts, given


def _read_number(text: str, name: str, least: int = 0) -> int:
    if text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) < LARGEST:
        return int(text)
    raise LineRefused(f"{text[:40]!r} stands where a whole number from {least} up belongs", subject=name)


def _read_position(begun: NewGame, words: Sequence[str], before: SeenMatch | None = None) -> SeenMatch:
    """Return the match after the moves of a ``position`` line; ``before``: one of an earlier line, to go on from."""
    try:
        moves = protocol.moves_told(words)
    except ValueError as error:
        raise LineRefused(str(error), subject=protocol.POSITION, remedy="write position 0 MOVE 1 MOVE …") from error
    match, known = _start(begun, moves, before)
    for number, (mover, text) in enumerate(moves[known:], start=known + 1):
        try:
            match.follow(mover, text)
        except FivefoldError as error:
            raise LineRefused(f"move {number}: {error}", subject=protocol.POSITION) from error
    return match


def _start(begun: NewGame, moves: Sequence[tuple[int, str]], before: SeenMatch | None) -> tuple[SeenMatch, int]:
    if before is not None:
        known = list(zip(before.movers, before.history, strict=True))
        if list(moves[: len(known)]) == known:
            return before.copy(), len(known)
    return SeenMatch.begun(begun.game, begun.options, begun.seat or 0, begun.seed), 0


# --- limits ----------------------------------------------------------------------------------------------------------


class ThoughtLimits(NamedTuple):
    """What a thought may spend; the least of these and of what the level may spend."""

    seconds: float = math.inf
    nodes: int | None = None
    depth: int | None = None
    level: int | None = None
    endless: bool = False
    """Whether it goes on until it is stopped, whatever the level may spend."""


def _read_limits(words: Sequence[str]) -> ThoughtLimits:
    """Return what a ``go`` line says."""
    found, left = ThoughtLimits(), list(reversed(words))
    while left:
        word = left.pop()
        if word == "infinite":
            found = found._replace(endless=True)
        elif word == "time":
            found = found._replace(seconds=_read_number(left.pop() if left else "", "go time", 1) / 1000)
        elif word in {"nodes", "depth", "level"}:
            limit = _read_number(left.pop() if left else "", f"go {word}", 1)
            found = ThoughtLimits._make(limit if name == word else each for name, each in found._asdict().items())
        else:
            remedy = "write go, and behind it time MILLISECONDS, nodes N, depth N, level N or infinite"
            raise LineRefused(f"{word[:40]!r} is no limit", subject=protocol.GO, remedy=remedy)
    if found.level is not None and found.level not in LEVELS:
        raise LineRefused(f"{found.level} is no level", subject="go level", remedy=f"the levels are 1 to {LEVELS[-1]}")
    return found


USUAL_LEVEL: Final = 4
STOP_AGAIN: Final = 0.01
"""Seconds after which a search that may not have begun is told to stop once more."""

Write = Callable[[str], None]


class EngineSession:
    """One conversation."""

    def __init__(self, write: Write, kernels_for: Callable[[Game], Kernels], level: int = USUAL_LEVEL) -> None:
        """``write``: says a line; ``_kernels_for``: what a game is searched with; ``level``: 1 to 7."""
        self._write, self._kernels_for, self._level = write, kernels_for, level
        self._lock = threading.Lock()
        self._number = 0
        self._begun: NewGame | None = None
        self._match: SeenMatch | None = None
        self._opponent: Opponent | None = None
        self._thought: threading.Thread | None = None
        self._does: Mapping[str, Callable[[Sequence[str]], None]] = {
            protocol.NAME: self._greet,
            protocol.ASK_READY: lambda _: self._say(protocol.READY),
            "setoption": self._set_option,
            protocol.NEW_GAME: self._new_game,
            protocol.POSITION: self._position,
            protocol.LEGAL: self._legal,
            protocol.GO: self._go,
            protocol.STOP: self._stop,
        }

    def receive(self, line: str) -> bool:
        """Do what a line asks for; return whether the conversation goes on."""
        self._number += 1
        words = line.split()
        if not words:
            return True
        if words[0] == protocol.QUIT:
            self.end()
            return False
        try:
            self._do(words[0], words[1:])
        except FivefoldError as error:
            self._say(f"{protocol.ERROR} {self._number} {_one_line(str(error))}")
        return True

    def refuse(self, reason: str) -> None:
        """Say that a line could not be read at all."""
        self._number += 1
        self._say(f"{protocol.ERROR} {self._number} {reason}")

    def end(self) -> None:
        """End the thought that goes on; it says its move."""
        self._halt()

    def wait(self) -> None:
        """Wait until the thought that goes on is over."""
        if self._thought is not None:
            self._thought.join()

    def _do(self, word: str, words: Sequence[str]) -> None:
        action = self._does.get(word)
        if action is None:
            raise LineRefused(
                f"{word[:40]!r} is no command", remedy=f"the commands are {', '.join([*self._does, 'quit'])}"
            )
        if self._thinks and word not in {protocol.STOP, protocol.ASK_READY}:
            raise LineRefused("the engine is thinking", subject=word, remedy="wait for bestmove, or send stop")
        action(words)

    @property
    def _thinks(self) -> bool:
        with self._lock:
            return self._thought is not None

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(line)

    # What the commands do

    def _greet(self, words: Sequence[str]) -> None:
        if list(words) != [str(protocol.VERSION)]:
            reason = f"this engine speaks version {protocol.VERSION}"
            raise LineRefused(reason, subject=protocol.NAME, remedy=f"write {protocol.GREETING}")
        self._say(f"name Fivefold {__version__}")
        self._say("author the Fivefold house")
        for key in keys():
            self._say(f"game {key}")
        self._say(f"option level whole {self._level} {LEVELS[0]} {LEVELS[-1]}")
        self._say(protocol.GREETING)

    def _set_option(self, words: Sequence[str]) -> None:
        if len(words) != 2 or words[0] != "level":
            raise LineRefused("the only option is level", subject="setoption", remedy="write setoption level 5")
        level = _read_number(words[1], "setoption level", 1)
        if level not in LEVELS:
            raise LineRefused(f"{level} is no level", subject="setoption", remedy=f"the levels are 1 to {LEVELS[-1]}")
        self._level = level

    def _new_game(self, words: Sequence[str]) -> None:
        self._begun = self._match = None
        begun = _read_new_game(words)
        kernels = self._kernels_for(begun.game)
        self._opponent = Opponent(begun.game, self._level, begun.seed, kernels)
        self._begun = begun

    def _position(self, words: Sequence[str]) -> None:
        if self._begun is None:
            raise LineRefused("no game has begun", subject=protocol.POSITION, remedy="send newgame GAME first")
        before, self._match = self._match, None
        self._match = _read_position(self._begun, words, before)

    def _legal(self, words: Sequence[str]) -> None:
        if words:
            return  # What the moves are is told, not asked.
        match, seat = self._to_think_about(protocol.LEGAL)
        self._say(" ".join([protocol.LEGAL, *legal_texts(match, seat)]))

    def _to_think_about(self, what: str) -> tuple[SeenMatch, int]:
        """Return the position, and whose move it is. Raises ``LineRefused`` where nobody can choose."""
        if self._begun is None or self._match is None:
            missing = "newgame and position" if self._begun is None else "position"
            raise LineRefused("there is no position", subject=what, remedy=f"send {missing} first")
        turn = self._match.to_move
        if turn == NOBODY:
            raise LineRefused("the game is over", subject=what, remedy="send newgame for another")
        if turn == CHANCE:
            raise LineRefused(
                "chance is to move", subject=what, remedy="send position with what it brings behind the rest"
            )
        if turn != ANYONE:
            return self._match, turn
        if self._begun.seat is None:
            raise LineRefused("anyone may be to move", subject=what, remedy="say which seat is yours: newgame … you 0")
        if not self._match.legal():
            raise LineRefused("your seat has no move now", subject=what, remedy="wait for another position")
        return self._match, self._begun.seat

    def _go(self, words: Sequence[str]) -> None:
        limits = _read_limits(words)
        match, seat = self._to_think_about(protocol.GO)
        assert self._opponent is not None  # noqa: S101  there is one with every game
        opponent = self._opponent
        opponent.budget = _budget_of(match.game, limits, opponent.level)
        self._thought = threading.Thread(target=self._think, args=(opponent, match.copy(), seat), daemon=True)
        self._thought.start()

    def _stop(self, words: Sequence[str]) -> None:
        if not self._thinks:
            raise LineRefused("the engine is not thinking", subject=protocol.STOP, remedy="send go first")
        self._halt()

    def _halt(self) -> None:
        thought = self._thought
        while thought is not None and thought.is_alive():
            # Told before it has begun, a search does not remember it.
            if self._opponent is not None:
                self._opponent.stop()
            thought.join(STOP_AGAIN)

    def _think(self, opponent: Opponent, match: SeenMatch, seat: int) -> None:
        try:
            found = opponent.find(match, seat=seat)
            text = match.game.notation.say(match.seen_by(seat), found.move, seat)
            lines = [_info_line(match, found), f"{protocol.BEST_MOVE} {text}"]
        except Exception as error:
            lines = [f"{protocol.ERROR} {self._number} the search failed: {_one_line(repr(error))}"]
        with self._lock:
            # Whoever hears the move may send the next line at once, and then this thought is over.
            self._thought = None
            for line in lines:
                self._write(line)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:500]


def _budget_of(game: Game, limits: ThoughtLimits, level: int) -> Budget:
    """Return what a thought may spend: as much as its level may, or less; without an end only a level of its own."""
    budget = levels_of(game)[(limits.level or level) - 1]
    if limits.endless:
        return Budget()
    if limits.nodes is not None:
        budget = replace(budget, nodes=min(budget.nodes, limits.nodes))
    if limits.depth is not None:
        budget = replace(budget, depth=min(budget.depth, limits.depth))
    if limits.seconds < float("inf"):
        budget = within(budget, TimeLeft(left=round(1000 * limits.seconds), per_move=True), 1)
    return budget


def _info_line(match: SeenMatch, found: Finding) -> str:
    shares = " ".join(f"{share:.3f}" for share in found.shares)
    told = (
        f"{protocol.INFO} depth {found.depth} nodes {found.nodes} time {round(1000 * found.seconds)} chances {shares}"
    )
    line = say_line(match, found.line) if match.game.hidden is None else ()
    return f"{told} line {' '.join(line)}" if line else told


def run(options: argparse.Namespace) -> int:
    """Answer lines until ``quit`` or their end."""
    converse(EngineSession(_say, _kernels_for, options.level), sys.stdin.buffer)
    return FINE


def converse(session: EngineSession, lines: BinaryIO) -> None:
    """Hand each line to the session until there are no more, or it ends the conversation."""
    while line := lines.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = lines.readline(LONGEST_LINE)
            session.refuse(f"the line has more than {LONGEST_LINE} bytes; send a shorter one")
        elif not session.receive(line.decode(errors="replace")):
            return
    session.end()


def _say(line: str) -> None:
    print(line, flush=True)


@cache
def _kernels_for(game: Game) -> Kernels:
    """Return what a game is searched with, compiled now if it has not been, and loaded before a clock runs."""
    if not is_warm(game):
        _say(f"{INFO} text compiling {game.name}, once on this machine")
    kernels, match = kernels_of(game), Match(game, seed=0)
    seat = next(match.mover(move) for move in match.legal())
    Opponent(game, LEVELS[1], 0, kernels).find(match, seat=seat)
    return kernels


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--level", type=whole, choices=LEVELS, default=USUAL_LEVEL, metavar="N", help="how strong it plays, 1 to 7 (4)"
    )


ENGINE = Command(add_arguments, run)
