"""Pictures to be shown elsewhere: previews of links, positions as PNG, whole games as GIF, links as QR codes."""

import asyncio
import hashlib
import io
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cache, lru_cache, partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, Queue
from random import Random
from threading import Lock
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import quote

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from fivefold.contract import SPECTATOR, PolicyRollouts
from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, request_parsing, responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.limits import limited, spend
from fivefold.doors.web.static_files import FOLDER, find_game
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.errors import Busy
from fivefold.house.house import House
from fivefold.house.links import DAY, day_is_over
from fivefold.house.loop import Loop
from fivefold.house.match_view.views import OpenPosition, Views
from fivefold.house.people.accounts import Account
from fivefold.house.records.daily import BEST_SCORE, FIRST_DAY
from fivefold.house.records.ratings import full_name, said
from fivefold.parts.messages import Reader
from fivefold.parts.words import counted, listed
from fivefold.play import catalogue, set_ups, time_words
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.raster.jobs import Board, Inlay, Job, Moving, Poster, SeatLine, Still
from fivefold.session import narration
from fivefold.session.seats import OPEN, PERSON, Seat, computer_words
from fivefold.session.snapshot import OVER, WAITING, MatchSnapshot

KEPT_BYTES: Final = 24 * 1024 * 1024
MOST_WAITING: Final = 40
"""Pictures asked for at a time; who asks for one more is told to come back."""
MOST_MOVING: Final = 6
"""The same of games in motion, which take seconds."""
STILL_SECONDS: Final = 20.0
MOVING_SECONDS: Final = 120.0
"""The time that one may take."""
IDLE_SECONDS: Final = 120.0
"""When a process that has nothing to draw ends."""
TRIES: Final = 2
LATE: Final = "the picture could not be made in time: try again in a moment"
FULL: Final = "too many pictures are being made just now: try again in a moment"

Making = Future[bytes]


class Rasters:
    """Makes pictures of facts, each once, and keeps them."""

    def __init__(self, draw: Callable[[Job], bytes] | None = None) -> None:
        """``draw`` makes a picture in this process, for tests."""
        self._lock = Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._under_way: dict[str, Making] = {}
        self._stills = Drawer(STILL_SECONDS, MOST_WAITING, draw)
        self._moving = Drawer(MOVING_SECONDS, MOST_MOVING, draw)

    async def still(self, job: Job) -> bytes:
        """Return a picture, once it is made. Raises ``Busy``."""
        begun = self._begun(job, self._stills)
        return begun if isinstance(begun, bytes) else await asyncio.wrap_future(begun)

    def waited_for(self, job: Job) -> bytes:
        """Return a picture, for threads that may wait for it. Raises ``Busy``."""
        begun = self._begun(job, self._stills)
        try:
            return begun if isinstance(begun, bytes) else begun.result(TRIES * STILL_SECONDS)
        except TimeoutError:
            raise Busy(LATE) from None

    def moving(self, job: Job) -> bytes | None:
        """Return a game in motion, or ``None`` while it is being made. Raises ``Busy``."""
        begun = self._begun(job, self._moving)
        if isinstance(begun, Future):
            return begun.result() if begun.done() else None
        return begun

    def is_known(self, job: Job) -> bool:
        """Tell whether a picture is made, or being made."""
        name = _digest(job)
        with self._lock:
            return name in self._kept or name in self._under_way

    def close(self) -> None:
        """End the processes."""
        self._stills.close()
        self._moving.close()

    def _begun(self, job: Job, drawer: "Drawer") -> bytes | Making:
        name = _digest(job)
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
            if name in self._under_way:
                return self._under_way[name]
            making = self._under_way[name] = drawer.ask(job)
        making.add_done_callback(lambda made: self._keep(name, made))
        return making

    def _keep(self, name: str, made: Making) -> None:
        with self._lock:
            self._under_way.pop(name, None)
            if made.cancelled() or made.exception() is not None:
                return
            self._kept[name] = made.result()
            while sum(map(len, self._kept.values())) > KEPT_BYTES:
                self._kept.popitem(last=False)


