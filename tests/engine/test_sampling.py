"""Search over fair possibilities: nothing seen that is hidden, the same luck for all moves, plain against compiled."""

import math
import threading
from dataclasses import fields, replace
from random import Random

import numpy as np
import pytest

from fivefold.contract import NOBODY, Sampling
from fivefold.engine import hashing, sampling, shares
from fivefold.engine.budget import Budget
from fivefold.engine.compile import CompiledKernels, kernel_twin
from fivefold.engine.control import NUMBER
from fivefold.engine.finding import NO_MOVE
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.opponents import Opponent
from fivefold.engine.sampling import SamplingSearch
from fivefold.engine.search_kinds import SAMPLING_LEVELS
from fivefold.games.pokeros import rules as pokeros
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.play.observation import observed

from .positions import after, legal, locus_ending


def nothing_hidden(row, seat, dice):
    """Fill the blanks of a row that has none."""


def sampled(key):
    """Return an open game as one that is played by sampling."""
    game = catalogue.find(key)
    functions = {field.name: getattr(game.search, field.name) for field in fields(game.search)}
    return replace(game, search=Sampling(**functions, determinize=nothing_hidden))


POKEROS, LOCUS, FOCUS = catalogue.find("pokeros"), sampled("locus"), sampled("focus")
TRIED = Budget(nodes=250, depth=3)
QUICK = Budget(nodes=150, depth=2)
WEAK = Budget(nodes=200, depth=2, slip=40)
VARIANTS = [{}, {"hand": "1"}, {"cards": "2"}, {"deck": "stripped", "wilds": "2", "bonus": "3"}]


def position(seed, plies, **options):
    """Return a match of Pokeros after so many random placements."""
    match, random = Match("pokeros", seed=seed, **options), Random(seed)
    for _ in range(plies):
        match.make(random.choice(match.legal()))
    return match


def think(kernels, match, budget=TRIED, salt=1, **more):
    return SamplingSearch(kernels, len(match.seats)).think(match.seen_by(match.to_move), budget, salt, **more)


def without_time(found):
    return replace(found, seconds=0.0)


# --- plain and compiled ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [VARIANTS[0], *(pytest.param(each, marks=pytest.mark.slow) for each in VARIANTS[1:])], ids=str
)
def test_plain_and_compiled_find_the_same(options, compiled):
    for seed, plies in ((1, 1), (2, 9), (3, 24)):
        match = position(seed, plies, **options)
        for budget in (QUICK, WEAK, SAMPLING_LEVELS[0], Budget(nodes=150)):
            found = [think(kernels, match, budget, seed) for kernels in (PlainKernels(POKEROS), compiled("pokeros"))]
            assert without_time(found[0]) == without_time(found[1])


@pytest.mark.slow
def test_shares_are_integers_alike_and_close_to_the_exponential():
    share_of, hashed, random = kernel_twin(shares.share_of), kernel_twin(hashing.hashed), Random(1)
    for _ in range(300):
        points = [random.randrange(-6000, 6000) for _ in range(random.choice((2, 3, 4)))]
        seat, scale = random.randrange(len(points)), random.choice((1, 100, 1500))
        share = shares.share_of(points, len(points), seat, scale)
        assert share == share_of(np.array(points, np.int64), len(points), seat, scale)
        exact = 1 / sum(math.exp(min(600, (other - points[seat]) / scale)) for other in points)
        assert share / shares.WHOLE == pytest.approx(exact, abs=1e-4)
        numbers = random.getrandbits(32), random.getrandbits(20), random.randrange(-1, 50)
        assert hashing.hashed(*numbers) == hashed(*numbers) and 0 <= hashing.hashed(*numbers) < 1 << 62


# --- what it may know ------------------------------------------------------------------------------------------------


def hands_swapped(match, seed):
    """Return the match with other cards in the hand of the seat that is not to move: drawn from what is unseen."""
    seat, row, dice = match.to_move, list(match.row), [seed << 20]
    POKEROS.hidden.conceal(row, seat)
    POKEROS.search.determinize(row, seat, dice)
    other = match.copy()
    other.row[:] = row
    return other


