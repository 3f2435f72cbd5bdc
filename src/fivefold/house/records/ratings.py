"""Ratings of the house: who is how strong in which pool, and what follows when a match is annulled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple, TypedDict

from sqlalchemy import Select, func, select

from fivefold.house.database.schema import matches, people, rated_matches, rating_changes, ratings, seats
from fivefold.house.errors import InvalidOption, NotOffered
from fivefold.house.ledger import Ledger, revised
from fivefold.house.links import is_first_board, other_board
from fivefold.house.people.accounts import Accounts
from fivefold.house.records import pools, rating_store
from fivefold.house.records.pools import Pool
from fivefold.house.records.rating import IN_FULL, SETTLED, Rating, RatingChange, meeting, weight
from fivefold.house.records.rating_store import CHANGES, RATINGS, Progress, RatingRow, Recomputed, ratings_in_pool
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.house.table.seating import HERE, MatchRequest
from fivefold.play import catalogue
from fivefold.play.outcome import Termination
from fivefold.session.seats import COMPUTER, PERSON, Seat
from fivefold.session.snapshot import OVER, MatchSnapshot


class RatingView(TypedDict):
    """How strong somebody is believed to be."""

    rating: int
    deviation: int
    """Two times in three the true strength is no farther away."""
    provisional: bool
    """Whether too little is known to say so."""
    games: int


class SeatRatingView(RatingView):
    """A player's rating at a table."""

    seat: int
    computer: bool
    """Whether it is a mark on the scale that never moves."""
    before: int | None
    """Once a match is over what it was before; ``None`` while it goes on, and where the match did not count."""


def rating_view(rating: Rating) -> RatingView:
    """Return a rating for pages."""
    return {
        "rating": round(rating.mean),
        "deviation": round(rating.deviation),
        "provisional": rating.provisional,
        "games": rating.games,
    }


WHO_COUNTS: Final = "Rated games need an account. Computers have fixed ratings."
UNCERTAIN: Final = (
    "The number after ± says how sure the rating is: two times in three the true strength lies within it."
    " A question mark means that it is too early to tell."
)
REASONS: Final[Mapping[str, str]] = {
    "here": "only a match in which everybody has a seat and a screen of their own is rated",
    "seeded": "only a match dealt by fair chance is rated",
    "double": "the second game of a double match is played with known cards, so it is not rated",
    "guest": "a rated match is for players with an account",
}
"""Why a match cannot be rated."""
PARTS: Final = {0: "half", 1: "a quarter", 2: "an eighth"}
"""How much a match counts that is one too many for a day, two, three."""
SIGN_UP: Final = "keep your games under a name of your own first"


def said(view: RatingView) -> str:
    """Return a rating with what is known of its uncertainty: ``1612 ± 80``, or ``1612?`` while little is."""
    return f"{view['rating']}?" if view["provisional"] else f"{view['rating']} ± {view['deviation']}"


def at_seat(view: SeatRatingView) -> str:
    """Return what a rating at a table means."""
    if view["computer"]:
        return f"A fixed mark: {view['rating']}"
    if view["provisional"]:
        return f"Rating {view['rating']}, too early to be sure"
    return f"Rating {said(view)}"


def change(before: int, after: int) -> str:
    """Return by how much a rating changed: ``+12``."""
    return f"{after - before:+d}".replace("-", "−") if after != before else "±0"


def counted_less(now: MatchSnapshot, met: int | None) -> str:
    """Return why a rated match that is over counts less or not at all; empty where it counts in full. ``met``: how many
    rated matches the same people had played that day, ``None`` where it does not count. Of a duplicate the second board
    says it."""
    if is_first_board(now):
        return ""
    if met is None:
        why = "was annulled" if now.terms.annulled else "ended before everybody had moved"
        outcome = now.match.outcome
        if outcome is not None and outcome.termination == Termination.ABANDONED:
            why = "was cancelled"
        return f"This match {why}, so it does not count for ratings."
    if weight(met) == 1:
        return ""
    part = PARTS.get(met - IN_FULL, "very little")
    return f"The same players had played {met} rated matches that day, so this one counts {part}."


