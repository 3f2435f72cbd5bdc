"""Positions drawn for a page, which shows names and scores around them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from fivefold.contract import ANYONE, SPECTATOR, WHOLE_PICTURE, Drawing, Game, Marks
from fivefold.parts.svg import second

BARE: Marks = {WHOLE_PICTURE: "bare"}
LETTERED: Marks = {WHOLE_PICTURE: "lettered"}
ENDED: Marks = {WHOLE_PICTURE: "over"}
PICKING: Marks = {WHOLE_PICTURE: "picking"}
KEPT: Final = 512
"""Pictures kept, some 20 kB each: what a preview showed is what the players see once the move is made, and with 200
matches going on some 400 others are drawn in between."""
SECONDS_KEPT: Final = 64  # Pictures kept that stand beside a board.


def united(*several: Marks) -> dict[str, str]:
    """Return the marks of all, those of the same thing one after the other."""
    names = {name: None for marks in several for name in marks}
    return {name: " ".join(filter(None, (marks.get(name, "") for marks in several))) for name in names}


def seated(home: int) -> Marks:
    """Return the mark that says which seat is shown nearest to whoever looks."""
    return {WHOLE_PICTURE: f"home-{home}"}


def onlooker(game: Game, viewer: int) -> int:
    """Return for whom to draw where nothing is to be picked: with secrets the viewer, who sees a hand even so."""
    return SPECTATOR if game.hidden is None else viewer


def picture(game: Game, row: Sequence[int], viewer: int, seats: Sequence[int], turn: int, *marks: Marks) -> Drawing:
    """Return a position, already ``observed``, drawn for a viewer at a table. There are things to pick only for
    ``seats``, those of a person who may move now. ``turn``: whose turn it is."""
    if seats:
        return drawn(game, row, ANYONE if turn == ANYONE and len(seats) > 1 else viewer, united(*marks))
    idle = ENDED if viewer == turn and game.hidden is not None else {}
    return drawn(game, row, onlooker(game, viewer), united(*marks, idle))


def drawn(game: Game, row: Sequence[int], viewer: int, marks: Marks) -> Drawing:
    """Return a position, already ``observed``, as a bare picture without its style."""
    return _drawn(game, tuple(row), viewer, tuple(united(BARE, marks).items()))


@lru_cache(maxsize=SECONDS_KEPT)
def drawn_beside(game: Game, row: tuple[int, ...], at_end: bool, name: str) -> Drawing:
    """Return a position for all to see, drawn to stand beside the board: its ids begin with ``name``."""
    return second(drawn(game, row, SPECTATOR, ENDED if at_end else {}), f"{name}-")


@lru_cache(maxsize=KEPT)
def _drawn(game: Game, row: tuple[int, ...], viewer: int, marks: tuple[tuple[str, str], ...]) -> Drawing:
    return replace(game.picture.draw(list(row), viewer, dict(marks)), style="")
