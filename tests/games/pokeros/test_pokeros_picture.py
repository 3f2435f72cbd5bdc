"""The picture of Pokeros: what is drawn for whom, what can be picked, what is lit, what moves."""

import re
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest
from pokeros_table import give, laid, played, start
from tests.games.drawn import SVG, named, picks, thing, words

from fivefold.contract import CHANCE, NOBODY, SPECTATOR, TABLE
from fivefold.games.pokeros import notation, picture, pieces, rules, table_help

PLACE = re.compile(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?")


def drawn(row, viewer=SPECTATOR, marks=None):
    return ElementTree.fromstring(picture.draw(row, viewer, marks or {}).svg)


def classes(tree, name):
    return thing(tree, name).attrib["class"].split()


def window(tree):
    return next(node for node in tree.iter(f"{SVG}svg") if node is not tree)


def plane(tree):
    return next(node for node in tree.iter() if "data-plane" in node.attrib)


@cache
def some_game(seed=5, **codes):
    """Return the positions of a game, each with the move made in it; not to be changed."""
    row = start(**codes)
    return tuple((before.copy(), move) for before, move in played(row, Random(seed)))


@pytest.fixture
def two_to_place():
    """Coral holds the sevens of hearts and clubs; a seven and a king lie on the table."""
    row, _ = laid("7d Kh\n.  2c")
    for card in ("7h", "7c"):
        give(row, 0, notation.card_from_text(card))
    for card in ("3s", "4s", "5s"):
        give(row, 1, notation.card_from_text(card))
    return row


# --- what is drawn for whom ------------------------------------------------------------------------------------------


def test_cards_are_seen_by_their_holder_and_by_who_sees_everything(two_to_place):
    def held(viewer):
        return {name for name in named(drawn(two_to_place, viewer)) if name.startswith(("held-", "back-"))}

    assert held(0) == {"held-7h", "held-7c", "back-1-0", "back-1-1", "back-1-2"}
    assert held(1) == {"back-0-0", "back-0-1", "held-3s", "held-4s", "held-5s"}
    assert held(SPECTATOR) == {"back-0-0", "back-0-1", "back-1-0", "back-1-1", "back-1-2"}
    assert held(TABLE) == {"held-7h", "held-7c", "held-3s", "held-4s", "held-5s"}


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, TABLE])
def test_a_row_is_drawn_like_what_its_viewer_sees_of_it(viewer):
    for row, _ in some_game()[::9]:
        seen = row.copy()
        rules.conceal(seen, viewer)
        assert picture.draw(row, viewer, {"": "bare"}).svg == picture.draw(seen, viewer, {"": "bare"}).svg


def test_whoever_looks_at_it_has_the_own_hand_below(two_to_place):
    for viewer, below, above in (
        (0, "held-7h", "back-1-0"),
        (1, "held-3s", "back-0-0"),
        (SPECTATOR, "back-0-0", "back-1-0"),
    ):
        tree = drawn(two_to_place, viewer)
        hands = {node.attrib["class"]: node for node in tree.iter() if node.get("class", "").startswith("hand ")}
        assert below in named(hands["hand own"])
        assert above in named(hands["hand other"])


def test_the_card_turned_up_is_seen_by_all_with_whose_it_is():
    for row, _ in some_game(hand=1)[1:9:2]:
        if rules.to_move(row) == CHANCE:
            continue
        name = f"held-{notation.card_text(notation.held_cards(row, row[rules.TURN])[0])}"
        for viewer in (0, 1, SPECTATOR):
            tree = drawn(row, viewer)
            assert name in named(tree)
            assert f"#pokeros-badge-{row[rules.TURN]}" in {node.get("href") for node in tree.iter()}
        assert not any("back-" in name for name in named(drawn(row, 0)))


def test_the_pack_is_a_place_with_its_count():
    for row, _ in (some_game()[0], some_game()[20], some_game()[-1]):
        tree = drawn(row)
        assert "data-place" in named(tree)["pack"].attrib
        assert str(row[rules.PACK]) in words(tree)


