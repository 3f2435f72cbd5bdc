"""Somebody who is banned, by mail: no move, no match, no word to others; resigning and reading go on."""

import pytest

from fivefold.doors.mail.commands import run_of
from fivefold.house.moderation.active_rules import Banned, GameClosed
from fivefold.house.moderation.operators import Operator
from tests.doors.mail.commands.conftest import asking, begun, by, line, mails, sent, with_addresses
from tests.house.people import ANNA

pytestmark = pytest.mark.slow

STOPPED = {
    "move": "c2-c1:1",
    "chat": "",
    "message": "Ben",
    "challenge": "ben",
    "seek": "2",
    "propose": "draw",
    "give": "",
    "queue": "c2-c1:1",
    "name": "Annabel",
}
AT_A_MATCH = {"move", "chat", "propose", "give", "queue"}


@pytest.fixture
def banned(house):
    with_addresses(house)
    now = begun(house, time="3d/move")
    Operator(house, "root").ban("Anna", "insults by mail", 3)
    return now


@pytest.mark.parametrize("word", STOPPED)
def test_a_mail_of_somebody_who_is_banned_does_nothing_and_says_why(house, banned, word):
    before = len(mails(house))
    board = house.mail.boards.number(banned.id) if word in AT_A_MATCH else None
    with pytest.raises(Banned, match="the reason: insults by mail"):
        run_of(word)(asking(house, ANNA, comment="hello there"), line(word, STOPPED[word], board, "focus"))
    assert house.known(banned.id).number == banned.number and len(mails(house)) == before


def test_somebody_who_is_banned_reads_and_resigns_by_mail(house, banned):
    board = str(house.mail.boards.number(banned.id))
    assert sent(by(house, ANNA), "show", board=board, game="focus")
    sent(by(house, ANNA), "resign", board=board, game="focus")


def test_no_match_of_a_closed_game_begins_by_mail(house):
    Operator(house, "root").close_game("focus", "a mistake in its scores")
    with pytest.raises(GameClosed, match="the reason: a mistake in its scores"):
        run_of("challenge")(asking(house, ANNA), line("challenge", "ben", game="focus"))
