"""Lines as they are typed or come through a pipe, also when others act meanwhile: then waiting for one has an end."""

import codecs
import io
import os
import re
import select
import time
from collections.abc import Callable
from typing import Final, TextIO

CHUNK: Final = 65_536
ESCAPE: Final = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z~]|O[A-Za-z]|.?)")
"""What arrow keys and their like send."""
ERASE, ERASE_ALL, END = "\x7f\b", "\x15", "\x04"


class TimeUp(Exception):
    """Nobody has finished a line in the time there was."""


class PipedLines:
    """Lines of a stream, one after another."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._descriptor = _descriptor(source)
        self._decoder = codecs.getincrementaldecoder(source.encoding or "utf-8")(source.errors or "strict")
        self._text, self._ended = "", False

    def next(self, seconds: float | None = None) -> str | None:
        """Return the next line without its newline, ``None`` when there are no more.

        Raises ``TimeUp`` if none comes within so many seconds; a stream without a file behind it never keeps waiting.
        """
        if self._descriptor is None:
            line = self._source.readline()
            return line.rstrip("\n") if line else None
        deadline = None if seconds is None else time.monotonic() + seconds
        while "\n" not in self._text and not self._ended:
            _wait(self._descriptor, deadline)
            read = os.read(self._descriptor, CHUNK)
            self._ended = not read
            self._text += self._decoder.decode(read, final=self._ended)
        line, _, self._text = self._text.partition("\n")
        return line if line or self._text or not self._ended else None


def _descriptor(source: TextIO) -> int | None:
    try:
        return source.fileno()
    except (io.UnsupportedOperation, ValueError):
        return None


def _wait(descriptor: int, deadline: float | None) -> None:
    """Wait until there is something to read, or the end; without a deadline reading itself waits. Raises ``TimeUp``."""
    if deadline is not None and not select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
        raise TimeUp


class Keyboard:
    """A terminal's keyboard, read key by key: what was typed so far is known, and can be shown again after news.

    From its making on each key is sent when it is pressed, as far as the platform can; an interrupt stays an interrupt.
    ``close`` leaves the terminal as it was.
    """

    def __init__(self, descriptor: int, target: TextIO) -> None:
        self._descriptor, self._target = descriptor, target
        self._restore = _key_by_key(descriptor)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._keys = ""
        self.typed = ""
        """What stands on the line so far."""

    def close(self) -> None:
        """Let lines be edited as usual again."""
        self._restore()

    def next(self, seconds: float) -> str | None:
        """Return the next line, ``None`` at the end of input. Raises ``TimeUp``, keeping what was typed."""
        deadline = time.monotonic() + seconds
        while True:
            ended = self._take()
            if ended is not None:
                line, self.typed = self.typed, ""
                return line if ended != END else None
            _wait(self._descriptor, deadline)
            read = os.read(self._descriptor, CHUNK)
            self._keys += self._decoder.decode(read) if read else END

    def _take(self) -> str | None:
        """Type the keys that were pressed; return the one that ended the line, if one did."""
        self._keys = ESCAPE.sub("", self._keys)
        while self._keys:
            key, self._keys = self._keys[0], self._keys[1:]
            if key in "\r\n" or (key == END and not self.typed):
                self._echo("\n")
                return key
            if key in ERASE or key == ERASE_ALL:
                self._erase(len(self.typed) if key == ERASE_ALL else 1)
            elif key.isprintable():
                self.typed += key
                self._echo(key)
        return None

    def _erase(self, count: int) -> None:
        count = min(count, len(self.typed))
        self.typed = self.typed[: len(self.typed) - count]
        self._echo("\b \b" * count)

    def _echo(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()


def _key_by_key(descriptor: int) -> Callable[[], None]:
    """Have each key sent when it is pressed; return what undoes that."""
    try:
        import termios  # noqa: PLC0415  Windows has none
        import tty  # noqa: PLC0415
    except ImportError:
        return lambda: None
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor, termios.TCSADRAIN)
    return lambda: termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
