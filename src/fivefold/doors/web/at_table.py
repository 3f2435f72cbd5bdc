"""What is done at a table, by forms of a page: every command of the house's table as a route of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from starlette.responses import Response

from fivefold.doors.web import limits, responses
from fivefold.doors.web.context import MatchId, RequestContext, Visiting
from fivefold.doors.web.forms import LONGEST_NAME, Form, sent, text
from fivefold.doors.web.limits import limited
from fivefold.doors.web.thread_pool import run_command
from fivefold.house.commands import PLAYING, TABLE, Command, Context
from fivefold.house.errors import InvalidName
from fivefold.session.snapshot import LIVE, MatchSnapshot

router = APIRouter()
LONGEST_VERSION: Final = 16
LEAVES: Final = {"stand_up": "/lobby", "close_table": "/lobby", "fill": ""}
"""Commands after which one is elsewhere while the table still waits; empty for the page one came from."""


def _route(command: Command) -> Callable[..., Awaitable[Response]]:
    async def route(match_id: MatchId, visit: Visiting, fields: Form) -> Response:
        name = text(fields, "name", LONGEST_NAME)
        context = Context(visit.house, visit.person_id, name=name)
        wanted = None if command.sent is None else sent(command.sent, fields)
        more = command.rate_if(wanted)
        if more is not None:
            limits.spend(visit.request, more)
        try:
            after = await run_command(command, context, match_id, wanted)
        except InvalidName:
            if responses.wants_json(visit.request):
                raise
            return responses.elsewhere(
                f"/matches/{match_id}?{urlencode({'name': name})}#invite"
            )  # which says what is wrong
        await asyncio.sleep(0)  # the others' streams first
        return _done(command, visit, match_id, after, text(fields, "version", LONGEST_VERSION))

    route.__name__, route.__doc__ = command.name, command.run.__doc__
    return route


def _done(command: Command, visit: RequestContext, match_id: str, after: MatchSnapshot, version: str) -> Response:
    """Return the answer: the match, the next one, or the page to go to. ``version``: of the person's view."""
    if command.name in LEAVES:
        back = LEAVES[command.name] or responses.way_back(visit.request)
        return visit.gone_to(f"/matches/{after.id}" if after.status == LIVE else back)
    return visit.done(after, 201 if command.has_begun(match_id, after) else 200, version)


for each in TABLE:
    if each.feature == PLAYING:
        dependencies = [Depends(limited(each.rate))]
        router.add_api_route(each.at + each.path, _route(each), methods=["POST"], dependencies=dependencies)
