"""Duplicates: one deal on two boards at once; no move is known before the other board's, and both end together."""

from dataclasses import replace

import orjson
import pytest

from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.match_view.views import table
from fivefold.house.meeting import lobby
from fivefold.house.notices.news import ENDED
from fivefold.house.records import pools
from fivefold.house.records.histories import Wanted
from fivefold.house.table import followups
from fivefold.house.table.seating import MatchRequest
from fivefold.house.table.sweeper import Sweeper
from fivefold.parts.messages import Reader
from fivefold.play import catalogue
from fivefold.session.errors import NotYours, Stale
from fivefold.session.snapshot import HELD, LIVE, MOVE, OVER, Cause

from .conftest import numbered
from .mail_people import to_send, with_mail
from .people import ANNA, BEN, CLEO, facts, keep_accounts
from .virtual import VirtualClock, up_for

LOCUS = {"grid": "6x5", "first": "0"}


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(database, clock):
    house = House(database, clock, numbered())
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    return house


def begun(house, **more):
    """Return both boards of a rated match of Anna, who begins on the first, and Ben."""
    wish = MatchRequest("locus", LOCUS, ("link",), **{"begin": "me", "rated": True, **more})
    first = house.sit(house.create(ANNA, wish).id, BEN)
    return first, house.snapshot(first.linked("second"))


def looked_at(house, *boards):
    return tuple(house.snapshot(board.id) for board in boards)


def move(house, board, which=0):
    """Make a move on a board for whoever is to move; return the board."""
    person = board.seats[board.to_act].person
    return house.play(board.id, person, board.number + 1, board.match.legal_moves()[which])


def round_played(house, first, second, best=None):
    """Make a move on both boards; ``best`` chooses what earns most, others what earns least."""
    for board in (first, second):
        seat = board.to_act
        texts = board.match.legal_moves()

        def earned(text, board=board, seat=seat):
            after = board.match.copy()
            after.play(text)
            return after.scores[seat]

        chosen = (max if board.seats[seat].person == best else min)(texts, key=earned)
        house.play(board.id, board.seats[seat].person, board.number + 1, chosen)
    return looked_at(house, first, second)


def played_out(house, first, second, best=ANNA):
    while first.status != OVER:
        first, second = round_played(house, first, second, best)
    return first, second


def test_a_rated_match_of_locus_is_played_on_two_boards_at_once(house):
    first, second = begun(house)
    assert (first.status, second.status) == (LIVE, LIVE)
    assert second.linked("double_of") == first.id
    assert [first.seats[first.to_act].person, second.seats[second.to_act].person] == [ANNA, BEN]
    dealt = [[entry.text for entry in board.entries] for board in (first, second)]
    assert dealt[0] == dealt[1]


def test_a_move_waits_unseen_for_the_one_on_the_other_board(house):
    first, second = begun(house)
    text = first.match.legal_moves()[7]
    after = house.play(first.id, ANNA, first.number + 1, text)
    assert (after.entries[-1].kind, after.match.moves, after.to_act) == (HELD, first.match.moves, None)
    assert not after.may_move(ANNA) and not after.may_move(BEN) and second.may_move(BEN)
    for person in (ANNA, BEN, CLEO):
        shown = house.views.view(after, person, history=True)
        assert (shown["turn"], shown["moves"], shown["to_move"]) == (False, [], None)
        assert not shown["last"]["marks"]
        assert not shown["clock"] and not shown["picture"].count("picked")
    assert house.views.view(after, BEN)["status"] == "Anna has moved; go to the other board"
    house.play(second.id, BEN, second.number + 1, second.match.legal_moves()[3])
    first, second = looked_at(house, first, second)
    assert [entry.kind for entry in first.entries[-2:]] == [HELD, MOVE]
    assert first.match.history[-1] == text
    assert [first.seats[first.to_act].person, second.seats[second.to_act].person] == [BEN, ANNA]


