"""The picture of Poker Solitaire: what is drawn, what can be picked, what is lit and told, what moves."""

from random import Random
from xml.etree import ElementTree

import pytest
from solitaire_table import FULL, Table
from tests.games.drawn import SVG, named, picks, thing, words
from tests.quick import first, in_turn

from fivefold.contract import ANYONE, CHANCE, SPECTATOR, TABLE
from fivefold.games.solitaire import notation, picture, pieces, rules
from fivefold.games.solitaire.names import NAMES
from fivefold.games.solitaire.rules import PACK, TURN, square_points, squares
from fivefold.parts import drawn_cards

MODES = ("one-hand", "best-of-two", "sum-of-two", "race", "race-both", "alternate", "same-deck")
BARE = {"": "bare"}


def drawn(table, viewer=SPECTATOR, marks=None):
    return ElementTree.fromstring(picture.draw(table.row, viewer, marks or {}).svg)


def everything_on(mode, **more):
    between = {"steal": "on", "plant": "on", "move2": "movable"} if MODES.index(mode) > 2 else {}
    options = {"deal": "2", "rejects": "1/1/1", "move": "movable", "decks": "2", "first": "0", **between, **more}
    return Table(mode=mode, **options)


def positions(mode, every=9, plies=90, **more):
    """Yield some positions of a random game."""
    table, random = everything_on(mode, **more), Random(4)
    for ply in range(plies):
        if ply % every == 0 or not table.legal():
            yield table
        if not table.legal():
            return
        rules.play(table.row, random.choice(table.legal()))


@pytest.fixture
def alone():
    table = Table(scoring="american", touch="anywhere", hands="12").face_up("7h")
    return table.square(1, "2h 3h 4h 9h --\n7c -- -- -- 7d\n-- -- -- -- --\n-- Ks -- -- --\n-- -- -- -- --")


@pytest.fixture
def race():
    return Table(mode="race", deal="2", rejects="1/1/1", plant="on").face_up("7h", "7h").square(1, FULL)


# --- what can be picked ----------------------------------------------------------------------------------------------


def test_of_equal_cards_the_left_one_is_to_be_picked(race):
    tree = drawn(race, 0)
    assert picks(tree)["7h"] is named(tree)["slot-1"]
    assert "data-pick" not in named(tree)["slot-2"].attrib
    assert {"card-s1", "card-s2"} <= set(named(tree))


def test_groups_are_called_by_their_picks_and_cards_by_their_places():
    table = Table(mode="alternate", rejects="1/1/1", first="0").face_up("7h").square(1, "9d").square(2, "Kc")
    table.aside("x1", "2c").aside("2r1", "3c")
    tree = drawn(table.turn_of(0))
    for name in ("1a1", "2a1"):
        assert named(tree)[f"cell-{name}"] is thing(tree, name)
        assert f"card-{name}" in named(named(tree)[f"cell-{name}"])
    assert {"reject-x1", "reject-1r1", "reject-2r1", "card-x1", "card-2r1", "pack"} <= set(named(tree))
    single = drawn(Table().face_up("7h").square(1, "9d"))
    assert "card-1a1" in named(named(single)["cell-a1"]) and "reject-r1" in named(single)


def test_buttons_have_keys():
    def keys(table, viewer):
        return {
            name: node.get("data-keys") for name, node in picks(drawn(table, viewer)).items() if node.get("data-keys")
        }

    done = Table(move="movable").square(1, FULL).face_up("8h")
    assert keys(done, 0) == {"done": "d"}
    passing = Table(mode="alternate", first="0", move="movable").square(1, FULL).face_up("8h").turn_of(0)
    assert keys(passing, 0) == {"pass": "p"}
    race = Table(mode="race", decks="2").square(1, FULL).square(2, FULL).face_up("8h")
    assert keys(race, ANYONE) == {"done-1": "q", "done-2": "-"}
    assert keys(race, 1) == {"done-2": "-"}


