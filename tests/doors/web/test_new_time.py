"""Setting a match up: how long players may think."""

import pytest

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web.forms import chosen_handicap, chosen_time, readable

pytestmark = pytest.mark.slow

PEOPLE = {"other-1": "link", "begin": "draw"}


def chosen(page):
    return page.fields(page.one("form", id="set-up")).get("time", "")


def hidden(page):
    """Return for each group of time controls whether it is out of the way."""
    groups = [each["attrs"] for each in page.all("section") if "data-time-group" in each["attrs"]]
    return {attributes["data-time-group"]: "idle" in attributes["class"].split() for attributes in groups}


def begun(person, key, **fields):
    answer = person.post(f"/new/{key}", data=fields)
    assert answer.status_code == 201, answer.text
    return answer.headers["location"].rpartition("/")[2]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, ""),
        ({"time": "5m+3s"}, "5m+3s"),
        ({"time": "5m 3s"}, "5m+3s"),
        ({"time": "own", "time-minutes": "7", "time-seconds": "0"}, "7m+0s"),
        ({"time": "own-days", "time-days": "2"}, "2d/move"),
        ({"time": "own-game", "time-game-minutes": "4"}, "4m/game"),
    ],
)
def test_a_time_is_a_preset_or_ones_own_numbers(fields, text):
    assert chosen_time(fields) == text


@pytest.mark.parametrize(
    "fields",
    [
        {"time": "own"},
        {"time": "own", "time-minutes": "0", "time-seconds": "1"},
        {"time": "own", "time-minutes": "5", "time-seconds": "-1"},
        {"time": "own-days", "time-days": "31"},
        {"time": "own-game", "time-game-minutes": "x" * 5000},
        {"time": "5m+3s" * 100},
    ],
)
def test_numbers_out_of_bounds_are_told_by_the_field(fields):
    with pytest.raises(FivefoldError) as refused:
        chosen_time(fields)
    assert refused.value.problem.field == "time" and len(str(refused.value)) < 200
    assert readable(fields) is None


def test_a_handicap_is_a_part_in_per_cent():
    assert chosen_handicap({}) == 100 and chosen_handicap({"handicap": "50"}) == 50
    with pytest.raises(FivefoldError):
        chosen_handicap({"handicap": "half"})


def test_a_match_has_the_time_that_was_asked_for_and_whoever_asked_the_handicap(anna, house):
    match = begun(anna, "locus", **PEOPLE, time="5m+3s", handicap="50")
    now = house.snapshot(match)
    assert now.terms.time.text == "5m+3s"
    (own,) = now.seats_of(anna.person_id)
    assert [seat.handicap for seat in now.seats] == [50 if seat == own else 100 for seat in range(2)]


def test_without_a_choice_there_is_no_limit_but_a_table_for_strangers_proposes_one(reader):
    assert chosen(reader.open("/new/locus")) == ""
    assert chosen(reader.open("/new/locus?other-1=link")) == ""
    assert chosen(reader.open("/new/locus?other-1=link&who=lobby")) == "10m+5s"
    assert chosen(reader.open("/new/locus?other-1=link&who=lobby&time=")) == ""


def test_an_address_carries_the_time_and_the_form_says_its_address(reader):
    page = reader.open("/new/locus?time=3m%2B2s&handicap=50")
    assert chosen(page) == "3m+2s"
    fields = page.fields(page.one("form", id="set-up"))
    assert fields["handicap"] == "50"
    assert "time=3m%2B2s&handicap=50" in page.one("input", id="set-up-link")["attrs"]["value"]
    own = reader.open("/new/locus?time=12m%2B7s")
    fields = own.fields(own.one("form", id="set-up"))
    assert (fields["time"], fields["time-minutes"], fields["time-seconds"]) == ("own", "12", "7")
    rare = reader.open("/new/locus?time=5m~3s")
    assert (
        chosen(rare) == "5m~3s"
        and "the first 3 seconds of each move don’t count" in rare.one("details", id="time")["words"]
    )


@pytest.mark.parametrize(
    ("query", "said"),
    [("time=abc", "abc: is not a time to play with"), ("time=1s/move", "1s"), ("time=5m%2B3s&handicap=3", "3%")],
)
def test_an_address_with_a_time_that_is_none_says_so(reader, query, said):
    page = reader.open(f"/new/locus?{query}", 422)
    assert said in page.one("main")["words"]


@pytest.mark.parametrize("time", ["nonsense", "1s/move", "5m/game", "own", "<script>"])
def test_a_time_that_goes_wrong_is_told_beside_the_field_and_nothing_is_lost(reader, time):
    page = reader.open("/new/locus")
    fields = {**page.fields(page.one("form", id="set-up")), "option-grid": "7x6", "time": time, "time-minutes": "999"}
    answer = reader.post("/new/locus", data=fields)
    again = reader.read(answer)
    assert answer.status_code == 422 and again.one("p", id="wrong-time")["words"]
    kept = again.fields(again.one("form", id="set-up"))
    assert kept["option-grid"] == "7x6" and kept["time-minutes"] == "999"


def test_minutes_a_game_follow_from_the_options(reader):
    small, large = (reader.open(f"/new/locus?option-grid={grid}") for grid in ("6x5", "8x6"))
    said = [page.one("span", data_minutes="30s/move")["words"] for page in (small, large)]
    assert said == ["About 8 minutes a game, up to 15", "About 12 minutes a game, up to 24"]


def test_only_what_goes_with_the_game_is_offered(reader):
    locus = reader.open("/new/locus")
    assert not locus.all("section", data_time_kind="whole") and locus.all("section", data_time_kind="each")
    alone = reader.open("/new/solitaire")
    assert hidden(alone) == {"live": True, "slow": True, "whole": False}
    turns = reader.open("/new/solitaire?option-mode=alternate")
    assert hidden(turns) == {"live": False, "slow": False, "whole": True}


def test_how_clocks_work_is_told_on_a_page_of_its_own(reader):
    page = reader.open("/help/time")
    words = page.one("main")["words"]
    assert "10+5" in words and "within 1 minute" in words and "up to 1.5 seconds" in words
    assert reader.open("/new/focus").all("a", href="/help/time")
