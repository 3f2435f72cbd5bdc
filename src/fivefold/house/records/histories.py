"""What people have played and are playing: the list of their games, and what a player's page tells of them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, case, func, select, tuple_

from fivefold.house.database.schema import against, dailies, entries, finished, matches, people, seats, tallies
from fivefold.house.errors import UnknownPlayer
from fivefold.house.ledger import Ledger
from fivefold.house.log import StoredSeat
from fivefold.house.meeting.challenges import challenges_of, people_met
from fivefold.house.people.accounts import Account, Accounts
from fivefold.house.people.people import name_of, neutral_name
from fivefold.house.people.ties import Blocks, Follows
from fivefold.house.records.finished import (
    ALONE,
    BOTH,
    BROKEN_OFF,
    COLUMNS,
    COMPUTERS,
    DRAWN,
    HALF,
    LEVEL,
    LOST,
    PEOPLE,
    RESULTS,
    WON,
    seats_of,
    set_up,
    tallies_of,
)
from fivefold.house.records.results import Rebuilding
from fivefold.house.stored_match import time_from_text
from fivefold.house.table.clocks import TimeLeft, by_urgency, time_left
from fivefold.parts.messages import Reader
from fivefold.play.catalogue import find, keys
from fivefold.play.time_control import TimeControl, parsed
from fivefold.session import narration
from fivefold.session.seats import COMPUTER, OPEN, distinct_names
from fivefold.session.snapshot import LIVE

MOST_NAMESAKES: Final = 20
MOST_RUNNING: Final = 200
MOST_COUNTED: Final = 10_001  # Matches that a list counts.


class Where(NamedTuple):
    """Which of a person's finished matches are wanted; what is empty makes no difference."""

    game: str = ""
    results: Sequence[str] = ()
    company: Sequence[str] = ()
    opponents: Sequence[str] | None = None
    """Persons' ids, or ``level:N``; where they are given, ``company`` makes no difference."""
    usual: bool | None = None
    rated: bool | None = None
    since: str = ""  # The first moment, as times are stored.
    until: str = ""  # The first moment that is too late.
    halves: bool = False  # Whether first games of double matches are wanted besides the double matches.


class ListPlace(NamedTuple):
    """A place in a list of matches: the one that a page begins behind."""

    ended: str
    match: str


def places(
    connection: Connection, person: str, where: Where, after: ListPlace | None, limit: int, newer: bool = False
) -> list[ListPlace]:
    """Return the next places of a list of finished matches, the latest first; with ``newer`` those before ``after``."""
    table = finished if where.opponents is None else against
    key = table.c.ended, table.c.match
    chosen = select(*key).where(_wanted(person, where))
    if after is not None:
        chosen = chosen.where(tuple_(*key) > tuple_(*after) if newer else tuple_(*key) < tuple_(*after))
    if where.opponents is not None and len(where.opponents) > 1:
        chosen = chosen.distinct()
    ordered = chosen.order_by(*(column.asc() if newer else column.desc() for column in key)).limit(limit)
    found = [ListPlace(*row) for row in connection.execute(ordered)]
    return found[::-1] if newer else found


def count_by_result(connection: Connection, person: str, where: Where, results: Sequence[str]) -> dict[str, int]:
    """Return how many matches there are with each of these results, of at most ``MOST_COUNTED``."""
    table = finished if where.opponents is None else against
    chosen = select(table.c.result).where(_wanted(person, where))
    if where.opponents is not None and len(where.opponents) > 1:
        chosen = select(table.c.result, table.c.match).distinct().where(_wanted(person, where))
    some = chosen.limit(MOST_COUNTED).subquery()
    sums = (func.coalesce(func.sum(case((some.c.result == result, 1), else_=0)), 0) for result in results)
    return dict(zip(results, connection.execute(select(*sums)).one(), strict=True))


