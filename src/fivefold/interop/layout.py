"""The layout of observations and actions as tables of Markdown, made from what each game declares.

``python -m fivefold.interop.layout docs/interop.md`` brings the tables in a page up to date.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fivefold.contract import Block
from fivefold.interop.encoding import encoding_of, places
from fivefold.play import catalogue
from fivefold.play.catalogue import keys

OPENS, CLOSES = "<!-- layout of {} -->", "<!-- end of layout -->"
TABLE: Final = re.compile(r"<!-- layout of (\w+) -->\n.*?<!-- end of layout -->", re.DOTALL)


def tables(key: str) -> str:
    """Return what a game's observations and actions are, between comments that say which game it is."""
    encoding, name = encoding_of(key), catalogue.find(key).name
    lines = [
        OPENS.format(key),
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
        CLOSES,
    ]
    return "\n".join(lines)


def _rows(blocks: Sequence[Block], of_numbers: bool) -> list[str]:
    rows = []
    for block, start in places(blocks):
        numbers = f" {block.lowest} to {block.highest} |" if of_numbers else ""
        shape = " × ".join(map(str, block.shape))
        rows.append(f"| `{block.name}` | {start} | {shape} |{numbers} {block.meaning} |")
    return rows


def updated(page: str) -> str:
    """Return a page with its tables as they are declared now."""
    return TABLE.sub(lambda found: tables(found[1]), page)


def missing(page: str) -> list[str]:
    """Return the games whose tables a page lacks."""
    return [key for key in keys() if OPENS.format(key) not in page]


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(updated(file.read_text()))
