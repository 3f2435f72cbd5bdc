"""The rules as people play them and the compiled ones, position by position; and how they are compiled and kept."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary

import fivefold
from benchmarks.hands import make_classify_all
from fivefold.contract import NOBODY
from fivefold.engine import compile as compiler
from fivefold.engine import hashing, warming
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.perft import make_perft
from fivefold.games.focus import rules as focus
from fivefold.games.locus import rules as locus
from fivefold.parts import dice, hands
from fivefold.play import catalogue, options
from fivefold.play.catalogue import find

from ..games.cases import cases, every
from .survey import Survey, make_stream

PLIES = 70


@pytest.mark.slow
@every(cases())
def test_random_games_are_the_same(case, compiled):
    game, given = case.game, dict(case.options)
    values = options.resolve(game, given)
    seats, random = game.setup.seats(values), Random(case.seed)
    plain, twin = Survey(PlainKernels(game), seats), Survey(compiled(case.key), seats)
    row, moves = [0] * game.rules.SIZE, [0] * game.rules.MAX_MOVES
    game.rules.setup(row, options.codes(game, values))
    for ply in range(PLIES):
        assert plain.facts(row) == twin.facts(row), f"ply {ply}"
        if game.rules.to_move(row) == NOBODY:
            break
        move = random.choice(moves[: game.rules.legal_moves(row, moves)])
        after = twin.after(row, move)
        game.rules.play(row, move)
        assert row == after, f"ply {ply}, move {move}"


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_finished_games_are_the_same(key, compiled):
    game = catalogue.find(key)
    quick = {"focus": {"patience": "3"}}.get(key, {})
    values = options.resolve(game, quick)
    plain, twin = Survey(PlainKernels(game), game.setup.seats(values)), Survey(compiled(key), game.setup.seats(values))
    for seed in range(6):
        row, moves, random = [0] * game.rules.SIZE, [0] * game.rules.MAX_MOVES, Random(seed)
        game.rules.setup(row, options.codes(game, values))
        while game.rules.to_move(row) != NOBODY:
            game.rules.play(row, random.choice(moves[: game.rules.legal_moves(row, moves)]))
        facts, shares = plain.facts(row)
        assert (facts, shares) == twin.facts(row)
        assert game.setup.seats(values) == 1 or sum(shares) == pytest.approx(1.0)


@pytest.mark.parametrize("bound", [1, 2, 6, 52, 324, 1 << 20])
def test_random_streams_are_the_same(bound, compiled):
    for seed in (0, 1, 2, 1 << 31, (1 << 63) - 1, -1, 1 << 70):
        streams = []
        for kernels in (PlainKernels(catalogue.find("locus")), compiled("locus")):
            state, out, begun = kernels.zeros(1), kernels.zeros(500), [0]
            dice.seed(begun, seed)
            state[0] = begun[0]
            kernels(make_stream)(state, bound, out)
            streams.append([*map(int, out), int(state[0])])
        assert streams[0] == streams[1]


def make_triples(jit, kernel):
    draw = jit(dice.below)

    @kernel
    def triples(state, out):
        # Three draws in a row, where a compiler knows that the state is not negative.
        for place in range(0, len(out), 3):
            out[place], out[place + 1], out[place + 2] = draw(state, 52), draw(state, 7), draw(state, 1024)

    return triples


def test_draws_in_a_row_are_the_same(compiled):
    outs = []
    for kernels in (PlainKernels(catalogue.find("locus")), compiled("locus")):
        state, out = kernels.zeros(1), kernels.zeros(600)
        state[0] = 7
        kernels(make_triples)(state, out)
        outs.append([*map(int, out), int(state[0])])
    assert outs[0] == outs[1] and min(outs[0]) >= 0


def doubled(number):
    return 2 * number


def make_with_constants(jit, kernel):
    twice = jit(doubled)

    @kernel
    def with_constants(number):
        return twice(1) + twice(2) + twice(number)

    return with_constants


def test_a_function_called_with_several_constants_is_compiled_once():
    assert make_with_constants(compiler.twin, compiler.kernel_twin)(3) == 12
    assert len(compiler.twin(doubled).signatures) == 1


def make_overlooked(jit, kernel):
    overlooked = jit(hashing.overlooked)

    @kernel
    def look(position, move, slip, salt):
        return overlooked(position, move, slip, salt)

    return look


def test_what_is_overlooked_does_not_depend_on_the_world(compiled):
    plain, random = PlainKernels(catalogue.find("locus")), Random(1)
    missed = 0
    for _ in range(2000):
        hashed, move = random.getrandbits(62), random.choice([random.randrange(5500), random.getrandbits(34)])
        salt, slip = random.getrandbits(32), random.randrange(101)
        said = [bool(kernels(make_overlooked)(hashed, move, slip, salt)) for kernels in (plain, compiled("locus"))]
        assert said[0] == said[1]
        missed += said[0]
    assert 900 < missed < 1100


def test_hashes_wrap_alike_and_differ(compiled):
    game = catalogue.find("focus")
    plain, twin, random = Survey(PlainKernels(game), 2), Survey(compiled("focus"), 2), Random(1)
    values = options.resolve(game, {"players": "2"})
    row, moves, seen = [0] * game.rules.SIZE, [0] * game.rules.MAX_MOVES, {}
    game.rules.setup(row, options.codes(game, values))
    for _ in range(400):
        key, same = plain.besides(row)[0], twin.besides(row)[0]
        assert key == same and 0 <= key < 1 << 62
        seen.setdefault(key, row[5:7] + row[10:14] + row[30:])
        assert seen[key] == row[5:7] + row[10:14] + row[30:], "two positions with one hash"
        if game.rules.to_move(row) == NOBODY:
            game.rules.setup(row := [0] * game.rules.SIZE, options.codes(game, values))
        game.rules.play(row, random.choice(moves[: game.rules.legal_moves(row, moves)]))
    assert len(seen) > 390


PACKAGE = Path(fivefold.__file__).parent

CLASSIFY = """
import sys
from benchmarks.hands import make_classify_all
from fivefold.engine.compile import kernels_of, warm
from fivefold.play.catalogue import find

