"""The bus: what happens in this process, and what it and the other processes of the house tell each other.

Features subscribe to signals of this process and to kinds of bulletins of the others; nothing is wired into another
object. Where the database has one process to itself there are no others: then nothing is told, and everything is this
one's to do.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from queue import SimpleQueue
from secrets import token_hex
from threading import Lock
from time import monotonic
from typing import Any, Final, Generic, ParamSpec, TypeVar, overload

from sqlalchemy import Connection, TextClause

from fivefold.contract.errors import FivefoldError
from fivefold.house import database as store
from fivefold.house.database import bulletins, processes
from fivefold.session.snapshot import MatchSnapshot

UP_SECONDS: Final = 5.0
"""How long a process counts as up without another word: then others do what it did."""
DUTY_SECONDS: Final = 4.0
RENEWED_SECONDS: Final = 1.0
"""How long a standing duty is a process's, and how soon it says again that it is at it."""
MOST_AT_ONCE: Final = 1000
"""Words and matches told to the others in one transaction."""
LONGEST_LINE: Final = 7900
"""Bytes; a notification has fewer than 8,000."""
DUE: Final = "due"
"""Said of a match in which a computer is to move, whose process has none."""
Heard = Callable[[Sequence[str]], object]
Facts = ParamSpec("Facts")
Item = TypeVar("Item")


class Signal(Generic[Facts]):
    """Something that happens in this process. Subscribers get its facts, in the thread where it happens."""


CHANGED: Final[Signal[[MatchSnapshot | None, MatchSnapshot]]] = Signal()
"""A match was changed here and stored: as it was, ``None`` for a new one, and as it is."""
CHANGED_ELSEWHERE: Final[Signal[[MatchSnapshot, MatchSnapshot]]] = Signal()
"""A match in memory was changed by another process: as it was here, and as it is."""
STORING: Final[Signal[[Connection, MatchSnapshot | None, MatchSnapshot]]] = Signal()
"""A match is being changed, in the transaction that stores it: what is raised undoes the change."""
COMPUTER_DUE: Final[Signal[[str]]] = Signal()
"""A computer is to move in the match with this id."""
COMPUTER_DUE_ELSEWHERE: Final[Signal[[str]]] = Signal()
"""The same, in a match of a process in which no computers think."""
CLOCK_DUE_ELSEWHERE: Final[Signal[[int]]] = Signal()
"""At this moment somebody has to look at the clocks of a match of another process."""
RESET: Final[Signal[[]]] = Signal()
"""Something may have been missed: what was remembered is looked up again."""
TELLING: Final[Signal[[]]] = Signal()
"""The others are told what has happened since."""
SECOND: Final[Signal[[]]] = Signal()
"""A second has gone by, as long as this process follows the others."""

log = logging.getLogger("fivefold.service")


