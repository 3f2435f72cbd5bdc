"""What is due is done by one process at a time, and by another if that one is gone."""

from contextlib import contextmanager

import pytest

from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered
from fivefold.house.table.seating import MatchRequest
from fivefold.house.table.sweeper import Sweeper
from fivefold.session.snapshot import LIVE, OVER
from tests.house.people import ANNA
from tests.house.several import eventually, process
from tests.house.test_opponents import Thinkers
from tests.house.virtual import VirtualClock, left, moved, with_clocks

pytestmark = pytest.mark.slow
AGAINST_ONE = MatchRequest("track", {"dice": "off", "first": "0", "goal": "30"}, ("3",), "them")


@contextmanager
def opponents(house, thinkers, sweep_seconds=0.2):
    at_work = Opponents(house, thinkers, sweep_seconds)
    at_work.start()
    try:
        yield at_work
    finally:
        at_work.stop()


class Nobody(Thinkers):
    """Thinks about nothing."""

    def __init__(self):
        super().__init__(0)


@pytest.fixture
def pair(shared_url):
    with process(shared_url) as first, process(shared_url) as second:
        yield first, second


def test_a_lease_is_one_process_s_until_it_ends(pair):
    first, second = (house.bus for house in pair)
    assert first.take("move", "a", 60) and not second.take("move", "a", 60)
    assert first.take("move", "a", 60) and second.take("move", "b", 60)
    assert second.leased_elsewhere("move") == {"a"}
    first.release("move", "a")
    assert second.take("move", "a", 0.0) and first.take("move", "a", 60)


def test_what_a_process_did_that_is_gone_is_another_s_at_once(pair):
    first, second = pair
    assert first.bus.take("move", "a", 600) and first.bus.owns_duty("clocks")
    assert not second.bus.owns_duty("clocks")
    first.follower.stop()
    assert second.bus.take("move", "a", 600)
    eventually(lambda: second.bus.owns_duty("clocks"))


def test_a_process_that_dies_loses_its_leases_after_some_seconds(pair):
    first, second = pair
    assert first.bus.take("move", "a", 600)
    first.follower._loops[0].stop()  # (it says no more that it is up)
    assert 2.0 < eventually(lambda: second.bus.take("move", "a", 600)) < 8.0


def test_one_process_thinks_about_a_move(pair):
    first, second = pair
    one, other = Thinkers(), Thinkers()
    with opponents(first, one), opponents(second, other):
        match_id = first.create(ANNA, AGAINST_ONE).id
        for _ in range(5):
            eventually(lambda: first.known(match_id).may_move(ANNA))
            first.play(match_id, ANNA, first.known(match_id).number + 1, "step:1")
        eventually(lambda: first.known(match_id).may_move(ANNA))
    asked = [len(each.moves) for each in (*one.asked, *other.asked)]
    assert sorted(asked) == sorted(set(asked))


def test_a_process_without_computers_has_another_think(pair):
    first, second = pair
    with opponents(first, Nobody()), opponents(second, Thinkers(), 3600):
        now = first.create(ANNA, AGAINST_ONE)
        assert eventually(lambda: first.known(now.id).may_move(ANNA)) < 2.0


def test_a_hint_is_answered_by_a_process_with_computers(pair):
    first, second = pair
    with opponents(first, Nobody()) as asked, opponents(second, Thinkers(), 3600) as there:
        now = first.create(ANNA, MatchRequest("focus", {}, ("3",), "me"))
        with pytest.raises(NotOffered, match="ask for it first"):
            asked.look_for_hint(now.id, ANNA)
        assert asked.hint(now.id, ANNA) is None
        eventually(lambda: asked.look_for_hint(now.id, ANNA))
        assert there.look_for_hint(now.id, ANNA) == asked.hint(now.id, ANNA)


def test_a_question_names_no_cards(pair):
    first, _ = pair
    with opponents(first, Nobody()) as asked:
        now = first.create(ANNA, MatchRequest("secret", {}, ("3",), "me"))
        assert asked.hint(now.id, ANNA) is None
        with first.reading() as connection:
            row = dict(connection.exec_driver_sql("SELECT * FROM questions").mappings().one())
    named = {"kind", "about", "match", "number", "person", "ply"}
    assert {name: row[name] for name in named} == {
        **{"kind": "hint", "about": f"{now.id} at {now.number}", "match": now.id},
        **{"number": now.number, "person": ANNA, "ply": -1},
    }


def test_an_analysis_is_made_by_a_process_with_computers(pair):
    first, second = pair
    with opponents(first, Nobody()) as asked, opponents(second, Thinkers(), 3600):
        now = first.create(ANNA, MatchRequest("focus", {}, ("here",)))
        now = first.play(now.id, ANNA, now.number + 1, now.match.legal_moves()[0])
        now = first.resign(now.id, ANNA, now.number + 1)
        asked.analyse(now.id, ANNA)
        eventually(lambda: len(first.estimates.of(now.id)) == 2)


def test_a_second_process_that_starts_is_no_outage(shared_url):
    clock = VirtualClock()
    with process(shared_url, clock) as first:
        sweeper = Sweeper(first)
        sweeper.begin()
        with_clocks(first)
        sweeper.sweep()
        clock.pass_(20)
        with process(shared_url, clock) as second:
            other = Sweeper(second)
            other.begin()
            other.stop()
            assert second.clocks.outages.since(0) == ()


def test_nobody_up_is_an_outage_that_every_process_learns_of(shared_url):
    clock = VirtualClock()
    with process(shared_url, clock) as first:
        sweeper = Sweeper(first)
        sweeper.begin()
        with_clocks(first)
        sweeper.sweep()
        sweeper.stop()
    clock.pass_(20)
    with process(shared_url, clock, serves=False) as watching, process(shared_url, clock) as second:
        Sweeper(second).begin()
        assert len(second.clocks.outages.since(0)) == 1
        eventually(lambda: watching.clocks.outages.since(0) == second.clocks.outages.since(0))


def test_a_flag_falls_once_whichever_process_the_players_are_at(shared_url):
    clock = VirtualClock()
    with process(shared_url, clock) as first, process(shared_url, clock) as second:
        sweepers = Sweeper(first), Sweeper(second)
        for each in sweepers:
            each.begin()
        now = with_clocks(first, "1m+0s")
        first.clocks.outages._every = second.clocks.outages._every = 0
        clock.pass_(63)
        eventually(lambda: [each.sweep() for each in sweepers] and second.known(now.id).status == OVER)
        assert [entry.kind for entry in second.known(now.id).entries] == ["abandoned"]  # nobody had moved


def test_a_clock_that_is_put_forward_costs_nobody_time_though_every_process_stays_up(shared_url):
    clock = VirtualClock()
    with process(shared_url, clock) as first, process(shared_url, clock) as second:
        sweepers = Sweeper(first), Sweeper(second)
        for each in sweepers:
            each.begin()
        now = moved(first, with_clocks(first))
        eventually(lambda: [each.sweep() for each in sweepers] and first.bus.owns_duty("clocks"))
        clock.pass_(7200)
        eventually(lambda: [each.sweep() for each in sweepers] and all(_outages(each) for each in (first, second)))
        for house in (first, second):
            assert house.known(now.id).status == LIVE and min(left(house, house.known(now.id))) > 60


def _outages(house):
    return house.clocks.outages.since(0)
