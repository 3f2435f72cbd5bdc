"""Games between players who go by a table of hands: what is played, and how it begins."""

import hashlib
from typing import NamedTuple

from fivefold.contract import Game, HandTable, HandTables
from fivefold.engine.kernels import Kernels
from fivefold.engine.table_census import Census, new_census
from fivefold.lab.configuration import Configuration, required
from fivefold.parts import dice
from fivefold.play import options


class TableTerms(NamedTuple):
    """What is played: the game by its key, options that differ from its defaults, points by hand."""

    game: str
    options: tuple[tuple[str, str], ...]
    table: tuple[int, ...]
    seed: int


def hand_table(game: Game, configuration: Configuration, command: str = "design") -> HandTable:
    """Return the table by which games with these options count. Raises ``InvalidOption`` where there is none."""
    extra = required(game, HandTables, command)
    return extra.table_of(configuration.start_row(game))


def laid_out(kernels: Kernels, terms: TableTerms) -> tuple[Census, HandTable]:
    """Return the arrays of a census that begins and counts by these terms, and the hands that it counts."""
    game, configuration = kernels.game, Configuration(terms.options)
    row, hands = configuration.start_row(game), hand_table(game, configuration)
    seats = game.setup.seats(options.resolve(game, dict(terms.options)))
    hands.lay_out(row, terms.table)
    census = new_census(kernels, hands, seats)
    for array, numbers in ((census.start, row), (census.table, terms.table)):
        for place, number in enumerate(numbers):
            array[place] = number
    return census, hands


def generators(seed: int, game: int) -> tuple[int, int]:
    """Return the states of the two generators of a game: for cards, and for choices among equals."""
    digest = hashlib.sha256(f"{seed} {game}".encode()).digest()
    states = []
    for start in (0, 8):
        state = [0]
        dice.seed(state, int.from_bytes(digest[start : start + 7], "big"))
        states.append(state[0])
    return states[0], states[1]