def running_of(connection: Connection, person: str) -> Sequence[Any]:
    """Return what a person is playing, what was touched last first, each with its ``day``, and whether it ``waits``:
    whether other people wait for the person."""
    waits = func.max(case((seats.c.waits.is_(True), 1), else_=0)) == 1
    names = "id", "game", "options", "drawn", "status", "due", "rated", "touched", "duplicate", "double_of"
    columns = [matches.c[name] for name in names]
    chosen = (
        select(*columns, dailies.c.day, matches.c.time, waits.label("waits"))
        .select_from(
            seats.join(matches, matches.c.id == seats.c.match).outerjoin(dailies, dailies.c.match == matches.c.id)
        )
        .where(seats.c.person == person, seats.c.over.is_(False), matches.c.beside.is_(None))
        .group_by(*columns, dailies.c.day, matches.c.time)
        .order_by(matches.c.touched.desc())
        .limit(MOST_RUNNING)
    )
    return connection.execute(chosen).all()


def _best_points(person: str, game: str, set_up: str) -> Select[Any]:
    here = (finished.c.person == person) & finished.c.counts & (finished.c.game == game)
    chosen = select(finished.c.points).where(here, finished.c.set_up == set_up, finished.c.points.is_not(None))
    return chosen.order_by(finished.c.points.desc()).limit(1)


def _wanted(person: str, where: Where) -> ColumnElement[bool]:
    table = finished if where.opponents is None else against
    wanted = [table.c.person == person]
    if not where.halves:
        wanted.append(table.c.result != HALF)
    if where.opponents is not None:
        wanted.append(against.c.opponent.in_(where.opponents))
    elif where.company:
        wanted.append(finished.c.company.in_(where.company))
    if where.game:
        wanted.append(table.c.game == where.game)
    if where.results:
        wanted.append(table.c.result.in_(where.results))
    if where.usual is not None:
        wanted.append(table.c.usual.is_(where.usual))
    if where.rated is not None:
        wanted.append(table.c.rated.is_(where.rated))
    if where.since:
        wanted.append(table.c.ended >= where.since)
    if where.until:
        wanted.append(table.c.ended < where.until)
    return and_(*wanted)


PAGE: Final = 25  # Games on one page of a list.
PAIR: Final = 2  # Seats of a match for two.
COUNTED: Final = (WON, DRAWN, LOST, ALONE)
RECENT: Final = 10
FAVOURITES: Final = 6
ANYBODYS: Final = -1
ANYBODY, SOME_PEOPLE, SOME_COMPUTERS = "", "people", "computers"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games somebody looks for; what is empty makes no difference."""

    game: str = ""
    against: str = ANYBODY  # ``people``, ``computers`` or ``level:N``.
    name: str = ""  # Of an opponent; it counts instead of ``against``.
    result: str = ""
    set_up: str = ""  # ``usual`` or ``other``.
    rated: str = ""  # ``yes`` or ``no``.
    since: date | None = None
    until: date | None = None


class Cancelled(NamedTuple):
    """Who caused that a match was cancelled, and why."""

    seat: int
    cause: str  # A ``Cause``; empty where nobody noted it.
    yours: int  # The seat of whose list this is, -1 for others to read.
    names: tuple[str, ...]  # Of everybody at the table, by seat.

    def said(self) -> str:
        """Return it in words: ``Cancelled: Ben didn't start in time``."""
        return narration.cancelled(self.cause, self.seat, Reader(self.names, self.yours))

    def why(self) -> str:
        """Return a clause below that word: ``Ben didn't start in time``."""
        return narration.why_cancelled(self.cause, self.seat, Reader(self.names, self.yours), starts=True)


class Rival(NamedTuple):
    """Somebody else at a table."""

    name: str
    level: int | None  # Of a computer.
    path: str | None  # Of their page, if they have one.


