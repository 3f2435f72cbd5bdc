"""Views: what leaves the house for a guest, as what JSON can hold. They are shared: nobody changes one."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, Final

from fivefold.play.errors import FivefoldError
from fivefold.service import again, commands, wording
from fivefold.service.errors import NotOffered, NotYours
from fivefold.service.people import neutral_name
from fivefold.service.sight import ENDED, Event, Position, drawn, event_at, legal, onlooker, united, viewer_of
from fivefold.service.standing import COMPUTER, MOVE, OVER, Entry, Seat, Standing

DRAWINGS: Final = 128
"""Positions kept drawn: the answer to a move, every stream and the page share them."""
HISTORIES: Final = 64
MOST_PREVIEWED: Final = 40


def view(standing: Standing, guest_id: str, ply: int | None = None, history: bool = False) -> dict[str, Any]:
    """Return the table as a guest sees it: now, or after ``ply`` plies, and then without moves to make."""
    viewer, latest = viewer_of(standing, guest_id), len(standing.match.moves)
    turn = ply is None and standing.may_move(guest_id)
    yours = list(standing.seats_of(guest_id))
    you = yours[0] if len(yours) == 1 else -1
    seen = {
        **_seen(standing, latest if ply is None else ply, viewer, turn, ply is None, you),
        "yours": yours,
        "turn": turn,
        "can": can(standing, guest_id),
    }
    return {**seen, "history": _history(standing, viewer, you)} if history else seen


@lru_cache(maxsize=DRAWINGS)
def _seen(standing: Standing, ply: int, viewer: int, turn: bool, now: bool, you: int) -> dict[str, Any]:
    """Return the part of a view that all guests share who see the table from one seat; ``you`` is their only one."""
    names = wording.names_for(standing, you)
    position = Position(standing, ply, viewer)
    outcome = standing.match.outcome if ply == len(standing.match.moves) else None
    outcome_said = wording.outcome_line(standing, outcome, names) if outcome else None
    mover = position.to_move if outcome is None else -1
    return {
        "match": standing.id,
        "game": position.game.key,
        "number": standing.number,
        "ply": ply,
        "over": standing.status == OVER,
        "to_move": mover if mover >= 0 else None,
        "viewer": viewer,
        "picture": position.picture(united(_last_marks(standing, ply, viewer), ENDED if outcome else {}), turn),
        "standing": outcome_said or position.line(names),
        "scores": list(position.scores),
        "moves": [_move(event) for event in legal(position)] if turn else [],
        "last": _last(standing, ply, viewer, now, names),
        "outcome": {
            "winner": outcome.winner,
            "returns": list(outcome.returns),
            "reason": wording.reason(standing, outcome, names),
            "said": outcome_said,
        }
        if outcome
        else None,
    }


def _move(event: Event) -> dict[str, Any]:
    return {"text": event.text, "picks": list(event.game.notation.clicks(event.before.row, event.move))}


# --- what happened ---------------------------------------------------------------------------------------------------


def _last_marks(standing: Standing, ply: int, viewer: int) -> dict[str, str]:
    """Return what the last ply lights up; a deal before anybody has moved lights up nothing."""
    if not any(mover >= 0 for mover in standing.match.movers[:ply]):
        return {}
    return event_at(standing, ply, viewer).marks


def _last(standing: Standing, ply: int, viewer: int, now: bool, names: wording.Names) -> dict[str, Any] | None:
    """Return the entry that led to a position: the very last one, or for an earlier position the move."""
    if not standing.entries or (ply == 0 and not now):
        return None
    entry = standing.entries[-1] if now else _entry_of(standing, ply)
    if entry.kind == MOVE:
        event = event_at(standing, ply, viewer)
        what: dict[str, Any] = {"text": event.text, "said": event.said(names), "gains": event.gains}
        what |= {"marks": event.marks, "motions": event.motions}
    else:
        what = {"text": "", "said": wording.event_said(entry, names), "gains": [0] * len(standing.seats)}
        what |= {"marks": {}, "motions": []}
    who = standing.names[entry.mover] if entry.mover >= 0 else ""
    return {"number": entry.number, "ply": ply, "kind": entry.kind, "mover": entry.mover, "who": who, **what}


def _entry_of(standing: Standing, ply: int) -> Entry:
    """Return the entry of the ply that led to a position; of those taken back and made anew the last."""
    plies = standing.plies
    return next(e for e in reversed(standing.entries) if e.kind == MOVE and plies[e.number - 1] == ply)


_histories: "OrderedDict[tuple[str, int, tuple[str, ...]], tuple[list[int], list[dict[str, Any]]]]" = OrderedDict()
_histories_lock = Lock()


def _history(standing: Standing, viewer: int, you: int) -> list[dict[str, Any]]:
    """Return every ply in words; those that were told before are not worked out again."""
    names = wording.names_for(standing, you)
    key, moves = (standing.id, viewer, tuple(names)), standing.match.moves
    with _histories_lock:
        known_moves, known = _histories.get(key, ([], []))
    same = next((i for i, pair in enumerate(zip(known_moves, moves, strict=False)) if pair[0] != pair[1]), None)
    kept = min(len(known_moves), len(moves)) if same is None else same
    told = [*known[:kept], *(event_at(standing, ply, viewer).told(names) for ply in range(kept + 1, len(moves) + 1))]
    with _histories_lock:
        _histories[key] = (moves, told)
        _histories.move_to_end(key)
        while len(_histories) > HISTORIES:
            _histories.popitem(last=False)
    return told


# --- what a guest can do ---------------------------------------------------------------------------------------------


def can(standing: Standing, guest_id: str) -> dict[str, bool | str]:
    """Return for each thing one can do besides moving ``True``, or why not."""
    seats = standing.seats_of(guest_id)
    return {
        "undo": _possible(lambda: commands.undo_target(standing, seats)),
        "resign": _possible(lambda: _check_resign(standing, guest_id)),
        "hint": _possible(lambda: check_hint(standing, guest_id)),
        "rematch": _possible(lambda: again.check_rematch(standing, guest_id)),
        "second": _possible(lambda: again.check_second(standing, guest_id)),
    }


def _possible(check: Callable[[], object]) -> bool | str:
    try:
        check()
    except FivefoldError as error:
        return str(error).partition(": ")[2] or str(error)
    return True


def _check_resign(standing: Standing, guest_id: str) -> None:
    if not standing.seats_of(guest_id):
        raise NotYours("resign: you look on at this match and have no seat in it")
    if standing.status == OVER:
        raise NotOffered("resign: the match is over")


def check_hint(standing: Standing, guest_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a guest gets no hint."""
    if not standing.seats_of(guest_id):
        raise NotYours("hint: you look on at this match and have no seat in it")
    if standing.people_besides(guest_id):
        raise NotOffered("hint: in a match between people nobody gets one")
    if standing.status == OVER:
        raise NotOffered("hint: the match is over; its review shows the best moves")
    if not standing.may_move(guest_id):
        raise NotOffered("hint: it is not your turn")


