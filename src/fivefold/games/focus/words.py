"""The sentences of Focus, in English."""

from typing import Final

from fivefold.contract.words import HOUSE
from fivefold.games.focus.help_words import HELP
from fivefold.parts.messages import Catalogue

WORDS: Final = Catalogue(
    {
        **HOUSE,
        **HELP,
        "red": "Red",
        "green": "Green",
        "yellow": "Yellow",
        "blue": "Blue",
        "pieces": "{count} {count:piece|pieces}",
        "pieces-of": "{count} {colour}",
        "red-pieces": "{count} red {count:piece|pieces}",
        "green-pieces": "{count} green {count:piece|pieces}",
        "yellow-pieces": "{count} yellow {count:piece|pieces}",
        "blue-pieces": "{count} blue {count:piece|pieces}",
        # what a move does
        "exchanged": "{first's} piece on {own} and {second's} on {other} change places",
        "takes": "takes {square}, now {height} high",
        "builds": "builds on {square}, now {height} high",
        "moves-to": "{pieces} to {square}",
        "captured": "captures {pieces}",
        "into-reserve": "{pieces} back into reserve",
        "leaves": "leaves {owner} {pieces} on {square}",
        "reserve-after": "{pieces} left in reserve",
        "from-reserve": "from the reserve",
        # the move itself
        "go-to": "{pieces} from {source} to {square}",
        "go-onto": "{pieces} from {source} onto {owner's} stack on {square}",
        "piece-on": "a piece on {square}",
        "piece-onto": "a piece onto {owner's} stack on {square}",
        "exchange": "exchange the pieces on {own} and {other}",
        # what happened
        "exchanges": "{who} {who:exchanges|exchange} the piece on {own} for {owner's} on {other}",
        "took": "{who} {who:takes|take} {square} from {source}",
        "built": "{who} {who:builds|build} on {square} from {source}",
        "moved": "{who} {who:moves|move} {pieces} from {source} to {square}",
        "took-from-reserve": "{who} {who:takes|take} {square} with a piece from the reserve",
        "built-from-reserve": "{who} {who:builds|build} on {square} with a piece from the reserve",
        "placed": "{who} {who:places|place} a piece from the reserve on {square}",
        "and-captured": "{done} and {who:captures|capture} {pieces}",
        "and-into-reserve": "{done}; {pieces} {count:goes|go} back into reserve",
        # what a player has to show for a game
        "stacks-held": "stacks held",
        "reserve-held": "in reserve",
        "captured-held": "captured",
        # how the game stands
        "out-of-patience": "{turns} {turns:turn|turns} per player without a piece captured or put into reserve",
        "last-able": "nobody but {winners} can move or place",
        "quota": "{winners} {winners:has|have} captured {haul}",
        "quota-of-both": "{need} pieces or more from both opponents",
        "quota-of-all": "{need} pieces or more from all opponents",
        "to-move": "{who} to move",
        "to-place": "{who} to place",
        "to-exchange": "{who} to exchange",
        "drawn": "A draw: {why}",
        "won": "{winners} {winners:wins|win}: {why}",
        # the position in sentences
        "description": "{status}. {seats/. }. Stacks bottom to top. {lines/ }",
        "description-over": "{seats/. }. Stacks bottom to top. {lines/ }",
        "seat": "{who}: {stacks} {stacks:stack|stacks}, {pieces} in reserve, captured {taken}",
        "nothing": "nothing",
        "line": "Row {number}: {stacks/, }.",
        "empty-line": "Row {number}: empty.",
        "stack-on": "{square} {pieces}",
        # the board as text
        "captured-line": "Captured by Player {who} = {taken}",
        "reserve-line": "Reserves for Player {who} = {count}",
        # the picture
        "title": "Focus: {status}",
        "title-over": "Focus",
        "square": "{square}: {pieces}, {owner's}",
        "empty-square": "{square}: empty",
        "reserve-of": "{who's} reserve: {pieces}",
        "reserve": "reserve",
        "captures": "captured",
        "captures-short": "taken",
        # what is wrong with a move, and what would do
        "no-move": "not a move of Focus",
        "write-stack-move": "write a stack's square and where its top pieces go, e.g. {example}",
        "write-placement": "write r and the square for a reserve piece, e.g. {example}",
        "write-exchange": "write swap, your piece's square and the other's, e.g. {example}",
        "game-over-start-another": "the game is over: {why}; start another",
        "try": "try {example}",
        "write": "write {example}",
        "no-square": "{square} is no square",
        "number-rows": "rows are numbered from 1 at the top, as in c3",
        "off-board": "{square} is off the board",
        "board-reach": "its columns are a to h, its rows 1 to 8",
        "off-corner": "{square} is off the board, which has no corners",
        "row-reach": "row {number} runs from {first} to {last}",
        "placing-first": "on the first turn you place your reserve piece on an empty square",
        "exchanging-first": "first, each side exchanges one of its pieces for one of the other's",
        "exchange-over": "pieces are exchanged only before play, in a swap opening",
        "wrong-count": "{target} is {squares} {squares:square|squares} from {source},"
        " so {squares} {squares:piece moves|pieces move}",
        "empty-source": "{square} is empty",
        "not-on-top": "the stack on {square} ({pieces}) is {owner's}, whose piece is on top;"
        " {mover} moves stacks with {mover} on top",
        "same-square": "the stack is already on {square}",
        "name-another": "name another square to move to",
        "not-straight": "{source} and {target} are not in one row or column",
        "move-straight": "stacks move straight left, right, up or down",
        "too-far": "the stack on {square} is {height} high, so it moves {steps/, / or } {height:square|squares}",
        "no-reserve": "{who} has no piece in reserve",
        "not-empty": "the first turn needs an empty square, but {square} has {pieces}",
        "not-theirs": "{square} holds {pieces}, not a piece of {owner's}",
        "own-first": "name your own piece first, then the other's; {how}",
        "symmetric": "the set-up must not be symmetric after the second exchange",
        "exchange-others": "exchange other pieces; {how}",
        # options that do not go together
        "swap-is-for-two": "the exchange is for two players, not players={players}",
        "two-or-plain": "choose players=2 or opening=plain",
        "teams-are-for-four": "teams need four players, not players={players}",
        "four-or-off": "choose players=4 or teams=off",
    }
)
