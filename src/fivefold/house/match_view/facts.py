"""A match for programs: facts alone, with nothing drawn and nothing put into words. Moments are ISO 8601 in UTC.

It rests on the same perspectives as the views for people, so a program knows what its person may know. What changes
with a move is a *state*, the same for all who look the same way and encoded once for them; a *match* is a state with
all that stays.
"""

from collections.abc import Callable
from itertools import islice
from typing import Final, NotRequired, cast

import orjson
from typing_extensions import TypedDict

from fivefold.contract import ANYONE
from fivefold.house.availability import available
from fivefold.house.cache import Cache, DerivedCache
from fivefold.house.links import BESIDE, DAY, PACK_OF, REMATCH, SECOND, TOURNAMENT
from fivefold.house.match_view.perspective import Perspective, ViewContext, common_plies, view_context
from fivefold.house.match_view.views import Views
from fivefold.house.notices.awaited import awaited
from fivefold.house.stored_match import time_text
from fivefold.house.table.offers import offer_view
from fivefold.play.outcome import Outcome
from fivefold.play.record import UNDECIDED
from fivefold.session import races
from fivefold.session.seats import OPEN
from fivefold.session.snapshot import DOUBLE_OF, OVER, UNDO, MatchSnapshot
from fivefold.session.timing import time_of


class CompactMove(TypedDict):
    """A move that was made."""

    by: int | None
    """The seat that made it; null for chance."""
    text: str
    """In the game's notation, as the viewer may know it."""


class CompactSeat(TypedDict):
    """A seat and who sits there."""

    seat: int
    seat_name: str
    """What the game calls the seat: a colour."""
    kind: str
    """``person``, ``computer`` or ``open``."""
    name: str
    """Who sits there; empty for an open seat."""
    bot: bool
    """Whether a program plays for this account."""
    level: int | None
    """Of a computer opponent of the house, from 1."""
    handicap: int
    """The part of the time this seat has, in per cent."""
    left: str
    """How this player dropped out while the others play on: ``resigned``, or ``time`` that ran out; else empty. How a
    match ended its outcome says."""


class CompactOffer(TypedDict):
    """What a player offers the others, or offered until somebody declined."""

    kind: str
    """``undo``, ``draw``, ``abort``, ``more-time``, ``pause``, ``resume`` or ``rematch``."""
    by: int
    """The seat that offers it."""
    agreed: list[int]
    waits_for: list[int]
    """The seats that have yet to answer."""
    declined_by: int | None
    """The seat that has declined it; then it is no longer open."""


class CompactOutcome(TypedDict):
    """How a match ended."""

    winner: int | None
    """The seat that won alone."""
    returns: list[float]
    """For each seat 1 for a win, 0 for a loss; a shared first place shares the 1."""
    how: str
    """``played-out``, ``resigned``, ``time``, ``agreed`` or ``abandoned``."""
    seat: int | None
    """Who resigned or ran out of time."""
    cause: str | None
    """Why the game ended by its rules, a key of that game; null where the players ended it."""


class CompactSeatClock(TypedDict):
    """What a seat's clock said after the last entry, in milliseconds."""

    left: int
    used: int
    moves: int
    """How many moves it has made."""


class CompactClock(TypedDict):
    """The clocks."""

    control: str
    """How long everybody may think: ``5m+3s``."""
    slow: bool
    """Whether it is counted in days."""
    whole: bool
    """Whether one clock counts for all, the first of ``seats``."""
    seats: list[CompactSeatClock]
    at: str
    """When the last entry was made, ISO 8601 like all moments here."""
    running: int | None
    """Whose clock runs."""
    since: str
    """From when it runs; while the match is paused, when it goes on by itself."""
    free: int
    """How much of this move does not count yet, in milliseconds."""
    paused: bool
    runs_out: str | None
    """When the running clock comes to nothing."""
    first_move: str | None
    """By when the seat to move has to make its first move, or the match is cancelled; in game 2 of a double, lost."""
    stops: list[tuple[str, str]]
    """When the running clock stands still: from and until."""


class CompactPosition(TypedDict):
    """A position as the viewer may know it."""

    row: list[int]
    """In numbers, as the game's rules keep it, with what the viewer cannot know blanked."""
    diagram: str
    """As text."""


