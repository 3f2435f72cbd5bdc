"""Who is here is the same in every process of a house."""

from contextlib import ExitStack

import pytest

from fivefold.house.table.presence import AWAY, GONE, GRACE_SECONDS, HERE, Presence
from tests.house.people import ANNA, BEN, CLEO, by_link
from tests.house.several import eventually, process


@pytest.fixture
def pair(shared_url):
    with process(shared_url) as first, process(shared_url) as second:
        yield first, second


@pytest.mark.slow
def test_who_is_at_a_table_is_seen_from_the_other_process(pair):
    first, second = pair
    now, woken = by_link(first), []
    second.presence.listen(now.id, lambda: woken.append(True))
    with first.presence.connected(ANNA, now.id, "tab"):
        eventually(lambda: second.presence.state_at(ANNA, now.id)[0] == HERE)
        assert woken and second.presence.state(ANNA) == HERE and ANNA in second.presence.people()
        first.presence.noted(ANNA, now.id, "tab", False)
        eventually(lambda: second.presence.state(ANNA) == AWAY)
        with second.presence.connected(ANNA, now.id, "other"):
            eventually(lambda: first.presence.state(ANNA) == HERE)


@pytest.mark.slow
def test_who_looks_on_is_counted_over_all_processes(pair):
    first, second = pair
    now = by_link(first)
    with ExitStack() as there:
        there.enter_context(first.presence.connected(CLEO, now.id, "tab", name="Cleo"))
        there.enter_context(second.presence.connected("d" * 16, now.id, "tab"))
        there.enter_context(second.presence.connected(BEN, now.id, "tab"))
        for house in pair:
            eventually(lambda house=house: house.presence.watching(house.known(now.id)) == (2, ["Cleo"]))


@pytest.mark.slow
def test_people_stay_for_a_moment_when_their_process_stops(pair):
    first, second = pair
    with ExitStack() as there:
        there.enter_context(first.presence.connected(ANNA, "lobby", "tab"))
        eventually(lambda: second.presence.state(ANNA) == HERE)
    first.follower.stop()
    eventually(lambda: second.presence.seconds_to_change("lobby") is not None)
    assert second.presence.state(ANNA) == HERE  # (they come back through another process by then)


def test_the_most_present_stay_counts():
    seconds = [100.0]
    presence = Presence(lambda: seconds[0])
    presence.learn("other", "table", ANNA, "Anna", AWAY, 5.0, None)
    assert presence.state_at(ANNA, "table") == (AWAY, 5.0) and presence.at("table") == {ANNA: "Anna"}
    with presence.connected(ANNA, "table", "tab"):
        assert presence.state_at(ANNA, "table") == (HERE, 0.0)
    presence.learn("other", "table", ANNA, "", HERE, 1.0, 0.0)
    assert presence.seconds_to_change("table") == GRACE_SECONDS
    seconds[0] += GRACE_SECONDS
    assert presence.state(ANNA) == GONE and not presence.is_elsewhere(ANNA) and presence.at("table") == {}


def test_who_was_at_a_process_that_is_gone_leaves_after_a_moment():
    seconds = [100.0]
    presence = Presence(lambda: seconds[0])
    presence.learn("other", "table", ANNA, "", HERE, 5.0, None)
    presence.gone("other")
    assert presence.state(ANNA) == HERE
    seconds[0] += GRACE_SECONDS
    assert presence.state(ANNA) == GONE