@dataclass(frozen=True, slots=True)
class GameLine:
    """How a match ended for somebody, in a list."""

    match: str
    game: str
    result: str  # One of ``finished.RESULTS``.
    termination: str
    points: int | None  # Theirs.
    others: tuple[int, ...]  # The points of the others; empty where the match was not played to its end.
    rivals: tuple[Rival, ...]
    set_up: str
    rated: bool
    annulled: bool
    day: str | None
    ended: datetime
    open: bool  # Whether the viewer may look at it: today's deal only after playing it.
    double_of: str | None  # The first game of a double match, where this is the second and the result that of both.
    cancelled: "Cancelled | None"

    @property
    def forfeited(self) -> bool:
        """Whether a double match was lost by giving its second game up, against what the points of both say."""
        if not self.double_of or self.points is None or not self.others:
            return False
        lead = self.points - max(self.others)
        return lead >= 0 if self.result == LOST else self.result == WON and lead <= 0


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A match that goes on, in its player's list."""

    match: str
    game: str
    rivals: tuple[Rival, ...]
    free_seats: int
    set_up: str
    rated: bool
    day: str | None
    your_turn: bool
    since: datetime  # When something happened last.
    time: TimeControl | None = None  # How long everybody may think.
    left: TimeLeft | None = None  # What the running clock of a slow game says.
    board: int | None = None  # Which board of a duplicate it is, 1 or 2.


@dataclass(frozen=True, slots=True)
class GamesPage:
    """A page of somebody's finished games."""

    lines: tuple[GameLine, ...]
    counts: dict[str, int]  # How many there are on all pages, by result.
    newer: ListPlace | None  # What the page with newer games ends before, if there is one.
    older: ListPlace | None


@dataclass(frozen=True, slots=True)
class Tally:
    """Results counted."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    alone: int = 0
    best: int | None = None

    @property
    def count(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost + self.alone


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What somebody reached in one game."""

    game: str
    all: Tally
    turns: tuple[tuple[int, Tally], ...]  # Of matches for two, by who moved first: 1 and 2.
    set_ups: tuple[tuple[str, Tally], ...]  # The most played first.


