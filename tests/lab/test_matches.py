"""Pairs: who sits where, what is alike in both games, what counts."""

import pytest

from fivefold import Match, cli
from fivefold.contract.errors import InvalidOption
from fivefold.lab import matches
from fivefold.lab.matches import (
    Effort,
    GameResult,
    Matchup,
    double_score,
    new_match,
    pair_tasks,
    play_pair,
    random_opening,
    seats_of_a,
    total_effort,
)
from fivefold.lab.players.registry import best_at_once, canonical_name, title
from fivefold.play.catalogue import find

LOCUS = Matchup("locus", "greedy", "random")
TRACK = Matchup("race", "greedy", "random", (("dice", "off"),))


def played(points_a, points_b):
    return GameResult(0.5, points_a, points_b, True, 10, Effort(), Effort())


def test_both_games_of_a_double_have_one_deal_and_the_other_begins():
    matches = [new_match(LOCUS, 5, half) for half in (0, 1)]
    assert matches[0].history == matches[1].history
    assert [match.to_move for match in matches] == [0, 1]
    assert [seats_of_a(match, half) for half, match in enumerate(matches)] == [[0], [0]]
    assert new_match(LOCUS, 6, 0).history != matches[0].history


@pytest.mark.parametrize(
    ("players", "seats"), [("2", ([0], [1])), ("3", ([0, 2], [1])), ("4", ([0, 2], [1, 3]))], ids=["2", "3", "4"]
)
def test_without_such_an_option_the_players_change_seats(players, seats):
    matchup = Matchup("focus", "greedy", "random", (("players", players),))
    assert tuple(seats_of_a(new_match(matchup, 0, half), half) for half in (0, 1)) == seats


@pytest.mark.parametrize("players", ["3", "4"])
def test_equals_share_alike_however_many_sit_there(players):
    matchup = Matchup("focus", "random", "random", (("players", players), ("patience", "1")))
    pairs = [play_pair(task) for task in pair_tasks(matchup, 12)]
    assert all(0 <= pair.score <= 1 for pair in pairs)
    drawn = [pair for pair in pairs if all(game.points_a == game.points_b == 0 for game in pair.games)]
    assert drawn and all(pair.score == pytest.approx(0.5) for pair in drawn)


def test_the_points_of_a_double_are_added():
    assert double_score([played(80, 70), played(60, 71)]) == 0.0
    assert double_score([played(80, 70), played(60, 70)]) == 0.5
    assert double_score([played(80, 70), played(60, 69)]) == 1.0


def test_a_pair_repeats_itself_and_its_games_are_accounted_for():
    first, again = (play_pair(task) for task in [*pair_tasks(LOCUS, 1)] * 2)
    assert [game._replace(effort_a=Effort(), effort_b=Effort()) for game in first.games] == [
        game._replace(effort_a=Effort(), effort_b=Effort()) for game in again.games
    ]
    assert first.score == 1.0 and first.margin > 20
    assert [game.first for game in first.games] == [True, False]
    for game in first.games:
        assert game.plies == 36 and game.effort_a.moves == game.effort_b.moves == 18
        assert game.effort_a.depth == 18 and game.effort_a.seconds > 0


def test_efforts_add_up():
    assert total_effort([Effort(1, 0.5, 2, 30), Effort(2, 0.25, 3, 4)]) == Effort(3, 0.75, 5, 34)


def test_games_of_chance_need_no_opening_others_get_distinct_ones():
    assert {task.opening for task in pair_tasks(LOCUS, 5)} == {()}
    focus = [task.opening for task in pair_tasks(Matchup("focus", "1", "2"), 30)]
    assert len(set(focus)) == 30 and {len(moves) for moves in focus} == {4}


def test_a_longer_series_begins_like_a_shorter_one():
    matchup = Matchup("focus", "1", "2")
    assert [*pair_tasks(matchup, 12)][:5] == [*pair_tasks(matchup, 5)]
    assert [*pair_tasks(matchup._replace(seed=2), 5)] != [*pair_tasks(matchup, 5)]


