"""Views: a match as a person sees it, made of what its perspective and its events say, and put into words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple, cast

import orjson

from fivefold.contract import ANYONE, NOBODY, SPECTATOR, Game
from fivefold.contract.words import explain, explanation
from fivefold.house.availability import available
from fivefold.house.cache import Cache
from fivefold.house.computers import shadow_match
from fivefold.house.match_view.perspective import (
    Event,
    Facts,
    LegalMove,
    Perspective,
    Position,
    ViewContext,
    view_context,
)
from fivefold.house.match_view.pictures import ENDED, PICKING, drawn, onlooker, picture, seated, united
from fivefold.house.match_view.view_types import (
    ChanceView,
    ClockView,
    LastView,
    LineView,
    MatchView,
    MoveView,
    OutcomeView,
    OwnView,
    PreviewedMove,
    PreviewView,
    SeatClockView,
    SeatingView,
    SeatView,
    SharedView,
    TableView,
)
from fivefold.house.match_view.words import line_parts, lines_scored, question, spoken, standings, task, why_refused
from fivefold.house.people.people import neutral_name
from fivefold.house.records import daily, tournaments
from fivefold.house.table import clocks, followups
from fivefold.house.table.offers import offer_view
from fivefold.parts.messages import Reader
from fivefold.play import time_words
from fivefold.play.clocks import FIRST_MOVE, NO_STOPS, Clocks, Span, Stops
from fivefold.play.outcome import Termination
from fivefold.play.picks import leads
from fivefold.play.time_control import Pace
from fivefold.session import narration, races
from fivefold.session.errors import NotOffered
from fivefold.session.seats import COMPUTER, Seat
from fivefold.session.snapshot import HELD, MOVE, OVER, WAITING, Entry, MatchSnapshot
from fivefold.session.timing import moment, timing_of

MOST_SPANS: Final = 40  # So many times at which a clock stands still are told ahead: some five weeks of nights.

LEAST_LOW, MOST_LOW, MOST_SLOW_LOW = 10_000, 60_000, 86_400_000
"""A clock is low with a tenth of its time left: at least and at most with so many milliseconds."""


def clock_view(now: MatchSnapshot, stops: Stops = NO_STOPS) -> ClockView | None:
    """Return the clocks of a match after its last entry; ``None`` where nobody's time is limited."""
    control = now.terms.time
    if control is None:
        return None
    clocks = now.clocks or Clocks.begun(control, [seat.handicap for seat in now.seats], None, moment(now.started))
    running, ending = None if now.clocks is None else clocks.running, now.match.ending
    return {
        "control": control.text,
        "words": time_words.words(control),
        "short": time_words.short(control),
        "slow": control.slow,
        "whole": control.pace == Pace.GAME,
        "seats": _seats(now, clocks),
        "at": clocks.at,
        "running": running,
        "since": clocks.since,
        "free": clocks.free,
        "paused": clocks.paused,
        "runs_out": clocks.runs_out(stops) if running is not None and not clocks.paused else None,
        "first_move": _first_move(clocks, stops) if running is not None else None,
        "stops": [] if running is None else list(_standing(clocks, running, stops)),
        "out": ending.seat or 0 if ending is not None and ending.kind == Termination.TIME else None,
        "given_back": _given_back(now),
        "delay": now.terms.delay * 1000,
    }


def left(view: ClockView, seat: int, at: int) -> int:
    """Return what a clock says at a moment, as the page works it out."""
    clock = view["seats"][seat]
    if seat != view["running"] or at <= view["since"]:
        return clock["left"]
    still = sum(max(0, min(at, until) - max(view["since"], begins)) for begins, until in view["stops"])
    return max(0, clock["left"] - max(0, at - view["since"] - still - view["free"]))


def stands_until(view: ClockView, at: int) -> int | None:
    """Return until when the running clock stands still at a moment, ``None`` while it runs."""
    return next((until for begins, until in view["stops"] if begins <= at < until), None)


