"""The stored tables: each has a note of where it comes from, none is read before somebody asks what a line is worth."""

import subprocess
import sys
from datetime import date

import pytest

from fivefold.contract import Learning, OutcomeOdds
from fivefold.games.solitaire import GAME, evaluation, learning
from fivefold.games.solitaire.evaluation import DATA, NO_CARD, ODDS, ODDS_PHASES, PATTERNS, WHOLE_ODDS
from fivefold.games.solitaire.rules import ORDINARY_HANDS
from fivefold.lab.configuration import configuration_of
from fivefold.lab.learn import first_row
from fivefold.lab.provenance import PROVENANCE, digest, read
from fivefold.parts.stored_table import ENDING, StoredTable

TABLES = [value for value in vars(evaluation).values() if isinstance(value, StoredTable)]
NOTES = {name: note for name, note in read(DATA / PROVENANCE).items() if name != "points_scale"}


def test_every_file_is_a_table_of_the_game_and_has_a_note():
    names = sorted(table.name for table in TABLES)
    assert names == sorted(NOTES)
    assert sorted(file.stem for file in DATA.glob(f"*{ENDING}")) == names


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_note_is_of_the_numbers_that_are_there_and_says_how_to_make_them(table):
    note = NOTES[table.name]
    assert note["sha256"] == digest(table.file.read_bytes()) and note["numbers"] == len(table)
    assert note["command"].startswith("fivefold learn solitaire ")
    assert date.fromisoformat(note["date"]) <= date.today()
    assert "unknown" in note or {"games", "seed"} <= set(note)
    assert "score" in note or table is ODDS


def test_the_command_of_a_note_learns_the_table_of_that_name():
    for setting in learning.COUNTED_SET_UPS:
        name = learning.table_name(first_row(GAME, configuration_of(GAME, None, setting)))
        assert setting["scoring"] in NOTES[name]["command"].casefold() or setting["scoring"] == "english"
        assert ("touch=edges" in NOTES[name]["command"]) == (setting["touch"] == "edges")
    assert GAME.extra_of(OutcomeOdds).table == ODDS.name and "--table odds" in NOTES[ODDS.name]["command"]


def test_a_table_has_a_number_for_each_pattern_and_phase():
    for table in TABLES:
        if table is not ODDS:
            patterns_only = table is evaluation.PAT_TABLE
            assert len(table) == (evaluation.CROSSINGS if patterns_only else GAME.extra_of(Learning).weights)
    assert len(ODDS) == PATTERNS * ODDS_PHASES * ORDINARY_HANDS


def test_the_odds_of_a_pattern_add_up():
    for state in range(NO_CARD, PATTERNS * ODDS_PHASES):
        total = sum(ODDS[ORDINARY_HANDS * state + hand] for hand in range(ORDINARY_HANDS))
        assert abs(total - WHOLE_ODDS) <= ORDINARY_HANDS // 2


def test_who_only_plays_does_not_read_them():
    code = (
        "import fivefold; match = fivefold.Match('solitaire', seed=1); match.make(match.legal()[0]); match.svg();"
        "from fivefold.games.solitaire import evaluation;"
        "tables = [each for each in vars(evaluation).values() if isinstance(each, evaluation.StoredTable)];"
        "print(len(tables), [each.name for each in tables if 'numbers' in vars(each)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == f"{len(TABLES)} []"
