"""How a match ended for each person in it, as rows that are kept: every list and record of results is made of them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from fivefold.contract import Game
from fivefold.house.database.schema import against, finished, matches, seats, tallies, tournaments
from fivefold.house.links import BESIDE, PACK_OF, SECOND
from fivefold.house.log import StoredSeat
from fivefold.house.stored_match import time_text
from fivefold.house.table.followups import double_shares
from fivefold.play import set_ups
from fivefold.play.match import Match
from fivefold.play.outcome import Termination
from fivefold.session.seats import COMPUTER, OPEN
from fivefold.session.snapshot import DOUBLE_OF, MOVE, MatchSnapshot

HALF: Final = "half"
"""The result of the first game of a double match once the second is over, which has the result of both."""
WON, DRAWN, LOST, ALONE = "won", "drawn", "lost", "alone"
BROKEN_OFF, ONE_SCREEN = "broken_off", "one_screen"
RESULTS: Final = (WON, DRAWN, LOST, ALONE, BROKEN_OFF, ONE_SCREEN)
"""How a match can end for somebody. ``one_screen``: they had several seats, so nobody won it alone."""
PEOPLE, COMPUTERS, BOTH, NOBODY = "people", "computers", "both", "nobody"  # Whom somebody played against.
UNDECIDED: Final = frozenset({"abandoned", "aborted"})  # Terminations after which nobody has won or lost.
LEVEL: Final = "level:"  # What a computer opponent is called among opponents, with its level behind it.
BATCH: Final = 500  # Matches looked up with one statement.


class Finished(NamedTuple):
    """How a match ended for a person in it."""

    match: str
    seat: int  # The person's, or the first of several.
    person: str
    game: str
    seats: int
    company: str  # Against whom: ``people``, ``computers``, ``both`` or ``nobody``.
    turn: int | None  # 1 for who moved first; ``None`` in a race, or where nobody moved.
    result: str
    share: float | None
    points: int | None
    set_up: str
    usual: bool
    termination: str
    rated: bool
    annulled: bool
    counts: bool  # Whether it is part of records of results.
    ended: str


class Against(NamedTuple):
    """That a person has played a match against somebody."""

    person: str
    opponent: str  # A person's id, or ``level:N``.
    match: str
    game: str
    result: str
    usual: bool
    rated: bool
    counts: bool
    ended: str


class TallyKey(NamedTuple):
    """What is counted together."""

    person: str
    opponent: str  # Empty where matches are counted, not opponents.
    game: str  # Empty where opponents are counted, as is the set-up.
    set_up: str
    seats: int
    turn: int  # 0 for none.
    result: str
    counts: bool


COLUMNS = tuple(finished.c[name] for name in Finished._fields)


class SeatAtEnd(NamedTuple):
    """Who sat in a seat, and what they reached."""

    kind: str
    person: str | None
    level: int | None
    points: int | None
    share: float
    left: str = ""  # The termination for one who left while the others played on.


class End(NamedTuple):
    """How a match ended, as far as lists of results tell."""

    match: str
    game: Game
    options: Mapping[str, str]
    drawn: Collection[str]  # The options that were drawn.
    seats: Sequence[SeatAtEnd]
    first_mover: int | None
    termination: str
    rated: bool
    annulled: bool
    known_cards: bool  # Whether the cards had been played before.
    half: bool  # Whether it is the first game of a double match whose result stands with the second.
    ended: str


def keep(connection: Connection, now: MatchSnapshot) -> None:
    """Store how a match ended for everybody in it."""
    if BESIDE in now.links:
        return
    first, second = now.linked(DOUBLE_OF), now.linked(SECOND)
    half = second is not None and bool(_known(connection, [second])[0])
    store(connection, [end_of(now, half=half)])
    if first is not None:  # it is half of the double match for everybody
        own, met = _known(connection, [first])
        store_rows(
            connection, [first], [row._replace(result=HALF) for row in own], [row._replace(result=HALF) for row in met]
        )


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


@lru_cache(maxsize=512)
def set_up_words(game: Game, kept: str) -> str:
    """Return a set-up as it is kept in a few words."""
    return set_ups.words(game, dict(parse_qsl(kept)))


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


def leave(connection: Connection, match_id: str, places: Collection[int]) -> None:
    """Note that a match is over for these seats, while others play on: it is none of their unfinished ones."""
    left = (seats.c.match == match_id) & seats.c.seat.in_(places)
    connection.execute(update(seats).where(left).values(over=True))


def store(connection: Connection, ends: Sequence[End]) -> None:
    """Store how these matches ended, in place of what was stored of them."""
    own, met = [row for end in ends for row in rows(end)], [row for end in ends for row in rivals(end)]
    store_rows(connection, [end.match for end in ends], own, met)


def store_rows(
    connection: Connection, match_ids: Sequence[str], rows: Sequence[Finished], rivals: Sequence[Against]
) -> None:
    """Store these rows as all there are of these matches, which are over."""
    before, met = _known(connection, match_ids)
    if before:
        for table in (finished, against):
            connection.execute(delete(table).where(table.c.match.in_(match_ids)))
    if rows:
        connection.execute(insert(finished), [row._asdict() for row in rows])
        connection.execute(update(seats).where(seats.c.match.in_(match_ids)).values(over=True))
    if rivals:
        connection.execute(insert(against), [row._asdict() for row in rivals])
    count_again(connection, [*map(_key_of, rows), *map(_key_against, rivals)], 1)
    count_again(connection, [*map(_key_of, before), *map(_key_against, met)], -1)


def _known(connection: Connection, match_ids: Sequence[str]) -> tuple[list[Finished], list[Against]]:
    columns = [against.c[name] for name in Against._fields]
    own = connection.execute(select(*COLUMNS).where(finished.c.match.in_(match_ids)))
    met = connection.execute(select(*columns).where(against.c.match.in_(match_ids)))
    return [Finished(*row) for row in own], [Against(*row) for row in met]


def _key_of(row: Finished) -> TallyKey:
    return TallyKey(row.person, "", row.game, row.set_up, row.seats, row.turn or 0, row.result, row.counts)


def _key_against(row: Against) -> TallyKey:
    return TallyKey(row.person, row.opponent, "", "", 0, 0, row.result, row.counts)


def seats_of(connection: Connection, match_ids: Sequence[str]) -> dict[str, list[StoredSeat]]:
    """Return for each of these matches who sits where."""
    columns = [seats.c[name] for name in StoredSeat._fields]
    found: dict[str, list[StoredSeat]] = {match_id: [] for match_id in match_ids}
    for some in batches(match_ids):
        chosen = select(seats.c.match, *columns).where(seats.c.match.in_(some)).order_by(seats.c.match, seats.c.seat)
        for match_id, *fields in connection.execute(chosen):
            found[match_id].append(StoredSeat(*fields))
    return found


def batches(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Cut ids into parts that one statement can take."""
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))


