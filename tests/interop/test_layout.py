"""What the arrays of every game mean can be printed."""

import runpy
import sys

import pytest

from fivefold.interop import encoding
from fivefold.play.catalogue import keys


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
def test_the_layout_of_every_game_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["layout", *keys()])
    runpy.run_module(encoding.__name__, run_name="__main__")
    assert capsys.readouterr().out.count("**What it can do**") == len(keys())
    monkeypatch.setattr(sys, "argv", ["layout", "chess"])
    with pytest.raises(SystemExit, match="there is no such game"):
        runpy.run_module(encoding.__name__, run_name="__main__")
