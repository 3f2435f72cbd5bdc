"""My week: what the visitor has played, where it went wrong most, and what to practise."""

from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.pages.my_results import of_game
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.computers.hints import mistake
from fivefold.house.house import House
from fivefold.house.records.week import Mistake, Practice, Week, week_of
from fivefold.parts.words import counted
from fivefold.play.catalogue import find
from fivefold.session.narration import percent, tenths

router = APIRouter()
COSTLIEST: Final = 3
PUZZLES: Final = 3


@router.get("/week")
def show_week(request: Request) -> Response:
    """Show the visitor's last seven days."""
    house = house_of(request)
    week = week_of(house, house.results, visitor(request).id)
    context = {
        "section": "week",
        "games": [of_game(find(key), results) for key, results in week.played.items()],
        "matches": week.matches,
        "unseen": week.matches - week.reviewed,
        "kinds": _kinds(week),
        "costliest": [_mistake(each) for each in week.mistakes[:COSTLIEST]],
        "practice": week.practice and _practice(house, visitor(request).id, week.practice),
    }
    return responses.page(request, "week.html", context)


def _practice(house: House, person_id: str, practice: Practice) -> dict[str, Any]:
    """Return puzzles that fit; none where the game's lesson is the thing."""
    game = find(practice.game)
    return {"game": game, "puzzles": house.puzzles.fitting(person_id, game, practice.fits, PUZZLES)}


def _kinds(week: Week) -> list[dict[str, Any]]:
    return [
        {"game": find(game), "words": mistake(kind), "count": counted(len(mistakes), "move")}
        for (game, kind), mistakes in week.kinds.items()
    ]


def lost_words(each: Mistake) -> str:
    """Return what a mistake cost: ``31% of the chance to win``."""
    return f"{tenths(each.lost)} points" if each.alone else f"{percent(each.lost)} of the chance to win"


def review_path(each: Mistake) -> str:
    """Return the address of the position after a mistake in its review."""
    return f"/matches/{each.match}/review?ply={each.ply + 1}"


def _mistake(each: Mistake) -> dict[str, Any]:
    return {"game": find(each.game), "path": review_path(each), "lost": lost_words(each)}
