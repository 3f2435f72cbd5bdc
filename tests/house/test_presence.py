"""Who is here: by open streams and by what pages say, with a while to come back; nobody is named against their will."""

from types import SimpleNamespace

import pytest

from fivefold.house.table.presence import GRACE_SECONDS, KEPT_SECONDS, Presence
from fivefold.session.seats import PERSON


class Seconds:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def seconds():
    return Seconds()


@pytest.fixture
def presence(seconds):
    return Presence(seconds)


def table(*people):
    seats = [SimpleNamespace(seat=seat, kind=PERSON, person=person) for seat, person in enumerate(people)]
    return SimpleNamespace(id="table", table_id="table", seats=seats)


def states(presence):
    return [(seat["state"], seat["seconds"]) for seat in presence.view(table("anna", "bert"))["seats"]]


def test_a_page_that_is_connected_and_seen_is_here_and_otherwise_away(presence, seconds):
    assert presence.state("anna") == "gone" and states(presence) == [("gone", None)] * 2
    with presence.connected("anna", "table", "one"):
        assert presence.state("anna") == "here"
        seconds.now += 5
        presence.noted("anna", "table", "one", visible=False)
        assert presence.state("anna") == "away"
        seconds.now += 3
        assert states(presence) == [("away", 3.0), ("gone", None)]
        presence.noted("anna", "table", "one", visible=True)
        assert states(presence)[0] == ("here", 0.0)


def test_one_page_of_several_that_is_seen_is_enough(presence):
    with (
        presence.connected("anna", "table", "one"),
        presence.connected("anna", "other", "two", visible=False),
        presence.connected("anna", "table", "three", visible=False),
    ):
        presence.noted("anna", "table", "one", visible=False)
        assert presence.state("anna") == "away"
        presence.noted("anna", "table", "three", visible=True)
        assert presence.state("anna") == "here" and presence.state_at("anna", "other")[0] == "away"


def test_nobody_is_gone_until_a_while_after_the_last_page_and_then_since_it_was_lost(presence, seconds):
    with presence.connected("anna", "table", "one"):
        assert presence.seconds_to_change("table") is None
    seconds.now += 3
    assert presence.state("anna") == "here" and presence.seconds_to_change("table") == GRACE_SECONDS - 3
    with presence.connected("anna", "table", "two"):  # loaded anew
        seconds.now += 60
        assert states(presence)[0] == ("here", 63.0)
    seconds.now += GRACE_SECONDS
    assert presence.state("anna") == "gone" and presence.seconds_to_change("table") is None
    seconds.now += 5
    assert states(presence)[0] == ("gone", GRACE_SECONDS + 5)


def test_gone_is_noticed_within_five_seconds(presence, seconds):
    with presence.connected("anna", "table", "one"):
        pass
    seconds.now += 5
    assert states(presence)[0] == ("gone", 5.0)


def test_who_has_just_come_is_here_before_the_page_connects(presence, seconds):
    presence.came("anna", "table")
    assert states(presence)[0][0] == "here"
    with presence.connected("bert", "lobby", "one"):
        assert states(presence)[1] == ("here", None), "on the way from another page"
    with presence.connected("anna", "table", "one"):
        seconds.now += GRACE_SECONDS
        presence.came("anna", "table")
        assert states(presence)[0][0] == "here"
    presence.came("bert", "table")
    seconds.now += GRACE_SECONDS
    assert [state for state, _ in states(presence)] == ["gone", "gone"], "no page ever connected"


def test_those_who_look_on_are_counted_once_and_named_only_if_they_like(presence, seconds):
    with (
        presence.connected("anna", "table", "one"),
        presence.connected("cora", "table", "two", name="Cora"),
        presence.connected("cora", "table", "three", name="Cora"),
        presence.connected("dora", "table", "four"),
    ):
        view = presence.view(table("anna", "bert"))
        assert (view["watching"], view["named"]) == (2, ["Cora"])
    seconds.now += GRACE_SECONDS
    assert presence.view(table("anna", "bert"))["watching"] == 0


def test_what_others_say_of_a_page_changes_nothing(presence):
    with presence.connected("anna", "table", "one"):
        presence.noted("bert", "table", "one", visible=False)
        presence.noted("anna", "table", "another", visible=False)
        presence.noted("anna", "elsewhere", "one", visible=False)
        assert presence.state("anna") == "here"


def test_listeners_hear_of_every_change_until_they_stop(presence):
    heard = []
    stop = presence.listen("table", lambda: heard.append(1))
    with presence.connected("anna", "table", "one"):
        presence.noted("anna", "table", "one", visible=False)
        presence.noted("anna", "table", "one", visible=False)
        presence.noted("bert", "other", "one", visible=False)
        assert len(heard) == 2
    assert len(heard) == 3
    stop()
    with presence.connected("anna", "table", "one"):
        assert len(heard) == 3


def test_those_who_left_long_ago_are_forgotten(presence, seconds):
    for person in ("anna", "bert"):
        with presence.connected(person, "table", "one"):
            pass
    seconds.now += KEPT_SECONDS
    with presence.connected("cora", "other", "one"):
        assert list(presence._places) == ["other"] and list(presence._people) == ["cora"] and not presence._left
