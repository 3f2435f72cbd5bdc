"""What people can do at a table, one thing after the other."""

import pytest

from fivefold.contract.errors import IllegalMove, InvalidMove, MatchOver
from fivefold.house import availability
from fivefold.house.bus import COMPUTER_DUE
from fivefold.house.errors import NotOffered, NotYours, Stale, UnknownMatch
from fivefold.house.house import House
from fivefold.house.links import DOUBLE_OF, REMATCH, SECOND, is_double, points_from_first
from fivefold.house.match_view import views
from fivefold.house.table.seating import MatchRequest
from fivefold.session.seats import COMPUTER, OPEN, PERSON
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, BEN, CLEO, STEPS, by_link, facts, play, resigned

# --- moving ----------------------------------------------------------------------------------------------------------


def test_a_move_sent_twice_counts_once_whatever_came_after(house):
    snapshot = play(house, by_link(house), "step:2", "step:3")
    for text in ("step:2", " Step:2 "):
        assert house.play(snapshot.id, ANNA, 1, text) is snapshot
    play(house, snapshot, "step:1", "step:1")
    assert house.play(snapshot.id, BEN, 2, "step:3").number == 4


def test_the_same_move_in_another_form_counts_once(house):
    snapshot = house.create(ANNA, MatchRequest("focus", {}, ("1",), "me"))
    text = next(text for text in snapshot.match.legal_moves() if text.endswith(":1"))
    played = house.play(snapshot.id, ANNA, 1, text)
    assert house.play(snapshot.id, ANNA, 1, text.removesuffix(":1")) is played
    with pytest.raises(Stale):
        house.play(snapshot.id, ANNA, 1, snapshot.match.legal_moves()[-1])


def test_a_move_for_a_number_that_is_taken_gets_the_news(house):
    snapshot = play(house, by_link(house), "step:2", "step:3")
    for person, number, text in [(ANNA, 1, "step:3"), (BEN, 1, "step:2"), (ANNA, 2, "step:3"), (ANNA, 0, "step:1")]:
        with pytest.raises(Stale) as stale:
            house.play(snapshot.id, person, number, text)
        assert stale.value.news is snapshot
    with pytest.raises(Stale, match=r"Guest \d{4} played step:3 meanwhile"):
        house.play(snapshot.id, ANNA, 2, "step:1")
    with pytest.raises(Stale):
        house.play(snapshot.id, ANNA, 4, "step:1")


def test_only_whose_turn_it_is_may_move(house):
    snapshot = by_link(house)
    with pytest.raises(NotYours, match="it is Guest 0000's turn"):
        house.play(snapshot.id, BEN, 1, "step:1")
    with pytest.raises(NotYours, match="you are watching"):
        house.play(snapshot.id, CLEO, 1, "step:1")
    with pytest.raises(NotYours):
        house.play_for(snapshot.id, 1, "step:1")


def test_a_person_cannot_move_for_a_computer_nor_a_computer_for_a_person(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("1",), "them"))
    with pytest.raises(NotYours):
        house.play(snapshot.id, ANNA, 1, "step:1")
    snapshot = house.play_for(snapshot.id, 1, "step:1")
    with pytest.raises(NotYours):
        house.play_for(snapshot.id, 2, "step:1")


def test_a_move_that_is_none_changes_nothing(house):
    snapshot = by_link(house)
    with pytest.raises(InvalidMove):
        house.play(snapshot.id, ANNA, 1, "nonsense")
    with pytest.raises(IllegalMove):
        house.play(snapshot.id, ANNA, 1, "step:6")
    assert house.snapshot(snapshot.id) is snapshot


def test_chance_and_the_table_write_entries_of_their_own(house):
    snapshot = house.create(ANNA, MatchRequest("track", {"dice": "on"}, ("here",)))
    kinds = {entry.mover for entry in snapshot.entries}
    assert snapshot.number == len(snapshot.match.moves) and -1 in kinds
    snapshot = play(house, snapshot, "rest")
    assert [entry.text for entry in snapshot.entries] == snapshot.match.history


def test_after_the_end_no_move_is_made(house):
    snapshot = resigned(house, by_link(house))
    with pytest.raises(MatchOver):
        house.play(snapshot.id, ANNA, snapshot.number + 1, "step:1")
    assert house.due() == []