# --- what can be picked ----------------------------------------------------------------------------------------------


def test_buttons_say_where_they_are_and_what_the_picked_card_would_score(two_to_place):
    plain = {name: node.attrib["aria-label"] for name, node in picks(drawn(two_to_place, 0)).items()}
    assert plain["7h"] == "seven of hearts"
    assert plain["-1,0"] == "-1,0: left of the seven of diamonds"
    assert plain["0,1"] == "0,1: left of the two of clubs and below the seven of diamonds"
    told = {name: node.attrib["aria-label"] for name, node in picks(drawn(two_to_place, 0, {"7h": "picked"})).items()}
    assert told["-1,0"] == "-1,0: left of the seven of diamonds, pair of sevens in the row, 1 point"
    assert told["1,-1"] == "1,-1: above the king of hearts, nothing"


def test_a_placement_both_ways_tells_both_and_the_bonus():
    row, move = laid("[7d] 7h\n7s  .\n")
    label = picks(drawn(row, 0, {"7d": "picked"}))["0,0"].attrib["aria-label"]
    assert label.endswith("pair of sevens in the row, pair of sevens in the column times 2, 4 points")
    assert rules.gain(row, move) == 4


def test_points_stand_on_the_cells_once_a_card_is_picked(two_to_place):
    assert not any(words(node) for node in picks(drawn(two_to_place, 0)).values())
    tree = drawn(two_to_place, 0, {"7h": "picked"})
    card = notation.card_from_text("7h")
    cells = two_to_place[rules.OPEN : rules.OPEN + two_to_place[rules.OPEN_COUNT]]
    for cell in cells:
        name, amount = notation.cell_text(two_to_place, cell), rules.gain_at(two_to_place, card, cell)
        assert words(picks(tree)[name]) == [str(amount)]
        assert ("gains" in classes(tree, name)) == (amount > 0)
    assert not any(words(node) for node in plane(drawn(two_to_place, 1, {"7h": "picked"})).iter())


def test_with_one_card_to_a_turn_points_are_there_at_once_for_the_mover_alone():
    row = next(row for row, _ in some_game(hand=1)[9:] if rules.to_move(row) >= 0)
    mover = rules.to_move(row)
    assert len(words(plane(drawn(row, mover)))) == row[rules.OPEN_COUNT]
    assert words(plane(drawn(row, 1 - mover))) == []


def test_held_cards_are_targets_for_thumbs():
    width = pieces.layout(True).width
    assert 360 / width * pieces.LARGE * 92 >= 44
    assert 360 / width * pieces.OWN_STEP >= 44


# --- the plane -------------------------------------------------------------------------------------------------------


def test_everything_that_can_be_seen_or_picked_is_within_what_stays_in_view():
    for row, _ in some_game()[::5]:
        tree = drawn(row, max(0, rules.to_move(row)), {"": "bare"})
        left, top, right, bottom = map(float, plane(tree).attrib["data-plane"].split())
        for name, node in named(plane(tree)).items():
            if name.startswith("cell-"):
                x, y = map(float, PLACE.match(node.attrib["transform"]).groups()[:2])
                assert left <= x and x + 92 <= right and top <= y and y + 104 <= bottom, name


def test_the_transform_fits_it_into_the_window_and_no_larger_than_that_or_the_largest_scale():
    for row, _ in some_game()[::5]:
        tree = drawn(row, SPECTATOR, {"": "bare"})
        left, top, right, bottom = map(float, plane(tree).attrib["data-plane"].split())
        x, y, scale = (float(number or 1) for number in PLACE.match(plane(tree).attrib["transform"]).groups())
        wide, high = float(window(tree).attrib["width"]), float(window(tree).attrib["height"])
        assert x + scale * left >= 0 and x + scale * right <= wide
        assert y + scale * top >= 0 and y + scale * bottom <= high
        full = max((right - left) * scale / wide, (bottom - top) * scale / high)
        assert scale == pieces.LARGEST or full > 0.97
        assert (x + scale * left) + (x + scale * right) == pytest.approx(wide, abs=0.1)


