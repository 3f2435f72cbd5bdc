"""Tables of numbers as options are written: ``3=13,80=-65``, or ``default`` where every entry is blank."""

import re
from collections.abc import Mapping
from typing import Final

from fivefold.contract import Option, TableEntry, TableOfNumbers
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
