"""Setting a match up: presets first, what does not count out of the way, and an address that says it all."""

import re
from urllib.parse import urlencode

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.web.errors import InvalidField
from fivefold.doors.web.forms import chosen_options, match_request
from fivefold.doors.web.pages import new_match
from fivefold.play.catalogue import find, keys
from fivefold.session import races
from tests.quick import first, in_turn

pytestmark = pytest.mark.slow

KEY = "solitaire"
GAME = find(KEY)
PAGE = {"Accept": "text/html"}


def sent(page):
    return page.fields(page.one("form", id="set-up"))


def at(path):
    """Return the match that a page or an answer leads to."""
    return path.rpartition("/")[2]


def classes(element):
    return element["attrs"].get("class", "").split()


def asked(page, name):
    return page.one("fieldset", data_option=name)


def test_presets_come_first_and_everything_else_is_folded_away(reader):
    page = reader.open(f"/new/{KEY}")
    offered = [link["words"] for link in page.all("a") if "data-preset" in link["attrs"]]
    assert [words for preset in GAME.setup.presets for words in offered if words.startswith(preset.name)]
    assert len(offered) == len(GAME.setup.presets)
    folds = [each for each in page.all("details") if "fold" in classes(each)]
    assert all("open" not in fold["attrs"] for fold in folds)
    for option in GAME.setup.options:
        if option.name != "first":
            assert any(fold in asked(page, option.name)["parents"] for fold in folds), option.name


@pytest.mark.parametrize("preset", first(2, GAME.setup.presets), ids=lambda preset: preset.name)
def test_a_preset_is_an_address_that_chooses_it(reader, preset):
    page = reader.open(new_match.address(GAME, preset.options))
    (current,) = [link for link in page.all("a", aria_current="true") if "data-preset" in link["attrs"]]
    assert current["words"].startswith(preset.name)
    fields = sent(page)
    assert {name: fields[f"option-{name}"] for name in preset.options} == dict(preset.options)


def test_other_games_have_no_presets_and_no_folds(reader):
    for key in keys():
        page = reader.open(f"/new/{key}")
        assert bool(page.all("details", class_="fold")) == bool(find(key).setup.presets)


def test_one_player_is_asked_for_no_opponent_and_plays_at_once(reader):
    page = reader.open(f"/new/{KEY}")
    other = page.one("fieldset", data_seat="1", class_="block other-1 idle")
    assert "Used with 2 players." in other["words"]
    begins = [block for block in page.all("fieldset", data_seat="1") if "begins" in classes(block)]
    assert "idle" in classes(begins[0]) and "Matters only with mode alternate or same-deck." in begins[0]["words"]
    match = at(reader.fill(page, f"/new/{KEY}").path)
    assert len(reader.app.state.house.snapshot(match).seats) == 1


def test_options_say_when_they_count(reader):
    page = reader.open(f"/new/{KEY}")
    steal = asked(page, "steal")
    assert (
        "idle" in classes(steal) and "Matters only with mode race, race-both, alternate or same-deck." in steal["words"]
    )
    assert "idle" in classes(asked(page, "touch2")) and "idle" not in classes(asked(page, "touch"))
    page = reader.open(f"/new/{KEY}?option-mode=race&option-scoring=pat")
    assert "idle" not in classes(asked(page, "steal")) and "idle" in classes(asked(page, "hands2"))
    assert "idle" not in classes(page.one("fieldset", data_option="touch2"))


def test_the_address_reproduces_the_form_and_the_form_says_its_address(reader):
    chosen_here = {"mode": "alternate", "decks": "3", "rejects": "1/0/1", "plant": "on", "touch2": "anywhere"}
    page = reader.open(f"/new/{KEY}?" + urlencode({f"option-{name}": value for name, value in chosen_here.items()}))
    fields = sent(page)
    assert {name: fields[f"option-{name}"] for name in chosen_here} == chosen_here
    link = page.one("input", id="set-up-link")["attrs"]["value"]
    game, options = new_match.read_link(link)
    assert game is GAME and options == chosen_here
    assert page.one("a", id="as-tournament")["attrs"]["href"].startswith("/tournaments?link=/new/")


def test_an_address_may_be_written_in_capitals(reader):
    assert sent(reader.open(f"/new/{KEY}?option-MODE=RACE"))["option-mode"] == "race"


@pytest.mark.parametrize(
    ("query", "about", "words"),
    [
        ("option-deal=5", "deal", "5 + 0 + 1 + 0 = 6"),
        ("option-mode=bridge", "mode", "mode=bridge"),
        ("option-scoring=user&option-table=99=1", "table", "entry 99"),
        ("option-scoring=user&option-table=1=<b>", "table", "1=<b>"),
    ],
)
def test_an_address_that_goes_wrong_is_told_beside_what_it_is_about(reader, query, about, words):
    page = reader.open(f"/new/{KEY}?{query}", 422)
    assert words in page.one("p", id=f"wrong-{about}")["words"]
    assert asked(page, about)["attrs"]["aria-describedby"] == f"wrong-{about}"
    fold = next(parent for parent in asked(page, about)["parents"] if parent["tag"] == "details")
    assert "open" in fold["attrs"], "it can be seen"
    assert not page.all("input", id="set-up-link"), "nothing to pass on"
    assert not page.all("b")


def test_a_form_that_goes_wrong_keeps_what_was_chosen(reader):
    wanted = {"option-mode": "race", "option-deal": "4", "option-rejects": "1/1/1", "other-1": "5"}
    page = reader.start(KEY, **wanted)
    assert "4 + 1 + 1 + 1 = 7" in page.one("p", id="wrong-deal")["words"]
    assert wanted.items() <= sent(page).items()