@pytest.mark.parametrize("level", range(1, 8))
def test_the_others_cards_make_no_difference(level, kernels, monkeypatch):
    made = kernels("pokeros")
    for seed, plies in ((1, 0), (2, 7), (3, 21)):
        match = position(seed, plies)
        others = [hands_swapped(match, number) for number in range(2)]
        assert all(other.row != match.row for other in others)
        chosen = {choice(made, each, level) for each in (match, *others)}
        assert len(chosen) == 1


def choice(kernels, match, level):
    """Return what an opponent of this level plays and thinks; one that counts seconds gets a number of positions."""
    opponent = Opponent(POKEROS, level, 7, kernels)
    usual = opponent.strength.below
    if usual.seconds < math.inf or usual.nodes > 500:
        opponent.budget = replace(usual, nodes=500, seconds=math.inf)
    thought = opponent.think(match)
    return thought.text, thought.values, thought.line, tuple(thought.weighed.items())


@pytest.mark.slow
def test_a_search_given_more_than_its_seat_may_know_would_play_otherwise():
    """The test above could not fail if the cards of the other had no influence anyhow."""
    differs = 0
    for seed in range(3):
        match = position(seed, 12)
        told = [
            SamplingSearch(PlainKernels(POKEROS), 2).think(each.row, QUICK, 1)
            for each in (match, hands_swapped(match, 1))
        ]
        differs += told[0].weighed != told[1].weighed
    assert differs >= 2


# --- how moves are compared ------------------------------------------------------------------------------------------


def best_reply_value(game, row, plies, seat):
    """Return the points of all seats after so many plies in which everybody looks for itself, all moves tried."""
    if plies == 0 or game.rules.to_move(row) == NOBODY:
        points = [0] * seat
        game.search.value(row, points)
        return points
    mover = game.rules.to_move(row)
    outcomes = [best_reply_value(game, after(game, row, move), plies - 1, seat) for move in legal(game, row)]
    return max(outcomes, key=lambda points: shares.lead(points, seat, mover))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "world"), [(0, "plain"), (1, "plain"), pytest.param(2, "compiled", marks=pytest.mark.slow)]
)
def test_where_nothing_is_hidden_it_finds_what_trying_everything_finds(seed, world, monkeypatch):
    made = CompiledKernels(LOCUS) if world == "compiled" else PlainKernels(LOCUS)
    monkeypatch.setattr(sampling, "WIDTH", 1000)
    monkeypatch.setattr(sampling, "SECOND_WIDTH", 1000)
    monkeypatch.setattr(sampling, "FARTHEST", 3)
    match = locus_ending(seed, 5)
    found = SamplingSearch(made, 2).think(match.row, Budget(depth=3, nodes=20_000))
    mover, worth = match.to_move, {}
    for move in match.legal():
        points = best_reply_value(LOCUS, after(LOCUS, match.row, move), 2, 2)
        worth[move] = shares.share_of(points, 2, mover, int(LOCUS.search.points_scale)) / shares.WHOLE
    assert found.shares[mover] == pytest.approx(max(worth.values()))
    assert found.weighed == pytest.approx({move: worth[move] for move in found.weighed})
    assert found.nodes < 20_000, "one possibility is all there is"


def test_it_plays_at_a_table_of_three():
    match, random = Match("focus", players=3), Random(1)
    for _ in range(12):
        match.make(random.choice(match.legal()))
    found = SamplingSearch(PlainKernels(FOCUS), 3).think(match.row, Budget(nodes=300, depth=3))
    assert found.move in match.legal() and len(found.shares) == 3 and sum(found.shares) == pytest.approx(1.0)


