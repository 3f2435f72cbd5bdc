"""What tests of Dice Poker ask of a table: which moves there are, in words, and moves made by their words."""

import dice_poker_oracle as oracle

from fivefold.games.dice_poker import notation, rules
from fivefold.games.dice_poker.board import NAMES

HOUSES = " ".join(name for name, pattern in oracle.CLASSIC.items() if pattern == "F")
STRAIGHTS = " ".join(name for name, pattern in oracle.CLASSIC.items() if pattern == "S")


def legal(row):
    out = [0] * rules.MAX_MOVES
    return out[: rules.legal_moves(row, out)]


def texts(row):
    return [notation.say(row, move, 0) for move in legal(row)]


def placements(row):
    return {text for text in texts(row) if text in NAMES}


def bouncers(row):
    return {text[2:] for text in texts(row) if text.startswith("x:")}


def play(row, *moves):
    for move in moves:
        rules.play(row, notation.read(row, move))
    return row


def roll(row, faces):
    return play(row, *(f"die:{face}" for face in faces))


def shares(row):
    out = [0.0] * row[rules.PLAYERS]
    rules.returns(row, out)
    return out


def sets(row):
    out = [0] * row[rules.PLAYERS]
    rules.scores(row, out)
    return out


def alternately(ruby, azure):
    """Pieces for both colours on these spaces."""
    return {"ruby": " ".join(ruby), "azure": " ".join(azure)}
