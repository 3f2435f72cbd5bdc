"""What somebody has to be told although no entry of a match's log says it: an offer, a no, time that runs out."""

from collections.abc import Mapping
from typing import Final

from fivefold.house.notices.awaited import to_answer, to_be_ready, to_claim, to_move
from fivefold.play.clocks import ANNOUNCED, REMINDED
from fivefold.session.snapshot import MatchSnapshot

REMINDER, LATE, CLAIMABLE = "reminder", "late", "claimable"
"""What a mail about a slow clock says: the person's own time runs out; it is out, and the others may claim the win;
another's time is out, so that the person may claim, give or wait."""
NOTHING: Final[Mapping[str, str]] = {}


def of_time(before: MatchSnapshot, after: MatchSnapshot) -> Mapping[str, str]:
    """Return who has to be told of a slow clock after a change, each with what."""
    if after.told <= before.told:
        return NOTHING
    if after.told == REMINDED:
        return dict.fromkeys(persons(after, to_move(after)), REMINDER)
    late = dict.fromkeys(persons(after, to_move(after)), LATE)
    return late | dict.fromkeys(persons(after, to_claim(after)), CLAIMABLE)


def still_holds(now: MatchSnapshot, person_id: str, number: int | None, what: str) -> bool:
    """Return whether what was to be told of a slow clock is still so."""
    told = REMINDED if what == REMINDER else ANNOUNCED
    seats = to_claim(now) if what == CLAIMABLE else to_move(now)
    return now.number == number and now.told == told and person_id in persons(now, seats)


def asked(before: MatchSnapshot, after: MatchSnapshot) -> set[str]:
    """Return whom others newly wait for, and whose offer was declined, where the log says nothing of it."""
    if (before.offer, before.agreed, before.declined) == (after.offer, after.agreed, after.declined):
        return set()
    declined = frozenset(each.seat for each in after.declined if each not in before.declined)
    newly = (to_answer(after) - to_answer(before)) | (to_be_ready(after) - to_be_ready(before))
    return persons(after, newly | declined)


def persons(now: MatchSnapshot, seats: frozenset[int]) -> set[str]:
    """Return the people in these seats."""
    return {person for seat in seats if (person := now.seats[seat].person) is not None}
