"""What those who run the house have decided, on the pages: announcements, a ban, games that are closed."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.limits import COMMANDS, PAGES, limited
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.house import House
from fivefold.house.moderation.active_rules import Announcement, Ban, ClosedGame, until_words

COOKIE: Final = "told"
"""Names the announcements that were closed on this device, as ``3.7``."""
LONGEST: Final = 100
"""Characters of the cookie; the rest is ignored."""
MOST_CLOSED: Final = 10
LARGEST: Final = 999_999_999

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Notices:
    """What a visitor is told at the top of every page."""

    ban: Ban | None
    until: str
    """Until when the ban holds, in words."""
    announcements: list[Announcement]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.announcements) + (self.ban is not None)


def notices(request: Request) -> Notices:
    """Return what a visitor is told at the top of every page."""
    moderation = house_of(request).moderation
    every = moderation.announced()
    closed = closed_here(request) if every else ()
    ban = moderation.ban_of(visitor(request).id)
    shown = [each for each in every if each.number not in closed]
    return Notices(ban, until_words(ban.until) if ban else "", shown)


def closed_game(request: Request, game: str) -> ClosedGame | None:
    """Return why no match of a game begins; ``None`` where they do."""
    return house_of(request).moderation.closed_games().get(game)


def closed_here(request: Request) -> list[int]:
    """Return the numbers of the announcements that were closed on this device."""
    parts = request_parsing.cookie(request, COOKIE)[:LONGEST].split(".")
    return [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 10][-MOST_CLOSED:]


@router.post("/announcements/{number}/close", dependencies=[Depends(limited(COMMANDS))])
async def close(request: Request, number: Annotated[int, Path(ge=1, le=LARGEST)]) -> Response:
    """Show an announcement no longer on this device."""
    closed = [each for each in closed_here(request) if each != number]
    kept = ".".join(map(str, [*closed, number][-MOST_CLOSED:]))
    done = responses.json({}) if responses.wants_json(request) else responses.elsewhere(responses.way_back(request))
    done.headers.append("set-cookie", f"{COOKIE}={kept}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax")
    return done


@router.get("/ban", dependencies=[Depends(limited(PAGES))])
def ban(request: Request) -> Response:
    """Tell somebody who is banned why, until when, and what they can still do."""
    found = house_of(request).moderation.ban_of(visitor(request).id)
    if found is None:
        return responses.elsewhere("/")
    context: dict[str, Any] = {"ban": found, "until": until_words(found.until), "section": "ban"}
    return responses.page(request, "ban.html", context)


def _house(request: Request) -> House:
    return house_of(request)
