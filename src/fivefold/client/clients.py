"""Both clients of a house: each call is described once, ``Client`` waits for its answer, ``AsyncClient`` awaits it.

The names of bodies and answers are those of the API's description, ``/openapi.json``.
"""

import asyncio
import functools
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import aclosing
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, Unpack, cast, overload

import httpx

from fivefold.client import types
from fivefold.client.connection import (
    LIMITS,
    PATIENCE,
    STREAMING,
    TIMEOUT,
    Call,
    Connection,
    Following,
    Line,
    Tries,
    at,
    delete,
    get,
    patch,
    post,
    put,
    quoted,
    read,
    refused,
)
from fivefold.client.errors import Refused

Given = ParamSpec("Given")
Answered = TypeVar("Answered")
Now_co = TypeVar("Now_co", covariant=True)
Later_co = TypeVar("Later_co", covariant=True)


class Method(Protocol[Given, Now_co, Later_co]):
    """A method of both clients, by what it returns: of one that waits for answers, and of one that is awaited."""

    @overload
    def __get__(self, client: "Client", kind: type) -> Callable[Given, Now_co]: ...
    @overload
    def __get__(self, client: "AsyncClient", kind: type) -> Callable[Given, Later_co]: ...
    @overload
    def __get__(self, client: None, kind: type) -> Callable[Concatenate[Any, Given], Any]: ...


def asked(
    describe: Callable[Concatenate[Any, Given], Call[Answered]],
) -> Method[Given, Answered, Coroutine[Any, Any, Answered]]:
    """Return the method that sends a call: ``Client.send`` waits for the answer, ``AsyncClient.send`` is awaited."""

    @functools.wraps(describe)
    def method(client: Any, /, *given: Given.args, **named: Given.kwargs) -> Any:
        return client.send(describe(client, *given, **named))

    return cast("Method[Given, Answered, Coroutine[Any, Any, Answered]]", method)


def followed(
    describe: Callable[Concatenate[Any, Given], Call[Any]],
) -> Method[Given, Iterator[Line], AsyncIterator[Line]]:
    """Return the method that yields the lines of a stream."""

    @functools.wraps(describe)
    def method(client: Any, /, *given: Given.args, **named: Given.kwargs) -> Any:
        return client._lines(describe(client, *given, **named))

    return cast("Method[Given, Iterator[Line], AsyncIterator[Line]]", method)


