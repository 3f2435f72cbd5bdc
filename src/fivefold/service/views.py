"""Views: what leaves the house for a guest, as what JSON can hold (``encoded`` makes bytes of it)."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, Final, NamedTuple

from fivefold.contract import ANYONE, CHANCE, SPECTATOR, TABLE
from fivefold.contract.errors import FivefoldError
from fivefold.play.grouping import settled
from fivefold.play.picks import leads
from fivefold.service import followups
from fivefold.service.errors import NotOffered, NotYours
from fivefold.service.events import news_at
from fivefold.service.hindsight import check_hindsight
from fivefold.service.links import (
    COMPANION,
    DAY,
    DOUBLE_OF,
    PACK_OF,
    REMATCH,
    SECOND,
    TOURNAMENT,
    no_help_reason,
    points_from_first,
)
from fivefold.service.people import neutral_name
from fivefold.service.perspective import (
    ENDED,
    Event,
    Move,
    Position,
    drawn,
    legal,
    moves,
    onlooker,
    shares_screen,
    united,
    viewer_of,
)
from fivefold.service.shadow_match import check_companion
from fivefold.session import narration, races, steps
from fivefold.session.seats import COMPUTER, Seat
from fivefold.session.snapshot import MOVE, OVER, Entry, MatchSnapshot

EXPLAINED: Final = 32
"""Lists of moves kept explained, for pages without script."""
HISTORIES: Final = 64
MOST_PREVIEWED: Final = 40
MOST_DRAWN: Final = 8
"""Moves previewed with the position after them drawn, some 30 kB each; of more only those spelled to the end."""


class Sight(NamedTuple):
    """How somebody looks at a position; all who look the same way share what they see."""

    viewer: int
    """The seat whose position it is, or ``SPECTATOR``."""
    told: int
    """Who may know what is said of it: the viewer, or ``SPECTATOR`` where others sit before the same screen."""
    seats: tuple[int, ...]
    """Theirs, if one of them may move."""
    now: bool
    """Whether it is the match as it stands, not looked back at."""
    you: int
    """Their only seat, or -1."""


def view(
    snapshot: MatchSnapshot, guest_id: str, ply: int | None = None, history: bool = False, everything: bool = False
) -> dict[str, Any]:
    """Return the table as a guest sees it: now, or after ``ply`` plies, and then without moves to make.

    Inside a run of chance it is the run's end that is seen. ``history``: also every move in words, and what was
    promised of chance. ``everything``: also what was hidden, once it is over.
    """
    at, sight = look(snapshot, guest_id, ply, everything)
    seen = {**seen_by_all(snapshot, at, sight), **own(snapshot, guest_id, now=ply is None)}
    if not history:
        return seen
    return {**seen, "history": _history(snapshot, sight.told, sight.you), "chance": _chance(snapshot)}


def look(snapshot: MatchSnapshot, guest_id: str, ply: int | None = None, everything: bool = False) -> tuple[int, Sight]:
    """Return how many plies there are in what a guest sees, and how they look at it; arguments as for ``view``."""
    viewer, movers = viewer_of(snapshot, guest_id), snapshot.match.movers
    told = SPECTATOR if shares_screen(snapshot, guest_id) else viewer
    if everything and snapshot.status == OVER and snapshot.match.game.hidden is not None:
        viewer = told = TABLE
    yours = snapshot.seats_of(guest_id)
    turn = ply is None and snapshot.may_move(guest_id)
    at = len(movers) if ply is None else settled(movers, ply)
    return at, Sight(viewer, told, yours if turn else (), ply is None, yours[0] if len(yours) == 1 else -1)


def own(snapshot: MatchSnapshot, guest_id: str, now: bool = True) -> dict[str, Any]:
    """Return the part of a view that is a guest's alone."""
    return {
        "yours": list(snapshot.seats_of(guest_id)),
        "turn": now and snapshot.may_move(guest_id),
        "can": can(snapshot, guest_id),
    }


