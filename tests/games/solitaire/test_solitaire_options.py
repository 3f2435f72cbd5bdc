"""What may be chosen, what is refused or ignored, and the well-known sets."""

from collections.abc import Mapping
from itertools import product

import pytest
from tests.games.worked import worked
from tests.quick import in_turn

from fivefold import InvalidOption
from fivefold.contract import Preset
from fivefold.games.solitaire import GAME
from fivefold.games.solitaire.options import FOR_TWO, PRESETS, REJECTS, TABLE
from fivefold.games.solitaire.rules import (
    COMMON,
    FIRST,
    LINE_COUNT,
    MAY_PLANT,
    MAY_STEAL,
    MOVABLE,
    NUMBER_OF_ORDINARY,
    OWN,
    POINTS,
    TOUCH,
    USER,
)
from fivefold.play import options
from fivefold.play.match import Match
from fivefold.play.number_tables import fallback_text

WORKED = worked(__file__)


def resolved(**given: object) -> Mapping[str, str]:
    return options.resolve(GAME, given, lambda label, count: count - 1)


def begun(**given: object) -> list[int]:
    row = [0] * GAME.rules.SIZE
    GAME.rules.setup(row, options.codes(GAME, resolved(**given)))
    return row


def refused(**given: object) -> str:
    with pytest.raises(InvalidOption) as caught:
        resolved(**given)
    return str(caught.value)


# presets


def test_the_first_preset_is_all_defaults() -> None:
    assert PRESETS[0].name == "Standard 1990"
    assert not PRESETS[0].options
    defaults = resolved()
    assert [defaults[name] for name in ("mode", "scoring", "deal", "rejects", "touch", "move", "hands")] == [
        *("one-hand", "english", "1", "0/1/0", "edges", "fixed", "10")
    ]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_preset_can_be_played_as_it_is_written(preset: Preset) -> None:
    settled = resolved(**preset.options)
    assert all(settled[name] == value for name, value in preset.options.items())
    assert Match(GAME, seed=1, **preset.options).outcome is None


@pytest.mark.parametrize(
    ("name", "scoring", "move"),
    [
        ("Poker Squares", "english", "fixed"),
        ("Poker Squares American", "american", "fixed"),
        ("Poker Shuffle", "english", "movable"),
    ],
)
def test_games_of_the_books_go_anywhere_without_rejects(name: str, scoring: str, move: str) -> None:
    settled = resolved(**next(preset for preset in PRESETS if preset.name == name).options)
    known = [settled[option] for option in ("mode", "scoring", "decks", "deal", "rejects", "touch", "move", "hands")]
    assert known == ["one-hand", scoring, "1", "1", "0/0/0", "anywhere", move, "10"]


# sums


def test_there_are_35_ways_to_have_rejects() -> None:
    assert len(REJECTS.values) == 35
    assert all(REJECTS.values[triple] == int(triple.replace("/", "")) for triple in REJECTS.values)
    assert set(REJECTS.explained) == set(REJECTS.values)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"mode": "race", "deal": 4, "rejects": "0/1/1"}, "4 + 0 + 1 + 1 = 6"),
        ({"mode": "alternate", "deal": 5, "rejects": "4/0/0"}, "5 + 4 + 0 + 0 = 9"),
        ({"deal": 5}, "5 + 0 + 1 + 0 = 6"),
        ({"deal": 2, "rejects": "4/0/0"}, "2 + 4 + 0 + 0 = 6"),
    ],
)
def test_more_than_five_cards_and_rejects_are_refused_with_the_sum(given: dict[str, object], shown: str) -> None:
    assert shown in refused(**given)


@pytest.mark.parametrize(("mode", "counts"), [("one-hand", 2), ("race", 3)])
def test_up_to_five_go_together(mode: str, counts: int) -> None:
    for triple, deal in product(REJECTS.values, range(1, 6)):
        given = {**resolved(), "mode": mode, "deal": str(deal), "rejects": triple}
        total = deal + sum(int(number) for number in triple.split("/")[:counts])
        if total <= 5:
            assert GAME.setup.settle(given.copy())["deal"] == str(deal)
            continue
        with pytest.raises(InvalidOption, match=f"= {total}, but"):
            GAME.setup.settle(given)


# ignored


