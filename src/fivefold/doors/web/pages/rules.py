"""The rules of each game, with positions to play with."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.pages import help_text
from fivefold.doors.web.pages.new_match import all_games
from fivefold.doors.web.static_files import find_game

router = APIRouter()


@router.get("/rules")
def all_rules(request: Request) -> Response:
    """List the games with their rules pages."""
    return responses.page(request, "games.html", {"games": all_games(), "section": "rules"})


@router.get("/rules/{key}")
def rules(request: Request, key: str) -> Response:
    """Show the rules of a game."""
    game = find_game(key)
    words, sections = help_text.page(game)
    context = {"game": game, "words": words, "sections": sections, "section": "rules"}
    return responses.page(request, "rules.html", context)
