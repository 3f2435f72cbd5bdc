"""My games: everything a person plays or has played, with filters, and all of their records in one file."""

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from anyio import CapacityLimiter, WouldBlock
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import limits, request_parsing, responses
from fivefold.doors.web.errors import TooMany
from fivefold.doors.web.limits import limited
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.records import finished
from fivefold.house.records.finished import ALONE, BROKEN_OFF, DRAWN, LOST, ONE_SCREEN, RESULTS, WON
from fivefold.house.records.histories import (
    MOST_COUNTED,
    SOME_COMPUTERS,
    SOME_PEOPLE,
    GameLine,
    GamesPage,
    ListPlace,
    Rival,
    RunningLine,
    Tally,
    Wanted,
)
from fivefold.parts.words import counted
from fivefold.play import catalogue, time_words
from fivefold.play.catalogue import find, keys

HEADLINES: Final = {
    WON: "Won",
    DRAWN: "Draw",
    LOST: "Lost",
    ALONE: "Solo",
    BROKEN_OFF: "Cancelled",
    ONE_SCREEN: "At one screen",
}
"""For each result what a list calls it."""
ENDINGS: Final = {
    (WON, "resigned"): "by resignation",
    (LOST, "resigned"): "by resignation",
    (WON, "time"): "on time",
    (LOST, "time"): "on time",
    (DRAWN, "time"): "on time",
    (DRAWN, "agreed"): "by agreement",
    (ONE_SCREEN, "resigned"): "resigned",
}
AGO: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"))
BAR_WIDTH: Final = 100
SOON: Final = 86_400_000
"""In milliseconds: when so little is left, it is shown with emphasis."""


def line(each: GameLine) -> dict[str, Any]:
    """Return a finished game as a list shows it."""
    game = find(each.game)
    return {
        "path": f"/matches/{each.match}" if each.open else "",
        "record": f"/matches/{each.match}/record" if each.open else "",
        "game": game,
        "rivals": [rival(game, other) for other in each.rivals],
        "against": "" if each.rivals else "Everybody at one screen" if each.result == ONE_SCREEN else "On your own",
        "set_up": set_up_words(game, each.set_up),
        "kind": each.result,
        "result": HEADLINES[each.result],
        "why": "" if each.cancelled is None else each.cancelled.why(),
        "points": points_words(each),
        "marks": [
            *(["Rated"] if each.rated and not each.annulled else []),
            *(["Annulled"] if each.annulled else []),
            *(["Double match"] if each.double_of else []),
        ],
        "day": each.day,
        "when": f"{each.ended.day} {each.ended:%b} {each.ended.year}",
        "moment": each.ended.isoformat(timespec="seconds"),
    }


def _running_line(each: RunningLine, now: datetime) -> dict[str, Any]:
    game = find(each.game)
    free = f"{counted(each.free_seats, 'free seat')}" if each.free_seats else ""
    return {
        "path": f"/matches/{each.match}",
        "game": game,
        "rivals": [rival(game, other) for other in each.rivals],
        "against": "" if each.rivals else free or "On your own",
        "set_up": set_up_words(game, each.set_up),
        "state": "Your turn" if each.your_turn else "Waiting for players" if free else "Their turn",
        "turn": each.your_turn,
        "since": _ago(each.since, now),
        "moment": each.since.isoformat(timespec="seconds"),
        "marks": [
            *([f"Board {each.board} of 2"] if each.board else []),
            *(["Rated"] if each.rated else []),
            *([time_words.short(each.time)] if each.time else []),
        ],
        "day": each.day,
        "left": "" if each.left is None else time_words.left_words(each.left.left),
        "urgent": each.left is not None and each.left.left < SOON,
    }


def rival(game: Game, other: Rival) -> dict[str, Any]:
    """Return an opponent with portrait or initial."""
    name = other.name or (game.persona(other.level).name if other.level else "Former player")
    return {
        "name": name,
        "level": other.level,
        "path": other.path,
        "portrait": f"/portraits/{game.key}/{other.level}.svg" if other.level else "",
        "initial": name[:1].upper(),
    }


def set_up_words(game: Game, kept: str) -> str:
    """Return a set-up in a few words; empty for the usual one."""
    return finished.set_up_words(game, kept) if kept else ""


def points_words(each: GameLine) -> str:
    """Return points and how the match ended: ``32 : 28``, ``41 points``, ``resigned``."""
    if each.points is None:
        return "given up" if each.result == ALONE else ENDINGS.get((each.result, each.termination), "")
    if each.forfeited:
        return "forfeited"
    if not each.others:
        return counted(each.points, "point")
    return "–".join(str(points) for points in (each.points, *each.others))


def _ago(moment: datetime, now: datetime) -> str:
    """Return how long ago something was: ``3 days ago``."""
    seconds = (now - moment).total_seconds()
    for size, unit in AGO:
        if seconds >= size:
            return f"{counted(int(seconds // size), unit)} ago"
    return "just now"


def tally(of: Tally) -> dict[str, Any]:
    """Return counted results with the parts of a bar, in hundredths of its width."""
    played = of.won + of.drawn + of.lost
    won, drawn = (round(BAR_WIDTH * part / played) if played else 0 for part in (of.won, of.drawn))
    return {
        "won": of.won,
        "drawn": of.drawn,
        "lost": of.lost,
        "played": played,
        "alone": of.alone,
        "best": of.best,
        "share": f"{round(100 * (of.won + of.drawn / 2) / played)}%" if played else "",
        "bar": {"won": won, "drawn": drawn, "lost": BAR_WIDTH - won - drawn} if played else None,
    }


router = APIRouter()
PATH: Final = "/games/mine"
LEVELS: Final = tuple(f"level:{level}" for level in range(1, 8))
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "against": (SOME_PEOPLE, SOME_COMPUTERS, *LEVELS),
    "result": RESULTS,
    "set_up": ("usual", "other"),
    "rated": ("yes", "no"),
}
AGAINST: Final = (
    *(("", "Anybody"), ("people", "People"), ("computers", "Computers")),
    *((level, f"Computer, level {number}") for number, level in enumerate(LEVELS, start=1)),
)
LONGEST_NAME: Final = 40
PLACE: Final = re.compile(r"([0-9T:.+-]{20,32})~([a-z0-9]{1,16})")
MOST_RECORDS: Final = 200
"""In one file."""
packing: Final = CapacityLimiter(1)
"""Records are packed by one thread at a time: each match may have to be played through."""


@router.get(PATH)
def show(request: Request) -> Response:
    """Show the visitor's games: what waits for them, what goes on, and what is over, filtered."""
    house = house_of(request)
    person_id, query = visitor(request).id, request_parsing.query(request)
    wanted, errors = _wanted(query)
    newer = "before" in query
    page = house.histories.page(person_id, wanted, _place(query.get("before" if newer else "after", "")), newer)
    chosen, first = wanted != Wanted(), not ("before" in query or "after" in query)
    running = [] if chosen or not first else house.histories.running(person_id)
    lines = [_running_line(each, house.now()) for each in running]
    context = {
        "section": "games",
        "your_turns": [each for each in lines if each["turn"]],
        "going_on": [each for each in lines if not each["turn"]],
        "lines": [line(each) for each in page.lines],
        "total": sum(page.counts.values()),
        "summary": summary(page),
        "game_choices": [("", "All games"), *((game.key, game.name) for game in catalogue.games())],
        "against_choices": AGAINST,
        "fields": {**_fields(wanted), **{name: query.get(name, "")[:LONGEST_NAME] for name in errors}},
        "errors": {"since": "", "until": "", **errors},
        "chosen": chosen or bool(errors),
        "links": _links(wanted, page),
        "records_limit": MOST_RECORDS,
    }
    return responses.page(request, "my_games.html", context, 422 if errors else 200)


