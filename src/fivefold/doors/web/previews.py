"""What is shown where a link to a page is pasted (Open Graph): its title, a sentence, a picture."""

from typing import Final, NamedTuple
from urllib.parse import quote

from starlette.requests import Request

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import match_posters, request_parsing
from fivefold.house.house import House
from fivefold.house.links import DAY, day_is_over
from fivefold.play import catalogue

HOUSE: Final = "/cards/house.png"
CARDS: Final = {"lobby": "/cards/lobby.png"}
"""Pages of their own, by the first part of their path."""


class Preview(NamedTuple):
    """What is told of a page; where title and description are empty, the page's own count."""

    image: str
    """A path."""
    title: str = ""
    description: str = ""


def preview(request: Request) -> Preview:
    """Return what a link to this page shows to those who have not opened it: what everybody may see."""
    params = request.path_params
    if "match_id" in params:
        return _of_match(request, str(params["match_id"]))
    first, *rest = request.scope["path"].strip("/").split("/")
    if first == "players" and rest:
        return Preview(f"/players/{quote(rest[0])}/card.png")
    if first == "daily" and rest and rest[0] in catalogue.keys():  # noqa: SIM118  (a function)
        day = request_parsing.query(request).get("day", "")
        return Preview(f"/daily/{rest[0]}/card.png" + (f"?day={day}" if _is_day(day) else ""))
    key = next((part for part in rest[:1] if part in catalogue.keys()), "")  # noqa: SIM118  (a function)
    return Preview(f"/cards/{key}.png" if key else CARDS.get(first, HOUSE))


def _is_day(text: str) -> bool:
    return len(text) == len("2026-01-01") and text.replace("-", "").isdecimal()


def _of_match(request: Request, match_id: str) -> Preview:
    house: House = request.app.state.house
    try:
        snapshot = house.delays.by_spectators(house.snapshot(match_id))
    except FivefoldError:
        return Preview(HOUSE)
    base, ply = f"/matches/{match_id}", request_parsing.query(request).get("ply", "")
    if snapshot.linked(DAY) is not None and not day_is_over(snapshot):
        return Preview(f"{base}/card.png", match_posters.of_match(house.views, snapshot).title)
    is_early = ply.isdecimal() and len(ply) < 6 and int(ply) < len(snapshot.match.moves)
    image = f"{base}/picture.png?wide=1&ply={ply}" if is_early else f"{base}/card.png"
    return Preview(image, match_posters.title(snapshot), match_posters.description(snapshot))
