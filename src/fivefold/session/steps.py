"""What can be done at a table: pure steps from one snapshot to the next, which others store.

A step that changes nothing returns the snapshot it was given; one that is refused raises.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from fivefold.contract import NOBODY, Game
from fivefold.contract.errors import IllegalMove, InvalidMove, MatchOver
from fivefold.parts.words import listed, squeeze
from fivefold.play import chance, options
from fivefold.play.chance import LONGEST_NONCE, Nonce
from fivefold.play.match import Clock, Match
from fivefold.play.observation import observed
from fivefold.play.outcome import Termination
from fivefold.play.record import DRAW
from fivefold.session import races
from fivefold.session.errors import NotOffered, NotYours, SeatTaken
from fivefold.session.rights import after_gifts, check_next, check_seated, check_turn, playing_seats
from fivefold.session.seats import COMPUTER, OPEN, PERSON, Seat, emptied, record_names, starting_seat, with_seat_names
from fivefold.session.snapshot import (
    HELD,
    LIVE,
    MOST_MOVES,
    MOVE,
    OVER,
    UNDO,
    WAITING,
    Cause,
    Entry,
    MatchSnapshot,
    move_count,
)


def undealt_match(game: Game, given: Mapping[str, str], source: chance.Source, clock: Clock) -> Match:
    """Return a match in which nothing is drawn yet. Raises ``InvalidOption``."""
    values = options.resolve(game, given)
    return Match.prepared(game, values, source, drawn=options.drawn(game, given), clock=clock, dealt=False)


def with_nonces(source: chance.Source, seats: Sequence[Seat]) -> chance.Source:
    """Return a match's source with the nonces of those who sit there."""
    nonces = [Nonce(seat.seat, seat.nonce) for seat in seats if seat.nonce is not None]
    return chance.mixed(source, nonces) if nonces else source


def deal(match: Match, seats: Sequence[Seat], begin: str) -> list[Seat]:
    """Deal a match in place; return the people in the order of their seats. They have moved round the table if that is
    how the one who asked for the match sits where ``begin`` says."""
    before = starting_seat(match, begin) if begin else 0
    match.deal(with_nonces(match.source, seats))
    on = (starting_seat(match, begin) - before) % len(seats) if begin else 0
    return [*seats[-on:], *seats[:-on]] if on else list(seats)


def with_next_nonces(seats: Sequence[Seat], before: str, match_id: str) -> list[Seat]:
    """Return the people of a match, ``before``, as they sit in the next one. Each has the same nonce, with the new
    match's name behind it."""
    return [seat if seat.nonce is None else replace(seat, nonce=_next(seat.nonce, before, match_id)) for seat in seats]


def _next(nonce: str, before: str, match_id: str) -> str:
    own = nonce.removesuffix(f"-{before}")
    return f"{own[: LONGEST_NONCE - 1 - len(match_id)]}-{match_id}"


def open_seats(now: MatchSnapshot) -> list[int]:
    """Return the seats that somebody may still take; none once the match has begun."""
    return [seat.seat for seat in now.seats if seat.kind == OPEN] if now.status == WAITING else []


def opened_by(now: MatchSnapshot, person_id: str) -> bool:
    """Tell whether a person decides about the open seats: who opened the table, or else whoever sits there."""
    return now.terms.owner == person_id if now.terms.owner else bool(now.seats_of(person_id))


def check_owner(now: MatchSnapshot, person_id: str, what: str) -> None:
    """Raise ``NotYours`` for anybody else, ``NotOffered`` where no seat is open any more."""
    if not opened_by(now, person_id):
        raise NotYours("only the player who opened the table decides this", subject=what)
    if not open_seats(now):
        raise NotOffered("every seat is taken", subject=what)


def fill(now: MatchSnapshot, person_id: str, seat: int | None, level: int) -> MatchSnapshot:
    """Give an open seat, the first if ``None``, to the computer of this level; with the last seat the match begins."""
    check_owner(now, person_id, "computer")
    free = open_seats(now)
    personas = now.match.game.personas
    if not 1 <= level <= len(personas):
        raise NotOffered(f"the levels are 1 to {len(personas)}", subject=f"level {level}")
    if seat is not None and seat not in free:
        raise NotOffered("somebody sits there already", subject=f"seat {seat}")
    chosen, seats = free[0] if seat is None else seat, list(now.seats)
    seats[chosen] = replace(seats[chosen], kind=COMPUTER, level=level, name=personas[level - 1].name)
    return filled(now, seats)


