"""What is tried in the quick part of the tests, where each value of a test's parameter costs time."""

from collections.abc import Iterable
from typing import Any

import pytest


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Return the values of a parameter, those after so many marked slow: they are tried by the whole suite."""
    return [value if place < count else slow(value) for place, value in enumerate(values)]


def slow(value: Any) -> Any:
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
