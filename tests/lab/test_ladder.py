"""`fivefold ladder`: page, plot, going on after an interruption."""

import argparse
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import fivefold.command
from fivefold import cli
from fivefold.contract import AlphaBeta
from fivefold.contract.errors import InvalidOption
from fivefold.engine.search_kinds import KINDS
from fivefold.lab import jobs, ladder, matches, provenance
from fivefold.lab.design import DESIGN
from fivefold.lab.estimates import Estimate
from fivefold.lab.fit import CALIBRATE
from fivefold.lab.jobs import Processes, finished
from fivefold.lab.ladder import LADDER, RUNGS, Rung, conditions_today, parse_rungs, rung_of, steps
from fivefold.lab.match import summary
from fivefold.lab.matches import Matchup, pair_tasks, play_pair
from fivefold.lab.strength import straightened
from fivefold.play.catalogue import find
from tests.lab.test_match import without_times

pytestmark = pytest.mark.usefixtures("no_engine")


def climb(out, *more):
    return cli.main(["ladder", "locus", "--pairs", "1", "--jobs", "1", "--out", str(out), *map(str, more)])


def measured(scores=None):
    """Return rungs of all neighbours; their scores, or one double match each."""
    result = summary([play_pair(next(pair_tasks(Matchup("locus", "2", "1"), 1)))])
    rungs = [Rung(conditions_today(find("locus"), pair, 1, 1.0, 1), result, "a machine") for pair in RUNGS]
    for each, score in zip(rungs, scores or (), strict=False):
        object.__setattr__(each, "result", type(result)(**{**fields(result), "score": score}))
    return rungs


def fields(result):
    return {name: getattr(result, name) for name in result.__slots__}


@pytest.fixture
def counted(monkeypatch):
    """Count the pairs that are played, and draw nothing."""
    numbers = []

    def counting(task):
        numbers.append(task.number)
        return play_pair(task)

    monkeypatch.setattr(matches, "play_pair", counting)
    monkeypatch.setattr(ladder, "_drawn", lambda *drawing: "<svg/>")
    return numbers


@pytest.mark.slow
def test_a_ladder_writes_a_page_and_a_plot(tmp_path, capsys):
    assert climb(tmp_path) == 0
    page = (tmp_path / "locus.md").read_text()
    assert re.search(r"^\| 2 v 1 \| 1 \| 1 / 0 / 0 \| 100\.0 % \| 20\.7 to 100\.0 \| more than -234 \|", page, re.M)
    assert re.search(r"^\| 7 v 1 \|.* 99 %: yes \|$", page, re.M)
    assert len(re.findall(r"^\| \d v \d \|", page, re.M)) == 7
    assert "fivefold ladder locus --pairs 1 --scale 1 --seed 1" in page and "locus.svg" in page
    assert all(persona.name in page for persona in find("locus").personas)
    assert "<svg" in (tmp_path / "locus.svg").read_text()
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("Locus Poker 2v1: 100.0 %, Elo ") and len(out) == 8


@pytest.mark.slow
def test_what_is_measured_is_not_measured_again(tmp_path, counted):
    climb(tmp_path)
    page = (tmp_path / "locus.md").read_text()
    climb(tmp_path)
    assert len(counted) == 7 and (tmp_path / "locus.md").read_text() == page
    climb(tmp_path, "--rungs", "2,7v1")
    assert len(counted) == 9
    climb(tmp_path, "--seed", 2, "--rungs", "3")
    assert len(counted) == 10
    climb(tmp_path)
    assert len(counted) == 11
    climb(tmp_path, "--fresh")
    assert len(counted) == 18


