"""How a match ended for each person in it, as rows that are kept: every list and record of results is made of them."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from sqlalchemy import Connection

from fivefold.contract import Game
from fivefold.house.links import BESIDE, PACK_OF, SECOND
from fivefold.house.records import stored_finished as finished
from fivefold.house.records.stored_finished import HALF, Against, Finished
from fivefold.house.stored_match import time_text
from fivefold.house.table.followups import double_shares
from fivefold.play import set_ups
from fivefold.play.match import Match
from fivefold.play.outcome import Termination
from fivefold.session.seats import COMPUTER, OPEN
from fivefold.session.snapshot import DOUBLE_OF, MOVE, MatchSnapshot

WON, DRAWN, LOST, ALONE = "won", "drawn", "lost", "alone"
BROKEN_OFF, ONE_SCREEN = "broken_off", "one_screen"
RESULTS: Final = (WON, DRAWN, LOST, ALONE, BROKEN_OFF, ONE_SCREEN)
"""How a match can end for somebody. ``one_screen``: they had several seats, so nobody won it alone."""
PEOPLE, COMPUTERS, BOTH, NOBODY = "people", "computers", "both", "nobody"
"""Whom somebody played against."""
UNDECIDED: Final = frozenset({"abandoned", "aborted"})
"""Terminations after which nobody has won or lost."""
LEVEL: Final = "level:"
"""What a computer opponent is called among opponents, with its level behind it."""


class SeatAtEnd(NamedTuple):
    """Who sat in a seat, and what they reached."""

    kind: str
    person: str | None
    level: int | None
    points: int | None
    share: float
    left: str = ""
    """The termination for one who left while the others played on."""


class End(NamedTuple):
    """How a match ended, as far as lists of results tell."""

    match: str
    game: Game
    options: Mapping[str, str]
    drawn: Collection[str]
    """The options that were drawn."""
    seats: Sequence[SeatAtEnd]
    first_mover: int | None
    termination: str
    rated: bool
    annulled: bool
    known_cards: bool
    """Whether the cards had been played before."""
    half: bool
    """Whether it is the first game of a double match whose result stands with the second."""
    ended: str


def keep(connection: Connection, now: MatchSnapshot) -> None:
    """Store how a match ended for everybody in it."""
    if BESIDE in now.links:
        return
    first, second = now.linked(DOUBLE_OF), now.linked(SECOND)
    end = end_of(now, half=second is not None and finished.is_kept(connection, second))
    finished.keep(connection, [now.id], rows(end), rivals(end))
    if first is not None:
        finished.halve(connection, first)


def end_of(now: MatchSnapshot, *, half: bool) -> End:
    """Return how a match that is over ended; the second game of a double match as the double did."""
    outcome, points = now.match.outcome, now.result or [None] * len(now.seats)
    assert outcome is not None  # noqa: S101  (it is over)
    together, left = double_shares(now), dict(now.match.left)
    shares = zip(now.seats, points, together or outcome.returns, strict=True)
    stands = together is not None and outcome.termination in UNDECIDED
    last = now.entries[-1].at if now.entries else None
    return End(
        match=now.id,
        game=now.match.game,
        options=now.match.options,
        drawn=now.match.drawn,
        seats=[
            SeatAtEnd(seat.kind, seat.person, seat.level, reached, share, left.get(seat.seat, ""))
            for seat, reached, share in shares
        ],
        first_mover=next((each.mover for each in now.entries if each.kind == MOVE and each.mover >= 0), None),
        termination=Termination.PLAYED_OUT if stands else outcome.termination,
        rated=now.terms.rated,
        annulled=now.terms.annulled,
        known_cards=PACK_OF in now.links,
        half=half,
        ended=time_text(last or now.started),
    )


def rows(end: End) -> list[Finished]:
    """Return how a match ended for each person in it."""
    people = dict.fromkeys(seat.person for seat in end.seats if seat.person is not None)
    return [_row(end, person) for person in people]


def rivals(end: End) -> list[Against]:
    """Return against whom each person played."""
    return [
        Against(row.person, other, row.match, row.game, row.result, row.usual, row.rated, row.counts, row.ended)
        for row in rows(end)
        for other in _others(end, row.person)
    ]


def set_up_of(match: Match) -> str:
    """Return what of a match's options differs from the usual ones: the same text for all set-ups that are alike."""
    return set_up(match.game, match.options, match.drawn)


