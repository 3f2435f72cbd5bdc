"""The lobby as it happens: its rows, and the stream that tells of them."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cache, partial
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import request_parsing
from fivefold.doors.web.forms import OPTION
from fivefold.doors.web.limits import STREAMS, limited
from fivefold.doors.web.stream import AGAIN, Inbox, Listener, Stream, Streams, event, listener_of
from fivefold.house.cache import Cache
from fivefold.house.house import House
from fivefold.house.meeting.challenges import CHALLENGES_CHANGED
from fivefold.house.meeting.lobby import (
    LOBBY_CHANGED,
    MOST_REMEMBERED,
    LobbyChange,
    OpenTable,
    TableSeat,
    usual_options,
)
from fivefold.house.meeting.quick_match import SEARCH_CHANGED, Search
from fivefold.house.records.pools import pools_of
from fivefold.parts.words import listed
from fivefold.play import catalogue, set_ups, time_words
from fivefold.play.catalogue import find, keys
from fivefold.play.time_control import LIVE, SLOW
from fivefold.session.seats import COMPUTER, OPEN, computer_words

MEANWHILE_LEVEL: Final = 3
"""Of the computer that is offered to somebody who waits."""
PACES: Final = (("", "Any time"), ("live", "Live"), ("slow", "Slow"), ("none", "No limit"))
"""What the tables can be filtered by."""
QUICK_TIMES: Final = (
    ("normal", "Normal", LIVE[1].control),
    ("quick", "Quick", LIVE[0].control),
    ("slow", "Slow", SLOW[0].control),
    ("none", "No limit", None),
)
"""What quick matches and tables opened with one tap can have; the first unless somebody chooses."""
FILLING_LEVELS: Final = (1, 2, 3, 4, 5, 6, 7)


def table_row(table: OpenTable, yours: bool) -> dict[str, Any]:
    """Return what a row shows; ``yours``: to somebody who sits there."""
    return {
        "id": table.id,
        "game": table.game,
        "host": table.host or "Somebody",
        "rating": "",
        "bot": False,
        "set_up": table.set_up or "Usual set-up",
        "details": "duplicate" if table.duplicate else "double match" if table.double else "",
        "seats": [_seat(table.game, place) for place in table.places],
        "places": _places_words(table),
        "clock": time_words.short(table.time),
        "clock_long": time_words.words(table.time),
        "pace": pace(table),
        "rated": table.rated,
        "yours": yours,
        "free": table.free,
    }


def pace(table: OpenTable) -> str:
    """Return for the filter what kind of time a table has: ``live``, ``slow`` or ``none``."""
    return "none" if table.time is None else "slow" if table.time.slow else "live"


def _seat(game: Game, place: TableSeat) -> dict[str, str]:
    if place.kind == COMPUTER:
        words = computer_words(place.name, place.level)
        return {
            "portrait": f"/portraits/{game.key}/{place.level}.svg",
            "initial": "",
            "words": words,
            "kind": "computer",
        }
    if place.kind == OPEN:
        return {"portrait": "", "initial": "", "words": "a free seat", "kind": "free"}
    return {"portrait": "", "initial": place.name[:1].upper() or "?", "words": place.name, "kind": "person"}


def _places_words(table: OpenTable) -> str:
    """Return how many seats are free, and which computers sit there."""
    computers = [computer_words(place.name, place.level) for place in table.places if place.kind == COMPUTER]
    free = f"{table.free} of {len(table.places)} seats free"
    return f"{free}, with {listed(computers)}" if computers else free


@cache
def quick_games() -> list[dict[str, Any]]:
    """Return the games for quick matches, each with its usual set-up."""
    tiles = []
    for game in catalogue.games():
        options = usual_options(game)
        if options is not None:
            said = set_ups.words(game, options)
            tiles.append({"game": game, "set_up": "" if said == "as usual" else f"{said} for two", "options": options})
    return tiles


def search_facts(search: Search | None) -> dict[str, Any] | None:
    """Return what a page is told of a person's search."""
    if search is None:
        return None
    game = find(search.game)
    persona = game.personas[MEANWHILE_LEVEL - 1]
    return {
        "game": game.key,
        "name": game.name,
        "rated": search.rated,
        "since": search.since.timestamp(),
        "state": search.state,
        "match": search.match,
        "others": list(search.others),
        "meanwhile": search.meanwhile,
        "persona": persona.name,
        "level": MEANWHILE_LEVEL,
        "portrait": f"/portraits/{game.key}/{MEANWHILE_LEVEL}.svg",
        "said": _search_words(search, game.name),
    }


def _search_words(search: Search, game: str) -> str:
    who = listed(list(search.others)) or "Somebody"
    kind = "a rated" if search.rated else "a casual"
    clock = f" ({time_words.words(search.time)})"
    return {
        "looking": f"Looking for somebody to play {kind} game of {game} with you{clock}…",
        "found": f"{who} wants to play {game} with you{clock}.",
        "waiting": "Somebody is found. They are finishing a move: one moment…",
        "ready": f"{who} is at the table.",
    }[search.state]