def seen_by_all(snapshot: MatchSnapshot, ply: int, sight: Sight) -> dict[str, Any]:
    """Return the part of a view that all guests share who look the same way."""
    names = narration.names_for(snapshot, sight.you)
    position = Position(snapshot, ply, sight.viewer)
    open_part = position if sight.told == sight.viewer else Position(snapshot, ply, sight.told)
    outcome = snapshot.match.outcome if ply == len(snapshot.match.moves) else None
    outcome_said = narration.outcome_line(snapshot, outcome, names) if outcome else None
    mover = position.to_move if outcome is None else -1
    marks = united(_last_marks(snapshot, ply, sight.told), ENDED if outcome else {})
    return {
        "match": snapshot.id,
        "game": position.game.key,
        "number": snapshot.number,
        "ply": ply,
        "over": snapshot.status == OVER,
        "to_move": mover if mover >= 0 else None,
        "anyone": mover == ANYONE,
        "viewer": sight.viewer,
        "picture": position.picture(marks, sight.seats),
        "cover": open_part.picture(marks) if open_part.row != position.row else None,
        "standing": outcome_said or open_part.line(names),
        "scores": list(open_part.scores),
        "moves": [_move(move) for move in moves(snapshot, sight.viewer, sight.seats)] if sight.seats else [],
        "last": _last(snapshot, ply, sight, names),
        "outcome": {
            "winner": outcome.winner,
            "returns": list(outcome.returns),
            "reason": narration.reason(snapshot, outcome, names),
            "said": outcome_said,
        }
        if outcome
        else None,
    }


def _move(move: Move) -> dict[str, Any]:
    told: dict[str, Any] = {"text": move.text, "picks": list(move.picks)}
    return told if move.seat is None else told | {"seat": move.seat}


# --- what happened ---------------------------------------------------------------------------------------------------


def _last_marks(snapshot: MatchSnapshot, ply: int, viewer: int) -> dict[str, str]:
    """Return what the last news lights up, with the move before it where it is chance's; a deal lights up nothing."""
    if not any(mover >= 0 for mover in snapshot.match.movers[:ply]):
        return {}
    news = news_at(snapshot, ply, viewer)
    if news.mover != CHANCE:
        return news.marks
    return united(news_at(snapshot, news.events[0].before.ply, viewer).marks, news.marks)


def _last(snapshot: MatchSnapshot, ply: int, sight: Sight, names: narration.Names) -> dict[str, Any] | None:
    """Return what led to a position: the very last news, or for an earlier position the move, or the run of chance."""
    if not snapshot.entries or (ply == 0 and not sight.now):
        return None
    entry = snapshot.entries[-1] if sight.now else _entry_of(snapshot, ply)
    since = entry.number
    what: dict[str, Any] = {"text": "", "said": "", "gains": [0] * len(snapshot.seats), "marks": {}, "motions": []}
    if entry.kind == MOVE:
        news = news_at(snapshot, ply, sight.told)
        since -= len(news.events) - 1
        if not news.is_deal:
            what = {"text": news.text, "said": news.said(names), "gains": news.gains}
            what |= {"marks": news.marks, "motions": news.motions}
    else:
        what["said"] = narration.entry_sentence(entry, names)
    who = snapshot.names[entry.mover] if entry.mover >= 0 else ""
    numbers = {"number": entry.number, "since": since, "ply": ply}
    return {**numbers, "kind": entry.kind, "mover": entry.mover, "who": who, **what}


def _entry_of(snapshot: MatchSnapshot, ply: int) -> Entry:
    """Return the entry of the ply that led to a position; of those taken back and made anew the last."""
    plies = snapshot.plies
    return next(e for e in reversed(snapshot.entries) if e.kind == MOVE and plies[e.number - 1] == ply)


_histories: "OrderedDict[tuple[str, int, tuple[str, ...]], tuple[list[int], list[dict[str, Any]]]]" = OrderedDict()
_histories_lock = Lock()


def _history(snapshot: MatchSnapshot, viewer: int, you: int) -> list[dict[str, Any]]:
    """Return every ply in words; those that were told before are not worked out again."""
    names = narration.names_for(snapshot, you)
    key, moves = (snapshot.id, viewer, tuple(names)), snapshot.match.moves
    with _histories_lock:
        known_moves, known = _histories.get(key, ([], []))
    same = next((i for i, pair in enumerate(zip(known_moves, moves, strict=False)) if pair[0] != pair[1]), None)
    kept = min(len(known_moves), len(moves)) if same is None else same
    told = [line for line in known if line["ply"] <= kept]
    while (ply := told[-1]["ply"] if told else 0) < len(moves):
        told.append(news_at(snapshot, ply + 1, viewer).told(names))
    with _histories_lock:
        _histories[key] = (moves, told)
        _histories.move_to_end(key)
        while len(_histories) > HISTORIES:
            _histories.popitem(last=False)
    return told


