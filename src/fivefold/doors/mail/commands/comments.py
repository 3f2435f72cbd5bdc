"""What a player writes under a command: it goes to the others as chat at the table."""

from textwrap import wrap
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.commands.asking import Asking
from fivefold.house.table.chat import LONGEST
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import MatchSnapshot

MOST_LINES: Final = 4
"""Of chat, that a comment becomes."""


def pass_on(asking: Asking, now: MatchSnapshot, person_id: str, comment: str | None = None) -> tuple[str, ...]:
    """Say a comment at a table where somebody can hear it; return what the writer has to know, in sentences."""
    text = " ".join((asking.comment if comment is None else comment).split())
    if not text or not _heard(now, person_id):
        return ()
    lines, said = lines_of(text), asking.house.chat.own_last(now.id, person_id, MOST_LINES)
    kept = 0
    for line in lines:
        try:
            if line not in said:  # the same mail once more
                asking.house.chat.say(now, person_id, line)
        except FivefoldError as error:
            part = f"the rest of your comment, after {kept} characters," if kept else "your comment"
            return (f"{part[:1].upper()}{part[1:]} was not passed on: {error}.",)
        kept += len(line)
    whole = kept >= len(text) - len(lines)
    return () if whole else (f"Only the first {kept} characters of your comment were passed on.",)


def lines_of(text: str) -> list[str]:
    """Return a comment as lines of chat, as many as there may be."""
    return wrap(text, LONGEST, break_on_hyphens=False)[:MOST_LINES]


def _heard(now: MatchSnapshot, person_id: str) -> bool:
    return any(seat.kind == PERSON and seat.person not in (None, person_id) for seat in now.seats)
