"""The layout of observations and actions as tables of Markdown, made from what each game declares.

``python -m fivefold.interop.layout pokeros`` prints those of a game.
"""

import sys
from collections.abc import Sequence

from fivefold.contract import Block
from fivefold.interop.encoding import encoding_of, places
from fivefold.play import catalogue


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
    print(*map(tables, sys.argv[1:]), sep="\n\n")