# --- what a guest can do ---------------------------------------------------------------------------------------------


def can(snapshot: MatchSnapshot, guest_id: str) -> dict[str, bool | str]:
    """Return for each thing one can do besides moving ``True``, or why not."""
    seats = snapshot.seats_of(guest_id)
    return {
        "undo": _possible(lambda: steps.undo_target(snapshot, seats)),
        "resign": _possible(lambda: _check_resign(snapshot, guest_id)),
        "hint": _possible(lambda: check_hint(snapshot, guest_id)),
        "rematch": _possible(lambda: followups.check_rematch(snapshot, guest_id)),
        "second": _possible(lambda: followups.check_second(snapshot, guest_id)),
        "new_cards": _possible(lambda: followups.check_new_cards(snapshot, guest_id)),
        "same_cards": _possible(lambda: followups.check_same_cards(snapshot, guest_id)),
        "companion": _possible(lambda: check_companion(snapshot, guest_id)),
        "hindsight": _possible(lambda: check_hindsight(snapshot)),
    }


def _possible(check: Callable[[], object]) -> bool | str:
    try:
        check()
    except FivefoldError as error:
        return str(error).partition(": ")[2] or str(error)
    return True


def _check_resign(snapshot: MatchSnapshot, guest_id: str) -> None:
    if not snapshot.seats_of(guest_id):
        raise NotYours("resign: you look on at this match and have no seat in it")
    if snapshot.status == OVER:
        raise NotOffered("resign: the match is over")


