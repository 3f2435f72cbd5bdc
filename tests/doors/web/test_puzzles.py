"""The pages of puzzles, by script and without: asked, judged, rated; runs; and nothing that would tell the answer."""

import re
from dataclasses import replace

import pytest

from fivefold.house.match_view.view_types import PuzzleView
from fivefold.house.trial import Boards
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.play.puzzles import puzzles_of
from fivefold.play.start import Start

pytestmark = pytest.mark.slow
PAGE = {"Accept": "text/html"}


def look(person, address, kind="text/html"):
    return person.get(address, headers={"Accept": kind})


def data(person, address):
    return look(person, address, "application/json").json()


def sent(person, address, **fields):
    answer = person.post(address, data=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def puzzle_of(key, view):
    return puzzles_of(catalogue.find(key))[view["id"]]


def a_wrong(puzzle):
    return next(text for text in puzzle.match().legal_moves() if text != puzzle.answer)


def test_the_right_move_is_played_and_explained_and_the_first_answer_counts(anna):
    view = data(anna, "/puzzles/locus")
    assert set(view) == set(PuzzleView.__annotations__) and not view["tried"]
    puzzle = puzzle_of("locus", view)
    answer = sent(anna, f"/puzzles/locus/{puzzle.id}", move=puzzle.answer)
    assert answer["right"] and answer["counts"] and answer["change"] > 0 and answer["provisional"]
    assert len(answer["frames"]) == 1 and answer["words"]
    again = sent(anna, f"/puzzles/locus/{puzzle.id}", move=a_wrong(puzzle))
    assert (again["right"], again["counts"], again["change"]) == (False, False, 0)
    assert data(anna, f"/puzzles/locus/{puzzle.id}")["tried"]
    assert data(anna, "/puzzles/locus")["id"] != puzzle.id


def test_a_wrong_move_is_refuted_on_the_board_where_the_reply_is_known(anna):
    view = data(anna, "/puzzles/focus")
    puzzle = puzzle_of("focus", view)
    move, reply = next(iter(puzzle.replies.items()))
    answer = sent(anna, f"/puzzles/focus/{puzzle.id}", move=move)
    assert not answer["right"] and answer["change"] < 0
    refuted = Boards().view(puzzle.start.after(move, reply), seat=puzzle.seat)
    assert [frame["picture"] for frame in answer["frames"]][1:] == [refuted["picture"]]
    page = anna.post(f"/puzzles/focus/{puzzle.id}", data={"move": move}, headers=PAGE).text
    assert answer["frames"][1]["said"] in page and "Not that one." in page


def test_being_shown_the_answer_is_a_miss(anna):
    view = data(anna, "/puzzles/pokeros")
    answer = sent(anna, f"/puzzles/pokeros/{view['id']}", solution="1")
    assert answer["right"] and answer["move"] == puzzle_of("pokeros", view).answer and answer["change"] < 0


def test_a_move_that_is_none_is_refused_and_nothing_is_lost(anna):
    view = data(anna, "/puzzles/locus")
    answer = anna.post(f"/puzzles/locus/{view['id']}", data={"move": "z9:up"})
    assert answer.status_code == 422 and "z9" in answer.json()["error"]
    assert not data(anna, f"/puzzles/locus/{view['id']}")["tried"]


@pytest.mark.parametrize("key", catalogue.keys())
def test_it_works_without_scripts(anna, key):
    page = look(anna, f"/puzzles/{key}")
    assert page.status_code == 303
    address = page.headers["location"]
    page = look(anna, address).text
    puzzle = puzzles_of(catalogue.find(key))[address.rpartition("/")[2]]
    choices = re.findall(r'<option value="([^"]+)"', page)
    assert puzzle.answer in choices and len(choices) == len(puzzle.match().legal_moves())
    solved = anna.post(address, data={"move": puzzle.answer}, headers=PAGE).text
    assert "Yes!" in solved and 'id="learn-next"' in solved and "this puzzle:" in solved
    assert re.search(r"Rating.*1 of 1 solved", look(anna, "/puzzles").text, re.DOTALL)


@pytest.mark.parametrize("key", catalogue.keys())
def test_neither_page_nor_preview_tells_the_answer_or_what_is_hidden(anna, key):
    view = data(anna, f"/puzzles/{key}")
    puzzle = puzzle_of(key, view)
    pages = [look(anna, f"/puzzles/{key}/{puzzle.id}").text, str(view)]
    pages.append(look(anna, f"{view['look']}?pick={view['moves'][0]['picks'][0]}", "application/json").text)
    for page in pages:
        assert str(puzzle.start.seed) not in page, "from its number everything can be worked out"
        assert "found_by" not in page and '"answer"' not in page


def test_a_hand_that_the_solver_may_not_see_makes_no_difference():
    """Twins: two puzzles that differ in what is hidden look the same to the byte, and so do their previews."""
    dealt = Match("pokeros", seed=5).history
    start = Start("pokeros", {}, 1, (), tuple(dealt))
    match, boards = start.match(), Boards()
    seat = match.to_move
    others = (replace(start, chance=(*dealt[:at], "deal:Ks", *dealt[at + 1 :])) for at in range(len(dealt)))
    twins = [each for each in others if each.match().seen_by(seat) == match.seen_by(seat)]
    assert len(twins) == 3, "a hand is hidden"
    for picks in ([], boards.view(start, seat=seat)["moves"][0]["picks"]):
        shown = boards.view(start, picks, seat)
        assert all(boards.view(twin, picks, seat) == shown for twin in twins)


def test_what_there_is_not_is_said_in_words(anna, bert):
    run = anna.post("/puzzles/locus/runs", headers=PAGE).headers["location"]
    for person, address in ((anna, "/puzzles/chess"), (anna, "/puzzles/locus/0123456789"), (bert, run)):
        assert look(person, address).status_code == 404
    assert look(anna, run.replace("locus", "focus")).status_code == 404


def test_a_run_goes_on_with_each_answer_and_ends_with_three_misses(anna):
    address = anna.post("/puzzles/solitaire/runs", headers=PAGE).headers["location"]
    run = data(anna, address)
    assert (run["solved"], run["missed"], run["misses"]) == (0, 0, 3) and 170 < run["seconds"] <= 180
    puzzle = puzzle_of("solitaire", run["puzzle"])
    run = sent(anna, address, puzzle=puzzle.id, move=puzzle.answer)
    assert (run["solved"], run["missed"]) == (1, 0)
    stale = anna.post(address, data={"puzzle": puzzle.id, "move": puzzle.answer})
    assert stale.status_code == 409 and "reload" in stale.json()["error"]
    for _ in range(3):
        puzzle = puzzle_of("solitaire", run["puzzle"])
        run = sent(anna, address, puzzle=puzzle.id, move=a_wrong(puzzle))
    assert (run["puzzle"], run["seconds"], run["solved"], run["best"]) == (None, 0, 1, 1)
    page = look(anna, address).text
    assert "1 solved." in page and 'id="board"' not in page


def test_a_run_works_without_scripts(anna):
    address = anna.post("/puzzles/locus/runs", headers=PAGE).headers["location"]
    page = look(anna, address).text
    shown = re.search(r'name="puzzle" value="(\w+)"', page)[1]
    fields = {"puzzle": shown, "move": puzzles_of(catalogue.find("locus"))[shown].answer}
    answer = anna.post(address, data=fields, headers=PAGE)
    assert (answer.status_code, answer.headers["location"]) == (303, address)
    assert data(anna, address)["solved"] == 1
