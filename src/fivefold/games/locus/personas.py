"""The seven computer opponents of Locus Poker, weakest first."""

from typing import Final

from fivefold.contract import Persona


def portrait(
    face: str, skin: str, hair: str, hair_color: str, eyes: str, mouth: str, wear: str, accent: str, background: str
) -> dict[str, str]:
    """Return portrait features by name."""
    return {
        "face": face,
        "skin": skin,
        "hair": hair,
        "hair_color": hair_color,
        "eyes": eyes,
        "mouth": mouth,
        "wear": wear,
        "accent": accent,
        "background": background,
    }


PERSONAS: Final = (
    Persona(
        "Dot",
        "Six years old and mad about pairs: takes the best hand she notices, and most of them she does not.",
        portrait("round", "#f6c9a0", "spikes", "#c4622d", "wide", "grin", "none", "#ef5d60", "#ffe08a"),
    ),
    Persona(
        "Biscuit",
        "A cat of moods: pounces on a good hand when it stirs in front of her, and strolls past the next one.",
        portrait("cat", "#e9a86b", "none", "#b86f3a", "sleepy", "smile", "bowtie", "#3f7cac", "#cfe8d5"),
    ),
    Persona(
        "Gus Halloran",
        "Goes for big hands and good company for his chips, and overlooks more of both than he would admit.",
        portrait("square", "#d99a6c", "short", "#5b3a29", "dots", "smirk", "cap", "#2a9d6f", "#f4b183"),
    ),
    Persona(
        "Rosalind Achterberg",
        "Adds up hand and bonus on every card, takes off your best answer, and misses one now and then.",
        portrait("oval", "#f2d0b5", "bun", "#8f9aa8", "glasses", "flat", "scarf", "#9b5de5", "#d7c9f2"),
    ),
    Persona(
        "Imani Vale",
        "Looks at your best answer, and at hers to that, before she lets go of a chip, and keeps her chips together.",
        portrait("oval", "#8d5a3b", "curly", "#231815", "sharp", "smile", "hat", "#1d6fa5", "#9fd3e6"),
    ),
    Persona(
        "Reynard Sly",
        "Thinks several turns ahead, and turns a good card face down just before you reach it.",
        portrait("fox", "#e2703a", "none", "#7a3316", "monocle", "smirk", "bowtie", "#264653", "#f3d9b1"),
    ),
    Persona(
        "Theodolite",
        "A surveying engine: searches as deep as its time allows and plays the ending without a mistake.",
        portrait("robot", "#a9b8c4", "none", "#5c6b77", "wide", "flat", "crown", "#f4c430", "#33415c"),
    ),
)
