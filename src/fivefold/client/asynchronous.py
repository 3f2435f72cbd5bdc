"""A client for programs that do several things at once: its calls are awaited."""

import asyncio
import functools
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import httpx

from fivefold.client import calls, meeting_calls
from fivefold.client.call import Call
from fivefold.client.connection import LIMITS, PATIENCE, STREAMING, TIMEOUT, Connection, event_stream, match_stream
from fivefold.client.connection import read as read_answer
from fivefold.client.connection import refused as refusal_of
from fivefold.client.errors import Refused
from fivefold.client.lines import Following, Line

Given = ParamSpec("Given")
Answered = TypeVar("Answered")


def _awaited(
    describe: Callable[Given, Call[Answered]],
) -> Callable[Concatenate["AsyncClient", Given], Awaitable[Answered]]:
    """Return the method that sends a call and returns its answer when it is there."""

    @functools.wraps(describe)
    async def method(self: "AsyncClient", /, *given: Given.args, **named: Given.kwargs) -> Answered:
        return await self.send(describe(*given, **named))

    return method


class AsyncClient:
    """``Client`` with the same methods, each awaited."""

    def __init__(
        self,
        url: str,
        token: str = "",
        *,
        patience: float = PATIENCE,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._connection, self._sleep = Connection(url, token, patience), sleep
        self._http = httpx.AsyncClient(
            headers=self._connection.headers, timeout=TIMEOUT, limits=LIMITS, transport=transport, trust_env=False
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._http.aclose()

    async def send(self, call: Call[Answered]) -> Answered:
        """Send a call and return its answer. Raises ``Refused``, ``Unreachable``."""
        tries = self._connection.tries(call)
        while True:
            try:
                found: Answered = read_answer(call, await self._http.request(**self._connection.arguments(call)))
                return found
            except httpx.TransportError as error:
                wait = tries.after_error(error)
            except Refused as error:
                wait = tries.after_refusal(error)
            await self._sleep(wait)

    account = _awaited(calls.account)
    become_bot = _awaited(calls.become_bot)
    revoke_token = _awaited(calls.revoke_token)
    games = _awaited(calls.games)
    game = _awaited(calls.game)
    begin = _awaited(calls.begin)
    matches = _awaited(calls.matches)
    see = _awaited(calls.see)
    legal = _awaited(calls.legal)
    record = _awaited(calls.record)
    move = _awaited(calls.move)
    sit = _awaited(calls.sit)
    ready = _awaited(calls.ready)
    undo = _awaited(calls.undo)
    resign = _awaited(calls.resign)
    offer = _awaited(calls.offer)
    answer = _awaited(calls.answer)
    claim = _awaited(calls.claim)
    give_time = _awaited(calls.give_time)
    fill = _awaited(calls.fill)
    stand_up = _awaited(calls.stand_up)
    close_table = _awaited(calls.close_table)
    rematch = _awaited(calls.rematch)
    second = _awaited(calls.second)
    new_cards = _awaited(calls.new_cards)
    same_cards = _awaited(calls.same_cards)
    play_on = _awaited(calls.play_on)
    ask_for_hint = _awaited(calls.ask_for_hint)
    hint = _awaited(calls.hint)
    ask_coach = _awaited(calls.ask_coach)
    coach = _awaited(calls.coach)
    hindsight = _awaited(calls.hindsight)
    analysis = _awaited(calls.analysis)
    answers_ahead = _awaited(calls.answers_ahead)
    answer_ahead = _awaited(calls.answer_ahead)
    remove_answer = _awaited(calls.remove_answer)
    clear_answers = _awaited(calls.clear_answers)
    move_ahead = _awaited(calls.move_ahead)

    tables = _awaited(meeting_calls.tables)
    search = _awaited(meeting_calls.search)
    seek = _awaited(meeting_calls.seek)
    stop_search = _awaited(meeting_calls.stop_search)
    accept_found = _awaited(meeting_calls.accept_found)
    challenges = _awaited(meeting_calls.challenges)
    reasons_to_decline = _awaited(meeting_calls.reasons_to_decline)
    accept = _awaited(meeting_calls.accept)
    decline = _awaited(meeting_calls.decline)
    withdraw = _awaited(meeting_calls.withdraw)
    invite = _awaited(meeting_calls.invite)
    standing = _awaited(meeting_calls.standing)
    settle = _awaited(meeting_calls.settle)
    chat = _awaited(meeting_calls.chat)
    say = _awaited(meeting_calls.say)
    mute = _awaited(meeting_calls.mute)
    report = _awaited(meeting_calls.report)
    player = _awaited(meeting_calls.player)
    rating_curve = _awaited(meeting_calls.rating_curve)
    block = _awaited(meeting_calls.block)
    unblock = _awaited(meeting_calls.unblock)
    blocked = _awaited(meeting_calls.blocked)
    pools = _awaited(meeting_calls.pools)
    leaderboard = _awaited(meeting_calls.leaderboard)
    finished_games = _awaited(meeting_calls.finished_games)
    days = _awaited(meeting_calls.days)
    day = _awaited(meeting_calls.day)
    play_day = _awaited(meeting_calls.play_day)
    announcements = _awaited(meeting_calls.announcements)
    tournaments = _awaited(meeting_calls.tournaments)
    begin_tournament = _awaited(meeting_calls.begin_tournament)
    tournament = _awaited(meeting_calls.tournament)
    play_tournament = _awaited(meeting_calls.play_tournament)
    rename_entrant = _awaited(meeting_calls.rename_entrant)
    settings = _awaited(meeting_calls.settings)
    change_settings = _awaited(meeting_calls.change_settings)
    vacations = _awaited(meeting_calls.vacations)
    book_vacation = _awaited(meeting_calls.book_vacation)
    end_vacation = _awaited(meeting_calls.end_vacation)

    def stream(
        self,
        match_id: str,
        *,
        since: int | None = None,
        legal: bool = False,
        position: bool = False,
        chat: bool = False,
    ) -> AsyncIterator[Line]:
        """Yield the match as it is, then what changes, until it is over; lost connections are taken up again.

        Each line has a ``type``: ``match``, ``state``, ``presence``, ``chat``. Raises ``Refused``, and
        ``Unreachable`` where the house stays away for longer than the client's patience.
        """
        return self._lines(
            match_stream(match_id, self._connection.patience, since, legal=legal, position=position, chat=chat)
        )

    def events(self) -> AsyncIterator[Line]:
        """Yield all that waits for you, then what comes; each new connection begins with all that waits.

        Raises as ``stream``.
        """
        return self._lines(event_stream(self._connection.patience))

    async def _lines(self, following: Following) -> AsyncIterator[Line]:
        while not following.ended:
            try:
                async with aclosing(self._connected(following)) as lines:
                    async for line in lines:
                        yield line
                wait = 0.0 if following.ended else following.lost()
            except httpx.TransportError as error:
                wait = following.lost(error)
            except Refused as error:
                wait = following.refused(error)
            await self._sleep(wait)

    async def _connected(self, following: Following) -> AsyncGenerator[Line]:
        """Yield the lines of one connection."""
        path, headers = self._connection.base + following.path, {"Accept-Encoding": "identity"}
        opened = self._http.stream("GET", path, params=following.query, headers=headers, timeout=STREAMING)
        async with opened as answer:
            if answer.is_error:
                await answer.aread()
                raise refusal_of(answer)
            following.opened()
            async for chunk in answer.aiter_raw():
                for line in following.take(chunk):
                    yield line
