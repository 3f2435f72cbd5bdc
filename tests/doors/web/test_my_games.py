"""My games without script: what waits, what goes on, what is over, filters, pages, and records in one file."""

import io
import zipfile
from dataclasses import replace
from urllib.parse import quote

import pytest

from fivefold.doors.web.pages import my_games
from fivefold.house.ledger import revised
from fivefold.house.table.seating import MatchRequest
from tests.doors.web.reader import Reader
from tests.house.cards import alone, laid

pytestmark = pytest.mark.slow

PATH = "/games/mine"
PEOPLE = {"anna": "anna567812345678", "ben": "ben5678123456789"}


@pytest.fixture
def mine(reader):
    """Return a reader who is Anna."""
    return Reader(reader.app, PEOPLE["anna"])


def focus(house, level=2, over=True, **options):
    """Return a match of Anna against a computer, resigned if it is to be over."""
    now = house.create(PEOPLE["anna"], MatchRequest("focus", options, (str(level),), begin="me"))
    return house.resign(now.id, PEOPLE["anna"], now.number + 1) if over else now


def between(house, over=False, by="ben"):
    """Return a match of Anna and Ben, in which Anna is to move unless it is over."""
    now = house.create(PEOPLE["anna"], MatchRequest("focus", {}, ("link",), begin="me"))
    now = house.sit(now.id, PEOPLE["ben"], name="Ben")
    return house.resign(now.id, PEOPLE[by], now.number + 1) if over else now


def listed(page):
    """Return the matches on a page, in order."""
    links = page.all("a", class_="stretched")
    return [link["attrs"]["href"].rpartition("/")[2] for link in links if "/matches/" in link["attrs"]["href"]]


def test_what_waits_comes_first_then_what_goes_on_then_what_is_over(mine, house):
    over, ahead = between(house, over=True), between(house)
    behind = house.play(ahead.id, PEOPLE["anna"], ahead.number + 1, ahead.match.legal_moves()[0])
    waiting = focus(house, over=False)
    page = mine.open(PATH)
    assert listed(page) == [waiting.id, behind.id, over.id]
    words = page.one("main")["words"]
    assert words.index("Waiting for you 1") < words.index("Still going 1") < words.index("Finished")
    assert "1 game: 1 won" in words and "Won by resignation" in words


def test_a_match_that_was_cancelled_says_who_and_why(mine, house):
    now = house.create(PEOPLE["anna"], MatchRequest("focus", {}, ("link",), begin="me"))
    house.sit(now.id, PEOPLE["ben"], name="Ben")
    house.offer(now.id, PEOPLE["anna"], "abort", 1)
    house.answer(now.id, PEOPLE["ben"], True)
    words = mine.open(PATH).one("main")["words"]
    assert "both agreed" in words and "Cancelled" in words and "1 game: 1 cancelled" in words
    (line,) = mine.get("/api/v1/account/games", headers={"Accept": "application/json"}).json()["items"]
    assert (line["result"], line["cancelled"], line["double_of"]) == ("broken_off", "Cancelled: both agreed.", None)


def test_somebody_without_games_is_shown_a_way_to_one(reader):
    page = reader.open(PATH)
    assert "Nothing yet" in page.one("main")["words"] and page.all("a", href="/lobby")


FILTERS = {
    "game=focus": "lw",
    "game=solitaire": "s",
    "game=nothing": "lws",
    "result=won": "w",
    "result=alone": "s",
    "against=people": "w",
    "against=computers": "l",
    "against=level:2": "l",
    "against=level:3": "",
    "name=ben": "w",
    "name=Nobody": "",
    "set_up=usual": "lw",
    "set_up=other": "s",
    "rated=yes": "",
    "rated=no": "lws",
    "since=2020-01-01": "lws",
    "until=2020-01-01": "",
    "game=focus&result=lost&against=computers&set_up=usual": "l",
}
"""For each filter the games that fit: lost to a computer, won against Ben, and alone in another set-up."""


@pytest.mark.slow
def test_each_filter_leaves_what_fits(mine, house):
    games = {"l": focus(house).id, "w": between(house, over=True).id}
    games["s"] = laid(house, alone(house, PEOPLE["anna"], scoring="american"), PEOPLE["anna"]).id
    for query, found in FILTERS.items():
        assert set(listed(mine.open(f"{PATH}?{query}"))) == {games[letter] for letter in found}, query


def test_a_filter_is_shown_again_and_says_what_is_wrong_with_it(mine, house):
    focus(house)
    page = mine.open(f"{PATH}?since=yesterday&name=Ben", status=422)
    assert "year-month-day" in page.one("main")["words"]
    kept = page.fields(page.all("form", action=PATH)[0])
    assert (kept["since"], kept["name"]) == ("yesterday", "Ben")
    page = mine.open(f"{PATH}?since=2026-03-02&until=2026-03-01", status=422)
    assert "before the first date" in page.one("main")["words"]


def test_pages_follow_one_another_and_lead_back(mine, house, monkeypatch):
    monkeypatch.setattr("fivefold.house.records.histories.PAGE", 2)
    games = [focus(house).id for _ in range(5)][::-1]
    pages, path = [], f"{PATH}?game=focus"
    while path:
        page = mine.open(path)
        pages.append((path, listed(page)))
        path = next((link["attrs"]["href"] for link in page.all("a", rel="next")), "")
    assert [found for _, found in pages] == [games[:2], games[2:4], games[4:]]
    (back,) = page.all("a", rel="prev")
    assert listed(mine.open(back["attrs"]["href"])) == games[2:4]
    first = mine.open(mine.open(back["attrs"]["href"]).all("a", rel="prev")[0]["attrs"]["href"])
    assert listed(first) == games[:2] and not first.all("a", rel="prev")


def test_a_page_that_starts_nowhere_is_the_first(mine, house):
    over = focus(house)
    assert listed(mine.open(f"{PATH}?after={quote('; drop table')}")) == [over.id]


def test_the_records_that_fit_a_filter_come_in_one_file(mine, house):
    over = between(house, over=True)
    focus(house)
    answer = mine.get(f"{PATH}/records?result=won")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        (name,) = file.namelist()
        assert over.id in name and "Ben" in file.read(name).decode()
    assert answer.headers["content-type"] == "application/zip"


def test_a_record_whose_seed_is_still_secret_does_not_tell_it(mine, house):
    now = house.daily.begin("focus", PEOPLE["anna"])
    now = house.resign(now.id, PEOPLE["anna"], now.number + 1)
    packed = my_games.archive(house, PEOPLE["anna"], my_games.Wanted())
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        told = file.read(file.namelist()[0]).decode()
    assert now.match.source.seed.hex() not in told and "is over (UTC)" in told


def test_an_annulled_match_says_so(mine, house):
    over = between(house, over=True)
    house.change({over.id: lambda now: revised(now, terms=replace(now.terms, annulled=True))})
    assert "Annulled" in mine.open(PATH).one("main")["words"]