class Bus:
    """The bus of one process of a house; safe to share among threads."""

    def __init__(self, database: store.Database) -> None:
        self._database = database
        self.shared = database.is_shared
        self.id = token_hex(8)
        self.serves, self.thinks = False, True
        """Whether people reach the house through this process, and whether computers think in it."""
        self.count_up = 0
        """How many processes were up a moment ago, with this one; 0 where that is not known yet."""
        self._subscribers: dict[Signal[Any] | str, list[Callable[..., object]]] = defaultdict(list)
        self._later: SimpleQueue[tuple[str, Sequence[str]]] = SimpleQueue()
        self._matches: SimpleQueue[str] = SimpleQueue()
        self._duties: dict[str, tuple[bool, float]] = {}
        self._lock = Lock()
        self.wake: Callable[[], None] = lambda: None
        """Lets whoever follows the others tell what is to be told later."""

    @overload
    def subscribe(self, to: Signal[Facts], subscriber: Callable[Facts, object]) -> None: ...
    @overload
    def subscribe(self, to: str, subscriber: Heard) -> None: ...
    def subscribe(self, to: Signal[Any] | str, subscriber: Callable[..., object]) -> None:
        """Call a subscriber whenever a signal is given here, or with the words of every bulletin of a kind that another
        process publishes."""
        self._subscribers[to].append(subscriber)

    def unsubscribe(self, to: Signal[Facts], subscriber: Callable[Facts, object]) -> None:
        """Call a subscriber no longer, if it was."""
        with suppress(ValueError):
            self._subscribers[to].remove(subscriber)

    def signal(self, what: Signal[Facts], *facts: Facts.args, **named: Facts.kwargs) -> None:
        """Call who subscribes to a signal. Raises what one of them raises."""
        for subscriber in list(self._subscribers[what]):
            subscriber(*facts, **named)

    # What is told

    def publish_match(self, now: MatchSnapshot, step: Callable[[], str]) -> None:
        """Tell the others soon that a match has changed: they look by themselves where that is lost. ``step``: returns
        how, if it can be told."""
        if self.shared and self.count_up != 1:
            line = f"{self._line(now)}\t{step()}"
            self._matches.put(line if len(line.encode()) < LONGEST_LINE else self._line(now))
            self.wake()

    def publish(self, connection: Connection, kind: str, *words: str) -> None:
        """Tell the others something in the transaction that makes it true."""
        if self.shared:
            bulletins.post(connection, self.id, [(kind, words)])

    def publish_soon(self, kind: str, *words: str) -> None:
        """Tell the others something soon: it may be lost with this process."""
        if self.shared:
            self._later.put((kind, words))
            self.wake()

    def flush(self) -> None:
        """Tell the others what was to be told later."""
        self.signal(TELLING)
        matches, told = _taken(self._matches), _taken(self._later)
        if matches:
            self._database.once(bulletins.notify, matches)
        if told:
            once = list(dict.fromkeys((kind, tuple(words)) for kind, words in told))
            with self._database.beside() as connection:
                bulletins.post(connection, self.id, once)

    def _line(self, now: MatchSnapshot) -> str:
        look = "-" if now.next_look is None else str(now.next_look)
        due = [DUE] if now.due is not None and not self.thinks else []
        return " ".join([bulletins.MATCH, self.id, now.id, str(now.revision), look, *due])

    # What is heard

    def dispatch(self, kind: str, words: Sequence[str]) -> None:
        """Pass on what another process tells."""
        for heard in list(self._subscribers[kind]):
            _attempt(partial(heard, words), f"what another process told ({kind}) was not taken note of")

    def reset(self) -> None:
        """Let everything that was remembered be looked up again."""
        for again in list(self._subscribers[RESET]):
            _attempt(again, "something remembered could not be looked up again")

    # Who is up, and who does what

    def beat(self) -> None:
        """Note that this process is up."""
        self._note(processes.BEAT, serves=self.serves, seconds=UP_SECONDS)

    def up(self) -> set[str]:
        """Return the processes that are up."""
        found = set(self._found(processes.UP))
        self.count_up = len(found | {self.id})
        return found

    def others_serve(self, seconds: float = 0.0) -> bool:
        """Tell whether people reach the house through another process, or could so many seconds ago."""
        return self.shared and self._found(processes.OTHERS_SERVE, seconds=seconds) == [True]

    def end(self) -> None:
        """Note that this process stops now; others take over what it did."""
        self._note(processes.RELEASE_ALL)
        self._note(processes.END)

    def take(self, kind: str, key: str, seconds: float) -> bool:
        """Let this process do something for so many seconds, unless another is at it; return whether it may."""
        return self._note(processes.TAKE, kind=kind, key=key[:160], seconds=seconds)

    def release(self, kind: str, key: str) -> None:
        """Let others do it."""
        self._note(processes.RELEASE, kind=kind, key=key[:160])

    @contextmanager
    def lease(self, kind: str, key: str, seconds: float) -> Iterator[bool]:
        """Let this process do something in this block, unless another is at it; yields whether it may."""
        mine = self.take(kind, key, seconds)
        try:
            yield mine
        finally:
            if mine:
                self.release(kind, key)

    def owns_duty(self, duty: str) -> bool:
        """Tell whether a standing duty, of which one process is in charge, is this one's; it is told for a second."""
        if not self.shared:
            return True
        with self._lock:
            mine, until = self._duties.get(duty, (False, 0.0))
        if monotonic() < until:
            return mine
        mine = self.take("duty", duty, DUTY_SECONDS)
        with self._lock:
            self._duties[duty] = mine, monotonic() + RENEWED_SECONDS
        return mine

    def leased_elsewhere(self, kind: str) -> set[str]:
        """Return what other processes are doing of a kind."""
        return set(self._found(processes.THEIRS, kind=kind)) if self.shared else set()

    def _note(self, statement: TextClause, **values: object) -> bool:
        """Run a statement about this process; return whether it changes a row, as where there are no others."""
        if not self.shared:
            return True
        with self._database.beside() as connection:
            return connection.execute(statement, {"process": self.id, **values}).rowcount > 0

    def _found(self, statement: TextClause, **values: object) -> list[Any]:
        """Return the first value of each row of a query about this process."""
        return self._database.once(lambda found: list(found.scalars(statement, {"process": self.id, **values})))


def _taken(queue: SimpleQueue[Item]) -> list[Item]:
    """Return what is in a queue, no more than is told at once."""
    return [queue.get_nowait() for _ in range(min(queue.qsize(), MOST_AT_ONCE))]


def _attempt(call: Callable[[], object], failed: str) -> None:
    try:
        call()
    except FivefoldError as error:
        log.warning("%s: %s", failed, error)
    except Exception:
        log.exception(failed)
