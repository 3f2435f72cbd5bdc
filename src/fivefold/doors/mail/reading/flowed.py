"""Text with ``format=flowed`` (RFC 3676): lines that were broken on the way are put together again."""

import re
from typing import Final

QUOTED: Final = re.compile(">*")


def unwrapped(text: str, delete: bool) -> str:
    """Return text with its paragraphs on one line each; ``delete``: the blank at a break does not belong to it."""
    lines: list[str] = []
    depth, piece, is_open = 0, [""], False
    for raw in text.split("\n"):
        level = len(QUOTED.match(raw)[0])  # type: ignore[index]  # it matches anything
        line = raw[level:].removeprefix(" ") if level or raw.startswith((" >", " From", "  ")) else raw
        if is_open and level == depth and line != "-- ":
            piece.append(line)
        else:
            lines.append(shown(depth, piece))
            depth, piece = level, [line]
        is_open = line.endswith(" ") and line != "-- "
        if is_open and delete:
            piece[-1] = line[:-1]
    lines.append(shown(depth, piece))
    return "\n".join(lines[1:])


def shown(depth: int, piece: list[str]) -> str:
    """Return a paragraph behind its quotation marks."""
    return f"{'>' * depth}{' ' if depth else ''}{''.join(piece)}"