class CompactShared(TypedDict):
    """How a match stands, for all who look the same way."""

    number: int
    """Of the last entry in the log. A move is sent with the number it would be: one more."""
    status: str
    """``waiting`` (for players), ``live`` or ``over``."""
    ply: int
    """How many moves have been made, those of chance among them, without those taken back."""
    after_ply: int
    """``moves`` are those after so many: keep as many of what you know and add these."""
    moves: list[CompactMove]
    to_move: int | None
    """The seat to move."""
    held: int | None
    """In a duplicate the seat whose move here is in, and is shown once the other board has its own."""
    anyone: bool
    """Whether any seat may move, first come first served."""
    scores: list[int]
    offer: CompactOffer | None
    ready: list[int]
    """The seats that are ready: for a race to begin, or for the second game of a double match."""
    begins: str | None
    """When a race begins for which everybody is ready, ISO 8601."""
    clock: CompactClock | None
    """The clocks; null where nobody's time is limited."""
    outcome: CompactOutcome | None


class CompactState(CompactShared):
    """How a match stands."""

    turn: bool
    """Whether you may move now."""
    legal: NotRequired[list[str]]
    """The moves you may make now, where you have asked for them."""
    position: NotRequired[CompactPosition]
    """The position, where you have asked for it."""


class CompactBrief(TypedDict):
    """A match in a list, as somebody who plays in it sees it."""

    id: str
    game: str
    status: str
    """``waiting`` (for players), ``live`` or ``over``."""
    number: int
    """Of the last entry in the log."""
    seats: list[CompactSeat]
    yours: list[int]
    """Your seats."""
    turn: bool
    """Whether you may move now."""
    awaited: bool
    """Whether other people wait for you: for a move or an answer."""
    rated: bool
    time: str
    """How long everybody may think; empty for as long as they like."""
    started: str
    """When, ISO 8601."""
    offer: CompactOffer | None
    outcome: CompactOutcome | None


class CompactLinks(TypedDict):
    """What ties a match to others, by their ids; null where nothing does."""

    rematch: str | None
    second: str | None
    """The second game of a double match."""
    double_of: str | None
    """The first game of a double match, if this is the second."""
    same_cards_as: str | None
    """The first match on the same cards, if this is another."""
    beside: str | None
    tournament: str | None
    day: str | None
    """The day whose deal this is, ISO 8601."""


class CompactMatch(CompactState):
    """A match as a program sees it."""

    id: str
    game: str
    options: dict[str, str]
    """``?`` for what chance decides when everybody sits."""
    seats: list[CompactSeat]
    yours: list[int]
    """Your seats."""
    viewer: int | None
    """The seat whose position this is; null for a spectator's."""
    rated: bool
    race: bool
    double: bool
    """Whether it is one of the two games of a double match."""
    duplicate: bool
    """Whether both games of the double match are played at once."""
    started: str
    """When, ISO 8601."""
    links: CompactLinks
    commitment: str
    """What is promised of chance from the start: the hash of the seed, or the number of an open one."""
    can: NotRequired[list[str]]
    """What you can do besides moving, where you look at the whole match."""


KEPT: Final = 256
"""States kept, one or two kB each: those who wait for the same move share it."""
TEXTS_KEPT: Final = 512
TEXTS_HEARD: Final = 2
"""Lists of moves kept, some kB each: so many, and more for each match that somebody listens to."""
ONE_BY_ONE: Final = 8
"""Moves at the end whose positions are at hand anyway; for more the positions passed are not kept."""


