"""A program that plays: give it a function that chooses a move, and it does everything else.

It takes challenges, plays all its matches at the same time, and goes on with them when it is started again: the house
says first what waits.
"""

import argparse
import asyncio
import inspect
import logging
import math
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from fivefold.client.clients import AsyncClient
from fivefold.client.connection import VARIABLE, Line, find_token
from fivefold.client.errors import BadToken, ClientError, NotAllowed, NotPossible, Refused
from fivefold.client.types import CompactMatch

Choose = Callable[[CompactMatch], str | Awaitable[str]]
"""Chooses one of the ``legal`` moves of a match. It may be a coroutine; otherwise it runs in a thread of its own."""
GRANTED: Final = ("undo", "abort", "more-time", "pause", "resume", "rematch")
"""What a bot agrees to unless it is told otherwise: everything but draws."""
AGAIN_AFTER: Final = (1.0, 10.0, 60.0)
"""Seconds after which a move is tried again where choosing it failed; after that the match is given up."""
COUNTDOWN: Final = 3.6
"""Seconds until a race begins for which everybody is ready."""
LATER: Final = "later"
"""With this reason a challenge is declined."""

log = logging.getLogger("fivefold.client")


class Bot:
    """Plays all matches of an account that is a bot.

    >>> bot = Bot(lambda match: match["legal"][0], games=["focus"])
    >>> bot.run("https://play.example.org", token)  # doctest: +SKIP
    """

    def __init__(
        self,
        choose: Choose,
        *,
        games: Collection[str] | None = None,
        accepts: Callable[[Mapping[str, Any]], bool] = lambda challenge: True,
        at_once: int = 50,
        grants: Collection[str] = GRANTED,
    ) -> None:
        """``games``: keys of those it plays; all if left out. ``accepts``: tells whether it takes a challenge.

        ``at_once``: how many matches it plays before it declines challenges. ``grants``: the offers it agrees to.
        """
        self._choose, self._games, self._accepts = choose, games, accepts
        self._at_once, self._grants = at_once, frozenset(grants)
        self.moves = 0
        """How many moves it has made."""
        self._playing: set[str] = set()
        self._look: dict[str, None] = {}
        self._attended: set[str] = set()

    # Running it

    def main(self, arguments: Sequence[str] | None = None) -> None:
        """Run it from the command line: ``--url``, ``--token-file``."""
        parser = argparse.ArgumentParser(description="Play as a bot, until Ctrl-C.")
        parser.add_argument("--url", default="http://127.0.0.1:8555", help="the house, %(default)s if left out")
        parser.add_argument("--token-file", metavar="FILE", help=f"holds the token; without it {VARIABLE} does")
        options = parser.parse_args(arguments)
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
        logging.getLogger("httpx").setLevel(logging.WARNING)
        try:
            self.run(options.url, find_token(options.token_file))
        except ClientError as error:
            parser.exit(1, f"{error}\n")

    def run(self, url: str, token: str) -> None:
        """Play until Ctrl-C, however often the house restarts meanwhile. Raises ``ClientError``: a revoked token."""
        with suppress(KeyboardInterrupt):
            asyncio.run(self._run(url, token))

    async def _run(self, url: str, token: str) -> None:
        async with AsyncClient(url, token, patience=math.inf) as house:
            await self.play(house)

    async def play(self, house: AsyncClient) -> None:
        """Play until cancelled. Raises ``ClientError`` where the account is no bot, or its token is no longer good."""
        account = await house.account()
        if not account["bot"]:
            remedy = "say on its page that it is a bot, or call become_bot() once, before its first game"
            raise ClientError("this account is a person's", subject=account["name"], remedy=remedy)
        log.info("%s is there", account["name"])
        async with asyncio.TaskGroup() as tasks:
            async for line in house.events():
                self._hear(house, line, tasks)

    def _hear(self, house: AsyncClient, line: Line, tasks: asyncio.TaskGroup) -> None:
        """Do what an event asks for."""
        match line:
            case {"type": "challenge", "challenge": challenge}:
                if challenge["state"] == "open" and not challenge["mine"]:
                    tasks.create_task(self._answer_challenge(house, challenge))
            case {"type": "match" | "begins" | "turn" | "offer" | "table" | "ends", "match": brief}:
                self._note(brief)
                if self._is_wanted(brief):
                    self._look[brief["id"]] = None
                    if brief["id"] not in self._attended:
                        self._attended.add(brief["id"])
                        tasks.create_task(self._attend(house, brief["id"]))

    def _note(self, brief: Mapping[str, Any]) -> None:
        if brief["status"] == "over":
            self._playing.discard(brief["id"])
        else:
            self._playing.add(brief["id"])

    def _is_wanted(self, brief: Mapping[str, Any]) -> bool:
        """Tell whether a match waits for this bot, for all that a glance can tell."""
        return bool(brief["turn"] or brief["awaited"] or brief["offer"] or brief["status"] != "live")

    # A match

    async def _attend(self, house: AsyncClient, match_id: str) -> None:
        """Do what a match waits for, again whenever there is news of it meanwhile; one task for each match."""
        try:
            while match_id in self._look:
                del self._look[match_id]
                await self._act(house, match_id)
        finally:
            self._attended.discard(match_id)

    async def _act(self, house: AsyncClient, match_id: str) -> None:
        for wait in (*AGAIN_AFTER, None):
            try:
                await self._do_all(house, match_id)
                return
            except BadToken:
                return  # the stream of events says so
            except Exception:
                log.exception("match %s: something failed", match_id)
                if wait is None:
                    await self._give_up(house, match_id)
                    return
                await asyncio.sleep(wait)

    async def _do_all(self, house: AsyncClient, match_id: str) -> None:
        """Move while it is this bot's turn, then answer what is offered."""
        while True:
            match = await house.see(match_id, legal=True, position=True)
            if not (match["turn"] and match.get("legal")):
                break
            move = await self._chosen(match)
            with suppress(NotPossible, NotAllowed):  # it went on meanwhile: look again
                state = await house.move(match_id, match["number"] + 1, move)
                self.moves += 1
                if not state["turn"]:
                    break
        with suppress(NotPossible, NotAllowed):
            await self._besides(house, match)

    async def _chosen(self, match: CompactMatch) -> str:
        if inspect.iscoroutinefunction(self._choose):
            found = await self._choose(match)
        else:
            found = await asyncio.to_thread(self._choose, match)
        return str(found)

    async def _besides(self, house: AsyncClient, match: CompactMatch) -> None:
        """Answer an offer, and be ready where others are or a race waits."""
        offer, mine = match["offer"], set(match["yours"])
        if offer is not None and mine & set(offer["waits_for"]):
            agrees = offer["kind"] in self._grants
            await house.answer(match["id"], agree=agrees, kind=offer["kind"])  # type: ignore[arg-type]
        elif match["race"] and match["status"] == "waiting" and not mine & set(match["ready"]):
            if all(seat["kind"] != "open" for seat in match["seats"]):
                await self._race(house, match["id"])
        elif "second" in match.get("can", ()):
            await house.second(match["id"])

    async def _race(self, house: AsyncClient, match_id: str) -> None:
        """Be ready for a race; whoever is ready last waits for the countdown and has the cards dealt."""
        match = await house.ready(match_id)
        while match["status"] == "waiting" and match["begins"] is not None:
            await asyncio.sleep(COUNTDOWN)
            match = await house.ready(match_id)

    async def _give_up(self, house: AsyncClient, match_id: str) -> None:
        """Resign a match in which no move is found, so that nobody waits for one."""
        with suppress(ClientError):
            match = await house.see(match_id)
            if match["status"] != "over":
                await house.resign(match_id, match["number"] + 1)
                log.warning("match %s: given up", match_id)

    # Challenges

    async def _answer_challenge(self, house: AsyncClient, challenge: Mapping[str, Any]) -> None:
        """Sit down where a challenge asks for it, or decline."""
        wanted = self._games is None or challenge["game"] in self._games
        with suppress(Refused):  # it was withdrawn
            if len(self._playing) >= self._at_once:
                await house.decline(challenge["id"], reason=LATER)
            elif wanted and self._accepts(challenge):
                await house.accept(challenge["id"])
            else:
                await house.decline(challenge["id"], reason="" if wanted else "game")
