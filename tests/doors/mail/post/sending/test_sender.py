"""What is sent, to whom and when: once, as it was fixed before the first try."""

import logging
from datetime import datetime, timedelta

import pytest

from fivefold.doors.mail.post.outgoing import GIVEN_UP, MOST_QUESTIONS_A_DAY, PAUSES, RESTS, Sender
from fivefold.doors.mail.post.transports import NotNow, Refused, Unreachable
from fivefold.house.notices.mail import followings as mail_followings
from fivefold.house.notices.mail.followings import Following
from fivefold.house.notices.mail.mail_queue import ANSWER, CHALLENGE, CHAT, CONFIRM_ADDRESS, MESSAGE, MOST_SENT
from tests.house.mail_people import ADDRESSES
from tests.house.people import ANNA, BEN, by_link, play, resigned

from .conftest import rows, said, without_id

pytestmark = pytest.mark.slow


@pytest.fixture
def match(house, sender, way, clock):
    """A match whose beginning was told already; Anna is to move."""
    match = by_link(house)
    sender.sweep()
    way.messages.clear()
    return match


def prefer(house, person, **chosen):
    for name, value in chosen.items():
        house.accounts.set_preference(person, name, value)


# --- every move ------------------------------------------------------------------------------------------------------


def test_whose_turn_it_is_hears_of_it_at_once(house, sender, way, match):
    after = play(house, match, "step:1")
    sender.sweep()
    ((bounces, recipient, message),) = way.messages
    assert recipient == ADDRESSES[BEN] and bounces.startswith("bounce+")
    assert without_id(message.decode()) == f"match ben@example.org {match.number} {after.number} None"
    sender.sweep()
    assert len(way.messages) == 1 and rows(house)[-1] == ("match", "sent")


def test_several_moves_before_the_mail_goes_out_are_one_mail(house, sender, way, match):
    way.unreachable = Unreachable("down")
    after = play(house, match, "step:1", "step:1", "step:1")
    sender.sweep()
    way.unreachable = None
    house._clock.pass_(120)
    sender.sweep()
    assert [without_id(text) for text in way.texts] == [f"match ben@example.org {after.number - 1} {after.number} None"]
    assert ("match", "waiting") not in rows(house)


def test_who_has_moved_meanwhile_is_not_told_what_they_saw(house, sender, way, match):
    after = play(house, match, "step:1", "step:1")
    sender.sweep()
    assert [without_id(text) for text in way.texts] == [
        f"match anna@example.org {after.number - 1} {after.number} None"
    ]


def test_a_preference_for_turns_waits_for_the_turn_and_then_tells_everything(house, sender, way, match):
    prefer(house, ANNA, mail_of_matches="turns")
    play(house, match, "step:1")
    offered = house.undo(match.id, ANNA, house.snapshot(match.id).number + 1)
    house.answer(match.id, BEN, agree=False)
    house._clock.pass_(60)
    sender.sweep()
    assert not any("anna" in text for text in way.texts)
    after = play(house, house.snapshot(match.id), "step:1")
    sender.sweep()
    assert way.texts[-1].endswith(f"anna@example.org {offered.number} {after.number} None")


def test_a_mail_that_waited_for_long_can_be_answered_for_sixty_days_from_then_on(house, sender, way, match, clock):
    prefer(house, ANNA, mail_of_matches="turns")
    now = play(house, match, "step:1")
    house.undo(match.id, ANNA, now.number + 1)
    house.answer(match.id, BEN, agree=False)
    sender.sweep()
    clock.pass_(50 * 86400)
    play(house, house.snapshot(match.id), "step:1")
    sender.sweep()
    clock.pass_(50 * 86400)
    mail = house.mail.outgoing.of_person(ANNA, "match", match.id)[0]
    assert mail.state == "sent" and house.mail.outgoing.answered(house.mail.outgoing.key(mail.id)) == mail


def test_who_wants_only_the_end_hears_only_of_that(house, sender, way, match):
    prefer(house, BEN, mail_of_matches="ends")
    now = play(house, match, "step:1")
    sender.sweep()
    assert way.messages == [] and rows(house)[-1][1] != "waiting"
    over = resigned(house, now)
    sender.sweep()
    assert [without_id(text).split()[1] for text in way.texts] == ["ben@example.org"]
    assert way.texts[0].endswith(f"{over.number} None")


