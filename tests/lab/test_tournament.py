"""Tournaments as they are played: who meets whom, what is told, what goes wrong."""

import doctest
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from fivefold.cli import main
from fivefold.contract.errors import InvalidOption
from fivefold.lab import tournament
from fivefold.lab.jobs import Stopped
from fivefold.lab.tournament import (
    Test,
    TournamentPlayer,
    TournamentTerms,
    entrants,
    gauntlet,
    met_of,
    pairings,
    round_robin,
    sprt,
)
from fivefold.lab.tournament import ladder as ladder_of
from fivefold.play.catalogue import find
from fivefold.play.match import Match
from tests.lab.players.test_programs import started_commands

FAULTY = Path(__file__).parent / "players/faulty_engine.py"
TRACK = {"dice": "off", "goal": "9"}
LONG = {"dice": "off", "goal": "40"}
DICE = {"dice": "on"}
EVIL = "<script>alert(1)</script> | **bold** ![x](http://evil.example/x.png)"


def longest(match):
    return match.legal()[-1]


def stubborn(match):
    raise ValueError(EVIL)


def told(result):
    """Return what a tournament came to, without how long it took."""
    return [
        (met.a, met.b, met.pair.score, [game[:5] for game in met.pair.games], met.lost) for met in result.tournament.met
    ]


def test_who_meets_whom():
    assert pairings("round-robin", 4) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert pairings("gauntlet", 4) == [(0, 1), (0, 2), (0, 3)]
    assert pairings("ladder", 4) == [(0, 1), (1, 2), (2, 3)]
    assert pairings("sprt", 2) == [(0, 1)]


def test_all_meetings_go_on_alike_and_a_longer_tournament_begins_with_a_shorter_one():
    players, terms = [TournamentPlayer(name, name) for name in ("random", "greedy", "1")], TournamentTerms("focus")
    shorter, longer = (tournament.meetings(terms, "round-robin", players, pairs) for pairs in (2, 5))
    assert longer[:6] == shorter
    assert [(each.a, each.b, each.task.number) for each in shorter[:4]] == [(0, 1, 0), (0, 2, 0), (1, 2, 0), (0, 1, 1)]
    assert len({each.task.opening for each in longer}) > 10, "openings vary"


def test_a_stronger_player_comes_first_and_tables_agree():
    result = round_robin("race", {"fast": longest, "any": "random", "steps": "greedy"}, pairs=12, options=TRACK, seed=3)
    played = result.tournament
    assert {each.label for each in result.standings[:2]} == {"fast", "steps"} and result.standings[2].label == "any"
    assert sum(each.score * each.pairs for each in result.standings) == pytest.approx(36)
    assert [each.won + each.drawn + each.lost for each in result.standings] == [48] * 3, "games, not pairs"
    assert sum(each.won for each in result.standings) == sum(each.lost for each in result.standings)
    for each in result.standings:
        for rival in result.standings:
            if each is not rival:
                assert played.between(each.number, rival.number) + played.between(rival.number, each.number) == 1
    assert 2 * len(played.met) == 72 and len(result.lines) == 36


def test_two_are_told_apart_by_their_own_games_however_weak_a_third_is():
    """Neither knows how far the third is behind, which makes both intervals wide, but not that of the difference."""
    result = ladder_of("race", {"c": "random", "b": "greedy", "a": "random"}, pairs=40, options=TRACK)
    scores = {0: iter([0.0] * 39 + [0.5]), 1: iter([0.0] * 22 + [0.5] * 14 + [1.0] * 4)}
    met = [each._replace(pair=each.pair._replace(score=next(scores[each.a]))) for each in result.tournament.met]
    clear = replace(result.tournament, met=tuple(met))
    standings = clear.ranked
    assert [each.label for each in standings] == ["a", "b", "c"] and standings[0].rating.low < standings[1].rating.high
    found = tournament.say_found(clear)
    assert "168 points of Elo ahead of b (76 to 261). It is the stronger of the two with a likelihood of more" in found
    assert ["a", ".", ">99.9", ">99.9"] in [line.split()[1:] for line in tournament.screen_text(clear).splitlines()]
    assert "| 2 | b | <0.1 |  | >99.9 |" in tournament.markdown(clear)
    close = tournament.say_found(replace(clear, met=clear.met[-30:-4]))
    assert "; so few games cannot tell the two apart for sure. It is the stronger of the two with a likelihood" in close


def test_the_anchor_stands_at_zero():
    result = gauntlet("race", {"a": "random", "b": "greedy", "c": longest}, pairs=6, options=TRACK, anchor="b")
    (anchored,) = (each for each in result.standings if each.label == "b")
    assert anchored.rating.elo == 0 and "b at 0" in result._repr_markdown_()
    assert len(result.tournament.met) == 12
    assert ladder_of("race", ["random", "greedy", "paranoid=greedy"], pairs=2, options=TRACK).tournament.met[1].b == 2


