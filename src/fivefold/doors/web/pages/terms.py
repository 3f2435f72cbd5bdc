"""The meanings of a game's terms, for help on things in its picture."""

from fastapi import APIRouter
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.pages import help_text
from fivefold.doors.web.static_files import find_game

router = APIRouter()


@router.get("/rules/{key}/terms.json")
def terms(key: str) -> Response:
    """Return a short explanation for each anchor of a game's rules page."""
    return responses.json({anchor: str(words) for anchor, words in help_text.terms(find_game(key)).items()})
