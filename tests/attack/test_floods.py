"""One person keeps every opponent busy: what another asks for still comes next.

Who thinks is made up: long answers take until the test lets each go, so that only their order counts.
"""

from threading import Condition, Event

import pytest

from fivefold.engine.opponents import Thought
from fivefold.engine.strength import levels_of
from fivefold.engine.worker_main import rebuild
from fivefold.engine.workers import NoAnswer
from fivefold.house.bounds import MOST_AMONG_COMPUTERS
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play.catalogue import find

pytestmark = pytest.mark.slow

FLOODER, VICTIM = "flooder567abcdef", "victim567abcdefg"
WORKERS = 2
WAIT = 60


class Pondering:
    """Plays the first legal move: quick levels at once, one long answer for each ``let_go``."""

    compiling = False

    def __init__(self):
        self.count, self.change = WORKERS, Condition()
        self.held, self.free, self.answered, self.stopped = [], 0, [], False

    def start(self):
        pass

    def stop(self):
        with self.change:
            self.stopped = True
            self.change.notify_all()

    def tend(self):
        pass

    def think(self, asked):
        match = rebuild(find(asked.game), asked.options, asked.moves, asked.chance)
        if asked.budget is not None or not levels_of(match.game)[asked.level - 1].quick:
            self._ponder(asked)
        moves = match.legal_moves()
        return Thought(moves[0], (0.5,) * len(match.seats), 0.0, tuple(moves[:1]), 1, 1, 0.0)

    def _ponder(self, asked):
        with self.change:
            self.held.append(asked)
            self.change.notify_all()
            assert self.change.wait_for(lambda: self.free or self.stopped, WAIT)
            if self.stopped:
                raise NoAnswer("stopped")
            self.free -= 1
            self.held.remove(asked)
            self.answered.append(asked)

    def until_busy(self, count=WORKERS):
        """Wait until so many long answers are being thought about."""
        with self.change:
            assert self.change.wait_for(lambda: len(self.held) >= count and not self.free, WAIT), len(self.held)

    def let_go(self):
        """Let one long answer come, and wait until the next is being thought about."""
        with self.change:
            done = len(self.answered) + 1
            self.free += 1
            self.change.notify_all()
            assert self.change.wait_for(lambda: len(self.answered) >= done, WAIT)


@pytest.fixture
def house(url):
    return House(open_database(url))


@pytest.fixture
def flooded(house):
    """A person with thirty matches against the strongest level and as many games of computers as may be."""
    pondering = Pondering()
    opponents = Opponents(house, pondering, sweep_seconds=3600)
    opponents.start()
    for number in range(30):
        begin(house, FLOODER, "7", seed=number)
    entrants = [(f"Lantern {number}", 7) for number in range(3)]
    cup = house.tournaments.begin(FLOODER, "Cup", "focus", {"players": "3"}, entrants)
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    for order in orders[:MOST_AMONG_COMPUTERS]:
        house.tournaments.play(cup.id, FLOODER, order)
    with pytest.raises(NotOffered, match="go on already"):
        house.tournaments.play(cup.id, FLOODER, orders[MOST_AMONG_COMPUTERS])
    pondering.until_busy()
    yield opponents, pondering
    opponents.stop()


def begin(house, person, level, **more):
    return house.create(person, MatchRequest("locus", {}, (level,), "them", **more))


def answered(house, snapshot):
    """Wait until the opponent has moved."""
    moved = Event()
    stop = house.listen(snapshot.id, lambda now: moved.set() if now.to_act in now.seats_of(VICTIM) else None)
    now = house.snapshot(snapshot.id)
    assert now.to_act in now.seats_of(VICTIM) or moved.wait(WAIT)
    stop()


def test_a_weak_opponents_answer_comes_while_every_long_one_is_still_thought_about(house, flooded):
    _, pondering = flooded
    answered(house, begin(house, VICTIM, "1"))
    assert not pondering.answered and len(pondering.held) == WORKERS


@pytest.mark.long
def test_a_strong_opponents_answer_is_the_next_to_be_thought_about(house, flooded):
    _, pondering = flooded
    for _ in range(3):
        pondering.let_go()
        pondering.until_busy()
    match = begin(house, VICTIM, "7", seed=99)
    pondering.let_go()
    pondering.until_busy()
    deals = [asked.chance for asked in pondering.held]
    assert house.snapshot(match.id).number == match.number
    own = tuple(entry.text for entry in match.entries if entry.mover < 0)
    assert deals.count(own) == 1, "somebody else's was taken first"


@pytest.mark.long
def test_a_hint_is_the_next_to_be_thought_about(house, flooded):
    opponents, pondering = flooded
    match = house.create(VICTIM, MatchRequest("locus", {}, ("7",), "me", seed=99))
    assert opponents.hint(match.id, VICTIM) is None
    pondering.let_go()
    pondering.until_busy()
    assert [asked.budget is not None for asked in pondering.held].count(True) == 1


@pytest.mark.long
def test_games_of_computers_wait_for_what_people_wait_for(house, flooded):
    _, pondering = flooded
    for _ in range(20):
        pondering.let_go()
        pondering.until_busy()
    assert {asked.game for asked in pondering.answered} == {"locus"}
