"""Mails as they leave the house: each kind as a message of its own, the same whenever it is made of the same facts."""

import re
from email import policy
from email.parser import BytesParser
from types import SimpleNamespace

import pytest

from fivefold.doors.mail.post.outgoing import Messages, Sender
from fivefold.doors.mail.post.transports import Folder, messages
from fivefold.doors.mail.writing.letters import Letter
from fivefold.house.notices.mail.links import SIGN_IN
from fivefold.house.notices.mail.mail_queue import (
    ANSWER,
    CHALLENGE,
    CHAT,
    CONFIRM_ADDRESS,
    DIGEST,
    HINT,
    MATCH,
    MESSAGE,
    MOVED,
    NAG,
    QUESTION,
    SIGN_OFF,
    SIGN_UP,
    SUBMITTED,
    WEEK,
)
from fivefold.house.table.seating import MatchRequest
from tests.house.mail_people import ADDRESSES
from tests.house.people import ANNA, BEN, STEPS, by_link, play
from tests.house.virtual import with_clocks

pytestmark = pytest.mark.slow
BASE = "https://fives.example"


@pytest.fixture
def made(house):
    return Messages(house, BASE)


@pytest.fixture
def sent(house, made, tmp_path):
    """Return a function that sends what is due into a folder, and returns the messages there."""
    sender = Sender(house, Folder(tmp_path / "mail"), made.composed)

    def send():
        sender.sweep()
        return [
            BytesParser(policy=policy.default).parsebytes(file.read_bytes()) for file in messages(tmp_path / "mail")
        ]

    return send


def text(message):
    return message.get_body(("plain",)).get_content()


def test_a_move_reaches_the_other_as_a_mail_that_can_be_answered(house, sent):
    now = play(house, by_link(house), "step:1")
    message = sent()[-1]
    assert message["To"] == ADDRESSES[BEN] and message["From"] == "Fivefold <play@mail.example>"
    key = str(message["Reply-To"]).partition("+")[2].partition("@")[0]
    row = house.mail.outgoing.answered(key)
    assert (row.person, row.match, row.number, row.state) == (BEN, now.id, now.number, "sent")
    assert message["Message-ID"].startswith(f"<{row.id}.") and key not in message["Message-ID"]
    assert "Race 101" in message["Subject"] and "It is your turn" in text(message).replace(
        "Your turn", "It is your turn"
    )
    assert message["Auto-Submitted"] == "auto-generated"
    assert f"<{BASE}/mail/stop?key=" in message["List-Unsubscribe"]


def test_an_answer_belongs_to_the_mail_that_it_answers(house, sent):
    letter = Letter("Fivefold: your mail", "Hello.\n").stored()
    house.mail.outgoing.put(ANSWER, None, "eve@example.org", {**letter, "in_reply_to": "<1@example.org>"})
    (message,) = sent()
    assert message["In-Reply-To"] == "<1@example.org>" and message["Auto-Submitted"] == "auto-replied"
    assert text(message).strip() == "Hello." and "http" not in str(message["List-Unsubscribe"])


def test_mails_that_are_there_for_their_link_have_it(house, sent):
    house.mail.link_mails.confirm(ANNA, "new@example.org")
    house.mail.link_mails.sign_in(ADDRESSES[BEN])
    confirm, sign_in = sent()
    assert confirm["To"] == "new@example.org" and f"{BASE}/mail/confirm?key=" in text(confirm).replace("\n", "")
    assert sign_in["To"] == ADDRESSES[BEN] and f"{BASE}/mail/sign-in?key=" in text(sign_in).replace("\n", "")


def test_the_address_before_is_told_that_it_gets_no_more(house, sent):
    house.mail.addresses.want(ANNA, "new@example.org")
    house.mail.addresses.confirm(ANNA, "new@example.org")
    (told,) = sent()
    assert told["To"] == ADDRESSES[ANNA] and "Anna go to another address" in text(told).replace("\n", " ")
    assert "new@example.org" not in text(told) and f"{BASE}/account" in text(told)


def test_what_became_of_a_challenge_is_told(house, sent):
    match = by_link(house)
    facts = {"what": "declined", "challenge": "c", "by": ANNA, "to": BEN, "word": "Not today"}
    house.mail.outgoing.put(CHALLENGE, ANNA, content=facts, match=match.id)
    message = sent()[-1]
    assert "Ben does not want to play" in text(message) and "Not today" in text(message)


def test_what_others_write_is_told_with_their_name(house, sent):
    match = by_link(house)
    facts = {"by": "Anna", "text": "Good luck!", "line": 1}
    house.mail.outgoing.put(CHAT, BEN, content=facts, match=match.id, number=match.number)
    house.mail.outgoing.put(MESSAGE, BEN, content={"by": "Anna", "text": "Another match?", "from": ANNA})
    chat, message = [each for each in sent() if each["To"] == ADDRESSES[BEN]]
    assert "Good luck!" in text(chat) and "Race 101" in chat["Subject"]
    assert "Another match?" in text(message) and "Anna" in message["Subject"]


