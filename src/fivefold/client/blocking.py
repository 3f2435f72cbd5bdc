"""A client whose calls wait for their answers."""

import functools
import time
from collections.abc import Callable, Iterator
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


def _now(describe: Callable[Given, Call[Answered]]) -> Callable[Concatenate["Client", Given], Answered]:
    """Return the method that sends a call and returns its answer."""

    @functools.wraps(describe)
    def method(self: "Client", /, *given: Given.args, **named: Given.kwargs) -> Answered:
        return self.send(describe(*given, **named))

    return method


class Client:
    """A house, as the owner of a token sees it: ``Client("https://play.example.org", token)``.

    Calls that the house puts off, and those that are safe to repeat when a connection breaks, are sent again for
    ``patience`` seconds. Threads may share a client.
    """

    def __init__(
        self,
        url: str,
        token: str = "",
        *,
        patience: float = PATIENCE,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection, self._sleep = Connection(url, token, patience), sleep
        self._http = httpx.Client(
            headers=self._connection.headers, timeout=TIMEOUT, limits=LIMITS, transport=transport, trust_env=False
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._http.close()

    def send(self, call: Call[Answered]) -> Answered:
        """Send a call and return its answer. Raises ``Refused``, ``Unreachable``."""
        tries = self._connection.tries(call)
        while True:
            try:
                found: Answered = read_answer(call, self._http.request(**self._connection.arguments(call)))
                return found
            except httpx.TransportError as error:
                wait = tries.after_error(error)
            except Refused as error:
                wait = tries.after_refusal(error)
            self._sleep(wait)

    account = _now(calls.account)
    become_bot = _now(calls.become_bot)
    revoke_token = _now(calls.revoke_token)
    games = _now(calls.games)
    game = _now(calls.game)
    begin = _now(calls.begin)
    matches = _now(calls.matches)
    see = _now(calls.see)
    legal = _now(calls.legal)
    record = _now(calls.record)
    move = _now(calls.move)
    sit = _now(calls.sit)
    ready = _now(calls.ready)
    undo = _now(calls.undo)
    resign = _now(calls.resign)
    offer = _now(calls.offer)
    answer = _now(calls.answer)
    claim = _now(calls.claim)
    give_time = _now(calls.give_time)
    fill = _now(calls.fill)
    stand_up = _now(calls.stand_up)
    close_table = _now(calls.close_table)
    rematch = _now(calls.rematch)
    second = _now(calls.second)
    new_cards = _now(calls.new_cards)
    same_cards = _now(calls.same_cards)
    play_on = _now(calls.play_on)
    ask_for_hint = _now(calls.ask_for_hint)
    hint = _now(calls.hint)
    ask_coach = _now(calls.ask_coach)
    coach = _now(calls.coach)
    hindsight = _now(calls.hindsight)
    analysis = _now(calls.analysis)
    answers_ahead = _now(calls.answers_ahead)
    answer_ahead = _now(calls.answer_ahead)
    remove_answer = _now(calls.remove_answer)
    clear_answers = _now(calls.clear_answers)
    move_ahead = _now(calls.move_ahead)

    tables = _now(meeting_calls.tables)
    search = _now(meeting_calls.search)
    seek = _now(meeting_calls.seek)
    stop_search = _now(meeting_calls.stop_search)
    accept_found = _now(meeting_calls.accept_found)
    challenges = _now(meeting_calls.challenges)
    reasons_to_decline = _now(meeting_calls.reasons_to_decline)
    accept = _now(meeting_calls.accept)
    decline = _now(meeting_calls.decline)
    withdraw = _now(meeting_calls.withdraw)
    invite = _now(meeting_calls.invite)
    standing = _now(meeting_calls.standing)
    settle = _now(meeting_calls.settle)
    chat = _now(meeting_calls.chat)
    say = _now(meeting_calls.say)
    mute = _now(meeting_calls.mute)
    report = _now(meeting_calls.report)
    player = _now(meeting_calls.player)
    rating_curve = _now(meeting_calls.rating_curve)
    block = _now(meeting_calls.block)
    unblock = _now(meeting_calls.unblock)
    blocked = _now(meeting_calls.blocked)
    pools = _now(meeting_calls.pools)
    leaderboard = _now(meeting_calls.leaderboard)
    finished_games = _now(meeting_calls.finished_games)
    days = _now(meeting_calls.days)
    day = _now(meeting_calls.day)
    play_day = _now(meeting_calls.play_day)
    announcements = _now(meeting_calls.announcements)
    tournaments = _now(meeting_calls.tournaments)
    begin_tournament = _now(meeting_calls.begin_tournament)
    tournament = _now(meeting_calls.tournament)
    play_tournament = _now(meeting_calls.play_tournament)
    rename_entrant = _now(meeting_calls.rename_entrant)
    settings = _now(meeting_calls.settings)
    change_settings = _now(meeting_calls.change_settings)
    vacations = _now(meeting_calls.vacations)
    book_vacation = _now(meeting_calls.book_vacation)
    end_vacation = _now(meeting_calls.end_vacation)

    def stream(
        self,
        match_id: str,
        *,
        since: int | None = None,
        legal: bool = False,
        position: bool = False,
        chat: bool = False,
    ) -> Iterator[Line]:
        """Yield the match as it is, then what changes, until it is over; lost connections are taken up again.

        Each line has a ``type``: ``match``, ``state``, ``presence``, ``chat``. Raises ``Refused``, and
        ``Unreachable`` where the house stays away for longer than the client's patience.
        """
        return self._lines(
            match_stream(match_id, self._connection.patience, since, legal=legal, position=position, chat=chat)
        )

    def events(self) -> Iterator[Line]:
        """Yield all that waits for you, then what comes; each new connection begins with all that waits.

        Raises as ``stream``.
        """
        return self._lines(event_stream(self._connection.patience))

    def _lines(self, following: Following) -> Iterator[Line]:
        while not following.ended:
            try:
                yield from self._connected(following)
                wait = 0.0 if following.ended else following.lost()
            except httpx.TransportError as error:
                wait = following.lost(error)
            except Refused as error:
                wait = following.refused(error)
            self._sleep(wait)

    def _connected(self, following: Following) -> Iterator[Line]:
        """Yield the lines of one connection."""
        path, headers = self._connection.base + following.path, {"Accept-Encoding": "identity"}
        with self._http.stream("GET", path, params=following.query, headers=headers, timeout=STREAMING) as answer:
            if answer.is_error:
                answer.read()
                raise refusal_of(answer)
            following.opened()
            for chunk in answer.iter_raw():
                yield from following.take(chunk)
