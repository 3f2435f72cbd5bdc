"""What becomes of mails: commands in order, those that are never answered, and what a process leaves when it ends."""

import json
import time
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fivefold.doors.mail.commands import run_of
from fivefold.doors.mail.post import incoming
from fivefold.house.errors import Busy
from fivefold.house.notices.mail.addresses import MOST_FAILURES
from tests.doors.mail.post.conftest import ANNA_AT, BEN_AT, DOMAIN, moves
from tests.house.mail_people import to_send
from tests.house.people import ANNA, BEN, play

pytestmark = pytest.mark.slow

REPORT = """\
From: MAILER-DAEMON@mx.example.org
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <{number}@mx.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Sorry.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; anna@example.org
Action: {action}
Status: {status}

--b--
"""


def first_move(post, now):
    return post.house.snapshot(now.id).match.legal_moves()[0]


# --- commands --------------------------------------------------------------------------------------------------------


def test_commands_are_carried_out_up_to_the_first_that_fails(post):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    text = f"show\nmove {first_move(post, now)}\nmove {board} z9-z9\nmove {board} h1-h2\nresign {board}\n\nHello"
    (answer,) = post.send(text, to=post.mail_of(now))
    assert moves(post, now) == 1 and "You played" in answer.text and "z9-z9" in answer.text
    assert f"nothing below it was done either: move {board} h1-h2; resign {board}" in answer.text


def test_who_ends_a_pause_is_told_once(post):
    now = post.match(time="3d/move")
    house = post.house
    for kind in ("pause", "resume"):
        house.offer(now.id, BEN, kind, house.snapshot(now.id).number + 1)
        (answer,) = post.send("accept", to=post.mail_of(house.snapshot(now.id)))
        assert answer.content["played"]["number"] == house.snapshot(now.id).number, "it tells what another mail would"
        assert house.mail.outgoing.fix(answer.mail, ANNA_AT, house.snapshot(now.id).number, b"")
    assert [mail.person for mail in to_send(house) if mail.kind == "match" and mail.state == "waiting"] == [BEN]


def test_who_claims_a_win_is_told_once(post):
    house, hands = post.house, post.house._clock
    now = play(house, post.match(time="1d/move"), "c2-c1", "d2-d1")
    house._clock = lambda: hands() + timedelta(days=2)
    (answer,) = post.send("claim", sender=BEN_AT, to=post.mail_of(now, BEN))
    over = house.snapshot(now.id)
    assert over.match.outcome.winner == 1 and answer.content["played"]["number"] == over.number
    assert house.mail.outgoing.fix(answer.mail, BEN_AT, over.number, b"")
    assert [mail.person for mail in to_send(house) if mail.kind == "match" and mail.state == "waiting"] == [ANNA]


def test_a_mail_without_a_command_is_answered_with_what_would_do(post):
    (answer,) = post.send("", to=post.mail_of(post.match()))
    assert "no command" in answer.text and "help" in answer.text


def test_a_command_that_cannot_be_read_is_answered_with_how_to_write_it(post):
    now = post.match()
    (answer,) = post.send("focus move 101 anna secret12 nonsense nonsense", to=post.mail_of(now))
    assert "not done" in answer.text and "secret12" not in json.dumps(answer.content)


def test_an_error_of_ours_is_told_and_keeps_nobody_waiting(post, monkeypatch, caplog):
    now = post.match()

    def broken(asking, line):
        raise RuntimeError("a bug")

    monkeypatch.setattr(incoming, "run_of", lambda word: broken)
    (answer,) = post.send("moves", to=post.mail_of(now))
    assert "something went wrong" in answer.text and "a bug" not in answer.text and "a bug" in caplog.text


def test_a_busy_house_reads_it_later(post, monkeypatch):
    now = post.match()

    def busy(asking, line):
        raise Busy("the house is busy")

    with monkeypatch.context() as patched:
        patched.setattr(incoming, "run_of", lambda word: busy)
        for _ in range(incoming.MOST_TRIES + 1):
            with pytest.raises(Busy):
                post.send(first_move(post, now), to=post.mail_of(now))
    post.worker.sweep()
    assert moves(post, now) == 1 and post.house.mail.incoming.to_do() == []


def test_a_mail_that_is_tried_often_counts_once(post, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_READ", 2)

    def busy(asking, line):
        raise Busy("the house is busy")

    with monkeypatch.context() as patched:
        patched.setattr(incoming, "run_of", lambda word: busy)
        with pytest.raises(Busy):
            post.send("moves", to=post.mail_of(post.match()))
        for _ in range(4):
            with pytest.raises(Busy):
                post.worker.sweep()
    post.worker.sweep()
    assert [mail.kind for mail in to_send(post.house) if mail.kind == "answer"] == ["answer"]


@given(
    raw=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(lambda text: text.encode())), to_key=st.booleans()
)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_comes_the_next_mail_is_read(post, raw, to_key):
    to = post.mail_of(post.match(), ANNA) if to_key else f"play@{DOMAIN}"
    head = b"From: anna@example.org\r\n" if to_key else b""
    post.house.mail.incoming.add(str(time.monotonic_ns()), "anna@example.org", [to], head + raw)
    post.worker.sweep()
    assert post.house.mail.incoming.to_do() == []


