"""Positions written as pictures: `7d [7c] 6c 5c`, the card in brackets about to be laid by Coral, who begins."""

from fivefold.contract.words import explain
from fivefold.games.pokeros import notation, rules

CODES = {"hand": 3, "cards": 1, "deck": 0, "wilds": 0, "bonus": 2, "first": 0}


def start(**codes):
    row = [0] * rules.SIZE
    rules.setup(row, CODES | codes)
    return row


def laid(picture, **codes):
    """The table of a picture and the move in brackets; `.` is an empty cell, the top left one is the origin's."""
    row, new = start(**codes), None
    for y, line in enumerate(line for line in picture.splitlines() if line.strip()):
        for x, name in enumerate(line.split()):
            if name.startswith("["):
                new = notation.card_from_text(name.strip("[]")), rules.cell_at(x, y)
            elif name != ".":
                put(row, notation.card_from_text(name), x, y)
    row[rules.DEAL_TO] = rules.NO_DEAL
    if new is None:
        return row, None
    give(row, 0, new[0])
    return row, new[0] * rules.CELLS + new[1]


def put(row, card, x, y):
    row[rules.PACK] -= 1
    rules.forget_unseen(row, card)
    rules.lay(row, card, rules.cell_at(x, y))


def give(row, seat, card):
    row[rules.PACK] -= 1
    rules.forget_unseen(row, card)
    rules.hold(row, seat, card)


def points(picture, **codes):
    return rules.gain(*laid(picture, **codes))


def told(picture, **codes):
    return explain(notation, *laid(picture, **codes))


def legal(row):
    out = [0] * rules.MAX_MOVES
    return out[: rules.legal_moves(row, out)]


def played(row, random):
    """Yield every position of a random game with the move made in it; the row goes on to the end."""
    while moves := legal(row) if rules.to_move(row) != -2 else []:
        move = random.choice(moves)
        yield row, move
        rules.play(row, move)