def _digest(job: Job) -> str:
    """Return what stands for a picture: two with the same look the same."""
    return hashlib.sha256(repr(job).encode()).hexdigest()[:24]


class Drawer:
    """Draws one picture at a time, in a process that is started when there is one to draw."""

    def __init__(self, seconds: float, most: int, draw: Callable[[Job], bytes] | None = None) -> None:
        self._seconds, self._most, self._draw = seconds, most, draw
        self._waiting: Queue[tuple[Job, Making] | None] = Queue()
        self._lock = Lock()
        self._loop = Loop("pictures", self._round, interrupt=self._interrupt)
        self._process: _Process | None = None

    def ask(self, job: Job) -> Making:
        """Have a picture made. Raises ``Busy``."""
        making: Making = Future()
        with self._lock:
            if self._waiting.qsize() >= self._most:
                raise Busy(FULL)
            self._waiting.put((job, making))
            if not self._loop.up:
                self._loop.start()
        return making

    def close(self) -> None:
        """End the thread and its process."""
        self._loop.stop(self._seconds)
        self._end()

    def _interrupt(self) -> None:
        self._waiting.put(None)
        self._end()

    def _round(self) -> float:
        """Draw the next picture; after a while without one, end the process and rest."""
        try:
            asked = self._waiting.get(timeout=IDLE_SECONDS)
        except Empty:
            asked = None
        if asked is not None:
            self._draw_for(*asked)
        else:
            self._end()
            with self._lock:
                if self._waiting.empty():
                    self._loop.rest()
        return 0.0

    def _draw_for(self, job: Job, making: Making) -> None:
        if making.set_running_or_notify_cancel():
            try:
                making.set_result(self._made(job))
            except Exception as error:
                making.set_exception(error)

    def _made(self, job: Job) -> bytes:
        if self._draw is not None:
            return self._draw(job)
        for _ in range(TRIES):
            with self._lock:
                self._process = self._process or _Process()
            with suppress(EOFError, OSError):
                return self._process.made(job, self._seconds)
            self._end()
        raise Busy(LATE)

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()


class _Process:
    """A process that draws. It ends with this one: then there is nobody at the other end of its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_answer, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def made(self, job: Job, seconds: float) -> bytes:
        """Return what was made. Raises ``OSError`` or ``EOFError`` if the process ends, or hangs."""
        self._connection.send(job)
        if not self._connection.poll(seconds):
            raise TimeoutError(LATE)
        answered = self._connection.recv()
        if isinstance(answered, Exception):
            raise answered
        assert isinstance(answered, bytes)  # noqa: S101  (what ``answer`` sends)
        return answered

    def kill(self) -> None:
        """End the process, which keeps nothing that matters."""
        self._process.kill()
        self._process.join()
        with suppress(OSError):
            self._connection.close()


def _answer(connection: "Connection[Any, Any]") -> None:
    from fivefold.raster import making  # noqa: PLC0415  (what draws is needed only here)

    making.prepare()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job = connection.recv()
            try:
                connection.send(making.make(job))
            except (ArithmeticError, LookupError, RuntimeError, ValueError, TypeError) as error:
                connection.send(RuntimeError(f"a picture could not be drawn: {error}"))


MOST_FRAMES: Final = 120
"""Positions of a game in motion; of a longer one some are left out, evenly."""
SHOWN_TURNS: Final = {"locus": 17, "focus": 24, "dice_poker": 90, "solitaire": 18, "pokeros": 20}
SEED: Final = 5
TAGLINE: Final = "Five strategy games built on fives"


def of_match(views: Views, snapshot: MatchSnapshot) -> Poster:
    """Return the poster of a match's link: an invitation, a match to watch, a result."""
    if snapshot.linked(DAY) is not None and not day_is_over(snapshot):
        return _of_days_match(snapshot)
    shown = views.open_to_all(snapshot)
    poster = Poster(
        title=_title(snapshot),
        otherwise=_title_without_names(snapshot),
        above=_about(snapshot),
        boards=(_board(shown),),
        seats=_seat_lines(snapshot, shown),
    )
    if snapshot.status == WAITING and _is_open(snapshot):
        return replace(poster, below="Take your seat", pressed=True)
    if snapshot.status != OVER:
        return replace(poster, below="Watch the match", pressed=True)
    outcome = snapshot.match.outcome
    why = narration.telling_reason(snapshot, outcome, Reader(snapshot.names)) if outcome is not None else ""
    return replace(poster, below=why or "See how it went, move by move.")


