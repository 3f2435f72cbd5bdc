"""The Daily Five: each deal is played once by each, and how everybody did."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from fivefold.house.computers.analysis import Estimate
from fivefold.house.database.schema import HOUSE, dailies
from fivefold.play.catalogue import keys
from tests.doors.web.reader import Reader
from tests.house.cards import laid

pytestmark = pytest.mark.slow

PAGE, PATH = "/days", "/daily/solitaire"
"""What shows the deals, and what begins one."""


def play(house, person, cards=25):
    """Play so many cards of today's deal."""
    return laid(house, house.daily.begin("solitaire", person.person_id), person.person_id, cards)


def buttons(page, action=PATH):
    return [each["words"] for form in page.all("form", action=action) for each in page.within(form, "button")]


def links(page):
    return {link["words"].strip(): link["attrs"]["href"] for link in page.within(page.one("main"), "a")}


@pytest.mark.slow
def test_the_day_is_begun_from_its_page_and_gone_on_with(reader):
    page = reader.open(PAGE)
    assert buttons(page) == ["Play Poker Solitaire"] and "Nobody has finished yet" in page.one("main")["words"]
    table = reader.fill(page, PATH)
    assert table.path.startswith("/matches/")
    assert buttons(reader.open(PAGE)) == ["Continue Poker Solitaire"]
    assert reader.fill(reader.open(PAGE), PATH).path == table.path


def test_addresses_of_single_deals_lead_to_their_day(anna, house):
    before = house.daily.today() - timedelta(days=1)
    for query, there in (("", PAGE), (f"?day={before}", f"{PAGE}?day={before}")):
        found = anna.get(f"{PATH}{query}", headers={"Accept": "text/html"})
        assert (found.status_code, found.headers["location"]) == (303, f"{there}#solitaire")


def test_a_script_begins_it_too(anna):
    begun = anna.post(PATH)
    assert begun.status_code == 201 and begun.headers["location"] == f"/matches/{begun.json()['match']}"


@pytest.mark.slow
def test_ones_own_results_are_shown_and_lead_to_ones_own_match_alone(reader, house, anna, bert):
    over, _ = play(house, anna), play(house, bert)
    page, own = reader.open(PAGE), Reader(reader.app, anna.person_id).open(PAGE)
    card = own.one("li", class_="day-card done")["words"]
    assert f"{over.match.scores[0]} point" in card and "1st of 2" in card, "equals share a place"
    assert links(own)["Your game"] == f"/matches/{over.id}" and not buttons(own)
    assert over.id not in page.text, "no way into a match of somebody else"


@pytest.mark.slow
def test_a_finished_deal_names_what_was_lost_most_and_leads_there(reader, house, anna):
    over = play(house, anna)
    page = Reader(reader.app, anna.person_id).open(PAGE)
    assert links(page)["Where you lost it"] == f"/matches/{over.id}/review"
    for ply, cost in ((3, 4.0), (9, 12.5)):
        house.estimates.keep(over.id, Estimate(ply, "x", "", (0.0,), 0, (), "y", 0.0, cost=cost, seat=0, kind="unseen"))
    page = Reader(reader.app, anna.person_id).open(PAGE)
    assert links(page)["Where you lost it"] == f"/matches/{over.id}/review?ply=10"
    assert "−12.5 points" in page.one("li", class_="day-card done")["words"]


@pytest.mark.slow
def test_a_result_can_be_sent_as_text_that_gives_nothing_away(reader, house, anna):
    over = play(house, anna)
    text = Reader(reader.app, anna.person_id).open(PAGE).one("textarea")["words"]
    assert "⬜⬜⬜⬜⬜ Poker Solitaire" in text and "🔥 1 day" in text
    assert f"{PAGE}?day={house.daily.today()}" in text and over.id not in text and "/matches" not in text
    assert not reader.open(PAGE).all("textarea")


@pytest.mark.slow
def test_a_game_against_a_computer_shows_who_it_is_and_how_it_went(reader, house, anna):
    begun = house.daily.begin("locus", anna.person_id)
    page = Reader(reader.app, anna.person_id).open(PAGE)
    rival = next(seat for seat in begun.seats if seat.level)
    assert f"{rival.name}, level {rival.level}" in page.one("main")["words"].replace("\u00a0", " ")
    assert buttons(page, "/daily/locus") == ["Continue Locus Poker"]
    house.resign(begun.id, anna.person_id, begun.number + 1)
    page = Reader(reader.app, anna.person_id).open(PAGE)
    assert "Resigned" in page.one("li", class_="day-card lost")["words"]
    assert "⬜⬜⬜⬜⬜ Locus Poker" in page.one("textarea")["words"]


def test_its_table_offers_no_new_cards_and_refuses_them(reader):
    table = reader.fill(reader.open(PAGE), PATH)
    assert "New cards" not in table.one("div", id="actions")["words"]
    refused = reader.post(f"{table.path}/new-cards", data=table.fields(table.one("form", action=f"{table.path}/undo")))
    assert refused.status_code == 409 and "one try" in refused.text


