"""The sets of options that the conformance suite tries: few, and each two values that go together meet."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from fivefold.contract import Game, Option, Setup, TableEntry, TableOfNumbers, dropping_option
from fivefold.contract.errors import InvalidOption
from fivefold.play import catalogue, options
from tests.games.corners import Pair, corners, pairs, values

MANY = 2_000
"""Sets of options drawn at random of a game that has more."""
FEW = 60
"""No game needs more sets."""


def option(name: str, offered: str, only: Mapping[str, frozenset[str]] | None = None, **more: Any) -> Option:
    """Return an option with these values; the first is the default."""
    names = offered.split()
    codes = {value: code for code, value in enumerate(names)}
    return Option(name, name, codes, {value: value for value in names}, names[0], only=only or {}, **more)


NUMBERS = TableOfNumbers([TableEntry(name, (), 0) for name in ("low", "middle", "high")], range(-5, 6))
TWO = {"mode": frozenset({"pair", "race"})}


def settle(chosen: dict[str, str]) -> dict[str, str]:
    """Drop the spare ones where somebody plays alone, and refuse more than twelve cards."""
    if int(chosen["cards"]) + int(chosen["spare"]) > 12:
        raise InvalidOption("too many")
    return chosen if chosen["mode"] != "alone" else {**chosen, "spare": "0"}


FUSSY = replace(
    catalogue.find("focus"),
    key="fussy",
    setup=Setup(
        [
            option("mode", "alone pair race", seats={"alone": 2, "pair": 3, "race": 4}),
            option("scale", "default", {"mode": frozenset({"alone", "pair"})}, table=NUMBERS),
            option("cards", "1 2 3 4 5"),
            option("spare", " ".join(map(str, range(12)))),
            option("theirs", "no yes", TWO),
            option("twist", "off on", {"theirs": frozenset({"yes"})}),
            dropping_option(**TWO),
        ],
        settle=settle,
        team=catalogue.find("focus").setup.team,
    ),
)
"""Options that depend on each other in every way there is."""
EVERY_GAME = pytest.mark.parametrize("game", [*map(catalogue.find, catalogue.keys()), FUSSY], ids=lambda game: game.key)


def possible(game: Game) -> set[Pair]:
    """Return the pairs of all sets of options, or of many drawn at random, of those values that are tried."""
    names, tried = [each.name for each in game.setup.options], [values(each) for each in game.setup.options]
    count, random = 1, Random(game.key)
    for offered in tried:
        count *= len(offered)
    every = product(*tried) if count < MANY else ([random.choice(each) for each in tried] for _ in range(MANY))
    met = set[Pair]()
    for chosen in every:
        try:
            met |= pairs(game, options.resolve(game, dict(zip(names, chosen, strict=True)), lambda label, count: 0))
        except InvalidOption:
            continue
    wanted = {(name, value) for name, offered in zip(names, tried, strict=True) for value in offered}
    return {pair for pair in met if pair <= wanted}


@pytest.mark.slow
@EVERY_GAME
def test_each_two_values_that_go_together_meet(game: Game) -> None:
    met = set[Pair]().union(*(pairs(game, chosen) for chosen in corners(game)))
    assert possible(game) <= met
    assert len(corners(game)) <= FEW


@EVERY_GAME
def test_sets_of_options_are_complete_and_allowed_and_the_richest_come_first(game: Game) -> None:
    met, gains = set[Pair](), []
    for chosen in corners(game):
        assert options.resolve(game, chosen, lambda label, count: 0) == chosen
        gains.append(len(pairs(game, chosen) - met))
        met |= pairs(game, chosen)
    assert gains == sorted(gains, reverse=True)


def test_an_option_with_many_values_is_tried_with_its_ends_its_default_and_one_more() -> None:
    tried = values(option("spare", " ".join(map(str, range(12)))))
    assert tried[:2] == ["0", "11"] and len(tried) == 3 and tried[2] in map(str, range(1, 11))


def test_a_table_is_tried_blank_and_with_its_extremes() -> None:
    assert values(option("scale", "default", table=NUMBERS)) == ["default", "1=-5,2=0,3=5"]
