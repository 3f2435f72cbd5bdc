"""Moves of Poker Solitaire as text and as picks of things on the picture."""

from fivefold.contract import Row
from fivefold.games.solitaire.moves import (
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
from fivefold.games.solitaire.places import REJECTS_EACH
from fivefold.games.solitaire.row import MAY_PLANT
from fivefold.games.solitaire.words import cell_text, racing, reject_text
from fivefold.parts.words import card_text


def say(row: Row, move: int, viewer: int) -> str:
    """Return a move's text; everybody may see everything."""
    kind = kind_of(move)
    if kind == DEAL:
        return f"deal:{card_text(source_of(move))}"
    said = {PASS: "pass", DONE: "done"}.get(kind) or _carried(row, move, kind)
    return f"{seat_of(move) + 1}:{said}" if racing(row) else said


def _carried(row: Row, move: int, kind: int) -> str:
    source, target = ends(row, move)
    return f"{source}@{target}" if kind <= ASIDE else f"{source}-{target}"


def ends(row: Row, move: int) -> tuple[str, str]:
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
        return (f"done-{seat + 1}" if racing(row) else "done",)
    return (*ends(row, move), f"take-{seat + 1}") if told_apart(row, move) else ends(row, move)


def told_apart(row: Row, move: int) -> bool:
    """Tell whether in a race both could make a move with the same picks."""
    if not racing(row):
        return False
    kind = kind_of(move)
    to_common = kind == ASIDE and target_of(move) < REJECTS_EACH
    return to_common or (bool(row[MAY_PLANT]) and kind in (PLACE, PLANT))
