"""Mails to send and mails that came: written with what they tell of, each once."""

from datetime import timedelta
from time import monotonic

import pytest

from fivefold.house.bus import STORING
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.notices.mail import followings as mail_followings
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.notices.mail.followings import KNOWN_SECONDS, Following
from fivefold.house.notices.mail.mail_queue import ANSWERABLE, MATCH
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER
from fivefold.session.timing import moment
from tests.house.mail_people import to_send, with_mail
from tests.house.people import ANNA, BEN, CLEO, by_link, keep_accounts, play


def follow(house, person, match, level):
    with house.writing() as connection:
        mail_followings.keep_following(connection, Following(person, "track", match, level, "2025"))


def forget_mails(house):
    with house.writing() as connection:
        for each in to_send(house):
            outgoing_mails.remove(connection, each.id)


def test_who_sits_down_is_news_to_the_one_who_begins(house):
    with_mail(house)
    now = by_link(house)
    (mail,) = to_send(house)
    assert (mail.person, mail.match, mail.since, mail.number) == (ANNA, now.id, 0, now.number)


def test_who_is_to_move_is_told_in_the_transaction_of_the_move(house):
    with_mail(house)
    now = by_link(house)
    forget_mails(house)
    after = play(house, now, "step:1")
    (mail,) = to_send(house)
    assert (mail.kind, mail.person, mail.match, mail.since, mail.number) == (
        MATCH,
        BEN,
        now.id,
        now.number,
        after.number,
    )
    assert mail.content is None and mail.due == mail.made
    assert house.mail.boards.number(now.id) == 101


def test_a_move_that_is_not_stored_is_told_to_nobody(house, monkeypatch):
    with_mail(house)
    now = by_link(house)
    before = to_send(house)

    def fail(*_):
        raise RuntimeError("the disk is gone")

    house.bus.subscribe(STORING, fail)
    with pytest.raises(RuntimeError):
        play(house, now, "step:1")
    assert to_send(house) == before


def test_mails_about_one_match_that_were_not_sent_become_one(house):
    with_mail(house)
    now = by_link(house)
    after = play(house, now, "step:1", "step:1", "step:1")
    mails = {mail.person: mail for mail in to_send(house)}
    assert mails.keys() == {ANNA, BEN} and len(to_send(house)) == 2
    assert mails[BEN].number == after.number and mails[ANNA].number == after.number - 1


def test_who_has_no_address_or_one_that_is_off_is_told_nothing(house):
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    with_mail(house, {BEN: "ben@example.org"})
    for _ in range(5):
        house.mail.addresses.failed(BEN, "ben@example.org", "gone")
    play(house, by_link(house), "step:1", "step:1")
    assert to_send(house) == []


@pytest.mark.parametrize("time", ["5m+3s", "30s/move"])
def test_nobody_is_mailed_about_a_live_match_unless_they_follow_it(house, time):
    with_mail(house)
    now = by_link(house, time=time)
    play(house, now, "step:1")
    assert to_send(house) == []
    follow(house, BEN, now.id, "every")
    play(house, house.snapshot(now.id), "step:1", "step:1")
    assert [mail.person for mail in to_send(house)] == [BEN]


def test_a_match_against_a_computer_is_mailed_to_whoever_plays_it_by_mail(house):
    with_mail(house)
    now = house.create(ANNA, MatchRequest("track", {"dice": "off", "first": "0"}, ("1",), begin="me"))
    play(house, now, "step:1", "step:1")
    assert to_send(house) == []
    follow(house, ANNA, now.id, "every")
    play(house, house.snapshot(now.id), "step:1", "step:1")
    assert [mail.person for mail in to_send(house)] == [ANNA]


def test_who_wants_to_hear_of_the_end_hears_only_of_that(house):
    with_mail(house, {ANNA: "anna@example.org", CLEO: "cleo@example.org"})
    now = by_link(house)
    follow(house, CLEO, now.id, "ends")
    follow(house, ANNA, now.id, "never")
    forget_mails(house)
    play(house, now, "step:1", "step:1")
    assert to_send(house) == []
    over = house.resign(now.id, BEN, house.snapshot(now.id).number + 1)
    assert over.status == OVER and [mail.person for mail in to_send(house)] == [CLEO]


def test_who_follows_a_game_hears_of_its_matches(house):
    with_mail(house, {CLEO: "cleo@example.org"})
    follow(house, CLEO, "", "every")
    now = by_link(house)
    play(house, now, "step:1")
    assert {mail.match for mail in to_send(house)} == {now.id}


