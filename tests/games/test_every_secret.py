"""What every game with secrets has to keep: who may not know cannot, and who looks on loses nothing else."""

from itertools import islice, product
from random import Random

from fivefold.contract import CHANCE, NOBODY, SPECTATOR, TABLE, Hidden, Sampling
from fivefold.contract.words import explain
from fivefold.parts import dice as generator
from fivefold.play.observation import observed, observed_move
from tests.games.cases import Case, cases, decisions, every, legal, played, sampled

SECRETIVE = [case for case in cases() if case.game.hidden is not None]
EVERY_CASE = every(SECRETIVE)
FILLINGS = 12


def viewers(case: Case) -> list[int]:
    return [SPECTATOR, *range(len(played(case).seats))]


def hidden(case: Case) -> Hidden:
    assert case.game.hidden is not None
    return case.game.hidden


def filled(case: Case, row: list[int], seat: int, salt: int) -> list[int]:
    """Return one possibility for what a seat, or who looks on, cannot know."""
    full, dice = row.copy(), [0]
    generator.seed(dice, salt)
    assert isinstance(case.game.search, Sampling)
    case.game.search.determinize(full, seat, dice)
    return full


@EVERY_CASE
def test_the_table_sees_everything_and_looking_twice_shows_no_less(case: Case) -> None:
    for row in (*sampled(case), played(case).row):
        assert observed(case.game, row, TABLE) == row
        for viewer in viewers(case):
            seen = observed(case.game, row, viewer)
            assert observed(case.game, seen, viewer) == seen
            assert observed(case.game, seen, SPECTATOR) == observed(case.game, row, SPECTATOR)


@EVERY_CASE
def test_an_observed_position_is_a_position(case: Case) -> None:
    rules, seats = case.game.rules, len(played(case).seats)
    for row, viewer in product(sampled(case), viewers(case)):
        seen, scores, seen_scores = observed(case.game, row, viewer), [0] * seats, [0] * seats
        assert rules.to_move(seen) == rules.to_move(row)
        rules.scores(row, scores)
        rules.scores(seen, seen_scores)
        assert scores == seen_scores


@EVERY_CASE
def test_who_moves_knows_all_their_moves_and_what_comes_of_them(case: Case) -> None:
    game = case.game
    for row in decisions(case):
        mover = game.rules.to_move(row)
        seen = observed(game, row, mover)
        moves = legal(game, row)
        assert legal(game, seen) == moves
        for move in Random(case.seed).sample(moves, min(8, len(moves))):
            assert observed_move(game, row, move, mover) == move
            expected, true = seen.copy(), row.copy()
            game.rules.play(expected, move)
            game.rules.play(true, move)
            assert observed(game, expected, mover) == observed(game, true, mover)


@EVERY_CASE
def test_a_match_can_be_followed_by_what_one_sees_of_its_moves(case: Case) -> None:
    game = case.game
    for viewer in viewers(case):
        for ply in islice(played(case).replay(), 60):
            seen, known = observed(game, ply.before, viewer), observed_move(game, ply.before, ply.move, viewer)
            game.rules.play(seen, known)
            if game.rules.to_move(seen) != NOBODY:
                assert seen == observed(game, ply.after, viewer)


@EVERY_CASE
def test_whatever_is_made_of_the_blanks_looks_the_same(case: Case) -> None:
    game = case.game
    for row, viewer in product(sampled(case), viewers(case)):
        seen = observed(game, row, viewer)
        for salt in range(3):
            full = filled(case, seen, viewer, salt)
            assert observed(game, full, viewer) == seen
            assert observed(game, full, TABLE) == full
            mover = game.rules.to_move(full)
            if mover != NOBODY:
                out = full.copy()
                hidden(case).conceal(out, max(mover, 0))
                assert legal(game, full) if mover == CHANCE else legal(game, full) == legal(game, out)


@EVERY_CASE
def test_what_is_hidden_could_be_otherwise(case: Case) -> None:
    """Blanks stand for something, and several possibilities agree with what one sees."""
    game, random = case.game, Random(case.seed)
    rows = [ply.before for ply in played(case).replay()]
    varied = 0
    for row in random.sample(rows, min(10, len(rows))):
        for viewer in viewers(case):
            seen = observed(game, row, viewer)
            fillings = {tuple(filled(case, seen, viewer, salt)) for salt in range(FILLINGS)}
            assert (len(fillings) == 1) or seen != row
            varied += len(fillings) > 1
    assert varied or all(observed(game, row, SPECTATOR) == row for row in rows)


@EVERY_CASE
def test_an_unseen_move_is_said_explained_and_drawn_like_any_of_its_kind(case: Case) -> None:
    """Of the moves that chance could make those that a viewer cannot tell apart are told by the same words."""
    game = case.game
    for ply in played(case).replay():
        if ply.mover != CHANCE or ply.number > 30:
            continue
        moves = legal(game, ply.before)
        for viewer in viewers(case):
            seen = observed(game, ply.before, viewer)
            known = {observed_move(game, ply.before, move, viewer) for move in moves}
            told = [(game.notation.say(seen, move, viewer), explain(game.notation, seen, move)) for move in known]
            assert len(set(told)) == len(known)
            assert all(text.strip() and words.strip() for text, words in told)
            for move in known:
                assert game.picture.motions(seen, move) is not None
                assert game.picture.spotlight(seen, move) is not None
