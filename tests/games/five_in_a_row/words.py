"""The sentences of Five in a Row, in English."""

from fivefold.contract.words import HOUSE
from fivefold.parts.messages import Catalogue

WORDS = Catalogue(
    {
        **HOUSE,
        "black": "Black",
        "white": "White",
        "in-a-row": "{count} in a row",
        "stone-alone": "a stone by itself",
        "five-in-a-row": "{who} {who:has|have} five in a row",
        "board-full": "the board is full",
        "no-square": "no square",
        "write-a-square": "write a column and a row, as e5",
        "off-board": "off the board",
        "board-reach": "columns are a to i, rows 1 to 9",
        "stone-there": "there is a stone already",
        "take-empty": "take an empty square",
    }
)
