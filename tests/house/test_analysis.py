"""What the analysis says a move cost, worked out on matches with estimates made up for the purpose."""

import json
from types import SimpleNamespace

import pytest

from fivefold.contract import CHANCE, NOBODY
from fivefold.contract.words import explain
from fivefold.engine.calibration import Calibration
from fivefold.engine.opponents import PLAIN_NOTE, Thought
from fivefold.engine.warming import warm
from fivefold.engine.worker_main import Respondent, rebuild
from fivefold.house.computers.analysis import (
    QUICK_NOTE,
    Estimate,
    analyse,
    budget_of,
    calibrated,
    plies_to_analyse,
    reconciled,
)
from fivefold.house.computers.hints import hint
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match


class MadeUp:
    """Says that the first legal move is best.

    Seat 0 wins with a chance given by ply, and as a seat judges it (after its own move) given by ply and seat.
    """

    def __init__(self, chances, seats=2, note=""):
        self.chances, self.seats, self.note, self.asked = chances, seats, note, []

    def __call__(self, asked):
        self.asked.append(asked)
        match = rebuild(find(asked.game), asked.options, asked.moves, asked.chance)
        ply = len(asked.moves)
        chance = self.chances[ply if asked.seat is None else (ply, asked.seat)]
        values = (chance, *[(1 - chance) / (self.seats - 1)] * (self.seats - 1))
        text = match.legal_moves()[0]
        return Thought(text, values, 12.0, (text,), 5, 100, 0.1, note=self.note)


def estimates(match, think):
    known = {}
    for ply in plies_to_analyse(match):
        row = next((step.before for step in match.replay() if step.number == ply + 1), match.row)
        known[ply] = analyse(match, ply, row, think)
    return known


def resigned(*places, players=2):
    """Return a match of Focus where at each turn the legal move at that place was played, then somebody resigned."""
    match = Match("focus", seed=1, players=players)
    for place in places:
        match.play(match.legal_moves()[place])
    match.resign(match.to_move)
    return match


def test_a_move_costs_what_its_mover_could_have_hoped_for_and_cannot_any_more():
    match = resigned(3, 4, 0)
    think = MadeUp({0: 0.7, (1, 0): 0.4, 1: 0.4, (2, 1): 0.9, 2: 0.9, 3: 0.2})
    known = estimates(match, think)
    assert [known[ply].loss for ply in range(4)] == pytest.approx([0.3, 0.5, 0.0, 0.0])
    assert [known[ply].played for ply in range(4)] == [*match.history, ""]
    first, start = known[0], Match("focus", seed=1)
    assert first.text == start.legal_moves()[0] and first.values == pytest.approx((0.7, 0.3))
    assert first.explain == explain(match.game.notation, start.row, start.legal()[0])


def test_the_played_move_is_looked_at_as_far_ahead_as_the_best():
    think = MadeUp({0: 0.7, (1, 0): 0.4, 1: 0.4})
    estimates(resigned(3), think)
    best, played, _ = think.asked
    assert best.budget == budget_of(find("focus")) and played.budget.depth == 5 - 1 and played.seat == 0
    assert best.fresh and played.fresh and best.budget.seconds == float("inf")


def test_a_move_that_turned_out_better_than_expected_costs_nothing():
    assert estimates(resigned(3), MadeUp({0: 0.4, (1, 0): 0.6, 1: 0.6}))[0].loss == 0.0


def test_a_loss_that_the_next_estimate_takes_back_is_none():
    match = resigned(3, 4, 0)
    think = MadeUp({0: 0.7, (1, 0): 0.2, 1: 0.7, (2, 1): 0.9, 2: 0.9, 3: 0.2})
    known = estimates(match, think)
    assert known[0].loss == pytest.approx(0.5), "as deep as the search that chose it is a mistake"
    judged = reconciled(match, known)
    assert judged[0].loss == 0, "but the position after it is as good as before"
    assert judged[1].loss == pytest.approx(known[1].loss), "what stays lost is told"
    assert reconciled(match, {0: known[0]})[0].loss == known[0].loss, "until the next position is known"


def test_the_last_move_of_a_game_played_out_is_judged_by_the_result():
    match = Match("locus", seed=2)
    while match.outcome is None:
        match.play(match.legal_moves()[-1])
    assert [match.movers[ply] >= 0 for ply in plies_to_analyse(match)] == [True] * 36
    last = plies_to_analyse(match)[-1]
    square, mover = match.history[last].partition(":")[0], match.movers[last]
    other = f"{square}:up" if match.history[last].endswith("down") else f"{square}:down"

    def sure(asked):
        return Thought(other, tuple(float(seat == mover) for seat in range(2)), 0.0, (other,), 1, 1, 0.0)

    row = list(match.replay())[last].before
    assert analyse(match, last, row, sure).loss == 1.0 - match.outcome.returns[mover]


def test_partners_win_together():
    match = Match("focus", seed=1, players=4, teams="on", dropping="end")
    start, best = match.row.copy(), match.legal_moves()[0]
    match.play(match.legal_moves()[3])
    match.resign(1, ends=True)

    def think(asked):
        share = 0.3 if asked.seat is None else 0.2
        values = tuple(share if seat in match.game.setup.team(match.options, 0) else 0.5 - share for seat in range(4))
        return Thought(best, values, 0.0, (best,), 1, 1, 0.0)

    assert analyse(match, 0, start, think).loss == pytest.approx(0.2)


