"""What every game's options, set-ups and tables of numbers have to keep."""

import re
from itertools import pairwise

import pytest

from fivefold.contract import Game, Option
from fivefold.play import catalogue, number_tables, options
from fivefold.play.catalogue import keys
from tests.games.cases import Case, cases, every
from tests.games.corners import example_tables

EVERY_CASE = every(cases())
GAMES = [catalogue.find(key) for key in keys()]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def first(label: str, count: int) -> int:
    return 0


@EVERY_GAME
def test_options_are_complete(game: Game) -> None:
    assert len({option.name for option in game.setup.options}) == len(game.setup.options)
    for option in game.setup.options:
        assert re.fullmatch("[a-z_]+[0-9]?", option.name)
        assert option.meaning
        assert list(option.explained) == list(option.values)
        assert all(option.explained.values())
        assert len(set(option.values.values())) == len(option.values)
        if option.default is not None:
            assert options.canonical(game, option, option.default) == option.default
    usual = options.resolve(game, {}, first)
    assert game.setup.settle(usual.copy()) == usual


@EVERY_GAME
def test_options_depend_on_earlier_ones_and_groups_stay_together(game: Game) -> None:
    known: dict[str, set[str]] = {}
    for option in game.setup.options:
        for name, allowed in option.only.items():
            assert allowed
            assert allowed < known[name], "only some values, of an option before it"
        known[option.name] = set(option.values)
    groups = [option.group for option in game.setup.options]
    changes = sum(one != other for one, other in pairwise(groups))
    assert changes == max(0, len(set(groups)) - 1)


@EVERY_GAME
def test_the_number_of_seats_follows_from_one_option(game: Game) -> None:
    deciding = game.setup.seat_option
    assert deciding is None or list(deciding.seats) == list(deciding.values)
    for value in deciding.values if deciding is not None else ():
        chosen = options.resolve(game, {deciding.name: value}, first)
        assert game.setup.seats(chosen) in game.setup.seat_counts
        row = [0] * game.rules.SIZE
        game.rules.setup(row, options.codes(game, chosen))
        scores = [-1_000_000] * (game.setup.seats(chosen) + 1)
        game.rules.scores(row, scores)
        assert [score == -1_000_000 for score in scores] == [False] * game.setup.seats(chosen) + [True]


@EVERY_CASE
def test_complete_options_are_tidy_and_stay_as_they_are(case: Case) -> None:
    game, chosen = case.game, dict(case.options)
    assert game.setup.settle(chosen.copy()) == chosen
    assert options.resolve(game, chosen, first) == chosen
    for option in game.setup.options:
        if not options.matters(option, chosen):
            assert chosen[option.name] == (option.default or next(iter(option.values)))


# Set-ups


@EVERY_GAME
def test_set_ups_are_told_apart_and_the_first_is_the_usual(game: Game) -> None:
    settled = [options.resolve(game, preset.options, first) for preset in game.setup.presets]
    assert all(one != other for index, one in enumerate(settled) for other in settled[:index])
    assert settled[:1] in ([], [options.resolve(game, {}, first)])
    assert len({preset.name.casefold() for preset in game.setup.presets}) == len(game.setup.presets)
    for preset in game.setup.presets:
        assert preset.name.strip() == preset.name != ""
        assert not preset.name.isdigit(), "menus number them"
        assert preset.meaning.strip() == preset.meaning != ""
        usual = options.resolve(game, {}, first)
        assert all(usual[name] != value for name, value in preset.options.items()), "only what differs"


# Tables of numbers


WITH_TABLES = [(game, option) for game in GAMES for option in game.setup.options if option.table is not None]
EVERY_TABLE = pytest.mark.parametrize(("game", "option"), WITH_TABLES, ids=lambda each: getattr(each, "key", each.name))


@EVERY_TABLE
def test_tables_are_complete(game: Game, option: Option) -> None:
    assert option.table is not None
    assert list(option.values) == [option.default] == [number_tables.DEFAULT]
    assert option.table.numbers.step == 1
    names = [entry.name for entry in option.table.entries]
    assert len({name.casefold() for name in names}) == len(names)
    assert all(name == " ".join(name.split()) != "" and "=" not in name for name in names)
    assert all(entry.default in option.table.numbers for entry in option.table.entries)
    assert {name for entry in option.table.entries for name in entry.fallbacks} <= set(names)


@EVERY_TABLE
def test_tables_are_written_to_files_and_read_from_them(game: Game, option: Option) -> None:
    for value in (number_tables.DEFAULT, *example_tables(option)):
        text = number_tables.write(game, option, "Mine", value)
        assert number_tables.read_file(game, option, text) == ("Mine", value)


@EVERY_TABLE
def test_the_numbers_of_a_table_reach_the_rules(game: Game, option: Option) -> None:
    (value,) = example_tables(option)
    meant = {name: next(iter(values)) for name, values in option.only.items()}
    codes = options.codes(game, options.resolve(game, {**meant, option.name: value}, first))
    assert (
        number_tables.read(option, value).items()
        <= {int(name.removeprefix(f"{option.name}.")): code for name, code in codes.items() if "." in name}.items()
    )
