"""Tables of numbers as files that people keep, edit and give to each other."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.play import number_tables
from tests.play.race import GAME
from tests.play.test_number_tables import TABLE
from tests.quick import in_turn

FILE = """fivefold table
game race
option prizes
name My prizes
1 nothing = -4
2 pair =
3 flush = 9
"""


def test_a_table_is_written_with_a_line_for_each_entry() -> None:
    assert number_tables.write(GAME, TABLE, "My prizes", "1=-4,3=9") == FILE


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        (FILE, "My prizes", "1=-4,3=9"),
        (FILE.replace("\n", "\r\n"), "My prizes", "1=-4,3=9"),
        ("\ufeff# mine\n\n  FIVEFOLD  Table\n3=+2\n", "", "3=2"),
        ("fivefold table\n2 Pair=5\n1 = 0", "", "1=0,2=5"),
        ("fivefold table\n", "", "default"),
        ("fivefold table\nname\n", "", "default"),
    ],
)
def test_a_file_is_read_however_it_was_edited(text: str, name: str, value: str) -> None:
    assert number_tables.read_file(GAME, TABLE, text) == (name, value)


@in_turn(
    "text, said",
    [
        ("", "line 1: the file of a table must begin with the line 'fivefold table'"),
        ("dear aunt", "line 1: the file of a table"),
        (FILE.replace("= 9", "= 10"), "line 7: entry 3: flush: 10; takes a whole number from -9 to 9"),
        (FILE.replace("3 flush", "4 flush"), "line 7: entry 4: entry 4; there are 1 to 3"),
        (FILE.replace("3 flush", "2 flush"), "line 7: entry 2 appears twice"),
        (FILE.replace("3 flush", "3 pair"), "line 7: entry 3 is flush, not pair; correct the number, or leave"),
        (FILE.replace("= 9", "= nine"), "line 7: '3 flush = nine'; an entry is written as '36 royal flush = 65'"),
        (FILE.replace("= 9", ""), "line 7: '3 flush'; an entry is written"),
        (FILE.replace("game race", "game grab"), "game grab: the table is wanted of game race"),
        (FILE.replace("option prizes", "option fees"), "option fees: the table is wanted of option prizes"),
    ],
)
def test_what_does_not_belong_in_it_is_refused_naming_the_line(text: str, said: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        number_tables.read_file(GAME, TABLE, text)
    assert said in str(caught.value)


def test_an_option_that_is_no_table_has_no_file() -> None:
    with pytest.raises(InvalidOption, match="goal: not a table"):
        number_tables.read_file(GAME, GAME.setup.options[-1], FILE)
