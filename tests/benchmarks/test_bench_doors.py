"""The bench of the doors: the same games each way."""

import pytest

from benchmarks import doors
from fivefold.contract import NOBODY
from fivefold.play.catalogue import find

door = pytest.importorskip("fivefold.interop.pettingzoo")


@pytest.mark.parametrize(("key", "options"), [("locus", {}), ("pokeros", {}), ("dice_poker", {})])
def test_the_plain_rules_play_the_very_games(key, options):
    env = door.env(key, compiled=False, **options)
    seed, actions = doors.played(env, 1)[0]
    row, made = doors._as_moves(key, seed, actions)
    for move in made:
        find(key).rules.play(row, move)
    assert find(key).rules.to_move(row) == NOBODY
    assert row == env.playing.row


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_every_game_is_measured_beside_the_plain_rules(monkeypatch):
    monkeypatch.setattr(doors, "keys", lambda: ["locus"])
    over, step, spiel = doors.measure_doors(True)
    assert spiel.figure > 0 and spiel.peers[0].figure > 0 and "OpenSpiel" in spiel.name
    assert over.target == 30 and over.at_most and "plain rules" in over.note
    assert step.figure > 0 and [peer.name for peer in step.peers] == list(doors.THEIRS)
