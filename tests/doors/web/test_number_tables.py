"""Tables of numbers: made, checked line by line, kept by name, given away."""

import pytest

from fivefold.contract import TableEntry
from fivefold.doors.web import limits
from fivefold.doors.web.app import create_app
from fivefold.doors.web.pages import new_match
from fivefold.doors.web.pages import number_tables as number_tables_page
from fivefold.doors.web.settings import Settings
from fivefold.play import number_tables
from fivefold.play.catalogue import find
from fivefold.play.set_ups import settled
from tests.doors.web.conftest import Person
from tests.doors.web.reader import Reader
from tests.quick import first

pytestmark = pytest.mark.slow

GAME = find("solitaire")
PATH = "/tables/solitaire/table"
PAGE = {"Accept": "text/html"}


@pytest.fixture
def kept(anna):
    """A table of Anna's, by its path."""
    saved = anna.post(PATH, data={"name": "My scores", "entry-36": "65", "entry-3": "-20"})
    assert saved.status_code == 201
    return saved.json()["path"]


def typed(page):
    return {name: value for name, value in page.fields(page.one("form", id="edit-table")).items() if value}


def entries(page):
    return [each for each in page.all("input", type="number") if each["attrs"]["id"].startswith("entry-")]


def test_a_person_has_no_tables_at_first_and_begins_with_a_blank_one(reader):
    page = reader.open(PATH)
    assert "You have none yet" in page.one("main")["words"]
    blank = reader.open(f"{PATH}/new")
    fields = entries(blank)
    assert len(fields) == 81 and not any(field["attrs"]["value"] for field in fields)
    assert {(field["attrs"]["min"], field["attrs"]["max"]) for field in fields} == {("-999", "999")}


def test_every_entry_has_its_name_its_cards_and_what_counts_while_it_is_blank(reader):
    page = reader.open(f"{PATH}/new")
    table = next(option.table for option in GAME.setup.options if option.table)
    for number, entry in enumerate(table.entries, start=1):
        row = page.one("li", id=f"row-{number}")
        assert entry.name in row["words"] and f"blank: {number_tables.fallback_text(entry)}" in row["words"]
        (drawn,) = page.within(row, "svg")
        assert len(page.within(drawn, "use")) == 5
    royal = page.within(page.one("li", id="row-36"), "svg")[0]
    assert royal["attrs"]["aria-label"].startswith("ace of clubs, ten of clubs")


def test_entries_stand_with_the_hand_that_counts_for_them(reader):
    page = reader.open(f"{PATH}/new")
    flush = page.one("li", id="row-3")
    group = next(parent for parent in reversed(flush["parents"]) if parent["attrs"].get("class") == "entry-group")
    there = [row["attrs"]["id"] for row in page.within(group, "li")]
    assert there[0] == "row-3" and "row-42" in there and "row-37" not in there
    assert "13 more that count as flush while blank" in group["words"]


def test_an_example_is_drawn_where_it_has_cards():
    assert number_tables_page.picture((0, 49)).count("<use") == 2
    assert number_tables_page.picture(()) == number_tables_page.shapes([()]) == ""


def test_a_blank_entry_counts_as_others_do_or_by_its_own_number():
    assert number_tables.fallback_text(TableEntry("flush", (), 20)) == "20"
    both = TableEntry("straight flush", (), 20, ("flush", "straight"))
    assert number_tables.fallback_text(both) == "as flush or straight, else 20"


@pytest.mark.slow
def test_a_table_is_saved_by_name_and_edited(reader):
    page = reader.fill(reader.open(f"{PATH}/new"), PATH, name="  My   scores ", **{"entry-3": "-20", "entry-1": "+7"})
    assert page.one("h1")["words"] == "My scores" and page.path.startswith("/table/")
    assert typed(page) == {"csrf": typed(page)["csrf"], "name": "My scores", "entry-1": "7", "entry-3": "-20"}
    again = reader.fill(page, PATH, **{"entry-3": "30", "entry-1": ""})
    assert again.path == page.path and "entry-1" not in typed(again) and typed(again)["entry-3"] == "30"
    mine = reader.open(PATH)
    assert next(heading["words"] for heading in mine.all("h2")) == "My scores"
    assert "1 of 81 filled in" in mine.one("main")["words"]


