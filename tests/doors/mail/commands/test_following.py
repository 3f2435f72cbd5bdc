from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.post.outgoing import DeliveryRules
from fivefold.doors.mail.reading.lines import command_in
from tests.doors.mail.commands.conftest import begun, by, mails, said, sent, with_addresses
from tests.house.people import ANNA, BEN, CLEO, play

pytestmark = pytest.mark.slow


@pytest.fixture
def now(house):
    """Return a match of Anna and Ben, with nobody told of anything yet."""
    with_addresses(house)
    return begun(house)


def number(house, now):
    return str(house.mail.boards.number(now.id))


def told(house, person):
    """Return of which matches a mail waits for somebody."""
    return {each.match for each in mails(house, "match") if each.person == person}


def follow(house, now, word="subscribe", *arguments, person=CLEO):
    return said(sent(by(house, person), word, *arguments, board=number(house, now), game=now.match.game.key))


def test_who_subscribes_gets_every_move(house, now):
    assert follow(house, now) == "You get every move of Focus 101. To stop it, send: focus unsubscribe 101"
    play(house, now, now.match.legal_moves()[0])
    assert told(house, CLEO) == {now.id}


def test_mails_as_text_alone(house, now):
    assert said(sent(by(house, ANNA), "mail", "text")) == "From now on mails come as text alone."
    assert not house.accounts.preferences(ANNA).mail_pictures
    assert said(sent(by(house, ANNA), "mail", "pictures")) == "From now on mails come with pictures."
    assert house.accounts.preferences(ANNA).mail_pictures


def test_who_unsubscribes_gets_no_more(house, now):
    follow(house, now)
    assert follow(house, now, "unsubscribe") == "You get no more mail about Focus 101."
    assert follow(house, now, "unsubscribe") == "You were not subscribed to Focus 101."
    play(house, now, now.match.legal_moves()[0])
    assert told(house, CLEO) == set()


def test_all_matches_of_a_game_are_followed(house):
    with_addresses(house)
    sent(by(house, CLEO), "subscribe", "all", game="focus")
    first, other = begun(house), begun(house, "locus")
    assert told(house, CLEO) == {first.id}
    assert "subscribed to no match of Focus any more" in said(sent(by(house, CLEO), "unsubscribe", "all", game="focus"))
    assert begun(house).id not in told(house, CLEO)
    assert other.id not in told(house, CLEO)


def test_all_means_no_private_matches(house):
    with_addresses(house)
    sent(by(house, CLEO), "subscribe", "all", game="focus")
    house.accounts.set_preference(BEN, "public_games", False)
    begun(house)
    assert told(house, CLEO) == set()


def test_one_of_all_matches_is_left_out(house):
    with_addresses(house)
    sent(by(house, CLEO), "subscribe", "all", game="focus")
    now = begun(house)
    assert "about other matches of Focus you do" in follow(house, now, "unsubscribe")
    assert [each.level for each in house.mail.following.of(CLEO) if each.match == now.id] == ["never"]


def test_all_without_a_game_asks_for_one(house):
    with pytest.raises(InvalidOption, match="which game"):
        sent(by(house, CLEO), "subscribe", "all")


def test_what_is_watched_with_a_delay_is_mailed_with_it(house):
    with_addresses(house)
    begun_now = begun(house)
    delayed = lambda now: replace(now, terms=replace(now.terms, delay=300), revision=now.revision + 1)  # noqa: E731
    (now,) = house.change({begun_now.id: delayed})
    assert "sees each move 5 minutes later" in follow(house, now)
    now = play(house, now, now.match.legal_moves()[0])
    (mail,) = [each for each in mails(house, "match") if each.person == CLEO]
    due = DeliveryRules(house).verdict(mail)
    assert isinstance(due, datetime)
    assert timedelta(seconds=290) < due - house.now() <= timedelta(seconds=300)


def test_only_the_end_of_a_match_is_mailed(house, now):
    assert follow(house, now, "notify", person=ANNA) == "About Focus 101 you get one mail, when it is over."
    assert [each.level for each in house.mail.following.of(ANNA)] == ["ends"]
    assert follow(house, now, "notify", "off", person=ANNA) == "About Focus 101 you are mailed as usual."
    assert house.mail.following.of(ANNA) == []


def test_a_reply_stops_the_mails_of_its_match(house, now):
    answers = said(sent(by(house, BEN, match_id=now.id), "notify", "never"))
    assert answers == "You get no more mail about Focus 101. To get it again, send: focus notify 101 off"


def test_a_game_is_notified_and_the_same_again_takes_it_back(house):
    assert "you get only how they end" in said(sent(by(house, ANNA), "notify", game="focus"))
    assert "you are mailed as usual" in said(sent(by(house, ANNA), "notify", game="focus"))


@pytest.mark.parametrize("level", ["every", "turns", "digest", "ends", "never"])
def test_how_much_mail_comes_is_chosen(house, level):
    sent(by(house, ANNA), "mail", level)
    assert house.accounts.preferences(ANNA).mail_of_matches == level
    assert said(sent(by(house, ANNA), "mail")).startswith("Mail about your matches comes")


def test_notify_without_any_match_chooses_for_all(house):
    sent(by(house, ANNA), "notify", "turns")
    assert house.accounts.preferences(ANNA).mail_of_matches == "turns"
    with pytest.raises(InvalidOption, match="which matches"):
        sent(by(house, ANNA), "notify")


def test_turns_and_digest_are_for_all_matches_together(house, now):
    with pytest.raises(InvalidOption, match="send mail digest"):
        follow(house, now, "notify", "digest", person=ANNA)


def test_what_is_chosen_is_told(house, now):
    follow(house, now)
    sent(by(house, CLEO), "notify", game="locus")
    answers = said(sent(by(house, CLEO), "mail"))
    assert "Focus 101: every move." in answers
    assert "Every match of Locus Poker: how it ends." in answers


@pytest.mark.parametrize("typed", ["subscribe focus 101", "unsubscribe focus 101", "notify focus 101 never"])
def test_the_game_may_stand_behind_the_word(typed):
    found = command_in(typed)
    assert (found.word, found.game, found.board) == (typed.split()[0], "focus", "101")


def test_a_week_without_matches_is_an_answer(house):
    assert said(sent(by(house, ANNA), "week")) == "You have finished nothing in the last seven days."
