"""How to play by mail, for somebody who has never done so."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.house.house import House
from fivefold.play import catalogue
from fivefold.play.example_moves import example_game, example_moves

router = APIRouter()


@router.get("/help/mail")
def show(request: Request) -> Response:
    """Show how to begin, play and end a match by mail, and every command."""
    house: House = request.app.state.house
    names = [catalogue.find(key).name for key in sorted(catalogue.keys())]
    example = example_game()
    context = {
        "section": "help",
        "domain": house.mail.domain,
        "here": f"play@{house.mail.domain}",
        "games": names,
        "game": example.key,
        "moves": example_moves(example),
    }
    return responses.page(request, "help_mail.html", context)
