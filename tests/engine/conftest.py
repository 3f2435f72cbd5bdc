"""Compiled kernels for all tests: compiled once, by one worker, and kept on disk for the next run."""

import pytest
from filelock import FileLock

from benchmarks.hands import make_classify_all, make_count_hands
from fivefold.engine.compile import cache_folder, kernels_of
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.perft import perft
from fivefold.engine.warming import warm
from fivefold.play.catalogue import find
from fivefold.play.match import Match

from .survey import Survey


def compile_rest(key):
    """Make and run the kernels that the tests use besides the opponents'."""
    kernels, match = kernels_of(find(key)), Match(key, seed=1)
    perft(match, 1)
    survey = Survey(kernels, 2)
    survey.facts(match.row)
    survey.after(match.row, match.legal()[0])
    kernels(make_classify_all)(kernels.zeros(1), kernels.zeros(1), kernels.zeros(1))
    kernels(make_count_hands)(kernels.zeros(1, 5), kernels.zeros(9))
    return kernels


@pytest.fixture(scope="session")
def compiled():
    """Compiled kernels by game key; while one worker compiles them the others wait, then load them."""
    made = {}

    def kernels(key):
        if key not in made:
            warm(find(key))
            with FileLock(cache_folder(find(key)) / "tests"):
                made[key] = compile_rest(key)
        return made[key]

    return kernels


@pytest.fixture(params=[pytest.param("plain", marks=pytest.mark.slow), "compiled"])
def kernels(request, compiled):
    """Kernels by game key, plain and compiled in turn."""
    return compiled if request.param == "compiled" else lambda key: PlainKernels(find(key))
