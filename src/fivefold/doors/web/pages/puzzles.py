"""Puzzles: one after the other, rated, and runs of as many as one can solve in three minutes."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.forms import Form, text, yes_or_no
from fivefold.doors.web.limits import MATCHES, MOVES, limited
from fivefold.doors.web.pages import page_parts
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.commands import LONGEST_MOVE
from fivefold.house.lessons import frames, read, said, task
from fivefold.house.match_view.view_types import PuzzleAnswerView, PuzzleRunView, PuzzleView
from fivefold.house.puzzle_words import asked, why, why_not
from fivefold.house.records.puzzles import MISSES, Run
from fivefold.play import catalogue
from fivefold.play.puzzles import Puzzle, puzzles_of

router = APIRouter()
Id = Annotated[str, Path(max_length=16)]
LONGEST_ID: Final = 16


@router.get("/puzzles")
def overview(request: Request) -> Response:
    """Show the puzzles of all games, and how far the visitor has come."""
    house, person_id = house_of(request), visitor(request).id
    games = [(game, house.puzzles.standing(person_id, game)) for game in catalogue.games() if puzzles_of(game)]
    return responses.page(request, "puzzles.html", {"games": games, "section": "puzzles"})


@router.get("/puzzles/{key}")
def next_puzzle(request: Request, key: str) -> Response:
    """Lead to a puzzle that fits how strong the visitor is."""
    game, house = find_game(key), house_of(request)
    found = house.puzzles.next_for(visitor(request).id, game)
    if found is None:
        raise UnknownPage(f"you have answered every puzzle of {game.name}; a run asks them again", subject="puzzle")
    if responses.wants_json(request):
        return responses.json(_view(request, found))
    return responses.elsewhere(f"/puzzles/{game.key}/{found.id}")


@router.post("/puzzles/{key}/runs", dependencies=[Depends(limited(MATCHES))])
@in_thread
def begin_run(request: Request, key: str, fields: Form) -> Response:
    """Begin a run."""
    run = house_of(request).puzzles.begin_run(visitor(request).id, find_game(key))
    return responses.elsewhere(f"/puzzles/{run.game}/runs/{run.id}")


@router.get("/puzzles/{key}/runs/{run_id}")
def show_run(request: Request, key: str, run_id: Id) -> Response:
    """Show a run of the visitor's: the puzzle to answer, or what came of it."""
    run = _run(request, key, run_id)
    if responses.wants_json(request):
        return responses.json(_run_view(request, run))
    return _run_page(request, run)


@router.post("/puzzles/{key}/runs/{run_id}", dependencies=[Depends(limited(MOVES))])
@in_thread
def answer_run(request: Request, key: str, run_id: Id, fields: Form) -> Response:
    """Answer a puzzle of a run, and show the next one."""
    house, person_id = house_of(request), visitor(request).id
    run = _run(request, key, run_id)
    puzzle = _puzzle(request, run.game, text(fields, "puzzle", LONGEST_ID))
    _, played = read(puzzle.start, text(fields, "move", LONGEST_MOVE))
    after = house.puzzles.answer_run(person_id, run.id, puzzle, played == puzzle.answer) or run
    if responses.wants_json(request):
        return responses.json(_run_view(request, after))
    return responses.elsewhere(f"/puzzles/{run.game}/runs/{run.id}")


@router.get("/puzzles/{key}/{puzzle_id}")
def show_puzzle(request: Request, key: str, puzzle_id: Id) -> Response:
    """Show a puzzle."""
    puzzle = _puzzle(request, find_game(key).key, puzzle_id)
    if responses.wants_json(request):
        return responses.json(_view(request, puzzle))
    return _page(request, puzzle, None)


@router.post("/puzzles/{key}/{puzzle_id}", dependencies=[Depends(limited(MOVES))])
@in_thread
def answer_puzzle(request: Request, key: str, puzzle_id: Id, fields: Form) -> Response:
    """Judge an answer, with ``solution`` the right one, which counts as missed; the first one is rated."""
    puzzle = _puzzle(request, find_game(key).key, puzzle_id)
    solution = yes_or_no(fields, "solution")
    answer = _answered(request, puzzle, puzzle.answer if solution else text(fields, "move", LONGEST_MOVE), solution)
    return responses.json(answer) if responses.wants_json(request) else _page(request, puzzle, answer)


