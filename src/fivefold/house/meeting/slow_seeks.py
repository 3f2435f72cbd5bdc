"""Looking for slow matches: tables in the lobby, one after the other, that stay there while their owner is away."""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.house.bus import STORING
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.meeting.challenges import REPLY, AutoReply, Challenges, replies, replies_of, seeking, store_reply
from fivefold.house.people import people
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.house.table.seating import MatchRequest
from fivefold.session import steps
from fivefold.session.snapshot import LIVE, OVER, WAITING, MatchSnapshot

MOST_SOUGHT: Final = 20  # Matches that one person looks for, one after the other.
WISHED: Final = ("options", "others", "time", "rated")  # What is kept of the match that somebody looks for.
FORGOTTEN: Final = timedelta(days=60)  # Whoever has found nobody for so long looks no more.

log = logging.getLogger("fivefold.service")


class Seeker(NamedTuple):
    """Somebody who looks for matches."""

    person: str
    name: str
    matches: int  # How many more.
    table: str | None  # The table that is open for the next one.


class SlowSeeks:
    """Who looks for slow matches, whether they are here or not; safe to share among threads."""

    def __init__(
        self,
        ledger: Ledger,
        challenges: Challenges,
        create: Callable[[str, MatchRequest], MatchSnapshot],
        sit: Callable[[str, str], MatchSnapshot],
    ) -> None:
        """``create``: begins a match that a person asks for; ``sit``: takes a seat at a table for a person."""
        self._ledger, self._standing, self._create, self._sit = ledger, challenges.standing, create, sit
        self._opening = threading.local()
        ledger.bus.subscribe(STORING, self._note)

    def seek(self, person_id: str, count: int, wish: MatchRequest) -> MatchSnapshot | None:
        """Look for so many more matches like this, instead of those that were looked for before.

        Return the first: at the table of somebody who looks for the same, else at one that is open for others. ``None``
        where the person plays as many as they want to, so that
        it has to wait. Raises ``InvalidOption``, and what ``House.create`` does.
        """
        self._ledger.refuse.person(person_id)
        if not 1 <= count <= MOST_SOUGHT:
            remedy = f"1 to {MOST_SOUGHT}, or off"
            raise InvalidOption("is no number of matches to look for", subject=str(count)[:20], remedy=remedy)
        self.stop(person_id, wish.game)
        terms = {name: getattr(wish, name) for name in WISHED}
        terms["since"] = time_text(self._ledger.now())
        self._standing.change(person_id, wish.game, lambda before: before._replace(seeks=count, terms=terms))
        try:
            return self._meet(person_id, wish.game) or self._open(person_id, wish.game)
        except FivefoldError:
            self.stop(person_id, wish.game)
            raise

    def stop(self, person_id: str, game: str) -> bool:
        """Look no more; the table that is open is closed. Return whether anything was looked for."""
        found = next((each for each in self._standing.of(person_id) if each.game == game and each.seeks), None)
        if found is None:
            return False
        self._standing.change(person_id, game, lambda before: before._replace(seeks=0, terms=None, match=None))
        if found.match is not None:
            self._close(found.match)
        return True

    def seekers(self, game: str) -> list[Seeker]:
        """Return who looks for matches of a game."""
        with self._ledger.reading() as connection:
            found = seeking(connection, game)
            names = [people.name_of(connection, each.person) or "" for each in found]
        return [Seeker(each.person, name, each.seeks, each.match) for each, name in zip(found, names, strict=True)]

    def attend(self) -> None:
        """Open the next tables. Doing it twice, or in two processes, does no harm."""
        found = self._ledger.read(seeking)
        oldest = self._ledger.now() - FORGOTTEN
        for each in found:
            try:
                if time_from_text(each.terms["since"]) < oldest:
                    self.stop(each.person, each.game)
                elif each.match is None:
                    self._open(each.person, each.game)
            except InvalidOption as error:  # of an older version of the game
                log.warning("somebody looks for no match of %s any more: %s", each.game, error)
                self.stop(each.person, each.game)
            except FivefoldError as error:
                log.info("no table of %s is opened for somebody who looks for one: %s", each.game, error)

    def _meet(self, person_id: str, game: str) -> MatchSnapshot | None:
        """Sit down with somebody who looks for the same match; ``None`` where nobody does."""
        with self._ledger.turn():
            found = self._ledger.read(seeking, game)
            own = next(each for each in found if each.person == person_id)
            if self._standing.is_full(person_id, game):
                return None
            for each in found:
                same = all(each.terms[name] == own.terms[name] for name in WISHED)
                if each.person != person_id and each.match is not None and same:
                    try:
                        now = self._sit(each.match, person_id)
                    except FivefoldError as error:  # blocked, or taken a moment ago
                        log.info("two who look for the same match of %s do not meet: %s", game, error)
                        continue
                    self._standing.change(person_id, game, _less_one)
                    return now
        return None

    def _open(self, person_id: str, game: str) -> MatchSnapshot | None:
        """Open a table for the next match, unless the person plays enough already or one is open."""
        with self._ledger.turn():
            found = next((each for each in self._standing.of(person_id) if each.game == game), None)
            if found is None or not found.seeks or found.match is not None or self._standing.is_full(person_id, game):
                return None
            self._opening.by = found
            try:
                return self._create(person_id, _wish(found))
            finally:
                self._opening.by = None

    def _note(self, connection: Connection, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Note in the transaction of a change that a table was opened, or that it is taken."""
        opening: AutoReply | None = getattr(self._opening, "by", None)
        if before is None and opening is not None:
            store_reply(connection, _still_open(connection, opening)._replace(match=after.id))
        elif before is not None and before.status == WAITING and after.status in (LIVE, OVER):
            found = next(iter(replies(connection, REPLY.match == after.id)), None)
            if found is not None:
                left = found.seeks - 1 if after.status == LIVE else 0
                store_reply(connection, found._replace(seeks=left, match=None, terms=found.terms if left else None))

    def _close(self, match_id: str) -> None:
        try:
            self._ledger.change({match_id: steps.closed})
        except FivefoldError as error:
            log.warning("table %s stays open: %s", match_id, error)


def _still_open(connection: Connection, opening: AutoReply) -> AutoReply:
    """Return what somebody looks for as it is now. Raises ``NotOffered`` where another process was here."""
    every = replies_of(connection, opening.person)
    found = next((each for each in every if each.game == opening.game and each.seeks and each.match is None), None)
    if found is None:
        raise NotOffered("a table is open already, or nobody looks for a match any more", subject="seek")
    return found


def _less_one(found: AutoReply) -> AutoReply:
    return found._replace(seeks=found.seeks - 1, terms=found.terms if found.seeks > 1 else None)


def _wish(found: AutoReply) -> MatchRequest:
    terms: dict[str, Any] = found.terms
    others = tuple(terms["others"])
    return MatchRequest(found.game, terms["options"], others, listed=True, rated=terms["rated"], time=terms["time"])
