import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.parts import svg
from fivefold.parts.svg import second

NAMES = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1)


@given(NAMES)
def test_words_and_attributes_survive_any_characters(string: str) -> None:
    node = ElementTree.fromstring(svg.words(1, 2.5, string, data_pick=string))
    assert node.text == string
    assert node.get("data-pick") == string


def test_elements() -> None:
    assert svg.element("g") == "<g/>"
    assert svg.element("g", "<a/>", class_="x", stroke_width=1.50, viewBox="0 0 1 1", id=None) == (
        '<g class="x" stroke-width="1.5" viewBox="0 0 1 1"><a/></g>'
    )
    assert svg.group("", "") == ""
    assert svg.number(2.0) == "2" and svg.number(-0.126) == "-0.13" and svg.number(10) == "10"
    assert svg.moved(1, 2.25, 0.5, 90) == "translate(1 2.25) scale(0.5) rotate(90)"


def test_picture_is_a_document_with_words_for_those_who_hear_it() -> None:
    text = svg.picture(10, 20.5, svg.circle(1, 1, 1), title="A & B", description="<c>", style=".fivefold a>b{}")
    node = ElementTree.fromstring(text.svg)
    assert node.get("viewBox") == "0 0 10 20.5"
    assert [child.text for child in node][:2] == ["A & B", "<c>"]


def test_shapes_are_defined_before_what_uses_them_and_the_style_can_be_left_out() -> None:
    shape, used = svg.circle(1, 1, 1, id="dot"), svg.use("dot", x=3)
    drawing = svg.picture(9, 9, used, title="A", description="B", style=".fivefold a>b{}", shapes=shape)
    node = ElementTree.fromstring(drawing.svg)
    assert [child.tag.rpartition("}")[2] for child in node] == ["title", "desc", "style", "defs", "use"]
    assert used == '<use href="#dot" x="3"/>'
    bare = ElementTree.fromstring(replace(drawing, style="").svg)
    assert [child.tag.rpartition("}")[2] for child in bare] == ["title", "desc", "defs", "use"]


def test_a_second_drawing_on_a_page_has_ids_of_its_own_and_nothing_to_pick() -> None:
    shape = svg.circle(1, 1, 1, id="dot", fill="url(#shade)")
    card = svg.group(svg.use("dot"), id="card-5c", data_pick="5c", role="button", tabindex="-1", aria_label="#5 <c>")
    first = svg.picture(9, 9, card, title="A", description="B", style="", shapes=shape)
    drawing = second(first, "beside-")
    assert (drawing.width, drawing.title, drawing.role) == (9, "A", "img")
    group = ElementTree.fromstring(*drawing.content)
    assert group.attrib == {"id": "beside-card-5c", "role": "img", "aria-label": "#5 <c>"}
    assert [child.attrib for child in group] == [{"href": "#beside-dot"}]
    assert 'id="beside-dot" fill="url(#beside-shade)"' in drawing.shapes


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("tokens", [svg.LIGHT, svg.DARK, svg.CONTRAST, svg.CONTRAST_DARK])
def test_colours_can_be_read(tokens: dict[str, str]) -> None:
    four = re.search(r"\.four-colour[^{]*\{([^}]*)\}", svg.RULES)[1]
    suits = {**tokens, **dict(re.findall(r"--(\w+):([^;]+)", four))}
    for suit in ("club", "diamond", "heart", "spade"):
        for colours in (tokens, suits):
            assert contrast(colours[suit], tokens["card"]) >= 4.5
            assert contrast(colours[suit], tokens["card-lit"]) >= 4.5
    for ground in ("table", "panel"):
        assert contrast(tokens["ink"], tokens[ground]) >= 7
        assert contrast(tokens["ink-soft"], tokens[ground]) >= 4.5
    assert contrast(tokens["accent"], tokens["panel"]) >= 4.5


def test_themes_hold_every_token() -> None:
    assert svg.LIGHT.keys() == svg.DARK.keys() == svg.CONTRAST.keys() == svg.CONTRAST_DARK.keys()
    own = [{"own": colour} for colour in ("#123456", "#654321", "#000000", "#ffffff")]
    css = svg.theme("mine", *own)
    assert [css.count(f"--own:{tokens['own']}") for tokens in own] == [1, 2, 2, 4]
    assert css.count("{") == css.count("}")


def test_a_games_colours_stay_on_its_own_pictures() -> None:
    css = svg.theme("mine", {"frame": "#123456"}, {}, {}, {})
    assert re.findall(r"[^{}]*\{[^{}]*--frame[^{}]*\}", css) == [".fivefold.mine{--frame:#123456;}"]