def _of_position(views: Views, snapshot: MatchSnapshot, ply: int | None, *, square: bool) -> Poster:
    shown = views.open_to_all(snapshot, ply)
    move = sum(mover >= 0 for mover in snapshot.match.movers[: shown.ply])
    above = _about(snapshot) if shown.ended or not move else f"{snapshot.match.game.name} · move {move}"
    said = _title(snapshot) if shown.ended or not square else ""
    otherwise = _title_without_names(snapshot)
    return Poster(said, otherwise, above, (_board(shown),), _seat_lines(snapshot, shown), square=square)


def frames(views: Views, snapshot: MatchSnapshot) -> tuple[Poster, ...]:
    """Return a match as pictures to be shown one after the other: the position after each player's move."""
    movers = snapshot.match.movers
    ends = [ply + 1 for ply, mover in enumerate(movers) if mover >= 0]
    start = ends[0] - 1 if ends else len(movers)
    plies = sorted({start, *ends, len(movers)})
    if len(plies) > MOST_FRAMES:
        step = (len(plies) - 1) / (MOST_FRAMES - 1)
        plies = [plies[round(step * place)] for place in range(MOST_FRAMES)]
    seen: dict[int, Poster] = {}
    for ply in plies:
        poster = _of_position(views, snapshot, ply, square=True)
        seen.setdefault(views.open_to_all(snapshot, ply).ply, poster)
    return tuple(seen.values())


def _title(snapshot: MatchSnapshot) -> str:
    """Return who invites to what, who plays whom, or how it ended."""
    game, outcome = snapshot.match.game, snapshot.match.outcome
    if outcome is not None:
        return narration.headline(snapshot, outcome, Reader(snapshot.names))
    if _is_open(snapshot):
        hosts = [seat.name for seat in snapshot.seats if seat.kind == PERSON and seat.name]
        who = f"{listed(hosts)} {'invites' if len(hosts) == 1 else 'invite'} you to" if hosts else "You are invited to"
        return f"{who} {game.name}"
    if snapshot.alone:
        return f"{snapshot.names[0]} plays {game.name}"
    if len(snapshot.seats) == 2:
        return f"{snapshot.names[0]} against {snapshot.names[1]}"
    return listed(snapshot.names)


def _title_without_names(snapshot: MatchSnapshot) -> str:
    game, outcome = snapshot.match.game, snapshot.match.outcome
    if outcome is not None:
        seats = tuple(seat.seat_name or f"Player {seat.seat + 1}" for seat in snapshot.seats)
        return narration.headline(snapshot, outcome, Reader(seats))
    return f"You are invited to {game.name}" if _is_open(snapshot) else str(game.name)


def _about(snapshot: MatchSnapshot) -> str:
    game, count = snapshot.match.game, len(snapshot.seats)
    preset = set_ups.chosen_preset(game, snapshot.match.options)
    if preset is not None:
        return f"{game.name} · {preset.name}"
    return f"{game.name} · {counted(count, 'player')}" if len(game.setup.seat_counts) > 1 else str(game.name)


