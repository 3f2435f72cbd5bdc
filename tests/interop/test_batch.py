"""Many games at once are the same games as one at a time: rules, chance, what the table plays, results."""

import copy
import pickle
import tracemalloc
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold import keys
from fivefold.contract import ANYONE, CHANCE, NOBODY, Encoding
from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.engine.batch_kernel import Games
from fivefold.engine.hashing import hashed
from fivefold.interop.batch import Batch, sets_of_options
from fivefold.interop.encoding import encoding_of
from fivefold.parts import dice
from fivefold.play import catalogue
from fivefold.play.observation import observed
from fivefold.play.options import start_row
from tests.quick import in_turn

from ..games.cases import cases
from .sets import RACES, elsewhere, name

pytestmark = pytest.mark.slow
every_game = pytest.mark.parametrize("key", keys())
QUICK = {"focus": {"win": "quota", "patience": "5"}, "dice_poker": {"sets": "1"}}
"""Options with which random games end soon."""


class OneGame:
    """A game of a batch, played with the plain rules."""

    def __init__(self, key, options, seed, number):
        self.game = catalogue.find(key)
        self.starts = [start_row(self.game, each) for each in sets_of_options(self.game, options)]
        self.seats = self.game.setup.seats(sets_of_options(self.game, options)[0])
        self.dice = [0]
        dice.seed(self.dice, hashed(seed, number, 0))
        self.begin()
        self.settle()

    def begin(self):
        which = dice.below(self.dice, len(self.starts)) if len(self.starts) > 1 else 0
        self.row = list(self.starts[which])

    def legal(self):
        moves = [0] * self.game.rules.MAX_MOVES
        return moves[: self.game.rules.legal_moves(self.row, moves)]

    def settle(self):
        self.finished, self.rewards = False, [0.0] * self.seats
        while True:
            turn = self.game.rules.to_move(self.row)
            if turn == NOBODY:
                self.end()
                continue
            legal = self.legal()
            if turn == CHANCE:
                self.game.rules.play(self.row, legal[dice.below(self.dice, len(legal))])
            elif len(legal) == 1 and self.game.plays_itself(self.row, legal[0]):
                self.game.rules.play(self.row, legal[0])
            else:
                return

    def end(self):
        self.finished = True
        self.game.rules.returns(self.row, self.rewards)
        if self.seats > 1:
            self.rewards = [(self.seats * share - 1) / (self.seats - 1) for share in self.rewards]
        self.begin()

    def play(self, move):
        self.game.rules.play(self.row, move)
        self.settle()


def compare(batch, ones):
    legal = batch.legal_moves()
    for number, one in enumerate(ones):
        assert batch.position(number) == one.row
        assert batch.to_move[number] == one.game.rules.to_move(one.row)
        assert legal.numbers[number, : legal.counts[number]].tolist() == one.legal()


def drawn(batch, random):
    """Return a legal move of each game."""
    legal = batch.legal_moves()
    return [int(legal.numbers[game, random.randrange(count)]) for game, count in enumerate(legal.counts.tolist())]


def play_both(key, options, seed, steps, threads=1):
    batch, random = Batch(key, 3, seed=seed, threads=threads, **options), Random(seed)
    ones = [OneGame(key, options, seed, number) for number in range(3)]
    for _ in range(steps):
        compare(batch, ones)
        moves = drawn(batch, random)
        step = batch.play(moves)
        for number, (one, move) in enumerate(zip(ones, moves, strict=True)):
            one.play(move)
            assert step.finished[number] == one.finished
            assert step.rewards[number].tolist() == pytest.approx(one.rewards)
    compare(batch, ones)


@in_turn("case", cases(), by=lambda case: case.key)
def test_each_step_is_that_of_the_plain_rules(case):
    play_both(case.key, dict(case.options), case.seed, 25)


def test_which_games_wait_may_be_told_in_ones_and_zeros():
    batch = Batch("locus", 4, seed=np.int64(3), record=True)
    batch.step(batch.legal().numbers[:, 0], waits=[0, 1, 0, 1])
    assert [len(batch.match(game).decisions) for game in range(4)] == [1, 0, 1, 0]
    with pytest.raises(InvalidOption, match="waits: takes 4 whole numbers"):
        batch.step(batch.legal().numbers[:, 0], waits=[True, False])


