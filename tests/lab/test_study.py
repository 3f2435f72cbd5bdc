"""Studies: each measure on matches small enough to count by hand, and the command from one end to the other."""

import json
import random
import re
from itertools import count

import pytest

from fivefold import Match, cli
from fivefold.engine.arrangement_search import Arranged
from fivefold.lab import jobs, matches
from fivefold.lab import study as door
from fivefold.lab import study_rows as rows
from fivefold.lab.configuration import configuration_of
from fivefold.lab.estimates import Estimate
from fivefold.lab.jobs import Processes
from fivefold.lab.players.registry import GREEDY, RANDOM, Baseline
from fivefold.lab.study import (
    Compared,
    Count,
    Unit,
    answers,
    change_text,
    compare,
    deeds,
    depth,
    endings,
    hands,
    luck,
    number_text,
    openings,
    repeated,
    rises,
)
from fivefold.lab.study_rows import (
    BY_CHANCE,
    BY_OPENING,
    BY_PLAYER,
    LEAST_PAIRS,
    HandMade,
    RawMatch,
    RawPly,
    StudyTerms,
    courses,
    deals,
    hand_rows,
    is_corrected,
    job_of,
    play_deal,
    ply_rows,
    raw_match,
    rows_of,
)
from fivefold.play import catalogue
from fivefold.play.catalogue import find

NEW = "five_in_a_row"


@pytest.fixture(autouse=True)
def no_engine(monkeypatch, tmp_path):
    """A game that the house does not have, level 2 that plays greedily, the others at random; drafts kept apart."""
    monkeypatch.setitem(catalogue._modules, NEW, f"tests.games.{NEW}")
    monkeypatch.setattr(jobs, "user_cache_path", lambda *name, **options: tmp_path / "cache")
    monkeypatch.setattr(door, "prepare", lambda game, names: None)

    def new_player(game, name, scale, seed, seconds):
        return Baseline(GREEDY if name in {"2", GREEDY} else RANDOM, seed)

    monkeypatch.setattr(matches, "new_player", new_player)


# --- a match by hand -------------------------------------------------------------------------------------------------


def ply(seat, text, legal, points, scores, values=(0.0, 0.0), deed="", by=BY_PLAYER):
    return RawPly(by, seat, text, legal, points, scores, values, deed)


PLIES = (
    ply(-1, "deal:7h", 0, 0, (0, 0), (), "", BY_CHANCE),
    ply(0, "a1", 10, 3, (3, 0)),
    ply(1, "b2", 10, 5, (3, 5)),
    ply(0, "a2", 100, 2, (5, 5)),
    ply(1, "b3", 1, 0, (5, 5), deed="no hand"),
    ply(0, "a3", 10, 4, (9, 5)),
)
COURSE = [(0.6, 0.4), (0.3, 0.7), (0.2, 0.8), (0.91, 0.09), (0.95, 0.05)]


def match_by_hand(pair=0, half=0, returns=(1.0, 0.0), scores=(9, 5), plies=PLIES, ending="full"):
    made = (HandMade(0, "pair", 2, 5), HandMade(0, "flush", 1, 4), HandMade(1, "pair", 1, 5))
    return RawMatch(pair, half, (0, 1), (half,), 0, returns, scores, "played-out", ending, "it is full", made, plies)


def terms_of(key="locus", matches=4, a="1", b="1", options=None, **more):
    game = find(key)
    return StudyTerms(game, configuration_of(game, None, options or {}), a, b, matches, **more)


def study_by_hand(*matches):
    return rows_of(terms_of(), matches)


def test_who_leads_and_how_often_that_changes():
    assert rows.leader((3, 5)) == 1 and rows.leader((4, 4)) == rows.NOBODY_AHEAD
    assert rows.lead_changes([0, 0, -1, 0, 1, -1, 1, 0]) == 2


def test_the_course_of_a_match():
    assert rows.lowest(COURSE, 0) == 0.2
    # Behind twice, by 0.4 and by 0.6: the mean of their roots.
    assert rows.drama(COURSE, 0) == pytest.approx((0.4**0.5 + 0.6**0.5) / 2)
    assert rows.drama([(0.6, 0.4), (0.5, 0.5)], 0) == 0
    assert rows.ahead_for_good(COURSE, 0) == 3 / 5 == rows.decided(COURSE, 0)
    assert rows.decided(COURSE, 1) == 1 and rows.decided([(0.95, 0.05)] * 3, 0) == 0


