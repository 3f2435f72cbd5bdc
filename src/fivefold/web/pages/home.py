"""The home page: today's deals to play with, and the visitor's matches."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.parts.words import counted
from fivefold.play import set_ups
from fivefold.service import views
from fivefold.service.daily import Daily
from fivefold.service.house import House
from fivefold.service.match_view import MatchView, TableView
from fivefold.service.trial import Boards
from fivefold.web import answers
from fivefold.web.guests import visitor
from fivefold.web.pages import page_parts
from fivefold.web.pages.daily import day_in_words, given_up
from fivefold.web.pages.new_match import all_games

router = APIRouter()
CONTINUED: Final = 6
"""Matches shown."""
FIRST_OPPONENT: Final = "2"
"""The level that answers a move made on a board of this page."""


@router.get("/")
def home(request: Request) -> Response:
    """Show the games and the visitor's matches."""
    house: House = request.app.state.house
    guest_id = visitor(request).id
    today = datetime.now(UTC).date()
    return answers.page(
        request,
        "home.html",
        {
            "deals": [_game_card(house, game, today, guest_id) for game in all_games()],
            "today": day_in_words(today),
            "matches": [match_card(house, guest_id, summary.id) for summary in house.matches_of(guest_id, CONTINUED)],
            "first_opponent": FIRST_OPPONENT,
        },
    )


def _game_card(house: House, game: Game, today: date, guest_id: str) -> Mapping[str, Any]:
    """Return a game's card: with a board to start on, or with a link to its deal of the day."""
    if game.key not in house.daily.keys():  # noqa: SIM118  (no mapping)
        return deal_of_the_day(game, today)
    found = house.daily.of(game.key, house.daily.today(), guest_id)
    return {
        "game": game,
        "daily": found,
        "picture": page_parts.as_markup(found.picture.svg),
        "shape": page_parts.ratio_class((found.picture.width, found.picture.height)),
        "players": player_count_words(game),
        "state": _daily_state(house, found),
    }


def _daily_state(house: House, found: Daily) -> str:
    """Return the state of a day's deal in words."""
    others = f"{counted(len(found.results), 'result')} so far" if found.results else "nobody has finished it yet"
    if found.yours is not None:
        return f"you scored {found.yours} · {others}"
    if given_up(house, found):
        return f"you gave up · {others}"
    return f"you have started · {others}" if found.match else others


@lru_cache(maxsize=16)
def deal_of_the_day(game: Game, day: date) -> Mapping[str, Any]:
    """Return a game's card with the position that is the same for everybody on this day."""
    seed = int(day.strftime("%Y%m%d"))
    view = Boards().view(game.key, {}, seed, [])
    return {
        "game": game,
        "daily": None,
        "seed": seed,
        "options": "",
        "picture": page_parts.as_markup(view["picture"]),
        "shape": page_parts.ratio_class(view["size"]),
        "players": player_count_words(game),
        "opponent": game.personas[int(FIRST_OPPONENT) - 1],
    }


def player_count_words(game: Game) -> str:
    """Return the possible numbers of players in words."""
    counts = game.setup.seat_counts
    if len(counts) == 1:
        return counted(counts[0], "player")
    between = "or" if len(counts) == 2 else "to"
    return f"{counts[0]} {between} {counts[-1]} players"


def match_card(house: House, guest_id: str, match_id: str) -> Mapping[str, Any]:
    """Return the card of a guest's match."""
    snapshot = house.snapshot(match_id)
    view, table = house.views.view(snapshot, guest_id), views.table(snapshot, guest_id)
    others = [seat for seat in table["seats"] if seat["seat"] not in view["yours"][:1]]
    alone = [set_ups.words(snapshot.match.game, snapshot.match.options)]
    return {
        "id": match_id,
        "game": snapshot.match.game,
        "picture": page_parts.as_markup(view["cover"] or view["picture"]),
        "shape": page_parts.ratio_class(view["size"]),
        "against": [seat["name"] or seat["seat_name"] for seat in others] or alone,
        "portraits": [seat["portrait"] for seat in others if seat["portrait"]],
        "over": view["over"],
        "turn": view["turn"],
        "words": _status_words(view, table),
        "scores": [f"{score:g}" for score in view["scores"]],
    }


def _status_words(view: MatchView, table: TableView) -> str:
    if view["over"] and view["outcome"]:
        return view["outcome"]["said"]
    if table["status"] == "waiting":
        return "Waiting for a friend to sit down"
    if view["turn"]:
        return "Your turn"
    mover = next((seat for seat in table["seats"] if seat["seat"] == view["to_move"]), None)
    return f"{mover['name'] or mover['seat_name']} to move" if mover else view["status"]
