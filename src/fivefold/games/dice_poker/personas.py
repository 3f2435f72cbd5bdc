"""The seven opponents of Dice Poker, weakest first."""

from typing import Final

from fivefold.contract import Persona

FEATURES: Final = ("face", "skin", "hair", "hair_color", "eyes", "mouth", "wear", "accent", "background")


def portrait(*features: str) -> dict[str, str]:
    """Return portrait features by name, in the order of ``FEATURES``."""
    return dict(zip(FEATURES, features, strict=True))


PERSONAS: Final = (
    Persona(
        "Tumble",
        "A kitten who loves the rattle of the dice, and puts her piece wherever they happen to point.",
        portrait("cat", "#d9d3c7", "none", "#a79f90", "wide", "open", "headband", "#e0566f", "#ffe3ea"),
    ),
    Persona(
        "Hector Finch",
        "Throws with both hands, cheers every full house, and remembers his rows when he sees them again.",
        portrait("round", "#f1c7a3", "curly", "#a8622a", "dots", "grin", "cap", "#2f9e7e", "#fbe6b8"),
    ),
    Persona(
        "Auntie Odds",
        "Knows the chance of everything at bingo; with rows and columns she is less at home.",
        portrait("oval", "#c98f6a", "bun", "#b9b4c4", "glasses", "smile", "scarf", "#7c5cbf", "#e3dcf5"),
    ),
    Persona(
        "Lucky Marlowe",
        "Holds on for the big throw, lands it more often than seems fair, and blocks the row you were counting on.",
        portrait("square", "#e3b491", "short", "#3d3028", "sleepy", "smirk", "hat", "#35586c", "#c6dbe0"),
    ),
    Persona(
        "Zora Fontaine",
        "Builds two rows with every piece, and keeps the dice that serve either of them.",
        portrait("oval", "#7a4a30", "long", "#2a1c1a", "sharp", "grin", "none", "#e08a1e", "#ffdfae"),
    ),
    Persona(
        "Old Strix",
        "An owl who weighs all the ways five dice can fall before he says which of them stay on the table.",
        portrait("owl", "#8c7b6b", "none", "#5d5146", "monocle", "flat", "bowtie", "#a33b3b", "#efe2cf"),
    ),
    Persona(
        "Monte",
        "A casino's retired computer: weighs every way the dice can fall, turn by turn, and never blows on them.",
        portrait("robot", "#c7a94a", "none", "#8d7526", "dots", "smile", "crown", "#f4c430", "#2d3b2f"),
    ),
)
