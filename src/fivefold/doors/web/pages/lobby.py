"""The lobby: quick matches, open tables of every game, and the visitor's own."""

from collections.abc import Collection
from typing import Any, Final

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.lobby_stream import (
    FILLING_LEVELS,
    PACES,
    LobbyNews,
    counts_of,
    pace,
    quick_games,
    quick_times,
    search_facts,
    table_row,
)
from fivefold.doors.web.pages.home import match_card
from fivefold.doors.web.share import STRANGER
from fivefold.doors.web.visitors import csrf, house_of, visitor
from fivefold.house.house import House
from fivefold.house.meeting.lobby import OpenTable
from fivefold.play import catalogue
from fivefold.play.catalogue import keys

router = APIRouter()
MOST_SHOWN: Final = 100
"""Tables on the page; the filter finds the others."""
UNSIGNED: Final = 'name="csrf" value=""'
MOST_WATCHED: Final = 2
LOOKED_AGAIN: Final = 5
"""Seconds after which a page without script looks again for somebody who waits."""


@router.get("/lobby")
def lobby(request: Request) -> Response:
    """Show the lobby; ``?game=`` one game's tables, ``?rated=1`` with rated games as the usual ones."""
    return page(request)


def page(request: Request, error: FivefoldError | None = None, status: int = 200) -> Response:
    """Return the lobby, with a refusal at its top."""
    house = house_of(request)
    person_id = visitor(request).id
    house.lobby.here(person_id)
    search = house.quick_match.search(person_id)
    if search is not None and search.state == "ready" and error is None:
        return responses.elsewhere(f"/matches/{search.match}")
    context = _context(request, house, person_id) | {"error": str(error) if error else ""}
    return responses.page(request, "lobby.html", context, status)


def _context(request: Request, house: House, person_id: str) -> dict[str, Any]:
    query = request_parsing.query(request)
    chosen = query.get("game", "")
    news: LobbyNews = request.app.state.lobby_news
    after = news.position()
    every = house.lobby.tables(person_id=person_id)
    mine = [table for table in every if person_id in table.people]
    others = [table for table in every if person_id not in table.people]
    chosen_pace = query.get("time", "") if query.get("time", "") in dict(PACES) else ""
    shown = [table for table in others if (not chosen or table.game.key == chosen) and chosen_pace in {"", pace(table)}]
    followed = set(house.follows.of(person_id))
    search, token = house.quick_match.search(person_id), csrf(request)
    return {
        "section": "lobby",
        "chosen": chosen if chosen in keys() else "",
        "rated": query.get("rated", "") == "1",
        "paces": PACES,
        "chosen_pace": chosen_pace,
        "quick_times": quick_times(query.get("pace", "")),
        "games": catalogue.games(),
        "quick": quick_games(),
        "counts": counts_of(others),
        "total": len(others),
        "rows": [_own_row(news.row(table), token, table, followed) for table in shown[:MOST_SHOWN]],
        "left_out": len(shown) - MOST_SHOWN if len(shown) > MOST_SHOWN else 0,
        "mine": [table_row(table, yours=True) | {"owned": table.owner == person_id} for table in mine],
        "search": search_facts(search),
        "levels": FILLING_LEVELS,
        "here": news.people_here(),
        "watched": [match_card(house, STRANGER, match_id) for match_id in house.lobby.running()[:MOST_WATCHED]],
        "after": after,
        "waits": LOOKED_AGAIN if search else 0,
    }


def _own_row(row: str, token: str, table: OpenTable, followed: Collection[str]) -> Markup:
    """Return a row with the visitor's own token in its form, marked where they follow somebody at the table."""
    marked = row if table.people.isdisjoint(followed) else row.replace("<li ", "<li data-followed ", 1)
    return Markup(marked.replace(UNSIGNED, f'name="csrf" value="{token}"'))  # noqa: S704  (a template made the row)
