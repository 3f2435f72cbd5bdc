"""From blocks to a letter."""

from collections.abc import Sequence
from typing import Final

from fivefold.mail.letters import Letter
from fivefold.mail.writing import plain
from fivefold.mail.writing.blocks import Block, Position
from fivefold.mail.writing.page import page

LONGEST_SUBJECT: Final = 120


def letter(subject: str, blocks: Sequence[Block], board: tuple[str, int] | None = None) -> Letter:
    """Return a letter that says these blocks."""
    pictures = tuple(block.picture for block in blocks if isinstance(block, Position))
    title = one_subject(subject)
    return Letter(title, plain.text(blocks), page(title, blocks), pictures, board)


def one_subject(words: str) -> str:
    """Return words as a subject: one line, not too long."""
    line = plain.one_line(words)
    return line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1]}…"