def test_a_reminder_says_what_can_be_done(house, made, clock):
    match = by_link(house, time="3d/move")
    clock.pass_(4 * 86400)
    match = house.clocks.look(match.id)
    facts = {"kind": NAG, "person": BEN, "match": match.id, "number": match.number}
    for what, words in (("claimable", "“claim”"), ("late", "may claim"), ("reminder", "running out")):
        mail = house.mail.outgoing.mail(house.mail.outgoing.put(**facts, content={"what": what}))
        assert made.letter(mail).text.count(words) == 1


def test_a_hint_is_sent_once_it_is_known(house, made, clock):
    thinking = SimpleNamespace(found=None)
    thinking.hint = lambda match_id, person_id: thinking.found
    made._opponents = thinking
    match = by_link(house)
    mail = house.mail.outgoing.mail(house.mail.outgoing.put(HINT, ANNA, match=match.id, number=match.number))
    assert made.composed(mail, ADDRESSES[ANNA]) is None
    thinking.found = {"text": "step:1", "said": "One step.", "note": ""}
    assert "Hint: step:1" in made.letter(mail).text


def test_every_kind_that_holds_only_facts_has_a_letter(made):
    rendered = {ANSWER, QUESTION, SIGN_UP, SIGN_OFF, SUBMITTED}
    kinds = {MATCH, ANSWER, QUESTION, CONFIRM_ADDRESS, NAG, CHAT, SUBMITTED, CHALLENGE, MESSAGE, DIGEST}
    kinds |= {SIGN_UP, SIGN_OFF, MOVED, HINT, WEEK}
    assert kinds - rendered == made._letters.keys() - {SIGN_IN}


def answered(house, now, person=ANNA):
    """Note the answer to a move, as whoever reads mails does."""
    played = {"said": ["You played step:1."], "since": now.number - 1, "number": now.number}
    content = {"subject": "S", "text": "You played step:1.\n", "html": "", "board": None, "played": played}
    due = house.mail.outgoing.acknowledged(now)
    return house.mail.outgoing.put(ANSWER, person, ADDRESSES[person], content, match=now.id, number=now.number, due=due)


def test_the_answer_to_a_move_tells_what_has_followed_and_is_the_only_mail(house, sent):
    begun = by_link(house)
    before = len(sent())
    now = play(house, begun, "step:1")
    answered(house, now)
    after = play(house, now, "step:1")
    found = [each for each in sent()[before:] if each["To"] == ADDRESSES[ANNA]]
    assert len(found) == 1 and text(found[0]).startswith("You played step:1. ")
    assert "Ben" in text(found[0]) and "How to answer" in text(found[0])
    mail = house.mail.outgoing.of_person(ANNA, ANSWER, now.id)[0]
    assert (mail.state, mail.number) == ("sent", after.number)


def test_the_answer_to_a_move_waits_for_a_computer_that_thinks(house, sent, clock):
    begun = house.create(ANNA, MatchRequest("track", STEPS, ("1",), begin="me"))
    house.mail.following.follow(ANNA, "track", begun.id, "every")
    now = play(house, begun, "step:1")
    answered(house, now)
    assert sent() == []
    play(house, now, "step:1")
    (mail,) = sent()
    assert "You played step:1." in text(mail) and "How to answer" in text(mail)
    answered(house, play(house, house.snapshot(now.id), "step:1"))
    clock.pass_(60)
    assert len(sent()) == 2, "a computer that thinks for long does not keep the answer back"


def test_mails_may_be_text_alone_and_tell_times_where_their_reader_lives(house, made):
    now = with_clocks(house, time="3d/move")
    mail = house.mail.outgoing.mail(house.mail.outgoing.put(MATCH, ANNA, match=now.id, since=0, number=0))
    message = BytesParser(policy=policy.default).parsebytes(made.composed(mail, ADDRESSES[ANNA]))
    assert message.get_content_type() == "multipart/alternative" and re.search(r"12:00\s+UTC", text(message))
    for name, value in (("mail_pictures", False), ("time_zone", "Europe/Vienna")):
        house.accounts.set_preference(ANNA, name, value)
    message = BytesParser(policy=policy.default).parsebytes(made.composed(mail, ADDRESSES[ANNA]))
    assert message.get_content_type() == "text/plain" and re.search(r"13:00\s+CET", text(message))


def test_the_last_mail_of_an_hour_says_so(house, made):
    mail = house.mail.outgoing.mail(house.mail.outgoing.put(MESSAGE, ANNA, content={"by": "Ben", "text": "Hello"}))
    message = BytesParser(policy=policy.default).parsebytes(made.composed(mail, ADDRESSES[ANNA], house.now()))
    for part in ("plain", "html"):
        said = message.get_body((part,)).get_content()
        assert "Others wait until" in said and said.index("Hello") < said.index("Others wait") < said.rindex("Fivefold")


def test_the_same_mail_has_the_same_message_id(house, made):
    assert made.message_id(7) == Messages(house).message_id(7) != made.message_id(8)