def check_hint(snapshot: MatchSnapshot, guest_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a guest gets no hint."""
    if not snapshot.seats_of(guest_id):
        raise NotYours("hint: you look on at this match and have no seat in it")
    if snapshot.people_besides(guest_id):
        raise NotOffered("hint: in a match between people nobody gets one")
    if snapshot.status == OVER:
        raise NotOffered("hint: the match is over; its review shows the best moves")
    if snapshot.racing:
        raise NotOffered("hint: in a race nobody waits for one")
    if reason := no_help_reason(snapshot):
        raise NotOffered(f"hint: {reason}, so everybody plays it without")
    if not snapshot.may_move(guest_id):
        raise NotOffered("hint: it is not your turn")


# --- the table -------------------------------------------------------------------------------------------------------


def table(snapshot: MatchSnapshot, guest_id: str) -> dict[str, Any]:
    """Return who sits where and what comes after, for a guest."""
    tournament = snapshot.linked(TOURNAMENT)
    yours, thinking = snapshot.seats_of(guest_id), snapshot.to_act if snapshot.due is not None else None
    return {
        "match": snapshot.id,
        "status": snapshot.status,
        "seats": [_seat(snapshot, seat, seat.seat in yours, len(yours) == 1) for seat in snapshot.seats],
        "asking": snapshot.asking,
        "rematch": _path(snapshot.linked(REMATCH)),
        "second": _path(snapshot.linked(SECOND)),
        "double_of": _path(snapshot.linked(DOUBLE_OF)),
        "totals": totals(snapshot),
        "thinking": thinking,
        "note": narration.waiting_note(snapshot),
        "alone": snapshot.alone,
        "race": races.is_race(snapshot),
        "daily": snapshot.linked(DAY),
        "tournament": None if tournament is None else f"/tournaments/{tournament}",
        "pack_of": _path(snapshot.linked(PACK_OF)),
        "replayed": PACK_OF in snapshot.links,
        "companion": COMPANION in snapshot.links,
        "chance": _chance(snapshot),
    }


def _chance(snapshot: MatchSnapshot) -> dict[str, Any]:
    """Return what everybody may know of a match's chance from the start; of a fair one never the seed."""
    source = snapshot.match.source
    return {
        "kind": source.kind,
        "public": source.public,
        "nonces": [{"seat": seat, "nonce": text} for seat, text in source.nonces],
        "dealt": snapshot.match.dealt,
    }


def _seat(snapshot: MatchSnapshot, seat: Seat, yours: bool, alone: bool) -> dict[str, Any]:
    unnamed = yours and alone and seat.guest is not None and seat.name == neutral_name(seat.guest)
    game, level = snapshot.match.game, seat.level
    computer = seat.kind == COMPUTER and level is not None
    return {
        "seat": seat.seat,
        "seat_name": seat.seat_name,
        "name": narration.YOU if unnamed else snapshot.names[seat.seat] if seat.name else "",
        "kind": seat.kind,
        "level": level,
        "portrait": f"/portraits/{game.key}/{level}.svg" if computer else None,
        "yours": yours,
        "style": game.personas[level - 1].style if computer and level is not None else "",
    }


def totals(snapshot: MatchSnapshot) -> list[int] | None:
    """Return each seat's points from both games of a double match, so far; ``None`` where none are added."""
    carried = points_from_first(snapshot)
    if carried is None or snapshot.match.ending is not None:
        return None
    return [before + now for before, now in zip(carried, snapshot.match.scores, strict=True)]


def _path(match_id: str | None) -> str | None:
    return None if match_id is None else f"/matches/{match_id}"


# --- before a move is made -------------------------------------------------------------------------------------------


def preview(snapshot: MatchSnapshot, guest_id: str, picks: Sequence[str]) -> dict[str, Any]:
    """Return what the moves that these picks lead to would do; none where it is not the guest's turn.

    The moves that the picks spell most nearly come first; where many go on, then those that earn most. ``after``, the
    position drawn, is there for those that are spelled to the end, and where few go on for all.
    """
    viewer, yours = viewer_of(snapshot, guest_id), snapshot.seats_of(guest_id)
    seats = yours if snapshot.may_move(guest_id) else ()
    position = Position(snapshot, len(snapshot.match.moves), viewer)
    names = narration.names_for(snapshot, yours[0] if len(yours) == 1 else -1)
    spelled = [move for move in moves(snapshot, viewer, seats) if leads(picks, move.picks)]
    going_on = [(move, Event(position, move.mover, move.move, happened=False)) for move in spelled]
    marks = united(dict.fromkeys(picks, "picked"), going_on[0][1].marks if len(going_on) == 1 else {})
    few = len(picks) > 0 and len(going_on) <= MOST_DRAWN
    return {
        "picture": position.picture(marks, seats),
        "marks": marks,
        "moves": [
            _previewed(move, event, few or len(move.picks) == len(picks), names)
            for move, event in _nearest(going_on)[:MOST_PREVIEWED]
        ],
    }


@lru_cache(maxsize=EXPLAINED)
def explained(snapshot: MatchSnapshot, viewer: int, seats: tuple[int, ...] = ()) -> Sequence[tuple[str, str]]:
    """Return the legal moves of these seats, or all, with what they earn or do, as ``viewer`` sees them."""
    position = Position(snapshot, len(snapshot.match.moves), viewer)
    return [(event.text, event.explained) for event in legal(position, seats or range(len(snapshot.seats)))]


def _nearest(going_on: Sequence[tuple[Move, Event]]) -> Sequence[tuple[Move, Event]]:
    """Return moves that go on from the same picks, those with the fewest left to pick first."""
    many = len(going_on) > MOST_DRAWN
    return sorted(going_on, key=lambda pair: (len(pair[0].picks), -pair[1].gains[max(pair[0].mover, 0)] if many else 0))


def _previewed(move: Move, event: Event, shown: bool, names: narration.Names) -> dict[str, Any]:
    onlooking = onlooker(event.game, event.viewer)
    return {
        **_move(move),
        "explain": event.explained,
        "said": event.said(names),
        "gains": event.gains,
        "marks": event.marks,
        "motions": event.motions,
        "after": drawn(event.game, event.after, onlooking, event.marks) if shown else "",
    }


# --- to take along ---------------------------------------------------------------------------------------------------


def record(snapshot: MatchSnapshot, sealed: str) -> str:
    """Return the match's record, its seed left out where it is ``sealed``.

    Raises ``NotOffered`` while a game with secrets goes on: it holds all of them.
    """
    if snapshot.match.game.hidden is not None and snapshot.match.outcome is None:
        raise NotOffered("record: it tells what is hidden; it is there when the match is over")
    return snapshot.match.to_record(sealed)
