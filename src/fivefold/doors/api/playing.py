"""What is done at a table, over the API: every command of the house's table as a route of its own.

Whatever adds an entry to the log is sent with the ``number`` that this entry would be, one more than the ``number``
known. So nothing is done twice, and nothing is done in another position than was meant.
"""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature
from typing import Any, Final

from starlette.responses import Response

from fivefold.doors.api.callers import Player, spend
from fivefold.doors.api.matches import EXAMPLE, UNKNOWN, MatchId, told
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import responses
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.thread_pool import run_command
from fivefold.house.commands import TABLE, Command, Context, Move, Rate, Sent
from fivefold.house.match_view.facts import CompactMatch, CompactState, plies_known

router = api_router("Playing")
NEXT: Final = {201: {"model": CompactMatch, "description": "The next match has begun: this is it."}}
REFUSALS: Final = (*UNKNOWN, "not-offered", "match-over", "stale")


def terms(
    rate: Rate,
    body: Any = None,
    given: str = "live",
    *,
    status: int = 200,
    more: tuple[str, ...] = (),
    leads_on: bool = False,
) -> dict[str, Any]:
    """Return what the routes for commands at a table have in common; ``leads_on``: they may begin the next match."""
    example = Example(path=EXAMPLE, body=body, status=status, given=given)
    found = how(rate, "play", example=example, body=True, problems=(*REFUSALS, *more))
    return {**found, "responses": {**found["responses"], **(NEXT if leads_on else {})}}


def _route(command: Command) -> Callable[..., Awaitable[Response]]:
    """Return the route of a command, with its own body in its signature."""

    async def route(caller: RequestContext, match_id: str, sent: Sent | None = None) -> Response:
        more = command.rate_if(sent)
        if more is not None:
            spend(caller.request, more)
        snapshot = await run_command(command, Context(caller.house, caller.person_id), match_id, sent)
        if not isinstance(sent, Move):
            return told(caller, snapshot, 201 if command.has_begun(match_id, snapshot) else 200)
        await asyncio.sleep(0)  # the others' streams first
        known = plies_known(snapshot, sent.number - 1)
        return responses.encoded(caller.house.compact.state(snapshot, caller.person_id, known))

    given: dict[str, Any] = {"caller": Player, "match_id": MatchId}
    if command.sent is not None:
        given["sent"] = command.sent
    parameters = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in given.items()]
    route.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    route.__name__, route.__doc__ = command.name, command.run.__doc__
    return route


for each in TABLE:
    router.add_api_route(
        f"/matches/{{match_id}}/{each.path}",
        _route(each),
        methods=["POST"],
        status_code=201 if each.begins == "always" else 200,
        response_model=CompactState if each.name == "move" else CompactMatch,
        **terms(
            each.rate,
            each.example,
            each.given,
            status=each.status,
            more=tuple(each.problems),
            leads_on=each.begins == "perhaps",
        ),
    )
