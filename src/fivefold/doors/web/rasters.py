"""Pictures made in processes of their own, so that no move waits for one; those made last are kept."""

import asyncio
import hashlib
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any, Final

from fivefold.house.errors import Busy
from fivefold.raster.jobs import Job

KEPT_BYTES: Final = 24 * 1024 * 1024
MOST_WAITING: Final = 40
"""Pictures asked for at a time; who asks for one more is told to come back."""
MOST_MOVING: Final = 6
"""The same of games in motion, which take seconds."""
STILL_SECONDS: Final = 20.0
MOVING_SECONDS: Final = 120.0
"""The time that one may take."""
IDLE_SECONDS: Final = 120.0
"""When a process that has nothing to draw ends."""
TRIES: Final = 2
LATE: Final = "the picture could not be made in time: try again in a moment"
FULL: Final = "too many pictures are being made just now: try again in a moment"

Making = Future[bytes]


class Rasters:
    """Makes pictures of facts, each once, and keeps them."""

    def __init__(self, draw: Callable[[Job], bytes] | None = None) -> None:
        """``draw`` makes a picture in this process, for tests."""
        self._lock = Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._under_way: dict[str, Making] = {}
        self._stills = Drawer(STILL_SECONDS, MOST_WAITING, draw)
        self._moving = Drawer(MOVING_SECONDS, MOST_MOVING, draw)

    async def still(self, job: Job) -> bytes:
        """Return a picture, once it is made. Raises ``Busy``."""
        begun = self._begun(job, self._stills)
        return begun if isinstance(begun, bytes) else await asyncio.wrap_future(begun)

    def waited_for(self, job: Job) -> bytes:
        """Return a picture, for threads that may wait for it. Raises ``Busy``."""
        begun = self._begun(job, self._stills)
        try:
            return begun if isinstance(begun, bytes) else begun.result(TRIES * STILL_SECONDS)
        except TimeoutError:
            raise Busy(LATE) from None

    def moving(self, job: Job) -> bytes | None:
        """Return a game in motion, or ``None`` while it is being made. Raises ``Busy``."""
        begun = self._begun(job, self._moving)
        if isinstance(begun, Future):
            return begun.result() if begun.done() else None
        return begun

    def is_known(self, job: Job) -> bool:
        """Tell whether a picture is made, or being made."""
        name = digest(job)
        with self._lock:
            return name in self._kept or name in self._under_way

    def close(self) -> None:
        """End the processes."""
        self._stills.close()
        self._moving.close()

    def _begun(self, job: Job, drawer: "Drawer") -> bytes | Making:
        name = digest(job)
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
            if name in self._under_way:
                return self._under_way[name]
            making = self._under_way[name] = drawer.ask(job)
        making.add_done_callback(lambda made: self._keep(name, made))
        return making

    def _keep(self, name: str, made: Making) -> None:
        with self._lock:
            self._under_way.pop(name, None)
            if made.cancelled() or made.exception() is not None:
                return
            self._kept[name] = made.result()
            while sum(map(len, self._kept.values())) > KEPT_BYTES:
                self._kept.popitem(last=False)


def digest(job: Job) -> str:
    """Return what stands for a picture: two with the same look the same."""
    return hashlib.sha256(repr(job).encode()).hexdigest()[:24]


class Drawer:
    """Draws one picture at a time, in a process that is started when there is one to draw."""

    def __init__(self, seconds: float, most: int, draw: Callable[[Job], bytes] | None = None) -> None:
        self._seconds, self._most, self._draw = seconds, most, draw
        self._waiting: Queue[tuple[Job, Making] | None] = Queue()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._process: _Process | None = None

    def ask(self, job: Job) -> Making:
        """Have a picture made. Raises ``Busy``."""
        making: Making = Future()
        with self._lock:
            if self._waiting.qsize() >= self._most:
                raise Busy(FULL)
            self._waiting.put((job, making))
            if self._thread is None:
                self._thread = Thread(target=self._work, name="pictures", daemon=True)
                self._thread.start()
        return making

    def close(self) -> None:
        """End the thread and its process."""
        with self._lock:
            thread, process = self._thread, self._process
            self._waiting.put(None)
        if process is not None:
            process.kill()
        if thread is not None:
            thread.join(self._seconds)

    def _work(self) -> None:
        while (asked := self._next()) is not None:
            job, making = asked
            if making.set_running_or_notify_cancel():
                try:
                    making.set_result(self._made(job))
                except Exception as error:
                    making.set_exception(error)
        self._end()

    def _next(self) -> tuple[Job, Making] | None:
        """Return what to draw next; ``None`` to end, as after a while without anything to draw."""
        try:
            return self._waiting.get(timeout=IDLE_SECONDS)
        except Empty:
            pass
        with self._lock:
            if self._waiting.empty():
                self._thread = None
                return None
        return self._waiting.get()

    def _made(self, job: Job) -> bytes:
        if self._draw is not None:
            return self._draw(job)
        for _ in range(TRIES):
            with self._lock:
                self._process = self._process or _Process()
            with suppress(EOFError, OSError):
                return self._process.made(job, self._seconds)
            self._end()
        raise Busy(LATE)

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()


class _Process:
    """A process that draws. It ends with this one: then there is nobody at the other end of its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=answer, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def made(self, job: Job, seconds: float) -> bytes:
        """Return what was made. Raises ``OSError`` or ``EOFError`` if the process ends, or hangs."""
        self._connection.send(job)
        if not self._connection.poll(seconds):
            raise TimeoutError(LATE)
        answered = self._connection.recv()
        if isinstance(answered, Exception):
            raise answered
        assert isinstance(answered, bytes)  # noqa: S101  (what ``answer`` sends)
        return answered

    def kill(self) -> None:
        """End the process, which keeps nothing that matters."""
        self._process.kill()
        self._process.join()
        with suppress(OSError):
            self._connection.close()


def answer(connection: "Connection[Any, Any]") -> None:
    """Draw what is asked for, until nobody asks any more."""
    from fivefold.raster import making  # noqa: PLC0415  (what draws is needed only here)

    making.prepare()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job = connection.recv()
            try:
                connection.send(making.make(job))
            except (ArithmeticError, LookupError, RuntimeError, ValueError, TypeError) as error:
                connection.send(RuntimeError(f"a picture could not be drawn: {error}"))
