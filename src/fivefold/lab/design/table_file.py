"""Tables of hands as files, to begin with and to keep; see ``play.number_table_files`` for their form."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fivefold.contract import Game, HandTable
from fivefold.contract.errors import InvalidOption
from fivefold.play import number_table_files, number_tables

LARGEST: Final = 100_000
"""Bytes; no table is longer."""


def read(game: Game, hands: HandTable, file: Path) -> tuple[int, ...]:
    """Return the points of every hand. Raises ``InvalidOption``, naming what is wrong, and ``OSError``."""
    with file.open("rb") as opened:
        content = opened.read(LARGEST + 1)
    try:
        if len(content) > LARGEST:
            raise InvalidOption("is longer than any table of hands")
        return points_in(game, hands, content.decode())
    except UnicodeDecodeError:
        raise InvalidOption(f"{file}: not a text file, so it cannot be a table of hands") from None
    except InvalidOption as error:
        raise InvalidOption(f"{file}: {error}") from error


def points_in(game: Game, hands: HandTable, text: str) -> tuple[int, ...]:
    """Return the points of every hand. Raises ``InvalidOption`` where one has none."""
    numbers = number_tables.read(hands.option, number_table_files.read(game, hands.option, text).value)
    for entry, name in zip(hands.entries[1:], hands.names[1:], strict=True):
        if entry not in numbers:
            raise InvalidOption(f"{name} has no points; write a line '{entry} {name} = ' with a whole number")
    extra = sorted(set(numbers) - set(hands.entries[1:]))
    if extra and hands.option.table is not None:
        name = hands.option.table.entries[extra[0] - 1].name
        raise InvalidOption(f"{name} has points, but is no hand of the table that is designed; leave it blank")
    return (0, *(numbers[entry] for entry in hands.entries[1:]))


def write(game: Game, hands: HandTable, table: Sequence[int], name: str) -> str:
    """Return a table as a file."""
    numbers = dict(zip(hands.entries[1:], table[1:], strict=True))
    return number_table_files.write(game, hands.option, name, number_tables.written(numbers))
