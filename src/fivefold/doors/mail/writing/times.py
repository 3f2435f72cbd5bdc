"""Moments and spans of time in words, and what the clocks of a match say."""

from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from fivefold.parts.messages import Reader
from fivefold.parts.words import counted, listed
from fivefold.play.clocks import Clocks, Stops
from fivefold.play.time_control import Pace
from fivefold.session.snapshot import LIVE, MatchSnapshot


def moment_words(milliseconds: int, zone: str = "UTC") -> str:
    """Return a moment: ``Tuesday 24 November, 14:05 UTC``."""
    at = datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone(ZoneInfo(zone))
    return f"{at:%A} {at.day} {at:%B}, {at:%H:%M} {at.tzname() or zone}"


def span_words(milliseconds: int) -> str:
    """Return how long something takes, roughly: ``2 days and 3 hours``."""
    minutes = (milliseconds + 30_000) // 60_000
    if minutes >= 1440:
        minutes = (minutes + 30) // 60 * 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [("day", days), ("hour", hours), ("minute", 0 if days else minutes)]
    return listed([counted(number, unit) for unit, number in parts if number]) or "less than a minute"


def sentences(now: MatchSnapshot, reader: Reader, at: int, stops: Stops, zone: str) -> Iterator[str]:
    """Yield what is left to everybody at a moment; nothing where nobody's time is limited, and once it is over.

    ``zone``: where the reader lives.
    """
    clocks = now.clocks
    if clocks is None or now.status != LIVE:
        return
    if clocks.paused:
        yield f"The match is paused until {moment_words(clocks.since, zone)} at the latest."
    elif clocks.control.pace == Pace.GAME:
        yield f"{span_words(clocks.left(0, at, stops))} left for the whole game."
        yield from _runs_out(clocks, reader, at, stops, zone)
    else:
        out = is_out(now, at, stops)
        for seat in _told_seats(clocks):
            if out and seat == clocks.running:
                continue
            name = reader.names[seat]
            who = "You have" if seat == reader.you else f"{name[:1].upper()}{name[1:]} has"
            yield f"{who} {span_words(clocks.left(seat, at, stops))} left."
        yield from _runs_out(clocks, reader, at, stops, zone)


def is_out(now: MatchSnapshot, at: int, stops: Stops) -> bool:
    """Tell whether the running clock has come to nothing at a moment."""
    out = None if now.clocks is None or now.clocks.paused else now.clocks.runs_out(stops)
    return out is not None and out <= at


def _told_seats(clocks: Clocks) -> list[int]:
    """Return whose clocks matter: with a limit for each move only the one that runs."""
    if clocks.control.pace == Pace.MOVE:
        return [] if clocks.running is None else [clocks.running]
    return list(range(len(clocks.seats)))


def _runs_out(clocks: Clocks, reader: Reader, at: int, stops: Stops, zone: str) -> Iterator[str]:
    out = clocks.runs_out(stops)
    if out is None or clocks.running is None:
        return
    whose = owner(reader, clocks.running)
    if clocks.control.pace == Pace.GAME:
        yield f"The time runs out on {moment_words(out, zone)}."
    elif out <= at:
        yield f"{whose} time is out."
    else:
        yield f"{whose} time runs out on {moment_words(out, zone)}."


def owner(reader: Reader, seat: int) -> str:
    """Return a player as an owner at the beginning of a sentence: ``Your``, ``Anna's``."""
    return "Your" if seat == reader.you else f"{reader.names[seat]}'s"
