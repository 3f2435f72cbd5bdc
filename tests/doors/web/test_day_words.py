"""Days in words: places, results, texts to send, and the calendar."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from fivefold.contract import Drawing
from fivefold.doors.web.pages import daily, page_parts
from fivefold.house.records.daily import FIRST_DAY, Daily, Finish, Streak
from fivefold.play.catalogue import find

DAY = date(2026, 3, 2)


def alone(*points, yours=0):
    finishes = tuple(
        Finish(str(place), "", "", score, None, None, 25, (score,), score) for place, score in enumerate(points)
    )
    return Daily(find("solitaire"), DAY, {}, None, finishes, finishes[yours], False, str(yours), PICTURE, HOUSE_MADE)


PICTURE = Drawing(1, 1, "", "", "", "", ())
HOUSE_MADE = Finish("h", "", "", 100, None, None, 25, (100,), 100)


def against(share, margin, points=40):
    mine = Finish("m", "", "", points, share, margin, 18, (points, 40), 0.5 * (points is not None))
    house = replace(mine, points=60, worth=0.625)
    return Daily(find("locus"), DAY, {}, 1, (mine,), mine, False, "m", PICTURE, house)


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (22, "22nd"), (113, "113th")]
)
def test_places(number, said):
    assert page_parts.ordinal(number) == said


@pytest.mark.parametrize(
    ("share", "margin", "points", "said"),
    [
        (1.0, 12, 40, "won by 12"),
        (0.0, -3, 40, "lost by 3"),
        (0.5, 0, 40, "drew"),
        (1.0, None, 40, "won"),
        (0.0, None, None, "resigned"),
    ],
)
def test_results_against_somebody(share, margin, points, said):
    assert page_parts.outcome_words(against(share, margin, points).yours) == said


def test_squares_say_how_near_a_result_came_to_the_house():
    points = (110, 100, 80, 60, 40, 4)
    assert [page_parts.symbols(alone(*points, yours=place)).count("🟩") for place in range(6)] == [5, 5, 4, 3, 2, 0]
    assert page_parts.symbols(replace(alone(100), house=None)) == "⬜" * 5 and page_parts.place_words(alone(9)) == ""


def test_a_text_to_send():
    both = [alone(90), against(1.0, 12), replace(against(1.0, 12), yours=None)]
    assert page_parts.day_text(DAY, both, "170 of 500 points", Streak(5, 9, True)).splitlines() == [
        "Fivefold · The Daily Five · 2 March 2026",
        "170 of 500 points",
        "🟩🟩🟩🟩⬜ Poker Solitaire 90",
        "🟩🟩🟩🟩⬜ Locus Poker 80",
        "🔥 5 days in a row",
    ]


def test_a_month_has_its_weeks_and_leads_to_its_neighbours():
    shown = daily.month(DAY, DAY + timedelta(days=1), {DAY: ("won", "won")}, lambda day: f"/{day}")
    assert [week[0] and week[0].number for week in shown.weeks] == [None, 2, 9, 16, 23, 30]
    monday, tuesday, wednesday = shown.weeks[1][:3]
    assert (monday.state, monday.words, monday.current) == ("won", "Monday 2 March: won", True)
    assert (tuesday.state, tuesday.path) == ("open today", "/2026-03-03")
    assert (wednesday.state, wednesday.path) == ("closed", "")
    assert (shown.name, shown.before, shown.after) == ("March 2026", "/2026-02-28", "")
    assert daily.month(FIRST_DAY, DAY, {}, str).before == ""
