"""The lines of a record, each with its check digits: where one was changed, cut off or lost, the error names it."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fivefold.contract.errors import InvalidRecord
from fivefold.parts.words import listed

FORMATS = ("1", "2", "3")
CHECK_DIGITS = 6


class Line(NamedTuple):
    """One line without its check digits."""

    number: int
    content: str


def seal(contents: Iterable[str]) -> str:
    """Return the lines with their check digits."""
    so_far = hashlib.sha256()
    text = []
    for content in contents:
        so_far.update(f"{content}\n".encode())
        text.append(f"{content} #{so_far.hexdigest()[:CHECK_DIGITS]}\n")
    return "".join(text)


def unseal(text: str) -> list[Line]:
    """Return the lines without their check digits. Raises ``InvalidRecord``, naming the line that is damaged."""
    so_far = hashlib.sha256()
    lines: list[Line] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip(" \t\r")
        if not line:
            continue
        if not lines:
            _check_format(number, line)
        content, mark, digits = line.rpartition(" #")
        if not mark or len(digits) != CHECK_DIGITS:
            raise InvalidRecord(f"line {number}: changed or cut off: {CHECK_DIGITS} check digits after a # are missing")
        so_far.update(f"{content}\n".encode(errors="surrogatepass"))
        if digits != so_far.hexdigest()[:CHECK_DIGITS]:
            raise InvalidRecord(
                f"line {number}: {content!r} does not fit its check digits:"
                " it was changed, or lines before it are missing"
            )
        lines.append(Line(number, content))
    _check_end(lines)
    return lines


def _check_format(number: int, line: str) -> None:
    match = re.match(r"fivefold record ([0-9]+)( |$)", line)
    if match is None:
        raise InvalidRecord(f"line {number}: {line[:40]!r} is no first line of a record, e.g. 'fivefold record 1'")
    if match[1] not in FORMATS:
        raise InvalidRecord(
            f"line {number}: a record of format {match[1]}; this program reads formats {listed(FORMATS)}"
        )


def _check_end(lines: Sequence[Line]) -> None:
    if not lines:
        raise InvalidRecord("line 1: the text is empty")
    if lines[-1].content != "end":
        raise InvalidRecord(f"line {lines[-1].number}: the record stops here; its last line, 'end', is missing")
