"""Cards and dice as small signs within text: one sheet of shapes for a page, used wherever moves are listed."""

from typing import Final

from fivefold.parts.drawn_cards import FIGURES, PIPS, STAR
from fivefold.parts.drawn_dice import FACES, pips
from fivefold.parts.svg import element, moved, path
from fivefold.parts.words import RANKS, SUITS

STEP: Final = 8.7
"""From one pip of a die to the next."""


def sheet() -> str:
    """Return the shapes, an SVG without a size: ``sign-7``, ``sign-h``, ``sign-W`` for wild cards, ``sign-die-5``."""
    shapes = [
        *(path(FIGURES[rank], id=f"sign-{name}", transform=_place(rank)) for rank, name in enumerate(RANKS)),
        *(path(PIPS[suit], id=f"sign-{name}", transform=moved(26.5, 13, 0.56)) for suit, name in enumerate(SUITS)),
        path(STAR, id="sign-W", transform=moved(18, 13, 0.66)),
        *(path(pips(face, STEP), id=f"sign-die-{face}") for face in FACES),
    ]
    return element("svg", element("defs", *shapes), class_="signs", width=0, height=0, aria_hidden="true")


def _place(rank: int) -> str:
    return moved(6.5 if RANKS[rank] == "T" else 4.5, 4, 0.6)