def test_an_unknown_match_is_unknown(house):
    for ask in (
        house.snapshot,
        lambda match: house.play(match, ANNA, 1, "x"),
        lambda match: house.rematch(match, ANNA),
    ):
        with pytest.raises(UnknownMatch):
            ask("nowhere")


# --- taking back -----------------------------------------------------------------------------------------------------


def test_against_a_computer_ones_own_last_move_is_taken_back(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("1",), "me"))
    snapshot = play(house, snapshot, "step:1", "step:2", "step:3")
    thinking = house.undo(snapshot.id, ANNA, 4)
    assert thinking.match.history == ["step:1", "step:2"] and thinking.entries[-1].text == "2"
    assert house.undo(snapshot.id, ANNA, 4) is thinking
    snapshot = play(house, thinking, "step:2", "step:2")
    back = house.undo(snapshot.id, ANNA, 7)
    assert back.match.history == ["step:1", "step:2"] and back.due is None
    back = house.undo(snapshot.id, ANNA, 8)
    assert back.match.history == [] and [entry.number for entry in back.entries] == list(range(1, 9))
    with pytest.raises(NotOffered, match="you have not moved yet"):
        house.undo(snapshot.id, ANNA, 9)


def test_after_taking_back_the_old_move_is_not_taken_for_the_new(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("here",), "me"))
    snapshot = play(house, snapshot, "step:2")
    snapshot = house.undo(snapshot.id, ANNA, 2)
    again = house.play(snapshot.id, ANNA, 3, "step:2")
    assert again.number == 3 and again.match.history == ["step:2"]
    with pytest.raises(Stale):
        house.undo(snapshot.id, ANNA, 3)


def test_what_chance_has_shown_cannot_be_unseen(house):
    snapshot = house.create(ANNA, MatchRequest("track", {"dice": "on"}, ("here",), "me"))
    snapshot = play(house, snapshot, "rest")
    assert snapshot.match.movers[-1] == -1
    with pytest.raises(NotOffered, match="cannot be unseen"):
        house.undo(snapshot.id, ANNA, snapshot.number + 1)
    assert "cannot be unseen" in availability.available(snapshot, ANNA)["undo"]


def test_between_people_the_other_one_is_asked(house):
    snapshot = play(house, by_link(house), "step:1", "step:2")
    asked = house.undo(snapshot.id, ANNA, 3)
    assert (asked.offer.seat, asked.number) == (0, 2)
    assert house.undo(snapshot.id, ANNA, 3) is asked
    with pytest.raises(NotOffered, match="answer that first"):
        house.undo(snapshot.id, BEN, 3)
    with pytest.raises(NotYours, match="the others answer"):
        house.answer(snapshot.id, ANNA, True)
    with pytest.raises(NotYours):
        house.answer(snapshot.id, CLEO, True)
    back = house.answer(snapshot.id, BEN, True)
    assert (back.offer, back.match.history, back.to_act) == (None, [], 0)
    assert (back.entries[-1].kind, back.entries[-1].mover) == ("undo", 0)


@pytest.mark.parametrize("who", [ANNA, BEN])
def test_a_no_or_a_change_of_mind_ends_the_asking(house, who):
    snapshot = play(house, by_link(house), "step:1")
    house.undo(snapshot.id, ANNA, 2)
    refused = house.answer(snapshot.id, who, False)
    assert (refused.offer, refused.match.history) == (None, ["step:1"])
    assert house.answer(snapshot.id, who, False) is refused
    with pytest.raises(NotOffered, match="no longer open"):
        house.answer(snapshot.id, BEN, True)


def test_who_moves_on_has_answered(house):
    snapshot = play(house, by_link(house), "step:1")
    house.undo(snapshot.id, ANNA, 2)
    assert play(house, snapshot, "step:2").offer is None


def test_all_other_people_have_to_agree_and_computers_do_not_count(house):
    snapshot = house.create(ANNA, MatchRequest("focus", {"players": "4"}, ("link", "1", "link"), "me"))
    house.sit(snapshot.id, BEN)
    snapshot = house.sit(snapshot.id, CLEO)
    snapshot = play(house, snapshot, snapshot.match.legal_moves()[0])
    house.undo(snapshot.id, ANNA, 2)
    half = house.answer(snapshot.id, BEN, True)
    assert (half.offer[1:], half.number) == ((0, (1,), 1), 1)
    assert house.answer(snapshot.id, BEN, True) is half
    back = house.answer(snapshot.id, CLEO, True)
    assert (back.offer, len(back.match.moves)) == (None, 0)


