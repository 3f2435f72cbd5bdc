"""What the key of a kernel on disk is made of: all that the kernel can contain, and nothing else."""

import sys
from types import FunctionType

import pytest

from benchmarks.hands import make_classify_all
from fivefold.contract import PolicyRollouts
from fivefold.engine import alphabeta, cache
from fivefold.engine import cache as reached
from fivefold.engine import compile as compiler
from fivefold.engine.functions import rule_functions
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.search_kinds import KINDS, bundles_of, factories_of
from fivefold.engine.warming import run_opponents
from fivefold.games.focus import evaluation as focus
from fivefold.games.locus import evaluation as locus
from fivefold.games.locus import picture
from fivefold.parts import hands
from fivefold.play.catalogue import find, keys


def made():
    """Return a digest of a kernel that classifies hands."""
    reached.digest.cache_clear()
    return reached.digest((make_classify_all,), ())


def test_a_changed_constant_changes_the_kernels_that_use_it(monkeypatch):
    before = made()
    monkeypatch.setattr(hands, "PAIR", 17)
    assert made() != before
    monkeypatch.undo()
    assert made() == before


def test_a_changed_function_changes_the_kernels_that_reach_it(monkeypatch):
    before = made()
    monkeypatch.setattr(hands, "classify", hands.classify_with_wild)
    assert made() != before


def test_a_constant_that_is_not_used_changes_nothing(monkeypatch):
    before = made()
    monkeypatch.setattr(alphabeta, "CONTROL_CELLS", 99)
    assert made() == before


def remarked(number):
    """Say one thing."""
    return number + 1


def test_remarks_and_lines_are_left_out_and_what_is_done_is_not():
    # The same function further down the file, with other remarks.
    source = '''
def remarked(number):
    # a comment
    """Say another."""
    return number + {}
'''
    codes = []
    for added in (1, 2):
        namespace = {}
        exec(source.format(added), namespace)
        codes.append(reached._code(namespace["remarked"].__code__))
    assert codes[0] == reached._code(remarked.__code__) != codes[1]


def test_what_cannot_be_told_apart_is_refused(monkeypatch):
    monkeypatch.setattr(hands, "PAIR", object())
    with pytest.raises(TypeError, match="PAIR"):
        made()


def make_to_move(rules, jit, kernel):
    """Make a kernel outside the package, as a test or a notebook may."""
    to_move = rules.to_move

    @kernel
    def who(row):
        return to_move(row)

    return who


def test_a_factory_of_anybodys_reaches_the_games_functions():
    found = reached.reached([make_to_move], [rule_functions(find("locus"))])
    assert found["RuleFunctions.to_move"] == "fivefold.games.locus.rules.to_move"


def test_what_only_plain_python_calls_is_left_out():
    found = reached.reached(factories_of(find("solitaire")), bundles_of(find("solitaire")))
    assert "PolicyRollouts.choose" in found and "PolicyRollouts.horizon" not in found


@pytest.mark.parametrize("key", keys())
def test_what_the_compiler_reaches_from_a_function_is_in_the_key_too(key):
    game = find(key)
    found = reached.reached(factories_of(game), bundles_of(game))
    functions = [function for name in found if (function := named(name)) is not None]
    assert game.rules.legal_moves in functions and len(functions) > 20
    for function in functions:
        for used in compiler._twin_globals(function).values():
            callee = getattr(used, "py_func", None)
            assert callee is None or f"{callee.__module__}.{callee.__qualname__}" in found


def named(name):
    """Return the function of this name, as ``fivefold.parts.hands.classify``, if it is one."""
    module, _, function = name.rpartition(".")
    found = getattr(sys.modules.get(module), function, None)
    return found if isinstance(found, FunctionType) else None


# --- the mark that all is compiled -----------------------------------------------------------------------------------


def marks():
    """Return the marks of two games."""
    reached.digest.cache_clear()
    return cache.mark(find("locus")), cache.mark(find("focus"))


@pytest.mark.parametrize(
    ("module", "name", "changed"),
    [
        (hands, "PAIR", (True, False)),
        (locus, "BEST", (True, False)),
        (focus, "MASK62", (False, True)),
        (alphabeta, "LATE", (True, True)),
        (picture, "STYLE", (False, False)),
        (reached, "OPTIONS", (True, True)),
    ],
)
def test_a_game_is_marked_anew_when_something_that_its_kernels_reach_has_changed(module, name, changed, monkeypatch):
    before = marks()
    monkeypatch.setattr(module, name, 4711)
    assert tuple(mark != was for mark, was in zip(marks(), before, strict=True)) == changed
    monkeypatch.undo()
    assert marks() == before


class NotingKernels(PlainKernels):
    """Kernels that note which factories were asked."""

    def __init__(self, game):
        super().__init__(game)
        self.asked = set()

    def __call__(self, factory, *bundles):
        self.asked.add(factory)
        assert set(bundles) <= set(bundles_of(self.game)), "a bundle that the mark does not know"
        return super().__call__(factory, *bundles)


@pytest.mark.parametrize("key", keys())
def test_the_mark_knows_every_kernel_that_warming_makes(key, monkeypatch):
    monkeypatch.setattr("fivefold.engine.policy_rollout.PLAIN_PLAN_STEPS", 1)
    kernels = NotingKernels(find(key))
    run_opponents(kernels)
    assert kernels.asked == set(factories_of(find(key)))


def test_every_kind_of_search_is_in_the_table():
    assert {type(find(key).search) for key in keys()} <= set(KINDS) and PolicyRollouts in KINDS
    assert all(len(kind.levels) == 7 for kind in KINDS.values())
