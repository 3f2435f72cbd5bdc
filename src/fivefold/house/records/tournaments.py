"""Tournaments: up to five people or computers, one set-up, and everybody's result in each game.

Everything is worked out from finished matches. Playing the same cards again can only lower an entrant's lowest result.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.house import bounds, stored_match
from fivefold.house.database.schema import entrants as entrant_rows
from fivefold.house.database.schema import matches, seats, tournaments
from fivefold.house.errors import DamagedMatch, InvalidName, NotOffered, NotYours, UnknownTournament
from fivefold.house.ledger import TRIES, Ledger, Overtaken
from fivefold.house.links import PACK_OF, TOURNAMENT, with_link
from fivefold.house.match_view.view_types import TournamentPart
from fivefold.house.people import people
from fivefold.house.people.people import new_match_id, tidy_name, tidy_title
from fivefold.house.table import followups
from fivefold.play import catalogue, options
from fivefold.session import races, steps
from fivefold.session.seats import COMPUTER, PERSON, Seat
from fivefold.session.snapshot import LIVE, OVER, Link, MatchSnapshot

MOST_ENTRANTS: Final = 5
MOST_LISTED: Final = 50
MOST_GAMES_LISTED: Final = 100


class Entrant(NamedTuple):
    """Who takes part."""

    number: int
    name: str
    level: int | None


@dataclass(frozen=True, slots=True)
class EntrantResults:
    """An entrant's results so far."""

    number: int  # Of the entrant, from 0.
    name: str
    level: int | None  # 1 to 7 for a computer.
    games: int  # Finished games, without those on the same cards again.
    highest: int | None
    lowest: int | None  # Including games on the same cards again.
    average: float | None
    wins: int
    draws: int
    rank: int = 1  # 1 for whoever leads.


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """One game of a tournament."""

    number: int  # From 1.
    match: str
    entrants: tuple[int, ...]  # Who sits in each seat, by number.
    points: tuple[int, ...] | None  # ``None`` unless it was played to its end.
    winners: tuple[int, ...]  # The seats that win or share the win; none unless it was played to its end.
    replay: tuple[bool, ...]  # For each seat whether its entrant had been dealt these cards before.
    status: str


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands."""

    id: str  # Nobody can guess it; anybody who knows it may watch.
    name: str
    game: Game
    options: Mapping[str, str]  # The options of every game, except those drawn anew each time.
    seats: int  # How many play in each game.
    begun: datetime
    rows: tuple[EntrantResults, ...]
    games: tuple[TournamentGame, ...]  # The latest first, up to ``MOST_GAMES_LISTED``.
    owner: str  # A person's id; it stays in the house.

    def belongs_to(self, person_id: str) -> bool:
        """Return whether this is the person's tournament."""
        return self.owner == person_id


