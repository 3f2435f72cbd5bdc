"""Where the terminal reads and writes: plain lines, the same to a screen, a screen reader and a pipe."""

import re
import shutil
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

PIPE_WIDTH = 100
LIST_ITEM = re.compile(r"\n(?=- )")
EMPHASIS = re.compile(r"\*\*|\*(?=\w)|(?<=\w)\*|`")


class Screen:
    """Lines in, lines out. Nothing but text and newlines is written, so that nothing needs to be filtered away."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source, self.target = source, target
        self.interactive = source.isatty() and target.isatty()
        self.width = min(shutil.get_terminal_size().columns, PIPE_WIDTH) if target.isatty() else PIPE_WIDTH

    def show(self, text: str = "") -> None:
        """Write text as it is, and a newline."""
        print(text, file=self.target, flush=True)

    def say(self, text: str, indent: str = "") -> None:
        """Write a paragraph, wrapped to the width; continued lines begin with ``indent``."""
        self.show(textwrap.fill(text, self.width, subsequent_indent=indent, break_long_words=False))

    def columns(self, texts: Sequence[str]) -> None:
        """Write short texts in columns, in reading order."""
        wide = max(map(len, texts)) + 3
        across = max(1, (self.width + 3) // wide)
        for start in range(0, len(texts), across):
            self.show("".join(text.ljust(wide) for text in texts[start : start + across]).rstrip())

    def document(self, markdown: str) -> None:
        """Write a page of Markdown so that it reads well as text: paragraphs wrapped, marks of emphasis left out."""
        for block in markdown.strip().split("\n\n"):
            if block.startswith(("|", "```", "#")):
                self.show(block.lstrip("# "))
            else:
                for item in LIST_ITEM.split(block):
                    self.say(" ".join(EMPHASIS.sub("", item).split()), indent="  " if item.startswith("- ") else "")
            self.show()

    def wait_for(self, name: str) -> None:
        """Tell whoever looks on that it may take a moment; a pipe does not mind."""
        if self.interactive:
            self.show(f"{name} is thinking ...")

    def ask(self, prompt: str) -> str | None:
        """Return the next line without its newline, or ``None`` when there are no more.

        From a pipe the line is written out after the prompt, so that what comes out reads like a session.
        """
        if self.interactive:
            return _typed(prompt)
        line = self.source.readline()
        if not line:
            return None
        self.show(prompt + line.strip())
        return line.strip()


def _typed(prompt: str) -> str | None:
    """Read a line that can be edited and recalled, as far as the platform has `readline`."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415  its import changes `input`; Windows has none
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None
