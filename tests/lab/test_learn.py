"""`fivefold learn`: a table made in few games is better than none, and is written with what makes it again."""

import tomllib

import pytest

from fivefold import cli
from fivefold.contract import Learning, OutcomeOdds
from fivefold.engine.kernels import PlainKernels
from fivefold.lab import learn
from fivefold.lab.configuration import configuration_of
from fivefold.lab.learn import Learnt, Lesson, beginning, play_round, scored, smoothed_odds
from fivefold.lab.provenance import digest
from fivefold.parts.stored_table import StoredTable
from fivefold.play.catalogue import find

SOLITAIRE = find("solitaire")
LEARNING, ODDS = SOLITAIRE.extra_of(Learning), SOLITAIRE.extra_of(OutcomeOdds)


@pytest.fixture(autouse=True)
def plainly(monkeypatch):
    monkeypatch.setattr(learn, "kernels_of", PlainKernels)
    monkeypatch.setattr(learn, "ROUNDS", 2)


def made(folder, *arguments):
    assert cli.main(["learn", "solitaire", *arguments, "--seed", "3", "--jobs", "1", "--out", str(folder)]) == 0
    (file,) = folder.glob("*.int16")
    return file, tomllib.loads((folder / "provenance.toml").read_text())[file.stem]


VALUES = ["--preset", "poker squares american", "--option", "touch=edges", "--games", "2"]


def test_what_is_learnt_is_written_with_the_command_that_learnt_it(tmp_path, capsys):
    file, note = made(tmp_path / "once", *VALUES)
    assert file.name == "american-edges.int16"
    command = 'fivefold learn solitaire --preset "Poker Squares American" --option touch=edges --games 2 --seed 3'
    assert (note["command"], note["games"], note["seed"]) == (command, 2, 3)
    assert note["score_games"] == 2 and note["score"] >= 0
    numbers = StoredTable(file.parent, file.stem).numbers
    assert len(numbers) == note["numbers"] == LEARNING.weights and any(numbers)
    assert note["sha256"] == digest(file.read_bytes())
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told[:2]] == ["1 of 2", "2 of 2"] and told[-1] == f"Written: {file}"


@pytest.mark.slow
def test_the_same_command_learns_the_same_numbers(tmp_path):
    once, again, other = (made(tmp_path / name, *VALUES)[0] for name in ("once", "again", "other"))
    assert once.read_bytes() == again.read_bytes()
    assert made(tmp_path / "other", *VALUES[:-1], "1")[0] == other and other.read_bytes() != once.read_bytes()


@pytest.mark.slow
def test_an_interrupted_lesson_goes_on_with_the_round_it_was_in(tmp_path, monkeypatch, kept):
    whole, _ = made(tmp_path / "whole", *VALUES)
    play, played = learn.play_round, []

    def play_and_stop(*given):
        played.append(given)
        if len(played) == 2:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(learn, "play_round", play_and_stop)
    assert cli.main(["learn", "solitaire", *VALUES, "--seed", "3", "--out", str(tmp_path / "parts")]) == 130
    assert len(list(kept.iterdir())) == 1
    parts, _ = made(tmp_path / "parts", *VALUES)
    assert parts.read_bytes() == whole.read_bytes() and not list(kept.iterdir())
    assert len(played) == 2 + 1 + 1, "the second round and the score"


