"""Tournaments: up to five people or computers, and what each made of how many games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError
from fivefold.play import set_ups as told
from fivefold.service.house import House
from fivefold.service.tournaments import Played, Tournament
from fivefold.web import answers, incoming, limits
from fivefold.web.errors import InvalidField, status_of
from fivefold.web.forms import LONGEST_NAME, Form, text, whole
from fivefold.web.guests import visitor
from fivefold.web.incoming import Fields
from fivefold.web.lane import in_lane
from fivefold.web.limits import limited
from fivefold.web.pages import set_ups
from fivefold.web.pages.new_match import games
from fivefold.web.pages.set_ups import LONGEST_LINK

router = APIRouter()
TournamentId = Annotated[str, Path(max_length=40)]
MOST_ENTRANTS: Final = 5
LEVELS: Final = 7
LONGEST_ID: Final = 40


@dataclass(frozen=True, slots=True)
class Told:
    """One game as the page lists it."""

    played: Played
    who: Sequence[str]
    state: str
    busy: bool
    """Whether computers are at it now."""


@router.get("/tournaments")
def own_tournaments(request: Request) -> Response:
    """List a guest's tournaments, and offer a new one; ``link`` is the set-up it is to have."""
    return _own(request, {"link": incoming.query(request).get("link", "")[:LONGEST_LINK]}, None)


@router.post("/tournaments", dependencies=[Depends(limited(limits.TOURNAMENTS))])
@in_lane
def begin(request: Request, fields: Form) -> Response:
    """Begin a tournament."""
    try:
        game, options = set_ups.read_link(_set_up(fields))
        name, entrants = text(fields, "title", LONGEST_NAME), _entrants(fields)
        begun = _house(request).tournaments.begin(visitor(request).id, name, game.key, options, entrants)
        return _done(request, begun.id, 201)
    except FivefoldError as error:
        if answers.wants_json(request) or status_of(error) not in {404, 409, 422}:
            raise
        return _own(request, fields, error)


@router.get("/tournaments/{tournament_id}")
def show(request: Request, tournament_id: TournamentId) -> Response:
    """Show how a tournament stands, and who may play next."""
    return _page(request, _house(request).tournaments.find(tournament_id))


@router.post("/tournaments/{tournament_id}/games", dependencies=[Depends(limited(limits.MATCHES))])
@in_lane
def play(request: Request, tournament_id: TournamentId, fields: Form) -> Response:
    """Begin a game for those who are chosen, with new cards or those of another game."""
    house, guest_id = _house(request), visitor(request).id
    now = house.tournaments.find(tournament_id)
    try:
        entrants = [whole(fields, f"player-{seat}", MOST_ENTRANTS - 1) for seat in range(1, now.seats + 1)]
        same = text(fields, "same", LONGEST_ID) or None
        snapshot = house.tournaments.play(tournament_id, guest_id, entrants, same)
    except FivefoldError as error:
        if answers.wants_json(request) or status_of(error) not in {409, 422}:
            raise
        return _page(request, now, fields, error)
    path = f"/matches/{snapshot.id}" if snapshot.seats_of(guest_id) else f"/tournaments/{tournament_id}"
    return answers.json({"path": path}, 201) if answers.wants_json(request) else answers.elsewhere(path)


@router.post("/tournaments/{tournament_id}/names", dependencies=[Depends(limited(limits.NAMES))])
@in_lane
def rename(request: Request, tournament_id: TournamentId, fields: Form) -> Response:
    """Rename entrants: ``name-0`` and so on; those that are not named keep theirs."""
    kept, guest_id = _house(request).tournaments, visitor(request).id
    now = kept.find(tournament_id)
    try:
        for row in now.rows:
            name = text(fields, f"name-{row.number}", LONGEST_NAME)
            if name and name != row.name:
                kept.rename_entrant(tournament_id, guest_id, row.number, name)
    except FivefoldError as error:
        if answers.wants_json(request) or status_of(error) not in {409, 422}:
            raise
        return _page(request, kept.find(tournament_id), fields, error)
    return _done(request, tournament_id)


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def _done(request: Request, tournament_id: str, status: int = 200) -> Response:
    path = f"/tournaments/{tournament_id}"
    return answers.json({"path": path}, status) if answers.wants_json(request) else answers.elsewhere(path)


