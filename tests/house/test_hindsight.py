"""What could have been made of the cards: looked for once when a match is over, kept, and told in points."""

import pytest

from fivefold.engine.arrangement_search import Arranged
from fivefold.engine.workers import NoAnswer
from fivefold.house.computers.analysis import Arrangement, hindsight_view
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from tests.house.cards import alone, laid, race
from tests.house.people import ANNA
from tests.house.test_opponents import WAIT, Thinkers, arrived


class Arrangers(Thinkers):
    """Finds ten points more than were made."""

    def __init__(self, house, snapshot):
        super().__init__()
        self.house, self.id = house, snapshot.id

    def arrange(self, asked):
        with self.change:
            self.asked.append(asked)
            self.change.notify_all()
        assert self.gate.wait(WAIT)
        if self.failures:
            raise self.failures.pop()
        match = self.house.snapshot(self.id).match
        return Arranged(asked.seat, tuple(match.row), match.scores[asked.seat] + 10, 1.5)


@pytest.fixture
def over(house):
    return laid(house, alone(house))


@pytest.fixture
def arrangers(house, over):
    return Arrangers(house, over)


@pytest.fixture
def opponents(house, arrangers):
    opponents = Opponents(house, arrangers, sweep_seconds=3600)
    opponents.start()
    yield opponents
    opponents.stop()


def found(opponents, match_id):
    """Ask for hindsight until it is there."""
    return arrived(lambda: opponents.hindsight(match_id, ANNA))


def test_it_is_found_once_and_kept(house, database, over, opponents, arrangers):
    (points,) = over.match.scores
    told = found(opponents, over.id)
    (seat,) = told["seats"]
    assert (seat["seat"], seat["points"], seat["yours"], seat["seconds"]) == (0, points + 10, points, 1.5)
    assert seat["share"] == pytest.approx(points / (points + 10)) and "data-pick" not in seat["picture"]
    assert opponents.hindsight(over.id, ANNA) == told
    assert Opponents(House(database), Thinkers()).hindsight(over.id, ANNA) == told and len(arrangers.asked) == 1


def test_however_many_ask_it_is_looked_for_once(over, opponents, arrangers):
    arrangers.gate.clear()
    assert [opponents.hindsight(over.id, person) for person in (ANNA, ANNA, "somebody")] == [None] * 3
    arrangers.gate.set()
    assert found(opponents, over.id) and len(arrangers.asked) == 1


def test_what_failed_is_said_and_looked_for_again(over, opponents, arrangers):
    arrangers.failures = [NoAnswer("solitaire: 3 workers in a row ended")]
    with pytest.raises(NotOffered, match="are busy"):
        found(opponents, over.id)
    assert found(opponents, over.id)["seats"] and len(arrangers.asked) == 2


def test_each_seat_of_a_race_gets_its_own(house):
    snapshot = race(house, "here", mode="race-both")
    while snapshot.match.outcome is None:
        snapshot = house.play(snapshot.id, ANNA, snapshot.number + 1, snapshot.match.legal_moves()[-1])
    opponents = Opponents(house, Arrangers(house, snapshot), sweep_seconds=3600)
    opponents.start()
    told = found(opponents, snapshot.id)
    opponents.stop()
    assert [seat["yours"] for seat in told["seats"]] == list(snapshot.match.scores)


def test_it_comes_when_the_match_is_over_where_there_are_cards(house, opponents):
    with pytest.raises(NotOffered, match="you get it when the match is over"):
        opponents.hindsight(alone(house).id, ANNA)
    with pytest.raises(NotOffered, match="no cards"):
        opponents.hindsight(house.create(ANNA, MatchRequest("focus", {}, ("here",))).id, ANNA)


def test_what_was_made_is_never_less_than_what_was_possible(over):
    (points,) = over.match.scores
    (told,) = hindsight_view(over, {0: Arrangement(0, tuple(over.match.row), points - 5, 1.0)})["seats"]
    assert (told["points"], told["yours"], told["share"]) == (points, points, 1.0)


def test_where_nothing_was_to_be_had_there_is_no_share(house):
    over = laid(house, alone(house, scoring="pat"))
    (told,) = hindsight_view(over, {0: Arrangement(0, tuple(over.match.row), 0, 1.0)})["seats"]
    assert (told["points"], told["share"]) == (0, None)
