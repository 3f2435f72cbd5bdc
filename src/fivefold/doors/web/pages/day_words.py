"""Days and their results in words: for pages, and as a text to send to others."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from fivefold.contract import Game
from fivefold.house.records.daily import Daily, Streak
from fivefold.house.records.day_results import Finish
from fivefold.parts.words import counted

WON, DRAWN, LOST, FULL, EMPTY, FIRE = "🟩", "🟨", "🟥", "🟩", "⬜", "🔥"
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
    """Return the person's result as squares: how many were beaten, or whether it was won."""
    assert daily.yours is not None  # noqa: S101  (only asked for who has finished)
    kind = outcome_kind(daily.yours)
    if kind != "done":
        return {"won": WON, "drew": DRAWN, "lost": LOST}[kind]
    others = len(daily.finishes) - 1
    beaten = (others + 1 - daily.rank) / others if daily.rank is not None and others else 1.0
    full = max(1, round(SQUARES * beaten))
    return FULL * full + EMPTY * (SQUARES - full)


def game_text(daily: Daily, streak: Streak) -> str:
    """Return the person's result as a text to send to others: nothing of the cards, and no way into the match."""
    assert daily.yours is not None  # noqa: S101
    how = outcome_words(daily.yours) + (f" in {counted(daily.yours.moves, 'move')}" if not daily.alone else "")
    place = place_words(daily)
    lines = [
        f"Fivefold · {daily.game.name} · {date_in_words(daily.day)}",
        f"{symbols(daily)} {how}" + (f", {place}" if place else ""),
        *_streak_line(streak),
    ]
    return "\n".join(lines)


def day_text(day: date, played: Sequence[Daily], streak: Streak) -> str:
    """Return a person's results in all games of a day as a text to send to others."""
    results = [
        f"{symbols(each)} {each.game.name}: {outcome_words(each.yours)}" for each in played if each.yours is not None
    ]
    return "\n".join([f"Fivefold · {date_in_words(day)}", *results, *_streak_line(streak)])


def _streak_line(streak: Streak) -> list[str]:
    return [f"{FIRE} {streak_words(streak)}"] if streak.days else []


def opponent_words(game: Game, level: int) -> str:
    """Return who everybody plays: ``Dot, level 3``."""
    return f"{game.personas[level - 1].name}, level\N{NO-BREAK SPACE}{level}"
