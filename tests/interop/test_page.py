"""The page about the doors: its examples run, and its tables are what the games declare."""

import re
import warnings
from pathlib import Path

import pytest

from fivefold.interop import layout

PAGE = Path(__file__).parents[2] / "docs" / "interop.md"
TEXT = PAGE.read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
NEEDED = ("pettingzoo", "gymnasium", "pyspiel")
LEARNER = "sb3_contrib"
"""What one example needs besides; it is no dependency, since it comes with PyTorch, and was run by hand."""


def test_the_tables_are_what_the_games_declare() -> None:
    """`python -m fivefold.interop.layout docs/interop.md` brings them up to date."""
    assert layout.missing(TEXT) == []
    assert layout.updated(TEXT) == TEXT


@pytest.mark.slow
def test_the_examples_run() -> None:
    for library in NEEDED:
        pytest.importorskip(library)
    names: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for example in EXAMPLES:
            if LEARNER not in example:
                exec(example, names)
    assert len(EXAMPLES) == 5
    assert sum(LEARNER in example for example in EXAMPLES) == 1
