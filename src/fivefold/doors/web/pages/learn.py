"""Learning by playing: a guided first game of each game."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.visitors import house_of
from fivefold.house.lessons import answer_step, step_task
from fivefold.house.match_view.view_types import LearnerAnswerView, LessonView
from fivefold.house.trial import Boards
from fivefold.play import catalogue
from fivefold.play.lessons import lesson_of
from fivefold.play.puzzles import puzzles_of
from fivefold.play.start import Start

router = APIRouter()
Move = Annotated[str, Query(max_length=40)]
Number = Annotated[int, Query(ge=1, le=100)]
FIRST_OPPONENT = "1"
"""The level that a lesson sends its player to."""


@router.get("/learn")
def overview(request: Request) -> Response:
    """List the lessons."""
    games = [
        {"game": game, "steps": len(lesson_of(game)), "puzzles": bool(puzzles_of(game))} for game in catalogue.games()
    ]
    return responses.page(request, "learn_games.html", {"games": games, "section": "learn"})


@router.get("/learn/{key}")
def lesson(request: Request, key: str, step: Number = 1, move: Move = "") -> Response:
    """Show a step of a lesson, and what comes of a move there."""
    game, boards = find_game(key), _boards(request)
    steps = lesson_of(game)
    if not 1 <= step <= len(steps):
        raise UnknownPage(f"{game.name} has {len(steps)} steps to learn", subject=f"step {step}")
    tried = answer_step(boards, steps[step - 1], move) if move else None
    if responses.wants_json(request):
        return responses.json(tried or step_task(boards, game, step))
    return _page(request, game, step_task(boards, game, step), tried, steps[step - 1].start)


@router.get("/learn/{key}/puzzles")
@router.get("/learn/{key}/puzzles/{number}")
def moved_puzzles(request: Request, key: str, number: str = "") -> Response:
    """Lead to the puzzles: addresses of the numbered ones were sent."""
    return responses.elsewhere(f"/puzzles/{find_game(key).key}")


def _boards(request: Request) -> Boards:
    return house_of(request).boards


def _page(request: Request, game: Game, task: LessonView, tried: LearnerAnswerView | None, start: Start) -> Response:
    """Show a step; its board is that after the answer if there was a right one."""
    frames = tried["frames"] if tried else []
    context = {
        "game": game,
        "task": task,
        "tried": tried,
        "picture": page_parts.as_markup(frames[-1]["picture"] if frames else task["picture"]),
        "shape": page_parts.ratio_class(task["size"]),
        "choices": [] if frames else _boards(request).explained(start),
        "base": f"/learn/{game.key}",
        "numbers": range(1, task["of"] + 1),
        "is_last": task["number"] == task["of"],
        "puzzles": bool(puzzles_of(game)),
        "first_opponent": FIRST_OPPONENT,
        "section": "learn",
    }
    return responses.page(request, "learn.html", context)
