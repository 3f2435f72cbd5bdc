"""Tournaments: up to five people or computers, and their scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends, Path
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, request_parsing, responses
from fivefold.doors.web.context import RequestContext, Visiting
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import LONGEST_NAME, Form, text, whole_number
from fivefold.doors.web.limits import limited
from fivefold.doors.web.pages import new_match
from fivefold.doors.web.pages.new_match import LONGEST_LINK
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.errors import InvalidField
from fivefold.house.records.tournaments import Tournament, TournamentGame
from fivefold.play import catalogue
from fivefold.play.set_ups import words as set_up_words

router = APIRouter()
TournamentId = Annotated[str, Path(max_length=40)]
MOST_ENTRANTS: Final = 5
LEVELS: Final = 7
LONGEST_ID: Final = 40


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list."""

    played: TournamentGame
    who: Sequence[str]
    state: str
    busy: bool
    """Whether computers are playing it now."""


@router.get("/tournaments")
def own_tournaments(visit: Visiting) -> Response:
    """List a person's tournaments, with the form for a new one; ``link`` has its set-up."""
    return _list_page(visit, {"link": request_parsing.query(visit.request).get("link", "")[:LONGEST_LINK]}, None)


@router.post("/tournaments", dependencies=[Depends(limited(limits.TOURNAMENTS))])
@in_thread
def begin(visit: Visiting, fields: Form) -> Response:
    """Start a tournament."""
    try:
        game, options = new_match.read_link(_set_up(fields))
        name, entrants = text(fields, "title", LONGEST_NAME), _entrants(fields)
        begun = visit.house.tournaments.begin(visit.person_id, name, game.key, options, entrants)
        return visit.gone_to(f"/tournaments/{begun.id}", 201)
    except FivefoldError as error:
        if responses.wants_json(visit.request) or status_of(error) not in {404, 409, 422}:
            raise
        return _list_page(visit, fields, error)


@router.get("/tournaments/{tournament_id}")
def show(visit: Visiting, tournament_id: TournamentId) -> Response:
    """Show the standings of a tournament, and the form for its next game."""
    return _tournament_page(visit, visit.house.tournaments.find(tournament_id))


@router.get("/tournaments/{tournament_id}/games")
@router.get("/tournaments/{tournament_id}/names")
def return_to_tournament(tournament_id: TournamentId) -> Response:
    """Lead whoever opens the address of a form, as by loading its page again, to the tournament."""
    return responses.elsewhere(f"/tournaments/{quote(tournament_id, safe='')}")


@router.post("/tournaments/{tournament_id}/games", dependencies=[Depends(limited(limits.MATCHES))])
@in_thread
def play(visit: Visiting, tournament_id: TournamentId, fields: Form) -> Response:
    """Start a game for the chosen entrants, with new cards or those of another game."""
    house, person_id = visit.house, visit.person_id
    now = house.tournaments.find(tournament_id)
    try:
        entrants = [whole_number(fields, f"player-{seat}", MOST_ENTRANTS - 1) for seat in range(1, now.seats + 1)]
        same = text(fields, "same", LONGEST_ID) or None
        snapshot = house.tournaments.play(tournament_id, person_id, entrants, same)
    except FivefoldError as error:
        if responses.wants_json(visit.request) or status_of(error) not in {409, 422}:
            raise
        return _tournament_page(visit, now, fields, error)
    path = f"/matches/{snapshot.id}" if snapshot.seats_of(person_id) else f"/tournaments/{tournament_id}"
    return visit.gone_to(path, 201)


@router.post("/tournaments/{tournament_id}/names", dependencies=[Depends(limited(limits.NAMES))])
@in_thread
def rename(visit: Visiting, tournament_id: TournamentId, fields: Form) -> Response:
    """Rename entrants: ``name-0`` and so on; missing ones keep their names."""
    kept, person_id = visit.house.tournaments, visit.person_id
    now = kept.find(tournament_id)
    try:
        for row in now.rows:
            name = text(fields, f"name-{row.number}", LONGEST_NAME)
            if name and name != row.name:
                kept.rename_entrant(tournament_id, person_id, row.number, name)
    except FivefoldError as error:
        if responses.wants_json(visit.request) or status_of(error) not in {409, 422}:
            raise
        return _tournament_page(visit, kept.find(tournament_id), fields, error)
    return visit.gone_to(f"/tournaments/{tournament_id}")


