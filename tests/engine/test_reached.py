"""What the key of a kernel on disk is made of: all that the kernel can contain, and nothing else."""

import sys
from types import FunctionType

import pytest

from fivefold.engine import alphabeta, hand_census, reached, sampling_kernel
from fivefold.engine import compile as compiler
from fivefold.engine.functions import plain_functions
from fivefold.parts import hands
from fivefold.play.catalogue import find, keys


def made():
    """Return a digest of a kernel that classifies hands."""
    reached.digest.cache_clear()
    return reached.digest(hand_census.make_classify_all, plain_functions(find("locus")))


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
    monkeypatch.setattr(alphabeta, "CONTROL_SIZE", 99)
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


def make_to_move(functions, jit, kernel):
    """Make a kernel outside the package, as a test or a notebook may."""
    to_move = functions.to_move

    @kernel
    def who(row):
        return to_move(row)

    return who


def test_a_factory_of_anybodys_reaches_the_games_functions(monkeypatch):
    found = reached.reached(make_to_move, plain_functions(find("locus")))
    assert found["game.to_move"] == "fivefold.games.locus.rules.to_move"


@pytest.mark.parametrize("key", keys())
def test_what_the_compiler_reaches_from_a_function_is_in_the_key_too(key):
    game = find(key)
    factory = sampling_kernel.make_compare if game.hidden is not None else alphabeta.make_alphabeta
    found = reached.reached(factory, plain_functions(game))
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
