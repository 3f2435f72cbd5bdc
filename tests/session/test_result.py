"""What a finished match came to: what each seat earned with what, and which turn earned most."""

from random import Random

import pytest

from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.session import result

SHORT = {"locus": {"grid": "6x5"}, "dice_poker": {"sets": "1"}, "solitaire": {"touch": "anywhere"}}


def over(key, seed=2, **options):
    match, chosen = Match(key, seed=seed, options={**SHORT.get(key, {}), **options}), Random(seed)
    while match.outcome is None and len(match.moves) < 400:
        match.make(chosen.choice(match.legal()))
    return match


@pytest.mark.parametrize("key", keys())
def test_what_each_seat_has_adds_up_to_its_points(key):
    match = over(key)
    made = result.gains(match)
    totals = [sum(item.points for item in items) for items in result.tallies(match, made)]
    assert all(match.game.notation.WORDS.text(item.label) for items in result.tallies(match, made) for item in items)
    if find(key).traits.scores_decide:
        assert tuple(totals) == match.scores


@pytest.mark.parametrize("options", [{"scoring": "pat"}, {"mode": "best-of-two"}, {"mode": "alternate", "steal": "on"}])
def test_squares_of_every_kind_add_up(options):
    known = {option.name: option.values for option in find("solitaire").setup.options}
    match = over("solitaire", **{name: value for name, value in options.items() if value in known.get(name, ())})
    totals = [sum(item.points for item in items) for items in result.tallies(match, result.gains(match))]
    assert tuple(totals) == match.scores


def test_hands_of_a_kind_are_counted_together_whatever_their_ranks():
    match = over("locus")
    (mine, _) = result.tallies(match, result.gains(match))
    labels = [match.game.notation.WORDS.text(item.label) for item in mine]
    assert len(labels) == len(set(labels)) and "bonus" in labels
    assert [item.points for item in mine] == sorted((item.points for item in mine), reverse=True)


def test_the_best_turn_is_the_one_that_earned_most():
    match = over("locus")
    made = result.gains(match)
    best = result.best_turn(match, made, {0})
    assert best.points == max(gain.points[0] for gain in made if gain.ply.mover == 0)
    assert match.movers[best.ply - 1] == 0 and best.earned_with is not None
    assert result.best_turn(Match("locus", seed=1), [], {0, 1}) is None


def test_the_course_of_a_match_adds_up():
    match = over("locus")
    parts = result.course(result.gains(match), 0)
    assert len(parts) == 5 and sum(mine for mine, _ in parts) == match.scores[0]
    assert sum(theirs for _, theirs in parts) == match.scores[1]
    assert result.course([], 0) == [(0, 0)] * 5