@every_game
def test_games_that_wait_stay_as_they_are(key):
    batch, alone = Batch(key, 2, seed=3, **QUICK.get(key, {})), OneGame(key, QUICK.get(key, {}), 3, 1)
    for number in range(90):
        waits = np.array([False, number % 3 == 0])
        actions = np.where(waits, -1, batch.masks().argmax(1))
        move = encoding_of(key).move_of(alone.row, int(batch.to_move[1]), int(actions[1]))
        step = batch.step(actions, waits=waits)
        if waits[1]:
            assert not step.finished[1] and not step.rewards[1].any()
        else:
            alone.play(move)
            assert step.finished[1] == alone.finished and step.rewards[1].tolist() == pytest.approx(alone.rewards)
        assert batch.position(1) == alone.row


@every_game
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**62), threads=st.integers(1, 4))
def test_whole_games_are_those_of_the_plain_rules(key, seed, threads):
    play_both(key, QUICK.get(key, {}), seed, 70, threads)


@every_game
def test_a_recorded_game_is_a_match(key):
    batch = Batch(key, 5, seed=4, record=True, **QUICK.get(key, {}))
    for steps in (1, 3, 30, 200):
        batch.play_random(steps)
        for game in range(5):
            match = batch.match(game)
            assert match.row == batch.position(game)
            assert match.to_move == batch.to_move[game]
            assert match.options == batch.options_of(game)
            assert match.outcome is None
    match.make(match.legal()[0])


@every_game
def test_a_game_goes_the_same_whatever_stands_beside_it(key):
    few, many = Batch(key, 3, seed=9), Batch(key, 50, seed=9, threads=3)
    for batch in (few, many):
        batch.play_random(150)
    assert [few.position(game) for game in range(3)] == [many.position(game) for game in range(3)]
    assert few.legal_moves().counts.tolist() == many.legal_moves().counts[:3].tolist()


@every_game
def test_random_play_is_play_of_the_same_moves(key):
    by_itself, by_hand = Batch(key, 4, seed=2, record=True), Batch(key, 4, seed=2)
    state = [0]
    generators = [[0] for _ in range(4)]
    for game, generator in enumerate(generators):
        dice.seed(state, hashed(2, game, 1))
        generator[0] = state[0]
    for _ in range(40):
        by_itself.play_random(1)
        legal = by_hand.legal_moves()
        counts = legal.counts.tolist()
        by_hand.play([int(legal.numbers[game, dice.below(generators[game], counts[game])]) for game in range(4)])
        assert [by_itself.position(game) for game in range(4)] == [by_hand.position(game) for game in range(4)]


@every_game
def test_seeds_fix_games_and_others_do_not(key):
    one, same, other = Batch(key, 8, seed=1), Batch(key, 8, seed=1), Batch(key, 8, seed=2)
    positions = []
    for batch in (one, same, other):
        batch.play_random(60)
        positions.append([batch.position(game) for game in range(8)])
    assert positions[0] == positions[1] != positions[2]
    one.reset(2)
    one.play_random(60)
    assert [one.position(game) for game in range(8)] == positions[2]
    assert len({tuple(position) for position in positions[0]}) == 8
    assert Batch(key, 1).seed != Batch(key, 1).seed


@every_game
def test_results_add_up_and_a_new_game_stands_where_one_has_ended(key):
    batch, random, ended = Batch(key, 16, seed=5, **QUICK.get(key, {})), Random(1), 0
    played = batch.play_random(300)
    assert played.decisions == 4800
    assert played.results.sum() == pytest.approx(played.games) or batch.seats == 1
    for _ in range(120):
        step = batch.play(drawn(batch, random))
        ended += int(step.finished.sum())
        assert not step.rewards[~step.finished].any()
        if batch.seats > 1:
            assert np.allclose(step.rewards.sum(axis=1), 0.0)
            assert np.abs(step.rewards).max() <= 1
        assert (batch.legal_moves().counts > 0).all()
    assert ended > 0