def test_moves_that_come_to_the_same_are_judged_the_same(monkeypatch):
    """Around the origin all four cells are alike: under the same luck so are their chances, to the last digit."""
    monkeypatch.setattr(sampling, "WIDTH", 1000)
    match = position(4, 0)
    found = think(PlainKernels(POKEROS), match, Budget(nodes=900, depth=2))
    by_card = {}
    for move, share in found.weighed.items():
        by_card.setdefault(move >> pokeros.CELL_BITS, set()).add(share)
    assert len(found.weighed) >= 4 and all(len(shares) == 1 for shares in by_card.values())


def test_the_move_played_is_the_best_of_those_weighed_and_its_line_is_itself(kernels):
    match = position(5, 14)
    found = think(kernels("pokeros"), match)
    assert found.weighed[found.move] == max(found.weighed.values()) == found.shares[match.to_move]
    assert found.line == (found.move,) and not found.exact and set(found.weighed) <= set(match.legal())


@pytest.mark.parametrize("budget", [TRIED, Budget(nodes=200, depth=2, slip=90)], ids=str)
def test_a_move_to_be_weighed_stays_to_the_end(budget, kernels):
    match = position(6, 10)
    for move in match.legal()[::9]:
        found = think(kernels("pokeros"), match, budget, weigh=move)
        assert 0.0 < found.weighed[move] <= found.weighed[found.move] < 1.0


@pytest.mark.slow
def test_more_possibilities_go_to_fewer_moves():
    match = position(7, 15)
    search = SamplingSearch(PlainKernels(POKEROS), 2)
    found = search.think(match.seen_by(match.to_move), Budget(nodes=1500, depth=2))
    evenly = 1500 / ((1 + sampling.WIDTH) * len(match.legal()))
    assert int(search.workspace.control[NUMBER]) > 2 * evenly
    assert len(found.weighed) == sampling.FINALISTS


def test_points_alone_are_seen_without_insight_and_equals_are_drawn():
    match = position(8, 20)
    most = max(pokeros.gain(match.row, move) for move in match.legal())
    found = [think(PlainKernels(POKEROS), match, SAMPLING_LEVELS[2], salt) for salt in range(30)]
    chosen = {each.move for each in found}
    assert all(each.nodes == len(match.legal()) for each in found), "one possibility tells all"
    best = {move for move in match.legal() if pokeros.gain(match.row, move) == most}
    assert chosen <= best and (len(chosen) > 1 or len(best) == 1)


@pytest.mark.slow
def test_what_is_overlooked_is_the_salts_to_decide():
    match = position(9, 12)
    everything = Budget(depth=1, insight=False, slip=100)
    assert think(PlainKernels(POKEROS), match, everything).move == match.legal()[-1]
    found = [think(PlainKernels(POKEROS), match, WEAK, salt) for salt in (1, 1, 2, 3, 4)]
    assert without_time(found[0]) == without_time(found[1])
    assert len({each.move for each in found}) > 1


# --- the last cards, other seats, time -------------------------------------------------------------------------------


def ending(seed, left):
    """Return a match of Pokeros with so many cards left to place, all of them held."""
    return position(seed, 51 - left)


def result_with_best_play(row, mover):
    """Return the lead of ``mover`` that best play comes to, trying everything."""
    if POKEROS.rules.to_move(row) == NOBODY:
        return row[pokeros.SCORE + mover] - row[pokeros.SCORE + 1 - mover]
    sign = 1 if POKEROS.rules.to_move(row) == mover else -1
    return sign * max(sign * result_with_best_play(after(POKEROS, row, move), mover) for move in legal(POKEROS, row))


@pytest.mark.parametrize("seed", range(2))
def test_an_ending_is_searched_to_its_end(seed, kernels):
    match = ending(seed, 2)
    row, mover = list(match.row), match.to_move
    assert row[pokeros.PACK] == 0 and row[pokeros.HELD_COUNT] == row[pokeros.HELD_COUNT + 1] == 1
    best = result_with_best_play(row, mover)
    for margin, share in ((1, 1.0), (0, 0.5), (-1, 0.0)):
        row[pokeros.SCORE + mover] += margin - best
        best = margin
        seen = observed(POKEROS, row, mover)
        found = SamplingSearch(kernels("pokeros"), 2).think(seen, Budget(nodes=50_000))
        assert found.exact and found.shares[mover] == pytest.approx(share, abs=1e-9) and len(found.line) == 2
        assert result_with_best_play(after(POKEROS, row, found.move), mover) == best