KEY = tuple(tallies.c[name] for name in TallyKey._fields)
SAME = and_(*(column == bindparam(f"known_{column.name}") for column in KEY))
ADD = update(tallies).where(SAME).values(number=tallies.c.number + bindparam("more"))


def count_again(connection: Connection, keys: Iterable[TallyKey], by: int) -> None:
    """Count these once more, or once less."""
    for key, times in Counter(keys).items():
        known = {f"known_{name}": value for name, value in key._asdict().items()}
        if connection.execute(ADD, {**known, "more": by * times}).rowcount == 0:
            connection.execute(insert(tallies), {**key._asdict(), "number": by * times})
        if by < 0:
            same = and_(*(column == value for column, value in zip(KEY, key, strict=True)))
            connection.execute(delete(tallies).where(same, tallies.c.number == 0))


def recount(connection: Connection, people: Collection[str]) -> None:
    """Count anew what these people have played, after rows became somebody else's."""
    connection.execute(delete(tallies).where(tallies.c.person.in_(people)))
    own = (finished.c.person, literal(""), finished.c.game, finished.c.set_up, finished.c.seats)
    own_key = (*own, func.coalesce(finished.c.turn, 0), finished.c.result, finished.c.counts)
    met = (against.c.person, against.c.opponent, literal(""), literal(""), literal(0), literal(0))
    met_key = (*met, against.c.result, against.c.counts)
    names = [*TallyKey._fields, "number"]
    for table, key in ((finished, own_key), (against, met_key)):
        chosen = select(*key, func.count()).where(table.c.person.in_(people)).group_by(*key)
        connection.execute(insert(tallies).from_select(names, chosen))


def tallies_of(connection: Connection, person: str, by_opponent: bool = False) -> Sequence[Row[Any]]:
    """Return how often a person's matches ended how, rows of ``tallies``; or how against each opponent."""
    which = tallies.c.opponent > "" if by_opponent else tallies.c.opponent == ""
    return connection.execute(select(tallies).where(tallies.c.person == person, which)).all()


class Unfinished(NamedTuple):
    """How many there are, and the one that was touched least recently."""

    matches: int
    longest: str | None


TAKEN = select(seats.c.match).where(seats.c.person == bindparam("person"), seats.c.over.is_(False))
OWNED = matches.c.tournament.in_(select(tournaments.c.id).where(tournaments.c.person == bindparam("person")))
SOMEBODY = select(seats.c.match).where(seats.c.match == matches.c.id, seats.c.person.is_not(None)).exists()


def _counting(which: ColumnElement[bool]) -> Any:
    """Return the statement that counts, and names the match that was touched least recently."""
    there = (matches.c.status != "over") & matches.c.beside.is_(None) & which
    return select(func.count().over(), matches.c.id).where(there).order_by(matches.c.touched, matches.c.id).limit(1)


UNFINISHED_OF_PERSON = _counting(or_(matches.c.id.in_(TAKEN), OWNED))
UNFINISHED_AMONG_COMPUTERS = _counting(OWNED & ~SOMEBODY)


def unfinished(connection: Connection, which: Select[Any], person: str) -> Unfinished:
    """Return what a person has not finished, or of their tournaments the games in which only computers play."""
    return Unfinished(*(connection.execute(which, {"person": person}).first() or (0, None)))
