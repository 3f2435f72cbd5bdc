"""`fivefold games`: every game, what kind it is in words and as JSON."""

import json

import pytest

from fivefold import cli
from fivefold.contract import Chance, Information, Search, TurnOrder
from fivefold.lab import games
from fivefold.play.catalogue import find, keys


def names_below(kind):
    """Return the names of all kinds of a class."""
    return {name for each in kind.__subclasses__() for name in {each.__name__} | names_below(each)}


def test_every_game_is_listed_with_its_traits(capsys):
    assert cli.main(["games"]) == 0
    sections = capsys.readouterr().out.rstrip().split("\n\n")
    assert [section.splitlines()[0] for section in sections] == [f"{find(key).name} ({key})" for key in keys()]
    solitaire = sections[keys().index("solitaire")].splitlines()
    assert "  seats         1 or 2" in solitaire
    assert "  chance        between moves" in solitaire
    assert any("race" in line and "turn order" in line for line in solitaire)
    assert solitaire[-1] == (
        "  also          a seed that fixes the order of the cards, forced moves made by the table, hindsight"
        ", a table to learn, odds to count, a table of hands, a tally, a score card and an encoding as arrays"
    )
    pokeros = sections[keys().index("pokeros")]
    assert (
        "partly hidden" in pokeros
        and "a table of hands" in pokeros
        and "6: hand, cards, deck, wilds, bonus, first" in pokeros
    )
    assert "move numbers  0 to 95\n" in sections[keys().index("locus")]


def test_json_holds_what_a_game_declares(capsys):
    assert cli.main(["games", "--json"]) == 0
    listed = {game["key"]: game for game in json.loads(capsys.readouterr().out)}
    assert tuple(listed) == keys()
    locus = listed["locus"]
    assert (locus["seats"], locus["doubles"], locus["move_numbers"]) == ([2], True, 96)
    assert (locus["chance"], locus["information"], locus["turn_order"]) == ("at the start", "open", "alternating")
    assert (locus["search"], locus["extras"], locus["options"]) == (
        "AlphaBeta",
        ["HandTables", "Fitted", "TableHelp", "Encoding"],
        ["grid", "first"],
    )
    assert listed["solitaire"]["presets"][0] == "Standard 1990"


@pytest.mark.parametrize(
    ("words", "values"),
    [("turn_order", TurnOrder), ("information", Information), ("chance", Chance)],
    ids=["turn order", "information", "chance"],
)
def test_every_value_of_a_trait_has_its_words(words, values):
    assert set(games.WORDS[words]) == set(values)


def test_every_search_and_extra_of_the_games_has_its_words():
    assert names_below(Search) == set(games.WORDS["search"])
    kinds = {type(extra).__name__ for key in keys() for extra in find(key).extras}
    assert kinds <= set(games.WORDS["extras"])


def test_the_refusal_of_a_game_without_an_extra_names_the_games_that_have_it(capsys):
    assert cli.main(["arrangements", "locus"]) == 2
    assert capsys.readouterr().err == "fivefold: arrangements locus: Locus Poker has no hindsight; take solitaire\n"