def test_a_test_ends_when_it_is_decided():
    players = {"fast": lambda match: match.legal()[0], "any": "random"}
    result = sprt("race", players, Test(0, 200), options={**DICE, "goal": "20"})
    assert result.course.verdict == "stronger" and len(result.tournament.met) == len(result.course.ratios) < 60
    assert str(result).startswith(f"fast is stronger than any: after {len(result.course.ratios)} pairs of games")
    undecided = sprt("race", ["random", "other=random"], Test(0, 5), pairs=3, options=DICE)
    assert str(undecided).startswith("Still open: after 3 pairs of games")


@pytest.mark.long
def test_other_jobs_come_to_the_same():
    one, two = (round_robin("locus", ["random", "greedy", "b=random"], pairs=2, jobs=count) for count in (1, 2))
    assert told(one) == told(two) and str(one).split("s a move")[0] == str(two).split("s a move")[0]
    tests = [sprt("locus", ["greedy", "random"], Test(0, 150), jobs=count) for count in (1, 2)]
    assert told(tests[0]) == told(tests[1])


class Interrupted:
    """A place that is stopped after some tasks."""

    def __init__(self, most):
        self.most = most

    def results(self, function, tasks):
        for number, task in tasks[: self.most]:
            yield number, function(task)
        if len(tasks) > self.most:
            raise KeyboardInterrupt


def test_a_stopped_tournament_goes_on_where_it_was():
    given = {"pairs": 4, "options": TRACK}
    with pytest.raises(Stopped, match="5 of 12 pairs are kept"):
        round_robin("race", ["random", "greedy", "longest=greedy"], place=Interrupted(5), **given)
    again = round_robin("race", ["random", "greedy", "longest=greedy"], place=Interrupted(7), **given)
    assert told(again) == told(round_robin("race", ["random", "greedy", "longest=greedy"], **given))


def test_results_are_kept_as_they_are():
    result = round_robin("race", {"bad": stubborn, "any": "random"}, pairs=2, options=TRACK, records=True)
    for met in result.tournament.met:
        assert met_of(json.loads(json.dumps(met))) == met and len(met.records) == 2


def test_a_player_that_fails_loses_and_the_report_says_so():
    result = round_robin("race", {"bad": stubborn, "any": "random", "b": "greedy"}, pairs=8, options=LONG)
    last = result.standings[-1]
    assert (last.label, last.score, last.mistakes) == ("bad", 0.0, 32)
    page = result._repr_markdown_()
    assert "a player failed: bad 32 games." in page and "| bad | 32 | crash | ValueError: " in page
    assert re.search(
        r"^bad failed in 32 games: crash, ValueError: .* \(first in pair 1, game 1 against any\)\.$", str(result), re.M
    )


def test_records_of_all_games_are_true(tmp_path):
    result = round_robin("race", {"bad one": stubborn, "any": "random"}, pairs=2, options=DICE, records=True)
    assert tournament.write_records(result.tournament, tmp_path / "records") == 4
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == [f"01-02-0000{pair}-{half}.txt" for pair in (1, 2) for half in (1, 2)]
    for file in files:
        match = Match.from_record(file.read_text())
        assert set(match.seats) == {"bad one", "any"}
        assert match.outcome.returns[match.seats.index("any")] == 1.0


@pytest.mark.slow
def test_files_of_a_report_open_offline_and_what_players_said_is_text(tmp_path):
    result = round_robin("race", {"<b>bad</b>": stubborn, "any": "random"}, pairs=3, options=TRACK)
    files = {file.name: file.read_text() for file in result.save(tmp_path)}
    assert set(files) == {"report.html", "report.md", "elo.svg", "pairs.jsonl"}
    page = files["report.html"]
    assert "<svg" in page and "&lt;b&gt;bad" in page and "<b>bad" not in page and "<script" not in page
    assert not re.search(r"(src|href)=.(?!#)", page) and "<img" not in page
    assert len([json.loads(line) for line in files["pairs.jsonl"].splitlines()]) == 3


