"""One game of a program: what it is told, what it answers, and what it may not do."""

import math
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from fivefold.engine.finding import Finding
from fivefold.engine.opponents import seat_of
from fivefold.lab.players import programs, protocol
from fivefold.lab.players.answers import move_of, plain_finding
from fivefold.lab.players.forfeit import Forfeit, Offence, quoted
from fivefold.lab.players.process import Program
from fivefold.lab.players.programs import Greeted
from fivefold.lab.players.sight import Sight, seat_moves
from fivefold.play.match import Match
from fivefold.play.observation import observed_move

TELLING_SECONDS: Final = 60.0
"""To read a position."""
READY_SECONDS: Final = 180.0
"""To be ready for a game: an engine may have to compile something."""
LENIENCE: Final = 0.5
"""Seconds beyond its time before a program has lost: for the way there and back on a busy machine."""


class ProgramPlayer:
    """A program at a seat of one match. It is started, or taken up again, when it has its first move to find."""

    def __init__(self, name: str, seed: int, seconds: float) -> None:
        """``seconds``: for each move."""
        self.name, self._seed, self._seconds = name, seed, seconds
        self._program: Greeted | None = None
        self._sight = Sight()

    def find(self, match: Match, *, seat: int | None = None) -> Finding:
        """Return the move it answers. Raises ``Forfeit``; then the program is gone."""
        mover = seat_of(match, seat)
        try:
            return self._find(match, mover)
        except BaseException:
            self._drop()
            raise

    def close(self) -> None:
        """Let go of the program, which waits for another game."""
        if self._program is not None:
            programs.put_back(self._program)
            self._program = None

    def _drop(self) -> None:
        if self._program is not None:
            self._program.process.end(politely=False)
            self._program = None

    def _find(self, match: Match, seat: int) -> Finding:
        if self._program is None:
            self._program = programs.started(self.name)
            begin(self._program, match, seat, self._seed)
        program, wants = self._program.process, self._program.greeting.wants
        deadline = time.monotonic() + TELLING_SECONDS
        for line in lines_of(match, seat, self._sight, wants):
            program.say(line, deadline)
        started = time.perf_counter()
        milliseconds = max(1, math.floor(1000 * self._seconds))
        program.say(f"{protocol.GO} time {milliseconds}", deadline)
        answer, told = self._answer(program, time.monotonic() + self._seconds + LENIENCE)
        spent = time.perf_counter() - started
        found = plain_finding(match, move_of(match, seat, answer), spent)
        return with_info(found, told, len(match.seats))

    def _answer(self, program: Program, deadline: float) -> tuple[str, str]:
        """Return the move, and the last line of information before it."""
        told = ""
        while True:
            line = self._heard(program, deadline)
            word, _, rest = line.partition(" ")
            if word == protocol.BEST_MOVE:
                return rest.split(" ", 1)[0], told
            if word == protocol.INFO:
                told = rest
            elif word == protocol.ERROR:
                raise Forfeit(Offence.PROTOCOL, f"answered {quoted(line)}")
            elif line:
                raise Forfeit(Offence.PROTOCOL, f"said {quoted(line)} where bestmove belongs")

    def _heard(self, program: Program, deadline: float) -> str:
        try:
            return program.hear(deadline)
        except Forfeit as late:
            if late.offence is Offence.TIME:
                raise Forfeit(Offence.TIME, f"no move within {self._seconds:g} s") from None
            raise


def begin(greeted: Greeted, match: Match, seat: int, seed: int) -> None:
    """Tell a program which game begins, and wait until it is ready. Raises ``Forfeit``."""
    if match.game.key not in greeted.greeting.games:
        raise Forfeit(Offence.PROTOCOL, f"does not play {match.game.key}")
    program = greeted.process
    deadline = time.monotonic() + READY_SECONDS
    program.say(protocol.new_game(match.game.key, len(match.seats), seat, seed, match.options), deadline)
    program.say(protocol.ASK_READY, deadline)
    while (line := program.hear(deadline)) != protocol.READY:
        if line.split(" ", 1)[0] == protocol.ERROR:
            raise Forfeit(Offence.PROTOCOL, f"answered {quoted(line)}")


def lines_of(match: Match, seat: int, sight: Sight, wants: set[str]) -> list[str]:
    """Return all that a program at this seat is told before it has to move: what the seat may know, and no more."""
    lines = [protocol.position(sight.moves(match, seat))]
    if protocol.LEGAL in wants:
        lines.append(" ".join([protocol.LEGAL, *legal_texts(match, seat)]))
    return lines


def legal_texts(match: Match, seat: int) -> list[str]:
    """Return the texts of the moves a seat can make, as it may know them."""
    row = match.seen_by(seat)
    known = [observed_move(match.game, match.row, move, seat) for move in seat_moves(match, seat)]
    return [match.game.notation.say(row, move, seat) for move in known]


def with_info(found: Finding, told: str, seats: int) -> Finding:
    """Return a finding with what a line of information says of depth, nodes and chances, as far as it can be read."""
    words = told.split()
    facts = dict(pairwise(words))
    depth, nodes = (_number(facts.get(name, "")) for name in ("depth", "nodes"))
    return Finding(found.move, 0.0, _chances(words, seats) or found.shares, found.line, depth, nodes, found.seconds)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _chances(words: Sequence[str], seats: int) -> tuple[float, ...]:
    if "chances" not in words:
        return ()
    start = words.index("chances") + 1
    try:
        chances = tuple(map(float, words[start : start + seats]))
    except ValueError:
        return ()
    return chances if len(chances) == seats and all(0 <= chance <= 1 for chance in chances) else ()