class Tournaments:
    """All tournaments."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def begin(
        self,
        person_id: str,
        name: str,
        game_key: str,
        given: Mapping[str, str],
        entrants: Sequence[tuple[str, int | None]],
    ) -> Tournament:
        """Begin a tournament of these entrants: a name, and for a computer its level and perhaps a name. Raises
        ``InvalidOption``, ``InvalidName``."""
        self._ledger.refuse.person(person_id)
        game = catalogue.find(game_key)
        settled = options.resolve(game, given)
        drawn = options.drawn(game, given)
        members = _entrants(game, entrants, game.setup.seats(settled))
        now, person = stored_match.time_text(self._ledger.now()), self._ledger.person(person_id)
        new = {
            "id": new_match_id(),
            "person": person_id,
            "name": tidy_title(name),
            "game": game.key,
            "options": {option: value for option, value in settled.items() if option not in drawn},
            "begun": now,
        }
        with self._ledger.writing() as connection:
            people.note(connection, person_id, now, person.name)
            connection.execute(insert(tournaments), new)
            connection.execute(insert(entrant_rows), [{"tournament": new["id"], **each._asdict()} for each in members])
        return self.find(str(new["id"]))

    def owner(self, tournament_id: str) -> str:
        """Return the person whose tournament this is, "" where there is none with this id."""
        return self._ledger.scalar(select(tournaments.c.person).where(tournaments.c.id == tournament_id)) or ""

    def find(self, tournament_id: str) -> Tournament:
        """Return a tournament. Raises ``UnknownTournament``."""
        members = select(*(entrant_rows.c[name] for name in Entrant._fields))
        columns = (matches.c.game_number, matches.c.id, matches.c.pack_of, matches.c.status)
        games = (
            select(*columns, seats.c.seat, seats.c.entrant, seats.c.points)
            .select_from(matches.join(seats, seats.c.match == matches.c.id))
            .where(matches.c.tournament == tournament_id)
            .order_by(matches.c.game_number, seats.c.seat)
        )
        with self._ledger.reading() as connection:
            found = connection.execute(select(tournaments).where(tournaments.c.id == tournament_id)).first()
            here = members.where(entrant_rows.c.tournament == tournament_id).order_by(entrant_rows.c.number)
            there = [Entrant(*row) for row in connection.execute(here)]
            stored = connection.execute(games).all()
        if found is None:
            raise UnknownTournament("it does not exist", subject=f"tournament {tournament_id[:20]}")
        game = catalogue.find(found.game)
        played = _played(stored, partial(self._winners, game))
        return Tournament(
            id=found.id,
            name=found.name,
            game=game,
            options=found.options,
            seats=game.setup.seats(found.options),
            begun=stored_match.time_from_text(found.begun),
            rows=_ranked([_row(entrant, played, partial(game.setup.team, found.options)) for entrant in there]),
            games=tuple(played[::-1][:MOST_GAMES_LISTED]),
            owner=found.person,
        )

    def _winners(self, game: Game, seats: Sequence[Any]) -> tuple[int, ...]:
        if game.traits.scores_decide:
            most = max(seat.points for seat in seats)
            return tuple(seat.seat for seat in seats if seat.points == most)
        outcome = self._ledger.unkept(seats[0].id).match.outcome
        return tuple(seat for seat, share in enumerate(outcome.returns if outcome else ()) if share > 0)

    def of_person(self, person_id: str) -> list[Tournament]:
        """Return a person's tournaments, the latest first."""
        mine = select(tournaments.c.id).where(tournaments.c.person == person_id)
        found = self._ledger.values(mine.order_by(tournaments.c.begun.desc(), tournaments.c.id).limit(MOST_LISTED))
        return [self.find(tournament_id) for tournament_id in found]

    def rename_entrant(self, tournament_id: str, person_id: str, number: int, name: str) -> Tournament:
        """Rename an entrant. Raises ``NotYours``, ``InvalidName``, ``InvalidOption``."""
        self._ledger.refuse.person(person_id)
        now = self._own(tournament_id, person_id)
        there = [(row.name, row.level) for row in now.rows]
        entrant = now.rows[_number(now, number)]
        there[number] = name, entrant.level
        renamed = _entrants(now.game, there, now.seats)[number].name
        here = (entrant_rows.c.tournament == tournament_id) & (entrant_rows.c.number == number)
        self._ledger.execute(update(entrant_rows).where(here).values(name=renamed))
        return self.find(tournament_id)

    def play(
        self, tournament_id: str, person_id: str, entrants: Sequence[int], same: str | None = None
    ) -> MatchSnapshot:
        """Return the next game, these entrants in its seats, on fresh cards or on the same as in a game before.

        If the last game is such a game and nobody has played in it yet, return that one.
        Raises ``NotYours``, ``NotOffered``, ``InvalidOption``.
        """
        now = self._own(tournament_id, person_id)
        if len(entrants) != now.seats or len(set(entrants)) != now.seats:
            raise InvalidOption(f"a game has {now.seats} different players", subject="entrants", field="entrants")
        before = None if same is None else self._before(now, same)
        seats = [_seat(now.rows[_number(now, number)], person_id) for number in entrants]
        for _ in range(TRIES):
            # Looking for a waiting game and beginning one are one step: two requests at once get the same game.
            with self._ledger.turn():
                number, waiting = self._last(now, entrants, before)
                if waiting is not None:
                    return waiting
                bounds.refuse_more(self._ledger, person_id)
                bounds.refuse_more_computers(self._ledger, person_id, seats)
                try:
                    new = self._opened(now, seats, before, number + 1)
                    return self._ledger.begin(new, self._ledger.person(person_id))
                except IntegrityError:  # another process has just begun a game of this number
                    continue
        raise Overtaken(f"tournament {tournament_id}: other processes were faster {TRIES} times in a row")

    def _own(self, tournament_id: str, person_id: str) -> Tournament:
        found = self.find(tournament_id)
        if not found.belongs_to(person_id):
            raise NotYours("it belongs to somebody else", subject="tournament", remedy="start one of your own")
        return found

    def _last(
        self, now: Tournament, entrants: Sequence[int], before: MatchSnapshot | None
    ) -> tuple[int, MatchSnapshot | None]:
        """Return the number of the last game, 0 before the first, and its snapshot if it waits for these entrants. It
        waits if it has just begun on these cards."""
        columns = (matches.c.game_number, matches.c.id, matches.c.status)
        games = select(*columns).where(matches.c.tournament == now.id)
        found = self._ledger.row(games.order_by(matches.c.game_number.desc()).limit(1))
        if found is None:
            return 0, None
        number, match_id, status = found
        try:
            last = self._ledger.snapshot(match_id)
        except DamagedMatch:
            return number, None
        pack_of = None if before is None else before.linked(PACK_OF) or before.id
        begun = status == last.status == LIVE and not last.match.decisions
        waits = begun and last.linked(PACK_OF) == pack_of and followups.entrants(last) == list(entrants)
        return number, last if waits else None

    def _before(self, now: Tournament, match_id: str) -> MatchSnapshot:
        found = self._ledger.snapshot(match_id)
        if found.linked(TOURNAMENT) != now.id:
            raise NotOffered("that game is not part of this tournament", subject="same cards")
        followups.check_pack(found)
        if found.status != OVER:
            raise NotOffered("finish that game first", subject="same cards", remedy="knowing the cards makes it easy")
        return found

    def _opened(
        self, now: Tournament, seats: Sequence[Seat], before: MatchSnapshot | None, number: int
    ) -> MatchSnapshot:
        if before is None:
            source = self._ledger.fair()
            match = steps.undealt_match(now.game, now.options, source, self._ledger.now)
        else:
            match = followups.same_pack(before.match, self._ledger.now)
        people = any(seat.kind == PERSON for seat in seats)
        if not match.dealt and not (people and races.is_ahead(match)):
            match.deal(match.source)
        new = steps.open_table(new_match_id(), match, seats)
        pack_of = None if before is None else before.linked(PACK_OF) or before.id
        new = with_link(new, TOURNAMENT, Link(now.id, number))
        return new if pack_of is None else with_link(new, PACK_OF, Link(pack_of))


