"""Home: today's deals to play with, and the matches one may go on with."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.play.contract import Game
from fivefold.service import trial, views
from fivefold.service.house import House
from fivefold.web import answers
from fivefold.web.guests import visitor
from fivefold.web.pages import shown
from fivefold.web.pages.new_match import games

router = APIRouter()
CONTINUED: Final = 6
"""Matches shown to go on with."""
FIRST_OPPONENT: Final = "2"
"""Who answers a move made on a picture of this page."""
COMING: Final = ("Poker Solitaire",)


@router.get("/")
def home(request: Request) -> Response:
    """Show the games and what this visitor plays."""
    house: House = request.app.state.house
    guest_id = visitor(request).id
    today = datetime.now(UTC).date()
    return answers.page(
        request,
        "home.html",
        {
            "deals": [deal_of_the_day(game, today) for game in games()],
            "today": f"{today:%A} {today.day} {today:%B}",
            "matches": [match_card(house, guest_id, summary.id) for summary in house.matches_of(guest_id, CONTINUED)],
            "coming": COMING,
            "first_opponent": FIRST_OPPONENT,
        },
    )


@lru_cache(maxsize=16)
def deal_of_the_day(game: Game, day: date) -> Mapping[str, Any]:
    """Return a game with the position that everybody finds on its picture this day."""
    seed = int(day.strftime("%Y%m%d"))
    view = trial.try_view(game.key, {}, seed, [])
    return {
        "game": game,
        "seed": seed,
        "options": "",
        "picture": shown.drawn(view["picture"]),
        "shape": shown.shape(view["picture"]),
        "players": players(game),
        "opponent": game.personas[int(FIRST_OPPONENT) - 1],
    }


def players(game: Game) -> str:
    """Return how many play a game, in words."""
    counts: Sequence[str] = next((list(option.values) for option in game.options if option.name == "players"), ["2"])
    return f"{counts[0]} to {counts[-1]} players" if len(counts) > 1 else f"{counts[0]} players"


def match_card(house: House, guest_id: str, match_id: str) -> Mapping[str, Any]:
    """Return one match of a guest, as a card shows it."""
    standing = house.standing(match_id)
    view, table = views.view(standing, guest_id), views.table(standing, guest_id)
    others = [seat for seat in table["seats"] if seat["seat"] not in view["yours"][:1]]
    return {
        "id": match_id,
        "game": standing.match.game,
        "picture": shown.drawn(view["cover"] or view["picture"]),
        "shape": shown.shape(view["picture"]),
        "against": [seat["name"] or seat["seat_name"] for seat in others],
        "portraits": [seat["portrait"] for seat in others if seat["portrait"]],
        "over": view["over"],
        "turn": view["turn"],
        "words": _state(view, table),
        "scores": [f"{score:g}" for score in view["scores"]],
    }


def _state(view: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    if view["over"]:
        return str(view["outcome"]["said"])
    if table["status"] == "waiting":
        return "Waiting for a friend to sit down"
    if view["turn"]:
        return "Your turn"
    mover = next((seat for seat in table["seats"] if seat["seat"] == view["to_move"]), None)
    return f"{mover['name'] or mover['seat_name']} to move" if mover else str(view["standing"])
