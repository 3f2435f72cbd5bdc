"""What is settled for all challenges, on the page: shown, and taken back."""

import pytest

from fivefold.house.table.seating import LINK, MatchRequest

pytestmark = pytest.mark.slow
PAGE = {"Accept": "text/html"}


def test_what_is_settled_is_shown_and_taken_back(anna, house):
    anna.get("/challenges", headers=PAGE)
    person_id = anna.person_id
    assert "What you have settled" not in anna.get("/challenges", headers=PAGE).text
    house.standing.reject(person_id, "focus")
    house.standing.limit(person_id, "", 3)
    table = house.slow_seeks.seek(person_id, 2, MatchRequest("locus", {}, (LINK,), time="3d/move"))
    shown = anna.get("/challenges", headers=PAGE).text
    for part in ("Nobody can challenge you.", "while you play 3 matches", "look for 2 more matches", table.id):
        assert part in shown
    for what, game in (("rejects", "focus"), ("limit", ""), ("seeks", "locus")):
        assert anna.post("/challenges/standing", data={"what": what, "game": game}, headers=PAGE).status_code == 303
    assert "What you have settled" not in anna.get("/challenges", headers=PAGE).text
    assert house.standing.of(person_id) == [] and house.snapshot(table.id).status == "over"


def test_nonsense_is_refused(anna):
    for data in ({"what": "x"}, {"what": "rejects", "game": "chess"}, {}):
        assert anna.post("/challenges/standing", data=data).status_code == 422


def test_who_challenges_may_say_a_word(anna, bert, house):
    anna.get("/", headers=PAGE)
    for person, name in ((anna, "Annabel"), (bert, "Benedict")):
        person.post("/sign-up", data={"name": name, "password": "a long enough phrase"}, headers=PAGE)
    wish = MatchRequest("focus", {}, (LINK,), invited=("Benedict",), word="<b>Come</b>")
    house.create(anna.person_id, wish)
    assert "“&lt;b&gt;Come&lt;/b&gt;”" in bert.get("/challenges", headers=PAGE).text