@router.get(f"{PATH}/records", dependencies=[Depends(limited(limits.ARCHIVES))])
async def records(request: Request) -> Response:
    """Return the records of the visitor's games, as filtered, in one file."""
    query = request_parsing.query(request)
    wanted, _ = _wanted(query)
    work = partial(archive, house_of(request), visitor(request).id, wanted, _place(query.get("after", "")))
    try:
        packing.acquire_on_behalf_of_nowait(request)
    except WouldBlock:
        raise TooMany("somebody else’s games are being packed: try again in a few seconds", 5) from None
    try:
        packed = await run_sync(work)
    finally:
        packing.release_on_behalf_of(request)
    headers = {"content-disposition": 'attachment; filename="fivefold-games.zip"'}
    return Response(packed, headers=headers, media_type="application/zip")


def archive(house: House, person_id: str, wanted: Wanted, after: ListPlace | None = None) -> bytes:
    """Return the records of a person's finished games in an archive, the latest first, at most ``MOST_RECORDS``."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for place in house.histories.match_ids(person_id, wanted, after, MOST_RECORDS):
            try:
                snapshot = house.shown_to(person_id, place.match)
                record = views.record(snapshot, house.sealed(snapshot), house.stops(snapshot))
            except FivefoldError as error:
                record = f"This match cannot be read: {error}\n"
            file.writestr(f"{place.ended[:10]}-{place.match}.txt", record)
    return packed.getvalue()


def summary(page: GamesPage) -> str:
    """Return how many games there are, and how they ended: ``12 games: 7 won, 1 drawn, 4 lost``."""
    said = {"won": "won", "drawn": "drawn", "lost": "lost", "alone": "solo", "broken_off": "cancelled"}
    parts = [f"{page.counts[result]:,} {words}" for result, words in said.items() if page.counts.get(result)]
    if page.counts.get("one_screen"):
        parts.append(f"{page.counts['one_screen']:,} at one screen")
    total = sum(page.counts.values())
    if total >= MOST_COUNTED:
        return f"more than {MOST_COUNTED - 1:,} games"
    return ("1 game" if total == 1 else f"{total:,} games") + (f": {', '.join(parts)}" if total else "")


def _wanted(query: Mapping[str, str]) -> tuple[Wanted, dict[str, str]]:
    """Return what a visitor looks for, and for each field that cannot be read why."""
    known = {name: query.get(name, "") if query.get(name, "") in values else "" for name, values in CHOICES.items()}
    since, until = (_day(query.get(name, "")) for name in ("since", "until"))
    errors = {name: day for name, day in (("since", since), ("until", until)) if isinstance(day, str)}
    if isinstance(since, date) and isinstance(until, date) and until < since:
        errors["until"] = "This is before the first date."
    wanted = Wanted(
        game=query.get("game", "") if query.get("game", "") in set(keys()) else "",
        name=" ".join(query.get("name", "").split())[:LONGEST_NAME],
        against=known["against"],
        result=known["result"],
        set_up=known["set_up"],
        rated=known["rated"],
        since=since if isinstance(since, date) else None,
        until=until if isinstance(until, date) else None,
    )
    return wanted, errors


def _day(text: str) -> date | str | None:
    """Return the day of a field, ``None`` for none, or else what is wrong with it."""
    try:
        return date.fromisoformat(text.strip()) if text.strip() else None
    except ValueError:
        return "Write the date as year-month-day, for example 2026-03-31."


def _fields(wanted: Wanted) -> dict[str, str]:
    return {name: "" if value is None else str(value) for name, value in asdict(wanted).items()}


def _links(wanted: Wanted, page: GamesPage) -> dict[str, str]:
    chosen = {name: value for name, value in _fields(wanted).items() if value}

    def link(path: str, **more: str) -> str:
        query = urlencode({**chosen, **more})
        return f"{path}?{query}" if query else path

    return {
        "newer": link(PATH, before=_text(page.newer)) if page.newer else "",
        "older": link(PATH, after=_text(page.older)) if page.older else "",
        "records": link(f"{PATH}/records"),
    }


def _text(place: ListPlace) -> str:
    return f"{place.ended}~{place.match}"


def _place(text: str) -> ListPlace | None:
    found = PLACE.fullmatch(text)
    return None if found is None else ListPlace(found[1], found[2])
