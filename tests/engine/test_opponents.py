"""Opponents by level and name, what they say they think, and the process they think in."""

import copy
import math
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

import fivefold
from fivefold.contract import Information
from fivefold.contract.errors import InvalidOption, MatchOver
from fivefold.engine import opponents
from fivefold.engine import strength as engine_strength
from fivefold.engine.budget import Budget
from fivefold.engine.finding import Finding
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.opponents import LEVELS, PLAIN_NOTE, Opponent, level_number, opponent
from fivefold.engine.perft import perft
from fivefold.engine.strength import levels_of, strength_of
from fivefold.play import catalogue
from fivefold.play.match import Match

from .positions import locus_ending


@pytest.mark.parametrize("key", catalogue.keys())
def test_seven_levels_by_number_word_and_name(key):
    game = catalogue.find(key)
    assert len(LEVELS) == len(game.personas) == 7
    for number, persona in enumerate(game.personas, start=1):
        for name in (number, str(number), persona.name, persona.name.upper(), persona.name.split()[0]):
            assert level_number(game, name) == number
        seated = opponent(key, number)
        assert (seated.name, seated.style, seated.persona) == (persona.name, persona.style, persona)
    assert (level_number(game, "weakest"), level_number(game, "Strongest")) == (1, 7)


@pytest.mark.parametrize("unknown", ["0", 8, "nobody", ""])
def test_an_unknown_opponent_is_refused_and_the_others_named(unknown):
    with pytest.raises(InvalidOption, match="no such opponent; Locus Poker has 1 "):
        opponent("locus", unknown)


@pytest.mark.parametrize("key", catalogue.keys())
def test_a_strength_between_two_levels_is_a_mixture_of_them(key):
    game = catalogue.find(key)
    marks, budgets = game.traits.marks(), levels_of(game)
    for level, (low, high) in enumerate(pairwise(marks), start=1):
        assert (strength_of(game, low).below, strength_of(game, low).part) == (budgets[level - 1], 0.0)
        found = [strength_of(game, elo) for elo in range(low, high)]
        assert {each[:2] for each in found} == {(budgets[level - 1], budgets[level])}
        assert all(0 <= one.part < other.part < 1 for one, other in pairwise(found))
        assert game.level_below(high - 1) == level
    assert [strength_of(game, level) for level in LEVELS] == [(budget, budget, 0.0) for budget in budgets]
    assert (game.level_below(marks[-1]), strength_of(game, marks[-1]).draw(lambda: 0.0)) == (7, budgets[-1])


def test_so_many_moves_are_those_of_the_level_above(monkeypatch):
    focus = catalogue.find("focus")
    strength = strength_of(focus, 1300)
    drawn = [strength.draw(lambda at=at: at / 1000) for at in range(1000)]
    assert drawn.count(levels_of(focus)[3]) == math.ceil(1000 * strength.part) and 0.3 < strength.part < 0.7
    monkeypatch.setattr(engine_strength, "parts", lambda game: [[0.5, 0.6, 0.7]] * 6)
    assert [strength_of(focus, elo).part for elo in (1100, 1150, 1200, 1300, 1400, 1450)] == pytest.approx(
        [0, 0.25, 0.5, 0.6, 0.7, 0.85]
    )


def test_a_strength_is_said_in_elo_alone_or_behind_a_name():
    focus = catalogue.find("focus")
    for text in (1340, "1340", " 1340 Elo ", "Mumbles 1340", "Pip 1340"):
        assert level_number(focus, text) == 1340
    seated = fivefold.opponent("focus", elo=1340, seed=1)
    assert (seated.name, seated.style) == ("Mumbles 1340", focus.personas[2].style)
    assert fivefold.opponent("focus").level == 7
    for elo in (5, 532, 2701, 99999):
        with pytest.raises(InvalidOption, match=f"{elo} Elo: no such opponent; .*strength from 533 to 2700 Elo"):
            fivefold.opponent("focus", elo=elo)


