"""Rows of how matches ended, for matches that ended before rows were kept, or made again from the log."""

import logging
from collections.abc import Sequence

from fivefold.contract.errors import FivefoldError
from fivefold.house.ledger import Ledger
from fivefold.house.records import stored_finished as finished
from fivefold.house.records.finished import End, SeatAtEnd, end_of, rivals, rows, share_by_termination
from fivefold.house.records.stored_finished import EndedMatch
from fivefold.play.catalogue import find, keys
from fivefold.play.outcome import Termination
from fivefold.session.snapshot import MOVE

log = logging.getLogger("fivefold.service")


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
        with self._ledger.reading() as connection:
            ended = finished.all_ended(connection, only_missing)
        return sum(self._note_some(some) for some in finished.batches(ended))

    def _note_some(self, match_ids: Sequence[str]) -> int:
        with self._ledger.reading() as connection:
            found = finished.ended_matches(connection, match_ids)
        ends = [end for each in found if (end := self._end(each)) is not None]
        kept = [row for end in ends for row in rows(end)], [row for end in ends for row in rivals(end)]
        with self._ledger.writing() as connection:
            finished.keep(connection, [end.match for end in ends], *kept)
        return len(ends)

    def _end(self, stored: EndedMatch) -> End | None:
        """Return how a stored match ended; ``None`` for one that cannot be read, which is logged."""
        try:
            shares = _shares(stored) if stored.game in set(keys()) else None
            return end_of(self._ledger.known(stored.id), half=stored.half) if shares is None else _end(stored, shares)
        except FivefoldError:
            log.exception("match %s is left out of its people's histories", stored.id)
            return None


def _end(stored: EndedMatch, shares: Sequence[float]) -> End:
    seats = zip(stored.seats, shares, strict=True)
    return End(
        match=stored.id,
        game=find(stored.game),
        options=stored.options,
        drawn=stored.drawn,
        seats=[SeatAtEnd(seat.kind, seat.person, seat.level, seat.points, share) for seat, share in seats],
        first_mover=stored.first_mover,
        termination=_termination(stored),
        rated=stored.rated,
        annulled=stored.annulled,
        known_cards=stored.pack_of is not None,
        half=stored.half,
        ended=stored.ended,
    )


def _termination(stored: EndedMatch) -> str:
    return Termination.PLAYED_OUT if stored.last_kind == MOVE else Termination(stored.last_kind)


def _shares(stored: EndedMatch) -> Sequence[float] | None:
    """Return each seat's share of the win; ``None`` where the match has to be played through to tell."""
    if stored.double_of is not None:
        return None
    game, points = find(stored.game), [seat.points for seat in stored.seats]
    known = [each for each in points if each is not None]
    if game.traits.scores_decide and len(known) == len(points):
        ahead = [each == max(known) for each in known]
        return [leads / sum(ahead) for leads in ahead]
    drop_outs = game.traits.drop_outs and len(points) > 2
    if stored.last_kind in {MOVE, Termination.TIME} or game.traits.teams or drop_outs:
        return None
    return share_by_termination(stored.last_kind, stored.last_mover, len(points))
