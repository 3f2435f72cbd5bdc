"""`fivefold puzzles`: what makes a puzzle and how hard it is, in matches of computers and of a house."""

import json
import random
import re
from contextlib import closing

import pytest
from sqlalchemy import select

from fivefold import cli
from fivefold.engine.kernels import PlainKernels
from fivefold.house.database import open_database, schema
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.lab import puzzles
from fivefold.lab.configuration import Configuration
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.play.puzzles import Kind, Puzzle, Theme, puzzle_of, puzzles_of, read
from fivefold.play.start import Start
from tests.house.people import ANNA
from tests.quick import landing


def a_puzzle(kind=Kind.BEST):
    return Puzzle(kind=kind, start=Start("locus", {"grid": "6x5"}, 1, ("c3:up",)), seat=1, answer="a1:up", elo=1400)


def test_the_margin_is_that_of_the_best_over_the_next():
    assert puzzles.margin({1: 0.5, 2: 0.75, 3: 0.25}) == 0.25
    assert puzzles.margin({1: 0.5}) == 0


def test_a_puzzle_survives_a_job():
    game = catalogue.find("focus")
    coding, found = puzzles.puzzles_job(game, Configuration(), 1, 1).coding, [a_puzzle(kind=Kind.WIN)]
    assert coding.load(json.loads(json.dumps(coding.dump(found)))) == found


@pytest.mark.parametrize(
    "asked, near",
    [
        ([(1000, 3), (1400, 3)], 900),  # easy for the weakest
        ([(1000, 0), (1400, 0), (1800, 3), (2000, 3)], 1600),
        ([(1000, 0), (1400, 0), (1800, 0), (2000, 2)], 1850),
    ],
)
def test_a_puzzle_is_as_hard_as_the_levels_that_solve_it_are_strong(asked, near):
    assert puzzles.likeliest_elo(asked) == pytest.approx(near, abs=150)


def test_what_is_remarkable_follows_from_points_and_values():
    match = Match("locus", seed=3, grid="6x5")
    first, second, third, *_ = match.legal()
    others = match.legal()[3:]

    def themes(gains, values):
        rest = dict.fromkeys(others, 0)
        return set(puzzles.themes_of(match, first, {**rest, **gains}, {**dict.fromkeys(others, 0.0), **values}))

    only = themes({first: 9, second: 0, third: 0}, {first: 0.8, second: 0.2, third: 0.1})
    assert Theme.ONLY in only and not {Theme.GREEDY, Theme.QUIET} & only
    greedy = themes({first: 2, second: 9, third: 0}, {first: 0.8, second: 0.5, third: 0.1})
    assert Theme.GREEDY in greedy and Theme.ONLY not in greedy
    assert Theme.QUIET in themes({first: 0, second: 9, third: 0}, {first: 0.8, second: 0.5, third: 0.1})


def test_a_win_at_once_is_found_and_proven():
    game = catalogue.find("focus")
    moves = ["f4-g4", "g5-g4", "e3-e2", "g4-g7", "g6-g7", "f7-g7", "e2-c2", "g7-g2", "c2-f2", "g3-g2", "f2-b2"]
    match = Match(game, seed=1, options={"win": "quota"})
    for move in moves:
        match.play(move)
    kernels = PlainKernels(game)
    winning = game.notation.read(match.row, "g2-b2:5")
    assert puzzles.still_wins(kernels, match, winning, 0)
    assert not puzzles.still_wins(kernels, match, match.legal()[0], 0)


@pytest.mark.slow
def test_a_second_way_to_win_that_quick_searches_pass_over_is_found():
    game = catalogue.find("focus")
    moves = re.findall(
        r"\S+",
        """
        d5-c5 d2-c2 e3-e2 b5-c5 c4-c5 f3-f4 e2-c2 f4-f2 g2-f2 b3-b4 f2-c2 c3-c2 r:c2 b4-b2 e5-f5 b2-c2 c5-c2 r:c2 b2-c2
        g5-f5 b2-c2 d4-d3 c6-c7 g3-g4 c7-c5 f5-c5 c2-c5 r:c5 r:c5 d6-d7 e7-d7 f7-f6 c5-c3 d3-c3 d3-c3 g4-g6 c3-c5 f6-h6
        c3-c2 c3-c2 c5-c2 b7-b6 c2-c7 b6-d6 d7-g7 e6-d6 g7-c7 d6-d3 c5-c7 d3-a3 c7-c5 a3-a6 r:a6 g6-d6
        """,
    )
    match = Match(game, seed=1)
    for move in moves:
        match.play(move)
    kernels = puzzles.kernels_of(game)
    winning = [game.notation.read(match.row, text) for text in ("a6-d6:3", "r:d6")]
    assert all(puzzles.still_wins(kernels, match, move, 4) for move in winning)
    assert puzzles.forced_win(kernels, match) is None, "two moves win"


@pytest.mark.slow
@pytest.mark.parametrize("key", landing({"locus", "solitaire"}, catalogue.keys()))
def test_a_longer_look_finds_the_answers(key):
    game = catalogue.find(key)
    kernels = puzzles.kernels_of(game)
    looks = puzzles.LOOKS[type(game.search)]
    for puzzle in list(puzzles_of(game).values())[::100]:
        match = puzzle.match()
        answer = game.notation.read(match.seen_by(match.to_move), puzzle.answer)
        if puzzle.kind == Kind.WIN:
            assert puzzles.forced_win(kernels, match).move == answer
            continue
        first = puzzles.compared(kernels, match, looks.quick, match.legal())
        finalists = puzzles.ranked(first)[: puzzles.FINALISTS]
        values = puzzles.compared(kernels, match, looks.longer, finalists)
        assert puzzles.ranked(values)[0] == answer
        assert puzzles.margin(values) > looks.margin / 2


def ran(capsys, *words):
    assert cli.main(["puzzles", *words, "--jobs", "1"]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_the_same_matches_give_the_same_puzzles(capsys):
    said = [ran(capsys, "solitaire", "--games", "2", "--seed", "4") for _ in range(2)]
    (first, second) = map(read, said)
    assert first == second and first
    assert all(puzzle.themes or puzzle.kind is Kind.WIN for puzzle in first)


@pytest.mark.slow
def test_puzzles_are_found_in_the_matches_of_a_house_and_added_to_it_once(tmp_path, capsys):
    url = f"sqlite:///{tmp_path / 'fivefold.db'}"
    with closing(open_database(url)) as database:
        house = House(database)
        for number in range(2):
            played_out(house, number)
    first, again = (ran(capsys, "solitaire", "--games", "5", "--house", str(tmp_path)) for _ in range(2))
    assert re.fullmatch(r"[1-9]\d* new puzzles? from 2 matches of Poker Solitaire.\n", first)
    assert again == "0 new puzzles from 2 matches of Poker Solitaire.\n"
    with closing(open_database(url)) as database:
        (line,) = House(database).values(
            select(schema.puzzles.c.line).where(schema.puzzles.c.line.is_not(None)).limit(1)
        )
        found = puzzle_of(json.loads(line))
        assert found.start.chance and House(database).puzzles.find(catalogue.find("solitaire"), found.id) == found
        assert found.answer in found.match().legal_moves()


def played_out(house, number):
    """Play a match for one to its end, each card on a place drawn by lot."""
    drawn, now = random.Random(number), house.create(ANNA, MatchRequest("solitaire", {}, ()))
    while now.match.outcome is None:
        now = house.play(now.id, ANNA, now.number + 1, drawn.choice(now.match.legal_moves()))