def stand_up(now: MatchSnapshot, person_id: str) -> MatchSnapshot:
    """Give a seat back while others are still open; whoever opened the table closes it instead."""
    mine = now.seats_of(person_id)
    if not mine:
        return now
    if not open_seats(now):
        raise NotOffered("every seat is taken", subject="stand up", remedy="you can resign")
    if now.terms.owner == person_id:
        raise NotOffered("you opened this table", subject="stand up", remedy="close the table instead")
    seats = [emptied(seat) if seat.seat in mine else seat for seat in now.seats]
    return reseated(now, seats, now.status)


def close(now: MatchSnapshot, person_id: str) -> MatchSnapshot:
    """Close a table before its match begins; a table that is closed already stays so."""
    if now.match.outcome is not None:
        return now
    check_owner(now, person_id, "close the table")
    mine = now.seats_of(person_id)
    return not_begun(now, mine[0]) if mine else closed(now)


def closed(now: MatchSnapshot, cause: Cause = Cause.EMPTY) -> MatchSnapshot:
    """Cancel a match that has not begun."""
    return cancelled(now, cause) if now.status == WAITING else now


def unlisted(now: MatchSnapshot) -> MatchSnapshot:
    """Take a table out of the lobby; its link goes on working."""
    if not now.terms.listed:
        return now
    return replace(now, terms=replace(now.terms, listed=False), revision=now.revision + 1)


EARLY: Final = {Termination.RESIGNED: Cause.EARLY, Termination.TIME: Cause.LATE}
"""Why a match is cancelled in which somebody leaves in the first round."""


# --- sitting down ----------------------------------------------------------------------------------------------------


def open_table(match_id: str, match: Match, seats: Sequence[Seat]) -> MatchSnapshot:
    """Return the snapshot of a new match, which begins when every seat is taken."""
    placed = with_seat_names(match, seats)
    match.seats, match.source = record_names(placed), with_nonces(match.source, placed)
    match.legal()  # worked out now, so that threads that share it only read
    entries = tuple(entries_since(None, match, 0))
    status = WAITING if any(seat.kind == OPEN for seat in placed) or races.is_ahead(match) else LIVE
    if match.outcome is not None:
        status = OVER  # chance and the table have played it to its end
    return MatchSnapshot(match_id, match, entries, placed, status, match.started)


def sit(now: MatchSnapshot, person_id: str, seat: int | None, name: str, nonce: str) -> MatchSnapshot:
    """Take an open seat; a person who has one already keeps it. With the last seat taken the match is dealt, a race
    once everybody is ready. The ``nonce`` counts if nothing was dealt before."""
    if now.seats_of(person_id):
        return now
    free = [place.seat for place in now.seats if place.kind == OPEN]
    if seat is not None and seat not in range(len(now.seats)):
        raise NotOffered(f"the seats are 0 to {len(now.seats) - 1}", subject=f"seat {seat}")
    if not free or (seat is not None and seat not in free):
        taken = now.names if seat is None else [now.names[seat]]
        verb = "sits" if len(taken) == 1 else "sit"
        raise SeatTaken(f"{listed(taken)} already {verb} there", remedy="you can watch")
    taken_seat = free[0] if seat is None else seat
    own = None if now.match.dealt else nonce
    seats = [
        replace(place, kind=PERSON, person=person_id, name=name, nonce=own) if place.seat == taken_seat else place
        for place in now.seats
    ]
    return filled(now, seats)


def filled(now: MatchSnapshot, seats: Sequence[Seat]) -> MatchSnapshot:
    """Return the snapshot with these people in its seats; with the last one taken the match begins."""
    if any(place.kind == OPEN for place in seats) or now.status == OVER or races.is_ahead(now.match):
        return reseated(now, seats, now.status)
    return reseated(now, seats, LIVE) if now.match.dealt else dealt(now, seats)


def dealt(now: MatchSnapshot, seats: Sequence[Seat]) -> MatchSnapshot:
    """Return the snapshot with chance begun, now that all these seats are taken."""
    match = now.match.copy()
    placed = with_seat_names(match, deal(match, seats, now.begin))
    match.seats, match.source = record_names(placed), with_nonces(match.source, placed)
    live = replace(now, status=LIVE, seats=placed, begin="", begins=None)
    return advanced(live, match, entries_since(None, match, now.number))


def renamed(now: MatchSnapshot, person_id: str, before: str, name: str) -> MatchSnapshot:
    """Change the name a person sits under."""
    mine = now.seats_of(person_id)
    return reseated(
        now, [replace(s, name=name) if s.seat in mine and s.name == before else s for s in now.seats], now.status
    )