# --- what is lit -----------------------------------------------------------------------------------------------------


def test_spotlight_is_on_the_new_card_and_on_hands_that_score():
    row, move = laid("7d [7c] 6c 5c\n.  2h")
    marks = picture.spotlight(row, move)
    assert marks == {"0,0": "scored", "1,0": "scored last", "2,0": "scored", "3,0": "scored"}
    rules.play(row, move)
    assert {"taken", "scored", "last"} <= set(classes(drawn(row, SPECTATOR, marks), "1,0"))
    row, move = laid("7d [Kc]")
    assert picture.spotlight(row, move) == {"1,0": "last"}


def test_only_the_first_card_dealt_is_lit():
    (first, card), (second, other) = some_game()[:2]
    assert picture.spotlight(first, card) == {"0,0": "last"}
    assert picture.spotlight(second, other) == {}


def test_what_is_lit_lies_over_its_neighbours(two_to_place):
    cells = list(named(plane(drawn(two_to_place, SPECTATOR, {"0,0": "scored"}))))
    assert max(cells.index(name) for name in ("cell-0,0", "cell-1,0", "cell-0,-1")) == cells.index("cell-0,0")


# --- in words --------------------------------------------------------------------------------------------------------


def test_the_description_tells_the_table_row_by_row_and_only_what_the_viewer_may_know(two_to_place):
    def told(viewer):
        return drawn(two_to_place, viewer).findtext(f"{SVG}desc")

    assert "Row 0: 7d at 0, Kh at 1. Row 1: 2c at 1." in told(SPECTATOR)
    assert "Coral holds 7c and 7h. Teal holds 3 cards." in told(0)
    assert "Coral holds 2 cards. Teal holds 3s, 4s and 5s." in told(1)
    assert told(0).startswith("Coral to move.")
    assert drawn(two_to_place, 0).findtext(f"{SVG}title") == "Pokeros: Coral to move"


def test_the_second_card_of_a_turn_is_asked_for():
    row, move = laid("7d Kh\n[7h] .", cards=2)
    give(row, 0, notation.card_from_text("7c"))
    assert table_help.task(row) is None
    rules.play(row, move)
    assert "second card" in words(drawn(row)) and "to move" not in words(drawn(row))
    assert drawn(row, 0).findtext(f"{SVG}title") == "Pokeros: Coral to place a second card"
    assert notation.WORDS.text(table_help.task(row), starts=False) == "place a second card"
    assert notation.diagram(row, SPECTATOR).endswith("\nCoral to place a second card")


def test_the_first_and_the_last_picture():
    assert "The table is empty." in drawn(start()).findtext(f"{SVG}desc")
    row, move = (some_game()[-1][0].copy(), some_game()[-1][1])
    rules.play(row, move)
    assert rules.to_move(row) == NOBODY
    assert notation.WORDS.text(notation.status(row)) in words(drawn(row))
    assert notation.WORDS.text(notation.status(row)) not in words(drawn(row, SPECTATOR, {"": "bare"}))


def test_wild_cards_have_a_design_and_a_name():
    row, _ = laid("7d Kh", wilds=2)
    give(row, 0, 52)
    tree = drawn(row, 0)
    assert picks(tree)["W1"].attrib["aria-label"] == "wild card 1"
    assert "#wild-1" in {node.get("href") for node in named(tree)["held-W1"].iter()}


def test_a_lettered_picture_says_what_the_cells_are_called():
    row, _ = laid("7h 8d")
    for viewer in (0, SPECTATOR):
        tree = drawn(row, viewer, {"": "bare lettered"})
        assert {"2,0", "-1,0", "0,1", "0,-1"} <= set(words(tree))
