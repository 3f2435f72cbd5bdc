"""The Daily Five: a short deal of each game, for everybody the same on one date; each person plays each of them once.

A game for one is played for points. In a game for two the opponent is a computer, from level 1 on Mondays to level 7 on
Sundays, and who moves first changes from day to day. The house's strongest opponent plays every deal too, from the same
seat, as soon as somebody begins it: a result scores 0 to 100 beside the house's own. Days that are over can still be
played, out of the archive; only what was begun on its day stands in the tables and counts for the streak.
"""

import hmac
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from functools import cached_property
from typing import Final, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from fivefold.contract import SPECTATOR, Drawing, Game
from fivefold.house import bounds
from fivefold.house.database.schema import HOUSE, dailies, entries, matches, seats
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.ledger import Ledger
from fivefold.house.links import DAY, day_is_over, with_link
from fivefold.house.log import StoredSeat
from fivefold.house.match_view.pictures import drawn
from fivefold.house.match_view.view_types import DailyPart
from fivefold.house.people.people import new_match_id
from fivefold.house.records.results import ON_THE_DAY, PersonResult, Results
from fivefold.play import chance, options
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.session import steps
from fivefold.session.seats import COMPUTER, PERSON, Seat, with_seat_names
from fivefold.session.snapshot import OVER, Link, MatchSnapshot

SECRET: Final = "deals of the day"  # noqa: S105  (its name)
FIRST_DAY: Final = date(2025, 1, 1)  # There are no deals before this day.
KEPT: Final = 32  # Pictures that are kept.
ONE_DAY: Final = timedelta(days=1)
BEST_SCORE: Final = 100  # Of one deal: as good as the house's result.
PAIR: Final = 2  # Seats of a game for two.
ENOUGH_DAYS: Final = 800  # How far back a streak is looked for.


class DayMatch(NamedTuple):
    """A person's match on the deal of a day."""

    game: str
    day: str
    match: str
    on_the_day: bool  # Whether it was begun that day, not later out of the archive.
    over: bool
    played_out: bool


@dataclass(frozen=True, slots=True)
class Finish:
    """How a person, or the house, finished a day's deal."""

    match: str
    name: str
    person: str
    points: int | None  # ``None`` where the game was not played to its end.
    share: float | None  # 1 for a win, 0 for a loss, a half for a draw; ``None`` where one plays alone.
    margin: int | None
    """By how many points it was won, or lost if negative; ``None`` where points don't decide, or were not reached."""
    moves: int  # How many moves it took.
    scores: tuple[int | None, ...]  # Of all seats, the person's first.
    worth: float
    """Alone the points. Against somebody the part of all points, 0 to 1; where points don't decide a win is 1."""

    @property
    def counts(self) -> bool:
        """Whether it is a result: alone a game that was given up is none, against somebody it is lost."""
        return self.points is not None or self.share is not None


def finish(game: Game, seat: Seat | StoredSeat, result: PersonResult, moves: int) -> Finish:
    """Return a result for the table of its day."""
    others = [points for number, points in enumerate(result.scores) if number != result.seat]
    margin = None
    if others and game.traits.scores_decide and result.score is not None and None not in others:
        margin = result.score - max(points for points in others if points is not None)
    scores = (result.score, *others)
    made = worth(game, scores, result.share)
    return Finish(
        result.match, seat.name, seat.person or HOUSE, result.score, result.share, margin, moves, scores, made
    )


def worth(game: Game, scores: Sequence[int | None], share: float | None) -> float:
    """Return what a result is measured by: see ``Finish.worth``. ``scores``: the person's first."""
    points = [each for each in scores if each is not None]
    if len(points) < len(scores):
        return 0.0
    if share is None or (share == 1 and not game.traits.scores_decide):
        return 1.0 if share else float(points[0])
    return points[0] / sum(points) if any(points) else share


def order(one: Finish) -> tuple[float, ...]:
    """Return what results are sorted by, the best first. Alone the points decide. Against somebody a win comes before a
    draw and a draw before a loss; then the margin, and then who needed fewer moves. Who resigned comes last."""
    if one.share is None:
        return (-(one.points or 0),)
    ended = one.points is not None
    return (-one.share, not ended, -(one.margin or 0), one.moves if one.share else -one.moves)


def rank(finishes: Sequence[Finish], one: Finish) -> int:
    """Return how many results are better, and one."""
    return 1 + sum(order(other) < order(one) for other in finishes)