def reseated(now: MatchSnapshot, seats: Sequence[Seat], status: str) -> MatchSnapshot:
    """Return the snapshot with these people in its seats."""
    match, placed = now.match.copy(), with_seat_names(now.match, seats)
    match.seats, match.source = record_names(placed), with_nonces(match.source, placed)
    return replace(now, match=match, seats=placed, status=status, revision=now.revision + 1)


# --- moving ----------------------------------------------------------------------------------------------------------


def play(now: MatchSnapshot, seats: Collection[int], number: int, text: str, given_back: int = 0) -> MatchSnapshot:
    """Make the move ``text`` as entry ``number``, for one of these seats; in a race perhaps as a later one.
    ``given_back``: milliseconds that the player's clock doesn't count."""
    number = after_gifts(now, number)
    if races.applies(now, number):
        return _raced(now, seats, number, text)
    if number <= now.number and _is_the_move(now, seats, number, text):
        return now
    check_next(now, number)
    if now.match.outcome is None:
        check_turn(now, seats, text)
    match = now.match.copy()
    match.play(text)
    return _moved(now, match, given_back)


def _raced(now: MatchSnapshot, seats: Collection[int], number: int, text: str) -> MatchSnapshot:
    """Make a move where anyone may."""
    if now.match.outcome is None or not seats:
        check_turn(now, seats, text)
    elif number > now.number:
        raise MatchOver("the match is over", subject=text)
    move = races.arrived_move(now, seats, number, text)
    if move is None:
        return now
    match = now.match.copy()
    match.make(move)
    return _moved(now, match)


def _moved(now: MatchSnapshot, match: Match, given_back: int = 0) -> MatchSnapshot:
    """Return the snapshot after a player's move, which led to ``match``."""
    first, *more = entries_since(now.match, match, now.number)
    made = [replace(first, given_back=given_back) if given_back else first, *more]
    by_person = now.to_act is None or now.seats[now.to_act].kind != COMPUTER
    keeps_offer = match.outcome is None and not by_person
    return advanced(now, match, made, offer=now.offer if keeps_offer else None)


def _is_the_move(now: MatchSnapshot, seats: Collection[int], number: int, text: str) -> bool:
    """Tell whether an entry is the very move that is sent (once more), perhaps in another form."""
    if number < 1:
        return False
    entry = now.entries[number - 1]
    if entry.kind not in {MOVE, HELD} or entry.mover not in seats:
        return False
    if squeeze(text) == squeeze(entry.text):
        return True
    ply = now.plies_after(number) - (entry.kind == MOVE)
    return not now.taken_back_since(number) and _canonical(now, ply, entry.mover, text) == entry.text


def _canonical(now: MatchSnapshot, ply: int, mover: int, text: str) -> str:
    """Return a move's text as the log has it, read as its player saw the position; empty where it is no move there."""
    game = now.match.game
    row = observed(game, now.row_at(ply), mover)
    try:
        return game.notation.say(row, game.notation.read(row, text), mover)
    except (InvalidMove, IllegalMove):
        return ""


def entries_since(before: Match | None, after: Match, number: int) -> list[Entry]:
    """Return the entries, numbered after ``number``, for the plies that ``after`` has and ``before`` has not."""
    done = 0 if before is None else len(before.moves)
    plies = zip(after.movers[done:], after.history[done:], strict=True)
    return [Entry(next_number, MOVE, mover, text) for next_number, (mover, text) in enumerate(plies, start=number + 1)]


def advanced(now: MatchSnapshot, match: Match, more: Sequence[Entry], **changes: Any) -> MatchSnapshot:
    """Return the snapshot after more entries, which led to ``match``; cancelled where no more moves fit."""
    entries = (*now.entries, *more)
    if match.outcome is None and len(entries) >= MOST_MOVES <= move_count(entries):
        end_match(match, "abandoned", NOBODY)
        entries = (*entries, Entry(len(entries) + 1, "abandoned", NOBODY, Cause.LONG))
    match.legal()  # worked out now, so that threads that share it only read
    status = OVER if match.outcome is not None else now.status
    since = {"offer": None, "declined": (), "agreed": (), **changes}
    return replace(now, match=match, entries=entries, status=status, revision=now.revision + 1, **since)


# --- what all have agreed to -----------------------------------------------------------------------------------------


def taken_back(now: MatchSnapshot, seat: int, ply: int) -> MatchSnapshot:
    """Return the snapshot with all plies from ``ply`` on taken back for a seat."""
    match = now.match.copy()
    match.undo(ply)
    return advanced(now, match, [Entry(now.number + 1, UNDO, seat, str(ply))])


