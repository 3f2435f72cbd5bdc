"""Tournaments: who plays, how it stands, and what counts."""

import pytest

from fivefold.doors.web.pages import new_match
from fivefold.house.links import PACK_OF
from fivefold.play.catalogue import find, keys
from tests.doors.web.reader import Reader
from tests.house.cards import laid

pytestmark = pytest.mark.slow

PATH = "/tournaments"
SQUARES = "/new/solitaire?option-rejects=0/0/0&option-touch=anywhere"
RACE = "/new/solitaire?option-mode=race"
THREE = {"title": "Sunday", "link": SQUARES, "name-0": "Anna", "name-1": "Bert", "level-2": "3"}


@pytest.fixture
def begun(anna):
    """A tournament of Anna's, by its path."""
    answer = anna.post(PATH, data=THREE)
    assert answer.status_code == 201, answer.text
    return answer.json()["path"]


def cells(page):
    """Return the snapshots: for each entrant the words of each cell."""
    rows = page.within(page.one("tbody"), "tr")
    return [[" ".join(each["words"].split()) for each in page.elements if row in each["parents"][-1:]] for row in rows]


def played(house, anna, path, entrants=("0",), same="", cards=25):
    """Have a game begun and so many of its cards laid; return it."""
    fields = {f"player-{seat}": entrant for seat, entrant in enumerate(entrants, start=1)}
    answer = anna.post(f"{path}/games", data={**fields, "same": same})
    assert answer.status_code == 201, answer.text
    return laid(house, house.snapshot(answer.json()["path"].rpartition("/")[2]), anna.person_id, cards)


def test_one_is_begun_without_script_and_found_again(reader):
    page = reader.open(PATH)
    assert not page.all("ul", class_="cards")
    there = reader.fill(page, PATH, **{**THREE, "set-up": ""})
    assert there.one("h1")["words"] == "Sunday"
    otis = find("solitaire").personas[2].name
    assert cells(there) == [
        ["", "A Anna", "0", "–", "–", "–"],
        ["", "B Bert", "0", "–", "–", "–"],
        ["", f"{otis} level 3", "0", "–", "–", "–"],
    ]
    listed = reader.open(PATH).one("ul", class_="cards")["words"]
    assert "Sunday" in listed and f"Anna, Bert, {otis}" in listed and "Poker Squares" in listed and "0 games" in listed


def test_every_set_up_that_is_well_known_can_be_chosen(reader):
    page = reader.open(PATH)
    offered = [option["attrs"]["value"] for option in page.within(page.one("select", id="set-up"), "option")]
    for key in keys():
        game = find(key)
        for preset in game.setup.presets:
            assert new_match.address(game, preset.options) in offered
        assert f"/new/{key}" in offered
    assert offered[-1] == ""


def test_a_set_up_is_brought_by_a_link(reader):
    page = reader.open(f"{PATH}?link={RACE.replace('?', '%3F')}")
    first = page.within(page.one("select", id="set-up"), "option")[0]
    assert first["words"] == "Poker Solitaire: mode race" and first["attrs"]["value"] == RACE
    page = reader.open(f"{PATH}?link=%3Cb%3E")
    assert page.one("input", id="link")["attrs"]["value"] == "<b>"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"title": ""}, "name: 0 characters"),
        ({"title": "x" * 41}, "name: 41 characters"),
        ({"link": ""}, "choose what to play"),
        ({"link": "/rules/focus"}, "paste the link"),
        ({"link": "/new/chess"}, "chess"),
        ({"link": "/new/solitaire?option-deal=5"}, "5 + 0 + 1 + 0 = 6"),
        ({"name-0": "", "name-1": "", "level-2": ""}, "name at least one"),
        ({"name-1": "anna"}, "appears twice"),
        ({"level-2": "9"}, "a computer is 1 to 7"),
        ({"link": RACE, "name-1": "", "level-2": ""}, "takes 2 to 5"),
        ({"name-0": "<b>\u202e"}, "cannot be shown"),
    ],
)
def test_what_does_not_work_is_told_and_the_rest_is_kept(reader, changed, words):
    page = reader.fill(reader.open(PATH), PATH, **{**THREE, "set-up": "", **changed})
    assert page.path == PATH and words in page.one("p", id="wrong-tournament")["words"]
    sent = page.fields(page.one("form", action=PATH))
    assert all(sent[name] == value for name, value in {**THREE, **changed}.items() if name.startswith("name-"))
    assert not page.all("b")
    assert not reader.app.state.house.tournaments.of_person(reader.person_id)


def test_games_count_in_highest_lowest_and_average(anna, begun, house):
    first, second = played(house, anna, begun), played(house, anna, begun)
    points = sorted(game.match.scores[0] for game in (first, second))
    page = Reader(anna.app, anna.person_id).open(begun)
    average = f"{sum(points) / 2:.1f}"
    assert cells(page)[0] == ["1", "A Anna", "2", str(points[1]), str(points[0]), average]
    games = page.within(page.one("ol", class_="game-list"), "a")
    assert [link["attrs"]["href"] for link in games] == [f"/matches/{second.id}", f"/matches/{first.id}"]