@pytest.mark.parametrize("key", ["locus", "pokeros", "solitaire"])
def test_points_as_rewards_add_up_to_the_final_scores(key):
    batch, random = Batch(key, 8, seed=5, reward="points"), Random(1)
    total = np.zeros((8, batch.seats))
    seen = 0
    for _ in range(110):
        step = batch.play(drawn(batch, random))
        total += step.rewards
        for game in np.flatnonzero(step.finished):
            assert total[game].tolist() == batch.final_scores[game].tolist()
            total[game] = 0
            seen += 1
    assert seen > 8


@every_game
def test_actions_and_masks_are_exactly_the_legal_moves(key):
    batch, by_moves, random = Batch(key, 6, seed=3, threads=2), Batch(key, 6, seed=3), Random(3)
    encoding = batch.game.extra_of(Encoding)
    for _ in range(30):
        moves = [game.tolist()[:count] for game, count in zip(*batch.legal_moves(), strict=True)]
        actions = [[encoding.action_of(batch.position(game), move) for move in moves[game]] for game in range(6)]
        assert [np.flatnonzero(mask).tolist() for mask in batch.masks()] == [sorted(each) for each in actions]
        assert [game.tolist()[:count] for game, count in zip(*batch.legal(), strict=True)] == actions
        picks = [random.randrange(len(each)) for each in actions]
        step = batch.step([each[pick] for each, pick in zip(actions, picks, strict=True)])
        other = by_moves.play([each[pick] for each, pick in zip(moves, picks, strict=True)])
        assert all(np.array_equal(one, another) for one, another in zip(step, other, strict=True))
    assert [batch.position(game) for game in range(6)] == [by_moves.position(game) for game in range(6)]


@every_game
def test_an_observation_is_made_of_what_a_seat_may_know(key):
    batch = Batch(key, 4, seed=3, threads=2)
    encoding = batch.game.extra_of(Encoding)
    for _ in range(20):
        batch.play_random(3)
        for seats in (None, *range(batch.seats)):
            seen = batch.observations(seats)
            for game in range(4):
                seat = int(batch.to_move[game]) if seats is None else seats
                expected = [0] * encoding.length
                encoding.observe_into(observed(batch.game, batch.position(game), seat), seat, expected)
                assert seen[game].tolist() == expected
    assert batch.observations() is batch.observations(0)
    assert batch.scores().shape == (4, batch.seats)


@pytest.mark.parametrize("key", ["locus", "pokeros", "focus", "dice_poker"])
def test_who_is_not_to_move_has_nothing_to_choose(key):
    batch = Batch(key, 6, seed=3)
    batch.play_random(5)
    others = 1 - batch.to_move
    assert not batch.masks(others).any() and not batch.legal(others).counts.any()
    numbers, _ = batch.legal()
    with pytest.raises(IllegalMove, match="game 0: action"):
        batch.step(numbers[:, 0], others)
    batch.step(numbers[:, 0], batch.to_move)


def test_in_a_race_it_is_said_who_moves():
    batch = Batch("solitaire", 5, seed=3, mode="race", deal=3)
    assert (batch.to_move == ANYONE).all()
    with pytest.raises(InvalidOption, match="seats: anyone may move here, so say which seat of each game is meant"):
        batch.masks()
    random = Random(1)
    for _ in range(60):
        seats = [random.randrange(2) for _ in range(5)]
        numbers, counts = batch.legal(seats)
        seats = [seat if count else 1 - seat for seat, count in zip(seats, counts.tolist(), strict=True)]
        numbers, counts = batch.legal(seats)
        batch.step([int(numbers[game, random.randrange(count)]) for game, count in enumerate(counts.tolist())], seats)
    assert batch.observations(1).any()
    with pytest.raises(InvalidOption, match="seats: the seats are 0 to 1"):
        batch.masks(2)


@every_game
def test_an_illegal_action_is_named_and_changes_nothing(key):
    batch, random = Batch(key, 3, seed=1), Random(2)
    for _ in range(10):
        masks = batch.masks().copy()
        before = [batch.position(game) for game in range(3)]
        actions = [random.choice(np.flatnonzero(mask).tolist()) for mask in masks]
        for wrong in (-1, masks.shape[1], *random.sample(np.flatnonzero(masks[1] == 0).tolist(), 10)):
            with pytest.raises(
                IllegalMove, match=rf"game 1: action {wrong} is not legal for seat \d here; masks\(\) says"
            ):
                batch.step([actions[0], wrong, actions[2]])
        assert before == [batch.position(game) for game in range(3)]
        batch.step(actions)


