"""Tables of numbers as options are written: ``3=13,80=-65``, or ``default`` where every entry is blank."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from fivefold.contract import Game, Option, TableEntry, TableOfNumbers
from fivefold.contract.errors import InvalidOption

DEFAULT: Final = "default"
_PAIR: Final = re.compile(r"\s*([0-9]{1,4})\s*=\s*([+-]?[0-9]{1,9})\s*")


def read(option: Option, text: str) -> dict[int, int]:
    """Return the numbers by entry, from 1, of those that are not blank. Raises ``InvalidOption``, naming the pair."""
    table = _table(option)
    numbers: dict[int, int] = {}
    if text.strip().casefold() in {"", DEFAULT}:
        return numbers
    for pair in text.split(","):
        found = _PAIR.fullmatch(pair)
        if found is None:
            raise InvalidOption(
                f"{option.name}: {pair[:30].strip()!r}; a table is written as 3=13,80=-65", field=option.name
            )
        entry = int(found[1])
        if entry in numbers:
            raise InvalidOption(f"{option.name}: entry {entry} appears twice", field=option.name)
        numbers[entry] = checked(option.name, table, entry, int(found[2]))
    return numbers


def checked(name: str, table: TableOfNumbers, entry: int, number: int) -> int:
    """Return an entry's number. Raises ``InvalidOption`` for an entry or a number that is not in the table."""
    if not 1 <= entry <= len(table.entries):
        raise InvalidOption(f"{name}: entry {entry}; there are 1 to {len(table.entries)}", field=name)
    if number not in table.numbers:
        lowest, highest = table.numbers[0], table.numbers[-1]
        what = table.entries[entry - 1].name
        raise InvalidOption(f"{name}: {what}: {number}; takes a whole number from {lowest} to {highest}", field=name)
    return number


def written(numbers: Mapping[int, int]) -> str:
    """Return a table as records write it."""
    return ",".join(f"{entry}={number}" for entry, number in sorted(numbers.items())) or DEFAULT


def fallback_text(entry: TableEntry) -> str:
    """Return what counts for an entry that is blank: ``5``, ``as flush or straight, else 20``."""
    return f"as {' or '.join(entry.fallbacks)}, else {entry.default}" if entry.fallbacks else str(entry.default)


def _table(option: Option) -> TableOfNumbers:
    if option.table is None:
        raise InvalidOption(f"{option.name}: not a table")
    return option.table


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
    numbers = read(option, value)
    entries = option.table.entries if option.table is not None else ()
    lines = [TITLE, f"game {game.key}", f"option {option.name}", f"name {name}"]
    lines += [
        f"{number} {entry.name} = {numbers.get(number, '')}".rstrip() for number, entry in enumerate(entries, start=1)
    ]
    return "\n".join(lines) + "\n"


def read_file(game: Game, option: Option, text: str) -> TableFile:
    """Return the table of a file. Raises ``InvalidOption``, naming the line, for any that does not belong in it."""
    if option.table is None:
        raise InvalidOption(f"{option.name}: not a table")
    lines = list(_lines(text))
    if not lines or " ".join(lines[0][1].casefold().split()) != TITLE:
        raise InvalidOption(f"line 1: the file of a table must begin with the line '{TITLE}'")
    headings: dict[str, str] = {}
    numbers: dict[int, int] = {}
    seen = set[int]()
    for line, file_text in lines[1:]:
        try:
            _take(option.table, file_text, headings, numbers, seen)
        except InvalidOption as error:
            raise InvalidOption(f"line {line}: {error}") from error
    _check(game, option, headings)
    return TableFile(headings.get("name", ""), written(numbers))


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
    number = checked(f"entry {entry}", table, entry, int(found[3] or table.numbers[0]))
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
