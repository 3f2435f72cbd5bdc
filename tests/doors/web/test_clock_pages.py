"""Clocks on pages without script, and how long moves took in the review."""

import pytest

from fivefold.doors.web.pages.table import pause_words, text, took_text

pytestmark = pytest.mark.slow


def test_times_are_written_as_people_read_them():
    assert [text(left, slow=False) for left in (9_400, 277_000, 5_025_000)] == ["0:09.4", "4:37", "1:23:45"]
    assert [text(left, slow=True) for left in (59_000, 3_600_000, 187_200_000)] == ["0:59", "1 h 0 min", "2 d 4 h"]
    assert [took_text(took) for took in (4_210, 37_400, 185_000, 100_800_000)] == [
        "4.2 s",
        "37 s",
        "3 min 5 s",
        "1 d 4 h",
    ]
    assert pause_words(90_000).endswith("in 2 min.")


def test_a_page_shows_the_clocks_and_the_review_what_each_move_took(anna, bert, house):
    begun = anna.begin(time="5m+3s")
    assert bert.post(f"/matches/{begun['match']}/seats", data={"name": "Bert"}).status_code == 200
    now = anna.see(begun["match"])
    assert now["clock"]["control"] == "5m+3s"
    page = anna.get(f"/matches/{now['match']}", headers={"Accept": "text/html"}).text
    assert page.count('class="clock-time">') == 2 and "for a first move, or the match is cancelled" in page
    now = anna.move(now).json()
    bert.move(bert.see(now["match"]))
    anna.resign(now["match"])
    review = anna.get(f"/matches/{now['match']}/review", headers={"Accept": "text/html"}).text
    assert review.count('class="took soft"') == 2 and "Time used: " in review
