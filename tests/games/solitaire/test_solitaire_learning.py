"""What learning goes on from: the table that the scoring in use is played with."""

from fivefold.games.solitaire import learning, worth
from fivefold.games.solitaire.row import SCORING
from fivefold.play.match import Match


def start(**options):
    return Match("solitaire", seed=1, **options).row


def test_points_of_your_own_go_on_from_what_they_make_likely_hands_worth():
    row, more = (start(scoring="user", table=table) for table in ("1=1,2=3,3=6", "1=2,2=6,3=12"))
    known = learning.known(row)
    assert known != learning.known(start(scoring="english"))
    assert len(known) == worth.WEIGHTS and any(known[: worth.CROSSINGS]) and not any(known[worth.CROSSINGS :])
    at = max(range(worth.CROSSINGS), key=known.__getitem__)
    pattern, phase = divmod(at, worth.PHASES)
    assert known[at] == worth.expected_points(row, pattern, phase) / worth.HUNDRED
    assert learning.known(more)[at] > known[at]


def test_english_and_american_go_on_from_their_own():
    english, american = (learning.known(start(scoring=scoring)) for scoring in ("english", "american"))
    assert english != american
    assert english[100] == worth.ENGLISH_TABLE[100] / worth.HUNDRED
    assert start(scoring="english")[SCORING] != start(scoring="american")[SCORING]
