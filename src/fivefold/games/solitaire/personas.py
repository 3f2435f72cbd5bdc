"""The seven opponents of Poker Solitaire, weakest first."""

from typing import Final

from fivefold.contract import Persona

FEATURES: Final = ("face", "skin", "hair", "hair_color", "eyes", "mouth", "wear", "accent", "background")


def portrait(*features: str) -> dict[str, str]:
    """Return portrait features by name, in the order of ``FEATURES``."""
    return dict(zip(FEATURES, features, strict=True))


PERSONAS: Final = (
    Persona(
        "Clover",
        "A kitten who pats every card into whatever gap is nearest and purrs if a pair comes of it.",
        portrait("cat", "#e9b27a", "none", "#b97f45", "sleepy", "open", "scarf", "#6aa84f", "#e6f3dc"),
    ),
    Persona(
        "Penny Wick",
        "Takes whichever place scores most this very moment and never asks what the line was meant to become.",
        portrait("round", "#f4cdb0", "bun", "#b5562e", "wide", "smile", "headband", "#d9527a", "#fde4ea"),
    ),
    Persona(
        "Otis Marrow",
        "Grabs the points he sees, with half an eye on the flushes and pairs that could still come.",
        portrait("square", "#8a5a3c", "short", "#241813", "dots", "grin", "cap", "#cf8a24", "#f6e6c5"),
    ),
    Persona(
        "Wilhelmina Pike",
        "Knows from long practice what an unfinished line is worth, and now and then puts a card one place off.",
        portrait("oval", "#efc6a8", "curly", "#8f8794", "glasses", "flat", "scarf", "#4f7f9f", "#dbe8f0"),
    ),
    Persona(
        "Abacus",
        "A counting machine that values every unfinished line by its learnt table and lays each card where they say.",
        portrait("robot", "#a9c2b4", "none", "#6f8a7b", "dots", "flat", "none", "#4f8a63", "#dcece2"),
    ),
    Persona(
        "Doctor Hazel Ott",
        "Tries a few of her best places on some of the cards that may come before she lets the card go.",
        portrait("owl", "#a58a6d", "none", "#6b5540", "monocle", "smile", "bowtie", "#8b4f8f", "#efe3f0"),
    ),
    Persona(
        "Ninefold",
        "A vault computer that plays thousands of hands out to the end for every single card, and keeps the average.",
        portrait("robot", "#4a4460", "none", "#2f2a40", "sharp", "smirk", "crown", "#c9a2d8", "#1d1a2b"),
    ),
)
