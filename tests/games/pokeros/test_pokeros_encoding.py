"""The observation is the whole table: what may come next follows from it alone, by the slow second implementation."""

import random
from itertools import cycle, islice

import numpy as np
import pytest
from pokeros_oracle import gain, open_cells
from pokeros_table import legal, start

from fivefold.contract import CHANCE
from fivefold.games.pokeros import rules
from fivefold.games.pokeros.encoding import ENCODING, MOST_OPEN
from fivefold.interop.encoding import field
from fivefold.play.catalogue import find
from fivefold.play.observation import observed

GAME = find("pokeros")
POSITIONS = 960
OPTIONS = ({}, {"wilds": 2}, {"hand": 1}, {"deck": 1, "wilds": 2, "bonus": 3})


class Seen:
    """A table as an observation alone tells it."""

    def __init__(self, row, seat):
        out = [0] * ENCODING.length
        ENCODING.observe_into(observed(GAME, row, seat), seat, out)
        seen = {name: field(GAME, np.array(out), name).tolist() for name in ("cards", "open", "open_cells", "scores")}
        self.cards = {(x, y): card for card, (here, x, y) in enumerate(seen["cards"]) if here}
        self.open = [tuple(cell) for cell in seen["open"][: seen["open_cells"][0]]]
        self.scores = seen["scores"]


def placements(draws):
    """Yield the options, a row, its mover, what that seat sees, the card it places and the cell, by random games."""
    for codes in cycle(OPTIONS):
        row = start(**codes)
        while moves := legal(row) if rules.to_move(row) != -2 else []:
            seat, move = rules.to_move(row), draws.choice(moves)
            if seat != CHANCE and draws.random() < 0.25:
                seen, action = Seen(row, seat), ENCODING.action_of(row, move)
                yield codes, row, seat, seen, move // rules.CELLS, seen.open[action % MOST_OPEN]
            rules.play(row, move)


@pytest.mark.slow
def test_every_card_and_the_next_open_cells_follow_from_an_observation():
    drawn = islice(placements(random.Random(5)), POSITIONS)
    for number, (codes, row, seat, seen, card, cell) in enumerate(drawn):
        assert len(seen.cards) == row[rules.COUNT] and set(seen.open) == open_cells(seen.cards), number
        won = gain(seen.cards, card, *cell, codes.get("bonus", 2), not codes.get("deck", 0))
        later = list(row)
        rules.play(later, card * rules.CELLS + rules.cell_at(*cell))
        after = Seen(later, seat)
        assert after.cards == {**seen.cards, cell: card}, number
        assert set(after.open) == open_cells({**seen.cards, cell: card}), number
        assert after.scores == [seen.scores[0] + won, seen.scores[1]], number
