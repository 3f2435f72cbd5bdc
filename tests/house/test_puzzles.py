"""Puzzles in the house: which one somebody gets, what an answer changes, and runs against the clock."""

import json
from datetime import timedelta

import pytest

from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.puzzle_words import asked, why, why_not
from fivefold.house.records.puzzles import MISSES, RUN, UNSURE
from fivefold.play import catalogue
from fivefold.play import puzzles as puzzle_files
from fivefold.play.puzzles import Kind, Puzzle, Theme, puzzles_of, written
from fivefold.play.start import Start

from .conftest import START, numbered
from .people import ANNA, BEN, keep_accounts

GAME = catalogue.find("focus")
FIRST = "b2-c2:1"


def a_puzzle(number, **facts):
    return Puzzle(
        kind=Kind.BEST, start=Start("focus", {}, number, ()), seat=0, answer=FIRST, elo=800 + 50 * number, **facts
    )


SHIPPED = [a_puzzle(number) for number in range(60)]


@pytest.fixture
def shipped(monkeypatch):
    """The puzzles that come with Focus; a test may change them."""
    puzzles = list(SHIPPED)
    monkeypatch.setattr(catalogue, "data_text", lambda game, name: written(puzzles, {}) if game is GAME else "")
    puzzle_files.puzzles_of.cache_clear()
    yield puzzles
    puzzle_files.puzzles_of.cache_clear()


@pytest.fixture
def time():
    return [START]


@pytest.fixture
def house(database, time, shipped):
    return House(database, lambda: time[0], numbered())


def solve(house, person, right, times=1):
    for _ in range(times):
        puzzle = house.puzzles.next_for(person, GAME)
        tried = house.puzzles.keep(person, puzzle, right)
    return tried


def test_whoever_solves_gets_harder_ones_and_whoever_misses_easier_ones(house):
    first = house.puzzles.next_for(ANNA, GAME)
    assert house.puzzles.next_for(ANNA, GAME) == first and first.elo < 1500
    solve(house, ANNA, True, 6)
    solve(house, BEN, False, 6)
    up, down = house.puzzles.standing(ANNA, GAME), house.puzzles.standing(BEN, GAME)
    assert up.rating.mean > 1700 and down.rating.mean < 1300
    assert (up.tried, up.solved, down.tried, down.solved) == (6, 6, 6, 0)
    assert house.puzzles.next_for(ANNA, GAME).elo > first.elo > house.puzzles.next_for(BEN, GAME).elo


def test_only_the_first_answer_counts_and_it_moves_the_puzzle_too(house):
    puzzle = SHIPPED[32]
    tried = house.puzzles.keep(ANNA, puzzle, True)
    assert tried.counts and tried.before.games == 0 and tried.after.games == 1
    assert tried.after.mean > tried.before.mean and tried.puzzle.mean < puzzle.elo and tried.puzzle.deviation < UNSURE
    again = house.puzzles.keep(ANNA, puzzle, False)
    assert not again.counts and again.before == again.after == tried.after and again.puzzle == tried.puzzle
    assert house.puzzles.has_tried(ANNA, puzzle) and not house.puzzles.has_tried(BEN, puzzle)


def test_nobody_gets_a_puzzle_twice_and_at_the_end_there_is_none(house):
    met = set()
    for number in range(len(SHIPPED)):
        puzzle = house.puzzles.next_for(ANNA, GAME)
        met.add(puzzle.id)
        house.puzzles.keep(ANNA, puzzle, number % 2 == 0)
    assert len(met) == len(SHIPPED) and house.puzzles.next_for(ANNA, GAME) is None
    assert house.puzzles.next_for(BEN, GAME) is not None


def test_a_newer_file_adds_puzzles_and_retires_those_that_are_gone(house, database, shipped):
    house.puzzles.keep(ANNA, SHIPPED[0], True)
    shipped[:] = [a_puzzle(100), *SHIPPED[1:]]
    puzzle_files.puzzles_of.cache_clear()
    newer = House(database)
    offered = set()
    while (puzzle := newer.puzzles.next_for(BEN, GAME)) is not None:
        offered.add(puzzle.id)
        newer.puzzles.keep(BEN, puzzle, True)
    assert offered == {each.id for each in shipped}
    assert newer.puzzles.standing(ANNA, GAME).solved == 1
    shipped[:] = SHIPPED
    puzzle_files.puzzles_of.cache_clear()
    back = House(database).puzzles.next_for("c" * 16, GAME)
    assert back in SHIPPED


def test_puzzles_of_the_house_are_offered_with_the_others(house, shipped):
    own = a_puzzle(7, points=3, themes=(Theme.ONLY,)), a_puzzle(85)
    assert house.puzzles.add(own) == 1, "one comes with the game"
    assert house.puzzles.add(own) == 0
    assert house.puzzles.find(GAME, own[1].id) == own[1]
    assert house.puzzles.find(catalogue.find("locus"), own[1].id) is None
    assert own[1].id in house.puzzles.fitting(ANNA, GAME, lambda puzzle: puzzle.start.seed == 85, 3)


