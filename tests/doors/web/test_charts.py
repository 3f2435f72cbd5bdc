"""Scores counted in bars."""

from itertools import pairwise
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.doors.web.pages import charts

SCORES = st.lists(st.integers(-3000, 3000), min_size=1, max_size=60).map(sorted)


@given(SCORES, st.data())
def test_every_score_is_in_one_bar(scores, data):
    yours = data.draw(st.sampled_from(scores))
    bars = charts.bars(scores, yours)
    assert len(bars) <= charts.MOST_BARS and sum(bar.count for bar in bars) == len(scores)
    for before, after in pairwise(bars):
        assert before.high + 1 == after.low
    (own,) = [bar for bar in bars if bar.yours]
    assert own.low <= yours <= own.high and own.count


@pytest.mark.parametrize(
    ("scores", "told"),
    [((), []), ((7,), ["7"]), ((41, 62), ["40 to 41", "62 to 63"]), ((0, 100), ["0 to 9", "100 to 109"])],
)
def test_ranges_are_round_and_told_in_words(scores, told):
    assert [bar.scores for bar in charts.bars(scores, None) if bar.count] == told


@given(SCORES)
def test_bars_stay_inside_the_picture_and_are_as_high_as_many_scores_are(scores):
    bars = charts.bars(scores, scores[0])
    picture = Xml.fromstring(charts.histogram(bars, "Scores"))
    drawn = list(picture.iter("rect"))
    assert len(drawn) == sum(bar.count > 0 for bar in bars)
    heights = []
    for each in drawn:
        x, y, width, height = (float(each.get(name)) for name in ("x", "y", "width", "height"))
        assert x >= 0 and x + width <= charts.BARS.width and y >= 0 and y + height <= charts.BARS.height
        heights.append(height)
    counts = [bar.count for bar in bars if bar.count]
    assert sorted(range(len(counts)), key=lambda place: (counts[place], place)) == sorted(
        range(len(counts)), key=lambda place: (round(heights[place], 6), place)
    )
    assert sum("yours" in each.get("class") for each in drawn) == 1