# --- what is never answered ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List-Id": "<friends.example.org>"},
        {"X-Auto-Response-Suppress": "All"},
        {"From": "MAILER-DAEMON@example.org"},
        {"Subject": "Out of office: Focus 101"},
        {"From": f"play@{DOMAIN}"},
        {"From": "nobody"},
        {"Message-ID": f"<7.1@{DOMAIN}>"},
    ],
)
def test_programs_lists_and_our_own_mails_get_no_answer(post, headers):
    now = post.match()
    assert post.send(first_move(post, now), to=post.mail_of(now), headers=headers) == []
    assert moves(post, now) == 0


def test_reports_and_mails_for_others_get_no_answer(post):
    now = post.match()
    assert post.send("help", to=post.mail_of(now), envelope="") == []
    assert post.send("help", to="play@elsewhere.example") == []
    assert moves(post, now) == 0


def test_a_program_that_answers_us_is_answered_so_often_and_no_more(post, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_READ", 3)
    to = post.mail_of(post.match())
    told = []
    for expected in (1, 1, 1, 1, 0, 0):
        found = post.send("Thank you, your message has been received.", to=to)
        assert len(found) == expected
        to = found[0].reply if found else to
        told += [letter.text for letter in found]
    assert "the last of 3 mails" in told[2] and "Nothing was done. Why: 3 of your mails were read" in told[3]
    assert not any("the last of 3" in each for each in told[:2])


def test_mails_that_come_back_switch_an_address_off(post):
    now = post.match()

    def report(count, action, status):
        to = post.mail_of(now, address=ANNA_AT).replace("play+", "bounce+")
        raw = REPORT.format(to=to, number=f"{count}.{status}", action=action, status=status)
        post.house.mail.incoming.add(f"{count} {status}", "", [to], raw.encode())
        post.worker.sweep()

    for count in range(MOST_FAILURES + 1):
        report(count, "delayed", "4.4.1")
    assert post.house.mail.addresses.of(ANNA).reached
    for count in range(MOST_FAILURES):
        report(count, "failed", "5.1.1")
    assert not post.house.mail.addresses.of(ANNA).reached
    post.send("help", to=post.mail_of(now, BEN), sender=BEN_AT)
    post.send("help", to=post.mail_of(now))
    assert post.house.mail.addresses.of(ANNA).reached  # she writes from there


def test_a_mail_comes_back_once_however_many_reports_there_are(post):
    to = post.mail_of(post.match(), address=ANNA_AT).replace("play+", "bounce+")
    for count in range(MOST_FAILURES + 1):
        raw = REPORT.format(to=to, number=count, action="failed", status="5.1.1")
        post.house.mail.incoming.add(str(count), "", [to], raw.encode())
    post.worker.sweep()
    assert post.house.mail.addresses.of(ANNA).reached


# --- when the process ends -------------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process has ended."""


def test_a_move_is_answered_after_a_process_that_ended_and_played_once(post, monkeypatch):
    now = post.match()
    post.put(first_move(post, now), to=post.mail_of(now))
    with monkeypatch.context() as patched:

        def killed(*_, **__):
            raise Killed

        patched.setattr(incoming, "compose_answers", killed)
        with pytest.raises(Killed):
            post.worker.sweep()
    assert moves(post, now) == 1
    again = type(post)(post.house)
    again.worker.sweep()
    (answer,) = [mail for mail in to_send(post.house) if mail.kind == "answer"]
    assert moves(post, now) == 1 and "already" in answer.content["text"]


def test_what_cannot_be_known_again_is_not_carried_out_again(post, monkeypatch):
    now = post.match()
    board = post.house.mail.boards.number(now.id)
    (question,) = post.send(f"focus challenge Cleo\nmove {board} {first_move(post, now)}\n\nHello")
    post.put("yes", to=question.reply)
    with monkeypatch.context() as patched:
        real = run_of("move")

        def killed(asking, line):
            real(asking, line)
            raise Killed

        known = incoming.run_of
        patched.setattr(incoming, "run_of", lambda word: killed if word == "move" else known(word))
        with pytest.raises(Killed):
            post.worker.sweep()
    again = type(post)(post.house)
    again.worker.sweep()
    (answer,) = [mail for mail in to_send(post.house) if mail.kind == "answer"]
    assert moves(post, now) == 1 and "before the house was interrupted" in answer.content["text"]
    assert len(post.house.matches_of(ANNA, 10)) == 2


def test_a_mail_that_always_ends_the_process_is_given_up(post, monkeypatch, caplog):
    to = post.mail_of(post.match())
    post.put("moves", to=to)
    post.put("show", to=to)

    def killed(mail, *_):
        if b"moves" in mail.raw:
            raise Killed
        return real(mail)

    for _ in range(incoming.MOST_TRIES):
        other = type(post)(post.house)
        real = other.worker._handling.handle
        monkeypatch.setattr(other.worker._handling, "handle", killed)
        with pytest.raises(Killed):
            other.worker.sweep()
    post.worker.sweep()
    answers = [mail for mail in to_send(post.house) if mail.kind == "answer"]
    assert "something went wrong in the house" in answers[0].content["text"], "whoever wrote it is told"
    assert len(answers) == 2 and "given up" in caplog.text and post.house.mail.incoming.to_do() == []


def test_what_was_done_is_not_kept(post):
    post.send("help")
    with post.house.reading() as connection:
        found = connection.exec_driver_sql("SELECT raw, sender, recipients FROM incoming_mails").all()
    assert [tuple(row) for row in found] == [(b"", None, "[]")]
