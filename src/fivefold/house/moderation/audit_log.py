"""The log of what those who run the house do: when, who, what, why, and what it takes to undo it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import Connection, Row, func, insert, select

from fivefold.contract.errors import InvalidOption
from fivefold.house.database.schema import admin_acts
from fivefold.house.ledger import Ledger
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.house.table.chat import tidy_line

LONGEST_WHY: Final = 400
LONGEST_BY: Final = 64
MOST: Final = 200
RENAME: Final = "rename"  # The act that takes a name from somebody.
Noted = Callable[[Connection], None]  # Notes an act in the transaction that carries it out.


class Act(NamedTuple):
    """Something that somebody who runs the house has done."""

    number: int
    at: datetime
    by: str  # The machine's user.
    act: str
    person: str | None  # Whom it concerns: an id, or what they are called now.
    match: str | None
    why: str
    facts: Mapping[str, Any]  # What else it takes to know what was done, and to undo it.

    @classmethod
    def from_row(cls, row: Row[Any]) -> Self:
        """Return an act as it is stored."""
        return cls(row.id, time_from_text(row.at), row.by, row.act, row.person, row.match, row.why, row.facts)


class AuditLog:
    """The log; what is noted is never changed."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def noting(
        self,
        by: str,
        act: str,
        why: str = "",
        *,
        person: str | None = None,
        match: str | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> Noted:
        """Return what notes an act in the transaction that carries it out."""
        about = {"person": person, "match": match, "why": why, "facts": dict(facts or {})}
        values = {"at": time_text(self._ledger.now()), "by": by[:LONGEST_BY], "act": act, **about}

        def note(connection: Connection) -> None:
            connection.execute(insert(admin_acts), values)

        return note

    def list(self, person: str | None = None, match: str | None = None, most: int = MOST) -> list[Act]:
        """Return the latest acts, about a person or a match if one is given, the latest first."""
        wanted = select(admin_acts)
        if person is not None:
            wanted = wanted.where(admin_acts.c.person == person)
        if match is not None:
            wanted = wanted.where(admin_acts.c.match == match)
        found = self._ledger.rows(wanted.order_by(admin_acts.c.id.desc()).limit(most))
        acts = map(Act.from_row, found)
        return [each._replace(person=each.person and self._ledger.person(each.person).shown) for each in acts]


def reason(why: str) -> str:
    """Return why something is done, as it is stored. Raises ``InvalidOption`` for none, or one that is too long."""
    if not why.strip():
        raise InvalidOption("say why: it is kept with what you do", subject="--why")
    if len(why) > LONGEST_WHY:
        raise InvalidOption(f"{len(why)} characters are too long", subject="--why", remedy=f"at most {LONGEST_WHY}")
    return tidy_line(why, LONGEST_WHY)


def last(connection: Connection) -> int:
    """Return the number of the last act, 0 before the first: whatever is decided comes with one."""
    return int(connection.scalar(select(func.max(admin_acts.c.id))) or 0)


def after(connection: Connection, number: int) -> list[Act]:
    """Return the acts after this number, in their order."""
    found = connection.execute(select(admin_acts).where(admin_acts.c.id > number).order_by(admin_acts.c.id))
    return [Act.from_row(row) for row in found]
