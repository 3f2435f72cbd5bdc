"""Fair chance on the pages: what is promised before the first move, numbers of one's own, what is told when."""

import json
import re

import pytest

from fivefold.play.audit import verify
from fivefold.play.catalogue import keys
from fivefold.play.match import Match
from tests.doors.web.conftest import Person
from tests.doors.web.reader import Reader
from tests.house.cards import begun as dealt
from tests.quick import first

pytestmark = pytest.mark.slow

FOR_TWO = {"solitaire": {"option-mode": "race-both"}}
PAGE = {"Accept": "text/html"}


def begun(person, key, **fields):
    return person.begin(key, **FOR_TWO.get(key, {}), **fields)["match"]


def table_of(page):
    """Return what a page keeps for its script about the table."""
    return json.loads(re.search(r'id="table-data">(.*?)</script>', page.text, re.DOTALL)[1])


def everything(person, match):
    """Return every answer about a match, whatever it says."""
    path = f"/matches/{match}"
    parts = ["", "/view", "/view?everything=1", "/view?ply=0", "/preview", "/record", "/review", "/analysis"]
    asked = [*(path + part for part in [*parts, "/companion"]), "/"]
    return [person.get(each, headers=headers) for each in asked for headers in (PAGE, {})]


@pytest.mark.slow
@pytest.mark.parametrize("key", first(1, keys()))
def test_the_commitment_stands_on_the_page_before_the_first_move_and_the_seed_nowhere(anna, bert, stranger, house, key):
    match = begun(anna, key, nonce="annas-own", begin="draw")
    source = house.snapshot(match).match.source
    for person in (anna, bert, stranger):
        page = person.get(f"/matches/{match}", headers=PAGE)
        assert source.public in re.sub(r"<script.*?</script>", "", page.text, flags=re.DOTALL)
        assert "annas-own" in page.text and "until everybody has sat down" in page.text
        assert table_of(page)["chance"] == {
            **{"kind": "fair", "public": source.public, "dealt": False},
            "nonces": [{"seat": 0, "nonce": "annas-own"}],
        }
        assert person.see(match)["chance"] == table_of(page)["chance"]
    assert bert.post(f"/matches/{match}/seats", data={"nonce": "berts-own"}).status_code == 200
    live = dealt(house, house.snapshot(match))
    assert live.match.source.public == source.public and live.match.dealt
    page = stranger.get(f"/matches/{match}", headers=PAGE)
    assert {each["nonce"] for each in table_of(page)["chance"]["nonces"]} == {"annas-own", "berts-own"}
    for person in (anna, bert, stranger):
        for answer in everything(person, match):
            assert answer.status_code < 500 and source.seed.hex() not in answer.text
    anna.resign(match)
    text = stranger.get(f"/matches/{match}/record").text
    assert f"seed {source.seed.hex()}" in text and verify(text).ok
    assert "annas-own" in text and "berts-own" in text and "2 players' own numbers" in verify(text).note


@pytest.mark.slow
@pytest.mark.parametrize("key", first(1, keys()))
def test_every_page_of_a_match_called_off_before_the_deal_opens(anna, stranger, house, key):
    match = begun(anna, key)
    assert anna.resign(match).status_code == 200
    for person in (anna, stranger):
        assert {answer.status_code for answer in everything(person, match)} <= {200, 403, 404}
        for part in ("", "/view", "/record", "/review"):
            assert person.get(f"/matches/{match}{part}", headers=PAGE if part != "/view" else {}).status_code == 200
    text = stranger.get(f"/matches/{match}/record").text
    assert verify(text).ok and Match.from_record(text).to_record() == text


def test_what_chance_decides_later_is_said_to_be_decided_later(anna, stranger):
    match = anna.begin("locus", begin="draw")["match"]
    assert stranger.get(f"/matches/{match}", headers=PAGE).text.count("seat drawn at random") == 2
    decided = anna.begin("locus", begin="draw", **{"option-first": "0"})["match"]
    assert "drawn when everybody has sat down" not in stranger.get(f"/matches/{decided}", headers=PAGE).text