def test_an_opening_does_not_end_the_game_and_stops_where_every_move_would():
    matchup = Matchup("race", "greedy", "random", (("dice", "off"), ("goal", "3")))
    for attempt in range(50):
        moves, match = random_opening(matchup, 0, attempt, 9), new_match(matchup, 0, 0)
        for move in moves:
            match.make(move)
        assert match.outcome is None and len(moves) <= 4


@pytest.mark.slow
def test_openings_come_again_when_there_are_no_more():
    matchup = TRACK._replace(options=(("dice", "off"), ("goal", "3")))
    listed = [task.opening for task in pair_tasks(matchup, 20, 1)]
    assert set(listed) == {(1,), (2,)}


def test_an_opening_is_played_in_both_games():
    task = next(pair_tasks(TRACK._replace(a="random"), 1, 3))
    pair = play_pair(task)
    for game in pair.games:
        assert game.effort_a.moves + game.effort_b.moves < game.plies


def test_greedy_takes_the_most_points_and_asks_for_merit_where_all_score_alike():
    match = Match("locus", seed=3)
    rows = [list(match.row) for _ in match.legal()]
    gains = []
    for row, move in zip(rows, match.legal(), strict=True):
        match.game.rules.play(row, move)
        scores = [0, 0]
        match.game.rules.scores(row, scores)
        gains.append(max(scores))
    assert best_at_once(match) == [move for move, gain in zip(match.legal(), gains, strict=True) if gain == max(gains)]
    quiet = Match("focus", seed=1)
    merits = {move: quiet.game.search.merit(quiet.row, move) for move in quiet.legal()}
    assert best_at_once(quiet) == [move for move in quiet.legal() if merits[move] == max(merits.values())]


def test_a_game_that_would_never_end_is_a_draw(no_engine, monkeypatch):
    monkeypatch.setattr(matches, "LONGEST_AMONG_COMPUTERS", 30)
    played = matches.play_to_the_end(Match("focus", seed=1, players="3", patience="0"), ["random"] * 3, 1.0, 1)
    assert len(played.match.moves) == 30 and played.match.outcome.returns == (1 / 3, 1 / 3, 1 / 3)


def test_what_chance_does_makes_no_game_too_long(no_engine, monkeypatch):
    monkeypatch.setattr(matches, "LONGEST_AMONG_COMPUTERS", 30)
    match = matches.play_to_the_end(Match("dice_poker", seed=1), ["random"] * 2, 1.0, 1).match
    assert len(match.decisions) == 30 < len(match.moves)


def boom(match):
    raise RuntimeError("boom")


FAILED = f"{__name__}:boom: it lost a game by a mistake (crash: RuntimeError: 'boom'); mend it first: "


@pytest.mark.parametrize(
    "command",
    [
        ["study", "race", "--player", f"{__name__}:boom", "--matches", "4"],
        ["fit", "race", "--level", f"{__name__}:boom", "--pairs", "2"],
        ["sweep", "race", "--vary", "goal=9,12", "--want", "plies=least", "--player", f"{__name__}:boom"],
    ],
    ids=lambda command: command[0],
)
def test_games_lost_by_a_mistake_measure_nothing(command, capsys):
    assert cli.main([*command, "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith(f"fivefold: {FAILED}")


@pytest.mark.slow
def test_a_mistake_in_another_process_is_one_line_too(capsys):
    assert cli.main(["study", "focus", "--player", f"{__name__}:boom", "--matches", "4", "--jobs", "2"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"fivefold: {FAILED}") and error.count("\n") == 1


def test_players_are_known_by_level_name_and_baseline():
    game = find("locus")
    assert [canonical_name(game, name) for name in ("3", "weakest", "STRONGEST", " Greedy ")] == [
        "3",
        "1",
        "7",
        "greedy",
    ]
    assert canonical_name(game, game.personas[4].name.lower()) == "5"
    assert title(game, "5") == f"5 {game.personas[4].name}" and title(game, "random") == "random"
    with pytest.raises(InvalidOption, match=r"nobody: .*random, greedy"):
        canonical_name(game, "nobody")
