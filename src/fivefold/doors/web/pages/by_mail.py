"""What pages about other things say of mail: what a match is called there, and where the visitor gets it."""

from typing import Any

from starlette.requests import Request

from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.notices.mail.addresses import MailAddress
from fivefold.play import catalogue


def board_by_mail(request: Request, match_id: str, game: str) -> dict[str, Any] | None:
    """Return name and number of a match and where to write about it; ``None`` where nobody plays it by mail."""
    house: House = request.app.state.house
    number = house.mail.boards.known(match_id) if house.mail.domain else None
    if number is None:
        return None
    name = f"{catalogue.find(game).name} {number}"
    return {"name": name, "address": f"play@{house.mail.domain}", "subject": f"{game} show {number}"}


def own_address(request: Request) -> MailAddress | None:
    """Return where the visitor gets mail."""
    house: House = request.app.state.house
    return house.mail.addresses.of(visitor(request).id)
