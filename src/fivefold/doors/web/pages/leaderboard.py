"""People: whom to watch, whom to play, and the strongest of each game, with the computers among them as a scale."""

from collections.abc import Sequence
from typing import Any, Final

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fivefold.contract import Game
from fivefold.doors.web import responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.pages import charts, page_parts
from fivefold.doors.web.pages.home import match_card
from fivefold.doors.web.pages.page_parts import date_in_words
from fivefold.doors.web.share import STRANGER
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.house import House
from fivefold.house.records import pools, ratings
from fivefold.house.records.pools import Pool
from fivefold.house.records.ratings import ACTIVE, Leaderboard, Point, Rank, rating_view
from fivefold.parts.words import counted
from fivefold.play import catalogue

FEWEST: Final = 2
"""Matches of a curve that is drawn."""


def board_path(pool: Pool) -> str:
    """Return the address of a pool's leaderboard."""
    return f"/leaderboard/{pool.game.key}?pool={pool.key}"


def _curve_of(house: House, person_id: str, pool: Pool, mine: bool = False) -> Markup | None:
    """Return the curve of a person's rating in a pool; ``None`` while there is hardly any. ``mine``: the visitor's."""
    points = house.ratings.curve(person_id, pool.key)
    return page_parts.as_markup(charts.rating(points, curve_words(points, mine))) if len(points) >= FEWEST else None


def curve_words(points: Sequence[Point], mine: bool = False) -> str:
    """Return in a sentence what the curve shows."""
    means = [round(point.rating.mean) for point in points]
    now = ratings.said(rating_view(points[-1].rating))
    since, until = date_in_words(points[0].at), date_in_words(points[-1].at)
    time = f"on {since}" if since == until else f"from {since} to {until}"
    whose = "Your rating" if mine else "The rating"
    matches = counted(len(points), "match", "matches")
    return f"{whose} over {matches} {time}: between {min(means)} and {max(means)}, now {now}"


router = APIRouter()


@router.get("/people")
@router.get("/leaderboard")
def show_people(request: Request) -> Response:
    """Show who plays just now, and the first few of every game."""
    house = house_of(request)
    person_id, news = visitor(request).id, request.app.state.lobby_news
    followed = house.follows.followed_by(person_id)
    theirs = house.lobby.running([each.account.id for each in followed if each.presence is not None])
    others = [match_id for match_id in house.lobby.running() if match_id not in theirs]
    known = house.challenges.acquaintances(person_id)
    context = {
        "section": "people",
        "here": news.people_here(),
        "theirs": [match_card(house, STRANGER, match_id) for match_id in theirs],
        "watched": [match_card(house, STRANGER, match_id) for match_id in others],
        "followed": [each for each in known if each.followed],
        "met": [each for each in known if not each.followed],
        "pools": [_first_few(house, pool, person_id) for game in catalogue.games() for pool in pools.pools_of(game)],
        "who_counts": ratings.WHO_COUNTS,
    }
    return responses.page(request, "people.html", context)


@router.get("/leaderboard/{key}")
def show_leaderboard(request: Request, key: str, pool: str = "") -> Response:
    """Show the strongest of a game."""
    house = house_of(request)
    person_id = visitor(request).id
    game = next((game for game in catalogue.games() if game.key == key), None)
    choices = pools.pools_of(game) if game is not None else ()
    if game is None or not choices:
        raise UnknownPage(f"no game here is called {key[:40]}", subject="leaderboard")
    wanted = next((each for each in choices if each.key == pool), None)
    if wanted is None and pool:
        return RedirectResponse(f"/leaderboard/{key}", status_code=303)
    shown = wanted or choices[0]
    board = _board(house, shown, person_id)
    own = house.ratings.curve(person_id, shown.key)
    context = {
        "section": "leaderboard",
        "game": game,
        "games": [each for each in catalogue.games() if pools.pools_of(each)],
        "choices": _choices(choices, shown),
        "name": ratings.pool_name(shown),
        "rows": [_row(rank, game) for rank in board.ranks],
        "yours": None if board.yours is None else _row(board.yours, game),
        "people": counted(board.people, "player"),
        "empty": board.people == 0,
        "curve": _curve_of(house, person_id, shown, mine=True) if own else None,
        "who_counts": ratings.WHO_COUNTS,
        "uncertain": ratings.UNCERTAIN,
        "days": ACTIVE.days,
    }
    return responses.page(request, "leaderboard.html", context)


def _board(house: House, pool: Pool, person_id: str) -> Leaderboard:
    board = house.ratings.leaderboard(pool.key, person_id)
    assert board is not None  # noqa: S101  (the pool is one there is)
    return board


def _choices(choices: Sequence[Pool], shown: Pool) -> list[dict[str, Any]]:
    """Return the pools of a game to choose from; none where there is only one."""
    if len(choices) == 1:
        return []
    return [
        {"name": ratings.pool_name(each).capitalize(), "path": board_path(each), "current": each.key == shown.key}
        for each in choices
    ]


def _first_few(house: House, pool: Pool, person_id: str) -> dict[str, Any]:
    board = _board(house, pool, person_id)
    people = [_row(rank, pool.game) for rank in board.ranks if rank.level is None]
    own = next((row for row in people if row["yours"]), board.yours and _row(board.yours, pool.game))
    shown = {"game": pool.game, "name": ratings.pool_name(pool).capitalize(), "path": board_path(pool)}
    return {**shown, "first": people[0] if people else None, "yours": own}


def _row(rank: Rank, game: Game) -> dict[str, Any]:
    return {
        **rank.view,
        "place": rank.place,
        "name": rank.name,
        "path": rank.path,
        "level": rank.level,
        "portrait": f"/portraits/{game.key}/{rank.level}.svg" if rank.level else "",
        "yours": rank.yours,
    }