def pool_name(pool: Pool) -> str:
    """Return what a pool is called beside others of its game; empty for a game's only one."""
    parts = []
    if pool.game.traits.race:
        parts.append("race" if pool.race else "turn by turn")
    if pool.seats is not None:
        parts.append(f"{pool.seats} players")
    return ", ".join(parts)


def full_name(pool: Pool) -> str:
    """Return a pool's name with its game's."""
    return ", ".join(filter(None, [pool.game.name, pool_name(pool)]))


ACTIVE: Final = timedelta(days=90)  # Whoever has not played in a pool for so long is not on its leaderboard.
SHOWN: Final = 50  # Players on a leaderboard.
LONGEST_CURVE: Final = 500  # Matches of a curve, the latest ones.
ORDER_OF_LIST: Final = ((ratings.c.mu - 2 * ratings.c.sigma).desc(), ratings.c.person)


class PoolRating(NamedTuple):
    """A person's rating in a pool."""

    pool: Pool
    view: RatingView
    changed: datetime


class Rank(NamedTuple):
    """A line of a leaderboard."""

    place: int | None  # From 1; ``None`` for a computer, and for whoever is not on the leaderboard (yet).
    name: str
    path: str | None  # Of the player's page.
    level: int | None  # Of a computer, which is there as a mark.
    yours: bool
    view: RatingView


class Leaderboard(NamedTuple):
    """The best of a pool."""

    ranks: Sequence[Rank]  # The computers among them, all by what they surely are.
    yours: Rank | None  # The visitor's own line where it is not among them.
    people: int  # How many are on the whole of it.


class Point(NamedTuple):
    """A rating after a match."""

    match: str
    at: datetime
    rating: Rating
    before: float | None


