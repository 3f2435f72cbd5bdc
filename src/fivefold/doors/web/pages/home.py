"""The home page: boards to start on, today's deals, and the visitor's matches."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any, Final

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import responses
from fivefold.doors.web.context import MatchId, Visiting
from fivefold.doors.web.limits import VIEWS, limited
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.pages.page_parts import day_in_words, streak_words
from fivefold.doors.web.share import STRANGER
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.match_view.view_types import MatchView, TableView
from fivefold.house.records.own_level import OWN_LEVEL
from fivefold.house.table.followups import check_playing_on
from fivefold.house.trial import Boards
from fivefold.play import catalogue, set_ups
from fivefold.play.start import Start
from fivefold.session.snapshot import OVER

router = APIRouter()
CONTINUED: Final = 3
"""Matches shown."""
"""The level that answers a move made on the board of this page."""


@router.get("/")
def home(request: Request) -> Response:
    """Show a board that is played, or one to start on, what today has, and the visitor's matches."""
    house = house_of(request)
    person_id, today = visitor(request).id, house.daily.today()
    streak, games = house.daily.streak(person_id), catalogue.games()
    played = [match.over for match in house.daily.played(person_id, today, today)]
    matches = [match_card(house, person_id, summary.id) for summary in house.matches_of(person_id, CONTINUED)]
    best = next(iter(house.lobby.running()), None)
    context = {
        "deal": board_of_today(games[0], today),
        "watched": None if best is None else _watched_board(house, best, person_id),
        "here": request.app.state.lobby_news.people_here(),
        "games": games,
        "today": day_in_words(today),
        "done": sum(played),
        "streak": streak_words(streak) if streak.days > 1 or streak.today else "",
        "matches": matches,
        "more": len(matches) == CONTINUED,
        "first_opponent": OWN_LEVEL,
    }
    return responses.page(request, "home.html", context)


@router.get("/watched/{match_id}", dependencies=[Depends(limited(VIEWS))])
def watched(visit: Visiting, match_id: MatchId) -> Response:
    """Show how the match on the home page stands; once it is over the best one by then, if there is one."""
    house, over = visit.house, visit.house.shown_to(STRANGER, match_id).status == OVER
    shown = next(iter(house.lobby.running()), match_id) if over else match_id
    return responses.page(visit.request, "watched.html", {"watched": _watched_board(house, shown, visit.person_id)})


def _watched_board(house: House, match_id: str, person_id: str) -> Mapping[str, Any]:
    """Return a card with the ``ply`` from which a visitor may play on, 0 where they may not."""
    now = house.shown_to(person_id, match_id)
    ply = len(now.match.moves)
    try:
        check_playing_on(now, ply, person_id)
    except NotOffered:
        ply = 0
    return {**match_card(house, STRANGER, match_id), "ply": ply, "live": now.status != OVER}


@lru_cache(maxsize=16)
def board_of_today(game: Game, day: date) -> Mapping[str, Any]:
    """Return a game's card with a board to start on, dealt from an open number: another position every day."""
    seed = int(day.strftime("%Y%m%d"))
    view = Boards().view(Start(game.key, {}, seed, ()))
    return {
        "game": game,
        "seed": seed,
        "options": "",
        "picture": page_parts.as_markup(view["picture"]),
        "shape": page_parts.ratio_class(view["size"]),
    }


def match_card(house: House, person_id: str, match_id: str) -> Mapping[str, Any]:
    """Return the card of a person's match."""
    snapshot = house.shown_to(person_id, match_id)
    view, table = house.views.view(snapshot, person_id), views.table(snapshot, person_id)
    others = [seat for seat in table["seats"] if seat["seat"] not in view["yours"][:1]]
    alone = [set_ups.words(snapshot.match.game, snapshot.match.options)]
    return {
        "id": match_id,
        "game": snapshot.match.game,
        "picture": page_parts.as_markup(view["cover"] or view["picture"]),
        "shape": page_parts.ratio_class(view["size"]),
        "against": [seat["name"] or seat["seat_name"] for seat in others] or alone,
        "portraits": [seat["portrait"] for seat in others if seat["portrait"]],
        "turn": view["turn"],
        "words": _status_words(view, table),
        "scores": [f"{score:g}" for score in view["scores"]],
    }


def _status_words(view: MatchView, table: TableView) -> str:
    if view["over"] and view["outcome"]:
        return view["outcome"]["said"]
    if table["start"]:
        return "Get ready to race"
    if table["status"] == "waiting":
        return "Waiting for a friend to sit down"
    if view["turn"]:
        return "Your turn"
    mover = next((seat for seat in table["seats"] if seat["seat"] == view["to_move"]), None)
    return f"{mover['name'] or mover['seat_name']} to move" if mover else view["status"]