@dataclass(frozen=True, slots=True)
class Daily:
    """What is known of one day's deal."""

    game: Game
    day: date
    options: Mapping[str, str]
    level: int | None  # Of the computer that everybody plays; ``None`` where one plays alone.
    finishes: tuple[Finish, ...]  # The results of everybody who finished it that day, the best first.
    yours: Finish | None  # The person's own result, also one out of the archive.
    late: bool  # Whether the person played it only after its day.
    match: str | None  # The person's own match, also while it goes on.
    picture: Drawing  # The position that everybody starts from, with nothing to pick.
    house: Finish | None  # What the house's strongest opponent made of it; ``None`` until it has played.

    def score(self, one: Finish) -> int | None:
        """Return a result's score, 0 to 100: as good as the house's is 100. ``None`` while the house still plays."""
        if one.points is None:
            return 0
        if self.house is None:
            return None
        return min(BEST_SCORE, round(BEST_SCORE * one.worth / self.house.worth)) if self.house.worth > 0 else BEST_SCORE

    @property
    def alone(self) -> bool:
        """Whether one plays it alone, for points."""
        return self.level is None

    @property
    def rank(self) -> int | None:
        """How many were better that day, and one; ``None`` for a person who is not in the table."""
        return None if self.yours is None or self.late else rank(self.finishes, self.yours)


class Total(NamedTuple):
    """What a person has made of all deals of a day."""

    person: str
    name: str
    scores: Mapping[str, int | None]  # By game, of the deals that they finished.

    @property
    def points(self) -> int:
        """The sum of the scores."""
        return sum(score or 0 for score in self.scores.values())


def totals(dailies: Sequence[Daily]) -> list[Total]:
    """Return everybody's totals of a day, the best first."""
    made: dict[str, Total] = {}
    for daily in dailies:
        for one in daily.finishes:
            known = made.get(one.person, Total(one.person, one.name, {}))
            made[one.person] = known._replace(scores={**known.scores, daily.game.key: daily.score(one)})
    return sorted(made.values(), key=lambda total: -total.points)


def place(found: Sequence[Total], one: Total) -> tuple[int, float]:
    """Return how many totals are better, and one; and the share of the others, 0 to 1, that are not as good."""
    better, worse = sum(each.points > one.points for each in found), sum(each.points < one.points for each in found)
    return better + 1, worse / (len(found) - 1) if len(found) > 1 else 1.0


@dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row a person has played a deal of the day to its end."""

    days: int
    longest: int
    today: bool  # Whether today is one of them; otherwise it can still become one.


NO_STREAK: Final = Streak(0, 0, False)


class DailyDeals:
    """The deals of all days. The date and a secret of the house decide the cards."""

    def __init__(self, ledger: Ledger, results: Results) -> None:
        self._ledger, self._results = ledger, results
        self._pictures: dict[tuple[str, date], Drawing] = {}

    def prepare(self) -> None:
        """Make the secret that decides the cards, if there is none yet, so that looking at a deal writes nothing."""
        _ = self._secret

    def keys(self) -> tuple[str, ...]:
        """Return the games that have a deal of the day."""
        return tuple(key for key in keys() if _is_dealt(find(key)))

    def today(self) -> date:
        """Return the day it is, in UTC."""
        return self._ledger.now().astimezone(UTC).date()

    def of(self, key: str, day: date, person_id: str = "") -> Daily:
        """Return what is known of a day's deal, to a person. Raises ``NotOffered``."""
        game = self._offered(key, day)
        finishes = self._finishes(game, day)
        match = self._match(key, day, person_id)
        yours = next((each for each in finishes if each.match == match), None)
        late = match is not None and yours is None and (yours := self._late(game, match, person_id)) is not None
        picture, house = self._picture(game, day), self._of_house(game, day)
        return Daily(
            game, day, self._options(game, day), level(game, day), finishes, yours, late, match, picture, house
        )

    def begin(self, key: str, person_id: str, day: date | None = None) -> MatchSnapshot:
        """Return a person's match on the deal of a day, today's if ``None``, begun once. Raises ``NotOffered``."""
        day = day or self.today()
        game = self._offered(key, day)
        known = self._match(key, day, person_id)
        if known is None:
            bounds.refuse_more(self._ledger, person_id)
            try:
                self._play_own(game, day)
                return self._ledger.begin(self._dealt(game, day, person_id), self._ledger.person(person_id))
            except IntegrityError:  # begun a moment ago, in another process
                known = self._match(key, day, person_id)
                if known is None:
                    raise
        return self._ledger.snapshot(known)

    def refuse_early_look(self, now: MatchSnapshot, person_id: str) -> None:
        """Raise ``NotYours`` where a person would learn from somebody else's match what today's deal brings them."""
        day = now.linked(DAY)
        if day is None or now.seats_of(person_id):
            return
        own = self._match(now.match.game.key, date.fromisoformat(day), person_id)
        # What was begun on its day counts after midnight too.
        if not day_is_over(now) if own is None else self._ledger.known(own).status != OVER:
            raise NotYours(
                "this is somebody's game of today's deal",
                subject=f"match {now.id}",
                remedy="finish your own first: /days",
            )

    def played(self, person_id: str, first: date, last: date) -> list[DayMatch]:
        """Return a person's matches on the deals of these days, also those that go on."""
        mine = (seats.c.match == dailies.c.match) & (seats.c.person == dailies.c.person)
        columns = (dailies.c.game, dailies.c.day, dailies.c.match, ON_THE_DAY, matches.c.status == "over")
        chosen = (
            select(*columns, seats.c.points.is_not(None))
            .select_from(seats.join(dailies, mine).join(matches, matches.c.id == dailies.c.match))
            .where(seats.c.person == person_id, dailies.c.day.between(first.isoformat(), last.isoformat()))
            .order_by(dailies.c.day, dailies.c.game)
        )
        return [DayMatch(*row) for row in self._ledger.rows(chosen)]

    def streak(self, person_id: str, key: str | None = None) -> Streak:
        """Return how many days in a row a person has finished a deal of the day, of one game or of any."""
        today = self.today()
        played = self.played(person_id, today - timedelta(days=ENOUGH_DAYS), today)
        counted = (each for each in played if each.on_the_day and each.played_out and key in (None, each.game))
        return streak({date.fromisoformat(each.day) for each in counted}, today)

    def picture(self, key: str, day: date) -> Drawing:
        """Return the position that everybody starts from, with nothing to pick. Raises ``NotOffered``."""
        return self._picture(self._offered(key, day), day)

    def _play_own(self, game: Game, day: date) -> None:
        """Let the house's strongest opponent play a deal, once: what everybody's result is measured by."""
        if self._match(game.key, day, HOUSE) is None:
            with suppress(IntegrityError):  # begun a moment ago, in another process
                self._ledger.begin(self._dealt(game, day, HOUSE), self._ledger.person(HOUSE))

    def _offered(self, key: str, day: date) -> Game:
        game = _found(key)
        if day < FIRST_DAY:
            raise NotOffered(f"the first day was {FIRST_DAY}", subject=f"deal of {day}")
        if day > self.today():
            raise NotOffered("that day is still to come", subject=f"deal of {day}", remedy=f"today is {self.today()}")
        return game

    def _finishes(self, game: Game, day: date) -> tuple[Finish, ...]:
        found = self._results.of_day(game.key, day.isoformat())
        here = entries.c.match.in_([result.match for _, result in found]) & (entries.c.kind == "move")
        counted = select(entries.c.match, entries.c.mover, func.count()).where(here)
        rows = self._ledger.rows(counted.group_by(entries.c.match, entries.c.mover))
        moves = {(match, mover): number for match, mover, number in rows}
        made = (finish(game, seat, result, moves.get((result.match, seat.seat), 0)) for seat, result in found)
        return tuple(sorted((each for each in made if each.counts), key=order))

    def _late(self, game: Game, match: str, person_id: str) -> Finish | None:
        """Return a person's result on a deal whose day was over when they began; ``None`` for one that goes on."""
        now = self._ledger.known(match)
        if now.status != OVER:
            return None
        result = self._results.of_match(match, person_id)
        seat = now.seats_of(person_id)[0]
        moves = sum(now.match.movers[ply] == seat for ply in now.match.decisions)
        made = finish(game, now.seats[seat], result, moves) if result is not None else None
        return made if made is not None and made.counts else None

    def _of_house(self, game: Game, day: date) -> Finish | None:
        """Return what the house made of a deal; ``None`` until it has played."""
        match = self._match(game.key, day, HOUSE)
        now = None if match is None else self._ledger.known(match)
        if now is None or now.match.outcome is None:
            return None
        mine, outcome = own_seat(game, day), now.match.outcome
        points = now.match.scores
        scores = (points[mine], *(each for seat, each in enumerate(points) if seat != mine))
        share = None if now.alone else outcome.returns[mine]
        moves = sum(now.match.movers[ply] == mine for ply in now.match.decisions)
        made = worth(game, scores, share)
        return Finish(now.id, now.seats[mine].name, HOUSE, scores[0], share, None, moves, scores, made)

    def _match(self, key: str, day: date, person_id: str) -> str | None:
        here = (dailies.c.game == key) & (dailies.c.day == day.isoformat()) & (dailies.c.person == person_id)
        found: str | None = self._ledger.scalar(select(dailies.c.match).where(here))
        return found

    def _dealt(self, game: Game, day: date, person_id: str) -> MatchSnapshot:
        match, computer = self._prepared(game, day), level(game, day)
        seats = [Seat(0, PERSON, person_id, None, self._ledger.person(person_id).shown, "")]
        if person_id == HOUSE:
            seats = [Seat(0, COMPUTER, None, len(game.personas), game.personas[-1].name, "")]
        if computer is not None:
            rival = Seat(0, COMPUTER, None, computer, game.personas[computer - 1].name, "")
            seats.insert(1 - own_seat(game, day), rival)
        seated = with_seat_names(match, seats)
        return with_link(steps.open_table(new_match_id(), match, seated), DAY, Link(day.isoformat()))

    def _prepared(self, game: Game, day: date) -> Match:
        source = chance.Fair(hmac.digest(self._secret, f"{game.key} {day.isoformat()}".encode(), "sha256"))
        return Match.prepared(game, self._options(game, day), source, clock=self._ledger.now)

    def _options(self, game: Game, day: date) -> Mapping[str, str]:
        """Return the options of a day's deal: those it was first played with, or what deals are made with now."""
        joined = dailies.join(matches, matches.c.id == dailies.c.match)
        here = (dailies.c.game == game.key) & (dailies.c.day == day.isoformat())
        first = select(matches.c.options).select_from(joined).where(here).order_by(matches.c.started).limit(1)
        found: Mapping[str, str] | None = self._ledger.scalar(first)
        return _options(game) if found is None else found

    def _picture(self, game: Game, day: date) -> Drawing:
        picture = self._pictures.get((game.key, day))
        if picture is None:
            row = observed(game, self._prepared(game, day).row, SPECTATOR)
            picture = drawn(game, row, SPECTATOR, {})
            self._pictures = {**(self._pictures if len(self._pictures) < KEPT else {}), (game.key, day): picture}
        return picture

    @cached_property
    def _secret(self) -> bytes:
        return self._ledger.secret(SECRET)