def exercise(kernels):
    with open(sys.argv[1], "a") as log:
        log.write("compiled\\n")
    run(kernels)

def run(kernels):
    masks, best, wild = kernels.zeros(1), kernels.zeros(1), kernels.zeros(1)
    masks[0] = 0b11
    kernel = kernels(make_classify_all)
    kernel(masks, best, wild)
    return kernel, int(best[0])

"""


def run(code, log, cache, package=PACKAGE):
    """Start a Python process with its own cache and with this copy of the package."""
    folders = dict.fromkeys(("XDG_CACHE_HOME", "LOCALAPPDATA", "WIN_PD_OVERRIDE_LOCAL_APPDATA"), str(cache))
    # A source changed within one second to one of the same length looks unchanged to Python's own cache of bytecode.
    environment = {**os.environ, **folders, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-W", "error", "-c", CLASSIFY + code, str(log)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def output(process):
    out, error = process.communicate(timeout=300)
    assert process.returncode == 0, error
    return out.split()


@pytest.fixture
def copied(tmp_path):
    """A copy of the package that can be changed."""
    return Path(
        shutil.copytree(PACKAGE, tmp_path / "source" / "fivefold", ignore=shutil.ignore_patterns("__pycache__"))
    )


FRESH = "print(run(kernels_of(find('locus')))[1])"


@pytest.mark.slow
def test_a_kernel_is_not_stale_when_what_it_inlines_changes(copied, tmp_path):
    assert output(run(FRESH, "", tmp_path / "cache", copied)) == [str(hands.PAIR)]
    source = copied / "parts" / "hands.py"
    source.write_text(source.read_text().replace("PAIR = 1\n", "PAIR = 17\n"))
    assert output(run(FRESH, "", tmp_path / "cache", copied)) == ["17"]


LOADED = """
kernel, best = run(kernels_of(find("locus")))
print(best, sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
"""


@pytest.mark.long
def test_a_remark_a_picture_and_another_copy_of_the_package_compile_nothing_anew(copied, tmp_path):
    assert output(run(LOADED, "", tmp_path / "cache")) == ["1", "0", "1"]
    assert output(run(LOADED, "", tmp_path / "cache", copied)) == ["1", "1", "0"]
    for name in ("parts/hands.py", "games/locus/picture.py", "engine/table_census.py", "engine/functions.py"):
        source = copied / name
        source.write_text(f"# A remark that moves everything down.\n\n{source.read_text()}")
    hands_source = copied / "parts" / "hands.py"
    hands_source.write_text(hands_source.read_text().replace('    """Return the ', '    """Tell, as a remark, the '))
    assert output(run(LOADED, "", tmp_path / "cache", copied)) == ["1", "1", "0"]


MARKED = """
from fivefold.engine.cache import mark
print(mark(find("locus")).name, mark(find("focus")).name)
"""


@pytest.mark.slow
def test_only_a_change_of_what_a_games_kernels_do_takes_its_mark_away(copied, tmp_path):
    def marks():
        return output(run(MARKED, "", tmp_path / "cache", copied))

    def change(name, old, new):
        source = copied / name
        assert old in source.read_text()
        source.write_text(source.read_text().replace(old, new, 1))

    before = marks()
    change("games/locus/evaluation.py", "def value(", "# A remark.\n\n\ndef value(")
    change("games/locus/rules.py", '    """', '    """Said otherwise: ')
    for name in ("games/locus/notation.py", "games/locus/picture.py", "engine/alphabeta.py", "engine/compile.py"):
        (copied / name).write_text((copied / name).read_text() + "\nUNUSED = 1\n")
    assert marks() == before
    change("games/locus/evaluation.py", "FINE = 100", "FINE = 101")
    locus, focus = marks()
    assert locus != before[0] and focus == before[1]


COLD = f"""
warm(find("locus"), exercise)
{LOADED}
"""


@pytest.mark.long
def test_cold_processes_compile_once_and_the_others_load(tmp_path):
    log = tmp_path / "log"
    together = [run(COLD, log, tmp_path / "cache") for _ in range(2)]
    counted = sorted(output(process) for process in together)
    assert counted == [["1", "0", "1"], ["1", "1", "0"]], "one compiled, the other loaded what it had compiled"
    assert log.read_text() == "compiled\n"
    assert output(run(COLD, log, tmp_path / "cache")) == ["1", "1", "0"]
    assert log.read_text() == "compiled\n"


def test_kernels_of_two_games_have_different_names(compiled):
    one, other = (compiled(key)(make_perft, compiled(key).rules).py_func for key in ("locus", "focus"))
    assert one.__code__ is other.__code__ and one.__qualname__ != other.__qualname__


@pytest.mark.slow
def test_machine_code_is_made_of_a_kernel_alone_and_shows_nothing_else(compiled, monkeypatch, tmp_path):
    made = []
    finalize = JITCodeLibrary._finalize_specific
    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", lambda self: (made.append(self), finalize(self)))
    kernels = compiler.CompiledKernels(compiled("locus").game, tmp_path)
    kernel, rules = kernels(make_perft, kernels.rules), kernels.rules
    kernel(np.zeros((2, rules.size), np.int64), np.zeros((2, rules.max_moves), np.int64), 0, 1)
    whole = [each for each in made if isinstance(each, compiler._Whole)]
    assert len(whole) == 1 and not isinstance(whole[0], compiler._Part)
    seen = {each.name for each in whole[0].get_defined_functions() if each.linkage.name != "internal"}
    assert seen and all("make_perft" in name for name in seen)


SEARCH = """
import itertools
from numba.core.bytecode import FunctionIdentity
from fivefold.engine.budget import Budget
from fivefold.engine.alphabeta import Deepening
from fivefold.play.match import Match
for key in sys.argv[1].split(","):
    match = Match(key, seed=1)
    search = Deepening(kernels_of(match.game), 2)
    FunctionIdentity._unique_ids = itertools.count(1_000_000)  # the numbers in names meet, as they may by chance
    found = search.think(match.row, Budget(nodes=50))
    print(found.move, found.nodes, found.points)
"""


@pytest.mark.long
def test_kernels_that_two_processes_compiled_get_along_in_a_third(tmp_path):
    apart = [run(SEARCH, key, tmp_path / "cache") for key in ("locus", "focus")]
    locus_found, focus_found = (output(process) for process in apart)
    assert output(run(SEARCH, "locus,focus", tmp_path / "cache")) == locus_found + focus_found


def test_tables_become_arrays_and_functions_twins():
    names = compiler._twin_globals(locus.rescore)
    assert names["HAND_SCORE"].dtype == np.int64 and tuple(names["HAND_SCORE"]) == locus.HAND_SCORE
    assert names["UP"] == locus.UP
    assert names["classify"] is compiler.twin(hands.classify)
    for function in (focus.legal_moves, focus.land, locus.bonus):
        for name, value in compiler._twin_globals(function).items():
            assert not isinstance(value, tuple), f"{function.__name__} would freeze {name} as a tuple"


@pytest.mark.slow
def test_a_twin_computes_as_the_original_does():
    for function in (hands.classify, hands.classify_with_wild, hands.has_four_of_straight):
        twin = compiler.kernel_twin(function)
        for mask in (0, 1, 0b1111, (1 << 52) - 1, 0x1111, 1 << 51 | 0xF000, 0x1111111111111):
            assert twin(mask) == function(mask)


def test_integers_wrap_as_python_masks_them():
    below = compiler.kernel_twin(dice.below)
    state, same = [(1 << 63) - 1], np.array([(1 << 63) - 1], np.int64)
    for _ in range(1000):
        assert below(same, 1 << 20) == dice.below(state, 1 << 20)
        assert int(same[0]) == state[0]


def test_kernels_are_made_once_and_shared(compiled):
    kernels = compiled("locus")
    assert compiler.kernels_of(find("locus")) is kernels
    assert kernels(make_classify_all) is kernels(make_classify_all)
    assert kernels.zeros(2, 3).dtype == np.int64 and kernels.floats(2).dtype == np.float64


def test_what_is_compiled_is_known_to_be_ready(compiled):
    compiled("locus")
    assert warming.is_warm(find("locus"))


def test_only_what_was_long_unused_is_deleted(tmp_path):
    game, other, gone = (tmp_path / name for name in ("locus", "focus", "locus-1"))
    for folder in (game, other, gone):
        folder.mkdir()
        (folder / "kernel-new.nbi").touch()
    (game / "kernel-old.nbi").touch()
    for place in (game / "kernel-old.nbi", gone):
        os.utime(place, (0, 0))
    compiler._delete_unused(game)
    assert sorted(tmp_path.rglob("*")) == [other, other / "kernel-new.nbi", game, game / "kernel-new.nbi"]
