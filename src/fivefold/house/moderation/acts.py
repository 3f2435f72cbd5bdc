"""The log of what those who run the house do: when, who, what, why, and what it takes to undo it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection

from fivefold.contract.errors import InvalidOption
from fivefold.house.ledger import Ledger
from fivefold.house.moderation import stored_moderation as stored
from fivefold.house.moderation.stored_moderation import StoredAct
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.house.table.chat_text import tidy_line

LONGEST_WHY: Final = 400
LONGEST_BY: Final = 64
MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Act:
    """Something that somebody who runs the house has done."""

    number: int
    at: datetime
    by: str
    """The machine's user."""
    act: str
    person: str | None
    """Whom it concerns, by what they are called now."""
    match: str | None
    why: str
    facts: Mapping[str, Any]
    """What else it takes to know what was done, and to undo it."""


class Acts:
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
    ) -> Callable[[Connection], None]:
        """Return what notes an act in the transaction that carries it out."""
        now = time_text(self._ledger.now())
        new = StoredAct(0, now, by[:LONGEST_BY], act, person, match, why, dict(facts or {}))

        def note(connection: Connection) -> None:
            stored.note(connection, new)

        return note

    def list(self, person: str | None = None, match: str | None = None, most: int = MOST) -> list[Act]:
        """Return the latest acts, about a person or a match if one is given, the latest first."""
        with self._ledger.reading() as connection:
            found = stored.acts(connection, person, match, most)
        return [self._act(each) for each in found]

    def _act(self, each: StoredAct) -> Act:
        name = None if each.person is None else self._ledger.person(each.person).shown
        return Act(each.id, time_from_text(each.at), each.by, each.act, name, each.match, each.why, each.facts)


def reason(why: str) -> str:
    """Return why something is done, as it is stored. Raises ``InvalidOption`` for none, or one that is too long."""
    if not why.strip():
        raise InvalidOption("say why: it is kept with what you do", subject="--why")
    if len(why) > LONGEST_WHY:
        raise InvalidOption(f"{len(why)} characters are too long", subject="--why", remedy=f"at most {LONGEST_WHY}")
    return tidy_line(why, LONGEST_WHY)