def test_a_computers_move_does_not_answer_for_people(house):
    snapshot = house.create(ANNA, MatchRequest("focus", {"players": "3"}, ("1", "link"), "me"))
    snapshot = house.sit(snapshot.id, BEN)
    snapshot = play(house, snapshot, snapshot.match.legal_moves()[0])
    snapshot = house.undo(snapshot.id, ANNA, 2)
    snapshot = play(house, snapshot, snapshot.match.legal_moves()[0])
    assert snapshot.offer.seat == 0
    assert house.answer(snapshot.id, BEN, True).match.history == []


# --- ending ----------------------------------------------------------------------------------------------------------


def test_who_resigns_loses(house):
    snapshot = by_link(house)
    over = house.resign(snapshot.id, BEN, 1)
    assert (over.status, over.match.outcome.winner, over.entries[-1].kind) == (OVER, 0, "resigned")
    assert house.resign(snapshot.id, BEN, 1) is over
    with pytest.raises(Stale):
        house.resign(snapshot.id, ANNA, 1)
    with pytest.raises(MatchOver):
        house.resign(snapshot.id, ANNA, 2)
    with pytest.raises(NotYours):
        house.resign(snapshot.id, CLEO, 2)


def test_at_one_screen_the_seat_to_move_resigns(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("here",), "me"))
    snapshot = play(house, snapshot, "step:1")
    assert resigned(house, snapshot).entries[-1].mover == 1


def test_a_match_nobody_joins_is_called_off(house):
    waiting = house.create(ANNA, MatchRequest("track", {}, ("link",)))
    number = waiting.number + 1
    over = house.resign(waiting.id, ANNA, number)
    assert over.match.outcome.winner is None and over.entries[-1].kind == "abandoned"
    assert house.resign(waiting.id, ANNA, number) is over


def test_a_rematch_rotates_seats_so_that_another_begins(house):
    over = resigned(house, house.create(ANNA, MatchRequest("focus", {"players": "3"}, ("1", "2"), "me")))
    again = house.rematch(over.id, ANNA)
    assert [seat.level for seat in again.seats] == [2, None, 1] and again.due == 2
    assert house.rematch(over.id, ANNA).id == again.id
    assert house.snapshot(over.id).linked(REMATCH) == again.id
    with pytest.raises(NotYours):
        house.rematch(over.id, CLEO)
    with pytest.raises(NotOffered, match="finish this match first"):
        house.rematch(again.id, ANNA)


def test_a_rematch_of_locus_is_begun_by_the_other_on_a_fresh_deal(house):
    over = resigned(house, house.create(ANNA, MatchRequest("locus", {}, ("1",), "me", seed=4)))
    again = house.rematch(over.id, ANNA)
    assert again.due == 1 and again.match.options == over.match.options
    assert again.match.history[:36] != over.match.history[:36]
    assert again.match.source.kind == "fair"


def test_the_second_game_of_a_double_has_the_same_deal_and_adds_up(house):
    first = house.create(ANNA, MatchRequest("locus", {"grid": "6x5"}, ("1",), "me", double=True))
    with pytest.raises(NotOffered, match="finish the first game before the second"):
        house.second(first.id, ANNA)
    while first.status != OVER:
        first = play(house, first, first.match.legal_moves()[0])
    with pytest.raises(NotOffered, match="play the second game of this double match first"):
        house.rematch(first.id, ANNA)
    second = house.second(first.id, ANNA)
    assert second.match.history == first.match.history[:30] and second.due == 1
    assert (second.linked(DOUBLE_OF), house.snapshot(first.id).linked(SECOND)) == (first.id, second.id)
    assert points_from_first(second) == first.match.scores
    assert [seat.person for seat in second.seats] == [seat.person for seat in first.seats]
    second = play(house, second, second.match.legal_moves()[0])
    gains = [a + b for a, b in zip(first.match.scores, second.match.scores, strict=True)]
    assert views.table(second, ANNA)["totals"] == gains
    over = resigned(house, second)
    assert views.table(over, ANNA)["totals"] is None
    assert is_double(house.rematch(second.id, ANNA))
    with pytest.raises(NotOffered, match="this is the second"):
        house.second(second.id, ANNA)