def _description(snapshot: MatchSnapshot) -> str:
    game, outcome = snapshot.match.game, snapshot.match.outcome
    if outcome is not None:
        return f"A match of {game.name}. {narration.outcome_line(snapshot, outcome, Reader(snapshot.names))}"
    if _is_open(snapshot):
        free = sum(seat.kind == OPEN for seat in snapshot.seats)
        time = f", {time_words.words(snapshot.terms.time)}" if snapshot.terms.time is not None else ""
        return f"{counted(free, 'free seat')}{time}. Open the link to sit down: no account needed. {game.tagline}"
    return f"A match of {game.name}, going on now: open the link to watch. {game.tagline}"


def _seat_lines(snapshot: MatchSnapshot, shown: OpenPosition) -> tuple[SeatLine, ...]:
    outcome = snapshot.match.outcome if shown.ended else None
    best = max(outcome.returns) if outcome is not None else 0
    begun = snapshot.status != WAITING
    return tuple(
        SeatLine(
            seat.seat,
            "Free seat" if seat.kind == OPEN else _name(snapshot, seat),
            seat.seat_name or f"Player {seat.seat + 1}",
            f"{shown.points[seat.seat]:g}" if begun else "",
            won=outcome is not None and not snapshot.alone and outcome.returns[seat.seat] == best > 0,
            free=seat.kind == OPEN,
        )
        for seat in snapshot.seats
    )


def _name(snapshot: MatchSnapshot, seat: Seat) -> str:
    return computer_words(snapshot.names[seat.seat], seat.level)


def _board(shown: OpenPosition) -> Board:
    return Board(shown.game.key, shown.row, shown.viewer, shown.marks)


def _is_open(snapshot: MatchSnapshot) -> bool:
    return any(seat.kind == OPEN for seat in snapshot.seats)


def _of_days_match(snapshot: MatchSnapshot) -> Poster:
    """Return the poster of somebody's deal of a day, without the cards, which others have yet to play."""
    day = date.fromisoformat(snapshot.linked(DAY) or "")
    outcome, game = snapshot.match.outcome, snapshot.match.game
    said = narration.headline(snapshot, outcome, Reader(snapshot.names)) if outcome else f"Deal of the day: {game.name}"
    names = [seat.name for seat in snapshot.seats if seat.kind == PERSON]
    by = f" by {listed(names)}" if outcome and snapshot.alone else ""
    return Poster(
        said + by,
        f"Deal of the day: {game.name}",
        f"{game.name} · deal of the day",
        big=_day_words(day),
        below="Play the same cards",
        pressed=True,
    )


def of_five(house: House, day: date, person_id: str) -> Poster:
    """Return the poster of a day, without a card of it: what a person made of its five deals, if they have played."""
    found = [house.daily.of(key, day, person_id) for key in house.daily.keys()]  # noqa: SIM118  (no mapping)
    scores = [(each.game.name, each.score(each.yours)) for each in found if each.yours is not None and not each.late]
    if not scores:
        below = "Five short games, one try each"
        return Poster("The Daily Five", above="Fivefold", big=_day_words(day), below=below, pressed=True)
    lines = tuple(
        SeatLine(place, name, "", "–" if score is None else str(score)) for place, (name, score) in enumerate(scores)
    )
    total = f"{sum(score or 0 for _, score in scores)} of {BEST_SCORE * len(found)}"
    return Poster(total, above="The Daily Five", seats=lines, big=_day_words(day), below="Play the same five")


def _day_words(day: date) -> str:
    """Return a day: ``22 November``."""
    return f"{day.day} {day:%B}"


def _of_house() -> Poster:
    """Return the poster of the house: its games."""
    below = "Play people or computers, in your browser. No account needed."
    return Poster(TAGLINE, boards=tuple(example(key) for key in keys()), below=below)


def _of_lobby() -> Poster:
    below = "Open tables of five strategy games, live. Sit down with one tap."
    return Poster("Find somebody to play with", boards=tuple(example(key) for key in keys()), below=below)


def of_game(key: str) -> Poster:
    """Return the poster of a game."""
    game = find(key)
    return Poster(game.name, above=_players(game.setup.seat_counts), boards=(example(key),), below=game.tagline)


