"""The page about the doors: its layout is what the game declares, and every game's can be printed."""

import runpy
import sys
from pathlib import Path

import pytest

from fivefold.interop import layout
from fivefold.play.catalogue import keys

PAGE = Path(__file__).parents[2] / "docs" / "interop.md"


def test_the_layout_it_shows_is_what_the_game_declares() -> None:
    assert PAGE.read_text().endswith(layout.tables("locus") + "\n")


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
def test_the_layout_of_every_game_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["layout", *keys()])
    runpy.run_module(layout.__name__, run_name="__main__")
    assert capsys.readouterr().out.count("**What it can do**") == len(keys())
