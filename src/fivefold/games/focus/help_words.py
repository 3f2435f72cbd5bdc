"""What Focus says of the things on its board, in English."""

from collections.abc import Mapping
from typing import Final

HELP: Final[Mapping[str, str]] = {
    "about-empty": "{square} is empty.",
    "about-empty-reach": "A stack that can reach it in a straight line may move here.",
    "about-piece": "{who's} single piece on {square}.",
    "about-stack": "{who's} stack on {square}, {height} high. From the bottom: {pieces/, }.",
    "about-moves-one": "{who} may move it 1 square in a straight line.",
    "about-moves": "{who} may move 1 to {height} pieces off its top, as many squares as pieces, in a straight line.",
    "about-full": "Five is the most: whatever lands here pushes as many pieces off the bottom.",
    "about-reserve": "{who's} reserve: {pieces}.",
    "about-reserve-use": "Instead of moving a stack, a player may place a reserve piece on any square.",
    "about-reserve-first": "In the first turn each player places it on an empty square.",
    "about-captures": "Pieces captured by {who}: {taken}.",
    "about-captures-last": "Captures do not decide this game: the last player who can still move wins.",
    "about-captures-quota": "This is the short game, in which captures win: {quota}.",
    "question-stack": "Choose where {square} goes: as many squares as pieces move.",
    "question-reserve": "Where does the piece from your reserve go?",
    "question-exchange": "Exchange {square} with which piece?",
    "about-player": "{who} {who:owns|own} {stacks} {stacks:stack|stacks}, {who:has|have} {pieces} in reserve and"
    " {who:has|have} captured {taken}.",
    "about-player-moves": "{who} {who:has|have} {moves} {moves:move|moves} on the board.",
    "quota-two": "{each} from the opponent",
    "quota-more": "{each} from each opponent or {all} in all",
    "card-worth": "Limit",
    "moves-left": "possible moves",
    "card-moves": "moves on the board",
    "card-stacks": "stacks",
    "card-reserve": "pieces in reserve",
    "card-captured": "pieces captured",
    "note-last": "The last player who can still move or place a piece wins. Captures do not count.",
    "note-quota": "Whoever first captures enough wins: {quota}.",
    "note-last-teams": "Partners sit opposite each other and win together. The last side that can still move or place a"
    " piece wins. Captures do not count.",
    "note-quota-teams": "Partners sit opposite each other and win together: the side that first captures"
    " enough, {quota}.",
    "note-five": "A stack is five high at most. Pieces pushed off the bottom: your own go into your reserve, others are"
    " captured.",
    "task-first": "place the piece from your reserve on an empty square",
    "task-reserve": "you have no stack on the board, so place a piece from your reserve",
    "task-exchange": "exchange one of your pieces with one of the other player's",
    "note-patience": "After {turns} turns each without a piece captured or put into reserve, the game is a draw.",
}
