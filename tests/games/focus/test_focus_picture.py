"""The picture is well-formed, names what can be picked, and says in words what it shows."""

import re
from xml.etree import ElementTree

import pytest

from fivefold.contract import SPECTATOR
from fivefold.games.focus import GAME, notation, picture, rules
from fivefold.games.focus.board import COLOURS
from fivefold.games.focus.corners import place
from fivefold.games.focus.pieces import measures

SVG = "{http://www.w3.org/2000/svg}"


def marked(root):
    names = ((node.get("id") or node.get("data-pick") or node.get("data-thing"), node) for node in root.iter())
    return {name: node.get("class", "").split() for name, node in names if name}


def test_marks_become_classes(lay):
    row = lay({"c3": "RR", "d8": "G"}, reserve=(1, 1))
    root = ElementTree.fromstring(picture.draw(row, 0, {"c3": "picked", "e3": "target hint", "reserve": "hint"}).svg)
    classes = marked(root)
    assert "picked" in classes["square-c3"] and {"target", "hint", "vacant"} <= set(classes["square-e3"])
    assert "hint" in classes["reserve"] and "hint" not in classes["reserve-1"]


def test_what_can_come_next_is_lit(lay):
    row = lay({"c3": "RR", "d8": "G"}, reserve=(1, 1))
    classes = marked(ElementTree.fromstring(picture.draw(row, 0, {"c3": "picked"}).svg))
    lit = {name for name, names in classes.items() if "target" in names}
    assert lit == {f"square-{name}" for name in ("b3", "a3", "d3", "e3", "c2", "c1", "c4", "c5")}
    both = marked(ElementTree.fromstring(picture.draw(row, 0, {"c3": "picked", "e3": "picked"}).svg))
    assert not any("target" in names for names in both.values())
    others = marked(ElementTree.fromstring(picture.draw(row, 1, {"c3": "picked"}).svg))
    assert not any("target" in names for names in others.values())


def test_it_is_described(lay):
    row = lay({"c3": "RGRR", "d8": "G"}, reserve=(2, 0), captured=[(0, 1, 3)])
    root = ElementTree.fromstring(picture.draw(row, SPECTATOR, {}).svg)
    assert root.findtext(f"{SVG}title") == "Focus: Red to move"
    told = root.findtext(f"{SVG}desc")
    assert "Red: 1 stack, 2 pieces in reserve, captured 3 Green" in told
    assert "Row 3: c3 RGRR." in told and "Row 1: empty." in told


def test_the_end_is_shown(lay):
    row = lay({"c3": "R", "c4": "G"})
    rules.play(row, notation.read(row, "c3-c4"))
    root = ElementTree.fromstring(picture.draw(row, SPECTATOR, {}).svg)
    classes = {node.get("id"): node.get("class", "").split() for node in root.iter() if node.get("id")}
    assert "winner" in classes["corner-0"] and "out" in classes["corner-1"]
    assert root.findtext(f"{SVG}title") == "Focus: Red wins: nobody but Red can move or place"


def test_a_move_lights_up_its_squares(lay):
    row = lay({"c3": "RR", "d8": "G"}, reserve=(1, 0))
    assert GAME.picture.spotlight(row, notation.read(row, "c3-e3")) == {"c3": "last", "e3": "last"}
    assert GAME.picture.spotlight(row, notation.read(row, "r:e5")) == {"e5": "last", "reserve-0": "last"}
    row = lay({"c3": "RR", "e3": "GRGRG", "d8": "G"})
    after = {"c3": "last", "e3": "last", "reserve-0": "gained", "captured-0": "gained"}
    assert GAME.picture.spotlight(row, notation.read(row, "c3-e3")) == after


def test_motions_carry_push_off_and_sink(lay):
    row = lay({"c3": "GRR", "e3": "GRGG", "d8": "G"}, reserve=(1, 0))
    assert GAME.picture.motions(row, notation.read(row, "c3-e3:2")) == (
        ("stack-c3-2", "stack-e3-4"),
        ("stack-c3-3", "stack-e3-5"),
        ("stack-e3-1", "captured-0-1"),
        ("stack-e3-2", "stack-e3-1"),
        ("stack-e3-3", "stack-e3-2"),
        ("stack-e3-4", "stack-e3-3"),
    )
    assert GAME.picture.motions(row, notation.read(row, "r:e5")) == (("reserve-0", "stack-e5-1"),)
    assert GAME.picture.motions(row, notation.read(row, "c3-c4")) == (("stack-c3-3", "stack-c4-1"),)