def test_who_sits_at_one_screen_says_who_by_the_name_above_the_square(race):
    assert {"take-1", "take-2"} <= set(picks(drawn(race, ANYONE)))
    assert not {"take-1", "take-2"} & set(picks(drawn(race, 1)))
    assert picture.draw(race.row, TABLE, {}).svg == picture.draw(race.row, ANYONE, {}).svg


def test_targets_are_large_enough_for_thumbs():
    width = pieces.layout(1, True).width
    assert 360 / width * min(pieces.PITCH_X, pieces.ONE.pitch) >= 44
    assert 360 / width * pieces.PITCH_X * pieces.SCALE_OF_TWO >= 44
    for options in ({"deal": "5", "rejects": "0/0/0"}, {"deal": "1", "rejects": "2/1/1", "mode": "race"}):
        places = pieces.tray(Table(**options).row)
        assert 360 / width * places.scale * pieces.PITCH_X >= 44
        edge = places.buttons if "mode" in options else pieces.WIDTH
        assert max((*places.slots, *places.rejects)) + places.scale * drawn_cards.WIDTH <= edge


def test_two_squares_have_room_in_both_arrangements_and_cells_are_no_flatter_than_one_squares():
    both = pieces.layout(2, True)
    assert both.square is pieces.ONE and both.width == pieces.layout(1, True).width
    assert pieces.ABOVE * pieces.ONE.height + pieces.ONE.height <= pieces.HEIGHT_OF_TWO
    assert 2 * pieces.ALIKE * pieces.WIDTH + pieces.GAP <= pieces.ACROSS
    assert 1.1 < pieces.ACROSS / pieces.DOWN < 1.3, "about the shape of what is left beside everything else"


def test_a_page_may_put_ones_own_square_first_unless_the_rivals_is_to_be_robbed():
    plain, robbing = Table(mode="alternate"), Table(mode="alternate", steal="on")
    assert drawn(plain, 0, BARE).attrib["class"].split()[1:4] == ["solitaire", "two-squares", "rivals"]
    assert "robbing" in drawn(robbing, 0, BARE).attrib["class"].split()
    assert "rivals" not in drawn(Table(mode="sum-of-two"), 0, BARE).attrib["class"].split()
    assert "two-squares" not in drawn(Table(), 0, BARE).attrib["class"].split()


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_every_line_shows_its_points_and_its_hand(alone):
    tree = drawn(alone, 0)
    assert words(thing(tree, picture.line_thing(0, 1))) == ["2", "one pair"]
    assert words(thing(tree, picture.line_thing(0, 0))) == ["0"]
    assert thing(tree, picture.line_thing(0, 1)).findtext(f"{SVG}title") == "row 2: one pair, 2 points"
    assert len([node for node in tree.iter() if (node.get("data-thing") or "").startswith("line-")]) == 12
    assert "2 points" in words(tree)


def test_with_pat_rows_are_pat_or_not_and_columns_have_no_label():
    table = Table(scoring="pat").square(1, "2h 3h 4h 9h 7h\n7c -- -- -- 7d").face_up("8c")
    tree = drawn(table, 0)
    assert words(thing(tree, picture.line_thing(0, 0)))[:2] == ["✓", "flush"]
    assert "1 of 5 rows pat" in words(tree)
    assert len([node for node in tree.iter() if (node.get("data-thing") or "").startswith("line-")]) == 5


def test_a_picked_card_shows_what_it_would_earn_on_every_cell_it_may_go_to(alone):
    assert not words(picks(drawn(alone, 0))["e1"])
    tree = drawn(alone, 0, {"7h": "picked"})
    assert words(picks(tree)["e1"]) == ["+22"]
    assert picks(tree)["e1"].attrib["aria-label"] == "e1: 22 points more"
    assert "gains" in picks(tree)["e1"].attrib["class"].split()
    assert words(picks(tree)["b2"]) == ["+8"] and words(picks(tree)["c4"]) == ["0"]
    assert not words(thing(drawn(alone, SPECTATOR, {"7h": "picked"}), "e1"))


