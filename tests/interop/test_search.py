"""Search in many games at once: endings are played as they are proven, and what is learnt from is what happened."""

from random import Random

import numpy as np
import pytest

from fivefold.contract import NOBODY
from fivefold.contract.errors import InvalidOption
from fivefold.interop.batch import Batch
from fivefold.interop.encoding import encoding_of
from fivefold.interop.search import Found, _plan, gumbel, puct, self_play

pytestmark = pytest.mark.slow
AT_ITS_BEST = {gumbel: {"noise": 0, "considered": 100}, puct: {"noise": 0, "temperature": 0}}
searches = pytest.mark.parametrize("search", [gumbel, puct])


def knows_nothing(batch):
    return np.zeros((batch.count, encoding_of(batch.game).actions)), np.zeros((batch.count, batch.seats))


def ending(key, seed, left, **options):
    """Return games in each of which so many cards are free."""
    batch = Batch(key, 8, seed=seed, reward="points", **options)
    batch.play_random(30 - left)
    return batch


def leads(batch):
    """Return, for each legal action of each game, by how much the seat to move leads at the end, of what is to come."""
    found = []
    for number in range(batch.count):
        row, seat = batch.position(number), int(batch.to_move[number])
        encoding, now = encoding_of(batch.game), lead(batch.game.rules, row, seat)
        found.append(
            {
                encoding.action_of(row, move): best(batch.game.rules, after(batch.game.rules, row, move), seat) - now
                for move in legal(batch.game.rules, row)
            }
        )
    return found


def legal(rules, row):
    moves = [0] * rules.MAX_MOVES
    return moves[: rules.legal_moves(row, moves)]


def after(rules, row, move):
    row = list(row)
    rules.play(row, move)
    return row


def lead(rules, row, seat):
    points = [0, 0]
    rules.scores(row, points)
    return points[seat] - points[1 - seat]


def best(rules, row, seat):
    turn = rules.to_move(row)
    if turn < 0:
        return lead(rules, row, seat)
    found = [best(rules, after(rules, row, move), seat) for move in legal(rules, row)]
    return max(found) if turn == seat else min(found)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("search", "left"), [(gumbel, 2), (puct, 3)])
def test_an_ending_is_played_as_it_is_proven(search, left, seed):
    batch = ending("locus", seed, left, grid="6x5")
    found = search(batch, knows_nothing, 300, seed=seed, **AT_ITS_BEST[search])
    for number, proven in enumerate(leads(batch)):
        assert proven[int(found.actions[number])] == max(proven.values())


@searches
def test_a_win_at_once_is_taken_whoever_plays(search):
    batch, seen = Batch("focus", 64, seed=5, players=3, win="quota"), 0
    for _ in range(200):
        wins = winning(batch)
        if wins:
            found = search(batch, knows_nothing, 120, seed=1, **AT_ITS_BEST[search])
            assert all(int(found.actions[number]) in actions for number, actions in wins.items())
            seen += len(wins)
        batch.play_random(1)
    assert seen > 5


def winning(batch):
    """Return the actions that win at once, of the games that have such."""
    wins = {}
    for number in range(batch.count):
        row, seat, returns = batch.position(number), int(batch.to_move[number]), [0.0] * batch.seats
        for move in legal(batch.game.rules, row):
            then = after(batch.game.rules, row, move)
            if batch.game.rules.to_move(then) == NOBODY:
                batch.game.rules.returns(then, returns)
                if returns[seat] == 1:
                    wins.setdefault(number, set()).add(encoding_of(batch.game).action_of(row, move))
    return wins


@searches
@pytest.mark.parametrize("key", ["locus", "focus"])
def test_what_is_found_is_legal_and_the_games_stay_where_they_are(search, key):
    batch = Batch(key, 5, seed=2, record=True)
    batch.play_random(7)
    before, legal_now = [batch.position(number) for number in range(5)], batch.masks().astype(bool)
    found = search(batch, knows_nothing, 20, seed=3)
    assert [batch.position(number) for number in range(5)] == before
    assert found.weights.sum(1) == pytest.approx(1) and not found.weights[~legal_now].any()
    assert legal_now[np.arange(5), found.actions].all()
    again = search(batch, knows_nothing, 20, seed=3)
    assert all(np.array_equal(one, other) for one, other in zip(found, again, strict=True))


