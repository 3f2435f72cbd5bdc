"""The seven computer opponents of Pokeros, weakest first."""

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
        "Poppy",
        "Likes the colours of the cards and lays them where they look nice; points come as a surprise.",
        portrait("round", "#f7d2b4", "curly", "#e5a13c", "wide", "open", "headband", "#ff7a6b", "#fff0c9"),
    ),
    Persona(
        "Barnaby Stitch",
        "An owl who nods off over his cards and misses every other chance to score.",
        portrait("owl", "#c9a27a", "none", "#8a6a48", "sleepy", "flat", "scarf", "#5fa8a0", "#e3ecf7"),
    ),
    Persona(
        "Ledger",
        "The house computer: adds up every placement, takes the most points and never asks what comes after.",
        portrait("robot", "#c7cfbf", "none", "#7b8574", "dots", "smile", "none", "#3f8f5b", "#dfeadb"),
    ),
    Persona(
        "Sergeant Okoye",
        "Takes her points and looks at the hole they leave: she rarely lays a card that does you a favour.",
        portrait("square", "#7b4a2e", "short", "#19120f", "sharp", "flat", "cap", "#4a6b3a", "#e8dcc2"),
    ),
    Persona(
        "Professor Lindqvist",
        "Counts which cards are gone, works out what you may hold, and weighs your best reply to each of his cards.",
        portrait("oval", "#f1d3bd", "short", "#c8ccd0", "glasses", "smirk", "bowtie", "#b5483f", "#f0e4d3"),
    ),
    Persona(
        "Nerissa Quay",
        "Plays through dozens of hands that you could hold before she parts with one of hers, and keeps pairs waiting.",
        portrait("oval", "#d9a07b", "long", "#3b2a3f", "monocle", "smile", "hat", "#22748f", "#cfe9ee"),
    ),
    Persona(
        "Meridian",
        "A navigator's machine: searches on over hundreds of deals that fit what it has seen, and charts every ending.",
        portrait("robot", "#43536b", "none", "#2a364a", "glasses", "flat", "crown", "#ff9f45", "#101b2e"),
    ),
)