def test_under_another_name_it_is_another_table(reader, app):
    page = reader.fill(reader.open(f"{PATH}/new"), PATH, name="One", **{"entry-3": "1"})
    other = reader.fill(page, PATH, name="Two")
    assert other.path != page.path
    assert [
        table.name for table in app.state.house.number_tables.of_person(reader.person_id, "solitaire", "table")
    ] == ["One", "Two"]


@pytest.mark.parametrize("number", first(2, ["1000", "<i>9</i>", "-1000", "1.5", "1e3", "many", "--4", "٣"]))
def test_a_number_that_does_not_work_is_told_at_its_row_and_nothing_is_saved(reader, app, number):
    page = reader.fill(reader.open(f"{PATH}/new"), PATH, name="Wrong", **{"entry-50": number, "entry-3": "5"})
    assert page.path == PATH
    wrong = page.one("p", id="wrong-50")
    assert wrong["words"] == f"{number}: takes a whole number from -999 to 999, or nothing"
    field = page.one("input", id="entry-50")["attrs"]
    assert field["aria-invalid"] == "true" and field["aria-describedby"] == "wrong-50" and field["value"] == number
    details = next(each for each in page.one("li", id="row-50")["parents"] if each["tag"] == "details")
    assert "open" in details["attrs"], "it can be seen"
    assert [link["words"] for link in page.all("a", href="#entry-50")] == ["one pair four-flush"]
    assert typed(page)["entry-3"] == "5" and typed(page)["name"] == "Wrong"
    assert not app.state.house.number_tables.of_person(reader.person_id, "solitaire", "table")


@pytest.mark.parametrize(("name", "words"), [("", "takes 1 to 40"), ("x" * 41, "takes 1 to 40"), ("\u202ex", "shown")])
def test_a_name_that_does_not_work_is_told(reader, name, words):
    page = reader.fill(reader.open(f"{PATH}/new"), PATH, name=name, **{"entry-3": "5"})
    assert words in page.one("div", role="alert")["words"] and typed(page)["entry-3"] == "5"


def test_a_name_is_words_and_never_markup(reader):
    evil = '</title><b onclick="x">'
    page = reader.fill(reader.open(f"{PATH}/new"), PATH, name=evil)
    assert page.one("h1")["words"] == evil and not page.all("b")
    assert evil in reader.open(PATH).one("main")["words"]
    assert evil in reader.open("/new/solitaire?option-scoring=user").one("select", id="option-table")["words"]


def test_a_file_goes_out_and_comes_back(anna, reader, kept):
    file = anna.get(f"{kept}.txt")
    assert file.headers["content-type"].startswith("text/plain")
    assert file.headers["content-disposition"] == 'attachment; filename="solitaire-my-scores.txt"'
    assert "36 royal flush = 65\n" in file.text and file.text.startswith("fivefold table\ngame solitaire\n")
    page = reader.fill(reader.open(PATH), f"{PATH}/read", file=file.text.replace("\n", "\r\n"))
    assert typed(page)["name"] == "My scores" and typed(page)["entry-36"] == "65"
    assert not reader.app.state.house.number_tables.of_person(reader.person_id, "solitaire", "table"), (
        "not before it is saved"
    )


def test_a_name_for_a_file_is_plain(anna):
    path = anna.post(PATH, data={"name": '"\\ Ünï/..', "entry-1": "1"}).json()["path"]
    assert anna.get(f"{path}.txt").headers["content-disposition"].endswith('filename="solitaire-n.txt"')


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("36 royal flush = 6500", "line 4: entry 36: royal flush: 6500"),
        ("36 straight = 5", "line 4: entry 36 is royal flush"),
        ("82 = 5", "line 4:"),
        ("<b>", "line 4: '<b>'"),
        ("game focus", "game focus"),
    ],
)
def test_a_file_that_does_not_work_is_told_by_its_line_and_kept_to_be_mended(reader, line, words):
    text = f"fivefold table\ngame solitaire\noption table\n{line}\n"
    page = reader.fill(reader.open(PATH), f"{PATH}/read", file=text)
    assert words in page.one("p", id="wrong-file")["words"]
    assert page.one("textarea", id="file-text")["words"].strip() == text.strip() and not page.all("b")