def drawn(now: MatchSnapshot) -> MatchSnapshot:
    """Return the snapshot of a match that its players have agreed to draw."""
    match = now.match.copy()
    match.agree_draw()
    return advanced(now, match, [Entry(now.number + 1, Termination.AGREED, NOBODY, "")])


def cancelled(now: MatchSnapshot, cause: Cause, seat: int = NOBODY) -> MatchSnapshot:
    """Return the snapshot of a match that ends without a result, and why; ``seat``: who caused it."""
    match = now.match.copy()
    match.abandon()
    return advanced(now, match, [Entry(now.number + 1, Termination.ABANDONED, seat, cause)])


# --- giving up -------------------------------------------------------------------------------------------------------


def resign(now: MatchSnapshot, person_id: str, number: int, seat: int | None = None) -> MatchSnapshot:
    """Give up one of a person's seats: ``seat``, or else the one to move, or else their first.

    A match that still waits for others is cancelled; so is a race at one screen unless somebody says which ``seat``
    gives up. In a race it does not matter what was played since the player looked.
    """
    seats, number = now.seats_of(person_id), after_gifts(now, number)
    if races.applies(now, number):
        number = now.number + (now.status != OVER)
    if repeats(now, seats, number, "resigned") or repeats(now, (NOBODY, *seats), number, "abandoned"):
        return now
    check_next(now, number)
    seats = playing_seats(now, person_id, "resign")
    check_seated(seats, "resign")
    if now.status == WAITING:
        return not_begun(now, seats[0])
    if seat is None and now.racing and len(seats) > 1:
        return cancelled(now, Cause.STOPPED, seats[0])
    if seat not in seats:
        seat = now.match.to_move if now.match.to_move in seats else seats[0]
    return without(now, seat, Termination.RESIGNED)


def not_begun(now: MatchSnapshot, seat: int = NOBODY) -> MatchSnapshot:
    """Return the snapshot of a match that is cancelled before it began; ``seat``: who leaves."""
    return cancelled(now, Cause.LEFT, seat) if len(now.people) > 1 and seat != NOBODY else cancelled(now, Cause.EMPTY)


def out_of_time(now: MatchSnapshot, seat: int = NOBODY) -> MatchSnapshot:
    """Return the snapshot after a seat's time has run out, or without a seat the time for the whole match: then the
    points decide."""
    if seat != NOBODY:
        return without(now, seat, Termination.TIME)
    match = now.match.copy()
    match.time_up()
    return advanced(now, match, [Entry(now.number + 1, Termination.TIME, NOBODY, "")])


def without(now: MatchSnapshot, seat: int, kind: Termination) -> MatchSnapshot:
    """Return the snapshot after a seat has resigned or run out of time: it drops out, or the match ends. Where the
    others could play on but it is the first round, the match is cancelled. Computers alone do not play on."""
    match, others = now.match.copy(), {place.seat for place in now.seats if place.kind == PERSON} - {seat, *now.out}
    plays_on = match.plays_on_without(seat) and bool(others)
    if plays_on and is_first_round(now):
        return cancelled(now, EARLY[kind], seat)
    if kind == Termination.RESIGNED:
        match.resign(seat, ends=not plays_on)
    else:
        match.lose_on_time(seat, ends=not plays_on)
    if match.ending is None:
        return advanced(now, match, entries_since(now.match, match, now.number))
    return advanced(now, match, [Entry(now.number + 1, kind, seat, DRAW if match.ending.drawn else "")])


def is_first_round(now: MatchSnapshot) -> bool:
    """Tell whether somebody who has not dropped out has yet to make a first move."""
    moved = {now.match.movers[ply] for ply in now.match.decisions}
    return any(place.seat not in moved | now.out for place in now.seats)


def end_match(match: Match, kind: str, seat: int, text: str = "") -> None:
    """End a match the way an entry of this kind says."""
    if kind == "resigned":
        match.resign(seat, ends=True)
    elif kind == "time" and seat == NOBODY:
        match.time_up()
    elif kind == "time":
        match.lose_on_time(seat, drawn=text == DRAW, ends=True)
    elif kind == "agreed":
        match.agree_draw()
    else:
        match.abandon()


def repeats(now: MatchSnapshot, seats: Collection[int], number: int, kind: str) -> bool:
    """Tell whether an entry is what is asked for (once more)."""
    entry = now.entries[number - 1] if 0 < number <= now.number else None
    return entry is not None and kind in {entry.kind, entry.gives_up} and entry.mover in seats