def set_up(game: Game, options: Mapping[str, str], drawn: Collection[str]) -> str:
    """Return what of these options differs from the usual ones. Who begins and what was drawn make no difference."""
    begins = game.setup.starting_option
    left_out = {*drawn, begins.name if begins is not None else ""}
    return _set_up(game, tuple(sorted((name, value) for name, value in options.items() if name not in left_out)))


def options_in(kept: str) -> dict[str, str]:
    """Return the options of a set-up as it is kept."""
    return dict(parse_qsl(kept))


@lru_cache(maxsize=512)
def set_up_words(game: Game, kept: str) -> str:
    """Return a set-up as it is kept in a few words."""
    return set_ups.words(game, options_in(kept))


@lru_cache(maxsize=512)
def _set_up(game: Game, options: tuple[tuple[str, str], ...]) -> str:
    return urlencode(sorted(set_ups.differing(game, dict(options)).items()))


def _row(end: End, person: str) -> Finished:
    own = [number for number, seat in enumerate(end.seats) if seat.person == person]
    seat, alone, kept = own[0], len(end.seats) == 1, set_up(end.game, end.options, end.drawn)
    result = _result(end, own)
    seat_left = end.seats[seat].left if result == LOST else ""
    return Finished(
        match=end.match,
        seat=seat,
        person=person,
        game=end.game.key,
        seats=len(end.seats),
        company=_company(_others(end, person)),
        turn=_turn(end, seat) if len(own) == 1 and not alone else None,
        result=result,
        share=None if alone else end.seats[seat].share,
        points=end.seats[seat].points,
        set_up=kept,
        usual=not kept,
        termination=seat_left or end.termination,
        rated=end.rated,
        annulled=end.annulled,
        counts=not end.annulled and not end.known_cards and result not in {BROKEN_OFF, ONE_SCREEN},
        ended=end.ended,
    )


def _result(end: End, own: Sequence[int]) -> str:
    if end.half:
        return HALF
    if len(end.seats) == 1:
        return ALONE
    if len(own) > 1:
        return ONE_SCREEN
    if end.termination in UNDECIDED:
        return BROKEN_OFF
    if end.seats[own[0]].share == 0:
        return LOST
    winners = {number for number, seat in enumerate(end.seats) if seat.share > 0}
    return WON if winners <= set(end.game.setup.team(end.options, own[0])) else DRAWN


def _turn(end: End, seat: int) -> int | None:
    """Return which in turn a seat was; ``None`` in a race, or where nobody moved."""
    if end.first_mover is None or end.game.race is not None:
        return None
    return (seat - end.first_mover) % len(end.seats) + 1


def _others(end: End, person: str) -> list[str]:
    """Return a person's opponents, partners left out, each once."""
    own = [number for number, seat in enumerate(end.seats) if seat.person == person]
    team = set(own) if len(own) > 1 else set(end.game.setup.team(end.options, own[0]))
    others = (seat for number, seat in enumerate(end.seats) if number not in team and seat.person != person)
    return list(dict.fromkeys(_called(seat) for seat in others if seat.kind != OPEN and _called(seat)))


def _company(others: Sequence[str]) -> str:
    computers = [other.startswith(LEVEL) for other in others]
    if not others:
        return NOBODY
    return BOTH if len(set(computers)) > 1 else COMPUTERS if computers[0] else PEOPLE


def _called(seat: SeatAtEnd) -> str:
    return f"{LEVEL}{seat.level}" if seat.kind == COMPUTER else seat.person or ""


def share_by_termination(termination: str, loser: int, count: int) -> list[float]:
    """Return each seat's share where one lost by resigning, or nobody did."""
    if termination == Termination.RESIGNED:
        return [0.0 if seat == loser else 1 / (count - 1) for seat in range(count)]
    return [1 / count] * count
