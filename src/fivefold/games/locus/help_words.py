"""What Locus Poker says of the things on its table, in English."""

from collections.abc import Mapping
from typing import Final

HELP: Final[Mapping[str, str]] = {
    "about-undealt": "No card lies on {square} yet.",
    "about-free": "{card} on {square}. It is free: {who} may put a chip on it.",
    "about-up": "{who's} {card} on {square}, played face up.",
    "about-up-hand": "It still counts as a card in the hands of its neighbours.",
    "about-up-bonus": "It earns {who} a bonus beside it: {edge} points for a card that shares an edge, {corner} for one"
    " at a corner.",
    "about-down": "{who's} {card} on {square}, played face down.",
    "about-down-dead": "It was a wild card when it was played. Now it is dead: it counts in no hand and earns"
    " no bonus.",
    "would-up": "Face up: {hand}, {points:one point|# points}.",
    "would-down": "Face down, as a wild card: {hand}, {points:one point|# points}.",
    "about-button-up": "Play the card face up. It counts as itself, earns the bonus for your chips beside it, and stays"
    " in the grid for both players.",
    "about-button-down": "Play the card face down. It counts as any card you like for this one hand. Then it is dead"
    " for both players.",
    "question": "Play {square} face up or face down?",
    "about-player": "{who} {who:has|have} {points} and {chips}.",
    "card-worth": "Points",
    "card-pair": "pair",
    "card-three": "three of a kind",
    "card-four": "four of a kind",
    "card-straight-flush": "straight flush or royal flush",
    "card-edge": "each face-up chip of yours that shares an edge",
    "card-corner": "each face-up chip of yours at a corner",
    "note-best": "Only the best hand among the card and its face-up neighbours scores. Straights run round the ace, low"
    " or high.",
    "note-end": "The game ends when every card has a chip. The higher score wins.",
}