def _set_up(fields: Fields) -> str:
    """Return the address of the set-up that is asked for: one of the list, or the link beside it."""
    chosen = text(fields, "set-up", LONGEST_LINK) or text(fields, "link", LONGEST_LINK)
    if not chosen:
        raise InvalidField("link: choose what is played, or paste the link of a set-up", field="link")
    return chosen


def _entrants(fields: Fields) -> list[tuple[str, int | None]]:
    """Return who is to play: a name, and the level of a computer. Rows left as they were are nobody."""
    found: list[tuple[str, int | None]] = []
    for row in range(MOST_ENTRANTS):
        name, level = text(fields, f"name-{row}", LONGEST_NAME), text(fields, f"level-{row}", 10)
        if level and level not in map(str, range(1, LEVELS + 1)):
            raise InvalidField(
                f"level-{row}: {level}; a computer is 1 to {LEVELS}, empty a person", field=f"level-{row}"
            )
        if name or level:
            found.append((name, int(level) if level else None))
    if not found:
        raise InvalidField("name-0: name at least one who plays", field="name-0")
    return found


def _own(request: Request, fields: Fields, error: FivefoldError | None) -> Response:
    link = fields.get("link", "")
    context = {
        "section": "tournaments",
        "tournaments": [_card(each) for each in _house(request).tournaments.of_guest(visitor(request).id)],
        "choices": [(game, set_ups.offered(game, None), set_ups.address(game, {})) for game in _games()],
        "brought": _brought(link),
        "fields": fields,
        "rows": range(MOST_ENTRANTS),
        "levels": range(1, LEVELS + 1),
        "error": str(error) if error else "",
        "about": error.problem.field if error else "",
    }
    return answers.page(request, "tournaments.html", context, 422 if error else 200)


def _games() -> list[Game]:
    """Return the games there are, first those that offer the same cards to one after the other."""
    return sorted(games(), key=lambda game: not game.traits.fixed_pack)


def _brought(link: str) -> Mapping[str, str]:
    """Return the set-up that a link brings, empty where it brings none."""
    try:
        game, options = set_ups.read_link(link)
    except FivefoldError:
        return {}
    return {"address": set_ups.address(game, options), "words": f"{game.name}: {told.words(game, options)}"}


def _card(each: Tournament) -> Mapping[str, Any]:
    return {
        "id": each.id,
        "name": each.name,
        "game": each.game.name,
        "set_up": told.words(each.game, each.options),
        "who": [row.name for row in each.rows],
        "games": sum(played.points is not None for played in each.games),
    }


def _page(
    request: Request, now: Tournament, fields: Mapping[str, str] | None = None, error: FivefoldError | None = None
) -> Response:
    listed = [_told(now, played) for played in now.games]
    context = {
        "section": "tournaments",
        "tournament": now,
        "game": now.game,
        "set_up": told.words(now.game, now.options),
        "address": set_ups.address(now.game, now.options),
        "yours": now.belongs_to(visitor(request).id),
        "best": _best(now),
        "games": listed,
        "busy": any(each.busy for each in listed),
        "next": _next(now, fields or {}),
        "same": (fields or {}).get("same", ""),
        "error": str(error) if error else "",
    }
    return answers.page(request, "tournament.html", context, 422 if error else 200)


def _best(now: Tournament) -> Mapping[str, float]:
    """Return the best of each column, to be set off."""
    columns = {name: [getattr(row, name) for row in now.rows] for name in ("highest", "lowest", "average")}
    known = {name: [value for value in values if value is not None] for name, values in columns.items()}
    return {name: max(values) for name, values in known.items() if len(values) > 1}


def _next(now: Tournament, fields: Mapping[str, str]) -> list[int]:
    """Return for each seat whose turn it is to play: who was asked for, else who has played least."""
    waiting = sorted(now.rows, key=lambda row: row.games)
    known = {str(row.number): row.number for row in now.rows}
    asked = [fields.get(f"player-{seat}", "") for seat in range(1, now.seats + 1)]
    least = [waiting[seat % len(waiting)].number for seat in range(now.seats)]
    return [known.get(sent, number) for sent, number in zip(asked, least, strict=True)]


def _told(now: Tournament, played: Played) -> Told:
    who = [now.rows[entrant].name for entrant in played.entrants]
    computers = all(now.rows[entrant].level is not None for entrant in played.entrants)
    busy = played.points is None and computers
    return Told(played, who, _state(played, busy), busy)


def _state(played: Played, busy: bool) -> str:
    if played.points is not None:
        return " : ".join(str(points) for points in played.points)
    return "being played" if busy else "unfinished: counts for nothing"
