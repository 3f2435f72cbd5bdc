"""Games for one: the same packs for all, means and differences, the page, going on after an interruption."""

import json
import math
import re

import pytest

from fivefold import cli
from fivefold.contract.errors import InvalidOption
from fivefold.engine.opponents import LEVELS
from fivefold.lab import jobs, ladder, match, matches
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import average, paired_difference
from fivefold.lab.jobs import Processes, finished
from fivefold.lab.ladder import LevelScores, level_of_json
from fivefold.lab.matches import (
    Clock,
    Effort,
    Matchup,
    Scored,
    Series,
    level_of,
    new_match,
    pair_tasks,
    play_pack,
    play_pair,
    seats_of_a,
    series_job,
)
from fivefold.lab.players.registry import GREEDY, RANDOM, Baseline, best_at_once, canonical_name, moves_of
from fivefold.play.catalogue import find
from fivefold.play.match import Match

SOLITAIRE = find("solitaire")
SQUARES = (("rejects", "0/0/0"), ("touch", "anywhere"))


@pytest.fixture(autouse=True)
def baselines(monkeypatch, no_engine):
    """Even levels play at random, odd ones greedily; nothing is drawn."""

    def new_player(game, name, scale, seed, seconds=10.0):
        return Baseline(name if name in {GREEDY, RANDOM} else GREEDY if int(name) % 2 else RANDOM, seed)

    monkeypatch.setattr(matches, "new_player", new_player)
    for module in (ladder, match):
        monkeypatch.setattr(module, "prepare", lambda game, players: None)
    monkeypatch.setattr(ladder, "_drawn", lambda *drawing: "<svg/>")


def climbed(out, *more):
    arguments = ["--preset", "poker squares", "--pairs", "3", "--jobs", "1", "--out", str(out), *map(str, more)]
    return cli.main(["ladder", "solitaire", *arguments])


# --- set-ups ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_set_up_is_a_preset_and_options():
    preset = configuration_of(SOLITAIRE, "Poker Squares American", {})
    assert dict(preset.options) == {"scoring": "american", **dict(SQUARES)} and preset.seats == 1
    assert preset.stem(SOLITAIRE) == "solitaire-poker-squares-american"
    both = configuration_of(SOLITAIRE, "poker-squares", {"deal": "2"})
    assert dict(both.options)["deal"] == "2" and both.stem(SOLITAIRE) == "solitaire-poker-squares-deal-2"
    assert both.arguments == '--preset "Poker Squares" --option deal=2'
    race = configuration_of(SOLITAIRE, None, {"mode": "race"})
    assert (race.seats, race.title, race.stem(SOLITAIRE)) == (2, "mode race", "solitaire-mode-race")
    assert configuration_of(find("locus"), None, {}) == Configuration(seats=2)
    with pytest.raises(InvalidOption, match=r"--preset chess: there is no such set-up; Poker Solitaire has 1 Standard"):
        configuration_of(SOLITAIRE, "chess", {})


# --- means -----------------------------------------------------------------------------------------------------------


def test_means_come_with_their_interval():
    mean = average([1.0, 2.0, 3.0, 4.0])
    assert (mean.mean, mean.spread) == (2.5, pytest.approx(math.sqrt(5 / 3)))
    assert mean.high - mean.mean == pytest.approx(1.959964 * math.sqrt(5 / 12))
    assert paired_difference([5, 7, 9], [1, 2, 3, 100]).mean == 5.0
    assert math.isinf(average([3.0]).high)


# --- games -----------------------------------------------------------------------------------------------------------


def test_all_players_get_the_same_packs():
    series = [Series("solitaire", player, SQUARES) for player in ("random", "greedy")]
    games = [play_pack(each, 4) for each in series]
    assert [game.number for game in games] == [4, 4] and games[0].points < games[1].points
    assert all(game.effort.moves == 24 for game in games), "the table lays the last card itself"
    assert play_pack(series[1], 4).points == games[1].points


@pytest.mark.slow
def test_several_processes_play_the_same_games():
    series = Series("solitaire", "greedy", SQUARES)
    points = []
    for processes in (1, 2):
        with finished(series_job(SOLITAIRE, series, 4), Processes(processes)) as scored:
            points.append([game.points for game in scored])
    assert points[0] == points[1]


@pytest.mark.slow
def test_levels_are_measured_once_and_the_page_tells_them(tmp_path, capsys, monkeypatch):
    assert climbed(tmp_path) == 0
    page = (tmp_path / "solitaire-poker-squares.md").read_text()
    assert page.startswith("# Poker Solitaire, Poker Squares: what the seven opponents score\n")
    assert re.search(r"^\| 3 \| Otis Marrow \| 3 \| \d+\.\d \| .* \| \+\d+\.\d \|", page, re.M)
    assert '--preset "Poker Squares" --pairs 3 --scale 1 --seed 1 --rungs 1,2,3,4,5,6,7' in page
    assert "solitaire-poker-squares.svg" in page and "**no**" in page
    assert len(capsys.readouterr().out.splitlines()) == 8
    monkeypatch.setattr(matches, "play_pack", None)
    assert climbed(tmp_path) == 0 and (tmp_path / "solitaire-poker-squares.md").read_text() == page


