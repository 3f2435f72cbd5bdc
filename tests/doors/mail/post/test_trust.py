"""Who is believed: forged senders, forged, old and forwarded keys; nothing happens but a question to the true owner."""

import json
from datetime import timedelta

import pytest

from fivefold.doors.mail.post import incoming
from fivefold.house.notices.mail.mail_queue import ANSWERABLE
from tests.doors.mail.post.conftest import ANNA_AT, BEN_AT, DOMAIN, Post, moves
from tests.house.people import ANNA, BEN

pytestmark = pytest.mark.slow

STRANGER = "stranger@elsewhere.example"


def first_move(now):
    """Return a legal move, as it is typed."""
    return now.match.legal_moves()[0]


def test_a_reply_from_the_own_address_plays_a_move(post):
    now = post.match()
    (answer,) = post.send(first_move(now), to=post.mail_of(now))
    assert moves(post, now) == 1 and (answer.answers, answer.to, answer.person) == (True, ANNA_AT, ANNA)
    assert answer.mail.match == now.id and answer.mail.number == now.number + 1
    assert answer.content["in_reply_to"] == "<1@example.org>"


def test_a_mail_from_elsewhere_is_asked_about_and_done_after_a_yes(post):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    (question,) = post.send("Good luck!", subject=f"focus move {board} {first_move(now)}")
    assert moves(post, now) == 0 and question.asks and question.to == ANNA_AT
    assert f"focus move {board} {first_move(now)}" in question.text and "Good luck!" in question.text
    (answer,) = post.send("yes", to=question.reply)
    assert moves(post, now) == 1 and answer.answers and "You played" in answer.text
    assert [each["text"] for each in post.house.chat.view(post.house.snapshot(now.id), BEN)["lines"]] == ["Good luck!"]
    (again,) = post.send("yes", to=question.reply)
    assert moves(post, now) == 1 and "before" in again.text


def test_a_yes_to_an_old_question_plays_nothing_once_the_match_has_gone_on(post):
    now = post.match()
    board, first = post.house.mail.boards.number(now.id), first_move(now)
    (question,) = post.send(subject=f"focus move {board} {first}")
    there = now
    for person in (ANNA, BEN):
        move = next(each for each in there.match.legal_moves() if each != first)
        there = post.house.play(now.id, person, there.number + 1, move)
    (answer,) = post.send("yes", to=question.reply)
    assert post.house.snapshot(now.id).number == there.number
    assert "not done" in answer.text and "You played" not in answer.text


def test_a_yes_to_an_old_question_agrees_to_nothing_that_was_offered_since(post):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    (question,) = post.send(subject=f"focus accept {board}")
    post.house.play(now.id, ANNA, 1, first_move(now))
    post.house.offer(now.id, BEN, "draw", 2)
    (answer,) = post.send("yes", to=question.reply)
    assert post.house.snapshot(now.id).status != "over" and "something else is offered by now" in answer.text


def test_a_no_forgets_it(post):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    (question,) = post.send(subject=f"focus resign {board}")
    (answer,) = post.send("no", to=question.reply)
    assert answer.answers
    (late,) = post.send("yes", to=question.reply)
    assert "before" in late.text and post.house.snapshot(now.id).status != "over"


@pytest.mark.parametrize("sender", [BEN_AT, STRANGER])
def test_a_forwarded_reply_address_asks_its_owner(post, sender):
    now = post.match()
    (question,) = post.send(first_move(now), sender, post.mail_of(now))
    assert question.asks and (question.person, question.to) == (ANNA, ANNA_AT) and sender in question.text
    assert moves(post, now) == 0
    post.send("yes", sender, question.reply)  # the question was passed on, too
    assert moves(post, now) == 0
    post.send("yes", to=question.reply)
    assert moves(post, now) == 1


def test_nobody_is_asked_to_repeat_a_yes_to_the_end_of_their_account(post):
    (question,) = post.send("signoff", to=post.mail_of(post.match()))
    assert question.kind == "sign-off"
    (told,) = post.send("yes", BEN_AT, question.reply)
    assert told.to == ANNA_AT and "ben@example.org has said yes to deleting your account" in told.text
    assert post.house.accounts.account(ANNA) is not None and post.send("yes", BEN_AT, question.reply) == []
    post.send("yes", to=question.reply)
    assert post.house.accounts.account(ANNA) is None


