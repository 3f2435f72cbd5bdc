"""Standing answers to challenges, and tables that stay open for who looks for slow matches."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.house import House
from fivefold.house.meeting import slow_seeks
from fivefold.house.table.seating import LINK, MatchRequest
from tests.house.test_challenges import challenge, clock, house
from tests.house.test_lobby import ANNA, BERT, CARL

__all__ = ["clock", "house"]
SLOW = MatchRequest("focus", {}, (LINK,), time="3d/move")


# Challenges that nobody need make


def test_who_takes_no_challenges_is_not_asked(house):
    house.standing.reject(BERT, "locus")
    with pytest.raises(InvalidOption, match="they take no challenges to Locus Poker"):
        challenge(house)
    challenge(house, game="focus")
    house.standing.accept(BERT, "locus")
    challenge(house, by=CARL)
    assert house.standing.of(BERT) == []


def test_all_games_and_one_of_them(house):
    house.standing.limit(BERT, "focus", 3)
    house.standing.reject(BERT)
    assert [house.standing.why_not(BERT, game) for game in ("locus", "focus")] == ["rejects", "rejects"]
    house.standing.accept(BERT, "focus")
    assert [house.standing.why_not(BERT, game) for game in ("locus", "focus")] == ["rejects", ""]
    house.standing.accept(BERT)
    assert house.standing.why_not(BERT, "locus") == "" and house.standing.of(BERT)[0].most == 3


def test_a_game_may_be_accepted_while_the_others_are_not(house):
    house.standing.reject(BERT)
    house.standing.accept(BERT, "focus")
    assert house.standing.why_not(BERT, "focus") == "" and house.standing.why_not(BERT, "locus") == "rejects"


def test_nobody_is_asked_beyond_their_limit(house):
    house.standing.limit(BERT, "locus", 1)
    begun = challenge(house)
    assert house.standing.why_not(BERT, "locus") == ""
    house.create(BERT, MatchRequest("locus", {}, ("2",)))
    house.sit(begun.id, BERT)
    assert house.standing.going_on(BERT, "locus") == house.standing.going_on(BERT, "") == 1
    with pytest.raises(InvalidOption, match="as many matches of Locus Poker as they want"):
        challenge(house, by=CARL)
    assert house.standing.why_not(BERT, "focus") == ""
    house.resign(begun.id, BERT, house.snapshot(begun.id).number + 1)
    challenge(house, by=CARL)


def test_a_limit_is_a_number_of_matches(house):
    for wrong in (-1, 101):
        with pytest.raises(InvalidOption, match="0 to 100, or off"):
            house.standing.limit(BERT, "focus", wrong)
    house.standing.limit(BERT, "", 0)
    with pytest.raises(InvalidOption):
        challenge(house)
    house.standing.limit(BERT, "", None)
    assert house.standing.of(BERT) == []


# Looking for matches


def test_one_table_after_the_other_is_open_until_all_are_found(house):
    first = house.slow_seeks.seek(ANNA, 2, SLOW)
    assert [table.id for table in house.lobby.tables()] == [first.id] and first.terms.time.slow
    house.slow_seeks.attend()
    assert len(house.lobby.tables()) == 1
    house.sit(first.id, BERT)
    assert [(each.name, each.matches) for each in house.slow_seeks.seekers("focus")] == [("Anna", 1)]
    house.slow_seeks.attend()
    (second,) = house.lobby.tables()
    assert second.id != first.id
    house.sit(second.id, BERT)
    house.slow_seeks.attend()
    assert house.lobby.tables() == [] and house.slow_seeks.seekers("focus") == []


def test_two_processes_open_one_table(house, database, clock):
    first = house.slow_seeks.seek(ANNA, 2, SLOW)
    house.sit(first.id, BERT)
    other = House(database, clock)
    before = house.standing.of(ANNA)
    other.slow_seeks.attend()
    house.slow_seeks._standing.of = lambda person_id: before  # as it was read before the other opened a table
    house.slow_seeks.attend()
    assert len(other.lobby.tables()) == 1


def test_the_table_stays_while_its_owner_is_away(house, clock):
    house.slow_seeks.seek(ANNA, 1, SLOW)
    quick = house.create(BERT, MatchRequest("focus", {}, (LINK,), listed=True))
    clock.wait(5 * 3600)
    house.lobby.attend()
    (table,) = house.lobby.tables()
    assert table.host == "Anna" and house.snapshot(table.id).terms.listed
    assert not house.snapshot(quick.id).terms.listed


def test_who_closes_the_table_looks_no_more(house):
    table = house.slow_seeks.seek(ANNA, 3, SLOW)
    house.lobby.close(table.id, ANNA)
    house.slow_seeks.attend()
    assert house.lobby.tables() == [] and house.slow_seeks.seekers("focus") == []


def test_looking_no_more_closes_the_table(house):
    table = house.slow_seeks.seek(ANNA, 3, SLOW)
    assert house.slow_seeks.stop(ANNA, "focus") and not house.slow_seeks.stop(ANNA, "focus")
    assert house.snapshot(table.id).status == "over" and house.standing.of(ANNA) == []


def test_looking_anew_takes_the_place_of_what_was_looked_for(house):
    house.slow_seeks.seek(ANNA, 3, SLOW)
    house.slow_seeks.seek(ANNA, 2, SLOW)
    assert len(house.lobby.tables()) == 1 and house.slow_seeks.seekers("focus")[0].matches == 2


def test_no_table_is_opened_beyond_the_limit(house):
    house.standing.limit(ANNA, "focus", 1)
    first = house.slow_seeks.seek(ANNA, 2, SLOW)
    house.sit(first.id, BERT)
    house.slow_seeks.attend()
    assert house.lobby.tables() == [] and house.slow_seeks.seekers("focus")[0].matches == 1
    house.resign(first.id, ANNA, house.snapshot(first.id).number + 1)
    house.slow_seeks.attend()
    assert len(house.lobby.tables()) == 1


def test_nobody_looks_for_ever_or_for_too_many(house, clock):
    with pytest.raises(InvalidOption, match="1 to 20, or off"):
        house.slow_seeks.seek(ANNA, 21, SLOW)
    house.slow_seeks.seek(ANNA, 1, SLOW)
    clock.wait(slow_seeks.FORGOTTEN.total_seconds() + 1)
    house.slow_seeks.attend()
    assert house.lobby.tables() == []


def test_what_cannot_be_opened_is_not_looked_for(house):
    with pytest.raises(InvalidOption):
        house.slow_seeks.seek(ANNA, 1, MatchRequest("focus", {"win": "x"}, (LINK,)))
    assert house.standing.of(ANNA) == []
