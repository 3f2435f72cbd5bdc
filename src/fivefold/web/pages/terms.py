"""What a game's terms mean, for help on whatever is pointed at on its picture."""

from fastapi import APIRouter
from starlette.responses import Response

from fivefold.web import answers
from fivefold.web.pages import help_text
from fivefold.web.static_files import find_game

router = APIRouter()


@router.get("/rules/{key}/terms.json")
def terms(key: str) -> Response:
    """Return for each anchor of a game's rules page what stands there, in short."""
    return answers.json({anchor: str(words) for anchor, words in help_text.terms(find_game(key)).items()})