class FactViews:
    """Matches for programs. What was worked out for one is kept for the next; threads may share it."""

    def __init__(self, views: Views, is_bot: Callable[[str | None], bool]) -> None:
        self._views, self._is_bot = views, is_bot
        more = lambda: TEXTS_HEARD * views.heard()  # noqa: E731
        self._texts: Cache[tuple[str, int], tuple[list[int], list[str]]] = Cache(TEXTS_KEPT, more)
        self._states: DerivedCache[tuple[str, int, int], bytes] = DerivedCache(KEPT)

    def match(
        self,
        snapshot: MatchSnapshot,
        person_id: str,
        since: int | None = None,
        *,
        legal: bool = False,
        position: bool = False,
        can: bool = False,
    ) -> CompactMatch:
        """Return a match as a person's program sees it; ``since``: the number of the last entry it knows. ``can``: also
        what can be done besides moving."""
        context = view_context(snapshot, person_id)
        public, shown = self._views.perspectives(snapshot, context)
        state = self._shared(snapshot, public, plies_known(snapshot, since))
        own = self._own(context, shown, legal, position)
        whole = cast(CompactMatch, {**self._head(snapshot, person_id, context), **state, **own})
        if can:
            whole["can"] = [name for name, answer in available(snapshot, person_id).items() if answer is True]
        return whole

    def state(
        self, snapshot: MatchSnapshot, person_id: str, known: int, *, legal: bool = False, position: bool = False
    ) -> bytes:
        """Return how a match stands, as JSON, for a program that knows the first ``known`` moves."""
        context = view_context(snapshot, person_id)
        public, shown = self._views.perspectives(snapshot, context)
        key = snapshot.id, public.viewer, known
        shared = self._states.of(snapshot, key, lambda: orjson.dumps(self._shared(snapshot, public, known)))
        return b"%b,%b" % (shared[:-1], orjson.dumps(self._own(context, shown, legal, position))[1:])

    def head(self, snapshot: MatchSnapshot, person_id: str) -> bytes:
        """Return all that a move does not change, as JSON."""
        return orjson.dumps(self._head(snapshot, person_id, view_context(snapshot, person_id)))

    def brief(self, snapshot: MatchSnapshot, person_id: str) -> CompactBrief:
        """Return a match for a list of a person's matches."""
        outcome, time, yours = snapshot.match.outcome, snapshot.terms.time, snapshot.seats_of(person_id)
        return {
            "id": snapshot.id,
            "game": snapshot.match.game.key,
            "status": snapshot.status,
            "number": snapshot.number,
            "seats": [self._seat(snapshot, number) for number in range(len(snapshot.seats))],
            "yours": list(yours),
            "turn": snapshot.may_move(person_id),
            "awaited": not awaited(snapshot).isdisjoint(yours),
            "rated": snapshot.terms.rated and not snapshot.terms.annulled,
            "time": "" if time is None else time.text,
            "started": time_text(snapshot.started),
            "offer": _offer(snapshot),
            "outcome": None if outcome is None else _outcome(snapshot, outcome),
        }

    def _head(self, snapshot: MatchSnapshot, person_id: str, context: ViewContext) -> dict[str, object]:
        match = snapshot.match
        return {
            "id": snapshot.id,
            "game": match.game.key,
            "options": {**match.options, **dict.fromkeys(match.undecided, UNDECIDED)},
            "seats": [self._seat(snapshot, number) for number in range(len(snapshot.seats))],
            "yours": list(snapshot.seats_of(person_id)),
            "viewer": context.you if context.you >= 0 and context.viewer >= 0 else None,
            "rated": snapshot.terms.rated and not snapshot.terms.annulled,
            "race": races.is_ahead(match) or snapshot.racing,
            "double": SECOND in snapshot.links or DOUBLE_OF in snapshot.links,
            "duplicate": snapshot.terms.duplicate,
            "started": time_text(snapshot.started),
            "links": _links(snapshot),
            "commitment": match.source.public,
        }

    def _seat(self, snapshot: MatchSnapshot, number: int) -> CompactSeat:
        seat = snapshot.seats[number]
        return {
            "seat": number,
            "seat_name": seat.seat_name,
            "kind": seat.kind,
            "name": snapshot.names[number] if seat.kind != OPEN else "",
            "bot": self._is_bot(seat.person),
            "level": seat.level,
            "handicap": seat.handicap,
            "left": dict(snapshot.match.left)[number] if number in snapshot.out else "",
        }

    def _shared(self, snapshot: MatchSnapshot, public: Perspective, known: int) -> CompactShared:
        outcome = snapshot.match.outcome
        return {
            "number": snapshot.number,
            "status": snapshot.status,
            "ply": len(snapshot.match.moves),
            "after_ply": known,
            "moves": self._moves(snapshot, public, known),
            "to_move": snapshot.to_act,
            "held": None if snapshot.held is None else snapshot.held.mover,
            "anyone": public.turn(len(snapshot.match.moves)) == ANYONE and snapshot.status != OVER,
            "scores": list(public.latest.scores),
            "offer": _offer(snapshot),
            "ready": list(snapshot.agreed),
            "begins": None if snapshot.begins is None else time_text(snapshot.begins),
            "clock": self._clock(snapshot),
            "outcome": None if outcome is None else _outcome(snapshot, outcome),
        }

    def _own(self, context: ViewContext, shown: Perspective, legal: bool, position: bool) -> dict[str, object]:
        own: dict[str, object] = {"turn": bool(context.seats)}
        if legal:
            own["legal"] = shown.legal_texts(context.seats)
        if position:
            row = shown.latest.row
            own["position"] = {"row": list(row), "diagram": shown.game.notation.diagram(row, context.viewer)}
        return own

    def _moves(self, snapshot: MatchSnapshot, perspective: Perspective, known: int) -> list[CompactMove]:
        match = snapshot.match
        if known == len(match.moves):
            return []
        texts = self._texts_of(snapshot, perspective)
        pairs = islice(zip(match.movers, texts, strict=True), known, None)
        return [{"by": mover if mover >= 0 else None, "text": text} for mover, text in pairs]

    def _texts_of(self, snapshot: MatchSnapshot, perspective: Perspective) -> list[str]:
        """Return the texts of all moves as a viewer may know them, those of before kept."""
        if perspective.game.hidden is None:
            return snapshot.match.history
        key, moves = (snapshot.id, perspective.viewer), snapshot.match.moves
        before, texts = self._texts.get(key) or ([], [])
        same = common_plies(before, moves)
        if same == len(moves) == len(before):
            return texts
        # Positions on the way are kept only where they are few: a whole match of them takes megabytes.
        passing = perspective if len(moves) - same <= ONE_BY_ONE else Perspective(snapshot, perspective.viewer)
        texts = [*texts[:same], *(passing.ply(number).text for number in range(same + 1, len(moves) + 1))]
        self._texts.put(key, (list(moves), texts))
        return texts

    def _clock(self, snapshot: MatchSnapshot) -> CompactClock | None:
        seen = self._views.clock(snapshot)
        if seen is None:
            return None
        return {
            "control": seen["control"],
            "slow": seen["slow"],
            "whole": seen["whole"],
            "seats": [{"left": each["left"], "used": each["used"], "moves": each["moves"]} for each in seen["seats"]],
            "at": _text(seen["at"]),
            "running": seen["running"],
            "since": _text(seen["since"]),
            "free": seen["free"],
            "paused": seen["paused"],
            "runs_out": None if seen["runs_out"] is None else _text(seen["runs_out"]),
            "first_move": None if seen["first_move"] is None else _text(seen["first_move"]),
            "stops": [(_text(start), _text(end)) for start, end in seen["stops"]],
        }


