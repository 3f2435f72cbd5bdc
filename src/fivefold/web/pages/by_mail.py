"""What a match is called in mails, so that whoever sits at the table can go on by mail."""

from typing import Any

from starlette.requests import Request

from fivefold.play import catalogue
from fivefold.service.house import House


def board_by_mail(request: Request, match_id: str, game: str) -> dict[str, Any] | None:
    """Return name and number of a match and where to write about it; ``None`` where nobody plays it by mail."""
    house: House = request.app.state.house
    number = house.mail.boards.known(match_id) if house.mail.domain else None
    if number is None:
        return None
    name = f"{catalogue.find(game).name} {number}"
    return {"name": name, "address": f"play@{house.mail.domain}", "subject": f"{game} show {number}"}
