"""A conversation over the line protocol: a line is taken in, and what it asks for is done and said.

While the engine thinks, other lines are heard. Whatever comes in, there is an answer: what was asked for, or a line
``error`` that says what is wrong, where, and what would do. Lines may be written from the thread that thinks.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from fivefold import __version__
from fivefold.contract import ANYONE, CHANCE, NOBODY, Game
from fivefold.contract.errors import FivefoldError
from fivefold.engine.budget import Budget
from fivefold.engine.finding import Finding
from fivefold.engine.kernels import Kernels
from fivefold.engine.opponents import LEVELS, Opponent, levels_of, say_line
from fivefold.engine.time_use import TimeLeft, within
from fivefold.lab.engine import reading
from fivefold.lab.engine.errors import Refused
from fivefold.lab.engine.reading import Limits, NewGame
from fivefold.lab.players import protocol
from fivefold.lab.players.program_player import legal_texts
from fivefold.lab.players.sight import SeenMatch
from fivefold.play.catalogue import keys

USUAL_LEVEL: Final = 4
STOP_AGAIN: Final = 0.01
"""Seconds after which a search that may not have begun is told to stop once more."""

Write = Callable[[str], None]


class Session:
    """One conversation."""

    def __init__(self, write: Write, kernels_for: Callable[[Game], Kernels], level: int = USUAL_LEVEL) -> None:
        """``write``: says a line; ``kernels_for``: what a game is searched with; ``level``: 1 to 7."""
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
            self._say(f"{protocol.ERROR} {self._number} {one_line(str(error))}")
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
            raise Refused(f"{word[:40]!r} is no command", remedy=f"the commands are {', '.join([*self._does, 'quit'])}")
        if self._thinks and word not in {protocol.STOP, protocol.ASK_READY}:
            raise Refused("the engine is thinking", subject=word, remedy="wait for bestmove, or send stop")
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
            raise Refused(reason, subject=protocol.NAME, remedy=f"write {protocol.GREETING}")
        self._say(f"name Fivefold {__version__}")
        self._say("author the Fivefold house")
        for key in keys():
            self._say(f"game {key}")
        self._say(f"option level whole {self._level} {LEVELS[0]} {LEVELS[-1]}")
        self._say(protocol.GREETING)

    def _set_option(self, words: Sequence[str]) -> None:
        if len(words) != 2 or words[0] != "level":
            raise Refused("the only option is level", subject="setoption", remedy="write setoption level 5")
        level = reading.number(words[1], "setoption level", 1)
        if level not in LEVELS:
            raise Refused(f"{level} is no level", subject="setoption", remedy=f"the levels are 1 to {LEVELS[-1]}")
        self._level = level

    def _new_game(self, words: Sequence[str]) -> None:
        self._begun = self._match = None
        begun = reading.new_game(words)
        kernels = self._kernels_for(begun.game)
        self._opponent = Opponent(begun.game, self._level, begun.seed, kernels)
        self._begun = begun

    def _position(self, words: Sequence[str]) -> None:
        if self._begun is None:
            raise Refused("no game has begun", subject=protocol.POSITION, remedy="send newgame GAME first")
        before, self._match = self._match, None
        self._match = reading.followed(self._begun, words, before)

    def _legal(self, words: Sequence[str]) -> None:
        if words:
            return  # What the moves are is told, not asked.
        match, seat = self._to_think_about(protocol.LEGAL)
        self._say(" ".join([protocol.LEGAL, *legal_texts(match, seat)]))

    def _to_think_about(self, what: str) -> tuple[SeenMatch, int]:
        """Return the position, and whose move it is. Raises ``Refused`` where nobody can choose."""
        if self._begun is None or self._match is None:
            missing = "newgame and position" if self._begun is None else "position"
            raise Refused("there is no position", subject=what, remedy=f"send {missing} first")
        turn = self._match.to_move
        if turn == NOBODY:
            raise Refused("the game is over", subject=what, remedy="send newgame for another")
        if turn == CHANCE:
            raise Refused("chance is to move", subject=what, remedy="send position with what it brings behind the rest")
        if turn != ANYONE:
            return self._match, turn
        if self._begun.seat is None:
            raise Refused("anyone may be to move", subject=what, remedy="say which seat is yours: newgame … you 0")
        if not self._match.legal():
            raise Refused("your seat has no move now", subject=what, remedy="wait for another position")
        return self._match, self._begun.seat

    def _go(self, words: Sequence[str]) -> None:
        limits = reading.limits(words)
        match, seat = self._to_think_about(protocol.GO)
        assert self._opponent is not None  # noqa: S101  there is one with every game
        opponent = self._opponent
        opponent.budget = budget_of(match.game, limits, opponent.level)
        self._thought = threading.Thread(target=self._think, args=(opponent, match.copy(), seat), daemon=True)
        self._thought.start()

    def _stop(self, words: Sequence[str]) -> None:
        if not self._thinks:
            raise Refused("the engine is not thinking", subject=protocol.STOP, remedy="send go first")
        self._halt()

    def _halt(self) -> None:
        """Let the engine say its move now."""
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
            lines = [info_line(match, found), f"{protocol.BEST_MOVE} {text}"]
        except Exception as error:
            lines = [f"{protocol.ERROR} {self._number} the search failed: {one_line(repr(error))}"]
        with self._lock:
            # Whoever hears the move may send the next line at once, and then this thought is over.
            self._thought = None
            for line in lines:
                self._write(line)


def one_line(text: str) -> str:
    """Return an error's words in one line of bounded length."""
    return " ".join(text.split())[:500]


def budget_of(game: Game, limits: Limits, level: int) -> Budget:
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


def info_line(match: SeenMatch, found: Finding) -> str:
    """Return what a search tells of a position."""
    shares = " ".join(f"{share:.3f}" for share in found.shares)
    told = (
        f"{protocol.INFO} depth {found.depth} nodes {found.nodes} time {round(1000 * found.seconds)} chances {shares}"
    )
    line = say_line(match, found.line) if match.game.hidden is None else ()
    return f"{told} line {' '.join(line)}" if line else told