@pytest.mark.parametrize("other", ["link", "here"])
def test_a_chosen_number_with_another_person_is_refused_beside_its_field(anna, other):
    fields = {"other-1": other, "seed": "12345"}
    told = anna.post("/new/pokeros", data=fields)
    assert told.status_code == 422 and told.json()["error"].startswith("seed: who knows the number")
    page = anna.post("/new/pokeros", data=fields, headers=PAGE)
    assert page.status_code == 422 and 'id="wrong-seed"' in page.text and 'value="12345"' in page.text


def test_a_number_chosen_alone_is_told_to_everybody_who_looks(anna, stranger):
    match = anna.begin("pokeros", **{"other-1": "2", "seed": "12345"})["match"]
    page = stranger.get(f"/matches/{match}", headers=PAGE)
    assert table_of(page)["chance"] == {"kind": "seeded", "public": "12345", "nonces": [], "dealt": True}
    fair = anna.begin("pokeros", **{"other-1": "2"})["match"]
    assert "public number" not in stranger.get(f"/matches/{fair}", headers=PAGE).text


def test_forms_that_begin_a_match_or_take_a_seat_have_a_field_for_ones_own_number(reader, anna, house):
    set_up = reader.open("/new/locus")
    assert "nonce" in set_up.fields(set_up.all("form", action="/new/locus")[0])
    match = anna.begin("locus")["match"]
    page = reader.open(f"/matches/{match}")
    assert "nonce" in page.fields(page.all("form", action=f"/matches/{match}/seats")[0])
    reader.fill(page, f"/matches/{match}/seats")
    assert all(len(nonce.text) == 32 for nonce in house.snapshot(match).match.source.nonces)


@pytest.mark.parametrize("nonce", ["two words", "ä", "x" * 65])
def test_a_number_that_is_none_is_refused(anna, bert, nonce):
    match = anna.begin("locus")["match"]
    for answer in (
        anna.post("/new/locus", data={"other-1": "link", "nonce": nonce}),
        bert.post(f"/matches/{match}/seats", data={"nonce": nonce}),
    ):
        assert answer.status_code == 422 and answer.json()["error"].startswith("nonce: ")
    assert anna.see(match)["number"] == 0


@pytest.mark.slow
def test_the_deal_of_the_day_keeps_its_seed_until_the_day_is_over(app, house, anna):
    """A second cookie gives up and reads its record: it says nothing of the cards that others still play."""
    second = Person(app, "anna2aaaaaaaaaaa")
    match = second.post("/daily/solitaire").json()["match"]
    seed = house.snapshot(match).match.source.seed.hex()
    second.resign(match)
    text = second.get(f"/matches/{match}/record").text
    assert seed not in text and verify(text).note.startswith("the seed comes once ")
    assert all(seed not in answer.text for answer in everything(second, match))
    refused = second.post(f"/matches/{match}/companion")
    assert refused.status_code == 409 and "others are still playing" in refused.json()["error"]
    replay = second.post(f"/matches/{match}/same-cards").json()["match"]
    second.post(f"/matches/{replay}/companion")
    second.resign(replay)
    assert second.get(f"/matches/{replay}/companion").json()["cards"] == 1
    assert all(seed not in answer.text for answer in everything(second, replay))


def test_a_pack_keeps_its_seed_while_somebody_plays_it(anna, house):
    first = anna.begin("solitaire", **{"option-mode": "one-hand"})["match"]
    seed = house.snapshot(first).match.source.seed.hex()
    anna.resign(first)
    assert seed in anna.get(f"/matches/{first}/record").text
    replay = anna.post(f"/matches/{first}/same-cards").json()["match"]
    assert seed not in anna.get(f"/matches/{first}/record").text
    anna.resign(replay)
    assert seed in anna.get(f"/matches/{first}/record").text


def test_about_tells_how_it_is_done(app):
    words = Reader(app, "rita567abcdefghi").open("/about").one("main")["words"]
    for said in ("fingerprint", "everybody has sat down", "fivefold verify", "your own number"):
        assert said in words