def test_how_a_match_feels():
    movers = [0, 1, 0, 1, 0]
    assert rows.uncertainty([(0.5, 0.5), (1.0, 0.0)]) == 0.5 and rows.uncertainty([(1 / 3,) * 3]) == pytest.approx(1)
    assert rows.swing(COURSE) == pytest.approx((0.3 + 0.1 + 0.71 + 0.04) / 4)
    assert rows.killer_move(COURSE, movers) == pytest.approx(0.71)
    # Side 1 gains 0.1, which the reply takes back whole; side 0 gains 0.71, and keeps it.
    assert rows.taken_back(COURSE, movers) == pytest.approx(0.1 / 0.81)
    # Where the same side moves again there is no reply, and what is lost is nothing that was gained.
    assert rows.taken_back(COURSE, [1, 1, 1, 1, 1]) is None and rows.taken_back(COURSE[:2], movers) is None


def test_how_many_moves_are_about_as_good_as_the_best_and_what_they_point_at():
    match = Match("locus", seed=5)
    while match.outcome is None:
        match.make(match.legal()[0])
    found = raw_match(match, pair=0, half=0, seats_of_a=[0])
    chosen = rows.decisions(found)
    assert chosen[-1].legal == 2 and chosen[-1].good == 0.5 and chosen[0].places == ("a1", "up")
    assert all(1 <= round(each.good * each.legal) <= each.legal for each in chosen)
    study = study_by_hand(found)
    (line,) = study.lines
    assert line.good_moves == pytest.approx(sum(each.good for each in chosen) / 36)
    assert line.places == 37 and answers(study)["coverage"].figure.mean == 1


def test_the_line_of_a_match():
    (line,) = study_by_hand(match_by_hand()).lines
    assert (line.plies, line.chance_plies, line.decisions, line.opening_plies) == (6, 1, 5, 0)
    assert line.legal_moves_mean == (10 + 10 + 100 + 1 + 10) / 5 and line.log10_paths == pytest.approx(5)
    assert (line.result_first, line.result_a, line.lead_first, line.margin) == (1, 1, 4, 4)
    assert not line.drawn and line.winning_side == 0 and line.opening == "a1"
    # In points: seat 0, then seat 1, level, then seat 0.
    assert line.score_lead_changes == 2
    # The estimate is level all the way: only the end is a lead.
    assert (line.lead_changes, line.lowest_chance, line.ahead_for_good, line.decided) == (0, 0.5, 1, 1)


def test_a_draw_has_no_winner_to_be_behind():
    (line,) = study_by_hand(match_by_hand(returns=(0.5, 0.5))).lines
    assert line.drawn and line.winning_side is None and line.lowest_chance is None and line.drama is None


def test_a_match_given_up_before_its_first_move_has_a_line_too():
    given_up = match_by_hand(plies=PLIES[:1])
    (line,) = study_by_hand(given_up).lines
    assert (line.decisions, line.opening, line.legal_moves_mean, line.lowest_chance) == (0, "", 0, None)


def test_the_answers_of_four_matches():
    lost = {"returns": (0.0, 1.0), "scores": (5, 9)}
    study = study_by_hand(match_by_hand(), match_by_hand(0, 1), match_by_hand(1, 0, **lost), match_by_hand(1, 1))
    found = answers(study, seconds=60)
    assert found["first"].figure.mean == 3 / 4 and found["draws"].figure.mean == 0
    assert found["minutes"].figure == Estimate(5, 5, 5) == found["decisions"].figure
    assert found["lead_first"].figure.mean == (4 + 4 - 4 + 4) / 4
    assert found["same_side"].figure.mean == 1 / 2
    # Parts of five decisions: one, two and two.
    assert [found[f"legal_{part}"].figure.mean for part in ("start", "middle", "end")] == [10, 55, 5.5]
    assert found["leader_at_half"].matches == 0 if "leader_at_half" in found else True
    assert "a" not in found and "points" not in found


def test_the_deal_explains_what_the_matches_of_a_pair_have_in_common():
    leads = [8, 2, -4, -6, 3]
    pairs = [match_by_hand(pair, half, scores=(10 + lead, 10)) for pair, lead in enumerate(leads) for half in (0, 1)]
    assert luck(study_by_hand(*pairs)).figure.mean == pytest.approx(1)
    assert repeated(study_by_hand(*pairs)) == 5