def _players(counts: Sequence[int]) -> str:
    between = "or" if len(counts) == 2 else "to"
    return counted(counts[0], "player") if len(counts) == 1 else f"{counts[0]} {between} {counts[-1]} players"


@cache
def example(key: str, preset: int | None = None) -> Board:
    """Return a position some turns into a game, every move one of those that look best at first sight."""
    game = find(key)
    options = {} if preset is None else game.setup.presets[preset].options
    match, chooser = Match(game, seed=SEED, options=options), Random(SEED)
    for _ in range(SHOWN_TURNS.get(key, 12)):
        if match.outcome is not None:
            break
        if isinstance(game.search, PolicyRollouts):
            match.make(game.search.choose(match.row, max(match.to_move, 0)))  # in a race anybody
            continue
        merit, row = game.search.merit, match.row
        match.make(chooser.choice(sorted(match.legal(), key=lambda move: merit(row, move), reverse=True)[:3]))
    return Board(key, tuple(match.seen_by(SPECTATOR)), SPECTATOR)


STRANGER: Final = ""
"""The id of an anonymous viewer."""
MOST_RATINGS: Final = 4
"""Ratings shown."""


def _of_player(house: House, account: Account) -> Poster:
    shown = house.histories.player(account, STRANGER, "gone")
    ratings = house.ratings.of(account.id)[:MOST_RATINGS] if shown.shows_ratings else []
    lines = tuple(SeatLine(place, full_name(one.pool), "", said(one.view)) for place, one in enumerate(ratings))
    played = counted(shown.played, "finished game") if shown.played else ""
    initial = account.name[:1].upper()
    return Poster(account.name, "A player", above="Player at Fivefold", seats=lines, below=played, big=initial)


HOUSE_PICTURE: Final = "/cards/house.png"
CARDS: Final = {"lobby": "/cards/lobby.png"}
"""Pages of their own, by the first part of their path."""


class Preview(NamedTuple):
    """What is told of a page; where title and description are empty, the page's own count."""

    image: str
    """A path."""
    title: str = ""
    description: str = ""


def preview(request: Request) -> Preview:
    """Return what a link to this page shows to those who have not opened it: what everybody may see."""
    params = request.path_params
    if "match_id" in params:
        return _of_match(request, str(params["match_id"]))
    first, *rest = request.scope["path"].strip("/").split("/")
    day = request_parsing.query(request).get("day", "")
    asked = f"?day={day}" if _is_day(day) else ""
    if first == "days":
        return Preview(f"/days/card.png{asked}")
    if first == "players" and rest:
        return Preview(f"/players/{quote(rest[0])}/card.png")
    key = next((part for part in rest[:1] if part in catalogue.keys()), "")  # noqa: SIM118  (a function)
    return Preview(f"/cards/{key}.png" if key else CARDS.get(first, HOUSE_PICTURE))


def _is_day(text: str) -> bool:
    return len(text) == len("2026-01-01") and text.replace("-", "").isdecimal()


def _of_match(request: Request, match_id: str) -> Preview:
    house = house_of(request)
    try:
        snapshot = house.delays.by_spectators(house.snapshot(match_id))
    except FivefoldError:
        return Preview(HOUSE_PICTURE)
    base, ply = f"/matches/{match_id}", request_parsing.query(request).get("ply", "")
    if snapshot.linked(DAY) is not None and not day_is_over(snapshot):
        return Preview(f"{base}/card.png", of_match(house.views, snapshot).title)
    is_early = ply.isdecimal() and len(ply) < 6 and int(ply) < len(snapshot.match.moves)
    image = f"{base}/picture.png?wide=1&ply={ply}" if is_early else f"{base}/card.png"
    return Preview(image, _title(snapshot), _description(snapshot))


