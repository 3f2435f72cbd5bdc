"""The deal of the day: played once by each, and how everybody did."""

import re
from datetime import timedelta

import pytest

from fivefold.play.catalogue import find, keys
from tests.service.cards import laid
from tests.web.reader import Reader

PATH = "/daily/solitaire"


def play(house, person, cards=25):
    """Play so many cards of today's deal."""
    return laid(house, house.daily.begin("solitaire", person.guest_id), person.guest_id, cards)


def buttons(page, action=PATH):
    return [each["words"] for form in page.all("form", action=action) for each in page.within(form, "button")]


def links(page):
    return {link["words"].strip(): link["attrs"]["href"] for link in page.within(page.one("main"), "a")}


@pytest.mark.slow
def test_the_day_is_begun_from_its_page_and_gone_on_with(reader):
    page = reader.open(PATH)
    assert buttons(page) == ["Play"] and "Be the first" in page.one("main")["words"]
    table = reader.fill(page, PATH)
    assert table.path.startswith("/matches/")
    assert buttons(reader.open(PATH)) == ["Continue"]
    assert reader.fill(reader.open(PATH), PATH).path == table.path


def test_a_script_begins_it_too(anna):
    begun = anna.post(PATH)
    assert begun.status_code == 201 and begun.headers["location"] == f"/matches/{begun.json()['match']}"


def test_results_of_everybody_with_ones_own_set_off(reader, house, anna):
    over = play(house, anna)
    page = reader.open(PATH)
    assert page.all("svg", class_="histogram") and not page.all("rect", class_="score-bar yours")
    own = Reader(reader.app, anna.guest_id).open(PATH)
    (bar,) = own.all("rect", class_="score-bar yours")
    assert bar
    figures = own.one("dl", class_="figures")["words"]
    assert f"You{over.match.scores[0]}" in re.sub(r"\s", "", figures) and "1 of 1" in figures
    assert links(own)["See your game"] == f"/matches/{over.id}" and not buttons(own)
    table = own.one("table")["words"]
    assert "including you" in table and str(over.match.scores[0]) in table


def test_the_histogram_says_what_it_shows_without_being_seen(reader, house, anna):
    play(house, anna)
    picture = reader.open(PATH).one("svg", class_="histogram")["attrs"]
    assert picture["role"] == "img" and picture["aria-label"] == "How often each score was made: 1 result"


def test_what_was_given_up_is_said_and_not_offered_again(house, anna, app):
    snapshot = play(house, anna, cards=3)
    house.resign(snapshot.id, anna.guest_id, snapshot.number + 1)
    page = Reader(app, anna.guest_id).open(PATH)
    assert "You gave up" in page.one("main")["words"] and not buttons(page)
    assert "you gave up" in Reader(app, anna.guest_id).open("/").text


def test_days_before_can_be_looked_at_and_those_to_come_cannot(reader, house):
    today = house.daily.today()
    page = reader.open(PATH)
    before = links(page)["The day before"]
    assert before == f"{PATH}?day={today - timedelta(days=1)}" and "The day after" not in links(page)
    yesterday = reader.open(before)
    assert links(yesterday)["The day after"] == PATH and not buttons(yesterday)
    assert "Nobody finished it that day." in yesterday.one("main")["words"]
    assert "still to come" in reader.open(f"{PATH}?day={today + timedelta(days=1)}", 404).one("main")["words"]


@pytest.mark.parametrize("query", ["day=yesterday", "day=2026-02-30", "day=<b>"])
def test_a_day_that_is_none_is_told(reader, query):
    page = reader.open(f"{PATH}?{query}", 404)
    assert "write it as 20" in page.one("main")["words"] and not page.all("b")


@pytest.mark.parametrize(
    "path", ["/daily/chess", *(f"/daily/{key}" for key in keys() if not find(key).traits.fixed_pack)]
)
def test_games_without_a_deal_of_the_day_say_so(reader, path):
    reader.open(path, 404)
    assert reader.app and Reader(reader.app, "rita567abcdefghi").get(path).status_code == 404


@pytest.mark.slow
def test_home_shows_the_day_as_a_card_that_leads_to_it(reader, house, anna):
    page = reader.open("/")
    (board,) = [link for link in page.all("a", href=PATH) if page.within(link, "svg")]
    assert board["attrs"]["aria-label"] == "Deal of the day: Poker Solitaire"
    assert "nobody has finished it yet" in page.text and "1 or 2 players" in page.text
    over = play(house, anna)
    assert "1 result so far" in reader.open("/").text
    assert f"you scored {over.match.scores[0]} · 1 result so far" in Reader(reader.app, anna.guest_id).open("/").text


def test_the_cards_to_come_are_not_on_the_page(reader):
    for path in ("/", PATH):
        assert "seed" not in reader.open(path).one("main")["words"]
    page = reader.open("/")
    assert not page.all("div", data_game="solitaire"), "no board whose seed would tell them"
