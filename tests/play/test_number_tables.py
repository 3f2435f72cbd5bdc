"""Tables of numbers as the value of an option."""

from dataclasses import replace

import pytest

from fivefold.contract import Option, TableEntry, TableOfNumbers
from fivefold.contract.errors import InvalidOption
from fivefold.play import number_tables, options
from tests.play.race import GAME
from tests.quick import in_turn

ENTRIES = tuple(TableEntry(name, (), 0) for name in ("nothing", "pair", "flush"))
TABLE = Option(
    "prizes", "what each is worth", {"default": 0}, {}, "default", table=TableOfNumbers(ENTRIES, range(-9, 10))
)
GAMBLE = replace(GAME, setup=replace(GAME.setup, options=[*GAME.setup.options, TABLE]))


def first(label: str, count: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("text", "numbers"), [("", {}), (" Default ", {}), ("2=3", {2: 3}), (" 3=-9 , 1 = +4", {1: 4, 3: -9})]
)
def test_tables_are_read_without_regard_to_order_and_blanks(text: str, numbers: dict[int, int]) -> None:
    assert number_tables.read(TABLE, text) == numbers


@in_turn(
    "text, message",
    [
        ("2", "prizes: '2'; a table is written as 3=13,80=-65"),
        ("2=3,", "prizes: ''"),
        ("2=3,2=4", "prizes: entry 2 appears twice"),
        ("4=1", "prizes: entry 4; there are 1 to 3"),
        ("0=1", "prizes: entry 0; there are 1 to 3"),
        ("3=10", "prizes: flush: 10; takes a whole number from -9 to 9"),
        ("3=1e1", "a table is written as"),
        ("3=٣", "a table is written as"),
    ],
)
def test_what_is_no_table_is_refused_saying_where(text: str, message: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        number_tables.read(TABLE, text)
    assert message in str(caught.value)


def test_records_write_a_table_in_one_form() -> None:
    assert options.resolve(GAMBLE, {"prizes": "3=2, 01=-4"}, first)["prizes"] == "1=-4,3=2"
    assert options.resolve(GAMBLE, {"prizes": ""}, first)["prizes"] == "default"
    assert options.resolve(GAMBLE, {}, first)["prizes"] == "default"


def test_rules_find_the_numbers_that_are_not_blank() -> None:
    chosen = options.resolve(GAMBLE, {"prizes": "1=-4,3=2"}, first)
    codes = options.codes(GAMBLE, chosen)
    assert {name: code for name, code in codes.items() if name.startswith("prizes")} == {
        "prizes": 0,
        "prizes.1": -4,
        "prizes.3": 2,
    }