def test_an_unknown_option_is_told(reader):
    page = reader.open(f"/new/{KEY}?option-jokers=2", 422)
    assert "no such option" in page.one("p", role="alert")["words"]


@in_turn(
    "field, question",
    [
        *[("deal", "deal"), ("option-table", "table"), ("first", "begin"), ("others", "other-1"), ("begin", "begin")],
        *[("double", "double"), ("name", "name"), ("seed", "seed"), ("nonce", ""), ("", "")],
    ],
)
def test_an_error_stands_beside_the_question_of_its_field(field, question):
    assert new_match.question_about(GAME, InvalidOption("too many", field=field)) == question


@pytest.mark.parametrize(
    ("fields", "question"),
    [
        ({"begin": "you"}, "begin"),
        ({"other-1": "9"}, "other-1"),
        ({"double": "perhaps"}, "double"),
        ({"seed": "x"}, "seed"),
        ({"seed": "1", "other-1": "here"}, "seed"),
        ({"option-grid": "9x9"}, "grid"),
    ],
)
def test_what_a_form_gets_wrong_names_its_field(reader, fields, question):
    page = reader.read(reader.post("/new/locus", data={**sent(reader.open("/new/locus")), **fields}, headers=PAGE))
    assert page.one("fieldset", aria_describedby=f"wrong-{question}")


@pytest.mark.parametrize("begin", ["me", "them", "draw"])
def test_where_players_have_options_of_their_own_who_asks_is_the_first(anna, begin):
    begun = anna.begin(KEY, **{"option-mode": "alternate", "other-1": "3", "begin": begin, "option-touch": "corners"})
    snapshot = anna.app.state.house.snapshot(begun["match"])
    assert snapshot.seats_of(anna.person_id) == (0,)
    first = {"me": {"0"}, "them": {"1"}, "draw": {"0", "1"}}[begin]
    assert snapshot.match.options["first"] in first and snapshot.match.options["touch"] == "corners"


@pytest.mark.parametrize("other", ["3", "here", "link"])
def test_a_race_has_every_kind_of_rival(anna, bert, other):
    begun = anna.begin(KEY, **{"option-mode": "race", "other-1": other})
    if other == "link":
        assert bert.post(f"/matches/{begun['match']}/seats").status_code == 200
    snapshot = anna.app.state.house.snapshot(begun["match"])
    assert len(snapshot.seats) == 2 and 0 in snapshot.seats_of(anna.person_id)
    assert races.waits_for_ready(snapshot)
    for person in (anna, bert) if other == "link" else (anna,):
        assert person.post(f"/matches/{snapshot.id}/ready").status_code == 200
    assert anna.app.state.house.snapshot(snapshot.id).begins is not None


def test_a_table_of_numbers_is_longer_than_other_values_and_still_limited():
    table = ",".join(f"{entry}={-900 - entry}" for entry in range(1, 82))
    assert match_request(GAME, {"option-table": table}).options == {"table": table}
    with pytest.raises(InvalidField, match="option-table: 3000 characters"):
        chosen_options(GAME, {"option-table": "1" * 3000})
    with pytest.raises(InvalidField, match="option-mode: 41 characters"):
        chosen_options(GAME, {"option-mode": "1" * 41})


def test_nonsense_in_what_decides_the_seats_is_refused_not_broken(anna):
    answer = anna.post(f"/new/{KEY}", data={"option-mode": "chess", "other-1": "2", "other-2": "2"})
    assert answer.status_code == 422 and answer.json()["error"].startswith("mode=chess")


@pytest.mark.parametrize("link", ["", "/rules/focus", "/new/", "/new/a/b", "https://example.org/", "/new/focus/../x"])
def test_what_is_no_set_up_is_no_link(link):
    with pytest.raises(InvalidField, match="paste the link"):
        new_match.read_link(link)


def test_a_link_is_read_with_or_without_the_house_before_it():
    for before in ("", "http://127.0.0.1:8000", "https://fivefold.example"):
        game, options = new_match.read_link(f"{before}/new/focus?option-win=quota")
        assert game.key == "focus" and options == {"win": "quota"}
    with pytest.raises(InvalidField, match="5009 characters"):
        new_match.read_link("/new/focus" + "?" * 4999)


def test_the_deal_of_the_day_is_offered_where_there_is_one(reader):
    for key in keys():
        links = {link["attrs"]["href"] for link in reader.open(f"/new/{key}").all("a")}
        assert f"/days#{key}" in links


def test_a_double_match_is_offered_first_where_moving_first_wins_and_chosen_between_people(anna):
    def chosen(query):
        form = anna.get(f"/new/locus{query}", headers={"Accept": "text/html"}).text
        assert "about 4 games in 5" in form and form.index("Double match") < form.index("Who goes first")
        return re.search(r'name="double" value="(\w*)" checked', form)[1]

    assert chosen("") == chosen("?other-1=link&double=") == ""
    assert chosen("?other-1=here") == chosen("?other-1=3&double=yes") == "yes"
    assert chosen("?other-1=link") == chosen("?other-1=3&double=duplicate") == "duplicate"
    assert "Double match" not in anna.get("/new/focus", headers={"Accept": "text/html"}).text


def test_scoring_by_a_table_of_ones_own_is_called_so(anna):
    assert "<strong>My own points</strong>" in anna.get("/new/solitaire", headers={"Accept": "text/html"}).text