@pytest.mark.slow
@pytest.mark.parametrize("mode", first(3, MODES))
def test_what_a_pick_would_earn_is_what_the_square_is_worth_more(mode):
    for table in positions(mode, 14, hands="12", scoring="american"):
        if table.row[TURN] == CHANCE or not table.legal():
            continue
        viewer = table.row[TURN]
        before = sum(square_points(table.row, square) for square in range(squares(table.row)))
        for move in Random(1).sample(table.legal(), min(6, len(table.legal()))):
            clicks = notation.clicks(table.row, move)
            tree = drawn(table, viewer, {clicks[0]: "picked"})
            after = table.row.copy()
            rules.play(after, move)
            gain = sum(square_points(after, square) for square in range(squares(after))) - before
            if len(clicks) > 1 and f"cell-{clicks[1]}" in named(tree):
                shown = words(picks(tree)[clicks[1]])
                assert [int(text.replace("−", "-")) for text in shown] == [gain]


def test_stolen_cards_rejected_ones_and_the_card_that_comes_again_are_marked():
    table = Table(mode="alternate", steal="on", first="0").face_up("7h").square(1, "9d").square(2, "Kc").turn_of(0)
    assert "stolen-corner" not in picture.draw(table.row, 0, {}).svg.partition("</defs>")[2]
    table.play("2a1-1b1")
    assert "stolen-corner" in ElementTree.tostring(thing(drawn(table), "1b1"), encoding="unicode")
    assert thing(drawn(table), "1b1").attrib["data-help"] == "stolen"
    gone = Table().face_up("7h").aside("1r1", "5c")
    assert "out" in thing(drawn(gone), "r1").attrib["class"].split()
    back = Table(move="movable").face_up("7h").aside("1r1", "5c")
    assert "out" not in thing(drawn(back), "r1").attrib["class"].split()
    twin = Table(mode="same-deck", deal="1", first="0").play("deal:7h")
    assert any("twin" in node.get("class", "") for node in drawn(twin).iter())


@in_turn("hand", range(2, len(NAMES)))
def test_every_hand_has_a_name_that_fits_its_label(hand):
    beside = picture.fitted(picture.hand_texts(hand, False), picture.BESIDE, picture.SMALL_BESIDE, 2)
    below = picture.fitted(picture.hand_texts(hand, True), picture.BELOW, picture.SMALL_BELOW, 1)
    for said, width, small in (
        (beside, picture.BESIDE, picture.SMALL_BESIDE),
        (below, picture.BELOW, picture.SMALL_BELOW),
    ):
        assert max(map(len, said.lines)) <= (small if said.small else width) + 3
        assert said.height <= 40


def test_the_description_tells_every_row_and_whose_turn_it_is(alone):
    told = drawn(alone).findtext(f"{SVG}desc")
    assert told.startswith("7h to place. Face up: 7h.")
    assert "Row 2: 7c, empty, empty, empty, 7d, one pair 2." in told
    assert f"{alone.row[PACK]} cards in the pack." in told


# --- what is lit, what moves -----------------------------------------------------------------------------------------


def test_the_spotlight_is_on_the_lines_that_are_worth_more(alone):
    move = alone.number("7h@1e1")
    marks = picture.spotlight(alone.row, move)
    first = dict.fromkeys(("a1", "b1", "c1", "d1", "e2"), "scored")
    lines = {picture.line_thing(0, 0): "scored", picture.line_thing(0, 9): "scored"}
    assert marks == {**first, **lines, "e1": "scored last"}
    alone.play("7h@1e1")
    tree = drawn(alone, SPECTATOR, marks)
    assert {"scored", "last"} <= set(thing(tree, "e1").attrib["class"].split())
    assert "scored" in thing(tree, picture.line_thing(0, 9)).attrib["class"].split()
    assert picture.spotlight(alone.row, alone.legal()[0]) == {}