def test_an_illegal_move_is_named_and_changes_nothing():
    batch = Batch("locus", 10, seed=1, threads=2)
    legal = batch.legal_moves().numbers[:, 0].copy()
    before = [batch.position(game) for game in range(10)]
    legal[7], legal[9] = 1000, -1
    with pytest.raises(IllegalMove, match=r"game 7: move 1000 is not legal here; legal_moves\(\) lists what is"):
        batch.play(legal)
    assert before == [batch.position(game) for game in range(10)]


def test_what_a_batch_cannot_be_is_said():
    with pytest.raises(InvalidOption, match="there is no such game"):
        Batch("chess", 2)
    for wrong, message in [
        ({"count": 0}, "count=0: takes a whole number, 1 or more"),
        ({"threads": 0}, "threads=0: takes a whole number, 1 or more"),
        ({"reward": "glory"}, "reward=glory: rewards are result or points"),
        ({"grid": "9x9"}, "grid=9x9"),
    ]:
        with pytest.raises(InvalidOption, match=message):
            Batch("locus", **{"count": 2, **wrong})
    batch = Batch("locus", 2, seed=1)
    for moves in ([0], [0.0, 1.0], 0, [[0, 1]]):
        with pytest.raises(InvalidOption, match="moves: takes 2 whole numbers, one for each game, not "):
            batch.play(moves)
    with pytest.raises(InvalidOption, match="steps=0: takes a whole number, 1 or more"):
        batch.play_random(0)
    with pytest.raises(InvalidOption, match="game 2: there are 2, from 0"):
        batch.position(2)
    with pytest.raises(
        InvalidOption, match=r"match\(1\): this batch does not record its moves; make it with record=True"
    ):
        batch.match(1)


def test_what_it_shows_cannot_be_written_to():
    batch = Batch("locus", 2, seed=1)
    with pytest.raises(ValueError, match="read-only"):
        batch.to_move[0] = 5


def test_games_can_be_looked_at():
    batch = Batch("pokeros", 2, seed=1)
    assert batch.render(0).startswith("<svg")
    assert batch.text(0, 0) != batch.text(0)
    assert "Pack" in batch.text(1)


def test_kernels_are_compiled_once_whatever_arrays_they_are_given():
    batch = Batch("locus", 6, seed=1)
    frozen = batch.legal().numbers[:, 0].astype(np.int32)
    frozen.flags.writeable = False
    batch.step(frozen)
    batch.step(batch.legal().numbers[:, 0])
    batch.step(batch.legal().numbers[:, 0].tolist(), batch.to_move)
    batch.play(batch.legal_moves().numbers[:, 0])
    batch.scores()
    batch.set_position(2, batch.position(1))
    batch.load(pickle.loads(pickle.dumps(batch.save())), np.arange(6)[::-1])
    batch.step(batch.legal().numbers[:, 0])
    batch.play(batch.legal_moves().numbers[:, 0])
    of_actions = (batch._told.take_actions, batch._told.list_actions)
    for kernel in (*of_actions, batch._told.all_scores, batch._take, batch._advance):
        assert len(kernel.signatures) == 1


def test_memory_does_not_grow():
    batch = Batch("locus", 64, seed=1)
    legal = batch.legal_moves()
    batch.play(legal.numbers[:, 0])
    tracemalloc.start()
    for _ in range(300):
        batch.play(legal.numbers[:, 0])
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 50_000


# --- going back ---

GOING_BACK = [
    *((key, QUICK.get(key, {})) for key in keys()),
    ("focus", {"players": 3, "patience": 9}),
    *(("solitaire", options) for options in RACES),
]
every_kind = pytest.mark.parametrize(("key", "options"), GOING_BACK, ids=name)


def told(batch, games=None):
    """Return all that a batch tells of where its games stand, or some of them."""
    which = range(batch.count) if games is None else games
    seen = [
        array[which].tolist()
        for seat in range(batch.seats)
        for array in (batch.observations(seat), batch.masks(seat), batch.legal(seat).counts)
    ]
    legal = [batch.legal_moves().numbers[game, : batch.legal_moves().counts[game]].tolist() for game in which]
    whose, points = batch.to_move[which].tolist(), batch.scores()[which].tolist()
    return seen, legal, whose, points, [batch.position(game) for game in which]


