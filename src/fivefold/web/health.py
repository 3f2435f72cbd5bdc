"""Whether the house stands: for whoever watches over it, and for measurements."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.service.opponents import Opponents
from fivefold.web import answers

router = APIRouter()


@router.get("/health")
async def health(request: Request) -> Response:
    """Tell that the server answers, and whether opponents' engines are still being compiled."""
    opponents: Opponents = request.app.state.opponents
    return answers.json({"status": "ok", "compiling": opponents.compiling})