def test_what_earned_points_and_who_had_more():
    lost = match_by_hand(1, returns=(0.0, 1.0))
    first, second = hands(study_by_hand(match_by_hand(), lost))
    assert (first.name, first.number, second.name, second.number) == ("pair", 3, "flush", 1)
    assert first.points.mean == 10 / 14 and second.points.mean == 4 / 14
    assert first.won.mean == 1 / 2 and second.share.mean == 1
    (done,) = deeds(study_by_hand(match_by_hand(), lost))
    assert (done.name, done.number, done.won.mean) == ("no hand", 1, 1 / 2)


def test_endings_and_first_moves_are_counted():
    other = match_by_hand(1, plies=(ply(0, "c3", 4, 0, (0, 0)),), ending="empty")
    study = study_by_hand(match_by_hand(), match_by_hand(0, 1), other)
    assert [(each.name, each.number) for each in endings(study)] == [("full", 2), ("empty", 1)]
    assert [(each.name, each.number, each.won.mean) for each in openings(study)] == [("a1", 2, 1), ("c3", 1, 1)]


def test_chances_follow_the_estimate_and_what_it_came_to():
    ahead, behind = ply(0, "a", 2, 0, (0, 0), (40.0, 0.0)), ply(0, "a", 2, 0, (0, 0), (0.0, 40.0))
    few = [match_by_hand(plies=(ahead, behind))]
    ((before, after),) = courses(few, 40.0)
    assert before == pytest.approx((0.731, 0.269), abs=1e-3) and after == pytest.approx(before[::-1])
    # Whoever is ahead by as much wins nine of ten: then that is a chance of about 0.9.
    many = [
        match_by_hand(pair, half, (1.0, 0.0) if (pair % 20 < 2) == losing else (0.0, 1.0), plies=(ply,) * 3)
        for pair in range(100)
        for half, (ply, losing) in enumerate(((ahead, False), (behind, True)))
    ]
    assert courses(many, 40.0)[0][1][0] == pytest.approx(0.9, abs=0.02)


@pytest.mark.parametrize(("pairs", "corrected"), [(LEAST_PAIRS - 1, False), (LEAST_PAIRS, True)])
def test_chances_are_corrected_from_enough_pairs_up(pairs, corrected):
    ahead = ply(0, "a", 2, 0, (0, 0), (40.0, 0.0))
    matches = [match_by_hand(pair, half, plies=(ahead,) * 3) for pair in range(pairs) for half in (0, 1)]
    assert is_corrected(matches) == corrected
    assert (courses(matches, 40.0)[0][0] != pytest.approx((0.731, 0.269), abs=1e-3)) == corrected


def test_chances_of_three_sides_add_up():
    three = RawMatch(
        0,
        0,
        (0, 1, 2),
        (0, 2),
        0,
        (0.0, 1.0, 0.0),
        (0, 1, 0),
        "",
        "",
        "",
        (),
        (ply(0, "a", 2, 0, (0,), (0.0, 1.0, 0.0)),),
    )
    ((chances,),) = courses([three], 1.0)
    assert sum(chances) == pytest.approx(1) and chances[0] == chances[2] < chances[1]


# --- matches played --------------------------------------------------------------------------------------------------


def test_the_facts_of_a_match_are_those_of_its_record():
    match = Match("locus", seed=5, first=1)
    while match.outcome is None:
        match.make(match.legal()[0])
    found = raw_match(match, pair=3, half=1, seats_of_a=[0], opening=2)
    assert found.first == 1 and found.scores == match.scores and found.returns == match.outcome.returns
    assert [each.text for each in found.plies] == match.history
    assert [each.by for each in found.plies][34:40] == [BY_CHANCE] * 2 + [BY_OPENING] * 2 + [BY_PLAYER] * 2
    assert [each.legal for each in found.plies if each.legal] == list(range(72, 0, -2))
    assert sum(each.points for each in found.plies if each.seat == 0) == match.scores[0]
    assert sum(each.points for each in found.made if each.seat == 1) == match.scores[1]
    assert RawMatch.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_why_it_ended_is_told_alike_whoever_won():
    match = Match("dice_poker", seed=1, sets=1)
    while match.outcome is None:
        match.make(match.legal()[0])
    found = raw_match(match, pair=0, half=0, seats_of_a=[0])
    assert found.ending == match.outcome.cause.key and found.reason.startswith("one player ")


