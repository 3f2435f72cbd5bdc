"""Learning by playing: the pages of lessons, by script and without, and what a learner is told."""

import pytest

from fivefold.play import catalogue
from fivefold.play.lessons import lesson_of
from tests.house.cards import alone, laid

pytestmark = pytest.mark.slow


def look(person, address, kind="text/html"):
    return person.get(address, headers={"Accept": kind})


@pytest.mark.parametrize("key", catalogue.keys())
def test_every_game_has_a_lesson_to_play(anna, key):
    page = look(anna, f"/learn/{key}")
    assert page.status_code == 200
    assert lesson_of(catalogue.find(key))[0].words.split("’")[0].split("'")[0] in page.text.replace("&#39;", "'")


def test_the_right_move_is_played_out_with_its_reply(anna):
    answer = look(anna, "/learn/locus?step=1&move=c3:up", "application/json").json()
    assert answer["right"] is True
    assert [frame["scores"] for frame in answer["frames"]] == [[11, 0], [11, 10]]
    assert answer["frames"][0]["said"].startswith("You play the ")
    assert answer["frames"][1]["said"].startswith("Indigo plays the ")


def test_a_wrong_move_is_told_what_it_does_and_what_to_look_for(anna):
    answer = look(anna, "/learn/locus?step=1&move=c3:down", "application/json").json()
    assert answer["right"] is False
    assert answer["frames"] == []
    assert "straight flush" in answer["said"]
    assert answer["words"].endswith("Play the queen face up.")


def test_a_step_as_data_says_what_to_do_and_what_to_light_up(anna):
    task = look(anna, "/learn/locus?step=2", "application/json").json()
    assert (task["number"], task["light"]) == (2, ["c4"])
    assert task["look"].endswith("&move=c3%3Aup&move=b2%3Adown")
    assert {move["text"] for move in task["moves"]} >= {"c4:up", "c4:down"}


def test_without_scripts_a_move_is_chosen_from_a_list_and_the_page_goes_on(anna):
    page = look(anna, "/learn/focus?step=1").text
    assert '<option value="b2-c2:1">' in page
    after = look(anna, "/learn/focus?step=1&move=b2-c2:1").text
    assert "Yes!" in after
    assert 'href="/learn/focus?step=2"' in after


def test_a_hand_of_the_opponent_stays_hidden_in_a_lesson(anna):
    answer = look(anna, "/learn/pokeros?step=1&move=6c@1,0", "application/json").json()
    reply = answer["frames"][-1]["picture"]
    task = look(anna, "/learn/pokeros?step=2", "application/json").json()
    names = {move["picks"][0] for move in task["moves"]}
    assert all(f'"{name}"' in reply or name in reply for name in names), "one's own hand is shown after the reply"


@pytest.mark.parametrize("address", ["/learn/chess", "/learn/locus?step=99", "/learn/chess/puzzles/1"])
def test_what_there_is_not_is_said_in_words(anna, address):
    assert look(anna, address).status_code == 404


def test_a_move_that_is_none_is_refused_in_words(anna):
    answer = look(anna, "/learn/locus?step=1&move=z9:up", "application/json")
    assert answer.status_code == 422
    assert "z9" in answer.json()["error"]


@pytest.mark.parametrize("address", ["/rules/locus", "/new/locus"])
def test_the_lesson_is_offered_where_a_game_is_met(anna, address):
    assert 'href="/learn/locus"' in look(anna, address).text


def test_a_game_is_not_offered_to_be_learnt_that_one_has_played_elsewhere(anna, house):
    tables = [alone(house, anna.person_id) for _ in range(2)]
    shown = [look(anna, f"/matches/{tables[0].id}").text]
    laid(house, tables[1], anna.person_id)
    shown.append(look(anna, f"/matches/{tables[0].id}").text)
    assert ['id="learn-offer"' in page for page in shown] == [True, False]


@pytest.mark.parametrize("address", ["/learn/focus/puzzles", "/learn/focus/puzzles/7"])
def test_addresses_of_numbered_puzzles_lead_to_the_puzzles_of_the_game(anna, address):
    answer = look(anna, address)
    assert (answer.status_code, answer.headers["location"]) == (303, "/puzzles/focus")