@searches
def test_a_net_is_believed_where_little_is_tried(search):
    batch = Batch("locus", 4, seed=1)
    favourite = batch.legal().numbers[:, 5].copy()

    def likes_one(ahead):
        logits, values = knows_nothing(ahead)
        logits[np.arange(4), favourite] = 30
        return logits, values

    assert search(batch, likes_one, 4, seed=1).actions.tolist() == favourite.tolist()


def test_values_are_those_of_the_seat_to_move():
    batch = Batch("locus", 6, seed=4)

    def likes_seat_1(ahead):
        return knows_nothing(ahead)[0], np.tile([-0.5, 0.5], (ahead.count, 1))

    found = gumbel(batch, likes_seat_1, 4, seed=1)
    assert found.values == pytest.approx(np.where(batch.to_move == 1, 1.0, -1.0)), "a lead: 0.5 more than -0.5"
    assert set(batch.to_move.tolist()) == {0, 1}


def test_half_of_the_actions_are_left_each_time():
    assert _plan(4, 16) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert _plan(1, 3) == [0, 1, 2]


@pytest.mark.parametrize("considered", [2, 3, 5, 16, 31])
@pytest.mark.parametrize("simulations", [1, 7, 32, 100])
def test_a_plan_always_names_an_action_that_was_tried_as_often(considered, simulations):
    visits = [0] * considered
    for tried in _plan(considered, simulations):
        visits[visits.index(tried)] += 1
    assert sum(visits) == simulations


@pytest.mark.parametrize("reward", ["points", "result"])
def test_samples_know_how_their_games_ended(reward):
    batch, random = Batch("locus", 3, seed=1, reward=reward, grid="6x5"), Random(1)
    began, ends = batch.to_move.copy(), []

    def at_random(batch):
        if len(ends) == 30:
            points = batch.final_scores.astype(float)
            ends.append(points if reward == "points" else np.sign(points - points[:, ::-1]))
        else:
            ends.append(None)
        numbers, counts = batch.legal()
        actions = np.array([numbers[game, random.randrange(count)] for game, count in enumerate(counts.tolist())])
        return Found(actions, batch.masks().astype(float), np.zeros(3))

    samples = self_play(batch, at_random, 40)
    assert len(samples.leads) == len(samples.observations) == len(samples.weights) == 3 * 30, "ten plies are not over"
    games = np.arange(3)
    assert samples.leads[:3].tolist() == (ends[30][games, began] - ends[30][games, 1 - began]).tolist()


@pytest.mark.parametrize(
    ("key", "reason"), [("pokeros", "cards are hidden"), ("dice_poker", "chance comes"), ("solitaire", "chance comes")]
)
def test_games_it_would_cheat_in_are_refused(key, reason):
    with pytest.raises(InvalidOption, match=reason):
        gumbel(Batch(key, 1, seed=1), knows_nothing)


def test_mistakes_are_told():
    batch = Batch("locus", 2, seed=1)
    with pytest.raises(InvalidOption, match="takes a whole number, 1 or more"):
        puct(batch, knows_nothing, 0)
    with pytest.raises(InvalidOption, match="considered=0: takes a whole number, 1 or more"):
        gumbel(batch, knows_nothing, considered=0)
    with pytest.raises(InvalidOption, match="steps=0: takes a whole number, 1 or more"):
        self_play(batch, gumbel, 0)
    with pytest.raises(
        InvalidOption, match=r"judge: returned arrays of \(2, 3\) and \(2,\), not \(2, 96\) and \(2, 2\)"
    ):
        puct(batch, lambda ahead: (np.zeros((2, 3)), np.zeros(2)))