def went_on(batch, steps=57):
    """Return what becomes of a batch in so many steps: picks among what is legal, then a player at random."""
    random, brought = Random(8), []
    for _ in range(steps):
        step = batch.play(drawn(batch, random))
        brought.append([step.rewards.tolist(), step.finished.tolist()])
    batch.play_random(steps)
    return brought, told(batch), batch.final_scores.tolist()


@every_kind
@pytest.mark.parametrize("reward", ["result", "points"])
def test_from_where_games_were_saved_they_go_the_same(key, options, reward):
    batch = Batch(key, 5, seed=6, threads=2, reward=reward, **options)
    batch.play_random(23)
    saved, before = batch.save(), told(batch)
    after = went_on(batch)
    assert told(batch) != before
    batch.load(saved)
    assert told(batch) == before
    assert not batch.last.rewards.any() and not batch.last.finished.any()
    assert batch.last.to_move.tolist() == before[2]
    assert went_on(batch) == after
    other = Batch(key, 5, seed=1, reward=reward, **options)
    other.load(pickle.loads(pickle.dumps(saved)))
    assert told(other) == before and other.seed == 6
    assert went_on(other) == after


@every_kind
def test_games_go_on_from_any_that_were_saved(key, options):
    many, few = Batch(key, 6, seed=6, **options), Batch(key, 4, seed=2, threads=2, **options)
    many.play_random(33)
    games = [5, 0, 5, 3]
    few.load(many.save(), np.array(games, np.int32))
    assert told(few) == told(many, games)
    for _ in range(40):
        legal = many.legal_moves()
        picks = [int(legal.numbers[game, -1 + legal.counts[game]]) for game in range(6)]
        step, whole = few.play([picks[game] for game in games]), many.play(picks)
        assert step.rewards.tolist() == whole.rewards[games].tolist()
        assert step.finished.tolist() == whole.finished[games].tolist()
        assert told(few) == told(many, games)
    many.load(few.save(), [0, 1, 2, 3, 3, 2])
    assert told(many, range(4)) == told(few)


def test_games_go_on_from_any_of_several_saves():
    batch, other, saves, positions = Batch("pokeros", 3, seed=1), Batch("pokeros", 3, seed=2), [], []
    for _ in range(4):
        batch.play_random(3)
        saves.append(batch.save())
        positions += [batch.position(game) for game in range(3)]
    joined = Games(*map(np.concatenate, zip(*(each.games for each in saves), strict=True)))
    other.load(saves[0]._replace(games=joined), [11, 0, 7])
    assert [other.position(game) for game in range(3)] == [positions[game] for game in (11, 0, 7)]
    other.play_random(100)


@pytest.mark.parametrize("key", ["pokeros", "dice_poker"])
def test_a_seed_starts_chance_anew_where_games_go_on_from_the_same(key):
    batch = Batch(key, 8, seed=6)
    batch.play_random(9)
    saved, same = batch.save(), [2] * 8
    positions = {}
    for seed in (None, 1, 2, 1):
        batch.load(saved, same, seed=seed)
        assert told(batch, range(4)) == told(batch, range(4, 8))
        assert batch.seed == (6 if seed is None else seed)
        batch.play_random(9)
        found = [batch.position(game) for game in range(8)]
        assert positions.setdefault(seed, found) == found
    assert len({tuple(each) for each in positions[None]}) == 1
    assert len({tuple(each) for each in positions[1] + positions[2]}) == 16


def test_points_as_rewards_count_from_where_games_go_on():
    by_result, by_points = Batch("locus", 4, seed=3), Batch("locus", 4, seed=1, reward="points")
    by_result.play_random(20)
    by_points.load(by_result.save())
    before = by_points.scores().copy()
    step = by_points.play(by_points.legal_moves().numbers[:, 0])
    assert step.rewards.tolist() == (by_points.scores() - before).tolist()
    by_points.set_position(0, by_result.position(1))
    before = by_points.scores().copy()
    assert before[0].tolist() == by_result.scores()[1].tolist()
    step = by_points.play(by_points.legal_moves().numbers[:, 0])
    assert step.rewards.tolist() == (by_points.scores() - before).tolist()


