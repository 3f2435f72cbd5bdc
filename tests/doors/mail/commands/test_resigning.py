"""Resigning by mail: at once on one's turn, else when it comes; nothing is lost when the process ends."""

import pytest

from fivefold.doors.mail.commands import offers
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.notices.mail.mail_queue import MATCH
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import LIVE, OVER
from tests.doors.mail.commands.conftest import asking, begun, line
from tests.house.conftest import numbered, ticking
from tests.house.mail_people import to_send, with_mail
from tests.house.people import ANNA, BEN

pytestmark = pytest.mark.slow


def resign(house, person, now, how="", **more):
    return offers.resign(asking(house, person, **more), line("resign", how, now.id))


def waits(house, now):
    return house.mail.resignations.waits(now.id, BEN)


def test_on_my_turn_it_is_at_once(house):
    now = begun(house)
    (shown,) = resign(house, ANNA, now)
    assert shown.said == ()
    assert house.known(now.id).match.outcome.winner == 1
    assert resign(house, ANNA, now)[0].said == ("You have resigned already.",)
    with pytest.raises(NotOffered, match="over"):
        resign(house, BEN, now)


@pytest.mark.parametrize(("game", "time"), [("focus", ""), ("focus", "2d/move"), ("locus", ""), ("pokeros", "")])
def test_off_turn_it_waits_for_my_turn(house, game, time):
    now = begun(house, game, time=time)
    mover, other = now.seats[now.to_act].person, now.seats[1 - now.to_act].person
    (said,) = resign(house, other, now)
    assert "when your turn comes" in said.sentences[0]
    assert house.known(now.id).status == LIVE
    after = house.play(now.id, mover, now.number + 1, now.match.legal_moves()[0])
    assert (after.status, after.entries[-1].kind) == (OVER, "resigned")
    assert after.entries[-1].mover == 1 - now.to_act
    assert not house.mail.resignations.waits(now.id, other)


def test_within_a_turn_of_several_moves_it_waits_for_its_end(house):
    now = begun(house, "dice_poker")
    mover, other = now.seats[now.to_act].person, now.seats[1 - now.to_act].person
    resign(house, other, now)
    after = house.play(now.id, mover, now.number + 1, "keep:")
    assert after.status == LIVE


def test_sent_again_it_is_taken_back(house):
    now = begun(house)
    resign(house, BEN, now)
    assert waits(house, now)
    (said,) = resign(house, BEN, now)
    assert "taken back" in said.sentences[0]
    assert not waits(house, now)
    assert house.play(now.id, ANNA, 1, now.match.legal_moves()[0]).status == LIVE


def test_words_that_say_which(house):
    now = begun(house)
    for _ in range(2):
        resign(house, BEN, now, "later")
        assert waits(house, now)
    resign(house, BEN, now, "back")
    with pytest.raises(NotOffered, match="no resignation"):
        resign(house, BEN, now, "back")
    with pytest.raises(NotOffered, match="at once"):
        resign(house, ANNA, now, "later")
    resign(house, BEN, now)
    resign(house, BEN, now, "now")
    assert house.known(now.id).status == OVER


def test_the_others_are_not_told_before(house):
    now = begun(house)
    house.mail.boards.number(now.id)
    before = house.known(now.id)
    resign(house, BEN, now, comment="I give up.")
    assert house.known(now.id) is before
    assert not house.chat.view(now, ANNA)["lines"]


def test_it_survives_a_restart(house, url):
    now = begun(house)
    resign(house, BEN, now)
    again = House(house._database, ticking(), numbered(100))
    assert again.play(now.id, ANNA, 1, now.match.legal_moves()[0]).status == OVER


def test_what_became_due_elsewhere_is_found_by_the_sweep(house):
    now = begun(house)
    other = House(house._database, ticking(), numbered(100))
    other.mail.resignations.sweep()  # which knows of none
    resign(house, BEN, now)
    assert other.play(now.id, ANNA, 1, now.match.legal_moves()[0]).status == LIVE
    again = House(house._database, ticking(), numbered(200))
    for _ in range(2):
        again.mail.resignations.sweep()
    assert again.known(now.id).status == OVER


def test_one_taken_back_elsewhere_does_not_happen(house):
    now = begun(house)
    resign(house, BEN, now)
    other = House(house._database, ticking(), numbered(100))
    other.mail.resignations.sweep()
    resign(house, BEN, now)
    assert other.play(now.id, ANNA, 1, now.match.legal_moves()[0]).status == LIVE


def test_after_the_end_nothing_waits(house):
    now = begun(house)
    resign(house, BEN, now)
    house.resign(now.id, ANNA, 1)
    assert not waits(house, now)


def test_who_resigned_long_before_hears_of_the_end(house):
    with_mail(house)
    now = begun(house)
    resign(house, BEN, now)
    house.play(now.id, ANNA, 1, now.match.legal_moves()[0])
    assert {mail.person for mail in to_send(house) if mail.kind == MATCH and mail.number} == {BEN}


@pytest.mark.parametrize("game", ["focus", "pokeros", "dice_poker"])
def test_who_moves_is_not_told_of_it_whatever_is_drawn_then(house, game):
    with_mail(house)
    now = begun(house, game)
    known = {(mail.id, mail.number) for mail in to_send(house)}
    mover = now.seats[now.to_act].person
    house.play(now.id, mover, now.number + 1, now.match.legal_moves()[-1])
    assert mover not in {mail.person for mail in to_send(house) if (mail.id, mail.number) not in known}


def test_among_three_the_others_play_on(house):
    now = begun(house, others=2, players="3")
    for _ in range(4):
        person = now.seats[now.to_act].person
        now = house.play(now.id, person, now.number + 1, now.match.legal_moves()[0])
    leaving = now.seats[now.to_act].person
    (shown,) = resign(house, leaving, now)
    after = house.known(now.id)
    assert shown.said == ()
    assert after.status == LIVE and after.entries[-1].text == f"resign:{now.to_act}"
    assert resign(house, leaving, now)[0].said == ("You have resigned already.",)


def test_in_a_duplicate_it_ends_both_boards_when_it_is_carried_out(house):
    wish = MatchRequest("locus", {"grid": "6x5", "first": "0"}, ("link",), "me", duplicate=True, time="3d")
    first = house.sit(house.create(ANNA, wish).id, BEN)
    second = house.known(first.linked("second"))
    (said,) = resign(house, BEN, first)
    assert "when your turn comes" in said.sentences[0]
    for board in (first, second):
        house.play(board.id, board.seats[board.to_act].person, board.number + 1, board.match.legal_moves()[0])
    for board in (first, second):
        over = house.known(board.id)
        assert (over.entries[-1].kind, over.seats[over.entries[-1].mover].person) == ("resigned", BEN)
        assert over.clocks.running is None
        assert House(house._database, house.now, numbered()).known(board.id).revision == over.revision
