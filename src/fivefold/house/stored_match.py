"""What is stored of a match: one mapping between snapshots and the columns of the database."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from fivefold.house.links import BESIDE, COMPANION, DAY, PACK_OF, REMATCH, SECOND, TOURNAMENT, WON_BEFORE, is_double
from fivefold.house.log import StoredEntry, StoredMatch, StoredSeat, StoredStep
from fivefold.house.notices.awaited import awaited
from fivefold.play import chance
from fivefold.play.match import Match
from fivefold.play.time_control import parsed
from fivefold.session.races import COUNTDOWN
from fivefold.session.seats import PERSON, Seat, Terms
from fivefold.session.snapshot import DOUBLE_OF, LIVE, OVER, UNDO, WAITING, Declined, Entry, Link, MatchSnapshot, Offer
from fivefold.session.timing import time_of

Columns = Mapping[str, Callable[[MatchSnapshot], Any]]
"""For each column of ``matches`` what it holds of a snapshot."""
FIRST_LINKS: Final = (DOUBLE_OF, PACK_OF, BESIDE, DAY, TOURNAMENT)
"""Links that a match has from its beginning; their columns have the same names."""
LATER_LINKS: Final = (SECOND, REMATCH, COMPANION)  # Links that come while it is played, or after.


def _links_to(names: Sequence[str]) -> Columns:
    return {name: lambda now, name=name: now.linked(name) for name in names}  # type: ignore[misc]


def _seed(now: MatchSnapshot) -> str:
    source = now.match.source
    return source.seed.hex() if isinstance(source, chance.Fair) else source.public


def _ended(now: MatchSnapshot) -> str | None:
    at = now.entries[-1].at if now.status == OVER and now.entries else None
    return None if at is None else time_text(at)


FIXED: Final[Columns] = {
    "id": lambda now: now.id,
    "game": lambda now: now.match.game.key,
    "version": lambda now: now.match.game.rules.VERSION,
    "drawn": lambda now: sorted(now.match.drawn),
    "chance": lambda now: now.match.source.kind,
    "seed": _seed,
    "script": lambda now: list(now.match.script),
    "started": lambda now: time_text(now.started),
    "double": is_double,
    "game_number": lambda now: now.links[TOURNAMENT].number if TOURNAMENT in now.links else None,
    **_links_to(FIRST_LINKS),
    "won_before": lambda now: list(now.links[WON_BEFORE].shares or ()) if WON_BEFORE in now.links else None,
    "owner": lambda now: now.terms.owner,
    "rated": lambda now: now.terms.rated,
    "duplicate": lambda now: now.terms.duplicate,
    "delay": lambda now: now.terms.delay,
    "time": lambda now: now.terms.time.text if now.terms.time else "",
    "revision": lambda now: now.revision,  # (which the store raises by itself)
}
"""Columns that no step changes."""
DEALT: Final[Columns] = {
    "options": lambda now: now.match.options,
    "begin": lambda now: None if now.match.dealt else now.begin,
}
"""Columns that change when a match is dealt."""
PLAYED: Final[Columns] = {
    "status": lambda now: now.status,
    "due": lambda now: now.due,
    "asking": lambda now: now.offer.seat if now.offer else None,
    "offered": lambda now: now.offer.kind if now.offer else UNDO,
    "since": lambda now: now.offer.since if now.offer else None,
    "agreed": lambda now: list(now.offer.agreed if now.offer else now.agreed),
    "declined": lambda now: [list(each) for each in now.declined],
    "listed": lambda now: now.terms.listed,
    "annulled": lambda now: now.terms.annulled,
    "ended": _ended,
    "began": lambda now: None if now.began is None else time_text(now.began),
    "next_look": lambda now: None if now.next_look is None else time_text(time_of(now.next_look)),
    "told": lambda now: now.told,
    **_links_to(LATER_LINKS),
}
"""Columns that change while it is played, or after; and so does ``touched``, the time of its last change."""

WORKED_OUT: Final = frozenset({"due", "next_look"})
"""Columns that a snapshot works out anew, so that another value may be stored."""


def time_text(time: datetime) -> str:
    """Return a time as it is stored: ISO 8601 in UTC, to the millisecond."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def time_from_text(text: str) -> datetime:
    """Return the time of a stored text."""
    return datetime.fromisoformat(text)


# --- to the store ----------------------------------------------------------------------------------------------------


def stored_match(new: MatchSnapshot, at: datetime) -> StoredMatch:
    """Return a new match as it is stored."""
    fields = _fields(new, at, {**FIXED, **DEALT, **PLAYED})
    return StoredMatch(fields, stored_seats(new), stored_entries(new.entries, at))


def changed_fields(before: MatchSnapshot, after: MatchSnapshot, at: datetime) -> dict[str, Any]:
    """Return the columns that a step changes."""
    columns = {**DEALT, **PLAYED} if before.match.dealt != after.match.dealt else PLAYED
    changed = {name: held for name, held in columns.items() if name in WORKED_OUT or held(before) != held(after)}
    return _fields(after, at, changed)


