"""Threads for commands: one that has to wait holds up no page and no stream."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial, wraps
from typing import Final, ParamSpec, TypeVar

from anyio import CapacityLimiter, fail_after
from anyio.to_thread import run_sync

from fivefold.contract.errors import FivefoldError
from fivefold.house.commands import Command, Context, Sent
from fivefold.house.committer import MustWait, not_waiting
from fivefold.house.errors import Busy
from fivefold.house.ledger import Overtaken
from fivefold.house.turns import Patience, patience
from fivefold.session.snapshot import MatchSnapshot

Given = ParamSpec("Given")
Result = TypeVar("Result")
THREADS: Final = 8
"""Only one command writes at a time; more threads would only wait."""

HASHING: Final = 2
"""Threads for what is meant to be slow, passwords: one may be checked while another is."""

_waiting = CapacityLimiter(THREADS)
_hashing = CapacityLimiter(HASHING)


async def run_command(command: Command, context: Context, match_id: str, sent: Sent | None) -> MatchSnapshot:
    """Run a command at a table, as of now, however long it waits. Raises what it raises."""
    context = replace(context, arrived=context.house.now())
    run = partial(command.run, context, match_id, *(() if sent is None else (sent,)))
    # Moves not in a thread: with many matches at once, threads that take turns at computing keep every move waiting.
    if command.name == "move" and context.house.at_hand(match_id):
        return await run_promptly(run)
    return await run_in_thread(run)


async def run_promptly(command: Callable[[], Result]) -> Result:
    """Run a command on the event loop, which does not wait for the disk; in a thread where the command has to wait.

    A refusal counts when it comes from a thread, for what is in memory may be out of date. Raises what it raises.
    """
    try:
        with not_waiting() as queued:
            done = command()
    except (MustWait, FivefoldError):
        return await run_in_thread(command)
    try:
        for each in queued:
            await each.stored()
    except Overtaken:
        return await run_in_thread(command)
    return done


async def run_hashing(command: Callable[[], Result]) -> Result:
    """Run a command that checks or keeps a password. Raises what ``run_in_thread`` does."""
    return await run_in_thread(command, limiter=_hashing)


async def run_in_thread(
    command: Callable[[], Result], given: Patience | None = None, limiter: CapacityLimiter = _waiting
) -> Result:
    """Run a command in a thread. Raises what it raises, and ``Busy`` if its time is up before it begins."""
    given = given or Patience.begun()
    try:
        with fail_after(given.left):
            return await run_sync(patience(given)(command), limiter=limiter)
    except TimeoutError:
        raise Busy("too many people are playing just now, so this was not done; try again in a moment") from None


def in_thread(handler: Callable[Given, Result]) -> Callable[Given, Awaitable[Result]]:
    """Make a handler that gives commands to the house run in a thread."""

    @wraps(handler)
    async def handle(*values: Given.args, **named: Given.kwargs) -> Result:
        return await run_in_thread(partial(handler, *values, **named))

    return handle
