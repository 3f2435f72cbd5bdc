"""The bench: figures beside targets and peers, in words and as JSON."""

import json
import subprocess
import sys

import pytest

import benchmarks
from benchmarks import hands, plain, table, turns, web
from benchmarks.measurement import PEERS_MISSING, Measurement, Peer
from benchmarks.positions import played_until
from benchmarks.web.live import Load
from fivefold.engine.kernels import PlainKernels
from fivefold.play import catalogue
from fivefold.play.match import Match

FAST = Measurement(
    "plies", 3_000_000.0, "plies/s", 2_000_000, peers=(Peer("other", 150_000.0), Peer("gone", None, "no"))
)
SLOW = Measurement("ending", 3.0, "s", 2.0, at_most=True, note="grid 8x6")


def test_a_rate_reaches_its_target_from_below_and_a_time_from_above():
    assert FAST.reached and not SLOW.reached
    assert Measurement("a", 1.0, "s", 2.0, at_most=True).reached and not Measurement("a", 1.0, "1/s", 2.0).reached
    assert Measurement("a", 1.0, "s").reached


def test_ratios_against_peers():
    assert FAST.times(FAST.peers[0]) == 20 and FAST.times(FAST.peers[1]) is None
    assert SLOW.times(Peer("slower", 6.0)) == 2


def test_the_table_shows_targets_ratios_and_what_falls_short():
    text = table.as_text([FAST, SLOW])
    heading, fast, other, gone, slow = text.splitlines()
    assert "measured" in heading and "target" in heading
    assert "3,000,000 plies/s" in fast and "> 2,000,000" in fast and "BELOW" not in fast
    assert "150,000 plies/s" in other and "we are 20 times as fast" in other
    assert gone.split() == ["against", "gone", "no"]
    assert "< 2" in slow and slow.endswith("BELOW TARGET; grid 8x6")


@pytest.mark.parametrize(
    ("figure", "text"),
    [(93_812_345.0, "93,800,000"), (123.4, "123"), (99.96, "100"), (2.5, "2.5"), (0.04671, "0.0467"), (999.9, "1,000")],
)
def test_figures_have_three_digits_that_count(figure, text):
    assert table.amount(figure) == text


@pytest.mark.slow
def test_names_select_and_an_unknown_one_is_refused(capsys):
    assert benchmarks.main(["plain", "--quick", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["unit"] == "plies/s" and row["figure"] > 0
    assert benchmarks.main(["dancing"]) == 2
    assert "dancing: there is no such bench; there are start, plain," in capsys.readouterr().err


def test_a_bench_does_not_judge(monkeypatch, capsys):
    monkeypatch.setattr(benchmarks, "measure", lambda names, options: [SLOW])
    assert benchmarks.main([]) == 0
    assert "BELOW TARGET" in capsys.readouterr().out


def test_a_missing_peer_is_said_to_be_missing(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(hands, "import_module", missing)
    assert hands._peer("eval7", hands._eval7, hands.random_hands(3), 1) == Peer("eval7", None, PEERS_MISSING)


@pytest.mark.slow
def test_the_import_is_measured_without_the_compiler():
    took, first, compiler = plain._import_once()
    assert took > 0 and first > 0 and not compiler


@pytest.mark.slow
def test_a_persons_moves_go_on_in_a_new_match(monkeypatch):
    begun = []

    def new_match(key, seed):
        begun.append(Match(key, seed=seed, sets="1"))
        return begun[-1]

    monkeypatch.setattr(plain, "Match", new_match)
    plain.persons_moves("dice_poker", 300)
    assert len(begun) > 1 and all(match.outcome for match in begun[:-1])


def test_a_turn_is_worth_the_same_plain_and_in_any_number():
    match = Match("dice_poker", seed=1)
    values = turns.turn_values(PlainKernels(match.game), match)
    assert 0 < values(1) < 1 and values(1) == pytest.approx(values(3))


def test_endings_have_as_many_free_cards_as_asked_for():
    match = played_until(Match("locus", seed=1), 10, seed=1)
    assert match.game.search.remaining(match.row) == 10 and match.outcome is None


@pytest.mark.long
def test_a_served_house_is_measured_with_every_game():
    """In a process of its own, as people call it: where a browser is driven in this one, no event loop can be begun."""
    names = ["updates", "web", "floods", "--quick", "--json"]
    run = subprocess.run([sys.executable, "-m", "benchmarks", *names], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    rows = json.loads(run.stdout)
    answers = [row for row in rows if "the answer to a move" in row["name"]]
    assert [row["name"].split(":")[0] for row in answers[:-1]] == [catalogue.find(key).name for key in catalogue.keys()]  # noqa: SIM118  (a function)
    assert "most legal moves" in answers[-1]["name"] and all(row["figure"] > 0 for row in answers)
    live = next(row for row in rows if "to the other seat's stream" in row["name"])
    assert live["figure"] > 0 and "refused" not in live["note"]
    assert next(row for row in rows if "level 1's answer" in row["name"])["figure"] > 0


def load_of(*waits, busy=0.5, refused=()):
    """Return a run of the load: ten seconds, these waits in ms."""
    return Load([wait / 1000 for wait in waits], list(refused), busy=busy, begun=100.0, until=110.0)


def test_of_several_runs_the_median_counts_and_how_they_differ_is_said():
    runs = [load_of(10, 20, 30, busy=0.4), load_of(10, 20, 500, busy=0.9), load_of(15, 25, 40, busy=0.6)]
    moves, busy = web.of_moves(runs)
    assert moves.figure == pytest.approx(40) and moves.reached
    assert moves.note == (
        "median of 3 runs, 30 to 500; half of the moves 20.0 ms, 95 of 100 40.0 ms; 9 moves, 0 a second"
    )
    assert busy.figure == pytest.approx(60) and "median of 3 runs, 40 to 90" in busy.note


def test_a_single_run_has_no_spread_and_refusals_are_told():
    (moves,) = web.of_moves([load_of(*[1.0] * 100, busy=None, refused=["429 b'wait'"])])
    assert moves.note.startswith("median of 1 runs; half") and "100 moves, 10 a second; 1 refused" in moves.note


def test_a_run_in_which_no_move_arrived_is_an_error():
    with pytest.raises(ConnectionError, match="no move arrived; refused: \\['503'\\]"):
        web.of_moves([load_of(1), load_of(refused=["503"])])