@pytest.mark.slow
def test_what_was_given_up_is_said_and_not_offered_again(house, anna, app):
    snapshot = play(house, anna, cards=3)
    house.resign(snapshot.id, anna.person_id, snapshot.number + 1)
    page = Reader(app, anna.person_id).open(PAGE)
    assert "Given up" in page.one("li", class_="day-card lost")["words"] and not buttons(page)
    assert "Given up" in Reader(app, anna.person_id).open("/").text


def days(page):
    return {
        day["words"].strip(): day["attrs"]
        for day in page.within(page.one("main"), "a")
        if "day" in day["attrs"].get("class", "").split()
    }


@pytest.mark.slow
def test_a_day_out_of_the_archive_is_found_in_the_calendar_and_played(reader, house):
    today = house.daily.today()
    before = today - timedelta(days=1)
    page = reader.open(f"{PAGE}?day={before}")
    assert "This day is over" in page.text and "no longer counts" in page.text
    table = reader.fill(page, PATH)
    snapshot = house.snapshot(table.path.rpartition("/")[2])
    assert snapshot.linked("day") == before.isoformat()
    laid(house, snapshot, snapshot.seats[0].person)
    found = days(reader.open(f"{PAGE}?day={before}"))[str(before.day)]
    assert "done" in found["class"] and "1 of 5 played" in found["aria-label"] and found["aria-current"] == "date"
    assert "still to come" in reader.open(f"{PAGE}?day={today + timedelta(days=1)}", 404).one("main")["words"]


@pytest.mark.slow
def test_a_day_shows_all_games_and_what_was_made_of_them(reader, house, anna):
    over = play(house, anna)
    page = Reader(reader.app, anna.person_id).open("/days")
    assert len(page.all("li", class_="day-card open")) == len(keys()) - 1
    assert f"{over.match.scores[0]} point" in page.one("li", class_="day-card done")["words"]
    assert "1 day" in page.one("p", class_="streak kept")["words"]
    assert days(page)[str(house.daily.today().day)]["aria-label"].endswith(f"1 of {len(keys())} played")
    assert "Start a streak" in reader.open("/days").text
    assert "This day is over" in reader.open(f"/days?day={house.daily.today() - timedelta(days=1)}").text


@pytest.mark.slow
def test_totals_of_everybody_and_of_those_one_follows_stand_beside_ones_own(reader, house, anna, bert):
    over = [play(house, person) for person in (anna, bert)]
    (own,) = [match for (match,) in house.rows(HOUSES)]
    now = house.known(own)
    while now.match.outcome is None:
        now = house.play_for(own, now.number + 1, now.match.legal_moves()[-1])
    score = min(100, round(100 * over[0].match.scores[0] / now.match.scores[0]))
    page = Reader(reader.app, anna.person_id).open("/days")
    assert page.one("p", class_="own-result day-total")["words"].startswith(f"{score} of 500 points 1st of 2")
    assert page.one("p", class_="day-score number")["words"] == f"{score} of 100"
    (table,) = page.all("table", class_="plain-table results-table totals")
    assert table["words"].count(str(score)) >= 4 and "People you follow" not in page.text
    assert links(page)["The house’s game"] == f"/matches/{own}"
    assert own not in reader.open("/days").text, "who has not played is not led to the house's game"
    reader.open(f"/matches/{own}", 403)


HOUSES = select(dailies.c.match).where(dailies.c.person == HOUSE)


@pytest.mark.parametrize("query", ["day=yesterday", "day=2026-02-30", "day=<b>"])
def test_a_day_that_is_none_is_told(reader, query):
    page = reader.open(f"{PAGE}?{query}", 404)
    assert "write it as 20" in page.one("main")["words"] and not page.all("b")


def test_a_game_that_is_not_there_has_no_day(reader):
    reader.open("/daily/chess", 404)


@pytest.mark.slow
def test_home_says_how_much_of_today_is_played(reader, house, anna):
    page = reader.open("/")
    assert page.all("a", href="/days") and f"{len(keys())} deals, the same for everybody" in page.one("main")["words"]
    play(house, anna)
    own = Reader(reader.app, anna.person_id).open("/").one("main")["words"]
    assert f"1 of {len(keys())} played today" in own and "1 day" in own


def test_the_cards_to_come_are_not_on_the_page(reader):
    for path in ("/", PAGE):
        assert "seed" not in reader.open(path).one("main")["words"]


@pytest.mark.slow
def test_nobody_learns_the_days_cards_from_somebody_elses_game(reader, house, anna, bert):
    over = play(house, anna)
    looks = [f"/matches/{over.id}{more}" for more in ("", "/view", "/record", "/review", "/stream", "/analysis")]
    for path in looks:
        answer = bert.get(path)
        assert answer.status_code == 403 and "finish your own first: /days" in answer.text, path
    assert all(anna.get(path).status_code < 400 for path in looks[:4])
    play(house, bert)
    assert all(bert.get(path).status_code < 400 for path in looks[:4])
