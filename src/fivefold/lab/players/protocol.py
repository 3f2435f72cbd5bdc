"""The words of the line protocol, for whoever speaks it: docs/engine-protocol.md."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fivefold.contract import CHANCE
from fivefold.lab.players.observation import SeenMove
from fivefold.play.record import CHANCE_WORD, mover_text

NAME: Final = "fivefold"
VERSION: Final = 1
LONGEST_LINE: Final = 1 << 16
"""Bytes of a line, its end counted; whoever hears a longer one need not listen to it."""
GREETING: Final = f"{NAME} {VERSION}"
READY, ASK_READY = "readyok", "isready"
NEW_GAME, POSITION, LEGAL, GO, STOP, QUIT = "newgame", "position", "legal", "go", "stop", "quit"
BEST_MOVE, INFO, ERROR, WANTS = "bestmove", "info", "error", "wants"


def new_game(game: str, seats: int, seat: int, seed: int, options: Mapping[str, str]) -> str:
    """Return the line that begins a game for one seat."""
    settled = [f"{name}={value}" for name, value in options.items()]
    return " ".join([NEW_GAME, game, "seats", str(seats), "you", str(seat), "seed", str(seed), *settled])


def position(moves: Iterable[SeenMove]) -> str:
    """Return the line that tells all moves so far, each behind who made it."""
    return " ".join([POSITION, *(word for each in moves for word in (mover_text(each.mover), each.text))])


def moves_told(words: Sequence[str]) -> list[tuple[int, str]]:
    """Return the moves of a position line, each with its mover. Raises ``ValueError``, saying why."""
    if len(words) % 2:
        raise ValueError("each move stands behind who made it, a seat's number or the word chance")
    return [(_mover(mover), text) for mover, text in zip(words[::2], words[1::2], strict=True)]


def _mover(text: str) -> int:
    if text == CHANCE_WORD:
        return CHANCE
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ValueError(f"{text[:20]!r} stands where a mover belongs, a seat's number or the word chance")
    return int(text)
