"""How many unfinished matches a person may have: enough for anybody, too few to keep all opponents busy."""

from collections.abc import Collection
from typing import Final

from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.records import finished
from fivefold.session.seats import Seat

MOST_UNFINISHED: Final = 100
"""Unfinished matches in which a person plays, and unfinished games of their tournaments."""
MOST_AMONG_COMPUTERS: Final = 5  # Of these, games that only computers play in.


def refuse_more(ledger: Ledger, person_id: str) -> None:
    """Raise ``NotOffered`` for a person who may not play, or has as many unfinished matches as allowed."""
    ledger.refuse.person(person_id)
    count, longest = ledger.read(finished.unfinished, finished.UNFINISHED_OF_PERSON, person_id)
    if count >= MOST_UNFINISHED:
        raise NotOffered(
            f"you have {count} unfinished ones",
            subject="another match",
            remedy=f"finish one first: /matches/{longest} is the oldest",
        )


def refuse_more_computers(ledger: Ledger, person_id: str, seats: Collection[Seat]) -> None:
    """Raise ``NotOffered`` where only computers would play and the person has enough such games already."""
    if any(seat.person is not None for seat in seats):
        return
    count, longest = ledger.read(finished.unfinished, finished.UNFINISHED_AMONG_COMPUTERS, person_id)
    if count >= MOST_AMONG_COMPUTERS:
        raise NotOffered(
            f"{count} go on already",
            subject="another game of computers",
            remedy=f"wait until one is over: /matches/{longest} has waited longest for its next move",
        )
