"""Offers in the house: stored, answered by whoever is asked, and carried out once."""

import pytest

from fivefold.house.availability import available
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.links import REMATCH, TOURNAMENT, with_link
from fivefold.house.match_view import views
from fivefold.house.table.offers import check_offer
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import LIVE, OVER, Link
from tests.house.people import ANNA, BEN, CLEO, by_link, facts, play, resigned


@pytest.fixture
def focus(house):
    """A match of Anna, who moves first, and Ben, at a game that knows a draw."""
    house.rename(ANNA, "Anna")
    house.rename(BEN, "Ben")
    return house.sit(house.create(ANNA, MatchRequest("focus", {}, ("link",), "me")).id, BEN)


def told(house, snapshot, person):
    return views.table(house.snapshot(snapshot.id), person)["offer"]


def test_an_offer_and_a_no_outlive_a_restart(house, database, focus):
    house.offer(focus.id, ANNA, "draw", 1)
    fresh = House(database)
    assert facts(fresh.snapshot(focus.id)) == facts(house.snapshot(focus.id))
    fresh.answer(focus.id, BEN, False, "draw")
    assert facts(House(database).snapshot(focus.id)) == facts(fresh.snapshot(focus.id))
    assert House(database).snapshot(focus.id).declined == (("draw", 0, 1),)
    assert play(fresh, fresh.snapshot(focus.id), focus.match.legal_moves()[0]).declined == ()


def test_an_agreed_draw_is_a_draw_in_the_results_of_both(house, database, focus):
    house.offer(focus.id, ANNA, "draw", 1)
    over = house.answer(focus.id, BEN, True, "draw", 1)
    assert house.answer(focus.id, BEN, True, "draw", 1) is over and over.status == OVER
    for person in (ANNA, BEN):
        (result,) = house.results.of(person)
        assert (result.share, result.termination) == (0.5, "agreed")
    view = views.Views().view(over, ANNA)
    assert view["outcome"]["said"] == "A draw. By agreement."
    assert view["last"]["said"] == "The players agree on a draw" and view["last"]["kind"] == "agreed"
    assert facts(House(database).snapshot(over.id)) == facts(over)


def test_everybody_reads_the_offer_from_where_they_sit(house, focus):
    house.offer(focus.id, ANNA, "draw", 1)
    asked, own, onlooker = (told(house, focus, person) for person in (BEN, ANNA, CLEO))
    assert asked["said"] == "Anna offers a draw." and (asked["answers"], asked["withdraws"]) == (True, False)
    assert own["said"] == "You offer a draw. Waiting for Ben." and (own["answers"], own["withdraws"]) == (False, True)
    assert onlooker["said"] == "Anna offers a draw. Waiting for Ben."
    assert not onlooker["answers"] and not onlooker["withdraws"]
    assert available(house.snapshot(focus.id), ANNA)["draw"] == "you offer a draw; the others have to agree"
    assert available(house.snapshot(focus.id), BEN)["draw"] is True, "which accepts"
    house.answer(focus.id, BEN, False, "draw")
    refused = told(house, focus, ANNA)
    assert (refused["said"], refused["declined_by"]) == ("Ben declines the draw.", 1)
    assert told(house, focus, BEN)["said"] == "You decline the draw."
    assert available(house.snapshot(focus.id), ANNA)["draw"] == "Ben declined; ask again after the next move"


def test_a_rematch_begins_when_the_other_accepts(house, focus):
    over = resigned(house, focus)
    assert house.rematch(over.id, ANNA).id == over.id == house.rematch(over.id, ANNA).id
    assert told(house, over, BEN)["said"] == "Anna offers a rematch."
    begun = house.answer(over.id, BEN, True, "rematch")
    assert begun.id != over.id and begun.status == LIVE and begun.seats_of(BEN) == (0,)
    now = house.snapshot(over.id)
    assert (now.offer, now.linked(REMATCH)) == (None, begun.id)
    for again in (house.rematch(over.id, ANNA), house.answer(over.id, BEN, True, "rematch")):
        assert again.id == begun.id
    assert available(now, ANNA)["rematch"] is True, "joined"


def test_who_declined_a_rematch_may_still_offer_one(house, focus):
    over = resigned(house, focus)
    house.rematch(over.id, ANNA)
    assert house.answer(over.id, BEN, False, "rematch").declined == (("rematch", 0, 1),)
    with pytest.raises(NotOffered, match="Ben declined; they can still offer one"):
        house.rematch(over.id, ANNA)
    house.rematch(over.id, BEN)
    assert house.rematch(over.id, ANNA).id != over.id


def test_a_match_called_off_counts_for_nobody(house, focus):
    house.offer(focus.id, BEN, "abort", 1)
    over = house.offer(focus.id, ANNA, "abort", 1)
    assert over.entries[-1].kind == "abandoned" and over.match.outcome.winner is None
    assert views.Views().view(over, ANNA)["outcome"]["said"] == "Cancelled: both agreed. No result."


def test_a_game_of_a_tournament_is_not_called_off(house):
    game = with_link(by_link(house), TOURNAMENT, Link("t"))
    with pytest.raises(NotOffered, match="this is a game of a tournament, which needs a result"):
        check_offer("abort", game, ANNA)


def test_news_of_an_offer_goes_to_those_asked(house, focus):
    heard = []
    house.news.listen(BEN, heard.append)
    house.news.listen(ANNA, heard.append)
    house.offer(focus.id, ANNA, "draw", 1)
    assert [(note.person_id, note.kind, note.seat) for note in heard] == [(BEN, "offer", 0)]


@pytest.mark.parametrize("who", [ANNA, BEN])
def test_people_who_block_each_other_have_no_rematch(house, focus, who):
    over = resigned(house, focus)
    house.rematch(over.id, ANNA)
    house.blocks.block(who, BEN if who == ANNA else ANNA)
    with pytest.raises(NotOffered, match="you and Anna do not play together"):
        house.answer(over.id, BEN, True, "rematch")
    with pytest.raises(NotOffered, match="do not play together"):
        house.rematch(over.id, BEN)
    for begin in (house.new_cards, house.same_cards):
        with pytest.raises(NotOffered, match=r"do not play together|has no pack"):
            begin(over.id, BEN)
    assert house.answer(over.id, BEN, False, "rematch").offer is None
