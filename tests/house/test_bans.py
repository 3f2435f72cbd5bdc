"""Bans: what somebody who is banned can no longer do, what they still can, and that nobody waits for them for ever."""

from datetime import timedelta

import pytest

from fivefold.house.errors import NotOffered
from fivefold.house.moderation.active_rules import Banned
from fivefold.house.moderation.operators import Operator
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import LIVE, OVER, WAITING
from tests.house.people import ANNA, BEN, CLEO, STEPS, by_link, keep_accounts, play

TOUCH = MatchRequest("track", STEPS, ("link",), "me")


@pytest.fixture
def people(house):
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo"})
    house.moderation._seconds = iter(range(0, 10**9, 10)).__next__  # every look is a fresh one
    return Operator(house, "root")


def banned(people, **more):
    return people.ban("Ben", "insults at the table", **more)


DOORS = {
    "create": lambda house, match: house.create(BEN, TOUCH),
    "sit": lambda house, match: house.sit(house.create(CLEO, TOUCH).id, BEN),
    "play": lambda house, match: house.play(match.id, BEN, match.number + 1, "step:2"),
    "undo": lambda house, match: house.undo(match.id, BEN, match.number + 1),
    "offer a draw": lambda house, match: house.offer(match.id, BEN, "draw", match.number + 1),
    "accept an offer": lambda house, match: house.answer(match.id, BEN, agree=True),
    "rematch": lambda house, match: house.rematch(match.id, BEN),
    "second game": lambda house, match: house.second(match.id, BEN),
    "chat": lambda house, match: house.chat.say(match, BEN, "hello"),
    "phrase": lambda house, match: house.chat.say(match, BEN, phrase="luck"),
    "quick match": lambda house, match: house.quick_match.seek(BEN, "track"),
    "accept a quick match": lambda house, match: house.quick_match.accept(BEN),
    "look for slow matches": lambda house, match: house.slow_seeks.seek(BEN, 2, TOUCH),
    "accept a challenge": lambda house, match: house.challenges.accept("any", BEN),
    "invite": lambda house, match: house.challenges.invite(match.id, BEN, ["Cleo"]),
    "fill a seat": lambda house, match: house.lobby.fill(match.id, BEN, 1),
    "tournament": lambda house, match: house.tournaments.begin(BEN, "Cup", "track", {}, [("Ben", None), ("", 1)]),
    "deal of the day": lambda house, match: house.daily.begin("locus", BEN),
    "answers in advance": lambda house, match: house.answers.add_line(BEN, match.id, match.number + 1, ["1"]),
    "a move ahead": lambda house, match: house.answers.move_ahead(BEN, match.id, match.number + 1, "1"),
    "give time": lambda house, match: house.clocks.give(match.id, BEN, match.number + 1),
    "ready for a race": lambda house, match: house.race_starts.ready(match.id, BEN),
    "vacation": lambda house, match: house.vacations.take(BEN, None, house.now() + timedelta(days=3)),
    "another name": lambda house, match: house.rename(BEN, "Benjamin"),
}


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS)
def test_somebody_who_is_banned_is_refused_with_the_reason_and_the_end(house, people, door):
    match = by_link(house, time="1d/move")
    banned(people, days=3)
    with pytest.raises(Banned, match=r"until 4 March 2025, 12:00 UTC; the reason: insults at the table"):
        DOORS[door](house, match)


def test_a_ban_ends_by_itself_and_can_be_lifted(house, people):
    match = play(house, by_link(house, time="7d/move"), "step:2")
    banned(people, days=1)
    later = house.now() + timedelta(days=1, seconds=30)
    house._clock = lambda: later
    assert house.moderation.ban_of(BEN) is None
    match = house.play(match.id, BEN, match.number + 1, "step:2")
    banned(people)
    people.lift("Ben", "it was somebody else")
    assert house.play(match.id, ANNA, match.number + 1, "step:2").number == match.number + 1
    with pytest.raises(NotOffered, match="there is no ban"):
        people.lift("Ben", "again")


def test_whoever_is_banned_may_resign_decline_and_look_on(house, people):
    match = by_link(house, time="1d/move")
    challenge = house.create(ANNA, MatchRequest("track", STEPS, ("link",), "me", invited=("Ben",)))
    banned(people, days=3)
    assert house.challenges.of(BEN) == [] and house.known(challenge.id).status == OVER, "declined for them"
    assert house.shown_to(BEN, match.id).status == LIVE
    house.answer(match.id, BEN, agree=False) if house.known(match.id).offer else None
    assert house.resign(match.id, BEN, match.number + 1).status == OVER


def test_nobody_waits_for_somebody_who_is_banned(house, people):
    listed = house.create(BEN, MatchRequest("track", STEPS, ("link",), "me", listed=True))
    untimed, timed = by_link(house), by_link(house, time="1d/move")
    alone = house.create(BEN, MatchRequest("track", STEPS, ("1",), "me"))
    asked = house.create(BEN, MatchRequest("track", STEPS, ("link",), "me", invited=("Cleo",)))
    house.quick_match.seek(BEN, "track")
    banned(people)
    assert house.quick_match.search(BEN) is None and house.challenges.of(CLEO) == []
    over = [house.known(each.id).status == OVER for each in (listed, untimed, asked, timed, alone)]
    assert over == [True, True, True, False, False]
    acts = [(act.act, act.match) for act in house.moderation.acts.list()]
    assert set(acts) == {("ban", None), ("leave-table", listed.id), ("leave-table", untimed.id)}
    assert [seat.person for seat in house.known(untimed.id).seats], "they keep their seats"


def test_a_ban_with_an_end_leaves_matches_alone(house, people):
    untimed, table = by_link(house), house.create(CLEO, MatchRequest("track", STEPS, ("link",), "me", listed=True))
    banned(people, days=2)
    assert house.known(untimed.id).status == LIVE and house.known(table.id).status == WAITING


def test_others_are_told_only_that_somebody_may_not_play(house, people):
    over = house.resign((match := by_link(house)).id, ANNA, match.number + 1)
    house.rematch(over.id, BEN)
    banned(people, days=1)
    with pytest.raises(NotOffered, match="Ben may not play just now") as refused:
        house.answer(over.id, ANNA, agree=True)
    assert "insults" not in str(refused.value)


def test_every_way_to_a_move_is_stopped_even_one_that_forgets_to_ask(house, people, monkeypatch):
    match = play(house, by_link(house, time="1d/move"), "step:2")
    banned(people, days=1)
    monkeypatch.setattr(house.refuse, "person", lambda person_id: None)
    with pytest.raises(NotOffered, match="Ben may not play just now"):
        house.play(match.id, BEN, match.number + 1, "step:2")
    with pytest.raises(NotOffered, match="Ben may not play just now"):
        house.create(BEN, TOUCH)
    assert house.known(match.id).number == match.number


@pytest.mark.parametrize(("days", "why"), [(0, "x"), (9999, "x"), (3, " "), (3, "x" * 401)])
def test_a_ban_needs_a_reason_and_a_sensible_end(house, people, days, why):
    with pytest.raises(NotOffered.__mro__[1]):
        people.ban("Ben", why, days=days)
    assert house.moderation.ban_of(BEN) is None and house.moderation.acts.list() == []