@dataclass(frozen=True, slots=True)
class Favourite:
    """Somebody's opponent."""

    rival: Rival
    tally: Tally


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a viewer may know of a player; what is kept from them is ``None``."""

    name: str
    path: str
    own: bool  # Whether the viewer is this player, who sees everything.
    blocked: bool  # Whether the viewer blocks the player.
    followed: bool  # Whether the viewer follows the player.
    hidden: bool  # Whether the player keeps the page to themselves.
    since: datetime | None = None
    presence: str | None = None
    records: tuple[GameRecord, ...] | None = None
    recent: tuple[GameLine, ...] | None = None
    favourites: tuple[Favourite, ...] | None = None
    shows_ratings: bool = False

    @property
    def played(self) -> int | None:
        """How many games count."""
        return None if self.records is None else sum(record.all.count for record in self.records)


class Histories(Rebuilding):
    """What people have played; safe to share among threads."""

    def __init__(self, ledger: Ledger, accounts: Accounts, blocks: Blocks, follows: Follows) -> None:
        super().__init__(ledger)
        self._accounts, self._blocks, self._follows = accounts, blocks, follows

    # My games

    def page(self, person_id: str, wanted: Wanted, after: ListPlace | None = None, newer: bool = False) -> GamesPage:
        """Return a page of a person's own finished games, those behind ``after``, or before it with ``newer``."""
        where = self._where(person_id, wanted)
        with self._ledger.reading() as connection:
            found = places(connection, person_id, where, after, PAGE + 1, newer)
            more, shown = len(found) > PAGE, found[-PAGE:] if newer else found[:PAGE]
            complete = after is None and not more
            counts = {} if complete else _counts(connection, person_id, where)
        lines = self._lines(person_id, [place.match for place in shown], own=True)
        older = shown[-1] if shown and (newer or more) else None
        ahead = shown[0] if shown and (more if newer else after is not None) else None
        return GamesPage(lines, Counter(line.result for line in lines) if complete else counts, ahead, older)

    def match_ids(self, person_id: str, wanted: Wanted, after: ListPlace | None, limit: int) -> list[ListPlace]:
        """Return where a person's finished games stand in their list, the latest first."""
        where = self._where(person_id, wanted)._replace(halves=not wanted.result)
        return self._ledger.read(places, person_id, where, after, limit)

    def running(self, person_id: str) -> list[RunningLine]:
        """Return what a person is playing: first what waits for them, then the rest. Of each, slow games come first,
        the one whose time runs out next at the top; then what waits for the person the longest, or was touched last."""
        with self._ledger.reading() as connection:
            found = [each for each in running_of(connection, person_id) if each.game in set(keys())]
            seats = seats_of(connection, [each.id for each in found])
        lines = [self._running_line(each, seats[each.id], person_id) for each in found]
        waiting = sorted((line for line in lines if line.your_turn), key=lambda line: line.since)
        others = [line for line in lines if not line.your_turn]
        return [line for some in (waiting, others) for line in sorted(some, key=lambda each: by_urgency(each.left))]

    def going_on(self, game: str | None, most: int) -> list[str]:
        """Return the ids of matches that are being played, of a game or of all, the last ones touched first."""
        chosen = select(matches.c.id).where(matches.c.status == "live", matches.c.beside.is_(None))
        of_game = chosen if game is None else chosen.where(matches.c.game == game)
        return self._ledger.values(of_game.order_by(matches.c.touched.desc()).limit(most))

    # A player's page

    def found(self, name: str, viewer_id: str) -> Account | None:
        """Return whose name this is; ``None`` as well for a stranger to somebody whom strangers are told nothing of."""
        account = self._accounts.by_name(name)
        if account is None or account.id == viewer_id or self._accounts.preferences(account.id).public_profile:
            return account
        with self._ledger.reading() as connection:
            running = [each.id for each in running_of(connection, viewer_id)]
            known = {each.person for seats in seats_of(connection, running).values() for each in seats}
            known |= {each.person for each in people_met(connection, viewer_id)}
            asked = challenges_of(connection, viewer_id, "")
            known |= {person for each in asked for person in (each.by, each.to)}
        return account if account.id in known.union(self._blocks.of(viewer_id), self._follows.of(viewer_id)) else None

    def named(self, name: str, viewer_id: str) -> Account:
        """Return whose name this is, as ``found`` does. Raises ``UnknownPlayer``."""
        account = self.found(name, viewer_id)
        if account is None:
            remedy = "guests have no page; check the spelling"
            raise UnknownPlayer("nobody here is called so", subject=name[:40], remedy=remedy)
        return account

    def player(self, account: Account, viewer_id: str, presence: str) -> PlayerView:
        """Return what a viewer may know of a player. ``presence``: where the player is, for those who may know."""
        own, chosen = account.id == viewer_id, self._accounts.preferences(account.id)
        blocked, followed = (account.id in ties.of(viewer_id) for ties in (self._blocks, self._follows))
        hidden = not (own or chosen.public_profile)
        view = PlayerView(account.name, account.path, own, blocked, followed, hidden)
        if hidden:
            return view
        games = own or chosen.public_games
        return replace(
            view,
            since=account.since,
            presence=presence if own or chosen.show_presence else None,
            records=self._records(account.id) if games else None,
            recent=self._recent(account.id, own) if games else None,
            favourites=self._favourites(account.id) if own or chosen.public_opponents else None,
            shows_ratings=own or chosen.public_ratings,
        )

    def _where(self, person_id: str, wanted: Wanted) -> Where:
        company = {SOME_PEOPLE: (PEOPLE, BOTH), SOME_COMPUTERS: (COMPUTERS, BOTH)}.get(wanted.against, ())
        return Where(
            game=wanted.game,
            results=(wanted.result,) if wanted.result else (),
            company=company,
            opponents=self._opponents(person_id, wanted),
            usual={"usual": True, "other": False}.get(wanted.set_up),
            rated={"yes": True, "no": False}.get(wanted.rated),
            since=f"{wanted.since}T00:00:00" if wanted.since else "",
            until=f"{wanted.until + timedelta(days=1)}T00:00:00" if wanted.until and wanted.until < date.max else "",
        )

    def _opponents(self, person_id: str, wanted: Wanted) -> list[str] | None:
        if wanted.name:
            account = self._accounts.by_name(wanted.name)
            met = select(tallies.c.opponent).distinct().where(tallies.c.person == person_id).subquery()
            called = select(people.c.id).join(met, met.c.opponent == people.c.id)
            chosen = called.where(func.lower(people.c.name) == wanted.name.lower()).limit(MOST_NAMESAKES)
            found = self._ledger.values(chosen)
            return list(dict.fromkeys([*([account.id] if account else []), *found]))
        return [wanted.against] if wanted.against.startswith(LEVEL) else None

    def _lines(self, person_id: str, match_ids: Sequence[str], own: bool) -> tuple[GameLine, ...]:
        chosen = (
            select(*COLUMNS, dailies.c.day, matches.c.double_of)
            .select_from(
                finished.join(matches, matches.c.id == finished.c.match).outerjoin(
                    dailies, dailies.c.match == finished.c.match
                )
            )
            .where(finished.c.match.in_(match_ids))
            .order_by(finished.c.ended.desc(), finished.c.match.desc())
        )
        abandoned = select(entries.c.match, entries.c.mover, entries.c.text).where(
            entries.c.match.in_(match_ids), entries.c.kind == "abandoned"
        )
        with self._ledger.reading() as connection:
            found = [each for each in connection.execute(chosen) if each.person == person_id]
            seated = seats_of(connection, [*match_ids, *(each.double_of for each in found if each.double_of)])
            cancelled = {match_id: (mover, text) for match_id, mover, text in connection.execute(abandoned)}
        today = self._ledger.now().astimezone(UTC).date().isoformat()
        return tuple(
            self._line(each, seated, cancelled.get(each.match), own, own or each.day is None or each.day < today)
            for each in found
            if each.game in set(keys())
        )

    def _line(
        self,
        row: Any,
        seated: Mapping[str, Sequence[StoredSeat]],
        cancelled: tuple[int, str] | None,
        own: bool,
        is_open: bool,
    ) -> GameLine:
        seats = seated[row.match]
        others = [seat for seat in seats if seat.seat != row.seat]
        points = _points(row, seats, seated[row.double_of] if row.double_of else None)
        plain = [f"Player {seat.seat + 1}" for seat in seats]
        names = distinct_names([seat.name or other for seat, other in zip(seats, plain, strict=True)], plain)
        told = None if cancelled is None else Cancelled(*cancelled, row.seat if own else ANYBODYS, names)
        return GameLine(
            match=row.match,
            game=row.game,
            result=row.result,
            termination=row.termination,
            points=points[0],
            others=tuple(each for each in points[1:] if each is not None),
            double_of=row.double_of,
            cancelled=told if row.result == BROKEN_OFF else None,
            rivals=self._rivals(others, row.person),
            set_up=row.set_up,
            rated=row.rated,
            annulled=row.annulled,
            day=row.day,
            ended=time_from_text(row.ended),
            open=is_open,
        )

    def _running_line(self, each: Any, seats: Sequence[StoredSeat], person_id: str) -> RunningLine:
        people = {seat.person for seat in seats if seat.person is not None}
        free = sum(seat.kind == OPEN for seat in seats)
        alone = len(people) == 1 and not free and each.status == LIVE and each.due is None
        return RunningLine(
            match=each.id,
            game=each.game,
            rivals=self._rivals([seat for seat in seats if seat.kind != OPEN], person_id),
            free_seats=free,
            set_up=set_up(find(each.game), each.options, each.drawn),
            rated=each.rated,
            day=each.day,
            your_turn=each.waits or alone,
            since=time_from_text(each.touched),
            time=parsed(each.time),
            left=time_left(self._ledger, each.id, parsed(each.time)),
            board=(2 if each.double_of else 1) if each.duplicate else None,
        )

    def _rivals(self, seats: Sequence[StoredSeat], person_id: str) -> tuple[Rival, ...]:
        return tuple(
            Rival(seat.name, seat.level if seat.kind == COMPUTER else None, self._path(seat.person))
            for seat in seats
            if seat.person != person_id and seat.kind != OPEN
        )

    def _path(self, person_id: str | None) -> str | None:
        return None if person_id is None else self._accounts.path(person_id)

    def _recent(self, person_id: str, own: bool) -> tuple[GameLine, ...]:
        found = self._ledger.read(places, person_id, Where(), None, RECENT)
        return self._lines(person_id, [place.match for place in found], own)

    def _records(self, person_id: str) -> tuple[GameRecord, ...]:
        known, by_game = set(keys()), defaultdict[str, list[Row[Any]]](list)
        with self._ledger.reading() as connection:
            for each in tallies_of(connection, person_id):
                if each.counts and each.game in known and each.number:
                    by_game[each.game].append(each)
            alone = {
                (game, each.set_up) for game, several in by_game.items() for each in several if each.result == ALONE
            }
            bests: dict[tuple[str, str], int | None] = {
                key: connection.scalar(_best_points(person_id, *key)) for key in alone
            }
        made = (_game_record(game, several, bests) for game, several in by_game.items())
        return tuple(sorted(made, key=lambda record: -record.all.count))

    def _favourites(self, person_id: str) -> tuple[Favourite, ...]:
        with self._ledger.reading() as connection:
            counted = [each for each in tallies_of(connection, person_id, by_opponent=True) if each.counts]
            by_rival = _grouped(counted, "opponent")[:FAVOURITES]
            names = {key: name_of(connection, str(key)) for key, _ in by_rival}
        return tuple(Favourite(self._favourite(str(key), names[key] or ""), tally) for key, tally in by_rival)

    def _favourite(self, opponent: str, name: str) -> Rival:
        if opponent.startswith(LEVEL):
            return Rival("", int(opponent.removeprefix(LEVEL)), None)
        return Rival(name or neutral_name(opponent), None, self._path(opponent))


