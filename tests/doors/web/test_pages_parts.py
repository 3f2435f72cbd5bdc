"""What pages are made of: curves, help texts, proportions."""

import math
import re
from itertools import pairwise
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold import Match
from fivefold.doors.web.pages import charts, help_text, page_parts
from fivefold.doors.web.pages.review import line_emblems
from fivefold.play import catalogue

COLOURS = ("red", "yellow", "blue", "green")


def test_matches_won_are_written_with_halves():
    assert [page_parts.halves_text(count) for count in (0, 0.5, 1, 1.5, 10)] == ["0", "½", "1", "1½", "10"]


@pytest.mark.slow
@given(st.integers(1, 60), st.integers(1, 4), st.integers(0, 40), st.integers(-5, 120), st.data())
def test_a_curve_stays_inside_its_frame(count, seats, start, ply, data):
    values = st.lists(st.floats(-500, 500), min_size=count, max_size=count)
    series = [data.draw(values) for _ in range(seats)]
    picture = Xml.fromstring(charts.course("Scores", series, range(start, start + 2 * count, 2), ply))
    for line in picture.iter("path"):
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", line.get("d")):
            assert 0 <= float(x) <= charts.SEATS.width and -0.01 <= float(y) <= charts.SEATS.height, line.get("d")


def test_a_curve_leads_to_every_ply_and_breaks_where_nothing_is_known():
    picture = Xml.fromstring(charts.course("Chances", [[0.5, math.nan, 0.7, 0.9]], [36, 37, 42, 43], 42, percent=True))
    assert [link.get("href") for link in picture.iter("a")] == [f"?ply={ply}" for ply in (36, 37, 42, 43)]
    assert len(list(picture.iter("circle"))) == 1, "a dot at the ply shown"
    (line,) = (path for path in picture.iter("path") if path.get("class") == "line")
    assert line.get("d").count("M") == 2


def test_every_line_of_a_curve_has_the_colour_and_the_sign_of_its_seats_pieces():
    match = Match("focus", seed=1, players="4")
    looks = line_emblems(match.game, match.row, 4)
    picture = Xml.fromstring(charts.course("Scores", [[0, 1]] * 4, [0, 1], 1, emblems=looks))
    scopes = [group.get("class") for group in picture.findall("g")]
    assert scopes == [f"fivefold focus pieces-{colour}" for colour in COLOURS]
    style = match.game.picture.STYLE
    assert all(f".focus.pieces-{colour}{{--seat:var(--{colour}-top)}}" in style for colour in COLOURS)
    tops = sorted(float(sign.get("y")) for sign in picture.findall("svg"))
    assert len(tops) == 4 and all(low - high >= charts.SIGN for high, low in pairwise(tops)), "none covers another"


@pytest.mark.parametrize("key", catalogue.keys())
def test_a_seats_colour_is_one_of_the_games_style(key):
    match = Match(key, seed=1)
    for seat in range(len(match.seats)):
        *_, scope, pieces = match.game.picture.emblem(match.row, seat).classes.split()
        assert f".{scope}.{pieces}{{--seat:var(--" in match.game.picture.STYLE


@pytest.mark.parametrize(("series", "top"), [([[0, 3]], 3), ([[0, 44], [0, 39]], 60), ([[0]], 1), ([[0, 95]], 100)])
def test_guides_are_round_numbers_above_every_score(series, top):
    low, high, step = charts.scale(series)
    assert low == 0 and high >= top and (high / step).is_integer() and high <= top + step


@pytest.mark.parametrize(
    ("size", "expected"), [((648, 920), "ratio-75"), ((888, 888), "ratio-100"), ((9, 1), "ratio-160")]
)
def test_a_picture_gets_the_room_of_its_proportions(size, expected):
    assert page_parts.ratio_class(size) == expected


@pytest.mark.parametrize(("points", "words"), [(11, "+11"), (0, ""), (-3, "−3"), (0.5, "+0.5")])
def test_a_gain_in_words(points, words):
    assert page_parts.gain_text(points) == words


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_a_help_page_has_sections_and_its_turn_in_short(key):
    game = catalogue.find(key)
    words, sections = help_text.page(game)
    assert len(sections) > 3
    for section in sections:
        assert f'id="{section.anchor}"' in words
    assert len({section.anchor for section in sections}) == len(sections)
    assert 40 < len(help_text.turn_help(game)) < len(words)
    assert "<h1" not in words and "style=" not in words


def test_an_example_is_read_line_by_line():
    lines = ["option grid 6x5", "seed 12", "move c3:up", "move d4:down", "caption Two chips,", "caption one dead card."]
    example = help_text.Example.read("\n".join(lines) + "\n")
    assert example.options == {"grid": "6x5"} and example.seed == 12
    assert example.moves == ["c3:up", "d4:down"]
    assert example.caption == "Two chips, one dead card."


def test_a_line_that_no_example_knows_is_refused():
    with pytest.raises(ValueError, match="begin with option, seed, move or caption"):
        help_text.Example.read("sed 12")


@pytest.mark.parametrize("key", catalogue.keys())
def test_an_example_becomes_a_board_to_try(key):
    game = catalogue.find(key)
    board = help_text.try_board(game, help_text.Example(seed=3, caption="<b>Look</b>"))
    assert f'data-game="{key}"' in board and "<svg" in board and "<style" not in board
    assert "&lt;b&gt;Look&lt;/b&gt;" in board