def test_what_was_saved_is_not_touched_by_what_follows():
    batch = Batch("pokeros", 3, seed=6)
    saved = batch.save()
    before = pickle.dumps(saved)
    batch.play_random(40)
    batch.load(saved, [1, 1, 1])
    batch.play_random(40)
    assert pickle.dumps(saved) == before


@pytest.mark.parametrize(
    ("saved", "loaded", "message"),
    [
        (("focus", {}), ("locus", {}), "with game=focus, and this batch has game=locus; take one with game=focus"),
        (("focus", {"players": 3}), ("focus", {}), "with players=3, and this batch has players=2; take one with play"),
        (("locus", {}), ("locus", {"first": 1}), "with first left to chance, and this batch has first=1; take one wi"),
        (("solitaire", {"mode": "race"}), ("solitaire", {}), "with mode=race, and this batch has mode="),
    ],
    ids=str,
)
def test_other_games_are_not_loaded(saved, loaded, message):
    batch = Batch(loaded[0], 2, seed=1, **loaded[1])
    before = told(batch)
    with pytest.raises(InvalidOption, match=f"load: these were saved {message}"):
        batch.load(Batch(saved[0], 2, seed=1, **saved[1]).save())
    assert told(batch) == before


def test_what_cannot_be_loaded_is_said():
    batch = Batch("locus", 2, seed=1)
    earlier = batch.save()._replace(kind={**batch.save().kind, "version": "version 0 of the rules"})
    with pytest.raises(
        InvalidOption, match=r"load: these were saved with version 0 of the rules, and this batch has v"
    ):
        batch.load(earlier)
    del earlier.kind["version"]
    with pytest.raises(InvalidOption, match=r"load: these were saved with no version, and this batch has version"):
        batch.load(earlier)
    saved = Batch("locus", 3, seed=1).save()
    longer = saved._replace(games=saved.games._replace(rows=np.zeros((3, 2255), np.int64)))
    with pytest.raises(InvalidOption, match=r"load: positions of 2255 numbers, here of \d+; save them anew"):
        batch.load(longer)
    with pytest.raises(InvalidOption, match="load: 3 games were saved, here are 2; games= says which go where"):
        batch.load(saved)
    for wrong in ([0, 3], [-1, 0]):
        with pytest.raises(InvalidOption, match="games: 3 were saved, numbered from 0"):
            batch.load(saved, wrong)
    with pytest.raises(InvalidOption, match="games: takes 2 whole numbers, one for each game, not "):
        batch.load(saved, [0, 1, 2])


@every_kind
def test_a_position_can_be_set(key, options):
    batch, other = Batch(key, 4, seed=6, **options), Batch(key, 4, seed=2, **options)
    batch.play_random(25)
    before = told(other, [0, 1, 3])
    other.set_position(2, batch.position(1))
    assert told(other, [2]) == told(batch, [1])
    assert told(other, [0, 1, 3]) == before
    moves = drawn(other, Random(1))
    moves[2] = int(batch.legal_moves().numbers[1, 0])
    other.play(moves)
    for game in range(4):
        other.set_position(game, np.array(batch.position(game)))
    assert told(other) == told(batch)
    other.play_random(100)