def test_numbers_too_large_for_a_table_are_refused_after_the_first_round(tmp_path, monkeypatch, capsys):
    play = learn.play_round

    def play_for_much(*given):
        found = play(*given)
        return found._replace(weights=[1e6 * weight for weight in found.weights])

    monkeypatch.setattr(learn, "play_round", play_for_much)
    assert cli.main(["learn", "solitaire", *VALUES, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr()
    assert "learn solitaire: with these options some numbers are too large for a table" in said.err
    assert "of 2:" not in said.out and not (tmp_path / "out").exists()


def test_numbers_too_large_for_a_table_are_refused_before_the_first_game(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(learn, "play_round", None)
    much = ["--option", "scoring=user", "--option", "table=3=999", "--games", "2"]
    assert cli.main(["learn", "solitaire", *much, "--out", str(tmp_path / "out")]) == 2
    assert "learn solitaire: with these options some numbers are too large for a table" in capsys.readouterr().err


@pytest.mark.slow
def test_whoever_waits_for_the_compiler_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(PlainKernels, "is_stored", lambda *kernel: False, raising=False)
    made(tmp_path / "values", *VALUES)
    assert "Compiling Poker Solitaire, once on this machine ...\n" in capsys.readouterr().err
    made(tmp_path / "odds", "--table", "odds", "--games", "4")
    assert "Compiling Poker Solitaire, once on this machine ...\n" in capsys.readouterr().err


@pytest.mark.slow
def test_odds_are_counted_the_same_each_time_and_add_up(tmp_path):
    (once, note), (again, _) = (made(tmp_path / name, "--table", "odds", "--games", "4") for name in ("once", "again"))
    assert once.name == "odds.int16" and once.read_bytes() == again.read_bytes()
    assert note["command"] == "fivefold learn solitaire --table odds --games 4 --seed 3" and note["games"] == 4
    numbers = StoredTable(once.parent, once.stem).numbers
    assert len(numbers) == ODDS.states * ODDS.outcomes
    for state in range(ODDS.states):
        total = sum(numbers[ODDS.outcomes * state : ODDS.outcomes * state + ODDS.outcomes])
        assert abs(total - ODDS.whole) <= ODDS.outcomes // 2


@pytest.mark.slow
def test_a_state_seldom_seen_takes_after_its_group():
    counts, (first, second, other) = [0] * (ODDS.states * ODDS.outcomes), (5, 10, ODDS.states - 5)
    assert ODDS.group_of(first) == ODDS.group_of(second) != ODDS.group_of(other)
    counts[ODDS.outcomes * first + 2] = 900
    counts[ODDS.outcomes * first + 1] = 100
    counts[ODDS.outcomes * other + 3] = 1000

    def odds_of(state):
        return smoothed_odds(ODDS, counts)[ODDS.outcomes * state : ODDS.outcomes * state + ODDS.outcomes]

    for state in (first, second):
        assert odds_of(state)[1:3] == pytest.approx([100, 900], abs=10)
    assert odds_of(other)[3] > 990
    counts[ODDS.outcomes * second + 3] = 5
    assert odds_of(second)[3] > 300 > odds_of(second)[1]


def test_writing_a_table_leaves_what_is_noted_of_others(tmp_path):
    made(tmp_path, *VALUES)
    file = tmp_path / "provenance.toml"
    file.write_text("# A remark.\n\n" + file.read_text())
    (tmp_path / "american-edges.int16").rename(tmp_path / "kept")
    before = tomllib.loads(file.read_text())
    made(tmp_path, "--table", "odds", "--games", "4")
    assert file.read_text().startswith("# A remark.\n\n[american-edges]\n")
    after = tomllib.loads(file.read_text())
    assert after["american-edges"] == before["american-edges"] and set(after) == {"american-edges", "odds"}


@pytest.mark.parametrize(("mode", "seats"), [("one-hand", 1), ("alternate", 2)])
def test_what_counts_several_times_is_not_corrected_beyond_what_was_seen(mode, seats):
    """The lines of an empty square are all alike: corrected one by one their weights would grow without an end. So
    would those of a square that somebody else has not changed since."""
    row = configuration_of(SOLITAIRE, "poker squares", {"mode": mode}).start_row(SOLITAIRE)
    lesson = Lesson("solitaire", tuple(row), seats, 1, 20, further=False)
    weights = play_round(lesson, 20, learn.FIRST_RATE, 0, beginning(lesson)).weights
    assert 0.1 < max(map(abs, weights)) < 3, "no line has been worth more than a point or two"


ALTERNATE = {"mode": "alternate", "rejects": "0/0/0"}


def alternate():
    row = configuration_of(SOLITAIRE, None, ALTERNATE).start_row(SOLITAIRE)
    return Lesson("solitaire", tuple(row), 2, 1, 1, further=True)


def test_nothing_is_learnt_from_moves_drawn_at_random():
    begun = beginning(alternate())
    assert play_round(alternate(), 1, 0.05, learn.SURE, begun).weights == list(begun.weights)
    assert play_round(alternate(), 1, 0.05, 0, begun).weights != list(begun.weights)


def test_moves_are_drawn_at_random_up_to_the_last_round():
    for step in (0, learn.ROUNDS - 1):
        *_, explore = learn._round_job(alternate(), beginning(alternate()), step, 1).function.args
        assert 0.1 * learn.SURE < explore < 0.3 * learn.SURE


def test_the_score_of_a_game_of_two_is_what_each_makes_of_a_square():
    assert 30 < scored(alternate(), 1, beginning(alternate())._replace(visits=[learn.SETTLED] * LEARNING.weights)) < 75


def test_learning_further_begins_with_the_table_of_the_game():
    row = configuration_of(SOLITAIRE, "poker squares", {}).start_row(SOLITAIRE)
    known = LEARNING.known(row)
    lesson = Lesson("solitaire", tuple(row), 1, 1, 1, further=True)
    weights = play_round(lesson, 1, 0.05, 0, beginning(lesson)).weights
    same = sum(abs(before - after) < 0.5 for before, after in zip(known, weights, strict=True))
    assert same == len(known) and weights != list(known)
    assert [LEARNING.stored(row, weight) for weight in known[:500]] == [round(100 * w) for w in known[:500]]


@pytest.mark.slow
def test_a_score_is_measured_without_learning_from_it():
    row = configuration_of(SOLITAIRE, "poker squares", {}).start_row(SOLITAIRE)
    lesson = Lesson("solitaire", tuple(row), 1, 1, 3, False)
    nothing, known = (
        Learnt(list(weights), [learn.SETTLED] * LEARNING.weights, 7)
        for weights in ([0.0] * LEARNING.weights, LEARNING.known(row))
    )
    assert scored(lesson, 3, known) == scored(lesson, 3, known) > scored(lesson, 3, nothing) + 10


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["locus"], "learn locus: Locus Poker has no table to learn; take solitaire"),
        (["solitaire", "--option", "mode=race"], "in a race nobody has the turn; take another mode"),
        (["locus", "--table", "odds"], "Locus Poker has no odds to count; take solitaire"),
        (["solitaire", "--table", "odds", "--preset", "poker squares"], "name no others"),
        (["solitaire", "--table", "odds", "--further"], "name no others"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments, said, tmp_path, capsys):
    assert cli.main(["learn", *arguments, "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err and not list(tmp_path.iterdir())
