import re
from xml.etree import ElementTree

import pytest

from fivefold.games.locus import notation, picture, rules
from fivefold.play.contract import NOBODY, SPECTATOR

SVG = "{http://www.w3.org/2000/svg}"


def drawn(row: list[int], viewer: int = SPECTATOR, marks: dict[str, str] | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(picture.draw(row, viewer, marks or {}))


def classes(tree: ElementTree.Element, identity: str) -> list[str]:
    return next(node for node in tree.iter() if node.get("id") == identity).get("class", "").split()


def picks(tree: ElementTree.Element) -> set[str]:
    return {node.attrib["data-pick"] for node in tree.iter() if "data-pick" in node.attrib}


def words(tree: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in tree.iter(f"{SVG}text")]


def legal(row: list[int]) -> list[int]:
    out = [0] * rules.MAX_MOVES
    return out[: rules.legal_moves(row, out)]


def test_picks_are_exactly_what_the_legal_moves_are_spelled_with(dealt) -> None:
    row = dealt(3)
    for ply in range(37):
        mover = rules.to_move(row)
        expected = {pick for move in legal(row) for pick in notation.clicks(row, move)} if mover != NOBODY else set()
        assert picks(drawn(row, mover if mover >= 0 else 0)) == expected
        assert picks(drawn(row)) == set()
        assert mover < 0 or picks(drawn(row, 1 - mover)) == set()
        if mover != NOBODY:
            rules.play(row, legal(row)[(ply * 5) % len(legal(row))])


def test_ids_are_unique_and_stay_with_their_things(dealt) -> None:
    row = dealt(3)
    rules.play(row, notation.read(row, "c3:up"))
    rules.play(row, notation.read(row, "d3:down"))
    names = [node.get("id") for node in drawn(row, 0).iter() if node.get("id")]
    assert len(names) == len(set(names))
    assert {name for name in names if name.startswith("chip-")} == {"chip-c3", "chip-d3"}
    assert sum(name.startswith("card-") for name in names) == 36
    assert "free" in classes(drawn(row), "cell-a1")
    assert "played" in classes(drawn(row), "cell-c3")
    assert "dead" in classes(drawn(row), "cell-d3")


def test_values_are_shown_to_the_seat_to_move_only(lay) -> None:
    row = lay({"c3": "Kc", "b2": "9h", "c2": "9d", "d2": "9s", "b3": "Kd"}, chips={"b2": 0, "b3": 0, "c2": 1, "d2": 1})
    assert {"12", "13"} <= set(words(drawn(row, 0)))
    assert not {"12", "13"} & set(words(drawn(row, 1)))
    tips = [node.text or "" for node in drawn(row, 0).iter(f"{SVG}title")]
    assert any("up: full house (9h 9d 9s Kd Kc) 9 + bonus 3 (b2, b3) = 12" in tip for tip in tips)


def test_picked_card_lights_its_area_and_fills_the_buttons(lay) -> None:
    row = lay({"c3": "Kc", "b2": "9h", "c2": "9d", "d2": "9s", "b3": "Kd"})
    tree = drawn(row, 0, {"c3": "picked", "b2": "hint"})
    assert {"picked", "area"} <= set(classes(tree, "cell-c3"))
    assert {"hint", "area"} <= set(classes(tree, "cell-b2"))
    assert "area" in classes(tree, "cell-d2")
    assert "area" not in classes(tree, "cell-d3"), "a dead card is in no area"
    assert {"+9", "+10", "full house 9", "four nines 10"} <= set(words(tree))


def test_spotlight_tells_area_hand_and_card(lay) -> None:
    row = lay({"c3": "2c", "b2": "9h", "c2": "9d", "d2": "Js"})
    move = notation.read(row, "c3:up")
    assert picture.spotlight(row, move) == {
        "b2": "area scored",
        "c2": "area scored",
        "d2": "area",
        "c3": "area last",
    }
    marks = picture.spotlight(row, move)
    rules.play(row, move)
    assert "scored" in classes(drawn(row, 1, dict(marks)), "cell-b2")


def test_marks_on_buttons_and_unknown_places(dealt) -> None:
    text = picture.draw(dealt(1), 0, {"up": "hint", "z9": "area"})
    assert 'class="button hint"' in text


@pytest.mark.parametrize("cards", [0, 1, 29])
def test_empty_places_while_dealing(cards: int) -> None:
    row = [0] * rules.SIZE
    rules.setup(row, {"grid": 0, "first": 0})
    assert picture.spotlight(row, 5) == {"a1": "last"}
    for card in range(cards):
        rules.play(row, card)
    tree = drawn(row, 0)
    assert sum("empty" in node.get("class", "").split() for node in tree.iter()) == 30 - cards
    assert picks(tree) == set()


def test_description_and_result(dealt) -> None:
    row = dealt(4, "8x6")
    assert drawn(row).findtext(f"{SVG}title") == "Locus Poker: Amber to move"
    assert "Row 6:" in (drawn(row).findtext(f"{SVG}desc") or "")
    while rules.to_move(row) != NOBODY:
        rules.play(row, legal(row)[-1])
    assert notation.standing(row) in words(drawn(row))


def test_the_style_reaches_no_further_than_the_picture(dealt) -> None:
    style = drawn(dealt(1)).findtext(f"{SVG}style") or ""
    style = re.sub(r":is\([^)]*\)", "", style)
    plain = [rule.split("{")[-2] for rule in style.replace("}}", "}").split("}") if "{" in rule]
    assert len(plain) > 40
    assert all(".fivefold" in part or ".locus" in part for rule in plain for part in rule.split(","))


def test_same_position_same_bytes(dealt) -> None:
    assert picture.draw(dealt(1), 0, {}) == picture.draw(dealt(1), 0, {})
