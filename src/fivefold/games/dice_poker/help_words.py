"""What Dice Poker says of the things on its board, in English."""

from collections.abc import Mapping
from typing import Final

HELP: Final[Mapping[str, str]] = {
    "about-undealt": "{space} gets its pattern in a moment.",
    "about-free-space": "The free space in the middle. It counts for everybody in every line through it.",
    "about-open": "{space}: {pattern}. It is open: dice that show this may put a piece here.",
    "about-matches": "The dice on the table match it.",
    "about-five-alike": "Five of a kind match every open space.",
    "about-piece": "{who's} piece on {space}, which asks for {pattern}.",
    "about-loose": "A bouncer of another player can remove it as long as it is in no set.",
    "about-locked": "It is part of a set, so nobody can remove it.",
    "about-four": "{who} {who:has|have} four of five {line}.",
    "about-three": "{who} {who:has|have} three of five {line}.",
    "about-die": "A die that shows {face}. Tap the dice you want to keep and roll the others.",
    "about-die-last": "A die that shows {face}. This was the last roll of the turn.",
    "about-blank": "A die that is still to be rolled.",
    "about-roll": "Roll the dice that are not kept. A turn has up to {rolls} rolls; this was roll {roll}.",
    "about-end": "End the turn without a piece, because the dice match no open space that you want.",
    "about-player": "{who} {who:has|have} {sets} and {pieces} {pieces:piece|pieces} on the board.",
    "card-worth": "Open spaces",
    "card-pair": "two of a kind",
    "card-three": "three of a kind",
    "card-four": "four of a kind",
    "card-two-pair": "two pair",
    "card-lucky": "lucky 7 or lucky 11 (all five dice added up)",
    "card-sets": "sets",
    "card-pieces": "pieces on the board",
    "note-one": "The first set, five in a row in any direction, wins. The free space counts for everybody.",
    "note-more": "{sets} sets win. A set is five in a row in any direction; the free space counts for everybody.",
    "note-five": "Five of a kind match any open space. A full house or a straight removes a rival's piece once all"
    " its own spaces are covered.",
}
