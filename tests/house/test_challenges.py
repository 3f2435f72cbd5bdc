"""Challenges: asked of a certain player, answered once, bounded."""

import pytest

from fivefold.house.errors import InvalidOption, NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.table.seating import LINK, MatchRequest
from fivefold.session.errors import SeatTaken
from fivefold.session.snapshot import Cause
from tests.house.people import keep_accounts
from tests.house.test_lobby import ANNA, BERT, CARL, Clock


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def house(database, clock):
    house = House(database, clock)
    keep_accounts(house, {ANNA: "Anna", BERT: "Bert", CARL: "Carl"})
    return house


def challenge(house, by=ANNA, to="Bert", game="locus", **more):
    return house.create(by, MatchRequest(game, more.pop("options", {}), (LINK,), to=to, **more))


def only(house, person):
    (found,) = house.challenges.of(person)
    return found


def test_a_challenge_is_accepted_by_sitting_down(house):
    asked = challenge(house)
    his = only(house, BERT)
    assert (his.other, his.mine, his.state, his.path) == ("Anna", False, "open", "/players/Anna")
    assert house.news.waiting(BERT) == 1 and house.lobby.tables() == []
    assert house.challenges.accept(his.id, BERT).status == "live"
    assert house.snapshot(asked.id).seats_of(BERT) and only(house, ANNA).state == "accepted"
    assert house.challenges.of(BERT) == []
    with pytest.raises(NotOffered, match="accepted already"):
        house.challenges.accept(his.id, BERT)


def test_the_seat_is_kept_for_whom_was_asked(house):
    asked = challenge(house)
    assert house.challenges.kept_from(asked, CARL) == ["Bert"] and house.challenges.kept_from(asked, BERT) == []
    with pytest.raises(SeatTaken, match="kept for Bert"):
        house.sit(asked.id, CARL)
    assert house.sit(asked.id, BERT).status == "live" and only(house, ANNA).state == "accepted"


def test_a_seat_that_nobody_was_asked_to_is_for_anybody_with_the_link(house):
    three = house.create(ANNA, MatchRequest("dice_poker", {"players": "3"}, (LINK, LINK), to="Bert"))
    assert house.challenges.kept_from(three, CARL) == []
    sat = house.sit(three.id, CARL)
    with pytest.raises(SeatTaken, match="kept for Bert"):
        house.sit(three.id, "dora567abcdefghi")
    assert sat.status == "waiting" and house.sit(three.id, BERT).status == "live"


def test_after_a_no_the_seat_is_kept_no_more(house):
    three = house.create(ANNA, MatchRequest("dice_poker", {"players": "3"}, (LINK, LINK), to="Bert"))
    house.sit(three.id, CARL)
    house.challenges.decline(only(house, BERT).id, BERT)
    assert house.sit(three.id, "dora567abcdefghi").status == "live"


def test_it_is_declined_with_a_word_and_the_table_is_closed(house):
    asked = challenge(house)
    house.challenges.decline(only(house, BERT).id, BERT, "later")
    hers = only(house, ANNA)
    assert (hers.state, hers.word, hers.other) == ("declined", "Not now: ask me later", "Bert")
    assert house.snapshot(asked.id).entries[-1].text == Cause.DECLINED and house.news.waiting(BERT) == 0


def test_a_word_of_ones_own_is_bounded(house):
    challenge(house)
    his = only(house, BERT)
    with pytest.raises(InvalidOption, match="too long"):
        house.challenges.decline(his.id, BERT, "", "x" * 141)
    house.challenges.decline(his.id, BERT, "", "  see you\n tomorrow ")
    assert only(house, ANNA).word == "see you tomorrow"


def test_only_who_made_it_withdraws_it_and_only_who_is_asked_answers(house):
    challenge(house)
    his = only(house, BERT)
    for wrong in (ANNA, CARL):
        with pytest.raises(NotYours):
            house.challenges.accept(his.id, wrong)
    with pytest.raises(NotYours):
        house.challenges.withdraw(his.id, BERT)
    house.challenges.withdraw(his.id, ANNA)
    assert house.challenges.of(BERT) == [] and house.snapshot(his.match).entries[-1].text == Cause.WITHDRAWN
    with pytest.raises(NotOffered, match="withdrawn already"):
        house.challenges.accept(his.id, BERT)


def test_sitting_down_by_the_link_answers_it_too(house):
    asked = challenge(house, begin="me")
    house.sit(asked.id, BERT)
    assert only(house, ANNA).state == "accepted" and house.news.waiting(BERT) == 0


def test_somebody_else_who_sits_down_from_the_lobby_ends_it(house):
    asked = challenge(house, listed=True)
    house.sit(asked.id, CARL)
    assert house.challenges.of(BERT) == [] and only(house, ANNA).state == "withdrawn"


def test_nobody_unknown_blocked_or_oneself_is_asked(house):
    with pytest.raises(InvalidOption, match="nobody has an account"):
        challenge(house, to="Zoe")
    with pytest.raises(InvalidOption, match="that is you"):
        challenge(house, to="anna")
    with pytest.raises(InvalidOption, match="no free seat is left"):
        house.create(ANNA, MatchRequest("locus", {}, ("2",), to="Bert"))
    house.blocks.block(BERT, ANNA)
    with pytest.raises(InvalidOption, match="don’t take challenges"):
        challenge(house)
    assert house.matches_of(ANNA) == []


def test_blocking_from_a_challenge_declines_it(house):
    asked = challenge(house)
    house.challenges.block(only(house, BERT).id, BERT)
    assert house.blocks.blocked(ANNA, BERT) and house.snapshot(asked.id).status == "over"


def test_blocking_at_a_table_needs_a_seat_there(house):
    asked = challenge(house)
    house.sit(asked.id, BERT)
    with pytest.raises(NotYours):
        house.challenges.block_at_table(asked.id, CARL, 0)
    house.challenges.block_at_table(asked.id, ANNA, house.snapshot(asked.id).seats_of(BERT)[0])
    assert house.blocks.blocked(ANNA, BERT)


def test_nobody_is_asked_twice_at_once_nor_again_and_again(house):
    challenge(house)
    with pytest.raises(InvalidOption, match="asked them already"):
        challenge(house)
    for _ in range(3):
        house.challenges.decline(only(house, BERT).id, BERT)
        if len([each for each in house.challenges.of(ANNA) if each.state == "declined"]) < 3:
            challenge(house)
    with pytest.raises(InvalidOption, match="often enough"):
        challenge(house)


def test_one_person_asks_few_at_a_time(house, monkeypatch):
    monkeypatch.setattr("fivefold.house.meeting.challenges.MOST_BY", 1)
    challenge(house)
    with pytest.raises(InvalidOption, match="withdraw one first"):
        challenge(house, to="Carl")


def test_people_met_before_are_asked_without_a_name(house):
    played = challenge(house)
    house.sit(played.id, BERT)
    house.resign(played.id, ANNA, house.snapshot(played.id).number + 1)
    (met,) = house.challenges.acquaintances(ANNA)
    assert met.name == "Bert"
    challenge(house, to=met.key)
    assert [each.other for each in house.challenges.of(BERT)] == ["Anna"]
    with pytest.raises(InvalidOption):
        challenge(house, by=CARL, to=met.key)