def test_a_mail_that_was_passed_on_is_asked_about(post):
    now = post.match()
    text = f"{first_move(now)}\n\n-------- Forwarded Message --------\nFrom: x@example.org\nSubject: x\n\nhello\n"
    told = post.send(text, to=post.mail_of(now), subject="Fwd: Focus 101: Anna – Ben")
    assert moves(post, now) == 0 and all(each.asks and each.to == ANNA_AT for each in told)


def test_a_made_up_key_is_worth_nothing(post):
    now = post.match()
    real = post.mail_of(now)
    made_up = real.replace("+", "+aaaa")[: len("play+") + 24] + f"@{DOMAIN}"
    (question,) = post.send(f"move {first_move(now)}", to=made_up)
    assert moves(post, now) == 0 and question.asks and question.to == ANNA_AT
    (answer,) = post.send(f"move {first_move(now)}", STRANGER, made_up)
    assert answer.to == STRANGER and answer.person is None and "only players" in answer.text


def test_a_key_is_good_for_a_while(post, monkeypatch):
    now = post.match()
    address = post.mail_of(now)
    later = post.house.now() + ANSWERABLE + timedelta(hours=1)
    monkeypatch.setattr(post.house, "_clock", lambda: later)
    (question,) = post.send(f"move {first_move(now)}", to=address)
    assert question.asks and moves(post, now) == 0


def test_a_key_is_good_while_the_address_is_theirs(post):
    now = post.match()
    old = post.mail_of(now, address=ANNA_AT)
    post.house.mail.addresses.want(ANNA, "anna@new.example")
    post.house.mail.addresses.confirm(ANNA, "anna@new.example")
    for sender in (ANNA_AT, "anna@new.example"):
        (question,) = post.send(first_move(now), sender, old)
        assert question.asks and question.to == "anna@new.example"
    assert moves(post, now) == 0


def test_a_replayed_reply_plays_nothing(post):
    now = post.match()
    address, move = post.mail_of(now), first_move(now)
    post.send(move, to=address)
    (again,) = post.send(move, to=address)
    assert moves(post, now) == 1 and "already" in again.text
    there = post.house.snapshot(now.id)
    post.send(there.match.legal_moves()[0], BEN_AT, post.mail_of(there, BEN))
    (late,) = post.send(post.house.snapshot(now.id).match.legal_moves()[0], to=address)
    assert moves(post, now) == 2 and "not done" in late.text


def test_the_same_message_is_read_once(post):
    now = post.match()
    address = post.mail_of(now)
    assert post.put(first_move(now), to=address, headers={"Message-ID": "<same@example.org>"})
    assert not post.put(first_move(now), to=address, headers={"Message-ID": "<same@example.org>"})


def test_a_server_of_ones_own_may_vouch(house):
    post = Post(house, trusted="mx.mail.example")
    now = post.match()
    subject = f"focus move {house.mail.boards.number(now.id)} {first_move(now)}"
    for results, done in (
        ("mx.elsewhere.example; dkim=pass header.d=example.org", 0),
        ("mx.mail.example; dkim=pass header.d=elsewhere.example", 0),
        ("mx.mail.example; dkim=pass header.d=notexample.org", 0),
        ("mx.mail.example; dkim=pass header.d=example.org", 1),
    ):
        post.send(subject=subject, headers={"Authentication-Results": results})
        assert moves(post, now) == done
    there = house.snapshot(now.id)
    (question,) = post.send(
        there.match.legal_moves()[0],
        BEN_AT,
        post.mail_of(there, BEN),
        headers={"Authentication-Results": "mx.mail.example; dmarc=fail header.from=example.org"},
    )
    assert question.asks and moves(post, now) == 1


def test_questions_about_commands_are_answered_to_the_owner(post):
    now = post.match()
    (answer,) = post.send(subject=f"focus show {post.house.mail.boards.number(now.id)}")
    assert answer.answers and answer.to == ANNA_AT and "Focus" in answer.content["subject"]


def test_passwords_are_repeated_nowhere(post):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    (question,) = post.send(subject=f"focus move {board} anna hunter2 {first_move(now)}")
    assert question.asks and "password" in question.text
    (answer,) = post.send("yes", to=question.reply)
    assert moves(post, now) == 1 and f"focus move {board} {first_move(now)}" in answer.text
    assert "hunter2" not in json.dumps([question.content, answer.content])
    (wrong,) = post.send(f"focus move {board} anna hunter2 z9-z9", to=post.mail_of(now))
    assert "hunter2" not in json.dumps(wrong.content)


