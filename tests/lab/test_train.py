"""An estimate that learns from games against itself."""

import numpy as np
import pytest

from fivefold import cli
from fivefold.contract import Fitted
from fivefold.contract.errors import InvalidOption
from fivefold.engine.functions import with_tables
from fivefold.lab import provenance, train
from fivefold.lab.fit import Sample, samples_of_match
from fivefold.lab.matches import Matchup, PairTask, play_to_the_end
from fivefold.lab.players.registry import canonical_name, digest, new_player, title
from fivefold.lab.train import drawn_opening, errors, learnt, least_squares, most_likely, positions_of_pair, surprises
from fivefold.parts.stored_table import as_bytes
from fivefold.play.catalogue import find
from fivefold.play.match import Match

LOCUS, FOCUS = find("locus"), find("focus")
FITTED = LOCUS.extra_of(Fitted)
NOTHING_LEARNT = [100, 0, 0, 0, 0] * 49
"""Points alone."""


@pytest.fixture
def tables(tmp_path):
    """Return a folder with a table by which Locus Poker looks at points alone."""
    (tmp_path / "value.int16").write_bytes(as_bytes(NOTHING_LEARNT))
    return tmp_path


# --- learning --------------------------------------------------------------------------------------------------------


def simulated(weights, phases, noise, seed=1):
    """Return features and leads at the end that follow these weights, a row a phase, but for noise."""
    numbers = np.random.default_rng(seed)
    features = np.rint(numbers.normal(scale=4, size=(len(phases), 5)))
    came = np.sum(features * weights[phases], axis=1) / 100
    return features, came + numbers.normal(scale=noise, size=len(phases))


def test_the_weights_that_made_the_leads_are_found_and_a_point_stays():
    weights = np.tile([100.0, 50.0, 30.0, -20.0, 10.0], (49, 1)) + np.arange(49)[:, None] * [0, 0, 1, 0, 2]
    phases = np.random.default_rng(2).integers(1, 49, 40_000)
    now = np.array(NOTHING_LEARNT, dtype=float).reshape(49, 5)
    found = least_squares(FITTED, now, *simulated(weights, phases, 1.0), phases)
    assert np.all(found[:, 0] == 100) and np.abs(found[3:] - weights[3:]).max() < 4


def test_a_phase_that_never_came_has_the_weights_of_those_alike():
    weights = np.tile([100.0, 50.0, 30.0, -20.0, 10.0], (49, 1))
    weights[1::2, 4] = 80
    phases = np.random.default_rng(3).choice([20, 21, 24, 25], 4_000)
    now = np.array(NOTHING_LEARNT, dtype=float).reshape(49, 5)
    found = least_squares(FITTED, now, *simulated(weights, phases, 0.1), phases)
    assert found[22] == pytest.approx(weights[22], abs=1) and found[23] == pytest.approx(weights[23], abs=1)


def test_errors_are_in_points():
    weights = np.array([[100.0, 50.0, 0.0, 0.0, 0.0]])
    features, came = np.array([[3.0, 4.0, 9.0, 9.0, 1.0]]), np.array([7.0])
    assert errors(FITTED, weights, features, came, np.array([0])) == pytest.approx([2.0]), "3 points and a half of 4"


def test_what_is_learnt_is_measured_on_pairs_it_was_not_learnt_from():
    numbers = np.random.default_rng(4)
    luck = [Sample(pair, 0.5, 0, tuple(numbers.integers(-9, 9, 5).tolist()), 10, float(pair % 7)) for pair in range(12)]
    found = learnt(LOCUS, NOTHING_LEARNT, luck, 4)
    again = errors(FITTED, np.array(found.weights, dtype=float).reshape(49, 5), *map(np.array, arrays(luck)))
    assert found.before != found.after > np.sqrt(np.mean(again**2)), "on its own pairs luck looks like skill"


def test_weights_that_decided_who_won_are_found_phase_by_phase():
    """A hundred points multiply the odds by e."""
    numbers, scale = np.random.default_rng(5), FOCUS.search.points_scale
    weights = np.array([[80.0, -40.0], [20.0, 120.0], [7.0, 8.0]])
    features, phases = numbers.normal(size=(40_000, 2)), numbers.integers(0, 2, 40_000)
    odds = np.sum(features * weights[phases], axis=1) / scale
    came = np.where(numbers.random(40_000) < 1 / (1 + np.exp(-odds)), 1.0, 0.0)
    now = np.array([[0.0, 0.0], [0.0, 0.0], [7.0, 8.0]])
    found = most_likely(scale, now, features, came, phases)
    assert np.abs(found - weights).max() < 6 and found[2].tolist() == [7, 8], "no position is of the last phase"
    assert surprises(scale, now, features, came, phases) == pytest.approx(np.log(2))
    assert np.mean(surprises(scale, found, features, came, phases)) < 0.65


