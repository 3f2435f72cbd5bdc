"""Moves of Poker Solitaire as text and as picks on the picture, and what a viewer may pick.

A legal move's text is ``7h@c3``, ``c3-r1``, ``1c3-2d4``, ``pass``, ``2:done`` or ``deal:7h``.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, TABLE, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.names import cell_text, is_race, reject_text
from fivefold.games.solitaire.rules.moves import (
    ASIDE,
    DEAL,
    DONE,
    PASS,
    PLACE,
    PLANT,
    REJECT,
    RETURN,
    kind_of,
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.rules.row import MAY_PLANT, REJECTS_EACH, players
from fivefold.parts.words import card_text

PLACE_NAME: Final = re.compile("[12]?[a-z][0-9]+")
"""A cell or a reject place, as it is picked."""


def say(row: Row, move: int, viewer: int) -> str:
    """Return a move's text; everybody may see everything."""
    kind = kind_of(move)
    if kind == DEAL:
        return f"deal:{card_text(source_of(move))}"
    said = {PASS: "pass", DONE: "done"}.get(kind) or _move_text(row, move, kind)
    return f"{seat_of(move) + 1}:{said}" if is_race(row) else said


def _move_text(row: Row, move: int, kind: int) -> str:
    source, target = source_and_target(row, move)
    return f"{source}@{target}" if kind <= ASIDE else f"{source}-{target}"


def source_and_target(row: Row, move: int) -> tuple[str, str]:
    """Return what a move takes and where it puts it: ``7h`` and ``c3``, ``r1`` and ``c3``."""
    kind, source, target = kind_of(move), source_of(move), target_of(move)
    taken = (
        card_text(source) if kind <= ASIDE else reject_text(row, source) if kind == RETURN else cell_text(row, source)
    )
    return taken, reject_text(row, target) if kind in (ASIDE, REJECT) else cell_text(row, target)


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: what is taken and where it goes, or a button.

    In a race both may do some things with the same two picks; then the button of who does it comes third.
    """
    kind, seat = kind_of(move), seat_of(move)
    if kind == DEAL:
        return (card_text(source_of(move)),)
    if kind == PASS:
        return ("pass",)
    if kind == DONE:
        return (f"done-{seat + 1}" if is_race(row) else "done",)
    return (
        (*source_and_target(row, move), f"take-{seat + 1}") if needs_seat(row, move) else source_and_target(row, move)
    )


def spell(row: Row, picks: Sequence[str]) -> str:
    """Return the text of the card or place picked first and the place picked then; in a race it is not known whose."""
    if len(picks) != 2 or is_race(row):
        return ""
    source, target = picks
    return f"{source}{'-' if PLACE_NAME.fullmatch(source) else '@'}{target}"


def needs_seat(row: Row, move: int) -> bool:
    """Tell whether in a race both players could make a move with the same picks."""
    if not is_race(row):
        return False
    kind = kind_of(move)
    to_common = kind == ASIDE and target_of(move) < REJECTS_EACH
    return to_common or (bool(row[MAY_PLANT]) and kind in (PLACE, PLANT))


# --- what a viewer may pick -------------------------------------------------------------------------------------------


class Offered(NamedTuple):
    """The moves a viewer has, and the things to pick for them."""

    moves: list[int]
    cards: frozenset[int]
    cells: frozenset[int]
    rejects: frozenset[int]
    buttons: frozenset[str]


NOTHING_OFFERED: Final = Offered([], frozenset(), frozenset(), frozenset(), frozenset())


def offered(row: Row, viewer: int, mover: int) -> Offered:
    """Return what ``viewer`` may pick; in a race ``ANYONE`` and ``TABLE`` stand for both players at one screen."""
    both = mover == ANYONE and viewer in {ANYONE, TABLE}
    if not both and viewer != mover and (mover != ANYONE or viewer not in range(players(row))):
        return NOTHING_OFFERED
    out = [0] * rules.MAX_MOVES
    moves = out[: rules.legal_moves(row, out)]
    if mover == ANYONE and not both:
        moves = [move for move in moves if seat_of(move) == viewer]
    return _things(row, moves, both)


def _things(row: Row, moves: list[int], both: bool) -> Offered:
    cards, cells, rejects, buttons = set[int](), set[int](), set[int](), set[str]()
    for move in moves:
        kind = kind_of(move)
        if kind >= PASS:
            buttons.update(clicks(row, move))
            continue
        (cards if kind <= ASIDE else rejects if kind == RETURN else cells).add(source_of(move))
        (rejects if kind in (ASIDE, REJECT) else cells).add(target_of(move))
        if both and needs_seat(row, move):
            buttons.add(f"take-{seat_of(move) + 1}")
    return Offered(moves, frozenset(cards), frozenset(cells), frozenset(rejects), frozenset(buttons))
