"""Leaderboards and curves of ratings: for people without script too, and nothing in them that stays in the house."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from fivefold.doors.web.pages import charts, leaderboard
from fivefold.house.records import rating_store as ratings
from fivefold.house.records.rating import Rating
from fivefold.house.records.rating_store import RatingRow
from fivefold.house.records.ratings import Point
from fivefold.house.table.seating import MatchRequest
from tests.doors.web.reader import Reader
from tests.house.people import keep_accounts

pytestmark = pytest.mark.slow

NAMES = {f"{letter * 15}5": name for letter, name in (("a", "Anna <b>"), ("b", "Ben"), ("c", "Cleo"))}


@pytest.fixture
def rated_house(house):
    """Return a house where three people are rated in Locus, the third not surely."""
    keep_accounts(house, {person: name.replace(" <b>", "") for person, name in NAMES.items()})
    now = house.now().isoformat(timespec="milliseconds")
    rows = zip(NAMES, [(1720.0, 60.0), (1650.0, 50.0), (1800.0, 250.0)], strict=True)
    with house.writing() as connection:
        ratings.add_ratings(connection, [RatingRow("locus", person, *row, 40, now) for person, row in rows])
    return house


def test_a_leaderboard_lists_the_settled_and_the_computers(rated_house, reader):
    page = reader.open("/leaderboard/locus")
    words = page.one("main")["words"]
    assert "Anna" in words and "1720 ± 60" in words and "Cleo" not in words
    assert "level 7, computer" in words
    assert page.all("a", href="/players/Anna")
    assert not any(person in reader.get("/leaderboard/locus").text for person in NAMES)


def test_ones_own_line_is_there_before_one_is_listed(rated_house, reader):
    cleo = Reader(reader.app, "")
    person = next(person for person, name in NAMES.items() if name == "Cleo")
    with rated_house.writing() as connection:
        session = rated_house.sessions.begun(connection, person, "a browser")
    cleo.cookies.set("guest", reader.app.state.visitors.cookie(session))
    words = cleo.open("/leaderboard/locus").one("main")["words"]
    assert "Cleo" in words and "1800?" in words and "once your rating is sure enough" in words
    assert "you 1800?" in " ".join(cleo.open("/people").one("main")["words"].split())


def test_every_game_for_several_has_a_leaderboard(reader):
    page = reader.open("/leaderboard")  # the page of people has them
    found = {link["attrs"]["href"] for link in page.all("a") if link["attrs"]["href"].startswith("/leaderboard/")}
    assert {"/leaderboard/locus?pool=locus", "/leaderboard/focus?pool=focus-3"} <= found
    for path in sorted(found):
        words = reader.open(path).one("main")["words"]
        assert "Nobody is on the list yet" in words and "level 7, computer" in words, path
    reader.open("/leaderboard/chess", status=404)
    assert reader.open("/leaderboard/focus?pool=chess").path == "/leaderboard/focus"


def test_a_rated_result_shows_what_it_changed(house, reader):
    anna, ben, _ = NAMES
    keep_accounts(house, {anna: "Anna", ben: "Ben"})
    now = house.sit(house.create(anna, MatchRequest("focus", {}, ("link",), "me", rated=True)).id, ben)
    page = Reader(reader.app, anna)
    seats = page.open(f"/matches/{now.id}").one("ol", id="seats")["words"]
    assert seats.count("1500?") == 2
    for person in (anna, ben):
        now = house.play(now.id, person, now.number + 1, now.match.legal_moves()[0])
    house.resign(now.id, ben, now.number + 1)
    card = page.get(f"/matches/{now.id}/result").text
    assert "1500 → 1" in card and "(+" in card and "(−" in card
    house.ratings.annul(now.id)
    assert "does not count" in page.get(f"/matches/{now.id}/result").text


def points(count):
    start = datetime(2026, 3, 2, tzinfo=UTC)
    return [
        Point(f"m{n}", start + timedelta(days=n), Rating(1500 + 7 * n, 300 - 4 * n, n + 1), None) for n in range(count)
    ]


def test_a_curve_says_what_it_shows_and_stays_within_its_frame():
    said = leaderboard.curve_words(points(40), mine=True)
    assert said == "Your rating over 40 matches from 2 March 2026 to 10 April 2026: between 1500 and 1773, now 1773?"
    drawn = charts.rating(points(40), said)
    assert said in drawn and 'role="img"' in drawn
    for low, high in ((1200, 1800), (1499.9, 1500.1), (400, 3100)):
        guides = charts.ticks(low, high)
        assert guides[0] <= low and guides[-1] >= high
        assert len({after - before for before, after in pairwise(guides)}) == 1
        assert len(guides) <= 8