@pytest.mark.slow
def test_in_a_race_a_player_chooses_among_moves_of_its_own():
    (deal, *_) = deals(terms_of("solitaire", options={"mode": "race"}))
    found = play_deal(0, deal)
    chosen = [each for each in found.plies if each.by == BY_PLAYER]
    assert {each.seat for each in chosen} == {0, 1} and all(len(each.values) == 2 for each in chosen)


def test_the_matches_of_a_shorter_study_begin_a_longer_one():
    assert deals(terms_of("focus", 8))[:4] == deals(terms_of("focus", 4))
    assert [deal.half for deal in deals(terms_of("focus", 4))] == [0, 1, 0, 1]
    assert [deal.half for deal in deals(terms_of("solitaire", 4))] == [0] * 4


@pytest.mark.slow
def test_a_study_comes_to_the_same_in_several_processes():
    job = job_of(terms_of("focus", 4, a=RANDOM, b=RANDOM))
    alone = [found for _, found in Processes(1).results(job.function, list(enumerate(job.tasks)))]
    shared = dict(Processes(2).results(job.function, list(enumerate(job.tasks))))
    assert [shared[number] for number in range(4)] == alone


# --- the command -----------------------------------------------------------------------------------------------------


def study(*arguments):
    return cli.main(["study", *map(str, arguments), "--jobs", "1"])


@pytest.mark.slow
def test_a_study_writes_a_report_and_tables(tmp_path, capsys):
    out = tmp_path / "out"
    assert study("locus", "--player", 1, "--against", 2, "--matches", 8, "--compare", "grid=8x6", "--out", out) == 0
    said = capsys.readouterr().out
    assert "Locus Poker: 1 " in said and "decisions from 36 to 48" in said and "report.html" in said
    names = {
        "report.md",
        "report.html",
        "matches.parquet",
        "plies.parquet",
        "hands.parquet",
        "choices.svg",
        "pairs.svg",
    }
    assert names <= {file.name for file in out.iterdir()}
    text = (out / "report.md").read_text()
    assert "fivefold study locus --player 1 --against 2 --matches 8 --scale 1 --seed 1 --compare grid=8x6" in text
    assert all((out / name).exists() for name in re.findall(r"\]\(([^)]*\.svg)\)", text))
    assert "<svg" in (out / "report.html").read_text() and not list((tmp_path / "cache").rglob("*.jsonl"))


@pytest.mark.slow
def test_the_tables_are_typed_and_explained(tmp_path):
    import polars

    assert study("pokeros", "--player", RANDOM, "--matches", 4, "--out", tmp_path) == 0
    matches, plies, made = (polars.read_parquet(tmp_path / f"{name}.parquet") for name in ("matches", "plies", "hands"))
    assert (matches.height, matches["scores"].dtype, matches["drawn"].dtype) == (
        4,
        polars.List(polars.Int32),
        polars.Boolean,
    )
    assert plies.filter(polars.col("match") == 0).height == matches["plies"][0]
    # What seats had to show, and what moves earned, comes to the points at the end.
    for table in (made, plies.drop_nulls("seat")):
        earned = table.group_by("match", "seat").agg(polars.col("points").sum()).sort("match", "seat")
        kept = {(match, seat): points for match, seat, points in earned.iter_rows()}
        totals = [[kept.get((match, seat), 0) for seat in (0, 1)] for match in range(4)]
        assert totals == matches["scores"].to_list()
    meanings = json.loads(polars.read_parquet_metadata(tmp_path / "plies.parquet")["fivefold"])
    assert meanings["columns"].keys() == set(plies.columns) and meanings["command"].startswith("fivefold study pokeros")


@pytest.mark.slow
def test_a_game_that_the_house_does_not_have_can_be_studied(tmp_path, capsys):
    assert study(NEW, "--player", RANDOM, "--matches", 4, "--out", tmp_path) == 0
    said = capsys.readouterr().out
    assert "Five in a Row: random against random, 4 matches" in said and "won by whoever moves first" in said
    assert "| 5 in a row |" in (tmp_path / "report.md").read_text()


