"""What somebody wrote anew in an answer: without what they quote, above or below, and without signatures.

Nothing quoted may be taken for a command: where it is not clear, less is read rather than more.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from fivefold.doors.mail.reading import phrase

ATTRIBUTION: Final = phrase("wrote", "", r"(?:\s+[^:：]{1,120})?\s*[:：]\s*$")
"""A line that ends by saying who wrote what follows: ``Am 12.3.2026 um 10:00 schrieb Anna <anna@…>:``."""
OPENING: Final = phrase("opening", "", r"\b")
"""How such a line begins."""
ADDRESS: Final = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,80}\.[a-z]{2,}", re.IGNORECASE)
YEAR: Final = re.compile(r"\b(?:19|20)\d\d(?!\d)")
TIME: Final = re.compile(r"(?<!\d)\d{1,2}[:.h時]\d\d(?!\d)")
DIGIT: Final = re.compile(r"\d")
FORWARDED: Final = phrase("forwarded", "")
DASHES: Final = r"\-=_*–—―"
BETWEEN_DASHES: Final = re.compile(
    rf"\s*[{DASHES}]{{4,}}\s*[^\s{DASHES}][^\n]{{1,70}}[^\s{DASHES}]\s*[{DASHES}]{{4,}}\s*"
)
RULE: Final = re.compile(r"\s*_{20,}\s*|\s*-{40,}\s*")
BEGIN_FORWARDED: Final = phrase("begin-forwarded", "", r"\s*[:：]?\s*")
LABEL: Final = re.compile(r"\s*\*?([^\s:：*<>@][^:：*<>@\n]{0,24}?)\s?[:：]\*?\s{0,9}(\S.*)?$")
"""A line of a block of headers: ``From: Anna <anna@…>``, ``*Gesendet:* Donnerstag``."""
FROM: Final = phrase("from", "")
OTHERS: Final = phrase("other-headers", "")
SIGNED: Final = phrase("signed", behind=r"\s*[.!。]?\s*")
MOST_LINES: Final = 5000
LONGEST_LINE: Final = 400
"""Longer lines introduce nothing."""
QUOTED: Final = re.compile(r"\s{0,4}[A-Za-z]{0,3}(?:>|\|\s|\|$|¦)")
WRAPS_AT: Final = 60
"""A quoted line as long as this may go on in the next one, without a mark in front."""
LONGEST_ATTRIBUTION: Final = 4
"""Lines."""
COLONS: Final = (":", "：")
PGP_BEGIN: Final = "-----BEGIN PGP SIGNED MESSAGE-----"
PGP_END: Final = "-----BEGIN PGP SIGNATURE-----"


class Fresh(NamedTuple):
    """What is new in a text."""

    text: str
    forwarded: bool
    """Whether it introduces a message that was passed on."""


def fresh(text: str) -> Fresh:
    """Return what is new in a text."""
    lines = _without_armour([line.replace("\u00a0", " ").rstrip("\t ") for line in text.split("\n", MOST_LINES)])
    quoted = [bool(QUOTED.match(line)) for line in lines]
    kept: list[str] = []
    at = 0
    while at < len(lines):
        if quoted[at]:
            at += 1
        elif _ends_here(lines, at):
            break
        elif skipped := _introduction(lines, quoted, at):
            if not _answers_below(quoted, lines, at + skipped):
                break
            at += skipped
        else:
            if not (_is_rest_of_quote(lines, quoted, at) or (8 < len(lines[at]) < 100 and SIGNED.fullmatch(lines[at]))):
                kept.append(lines[at])
            at += 1
    return Fresh("\n".join(kept).strip("\n"), at < len(lines) and _is_forwarding(lines[at]))


def _without_armour(lines: list[str]) -> list[str]:
    """Return the lines of a message that is signed in its text, as they were before."""
    if PGP_BEGIN not in lines:
        return lines
    begin = lines.index(PGP_BEGIN)
    first = next((at for at in range(begin, len(lines)) if not lines[at]), begin) + 1
    last = lines.index(PGP_END) if PGP_END in lines else len(lines)
    return [*lines[:begin], *(line.removeprefix("- ") for line in lines[first:last])]


def _ends_here(lines: Sequence[str], at: int) -> bool:
    """Tell whether a signature, or a message that is not marked as a quotation, begins with a line."""
    line = lines[at]
    if line == "--":
        return True
    if len(line) > LONGEST_LINE or not line:
        return False
    if line[0] in "-=_*–—― \t" and (RULE.fullmatch(line) or BETWEEN_DASHES.fullmatch(line)):
        return True
    return bool(BEGIN_FORWARDED.fullmatch(line)) or _begins_headers(lines, at)


def _begins_headers(lines: Sequence[str], at: int) -> bool:
    """Tell whether the headers of a message begin with a line, in a language that is known or not."""
    if not any(colon in lines[at][:30] for colon in COLONS):
        return False
    block = [LABEL.match(line) for line in lines[at : at + 6] if line]
    labels = [found[1].strip().casefold() if found else "" for found in block]
    if labels and FROM.fullmatch(labels[0]):
        return any(OTHERS.fullmatch(label) for label in labels[1:])
    return len(labels) > 2 and all(labels[:3]) and any(ADDRESS.search(line) for line in lines[at : at + 3])


def _is_forwarding(line: str) -> bool:
    return bool(BEGIN_FORWARDED.fullmatch(line) or (BETWEEN_DASHES.fullmatch(line) and FORWARDED.search(line)))


def _introduction(lines: Sequence[str], quoted: Sequence[bool], at: int) -> int:
    """Return how many lines from this one on say who wrote what follows; 0 if they don't."""
    for count in range(1, LONGEST_ATTRIBUTION + 1):
        last = at + count - 1
        if last >= len(lines) or not lines[last] or quoted[last] or len(lines[last]) > LONGEST_LINE:
            return 0
        if lines[last].rstrip("*_ ").endswith(COLONS):
            joined = " ".join(line.strip("*_ ") for line in lines[at : last + 1])
            return count if _introduces(joined, count, _answers_below(quoted, lines, last + 1)) else 0
    return 0


def _introduces(line: str, count: int, quote_follows: bool) -> bool:
    dated = bool(YEAR.search(line) or TIME.search(line))
    addressed = bool(ADDRESS.search(line))
    if count > 1 and not (OPENING.match(line) and (dated or _says_wrote(line))):
        return False
    if quote_follows:
        return addressed or dated or _says_wrote(line)
    if dated and addressed:
        return True
    return (dated or addressed) and DIGIT.search(line) is not None and _says_wrote(line)


def _says_wrote(line: str) -> bool:
    return bool(ATTRIBUTION.search(line))


def _answers_below(quoted: Sequence[bool], lines: Sequence[str], at: int) -> bool:
    while at < len(lines) and not lines[at]:
        at += 1
    return at < len(lines) and quoted[at]


def _is_rest_of_quote(lines: Sequence[str], quoted: Sequence[bool], at: int) -> bool:
    """Tell whether a line may be the end of the quoted one above it, broken on the way."""
    return at > 0 and quoted[at - 1] and bool(lines[at]) and len(lines[at - 1]) >= WRAPS_AT