@pytest.mark.slow
def test_a_level_that_was_changed_is_measured_again(tmp_path, counted, monkeypatch):
    climb(tmp_path)
    changed = [*KINDS[AlphaBeta].levels]
    changed[3] = changed[3].scaled(0.5) if changed[3].nodes < 1 << 30 else type(changed[3])(nodes=77)
    monkeypatch.setitem(KINDS, AlphaBeta, replace(KINDS[AlphaBeta], levels=tuple(changed)))
    ladder.write_rungs(find("locus"), tmp_path)
    assert "Measured before a level changed: 4v3, 5v4." in (tmp_path / "locus.md").read_text()
    climb(tmp_path)
    assert len(counted) == 9
    assert "before a level changed" not in (tmp_path / "locus.md").read_text()


@pytest.fixture
def stop_after(monkeypatch):
    """Return a function that lets Ctrl-C come right after so many results are kept; none: never."""
    keep = jobs._append

    def stop(most):
        results = []

        def keep_and_stop(job, number, result):
            keep(job, number, result)
            results.append(number)
            if len(results) == most:
                raise KeyboardInterrupt

        monkeypatch.setattr(jobs, "_append", keep_and_stop)

    return stop


@pytest.mark.slow
def test_an_interrupted_ladder_goes_on_where_it_was(tmp_path, kept, counted, stop_after, capsys):
    stop_after(5)
    assert climb(tmp_path, "--pairs", 3) == 130
    assert "2 of 3 pairs are kept, and the same command goes on from there" in capsys.readouterr().err
    assert [*ladder.load_rungs(tmp_path, find("locus"))] == ["2v1"]
    stop_after(None)
    assert climb(tmp_path, "--pairs", 3) == 0
    assert counted == [0, 1, 2] * 7
    assert not list(kept.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("anew", [["--rungs", "2,3"], ["--fresh"]], ids=" ".join)
def test_what_is_measured_anew_goes_on_too(tmp_path, kept, counted, stop_after, anew):
    climb(tmp_path, "--pairs", 3)
    counted.clear()
    stop_after(5)
    assert climb(tmp_path, "--pairs", 3, *anew) == 130
    stop_after(None)
    assert climb(tmp_path, "--pairs", 3, *anew) == 0
    assert counted == [0, 1, 2] * (7 if anew == ["--fresh"] else 2)
    assert not list(kept.iterdir())


def test_pairs_survive_their_file(stop_after, capsys):
    job = matches.pairs_job(Matchup("locus", "2", "1"), 3, "Three")
    stop_after(2)
    with pytest.raises(KeyboardInterrupt), finished(job, Processes()):
        pass
    again = [play_pair(task) for task in job.tasks[:2]]
    assert [without_times(pair) for pair in jobs.kept(job)] == [without_times(pair) for pair in again]


def test_rungs_survive_their_file():
    for each in measured():
        assert rung_of(json.loads(json.dumps(each.to_json()))) == each


def test_a_missed_aim_is_marked():
    page = ladder.rungs_page(find("focus"), measured([Estimate(0.55, 0.5, 0.6)]), False)
    assert re.search(r"^\| 2 v 1 \|.*\| 55\.0 % \|.* 60 %: \*\*no\*\* \|$", page, re.M) and "![" not in page


@pytest.mark.parametrize(
    ("rung", "score", "met"),
    [(0, 0.6, "60 %: yes"), (0, 0.599, "60 %: **no**"), (-1, 0.99, "99 %: yes"), (-1, 0.989, "99 %: **no**")],
)
def test_a_level_beats_the_one_below_by_60_percent_and_the_weakest_by_99(rung, score, met):
    rungs = measured([Estimate(score, 0.5, 1.0)] * len(RUNGS))
    assert ladder.rung_cells(rungs[rung])[-1] == met
    assert "Wanted are 60 % against the level below and 99 % of" in ladder.rungs_page(find("focus"), rungs, False)


def test_rungs_are_asked_for_by_their_upper_level_or_in_full():
    assert parse_rungs(None) == [*RUNGS] and parse_rungs("7v1, 3,2") == [(2, 1), (3, 2), (7, 1)]
    with pytest.raises(InvalidOption, match=r"--rungs 2,8: '8' is none of 2, 3"):
        parse_rungs("2,8")


def test_without_matplotlib_the_page_is_written_and_says_how_to_get_the_plot(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert climb(tmp_path, "--rungs", "2") == 0
    assert "pip install matplotlib" in capsys.readouterr().out
    assert "![" not in (tmp_path / "locus.md").read_text() and not (tmp_path / "locus.svg").exists()


@pytest.mark.slow
def test_the_same_rungs_give_the_same_bytes(tmp_path):
    climb(tmp_path)
    first = (tmp_path / "locus.svg").read_bytes()
    climb(tmp_path)
    assert (tmp_path / "locus.svg").read_bytes() == first
    assert b"date" not in first.lower()


@pytest.mark.slow
def test_results_go_to_the_source_wherever_one_stands_and_without_it_where_one_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    usual = {"ladder": LADDER, "calibrate": CALIBRATE, "design": DESIGN}
    for name, each in usual.items():
        parser = argparse.ArgumentParser()
        each.add_arguments(parser)
        assert parser.parse_args(["locus"]).out.parent == Path(__file__).parents[2] / "docs", name
    monkeypatch.setattr(fivefold.command, "__file__", str(tmp_path / "site-packages/fivefold/command.py"))
    for name in usual:
        with pytest.raises(SystemExit):
            cli.main([name, "locus"])
        assert "required: --out" in capsys.readouterr().err, name


def test_elo_is_added_up_and_a_rung_won_throughout_is_a_bound():
    even, ahead = Estimate(0.64, 0.6, 0.68), Estimate(1.0, 0.98, 1.0)
    listed = steps(measured([even, even, ahead, even, even, even, even]))
    assert [step.level for step in listed] == [1, 2, 3, 4, 5, 6, 7]
    assert listed[2].elo == pytest.approx(2 * even.elo)
    assert listed[2].elo - listed[2].low == pytest.approx(2**0.5 * (even.elo - even.elo_low))
    assert listed[3].elo == pytest.approx(2 * even.elo + ahead.elo_low)
    assert [step.at_least for step in listed] == [False] * 3 + [True] * 4


@pytest.mark.slow
def test_steps_stop_at_a_rung_that_is_missing():
    assert [step.level for step in steps(measured()[1:])] == [1]
    assert [step.level for step in steps(measured()[:2])] == [1, 2, 3]


def test_equal_steps_stay_and_unequal_ones_are_straightened():
    assert straightened((0.25, 0.5, 0.75), (90.0, 90.0, 90.0, 90.0)) == pytest.approx([0.25, 0.5, 0.75])
    assert straightened((0.25, 0.5, 0.75), (1.0, 1.0, 98.0, 300.0)) == pytest.approx([0.75, 5 / 6, 11 / 12])


def test_strengths_between_two_levels_meet_and_are_kept_with_what_makes_them_again(tmp_path, capsys):
    kept = tmp_path / "strength.toml"
    assert climb(tmp_path, "--rungs", "2", "--between", kept) == 0
    said = capsys.readouterr().out
    first = find("locus").traits.marks()[0]
    names = ["1 Dot", *(f"{first + more} Dot" for more in (100, 200, 300)), "2 Biscuit"]
    assert re.findall(r"Locus Poker: (.+) against (.+): Elo", said) == list(zip(names[1:], names, strict=False))
    note = provenance.read(kept)["level-1"]
    assert len(note["elo"]) == 4 and note["parts"] == sorted(note["parts"]) and 0 < note["parts"][0] < 1
    assert note["command"] == ("fivefold ladder locus --pairs 1 --scale 1 --seed 1 --rungs 2 --between strength.toml")


def test_strengths_are_measured_where_two_play(tmp_path, capsys):
    assert cli.main(["ladder", "solitaire", "--between", str(tmp_path / "s.toml"), "--out", str(tmp_path)]) != 0
    assert "strengths are measured where two play" in capsys.readouterr().err