def counts_of(tables: list[OpenTable]) -> Mapping[str, int]:
    """Return how many tables there are of each game."""
    counts = dict.fromkeys(keys(), 0)
    for table in tables:
        counts[table.game.key] = counts.get(table.game.key, 0) + 1
    return counts


def quick_times(chosen: str) -> list[dict[str, Any]]:
    """Return the times to choose for quick matches, one of them chosen."""
    known = chosen if chosen in {key for key, _, _ in QUICK_TIMES} else QUICK_TIMES[0][0]
    return [
        {
            "name": name,
            "time": control.text if control else "",
            "short": time_words.short(control) if control else "",
            "words": time_words.words(control),
            "chosen": key == known,
        }
        for key, name, control in QUICK_TIMES
    ]


def lobby_address(game: str = "", time: str = "") -> str:
    """Return the address of the lobby that shows only these tables."""
    query = urlencode({name: value for name, value in {"game": game, "time": time}.items() if value})
    return f"/lobby?{query}" if query else "/lobby"


def ask_links() -> list[tuple[Game, str]]:
    """Return for each game for several the address of its form, a seat kept for a player who is named."""
    links = []
    for game in catalogue.games():
        options = usual_options(game)
        if options is not None:
            chosen = {"other-1": "link", "who": "name", **{OPTION + name: value for name, value in options.items()}}
            links.append((game, f"/new/{game.key}?{urlencode(chosen)}"))
    return links


PLACE: Final = "lobby"
"""What presence calls it."""
SEARCH, CHALLENGE = "search", "challenge"
COUNTED_EVERY: Final = 1.0
"""Seconds between counts of the people who are here."""
ROWS_KEPT: Final = 2000
"""Drawn rows, a kilobyte each."""

router = APIRouter()


class LobbyNews:
    """What every open lobby of this process is told."""

    def __init__(self, house: House, environment: Environment) -> None:
        self._house, self._environment = house, environment
        self._epoch = secrets.token_hex(4)
        self._inboxes: dict[Inbox, LobbyStream] = {}
        self._encoded = Cache[tuple[int, bool], bytes](2 * MOST_REMEMBERED)
        self._hidden = Cache[int, set[str]](MOST_REMEMBERED)
        self._rows = Cache[tuple[str, int], str](ROWS_KEPT)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waking = False
        self._counted, self._here = 0.0, 0
        self._listening = False

    def __len__(self) -> int:
        return len(self._inboxes)

    def position(self) -> str:
        """Return the place in the news that a page made now has reached."""
        return f"{self._epoch}-{self._house.lobby.number}"

    def number(self, position: str) -> int | None:
        """Return the number of the last change that a page knows; ``None`` where it is another process's."""
        epoch, _, number = position.partition("-")
        fits = epoch == self._epoch and number.isascii() and number.isdigit() and len(number) < 12
        return int(number) if fits else None

    def people_here(self) -> int:
        """Return how many people have a page of the house open, counted at most once a second."""
        now = time.monotonic()
        if now - self._counted > COUNTED_EVERY:
            self._counted, self._here = now, len(self._house.presence.people())
        return self._here

    def join(self, inbox: Inbox, stream: "LobbyStream") -> Callable[[], None]:
        """Wake an inbox at every change; return a function that ends this."""
        self._loop = asyncio.get_running_loop()
        if not self._listening:
            self._listening = True
            self._house.bus.subscribe(LOBBY_CHANGED, self._changed)
            self._house.bus.subscribe(SEARCH_CHANGED, partial(self._concerns, SEARCH))
            self._house.bus.subscribe(CHALLENGES_CHANGED, partial(self._concerns, CHALLENGE))
        self._inboxes[inbox] = stream
        return lambda: self._leave(inbox)

    def _leave(self, inbox: Inbox) -> None:
        self._inboxes.pop(inbox, None)

    def event(self, change: LobbyChange, person_id: str) -> bytes:
        """Return what a person is told of a change; what all others see alike is encoded once."""
        yours = change.table is not None and person_id in change.table.people
        known = self._encoded.get((change.number, yours))
        if known is None:
            known = self._encode(change, yours)
            self._encoded.put((change.number, yours), known)
        return known

    def hidden_from(self, change: LobbyChange) -> set[str]:
        """Return who is told nothing of a change: those who block somebody at the table, or are blocked by them."""
        known = self._hidden.get(change.number)
        if known is None:
            people = {each for table in (change.table, change.before) if table is not None for each in table.people}
            known = set().union(*map(self._house.blocks.around, people))
            self._hidden.put(change.number, known)
        return known

    def panel(self, facts: dict[str, Any]) -> str:
        """Return the part of a page that shows a person's search; the page fills in its own tokens."""
        html = self._environment.get_template("lobby_search.html").render(search=facts, token="")
        return " ".join(html.split())

    def row(self, table: OpenTable) -> str:
        """Return a table's row, drawn once for all; the page fills in its own token."""
        key = table.id, table.revision
        known = self._rows.get(key)
        if known is None:
            row = table_row(table, yours=False) | {
                "rating": self._rating(table),
                "bot": self._house.accounts.is_bot(table.owner),
            }
            html = self._environment.get_template("lobby_row.html").render(row=row, token="")
            known = " ".join(html.split())
            self._rows.put(key, known)
        return known

    def _rating(self, table: OpenTable) -> str:
        """Return the rating of whoever opened a table, as it was then; empty for a guest and for somebody new."""
        if not self._house.accounts.is_named(table.owner):
            return ""
        view = self._house.ratings.shown(table.owner, pools_of(table.game)[0].key)
        return f"{view['rating']} ± {view['deviation']}" if view["games"] else ""

    def _encode(self, change: LobbyChange, yours: bool) -> bytes:
        data = {"id": change.id, "game": (change.table or change.before).game.key}  # type: ignore[union-attr]
        if change.table is not None and not yours:
            data |= {"html": self.row(change.table), "new": change.before is None}
        kind = "gone" if change.table is None else "own" if yours else "table"
        return _event(kind, data, f"{self._epoch}-{change.number}")

    def _changed(self, change: LobbyChange) -> None:
        """Wake all streams, once for everything that has happened by then; called from any thread."""
        loop = self._loop
        if loop is None or not self._inboxes or self._waking:
            return
        self._waking = True
        try:
            loop.call_soon_threadsafe(self._wake)
        except RuntimeError:  # it has been closed
            self._waking = False

    def _wake(self) -> None:
        # First, so that what happens from here on wakes the streams again.
        self._waking = False
        for inbox in self._inboxes:
            inbox.wake()

    def _concerns(self, what: str, person_id: str) -> None:
        if self._loop is not None and self._inboxes:
            self._loop.call_soon_threadsafe(self._wake_person, what, person_id)

    def _wake_person(self, what: str, person_id: str) -> None:
        for inbox, stream in self._inboxes.items():
            if stream.person_id == person_id:
                stream.own.add(what)
                inbox.wake()


