"""The committer: moves made on an event loop become durable, all that came while the disk was busy in one commit.

A step is decided on the newest snapshot in memory, which nobody but the next step sees yet, and queued. A thread stores
all that waits; whoever else is about to change something stores it first. What is durable is published, in order, and
then the loop hears of it.
"""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context, ContextVar
from threading import Condition
from typing import Final

from fivefold.house.decision import Decision
from fivefold.house.errors import Busy, NotKept
from fivefold.house.live import LiveMatches
from fivefold.house.loop import Loop
from fivefold.house.turns import Turn
from fivefold.session.snapshot import MatchSnapshot

MOST_TOGETHER: Final = 500
"""Steps in one commit."""
LINGER_SECONDS: Final = 1.0
"""How long the thread waits for more before it rests."""
log = logging.getLogger("fivefold.service")


class MustWait(Exception):
    """What was asked for where nobody may wait cannot be done without: ask again where waiting is fine."""


class QueuedStep:
    """A step in one match on its way to the disk."""

    __slots__ = ("_future", "after", "before", "error", "loop")

    def __init__(self, decision: Decision) -> None:
        ((self.before, self.after),) = decision.changed
        self.loop = asyncio.get_running_loop()  # Where it was decided.
        self._future = self.loop.create_future()
        self.error: BaseException | None = None
        """Why it was not stored."""

    async def stored(self) -> None:
        """Wait until it is durable and published. Raises why it is not."""
        await self._future
        if self.error is not None:
            raise self.error

    def end(self) -> None:
        """Let the loop hear of it."""
        if not self._future.done():
            self._future.set_result(None)


_QUEUED: ContextVar[list[QueuedStep] | None] = ContextVar("queued", default=None)


@contextmanager
def not_waiting() -> Iterator[list[QueuedStep]]:
    """Queue the step that is taken in this block instead of waiting for the disk; yields it. Raises ``MustWait`` for
    all that is no plain step in a match at hand."""
    queued: list[QueuedStep] = []
    token = _QUEUED.set(queued)
    try:
        yield queued
    finally:
        _QUEUED.reset(token)


def may_wait() -> bool:
    """Tell whether this may wait for the disk, and for others."""
    return _QUEUED.get() is None


class Committer:
    """The queue of steps, and the snapshots they lead to; safe to share among threads."""

    def __init__(
        self,
        turn: Turn,
        live: LiveMatches,
        write: Callable[[Sequence[QueuedStep]], None],
        publish: Callable[[MatchSnapshot, MatchSnapshot], object],
    ) -> None:
        """``write``: stores steps in one transaction; ``publish``: makes one that is stored visible."""
        self._turn, self._live, self._write, self._publish = turn, live, write, publish
        self._changed = Condition()
        self._queue: deque[QueuedStep] = deque()
        self._newest: dict[str, MatchSnapshot] = {}
        self._loop = Loop("committer", self._round)

    def newest(self, match_id: str) -> MatchSnapshot:
        """Return the snapshot that the next step builds on. Raises ``MustWait`` where it is not in memory."""
        found = self._newest.get(match_id) or self._live.get(match_id)
        if found is None:
            raise MustWait
        return found

    def queue(self, decision: Decision) -> None:
        """Queue a step. Raises ``MustWait`` where it does not build on the newest snapshot."""
        step = QueuedStep(decision)
        with self._changed:
            if self.newest(step.after.id).revision != step.before.revision:
                raise MustWait
            self._newest[step.after.id] = step.after
            self._queue.append(step)
            self._changed.notify()
            if not self._loop.up:
                self._loop.start()
        found = _QUEUED.get()
        assert found is not None  # noqa: S101
        found.append(step)

    def store_waiting(self) -> None:
        """Store what waits just now; for whoever has the turn."""
        left = len(self._queue)
        while left > 0 and (batch := self._taken()):
            left -= len(batch)
            self._store(batch)

    def _round(self) -> float:
        """Store what waits; rest where nothing has come for a while."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._queue, LINGER_SECONDS):
                self._loop.rest()
                return 0.0
        try:
            with self._turn.taken():
                self.store_waiting()
        except Exception as error:  # whoever waits hears of it
            self._fail(self._taken(), error)
        self._turn.let_others()
        return 0.0

    def _taken(self) -> list[QueuedStep]:
        """Take what is stored next off the queue: steps in different matches."""
        with self._changed:
            batch: dict[str, QueuedStep] = {}
            while self._queue and self._queue[0].after.id not in batch and len(batch) < MOST_TOGETHER:
                step = self._queue.popleft()
                batch[step.after.id] = step
            return list(batch.values())

    def _store(self, batch: Sequence[QueuedStep]) -> None:
        try:
            Context().run(self._write, batch)  # whatever whoever has the turn stores with their own is not for these
        except (Busy, NotKept) as error:
            self._fail(batch, error)
        except Exception as error:
            if len(batch) == 1:
                self._fail(batch, error)
            else:  # one of them cannot be stored: each by itself
                for each in batch:
                    self._store([each])
        else:
            for each in batch:
                self._make_visible(each)
            _tell(batch)

    def _make_visible(self, step: QueuedStep) -> None:
        try:
            self._publish(step.after, step.before)
        except Exception as error:  # it is stored: the others are not kept from theirs
            log.exception("match %s: a step that is stored could not be published", step.after.id)
            step.error = error
        with self._changed:
            if self._newest.get(step.after.id) is step.after:
                del self._newest[step.after.id]

    def _fail(self, batch: Sequence[QueuedStep], error: Exception) -> None:
        """Give up steps, and with them those that build on them."""
        with self._changed:
            lost = {each.after.id for each in batch}
            failed = [*batch, *(each for each in self._queue if each.after.id in lost)]
            self._queue = deque(each for each in self._queue if each.after.id not in lost)
            for match_id in lost:
                self._newest.pop(match_id, None)
        for each in failed:
            each.error = error
        _tell(failed)


def _tell(steps: Sequence[QueuedStep]) -> None:
    """Let everybody who waits for these go on; a loop is woken once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[QueuedStep]] = defaultdict(list)
    for each in steps:
        by_loop[each.loop].append(each)
    for loop, found in by_loop.items():
        try:
            loop.call_soon_threadsafe(_end, found)
        except RuntimeError:  # the loop has ended, and with it whoever waited
            log.debug("a loop ended before what it waited for was stored")


def _end(steps: Sequence[QueuedStep]) -> None:
    for each in steps:
        each.end()
