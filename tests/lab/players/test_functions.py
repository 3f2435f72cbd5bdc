"""Players written in Python: what they are given, what they may answer, what their mistakes cost."""

import random
import sys
import time

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.lab.matches import Matchup, PairTask, play_pair, played_game
from fivefold.lab.players import functions
from fivefold.lab.players.functions import given
from fivefold.lab.players.registry import canonical_name, is_foreign, title
from fivefold.play.catalogue import find

LONG = (("dice", "off"), ("goal", "40"))


def first_text(match):
    return match.legal_moves()[0]


def last_number(match):
    return match.legal()[-1]


class Drawing:
    """Draws with the seed its match has, and counts the matches that are over."""

    closed = 0

    def __init__(self, seed):
        self.random = random.Random(seed)

    def __call__(self, match):
        return self.random.choice(match.legal())

    def close(self):
        Drawing.closed += 1


class Stubborn(Drawing):
    """Fails when its match is over."""

    def close(self):
        raise ValueError("close fails")


class Leaving(Drawing):
    def close(self):
        sys.exit("enough")


class Lingering(Drawing):
    def close(self):
        endless(None)


def broken(match):
    return {}[match]


def leaving(match):
    sys.exit("enough")


def cheating(match):
    return 999


def wordy(match):
    return "knight takes queen"


def empty(match):
    return None


def endless(match):
    while True:
        try:
            time.sleep(0.001)
        except Exception:
            continue


def meddling(match):
    match.legal().clear()
    match.moves.clear()
    match.row[0] = 99
    return 1


def played(function, rival="random", seconds=10.0):
    return played_game(PairTask(Matchup("race", given(function), rival, LONG), 0, ()), 0, seconds)


def test_a_function_is_named_by_its_module_and_found_by_that_name():
    name = given(first_text)
    assert name == f"{__name__}:first_text"
    assert canonical_name(find("race"), f" {name} ") == name == title(find("race"), name)
    assert is_foreign(name)


def test_texts_and_numbers_are_both_moves():
    slow, quick = played(first_text), played(last_number)
    assert {found.move for found in slow.findings[0]} == {1}
    assert max(found.move for found in quick.findings[0]) == 3
    assert play_pair(PairTask(Matchup("race", given(last_number), given(first_text), LONG), 0, ())).score == 1.0


def test_a_class_is_made_anew_for_each_match_with_its_seed():
    before = Drawing.closed
    one, again = played(Drawing), played(Drawing)
    assert one.match.moves == again.match.moves and one.lost is None
    assert Drawing.closed == before + 2


@pytest.mark.parametrize(
    ("function", "offence", "detail"),
    [
        (broken, "crash", "KeyError"),
        (leaving, "crash", "SystemExit: 'enough'"),
        (cheating, "illegal", "'999' is no legal move of seat 0"),
        (wordy, "illegal", "'knight takes queen'"),
        (empty, "illegal", "neither the text nor the number"),
        (endless, "time", "no move within 0.05 s"),
    ],
)
def test_a_mistake_costs_the_game_and_it_is_said_which(function, offence, detail):
    game = played(function, seconds=0.05)
    assert (game.lost.seat, game.lost.offence) == (0, offence) and detail in game.lost.detail
    assert game.match.outcome.returns == (0.0, 1.0)


@pytest.mark.parametrize(
    ("player", "said"),
    [(Stubborn, "ValueError: 'close fails'"), (Leaving, "SystemExit: 'enough'"), (Lingering, "no end within 0.05 s")],
)
def test_a_game_is_decided_before_a_player_fails_to_close(player, said, capsys):
    game = played(player, seconds=0.05)
    assert game.lost is None and game.match.outcome is not None
    assert capsys.readouterr().err == f"{given(player)}: its close failed after a match: {said}\n"


def test_what_a_function_does_to_its_view_does_not_reach_the_match():
    game = played(meddling)
    assert game.lost is None and {found.move for found in game.findings[0]} == {1}


def test_a_game_lost_before_the_first_move_has_a_result():
    pair = play_pair(PairTask(Matchup("race", given(broken), "random", LONG), 0, ()))
    assert [game.share for game in pair.games] == [0.0, 0.0]
    assert [game.first for game in pair.games] == [True, False]


def test_in_a_double_match_a_game_lost_by_a_mistake_counts_by_itself():
    calls = []

    def fails_once(match):
        calls.append(match)
        return match.legal()[0] if len(calls) > 18 or match.to_move else "no"

    pair = play_pair(PairTask(Matchup("locus", given(fails_once), "random"), 0, ()))
    assert pair.score in {0.0, 0.25, 0.5} and pair.games[0].share == 0.0


def test_a_function_of_this_process_alone_has_a_name_of_its_own():
    one, other = lambda match: 1, lambda match: 2
    assert given(one) == given(one) != given(other)
    assert given(one).startswith("here:") and functions.load(given(other)) is other


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module_here:choose", "no_such_module_here cannot be imported: ModuleNotFoundError"),
        (f"{__name__}:no_such_function", "there is no function or class no_such_function"),
        (f"{__name__}:LONG", "there is no function or class LONG"),
    ],
)
def test_a_function_that_is_not_there_is_refused(name, said):
    with pytest.raises(InvalidOption, match=said):
        canonical_name(find("race"), name)


def test_modules_in_the_current_folder_are_found_and_known_by_their_source(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "mine_for_tests.py").write_text("def choose(match):\n    return match.legal()[0]\n")
    assert canonical_name(find("race"), "mine_for_tests:choose") == "mine_for_tests:choose"
    assert len(functions.digest("mine_for_tests:choose")) == 16
    del sys.modules["mine_for_tests"]
