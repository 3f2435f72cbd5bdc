"""Games for one: how they are told, given up, and played again."""

import pytest

from fivefold.engine.opponents import Thought
from fivefold.house import availability
from fivefold.house.computers import hints
from fivefold.house.computers.analysis import analyse, plies_to_analyse
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.links import PACK_OF
from fivefold.house.match_view import views
from fivefold.house.table.seating import MatchRequest
from fivefold.play.match import Match
from fivefold.session import narration
from fivefold.session.snapshot import OVER
from tests.house.cards import alone, laid, race
from tests.house.people import ANNA, BEN, STEPS, by_link, resigned


def cards(snapshot):
    return [text for text in snapshot.match.history if text.startswith("deal:")]


# --- in words --------------------------------------------------------------------------------------------------------


def test_how_it_stands_is_said_in_points_alone(house):
    snapshot = alone(house)
    view = views.Views().view(snapshot, ANNA)
    assert (view["status"], view["to_move"], view["turn"], view["yours"]) == ("0 points", 0, True, [0])
    table = views.table(snapshot, ANNA)
    assert (table["alone"], table["race"], len(table["seats"]), table["replayed"]) == (True, False, 1, False)
    snapshot = laid(house, snapshot, cards=7)
    (points,) = snapshot.match.scores
    assert views.Views().view(snapshot, ANNA)["status"] == narration.number_of(points, "point")


def test_it_ends_with_points_and_a_reason_and_nobody_wins(house):
    over = laid(house, alone(house))
    outcome = views.Views().view(over, ANNA)["outcome"]
    assert over.status == OVER and outcome["winner"] is None
    assert outcome["said"] == f"{over.match.scores[0]} points"
    assert views.Views().view(over, ANNA)["status"] == outcome["said"] and "win" not in outcome["said"]


def test_it_is_given_up_not_resigned(house):
    snapshot = resigned(house, laid(house, alone(house), cards=3))
    view = views.Views().view(snapshot, ANNA)
    assert view["outcome"]["said"].endswith("points. Given up.") and view["last"]["said"] == "You give up"
    assert Match.from_record(views.record(snapshot, "")).outcome == snapshot.match.outcome
    assert snapshot.result is None


@pytest.mark.parametrize(("number", "said"), [(1, "1 point"), (-1, "-1 point"), (0, "0 points"), (34, "34 points")])
def test_points_are_counted(number, said):
    assert narration.number_of(number, "point") == said


def thought(snapshot, points, weighed=()):
    text = snapshot.match.legal_moves()[0]
    return Thought(text, (0.3,), points, (text,), 3, 100, 0.0, weighed=dict(weighed))


def test_a_hint_tells_the_points_to_expect_instead_of_a_chance(house):
    snapshot = alone(house)
    said = hints.hint(snapshot.match, thought(snapshot, 41.6))["said"]
    assert "Expect about 42 points in the end." in said and "win" not in said


def test_what_a_move_cost_is_told_in_points(house):
    over = laid(house, alone(house), cards=3)
    ply = plies_to_analyse(over.match)[1]
    before = Match.prepared(over.match.game, over.match.options, over.match.source)
    before.play(over.match.history[plies_to_analyse(over.match)[0]])
    best, played = before.legal_moves()[-1], over.match.history[ply]
    found = Thought(best, (0.2,), 40.0, (best,), 1, 1, 0.0, weighed={best: 40.0, played: 36.5})
    estimate = analyse(over.match, ply, over.row_at(ply), lambda asked: found)
    assert (estimate.cost, estimate.loss, estimate.points) == (3.5, 0.0, 40.0)
    assert type(estimate).from_json(estimate.view()) == estimate


# --- again -----------------------------------------------------------------------------------------------------------


def test_new_cards_at_any_time_and_the_same_seat(house):
    snapshot = laid(house, alone(house, mode="sum-of-two"), cards=2)
    after = house.new_cards(snapshot.id, ANNA)
    assert after.seats_of(ANNA) == (0,) and after.match.options == snapshot.match.options
    assert after.match.source.kind == "fair" and PACK_OF not in after.links
    assert house.new_cards(snapshot.id, ANNA).id == after.id  # asked for twice, begun once
    laid(house, after, cards=1)
    assert house.new_cards(snapshot.id, ANNA).id != after.id
    with pytest.raises(NotYours):
        house.new_cards(snapshot.id, BEN)


def test_the_same_cards_come_in_the_same_order_however_they_are_played(house):
    over = laid(house, alone(house))
    replay = house.same_cards(over.id, ANNA)
    assert (replay.linked(PACK_OF), replay.match.options) == (over.id, over.match.options)
    assert views.table(replay, ANNA)["pack_of"] == f"/matches/{over.id}"
    while replay.match.outcome is None:
        replay = house.play(replay.id, ANNA, replay.number + 1, replay.match.legal_moves()[-1])
    assert cards(replay) == cards(over) and replay.match.history != over.match.history
    third = house.same_cards(replay.id, ANNA)
    assert third.linked(PACK_OF) == over.id and cards(third) == cards(over)[:1]


def test_the_same_cards_before_the_end_and_asked_for_twice_begun_once(house):
    snapshot = laid(house, alone(house), cards=5)
    replay = house.same_cards(snapshot.id, ANNA)
    assert house.same_cards(snapshot.id, ANNA).id == replay.id
    laid(house, replay, cards=1)
    assert house.same_cards(snapshot.id, ANNA).id != replay.id
    with pytest.raises(NotYours):
        house.same_cards(snapshot.id, BEN)


def test_a_fair_pack_is_played_again_from_its_secret_seed(house):
    fair = house.create(ANNA, MatchRequest("solitaire", {"mode": "alternate"}, ("here",)))
    over = house.resign(fair.id, ANNA, fair.number + 1)
    replay = house.same_cards(over.id, ANNA)
    assert replay.match.source.public == over.match.source.public and replay.match.options == over.match.options
    assert replay.seats_of(ANNA) == (0, 1) and "seed" not in views.record(replay, "").split()


def test_between_several_cards_wait_for_the_end(house):
    for snapshot in (race(house, "1"), house.create(ANNA, MatchRequest("solitaire", {"mode": "alternate"}, ("1",)))):
        for ask in (house.same_cards, house.new_cards):
            with pytest.raises(NotOffered, match="finish this match first"):
                ask(snapshot.id, ANNA)
    assert availability.available(snapshot, ANNA)["same_cards"] == "finish this match first"


def test_a_game_without_a_pack_has_no_same_cards_but_new_ones_in_the_same_seats(house):
    over = resigned(house, by_link(house))
    with pytest.raises(NotOffered, match="no pack"):
        house.same_cards(over.id, ANNA)
    after = house.new_cards(over.id, BEN)
    assert after.seats_of(ANNA) == over.seats_of(ANNA) and house.new_cards(over.id, ANNA).id == after.id
    assert house.create(ANNA, MatchRequest("track", STEPS, ("1",), "me")).linked(PACK_OF) is None


def test_two_squares_of_one_player_share_a_seat(house):
    snapshot = alone(house, mode="best-of-two")
    assert {text.partition("@")[2][0] for text in snapshot.match.legal_moves()} == {"1", "2"}
    assert len(snapshot.seats) == 1 and snapshot.due is None


def test_a_game_for_one_is_dealt_at_once_even_if_others_were_asked_for(house):
    begun = house.create(ANNA, MatchRequest("solitaire", {}, ("link",)))
    assert begun.match.dealt and begun.may_move(ANNA)
