"""What Pokeros says of the things on its table, in English."""

from collections.abc import Mapping
from typing import Final

HELP: Final[Mapping[str, str]] = {
    "about-card": "{card}, on the table. It belongs to nobody: it counts in its row and in its column for whoever adds"
    " a card there.",
    "about-open": "An open place, {where/ and }.",
    "about-barred": "A card may not lie here: five cards in a line without a gap are the limit.",
    "about-here": "{card} would score {points} here: {effects/, }.",
    "about-here-nothing": "{card} would score nothing here.",
    "about-own-card": "{card}, yours to place.",
    "about-held": "{card}, held by {who}.",
    "about-best-0": "There is nothing to score with it now.",
    "about-best-1": "At best it scores {points} now.",
    "question": "Where does the {card} go?",
    "task-second": "place a second card",
    "about-player": "{who} {who:has|have} {points} and {who:holds|hold} {cards}.",
    "card-worth": "Points",
    "card-pair": "pair",
    "card-three": "three of a kind",
    "card-four": "four of a kind",
    "note-line": "A card scores in its row and in its column, each the best hand of two to five cards next to each"
    " other that it is part of.",
    "note-times": "If it scores both ways, the sum counts {times} times.",
    "note-sum": "If it scores both ways, both count.",
    "note-end": "The game ends when every card is on the table or no place is left. The higher score wins.",
}