def test_who_wants_nothing_gets_nothing_unless_they_follow_the_match(house, sender, way, match):
    prefer(house, BEN, mail_of_matches="never")
    now = play(house, match, "step:1")
    sender.sweep()
    assert way.messages == []
    follow(house, BEN, match.id, "every")
    play(house, now, "step:1", "step:1")
    house._clock.pass_(60)
    sender.sweep()
    assert {text.split()[2] for text in way.texts} == {"ben@example.org"}


def test_who_wants_nothing_is_not_written_to_by_others_either(house, sender, way, match):
    prefer(house, BEN, mail_of_matches="never")
    for kind, about in ((CHAT, {"match": match.id}), (CHALLENGE, {"match": match.id}), (MESSAGE, {})):
        house.mail.outgoing.put(kind, BEN, content={"subject": kind}, **about)
    house.mail.outgoing.put(ANSWER, BEN, ADDRESSES[BEN], {"subject": "Answer"})
    sender.sweep()
    assert [text.split()[1] for text in way.texts] == ["answer"]


def follow(house, person, match, level):
    with house.writing() as connection:
        mail_followings.keep_following(connection, Following(person, "track", match, level, "2025"))


def test_one_match_counts_more_than_all_of_its_game(house, sender, way, match):
    follow(house, BEN, "", "every")
    follow(house, BEN, match.id, "never")
    play(house, match, "step:1")
    sender.sweep()
    assert way.messages == []


def test_an_offer_is_mailed_to_who_may_answer_it_and_a_no_to_who_made_it(house, sender, way, match):
    now = play(house, match, "step:1")
    sender.sweep()
    way.messages.clear()
    house.undo(match.id, ANNA, now.number + 1)
    sender.sweep()
    assert [without_id(text) for text in way.texts] == [f"match ben@example.org {now.number} {now.number} None"]
    house.answer(match.id, BEN, agree=False)
    house._clock.pass_(60)
    sender.sweep()
    assert way.texts[-1].split()[2] == "anna@example.org"


def test_an_offer_that_was_withdrawn_before_the_mail_is_none(house, sender, way, match):
    now = play(house, match, "step:1")
    sender.sweep()
    way.messages.clear()
    house.undo(match.id, ANNA, now.number + 1)
    play(house, house.answer(match.id, ANNA, False), "step:1")
    house._clock.pass_(60)
    sender.sweep()
    assert [text.split()[2] for text in way.texts] == ["anna@example.org"]


# --- at the page -----------------------------------------------------------------------------------------------------


def test_who_looks_at_the_match_gets_no_mail(house, sender, way, match):
    seconds = [0.0]
    house.presence._clock = lambda: seconds[0]
    with house.presence.connected(BEN, match.id, "tab"):
        seconds[0] = 5.0
        play(house, match, "step:1")
        sender.sweep()
        assert way.messages == [] and rows(house)[-1] == ("match", "waiting")
        seconds[0] = 20.0
        house._clock.pass_(15)
        sender.sweep()
    house._clock.pass_(3600)
    sender.sweep()
    assert way.messages == [] and ("match", "waiting") not in rows(house)


def test_who_has_the_match_open_but_looks_elsewhere_gets_the_mail_later(house, sender, way, match):
    with house.presence.connected(BEN, match.id, "tab", visible=False):
        play(house, match, "step:1")
        for _ in range(19):
            sender.sweep()
            house._clock.pass_(15)
        assert way.messages == []
        house._clock.pass_(15)
        sender.sweep()
    assert len(way.messages) == 1


def test_who_moves_at_the_page_while_the_mail_waits_gets_none(house, sender, way, match):
    with house.presence.connected(BEN, match.id, "tab", visible=False):
        now = play(house, match, "step:1")
        sender.sweep()
        play(house, now, "step:1")
        house._clock.pass_(600)
        sender.sweep()
    assert [text.split()[2] for text in way.texts] == ["anna@example.org"]


def test_in_quiet_hours_nothing_is_sent_but_answers(house, sender, way, match, clock):
    prefer(house, BEN, quiet_from="12", quiet_until="14")
    play(house, match, "step:1")
    house.mail.outgoing.put(CHAT, BEN, content={"subject": "Chat"})
    house.mail.outgoing.put(ANSWER, BEN, ADDRESSES[BEN], {"subject": "Answer"})
    sender.sweep()
    assert [text.split()[1] for text in way.texts] == ["answer"]
    clock.pass_(2 * 3600)
    sender.sweep()
    assert [text.split()[1] for text in way.texts] == ["answer", "chat", "match"]