def test_a_file_too_long_is_refused(reader):
    page = reader.fill(reader.open(PATH), f"{PATH}/read", file="x" * 12_500)
    assert "12500 characters, but at most 12000" in page.one("p", id="wrong-file")["words"]


def test_a_table_is_chosen_for_a_match(anna, app, kept):
    reader = Reader(app, anna.person_id)
    page = reader.open("/new/solitaire?option-scoring=user")
    offered = {option["words"]: option["attrs"]["value"] for option in page.all("option")}
    assert offered["My scores"] == "3=-20,36=65"
    begun = reader.fill(page, "/new/solitaire", **{"option-table": offered["My scores"]})
    snapshot = app.state.house.snapshot(begun.path.rpartition("/")[2])
    assert snapshot.match.options["table"] == "3=-20,36=65"


def test_a_table_that_came_with_a_link_is_there_to_choose(reader):
    page = reader.open("/new/solitaire?option-scoring=user&option-table=3%3D4")
    (chosen,) = [option for option in page.all("option") if "selected" in option["attrs"] and "link" in option["words"]]
    assert chosen["attrs"]["value"] == "3=4"


@pytest.mark.slow
def test_a_stranger_reads_a_table_plays_with_it_and_saves_a_copy(reader, kept):
    page = reader.open(kept)
    assert not page.all("form", id="edit-table") and not page.all("form", action=f"{kept}/delete")
    assert "65" in page.one("li", id="row-36")["words"] and "blank" in page.one("li", id="row-1")["words"]
    (play,) = [link["attrs"]["href"] for link in page.all("a") if link["words"] == "Play with it"]
    game, options = new_match.read_link(play)
    assert settled(game, options)["table"] == "3=-20,36=65" and options["scoring"] == "user"
    (copy,) = [link["attrs"]["href"] for link in page.all("a") if link["words"] == "Save a copy"]
    draft = reader.open(copy)
    assert typed(draft)["name"] == "My scores (copy)"
    own = reader.fill(draft, PATH)
    assert own.path not in {PATH, kept}


def test_only_its_owner_deletes_a_table(anna, bert, kept):
    refused = bert.post(f"{kept}/delete")
    assert refused.status_code == 403 and "belongs to somebody else" in refused.json()["error"]
    assert anna.get(kept, headers=PAGE).status_code == 200
    assert anna.post(f"{kept}/delete").json() == {"path": PATH}
    assert anna.get(kept, headers=PAGE).status_code == 404


def test_saving_another_people_table_makes_ones_own(anna, bert, kept):
    copied = bert.post(PATH, data={"name": "My scores", "entry-1": "5"}).json()["path"]
    assert copied != kept and "3 flush = -20" in anna.get(f"{kept}.txt").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/tables/solitaire/mode", 404),
        ("/tables/locus/table", 404),
        ("/tables/chess/table", 404),
        ("/table/nothing", 404),
        ("/table/nothing.txt", 404),
        (f"{PATH}/new?from=nothing", 404),
        ("/table/" + "x" * 41, 422),
    ],
)
def test_what_is_not_there_is_told(anna, path, status):
    answer = anna.get(path)
    assert answer.status_code == status and answer.json()["error"]


@pytest.mark.slow
def test_a_full_table_fits_and_saving_without_end_does_not(house, opponents):
    anna = Person(create_app(house, opponents, Settings()), "anna567abcdefghi")
    full = {"name": "Full", **{f"entry-{entry}": "-999" for entry in range(1, 82)}}
    statuses = [anna.post(PATH, data=full).status_code for _ in range(limits.TABLES.count + 1)]
    assert statuses == [201] * limits.TABLES.count + [429]


def test_refusals_to_scripts_are_json(anna):
    assert "takes 1 to 40" in anna.post(PATH, data={"name": ""}).json()["error"]
    assert "line 1" in anna.post(f"{PATH}/read", data={"file": "?"}).json()["error"]
    many = anna.post(PATH, data={"name": "x", "entry-1": "9" * 21})
    assert many.status_code == 422 and "entry-1: 21 characters" in many.json()["error"]
