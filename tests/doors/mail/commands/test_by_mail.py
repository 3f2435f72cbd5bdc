"""Commands of people, from the message that comes to the messages that go out."""

import json
from types import SimpleNamespace

import pytest

from fivefold.doors.mail.post.incoming import Handling, Worker
from fivefold.doors.mail.post.outgoing import Messages
from tests.doors.mail.commands.conftest import BASE, with_addresses
from tests.doors.mail.post.conftest import DOMAIN, Post
from tests.house.people import ANNA, BEN

pytestmark = pytest.mark.slow

EMMA = "emma@example.org"


@pytest.fixture
def post(house):
    house.mail.domain = DOMAIN
    with_addresses(house)
    made = Post(house)
    made.worker = Worker(house.mail.incoming, Handling(house, base=BASE))
    return made


def letter(post, mail):
    """Return what a mail that waits says."""
    return Messages(post.house, BASE).letter(mail.mail)


def by_kind(letters):
    return SimpleNamespace(**{each.kind.replace("-", "_"): each for each in letters})


def test_a_stranger_signs_up_and_is_told_how_to_begin(post):
    came = by_kind(post.send(sender=EMMA, subject="signup Emma"))
    assert vars(came).keys() == {"sign_up"}
    assert came.sign_up.to == EMMA
    (welcome,) = post.send("yes", sender=EMMA, to=came.sign_up.reply, subject="Re: Fivefold")
    assert "Welcome, Emma!" in welcome.text
    assert "To play a move" in welcome.text
    assert post.house.mail.addresses.owner(EMMA) is not None


def test_who_has_just_signed_up_plays_by_answering_the_welcome(post):
    came = by_kind(post.send(sender=EMMA, subject="signup Emma"))
    (welcome,) = post.send("yes", sender=EMMA, to=came.sign_up.reply)
    (answer,) = post.send("mail digest", sender=EMMA, to=welcome.reply)
    assert "From now on mail about your matches comes once" in answer.text
    (asked,) = post.send("mail never", sender="eve@example.org", to=welcome.reply)
    assert "only players may do this" in asked.text


def test_the_old_way_to_sign_up_keeps_no_password(post):
    came = post.send(sender=EMMA, subject="signup emma swordfish emma@example.org")
    assert {each.kind for each in came} == {"answer", "sign-up"}
    assert "swordfish" not in json.dumps([each.content for each in came])
    assert came[0].text.count("please send none") + came[1].text.count("please send none") == 1


def test_a_yes_from_elsewhere_makes_no_account(post):
    came = by_kind(post.send(sender=EMMA, subject="signup Emma"))
    post.send("yes", sender="eve@example.org", to=came.sign_up.reply)
    assert post.house.accounts.by_name("Emma") is None


def test_a_new_address_is_confirmed_from_there(post):
    (asked,) = post.send(subject="address new@example.org")
    came = by_kind(post.send("yes", to=asked.reply))
    assert "Until then it goes to anna@example.org" in came.answer.text
    assert "new@example.org" in came.address.to
    done = post.send("yes", sender="new@example.org", to=came.address.reply)
    assert "From now on your mail goes to new@example.org" in by_kind(done).answer.text
    assert {each.to for each in done} == {"new@example.org", "anna@example.org"}
    assert post.house.mail.addresses.of(ANNA).address == "new@example.org"


def test_a_forged_mail_deletes_nothing(post):
    (asked,) = post.send(subject="signoff")
    assert asked.kind == "question"
    assert post.house.accounts.is_named(ANNA)


def test_signing_off_takes_two_answers(post):
    (asked,) = post.send(subject="signoff")
    came = by_kind(post.send("yes", to=asked.reply))
    assert "cannot be undone" in came.sign_off.text
    (last,) = post.send("yes", to=came.sign_off.reply)
    assert "our last mail to you" in last.text
    assert last.to == "anna@example.org"
    assert not post.house.accounts.is_named(ANNA)


def test_a_message_is_read_and_answered_by_a_plain_reply(post):
    now = post.match()
    came = by_kind(post.send("message Ben\n\nShall we play Locus next?", to=post.mail_of(now)))
    told = letter(post, came.message)
    assert told.subject == "Fivefold: a message from Anna"
    assert "Shall we play Locus next?" in told.text
    back = by_kind(post.send("Gladly, on Sunday!", sender="ben@example.org", to=came.message.reply))
    assert back.message.person == ANNA
    assert "Gladly, on Sunday!" in letter(post, back.message).text


def test_a_message_names_no_address(post):
    came = by_kind(post.send("message Ben\n\nHello", to=post.mail_of(post.match())))
    composed = Messages(post.house, BASE).composed(came.message.mail, "ben@example.org")
    assert b"anna@example.org" not in composed


def test_a_chat_is_mailed_and_answered(post):
    now = post.match()
    came = by_kind(post.send("chat\n\nGood luck!", to=post.mail_of(now)))
    assert "Good luck!" in letter(post, came.chat).text
    back = by_kind(post.send("Thank you, the same to you.", sender="ben@example.org", to=came.chat.reply))
    assert back.chat.person == ANNA
    assert [line["text"] for line in post.house.chat.view(now, BEN)["lines"]] == [
        "Good luck!",
        "Thank you, the same to you.",
    ]


def test_who_watches_sees_the_match_as_everybody_does(post):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    (asked,) = post.send(sender="cleo@example.org", subject=f"focus subscribe {board}")
    (done,) = post.send("yes", sender="cleo@example.org", to=asked.reply)
    assert f"You get every move of Focus {board}" in done.text


@pytest.mark.parametrize(
    "line",
    [
        "vacation until tomorrow",
        "vacation",
        "address",
        "mail digest",
        "mail",
        "notify never",
        "name Anna Maria",
        "password",
        "signoff mail",
        "block Ben",
        "help vacation",
        "rules focus examples",
        "rules",
        "broadcast",
    ],
)
def test_every_form_in_help_is_read_as_it_is_written(post, line):
    (answer,) = post.send(line, to=post.mail_of(post.match()))
    assert answer.kind == "answer"
    assert "it cannot be read" not in answer.text
    assert "no command" not in answer.text


def test_help_reads_well_as_plain_text(post):
    (answer,) = post.send(sender="new@example.org", subject="help")
    text = answer.content["text"]
    assert answer.content["subject"] == "Fivefold: How to play by mail"
    assert "**" not in text
    assert "`" not in text