def test_boards_are_numbered_in_each_game(house):
    first, second = by_link(house), by_link(house)
    other = house.create(ANNA, MatchRequest("secret", {}, ("link",), begin="me"))
    assert [house.mail.boards.number(each.id) for each in (first, second, first, other)] == [101, 102, 101, 101]
    assert house.mail.boards.matches(101) == [("track", first.id), ("secret", other.id)]
    assert house.mail.boards.matches(101, "secret") == [("secret", other.id)] and house.mail.boards.matches(7) == []


def test_a_mail_is_answered_at_its_key_until_it_is_too_old(house, monkeypatch):
    with_mail(house)
    made = house.mail.outgoing.put(MATCH, ANNA, match=by_link(house).id, since=0, number=1)
    key = house.mail.outgoing.key(made)
    assert house.mail.outgoing.answered(key).id == made and house.mail.outgoing.answered("b" + key[1:]) is None
    later = house.now() + ANSWERABLE + timedelta(minutes=1)
    monkeypatch.setattr(house, "_clock", lambda: later)
    assert house.mail.outgoing.answered(key) is None


def test_the_same_mail_is_taken_once(house):
    assert house.mail.incoming.add("digest", "anna@example.org", ["play@mail.example"], b"raw")
    assert not house.mail.incoming.add("digest", "anna@example.org", ["play@mail.example"], b"raw")
    (mail,) = house.mail.incoming.to_do()
    assert (mail.sender, mail.recipients, mail.raw, mail.tries) == (
        "anna@example.org",
        ["play@mail.example"],
        b"raw",
        0,
    )
    house.mail.incoming.note_tries([mail])
    assert house.mail.incoming.to_do()[0].tries == 1
    house.mail.incoming.done(mail)
    assert house.mail.incoming.to_do() == []
    assert not house.mail.incoming.add("digest", "anna@example.org", ["play@mail.example"], b"raw")


def test_how_much_was_mailed_lately_is_counted_by_address_and_kind(house):
    house.mail.outgoing.put("answer", None, "anna@example.org", {"subject": "Hello"})
    house.mail.outgoing.put("chat", None, "anna@example.org", {"subject": "Hello"})
    assert house.mail.outgoing.made_within("anna@example.org", ("answer",), timedelta(hours=1)) == 1
    assert house.mail.outgoing.made_within("ben@example.org", ("answer",), timedelta(hours=1)) == 0


def test_what_a_command_changes_is_noted_with_it(house):
    house.mail.incoming.add("digest", None, [], b"raw")
    (mail,) = house.mail.incoming.to_do()
    with house.mail.incoming.carrying_out(mail, 1, at_a_match=True):
        house.note_person(ANNA)
        assert house.mail.incoming.to_do()[0].begun == 0
        by_link(house)
    assert house.mail.incoming.to_do()[0].begun == 1
    with house.mail.incoming.carrying_out(mail, 2, at_a_match=False):
        house.note_person(ANNA)
    assert house.mail.incoming.to_do()[0].begun == 2


def test_what_another_process_changes_is_known_a_few_seconds_later(house, url, monkeypatch):
    now = by_link(house)
    other = House(open_database(url))
    with_mail(other)
    play(house, now, "step:1")
    monkeypatch.setattr("fivefold.house.notices.mail.followings.monotonic", lambda: monotonic() + KNOWN_SECONDS)
    play(house, house.snapshot(now.id), "step:1")
    assert {mail.person for mail in to_send(house)} == {ANNA}


def test_what_was_not_stored_after_all_is_forgotten(house):
    now = by_link(house)
    with pytest.raises(RuntimeError), house.writing() as connection:
        mail_followings.keep_following(connection, Following(ANNA, "track", now.id, "every", "2025"))
        raise RuntimeError("the disk is gone")
    with_mail(house)
    play(house, now, "step:1")
    assert [mail.person for mail in to_send(house)] == [BEN]


def test_who_moves_is_told_nothing_of_the_dice_that_follow(house):
    with_mail(house)
    now = by_link_with_dice(house)
    forget_mails(house)
    after = play(house, now, now.match.legal_moves()[0])
    assert after.entries[-1].mover < 0 and [mail.person for mail in to_send(house)] == [BEN]


def by_link_with_dice(house):
    wish = MatchRequest("track", {"dice": "on", "first": "0"}, ("link",), begin="me")
    return house.sit(house.create(ANNA, wish).id, BEN)


def test_who_has_lost_on_time_is_told(house, monkeypatch):
    with_mail(house)
    now = by_link(house, time="3d/move")
    forget_mails(house)
    later = house.now() + timedelta(days=4)
    monkeypatch.setattr(house, "_clock", lambda: later)
    house.clocks.outages._beat = house.clocks.outages._seen = moment(later)
    house.clocks.outages._looked = None
    over = house.clocks.claim(now.id, BEN)
    assert over.status == OVER and {mail.person for mail in to_send(house)} == {ANNA, BEN}