def test_twins_nobody_can_tell_one_held_move_from_another(house):
    first, _ = begun(house)
    one = house.play(first.id, ANNA, first.number + 1, first.match.legal_moves()[0])
    other = replace(one, entries=(*one.entries[:-1], replace(one.entries[-1], text="f5:down")))
    for person in (BEN, CLEO):
        seen = [
            orjson.dumps(
                [house.views.view(each, person, history=True), table(each, person), house.compact.match(each, person)]
            )
            for each in (one, other)
        ]
        assert seen[0] == seen[1]


def test_the_same_move_again_changes_nothing_and_another_is_refused(house):
    first, _ = begun(house)
    text, other = first.match.legal_moves()[:2]
    number = first.number + 1
    once = house.play(first.id, ANNA, number, text)
    assert house.play(first.id, ANNA, number, text) is once
    assert house.play(first.id, ANNA, number, text.upper()) is once
    with pytest.raises(Stale):
        house.play(first.id, ANNA, number, other)
    with pytest.raises(NotOffered, match="your move here is in"):
        house.play(first.id, ANNA, number + 1, other)
    with pytest.raises(NotYours, match="Anna has moved here"):
        house.play(first.id, BEN, number + 1, other)


def test_the_points_of_both_boards_decide_one_rated_result(house):
    first, second = played_out(house, *begun(house))
    assert (first.status, second.status) == (OVER, OVER)
    totals = followups.totals(second)
    assert totals == [one + two for one, two in zip(first.match.scores, second.match.scores, strict=True)]
    assert totals[0] > totals[1]
    said = followups.outcome_line(second, second.match.outcome, Reader(second.names))
    assert said.startswith(f"Anna wins the duplicate {totals[0]}–{totals[1]}.")
    assert pools.result_of(first) is None
    assert [side.share for side in pools.result_of(second).sides] == [1, 0]
    assert [rating.games for rating in (house.ratings.rating(person, "locus") for person in (ANNA, BEN))] == [1, 1]
    (line,) = house.histories.page(ANNA, Wanted()).lines
    assert (line.match, line.result, line.points) == (second.id, "won", totals[0])


@pytest.mark.parametrize("board", [0, 1])
@pytest.mark.parametrize("rounds", [2, 5])
def test_who_resigns_on_one_board_loses_both(house, board, rounds):
    boards = begun(house)
    for _ in range(rounds):
        boards = round_played(house, *boards, best=ANNA)
    house.resign(boards[board].id, ANNA, boards[board].number + 1)
    first, second = looked_at(house, *boards)
    assert [(each.entries[-1].kind, each.match.outcome.winner) for each in (first, second)] == [("resigned", 1)] * 2
    assert [side.share for side in pools.result_of(second).sides] == [0, 1]
    assert [line.result for line in house.histories.page(BEN, Wanted()).lines] == ["won"]
    said = followups.outcome_line(second, second.match.outcome, Reader(second.names))
    assert said == "Ben wins the duplicate. Anna resigned."


def test_who_runs_out_of_time_on_one_board_loses_both(house, clock):
    sweeper = Sweeper(house)
    sweeper.begin()
    boards = round_played(house, *round_played(house, *begun(house, time="5m+0s")))
    move(house, boards[1])
    up_for(house, clock, 310)
    sweeper.sweep()
    first, second = looked_at(house, *boards)
    assert [(each.entries[-1].kind, each.entries[-1].mover) for each in (first, second)] == [("time", 0)] * 2
    assert [side.share for side in pools.result_of(second).sides] == [0, 1]


def test_who_never_moves_cancels_both(house, clock):
    sweeper = Sweeper(house)
    sweeper.begin()
    boards = begun(house, time="5m+0s")
    move(house, boards[0])
    clock.pass_(62)
    sweeper.sweep()
    first, second = looked_at(house, *boards)
    assert [(each.entries[-1].kind, each.entries[-1].text) for each in (first, second)] == [
        ("abandoned", Cause.LATE)
    ] * 2
    assert pools.result_of(second) is None
    assert [line.result for line in house.histories.page(ANNA, Wanted()).lines] == ["broken_off"]


