"""Games in lists, in words: how one ended for somebody, against whom, when."""

from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from fivefold.contract import Game
from fivefold.doors.web.pages import page_parts
from fivefold.house.records import finished
from fivefold.house.records.finished import ALONE, BROKEN_OFF, DRAWN, LOST, ONE_SCREEN, WON
from fivefold.house.records.histories import GameLine, Rival, RunningLine, Tally
from fivefold.parts.words import counted
from fivefold.play import time_words
from fivefold.play.catalogue import find
from fivefold.play.match import Match

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


@lru_cache(maxsize=16)
def sign(game: Game) -> Markup:
    """Return the small picture that stands for a game."""
    return page_parts.emblem(game, Match(game.key, seed=1).row, 0)


def line(each: GameLine) -> dict[str, Any]:
    """Return a finished game as a list shows it."""
    game = find(each.game)
    return {
        "path": f"/matches/{each.match}" if each.open else "",
        "record": f"/matches/{each.match}/record" if each.open else "",
        "game": game,
        "sign": sign(game),
        "rivals": [rival(game, other) for other in each.rivals],
        "against": against_words(each),
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
        "when": short_date(each.ended),
        "moment": each.ended.isoformat(timespec="seconds"),
    }


def running_line(each: RunningLine, now: datetime) -> dict[str, Any]:
    """Return a game that goes on as a list shows it."""
    game = find(each.game)
    free = f"{counted(each.free_seats, 'free seat')}" if each.free_seats else ""
    return {
        "path": f"/matches/{each.match}",
        "game": game,
        "sign": sign(game),
        "rivals": [rival(game, other) for other in each.rivals],
        "against": "" if each.rivals else free or "On your own",
        "set_up": set_up_words(game, each.set_up),
        "state": "Your turn" if each.your_turn else "Waiting for players" if free else "Their turn",
        "turn": each.your_turn,
        "since": ago(each.since, now),
        "moment": each.since.isoformat(timespec="seconds"),
        "marks": [*(["Rated"] if each.rated else []), *([time_words.short(each.time)] if each.time else [])],
        "day": each.day,
        "left": "" if each.left is None else time_words.left_words(each.left.left),
        "urgent": each.left is not None and each.left.left < SOON,
    }


def rival(game: Game, other: Rival) -> dict[str, Any]:
    """Return an opponent with portrait or initial."""
    name = other.name or (game.personas[other.level - 1].name if other.level else "Former player")
    return {
        "name": name,
        "level": other.level,
        "path": other.path,
        "portrait": f"/portraits/{game.key}/{other.level}.svg" if other.level else "",
        "initial": name[:1].upper(),
    }


def against_words(each: GameLine) -> str:
    """Return what stands where opponents would, if there are none."""
    if each.rivals:
        return ""
    return "Everybody at one screen" if each.result == ONE_SCREEN else "On your own"


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
    return " : ".join(str(points) for points in (each.points, *each.others))


def short_date(moment: datetime) -> str:
    """Return a date in few characters: ``2 Mar 2026``."""
    return f"{moment.day} {moment:%b} {moment.year}"


def ago(moment: datetime, now: datetime) -> str:
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