def test_strangers_may_ask_a_few_things_a_few_times(post, monkeypatch):
    monkeypatch.setattr(incoming, "ALL_STRANGERS", 5)
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    for text in ("help", "rules focus"):
        (answer,) = post.send(text, STRANGER)
        assert answer.to == STRANGER and answer.person is None and "Nothing was done" not in answer.text
    for text in (f"focus show {board}", f"focus move {board} {first_move(now)}"):
        (answer,) = post.send(text, STRANGER)
        assert "only players" in answer.text and "Anna" not in answer.text
    (told,) = post.send("help", STRANGER)
    assert told.to == STRANGER and "Nothing was done. Why: too many mails" in told.text
    assert moves(post, now) == 0 and post.send("help", STRANGER) == []
    assert len(post.send("help", "one@elsewhere.example")) == 1
    (told,) = post.send("help", "two@elsewhere.example")
    assert "Nothing was done. Why: too many mails" in told.text
    assert post.send("help", "two@elsewhere.example") == []


@pytest.mark.parametrize("sender", [STRANGER, ANNA_AT])
def test_nothing_is_repeated_to_somebody_who_may_not_have_written_it(post, sender):
    (answer,) = post.send("Buy it at shop.example!", sender, subject="rules of no game")
    assert "Nothing was done" in answer.text and "shop.example" not in str(answer.content)


def test_little_is_repeated_of_a_command_to_an_address_that_nobody_has(post):
    (answer,) = post.send(subject=f"focus rules {'buy it ' * 20} shop.example", sender=STRANGER)
    assert "shop.example" not in str(answer.content)


def test_whoever_writes_in_the_name_of_others_does_not_fill_their_box(post):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    asked = [post.send(subject=f"focus move {board} {first_move(now)}") for _ in range(incoming.QUESTIONS + 2)]
    assert [len(each) for each in asked] == [1] * (incoming.QUESTIONS + 1) + [0]
    assert "Nothing was done. Why: too many mails came in your name" in asked[-2][0].text
    shown = [post.send(subject=f"focus show {board}") for _ in range(incoming.ASKED_FOR + 2)]
    assert [len(each) for each in shown] == [1] * incoming.ASKED_FOR + [0, 0]
    post.send(first_move(now), to=post.mail_of(now))  # which does not keep her from playing
    assert moves(post, now) == 1


def test_a_game_has_an_address(post):
    now = post.match()
    post.send(f"move {post.house.mail.boards.number(now.id)} {first_move(now)}", to=f"focus@{DOMAIN}")
    assert post.house.mail.outgoing.of_person(ANNA, "question")[0].content["held"][0]["line"]["game"] == "focus"


# --- addresses that nobody has yet -----------------------------------------------------------------------------------


def test_an_account_by_mail_needs_an_answer_from_its_address(post):
    (asked,) = post.send(subject="signup Zoe", sender="zoe@new.example")
    assert asked.kind == "sign-up" and asked.to == "zoe@new.example"
    post.send("yes", STRANGER, asked.reply)
    assert post.house.accounts.by_name("Zoe") is None
    (welcome,) = post.send("yes", "zoe@new.example", asked.reply)
    assert "Welcome, Zoe" in welcome.text
    assert post.house.mail.addresses.owner("zoe@new.example") == post.house.accounts.by_name("Zoe").id


@pytest.mark.parametrize("more", ["help", "signup Yves", "games\nI am new here", "fly to the moon"])
def test_whoever_is_signed_up_by_somebody_else_gets_one_mail(post, more):
    assert [each.kind for each in post.send(more, "zoe@new.example", subject="signup Zoe")] == ["sign-up"]
    assert "Zoe" in post.send(f"signup Zoe\n{more}", "other@new.example")[0].text


def test_an_address_is_confirmed_by_an_answer_from_there_and_nothing_else_is_done_in_it(post):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    post.house.mail.link_mails.confirm(ANNA, "anna@new.example")
    made = post.house.mail.outgoing.of_person(ANNA, "address")[0]
    to = f"play+{post.house.mail.outgoing.key(made.id)}@{DOMAIN}"
    (refused,) = post.send(f"focus move {board} {first_move(now)}", "anna@new.example", to)
    assert "only players" in refused.text and moves(post, now) == 0
    for sender in (STRANGER, BEN_AT):
        post.send("yes", sender, to)
    assert post.house.mail.addresses.of(ANNA).address == ANNA_AT
    post.send("yes", "anna@new.example", to)
    assert post.house.mail.addresses.of(ANNA).address == "anna@new.example"