def _seats(now: MatchSnapshot, clocks: Clocks) -> list[SeatClockView]:
    whole = clocks.control.pace == Pace.GAME
    handicaps = [100] if whole else [seat.handicap for seat in now.seats]
    most = MOST_SLOW_LOW if clocks.control.slow else MOST_LOW
    return [
        {
            "left": clock.left,
            "used": clock.used,
            "handicap": handicap,
            "moves": clock.moves,
            "low": max(LEAST_LOW, min(base // 10, most)),
        }
        for clock, base, handicap in zip(clocks.seats, clocks.bases, handicaps, strict=True)
    ]


def _first_move(clocks: Clocks, stops: Stops) -> int | None:
    """Return by when a seat has to make its first move in a live match, so that it is not cancelled."""
    out = clocks.runs_out(stops)
    if not clocks.first_move or clocks.running is None or clocks.control.slow or out is None:
        return None
    return min(out, stops.after(clocks.running, clocks.since, FIRST_MOVE))


def _standing(clocks: Clocks, seat: int, stops: Stops) -> Iterator[Span]:
    """Yield when the running clock stands still until it runs out."""
    at, end = clocks.since, clocks.runs_out(stops)
    for _ in range(MOST_SPANS):
        if end is None or stops.counted(seat, at, end) == end - at:
            return
        begins = _last_running(seat, at, end, stops)
        at = stops.after(seat, begins, 1) - 1
        if at > begins:
            yield begins, at


def _last_running(seat: int, at: int, end: int, stops: Stops) -> int:
    """Return the moment up to which a clock runs from ``at`` on without standing still."""
    latest = end
    while at < latest:
        middle = (at + latest + 1) // 2
        if stops.counted(seat, at, middle) == middle - at:
            at = middle
        else:
            latest = middle - 1
    return at


def _given_back(now: MatchSnapshot) -> int:
    """Return how much of the time for the last move of a player the network took, and was not counted."""
    if now.status == WAITING:
        return 0
    moves = (entry for entry in reversed(now.entries) if entry.kind == MOVE and entry.mover >= 0)
    last = next(moves, None)  # (a computer gets back what it waited for, which concerns nobody)
    return last.given_back if last is not None and now.seats[last.mover].kind != COMPUTER else 0


class OpenPosition(NamedTuple):
    """A position without what is hidden while the match goes on."""

    game: Game
    row: tuple[int, ...]
    viewer: int  # For whom to draw it.
    marks: tuple[tuple[str, str], ...]
    points: tuple[int, ...]  # What stands beside each seat's name.
    ply: int
    ended: bool  # Whether this is how the match ended.


KEPT: Final = 256
KEPT_HEARD: Final = 2
"""Perspectives kept, some 20 kB each: so many, and more for each match that somebody listens to, as viewers may know
something different. Every look at a match and every preview asks for the same moves and events."""
MOST_PREVIEWED: Final = 40
MOST_DRAWN: Final = 8
"""Moves previewed with the position after them drawn, some 30 kB each; of more only those spelled to the end."""


class Views:
    """Views of matches. What was worked out for one viewer is kept for the next; threads may share it."""

    def __init__(
        self, stops: Callable[[MatchSnapshot], Stops] = lambda now: NO_STOPS, heard: Callable[[], int] = int
    ) -> None:
        """``stops``: returns when the clocks of a match stand still; ``heard``: how many matches are listened to."""
        self._kept: Cache[tuple[str, int], Perspective] = Cache(KEPT, lambda: KEPT_HEARD * heard())
        self._stops, self.heard = stops, heard

    def view(
        self,
        snapshot: MatchSnapshot,
        person_id: str,
        ply: int | None = None,
        history: bool = False,
        everything: bool = False,
    ) -> MatchView:
        """Return a match as a person sees it: now, or after ``ply`` plies, and then without moves to make.

        Within a run of chance it is the position at its end. ``history``: also every event in words, and what was
        promised of chance. ``everything``: also what was hidden, once it is over.
        """
        context = view_context(snapshot, person_id, ply, everything=everything)
        seen = cast(MatchView, {**self.shared(snapshot, context), **own(snapshot, person_id, context)})
        if history:
            seen["history"], seen["chance"] = self._lines(snapshot, context), chance_view(snapshot)
        return seen

    def shared(self, snapshot: MatchSnapshot, context: ViewContext) -> SharedView:
        """Return the part of a view that everybody shares who looks the same way."""
        public, shown = self.perspectives(snapshot, context)
        open_to_all, seen = public.position(context.ply), shown.position(context.ply)
        held = snapshot.held if context.now else None
        turn = NOBODY if context.ended or held is not None else shown.turn(context.ply)
        marks = public.lit(context.ply), ENDED if context.ended else {}, seated(context.home)
        game, reader = snapshot.match.game, Reader(snapshot.names, context.you)
        outcome = _outcome(snapshot, reader) if context.ended else None
        board = picture(game, seen.row, context.viewer, context.seats, turn, *marks)
        covered = open_to_all.row != seen.row
        view: SharedView = {
            "version": "",
            "match": snapshot.id,
            "game": game.key,
            "number": context.number,
            "ply": context.ply,
            "over": snapshot.status == OVER and (context.ended or context.number == snapshot.number),
            "to_move": turn if turn >= 0 else None,
            "anyone": turn == ANYONE,
            "viewer": context.viewer,
            "picture": board.svg,
            "size": (board.width, board.height),
            "cover": picture(game, open_to_all.row, context.public, (), turn, *marks).svg if covered else None,
            "status": outcome["said"] if outcome else status(game, open_to_all, turn, reader, held),
            "scores": list(open_to_all.scores),
            "standings": standings(game, open_to_all.row, len(open_to_all.scores)),
            "says": self._says(snapshot, context, public),
            "moves": [_move(move) for move in shown.legal(context.seats)],
            "last": _last(snapshot, context, public, reader),
            "outcome": outcome,
            "clock": self.clock(snapshot) if context.now else None,
        }
        view["version"] = blake2b(orjson.dumps(view), digest_size=8).hexdigest()
        return view

    def _says(self, snapshot: MatchSnapshot, context: ViewContext, public: Perspective) -> list[str]:
        if snapshot.status == OVER or not any(snapshot.levels):
            return [""] * len(snapshot.seats)
        return spoken(snapshot, [event for event in public.all_facts() if event.ply <= context.ply])

    def perspectives(self, snapshot: MatchSnapshot, context: ViewContext) -> tuple[Perspective, Perspective]:
        """Return what everybody at a person's screen may know of a match, and what the person may."""
        return self.perspective(snapshot, context.public), self.perspective(snapshot, context.viewer)

    def perspective(self, snapshot: MatchSnapshot, viewer: int) -> Perspective:
        """Return what a viewer may know of a match; where nothing is hidden all share one."""
        key = snapshot.id, SPECTATOR if snapshot.match.game.hidden is None else viewer
        with self._kept.lock:
            known = self._kept.get(key)
            if known is None or known.snapshot is not snapshot:
                known = Perspective(snapshot, key[1], known)
                self._kept.put(key, known)
        return known

    def clock(self, snapshot: MatchSnapshot) -> ClockView | None:
        """Return the clocks of a match as they stand."""
        return clock_view(snapshot, self._stops(snapshot))

    def open_to_all(self, snapshot: MatchSnapshot, ply: int | None = None) -> OpenPosition:
        """Return a position as everybody may see it; once the match is over with all that was hidden."""
        context = view_context(snapshot, "", ply, everything=True)
        shown, game = self.perspective(snapshot, context.viewer), snapshot.match.game
        seen, viewer = shown.position(context.ply), onlooker(game, context.viewer)
        marks = tuple(united(shown.lit(context.ply), ENDED if context.ended else {}).items())
        points = standings(game, seen.row, len(seen.scores)) or seen.scores
        return OpenPosition(game, tuple(seen.row), viewer, marks, tuple(points), context.ply, context.ended)

    def preview(self, snapshot: MatchSnapshot, person_id: str, picks: Sequence[str]) -> PreviewView:
        """Return what the moves that continue these picks would do; none where it is not the person's turn.

        The moves that the picks spell most nearly come first; where many go on, then those that earn most. ``after``,
        the position drawn, is there for those that are spelled to the end, and where few go on for all.
        """
        context = view_context(snapshot, person_id)
        return _preview(snapshot, context, self.perspective(snapshot, context.viewer), picks)

    def why_refused(self, snapshot: MatchSnapshot, person_id: str, picks: Sequence[str]) -> str:
        """Return why no move of a person, whose turn it is, begins with these picks; may be empty."""
        context = view_context(snapshot, person_id)
        if not context.seats:
            return ""
        perspective = self.perspective(snapshot, context.viewer)
        return why_refused(perspective.game, perspective.latest.row, picks)

    def explained_moves(self, snapshot: MatchSnapshot, person_id: str) -> Sequence[tuple[str, str]]:
        """Return the texts of the moves that a person may make now, each with what it earns or does."""
        context = view_context(snapshot, person_id)
        perspective = self.perspective(snapshot, context.viewer)
        row, notation = perspective.latest.row, perspective.game.notation
        return [(move.text, explain(notation, row, move.move)) for move in perspective.legal(context.seats)]

    def _lines(self, snapshot: MatchSnapshot, context: ViewContext) -> list[LineView]:
        reader = Reader(snapshot.names, context.you)
        facts = self.perspective(snapshot, context.public).all_facts()
        return [
            {
                "ply": each.ply,
                "mover": each.mover,
                "text": each.text,
                "gains": list(each.gains),
                "said": _sentence(snapshot.match.game, each, reader),
                "begins": each.begins,
                "parts": line_parts(snapshot.match.game, each),
            }
            for each in facts
        ]


def own(snapshot: MatchSnapshot, person_id: str, context: ViewContext) -> OwnView:
    """Return the part of a view that is one person's alone."""
    return {
        "yours": list(snapshot.seats_of(person_id)),
        "turn": bool(context.seats),
        "held": _own_held(snapshot, person_id) if context.now else None,
        "can": available(snapshot, person_id),
    }


def _own_held(snapshot: MatchSnapshot, person_id: str) -> MoveView | None:
    held, match = snapshot.held, snapshot.match
    if held is None or held.mover not in snapshot.seats_of(person_id):
        return None
    return {
        "text": held.text,
        "picks": list(match.game.notation.clicks(match.row, match.game.logged(match.row, held.text))),
    }


def status(game: Game, seen: Position, turn: int, reader: Reader, held: Entry | None = None) -> str:
    """Return whose turn it is, what they have to do where that is unusual, and who leads where points decide. ``held``:
    a move that waits for the other board of a duplicate."""
    if held is not None:
        return narration.entry_sentence(held, reader)
    line = narration.status_line(reader, turn, seen.scores if game.traits.scores_decide else [0, 0])
    special = task(game, seen.row) if turn >= 0 else ""
    return f"{line}: {special}" if special else line


def _move(move: LegalMove) -> MoveView:
    seen: MoveView = {"text": move.text, "picks": list(move.picks)}
    if move.seat is not None:
        seen["seat"] = move.seat
    return seen


def _outcome(snapshot: MatchSnapshot, reader: Reader) -> OutcomeView:
    outcome = snapshot.match.outcome
    assert outcome is not None  # noqa: S101  (``ViewContext.ended``)
    return {
        "winner": outcome.winner,
        "returns": list(outcome.returns),
        "reason": narration.reason(snapshot, outcome, reader),
        "said": followups.outcome_line(snapshot, outcome, reader),
    }


# --- what happened ---------------------------------------------------------------------------------------------------


def _last(snapshot: MatchSnapshot, context: ViewContext, public: Perspective, reader: Reader) -> LastView | None:
    """Return what led to a position: now the very last event, for an earlier position its move or run of chance."""
    if not snapshot.entries or (context.ply == 0 and not context.now):
        return None
    entries, plies = reversed(snapshot.entries), snapshot.plies
    made = (each for each in entries if each.kind == MOVE and plies[each.number - 1] == context.ply)
    entry = snapshot.entries[-1] if context.now else next(made)  # (taken back and made again: the last one)
    seen: LastView = {
        "number": entry.number,
        "since": entry.number,
        "ply": context.ply,
        "kind": entry.kind,
        "mover": entry.mover,
        "who": snapshot.names[entry.mover] if entry.mover >= 0 else "",
        "text": "",
        "said": "",
        "gains": [0] * len(snapshot.seats),
        "begins": True,
        "parts": [],
        "marks": {},
        "motions": [],
        "feat": "",
    }
    if entry.kind == HELD:  # The status says it.
        return seen
    if entry.kind != MOVE:
        seen["said"] = narration.entry_sentence(entry, reader)
        return seen
    event, game = public.event(context.ply), snapshot.match.game
    seen["since"] = entry.number - len(event.plies) + 1
    if not event.is_deal:
        facts = event.facts
        seen["text"], seen["gains"], seen["begins"] = facts.text, list(facts.gains), facts.begins
        seen["said"], seen["parts"] = _sentence(game, facts, reader), line_parts(game, facts)
        seen["marks"], seen["motions"] = dict(event.marks), event.motions
        feats = (account.feat for account in facts.accounts if account.feat is not None)
        seen["feat"] = next((game.notation.WORDS.text(feat) for feat in feats), "")
    return seen


def _sentence(game: Game, event: Facts, reader: Reader) -> str:
    text = races.without_seat_number(event.text) if event.anyone else event.text
    return narration.event_text(game, event.accounts, text, reader)


# --- the table -------------------------------------------------------------------------------------------------------


LEFT: Final[dict[str, str]] = {Termination.RESIGNED: "resigned", Termination.TIME: "out of time"}
"""What is said of one who has left."""
IsBot = Callable[[str | None], bool]  # Tells whether a program plays for a person.


def table(snapshot: MatchSnapshot, person_id: str, is_bot: IsBot = lambda person_id: False) -> TableView:
    """Return who sits where, for a person, with what each feature adds."""
    seen = seating(snapshot, person_id)
    for shown, seat in zip(seen["seats"], snapshot.seats, strict=True):
        shown["bot"] = is_bot(seat.person)
    return cast(TableView, {**seen, **{name: value for part in PARTS for name, value in part(snapshot).items()}})


def seating(snapshot: MatchSnapshot, person_id: str) -> SeatingView:
    """Return who sits where, for a person."""
    yours = snapshot.seats_of(person_id)
    return {
        "match": snapshot.id,
        "status": snapshot.status,
        "seats": [_seat(snapshot, seat, seat.seat in yours, len(yours) == 1) for seat in snapshot.seats],
        "offer": offer_view(snapshot, yours),
        "thinking": snapshot.to_act if snapshot.due is not None else None,
        "note": narration.waiting_note(snapshot, yours),
        "alone": snapshot.alone,
        "chance": chance_view(snapshot),
    }


def chance_view(snapshot: MatchSnapshot) -> ChanceView:
    """Return what everybody may know about a match's chance from the start; never the seed of a fair one."""
    source = snapshot.match.source
    return {
        "kind": source.kind,
        "public": source.public,
        "nonces": [{"seat": seat, "nonce": text} for seat, text in source.nonces],
        "dealt": snapshot.match.dealt,
    }


def _seat(snapshot: MatchSnapshot, seat: Seat, yours: bool, alone: bool) -> SeatView:
    unnamed = yours and alone and seat.person is not None and seat.name == neutral_name(seat.person)
    game, level = snapshot.match.game, seat.level
    computer = seat.kind == COMPUTER and level is not None
    return {
        "seat": seat.seat,
        "seat_name": seat.seat_name,
        "name": narration.WORDS.language.first_you if unnamed else snapshot.names[seat.seat] if seat.name else "",
        "kind": seat.kind,
        "level": level,
        "portrait": f"/portraits/{game.key}/{level}.svg" if computer else None,
        "yours": yours,
        "style": game.persona(level).style if computer and level is not None else "",
        "bot": False,
        "left": "" if snapshot.alone else LEFT.get(dict(snapshot.match.left).get(seat.seat, ""), ""),
    }


# --- before a move is made -------------------------------------------------------------------------------------------


def _preview(
    snapshot: MatchSnapshot, context: ViewContext, perspective: Perspective, picks: Sequence[str]
) -> PreviewView:
    reader, turn = Reader(snapshot.names, context.you), snapshot.match.to_move
    spelled = [move for move in perspective.legal(context.seats) if leads(picks, move.picks)]
    going_on = [(move, perspective.possible(move)) for move in spelled]
    marks = united(dict.fromkeys(picks, "picked"), going_on[0][1].marks if len(going_on) == 1 else {})
    few = len(picks) > 0 and len(going_on) <= MOST_DRAWN
    return {
        "picture": picture(
            perspective.game,
            perspective.latest.row,
            context.viewer,
            context.seats,
            turn,
            marks,
            PICKING,
            seated(context.home),
        ).svg,
        "marks": marks,
        "question": question(perspective.game, perspective.latest.row, picks) if going_on else "",
        "moves": [
            _previewed(snapshot, move, event, reader, context if few or len(move.picks) == len(picks) else None)
            for move, event in _nearest(going_on)[:MOST_PREVIEWED]
        ],
    }


def _nearest(going_on: Sequence[tuple[LegalMove, Event]]) -> Sequence[tuple[LegalMove, Event]]:
    """Return moves that continue the same picks, those with the fewest picks left first."""
    many = len(going_on) > MOST_DRAWN

    def rank(pair: tuple[LegalMove, Event]) -> tuple[int, int]:
        move, event = pair
        return len(move.picks), -event.facts.gains[max(move.mover, 0)] if many else 0

    return sorted(going_on, key=rank)


def _previewed(
    snapshot: MatchSnapshot, move: LegalMove, event: Event, reader: Reader, context: ViewContext | None
) -> PreviewedMove:
    """Return a move with what it would do; without a context the position after it is not drawn."""
    after, game = event.plies[-1].after, snapshot.match.game
    marks = {} if context is None else united(event.marks, seated(context.home))
    return {
        **_move(move),
        "explain": explanation(game.notation.WORDS, event.facts.accounts[0]),
        "said": _sentence(snapshot.match.game, event.facts, reader),
        "gains": list(event.facts.gains),
        "marks": event.marks,
        "motions": event.motions,
        "lines": list(lines_scored(game, event.plies[0].before.row, event.plies[0].move)),
        "after": "" if context is None else drawn(game, after.row, onlooker(game, context.viewer), marks).svg,
    }


# --- to take along ---------------------------------------------------------------------------------------------------


def record(snapshot: MatchSnapshot, sealed: str, stops: Stops = NO_STOPS) -> str:
    """Return the match's record, its seed left out where it is ``sealed``; ``stops``: when its clocks stood still.
    Raises ``NotOffered`` while a game with secrets goes on: it holds all of them."""
    if snapshot.match.game.hidden is not None and snapshot.match.outcome is None:
        raise NotOffered("it would reveal hidden cards", subject="record", remedy="you get it when the match is over")
    return snapshot.match.to_record(sealed, timing_of(snapshot, stops))


Part = Callable[[MatchSnapshot], Mapping[str, Any]]  # Returns a feature's part of a match's ``TableView``.
PARTS: Final[tuple[Part, ...]] = (
    clocks.table_part,
    followups.table_part,
    daily.table_part,
    tournaments.table_part,
    shadow_match.table_part,
)
