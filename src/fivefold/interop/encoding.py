"""The arrays in which other libraries have a game: their layout, as each game declares it."""

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fivefold.contract import Block, Encoding, Game
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.contract.extras import starts
from fivefold.play import catalogue


class Place(NamedTuple):
    """Where a block lies."""

    block: Block
    start: int

    @property
    def stop(self) -> int:
        """The first number behind it."""
        return self.start + self.block.length


def encoding_of(game: Game | str) -> Encoding:
    """Return how a game is told as arrays. Raises ``UnknownGame``, ``InvalidOption`` where it does not say."""
    game = catalogue.find(game) if isinstance(game, str) else game
    encoding = game.extra_of(Encoding)
    if encoding is None:
        raise InvalidOption(f"{game.name}: does not say how it is told as arrays, so other libraries cannot play it")
    return encoding


def places(blocks: Sequence[Block]) -> Iterator[Place]:
    """Yield the blocks with where they begin."""
    yield from map(Place, blocks, starts(blocks))


def field(game: Game | str, observation: npt.NDArray[np.generic], name: str) -> npt.NDArray[np.generic]:
    """Return the field of this name in observations, in its shape; what comes before the last axis stays as it is."""
    for place in places(encoding_of(game).fields):
        if place.block.name == name:
            part = observation[..., place.start : place.stop]
            return part.reshape(*observation.shape[:-1], *place.block.shape)
    known = ", ".join(block.name for block in encoding_of(game).fields)
    raise InvalidOption(f"{name}: no such field; there are {known}")


def bounds(encoding: Encoding) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return the least and the largest number there can be at each place of an observation."""
    lengths = [block.length for block in encoding.fields]
    lowest = np.repeat(np.array([block.lowest for block in encoding.fields], np.int16), lengths)
    highest = np.repeat(np.array([block.highest for block in encoding.fields], np.int16), lengths)
    return lowest, highest


def meaning(game: Game | str, action: int) -> str:
    """Return which kind of action this is and where: ``move[3, 0, 2, 2]``."""
    for place in places(encoding_of(game).kinds):
        if place.start <= action < place.stop:
            indices = np.unravel_index(action - place.start, place.block.shape)
            return f"{place.block.name}[{', '.join(map(str, map(int, indices)))}]"
    raise InvalidOption(f"action {action}: there are {encoding_of(game).actions}, from 0")


def tables(key: str) -> str:
    """Return what a game's observations and actions are. Raises ``InvalidOption``."""
    encoding, name = encoding_of(key), catalogue.find(key).name
    lines = [
        f"**What a seat of {name} sees**: {encoding.length} numbers.",
        "",
        "| field | from | shape | numbers | meaning |",
        "|---|--:|---|---|---|",
        *_rows(encoding.fields, of_numbers=True),
        "",
        f"**What it can do**: {encoding.actions} actions.",
        "",
        "| kind | from | shape | meaning |",
        "|---|--:|---|---|",
        *_rows(encoding.kinds, of_numbers=False),
    ]
    return "\n".join(lines)


def _rows(blocks: Sequence[Block], of_numbers: bool) -> list[str]:
    rows = []
    for block, start in places(blocks):
        numbers = f" {block.lowest} to {block.highest} |" if of_numbers else ""
        shape = " × ".join(map(str, block.shape))
        rows.append(f"| `{block.name}` | {start} | {shape} |{numbers} {block.meaning} |")
    return rows


if __name__ == "__main__":
    try:
        print(*map(tables, sys.argv[1:] or catalogue.keys()), sep="\n\n")
    except FivefoldError as problem:
        sys.exit(str(problem))
