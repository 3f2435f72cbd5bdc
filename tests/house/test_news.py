"""News: what waits for a person, counted from the store, and word of it when it happens."""

import pytest
from sqlalchemy import insert, update

from fivefold.house.database import schema
from fivefold.house.house import House
from fivefold.house.notices import news
from fivefold.house.table.seating import MatchRequest
from tests.house.conftest import numbered, ticking
from tests.house.people import ANNA, BEN, CLEO, STEPS, by_link, play, resigned


@pytest.fixture
def told(house):
    """Return the notes to Anna and Ben, oldest first: to whom, what, in which match."""
    found = []
    for person, name in ((ANNA, "Anna"), (BEN, "Ben")):
        house.news.listen(person, lambda note, name=name: found.append((name, note.kind, note.match_id)))
    return found


def counts(house):
    return house.news.waiting(ANNA), house.news.waiting(BEN)


def test_a_match_waits_for_whose_turn_it_is(house, told):
    match = by_link(house)
    assert counts(house) == (1, 0)
    play(house, match, "step:1")
    assert counts(house) == (0, 1)
    assert told[-2:] == [("Ben", "turn", match.id), ("Anna", "", None)]


def test_a_match_does_not_count_on_its_own_page(house):
    match = by_link(house)
    assert house.news.waiting(ANNA, besides=match.id) == 0


def test_nothing_waits_for_who_plays_a_computer_or_alone_at_one_screen(house, told):
    house.create(ANNA, MatchRequest("track", STEPS, ("3",), begin="me"))
    house.create(ANNA, MatchRequest("track", STEPS, ("here",), begin="me"))
    house.create(ANNA, MatchRequest("track", STEPS, ("link",), begin="me"))
    assert counts(house) == (0, 0) and told == []


def test_who_opened_a_table_hears_that_somebody_sat_down(house, told):
    match = by_link(house, begin="them")
    assert ("Anna", "seated", match.id) in told and counts(house) == (0, 1)


def test_an_offer_waits_for_an_answer(house, told):
    match = play(house, by_link(house), "step:1", "step:1")
    match = house.undo(match.id, BEN, match.number + 1)
    assert match.offer is not None
    assert told[-1] == ("Anna", "offer", match.id)
    house.answer(match.id, ANNA, agree=True)
    assert counts(house) == (0, 1)


def test_the_end_is_news_to_the_other(house, told):
    match = resigned(house, by_link(house))
    assert told[-2:] == [("Ben", "ended", match.id), ("Anna", "", None)]
    assert counts(house) == (0, 0)


def test_what_waits_is_still_there_after_a_restart(house, database):
    by_link(house)
    assert counts(House(database, ticking(), numbered(50))) == (1, 0)


def test_matches_from_before_are_counted_at_the_start(house, database):
    by_link(house)
    with database.writing(1) as connection:
        connection.execute(update(schema.seats).values(waits=None))
    again = House(database, ticking(), numbered(50))
    assert counts(again) == (0, 0)
    again.news.prepare()
    assert counts(again) == (1, 0)


def test_an_open_challenge_waits(house, database):
    match = house.create(ANNA, MatchRequest("track", STEPS, ("link",)))
    house.rename(BEN, "Ben")
    challenge = {"id": "c", "match": match.id, "by": ANNA, "to": BEN, "state": "open", "word": "", "made": "2025"}
    with database.writing(1) as connection:
        connection.execute(insert(schema.challenges), challenge)
    assert counts(house) == (0, 1)
    with database.writing(1) as connection:
        connection.execute(update(schema.challenges).values(state="declined"))
    assert counts(house) == (0, 0)


def test_a_listener_that_has_left_hears_nothing(house):
    found = []
    stop = house.news.listen(ANNA, found.append)
    house.news.note(ANNA, news.CHAT, "m")
    stop()
    house.news.note(ANNA, news.CHAT, "m")
    assert found == [news.Note(ANNA, "chat", "m")]


def test_a_listener_that_fails_does_not_keep_news_from_others(house, caplog):
    found = []
    house.news.listen(CLEO, lambda _: 1 / 0)
    house.news.listen(CLEO, found.append)
    house.news.note(CLEO, news.CHAT, "m")
    assert len(found) == 1 and "failed" in caplog.text
