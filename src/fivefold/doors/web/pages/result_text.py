"""A result to show to others: a text that gives no card away."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from fivefold.doors.web.pages.finished import Finished
from fivefold.house.links import DAY
from fivefold.parts.messages import Reader
from fivefold.session import narration, result
from fivefold.session.seats import COMPUTER

FULL, EMPTY = "▰", "▱"


def text(now: Finished, made: Sequence[result.Gain], shown: Mapping[str, Any]) -> str:
    """Return the result in a few lines: what was played, how it ended, and its course in symbols."""
    lines = [f"Fivefold · {what(now)}", ending(now)]
    if shown["share"] is not None:
        lines[1] += f", {narration.percent(shown['share'])} of the best possible"
    if shown["rank"] and shown["rank"]["place"]:
        lines.append(f"{shown['rank']['place']} that day")
    return "\n".join([*lines, *symbols(now, made)])


def what(now: Finished) -> str:
    """Return the game, and the day where it is the deal of one."""
    day, name = now.snapshot.linked(DAY), now.snapshot.match.game.name
    if day is None:
        return str(name)
    on = date.fromisoformat(day)
    return f"{name}, {on.day} {on:%B}"


def ending(now: Finished) -> str:
    """Return how it ended, by names: ``I win 106–96 against Gus Halloran, level 2``."""
    if now.snapshot.alone:
        return narration.headline(now.snapshot, now.outcome, now.reader)
    names = tuple("I" if seat == now.you else name for seat, name in enumerate(now.snapshot.names))
    said = narration.headline(now.snapshot, now.outcome, Reader(names)).replace("I wins", "I win")
    rivals = [seat for seat in now.snapshot.seats if seat.seat != now.you]
    if now.you < 0 or len(rivals) != 1:
        return said
    rival = rivals[0]
    level = f", level {rival.level}" if rival.kind == COMPUTER else ""
    against = "" if said.startswith(now.snapshot.names[rival.seat]) else f" against {now.snapshot.names[rival.seat]}"
    return f"{said}{against}{level}"


def symbols(now: Finished, made: Sequence[result.Gain]) -> list[str]:
    """Return the course of the match in five parts.

    For one player each part is a line, the fuller the more it earned; for several it is a symbol, full where the
    player earned most.
    """
    seat = now.you if now.you >= 0 else now.outcome.winner or 0
    parts = result.course(made, seat)
    if not now.snapshot.alone:
        return ["".join(FULL if mine > theirs else EMPTY for mine, theirs in parts)]
    most = max([mine for mine, _ in parts if mine > 0], default=1)
    full = [max(0, round(result.PARTS * mine / most)) for mine, _ in parts]
    return [FULL * count + EMPTY * (result.PARTS - count) for count in full]
