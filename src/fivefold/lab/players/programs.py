"""Programs as players: any program that speaks the line protocol (docs/engine-protocol.md).

A program runs under a guard that kills it, with all it has started, as soon as this process is gone. Between games it
is kept and begins anew with ``newgame``; after anything it did wrong it is ended, and the next game starts it afresh.
"""

import atexit
import hashlib
import math
import os
import re
import selectors
import shlex
import shutil
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.engine.finding import Finding
from fivefold.engine.opponents import seat_of
from fivefold.lab.players import guard, protocol
from fivefold.lab.players.observation import SeenMoves, seat_moves
from fivefold.lab.players.protocol import LONGEST_LINE, QUIT
from fivefold.lab.players.replies import Forfeit, Offence, move_of, plain_finding, quoted
from fivefold.play.match import Match
from fivefold.play.observation import observed_move

STDERR_KEPT: Final = 500
"""Bytes of what a program wrote last to standard error that are told of it."""
POLITE_SECONDS: Final = 0.5
"""How long a program has to end after ``quit``."""


class ProgramProcess:
    """A running program under its guard, which kills it, with all it has started, once this process is gone."""

    def __init__(self, command: Sequence[str]) -> None:
        reading, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(  # noqa: S603  whoever names a program wants it run
                [sys.executable, "-I", "-S", guard.__file__, str(reading), *command],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(reading,),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(reading)
        assert self._process.stdin and self._process.stdout and self._process.stderr  # noqa: S101  all are pipes
        self._in = self._process.stdin.fileno()
        self._out, self._err = self._process.stdout.fileno(), self._process.stderr.fileno()
        for each in (self._in, self._out, self._err):
            os.set_blocking(each, False)
        self._heard, self._complaints = bytearray(), b""

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def say(self, line: str, deadline: float) -> None:
        """Send a line before ``time.monotonic()`` is at the deadline. Raises ``Forfeit``."""
        left = memoryview(f"{line}\n".encode())
        while left:
            self._wait(deadline, writing=True)
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._ended() from None

    def hear(self, deadline: float) -> str:
        """Return the next line. Raises ``Forfeit``: for none in time, an end of the program, a line without end."""
        while (end := self._heard.find(b"\n")) < 0 and len(self._heard) < LONGEST_LINE:
            self._wait(deadline)
            self._read()
        if not 0 <= end < LONGEST_LINE:
            raise Forfeit(Offence.PROTOCOL, f"sent a line of more than {LONGEST_LINE:,} bytes")
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        return line.decode(errors="replace").strip()

    def _read(self) -> None:
        try:
            more = os.read(self._out, LONGEST_LINE)
        except BlockingIOError:
            return
        if not more:
            raise self._ended()
        self._heard += more

    def _wait(self, deadline: float, writing: bool = False) -> None:
        """Wait until there is something to read or, if wanted, until something can be written."""
        with selectors.DefaultSelector() as ready:
            ready.register(
                self._in if writing else self._out, selectors.EVENT_WRITE if writing else selectors.EVENT_READ
            )
            ready.register(self._err, selectors.EVENT_READ)
            while True:
                events = ready.select(max(0.0, deadline - time.monotonic()))
                if not events:
                    raise Forfeit(Offence.TIME, "no answer in time" if not writing else "did not read what it was sent")
                if any(key.fd != self._err for key, _ in events):
                    return
                if not self._listen_to_complaints():
                    ready.unregister(self._err)

    def _listen_to_complaints(self) -> bool:
        """Keep the end of what the program writes to standard error; return whether there may be more."""
        try:
            more = os.read(self._err, LONGEST_LINE)
        except BlockingIOError:
            return True
        self._complaints = (self._complaints + more)[-STDERR_KEPT:]
        return bool(more)

    def _ended(self) -> Forfeit:
        status = _status_of(self._process, POLITE_SECONDS)
        while self._listen_to_complaints() and status is not None and self._complaints_wait():
            pass
        lines = self._complaints.decode(errors="replace").strip().splitlines()
        said = f": {quoted(lines[-1])}" if lines else ""
        how = "closed its output" if status is None else f"ended with status {status}"
        return Forfeit(Offence.CRASH, f"{how}{said}")

    def _complaints_wait(self) -> bool:
        with selectors.DefaultSelector() as ready:
            ready.register(self._err, selectors.EVENT_READ)
            return bool(ready.select(0))

    def end(self, politely: bool = True) -> None:
        """End the program and all it has started; ``politely``: let it end by itself first."""
        if politely and self._process.poll() is None:
            try:
                self.say(QUIT, time.monotonic() + POLITE_SECONDS)
            except Forfeit:
                pass
            else:
                _status_of(self._process, POLITE_SECONDS)
        os.close(self._lifeline)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


def _status_of(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


# --- programs that are kept running ----------------------------------------------------------------------------------

PREFIX: Final = "program:"
PATHS: Final = ("./", "../", "/", "~/")
"""A player whose name begins like this is a program too."""
INTERPRETER: Final = re.compile(r"python[0-9.]*|node|ruby|perl|bash|sh")
START_SECONDS: Final = 60.0
"""From the start of a program to the end of its greeting."""
MOST_LINES: Final = 1000
"""No program has more to say of itself."""
MOST_IDLE: Final = 8
"""So many programs that no game needs are kept running."""


def is_program(name: str) -> bool:
    """Tell whether a player's name is that of a program."""
    return name.strip().startswith((PREFIX, *PATHS))


def canonical(name: str) -> str:
    """Return the name of a program in one form. Raises ``InvalidOption`` where there is none to run."""
    words = _words_of(name)
    found = shutil.which(words[0]) if words else None
    if found is None:
        what = f"there is no program {words[0]} to run" if words else "the command is missing"
        raise InvalidOption(what, subject=name, remedy="write program:COMMAND, as program:python3 my_engine.py")
    return PREFIX + shlex.join(words)


def _words_of(name: str) -> list[str]:
    """Return the command of a program by its name. Raises ``InvalidOption``."""
    try:
        words = shlex.split(name.strip().removeprefix(PREFIX))
    except ValueError as error:
        raise InvalidOption(f"the command cannot be read: {error}", subject=name, remedy="close its quotes") from None
    return [str(Path(word).expanduser()) if word.startswith("~/") else word for word in words]


def digest(name: str) -> str:
    """Return what changes when the program, or a file that its command names, does."""
    words = _words_of(name)
    files = [Path(shutil.which(words[0]) or words[0]), *map(Path, words[1:])]
    contents = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file()]
    return hashlib.sha256(" ".join(contents).encode()).hexdigest()[:16]


def title(name: str) -> str:
    """Return what to call a program by its command: without the interpreter that runs it, and without folders."""
    words = _words_of(name)
    if len(words) > 1 and INTERPRETER.fullmatch(Path(words[0]).name):
        words = words[2:] if words[1] == "-m" and len(words) > 2 else words[1:]
    return " ".join([Path(words[0]).name, *words[1:]])


class Greeting:
    """What a program says of itself."""

    def __init__(self) -> None:
        self.name = self.author = ""
        self.games: list[str] = []
        self.wants: set[str] = set()
        self.lines = 0

    def note(self, line: str) -> bool:
        """Take a line in; return whether it was the last. Raises ``Forfeit``."""
        word, _, rest = line.partition(" ")
        self.lines += 1
        if self.lines > MOST_LINES:
            raise Forfeit(Offence.PROTOCOL, f"says of itself more than {MOST_LINES:,} lines")
        if word == protocol.NAME:
            if rest != str(protocol.VERSION):
                raise Forfeit(Offence.PROTOCOL, f"speaks {quoted(line)}, not {protocol.GREETING}")
            return True
        if word in {"name", "author"}:
            setattr(self, word, " ".join(rest.split())[:60])
        elif word == "game":
            self.games.append(rest.strip())
        elif word == protocol.WANTS:
            self.wants |= set(rest.split())
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Greeted:
    """A program that has said what it is."""

    name: str
    """The player's."""
    process: ProgramProcess
    greeting: Greeting


_idle: Final[OrderedDict[int, "Greeted"]] = OrderedDict()
"""Programs that run and are in no game, the one that was needed last at the end."""


def _started_program(name: str) -> Greeted:
    """Return a program that waits for a game: one that runs already, or a new one. Raises ``Forfeit``."""
    for key, idle in reversed(_idle.items()):
        if idle.name == name:
            del _idle[key]
            if idle.process.runs:
                return idle
            idle.process.end()
            break
    process = ProgramProcess(_words_of(name))
    try:
        return Greeted(name, process, _greeting_of(process))
    except BaseException:
        process.end(politely=False)
        raise


def _greeting_of(process: ProgramProcess) -> Greeting:
    """Greet a program and return what it says of itself. Raises ``Forfeit``."""
    deadline, greeting = time.monotonic() + START_SECONDS, Greeting()
    process.say(protocol.GREETING, deadline)
    while not greeting.note(process.hear(deadline)):
        pass
    return greeting


def _put_back(program: Greeted) -> None:
    _idle[id(program)] = program
    while len(_idle) > MOST_IDLE:
        _, oldest = _idle.popitem(last=False)
        oldest.process.end()


@atexit.register
def end_idle(names: Sequence[str] | None = None) -> None:
    """End the programs that are in no game; only those of these names, if some are given."""
    for key, idle in list(_idle.items()):
        if names is None or idle.name in names:
            del _idle[key]
            idle.process.end()


def check(name: str, game: str) -> Greeting:
    """Start a program once and return what it says of itself; it is kept for a game.

    Raises ``InvalidOption`` where it does not come that far, or does not play this game.
    """
    try:
        program = _started_program(name)
    except Forfeit as reason:
        remedy = "see docs/engine-protocol.md for what it has to answer"
        raise InvalidOption(f"does not start: {reason.detail}", subject=name, remedy=remedy) from None
    _put_back(program)
    greeting = program.greeting
    if game not in greeting.games:
        what = f"does not play {game}, it plays {', '.join(greeting.games) or 'nothing'}"
        raise InvalidOption(what, subject=name, remedy="let it play one of its games")
    return greeting


# --- one game of a program -------------------------------------------------------------------------------------------

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
        self._sight = SeenMoves()

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
            _put_back(self._program)
            self._program = None

    def _drop(self) -> None:
        if self._program is not None:
            self._program.process.end(politely=False)
            self._program = None

    def _find(self, match: Match, seat: int) -> Finding:
        if self._program is None:
            self._program = _started_program(self.name)
            _begin(self._program, match, seat, self._seed)
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

    def _answer(self, program: ProgramProcess, deadline: float) -> tuple[str, str]:
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

    def _heard(self, program: ProgramProcess, deadline: float) -> str:
        try:
            return program.hear(deadline)
        except Forfeit as late:
            if late.offence is Offence.TIME:
                raise Forfeit(Offence.TIME, f"no move within {self._seconds:g} s") from None
            raise


def _begin(greeted: Greeted, match: Match, seat: int, seed: int) -> None:
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


def lines_of(match: Match, seat: int, sight: SeenMoves, wants: set[str]) -> list[str]:
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
