"""Commands have a lane of threads of their own: one that has to wait keeps no page and no stream waiting."""

from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Final, ParamSpec, TypeVar

from anyio import CapacityLimiter, fail_after
from anyio.to_thread import run_sync

from fivefold.service.errors import Busy
from fivefold.service.turns import Patience, patience

Given = ParamSpec("Given")
Result = TypeVar("Result")
THREADS: Final = 8
"""Only one command writes at a time; more threads would only wait."""

_lane = CapacityLimiter(THREADS)


async def hurried(command: Callable[[], Result]) -> Result:
    """Carry out a command on the event loop; where it would have to wait, in the lane. Raises what it raises."""
    given = Patience.begun()
    try:
        return _within(given._replace(hurried=True), command)
    except Busy:
        return await commanded(command, given)


async def commanded(command: Callable[[], Result], given: Patience | None = None) -> Result:
    """Carry out a command in the lane. Raises what it raises, and ``Busy`` where its time is up before it begins."""
    given = given or Patience.begun()
    try:
        with fail_after(given.left):
            return await run_sync(partial(_within, given, command), limiter=_lane)
    except TimeoutError:
        raise Busy("too many are writing just now: what you sent was not done; try it again in a moment") from None


def in_lane(handler: Callable[Given, Result]) -> Callable[Given, Awaitable[Result]]:
    """Let a handler that gives the house commands run in the lane."""

    @wraps(handler)
    async def handle(*values: Given.args, **named: Given.kwargs) -> Result:
        return await commanded(partial(handler, *values, **named))

    return handle


def _within(given: Patience, command: Callable[[], Result]) -> Result:
    with patience(given):
        return command()