def test_the_second_game_of_a_double_waits_until_both_people_are_ready(house):
    double = house.create(ANNA, MatchRequest("locus", {"grid": "6x5"}, ("link",), "me", double=True))
    first = resigned(house, house.sit(double.id, BEN))
    assert house.second(first.id, ANNA).id == house.second(first.id, ANNA).id == first.id
    told = views.table(house.snapshot(first.id), BEN)
    assert (told["ready"], told["second"], told["double_game"]) == ([0], None, 1)
    assert told["note"] == f"{first.names[0]} is ready for the second game."
    second = house.second(first.id, BEN)
    told = views.table(house.snapshot(first.id), ANNA)
    assert (told["second"], told["ready"], told["note"]) == (f"/matches/{second.id}", [], "")
    assert views.table(second, ANNA)["double_game"] == 2
    assert house.second(first.id, ANNA).id == second.id


def test_a_first_game_that_was_given_up_adds_nothing(house):
    first = resigned(house, house.create(ANNA, MatchRequest("locus", {"grid": "6x5"}, ("1",), "me", double=True)))
    second = house.second(first.id, ANNA)
    assert points_from_first(second) is None and views.table(second, ANNA)["totals"] is None


# --- finding again ---------------------------------------------------------------------------------------------------


def test_a_new_house_goes_on_where_the_old_one_stopped(house, database):
    snapshot = play(house, by_link(house), "step:1", "step:2")
    waiting = house.create(ANNA, MatchRequest("track", {}, ("link",)))
    fresh = House(database)
    assert facts(fresh.snapshot(snapshot.id)) == facts(house.snapshot(snapshot.id))
    assert facts(fresh.snapshot(waiting.id)) == facts(waiting)
    assert play(fresh, fresh.snapshot(snapshot.id), "step:1").number == 3


def test_computers_to_move_are_found_in_the_store_alone(house, database):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("5",), "them"))
    asked = []
    fresh = House(database)
    fresh.bus.subscribe(COMPUTER_DUE, asked.append)
    assert [due[:3] for due in fresh.due()] == [(snapshot.id, 1, 5)]
    snapshot = fresh.play_for(snapshot.id, 1, "step:1")
    assert fresh.due() == [] and asked == []
    play(fresh, snapshot, "step:1")
    assert asked == [snapshot.id] and [due[:3] for due in fresh.due()] == [(snapshot.id, 3, 5)]


def test_a_person_finds_their_matches(house):
    old, over = by_link(house), resigned(house, by_link(house))
    new = house.create(ANNA, MatchRequest("track", STEPS, ("1",), "me"))
    found = house.matches_of(ANNA)
    assert [summary.id for summary in found] == [new.id, old.id, over.id]
    assert [summary.turn for summary in found] == [True, True, False]
    assert [summary.id for summary in house.matches_of(BEN)] == [old.id, over.id]
    assert not house.matches_of(BEN)[0].turn
    assert len(house.matches_of(ANNA, limit=1)) == 1 and house.matches_of(CLEO) == []


def test_listeners_hear_every_change_in_order_until_they_stop(house):
    snapshot = by_link(house)
    heard, failing = [], []

    def fail(news):
        failing.append(news)
        raise RuntimeError("a page went away")

    stop_failing = house.listen(snapshot.id, fail)
    stop = house.listen(snapshot.id, heard.append)
    snapshot = play(house, snapshot, "step:1", "step:2")
    assert [news.number for news in heard] == [1, 2] and len(failing) == 2
    stop_failing()
    stop()
    stop()
    play(house, snapshot, "step:1")
    assert len(heard) == 2


def test_a_secret_stays_the_same(house, database):
    assert house.secret("cookies") == House(database).secret("cookies") != house.secret("other")


def test_the_seat_kinds_are_told(house):
    snapshot = house.create(ANNA, MatchRequest("focus", {"players": "4"}, ("1", "link", "here"), "me"))
    assert [seat.kind for seat in snapshot.seats] == [PERSON, COMPUTER, OPEN, PERSON]
