"""The letters of pictures: one font, which comes with the house, so that a picture looks the same on every machine."""

from functools import lru_cache
from typing import Final

import fontpkg
from PIL import ImageFont

FAMILY: Final = "Inter"
FILE: Final = str(fontpkg.path(FAMILY))
MEASURED: Final = 100
"""The size at which words are measured."""
NOWHERE: Final = "\U0010ffff"
"""A character that no font has."""


def readable(words: str) -> str:
    """Return words without characters that the font has not, instead of which there would be boxes."""
    return "".join(letter for letter in words if letter.isspace() or _has(letter))


def named(name: str, otherwise: str) -> str:
    """Return a name as far as it can be written; ``otherwise`` where nothing is left of it."""
    left = readable(name).strip()
    return left if any(letter.isalnum() for letter in left) else otherwise


def width(words: str, size: float, weight: int = 400) -> float:
    """Return how wide words are in letters of this size."""
    return _font(weight).getlength(words) * size / MEASURED


def wrapped(words: str, room: float, size: float, weight: int, most: int) -> list[str]:
    """Return words as at most so many lines that fit into the room; what does not is left out, which dots tell."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size, weight) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [shortened(line, room, size, weight) for line in lines]


def shortened(words: str, room: float, size: float, weight: int = 400) -> str:
    """Return words, as many letters of them as fit into the room."""
    if width(words, size, weight) <= room:
        return words
    kept = words
    while kept and width(kept + "…", size, weight) > room:
        kept = kept[:-1].rstrip()
    return kept + "…"


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    font = _font(400)
    return bytes(font.getmask(letter)) != bytes(font.getmask(NOWHERE)) or letter == "▯"


@lru_cache(maxsize=8)
def _font(weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(FILE, MEASURED)
    font.set_variation_by_axes([32, weight])
    return font
