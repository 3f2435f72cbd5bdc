"""A result to show to others: a text that gives no card away, and a picture."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from fivefold.contract import SPECTATOR
from fivefold.parts.messages import Reader
from fivefold.parts.svg import SYSTEM_FONT, element, escape, number
from fivefold.service.links import DAY
from fivefold.service.pictures import BARE, ENDED, united
from fivefold.session import narration, result
from fivefold.session.seats import COMPUTER
from fivefold.web.pages.finished import Finished

FULL, EMPTY = "▰", "▱"
WIDTH: Final = 1200
HEIGHT: Final = 630
SIDE: Final = 546
MARGIN: Final = 42
PAPER, INK, SOFT, GREEN = "#edf1eb", "#1d2b26", "#51635b", "#0d7d5f"


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


def picture(now: Finished, made: Sequence[result.Gain]) -> str:
    """Return the result as an SVG; of the deal of a day without its cards, which others have yet to play."""
    left = MARGIN if DAY in now.snapshot.links else 2 * MARGIN + SIDE
    board = "" if DAY in now.snapshot.links else _board(now)
    lines = symbols(now, made)
    rows = [
        _line(what(now), left, 150, 34, SOFT, 600),
        *_wrapped(ending(now), left, 226, WIDTH - left - MARGIN),
        *(_line(symbol, left, 400 + 44 * place, 40, GREEN, 400) for place, symbol in enumerate(lines)),
        _line("Fivefold", WIDTH - MARGIN, HEIGHT - MARGIN, 30, INK, 700, anchor="end"),
    ]
    paper = element("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    return element(
        "svg",
        paper,
        board,
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=HEIGHT,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family=SYSTEM_FONT,
    )


def _board(now: Finished) -> str:
    match = now.snapshot.match
    drawing = match.game.picture.draw(match.seen_by(SPECTATOR), SPECTATOR, united(BARE, ENDED))
    return element(
        "svg",
        element("style", drawing.style) if drawing.style else "",
        element("defs", drawing.shapes) if drawing.shapes else "",
        drawing.content,
        x=MARGIN,
        y=MARGIN,
        width=SIDE,
        height=SIDE,
        viewBox=f"0 0 {number(drawing.width)} {number(drawing.height)}",
        class_=f"fivefold {drawing.classes}".strip(),
    )


def _line(words: str, x: float, y: float, size: int, colour: str, weight: int, anchor: str = "start") -> str:
    return element(
        "text",
        escape(words),
        x=number(x),
        y=number(y),
        font_size=size,
        fill=colour,
        font_weight=weight,
        text_anchor=anchor,
    )


def _wrapped(words: str, x: float, y: float, width: float) -> list[str]:
    """Return words as lines of large letters that fit into a width."""
    most, lines = int(width / 25), [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return [_line(line, x, y + 56 * place, 46, INK, 700) for place, line in enumerate(lines[:3])]