def test_a_strength_plays_whole_games(compiled):
    match, seated = Match("dice_poker", seed=3), fivefold.opponent("dice_poker", elo=1300, seed=1)
    while match.outcome is None:
        match.play(seated.choose(match))
    assert len(match.decisions) > 10


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize(("key", "players"), [("locus", 2), ("focus", 2), ("focus", 3), ("focus", 4)])
def test_every_level_plays_legal_moves(key, players, level, compiled):
    match = Match(key, seed=level, **({"players": players} if key == "focus" else {}))
    seated = [Opponent(match.game, level, seed, compiled(key)) for seed in range(players)]
    for _ in range(3 * players):
        thought = seated[match.to_move].think(match)
        assert sum(thought.values) == pytest.approx(1.0) and len(thought.values) == players
        assert thought.note == "" and thought.nodes > 0
        if players == 2:
            assert thought.line[0] == thought.text
        match.play(thought.text)


@pytest.mark.parametrize("level", [1, 3])
def test_the_seed_repeats_an_opponents_games(level, compiled):
    def moves(seed):
        match, seated = Match("locus", seed=1), Opponent(catalogue.find("locus"), level, seed, compiled("locus"))
        for _ in range(8):
            match.play(seated.choose(match))
        return match.history

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(6)}) > 1


def test_the_line_is_said_move_by_move(compiled):
    match = locus_ending(2, 4)
    thought = Opponent(match.game, 7, 1, compiled("locus")).think(match)
    assert thought.exact and thought.depth == 4 == len(thought.line)
    for text in thought.line:
        match.play(text)
    assert match.outcome is not None


def test_a_line_ends_where_a_move_does_not_fit():
    match = Match("focus")
    (one, *_) = match.legal()
    assert opponents.say_line(match, [one, 10**6, one]) == (match.legal_moves()[0],)


@pytest.mark.slow
def test_without_a_compiled_engine_it_answers_soon_and_says_so(monkeypatch):
    monkeypatch.setattr(opponents, "best_kernels", PlainKernels)
    match = Match("focus")
    thought = fivefold.opponent("focus", "strongest", seed=1).think(match)
    assert thought.note == PLAIN_NOTE and thought.text in match.legal_moves()
    assert thought.seconds < 20 * opponents.PLAIN_SPEED


def test_it_changes_to_the_compiled_engine_as_soon_as_there_is_one(monkeypatch, compiled):
    match, seated = Match("locus", seed=1), fivefold.opponent("locus", 2, seed=1)
    monkeypatch.setattr(opponents, "best_kernels", PlainKernels)
    assert seated.think(match).note == PLAIN_NOTE
    monkeypatch.setattr(opponents, "best_kernels", lambda game: compiled(game.key))
    assert seated.think(match).note == ""


def test_a_match_that_is_over_leaves_nothing_to_choose():
    match = Match("locus", seed=1)
    match.resign(0)
    with pytest.raises(MatchOver, match="the match is over"):
        opponent("locus", 1).choose(match)


def test_a_scaled_budget_keeps_what_it_overlooks():
    assert Budget(seconds=2.0, nodes=1000, depth=4, slip=7).scaled(0.5) == Budget(
        seconds=1.0, nodes=500, depth=4, slip=7
    )
    assert Budget(nodes=1).scaled(0.1).nodes == 1


def test_which_levels_answer_quickly():
    quick = {game.key: [budget.quick for budget in levels_of(game)] for game in map(catalogue.find, catalogue.keys())}
    in_open_games = [True] * 5 + [False] * 2  # 200,000 positions take Focus more than a second
    assert quick.pop("locus") == quick.pop("focus") == in_open_games
    assert all(levels == [True] * 6 + [False] for levels in quick.values()) and len(quick) >= 3


