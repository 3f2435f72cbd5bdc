"""Sets of options by name, changes to them, and tables of numbers, on the command line and in the menu."""

import pytest

from fivefold import InvalidOption, Match, find
from fivefold.play import number_tables
from fivefold.play.catalogue import keys
from fivefold.play.set_ups import find_preset

from .test_start import run
from .test_table import unwrapped

GAME = find("solitaire")
(TABLE,) = (option for option in GAME.setup.options if option.table is not None)


@pytest.fixture(autouse=True)
def shelf(tmp_path, monkeypatch):
    """Keep games that name no file in a folder of the test."""
    monkeypatch.setattr("fivefold.doors.terminal.saved_matches.folder", lambda: tmp_path / "shelf")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2", "Poker Squares"),
        (" POKER  Squares ", "Poker Squares"),
        ("race", "Race"),
        ("standard", "Standard 1990"),
        ("shuffle", "Poker Shuffle"),
    ],
)
def test_a_set_is_found_by_number_name_or_a_part_of_it(text, name):
    assert find_preset(GAME, text).name == name


@pytest.mark.parametrize("text", ["", "0", "99", "bridge"])
def test_what_is_no_set_up_is_refused_naming_them(text):
    with pytest.raises(InvalidOption, match="there is no such set-up; Poker Solitaire has 1 Standard"):
        find_preset(GAME, text)


def test_a_part_of_several_names_is_refused_naming_those():
    with pytest.raises(InvalidOption, match="--preset squares: that may be Poker Squares or Poker Squares American;"):
        find_preset(GAME, "squares")


def test_a_game_without_sets_says_so():
    with pytest.raises(InvalidOption, match="Locus Poker has none: use --option"):
        run(["locus", "--preset", "1", "--against", "friend"])


def test_a_set_can_be_changed():
    text = run(["solitaire", "--preset", "poker squares", "--option", "deal=3"], ["quit"])
    assert text.startswith("Poker Solitaire (deal 3, rejects 0/0/0, touch anywhere).")


def test_the_menu_offers_sets_first_and_everything_on_demand():
    text = run([], ["5", "?", "? rejects", "? nothing", "2 deal=2", "quit"])
    offered = text.partition("A number (Enter for 1)")[0]
    assert all(f"  {number}  {preset.name}: " in offered for number, preset in enumerate(GAME.setup.presets, start=1))
    assert "rejects" not in offered
    in_full = text.partition("? rejects\n")[2]
    assert "rejects=1/0/2  1 for all, 2 for player 2" in in_full
    assert "rejects=1/0/2" not in text.partition("? rejects\n")[0]
    assert "? nothing: there is no such option; there are mode, scoring, " in unwrapped(text)
    assert "Poker Solitaire (deal 2, rejects 0/0/0, touch anywhere)" in text


def test_every_option_of_every_game_is_told_on_demand():
    for number, key in enumerate(keys(), start=1):
        text = run([], [str(number), "?", "quit"])
        for option in find(key).setup.options:
            assert f"{option.name}: {option.meaning}" in unwrapped(text)
            for group in {option.group} - {""}:
                assert f"{group}:\n" in text


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("9", "9: there is no such set-up; Poker Solitaire has 1 Standard 1990"),
        ("deal=5", "5 + 0 + 1 + 0 = 6"),
        ("1 deal=x", "deal=x: Poker Solitaire has deal=1, 2, 3, 4, 5"),
        ("'1", "a quotation mark is missing its partner"),
        ("table=@/nowhere/table", "/nowhere/table: No such file or directory"),
        ("table=3", "a table is written as 3=13,80=-65"),
    ],
)
def test_a_wrong_answer_is_told_and_asked_again(answer, said):
    text = unwrapped(run([], ["5", answer, "", "quit"]))
    assert said in text and "Poker Solitaire (Standard 1990)" in text


def test_what_means_nothing_beside_the_rest_is_told():
    text = unwrapped(run(["solitaire", "--option", "steal=on", "--option", "Table=1=5"], ["quit"]))
    assert "steal has no effect here: it goes with mode alternate, race, race-both or same-deck." in text
    assert "table has no effect here: it goes with scoring user." in text


# Tables of numbers


def play_with(table):
    return run(["solitaire", "--option", "scoring=user", "--option", f"table={table}"], ["save game", "quit"])


def played_table(folder):
    return Match.from_record((folder / "game").read_text()).options["table"]


def test_a_table_comes_as_text_or_from_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    play_with(" 81=-2, 1=+7")
    assert played_table(tmp_path) == "1=7,81=-2"
    (tmp_path / "game").unlink()
    (tmp_path / "my table").write_text(number_tables.write(GAME, TABLE, "Mine", "3=9"))
    text = play_with("@my table")
    assert played_table(tmp_path) == "3=9" and "(scoring user, table of one's own)" in text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"dear aunt", "mine: line 1: the file of a table must begin with"),
        (b"fivefold table\n1=1000\n", "mine: line 2: entry 1: "),
        (b"fivefold table\ngame locus\n", "mine: game locus: the table is wanted of game solitaire"),
        (b"\xff\xfe", "mine: not a text file, so it cannot be a table of numbers"),
        (b"#" * 200_000, "mine: is longer than any table of numbers"),
    ],
)
def test_a_file_that_holds_no_table_is_refused_naming_file_and_line(content, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_bytes(content)
    with pytest.raises(InvalidOption) as caught:
        play_with("@mine")
    assert str(caught.value).startswith(said)


def test_the_entries_of_a_table_are_listed():
    text = run([], ["5", "? table", "quit"])
    entries = TABLE.table.entries
    told = unwrapped(text)
    assert all(f"{number} {entry.name}: blank counts " in told for number, entry in enumerate(entries, start=1))
