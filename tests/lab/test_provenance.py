"""Where learnt and fitted numbers come from is on record for every game."""

import re
import shlex
from datetime import date
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

from fivefold.cli import build_parser, main
from fivefold.contract.errors import InvalidOption
from fivefold.lab import jobs, provenance
from tests.quick import in_turn

FOCUS_NOTE = '[points_scale]\ncommand = "fivefold fit focus --pairs 300"\n'
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


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no = [toml", "it is no TOML: "),
        (b"\xff\xfe\x00", "it is no text file; "),
        (b"seed = 1\n", "seed is in no section; "),
        (b"[[weights]]\nseed = 1\n", "weights is in no section; "),
    ],
)
def test_a_file_without_notes_is_refused(content, said, tmp_path):
    file = tmp_path / "notes.toml"
    file.write_bytes(content)
    with pytest.raises(InvalidOption, match=re.escape(f"{file}: {said}")):
        provenance.read(file)


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Places that nothing, or only what is about Focus, can be written to."""
    monkeypatch.chdir(tmp_path)
    for file in (Path("file"), Path("focus.toml"), Path("1/provenance.toml"), Path("provenance.toml")):
        file.parent.mkdir(exist_ok=True)
        file.write_text(FOCUS_NOTE)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("fit locus --out missing/notes.toml", "missing/notes.toml: missing is no folder"),
        ("fit locus --out focus.toml", "focus.toml: it holds the notes of focus"),
        ("calibrate locus --out file", "file: file is no folder"),
        ("calibrate locus --out . --data missing/notes.toml", "missing/notes.toml: missing is no folder"),
        ("calibrate locus --out . --data focus.toml", "focus.toml: it holds the notes of focus"),
        ("ladder locus --out file/deeper", "file/deeper: file is no folder"),
        ("ladder locus --out . --between missing/notes.toml", "missing/notes.toml: missing is no folder"),
        ("tournament round-robin locus 1 2 --out file", "file: file is no folder"),
        ("tournament round-robin locus 1 2 --records file", "file: file is no folder"),
        ("train locus --out file", "file/1: file is no folder"),
        ("train locus --out .", "1/provenance.toml: it holds the notes of focus"),
        ("learn solitaire --out file", "file: file is no folder"),
        ("study locus --out file", "file: file is no folder"),
        ("sweep focus --vary patience=20,40 --want edge<5 --out file", "file: file is no folder"),
        ("design pokeros --out file", "file: file is no folder"),
        ("puzzles locus --output file/deeper/found.jsonl", "file/deeper: file is no folder"),
        ("learn solitaire --out .", "provenance.toml: it holds the notes of focus"),
    ],
)
def test_where_nothing_can_be_written_nothing_is_played(command, said, places, monkeypatch, capsys):
    monkeypatch.setattr(jobs, "_results", None)
    assert main(command.split()) == 2
    assert capsys.readouterr().err == f"fivefold: {said}; name another\n"


def test_a_folder_that_this_user_cannot_write_to_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)
    with pytest.raises(InvalidOption, match="new: it cannot be written to; name another"):
        provenance.check_places("locus", [tmp_path / "new"])
    provenance.check_places("locus", [None], [None])


def test_notes_that_this_user_cannot_write_to_are_refused(tmp_path, monkeypatch):
    notes = tmp_path / provenance.PROVENANCE
    notes.write_text("")
    monkeypatch.setattr("os.access", lambda path, mode: path != notes)
    with pytest.raises(InvalidOption, match=r"provenance\.toml: it cannot be written to; name another"):
        provenance.check_places("locus", [tmp_path], [notes])


def test_strengths_between_levels_need_no_folder_for_a_page(places, monkeypatch):
    begun = []
    monkeypatch.setattr("fivefold.lab.ladder.measure_between", lambda *about: begun.append(about[0].key))
    assert main(["ladder", "locus", "--rungs", "2", "--out", "file", "--between", "notes.toml"]) == 0
    assert begun == ["locus"]