def test_whoever_leads_stands_first_with_wins_and_draws_where_several_play(anna):
    pairs = anna.post(PATH, data={**THREE, "link": "/new/locus"}).json()["path"]
    page = Reader(anna.app, anna.person_id).open(pairs)
    assert [each["words"] for each in page.within(page.one("thead"), "th")] == [
        *("Rank", "Who", "Games", "Won", "Drawn", "Highest", "Lowest", "Average")
    ]
    assert "A win counts 1, a draw half" in page.one("section", id="standings")["words"]


def test_what_is_not_finished_counts_for_nothing_and_is_said(anna, begun, house):
    played(house, anna, begun, cards=4)
    page = Reader(anna.app, anna.person_id).open(begun)
    assert cells(page)[0] == ["", "A Anna", "0", "–", "–", "–"]
    for form in ("games", "names"):  # whose addresses stand in the browser after an error
        led = anna.get(f"{begun}/{form}")
        assert led.status_code == 303 and led.headers["location"] == begun
    assert "not finished yet" in page.one("section", id="games")["words"]


def test_the_same_cards_are_offered_of_finished_games_and_said(anna, begun, house):
    first = played(house, anna, begun)
    unfinished = played(house, anna, begun, cards=2)
    page = Reader(anna.app, anna.person_id).open(begun)
    offered = [option["attrs"]["value"] for option in page.within(page.one("select", id="same"), "option")]
    assert offered == ["", first.id]
    again = played(house, anna, begun, ("0",), first.id)
    assert again.linked(PACK_OF) == first.id
    assert "same cards again" in Reader(anna.app, anna.person_id).open(begun).one("section", id="games")["words"]
    refused = anna.post(f"{begun}/games", data={"player-1": "1", "same": unfinished.id})
    assert refused.status_code == 409 and "finish that game first" in refused.json()["error"]


def test_who_has_played_least_is_next(anna, begun, house):
    reader = Reader(anna.app, anna.person_id)

    def chosen():
        page = reader.open(begun)
        return page.fields(page.one("form", action=f"{begun}/games"))["player-1"]

    assert chosen() == "0"
    played(house, anna, begun)
    assert chosen() == "1"


def test_a_computers_game_leads_back_to_the_standings(anna, begun):
    answer = anna.post(f"{begun}/games", data={"player-1": "2"})
    assert answer.json() == {"path": begun}
    page = Reader(anna.app, anna.person_id).open(begun)
    assert "data-busy" in page.one("main")["attrs"] and "being played" in page.one("section", id="games")["words"]


def test_two_play_each_other_where_the_set_up_is_for_two(anna, house):
    path = anna.post(PATH, data={**THREE, "link": RACE}).json()["path"]
    page = Reader(anna.app, anna.person_id).open(path)
    assert {"Player 1", "Player 2"} <= {legend["words"] for legend in page.all("legend")}
    sent = page.fields(page.one("form", action=f"{path}/games"))
    assert (sent["player-1"], sent["player-2"]) == ("0", "1")
    same = anna.post(f"{path}/games", data={"player-1": "0", "player-2": "0"})
    assert same.status_code == 422 and "2 different players" in same.json()["error"]
    snapshot = house.snapshot(anna.post(f"{path}/games", data=sent).json()["path"].rpartition("/")[2])
    assert [seat.name for seat in snapshot.seats] == ["Anna", "Bert"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [({}, "player-1: missing"), ({"player-1": "7"}, "player-1: 7"), ({"player-1": "3"}, "entrant 3")],
)
def test_who_is_not_there_cannot_play(anna, begun, fields, words):
    refused = anna.post(f"{begun}/games", data=fields)
    assert refused.status_code == 422 and words in refused.json()["error"]
    reader = Reader(anna.app, anna.person_id)
    form = reader.open(begun)
    token = form.fields(form.one("form", action=f"{begun}/games"))["csrf"]
    page = reader.read(reader.post(f"{begun}/games", data={"csrf": token, **fields}))
    assert words in page.one("p", role="alert")["words"]


def test_entrants_are_renamed(anna, begun):
    reader = Reader(anna.app, anna.person_id)
    page = reader.fill(reader.open(begun), f"{begun}/names", **{"name-0": '<i>"Ann"</i>', "name-2": "Deep Orange"})
    assert [row[1] for row in cells(page)] == ['< <i>"Ann"</i>', "B Bert", "Deep Orange level 3"] and not page.all("i")
    wrong = reader.fill(page, f"{begun}/names", **{"name-1": "Deep Orange"})
    assert "appears twice" in wrong.one("p", role="alert")["words"]


def test_a_stranger_may_look_and_nothing_else(anna, bert, begun, house):
    played(house, anna, begun)
    page = Reader(bert.app, bert.person_id).open(begun)
    assert cells(page)[0][2] == "1" and not [form for form in page.all("form") if begun in form["attrs"]["action"]]
    for action, fields in (("games", {"player-1": "0"}), ("names", {"name-0": "Eve"})):
        refused = bert.post(f"{begun}/{action}", data=fields)
        assert refused.status_code == 403 and "belongs to somebody else" in refused.json()["error"]
    assert house.tournaments.find(begun.rpartition("/")[2]).rows[0].name == "Anna"
    assert not Reader(bert.app, bert.person_id).open(PATH).all("ul", class_="cards")


@pytest.mark.parametrize("path", ["/tournaments/nothing", "/tournaments/%3Cb%3E"])
def test_what_is_not_there_is_told(reader, path):
    assert not reader.open(path, 404).all("b")


def test_the_page_of_people_leads_there(reader):
    assert len(reader.open("/people").all("a", href=PATH)) == 1
