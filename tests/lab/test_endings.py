"""`fivefold endings`: what a move gave away is found out, and what cannot be proven is left out."""

import json
import re

import pytest

from fivefold import cli
from fivefold.contract.errors import InvalidOption
from fivefold.engine.kernels import PlainKernels
from fivefold.lab import endings
from fivefold.lab.configuration import Configuration
from fivefold.lab.endings import Judged, judged
from fivefold.play.catalogue import find
from fivefold.play.match import Match

LOCUS = find("locus")
PLAIN = PlainKernels(LOCUS)


def near_the_end(choices):
    """Return a game of Locus Poker with so many cards left."""
    match = Match(LOCUS, seed=2, grid="6x5")
    while len(match.legal()) > 2 * choices:
        match.make(match.legal()[0])
    return match


def ended(match, move):
    """Return a choice, and the match as it ends if everybody goes on with the first move there is."""
    made = [(match.copy(), move)]
    match = match.copy()
    match.make(move)
    while match.outcome is None:
        match.make(match.legal()[0])
    return made, match


def lost_by(match, move):
    made, over = ended(match, move)
    (found,) = judged(endings.prover_of(PLAIN, 100_000, over), made)
    return found


def test_what_a_move_gave_away_is_the_difference_to_the_best_one():
    match = near_the_end(3)
    found = {move: lost_by(match, move) for move in match.legal()}
    best = [move for move, each in found.items() if each.points == 0]
    assert best and all(found[move].lost == 0 for move in best)
    worst = max(found.values(), key=lambda each: each.points)
    assert worst.points >= 1 and worst.left == 1
    assert all(each.points == round(each.points) for each in found.values()), "points of the game are whole"


def test_alone_a_move_loses_what_another_would_bring_over_all_cards_that_may_come():
    match = Match("solitaire", seed=5, options={"rejects": "0/0/0", "touch": "anywhere"})
    while len(match.legal()) > 2:
        match.make(match.legal()[0])
    prove = endings.prover_of(PlainKernels(match.game), 10_000, match)
    one, other = (next(judged(prove, [(match, move)])) for move in match.legal())
    assert min(one.points, other.points) == 0 and max(one.points, other.points) > 0.1 and one.lost == other.lost == 0


def test_what_is_not_proven_ends_it():
    match = near_the_end(12)
    made, over = ended(match, match.legal()[0])
    assert list(judged(endings.prover_of(PLAIN, 200, over), made)) == []


def test_choices_are_summed_up_by_how_near_the_end_they_were():
    found = [Judged(1, 0.0, 0.0), Judged(2, 1.0, 4.0), Judged(4, 0.5, 2.0), Judged(5, 0.0, 0.0)]
    first, second = endings._lines(found)
    assert first[:3] == ("1 to 4", "3", "66.7 %") and first[4:] == ("0.75", "3.0")
    assert second[:3] == ("5 to 8", "1", "0.0 %") and second[4:] == ("0.00", "0.0")


def test_a_job_keeps_what_it_found():
    coding = endings.endings_job(LOCUS, Configuration(), "5", 1.0, 100, 1, 1).coding
    assert coding.load(json.loads(json.dumps(coding.dump([Judged(1, 0.5, 2.0)])))) == [Judged(1, 0.5, 2.0)]


@pytest.mark.slow
def test_the_command_prints_a_page_with_what_makes_it_again(capsys):
    given = ["endings", "locus", "--levels", "3", "--games", "2", "--nodes", "2000", "--jobs", "1"]
    assert cli.main([*given, "--option", "grid=6x5"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("# Locus Poker: how near to perfect") and "## Level 3 " in said and "| 1 to 4 |" in said
    assert "`fivefold endings locus --levels 3 --games 2 --nodes 2000 --scale 1 --seed 1 --option grid=6x5`" in said


def test_a_game_whose_ends_no_search_proves_is_refused(capsys):
    assert cli.main(["endings", "dice_poker", "--games", "1"]) == 2
    assert "no search proves how its games end" in capsys.readouterr().err


def boom(match):
    raise RuntimeError("boom")


def test_a_player_that_fails_is_refused_and_lets_go(monkeypatch):
    let_go = []
    monkeypatch.setattr(endings, "close", let_go.extend)
    said = f"{__name__}:boom: it lost a game by a mistake (crash: RuntimeError: 'boom')"
    with pytest.raises(InvalidOption, match=re.escape(said)):
        endings.played(find("focus"), Configuration(), f"{__name__}:boom", 1.0, 1, 0)
    assert len(let_go) == 2


def test_a_proof_looks_at_a_position_at_least(capsys):
    assert cli.main(["endings", "locus", "--nodes", "0"]) == 2
    assert capsys.readouterr() == ("", "fivefold: --nodes 0: takes a whole number from 1 up\n")


def test_games_without_chance_differ():
    focus = find("focus")
    games = [endings.played(focus, Configuration(), "greedy", 1.0, 1, number)[0].history for number in (0, 1)]
    assert games[0] != games[1] and games[0][:4] != games[1][:4], "they begin with other moves"
