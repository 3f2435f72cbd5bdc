from xml.etree import ElementTree

import pytest
from tests.games.drawn import SVG, classes, labels, picks, words

from fivefold.contract import NOBODY, SPECTATOR
from fivefold.games.locus import notation, picture, pieces, rules


def drawn(row: list[int], viewer: int = SPECTATOR, marks: dict[str, str] | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(picture.draw(row, viewer, marks or {}).svg)


def legal(row: list[int]) -> list[int]:
    out = [0] * rules.MAX_MOVES
    return out[: rules.legal_moves(row, out)]


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
    assert labels(drawn(row, 0))["c3"] == "c3: king of clubs, 12 face up, 13 face down"
    assert labels(drawn(row, 1)) == {}


def test_picked_card_lights_its_area_and_fills_the_buttons(lay) -> None:
    row = lay({"c3": "Kc", "b2": "9h", "c2": "9d", "d2": "9s", "b3": "Kd"})
    tree = drawn(row, 0, {"c3": "picked", "b2": "hint"})
    assert {"picked", "area"} <= set(classes(tree, "cell-c3"))
    assert {"hint", "area"} <= set(classes(tree, "cell-b2"))
    assert "area" in classes(tree, "cell-d2")
    assert "area" not in classes(tree, "cell-d3"), "a dead card is in no area"
    assert {"+9", "+10", "full house 9", "four nines 10"} <= set(words(tree))
    assert labels(tree)["up"] == "Play c3 face up: full house (9h 9d 9s Kd Kc) 9"


def test_motions_are_those_of_card_and_chip(lay) -> None:
    row = lay({"c3": "Kc", "b2": "9h"})
    assert picture.motions(row, notation.read(row, "c3:up")) == (("seat-0", "chip-c3"),)
    assert picture.motions(row, notation.read(row, "c3:down")) == (("card-Kc", "card-Kc"), ("seat-0", "chip-c3"))
    empty = [0] * rules.SIZE
    rules.setup(empty, {"grid": 0, "first": 0})
    assert picture.motions(empty, 5) == (("grid", "card-2d"),)


@pytest.mark.parametrize("grid", ["6x5", "6x6", "7x6", "8x6"])
def test_a_bare_picture_has_targets_for_thumbs_and_no_scores(dealt, grid: str) -> None:
    row = dealt(2, grid)
    tree = drawn(row, 0, {"": "bare", "c3": "picked"})
    pixel = 360 / float(tree.get("viewBox", "").split()[2])
    assert pixel * pieces.PITCH_X >= 44
    measures = pieces.layout(row[rules.COLUMNS], row[rules.ROWS], True)
    assert pixel * measures.scale * pieces.BUTTON_HEIGHT >= 44
    assert not any((node.get("id") or "").startswith("score-") for node in tree.iter())
    assert "Face up" in words(tree) and notation.WORDS.text(notation.status(row)) not in words(tree)


def test_a_long_hand_fits_its_button(lay) -> None:
    row = lay({"c3": "7c", "b2": "7h", "c2": "7d", "d2": "7s", "b3": "Kd"}, chips={"b2": 0, "b3": 0, "c2": 0})
    assert {"four sevens 10 + 5", "four sevens 10 + bonus 5"} & set(words(drawn(row, 0, {"c3": "picked"})))
    assert all(len(said) <= picture.LONGEST_NOTE for said in words(drawn(row, 0, {"c3": "picked"})))


def test_spotlight_tells_area_hand_and_card(lay) -> None:
    row = lay({"c3": "2c", "b2": "9h", "c2": "9d", "d2": "Js"})
    move = notation.read(row, "c3:up")
    assert picture.spotlight(row, move) == {"b2": "area scored", "c2": "area scored", "d2": "area", "c3": "area last"}
    marks = picture.spotlight(row, move)
    rules.play(row, move)
    assert "scored" in classes(drawn(row, 1, dict(marks)), "cell-b2")


def test_marks_on_buttons_and_unknown_places(dealt) -> None:
    text = picture.draw(dealt(1), 0, {"up": "hint", "z9": "area", "a1": 'x" y="'}).svg
    assert 'class="button hint"' in text
    ElementTree.fromstring(text)


@pytest.mark.parametrize("cards", [0, 1, 29])
def test_empty_places_while_dealing(cards: int) -> None:
    row = [0] * rules.SIZE
    rules.setup(row, {"grid": 0, "first": 0})
    assert picture.spotlight(row, 5) == {"a1": "last"}
    for card in range(cards):
        rules.play(row, card)
    tree = drawn(row, 0)
    assert sum("empty" in node.get("class", "").split() for node in tree.iter()) == 30 - cards
    assert not picks(tree)


def test_description_and_result(dealt) -> None:
    row = dealt(4, "8x6")
    assert drawn(row).findtext(f"{SVG}title") == "Locus Poker: Amber to move"
    assert "Row 6:" in (drawn(row).findtext(f"{SVG}desc") or "")
    while rules.to_move(row) != NOBODY:
        rules.play(row, legal(row)[-1])
    assert notation.WORDS.text(notation.status(row)) in words(drawn(row))


def test_a_place_that_cannot_be_picked_says_what_lies_there_too(dealt) -> None:
    row = dealt(3)
    rules.play(row, notation.read(row, "c3:up"))
    said = {node.get("data-thing"): node.get("aria-label", "") for node in drawn(row, SPECTATOR, {"": "bare"}).iter()}
    assert said["c3"].startswith("c3: ") and said["c3"].endswith("Amber's chip, face up"), said["c3"]
    assert " of " in said["a1"]
