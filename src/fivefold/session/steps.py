"""What can be done at a table: pure steps from one snapshot to the next, which the house then stores.

A step that changes nothing returns the snapshot it was given; one that is refused raises.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from fivefold.contract import NOBODY
from fivefold.contract.errors import IllegalMove, InvalidMove, MatchOver
from fivefold.contract.row import packed
from fivefold.parts.words import listed, squeeze
from fivefold.play.match import Match
from fivefold.session import dealing, races
from fivefold.session.errors import NotOffered, NotYours, SeatTaken, Stale
from fivefold.session.seats import COMPUTER, GUEST, OPEN, Seat, record_names, with_seat_names
from fivefold.session.snapshot import LIVE, MOST_MOVES, MOVE, OVER, UNDO, WAITING, Entry, MatchSnapshot, move_count

AT_HAND: Final = 12
"""So many positions before the last plies are kept with a snapshot."""


# --- sitting down ----------------------------------------------------------------------------------------------------


def open_table(match_id: str, match: Match, seats: Sequence[Seat]) -> MatchSnapshot:
    """Return the snapshot of a new match, which begins when every seat is taken."""
    placed = with_seat_names(match, seats)
    match.seats, match.source = record_names(placed), dealing.with_nonces(match.source, placed)
    prepare_for_readers(match)
    entries = tuple(entries_since(None, match, 0))
    status = WAITING if any(seat.kind == OPEN for seat in placed) else LIVE
    if match.outcome is not None:
        status = OVER  # chance and the table have played it to its end
    return MatchSnapshot(match_id, match, entries, placed, status, match.started)


def sit(now: MatchSnapshot, guest_id: str, seat: int | None, name: str, nonce: str) -> MatchSnapshot:
    """Take an open seat; who sits already stays where they are. With the last seat taken the match is dealt.

    The ``nonce`` counts if nothing was dealt before.
    """
    if now.seats_of(guest_id):
        return now
    free = [place.seat for place in now.seats if place.kind == OPEN]
    if seat is not None and seat not in range(len(now.seats)):
        raise NotOffered(f"seat {seat}: the seats are 0 to {len(now.seats) - 1}")
    if not free or (seat is not None and seat not in free):
        taken = now.names[seat] if seat is not None else listed(now.names)
        raise SeatTaken(f"{taken} already {'sits' if seat is not None else 'sit'} there; you can look on")
    taken_seat = free[0] if seat is None else seat
    own = None if now.match.dealt else nonce
    seats = [
        replace(place, kind=GUEST, guest=guest_id, name=name, nonce=own) if place.seat == taken_seat else place
        for place in now.seats
    ]
    if any(place.kind == OPEN for place in seats) or now.status == OVER:
        return reseated(now, seats, now.status)
    return reseated(now, seats, LIVE) if now.match.dealt else _dealt(now, seats)


def _dealt(now: MatchSnapshot, seats: Sequence[Seat]) -> MatchSnapshot:
    """Return the snapshot with chance begun, now that all these seats are taken."""
    match = now.match.copy()
    placed = with_seat_names(match, dealing.deal(match, seats, now.begin))
    match.seats, match.source = record_names(placed), dealing.with_nonces(match.source, placed)
    live = replace(now, status=LIVE, seats=placed, begin="")
    return advanced(live, match, entries_since(None, match, now.number))


def renamed(now: MatchSnapshot, guest_id: str, before: str, name: str) -> MatchSnapshot:
    """Change the name a guest sits under."""
    mine = now.seats_of(guest_id)
    return reseated(
        now, [replace(s, name=name) if s.seat in mine and s.name == before else s for s in now.seats], now.status
    )


def reseated(now: MatchSnapshot, seats: Sequence[Seat], status: str) -> MatchSnapshot:
    """Return the snapshot with these people in its seats."""
    match, placed = now.match.copy(), with_seat_names(now.match, seats)
    match.seats, match.source = record_names(placed), dealing.with_nonces(match.source, placed)
    return replace(now, match=match, seats=placed, status=status, revision=now.revision + 1)


# --- moving ----------------------------------------------------------------------------------------------------------


def play(now: MatchSnapshot, seats: Collection[int], number: int, text: str) -> MatchSnapshot:
    """Make the move ``text`` as entry ``number``, for one of these seats; in a race perhaps as a later one."""
    if races.applies(now, number):
        return _raced(now, seats, number, text)
    if number <= now.number and _is_the_move(now, seats, number, text):
        return now
    refuse_stale(now, number)
    if now.match.outcome is None:
        _refuse_out_of_turn(now, seats, text)
    return _made(now, text)


def _raced(now: MatchSnapshot, seats: Collection[int], number: int, text: str) -> MatchSnapshot:
    """Make a move where anyone may."""
    if now.match.outcome is None or not seats:
        _refuse_out_of_turn(now, seats, text)
    elif number > now.number:
        raise MatchOver(f"{text}: the match is over ({now.match.outcome.reason})")
    meant = races.arrived_move(now, seats, number, text)
    return now if meant is None else _made(now, meant)


def _made(now: MatchSnapshot, text: str) -> MatchSnapshot:
    """Return the snapshot after a move of whose turn it is."""
    match = now.match.copy()
    match.play(text)
    made = entries_since(now.match, match, now.number)
    by_person = now.to_act is None or now.seats[now.to_act].kind != COMPUTER
    keeps_asking = match.outcome is None and not by_person
    return advanced(now, match, made, asking=now.asking if keeps_asking else None)


def _is_the_move(now: MatchSnapshot, seats: Collection[int], number: int, text: str) -> bool:
    """Tell whether an entry is the very move that is sent (once more), perhaps in another form."""
    if number < 1:
        return False
    entry = now.entries[number - 1]
    if entry.kind != MOVE or entry.mover not in seats:
        return False
    if squeeze(text) == squeeze(entry.text):
        return True
    return not now.taken_back_since(number) and _canonical(now, now.plies_after(number) - 1, text) == entry.text


def _canonical(now: MatchSnapshot, ply: int, text: str) -> str:
    notation, row = now.match.game.notation, now.row_at(ply)
    try:
        return notation.say(row, notation.read(row, text), now.match.movers[ply])
    except (InvalidMove, IllegalMove):
        return ""


def refuse_stale(now: MatchSnapshot, number: int) -> None:
    """Raise ``Stale`` unless ``number`` is the next."""
    if number == now.number + 1:
        return
    if not 0 < number <= now.number:
        raise Stale(f"number {number}: the next is {now.number + 1}; look at the table as it is now", now)
    raise Stale(f"{_happened(now, now.entries[number - 1])} meanwhile; look at the table as it is now", now)


def _happened(now: MatchSnapshot, entry: Entry) -> str:
    if entry.mover < 0:
        return "the match went on" if entry.kind == MOVE else "the match ended"
    who, what = now.names[entry.mover], "" if now.match.game.hidden else f" {entry.text}"
    words = {MOVE: f"{who} played{what}", UNDO: f"{who} took a move back", "resigned": f"{who} resigned"}
    return words.get(entry.kind, "the match ended")


def _refuse_out_of_turn(now: MatchSnapshot, seats: Collection[int], text: str) -> None:
    if not seats:
        raise NotYours(f"{text}: you look on at this match and have no seat in it")
    if now.status == WAITING:
        raise NotOffered(f"{text}: the match begins when every seat is taken; send the link to who is to play")
    turn = now.match.to_move
    if turn >= 0 and turn not in seats:
        raise NotYours(f"{text}: it is {now.names[turn]}'s turn")


def entries_since(before: Match | None, after: Match, number: int) -> list[Entry]:
    """Return the entries, numbered after ``number``, for the plies that ``after`` has and ``before`` has not."""
    done = 0 if before is None else len(before.moves)
    plies = zip(after.movers[done:], after.history[done:], strict=True)
    return [Entry(next_number, MOVE, mover, text) for next_number, (mover, text) in enumerate(plies, start=number + 1)]


def advanced(now: MatchSnapshot, match: Match, more: Sequence[Entry], **changes: Any) -> MatchSnapshot:
    """Return the snapshot after more entries, which led to ``match``; called off where no more moves fit."""
    entries = (*now.entries, *more)
    if match.outcome is None and move_count(entries) >= MOST_MOVES:
        end_match(match, "abandoned", NOBODY)
        entries = (*entries, Entry(len(entries) + 1, "abandoned", NOBODY, ""))
    prepare_for_readers(match)
    status = OVER if match.outcome is not None else now.status
    asking = changes.pop("asking", None)
    return replace(
        now,
        match=match,
        entries=entries,
        status=status,
        asking=asking,
        agreed=now.agreed if asking is not None else (),
        recent=_recent(now, match),
        revision=now.revision + 1,
        **changes,
    )


def prepare_for_readers(match: Match) -> None:
    """Work out what a match works out on demand, so that threads that share it only read."""
    _ = match.history, match.legal()


def _recent(before: MatchSnapshot, after: Match) -> tuple[bytes, ...]:
    """Return the positions before each of the last plies of ``after``, which goes on from ``before``, packed."""
    done = len(before.match.moves)
    if len(after.moves) < done or not before.match.dealt:
        return ()
    row, rows = before.match.row.copy(), list(before.recent)
    for move in after.moves[done:]:
        rows.append(packed(row))
        after.game.rules.play(row, move)
    return tuple(rows[-AT_HAND:])


# --- taking back -----------------------------------------------------------------------------------------------------


def undo_target(now: MatchSnapshot, seats: Collection[int]) -> int:
    """Return the ply to go back to: before the last move that one of these seats chose.

    Raises ``NotOffered``, with the reason, where it cannot be taken back.
    """
    if not seats:
        raise NotOffered("you look on at this match and have no seat in it", subject="undo")
    if now.match.outcome is not None:
        raise NotOffered("the match is over", subject="undo", remedy="a rematch begins anew")
    if now.racing:
        raise NotOffered("in a race nothing is taken back", subject="undo")
    if now.asking is not None and now.asking not in seats:
        asking = now.names[now.asking]
        raise NotOffered(f"{asking} asks to take a move back", subject="undo", remedy="answer that first")
    own = [ply for ply in now.match.decisions if now.match.movers[ply] in seats]
    if not own:
        raise NotOffered("you have not moved yet", subject="undo")
    try:
        now.match.check_undo(own[-1])
    except (IllegalMove, MatchOver) as error:
        raise NotOffered(error.problem) from error
    return own[-1]


def undo(now: MatchSnapshot, guest_id: str, number: int) -> MatchSnapshot:
    """Take back a guest's last move; where other people play, ask them."""
    seats = now.seats_of(guest_id)
    if _repeats(now, seats, number, UNDO):
        return now
    refuse_stale(now, number)
    if not seats:
        raise NotYours("undo: you look on at this match and have no seat in it")
    target = undo_target(now, seats)
    if not now.people_besides(guest_id):
        return taken_back(now, now.match.movers[target], target)
    if now.asking in seats:
        return now
    return replace(now, asking=seats[0], agreed=(), revision=now.revision + 1)


