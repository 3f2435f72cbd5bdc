"""Where the terminal reads and writes: plain lines, the same to a screen, a screen reader and a pipe."""

import re
import shutil
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from fivefold.doors.terminal.lines import Keyboard, PipedLines

PIPE_WIDTH = 100
LINES_OUT_OF_SIGHT = 60
LIST_ITEM = re.compile(r"\n(?=- )")
RULER = re.compile(r"[|: -]+")
"""The line below the heading of a table."""
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
        self._asked = ""
        """The question that stands on the last line, unanswered."""

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