def _event(kind: str, data: Any, position: str = "") -> bytes:
    return event(kind, orjson.dumps(data), position)


@router.get("/lobby/stream", dependencies=[Depends(limited(STREAMS))])
async def stream(request: Request) -> Response:
    """Stream what changes in the lobby; with ``only=search`` only what comes of the visitor's own search."""
    state = request.app.state
    query = request_parsing.query(request)
    position = request_parsing.header(request, "last-event-id") or query.get("after", "")
    only_search = query.get("only", "") == "search"
    return LobbyStream(state.house, state.streams, state.lobby_news, listener_of(request), position[:40], only_search)


class LobbyStream(Stream):
    """The lobby streamed to one person, who counts as being there for exactly as long as this response lasts."""

    def __init__(
        self, house: House, streams: Streams, news: LobbyNews, listener: Listener, position: str, only_search: bool
    ) -> None:
        super().__init__(streams, listener)
        self._house, self._news = house, news
        self._number = news.number(position)
        self._only_search = only_search
        self.person_id = listener.person_id
        self.own = {SEARCH}
        """What of the person's own may have changed."""
        self._search = self._count = b""

    def _listen(self, inbox: Inbox, opened: ExitStack) -> None:
        opened.callback(self._news.join(inbox, self))
        # Whether the page is in view is told by its stream of news.
        place = "search" if self._only_search else PLACE
        opened.enter_context(self._house.presence.connected(self.person_id, place, secrets.token_hex(4), False))

    async def _first(self) -> bytes:
        return AGAIN + await self._now()

    async def _next(self, inbox: Inbox) -> bytes:
        await inbox.newest(self.quiet_seconds)
        return b"" if inbox.ended or self._streams.closing else await self._now()

    async def _now(self) -> bytes:
        events = b"" if self._only_search else self._tables() + self._people()
        own, self.own = self.own, set[str]()
        events += _event(CHALLENGE, {}) if CHALLENGE in own else b""
        return events + (await self._own_search() if SEARCH in own else b"")

    def _tables(self) -> bytes:
        number = self._house.lobby.number
        if number == self._number:
            return b""
        changes = None if self._number is None else self._house.lobby.since(self._number)
        self._number = number
        if changes is None:
            return _event("all", {}, self._news.position())
        shown = (change for change in changes if self.person_id not in self._news.hidden_from(change))
        return b"".join(self._news.event(change, self.person_id) for change in shown)

    def _people(self) -> bytes:
        count = _event("here", {"count": self._news.people_here()})
        if count == self._count:
            return b""
        self._count = count
        return count

    async def _own_search(self) -> bytes:
        found = await run_sync(self._house.quick_match.search, self.person_id)
        facts = search_facts(found)
        told = _event(SEARCH, facts and {**facts, "html": self._news.panel(facts)})
        if told == self._search:
            return b""
        self._search = told
        return told