def test_options_that_take_turns_are_in_both_halves_that_check_each_other():
    """To the last and to a quota weights differ, so what one of them teaches is checked on others of its kind."""
    matchups = [Matchup("focus", "greedy", "random", (("win", win),)) for win in ("last", "quota")]
    found = [each for number in range(8) for each in positions_of_pair(PairTask(matchups[number % 2], number, ()))]
    weights = learnt(FOCUS, [0] * len(FOCUS.extra_of(Fitted).weights), found, 2)
    assert weights.before == pytest.approx(np.log(2)) and weights.after != weights.before


def arrays(examples):
    """Return features, leads and phases."""
    return [each.features for each in examples], [each.points for each in examples], [each.phase for each in examples]


@pytest.mark.parametrize(("options", "pairs"), [([{"grid": "6x5"}, {"grid": "6x6"}], 3), ([{"grid": "6x5"}], 2)])
def test_the_fewest_pairs_check_each_other(options, pairs):
    matchups = [Matchup("locus", "greedy", "random", tuple(each.items())) for each in options]
    tasks = [PairTask(matchups[number % len(matchups)], number, ()) for number in range(pairs)]
    found = [each for task in tasks for each in positions_of_pair(task)]
    assert learnt(LOCUS, NOTHING_LEARNT, found, len(options)).after > 0, "it is a number"


# --- the positions ---------------------------------------------------------------------------------------------------


def test_the_moves_of_the_opening_teach_nothing():
    matchup = Matchup("locus", "greedy", "greedy", (("grid", "6x5"),))
    found = positions_of_pair(PairTask(matchup, 3, ()))
    assert len(found) == 2 * (30 - 3) and [each.phase for each in found[:27]] == [*range(27, 0, -1)]
    assert found == positions_of_pair(PairTask(matchup, 3, ())), "the same pair again is the same"
    last = found[26]
    assert last.pair == 3 and abs(last.features[4]) == 1 and abs(last.points) < 60


def test_without_chance_each_game_has_an_opening_of_its_own():
    matchup = Matchup("focus", "6", "6", (("win", "quota"),), 0.001)
    openings = [drawn_opening(PairTask(matchup, number, ()), half) for number in (0, 7, 8) for half in (0, 1)]
    assert len(set(openings)) == 6 and [len(each) for each in openings] == [2, 2, 9, 9, 2, 2]
    found = positions_of_pair(PairTask(matchup, 7, ()))
    assert {each.result for each in found} == {1, 0} and {each.phase for each in found} == {1}


def test_of_three_the_winner_is_told_from_each_of_the_others():
    match = play_to_the_end(Match("focus", seed=1, players="3", win="quota"), ["greedy"] * 2 + ["random"], 1.0, 1).match
    assert match.outcome.returns == (0, 1, 0), "nothing is told of the first and the last, who have lost both"
    found, decisions = samples_of_match(5, match, 7), len(match.moves) - 7
    assert [each.result for each in found] == [0] * decisions + [1] * decisions
    assert {each.phase for each in found} == {3} and {each.pair for each in found} == {5}
    seen, fitted = [list(ply.before) for ply in match.replay() if ply.mover >= 0][7], FOCUS.extra_of(Fitted)
    mine, others = [0] * len(fitted.names), [0] * len(fitted.names)
    fitted.features(seen, 1, mine)
    fitted.features(seen, 2, others)
    assert found[decisions].features == tuple(a - b for a, b in zip(mine, others, strict=True))


def test_of_three_who_drew_each_two_share_evenly():
    match = play_to_the_end(Match("focus", seed=1, players="3", patience="1"), ["random"] * 3, 1.0, 1).match
    assert match.outcome.returns == (1 / 3, 1 / 3, 1 / 3)
    found = samples_of_match(0, match)
    assert len(found) == 3 * len(match.moves) and {each.result for each in found} == {0.5}


# --- players with tables of a folder ---------------------------------------------------------------------------------