def stored_step(before: MatchSnapshot, after: MatchSnapshot, at: datetime) -> StoredStep:
    """Return what a step changes of a match."""
    waited, known = awaited(after), awaited(before)
    every = after.seats != before.seats
    changed = range(len(after.seats)) if every else waited ^ known
    return StoredStep(
        after.id,
        before.revision,
        changed_fields(before, after, at),
        stored_entries(after.entries[before.number :], at),
        {seat: seat in waited for seat in changed},
    )


def told_step(before: MatchSnapshot, after: MatchSnapshot, at: datetime) -> str:
    """Return a step as other processes are told it; empty for one that they have to look up."""
    plain = before.seats == after.seats and before.status == after.status == LIVE and before.match.dealt
    step = stored_step(before, after, at)
    return json.dumps([step.revision, step.fields, step.entries], separators=(",", ":")) if plain else ""


def heard_step(match_id: str, told: str) -> StoredStep:
    """Return a step that another process has told."""
    revision, fields, entries = json.loads(told)
    return StoredStep(match_id, revision, fields, tuple(StoredEntry(*each) for each in entries), {})


def stored_after(before: MatchSnapshot, step: StoredStep, at: datetime) -> StoredMatch:
    """Return a match as it is stored after a step, with the entries of the step alone."""
    known = _fields(before, at, {**FIXED, **DEALT, **PLAYED})
    fields = {**known, **step.fields, "revision": step.revision + 1}
    return StoredMatch(fields, stored_seats(before), step.entries)


def _fields(now: MatchSnapshot, at: datetime, columns: Columns) -> dict[str, Any]:
    return {**{name: held(now) for name, held in columns.items()}, "touched": time_text(at)}


def stored_entries(entries: Sequence[Entry], at: datetime) -> tuple[StoredEntry, ...]:
    """Return entries as they are stored."""
    return tuple(
        StoredEntry(entry.number, entry.kind, entry.mover, entry.text, time_text(entry.at or at), entry.given_back)
        for entry in entries
    )


def stored_seats(snapshot: MatchSnapshot) -> tuple[StoredSeat, ...]:
    """Return seats as they are stored."""
    points = snapshot.result or [None] * len(snapshot.seats)
    return tuple(
        StoredSeat(
            *(seat.seat, seat.kind, seat.person, seat.level, seat.name, seat.entrant, points[seat.seat], seat.nonce),
            handicap=seat.handicap,
            rest=seat.rest,
        )
        for seat in snapshot.seats
    )


# --- from the store --------------------------------------------------------------------------------------------------


def snapshot_of(stored: StoredMatch, match: Match, seats: tuple[Seat, ...], first: Link | None) -> MatchSnapshot:
    """Return the snapshot of a stored match that was played through to ``match``. ``first``: what the first game of a
    double match brings, where this is the second."""
    fields = stored.fields
    return MatchSnapshot(
        id=fields["id"],
        match=match,
        entries=tuple(
            Entry(*entry[:4], at=time_from_text(entry.at), given_back=entry.given_back) for entry in stored.entries
        ),
        seats=seats,
        status=fields["status"],
        started=match.started,
        begin=fields["begin"] or "",
        offer=_offer(fields),
        declined=tuple(Declined(*each) for each in fields["declined"]),
        agreed=tuple(fields["agreed"]) if fields["asking"] is None else (),
        begins=_begins(fields, seats),
        links=_links(fields, first),
        terms=Terms(
            **{name: fields[name] for name in ("owner", "listed", "rated", "duplicate", "annulled", "delay")},
            time=parsed(fields["time"]),
        ),
        began=time_from_text(fields["began"]) if fields["began"] else None,
        told=fields["told"],
        revision=fields["revision"],
    )


def _offer(fields: Mapping[str, Any]) -> Offer | None:
    if fields["asking"] is None:
        return None
    return Offer(fields["offered"], fields["asking"], tuple(fields["agreed"]), fields["since"] or 0)


def _begins(fields: Mapping[str, Any], seats: Sequence[Seat]) -> datetime | None:
    """Return when a race begins for which all people are ready: so long after the last of them said so."""
    people = {seat.seat for seat in seats if seat.kind == PERSON}
    counting = fields["status"] == WAITING and people and people <= set(fields["agreed"])
    return time_from_text(fields["touched"]) + COUNTDOWN if counting else None


def _links(fields: Mapping[str, Any], first: Link | None) -> dict[str, Link]:
    links = {name: Link(fields[name]) for name in (*FIRST_LINKS, *LATER_LINKS) if fields[name] is not None}
    if TOURNAMENT in links:
        links[TOURNAMENT] = links[TOURNAMENT]._replace(number=fields["game_number"])
    if fields["won_before"] is not None:
        links[WON_BEFORE] = Link("", shares=tuple(fields["won_before"]))
    if first is not None:
        links[DOUBLE_OF] = first
    elif fields["double"]:
        links.setdefault(SECOND, Link(""))
    return links


def seat_of(stored: StoredSeat) -> Seat:
    """Return a stored seat, without what the game calls it."""
    who = stored.kind, stored.person, stored.level, stored.name
    return Seat(stored.seat, *who, "", stored.entrant, stored.nonce, stored.handicap, stored.rest)