def test_chat_that_was_read_at_the_page_is_not_mailed(house, sender, way, match):
    seconds = [0.0]
    house.presence._clock = lambda: seconds[0]
    with house.presence.connected(BEN, match.id, "tab"):
        house.mail.outgoing.put(CHAT, BEN, content={}, match=match.id)
        sender.sweep()
        seconds[0] = 60.0
        house._clock.pass_(60)
        sender.sweep()
    assert way.messages == [] and ("chat", "waiting") not in rows(house)
    house.mail.outgoing.put(CHAT, BEN, content={}, match=match.id)
    house.presence._clock = lambda: 1e6
    sender.sweep()
    assert [text.split()[1] for text in way.texts] == ["chat"]


def test_a_challenge_that_was_answered_at_the_page_is_not_mailed(house, sender, way, match):
    house.mail.outgoing.put(CHALLENGE, BEN, content={"what": "asked"}, match=match.id)
    house.mail.outgoing.put(CHALLENGE, BEN, content={"what": "declined"}, match=match.id)
    sender.sweep()
    assert [text.partition("{")[2] for text in way.texts] == ["'what': 'declined'}"]


def test_an_answer_does_not_wait_behind_many_other_mails(house, sender, way, match, clock):
    play(house, match, "step:1")
    clock.pass_(1)
    house.mail.outgoing.put(ANSWER, ANNA, ADDRESSES[ANNA], {"subject": "Answer"})
    sender.sweep()
    assert [text.split()[1] for text in way.texts] == ["answer", "match"]


# --- trying again ----------------------------------------------------------------------------------------------------


def test_what_is_tried_again_is_the_same_message_whatever_has_happened_since(house, sender, way, match, clock):
    way.errors = [NotNow("451 later")]
    now = play(house, match, "step:1")
    sender.sweep()
    assert house.mail.outgoing.due(9) == [] and rows(house)[-1] == ("match", "fixed")
    play(house, now, "step:1", "step:1")
    clock.pass_(59)
    sender.sweep()
    first = [text for text in way.texts if "ben" in text]
    clock.pass_(1)
    sender.sweep()
    second = [text for text in way.texts if "ben" in text and text not in first]
    assert [without_id(text).split()[2:4] for text in first + second] == [
        [str(now.number + 1), str(now.number + 2)],
        [str(match.number), str(now.number)],
    ]


def test_pauses_grow_until_a_mail_is_given_up_after_five_days(house, sender, way, match, clock, caplog):
    way.errors = [NotNow("451 later")] * 100
    play(house, match, "step:1")
    with caplog.at_level(logging.WARNING):
        for pause in PAUSES:
            before = len(way.errors)
            sender.sweep()
            assert len(way.errors) == before - 1
            clock.pass_(pause.total_seconds() - 1)
            sender.sweep()
            assert len(way.errors) == before - 1
            clock.pass_(1)
        sender.sweep()
    assert rows(house)[-1] == ("match", "failed") and "given up" in caplog.text
    assert GIVEN_UP <= sum(PAUSES, timedelta()) < GIVEN_UP + timedelta(days=1)
    assert list(PAUSES) == sorted(PAUSES) and PAUSES[-1] == timedelta(hours=12)
    assert house.mail.addresses.of(BEN).reached


def test_an_address_that_refuses_mails_again_and_again_is_off(house, sender, way, match):
    way.errors = [Refused("550 no such user", no_such_address=True)] * 5
    for n in range(5):
        assert house.mail.addresses.of(BEN).reached
        house.mail.outgoing.put(CHAT, BEN, content={"n": n})
        sender.sweep()
    assert house.mail.addresses.of(BEN).off == "550 no such user"
    house.mail.outgoing.put(CHAT, BEN, content={})
    play(house, match, "step:1")
    sender.sweep()
    assert way.messages == [] and ("chat", "waiting") not in rows(house)


def test_a_message_that_is_refused_for_what_it_says_is_no_failure_of_the_address(house, sender, way, match):
    way.errors = [Refused("554 spam", no_such_address=False)] * 6
    for n in range(6):
        house.mail.outgoing.put(CHAT, BEN, content={"n": n})
        sender.sweep()
    assert house.mail.addresses.of(BEN).reached and rows(house)[-1] == ("chat", "failed")


def test_while_nothing_can_be_sent_mails_wait_unfixed_and_are_not_tried_one_by_one(house, sender, way, match, clock):
    way.unreachable = Unreachable("the server is down")
    for n in range(3):
        house.mail.outgoing.put(CHAT, BEN, content={"n": n})
    for pause in (*RESTS, RESTS[-1]):
        sender.sweep()
        clock.pass_(pause.total_seconds() - 1)
        tried = way.opened
        sender.sweep()
        assert way.opened == tried
        clock.pass_(1)
    assert {state for _, state in rows(house)[-3:]} == {"waiting"}
    way.unreachable = None
    sender.sweep()
    assert len(way.messages) == 3 and sender._rests == 0