@pytest.mark.slow
def test_an_interrupted_series_goes_on_where_it_was(tmp_path, kept, monkeypatch, capsys):
    keep, numbers = jobs._append, []

    def keep_and_stop(job, number, result):
        keep(job, number, result)
        numbers.append(number)
        if len(numbers) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(jobs, "_append", keep_and_stop)
    assert climbed(tmp_path) == 130 and "2 of 3 games are kept" in capsys.readouterr().err
    assert climbed(tmp_path, "--rungs", "1,2") == 0
    assert numbers == [0, 1, 2, 0, 1, 0, 1, 2, 2] and not list(kept.iterdir())


def test_what_is_measured_survives_its_file():
    made = LevelScores(3, "a budget", SQUARES, 1.0, 1, (20, 30), Effort(48, 1.5, 48, 900), "a machine")
    assert level_of_json(json.loads(json.dumps(made.to_json()))) == made
    assert "| 25.0 |" in ladder.levels_table(SOLITAIRE, [made])


@pytest.mark.parametrize(
    ("upper", "seed", "met"),
    [((30, 31, 30, 31), 1, "yes"), ((21, 19, 22, 19), 1, "**no**"), ((30, 31, 30, 31), 2, "")],
    ids=["clear of zero", "not clear of zero", "other packs"],
)
def test_a_level_is_wanted_to_score_more_than_the_one_below_beyond_doubt(upper, seed, met):
    below, above = (
        LevelScores(level, "a budget", SQUARES, 1.0, of_seed, points, Effort(), "a machine")
        for level, of_seed, points in ((2, 1, (20, 20, 20, 20)), (3, seed, upper))
    )
    assert ladder.level_cells(SOLITAIRE, above, below)[-1] == met


def test_only_levels_can_be_asked_for():
    assert ladder.parse_levels(None) == [1, 2, 3, 4, 5, 6, 7] and ladder.parse_levels("7, 2") == [2, 7]
    with pytest.raises(InvalidOption, match="it takes levels, 1 to 7, not '7v1'"):
        ladder.parse_levels("7v1")


def test_a_match_compares_two_players_pack_by_pack(capsys):
    arguments = ["--game", "solitaire", "--preset", "poker squares", "--pairs", "3", "--jobs", "1"]
    assert cli.main(["match", "greedy", "random", *arguments]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Poker Solitaire, Poker Squares: greedy and random, 3 packs\n")
    assert re.search(r"^difference +\+\d+\.\d\d \(", out, re.M)


def test_games_survive_json():
    coding, game = series_job(SOLITAIRE, Series("solitaire", "greedy"), 1).coding, Scored(3, 10, Effort(1, 0.5, 2, 3))
    assert coding.load(json.loads(json.dumps(coding.dump(game)))) == game


# --- races -----------------------------------------------------------------------------------------------------------


def test_baselines_react_like_the_level_in_the_middle():
    assert [level_of(SOLITAIRE, name) for name in ("1", "7", "greedy")] == [1, 7, (1 + len(LEVELS)) // 2]


def test_in_a_race_the_quicker_moves_more_often():
    match = Match(SOLITAIRE, seed=2, mode="race", rejects="0/0/0")
    clock, moved = Clock([1, 7], "a match"), []
    for _ in range(16):
        seat = clock.quickest(match)
        moved.append(seat)
        match.make(moves_of(match, seat)[0])
    assert moved.count(1) > 3 * moved.count(0) > 0


def test_players_of_a_race_change_seats_and_those_of_turns_the_first_move():
    race, turns = (Matchup("solitaire", "greedy", "random", (("mode", mode),)) for mode in ("race", "alternate"))
    assert [seats_of_a(new_match(race, 1, half), half) for half in (0, 1)] == [[0], [1]]
    assert [seats_of_a(new_match(turns, 1, half), half) for half in (0, 1)] == [[0], [0]]
    assert [new_match(turns, 1, half).to_move for half in (0, 1)] == [0, 1]
    assert all(game.points_a > game.points_b for game in play_pair(next(pair_tasks(race, 1))).games)


def test_baselines_move_for_their_seat_alone():
    match = Match(SOLITAIRE, seed=2, mode="race")
    for seat in (0, 1):
        assert {match.mover(move) for move in best_at_once(match, seat)} == {seat}


def test_searches_without_cards_to_come_are_refused():
    with pytest.raises(InvalidOption, match="this search is for games without cards to come"):
        canonical_name(SOLITAIRE, "paranoid")
