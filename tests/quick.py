"""What each tier tries: the quick tests, those a change needs to land, or all; and many values tried by one test.

``make check`` leaves out what is marked ``slow`` or ``long``, ``make test`` what is marked ``long``.
"""

import inspect
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Test = Callable[..., None]

LEFT_OUT: set[str] = set()
"""The marks of what this run leaves out."""
MOST_TOLD = 200
"""Characters of a value that a failure names."""


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Return the values of a parameter, those after so many marked slow."""
    return [value if place < count else slow(value) for place, value in enumerate(values)]


def landing(kept: Container[Any], values: Iterable[Any]) -> list[Any]:
    """Return the values of a parameter, those that are not kept for a change to land marked long."""
    return [value if value in kept else long(value) for value in values]


def slow(value: Any) -> Any:
    return _marked(value, [pytest.mark.slow])


def long(value: Any) -> Any:
    return _marked(value, [pytest.mark.slow, pytest.mark.long])


def _marked(value: Any, marks: list[Any]) -> Any:
    if isinstance(value, ParameterSet):
        return pytest.param(*value.values, marks=[*value.marks, *marks], id=value.id)
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)


def in_turn(names: str, values: Iterable[Any], by: Callable[[Any], str] | None = None) -> Callable[[Test], Test]:
    """Try all values of a parameter in one item, where each is too little for one; a failure names the value.

    With ``by`` there is an item for each key that it returns of a value. What fixtures make is the same for all
    values: this is for tests that change nothing. Above a class it holds for each of its tests.
    """
    split = [name.strip() for name in names.split(",")]
    items: dict[str, list[ParameterSet]] = {}
    for value in values:
        given = ParameterSet.extract_from(value, force_tuple=len(split) == 1)
        items.setdefault(by(*given.values) if by else "", []).append(given)

    def decorate(test: Test) -> Test:
        if isinstance(test, type):
            for name in [name for name in vars(test) if name.startswith("test_")]:
                setattr(test, name, decorate(getattr(test, name)))
            return test

        @wraps(test)
        def tried(*instance: object, group: str = "", **fixtures: object) -> None:
            for given in filter(is_tried, items.get(group, [])):
                with _told(given):
                    test(*instance, **dict(zip(split, given.values, strict=True)), **fixtures)

        tried.__signature__ = _signature(test, split, ["group"] if by else [])  # type: ignore[attr-defined]
        groups = [pytest.param(key, marks=_marks_of_all(items[key])) for key in items]
        return pytest.mark.parametrize("group", groups)(tried) if by else tried

    return decorate


def is_tried(value: Any) -> bool:
    """Return whether this run tries a value of a parameter."""
    return LEFT_OUT.isdisjoint(mark.name for mark in getattr(value, "marks", ()))


def _marks_of_all(tried: list[ParameterSet]) -> list[Any]:
    return [mark for mark in tried[0].marks if all(mark in given.marks for given in tried)]


@contextmanager
def _told(given: ParameterSet) -> Iterator[None]:
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:
        error.add_note(f"tried with {', '.join(f'{value!s:.{MOST_TOLD}}' for value in given.values)}")
        raise


def _signature(test: Test, without: list[str], more: list[str]) -> inspect.Signature:
    signature = inspect.signature(test)
    kept = [each for name, each in signature.parameters.items() if name not in without]
    added = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in more]
    return signature.replace(parameters=[*kept, *added])