def test_both_are_cancelled_by_agreement(house):
    first, second = round_played(house, *begun(house))
    house.offer(first.id, ANNA, "abort", first.number + 1)
    house.answer(first.id, BEN, True)
    assert [each.entries[-1].text for each in looked_at(house, first, second)] == [Cause.AGREED] * 2


def test_a_clock_stands_still_while_its_move_waits(house, clock):
    first, second = begun(house, time="5m+3s")
    clock.pass_(10)
    held = move(house, first)
    assert (held.clocks.running, held.next_look) == (None, None)
    left = held.clocks.seats[0].left
    clock.pass_(20)
    move(house, second)
    first, second = looked_at(house, first, second)
    assert (first.clocks.seats[0].left, first.clocks.running) == (left, 1)
    assert second.clocks.seats[1].left < left and second.clocks.running == 0
    clock.pass_(7)
    moved = move(house, first)
    assert moved.clocks.seats[1].used in range(6_500, 7_500)


def test_what_cannot_be_done_at_two_boards_is_refused(house):
    first, second = round_played(house, *begun(house, time="5m+3s"))
    for kind, why in (("undo", "moves stand in a duplicate"), ("pause", "a duplicate goes on")):
        with pytest.raises(NotOffered, match=why):
            house.offer(first.id, ANNA, kind, first.number + 1)
    over = played_out(house, first, second)
    with pytest.raises(NotOffered, match="second board"):
        house.rematch(over[0].id, ANNA)


def test_a_rematch_is_a_duplicate_too(house):
    _, second = played_out(house, *begun(house))
    house.rematch(second.id, ANNA)
    again = house.rematch(second.id, BEN)
    other = house.snapshot(again.linked("second"))
    assert again.terms.duplicate and again.terms.rated and other.linked("double_of") == again.id
    assert [again.seats[again.to_act].person, other.seats[other.to_act].person] in ([ANNA, BEN], [BEN, ANNA])


def test_it_is_read_back_from_the_store_as_it_was(house, database):
    boards = round_played(house, *round_played(house, *begun(house, time="5m+3s")))
    move(house, boards[0])
    again = House(database, house.now, numbered(50))
    for board in looked_at(house, *boards):
        found = again.snapshot(board.id)
        assert facts(found) == facts(board)
        assert (found.held, found.clocks) == (board.held, board.clocks)
    move(again, again.snapshot(boards[1].id))
    _, second = played_out(again, *looked_at(again, *boards))
    fresh = House(database, house.now, numbered(90)).snapshot(second.id)
    assert followups.double_shares(fresh) == followups.double_shares(second) == [1, 0]


def test_a_computer_plays_both_boards(house):
    wish = MatchRequest("locus", LOCUS, ("3",), begin="me", duplicate=True)
    first = house.create(ANNA, wish)
    second = house.snapshot(first.linked("second"))
    assert (first.due, second.due) == (None, 3)
    house.play_for(second.id, second.number + 1, second.match.legal_moves()[0])
    assert house.snapshot(second.id).due is None
    move(house, first)
    assert [board.due for board in looked_at(house, first, second)] == [3, None]


def test_only_games_without_secrets_and_later_chance_are_duplicates(house):
    duplicated = [game for game in map(catalogue.find, catalogue.keys()) if game.traits.duplicates]
    assert [(game.key, game.setup.starting_option is None) for game in duplicated] == [("locus", False)], "seats stay"
    for game, wish in (("pokeros", {}), ("focus", {}), ("dice_poker", {})):
        with pytest.raises(Exception, match="not played as a duplicate"):
            house.create(ANNA, MatchRequest(game, wish, ("link",), duplicate=True))
    with pytest.raises(Exception, match="two screens"):
        house.create(ANNA, MatchRequest("locus", LOCUS, ("here",), duplicate=True))


