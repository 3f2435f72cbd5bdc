"""The sentences of Locus Poker, in English."""

from typing import Final

from fivefold.contract.words import HOUSE
from fivefold.games.locus.help_words import HELP
from fivefold.parts.card_words import CARDS
from fivefold.parts.messages import Catalogue

WORDS: Final = Catalogue(
    {
        **HOUSE,
        **CARDS,
        **HELP,
        "amber": "Amber",
        "indigo": "Indigo",
        "points": "{count} {count:point|points}",
        "chips-left": "{count} {count:chip|chips} left",
        # hands
        "nothing": "no hand",
        "pair": "pair of {ranks}",
        "two-pair": "two pair",
        "three": "three {ranks}",
        "straight": "straight",
        "flush": "flush",
        "full-house": "full house",
        "four": "four {ranks}",
        "straight-flush": "straight flush",
        "royal-flush": "royal flush",
        "kind-pair": "pair",
        "kind-three": "three of a kind",
        "kind-four": "four of a kind",
        "kind-bonus": "bonus",
        # what a move does
        "dealt": "{card} is dealt to {square}",
        "scores": "{hand} + {bonus} = {total}",
        "hand": "{name} ({cards/ }) {points}",
        "hand-with-wild": "{name} ({cards/ }, {wild} as {identity}) {points}",
        "no-hand": "{name} 0",
        "face-down": "face down",
        "face-up-on": "face up on {square}",
        "bonus": "bonus {points} ({squares/, })",
        "no-bonus": "bonus 0",
        # how the game stands
        "all-chips-placed": "every card has a chip",
        "being-dealt": "The cards are being dealt, {left} {left:card|cards} to go",
        "to-move": "{who} to move",
        "draw": "A draw, {points} to {points}",
        "wins": "{who} {who:wins|win}, {more} to {less}",
        # the position in sentences
        "description": "A grid of {columns} by {rows} cards. {status}. {scores}. {lines/ }",
        "description-over": "A grid of {columns} by {rows} cards. {scores}. {lines/ }",
        "score": "{who} {points}",
        "line": "Row {number}: {cards/, }.",
        "empty": "empty",
        "dead-card": "{card} face down, {who}",
        "card-with-chip": "{card} with {who's} chip",
        # the grid as text
        "legend": "7h free · 7h o up, (7h)o face down: {first's} chip o, {second's} chip x",
        "seat-line": "{who} ({chip}): {points}, {chips}",
        # the picture
        "title": "Locus Poker: {status}",
        "title-over": "Locus Poker",
        "panel-to-move": "to move",
        "panel-winner": "winner",
        "place": "{square}: {what}",
        "undealt": "no card yet",
        "free": "{card}, free",
        "played-up": "{card}, {who's} chip, face up",
        "played-down": "{card}, {who's} chip, face down",
        "offer": "{square}: {card}, up {up}, down {down}",
        "up": "Face up",
        "down": "Face down",
        "hint-up": "stays, earns bonuses",
        "hint-down": "wild now, dead after",
        "play-up": "Play it face up",
        "play-down": "Play it face down",
        "play-square-up": "Play {square} face up: {effects}",
        "play-square-down": "Play {square} face down: {effects}",
        "short-hand": "{name} {points}",
        "hand-and-bonus": "{hand} + bonus {bonus}",
        "hand-and-number": "{hand} + {bonus}",
        # what is wrong with a move, and what would do
        "no-square": "{given} is no square",
        "write-a-move": "write a card's square and how to play it, as c3:up or c3:down",
        "no-side": "a card is played up or down, not {given}",
        "side-missing": "say how to play the card, up or down",
        "write-a-side": "write {square}:up or {square}:down",
        "not-in-grid": "{square} is not in the grid, which has columns a to {column} and rows 1 to {rows}",
        "still-dealing": "the cards are still being dealt",
        "deal-next": "the next move is a deal, e.g. deal:7h",
        "chip-there": "{square} already has a chip",
        "take-free": "pick a card without one, e.g. {square}",
        "no-card": "{given}: no card",
        "write-a-card": "a rank from A 2 3 4 5 6 7 8 9 T J Q K and a suit c d h s, as 7h",
        "all-dealt": "the grid is full and no card is dealt any more",
        "write-a-turn": "a turn is written c3:up or c3:down",
        "dealt-before": "{card} already lies on {square}",
        "deal-other": "deal one that is left, e.g. {card}",
    }
)
