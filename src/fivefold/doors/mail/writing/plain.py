"""A letter as plain text: 72 columns, and where a reader is narrower its paragraphs flow (RFC 3676).

A line that goes on below ends with a blank. Headings are lines like others, so that a screen reader says nothing odd.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Final

WIDTH: Final = 72
WIDEST: Final = 76
"""Of a line that cannot be broken well, with what is put before it."""
LONGEST_LINE: Final = 900
"""Of an address, which is not broken; mail servers take lines of 998 characters."""
GAP: Final = 2
"""Blanks between the columns of a table."""
SIGNATURE: Final = "-- "
"""Below this line stands what mail programs leave out of an answer."""
INDENT: Final = "    "
LONG_GAP: Final = re.compile(r" {2,}")
EMPHASIS: Final = re.compile(r"\*\*|\*(?=\w)|(?<=\w)\*|`")
CODE: Final = re.compile(r"`([^`]+)`")
BEGINNING: Final = re.compile(r"(?:[-*] |\d+\. )`[^`]+`")
"""What is typed, at the beginning of an item, and then told about."""
RULER: Final = re.compile(r"[|: -]+")
LIST_ITEM: Final = re.compile(r"\n(?=(?:[-*]|\d+\.) )")
ADDRESS: Final = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
STEERING: Final = {
    code: None
    for code in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029)
    if chr(code) != "\n"
}
"""Characters that steer a screen, or turn the direction of what follows."""


def clean(words: str) -> str:
    """Return words of a stranger without characters that steer a screen; newlines stay."""
    return words.translate(STEERING)


def one_line(words: str) -> str:
    """Return words of a stranger in one line."""
    return clean(" ".join(words.split()))


def wrapped(words: str, first: str = "", later: str = "", width: int = WIDTH) -> list[str]:
    """Return words as lines that flow; ``first`` and ``later`` stand before them."""
    lines, line = [], first
    filled = False
    for word in clean(words).split():
        if filled and len(line) + 1 + len(word) > width:
            lines.append(line + " ")
            line, filled = later + word, True
        else:
            line, filled = f"{line} {word}" if filled else line + word, True
    lines.append(line.rstrip())
    return [piece for each in lines for piece in _broken(each)]


def _broken(line: str) -> Iterator[str]:
    """Yield a line that has one very long word in pieces; an address stays whole as long as it may."""
    while len(line) > (LONGEST_LINE if "://" in line else WIDEST + 1):
        yield line[:WIDTH]
        line = line[WIDTH:]
    yield line


def diagram_lines(diagram: str) -> list[str]:
    """Return a position as lines, those of its legend that are too long broken where there is room."""
    lines: list[str] = []
    for line in diagram.splitlines():
        lines += _legend(line) if len(line) > WIDTH else [line]
    return [f" {line}".rstrip() for line in lines]


def _legend(line: str) -> Iterator[str]:
    while len(line) > WIDTH:
        gaps = [found.span() for found in LONG_GAP.finditer(line, 1, WIDTH)]
        at = line.rfind(" ", 1, WIDTH)
        end, begins = gaps[-1] if gaps else (at, at + 1) if at > 0 else (WIDTH, WIDTH)
        yield line[:end]
        line = line[begins:]
    yield line


def _block(lines: Callable[..., list[str]]) -> Callable[..., str]:
    """Return a block that a template can call: its text is an argument, or stands between ``call`` and ``endcall``."""

    @wraps(lines)
    def block(*given: Any, caller: Callable[[], str] | None = None) -> str:
        return "\n".join(lines(*((caller(),) if caller is not None else ()), *given)) + "\n\n"

    return block


def _paragraph(text: str, address: str = "") -> list[str]:
    joined = wrapped(f"{text} {address}" if address else text)
    return joined if not address or len(joined) == 1 else [*wrapped(text), address]


def _items(texts: Sequence[str]) -> list[str]:
    return [line for each in texts for line in wrapped(each, "- ", "  ")]


def _typed(lines: Sequence[str], answers: bool = False) -> list[str]:
    """Return lines as somebody types them; ``answers``: each is an answer to the letter, a link on the page."""
    room = WIDTH - len(INDENT)
    whole = map(one_line, lines)
    return [f"{INDENT}{each[at : at + room]}" for each in whole for at in range(0, max(1, len(each)), room)]


def _quoted(text: str, by: str = "") -> list[str]:
    said = [f"{by}:"] if by else []
    return said + [line for each in clean(text).strip().split("\n") for line in wrapped(each, "> ", "> ")]


def columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table in columns; where they are too wide a paragraph a row."""
    everything = [list(map(one_line, row)) for row in ([headings, *rows] if any(headings) else rows)]
    widths = [max(map(len, column)) for column in zip(*everything, strict=True)]
    if sum(widths) + GAP * (len(widths) - 1) > WIDTH - 1:
        return [line for row in rows for line in _as_paragraph(headings, row)]
    gap = " " * GAP
    return [
        " " + gap.join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip() for row in everything
    ]


def _as_paragraph(headings: Sequence[str], row: Sequence[str]) -> list[str]:
    first, *others = zip(headings, map(one_line, row), strict=True)
    said = ", ".join(f"{heading} {cell}".strip() for heading, cell in others if cell)
    return wrapped(f"{first[1]}: {said}" if said else first[1], "- ", "  ")


def _document(markdown: str) -> list[str]:
    parts = [_part(part) for part in re.split(r"\n{2,}", markdown.strip())]
    return [line for at, part in enumerate(parts) for line in ([""] if at else []) + part]


def _part(part: str) -> list[str]:
    if part.startswith("|"):
        lines = [line.strip().strip("|").split("|") for line in part.splitlines() if not RULER.fullmatch(line)]
        rows = [[bare(cell.strip()) for cell in line] for line in lines]
        return columns(rows[0], rows[1:])
    if part.startswith("```"):
        return [f" {line}".rstrip() for line in part.splitlines()[1:] if line != "```"]
    if part.startswith("#"):
        heading, _, rest = part.partition("\n")
        return [*wrapped(bare(heading.lstrip("# "))), *(_part(rest) if rest else ())]
    return [line for item in LIST_ITEM.split(part) for line in wrapped(_spoken(item), "", _hanging(item))]


def _hanging(item: str) -> str:
    return "  " if item.startswith(("- ", "* ")) or re.match(r"\d+\. ", item) else ""


def bare(markdown: str) -> str:
    """Return Markdown within a line as text."""
    return EMPHASIS.sub("", ADDRESS.sub(r"\1 (\2)", markdown))


def _spoken(markdown: str) -> str:
    """Return a paragraph of Markdown as text: what is to be typed in quotation marks, unless a line begins with it."""
    begins = BEGINNING.match(markdown)
    start = begins.end() if begins else 0
    return bare(markdown[:start] + CODE.sub(r"“\1”", markdown[start:]))


BLOCKS: Final[Mapping[str, Callable[..., str]]] = {
    "lead": _block(_paragraph),
    "heading": _block(_paragraph),
    "paragraph": _block(_paragraph),
    "items": _block(_items),
    "choices": _block(lambda moves: _items([f"{move}: {does}" if does else move for move, does in moves])),
    "typed": _block(_typed),
    "quoted": _block(_quoted),
    "board": _block(lambda position: diagram_lines(position["diagram"])),
    "columns": _block(columns),
    "document": _block(_document),
    "foot": _block(lambda text, address="": [SIGNATURE, *wrapped(text), *([address] if address else [])]),
}
"""What letters are made of: a lead says what matters most, a foot stands at the end of every letter of its kind."""