def own_seat(game: Game, day: date) -> int:
    """Return the seat in which everybody plays a day's deal."""
    return 0 if level(game, day) is None or day.toordinal() % 2 else 1


def level(game: Game, day: date) -> int | None:
    """Return the level of the computer that everybody plays on a day; ``None`` where one plays alone."""
    if game.setup.seats(_options(game)) == 1:
        return None
    return min(day.isoweekday(), len(game.personas))


def streak(days: Collection[date], today: date) -> Streak:
    """Return the days in a row that end today or yesterday, and the most in a row of all."""
    longest = current = 0
    before: date | None = None
    for day in sorted(days):
        current = current + 1 if before is not None and day - before == ONE_DAY else 1
        longest, before = max(longest, current), day
    goes_on = before is not None and today - before <= ONE_DAY
    return Streak(current if goes_on else 0, longest, today in days)


def table_part(now: MatchSnapshot) -> DailyPart:
    """Return whose day's deal a match is, for the view of its table."""
    return {"daily": now.linked(DAY)}


def _found(key: str) -> Game:
    game = find(key)
    if not _is_dealt(game):
        raise NotOffered(
            f"{game.name} has none", subject="deal of the day", remedy="only games for one or two players have one"
        )
    return game


def _is_dealt(game: Game) -> bool:
    seats = game.setup.seats(_options(game))
    return (game.traits.fixed_pack and seats == 1) or seats == PAIR


def _options(game: Game) -> dict[str, str]:
    """Return the options of new deals: those of a short game, with nothing left to chance."""
    return options.resolve(game, game.setup.short)
