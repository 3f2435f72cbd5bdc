"""A table of numbers as a file, to be kept, edited by hand and given to others; records hold the short form instead.

::

    fivefold table
    game solitaire
    option table
    name My scores
    1 royal flush = 65
    2 straight flush =

Empty lines and lines that begin with ``#`` are passed over. The number before an entry says which it is; its name may
be left out, and is checked where it is there. An entry that is blank or missing is blank.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from fivefold.contract import Game, Option, TableOfNumbers
from fivefold.contract.errors import InvalidOption
from fivefold.play import number_tables

TITLE: Final = "fivefold table"
_HEADINGS: Final = ("game", "option", "name")
_ENTRY: Final = re.compile(r"([0-9]{1,4})\s*([^=]*?)\s*=\s*([+-]?[0-9]{1,9})?")


class TableFile(NamedTuple):
    """What such a file holds."""

    name: str
    """What somebody called the table; empty where the file has none."""
    value: str
    """The table as records write it."""


def write(game: Game, option: Option, name: str, value: str) -> str:
    """Return a table, given as records write it, as a file: every entry a line. Raises ``InvalidOption``."""
    numbers = number_tables.read(option, value)
    entries = option.table.entries if option.table is not None else ()
    lines = [TITLE, f"game {game.key}", f"option {option.name}", f"name {name}"]
    lines += [
        f"{number} {entry.name} = {numbers.get(number, '')}".rstrip() for number, entry in enumerate(entries, start=1)
    ]
    return "\n".join(lines) + "\n"


def read(game: Game, option: Option, text: str) -> TableFile:
    """Return the table of a file. Raises ``InvalidOption``, naming the line, for any that does not belong in it."""
    if option.table is None:
        raise InvalidOption(f"{option.name}: not a table")
    lines = list(_lines(text))
    if not lines or " ".join(lines[0][1].casefold().split()) != TITLE:
        raise InvalidOption(f"line 1: the file of a table must begin with the line '{TITLE}'")
    headings: dict[str, str] = {}
    numbers: dict[int, int] = {}
    seen = set[int]()
    for line, written in lines[1:]:
        try:
            _take(option.table, written, headings, numbers, seen)
        except InvalidOption as error:
            raise InvalidOption(f"line {line}: {error}") from error
    _check(game, option, headings)
    return TableFile(headings.get("name", ""), number_tables.written(numbers))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, each with its number from 1."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        tidy = line.strip()
        if tidy and not tidy.startswith("#"):
            yield number, tidy


def _take(table: TableOfNumbers, line: str, headings: dict[str, str], numbers: dict[int, int], seen: set[int]) -> None:
    word, _, rest = line.partition(" ")
    if word.casefold() in _HEADINGS:
        headings[word.casefold()] = rest.strip()
        return
    found = _ENTRY.fullmatch(line)
    if found is None:
        raise InvalidOption(f"{line[:40]!r}; an entry is written as '36 royal flush = 65', its number may be left out")
    entry = int(found[1])
    if entry in seen:
        raise InvalidOption(f"entry {entry} appears twice")
    seen.add(entry)
    number = number_tables.checked(f"entry {entry}", table, entry, int(found[3] or table.numbers[0]))
    _check_name(table, entry, found[2])
    if found[3]:
        numbers[entry] = number


def _check_name(table: TableOfNumbers, entry: int, said: str) -> None:
    name = table.entries[entry - 1].name
    if said and " ".join(said.casefold().split()) != name.casefold():
        raise InvalidOption(f"entry {entry} is {name}, not {said[:40]}; correct the number, or leave the name out")


def _check(game: Game, option: Option, headings: Mapping[str, str]) -> None:
    """Raise ``InvalidOption`` for the table of another game or option."""
    for heading, wanted in (("game", game.key), ("option", option.name)):
        said = headings.get(heading, wanted)
        if said.casefold() != wanted.casefold():
            raise InvalidOption(f"{heading} {said[:40]}: the table is wanted of {heading} {wanted}")