@pytest.mark.slow
def test_a_game_for_one_has_questions_of_its_own(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rows, "arrange", lambda kernels, match, seat, seconds: Arranged(seat, (), 60, seconds))
    assert study("solitaire", "--player", RANDOM, "--matches", 4, "--compare", "Poker Squares", "--out", tmp_path) == 0
    said = capsys.readouterr().out
    assert "The player makes " in said and "of what the cards allowed" in said and "moves first" not in said


@pytest.mark.slow
def test_an_interrupted_study_goes_on(monkeypatch, capsys):
    made = count()

    def stopped(hindsight, deal):
        if next(made) == 3:
            raise KeyboardInterrupt
        return play_deal(hindsight, deal)

    monkeypatch.setattr(rows, "play_deal", stopped)
    arguments = ("dice_poker", "--option", "sets=1", "--player", RANDOM, "--matches", 4)
    assert study(*arguments) == 130
    assert "3 of 4 matches are kept" in capsys.readouterr().err
    assert study(*arguments) == 0 and next(made) == 5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["locus", "--matches", "1"], "--matches 1: takes a whole number from 4 up"),
        (["locus", "--matches", "5"], "--matches 5: takes an even number, since every deal is played twice"),
        (["locus", "--option", "grid=3x3"], "grid=3x3"),
        (["locus", "--option", "size=3"], "size"),
        (["locus", "--player", "nobody"], "nobody"),
        (["locus", "--compare", "grid=6x6"], "--compare grid=6x6: these are the same options"),
        (["locus", "--compare", "Poker Squares"], "--compare Poker Squares: there is no such set-up;"),
        (["solitaire", "--against", "4"], "--against: Poker Solitaire is played alone with these options"),
    ],
)
def test_bad_input_is_told_before_anything_is_played(arguments, said, capsys):
    assert study(*arguments) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_without_polars_it_says_what_to_install(monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    assert study("locus", "--out", tmp_path) == 2
    assert "pip install polars" in capsys.readouterr().err


# --- words -----------------------------------------------------------------------------------------------------------


def say(sentence, *facts):
    return door.say(door.TEMPLATE, sentence, *facts)


def test_nothing_is_claimed_that_the_interval_does_not_hold():
    study = study_by_hand(match_by_hand())
    assert "an advantage." in say("first_seat", study, Estimate(0.6, 0.52, 0.67), 1)
    assert "a disadvantage." in say("first_seat", study, Estimate(0.4, 0.33, 0.48), 1)
    assert "neither an advantage nor a disadvantage" in say("first_seat", study, Estimate(0.54, 0.49, 0.59), 1)
    assert say("first_seat", study, Estimate(0.54, 0.49, 0.59), 1).startswith(
        "Whoever moves first wins 54 % (49 to 59)"
    )


def test_a_headline_knows_how_many_figures_it_was_picked_from():
    study, found = study_by_hand(match_by_hand()), Estimate(0.75, 0.52, 0.89)
    assert say("first_seat", study, found, 1).endswith(": an advantage.")
    assert say("first_seat", study, found, 9) == (
        "Whoever moves first wins 75 % (52 to 89), which may be chance, as one of 9 figures looked at."
    )
    assert say("first_seat", study, Estimate(0.98, 0.96, 0.99), 20).endswith(": an advantage.")
    assert say("better_player", study, found, 9).endswith("which may be chance, as one of 9 figures looked at.")
    barely = Estimate(0.2, 0.02, 0.38)
    assert "The deal explains 20 %" in say("luck", study, barely, 1)
    assert "explains no part of the result that would show, at most 38 %" in say("luck", study, barely, 9)


def test_twenty_figures_by_chance_are_seldom_a_headline():
    """Of studies in which nothing is so about one in twenty claims something: figures drawn, their spread known."""
    study, draws, studies, looked_at = study_by_hand(match_by_hand()), random.Random(7), 400, 20
    claims = {1: 0, looked_at: 0}
    for _ in range(studies):
        middles = [draws.gauss(0.5, 0.05) for _ in range(looked_at)]
        figures = [Estimate(each, each - 1.96 * 0.05, each + 1.96 * 0.05) for each in middles]
        for known in claims:
            claims[known] += any(": a" in say("first_seat", study, each, known) for each in figures)
    assert claims[1] / studies > 0.5 and 0.02 < claims[looked_at] / studies < 0.08


def test_a_change_is_told_if_it_is_sure_among_all_that_are_compared():
    base, figure = Estimate(0.5, 0.4, 0.6), Estimate(0.7, 0.6, 0.8)
    sure = Compared("first", base, figure, Estimate(0.2, 0.06, 0.34))
    barely = Compared("draws", base, figure, Estimate(0.2, 0.01, 0.39))
    said = door.say_comparison([sure, barely], "grid 8x6")
    assert "won by whoever moves first from 50.0 % to 70.0 % (+20.0 percentage points" in said
    assert said.endswith("Not shown to change: draws.") and barely.is_sure
    assert (
        door.say_comparison([barely] * 3, "grid 8x6") == "With grid 8x6 no figure changes by more than chance explains."
    )


def test_what_levels_gain_is_found_wherever_one_stands_and_said_to_be_missing_where_it_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def said(terms, *folder):
        found = rises(terms.game, terms.configuration, *folder)
        study = rows_of(terms, [match_by_hand()])
        made = door.StudyReport([study], [], "", found, depth(terms.game, terms.configuration, *folder))
        return say("levels", made, door.rise_rows(made))

    measured = said(terms_of("focus"))
    assert "| 7 | 6 | " in measured and "Measured before, with" in measured
    assert re.search(r"from level 1 to level 7 it is \d,\d{3} Elo \(.*\), \d\d\.\d classes of players", measured)
    assert said(terms_of("locus", options={"grid": "7x6"})) == (
        "## What each level gains\n\nNot measured with these options;"
        " `fivefold ladder locus --option grid=7x6` does it."
    )
    assert "this installation comes without it" in said(terms_of("focus"), None)


def test_comparing_takes_what_both_have():
    few = answers(study_by_hand(match_by_hand(0), match_by_hand(1)))
    changes = compare(few, {"decisions": few["decisions"]})
    assert [(each.key, each.change) for each in changes] == [("decisions", Estimate(0, 0, 0))]


def test_every_column_is_explained_and_filled():
    study = study_by_hand(match_by_hand())
    for table, lines in (("matches", study.lines), ("plies", ply_rows(study)), ("hands", hand_rows(study))):
        assert set(rows.COLUMNS[table]) == set(next(iter(lines))._fields)
        assert all(meaning for _, meaning in rows.COLUMNS[table].values())


def test_only_what_tells_is_said_of_hands():
    def say_best_hand(*looked_at):
        return say("best_hand", *door.best_hand(*looked_at))

    def hand(name, share, won, seen=0.9):
        return Count(name, 1, Estimate(seen, seen, seen), Estimate(share, share - 0.01, share + 0.01), won)

    pair, flush, rare = Estimate(0.45, 0.4, 0.5), Estimate(0.7, 0.6, 0.8), Estimate(1.0, 0.9, 1.0)
    said = say_best_hand([hand("pair", 0.4, pair), hand("flush", 0.2, flush), hand("five", 0.01, rare, 0.1)], 2)
    assert said == (
        "Most points, 40 % (39 to 41), come from “pair”."
        " Whoever has more of “flush” than anybody else wins 70 % (60 to 80)."
    )
    assert say_best_hand([hand("pair", 0.1, pair)], 1) == ""


def test_small_figures_are_written_as_nothing():
    assert number_text(-0.01) == "0" and number_text(1.26) == "1.3" and number_text(1234.5) in {"1,234", "1,235"}
    assert change_text(Unit.SHARE, Estimate(0.0001, -0.1, 0.1)) == "0"
    assert change_text(Unit.SHARE, Estimate(0.04, -0.1, 0.1)) == "+4.0"


def test_no_interval_reaches_below_nothing_or_above_all():
    long = match_by_hand(1, plies=PLIES * 8, returns=(0.0, 1.0))
    study = study_by_hand(match_by_hand(0), long)
    assert answers(study)["decisions"].figure.low == 0 and answers(study)["lead_first"].figure.mean == 4
    assert all(each.points.low >= 0 and each.points.high <= 1 for each in hands(study))


def test_pairs_of_different_players_do_not_tell_which_side_wins_twice():
    study = rows_of(terms_of(a="1", b="2"), [match_by_hand(pair, half) for pair in range(3) for half in (0, 1)])
    found = answers(study)
    assert "a" in found and "same_side" not in found