@pytest.mark.slow
def test_an_ending_in_which_a_seat_places_two_cards_is_searched_to_its_end():
    match = position(0, 31 - 3, deck="stripped", cards="2")
    row, mover = list(match.row), match.to_move
    assert row[pokeros.HELD_COUNT + mover] == 2 and row[pokeros.HELD_COUNT + 1 - mover] == 1
    best = result_with_best_play(row, mover)
    row[pokeros.SCORE + mover] += 1 - best
    found = SamplingSearch(PlainKernels(POKEROS), 2).think(row, Budget(nodes=500_000))
    assert found.exact and found.shares[mover] == pytest.approx(1.0) and len(found.line) == 3
    assert result_with_best_play(after(POKEROS, row, found.move), mover) == 1


@pytest.mark.slow
def test_the_worst_move_of_an_ending_is_weighed_exactly():
    match = ending(4, 2)
    row, mover = list(match.row), match.to_move
    worth = {move: result_with_best_play(after(POKEROS, row, move), mover) for move in match.legal()}
    worst, best = min(worth, key=worth.__getitem__), max(worth.values())
    assert worth[worst] < best
    row[pokeros.SCORE + mover] += 1 - best
    found = SamplingSearch(PlainKernels(POKEROS), 2).think(row, Budget(nodes=50_000), weigh=worst)
    behind = 0.5 if worth[worst] + 1 == best else 0.0
    assert found.weighed == pytest.approx({found.move: 1.0, worst: behind}, abs=1e-9)


def test_an_ending_too_long_for_the_budget_is_judged_all_the_same(kernels):
    match = ending(5, 6)
    found = think(kernels("pokeros"), match, Budget(nodes=1_000))
    assert not found.exact and found.line == (found.move,) and len(found.weighed) == sampling.FINALISTS
    assert found.nodes < 2_100


@pytest.mark.slow
def test_the_last_six_cards_are_solved_in_seconds(compiled):
    for seed in range(3):
        found = think(compiled("pokeros"), ending(seed, 6), Budget(nodes=5_000_000))
        assert found.exact and len(found.line) == 6


def test_a_seat_judges_a_position_in_which_the_other_is_to_move(kernels):
    match = position(11, 13)
    seat = 1 - match.to_move
    found = SamplingSearch(kernels("pokeros"), 2).think(match.seen_by(seat), TRIED, seat=seat)
    assert found.move == NO_MOVE and found.line == () and found.weighed == {}
    assert 0.0 < found.shares[seat] < 1.0 and sum(found.shares) == pytest.approx(1.0)
    row = list(match.seen_by(seat))
    row[pokeros.SCORE + seat] += 30
    assert SamplingSearch(kernels("pokeros"), 2).think(row, TRIED, seat=seat).shares[seat] > found.shares[seat]


def test_a_search_can_be_stopped_from_another_thread(kernels):
    match, found = position(12, 8), []
    search, seen = SamplingSearch(kernels("pokeros"), 2), match.seen_by(match.to_move)
    thinking = threading.Thread(target=lambda: found.append(search.think(seen, Budget(nodes=1 << 38))))
    thinking.start()
    while thinking.is_alive():
        search.stop()
        thinking.join(0.01)
    assert found[0].move in match.legal()


def test_time_that_is_up_leaves_a_move_all_the_same(kernels):
    match = position(13, 8)
    found = think(kernels("pokeros"), match, Budget(seconds=0.0))
    assert found.move in match.legal() and found.move == found.line[0]


@pytest.mark.slow
def test_without_a_limit_it_ends_all_the_same(compiled):
    found = think(compiled("pokeros"), position(15, 30), Budget(depth=1))
    assert found.nodes <= sampling.ENOUGH * 60