router = APIRouter()
MatchId = Annotated[str, Path(max_length=40)]
Ply = Annotated[int | None, Query(ge=0, le=1_000_000)]
PNG, GIF = "image/png", "image/gif"
FOR_ALL: Final = "public, max-age=86400"
"""Of what will not change any more, or hardly."""
LOOK_AGAIN: Final = "public, no-cache"
"""Of what may be another picture the next time; ``ETag`` tells."""
FOR_ONE: Final = "private, no-cache"
"""Of what somebody else may not see yet."""
DRAWN: Final = FOLDER / "games"
"""Pictures of the games, drawn by `make pictures`: the first visitor of a house waits for none."""
THUMBNAIL: Final = 160
"""Pixels of a page that a picture in a list of games is wide."""
WAIT_SECONDS: Final = 2
COUNTED: Final = Depends(limited(limits.PICTURES))


@router.get("/cards/{name}.png", dependencies=[COUNTED])
async def card(request: Request, name: Annotated[str, Path(max_length=40)]) -> Response:
    """Return the preview of a page: of the house, the lobby, a game."""
    known: dict[str, Callable[[], Poster]] = {"house": _of_house, "lobby": _of_lobby}
    known |= {key: partial(of_game, key) for key in catalogue.keys()}  # noqa: SIM118  (a function)
    if name not in known:
        raise UnknownPage("there is no such preview", subject=name)
    return await _picture(request, await run_sync(known[name]), FOR_ALL)


@router.get("/games/{key}.png", dependencies=[COUNTED])
async def game_picture(
    request: Request, key: Annotated[str, Path(max_length=40)], preset: Annotated[int | None, Query(ge=0)] = None
) -> Response:
    """Return a position of a game, for lists of games, or of a well-known set-up of it, by its number."""
    if preset is not None and preset >= len(find_game(key).setup.presets):
        raise UnknownPage("there is no such set-up", subject=f"{key} {preset}")
    drawn = DRAWN / f"{find_game(key).key}.png"
    if preset is None and drawn.exists():
        return FileResponse(drawn, headers={"Cache-Control": FOR_ALL})
    return await _picture(request, Inlay(await run_sync(example, key, preset), THUMBNAIL), FOR_ALL)


@router.get("/matches/{match_id}/card.png", dependencies=[COUNTED])
async def match_card(request: Request, match_id: MatchId) -> Response:
    """Return the preview of a match's link, the same for everybody."""
    house = house_of(request)
    snapshot = await run_sync(lambda: house.delays.by_spectators(house.snapshot(match_id)))
    poster = await run_sync(of_match, house.views, snapshot)
    return await _picture(request, poster, FOR_ALL if snapshot.status == OVER else LOOK_AGAIN)


@router.get("/players/{name}/card.png", dependencies=[COUNTED])
async def player_card(request: Request, name: Annotated[str, Path(max_length=200)]) -> Response:
    """Return the preview of a player's page."""
    house = house_of(request)
    account = await run_sync(house.histories.named, name, "")
    return await _picture(request, await run_sync(_of_player, house, account), LOOK_AGAIN)


@router.get("/days/card.png", dependencies=[COUNTED])
async def five_card(request: Request, day: date | None = None) -> Response:
    """Return the preview of the Daily Five, to a visitor who has played with their scores."""
    house = house_of(request)
    today = house.daily.today()
    shown = min(max(day or today, FIRST_DAY), today)
    return await _picture(request, await run_sync(of_five, house, shown, visitor(request).id), "private, no-cache")


@router.get("/matches/{match_id}/picture.png", dependencies=[COUNTED])
async def position(request: Request, match_id: MatchId, ply: Ply = None, wide: bool = False) -> Response:
    """Return a position as a picture, as everybody may see it."""
    snapshot = await run_sync(_shown, request, match_id, ply)
    poster = await run_sync(partial(_of_position, house_of(request).views, snapshot, ply, square=not wide))
    name = f"{snapshot.match.game.key}-{snapshot.id}" + (f"-{ply}" if ply is not None else "")
    return await _picture(request, poster, _kept(snapshot), name)


