"""The best arrangement of a finished game, and the questions that workers answer about it."""

import pickle
from random import Random

import pytest

from fivefold.contract import NOBODY
from fivefold.contract.errors import InvalidOption, MatchOver
from fivefold.engine import arrangement_search, worker_main
from fivefold.engine.arrangement_search import arrange
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.worker_main import Respondent, hindsight_question, question
from fivefold.play.catalogue import find
from fivefold.play.match import Match

SOLITAIRE = find("solitaire")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(arrangement_search, "PLAIN_ROUND_STEPS", 300)
    monkeypatch.setattr(worker_main, "is_warm", lambda game: False)


def finished(seed=1, **options):
    match, random = Match(SOLITAIRE, seed=seed, **options), Random(seed)
    while match.outcome is None:
        match.make(random.choice(match.legal()))
    return match


@pytest.mark.parametrize("options", [{}, {"mode": "alternate", "scoring": "american"}, {"mode": "sum-of-two"}], ids=str)
def test_the_arrangement_is_a_finished_position_with_no_fewer_points(options):
    match = finished(**options)
    for seat in range(len(match.seats)):
        found = arrange(PlainKernels(SOLITAIRE), match, seat, 0.0)
        scores = [0] * len(match.seats)
        SOLITAIRE.rules.scores(list(found.row), scores)
        assert SOLITAIRE.rules.to_move(list(found.row)) == NOBODY
        assert found.points == scores[seat] >= match.scores[seat]
        assert [points for other, points in enumerate(scores) if other != seat] == [
            points for other, points in enumerate(match.scores) if other != seat
        ]


def test_a_worker_answers_for_a_match_played_to_its_end_and_for_one_broken_off():
    match = finished()
    asked = pickle.loads(pickle.dumps(hindsight_question(match, 0, 0.0)))
    found = Respondent(patient=False).answer(asked)
    assert found.seat == 0 and found.points >= match.scores[0]
    broken = Match(SOLITAIRE, seed=2)
    for _ in range(8):
        broken.make(broken.legal()[0])
    broken.resign(0)
    assert Respondent(patient=False).answer(hindsight_question(broken, 0, 0.0)).points >= broken.scores[0]


def test_what_cannot_be_arranged_is_said():
    kernels, running = PlainKernels(SOLITAIRE), Match(SOLITAIRE, seed=1)
    with pytest.raises(MatchOver, match="when the match is over"):
        arrange(kernels, running, 0, 0.0)
    with pytest.raises(InvalidOption, match="seat 1; there are 0 to 0"):
        arrange(kernels, finished(), 1, 0.0)
    with pytest.raises(InvalidOption, match="Locus Poker has none"):
        arrange(PlainKernels(find("locus")), Match("locus", seed=1), 0, 0.0)


def test_a_question_in_a_race_is_about_one_seat():
    match = Match(SOLITAIRE, seed=3, mode="race")
    for seat in (0, 1):
        asked = question(match, 5, seat=seat)
        assert asked.mover == seat
        assert Respondent(patient=False).answer(asked).text.startswith(f"{seat + 1}:")
    assert question(Match(SOLITAIRE, seed=3), 5, seat=0).mover is None


@pytest.mark.long
def test_the_best_of_random_cards_is_what_is_known(compiled):
    # Mean best over random deals: 218.5 american (spread 36.9), 90.6 english (11.7).
    for scoring, mean, spread in (("american", 218.5, 36.9), ("english", 90.6, 11.7)):
        options = {"scoring": scoring, "touch": "anywhere", "rejects": "0/0/0"}
        points = [arrange(compiled("solitaire"), finished(seed, **options), 0, 0.05).points for seed in range(20)]
        assert abs(sum(points) / 20 - mean) < 3 * spread / 20**0.5
