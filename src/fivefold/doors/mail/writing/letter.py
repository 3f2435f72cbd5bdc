"""From blocks to a letter."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fivefold.doors.mail.letters import Letter
from fivefold.doors.mail.writing import plain
from fivefold.doors.mail.writing.blocks import Block, Lead, Paragraph, Position
from fivefold.doors.mail.writing.page import FOOT, page, paragraph
from fivefold.doors.mail.writing.words import moment_words, said

LONGEST_SUBJECT: Final = 120


def letter(subject: str, blocks: Sequence[Block], board: tuple[str, int] | None = None) -> Letter:
    """Return a letter that says these blocks."""
    blocks = list(_with_one_lead(blocks))
    pictures = tuple(block.picture for block in blocks if isinstance(block, Position))
    title = one_subject(subject)
    return Letter(title, plain.text(blocks), page(title, blocks), pictures, board)


def _with_one_lead(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks, of those that say what matters most only the first as one."""
    led = False
    for block in blocks:
        yield Paragraph(block.text) if led and isinstance(block, Lead) else block
        led = led or isinstance(block, Lead)


def before_a_pause(written: Letter, most: int, until: int, zone: str) -> Letter:
    """Return a letter that says above its foot that others wait ``until`` a moment, since so many came.

    ``zone``: where the reader lives.
    """
    words = said("others-wait", most=most, moment=moment_words(until, zone))
    text, mark, foot = written.text.rpartition(f"\n{plain.SIGNATURE}\n")
    page_above, foot_mark, page_foot = written.html.rpartition(FOOT)
    more = "\n".join(plain.wrapped(words))
    return replace(
        written,
        text=f"{text}\n{more}\n{mark}{foot}" if mark else f"{foot}\n{more}\n",
        html=f"{page_above}{paragraph(words)}{foot_mark}{page_foot}" if foot_mark else written.html,
    )


def one_subject(words: str) -> str:
    """Return words as a subject: one line, not too long."""
    line = plain.one_line(words)
    return line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1]}…"
