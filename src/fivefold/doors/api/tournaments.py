"""Tournaments: entrants who play games of one set-up for points, kept by one person."""

from typing import Annotated, Final

from fastapi import Path
from pydantic import Field

from fivefold.doors.api.bodies import KeyOfGame, Moment, OptionValue, Told
from fivefold.doors.api.callers import Anybody, Player, Reader
from fivefold.doors.api.matches import MatchAnswer, Short, told
from fivefold.doors.api.routing import Routes
from fivefold.doors.web import forms, limits
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import Sent
from fivefold.house.records.tournaments import Tournament
from fivefold.play import catalogue

router = Routes("Tournaments")
TournamentId = Annotated[str, Path(max_length=40, description="The id of a tournament.")]
PLACE: Final = {"tournament_id": "{tournament}"}
MOST_ENTRANTS: Final = 40
LARGEST: Final = MOST_ENTRANTS - 1


class EntrantTold(Told):
    """An entrant, and what they have reached."""

    number: int
    name: str
    level: int | None
    """Of a computer."""
    games: int
    highest: int | None
    lowest: int | None
    average: float | None


class PlayedTold(Told):
    """A game of a tournament."""

    number: int
    match: str
    entrants: list[int]
    """Who plays, in the order of the seats."""
    points: list[int] | None
    status: str


class TournamentTold(Told):
    """A tournament."""

    id: str
    name: str
    game: KeyOfGame
    options: dict[str, str]
    seats: int
    begun: Moment
    yours: bool
    standings: list[EntrantTold]
    games: list[PlayedTold]


class TournamentsTold(Told):
    """Your tournaments, the latest first."""

    tournaments: list[TournamentTold]


class Entrant(Sent):
    """Somebody who takes part: you move for whoever is no computer."""

    name: str = Field("", max_length=forms.LONGEST_NAME)
    level: int | None = Field(None, ge=1, le=7)
    """For a computer."""


class NewTournament(Sent):
    """A tournament to begin."""

    name: str = Field(min_length=1, max_length=forms.LONGEST_NAME)
    game: Short
    options: dict[str, OptionValue] = Field({}, max_length=60)
    entrants: list[Entrant] = Field(min_length=1, max_length=MOST_ENTRANTS)


class NextGame(Sent):
    """A game to play."""

    entrants: list[Annotated[int, Field(ge=0, le=LARGEST)]] = Field(min_length=1, max_length=8)
    """Who plays, by number, in the order of the seats."""
    same: str | None = Field(None, max_length=40)
    """The match whose cards are played again; fresh ones if left out."""


class NewName(Sent):
    """What an entrant is called."""

    name: str = Field(max_length=forms.LONGEST_NAME)


@router.on("GET /tournaments", queued=True)
def tournaments(caller: Reader) -> TournamentsTold:
    """List your tournaments."""
    found = caller.house.tournaments.of_person(caller.person_id)
    return TournamentsTold(tournaments=[_told(each, caller.person_id) for each in found])


@router.on(
    "POST /tournaments",
    "invalid-option",
    "invalid-name",
    rate=limits.TOURNAMENTS,
    sends={"name": "Levels", "game": "focus", "entrants": [{"level": 1}, {"level": 2}, {"name": "Me"}]},
    status=201,
)
@in_thread
def begin_tournament(caller: Player, new: NewTournament) -> TournamentTold:
    """Begin a tournament."""
    game = catalogue.find(new.game)
    entrants = [(each.name, each.level) for each in new.entrants]
    made = caller.house.tournaments.begin(caller.person_id, new.name, game.key, new.options, entrants)
    return _told(made, caller.person_id)


@router.on("GET /tournaments/{tournament_id}", "unknown-tournament", queued=True)
def tournament(caller: Anybody, tournament_id: TournamentId) -> TournamentTold:
    """See a tournament's standings and games."""
    return _told(caller.house.tournaments.find(tournament_id), caller.person_id)


@router.on(
    "POST /tournaments/{tournament_id}/games",
    "unknown-tournament",
    "not-yours",
    "not-offered",
    "invalid-option",
    rate=limits.MATCHES,
    sends={"entrants": [0, 1]},
    status=201,
)
@in_thread
def play_tournament(caller: Player, tournament_id: TournamentId, wish: NextGame) -> MatchAnswer:
    """Begin the next game; it is the answer."""
    begun = caller.house.tournaments.play(tournament_id, caller.person_id, wish.entrants, wish.same)
    return told(caller, begun, 201)


@router.on(
    "PATCH /tournaments/{tournament_id}/entrants/{number}",
    "unknown-tournament",
    "not-yours",
    "invalid-name",
    "invalid-option",
    rate=limits.NAMES,
    sends={"name": "Myself"},
)
@in_thread
def rename_entrant(
    caller: Player, tournament_id: TournamentId, number: Annotated[int, Path(ge=0, le=LARGEST)], wish: NewName
) -> TournamentTold:
    """Rename an entrant."""
    found = caller.house.tournaments.rename_entrant(tournament_id, caller.person_id, number, wish.name)
    return _told(found, caller.person_id)


def _told(found: Tournament, person_id: str) -> TournamentTold:
    same = ("id", "name", "game", "options", "seats", "begun", "games")
    more = {"standings": found.rows, "yours": found.belongs_to(person_id)}
    return TournamentTold.model_validate({name: getattr(found, name) for name in same} | more)