def test_both_boards_stand_on_one_table(house):
    first, second = begun(house)
    assert first.table_id == second.table_id == first.id
    house.chat.say(first, ANNA, "good luck")
    house.chat.say(second, BEN, "thanks")
    for board in (first, second):
        assert [line["text"] for line in house.chat.view(board, ANNA)["lines"]] == ["good luck", "thanks"]
    house.presence.came(ANNA, first.table_id)
    assert next(seat["state"] for seat in house.presence.view(second)["seats"]) == "here"


def test_annulling_one_board_annuls_both(house):
    first, second = played_out(house, *begun(house))
    assert house.ratings.annul(first.id)
    assert all(board.terms.annulled for board in looked_at(house, first, second))
    assert [house.ratings.rating(person, "locus").games for person in (ANNA, BEN)] == [0, 0]


def test_who_is_told_that_it_is_over_is_told_once(house):
    told = []
    first, second = round_played(house, *begun(house))
    house.news.listen(BEN, told.append)
    house.resign(first.id, ANNA, first.number + 1)
    assert [(note.kind, note.match_id) for note in told if note.kind == ENDED] == [(ENDED, second.id)]


def test_quick_matches_of_locus_are_duplicates(house):
    for person in (ANNA, BEN):
        house.quick_match.seek(person, "locus")
    match_id = house.quick_match.search(ANNA).match
    first = house.snapshot(match_id)
    assert first.status == LIVE and first.terms.duplicate
    assert house.snapshot(first.linked("second")).linked("double_of") == first.id


def test_a_table_in_the_lobby_says_that_it_is_a_duplicate(house):
    now = house.create(ANNA, MatchRequest("locus", LOCUS, ("link",), listed=True, duplicate=True))
    assert lobby.table_of(now).duplicate
    (shown,) = [table for table in house.lobby.tables() if table.id == now.id]
    assert shown == lobby.table_of(now)


@pytest.fixture
def houses(url, clock):
    """Return two processes' houses on one store, neither of which hears of what the other does."""
    found = [House(open_database(url), clock, numbered(1000 * place)) for place in (0, 1)]
    keep_accounts(found[0], {ANNA: "Anna", BEN: "Ben"})
    return found


def test_two_processes_that_move_on_both_boards_at_once_lose_nothing(houses):
    boards = begun(houses[0], time="5m+3s")
    looked_at(houses[1], *boards)
    for turn in range(6):
        fresh = House(houses[0]._database, houses[0].now, numbered())
        for house, board in zip(houses[:: 1 if turn % 2 else -1], looked_at(fresh, *boards), strict=True):
            person = board.seats[board.match.to_move].person  # neither has heard of the other's move
            house.play(board.id, person, board.number + 1, board.match.legal_moves()[turn])
    for house in houses:
        for board in boards:
            house.catch_up(board.id)
        found = looked_at(house, *boards)
        assert [len(board.match.moves) for board in found] == [36, 36]
        assert [board.held for board in found] == [None, None]


def test_who_resigns_in_one_process_ends_what_another_has_moved_on(houses):
    one, other = houses
    first, second = round_played(one, *round_played(one, *begun(one)))
    for board in (first, second):
        other.catch_up(board.id)
    move(other, other.snapshot(second.id))
    one.resign(first.id, ANNA, first.number + 1)
    for board in looked_at(one, first, second):
        assert (board.status, board.entries[-1].kind) == (OVER, "resigned")
    assert pools.result_of(one.snapshot(second.id)) is not None


def test_nobody_is_mailed_of_a_move_that_waits(house):
    with_mail(house)
    first, second = begun(house, time="3d")
    known = {(mail.id, mail.number) for mail in to_send(house)}
    move(house, first)
    assert {(mail.id, mail.number) for mail in to_send(house)} == known
    move(house, second)
    told = {(mail.person, mail.match) for mail in to_send(house) if (mail.id, mail.number) not in known}
    assert {(ANNA, second.id), (BEN, first.id)} <= told
