"""Who sits where: what every front end settles before the first move, and how it tells people apart."""

from collections.abc import Callable, Sequence
from typing import Final

from fivefold.play.match import Match

COMPUTER_MARK: Final = " (computer)"
"""Stands behind a computer opponent's name in records, so that a kept game knows who goes on."""


def starting_seat(match: Match, begin: str) -> int:
    """Return where somebody sits who wants to move first (``me``), last (``them``), or leaves it to chance (``draw``).

    What is drawn comes from the match's own chance; before that has begun they sit in the first seat. Where anyone may
    move nobody is first, and seats count from the first one.
    """
    count, beginner = len(match.seats), max(match.to_move, 0)
    if begin == "me":
        return beginner
    if begin == "them":
        return (beginner + count - 1) % count
    return match.source.draw("seat", count) if match.dealt else 0


def told_apart(names: Sequence[str], seat_names: Sequence[str]) -> tuple[str, ...]:
    """Return the names at a table, those that are there twice with their seat's: ``Pip (Red)``."""
    return tuple(
        f"{name} ({seat_name})" if names.count(name) > 1 and name != seat_name else name
        for name, seat_name in zip(names, seat_names, strict=True)
    )


def by_name(sentence: str, seat_names: Sequence[str], verb: Callable[[int, str], str]) -> str:
    """Return a sentence of the game's that begins with a seat, ``Red draws 7h``, about who sits there.

    ``verb`` returns a seat's player with a verb, given in the third person, that agrees: ``You draw``.
    """
    for seat, name in enumerate(seat_names):
        if sentence.startswith(f"{name} "):
            third, _, rest = sentence.removeprefix(f"{name} ").partition(" ")
            return f"{verb(seat, third)} {rest}".strip()
    return sentence


def seats_change(match: Match) -> bool:
    """Return whether people change seats for the second game of a double match; if not, the other seat moves first."""
    return match.game.setup.starting_option is None


def add_up(first: Sequence[int], second: Sequence[int], changed: bool) -> tuple[int, ...]:
    """Return both games' points in the order of the first's seats; ``changed``: people have changed them since."""
    others = reversed(second) if changed else second
    return tuple(mine + more for mine, more in zip(first, others, strict=True))