def test_one_player_has_no_rejects_of_player_2() -> None:
    assert resolved(rejects="1/1/2")["rejects"] == "1/1/0"
    assert resolved(deal=4, rejects="0/1/3")["rejects"] == "0/1/0"
    assert resolved(mode="race", rejects="1/1/2")["rejects"] == "1/1/2"


@pytest.mark.parametrize("mode", ["one-hand", "best-of-two", "sum-of-two"])
def test_one_player_ignores_stealing_planting_and_player_2(mode: str) -> None:
    given = {"steal": "on", "plant": "on", "touch2": "anywhere", "move2": "movable", "hands2": "12", "first": "1"}
    assert resolved(mode=mode, **given) == resolved(mode=mode)
    row = begun(mode=mode, **given)
    assert row[MAY_STEAL] == row[MAY_PLANT] == row[FIRST] == row[OWN + 1] == 0


@pytest.mark.parametrize("mode", sorted(FOR_TWO))
def test_two_players_each_have_their_own(mode: str) -> None:
    row = begun(mode=mode, touch="corners", hands="12", move2="movable", rejects="1/0/2", steal=True, plant=True)
    assert row[TOUCH : TOUCH + 2] == [1, 0]
    assert row[MOVABLE : MOVABLE + 2] == [0, 1]
    assert row[LINE_COUNT : LINE_COUNT + 2] == [12, 10]
    assert row[COMMON : COMMON + 3] == [1, 0, 2]
    assert row[MAY_STEAL] == row[MAY_PLANT] == 1


def test_who_begins_is_drawn_where_players_take_turns_and_nowhere_else() -> None:
    assert resolved(mode="alternate")["first"] == resolved(mode="same-deck")["first"] == "1"
    assert resolved(mode="race")["first"] == resolved()["first"] == "0"
    assert options.drawn(GAME, {"mode": "alternate"}) == {"first"}
    assert options.drawn(GAME, {"mode": "race"}) == frozenset()


def test_with_pat_diagonals_do_not_matter() -> None:
    assert resolved(mode="race", scoring="pat", hands="12", hands2="12")["hands2"] == "10"
    assert resolved(scoring="pat", hands="12") == resolved(scoring="pat")


def test_a_table_matters_to_user_scoring_alone() -> None:
    assert resolved(table="3=5") == resolved()
    assert resolved(scoring="user", table="80=7, 3=5")["table"] == "3=5,80=7"


def test_seven_modes_are_for_one_or_two() -> None:
    modes = next(option for option in GAME.setup.options if option.name == "mode").values
    assert [GAME.setup.seats({"mode": mode}) for mode in modes] == [1, 1, 1, 2, 2, 2, 2]
    assert GAME.setup.seat_counts == (1, 2)


# the table


def test_a_table_has_the_81_hands() -> None:
    table = TABLE.table
    assert table is not None
    assert len({entry.name for entry in table.entries}) == 81
    assert table.numbers == range(-999, 1000)


@in_turn("number, fallback", WORKED["a_blank_line_says_what_counts_instead"])
def test_a_blank_line_says_what_counts_instead(number: int, fallback: str) -> None:
    assert TABLE.table is not None
    entry = TABLE.table.entries[number - 1]
    assert fallback_text(entry) == fallback
    assert set(entry.fallbacks) <= {each.name for each in TABLE.table.entries if not each.fallbacks}


@pytest.mark.parametrize(("table", "named"), [("82=1", "82"), ("0=1", "0"), ("3=1000", "flush"), ("3=-1000", "flush")])
def test_a_number_out_of_the_table_is_refused(table: str, named: str) -> None:
    assert named in refused(scoring="user", table=table)


def test_numbers_reach_the_position() -> None:
    row = begun(scoring="user", table="3=-7,81=999")
    assert [row[USER + 3], row[USER + 81], row[USER + 80], row[USER + 6]] == [-7, 999, 65, -7]
    assert row[POINTS + NUMBER_OF_ORDINARY.index(3)] == -7


def test_a_record_holds_the_whole_table() -> None:
    match = Match(GAME, seed=3, scoring="user", table="3=5,81=-9")
    assert Match.from_record(match.to_record()).options == match.options
    assert "3=5,81=-9" in match.to_record()