def _answered(request: Request, puzzle: Puzzle, move: str, given: bool) -> PuzzleAnswerView:
    """Return what comes of a move; ``given``: whether it is the solution that was asked for."""
    house, (match, played) = house_of(request), read(puzzle.start, move)
    right = played == puzzle.answer
    kept = house.puzzles.keep(visitor(request).id, puzzle, right and not given)
    reply = puzzle.replies.get(played)
    shown = frames(house.boards, puzzle.start, match.to_move, (played, reply) if reply else (played,))
    before, after = round(kept.before.mean), round(kept.after.mean)
    return {
        "right": right,
        "move": played,
        "said": shown[0]["said"] if right else said(match, played),
        "words": why(puzzle) if right else why_not(puzzle, match, played),
        "frames": shown if right or reply else [],
        "counts": kept.counts,
        "rating": after,
        "provisional": kept.after.provisional,
        "change": after - before,
        "puzzle_rating": round(kept.puzzle.mean),
    }


def _puzzle(request: Request, key: str, puzzle_id: str) -> Puzzle:
    """Return a puzzle. Raises ``UnknownPage``."""
    game = find_game(key)
    found = house_of(request).puzzles.find(game, puzzle_id)
    if found is None:
        raise UnknownPage(f"{game.name} has no such puzzle", subject=f"puzzle {puzzle_id[:LONGEST_ID]}")
    return found


def _run(request: Request, key: str, run_id: str) -> Run:
    """Return a run of the visitor's. Raises ``UnknownPage``."""
    game, found = find_game(key), house_of(request).puzzles.run(visitor(request).id, run_id)
    if found is None or found.game != game.key:
        raise UnknownPage("it is not yours, or does not exist", subject=f"run {run_id[:LONGEST_ID]}")
    return found


def _view(request: Request, puzzle: Puzzle) -> PuzzleView:
    house = house_of(request)
    look = f"/try/{puzzle.start.game}/puzzles/{puzzle.id}"
    tried = house.puzzles.has_tried(visitor(request).id, puzzle)
    return {**task(house.boards, puzzle.start, asked(puzzle), look), "id": puzzle.id, "tried": tried}


def _run_view(request: Request, run: Run) -> PuzzleRunView:
    house, person_id = house_of(request), visitor(request).id
    game, left = find_game(run.game), run.seconds_left(house.now())
    return {
        "puzzle": _view(request, _puzzle(request, run.game, run.puzzles[-1])) if left else None,
        "seconds": left,
        "solved": run.solved,
        "missed": run.missed,
        "misses": MISSES,
        "best": house.puzzles.standing(person_id, game).best_run,
    }


def _page(request: Request, puzzle: Puzzle, answer: PuzzleAnswerView | None) -> Response:
    """Show a puzzle; its board is that after the answer if it was right."""
    house, game, view = house_of(request), find_game(puzzle.start.game), _view(request, puzzle)
    solved = answer is not None and answer["right"]
    context = {
        "answer": answer,
        "standing": house.puzzles.standing(visitor(request).id, game),
        "choices": [] if solved else house.boards.explained(puzzle.start, puzzle.seat),
        "picture": page_parts.as_markup(answer["frames"][0]["picture"] if answer and solved else view["picture"]),
    }
    return responses.page(request, "puzzle.html", {**_shared(game, view), **context})


def _run_page(request: Request, run: Run) -> Response:
    view, game, asking = _run_view(request, run), find_game(run.game), _puzzle(request, run.game, run.puzzles[-1])
    choices = house_of(request).boards.explained(asking.start, asking.seat) if view["puzzle"] else []
    context = {"run": view, "choices": choices, "here": f"/puzzles/{run.game}/runs/{run.id}"}
    return responses.page(request, "puzzle_run.html", {**_shared(game, view["puzzle"]), **context})


def _shared(game: Game, view: PuzzleView | None) -> Mapping[str, Any]:
    """Return what pages with a puzzle have in common."""
    return {
        "game": game,
        "task": view,
        "shape": page_parts.ratio_class(view["size"]) if view else "",
        "picture": page_parts.as_markup(view["picture"]) if view else "",
        "base": f"/puzzles/{game.key}",
        "section": "puzzles",
    }
