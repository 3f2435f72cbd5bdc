"""About Fivefold: fairness, keys, privacy, and where the games come from."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses

router = APIRouter()


@router.get("/about")
def about(request: Request) -> Response:
    """Show the page about Fivefold."""
    return responses.page(request, "about.html", {"section": "about"})
