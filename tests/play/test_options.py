from dataclasses import replace

import pytest

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.play import options
from tests.play.race import GAME


def last(label: str, count: int) -> int:
    assert label == "option first"
    return count - 1


def test_defaults_and_draws_complete_them_in_order() -> None:
    assert list(options.resolve(GAME, {}, last).items()) == [
        ("players", "2"),
        ("first", "1"),
        ("dice", "on"),
        ("goal", "12"),
    ]
    assert options.drawn(GAME, {"dice": "on"}) == {"first"}
    assert options.drawn(GAME, {"first": 0}) == frozenset()


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({"players": 3}, "players", "3"),
        ({"PLAYERS ": " 3 "}, "players", "3"),
        ({"dice": "OFF"}, "dice", "off"),
        ({"dice": False}, "dice", "off"),
        ({"goal": "Short"}, "goal", "short"),
        ({"goal": "040"}, "goal", "40"),
        ({"first": None}, "first", "1"),
    ],
)
def test_values_are_written_in_one_form(given: dict[str, object], name: str, value: str) -> None:
    assert options.resolve(GAME, given, last)[name] == value


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"colour": "red"}, "colour: Race has no such option; it has players, first, dice, goal"),
        ({"players": 4}, "players=4: Race has players=2, 3"),
        ({"players": ""}, "players=: Race has players=2, 3"),
        ({"goal": 41}, "goal=41: Race has goal=short, or 3 to 40"),
        ({"goal": "-3"}, "goal=-3: Race has"),
        ({"goal": "9" * 30}, "Race has goal=short, or 3 to 40"),
        ({"goal": "٣"}, "Race has goal=short"),
        ({"dice": "off", "players": 3}, "without dice the race is for two"),
    ],
)
def test_wrong_values_are_refused_naming_those_there_are(given: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        options.resolve(GAME, given, last)
    assert message in str(caught.value)


def test_what_is_drawn_goes_with_what_is_chosen() -> None:
    """Of three seats to begin only those are drawn that are there, so that no draw is ever refused."""
    first = Option("first", "who begins", {"0": 0, "1": 1, "2": 2}, {}, None)
    three = [first if option.name == "first" else option for option in GAME.setup.options]

    def settle(chosen: dict[str, str]) -> dict[str, str]:
        if (chosen["first"], chosen["players"]) == ("2", "2"):
            raise InvalidOption("nobody")
        return chosen

    game = replace(GAME, setup=replace(GAME.setup, options=three, settle=settle))
    drawn = [options.resolve(game, {}, lambda label, count, at=at: at % count)["first"] for at in range(6)]
    assert drawn == ["0", "1"] * 3
    assert options.resolve(game, {"players": "3"}, last)["first"] == "2"
    with pytest.raises(InvalidOption, match="nobody"):
        options.resolve(game, {"first": 2}, last)


def test_codes() -> None:
    chosen = options.resolve(GAME, {"goal": "short", "dice": "off"}, last)
    assert options.codes(GAME, chosen) == {"players": 2, "first": 1, "dice": 0, "goal": 5}
    assert options.codes(GAME, chosen | {"goal": "17"})["goal"] == 17


def fancy() -> Game:
    """Return a race in which only three may bring a jester, who begins only with dice."""
    jester = Option("jester", "a jester", {"no": 0, "yes": 1}, {}, "no", only={"players": frozenset({"3"})})
    first = replace(next(o for o in GAME.setup.options if o.name == "first"), only={"dice": frozenset({"on"})})
    others = [option for option in GAME.setup.options if option.name != "first"]
    return replace(GAME, setup=replace(GAME.setup, options=[*others, first, jester]))


def test_what_means_nothing_beside_the_rest_is_its_default_and_not_drawn() -> None:
    game = fancy()
    assert options.resolve(game, {"jester": "yes", "players": 3}, last)["jester"] == "yes"
    assert options.resolve(game, {"jester": "yes", "players": 2}, last)["jester"] == "no"
    assert options.resolve(game, {"dice": "off"}, last)["first"] == "0"
    assert options.drawn(game, {"dice": "off"}) == frozenset()
    assert options.drawn(game, {}) == {"first"}


def test_a_game_may_drop_what_it_ignores() -> None:
    setup = replace(GAME.setup, settle=lambda chosen: chosen | ({"goal": "12"} if chosen["dice"] == "off" else {}))
    game = replace(GAME, setup=setup)
    assert options.resolve(game, {"dice": "off", "goal": "short"}, last)["goal"] == "12"
    assert options.resolve(game, {"goal": "short"}, last)["goal"] == "short"