def test_a_level_reads_the_tables_of_a_folder_and_the_game_keeps_its_own(tables):
    match, other = Match("locus", seed=1, grid="6x5"), with_tables(LOCUS, tables)
    match.make(match.legal()[0])
    values = [0, 0], [0, 0]
    for game, out in zip((LOCUS, other), values, strict=True):
        game.search.value(list(match.row), out)
    assert values[1] == [100 * points for points in match.scores] != values[0]
    assert other.search.merit is LOCUS.search.merit, "what reads no table is the same"


def test_a_name_says_level_time_and_tables(tables):
    name = canonical_name(LOCUS, f"7@0.50+{tables}")
    assert name == f"7@0.5+{tables}" and title(LOCUS, name) == f"7 Theodolite, 0.5 s, tables of {tables}"
    assert new_player(LOCUS, name, 1.0, 1).game.search.value is not LOCUS.search.value
    before = digest(LOCUS, name)
    (tables / "value.int16").write_bytes(as_bytes([100, 1, 0, 0, 0] * 49))
    assert digest(LOCUS, name) != before != digest(LOCUS, "7@0.5")


def test_a_folder_without_the_games_table_is_refused(tables):
    with pytest.raises(InvalidOption, match=r"nowhere: no table of Locus Poker; it reads value.int16"):
        canonical_name(LOCUS, "7+nowhere")
    with pytest.raises(InvalidOption, match="no table of Pokeros; all numbers of Pokeros stand in its code"):
        canonical_name(find("pokeros"), f"7+{tables}")
    (tables / "value.int16").write_bytes(as_bytes(NOTHING_LEARNT[:-1]))
    with pytest.raises(InvalidOption, match=r"value.int16 has 244 numbers; Locus Poker reads 245"):
        canonical_name(LOCUS, f"7+{tables}")


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_learns_tests_and_says_where_the_numbers_come_from(tmp_path, capsys):
    out = tmp_path / "learnt"
    given = [
        "locus",
        "--level",
        "3",
        "--option",
        "grid=6x5",
        "--jobs",
        "1",
        "--pairs",
        "16",
        "--generations",
        "2",
        "--test-pairs",
        "4",
        "--out",
        str(out),
    ]
    assert cli.main(["train", *given]) == 0
    said = capsys.readouterr().out
    assert "Generation 1: 32 games, " in said and "points before, " in said
    note = provenance.read(out / "1" / "provenance.toml")["value"]
    command = "fivefold train locus --level 3 --pairs 16 --generations 2 --scale 1 --seed 1 --option grid=6x5"
    assert (note["command"], note["games"], note["generation"]) == (command, 32, 1)
    assert note["sha256"] == provenance.digest((out / "1" / "value.int16").read_bytes()) and note["numbers"] == 245
    assert str(note["test"]) in said, "what the test found is noted too"
    assert canonical_name(LOCUS, f"3+{out / '1'}"), "a level can play with it"


@pytest.mark.parametrize(("stronger", "best"), [(2, "2"), (1, "1"), (0, None)])
def test_training_goes_on_while_each_generation_is_stronger(stronger, best, tmp_path, capsys, monkeypatch):
    learnt_by = []
    monkeypatch.setattr(train, "learn", lambda training, generation, kept: learnt_by.append(generation))
    monkeypatch.setattr(train, "is_stronger", lambda training, generation, kept: generation <= stronger)
    assert cli.main(["train", "locus", "--generations", "2", "--out", str(tmp_path)]) == 0
    assert learnt_by == [1, 2][: stronger + 1]
    assert capsys.readouterr().out.endswith(f"The best table: {tmp_path / best if best else 'the one in use'}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pokeros"], "train pokeros: the weights of Pokeros's estimate stand in its code, in no table; take "),
        (["solitaire"], "train solitaire: Poker Solitaire has no "),
        (["locus", "--pairs", "4"], "--pairs 4: takes 5 or more here, more than it has set-ups"),
        (["locus", "--test-pairs", "0"], "--test-pairs 0: "),
        (["locus", "--pairs", "1", "--option", "grid=6x5"], "--pairs 1: takes 2 or more here"),
        (["locus", "--generations", "0"], "--generations 0: "),
        (["locus", "--level", "greedy"], "--level greedy: takes a level"),
        (["locus", "--elo1", "-5"], "--elo1 -5: takes more than --elo0 0"),
    ],
)
def test_what_cannot_be_trained_is_refused(arguments, said, tmp_path, capsys):
    assert cli.main(["train", *arguments, "--out", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