def test_a_connection_that_breaks_is_tried_again_with_the_same_message(house, sender, way, match, clock):
    way.errors = [Unreachable("broken")]
    play(house, match, "step:1")
    sender.sweep()
    assert rows(house)[-1] == ("match", "fixed")
    clock.pass_(60)
    sender.sweep()
    assert len(way.messages) == 1 and rows(house)[-1] == ("match", "sent")


def test_a_mail_that_cannot_be_made_does_not_keep_the_others_waiting(house, way, clock, caplog):
    def compose(mail, address, others_wait):
        if mail.content == {"n": 0}:
            raise ValueError("broken")
        return said(mail, address)

    sender = Sender(house, way, compose)
    for n in range(2):
        house.mail.outgoing.put(CHAT, BEN, content={"n": n})
    with caplog.at_level(logging.ERROR):
        sender.sweep()
    assert len(way.messages) == 1 and "could not be made" in caplog.text
    assert house.mail.outgoing.due(9) == []


def test_what_a_mail_said_is_not_kept_longer_than_it_takes_to_send_it(house, sender, way):
    content = {"subject": "Hello", "text": "a secret", "html": "a secret", "pictures": [], "held": ["move"]}
    mail = house.mail.outgoing.put(ANSWER, None, "eve@example.org", content)
    sender.sweep()
    assert house.mail.outgoing.mail(mail).content == {"subject": "Hello", "held": ["move"]}
    assert house.mail.outgoing.message(mail) is None


# --- not too many ----------------------------------------------------------------------------------------------------


def test_an_address_gets_so_many_mails_an_hour_and_the_others_later(house, sender, way, clock):
    for n in range(MOST_SENT + 5):
        house.mail.outgoing.put(CHAT, BEN, content={"n": n})
    house.mail.outgoing.put(CHAT, ANNA, content={})
    for _ in range(9):
        sender.sweep()
    assert len([text for text in way.texts if "ben@" in text]) == MOST_SENT
    assert len([text for text in way.texts if "anna@" in text]) == 1
    clock.pass_(3600)
    sender.sweep()
    assert len([text for text in way.texts if "ben@" in text]) == MOST_SENT + 5


def test_a_match_that_goes_on_waits_for_no_other_mails(house, sender, way, clock):
    fast = by_link(house)
    for n in range(MOST_SENT):
        house.mail.outgoing.put(CHAT, BEN, content={"n": n})
    while house.mail.outgoing.due(9):
        sender.sweep()
    way.messages.clear()
    play(house, fast, "step:1")
    house.mail.outgoing.put(CHAT, BEN, content={"n": "more"})
    sender.sweep()
    assert [without_id(text).split()[:2] for text in way.texts] == [["match", "ben@example.org"]]


def test_whoever_sends_the_last_mail_of_an_hour_knows_it(house, way):
    told = []
    sender = Sender(house, way, lambda *mail: told.append(mail[2]) or said(*mail))
    for n in range(MOST_SENT + 2):
        house.mail.outgoing.put(CHAT, BEN, content={"n": n})
    for _ in range(9):
        sender.sweep()
    assert [until is not None for until in told] == [False] * (MOST_SENT - 1) + [True]
    with house.reading() as connection:
        due = connection.exec_driver_sql("SELECT min(due) FROM outgoing_mails WHERE state = 'waiting'").scalar()
    assert datetime.fromisoformat(due) == pytest.approx(told[-1], abs=timedelta(seconds=1))


def test_whoever_wants_an_address_its_owner_is_asked_a_few_times_a_day(house, sender, way, clock):
    for n in range(MOST_QUESTIONS_A_DAY + 3):
        house.mail.outgoing.put(CONFIRM_ADDRESS, ANNA, "victim@example.org", {"n": n})
        sender.sweep()
        clock.pass_(60)
    assert len(way.messages) == MOST_QUESTIONS_A_DAY and house.mail.outgoing.due(9) == []


def test_mails_that_nobody_can_answer_any_more_are_forgotten(house, sender, way, match, clock):
    play(house, match, "step:1")
    sender.sweep()
    assert rows(house)
    clock.pass_(61 * 86400)
    sender.sweep()
    assert ("match", "sent") not in rows(house)
