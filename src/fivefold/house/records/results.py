"""How a person's matches ended: what personal bests, "My results" and the result of a match are made of.

Rows of it are also made anew here, from the log, for matches that ended before rows were kept.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, select

from fivefold.contract.errors import FivefoldError
from fivefold.house.database.schema import against, dailies, entries, finished, matches
from fivefold.house.ledger import Ledger
from fivefold.house.log import StoredSeat
from fivefold.house.records.finished import (
    COLUMNS,
    HALF,
    LEVEL,
    SOMEBODY,
    WON,
    End,
    Finished,
    SeatAtEnd,
    batches,
    end_of,
    seats_of,
    set_up_of,
    share_by_termination,
    store,
)
from fivefold.house.stored_match import time_from_text
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.play.outcome import Termination
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import MOVE

MOST: Final = 2000  # Matches looked at, the latest ones.
MOST_OF_A_DAY: Final = 1000  # Of one day and game; the first who finished.
ON_THE_DAY: Final[ColumnElement[bool]] = func.substr(matches.c.started, 1, 10) == dailies.c.day
"""Whether a match on a day's deal was begun that day."""


@dataclass(frozen=True, slots=True)
class PersonResult:
    """How a match ended for a person with one seat in it."""

    match: str
    game: str
    set_up: str  # As ``finished.set_up`` writes it.
    ended: datetime
    seat: int
    scores: tuple[int | None, ...]  # Each seat's points; ``None`` where the match was not played to its end.
    result: str  # ``won``, ``drawn``, ``lost`` or ``alone``.
    share: float | None  # 1 for a win, 0 for a loss, equal parts of 1 for a draw; ``None`` where one plays alone.
    termination: Termination
    levels: tuple[int, ...]  # The levels of the computer opponents.
    rivals: tuple[str, ...]  # The names of the others, computers included.
    day: str | None  # The day, ISO 8601, whose deal it was.

    @property
    def score(self) -> int | None:
        """The person's points; ``None`` where the match was not played to its end."""
        return self.scores[self.seat]


class Results:
    """The results of all people, as far as they count: alone on one's side, on new cards, to an end."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, person_id: str, game: str | None = None, limit: int = MOST) -> list[PersonResult]:
        """Return how a person's matches ended, of one game or of all, the latest first."""
        mine = (finished.c.person == person_id) & finished.c.counts & (finished.c.result != HALF)
        found = self._found(mine if game is None else mine & (finished.c.game == game), limit)
        known = set(keys())
        return [result for _, result in found if result.game in known]

    def of_match(self, match_id: str, person_id: str) -> PersonResult | None:
        """Return how a match ended for a person; ``None`` where it goes on, or where they do not play."""
        found = self._found((finished.c.match == match_id) & (finished.c.person == person_id), 1)
        return next((result for _, result in found), None)

    def of_day(self, game: str, day: str) -> list[tuple[StoredSeat, PersonResult]]:
        """Return how the matches on a day's deal ended that were begun that day, each with its person's seat."""
        joined = dailies.join(matches, matches.c.id == dailies.c.match)
        here = (dailies.c.game == game) & (dailies.c.day == day) & (matches.c.status == "over") & ON_THE_DAY
        ended = select(dailies.c.match).select_from(joined).where(here)
        return self._found(finished.c.match.in_(ended) & finished.c.counts, MOST_OF_A_DAY)

    def best(self, person_id: str, match: Match, besides: str = "") -> PersonResult | None:
        """Return a person's result with the most points in matches with this one's set-up, the earliest of several.
        ``besides``: a match that is left out. Who begins makes no difference."""
        game, set_up = match.game.key, set_up_of(match)
        alike = (finished.c.person == person_id) & finished.c.counts & (finished.c.game == game)
        here = alike & (finished.c.set_up == set_up) & finished.c.points.is_not(None) & (finished.c.match != besides)
        chosen = select(finished.c.match).where(here).order_by(finished.c.points.desc(), finished.c.ended).limit(1)
        found = self._ledger.scalar(chosen)
        return None if found is None else self.of_match(found, person_id)

    def first_win(self, person_id: str, game: str, level: int) -> str | None:
        """Return the match in which a person beat a computer of this level at a game for the first time, if any."""
        beaten = (against.c.person == person_id) & (against.c.opponent == f"{LEVEL}{level}") & against.c.counts
        won = beaten & (against.c.game == game) & (against.c.result == WON)
        found: str | None = self._ledger.scalar(select(against.c.match).where(won).order_by(against.c.ended).limit(1))
        return found

    def _found(self, which: ColumnElement[bool], limit: int) -> list[tuple[StoredSeat, PersonResult]]:
        chosen = (
            select(*COLUMNS, dailies.c.day)
            .select_from(finished.outerjoin(dailies, dailies.c.match == finished.c.match))
            .where(which)
            .order_by(finished.c.ended.desc(), finished.c.match.desc())
            .limit(limit)
        )
        with self._ledger.reading() as connection:
            found = [(Finished(*row[:-1]), row[-1]) for row in connection.execute(chosen)]
            seats = seats_of(connection, [row.match for row, _ in found])
        return [(seats[row.match][row.seat], _result(row, day, seats[row.match])) for row, day in found]


def _result(row: Finished, day: str | None, seats: Sequence[StoredSeat]) -> PersonResult:
    others = [seat for seat in seats if seat.seat != row.seat]
    return PersonResult(
        match=row.match,
        game=row.game,
        set_up=row.set_up,
        ended=time_from_text(row.ended),
        seat=row.seat,
        scores=tuple(seat.points for seat in seats),
        result=row.result,
        share=row.share,
        termination=Termination(row.termination),
        levels=tuple(seat.level for seat in others if seat.kind == COMPUTER and seat.level is not None),
        rivals=tuple(seat.name for seat in others),
        day=day,
    )


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
KEPT = select(finished.c.match).where(finished.c.match == matches.c.id).exists()
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
        ended = self._ledger.values(chosen.where(~KEPT) if only_missing else chosen)
        return sum(self._note_some(some) for some in batches(ended))

    def _note_some(self, match_ids: Sequence[str]) -> int:
        with self._ledger.reading() as connection:
            seated = seats_of(connection, match_ids)
            found = connection.execute(ENDED.where(matches.c.id.in_(match_ids))).all()
        ends = [end for each in found if (end := self._end(each, seated[each.id])) is not None]
        self._ledger.write(store, ends)
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
            termination=Termination.PLAYED_OUT if stored.last_kind == MOVE else Termination(stored.last_kind),
            rated=stored.rated,
            annulled=stored.annulled,
            known_cards=stored.pack_of is not None,
            half=stored.half,
            ended=stored.ended,
        )


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