class Ratings:
    """All ratings of a house."""

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger, self._accounts = ledger, accounts

    # Who may ask for it

    def refuse_unratable(self, person_id: str, wish: MatchRequest) -> None:
        """Raise ``InvalidOption`` where a rated match is wished for that cannot be one; a game for one never is."""
        if not wish.rated:
            return
        for why, is_so in (("here", HERE in wish.others), ("seeded", wish.seed is not None), ("double", wish.double)):
            if is_so:
                raise InvalidOption(REASONS[why], subject="rated", remedy="play a casual one", field="rated")
        if not self._accounts.is_named(person_id):
            raise InvalidOption(REASONS["guest"], subject="rated", remedy=SIGN_UP, field="rated")

    def refuse_seat(self, now: MatchSnapshot, person_id: str) -> None:
        """Raise ``NotOffered`` for a guest who wants to sit at a rated table."""
        if now.terms.rated and not now.seats_of(person_id):
            self.refuse_guest(person_id)

    def refuse_guest(self, person_id: str) -> None:
        """Raise ``NotOffered`` for somebody without an account."""
        if not self._accounts.is_named(person_id):
            raise NotOffered(REASONS["guest"], subject="rated", remedy=SIGN_UP)

    # Who is how strong

    def pool(self, match: MatchSnapshot) -> str | None:
        """Return the pool that a match is rated in; ``None`` where it is not."""
        found = pools.rated_pool(match)
        return None if found is None else found.key

    def of(self, person_id: str) -> list[PoolRating]:
        """Return all ratings of a person, most matches first."""
        rows = self._ledger.rows(RATINGS.where(ratings.c.person == person_id).order_by(ratings.c.pool))
        found = [
            PoolRating(pool, rating_view(_rating(each)), time_from_text(each.changed))
            for each in (RatingRow(*row) for row in rows)
            if (pool := pools.find(each.pool)) is not None
        ]
        return sorted(found, key=lambda each: -each.view["games"])

    def rating(self, person_id: str, pool: str) -> Rating:
        """Return a person's rating in a pool; that of somebody new where there is none."""
        found = self._ledger.read(ratings_in_pool, pool, [person_id])
        return _rating(found[0]) if found else Rating()

    def strength(self, person_id: str, game: str) -> float:
        """Return a person's rating in a game's usual pool, for whoever pairs people."""
        return self.rating(person_id, pools.pools_of(catalogue.find(game))[0].key).mean

    def together(self, match_ids: Sequence[str]) -> Mapping[str, float]:
        """Return for each match the sum of the ratings that the people who play it have in its pool. Somebody without a
        rating adds nothing, nor does a computer: a match of two people is the better one to watch."""
        rated = select(matches.c.id, matches.c.game, matches.c.options, ratings.c.pool, ratings.c.mu)
        seated = rated.join(seats, seats.c.match == matches.c.id).join(ratings, ratings.c.person == seats.c.person)
        sums = dict.fromkeys(match_ids, 0.0)
        for match_id, game, options, pool, mean in self._ledger.rows(seated.where(matches.c.id.in_(match_ids))):
            own = pools.pool_of(catalogue.find(game), options)
            sums[match_id] += mean if own is not None and own.key == pool else 0.0
        return sums

    def shown(self, person_id: str, pool: str) -> RatingView:
        """Return a person's rating in a pool for pages."""
        return rating_view(self.rating(person_id, pool))

    def curve(self, person_id: str, pool: str, most: int = LONGEST_CURVE) -> list[Point]:
        """Return how a person's rating went, the latest matches, ``most`` at most, the first of them first."""
        mine = CHANGES.where(rating_changes.c.person == person_id, rating_changes.c.pool == pool)
        latest = mine.order_by(rating_changes.c.at.desc(), rating_changes.c.match.desc()).limit(most)
        found = [RatingChange(*row) for row in self._ledger.rows(latest)]
        return [Point(each.match, time_from_text(each.at), each.rating, each.before) for each in reversed(found)]

    def at_table(self, now: MatchSnapshot) -> list[SeatRatingView]:
        """Return the ratings of those who sit at a rated table; nothing where the match is not rated."""
        pool = pools.rated_pool(now)
        if pool is None:
            return []
        people = [seat.person for seat in now.seats if seat.person is not None]
        with self._ledger.reading() as connection:
            known = {each.person: _rating(each) for each in ratings_in_pool(connection, pool.key, people)}
            made = CHANGES.where(rating_changes.c.match == now.id) if now.status == OVER else None
            changes = [] if made is None else [RatingChange(*row) for row in connection.execute(made)]
        changed = {each.player: each for each in changes}
        return [_seat_rating(pool, seat, known, changed) for seat in now.seats if seat.kind in (PERSON, COMPUTER)]

    def met_before(self, now: MatchSnapshot) -> int | None:
        """Return how many rated matches the same people had played in the day when a match ended. ``None`` where it
        does not count; always 0 where one person plays computers."""
        result, pool = pools.result_of(now), pools.rated_pool(now)
        if result is None or pool is None or now.terms.annulled:
            return None
        met = self._ledger.read(rating_store.met_before, pool, [result])
        people = meeting(result, pools.anchors(pool))
        return 0 if people is None else met.get(people, 0)

    def leaderboard(self, key: str, person_id: str = "") -> Leaderboard | None:
        """Return the best who keep an account, are settled in this pool and have played in it lately. The person's own
        line is there in any case, if there is a rating; ``None`` for an unknown pool."""
        pool = pools.find(key)
        if pool is None:
            return None
        since = time_text(self._ledger.now() - ACTIVE)
        on_list = partial(_listed, key, since)
        with self._ledger.reading() as connection:
            rows = connection.execute(on_list(RATINGS).order_by(*ORDER_OF_LIST).limit(SHOWN)).all()
            count = connection.scalar(on_list(select(func.count()).select_from(ratings))) or 0
            own = next(iter(ratings_in_pool(connection, key, [person_id])), None)
            before = 0 if own is None else connection.scalar(on_list(_count_before(own))) or 0
        best = [RatingRow(*row) for row in rows]
        ranks = [self._rank(each, place, person_id) for place, each in enumerate(best, start=1)]
        yours = None
        if own is not None and not any(rank.yours for rank in ranks):
            listed = self._accounts.is_named(person_id) and own.sigma <= SETTLED and own.changed >= since
            yours = self._rank(own, before + 1 if listed else None, person_id)
        return Leaderboard(_merged(best, ranks, pool), yours, count)

    def _rank(self, stored: RatingRow, place: int | None, visitor: str) -> Rank:
        account = self._accounts.account(stored.person)
        name = account.name if account is not None else self._ledger.person(stored.person).shown
        path = account.path if account is not None else None
        return Rank(place, name, path, None, stored.person == visitor, rating_view(_rating(stored)))

    # What an admin does

    def recompute(self, progress: Progress) -> list[Recomputed]:
        """Compute every pool from its results alone; what is stored otherwise is replaced, a pool at a time. Others can
        go on playing meanwhile, except while a pool that differs is written."""
        keys = self._ledger.values(select(rated_matches.c.pool).distinct().order_by(rated_matches.c.pool))
        known = filter(None, map(pools.find, keys))
        return [self._recompute(pool, progress) for pool in known]

    def _recompute(self, pool: Pool, progress: Progress) -> Recomputed:
        with self._ledger.reading() as connection:
            players = connection.scalar(select(func.count()).where(ratings.c.pool == pool.key)) or 0
            results = rating_store.count_results(connection, pool.key)
            differs = (players == 0 and results > 0) or rating_store.differs(connection, pool, progress)
        if not differs:
            return Recomputed(pool.key, results, players, 0, mended=False)
        return self._ledger.write(rating_store.rewrite, pool, progress)

    def annul(self, match_id: str, *, annulled: bool = True) -> bool:
        """Let a match count for nothing any more, or count again; of a duplicate both boards. Return whether that is
        new. Raises ``NotOffered``."""
        did = [False]

        def step(now: MatchSnapshot) -> MatchSnapshot:
            if now.status != OVER:
                raise NotOffered("only a match that is over can be annulled", subject=f"match {match_id[:20]}")
            did[0] = now.terms.annulled != annulled
            return revised(now, terms=replace(now.terms, annulled=annulled)) if did[0] else now

        boards = match_id, *filter(None, [other_board(self._ledger.snapshot(match_id))])
        self._ledger.change(dict.fromkeys(boards, step))
        return did[0]


