"""What is done over the API: every command of the house's table as a route of its own.

Whatever adds an entry to the log is sent with the ``number`` that this entry would be, one more than the ``number``
known. So nothing is done twice, and nothing is done in another position than was meant.
"""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from starlette.responses import Response

from fivefold.doors.api.callers import CALLERS, spend
from fivefold.doors.api.matches import MatchId, told
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import responses
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.thread_pool import run_command, run_in_thread
from fivefold.house.commands import PLAYING, TABLE, Command, Context, Move
from fivefold.house.match_view.facts import CompactMatch, CompactState, plies_known
from fivefold.session.snapshot import MatchSnapshot

router = api_router("Playing")
NEXT: Final = {201: {"model": CompactMatch, "description": "The next match has begun: this is it."}}
IDS: Final = {
    "match_id": MatchId,
    "challenge_id": Annotated[str, Path(max_length=40, description="The id of a challenge.")],
}


def add_commands(router: APIRouter, feature: str) -> None:
    """Add a route for each command of a feature of the house."""
    for each in TABLE:
        if each.feature == feature:
            router.add_api_route(each.at + each.path, _route(each), methods=[each.method], **_terms(each))


def _terms(command: Command) -> dict[str, Any]:
    place = {command.about: command.stands_for}
    example = Example(place, body=command.example, status=command.status, given=command.given)
    body = command.method == "POST"
    found = how(command.rate, command.scope, example=example, body=body, problems=command.problems)
    if command.begins == "perhaps":
        found["responses"] |= NEXT
    answers = CompactMatch if command.answers is MatchSnapshot else command.answers
    return {
        **found,
        "status_code": command.done_status,
        "response_model": CompactState if command.sent is Move else answers,
    }


def _route(command: Command) -> Callable[..., Awaitable[Response]]:
    """Return the route of a command, with its own body in its signature."""
    kind = command.sent
    body = "" if kind is None else kind.__name__.lower()

    async def route(caller: RequestContext, **given: Any) -> Response:
        about, sent = given[command.about], given.get(body)
        if sent is None and kind is not None:
            sent = kind()
        more = command.rate_if(sent)
        if more is not None:
            spend(caller.request, more)
        context = Context(caller.house, caller.person_id)
        if command.feature != PLAYING:
            return await run_in_thread(lambda: _answer(caller, command, command.done(context, about, sent)))
        snapshot = await run_command(command, context, about, sent)
        if not isinstance(sent, Move):
            return told(caller, snapshot, 201 if command.has_begun(about, snapshot) else 200)
        await asyncio.sleep(0)  # the others' streams first
        known = plies_known(snapshot, sent.number - 1)
        return responses.encoded(caller.house.compact.state(snapshot, caller.person_id, known))

    given: dict[str, Any] = {"caller": CALLERS[command.scope], command.about: IDS[command.about]}
    parameters = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in given.items()]
    if kind is not None:
        annotation, default = (kind | None, None) if command.bare else (kind, Parameter.empty)
        parameters.append(Parameter(body, Parameter.KEYWORD_ONLY, annotation=annotation, default=default))
    route.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    route.__name__, route.__doc__ = command.name, command.run.__doc__
    return route


def _answer(caller: RequestContext, command: Command, found: Any) -> Response:
    if isinstance(found, MatchSnapshot):
        return told(caller, found)
    return Response(status_code=204) if command.answers is None else responses.json(found, command.done_status)


add_commands(router, PLAYING)
