"""The home page: boards to start on, today's deals, and the visitor's matches."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import responses
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.pages.new_match import all_games
from fivefold.doors.web.pages.page_parts import day_in_words, opponent_words, streak_words
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.match_view.view_types import MatchView, TableView
from fivefold.house.records.daily import DayMatch, level
from fivefold.house.trial import Boards
from fivefold.parts.words import counted
from fivefold.play import set_ups
from fivefold.play.catalogue import find

router = APIRouter()
CONTINUED: Final = 6
"""Matches shown."""
FIRST_OPPONENT: Final = "2"
"""The level that answers a move made on a board of this page."""


@router.get("/")
def home(request: Request) -> Response:
    """Show boards to start on, today's deals and the visitor's matches."""
    house: House = request.app.state.house
    person_id, today = visitor(request).id, house.daily.today()
    streak = house.daily.streak(person_id)
    context = {
        "deals": [board_of_today(game, today) for game in all_games()],
        "days": _day_tiles(house, today, person_id),
        "today": day_in_words(today),
        "streak": streak_words(streak) if streak.days > 1 or streak.today else "",
        "matches": [match_card(house, person_id, summary.id) for summary in house.matches_of(person_id, CONTINUED)],
        "first_opponent": FIRST_OPPONENT,
    }
    return responses.page(request, "home.html", context)


def _day_tiles(house: House, today: date, person_id: str) -> list[Mapping[str, Any]]:
    """Return for each game who everybody plays today, and what the person has made of it."""
    mine = {each.game: each for each in house.daily.played(person_id, today, today)}
    counts = house.daily.counts(today)
    return [_day_tile(house, find(key), today, mine.get(key), counts[key]) for key in house.daily.keys()]  # noqa: SIM118


def _day_tile(house: House, game: Game, today: date, mine: DayMatch | None, count: int) -> Mapping[str, Any]:
    against = level(game, today)
    state = "going" if mine and not mine.over else "over" if mine else "open"
    return {
        "game": game,
        "path": f"/daily/{game.key}",
        "opponent": opponent_words(game, against) if against else "Go for a high score",
        "portrait": f"/portraits/{game.key}/{against}.svg" if against else "",
        "state": state,
        "words": _tile_words(house, mine)
        if mine
        else f"{counted(count, 'player')} finished"
        if count
        else "Nobody has played yet",
    }


def _tile_words(house: House, mine: DayMatch) -> str:
    now = house.snapshot(mine.match)
    outcome, seats = now.match.outcome, now.seats
    seat = next(seat.seat for seat in seats if seat.person is not None)
    if outcome is None:
        return "Continue"
    if not mine.played_out:
        return "Given up" if len(seats) == 1 else "Resigned"
    if len(seats) == 1:
        return counted(now.match.scores[seat], "point")
    share = outcome.returns[seat]
    return "You won" if share == 1 else "A draw" if share else "You lost"


def seed_of(day: date) -> int:
    """Return the open number that the boards of a day are dealt from."""
    return int(day.strftime("%Y%m%d"))


@lru_cache(maxsize=16)
def board_of_today(game: Game, day: date) -> Mapping[str, Any]:
    """Return a game's card with a board to start on: another position every day."""
    seed = seed_of(day)
    view = Boards().view(game.key, {}, seed, [])
    return {
        "game": game,
        "seed": seed,
        "options": "",
        "picture": page_parts.as_markup(view["picture"]),
        "shape": page_parts.ratio_class(view["size"]),
        "players": _player_count_words(game),
        "opponent": game.personas[int(FIRST_OPPONENT) - 1],
    }


def _player_count_words(game: Game) -> str:
    counts = game.setup.seat_counts
    if len(counts) == 1:
        return counted(counts[0], "player")
    between = "or" if len(counts) == 2 else "to"
    return f"{counts[0]} {between} {counts[-1]} players"


def match_card(house: House, person_id: str, match_id: str) -> Mapping[str, Any]:
    """Return the card of a person's match."""
    snapshot = house.snapshot(match_id)
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
        "over": view["over"],
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