def _listed(pool: str, since: str, chosen: Select[Any]) -> Select[Any]:
    """Return a query as far as it is about a pool's leaderboard: who keeps an account, is settled, and seen in it
    ``since``."""
    named = select(people.c.id).where(people.c.kept.is_not(None), people.c.deleted.is_(None))
    return chosen.where(
        ratings.c.pool == pool, ratings.c.sigma <= SETTLED, ratings.c.changed >= since, ratings.c.person.in_(named)
    )


def _count_before(rating: RatingRow) -> Select[Any]:
    own, surely = rating.mu - 2 * rating.sigma, ratings.c.mu - 2 * ratings.c.sigma
    same = (surely == own) & (ratings.c.person < rating.person)
    return select(func.count()).select_from(ratings).where((surely > own) | same)


def _rating(stored: RatingRow) -> Rating:
    return Rating(stored.mu, stored.sigma, stored.games)


def _seat_rating(
    pool: Pool, seat: Seat, known: Mapping[str, Rating], changed: Mapping[str, RatingChange]
) -> SeatRatingView:
    if seat.kind == COMPUTER:
        mark = rating_view(pools.anchors(pool)[pools.computer(seat.level or 1)])
        return {**mark, "seat": seat.seat, "computer": True, "before": None}
    player, before = seat.person or "", None
    rating = changed[player].rating if player in changed else known.get(player, Rating())
    if player in changed:
        mean = changed[player].before
        before = round(Rating().mean if mean is None else mean)
    return {**rating_view(rating), "seat": seat.seat, "computer": False, "before": before}


def _merged(best: Sequence[RatingRow], ranks: Sequence[Rank], pool: Pool) -> list[Rank]:
    """Return people and computers in one list, by what they surely are."""
    lines = [(_rating(stored).surely, rank) for stored, rank in zip(best, ranks, strict=True)]
    for level, persona in enumerate(pool.game.personas, start=1):
        mark = pools.anchors(pool)[pools.computer(level)]
        lines.append((mark.surely, Rank(None, persona.name, None, level, yours=False, view=rating_view(mark))))
    return [rank for _, rank in sorted(lines, key=lambda line: -line[0])]
