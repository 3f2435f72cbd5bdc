"""A player's page: who they are, how strong, what they have reached, as far as they let others see it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fivefold.doors.web import responses
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.forms import Form, add_forms, yes_or_no
from fivefold.doors.web.limits import COMMANDS, limited
from fivefold.doors.web.pages import charts, leaderboard, my_games, page_parts, time_off
from fivefold.doors.web.pages.page_parts import date_in_words
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house import commands
from fivefold.house.records.histories import Favourite, GameRecord, PlayerView
from fivefold.house.records.ratings import Point, PoolRating, full_name, said
from fivefold.parts.words import counted
from fivefold.play import catalogue
from fivefold.play.catalogue import find
from fivefold.session.seats import computer_words

router = APIRouter()
SHARED: Final = {
    "public_profile": "Public profile",
    "public_ratings": "My ratings and their curves",
    "public_games": "My results and recent games",
    "public_opponents": "Frequent opponents",
    "show_presence": "Whether I am here now",
}
"""What a player can keep from others, and what the page calls it."""
UNKNOWN: Final = "Nobody here is called {name}. Guests have no page, and names change: check the spelling."
LONGEST_SHOWN: Final = 40
PRESENCE: Final = {"here": "Here now", "away": "Away for a moment", "gone": ""}
CURVE: Final = 120
"""Rated games on a curve, the latest ones."""
FEWEST_POINTS: Final = 3
"""Ratings of a curve that is drawn."""
MOST_SET_UPS: Final = 5
TURNS: Final = {1: "Moving first", 2: "Moving second"}


@router.get("/players/{name}")
def show(request: Request, name: str) -> Response:
    """Show a player's page; one who is called differently now is found by the former name for a while."""
    house = house_of(request)
    viewer = visitor(request).id
    account = house.histories.found(name, viewer)
    if account is None:
        return responses.message(request, 404, "No such player", UNKNOWN.format(name=name[:LONGEST_SHOWN]))
    if account.name != name:
        return RedirectResponse(account.path, 302)
    view = house.histories.player(account, viewer, house.presence.state(account.id))
    ratings = house.ratings.of(account.id) if view.shows_ratings else []
    chosen = house.accounts.preferences(account.id)
    context = {
        "section": "me" if view.own else "",
        "player": view,
        "is_bot": account.bot,
        "since": date_in_words(view.since.date()) if view.since else "",
        "presence": PRESENCE.get(view.presence or "", ""),
        "away": time_off.away(house, [account.id]).get(account.id, ""),
        "played": "" if view.played is None else counted(view.played, "finished game"),
        "ratings": [_rating(each, house.ratings.curve(account.id, each.pool.key, CURVE)) for each in ratings],
        "records": [_record(each) for each in view.records or ()],
        "recent": [my_games.line(each) for each in view.recent or ()],
        "favourites": [_favourite(each) for each in view.favourites or ()],
        "several": [game for game in catalogue.games() if game.setup.seat_counts[-1] > 1],
        "shared": [(key, words, getattr(chosen, key)) for key, words in SHARED.items()] if view.own else [],
        "kept_back": [] if view.own else _kept_back(view),
    }
    return responses.page(request, "player.html", context)


def _done(visit: RequestContext, name: str, found: None, status: int) -> Response:
    back = responses.way_back(visit.request)
    return visit.gone_to(back if back != "/" else f"/players/{quote(name, safe='')}")


add_forms(router, commands.block, commands.unblock, commands.follow, commands.unfollow, done=_done)


@router.post("/account/shown", dependencies=[Depends(limited(COMMANDS))])
@in_thread
def choose(request: Request, fields: Form) -> Response:
    """Choose what others see of one's page; a box that is not ticked is not sent."""
    house = house_of(request)
    person_id = visitor(request).id
    account = house.accounts.account(person_id)
    if account is None:
        raise UnknownPage("only somebody with an account has a page")
    before = house.accounts.preferences(person_id)
    for key in SHARED:
        chosen = yes_or_no(fields, key)
        if chosen != getattr(before, key):
            house.accounts.set_preference(person_id, key, chosen)
    return responses.elsewhere(f"{account.path}?saved=1#shown")


def _record(of: GameRecord) -> dict[str, Any]:
    game = find(of.game)
    set_ups = [
        (my_games.set_up_words(game, kept) or "Usual set-up", my_games.tally(tally)) for kept, tally in of.set_ups
    ]
    return {
        "game": game,
        "count": counted(of.all.count, "game"),
        "all": my_games.tally(of.all),
        "turns": [(TURNS[turn], my_games.tally(tally)) for turn, tally in of.turns if turn in TURNS],
        "set_ups": set_ups[:MOST_SET_UPS] if len(set_ups) > 1 else [],
    }


def _rating(of: PoolRating, points: Sequence[Point]) -> dict[str, Any]:
    curve = ""
    if len(points) >= FEWEST_POINTS:
        words = f"{full_name(of.pool)}: {leaderboard.curve_words(points)}"
        curve = page_parts.as_markup(charts.rating(points, words))
    return {
        "game": of.pool.game,
        "pool": full_name(of.pool),
        "path": leaderboard.board_path(of.pool),
        "rating": said(of.view),
        "provisional": of.view["provisional"],
        "games": counted(of.view["games"], "rated game"),
        "curve": curve,
    }


def _favourite(each: Favourite) -> dict[str, Any]:
    rival = my_games.rival(catalogue.games()[0], each.rival)
    level = each.rival.level
    named = {**rival, "name": computer_words("Computer", level), "level": None} if level else rival
    return {**named, "tally": my_games.tally(each.tally), "count": counted(each.tally.count, "game")}


def _kept_back(view: PlayerView) -> list[str]:
    """Return what a player keeps from others, in words."""
    parts: Mapping[str, bool] = {
        "ratings": not view.shows_ratings,
        "results and games": view.records is None,
        "opponents": view.favourites is None,
    }
    return [name for name, kept in parts.items() if kept]
