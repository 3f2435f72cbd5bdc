"""What a person has settled for all challenges, shown with those that wait, and taken back by a button."""

from typing import Final, NamedTuple

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import InvalidOption
from fivefold.doors.web.context import Visiting
from fivefold.doors.web.forms import Form, text
from fivefold.doors.web.limits import Rate, limited
from fivefold.doors.web.thread_pool import in_thread
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.meeting.challenges import AutoReply
from fivefold.parts.words import counted
from fivefold.play import catalogue

router = APIRouter()
CHANGES: Final = Rate("standing answers", 30, 60)
REJECTS, LIMIT, SEEKS = "rejects", "limit", "seeks"


class StandingLine(NamedTuple):
    """Something that a person has settled."""

    what: str
    """``rejects``, ``limit`` or ``seeks``."""
    game: str
    """The game's key; empty for all games."""
    name: str
    """What the game is called."""
    says: str
    undo: str
    """What a button says that takes it back."""
    table: str | None = None
    """The match that is open for somebody to join."""


def standing_lines(request: Request) -> list[StandingLine]:
    """Return what the visitor has settled, for the page of challenges."""
    found = house_of(request).standing.of(visitor(request).id)
    return [line for each in found if each.game in {"", *catalogue.keys()} for line in _lines(each)]


def _lines(each: AutoReply) -> list[StandingLine]:
    about = each.game, catalogue.find(each.game).name if each.game else "All games"
    lines = []
    if each.rejects:
        lines.append(StandingLine(REJECTS, *about, "Nobody can challenge you.", "Take challenges"))
    if each.most is not None:
        most = counted(each.most, "match", "matches")
        lines.append(StandingLine(LIMIT, *about, f"Nobody can challenge you while you play {most}.", "No limit"))
    if each.seeks:
        more = counted(each.seeks, "more match", "more matches")
        lines.append(StandingLine(SEEKS, *about, f"You look for {more}.", "Stop looking", each.match))
    return lines


@router.post("/challenges/standing", dependencies=[Depends(limited(CHANGES))])
@in_thread
def take_back(visit: Visiting, fields: Form) -> Response:
    """Take back what the visitor has settled."""
    house, person_id = visit.house, visit.person_id
    what, game = text(fields, "what", 20), text(fields, "game", 40)
    if game:
        catalogue.find(game)
    if what == REJECTS:
        house.standing.accept(person_id, game)
    elif what == LIMIT:
        house.standing.limit(person_id, game, None)
    elif what == SEEKS:
        house.slow_seeks.stop(person_id, game)
    else:
        raise InvalidOption("there is nothing like that to take back", subject=what, field="what")
    return visit.gone_to("/challenges")
