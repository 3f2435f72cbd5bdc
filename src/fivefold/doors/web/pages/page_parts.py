"""Parts of several pages: pictures with their proportions, players, numbers in words."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from markupsafe import Markup

from fivefold.contract import CHANCE, SPECTATOR, Game
from fivefold.house.match_view.view_types import MatchView, SeatView, TableView
from fivefold.house.records.daily import BEST_SCORE, Daily, Finish, Streak
from fivefold.parts.words import counted
from fivefold.play.observation import observed
from fivefold.session.seats import computer_words
from fivefold.session.snapshot import MatchSnapshot

STEP: Final = 5
"""Proportions of pictures are in hundredths, rounded up to a multiple of this."""
NARROWEST: Final = 50
WIDEST: Final = 160


def ratio_class(size: tuple[float, float]) -> str:
    """Return the class for a picture's width and height: ``ratio-70`` is 70 wide, 100 high."""
    width, height = size
    hundredths = -int(-100 * width / height // STEP) * STEP
    return f"ratio-{min(max(hundredths, NARROWEST), WIDEST)}"


def as_markup(picture: str) -> Markup:
    """Return one of our own pictures as markup, which templates do not escape again."""
    return Markup(picture)  # noqa: S704  (every word in it was escaped by parts.svg)


def gain_text(points: float) -> str:
    """Return the points of a move with their sign; empty for zero."""
    return f"{points:+g}".replace("-", "−") if points else ""


def seat_rows(view: MatchView, table: TableView, game: Game, row: Sequence[int]) -> list[dict[str, Any]]:
    """Return the players in the order of the page, the visitor last; at one screen the seat whose hand lies below."""
    home = view["viewer"] if view["cover"] is not None and view["viewer"] >= 0 else (view["yours"] or [0])[0]
    seats = [_seat_row(seat, view, table, game, row) | {"home": seat["seat"] == home} for seat in table["seats"]]
    return seats[home + 1 :] + seats[: home + 1]


def _seat_row(seat: SeatView, view: MatchView, table: TableView, game: Game, row: Sequence[int]) -> dict[str, Any]:
    number = seat["seat"]
    last, outcome = view["last"], view["outcome"]
    name = seat["name"] or ("Open seat" if seat["kind"] == "open" else seat["seat_name"])
    return {
        **seat,
        "name": name,
        "colour": "" if name == seat["seat_name"] else seat["seat_name"],
        "initial": "?" if seat["kind"] == "open" else name[:1].upper(),
        "score": (view["standings"] or view["scores"])[number],
        "to_move": view["to_move"] == number and not _has_no_turn(view, table),
        "won": bool(outcome and outcome["returns"][number] == max(outcome["returns"]) > 0),
        "won_before": halves_text(table["won"][number]) if table["won"] and not view["over"] else "",
        "state": seat["left"] or _seat_state(number, view, table),
        "gain": gain_text(last["gains"][number]) if last and last["mover"] != CHANCE else "",
        "emblem": emblem(game, row, number),
        "says": view["says"][number],
    }


def halves_text(count: float) -> str:
    """Return a number of matches won in which draws count half: ``0``, ``½``, ``1½``."""
    whole, half = divmod(count, 1)
    return f"{int(whole) if whole or not half else ''}{'½' if half else ''}"


def _seat_state(seat: int, view: MatchView, table: TableView) -> str:
    if view["over"]:
        return "winner" if view["outcome"] and view["outcome"]["winner"] == seat else ""
    if view["to_move"] != seat or _has_no_turn(view, table):
        return ""
    if table["thinking"] == seat:
        return "thinking"
    return "your turn" if view["turn"] and len(view["yours"]) == 1 else "to move"


def _has_no_turn(view: MatchView, table: TableView) -> bool:
    """Return whether to show no turn: nobody waits for a player alone."""
    return view["over"] or table["status"] == "waiting" or len(table["seats"]) == 1


def public_row(snapshot: MatchSnapshot, ply: int) -> list[int]:
    """Return a position of a match as a spectator may see it."""
    return observed(snapshot.match.game, snapshot.row_at(ply), SPECTATOR)


def emblem(game: Game, row: Sequence[int], seat: int) -> Markup:
    """Return the small picture of a seat's piece."""
    return as_markup(game.picture.emblem(list(row), seat).picture)


def player_names(table: TableView) -> list[str]:
    """Return the names of the players."""
    return [seat["name"] or seat["seat_name"] for seat in table["seats"]]


FULL, EMPTY, FIRE = "🟩", "⬜", "🔥"
SQUARES: Final = 5


def day_in_words(day: date) -> str:
    """Return a day in words: ``Monday 2 March``."""
    return f"{day:%A} {day.day} {day:%B}"


def date_in_words(day: date) -> str:
    """Return a date in words: ``2 March 2026``."""
    return f"{day.day} {day:%B} {day.year}"


def ordinal(number: int) -> str:
    """Return a number as a place: ``1st``, ``12th``, ``23rd``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def outcome_kind(one: Finish) -> str:
    """Return ``won``, ``drew`` or ``lost``; ``done`` for who played alone."""
    if one.share is None:
        return "done"
    return "won" if one.share == 1 else "drew" if one.share else "lost"


def outcome_words(one: Finish) -> str:
    """Return a result in words: ``87 points``, ``won by 12``, ``resigned``."""
    kind = outcome_kind(one)
    if kind == "done":
        return counted(one.points or 0, "point")
    if one.points is None:
        return "resigned" if kind == "lost" else kind
    return f"{kind} by {abs(one.margin)}" if one.margin else kind


def streak_words(streak: Streak) -> str:
    """Return a streak in words: ``3 days in a row``; empty where there is none."""
    return "" if not streak.days else "1 day" if streak.days == 1 else f"{streak.days} days in a row"


def place_words(daily: Daily) -> str:
    """Return the place of the person's result: ``3rd of 17``; empty for who is not in the table, or alone there."""
    return "" if daily.rank is None or len(daily.finishes) < 2 else f"{ordinal(daily.rank)} of {len(daily.finishes)}"


def symbols(daily: Daily) -> str:
    """Return the person's score as squares: five for as good as the house; none filled while the house still plays."""
    assert daily.yours is not None  # noqa: S101  (only asked for who has finished)
    full = round(SQUARES * (daily.score(daily.yours) or 0) / BEST_SCORE)
    return FULL * full + EMPTY * (SQUARES - full)


def day_text(day: date, played: Sequence[Daily], total: str, streak: Streak) -> str:
    """Return a person's scores of a day as a text to send to others; ``total``: in words."""
    scores = [(each, each.score(each.yours)) for each in played if each.yours is not None]
    lines = [f"{symbols(each)} {each.game.name}{'' if score is None else f' {score}'}" for each, score in scores]
    return "\n".join([f"Fivefold · The Daily Five · {date_in_words(day)}", total, *lines, *_streak_line(streak)])


def _streak_line(streak: Streak) -> list[str]:
    return [f"{FIRE} {streak_words(streak)}"] if streak.days else []


def opponent_words(game: Game, level: int) -> str:
    """Return who everybody plays: ``Dot, level 3``."""
    return computer_words(game.persona(level).name, level).replace("level ", "level\N{NO-BREAK SPACE}")
