"""Learning by playing: a guided first game of each game, and puzzles."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.pages.new_match import all_games
from fivefold.doors.web.static_files import find_game
from fivefold.house import learning
from fivefold.house.house import House
from fivefold.house.match_view.view_types import LearnerAnswerView, TaskView
from fivefold.house.trial import Boards
from fivefold.play.lessons import Start, lesson_of, puzzles_of

router = APIRouter()
Move = Annotated[str, Query(max_length=40)]
Number = Annotated[int, Query(ge=1, le=100)]
FIRST_OPPONENT = "1"
"""The level that a lesson sends its player to."""


@router.get("/learn")
def overview(request: Request) -> Response:
    """List the lessons and puzzles."""
    games = [{"game": game, "steps": len(lesson_of(game)), "puzzles": len(puzzles_of(game))} for game in all_games()]
    return responses.page(request, "learn_games.html", {"games": games, "section": "learn"})


@router.get("/learn/{key}")
def lesson(request: Request, key: str, step: Number = 1, move: Move = "") -> Response:
    """Show a step of a lesson, and what comes of a move there."""
    game, boards = find_game(key), _boards(request)
    steps = lesson_of(game)
    if not 1 <= step <= len(steps):
        raise UnknownPage(f"{game.name} has {len(steps)} steps to learn", subject=f"step {step}")
    tried = learning.answer_step(boards, steps[step - 1], move) if move else None
    if responses.wants_json(request):
        return responses.json(tried or learning.step_task(boards, game, step))
    ways = {"kind": "lesson", "base": f"/learn/{key}", "next": f"/learn/{key}?step={step + 1}", "here": f"?step={step}"}
    return _page(request, game, learning.step_task(boards, game, step), tried, steps[step - 1].start, ways)


@router.get("/learn/{key}/puzzles")
def first_puzzle(request: Request, key: str) -> Response:
    """Show the first puzzle."""
    return responses.elsewhere(f"/learn/{find_game(key).key}/puzzles/1")


@router.get("/learn/{key}/puzzles/{number}")
def puzzle(request: Request, key: str, number: int, move: Move = "", solution: bool = False) -> Response:
    """Show a puzzle, and what comes of a move there, or with ``solution`` the answer."""
    game, boards = find_game(key), _boards(request)
    puzzles = puzzles_of(game)
    if not 1 <= number <= len(puzzles):
        raise UnknownPage(f"{game.name} has {len(puzzles)} puzzles", subject=f"puzzle {number}")
    asked = puzzles[number - 1]
    played = asked.answer if solution else move
    tried = learning.answer_puzzle(boards, asked, played) if played else None
    if responses.wants_json(request):
        return responses.json(tried or learning.puzzle_task(boards, game, number))
    base = f"/learn/{key}/puzzles"
    ways = {"kind": "puzzle", "base": base, "next": f"{base}/{number + 1}", "here": f"{base}/{number}"}
    return _page(request, game, learning.puzzle_task(boards, game, number), tried, asked.start, ways)


def _boards(request: Request) -> Boards:
    house: House = request.app.state.house
    return house.boards


def _page(
    request: Request, game: Game, task: TaskView, tried: LearnerAnswerView | None, start: Start, ways: Mapping[str, str]
) -> Response:
    """Show a task; its board is that after the answer if there was a right one."""
    frames = tried["frames"] if tried else []
    context = {
        "game": game,
        "task": task,
        "tried": tried,
        "picture": page_parts.as_markup(frames[-1]["picture"] if frames else task["picture"]),
        "shape": page_parts.ratio_class(task["size"]),
        "choices": [] if frames else _choices(request, start),
        "numbers": range(1, task["of"] + 1),
        "is_last": task["number"] == task["of"],
        "puzzles": len(puzzles_of(game)),
        "first_opponent": FIRST_OPPONENT,
        "section": "learn",
        **ways,
    }
    return responses.page(request, "learn.html", context)


def _choices(request: Request, start: Start) -> Sequence[tuple[str, str]]:
    """Return the moves to choose from without scripts, each with what it does."""
    return _boards(request).explained(start.game, start.options, start.seed, start.moves)
