"""How to play by mail, for somebody who has never done so."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.play import catalogue
from fivefold.service.house import House
from fivefold.web import answers

router = APIRouter()


@router.get("/help/mail")
def show(request: Request) -> Response:
    """Show how to begin, play and end a match by mail, and every command."""
    house: House = request.app.state.house
    names = [catalogue.find(key).name for key in sorted(catalogue.keys())]
    context = {"section": "help", "domain": house.mail.domain, "games": names, "here": "play@" + house.mail.domain}
    return answers.page(request, "help_mail.html", context)
