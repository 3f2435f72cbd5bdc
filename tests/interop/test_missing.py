"""What is said where a library is not installed."""

import importlib
import sys

import pytest


@pytest.mark.parametrize(
    ("door", "library"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")]
)
def test_a_missing_library_is_said_with_what_would_do(door: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"fivefold.interop.{door}", raising=False)
    with pytest.raises(ImportError, match=rf"fivefold\.interop\.{door} needs .*: pip install 'fivefold\[interop\]'$"):
        importlib.import_module(f"fivefold.interop.{door}")
