"""`fivefold match`: what it prints, several processes, an end before its time, figures known from elsewhere."""

import re

import pytest

from fivefold import cli
from fivefold.contract.errors import InvalidOption
from fivefold.lab import jobs
from fivefold.lab.jobs import Processes, finished
from fivefold.lab.match import explained, summary
from fivefold.lab.matches import Effort, GameResult, Matchup, Pair, pairs_job, play_pair
from fivefold.lab.players.registry import canonical_name, digest, new_player, title
from fivefold.play.catalogue import find


def without_times(pair):
    return pair._replace(games=tuple(game._replace(effort_a=Effort(), effort_b=Effort()) for game in pair.games))


def played(matchup, pairs, processes):
    with finished(pairs_job(matchup, pairs, "A match"), Processes(processes)) as came:
        return came


def match(*arguments):
    return cli.main(["match", *map(str, arguments)])


def test_the_report_has_what_was_measured(no_engine, capsys):
    assert match(2, "random", "--game", "locus", "--pairs", 3, "--jobs", 1) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Locus Poker: 2 ") and " against random, 3 pairs\n" in out
    assert re.search(r"^pairs +3 won, 0 drawn, 0 lost by 2 ", out, re.MULTILINE)
    assert re.search(r"^score +100\.0 % \(43\.9 to 100\.0\)$", out, re.MULTILINE)
    assert re.search(r"^Elo +more than -43$", out, re.MULTILINE)
    assert re.search(r"^margin +\+[1-9]\d\.\d points a game$", out, re.MULTILINE)
    assert re.search(r"^explained +\d+\.\d % by it, \d+\.\d % by the deal$", out, re.MULTILINE)
    assert re.search(r"^length +36\.0 plies a game$", out, re.MULTILINE)
    assert re.search(r"^random +\S+ s a move, depth 0\.0, \d+ nodes, 108 moves$", out, re.MULTILINE)
    assert "against random: 3 of 3 pairs, 100.0 %, " in err.splitlines()[-1]


def pair(number, *firsts):
    """Return a pair in whose two games these are the shares of whoever moved first, A in the first of them."""
    a, b = (
        GameResult(share, 0, 0, first, 9, Effort(), Effort())
        for share, first in zip((firsts[0], 1 - firsts[1]), (True, False), strict=True)
    )
    return Pair(number, 0.5, (a, b))


def test_results_are_explained_by_the_first_move_and_by_the_deal():
    assert explained([pair(n, 1, 1) for n in range(4)]) == (1, 0)
    by_deal = explained([pair(n, n % 2, n % 2) for n in range(1000)])
    assert by_deal == pytest.approx((0, 1), abs=0.01)
    assert explained([pair(n, n % 2, 1 - n % 2) for n in range(1000)]) == (0, 0)
    assert explained([pair(0, 0.5, 0.5)]) == (0, 0)


def loses_its_way(match):
    return "north"


def test_games_lost_by_mistakes_are_told(capsys):
    player = f"{__name__}:loses_its_way"
    assert match(player, "random", "--game", "locus", "--pairs", 2, "--jobs", 1) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{player} lost 4 games by a mistake, illegal: 'north'")
    options = ("--game", "solitaire", "--preset", "poker squares", "--pairs", 3, "--jobs", 1)
    assert match(player, "random", *options) == 0
    assert "  lost 3 games by a mistake, illegal: 'north'" in capsys.readouterr().out


