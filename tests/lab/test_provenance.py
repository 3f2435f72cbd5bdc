"""Where learnt and fitted numbers come from is on record for every game."""

import re
import shlex
from datetime import date
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

from fivefold.cli import build_parser
from fivefold.lab import provenance
from tests.quick import in_turn

GAMES = Path(str(files("fivefold") / "games"))
KEYS = sorted(path.parent.name for path in GAMES.glob("*/help.md"))
NOTES = [
    pytest.param(path, name, id=f"{path.relative_to(GAMES).parts[0]}-{name}")
    for path in sorted(GAMES.rglob("provenance.toml"))
    for name in provenance.read(path)
]


@pytest.mark.parametrize("key", KEYS)
def test_every_game_says_where_its_numbers_come_from(key):
    assert any("points_scale" in provenance.read(path) for path in (GAMES / key).rglob("provenance.toml"))


@in_turn("path, name", NOTES)
def test_a_note_says_when_and_how_or_that_it_is_unknown(path, name):
    note = provenance.read(path)[name]
    assert date.fromisoformat(str(note["date"])) <= date.today()
    assert {"command", "made", "unknown"} & set(note)
    if "command" in note:
        words = shlex.split(str(note["command"]))
        game = path.relative_to(GAMES).parts[0]
        assert words[0] == "fivefold" and words[1] in {"fit", "learn", "train"} and words[2] == game
        needed = [] if words[1] == "fit" else ["--out", "x"]
        build_parser([words[1]]).parse_args([*words[1:], *needed])


@in_turn("path, name", NOTES)
def test_the_numbers_a_note_names_are_there(path, name):
    constants = re.findall(r"\b[A-Z]+_[A-Z_]+\b", str(provenance.read(path)[name].get("what", "")))
    modules = [
        import_module(f"fivefold.games.{'.'.join(module.relative_to(GAMES).with_suffix('').parts)}")
        for module in (GAMES / path.relative_to(GAMES).parts[0]).rglob("evaluation.py")
    ]
    assert all(any(hasattr(module, constant) for module in modules) for constant in constants)