@pytest.mark.slow
def test_who_plays_alone_is_compared_on_the_same_packs(tmp_path, monkeypatch):
    def foul(match):
        return "no"

    players = {"first": lambda match: match.legal()[0], "greedy": "greedy", "foul": foul}
    result = round_robin("solitaire", players, pairs=4, preset="poker squares")
    assert str(result).startswith("greedy makes most points, ")
    assert "\nfoul failed in 4 packs: illegal: 'no'" in str(result) and str(result).endswith(" (first in pack 1).")
    assert [each.label for each in result.tournament.ranked] == ["greedy", "first", "foul"]
    assert "| foul | 4 | illegal: 'no'" in result._repr_markdown_()
    assert {file.name for file in result.save(tmp_path)} == {"report.html", "report.md", "pairs.jsonl"}
    with pytest.raises(InvalidOption, match="did not meet"):
        _ = result.standings
    with pytest.raises(InvalidOption, match="a test is for two who meet"):
        sprt("solitaire", ["greedy", "random"], preset="poker squares")


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["3"], "takes two players at least"),
        (["3", "3"], "takes part twice; give each its own label"),
        (["a=3", "a=4"], "a takes part twice"),
        (["3", "nobody"], "nobody"),
    ],
)
def test_who_cannot_take_part_is_refused(players, said):
    with pytest.raises(InvalidOption, match=said):
        entrants(find("focus"), players)


def test_labels_and_commands():
    found = entrants(find("race"), ["new=random", "program:python3 /some/where/engine.py --fast level=3"])
    assert found[0] == ("new", "random")
    assert found[1] == ("engine.py --fast level=3", "program:python3 /some/where/engine.py --fast level=3")


def test_a_test_takes_two_and_a_function_of_a_notebook_one_process():
    with pytest.raises(InvalidOption, match="a test takes two players, not 3"):
        sprt("race", ["random", "greedy", "other=greedy"], options=TRACK)
    with pytest.raises(InvalidOption, match="known to this process alone"):
        round_robin("race", {"mine": lambda match: 1, "any": "random"}, options=TRACK, jobs=2)
    with pytest.raises(InvalidOption, match="--anchor zoe: takes one of random, greedy"):
        round_robin("race", ["random", "greedy"], options=TRACK, anchor="zoe")


@pytest.mark.slow
def test_the_example_of_the_package_runs():
    run = doctest.testmod(tournament)
    assert run.attempted == 4 and run.failed == 0


@pytest.mark.slow
def test_a_notebook_shows_the_plot():
    result = round_robin("race", ["random", "greedy"], pairs=2, options=TRACK)
    assert "<svg" in result.picture._repr_svg_()
    alone = round_robin("solitaire", ["random", "greedy"], pairs=1, preset="poker squares")
    assert alone.picture is None


@pytest.mark.slow
def test_the_command_prints_and_writes_and_says_how_to_repeat(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("fivefold.cli.find", find)
    arguments = ["tournament", "round-robin", "locus", "new=random", "greedy", "--pairs", "2", "--jobs", "1"]
    assert main([*arguments, "--out", str(tmp_path / "out"), "--records", str(tmp_path / "records")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("greedy comes first in 4 games, ") and "Records: 4 in " in said
    assert (
        "fivefold tournament round-robin locus new=random greedy --pairs 2 --seed 1 --scale 1"
        in (tmp_path / "out/report.md").read_text()
    )
    assert main(["verify", *map(str, sorted((tmp_path / "records").iterdir()))]) == 0
    assert main(["tournament", "sprt", "locus", "random", "greedy", "--elo0", "9", "--elo1", "3"]) == 2
    assert "--elo1 3: takes more than --elo0 9" in capsys.readouterr().err
    monkeypatch.setattr(tournament, "can_draw", lambda: False)
    assert main([*arguments, "--out", str(tmp_path / "plain")]) == 0
    assert "The plot is left out: it needs matplotlib" in capsys.readouterr().out
    assert sorted(file.name for file in (tmp_path / "plain").iterdir()) == ["pairs.jsonl", "report.html", "report.md"]


@pytest.mark.slow
def test_one_program_that_fails_does_not_end_a_tournament():
    bad = f"program:{sys.executable} {FAULTY} exit"
    result = round_robin("race", {"bad": bad, "any": "random", "b": "greedy"}, pairs=2, options=LONG)
    assert result.standings[-1].label == "bad" and result.standings[-1].mistakes == 8
    assert not [words for words in started_commands() if str(FAULTY) in words]


@pytest.mark.slow
def test_ctrl_c_leaves_no_process_and_says_how_to_go_on(tmp_path):
    players = [f"program:{sys.executable} {FAULTY} stubborn", "random"]
    command = [sys.executable, "-m", "fivefold", "tournament", "sprt", "locus", *players, "--jobs", "2", "--elo1", "1"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True) as house:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not list(tmp_path.rglob("*.jsonl")):
            time.sleep(0.05)
        began = psutil.Process(house.pid).children(recursive=True)
        assert len(began) > 10, "workers, guards, programs, and what these have started"
        os.kill(house.pid, signal.SIGINT)
        said = house.communicate(timeout=60)[1]
    assert house.returncode == 130 and "are kept, and the same command goes on from there" in said
    assert "Traceback" not in said
    _, alive = psutil.wait_procs(began, timeout=20)
    assert alive == []
