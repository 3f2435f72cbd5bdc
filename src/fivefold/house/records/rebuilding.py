"""Rows of how matches ended, for matches that ended before rows were kept, or made again from the log."""

import logging
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Select, func, select

from fivefold.contract.errors import FivefoldError
from fivefold.house.database.schema import entries, matches
from fivefold.house.database.schema import finished as finished_rows
from fivefold.house.ledger import Ledger
from fivefold.house.log import StoredSeat
from fivefold.house.records import finished
from fivefold.house.records.finished import SOMEBODY, End, SeatAtEnd, batches, end_of, seats_of, share_by_termination
from fivefold.play.catalogue import find, keys
from fivefold.play.outcome import Termination
from fivefold.session.snapshot import MOVE

log = logging.getLogger("fivefold.service")


FIRST_MOVER = (
    select(entries.c.mover)
    .where(entries.c.match == matches.c.id, entries.c.kind == "move", entries.c.mover >= 0)
    .order_by(entries.c.number)
    .limit(1)
    .correlate(matches)
    .scalar_subquery()
)
EARLIER = entries.alias()
LAST = select(func.max(EARLIER.c.number)).where(EARLIER.c.match == matches.c.id).correlate(matches).scalar_subquery()
SECOND = matches.alias()
HALVED = select(SECOND.c.id).where(SECOND.c.id == matches.c.second, SECOND.c.status == "over").exists()
KEPT = select(finished_rows.c.match).where(finished_rows.c.match == matches.c.id).exists()
NAMES = ("id", "game", "options", "drawn", "rated", "annulled", "pack_of", "double_of")
ENDED: Final[Select[Any]] = select(
    *(matches.c[name] for name in NAMES),
    HALVED.label("half"),
    entries.c.at.label("ended"),
    entries.c.kind.label("last_kind"),
    entries.c.mover.label("last_mover"),
    FIRST_MOVER.label("first_mover"),
).select_from(matches.join(entries, (entries.c.match == matches.c.id) & (entries.c.number == LAST)))
"""Matches that are over, with their last entry: how each was broken off, or a move."""


class Rebuilding:
    """Notes how matches ended; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def prepare(self) -> None:
        """Note how matches ended that ended before this was noted."""
        self._note(only_missing=True)

    def rebuild(self) -> int:
        """Note anew how every match ended; return how many there are."""
        return self._note(only_missing=False)

    def _note(self, only_missing: bool) -> int:
        chosen = select(matches.c.id).where(matches.c.status == "over", matches.c.beside.is_(None), SOMEBODY)
        with self._ledger.reading() as connection:
            ended = list(connection.scalars(chosen.where(~KEPT) if only_missing else chosen))
        return sum(self._note_some(some) for some in batches(ended))

    def _note_some(self, match_ids: Sequence[str]) -> int:
        with self._ledger.reading() as connection:
            seated = seats_of(connection, match_ids)
            found = connection.execute(ENDED.where(matches.c.id.in_(match_ids))).all()
        ends = [end for each in found if (end := self._end(each, seated[each.id])) is not None]
        with self._ledger.writing() as connection:
            finished.store(connection, ends)
        return len(ends)

    def _end(self, stored: Any, seats: Sequence[StoredSeat]) -> End | None:
        """Return how a stored match ended; ``None`` for one that cannot be read, which is logged."""
        try:
            shares = _shares(stored, seats) if stored.game in set(keys()) else None
            if shares is None:
                return end_of(self._ledger.known(stored.id), half=stored.half)
        except FivefoldError:
            log.exception("match %s is left out of its people's histories", stored.id)
            return None
        shared = zip(seats, shares, strict=True)
        return End(
            match=stored.id,
            game=find(stored.game),
            options=stored.options,
            drawn=stored.drawn,
            seats=[SeatAtEnd(seat.kind, seat.person, seat.level, seat.points, share) for seat, share in shared],
            first_mover=stored.first_mover,
            termination=_termination(stored),
            rated=stored.rated,
            annulled=stored.annulled,
            known_cards=stored.pack_of is not None,
            half=stored.half,
            ended=stored.ended,
        )


def _termination(stored: Any) -> str:
    return Termination.PLAYED_OUT if stored.last_kind == MOVE else Termination(stored.last_kind)


def _shares(stored: Any, seats: Sequence[StoredSeat]) -> Sequence[float] | None:
    """Return each seat's share of the win; ``None`` where the match has to be played through to tell."""
    if stored.double_of is not None:
        return None
    game, points = find(stored.game), [seat.points for seat in seats]
    known = [each for each in points if each is not None]
    if game.traits.scores_decide and len(known) == len(points):
        ahead = [each == max(known) for each in known]
        return [leads / sum(ahead) for leads in ahead]
    drop_outs = game.traits.drop_outs and len(points) > 2
    if stored.last_kind in {MOVE, Termination.TIME} or game.traits.teams or drop_outs:
        return None
    return share_by_termination(stored.last_kind, stored.last_mover, len(points))
