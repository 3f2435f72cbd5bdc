"""Subjects without what programs put in front of them."""

import re
from typing import Final, NamedTuple

ANSWERED: Final = (
    "re|aw|sv|antw|antwort|vs|ref|rif|r|odp|ynt|vl|vá|res|rép|rv|回复|回覆|答复|返信|отв|ατ|απ|ad|atb|bls|svar"
)
PASSED_ON: Final = (
    "fw|fwd|wg|tr|i|vb|enc|doorst|pd|továbbítás|fs|vbs|rv|転送|转发|轉寄|ilt|videresendt|пересл|fyi|inoltr"
)
PREFIX: Final = re.compile(
    rf"\s*(?:(?P<passed>{PASSED_ON})|(?P<answered>{ANSWERED}))(?:\s?[\[(]\d{{1,4}}[\])]|[\^*]\d{{1,4}})?\s*[:：]\s*",
    re.IGNORECASE,
)
TAG: Final = re.compile(r"\s*\[[^\[\]]{1,24}\]\s*|\s*\*{2,}[\w ]{1,20}\*{2,}\s*")
"""``[EXTERNAL]``, ``[a-list]``, ``***SPAM***``."""
MOST: Final = 40


class Subject(NamedTuple):
    """A subject that was taken apart."""

    text: str
    is_reply: bool
    is_forwarded: bool
    """Whether the last one who sent it passed it on."""


def taken_apart(subject: str) -> Subject:
    """Return a subject without ``Re:`` and the like."""
    at, answered, passed = 0, False, False
    for _ in range(MOST):
        if found := PREFIX.match(subject, at):
            is_first = not answered and not passed
            passed = passed or (is_first and found["passed"] is not None)
            answered = answered or found["answered"] is not None
            at = found.end()
        elif found := TAG.match(subject, at):
            at = found.end()
        else:
            break
    return Subject(subject[at:].strip(), answered, passed)
