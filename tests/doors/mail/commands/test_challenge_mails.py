"""What people are mailed of challenges: written with what it tells of, and no more than they need."""

import pytest

from fivefold.doors.mail.commands.meeting import accept, challenge, reject
from fivefold.doors.mail.writing.match_letters import told_of_challenge
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.notices.mail.mail_queue import CHALLENGE
from tests.doors.mail.commands.conftest import asking, line, with_addresses
from tests.house.people import ANNA, BEN, CLEO, DORA

pytestmark = pytest.mark.slow


def mails(house, person):
    return house.mail.outgoing.of_person(person, CHALLENGE)


def sent(house):
    """Take every mail as sent."""
    with house.writing() as connection:
        for person in (ANNA, BEN, CLEO, DORA):
            for mail in outgoing_mails.of_person(connection, person, CHALLENGE):
                outgoing_mails.change(connection, mail.id, state=outgoing_mails.SENT)


def ask(house, names, comment="", **options):
    challenge(asking(house, comment=comment), line("challenge", names, game="focus", **options))


def text(house, person):
    return " ".join(told_of_challenge(house, mails(house, person)[0], "https://house.example").text.split())


def test_those_who_get_mail_are_told_who_asks_them_to_what(house):
    with_addresses(house, BEN, CLEO)
    house.accounts.set_preference(CLEO, "mail_of_matches", "never")
    ask(house, "ben cleo dora", "Come and play", rated="")
    assert [len(mails(house, person)) for person in (ANNA, BEN, CLEO, DORA)] == [0, 1, 0, 0]
    said = text(house, BEN)
    for part in (
        *("Anna invites you to a match of Focus", "Cleo and Dora", "3 days for each move", "Come and play"),
        *("The match is rated", "accept", "reject", "https://house.example/challenges"),
    ):
        assert part in said


def test_the_challenger_is_told_who_declined_why_and_what_can_be_done(house):
    with_addresses(house, ANNA)
    ask(house, "ben cleo dora")
    accept(asking(house, BEN), line("accept"))
    reject(asking(house, CLEO, comment="No time"), line("reject"))
    said = text(house, ANNA)
    for part in (
        *("Cleo does not want to play Focus 101", "No time", "Ben sits at the table and waits with you"),
        *("Dora has not answered yet", "focus challenge 101 NAME", "focus challenge 101 level 3", "focus reject 101"),
    ):
        assert part in said


def test_a_match_for_two_does_not_begin(house):
    with_addresses(house, ANNA)
    ask(house, "ben")
    reject(asking(house, BEN), line("reject"))
    said = text(house, ANNA)
    assert "So this match does not begin" in said and "focus challenge NAME" in said


def test_what_was_asked_and_taken_back_before_it_was_sent_is_not_sent(house):
    with_addresses(house, BEN, CLEO)
    ask(house, "ben cleo")
    reject(asking(house), line("reject", board=101))
    assert mails(house, BEN) == []
    ask(house, "ben cleo")
    sent(house)
    reject(asking(house), line("reject", board=102))
    assert [mail.content["what"] for mail in mails(house, BEN)] == ["withdrawn", "asked"]
    assert "Anna has taken back the challenge to Focus 102" in text(house, BEN)


def test_a_computer_that_was_given_the_seat_took_it(house):
    with_addresses(house, BEN)
    ask(house, "ben")
    sent(house)
    house.lobby.fill(house.challenges.of(BEN)[0].match, ANNA, 3)
    assert "Somebody else sits down with Anna at Focus 101" in text(house, BEN)


def test_an_answer_on_the_page_leaves_nothing_to_ask(house):
    with_addresses(house, BEN)
    ask(house, "ben")
    house.challenges.accept(house.challenges.of(BEN)[0].id, BEN)
    assert mails(house, BEN) == []
