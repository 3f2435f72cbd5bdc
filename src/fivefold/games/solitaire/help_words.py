"""What Poker Solitaire says of the things on its table, in English."""

from collections.abc import Mapping
from typing import Final

HELP: Final[Mapping[str, str]] = {
    "about-card": "{card} on {cell}, in {square}.",
    "about-fixed": "Cards that are placed stay where they lie.",
    "about-movable": "It may be moved to another place.",
    "about-stolen": "It was stolen once and cannot be stolen again.",
    "about-empty": "{cell}, an empty place in {square}.",
    "about-line": "{line}: {hand}.",
    "about-slot": "{card}, face up. Pick it, then the place where it goes.",
    "about-reject": "{place}: {content}.",
    "about-reject-use": "A card that fits nowhere may be put aside here.",
    "about-take": "Place the card in {square}: this says whose move it is.",
    "about-pass": "Let the other player go on without placing a card. Two passes in a row end the game.",
    "about-done": "Say that the cards in {square} stay as they lie. When everybody is done, the game ends.",
    "question": "Where does the {card} go?",
    "about-player": "{square}: {score}.",
    "card-worth": "Points",
    "card-pat": "Counts",
    "note-lines": "Every row and every column of five is a poker hand.",
    "note-diagonals": "Every row, every column and both diagonals are poker hands.",
    "note-pat": "All five rows have to be pat: a straight or better.",
    "note-user": "This game has a scoring table of its own.",
    "note-best": "The better of the two squares counts.",
    "note-sum": "Both squares are added up.",
}
