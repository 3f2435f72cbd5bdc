"""The bench of many games at once runs, ours and the others'."""

import pytest

from benchmarks import batch
from benchmarks.measurement import Peer

pytestmark = pytest.mark.slow


def test_a_game_is_measured_beside_its_peers():
    inside, stepped, told = batch._of_game("focus", 2, 1, (Peer("bare", 50.0),), (Peer("other", 100.0),))
    assert inside.target == 2_000_000 and told.target == 2_000
    assert [peer.name for row in (stepped, told) for peer in row.peers] == ["bare", "other"]
    assert all(row.figure > 0 for row in (inside, stepped, told))


@pytest.mark.filterwarnings("ignore")
def test_peers_are_measured_where_they_are_installed():
    assert batch._zoo("tictactoe_v3", 30, 1).figure > 0
    assert batch._spiel("tic_tac_toe", 1, 1).figure > 0
    assert all(batch._states("tic_tac_toe", 30, 1, told).figure > 0 for told in (False, True))