def _counts(connection: Connection, person_id: str, where: Where) -> dict[str, int]:
    """Return how many games there are, by result: counted as they ended where the filter allows it."""
    if where != Where(where.game, where.results, usual=where.usual):
        return count_by_result(connection, person_id, where, RESULTS)
    found = dict.fromkeys(RESULTS, 0)
    for each in tallies_of(connection, person_id):
        fits = where.game in {"", each.game} and where.usual in {None, not each.set_up}
        if fits and each.result in found and (not where.results or each.result in where.results):
            found[each.result] += each.number
    return found


def _points(row: Any, seats: Sequence[StoredSeat], first: Sequence[StoredSeat] | None) -> list[int | None]:
    """Return a person's points and those of the others, of a double match as far as its games were played. ``first``:
    who sat where in its first game."""
    own = sorted(seats, key=lambda seat: seat.seat != row.seat)
    if first is None:
        return [seat.points for seat in own]
    before = sorted(first, key=lambda seat: seat.person != row.person)
    both = [[seat.points for seat in pair if seat.points is not None] for pair in zip(own, before, strict=True)]
    return [sum(points) if before[0].points is not None else None for points in both]


def _game_record(game: str, counted: Sequence[Row[Any]], bests: Mapping[tuple[str, str], int | None]) -> GameRecord:
    pairs = [each for each in counted if each.seats == PAIR and each.turn]
    set_ups = [
        (str(kept), replace(tally, best=bests.get((game, str(kept))))) for kept, tally in _grouped(counted, "set_up")
    ]
    return GameRecord(
        game=game,
        all=replace(
            _tally(counted), best=max((tally.best for _, tally in set_ups if tally.best is not None), default=None)
        ),
        turns=tuple(sorted((int(turn), tally) for turn, tally in _grouped(pairs, "turn"))),
        set_ups=tuple(set_ups),
    )


def _grouped(counted: Collection[Row[Any]], part: str) -> list[tuple[str | int, Tally]]:
    groups: dict[str | int, list[Row[Any]]] = defaultdict(list)
    for each in counted:
        groups[getattr(each, part)].append(each)
    found = [(key, _tally(group)) for key, group in groups.items()]
    return sorted(found, key=lambda each: -each[1].count)


def _tally(counted: Collection[Row[Any]]) -> Tally:
    return Tally(*(sum(each.number for each in counted if each.result == result) for result in COUNTED))