class Calls:
    """All that can be asked of a house."""

    # Who calls

    @asked
    def account(self) -> Call[types.AccountTold]:
        """See who you are, and what your token may do."""
        return get("/account")

    @asked
    def become_bot(self) -> Call[types.AccountTold]:
        """Make your account a bot, before its first game and for good: everybody sees that a program plays."""
        return post("/account/bot", again=True)

    @asked
    def revoke_token(self) -> Call[None]:
        """Revoke the token that this client uses."""
        return Call("DELETE", "/account/token")

    # Games and matches

    @asked
    def games(self) -> Call[types.GamesTold]:
        """List the games, with their options, presets and computer opponents."""
        return get("/games")

    @asked
    def game(self, key: str) -> Call[types.GameTold]:
        """See one game."""
        return get(f"/games/{quoted(key)}")

    @asked
    def begin(self, **new: Unpack[types.NewMatch]) -> Call[types.CompactMatch]:
        """Begin a match: against computers, against whoever has the link, or against players who are challenged."""
        return post("/matches", new)

    @asked
    def matches(self) -> Call[types.MatchesTold]:
        """List your matches that are not over, those you played last first."""
        return get("/matches")

    @asked
    def see(
        self, match_id: str, *, since: int | None = None, legal: bool = False, position: bool = False
    ) -> Call[types.CompactMatch]:
        """See a match as it is now, with the moves after entry ``since``.

        ``legal``: also the moves you may make now. ``position``: also the position, in numbers and as text.
        """
        return get(at(match_id), since=since, legal=legal or None, position=position or None)

    @asked
    def legal(self, match_id: str) -> Call[types.LegalMovesTold]:
        """List the moves that you may make now, each with what it earns or does."""
        return get(at(match_id, "/legal"))

    @asked
    def record(self, match_id: str) -> Call[str]:
        """Return a match's record, a text that ``fivefold show`` and ``fivefold verify`` read."""
        return Call("GET", at(match_id, "/record"), again=True, text=True)

    # At a table

    @asked
    def move(self, match_id: str, number: int, move: str, *, lag: int = 0) -> Call[types.CompactState]:
        """Make a move, with the number of the entry that it would be. Where the connection breaks it is sent again."""
        return post(at(match_id, "/moves"), {"number": number, "move": move, "lag": lag}, again=True)

    @asked
    def sit(self, match_id: str, **seat: Unpack[types.Seat]) -> Call[types.CompactMatch]:
        """Take an open seat."""
        return post(at(match_id, "/seats"), seat)

    @asked
    def ready(self, match_id: str) -> Call[types.CompactMatch]:
        """Say that you are ready to race; when the countdown is over, the same again deals the cards."""
        return post(at(match_id, "/ready"), again=True)

    @asked
    def undo(self, match_id: str, number: int) -> Call[types.CompactMatch]:
        """Take back your last move; where other people play, ask them whether you may."""
        return post(at(match_id, "/undo"), {"number": number})

    @asked
    def resign(self, match_id: str, number: int) -> Call[types.CompactMatch]:
        """Give the match up."""
        return post(at(match_id, "/resign"), {"number": number})

    @asked
    def offer(self, match_id: str, **offered: Unpack[types.Offer]) -> Call[types.CompactMatch]:
        """Offer the others something; where that begins the next match, it is the answer."""
        return post(at(match_id, "/offers"), offered)

    @asked
    def answer(self, match_id: str, **said: Unpack[types.Answer]) -> Call[types.CompactMatch]:
        """Accept what is offered, or decline it; where that begins the next match, it is the answer."""
        return post(at(match_id, "/offers/answer"), said)

    @asked
    def claim(self, match_id: str) -> Call[types.CompactMatch]:
        """End a slow match in which another player's time is out."""
        return post(at(match_id, "/claim"))

    @asked
    def give_time(self, match_id: str, number: int) -> Call[types.CompactMatch]:
        """Give the others more time."""
        return post(at(match_id, "/give"), {"number": number})

    @asked
    def fill(self, match_id: str, **filled: Unpack[types.Filled]) -> Call[types.CompactMatch]:
        """Give an open seat of your table to a computer."""
        return post(at(match_id, "/fill"), filled)

    @asked
    def stand_up(self, match_id: str) -> Call[types.CompactMatch]:
        """Give your seat back while the table waits for others."""
        return post(at(match_id, "/stand-up"))

    @asked
    def close_table(self, match_id: str) -> Call[types.CompactMatch]:
        """Close your table before its match begins."""
        return post(at(match_id, "/close"))

    @asked
    def rematch(self, match_id: str) -> Call[types.CompactMatch]:
        """Offer to play again, seats swapped, or accept that; once it has begun the next match is the answer."""
        return post(at(match_id, "/rematch"))

    @asked
    def second(self, match_id: str) -> Call[types.CompactMatch]:
        """Say that you are ready for the second game of a double match."""
        return post(at(match_id, "/second"))

    @asked
    def new_cards(self, match_id: str) -> Call[types.CompactMatch]:
        """Play on with fresh cards, everybody in the same seat."""
        return post(at(match_id, "/new-cards"))

    @asked
    def same_cards(self, match_id: str) -> Call[types.CompactMatch]:
        """Play the same cards again, everybody in the same seat."""
        return post(at(match_id, "/same-cards"))

    @asked
    def play_on(self, match_id: str, **wish: Unpack[types.PlayOn]) -> Call[types.CompactMatch]:
        """Play on from a position of a match that is over."""
        return post(at(match_id, "/play-on"), wish)

    # What the house thinks

    @asked
    def ask_for_hint(self, match_id: str) -> Call[types.HintView | types.Thinking]:
        """Ask the strongest opponent what it would play; ``hint`` fetches the answer. Not in matches between people."""
        return post(at(match_id, "/hint"), again=True)

    @asked
    def hint(self, match_id: str) -> Call[types.HintView | types.Thinking]:
        """Get the hint that was asked for."""
        return get(at(match_id, "/hint"))

    @asked
    def ask_coach(self, match_id: str, ply: int | None = None) -> Call[types.CoachView | types.Thinking]:
        """Ask the coach about your last move, or the one at ``ply``; ``coach`` fetches the answer."""
        return post(at(match_id, "/coach"), again=True, ply=ply)

    @asked
    def coach(self, match_id: str, ply: int | None = None) -> Call[types.CoachView | types.Thinking]:
        """Get what the coach says of that move."""
        return get(at(match_id, "/coach"), ply=ply)

    @asked
    def hindsight(self, match_id: str) -> Call[types.HindsightTold | types.Thinking]:
        """Get the best that could have been made of the cards of a match that is over."""
        return get(at(match_id, "/hindsight"))

    @asked
    def analysis(self, match_id: str) -> Call[types.AnalysisView]:
        """Get what is known of a match that is over, and have the rest worked out: ``done`` of ``of`` positions."""
        return get(at(match_id, "/analysis"))

    # Answers in advance

    @asked
    def answers_ahead(self, match_id: str) -> Call[types.AnswersView]:
        """See the answers that you have given in advance."""
        return get(at(match_id, "/answers"))

    @asked
    def answer_ahead(self, match_id: str, **line: Unpack[types.AnswerLine]) -> Call[types.AnswersView]:
        """Add a line: if the others play so, your answers are played for you. In slow games.

        ``number`` is that of the next entry, as for a move. Where there is another answer to the same moves this raises
        ``NotPossible``: remove that one first.
        """
        return post(at(match_id, "/answers"), line)

    @asked
    def remove_answer(self, match_id: str, **line: Unpack[types.AnswerLine]) -> Call[types.AnswersView]:
        """Remove the last move of a line, and all that follows it."""
        return post(at(match_id, "/answers/remove"), line)

    @asked
    def clear_answers(self, match_id: str) -> Call[types.AnswersView]:
        """Take back all of your answers, and a move made ahead."""
        return delete(at(match_id, "/answers"))

    @asked
    def move_ahead(self, match_id: str, number: int, move: str) -> Call[types.AnswersView]:
        """Make a move ahead, while it is another's turn, in live games. Another one takes its place."""
        return post(at(match_id, "/ahead"), {"number": number, "move": move})

    # The lobby

    @asked
    def tables(
        self, *, game: str | None = None, after: str | None = None, limit: int | None = None
    ) -> Call[types.ListOfTableTold]:
        """List the tables at which anybody may sit down."""
        return get("/lobby/tables", game=game, after=after, limit=limit)

    @asked
    def search(self) -> Call[types.SearchingTold]:
        """See what has come of your search."""
        return get("/lobby/search")

    @asked
    def seek(self, **wish: Unpack[types.Seek]) -> Call[types.SearchingTold]:
        """Look for somebody to play a game with its usual set-up."""
        return post("/lobby/search", wish)

    @asked
    def stop_search(self) -> Call[None]:
        """Look no more."""
        return delete("/lobby/search")

    @asked
    def accept_found(self) -> Call[types.CompactMatch]:
        """Come to the table of somebody who was found."""
        return post("/lobby/search/accept")

    # Challenges

    @asked
    def challenges(self) -> Call[types.ChallengesTold]:
        """List the challenges that wait for you, and yours."""
        return get("/challenges")

    @asked
    def reasons_to_decline(self) -> Call[types.ReasonsTold]:
        """List the ready reasons to decline."""
        return get("/challenges/reasons")

    @asked
    def accept(self, challenge_id: str, *, nonce: str = "") -> Call[types.CompactMatch]:
        """Sit down where a challenge asks you to."""
        return post(f"/challenges/{quoted(challenge_id)}/accept", {"nonce": nonce})

    @asked
    def decline(self, challenge_id: str, *, reason: str = "", word: str = "") -> Call[None]:
        """Say no to a challenge, with the key of a ready reason or a word of your own."""
        return post(f"/challenges/{quoted(challenge_id)}/decline", {"reason": reason, "word": word})

    @asked
    def withdraw(self, challenge_id: str) -> Call[None]:
        """Take a challenge of yours back."""
        return delete(f"/challenges/{quoted(challenge_id)}")

    @asked
    def invite(self, match_id: str, **invited: Unpack[types.Invited]) -> Call[types.CompactMatch]:
        """Challenge players to the open seats of your table."""
        return post(at(match_id, "/invite"), invited)

    @asked
    def standing(self) -> Call[types.StandingsTold]:
        """List what you answer to challenges before they come."""
        return get("/account/standing")

    @asked
    def settle(self, **wish: Unpack[types.Standing]) -> Call[types.StandingsTold]:
        """Settle what to answer to challenges beforehand, for a game or for all."""
        return put("/account/standing", wish)

    # Chat

    @asked
    def chat(self, match_id: str, *, before: int | None = None) -> Call[types.ChatView]:
        """See the latest lines said at a table, or those before one."""
        return get(at(match_id, "/chat"), before=before)

    @asked
    def say(self, match_id: str, text: str = "", *, phrase: str = "") -> Call[types.ChatLineView]:
        """Say something at a table, or a quick phrase by its key."""
        return post(at(match_id, "/chat"), {"text": text, "phrase": phrase})

    @asked
    def mute(self, match_id: str, **who: Unpack[types.Muting]) -> Call[types.ChatView]:
        """Mute who wrote a line or sits at a seat, in all matches, or hear them again."""
        return post(at(match_id, "/mute"), who, again=True)

    @asked
    def report(self, match_id: str, **what: Unpack[types.Reported]) -> Call[None]:
        """Report a line, or who sits at a seat, to those who run the house."""
        return post(at(match_id, "/report"), what)

    # Players

    @asked
    def player(self, name: str) -> Call[types.PlayerTold]:
        """See a player, as far as they let you."""
        return get(f"/players/{quoted(name)}")

    @asked
    def rating_curve(self, name: str, pool: str) -> Call[types.CurveTold]:
        """See how a player's rating has changed."""
        return get(f"/players/{quoted(name)}/ratings/{quoted(pool)}")

    @asked
    def block(self, name: str) -> Call[None]:
        """Block a player: neither of you can challenge or join the other."""
        return put(f"/players/{quoted(name)}/block")

    @asked
    def unblock(self, name: str) -> Call[None]:
        """Block a player no longer."""
        return delete(f"/players/{quoted(name)}/block")

    @asked
    def blocked(self) -> Call[types.NamesTold]:
        """List whom you block."""
        return get("/account/blocked")

    @asked
    def follow(self, name: str) -> Call[None]:
        """Follow a player: they come first where you see them, and nobody is told."""
        return put(f"/players/{quoted(name)}/follow")

    @asked
    def unfollow(self, name: str) -> Call[None]:
        """Follow a player no longer."""
        return delete(f"/players/{quoted(name)}/follow")

    @asked
    def following(self) -> Call[types.NamesTold]:
        """List whom you follow."""
        return get("/account/following")

    @asked
    def pools(self) -> Call[types.PoolsTold]:
        """List the pools of ratings; each has a leaderboard."""
        return get("/leaderboards")

    @asked
    def leaderboard(self, pool: str) -> Call[types.LeaderboardTold]:
        """See the best of a pool, with the computers among them as marks."""
        return get(f"/leaderboards/{quoted(pool)}")

    @asked
    def finished_games(
        self,
        *,
        game: str | None = None,
        against: str | None = None,
        name: str | None = None,
        result: str | None = None,
        since: str | None = None,
        until: str | None = None,
        after: str | None = None,
    ) -> Call[types.ListOfFinishedGameTold]:
        """List your finished games, the latest first; days are like ``2026-03-31``."""
        days = {"since": since, "until": until}
        return get("/account/games", game=game, against=against, name=name, result=result, after=after, **days)

    # Days and tournaments

    @asked
    def days(self) -> Call[types.DaysTold]:
        """List the games that have a deal of the day, and which day it is."""
        return get("/daily")

    @asked
    def day(self, game: str, *, day: str | None = None) -> Call[types.DayTold]:
        """See a day's deal, who has finished it best, and your own result."""
        return get(f"/daily/{quoted(game)}", day=day)

    @asked
    def play_day(self, game: str, *, day: str = "") -> Call[types.CompactMatch]:
        """Begin your match on a day's deal, or go on with it."""
        return post(f"/daily/{quoted(game)}", {"day": day}, again=True)

    @asked
    def announcements(self) -> Call[types.AnnouncementsTold]:
        """List what those who run the house announce just now."""
        return get("/announcements")

    @asked
    def tournaments(self) -> Call[types.TournamentsTold]:
        """List your tournaments."""
        return get("/tournaments")

    @asked
    def begin_tournament(self, **new: Unpack[types.NewTournament]) -> Call[types.TournamentTold]:
        """Begin a tournament."""
        return post("/tournaments", new)

    @asked
    def tournament(self, tournament_id: str) -> Call[types.TournamentTold]:
        """See a tournament's standings and games."""
        return get(f"/tournaments/{quoted(tournament_id)}")

    @asked
    def play_tournament(self, tournament_id: str, **wish: Unpack[types.NextGame]) -> Call[types.CompactMatch]:
        """Begin the next game of a tournament."""
        return post(f"/tournaments/{quoted(tournament_id)}/games", wish)

    @asked
    def rename_entrant(self, tournament_id: str, number: int, name: str) -> Call[types.TournamentTold]:
        """Rename an entrant of a tournament."""
        return patch(f"/tournaments/{quoted(tournament_id)}/entrants/{number}", {"name": name})

    # What you have chosen

    @asked
    def settings(self) -> Call[types.SettingsTold]:
        """See what you have chosen."""
        return get("/account/settings")

    @asked
    def change_settings(self, **change: Unpack[types.SettingsChange]) -> Call[types.SettingsTold]:
        """Change what you have chosen; what is left out stays as it is."""
        return patch("/account/settings", change)

    @asked
    def vacations(self) -> Call[types.VacationsTold]:
        """List your times away, of the last year and to come."""
        return get("/account/vacations")

    @asked
    def book_vacation(self, **new: Unpack[types.NewVacation]) -> Call[types.VacationTold]:
        """Be away from now or a later time on: your clocks of slow games stand still."""
        return post("/account/vacations", new)

    @asked
    def end_vacation(self, vacation_id: int) -> Call[None]:
        """End a time away now, or cancel one to come."""
        return delete(f"/account/vacations/{vacation_id}")

    # Streams

    @followed
    def stream(
        self,
        match_id: str,
        *,
        since: int | None = None,
        legal: bool = False,
        position: bool = False,
        chat: bool = False,
    ) -> Call[Line]:
        """Yield the match as it is, then what changes, until it is over; lost connections are taken up again.

        Each line has a ``type``: ``match``, ``state``, ``presence``, ``chat``. Raises ``Refused``, and
        ``Unreachable`` where the house stays away for longer than the client's patience.
        """
        wanted = {"legal": legal or None, "position": position or None, "chat": chat or None}
        return get(at(match_id, "/stream"), since=since, **wanted)

    @followed
    def events(self) -> Call[Line]:
        """Yield all that waits for you, then what comes; each new connection begins with all that waits. Raises as
        ``stream``."""
        return get("/stream/events")


class Client(Calls):
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
        tries = Tries(call, self._connection.patience)
        while True:
            try:
                found: Answered = read(call, self._http.request(**self._connection.arguments(call)))
                return found
            except httpx.TransportError as error:
                wait = tries.after_error(error)
            except Refused as error:
                wait = tries.after_refusal(error)
            self._sleep(wait)

    def _lines(self, call: Call[Any]) -> Iterator[Line]:
        following = Following(call, self._connection.patience)
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
                raise refused(answer)
            following.opened()
            for chunk in answer.iter_raw():
                yield from following.take(chunk)


class AsyncClient(Calls):
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
        tries = Tries(call, self._connection.patience)
        while True:
            try:
                found: Answered = read(call, await self._http.request(**self._connection.arguments(call)))
                return found
            except httpx.TransportError as error:
                wait = tries.after_error(error)
            except Refused as error:
                wait = tries.after_refusal(error)
            await self._sleep(wait)

    async def _lines(self, call: Call[Any]) -> AsyncIterator[Line]:
        following = Following(call, self._connection.patience)
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
                raise refused(answer)
            following.opened()
            async for chunk in answer.aiter_raw():
                for line in following.take(chunk):
                    yield line