@router.get("/matches/{match_id}/animation.gif", dependencies=[Depends(limited(limits.VIEWS))])
async def animation(request: Request, match_id: MatchId) -> Response:
    """Return a match in motion; 202 while it is being made: get the same address again."""
    snapshot = await run_sync(_shown, request, match_id, None)
    job = Moving(await run_sync(frames, house_of(request).views, snapshot))
    rasters: Rasters = request.app.state.rasters
    if not rasters.is_known(job):
        spend(request, limits.ANIMATIONS)
    found = rasters.moving(job)
    if found is None:
        return _being_made(request)
    return _sent(request, job, found, GIF, _kept(snapshot), f"{snapshot.match.game.key}-{snapshot.id}")


def _shown(request: Request, match_id: str, ply: int | None) -> MatchSnapshot:
    snapshot = house_of(request).shown_to(visitor(request).id, match_id)
    if ply is not None and ply > len(snapshot.match.moves):
        raise UnknownPage(f"this match has {len(snapshot.match.moves)} so far", subject=f"move {ply}")
    return snapshot


def _kept(snapshot: MatchSnapshot) -> str:
    """Return who may keep a picture of a match, and for how long."""
    if snapshot.linked(DAY) is not None or snapshot.terms.delay:
        return FOR_ONE
    return FOR_ALL if snapshot.status == OVER else LOOK_AGAIN


async def _picture(request: Request, shown: Poster | Inlay, kept: str, name: str = "fivefold") -> Response:
    job, rasters = shown if isinstance(shown, Inlay) else Still(shown), request.app.state.rasters
    if _has_it(request, job):
        return Response(status_code=304, headers=_headers(job, kept))
    return _sent(request, job, await rasters.still(job), PNG, kept, name)


def _sent(request: Request, job: Job, drawn: bytes, kind: str, kept: str, name: str) -> Response:
    if _has_it(request, job):
        return Response(status_code=304, headers=_headers(job, kept))
    ending = kind.partition("/")[2]
    headers = {**_headers(job, kept), "Content-Disposition": f'inline; filename="{name}.{ending}"'}
    return Response(drawn, media_type=kind, headers=headers)


def _headers(job: Job, kept: str) -> dict[str, str]:
    return {"ETag": f'"{_digest(job)}"', "Cache-Control": kept}


def _has_it(request: Request, job: Job) -> bool:
    return f'"{_digest(job)}"' in request_parsing.header(request, "if-none-match")


def _being_made(request: Request) -> Response:
    headers = {"Retry-After": str(WAIT_SECONDS), "Cache-Control": "no-store"}
    if not responses.wants_page(request):
        return responses.json({"state": "making"}, 202, headers)
    words = "The game is being drawn, move by move. It appears here by itself, in half a minute at most."
    return responses.message(request, 202, "Making the animation", words, headers, reload=WAIT_SECONDS)


# --- links as QR codes ------------------------------------------------------------------------------------------------

QUIET_ZONE: Final = 3
QR_KEPT: Final = "private, max-age=3600"


@router.get("/matches/{match_id}/qr.svg", dependencies=[Depends(limited(limits.PAGES))])
def invitation_code(request: Request, match_id: Annotated[str, Path(max_length=40)]) -> Response:
    """Return the QR code of a table's link."""
    snapshot = house_of(request).shown_to(visitor(request).id, match_id)
    return Response(
        code(request.app.state.templates.env.globals["link"](request, f"/matches/{snapshot.id}")),
        200,
        {"Cache-Control": QR_KEPT},
        "image/svg+xml",
    )


@lru_cache(maxsize=64)
def code(address: str) -> bytes:
    """Return an address as a QR code, dark on a light ground in every theme, so that any camera reads it."""
    import segno  # noqa: PLC0415  rarely needed

    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=4, border=QUIET_ZONE, dark="#12251e", light="#ffffff", xmldecl=False
    )
    return out.getvalue()