def _set_up(fields: Fields) -> str:
    """Return the address of the chosen set-up: one from the list, or the link."""
    chosen = text(fields, "set-up", LONGEST_LINK) or text(fields, "link", LONGEST_LINK)
    if not chosen:
        raise InvalidField("link: choose what to play, or paste the link of a set-up", field="link")
    return chosen


def _entrants(fields: Fields) -> list[tuple[str, int | None]]:
    """Return the entrants: a name, and the level of a computer. Blank rows are left out."""
    found: list[tuple[str, int | None]] = []
    for row in range(MOST_ENTRANTS):
        name, level = text(fields, f"name-{row}", LONGEST_NAME), text(fields, f"level-{row}", 10)
        if level and level not in map(str, range(1, LEVELS + 1)):
            raise InvalidField(
                f"level-{row}: {level}; a computer is 1 to {LEVELS}, empty for a person", field=f"level-{row}"
            )
        if name or level:
            found.append((name, int(level) if level else None))
    if not found:
        raise InvalidField("name-0: name at least one player", field="name-0")
    return found


def _list_page(visit: RequestContext, fields: Fields, error: FivefoldError | None) -> Response:
    link = fields.get("link", "")
    context = {
        "section": "tournaments",
        "tournaments": [_card(each) for each in visit.house.tournaments.of_person(visit.person_id)],
        "choices": [
            (game, new_match.preset_links(game, None), new_match.address(game, {}))
            for game in sorted(catalogue.games(), key=lambda game: not game.traits.fixed_pack)
        ],
        "brought": _linked_set_up(link),
        "fields": fields,
        "rows": range(MOST_ENTRANTS),
        "levels": range(1, LEVELS + 1),
        "error": str(error) if error else "",
        "about": error.problem.field if error else "",
    }
    return responses.page(visit.request, "tournaments.html", context, 422 if error else 200)


def _linked_set_up(link: str) -> Mapping[str, str]:
    """Return the set-up in a link; empty if there is none."""
    try:
        game, options = new_match.read_link(link)
    except FivefoldError:
        return {}
    return {"address": new_match.address(game, options), "words": f"{game.name}: {set_up_words(game, options)}"}


def _card(each: Tournament) -> Mapping[str, Any]:
    return {
        "id": each.id,
        "name": each.name,
        "game": each.game,
        "set_up": set_up_words(each.game, each.options),
        "who": [row.name for row in each.rows],
        "games": sum(played.points is not None for played in each.games),
    }


def _tournament_page(
    visit: RequestContext, now: Tournament, fields: Mapping[str, str] | None = None, error: FivefoldError | None = None
) -> Response:
    listed = [_game_line(now, played) for played in now.games]
    context = {
        "section": "tournaments",
        "tournament": now,
        "game": now.game,
        "set_up": set_up_words(now.game, now.options),
        "address": new_match.address(now.game, now.options),
        "yours": now.belongs_to(visit.person_id),
        "best": _best_values(now),
        "games": listed,
        "busy": any(each.busy for each in listed),
        "next": _next_entrants(now, fields or {}),
        "same": (fields or {}).get("same", ""),
        "error": str(error) if error else "",
    }
    return responses.page(visit.request, "tournament.html", context, 422 if error else 200)


def _best_values(now: Tournament) -> Mapping[str, float]:
    """Return the best value of each column, to highlight."""
    columns = {name: [getattr(row, name) for row in now.rows] for name in ("wins", "highest", "lowest", "average")}
    known = {name: [value for value in values if value is not None] for name, values in columns.items()}
    return {name: max(values) for name, values in known.items() if len(values) > 1}


def _next_entrants(now: Tournament, fields: Mapping[str, str]) -> list[int]:
    """Return an entrant for each seat: the one requested, or else the one with the fewest games."""
    waiting = sorted(now.rows, key=lambda row: row.games)
    known = {str(row.number): row.number for row in now.rows}
    asked = [fields.get(f"player-{seat}", "") for seat in range(1, now.seats + 1)]
    least = [waiting[seat % len(waiting)].number for seat in range(now.seats)]
    return [known.get(sent, number) for sent, number in zip(asked, least, strict=True)]


def _game_line(now: Tournament, played: TournamentGame) -> GameLine:
    who = [now.rows[entrant].name for entrant in played.entrants]
    computers = all(now.rows[entrant].level is not None for entrant in played.entrants)
    busy = played.points is None and computers
    return GameLine(played, who, _result_words(played, busy), busy)


def _result_words(played: TournamentGame, busy: bool) -> str:
    if played.points is not None:
        return "–".join(str(points) for points in played.points)
    return "being played" if busy else "not finished yet"