def test_a_position_in_which_nobody_chooses_is_not_set():
    focus, solitaire, dice_poker = (Batch(key, 2, seed=1) for key in ("focus", "solitaire", "dice_poker"))
    over = focus.position(0)
    moves = [0] * focus.game.rules.MAX_MOVES
    while focus.game.rules.to_move(over) != NOBODY:
        count = focus.game.rules.legal_moves(over, moves)
        focus.game.rules.play(over, moves[count // 2])
    undealt = start_row(solitaire.game, sets_of_options(solitaire.game, {})[0])
    three = Batch("focus", 1, seed=1, players=3)
    while three.to_move[0] != 2:
        three.play(drawn(three, Random(1)))
    for batch, row, message in (
        (focus, over, "row: the game is over there; take a position in which a seat of this batch is"),
        (focus, three.position(0), "row: seat 2 is to move there; take a position in which a seat of this batch is"),
        (solitaire, undealt, "row: chance is to move there; take a position in which a seat of this batch is"),
        (dice_poker, forced_row("dice_poker"), "row: there is nothing to choose there; take a position in which"),
        (focus, over[:-1], f"row: takes {len(over)} whole numbers, one for each cell of a position, not int64"),
        (focus, [0.0] * len(over), f"row: takes {len(over)} whole numbers, one for each cell of a position, not fl"),
    ):
        before = told(batch)
        with pytest.raises(InvalidOption, match=message):
            batch.set_position(1, row)
        assert told(batch) == before
    with pytest.raises(InvalidOption, match="game 2: there are 2, from 0"):
        focus.set_position(2, focus.position(0))


def forced_row(key):
    """Return a position in which there is a single move, which the table makes."""
    one, random = OneGame(key, {}, 1, 0), Random(1)
    rules = one.game.rules
    while True:
        legal = one.legal()
        if len(legal) == 1 and one.game.plays_itself(one.row, legal[0]):
            return one.row
        rules.play(one.row, random.choice(legal))


def test_moves_are_known_of_games_that_were_saved_with_them():
    batch = Batch("locus", 3, seed=4, record=True)
    batch.play_random(30)
    saved, matches = batch.save(), [batch.match(game).moves for game in range(3)]
    batch.play_random(2000)
    batch.load(saved, [2, 0, 2])
    assert [batch.match(game).moves for game in range(3)] == [matches[2], matches[0], matches[2]]
    batch.play_random(500)
    assert [batch.match(game).row for game in range(3)] == [batch.position(game) for game in range(3)]
    plain = Batch("locus", 3, seed=4)
    plain.load(saved)
    assert told(plain, [1])[4] == [Batch.copy(plain).position(1)]


@pytest.mark.parametrize("by", ["load", "set_position"])
def test_moves_before_a_position_are_not_known_until_the_next_game(by):
    batch, plain = Batch("locus", 2, seed=4, record=True), Batch("locus", 2, seed=4)
    plain.play_random(20)
    if by == "load":
        batch.load(plain.save())
    else:
        batch.set_position(0, plain.position(0))
    ended = False
    while not ended:
        for each in (batch, batch.copy(), again(batch)):
            with pytest.raises(InvalidOption, match=r"match\(0\): its position was set, or saved without moves"):
                each.match(0)
        ended = bool(batch.play(drawn(batch, Random(1))).finished[0])
    assert batch.match(0).row == batch.position(0)
    assert by == "load" or batch.match(1).row == batch.position(1)


def test_a_position_does_not_tell_what_chance_drew():
    batch, fixed = Batch("locus", 2, seed=4), Batch("locus", 2, seed=4, first=1)
    for each in (batch, fixed):
        each.set_position(1, each.position(0))
    assert batch.options_of(0)["first"] in {"0", "1"} and fixed.options_of(1)["first"] == "1"
    with pytest.raises(InvalidOption, match=r"options_of\(1\): its position was set, which does not tell what chance"):
        batch.options_of(1)
    batch.play_random(200)
    assert batch.options_of(1)["first"] in {"0", "1"}


# --- copies ---


def again(batch):
    return pickle.loads(pickle.dumps(batch))


@every_kind
@pytest.mark.parametrize("twin", [Batch.copy, copy.copy, copy.deepcopy, again], ids=lambda each: each.__name__)
def test_a_copy_goes_on_the_same_by_itself(key, options, twin):
    batch = Batch(key, 4, seed=6, threads=2, reward="points", record=True, **options)
    batch.play_random(15)
    batch.play(drawn(batch, Random(3)))
    other, before = twin(batch), told(batch)
    assert all(one.tolist() == another.tolist() for one, another in zip(batch.last, other.last, strict=True))
    assert (other.seed, other.threads, other.reward, other.seats) == (6, 2, "points", batch.seats)
    after = went_on(other)
    assert told(batch) == before
    assert went_on(batch) == after
    assert [other.match(game).moves for game in range(4)] == [batch.match(game).moves for game in range(4)]
    assert other.options_of(2) == batch.options_of(2)


def test_a_batch_goes_on_the_same_in_another_process():
    batch = Batch("pokeros", 4, seed=6, threads=2)
    batch.play_random(15)
    assert elsewhere(went_on, batch) == went_on(batch)