@pytest.mark.parametrize("compiled_too", [False, True], ids=["plain", "compiled"])
def test_perft_counts_chance_and_moves(compiled_too, compiled):
    compiled("focus")
    match = Match("focus", patience=0)
    assert perft(match, 2, compiled_too) == [68, 4460]
    assert perft(locus_ending(1, 3), 4, compiled_too) == [6, 24, 48, 0]
    with pytest.raises(InvalidOption, match="depth 0: "):
        perft(match, 0)


def test_compiled_perft_agrees_with_the_published_counts(compiled):
    compiled("focus")
    assert perft(Match("focus", patience=0), 4) == [68, 4460, 299_912, 19_521_582]
    assert perft(Match("focus", patience=0, players=3), 4) == [16, 240, 3_360, 156_240]
    assert perft(Match("focus", patience=0, players=4), 3) == [44, 1_895, 80_983]


def test_what_was_learnt_on_one_deal_is_not_taken_for_another(compiled):
    game = catalogue.find("locus")
    used, fresh = (Opponent(game, 6, 1, compiled("locus")) for _ in range(2))
    used.budget = fresh.budget = Budget(nodes=3000)
    used.find(Match("locus", seed=1, first=0))
    match = Match("locus", seed=2, first=0)
    assert used.find(match).points == fresh.find(match).points


def test_an_opponent_goes_on_with_what_it_knows_after_a_move_and_after_an_undo(compiled):
    seated = Opponent(catalogue.find("locus"), 3, 1, compiled("locus"))
    match = Match("locus", seed=1, first=0)
    seated.find(match)
    search = seated._search
    match.play("a1:up")
    seated.find(match)
    match.undo()
    seated.find(match)
    assert seated._search is search


# --- what an opponent is told ----------------------------------------------------------------------------------------


def conceal(row, viewer):
    """Leave a mark of who looks at the row, instead of a secret."""
    row[-1] = 1000 + viewer


def secret(key):
    """Return a game with a secret in every position: no kind of search plays a race with secrets, so none checks it."""
    game = copy.copy(catalogue.find(key))
    rules = {name: value for name, value in vars(game.rules).items() if not name.startswith("_")}
    rules |= {"conceal": conceal, "observed_move": lambda row, move, viewer: move}
    object.__setattr__(game, "rules", SimpleNamespace(**rules))
    object.__setattr__(game, "traits", replace(game.traits, information=Information.HIDDEN))
    return game


@pytest.fixture
def told(monkeypatch):
    """Note the rows that searches are given, instead of searching."""
    rows = []

    class Search:
        def __init__(self, match):
            self.match = match

        def think(self, row, budget, salt=0, *, seat=None, weigh=None):
            rows.append(list(row))
            move = next((move for move in self.match.legal() if self.match.mover(move) == seat), self.match.legal()[0])
            return Finding(move, 0.0, (0.5, 0.5), (move,), 1, 1)

    def searching(match):
        monkeypatch.setattr(opponents, "new_search", lambda kernels, seats, budget: Search(match))
        return rows

    return searching


@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_race_an_opponent_is_told_what_its_seat_sees(seat, told):
    match = Match(secret("solitaire"), seed=1, mode="race")
    rows = told(match)
    Opponent(match.game, 3, 1, PlainKernels(match.game)).think(match, seat=seat)
    assert [row[-1] for row in rows] == [1000 + seat]


def test_in_its_turn_an_opponent_is_told_what_its_seat_sees(told):
    match = Match(secret("locus"), seed=1, first="1")
    rows = told(match)
    Opponent(match.game, 3, 1, PlainKernels(match.game)).think(match)
    assert [row[-1] for row in rows] == [1001]


@pytest.mark.parametrize("key", ["locus", "solitaire"])
def test_a_seat_that_judges_is_told_what_it_sees_whoever_is_to_move(key, told):
    match = Match(secret(key), seed=1, **({"mode": "race"} if key == "solitaire" else {}))
    rows = told(match)
    for seat in (0, 1):
        opponents.judge(PlainKernels(match.game), match, seat, Budget(nodes=1))
    assert [row[-1] for row in rows] == [1000, 1001]
