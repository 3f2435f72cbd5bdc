"""Steps at a table, each from one snapshot to the next, without a house."""

import pytest

from fivefold.contract.errors import MatchOver
from fivefold.session import offers, steps
from fivefold.session.errors import NotOffered, NotYours, SeatTaken, Stale
from fivefold.session.snapshot import LIVE, OVER, UNDO, WAITING

from .tables import ANNA, BEN, computer, empty, person, table


def play(now, *texts):
    """Make moves for the seats whose turn it is; the first legal ones if none are given."""
    for text in texts or [now.match.legal_moves()[0]]:
        now = steps.play(now, {now.to_act}, now.number + 1, text)
    return now


def test_a_table_with_an_open_seat_waits_until_somebody_takes_it():
    waiting = table("locus", person(ANNA), empty())
    assert waiting.status == WAITING and waiting.to_act is None
    live = steps.sit(waiting, BEN, None, "Ben", "")
    assert live.status == LIVE and live.names == ("Anna", "Ben") and waiting.status == WAITING
    assert steps.sit(live, BEN, None, "Ben", "") is live
    with pytest.raises(SeatTaken, match="already sit there; you can watch"):
        steps.sit(live, "cleo", None, "Cleo", "")


def test_a_move_leads_to_another_snapshot_and_changes_nothing_in_the_first():
    now = table("locus")
    after = play(now)
    assert (now.number, after.number) == (len(now.entries), now.number + 1)
    assert len(now.match.moves) + 1 == len(after.match.moves) and after.revision == now.revision + 1
    assert steps.play(after, {now.to_act}, after.number, after.entries[-1].text) is after  # sent once more
    with pytest.raises(Stale, match="look at the table as it is now"):
        steps.play(after, {after.to_act}, after.number, after.match.legal_moves()[0])
    with pytest.raises(NotYours, match=r"it is .*'s turn"):
        steps.play(after, {now.to_act}, after.number + 1, after.match.legal_moves()[0])


def test_between_people_taking_back_is_asked_for_and_agreed_to():
    now = play(table("locus"))
    asked = offers.offer(now, now.names[now.match.movers[-1]].lower(), UNDO, now.number + 1)
    assert asked.offer.seat == now.match.movers[-1] and asked.match is now.match
    with pytest.raises(NotYours, match="answer: the others answer you; you can withdraw"):
        offers.answer(asked, asked.seats[asked.offer.seat].person, agree=True)
    assert offers.answer(asked, asked.seats[asked.offer.seat].person, agree=False).offer is None
    back = offers.answer(asked, asked.seats[1 - asked.offer.seat].person, agree=True)
    assert back.entries[-1].kind == UNDO and back.match.moves == table("locus").match.moves


def test_against_a_computer_taking_back_takes_its_reply_too():
    start = table("locus", person(ANNA), computer(1), first="0")
    back = offers.offer(play(play(start)), ANNA, UNDO, start.number + 3)
    assert back.match.moves == start.match.moves
    with pytest.raises(NotOffered, match="undo: you have not moved yet"):
        offers.offer(back, ANNA, UNDO, back.number + 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_at_one_screen_somebody_may_say_which_seat_gives_up(seat):
    over = steps.resign(table("grab", person(ANNA), person(ANNA)), ANNA, 2, seat)
    assert over.status == OVER and over.match.outcome.winner == 1 - seat and over.entries[-1].mover == seat


def test_a_race_against_oneself_is_called_off_unless_a_seat_is_named():
    over = steps.resign(table("grab", person(ANNA), person(ANNA)), ANNA, 2)
    assert over.entries[-1].kind == "abandoned" and over.match.outcome.winner is None


def test_a_seat_of_somebody_else_does_not_give_up():
    over = steps.resign(table("locus"), ANNA, len(table("locus").entries) + 1, seat=1)
    assert over.entries[-1].mover == 0


def test_what_comes_after_the_end_is_refused():
    over = steps.resign(table("locus"), ANNA, len(table("locus").entries) + 1)
    with pytest.raises(NotOffered, match="undo: the match is over and its moves stand"):
        offers.offer(over, ANNA, UNDO, over.number + 1)
    with pytest.raises(MatchOver):
        steps.play(over, {0}, over.number + 1, "a1:up")