def test_moves_that_the_search_compared_are_judged_by_that_also_where_chance_comes_next():
    match = Match("dice_poker", chance=[f"die:{face}" for face in "52352"], seed=1, first=0)
    start = match.row.copy()
    match.play("keep:3")
    match.resign(1)
    weighed, asked = {"keep:255": 0.6, "keep:3": 0.45}, []

    def think(question):
        asked.append(question)
        return Thought("keep:255", (0.62, 0.38), 0.0, ("keep:255",), 1, 1, 0.0, weighed=weighed)

    estimate = analyse(match, 5, start, think)
    assert estimate.loss == pytest.approx(0.15) and estimate.values == (0.62, 0.38)
    assert [question.weigh for question in asked] == [match.moves[5]]
    weighed.pop("keep:3")
    assert analyse(match, 5, start, think).loss == 0.0, "nothing to compare it with, for dice fell next"


def test_what_was_hidden_from_the_mover_explains_no_better_move():
    match = Match("secret", chance=["deal:3", "deal:7", "deal:1", "deal:2"])
    start = match.row.copy()
    for word in ("high", "low", "high", "low"):
        match.play(word)
    estimate = analyse(match, 2, start, lambda asked: Thought("low", (0.5, 0.5), 0.0, ("low",), 1, 1, 0.0))
    assert estimate.explain == "3+0 against -1+0 and then 20"


@pytest.mark.parametrize(("mover", "plies"), [(1, [0, 2, 5]), (CHANCE, [0, 2]), (NOBODY, [0, 2])])
def test_where_nobody_was_to_move_nothing_is_judged(mover, plies):
    rules = SimpleNamespace(to_move=lambda row: mover)
    broken_off = SimpleNamespace(
        decisions=(0, 2), moves=[1] * 5, row=[], ending="resigned", game=SimpleNamespace(rules=rules)
    )
    assert plies_to_analyse(broken_off) == plies


@pytest.mark.parametrize("key", keys())
def test_an_analysis_spends_what_can_be_spent_the_same_twice(key):
    budget = budget_of(find(key))
    assert budget.seconds == float("inf") and 0 < budget.nodes < 10**7


def test_an_estimate_survives_json():
    (made, *_) = estimates(resigned(3), MadeUp({0: 0.4, (1, 0): 0.6, 1: 0.6}, note=PLAIN_NOTE)).values()
    assert made.note == QUICK_NOTE
    assert Estimate.from_json(json.loads(json.dumps(made.view()))) == made


@pytest.mark.long
def test_a_real_analysis_says_the_same_twice():
    match = Match("locus", seed=3, first=0)
    warm(match.game)
    for _ in range(33):
        match.play(match.legal_moves()[0])
    match.resign(0)
    first, second = (estimates(match, Respondent(patient=True).answer) for _ in range(2))
    assert first == second and first[len(match.moves)].exact
    assert all(0.0 <= estimate.loss <= 1.0 and not estimate.note for estimate in first.values())
    assert max(estimate.loss for estimate in first.values()) > 0.2


# --- chances as they are shown ---------------------------------------------------------------------------------------

FLATTER = Calibration(0.5, 0.2, (0, 1), 0)


def test_hint_and_review_show_the_same_chance():
    match = resigned(3)
    start = Match("focus", seed=1)
    made_up = MadeUp({0: 0.9, (1, 0): 0.9, 1: 0.9})
    reviewed = analyse(match, 0, start.row, made_up, FLATTER)
    best = start.legal_moves()[0]
    hinted = hint(start, Thought(best, (0.9, 0.1), 12.0, (best,), 5, 100, 0.1), FLATTER)
    assert reviewed.values == pytest.approx((0.786, 0.214), abs=0.001)
    assert hinted["values"] == pytest.approx(list(reviewed.values))
    assert "Chance to win: 79%" in hinted["said"]


def test_the_best_move_costs_nothing_however_chances_are_shown():
    start = Match("focus", seed=1).row.copy()
    assert analyse(resigned(3), 0, start, MadeUp({0: 0.9, (1, 0): 0.9}), FLATTER).loss == 0.0
    lost = analyse(resigned(3), 0, start, MadeUp({0: 0.9, (1, 0): 0.5}), FLATTER).loss
    assert lost == pytest.approx(FLATTER.chance(0.9) - FLATTER.chance(0.5))


def test_moves_that_were_compared_are_shown_like_all_chances_and_a_certain_draw_stays_one():
    thought = Thought("a", (0.6, 0.4), 0.0, ("a",), 1, 1, 0.0, weighed={"a": 0.6, "b": 0.5})
    shown = calibrated(thought, FLATTER)
    assert shown.weighed == {"a": FLATTER.chance(0.6), "b": FLATTER.chance(0.5)} and shown.text == "a"
    draw = Thought("a", (0.5, 0.5), 0.0, ("a",), 1, 1, 0.0, exact=True)
    assert calibrated(draw, FLATTER) == draw and calibrated(thought, None) == thought