def table_part(now: MatchSnapshot) -> TournamentPart:
    """Return which tournament a match is played in, for the view of its table."""
    tournament = now.linked(TOURNAMENT)
    return {"tournament": None if tournament is None else f"/tournaments/{tournament}"}


def _seat(row: EntrantResults, person_id: str) -> Seat:
    if row.level is not None:
        return Seat(0, COMPUTER, None, row.level, row.name, "", row.number)
    return Seat(0, PERSON, person_id, None, row.name, "", row.number)


def _number(now: Tournament, number: int) -> int:
    if number not in range(len(now.rows)):
        raise InvalidOption(f"they are 0 to {len(now.rows) - 1}", subject=f"entrant {number}")
    return number


def _entrants(game: Game, given: Sequence[tuple[str, int | None]], seats: int) -> tuple[Entrant, ...]:
    if not seats <= len(given) <= MOST_ENTRANTS:
        raise InvalidOption(
            str(len(given)),
            subject="entrants",
            field="entrants",
            remedy=f"a tournament of this set-up takes {seats} to {MOST_ENTRANTS}",
        )
    found = [Entrant(number, _name(game, number, name, level), level) for number, (name, level) in enumerate(given)]
    names = [entrant.name.casefold() for entrant in found]
    for entrant in found:
        if names.count(entrant.name.casefold()) > 1:
            raise InvalidName(f"{entrant.name} appears twice", remedy="everybody needs a different name")
    return tuple(found)


def _name(game: Game, number: int, name: str, level: int | None) -> str:
    if level is not None and level not in range(1, len(game.personas) + 1):
        raise InvalidOption(
            f"level {level}", subject="entrants", field="entrants", remedy=f"a computer is 1 to {len(game.personas)}"
        )
    tidy = tidy_name(name)
    if not tidy and level is None:
        raise InvalidName(f"player {number + 1} has none")
    return tidy or game.personas[(level or 1) - 1].name


def _played(stored: Sequence[Any], winners: Callable[[Sequence[Any]], tuple[int, ...]]) -> list[TournamentGame]:
    dealt: set[tuple[int, str]] = set()
    games = []
    for number, group in groupby(stored, key=lambda game: game.game_number):
        there = list(group)
        packs = [(seat.entrant, seat.pack_of or seat.id) for seat in there]
        ended = all(seat.points is not None for seat in there)
        games.append(
            TournamentGame(
                number=number,
                match=there[0].id,
                entrants=tuple(seat.entrant for seat in there),
                points=tuple(seat.points for seat in there) if ended else None,
                winners=winners(there) if ended else (),
                replay=tuple(pack in dealt for pack in packs),
                status=there[0].status,
            )
        )
        dealt.update(packs)
    return games


def _row(entrant: Entrant, games: Sequence[TournamentGame], team: Callable[[int], Collection[int]]) -> EntrantResults:
    first: list[int] = []
    everything: list[int] = []
    wins: list[bool] = []  # False for a draw.
    for game in games:
        if game.points is not None and entrant.number in game.entrants:
            seat = game.entrants.index(entrant.number)
            everything.append(game.points[seat])
            if not game.replay[seat]:
                first.append(game.points[seat])
                wins += [set(game.winners) <= set(team(seat))] if seat in game.winners else []
    return EntrantResults(
        number=entrant.number,
        name=entrant.name,
        level=entrant.level,
        games=len(first),
        highest=max(first, default=None),
        lowest=min(everything, default=None),
        average=sum(first) / len(first) if first else None,
        wins=sum(wins),
        draws=len(wins) - sum(wins),
    )


def _ranked(rows: Sequence[EntrantResults]) -> tuple[EntrantResults, ...]:
    """Rank by points, 1 for a win and half for a draw, and among equals by their average."""
    points = [(row.wins + row.draws / 2, -math.inf if row.average is None else row.average) for row in rows]
    places = [1 + sum(other > own for other in points) for own in points]
    return tuple(replace(row, rank=place) for row, place in zip(rows, places, strict=True))