# --- the table -------------------------------------------------------------------------------------------------------


def table(standing: Standing, guest_id: str) -> dict[str, Any]:
    """Return who sits where and what comes after, for a guest."""
    yours, thinking = standing.seats_of(guest_id), standing.to_act if standing.due is not None else None
    return {
        "match": standing.id,
        "status": standing.status,
        "seats": [_seat(standing, seat, seat.seat in yours, len(yours) == 1) for seat in standing.seats],
        "asking": standing.asking,
        "rematch": _path(standing.rematch),
        "second": _path(standing.second),
        "double_of": _path(standing.double_of),
        "totals": totals(standing),
        "thinking": thinking,
        "note": wording.note(standing),
    }


def _seat(standing: Standing, seat: Seat, yours: bool, alone: bool) -> dict[str, Any]:
    unnamed = yours and alone and seat.guest is not None and seat.name == neutral_name(seat.guest)
    game, level = standing.match.game, seat.level
    computer = seat.kind == COMPUTER and level is not None
    return {
        "seat": seat.seat,
        "seat_name": seat.seat_name,
        "name": wording.YOU if unnamed else standing.names[seat.seat] if seat.name else "",
        "kind": seat.kind,
        "level": level,
        "portrait": f"/portraits/{game.key}/{level}.svg" if computer else None,
        "yours": yours,
        "style": game.personas[level - 1].style if computer and level is not None else "",
    }


def totals(standing: Standing) -> list[int] | None:
    """Return each seat's points from both games of a double match, so far; ``None`` where none are added."""
    if standing.carried is None or standing.match.ending is not None:
        return None
    return [before + now for before, now in zip(standing.carried, standing.match.scores, strict=True)]


def _path(match_id: str | None) -> str | None:
    return None if match_id is None else f"/matches/{match_id}"


# --- before a move is made -------------------------------------------------------------------------------------------


def preview(standing: Standing, guest_id: str, picks: Sequence[str]) -> dict[str, Any]:
    """Return what the moves that begin with these picks would do; none where it is not the guest's turn.

    Without picks ``after`` stays empty: that would be a picture for every legal move.
    """
    turn, viewer = standing.may_move(guest_id), viewer_of(standing, guest_id)
    position = Position(standing, len(standing.match.moves), viewer)
    yours = standing.seats_of(guest_id)
    names = wording.names_for(standing, yours[0] if len(yours) == 1 else -1)
    asked = tuple(picks)
    going_on = [event for event in legal(position) if _picks(event)[: len(asked)] == asked] if turn else []
    marks = united(dict.fromkeys(asked, "picked"), going_on[0].marks if len(going_on) == 1 else {})
    return {
        "picture": position.picture(marks, turn),
        "marks": marks,
        "moves": [_previewed(event, bool(asked), names) for event in going_on[:MOST_PREVIEWED]],
    }


def _picks(event: Event) -> tuple[str, ...]:
    return event.game.notation.clicks(event.before.row, event.move)


def _previewed(event: Event, shown: bool, names: wording.Names) -> dict[str, Any]:
    onlooking = onlooker(event.game, event.viewer)
    return {
        "text": event.text,
        "picks": list(_picks(event)),
        "explain": event.explained,
        "said": event.said(names),
        "gains": event.gains,
        "marks": event.marks,
        "motions": event.motions,
        "after": drawn(event.game, event.after, onlooking, event.marks) if shown else "",
    }


# --- to take along ---------------------------------------------------------------------------------------------------


def record(standing: Standing, guest_id: str) -> str:
    """Return the match's record. Raises ``NotOffered`` while a game with secrets goes on: it holds all of them."""
    if standing.match.game.hidden is not None and standing.match.outcome is None:
        raise NotOffered("record: it tells what is hidden; it is there when the match is over")
    return standing.match.to_record()