def taken_back(now: MatchSnapshot, seat: int, ply: int) -> MatchSnapshot:
    """Return the snapshot with all plies from ``ply`` on taken back for a seat."""
    match = now.match.copy()
    match.undo(ply)
    return advanced(now, match, [Entry(now.number + 1, UNDO, seat, str(ply))])


def answer(now: MatchSnapshot, guest_id: str, agree: bool) -> MatchSnapshot:
    """Say yes or no to who asks to take a move back; who asks may withdraw. All other people have to agree."""
    seats = now.seats_of(guest_id)
    if not seats:
        raise NotYours("answer: you look on at this match and have no seat in it")
    if now.asking is None:
        if agree:
            raise NotOffered("answer: nobody asks to take a move back any more")
        return now
    if not agree:
        return replace(now, asking=None, agreed=(), revision=now.revision + 1)
    if now.asking in seats:
        raise NotYours("answer: the others answer you; you can withdraw what you asked")
    agreed = tuple(sorted({*now.agreed, *seats}))
    people = {seat.seat for seat in now.seats if seat.kind == GUEST}
    if people - {*agreed, now.asking}:
        return now if agreed == now.agreed else replace(now, agreed=agreed, revision=now.revision + 1)
    return taken_back(now, now.asking, undo_target(now, (now.asking,)))


