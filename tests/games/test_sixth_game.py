"""A sixth game is a folder and one line: Five in a Row passes the conformance suite and is playable everywhere."""

import inspect
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields
from inspect import isfunction
from pathlib import Path
from random import Random

import pytest

from fivefold import Match
from fivefold.contract import NOBODY, Notation, Picture, Rules
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.opponents import Opponent
from fivefold.house.database.database import open_database
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue
from tests.games import test_every_game, test_every_option
from tests.games.cases import Case
from tests.quick import Test, in_turn

KEY = "five_in_a_row"
FOLDER = Path(__file__).parent / KEY
MOST_FUNCTIONS = 20


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line."""
    monkeypatch.setitem(catalogue._modules, KEY, f"tests.games.{KEY}")


def conformance() -> Iterator[Test]:
    """Yield the tests of the conformance suite that take one case."""
    for suite in (test_every_game, test_every_option):
        for name, test in vars(suite).items():
            each = inspect.unwrap(test) if name.startswith("test_") else None
            if each is not None and list(inspect.signature(each).parameters) == ["case"]:
                yield each


@in_turn("test", conformance())
def test_it_keeps_what_every_game_keeps(test: Test) -> None:
    test(Case(KEY, (), 1))


def test_it_is_small(capsys: pytest.CaptureFixture[str]) -> None:
    lines = {path.name: path.read_text().count("\n") for path in sorted(FOLDER.glob("*.py"))}
    with capsys.disabled():
        print(f"\nFive in a Row: {sum(lines.values())} lines in {len(lines)} files")
    assert sum(lines.values()) < 400


def test_at_most_twenty_functions_are_asked_of_a_game() -> None:
    game, protocols = catalogue.find(KEY), (Rules, Notation, Picture)
    asked = [name for each in protocols for name, value in vars(each).items() if isfunction(value) and name[0] != "_"]
    asked += [field.name for field in fields(game.search) if field.default is MISSING and field.name != "points_scale"]
    assert len(asked) <= MOST_FUNCTIONS, asked
    parts = (game.rules, game.notation, game.picture, game.search)
    assert all(any(callable(getattr(part, name, None)) for part in parts) for name in asked)


def test_it_is_played_to_its_end_and_kept() -> None:
    match, random = Match(KEY, seed=1), Random(1)
    while match.outcome is None:
        match.play(random.choice(match.legal_moves()))
    assert Match.from_record(match.to_record()).outcome == match.outcome
    assert match.game.rules.to_move(match.row) == NOBODY


@pytest.mark.parametrize("level", [1, 6])
def test_computers_see_five(level: int) -> None:
    match = Match(KEY)
    for square in ("a1", "a9", "b1", "b9", "c1", "c9", "d1", "d9"):
        match.play(square)
    opponent = Opponent(match.game, level, seed=1, kernels=PlainKernels(match.game))
    chosen = opponent.choose(match)
    assert chosen == "e1" if level > 1 else chosen in match.legal_moves()


@pytest.mark.slow
def test_it_is_played_in_the_house(tmp_path: Path) -> None:
    house = House(open_database(f"sqlite:///{tmp_path / 'house.db'}"))
    snapshot = house.create("anna", MatchRequest(KEY, {}, ("here",)))
    house.play(snapshot.id, "anna", 1, "e5")
    view = house.views.view(house.snapshot(snapshot.id), "anna")
    assert 'id="stone-e5"' in view["picture"] and len(view["moves"]) == 80


ROOT = Path(__file__).parents[2]
ABOUT_GAMES = (
    "tests/games",
    "tests/lab/test_provenance.py",
    "tests/doors/web/test_help_text.py",
    "tests/test_house.py",
)


@pytest.mark.long
def test_its_folder_is_one_to_begin_with(tmp_path: Path) -> None:
    """Copied into the source it is a sixth game, in its form and by the quick tests about every game."""
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(tmp_path / "tests/games" / KEY, tmp_path / "src/fivefold/games" / KEY)
    (tmp_path / "tests/games" / KEY / "test_nothing.py").write_text("")
    for name, line in (
        ("src/fivefold/games/__init__.py", f'register("{KEY}", "fivefold.games.{KEY}")\n'),
        ("README.md", f"\n| `{KEY}` |\n"),
    ):
        with (tmp_path / name).open("a") as file:
            file.write(line)
    source = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    for words in (
        ("ruff", "check", f"src/fivefold/games/{KEY}"),
        ("pytest", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow and not long", "-k", KEY, *ABOUT_GAMES),
    ):
        command = [sys.executable, "-m", *words]
        done = subprocess.run(
            command, cwd=tmp_path, env=source, capture_output=True, text=True, check=False, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr
