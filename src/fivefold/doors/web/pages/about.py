"""About Fivefold: fairness, keys, privacy, and where the games come from."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import answers

router = APIRouter()


@router.get("/about")
def about(request: Request) -> Response:
    """Show the page about Fivefold."""
    return answers.page(request, "about.html", {"section": "about"})