def test_what_the_house_has_found_may_come_with_the_game_one_day(house, database, shipped):
    own = a_puzzle(85)
    house.puzzles.add([own])
    house.puzzles.keep(ANNA, own, True)
    shipped.append(own)
    puzzle_files.puzzles_of.cache_clear()
    newer = House(database).puzzles
    assert newer.next_for(BEN, GAME) is not None and newer.has_tried(ANNA, own)
    shipped.remove(own)
    puzzle_files.puzzles_of.cache_clear()
    assert House(database).puzzles.find(GAME, own.id) == own


# --- runs ------------------------------------------------------------------------------------------------------------


def answer(house, run, right, person=ANNA):
    return house.puzzles.answer_run(person, run.id, house.puzzles.find(GAME, run.puzzles[-1]), right)


def elo(house, run):
    return house.puzzles.find(GAME, run.puzzles[-1]).elo


def test_a_run_gets_harder_and_ends_with_the_third_miss(house, time):
    run = house.puzzles.begin_run(ANNA, GAME)
    levels = []
    for _ in range(30):
        levels.append(elo(house, run))
        run = answer(house, run, True)
    assert sum(levels[-3:]) > sum(levels[:3]) + 900 and run.solved == 30
    for _ in range(MISSES):
        assert run.seconds_left(time[0]) == RUN.total_seconds()
        run = answer(house, run, False)
    assert (run.solved, run.missed, run.seconds_left(time[0])) == (30, MISSES, 0)
    assert len(set(run.puzzles)) == len(run.puzzles) == 33
    assert house.puzzles.standing(ANNA, GAME).best_run == 30
    assert house.puzzles.run(ANNA, run.id) == run and house.puzzles.run(BEN, run.id) is None


def test_an_answer_after_three_minutes_counts_for_nothing(house, time):
    run = answer(house, house.puzzles.begin_run(ANNA, GAME), True)
    time[0] += RUN - timedelta(seconds=1)
    run = answer(house, run, True)
    assert (run.solved, run.seconds_left(time[0])) == (2, 1)
    time[0] += timedelta(seconds=1)
    assert answer(house, run, True) == run and run.seconds_left(time[0]) == 0


def test_a_run_changes_no_rating_and_what_was_seen_there_is_not_asked_again(house):
    run = house.puzzles.begin_run(ANNA, GAME)
    seen = run.puzzles[-1]
    run = answer(house, run, True)
    standing = house.puzzles.standing(ANNA, GAME)
    assert standing.rating.games == 0 and (standing.tried, standing.solved) == (1, 1)
    assert not house.puzzles.keep(ANNA, house.puzzles.find(GAME, seen), True).counts
    solve(house, ANNA, True)
    assert house.puzzles.standing(ANNA, GAME).rating.games == 1


def test_a_second_tab_cannot_answer_the_puzzle_before(house):
    run = house.puzzles.begin_run(ANNA, GAME)
    before = house.puzzles.find(GAME, run.puzzles[-1])
    run = answer(house, run, True)
    with pytest.raises(NotOffered, match="reload the page"):
        house.puzzles.answer_run(ANNA, run.id, before, True)
    assert house.puzzles.run(ANNA, run.id) == run
    assert house.puzzles.answer_run(BEN, run.id, before, True) is None


def test_a_game_without_puzzles_has_no_runs(house):
    with pytest.raises(NotOffered, match="no puzzles"):
        house.puzzles.begin_run(ANNA, catalogue.find("locus"))


# --- what goes with a person -----------------------------------------------------------------------------------------


def test_a_guests_answers_come_along_and_the_accounts_own_stand(house):
    keep_accounts(house, {BEN: "Ben"})
    house.puzzles.keep(BEN, SHIPPED[3], True)
    own = house.puzzles.standing(BEN, GAME).rating
    house.puzzles.keep(ANNA, SHIPPED[3], False)
    house.puzzles.keep(ANNA, SHIPPED[4], True)
    run = house.puzzles.begin_run(ANNA, GAME)
    assert house.bringing.held(ANNA).puzzles == 2
    house.bringing.bring(ANNA, BEN)
    standing = house.puzzles.standing(BEN, GAME)
    assert (standing.tried, standing.solved, standing.rating) == (2, 2, own)
    assert house.puzzles.standing(ANNA, GAME).tried == 0 and house.puzzles.run(BEN, run.id) is not None


def test_a_rating_comes_along_where_the_account_has_none(house):
    keep_accounts(house, {BEN: "Ben"})
    house.puzzles.keep(ANNA, SHIPPED[4], True)
    rating = house.puzzles.standing(ANNA, GAME).rating
    house.bringing.bring(ANNA, BEN)
    assert house.puzzles.standing(BEN, GAME).rating == rating


def test_an_account_that_is_deleted_takes_its_answers_with_it(house):
    keep_accounts(house, {BEN: "Ben"})
    solve(house, BEN, True, 2)
    house.puzzles.begin_run(BEN, GAME)
    house.leaving.delete(house.accounts.account(BEN))
    assert house.puzzles.standing(BEN, GAME).tried == 0


# --- in words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", catalogue.keys())
def test_each_says_what_it_asks_why_its_answer_is_right_and_another_wrong(key):
    for puzzle in list(puzzles_of(catalogue.find(key)).values())[::60]:
        match = puzzle.match()
        other = next(text for text in match.legal_moves() if text != puzzle.answer)
        for words in (asked(puzzle), why(puzzle), why_not(puzzle, match, other)):
            assert words.endswith(".") and "{" not in words, json.dumps(words)
