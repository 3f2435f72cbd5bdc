"""The smallest game the house can hold: Five in a Row on nine by nine squares, two players and no luck.

Modules of this folder are named from here, so that it can be copied; those of the house are named in full.
"""

from fivefold.contract import AlphaBeta, Game, Persona, Traits

from . import evaluation, notation, picture, rules
from .winning import can_win

MOUTHS = ("open", "smile", "flat", "smirk", "grin", "smile", "flat")
WEAR = ("none", "cap", "scarf", "hat", "headband", "bowtie", "crown")
"""By level, weakest first; what else a portrait needs is in ``fivefold/parts/portrait.py``."""


def pebble(level: int) -> Persona:
    """Return the opponent of a level."""
    portrait = {
        "face": "round",
        "skin": "#c9c2b6",
        "hair": "none",
        "hair_color": "#8a8378",
        "eyes": "dots",
        "mouth": MOUTHS[level - 1],
        "wear": WEAR[level - 1],
        "accent": "#b5483f",
        "background": "#dfeadb",
    }
    return Persona(f"Pebble {level}", f"Lies in a row of seven pebbles, and is number {level} of them.", portrait)


GAME = Game(
    key="five_in_a_row",
    name="Five in a Row",
    tagline="A stone a turn, and five in a line win.",
    rules=rules,
    notation=notation,
    picture=picture,
    traits=Traits(move_numbers=rules.SQUARES),
    search=AlphaBeta(
        value=evaluation.value,
        merit=evaluation.merit,
        key=evaluation.key,
        points_scale=evaluation.POINTS_SCALE,
    ),
    personas=[pebble(level) for level in range(1, 8)],
    can_win=can_win,
)