def test_an_interrupted_match_tells_how_far_it_got(no_engine, monkeypatch, capsys):
    keep = jobs._append

    def keep_and_stop(*given):
        keep(*given)
        raise KeyboardInterrupt

    arguments = ("greedy", "random", "--game", "locus", "--pairs", 2, "--jobs", 1)
    monkeypatch.setattr(jobs, "_append", keep_and_stop)
    assert match(*arguments) == 130
    out, err = capsys.readouterr()
    assert "1 pairs (interrupted)" in out and "1 won, 0 drawn, 0 lost" in out
    assert err.endswith("stopped: 1 of 2 pairs are kept, and the same command goes on from there\n")
    monkeypatch.setattr(jobs, "_append", keep)
    assert match(*arguments) == 0
    out, err = capsys.readouterr()
    assert "2 pairs\n" in out and "2 of 2 pairs" in err and "1 of 2 pairs" not in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greedy", "random", "--game", "locus", "--pairs", 0], "--pairs 0: "),
        (["greedy", "random", "--game", "locus", "--jobs", 0], "--jobs 0: "),
        (["greedy", "random", "--game", "focus", "--opening-plies", -1], "--opening-plies -1: "),
        (["greedy", "nobody", "--game", "locus"], "nobody: no such opponent; "),
        (["greedy", "random", "--game", "locus", "--option", "grid=9x9"], "grid=9x9: "),
        (["greedy", "paranoid", "--game", "pokeros"], "paranoid: this search is for games without secrets"),
    ],
)
def test_a_refusal_is_one_line(arguments, said, capsys):
    assert match(*arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"fivefold: {said}") and error.count("\n") == 1


@pytest.mark.slow
def test_several_processes_play_the_same_games():
    matchup = Matchup("locus", "greedy", "random")
    here, there = played(matchup, 4, 1), played(matchup, 4, 2)
    assert [without_times(pair) for pair in there] == [without_times(pair) for pair in here]


@pytest.mark.slow
def test_leaving_in_the_middle_leaves_no_process_behind():
    def running_now():
        return set(jobs.multiprocessing.active_children())

    before = running_now()
    job = pairs_job(Matchup("locus", "greedy", "random"), 50, "Many")
    running = Processes(2).results(play_pair, [*enumerate(job.tasks)])
    next(running)
    assert len(running_now() - before) == 2
    running.close()
    assert running_now() == before


@pytest.mark.long
def test_greedy_against_itself_gives_the_figures_of_the_rules_page():
    result = summary(played(Matchup("locus", "greedy", "greedy"), 150, 2))
    assert result.first_score == pytest.approx(0.80 + 0.05 / 2, abs=0.05)
    assert (result.first_points, result.second_points) == pytest.approx((80, 75), abs=1.5)


@pytest.mark.long
def test_greedy_against_random_gives_the_figures_of_the_rules_page():
    pairs = played(Matchup("locus", "greedy", "random"), 150, 2)
    games = [game for pair in pairs for game in pair.games]
    assert all(game.points_a > game.points_b for game in games) and len(games) == 300
    assert sum(game.points_a for game in games) / 300 == pytest.approx(102, abs=1.5)
    assert sum(game.points_b for game in games) / 300 == pytest.approx(53, abs=1.5)


@pytest.mark.long
@pytest.mark.parametrize("key", ["locus", "focus"])
def test_the_engine_plays_and_repeats_its_games(key, capsys):
    arguments = (2, 1, "--game", key, "--pairs", 3, "--jobs", 2, "--scale", 0.1)
    reports = []
    for _ in range(2):
        assert match(*arguments) == 0
        reports.append(re.sub(r"\S+ s a move", "", capsys.readouterr().out))
    assert reports[0] == reports[1] and "3 pairs" in reports[0]


def test_the_strongest_thinks_as_long_as_its_name_says():
    game = find("locus")
    name = canonical_name(game, "Theodolite@0.020")
    assert (name, title(game, name)) == ("7@0.02", "7 Theodolite, 0.02 s")
    assert new_player(game, name, 0.5, 1).strength.below.seconds == pytest.approx(0.01)
    assert digest(game, name) != digest(game, "7@0.04") != digest(game, "7")
    assert digest(game, "7@2") == digest(game, "7")
    for wrong, said in (
        *((f"7@{seconds}", "from 0.001 to 60 seconds") for seconds in ("", "x", "99", "nan", "-1", "0")),
        *((f"{level}@1", "only the strongest level") for level in (3, 1340)),
        ("Nobody@1", "no such opponent"),
    ):
        with pytest.raises(InvalidOption, match=said):
            canonical_name(game, wrong)
