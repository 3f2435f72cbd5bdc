"""What happens when a match ends: in the transaction that stores its end, so that all of it is stored or nothing.

A feature that keeps something of finished matches adds one function to ``KEEPERS``. It is called when a match ends,
also if it is over as soon as it begins, and again whenever one that is over is annulled or counts again
(``now.terms.annulled`` says which). It writes what follows from the snapshot and reads little, for nothing else can be
written meanwhile. If it raises, the match does not end.
"""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection

from fivefold.house.notices.mail import stored_resignations as pending_resignations
from fivefold.house.records import finished, rating_store
from fivefold.house.table import stored_answers as answers
from fivefold.session.snapshot import OVER, MatchSnapshot

Keeper = Callable[[Connection, MatchSnapshot], None]
"""Stores what a feature keeps of a match that is over, or of one that is annulled or counts again."""
KEEPERS: Final[list[Keeper]] = [
    rating_store.keep,
    finished.keep,
    lambda connection, now: answers.forget(connection, now.id),
    lambda connection, now: pending_resignations.forget(connection, now.id),
]


def note(connection: Connection, before: MatchSnapshot | None, now: MatchSnapshot) -> None:
    """Tell every feature if a match has just ended, was annulled or counts again; before is None if it is new."""
    if now.status != OVER:
        if before is not None and any(entry.drop_out for entry in now.entries[before.number :]):
            finished.leave(connection, now.id, now.out)
        return
    if before is None or before.status != OVER or before.terms.annulled != now.terms.annulled:
        for keep in KEEPERS:
            keep(connection, now)