def test_an_exchange_moves_both_pieces(begin):
    row = begin(opening="swap")
    assert set(GAME.picture.motions(row, notation.read(row, "swap:b2-d2"))) == {
        ("stack-b2-1", "stack-d2-1"),
        ("stack-d2-1", "stack-b2-1"),
    }


def test_a_bare_picture_has_targets_for_thumbs_and_says_whose_every_tray_is(begin):
    for players in (2, 3, 4):
        root = ElementTree.fromstring(picture.draw(begin(players=players), 0, {"": "bare"}).svg)
        assert 360 / float(root.get("viewBox").split()[2]) * 100 >= 44
        named = [node.text for node in root.iter(f"{SVG}text")]
        assert {*COLOURS[players - 2]} <= {*named}
        assert "bare" in root.get("class").split()


def test_every_colour_has_its_own_sign_and_looks():
    outlines = [outline for _, outline in picture.pieces.SIGNS.values()]
    assert len(set(outlines)) == 4
    for colour in picture.pieces.SIGNS:
        assert re.search(rf"--{colour}-top:#", picture.STYLE)


def children(root, name, kind):
    (square,) = (node for node in root.iter() if node.get("id") == f"square-{name}")
    return [node for node in square if node.get("class") == kind]


def words_of(nodes):
    return [text.text for node in nodes for text in node.iter(f"{SVG}text") if text.text]


def test_a_stack_says_how_high_it_is_and_a_target_what_would_come_of_it(lay):
    row = lay({"c3": "RR", "d3": "GRGR", "e3": "GGGG", "a3": "G"})
    still = ElementTree.fromstring(picture.draw(row, 0, {}).svg)
    assert [words_of(children(still, name, "height")) for name in ("c3", "e3", "a3")] == [["2"], ["4"], []]
    assert not any(node.get("class") == "ghost" for node in still.iter())
    root = ElementTree.fromstring(picture.draw(row, 0, {"c3": "picked"}).svg)
    assert words_of(children(root, "d3", "carry")) == ["+1"] and words_of(children(root, "e3", "carry")) == ["+2"]
    assert words_of(children(root, "b3", "carry")) == ["1"] and words_of(children(root, "c1", "carry")) == ["2"]
    assert words_of(children(root, "e3", "ghost")) == ["5"]
    (off,) = children(root, "e3", "off")
    assert [node.get("href") for node in off.iter(f"{SVG}use")] == ["#focus-green-badge"]
    assert children(root, "d3", "off") == []


@pytest.mark.parametrize("asked", [{}, {"": "bare"}], ids=["whole", "bare"])
def test_a_number_of_captures_with_two_digits_ends_inside_its_corner(lay, asked):
    row = lay({"c3": "R", "d8": "G"}, captured=((0, 1, 13),))
    drawn = picture.draw(row, 0, asked)
    count = next(node for node in ElementTree.fromstring(drawn.svg).iter(f"{SVG}text") if node.text == "13")
    selector = r"\.focus\.bare \.count\.wide" if asked else r"\.focus \.count\.wide"
    size = int(re.search(selector + r"\{font-size:(\d+)px", picture.STYLE)[1])
    assert "wide" in count.get("class").split()
    assert float(count.get("x")) + 2 * 0.7 * size <= measures(bool(asked)).arm - 4, "the widest digits of a bold sans"


def test_the_tray_of_whoever_looks_is_at_the_lower_right_and_the_others_follow_clockwise(begin):
    for players in (2, 3, 4):
        for home in range(players):
            asked = ["bare", f"home-{home}"]
            places = [place(players, seat, asked) for seat in range(players)]
            assert places[home] == 2 and len(set(places)) == players
            in_order = [places[(home + step) % players] for step in range(1, players)]
            assert in_order == {2: [0], 3: [0, 1], 4: [3, 0, 1]}[players]
    as_red, as_green = (picture.draw(begin(), SPECTATOR, {"": f"bare home-{seat}"}).svg for seat in (0, 1))
    assert tray(as_red, 0) == tray(as_green, 1) != tray(as_red, 1) == tray(as_green, 0)


def tray(markup, seat):
    (corner,) = (node for node in ElementTree.fromstring(markup).iter() if node.get("id") == f"corner-{seat}")
    return next(node.get("transform") for node in corner.iter() if node.get("data-thing") == f"reserve-{seat}")
