"""The table of hands of Pokeros, for designers: the rules read the points from the row.

Which hand a few cards are does not depend on points. Only a wild card leaves a choice, and there the published order of
hands decides, whatever a table says.
"""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import HandTable, HandTables, Option, Row, TableEntry, TableOfNumbers
from fivefold.games.pokeros.hand_counts import MOST_MADE, NAMES, cut_short
from fivefold.games.pokeros.hand_counts import made as made_by
from fivefold.games.pokeros.rules import POINTS, gain
from fivefold.games.pokeros.scoring import HANDS, WORTH

CARDS: Final = (0, 2, 3, 3, 4, 3, 4, 4, 5, 5, 3, 4, 5, 4, 5, 5)
"""How many cards each hand of ``scoring`` has."""
OPTION: Final = Option(
    name="hands",
    meaning="points for each hand",
    values={"default": 0},
    explained={"default": "the points of the rules"},
    default="default",
    table=TableOfNumbers(
        [TableEntry(name, (), points) for name, points in zip(NAMES[1:], WORTH[1:], strict=True)],
        range(1000),
    ),
)


def usual(row: Row) -> Sequence[int]:
    """Return the points in a row."""
    return row[POINTS : POINTS + HANDS]


def lay_out(row: Row, table: Sequence[int]) -> None:
    """Write points into a row."""
    row[POINTS : POINTS + HANDS] = table


def points(row: Row, move: int, table: Row) -> int:
    """Return what a placement scores, the bonus included; the table is that of the row."""
    return gain(row, move)


def made(row: Row, move: int, table: Row, out: Row) -> int:
    """Write the hands a placement scores; the table is that of the row."""
    return made_by(row, move, out)


def left(row: Row, seat: int, table: Row, out: Row) -> int:
    """Return 0: placements score at once."""
    return 0


HAND_TABLE: Final = HandTable(
    option=OPTION,
    entries=range(HANDS),
    cards=CARDS,
    usual=usual,
    lay_out=lay_out,
    most_made=MOST_MADE,
    points=points,
    made=made,
    left=left,
    cut_short=cut_short,
)
HAND_TABLES: Final = HandTables(table_of=lambda row: HAND_TABLE)
