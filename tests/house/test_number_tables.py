"""Visitors' tables of numbers, by name."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import InvalidName, NotOffered, NotYours, UnknownTable
from fivefold.house.people import number_tables
from fivefold.house.table.seating import MatchRequest
from tests.house.people import ANNA, BEN


def save(house, name="My scores", text="36=65, 3 = +13", by=ANNA):
    return house.number_tables.save(by, "solitaire", "table", name, text)


def test_a_table_is_kept_in_its_one_form_and_found_by_name(house):
    table = house.number_tables.find(save(house, "  My   scores "))
    assert (table.name, table.text, table.game_key, table.option) == ("My scores", "3=13,36=65", "solitaire", "table")
    save(house, "Another")
    assert [each.name for each in house.number_tables.of_person(ANNA, "solitaire", "table")] == ["Another", "My scores"]
    assert house.number_tables.of_person(BEN, "solitaire", "table") == []
    options = {"scoring": "user", "table": table.text}
    assert house.create(ANNA, MatchRequest("solitaire", options, ())).match.options["table"] == table.text


def test_the_same_name_replaces_for_the_same_person(house):
    first = save(house)
    assert save(house, text="1=5") == first and house.number_tables.find(first).text == "1=5"
    other = save(house, by=BEN)
    assert other != first and house.number_tables.find(first).text == "1=5"


def test_a_stranger_may_read_a_table_and_not_delete_it(house):
    kept = save(house)
    assert house.number_tables.find(kept).belongs_to(ANNA) and not house.number_tables.find(kept).belongs_to(BEN)
    with pytest.raises(NotYours):
        house.number_tables.delete(kept, BEN)
    house.number_tables.delete(kept, ANNA)
    for ask in (house.number_tables.find, lambda table: house.number_tables.delete(table, ANNA)):
        with pytest.raises(UnknownTable):
            ask(kept)


@pytest.mark.parametrize(
    ("name", "text", "error", "said"),
    [
        ("", "1=1", InvalidName, "1 to 40"),
        ("x" * 41, "1=1", InvalidName, "1 to 40"),
        ("a\x00b", "1=1", InvalidName, "cannot be shown"),
        ("ok", "82=1", InvalidOption, "1 to 81"),
        ("ok", "1=1000", InvalidOption, "-999 to 999"),
        ("ok", "nonsense", InvalidOption, "3=13"),
    ],
)
def test_what_cannot_be_kept_says_what_would_do(house, name, text, error, said):
    with pytest.raises(error, match=said):
        save(house, name, text)
    assert house.number_tables.of_person(ANNA, "solitaire", "table") == []


@pytest.mark.parametrize(("game", "option"), [("solitaire", "mode"), ("solitaire", "nothing"), ("focus", "table")])
def test_only_options_that_are_tables_have_any(house, game, option):
    for ask in (
        lambda: house.number_tables.of_person(ANNA, game, option),
        lambda: house.number_tables.save(ANNA, game, option, "name", "1=1"),
    ):
        with pytest.raises(InvalidOption, match="no table of numbers"):
            ask()


def test_only_so_many_are_kept(house, monkeypatch):
    monkeypatch.setattr(number_tables, "MOST_TABLES", 2)
    save(house, "one")
    save(house, "two")
    with pytest.raises(NotOffered, match="2 are already saved"):
        save(house, "three")
    assert house.number_tables.find(save(house, "two", "7=7")).text == "7=7"
    assert len(house.number_tables.of_person(ANNA, "solitaire", "table")) == 2
