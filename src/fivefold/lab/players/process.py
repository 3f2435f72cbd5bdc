"""A program that runs and is spoken to line by line; whatever it does, no wait and no line is without an end."""

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

from fivefold.lab.players import guard
from fivefold.lab.players.forfeit import Forfeit, Offence, quoted
from fivefold.lab.players.protocol import LONGEST_LINE, QUIT

STDERR_KEPT: Final = 500
"""Bytes of what a program wrote last to standard error that are told of it."""
POLITE_SECONDS: Final = 0.5
"""How long a program has to end after ``quit``."""


class Program:
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
        """Return what to tell of a program that is gone."""
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
