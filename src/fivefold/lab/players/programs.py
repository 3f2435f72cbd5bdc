"""Programs as players: any program that speaks the line protocol (docs/engine-protocol.md).

A program runs under a guard that kills it, with all it has started, as soon as this process is gone. Between games it
is kept and begins anew with ``newgame``; after anything it did wrong it is ended, and the next game starts it afresh.
"""

import atexit
import hashlib
import re
import shlex
import shutil
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.lab.players import protocol
from fivefold.lab.players.forfeit import Forfeit, Offence, quoted
from fivefold.lab.players.process import Program

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
    words = words_of(name)
    found = shutil.which(words[0]) if words else None
    if found is None:
        what = f"there is no program {words[0]} to run" if words else "the command is missing"
        raise InvalidOption(what, subject=name, remedy="write program:COMMAND, as program:python3 my_engine.py")
    return PREFIX + shlex.join(words)


def words_of(name: str) -> list[str]:
    """Return the command of a program by its name. Raises ``InvalidOption``."""
    try:
        words = shlex.split(name.strip().removeprefix(PREFIX))
    except ValueError as error:
        raise InvalidOption(f"the command cannot be read: {error}", subject=name, remedy="close its quotes") from None
    return [str(Path(word).expanduser()) if word.startswith("~/") else word for word in words]


def digest(name: str) -> str:
    """Return what changes when the program, or a file that its command names, does."""
    words = words_of(name)
    files = [Path(shutil.which(words[0]) or words[0]), *map(Path, words[1:])]
    contents = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file()]
    return hashlib.sha256(" ".join(contents).encode()).hexdigest()[:16]


def title(name: str) -> str:
    """Return what to call a program by its command: without the interpreter that runs it, and without folders."""
    words = words_of(name)
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
    process: Program
    greeting: Greeting


_idle: Final[OrderedDict[int, "Greeted"]] = OrderedDict()
"""Programs that run and are in no game, the one that was needed last at the end."""


def started(name: str) -> Greeted:
    """Return a program that waits for a game: one that runs already, or a new one. Raises ``Forfeit``."""
    for key, idle in reversed(_idle.items()):
        if idle.name == name:
            del _idle[key]
            if idle.process.runs:
                return idle
            idle.process.end()
            break
    process = Program(words_of(name))
    try:
        return Greeted(name, process, greeting_of(process))
    except BaseException:
        process.end(politely=False)
        raise


def greeting_of(process: Program) -> Greeting:
    """Greet a program and return what it says of itself. Raises ``Forfeit``."""
    deadline, greeting = time.monotonic() + START_SECONDS, Greeting()
    process.say(protocol.GREETING, deadline)
    while not greeting.note(process.hear(deadline)):
        pass
    return greeting


def put_back(program: Greeted) -> None:
    """Keep a program for the next game."""
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
        program = started(name)
    except Forfeit as reason:
        remedy = "see docs/engine-protocol.md for what it has to answer"
        raise InvalidOption(f"does not start: {reason.detail}", subject=name, remedy=remedy) from None
    put_back(program)
    greeting = program.greeting
    if game not in greeting.games:
        what = f"does not play {game}, it plays {', '.join(greeting.games) or 'nothing'}"
        raise InvalidOption(what, subject=name, remedy="let it play one of its games")
    return greeting