# --- giving up -------------------------------------------------------------------------------------------------------


def resign(now: MatchSnapshot, guest_id: str, number: int) -> MatchSnapshot:
    """Give up a guest's seat, at one screen the one to move.

    A match that waits for others is called off, and so is a race against oneself. In a race it does not matter what
    was played since the player looked.
    """
    seats = now.seats_of(guest_id)
    if races.applies(now, number):
        number = now.number + (now.status != OVER)
    if _repeats(now, seats, number, "resigned") or _repeats(now, (NOBODY,), number, "abandoned"):
        return now
    refuse_stale(now, number)
    if not seats:
        raise NotYours("resign: you look on at this match and have no seat in it")
    called_off = now.status == WAITING or (now.racing and len(seats) > 1)
    kind = "abandoned" if called_off else "resigned"
    seat = now.match.to_move if now.match.to_move in seats else seats[0]
    match = now.match.copy()
    end_match(match, kind, seat)
    return advanced(now, match, [Entry(now.number + 1, kind, seat if kind == "resigned" else NOBODY, "")])


def end_match(match: Match, kind: str, seat: int) -> None:
    """End a match the way an entry of this kind says."""
    if kind == "resigned":
        match.resign(seat)
    elif kind == "time":
        match.lose_on_time(seat)
    else:
        match.abandon()


def _repeats(now: MatchSnapshot, seats: Collection[int], number: int, kind: str) -> bool:
    """Tell whether an entry is what is asked for (once more)."""
    entry = now.entries[number - 1] if 0 < number <= now.number else None
    return entry is not None and entry.kind == kind and entry.mover in seats