def changes_head(before: MatchSnapshot, now: MatchSnapshot) -> bool:
    """Tell whether more than the state of a match may have changed."""
    was, match = before.match, now.match
    if before.seats is not now.seats or before.links is not now.links or before.terms is not now.terms:
        return True
    told = was.dealt, was.undecided, before.racing, before.out, was.source
    return told != (match.dealt, match.undecided, now.racing, now.out, match.source)


def plies_known(snapshot: MatchSnapshot, since: int | None) -> int:
    """Return how many of the moves so far a program knows that has seen the entry ``since``, and none after it."""
    if since is None or not 0 <= since <= snapshot.number:
        return 0
    taken_back = (int(entry.text) for entry in snapshot.entries[since:] if entry.kind == UNDO)
    return min((snapshot.plies_after(since), *taken_back))


def _text(moment: int) -> str:
    return time_text(time_of(moment))


def _offer(snapshot: MatchSnapshot) -> CompactOffer | None:
    seen = offer_view(snapshot, ())
    return None if seen is None else cast(CompactOffer, {name: seen[name] for name in CompactOffer.__annotations__})  # type: ignore[literal-required]


def _outcome(snapshot: MatchSnapshot, outcome: Outcome) -> CompactOutcome:
    ending = snapshot.match.ending
    return {
        "winner": outcome.winner,
        "returns": list(outcome.returns),
        "how": outcome.termination.value,
        "seat": None if ending is None else ending.seat,
        "cause": None if outcome.cause is None else outcome.cause.key,
    }


def _links(snapshot: MatchSnapshot) -> CompactLinks:
    return {
        "rematch": snapshot.linked(REMATCH),
        "second": snapshot.linked(SECOND),
        "double_of": snapshot.linked(DOUBLE_OF),
        "same_cards_as": snapshot.linked(PACK_OF),
        "beside": snapshot.linked(BESIDE),
        "tournament": snapshot.linked(TOURNAMENT),
        "day": snapshot.linked(DAY),
    }
