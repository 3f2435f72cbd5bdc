"""The screen: lines read, boards and texts shown."""

import codecs
import io
import os
import re
import select
import shutil
import textwrap
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TextIO

CHUNK: Final = 65_536
ESCAPE: Final = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z~]|O[A-Za-z]|.?)")  # What arrow keys and their like send.
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
        """Return the next line without its newline, ``None`` when there are no more. Raises ``TimeUp`` if none comes
        within so many seconds; a stream without a file behind it never keeps waiting."""
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
        self.typed = ""  # What stands on the line so far.

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


PIPE_WIDTH = 100
LINES_OUT_OF_SIGHT = 60
LIST_ITEM = re.compile(r"\n(?=- )")
RULER = re.compile(r"[|: -]+")  # The line below the heading of a table.
EMPHASIS = re.compile(r"\*\*|\*(?=\w)|(?<=\w)\*|`")


class Screen:
    """Lines in, lines out. Nothing but text and newlines is written, so that nothing needs to be filtered away."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source, self.target = source, target
        self.interactive = source.isatty() and target.isatty()
        size = shutil.get_terminal_size()
        self.width = min(size.columns, PIPE_WIDTH) if target.isatty() else PIPE_WIDTH
        self.window = (size.columns, size.lines) if self.interactive else None
        """Columns and lines, where somebody looks on."""
        self._piped = PipedLines(source)
        self._keyboard: Keyboard | None = None
        self._asked = ""  # The question that stands on the last line, unanswered.

    def show(self, text: str = "") -> None:
        """Write text as it is, and a newline."""
        if self._asked:
            self._asked = ""
            print(file=self.target)
        print(text, file=self.target, flush=True)

    def say(self, text: str, indent: str = "") -> None:
        """Write a paragraph, wrapped to the width; continued lines begin with ``indent``, empty ones above it stay."""
        for _ in range(len(text) - len(text.lstrip("\n"))):
            self.show()
        text = text.lstrip("\n")
        self.show(textwrap.fill(text, self.width, subsequent_indent=indent, break_long_words=False))

    def columns(self, texts: Sequence[str]) -> None:
        """Write short texts in columns, in reading order; long ones a paragraph each."""
        wide = max(map(len, texts)) + 3
        if wide > self.width:
            for text in texts:
                self.say(text, indent="  ")
            return
        across = max(1, (self.width + 3) // wide)
        for start in range(0, len(texts), across):
            self.show("".join(text.ljust(wide) for text in texts[start : start + across]).rstrip())

    def document(self, markdown: str) -> None:
        """Write a page of Markdown so that it reads well as text: paragraphs wrapped, marks of emphasis left out."""
        for block in markdown.strip().split("\n\n"):
            if block.startswith("|"):
                self.table(block.splitlines())
            elif block.startswith(("```", "#")):
                self.show(block.removeprefix("```\n").removesuffix("\n```").lstrip("# "))
            else:
                for item in LIST_ITEM.split(block):
                    self.say(" ".join(EMPHASIS.sub("", item).split()), indent="  " if item.startswith("- ") else "")
            self.show()

    def table(self, lines: Sequence[str]) -> None:
        """Write a table of Markdown in columns, or where they are too wide a paragraph a row."""
        plain = [EMPHASIS.sub("", line.strip()[1:-1]) for line in lines if not RULER.fullmatch(line)]
        rows = [[cell.strip() for cell in line.split("|")] for line in plain]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            if sum(widths) + 3 * len(widths) > self.width:
                self.say(", ".join(filter(None, row)), indent="  ")
            else:
                self.show("   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())

    def clear(self) -> None:
        """Move what was shown out of sight, for somebody else is to look at the screen now."""
        self.show("\n" * (self.window[1] if self.window else LINES_OUT_OF_SIGHT))

    def wait_for(self, name: str) -> None:
        """Tell whoever looks on that it may take a moment; a pipe does not mind."""
        if self.interactive:
            self.show(f"{name} is thinking ...")

    def ask(self, prompt: str, seconds: float | None = None) -> str | None:
        """Return the next line without its newline, or ``None`` when there are no more.

        From a pipe the line is written out after the prompt, so that what comes out reads like a session.
        With ``seconds`` it raises ``TimeUp`` where nobody has finished a line by then; the question stands, and what
        was typed so far is there again when it is asked again.
        """
        if self.interactive and seconds is not None:
            return self._typed_within(prompt, seconds)
        self.rest()
        if self.interactive:
            return _typed(prompt)
        line = self._piped.next(seconds)
        if line is None:
            return None
        self.show(prompt + line.strip())
        return line.strip()

    @property
    def is_asking(self) -> bool:
        """Whether a question stands that nobody has answered yet."""
        return bool(self._asked)

    def rest(self) -> None:
        """Leave the keyboard as it was before lines were waited for with an end to it."""
        if self._keyboard is not None:
            self._keyboard.close()
            self._keyboard = None

    def _typed_within(self, prompt: str, seconds: float) -> str | None:
        self._keyboard = self._keyboard or Keyboard(self.source.fileno(), self.target)
        if self._asked != prompt:
            print(f"{prompt}{self._keyboard.typed}", end="", file=self.target, flush=True)
            self._asked = prompt
        line = self._keyboard.next(seconds)
        self._asked = ""
        return line if line is None else line.strip()


def _typed(prompt: str) -> str | None:
    """Read a line that can be edited and recalled, as far as the platform has `readline`."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415  its import changes `input`; Windows has none
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None
