"""My week on its page."""

from fivefold.house.computers.analysis import Estimate, MistakeKind
from fivefold.house.table.seating import MatchRequest
from tests.doors.web.reader import Reader
from tests.house.people import play


def test_a_week_without_matches_leads_to_some(reader):
    page = reader.open("/week")
    assert "Nothing finished" in page.one("main")["words"] and page.all("a", href="/days")


def test_a_week_says_where_most_was_lost_and_leads_there(app, house, anna):
    wish = MatchRequest("locus", {"grid": "6x5", "first": "0"}, ("3",), "me")
    now = play(house, house.create(anna.person_id, wish), "c3:up", "d4:down")
    house.resign(now.id, anna.person_id, now.number + 1)
    page = Reader(app, anna.person_id).open("/week")
    assert "None of these matches has been reviewed yet" in page.one("main")["words"]
    estimate = Estimate(30, "a1:up", "", (0.5, 0.5), 0, (), "c3:up", 0.31, seat=0, kind=MistakeKind.MISSED)
    house.estimates.keep(now.id, estimate)
    page = Reader(app, anna.person_id).open("/week")
    words = page.one("main")["words"]
    assert "Locus Poker, 1 move" in words and "Points left on the table" in words and "−31% of the chance" in words
    assert page.all("a", href=f"/matches/{now.id}/review?ply=31")
    puzzles = [link for link in page.all("a") if "/puzzles/locus/" in link["attrs"]["href"]]
    assert 0 < len(puzzles) <= 3
