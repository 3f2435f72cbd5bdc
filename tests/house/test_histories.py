"""What stays of a match for its players: rows that are written as it ends, and that can be made again."""

from dataclasses import replace

import pytest
from sqlalchemy import delete, select

from fivefold.house.database import schema
from fivefold.house.ledger import revised
from fivefold.house.links import COMPANION
from fivefold.house.records import finished, histories
from fivefold.house.records.finished import (
    ALONE,
    BROKEN_OFF,
    DRAWN,
    LOST,
    ONE_SCREEN,
    WON,
    End,
    SeatAtEnd,
    rivals,
    rows,
)
from fivefold.house.table.seating import MatchRequest
from fivefold.play.catalogue import find
from fivefold.session.seats import COMPUTER, PERSON

from .cards import alone, laid
from .people import ANNA, BEN, CLEO, DORA, STEPS, by_link, play, resigned


def kept(house, table=schema.finished):
    """Return all rows there are, as dictionaries."""
    with house.reading() as connection:
        found = connection.execute(select(table).order_by(*table.primary_key))
        return [dict(row._mapping) for row in found]


def rows_of(house, person):
    return [row for row in kept(house) if row["person"] == person]


def ended(players, shares, termination="played-out", teams="off"):
    """Return how a Focus of these people, or levels, ended."""
    seats = [
        SeatAtEnd(COMPUTER if isinstance(who, int) else PERSON, *((None, who) if isinstance(who, int) else (who, None)),
                  10, share)
        for who, share in zip(players, shares, strict=True)
    ]  # fmt: skip
    game = find("focus")
    options = {option.name: option.default for option in game.setup.options}
    options |= {"players": str(len(players)), "teams": teams}
    return End(
        "m", game, options, (), seats, 1, termination, False, False, False, False, "2026-03-02T12:00:00.000+00:00"
    )


def result_of(end, person):
    return next(row.result for row in rows(end) if row.person == person)


def test_a_match_among_people_leaves_a_row_for_each_and_one_for_each_opponent(house):
    over = resigned(house, by_link(house))
    anna, ben = rows_of(house, ANNA)[0], rows_of(house, BEN)[0]
    assert (anna["result"], anna["turn"], anna["termination"]) == (LOST, None, "resigned")
    assert (ben["result"], ben["share"], ben["points"], ben["counts"]) == (WON, 1.0, None, True)
    assert {(row["person"], row["opponent"]) for row in kept(house, schema.against)} == {(ANNA, BEN), (BEN, ANNA)}
    assert anna["match"] == over.id and anna["ended"] == kept(house, schema.matches)[0]["ended"]


def test_a_game_for_one_has_points_and_no_share(house):
    over = laid(house, alone(house))
    (row,) = kept(house)
    assert (row["result"], row["share"], row["points"]) == (ALONE, None, over.match.scores[0])
    assert kept(house, schema.against) == []


def test_several_seats_at_one_screen_are_kept_once_and_count_for_nobody(house):
    resigned(house, house.create(ANNA, MatchRequest("track", STEPS, ("here",), begin="me")))
    (row,) = kept(house)
    assert (row["result"], row["counts"]) == (ONE_SCREEN, False)


def test_a_hidden_companion_leaves_nothing(house):
    now = alone(house)
    house.shadow_matches.begin(now.id, ANNA)
    beside = house.known(house.known(now.id).linked(COMPANION))
    while beside.match.outcome is None:
        beside = house.play_for(beside.id, beside.number + 1, beside.match.legal_moves()[-1])
    assert kept(house) == []
    laid(house, house.snapshot(now.id))
    assert [row["match"] for row in kept(house)] == [now.id]


def test_an_annulled_match_keeps_its_rows_and_counts_no_longer(house):
    over = resigned(house, by_link(house))
    house.change({over.id: lambda now: revised(now, terms=replace(now.terms, annulled=True))})
    assert [(row["annulled"], row["counts"]) for row in kept(house)] == [(True, False)] * 2
    assert house.results.of(BEN) == []
    house.change({over.id: lambda now: revised(now, terms=replace(now.terms, annulled=False))})
    assert [row["counts"] for row in kept(house)] == [True, True]


def test_a_match_and_its_rows_are_stored_together_or_not_at_all(house, monkeypatch):
    now = by_link(house)
    monkeypatch.setattr("fivefold.house.records.finished.store", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        resigned(house, now)
    assert house.snapshot(now.id).match.outcome is None and kept(house) == []


def test_who_wins_with_a_partner_has_won_and_has_not_played_against_them():
    end = ended((ANNA, BEN, CLEO, 3), (0.5, 0.0, 0.5, 0.0), teams="on")
    assert [result_of(end, who) for who in (ANNA, BEN, CLEO)] == [WON, LOST, WON]
    assert {row.opponent for row in rivals(end) if row.person == ANNA} == {BEN, "level:3"}


def test_a_shared_first_place_is_a_draw_for_those_who_share_it():
    end = ended((ANNA, BEN, CLEO), (0.5, 0.5, 0.0))
    assert [result_of(end, who) for who in (ANNA, BEN, CLEO)] == [DRAWN, DRAWN, LOST]


def test_nobody_wins_or_loses_a_match_that_was_broken_off():
    end = ended((ANNA, BEN), (0.5, 0.5), "abandoned")
    assert result_of(end, ANNA) == BROKEN_OFF and not any(row.counts for row in rows(end))


def test_turns_are_counted_from_who_moved_first():
    end = ended((ANNA, BEN, CLEO, DORA), (1.0, 0.0, 0.0, 0.0))
    assert {row.person: row.turn for row in rows(end)} == {BEN: 1, CLEO: 2, DORA: 3, ANNA: 4}


def test_the_same_level_twice_is_one_opponent():
    assert [row.opponent for row in rivals(ended((ANNA, 2, 2), (1.0, 0.0, 0.0)))] == ["level:2"]


def test_rebuilding_gives_the_same_rows(house):
    resigned(house, by_link(house))
    laid(house, alone(house, scoring="american"))
    played = house.create(ANNA, MatchRequest("track", STEPS, ("3",), begin="me"))
    while played.match.outcome is None:
        played = play(house, played, played.match.legal_moves()[-1])
    team = {"players": "4", "teams": "on"}
    resigned(house, house.create(ANNA, MatchRequest("focus", team, ("1",) * 3, begin="me")))
    resigned(house, house.create(ANNA, MatchRequest("focus", {}, ("here",), begin="me")))
    tables = (schema.finished, schema.against, schema.tallies)
    before = [kept(house, table) for table in tables]
    assert house.histories.rebuild() == 5
    assert [kept(house, table) for table in tables] == before
    with house.writing() as connection:
        for table in tables:
            connection.execute(delete(table))
    house.histories.prepare()
    assert [kept(house, table) for table in tables] == before
    with house.writing() as connection:
        finished.recount(connection, [ANNA, BEN])
    assert [kept(house, table) for table in tables] == before


def test_what_waits_for_somebody_comes_first_in_what_they_play(house):
    theirs = by_link(house)
    play(house, theirs, "step:2")
    mine = by_link(house)
    hers = house.create(ANNA, MatchRequest("track", STEPS, ("here",), begin="me"))
    lines = house.histories.running(ANNA)
    assert {line.match for line in lines} == {theirs.id, mine.id, hers.id}
    assert [line.your_turn for line in lines] == sorted((line.your_turn for line in lines), reverse=True)
    with house.reading() as connection:
        waits = {each.id: each.waits for each in histories.running_of(connection, ANNA)}
    assert waits == {theirs.id: False, mine.id: True, hers.id: False}
