import re
from xml.etree import ElementTree

import pytest
from dice_poker_table import HOUSES, legal, play, roll, texts
from tests.games.drawn import SVG, classes, labels, node, thing, words

from fivefold.contract import NOBODY, SPECTATOR
from fivefold.games.dice_poker import notation, picture, pieces, rules
from fivefold.games.dice_poker.board import CLASSIC, FREE_SPACE, NAMES, PATTERN_NAMES
from fivefold.games.dice_poker.odds import chance_of
from fivefold.games.dice_poker.patterns import FULL_HOUSE
from fivefold.parts import drawn_dice


def drawn(row, viewer=SPECTATOR, marks=None):
    return ElementTree.fromstring(picture.draw(row, viewer, marks or {}).svg)


def said(tree, space):
    found = node(tree, f"space-{space}")
    return found.get("aria-label") or found.findtext(f"{SVG}title")


def dice(tree):
    """The faces that the dice show, in order."""
    shown = [next(node(tree, f"die-{place}").iter(f"{SVG}use")).get("href") for place in range(1, 6)]
    return [int(href.removeprefix("#face-")) for href in shown]


def with_class(tree, name):
    found = (each for each in tree.iter() if name in each.get("class", "").split())
    return {each.get("id", "").removeprefix("space-") for each in found}


def bands(tree):
    return next(each for each in tree.iter() if each.get("class") == "threats")


# What can be picked


def test_the_button_ends_a_turn_only_where_nothing_else_is_possible(lay) -> None:
    taken = "a2 d3 f2 d8 f6 i8"
    stuck = lay(dice="12346", roll=3, azure=taken)
    assert labels(drawn(stuck, 0)) == {"end": "End the turn"}
    assert "End" in words(drawn(stuck, 0)) and "End" not in words(drawn(stuck, 1))
    assert {"Roll 3", "of 3"} <= set(words(drawn(stuck, 1)))
    assert "end" not in labels(drawn(lay(dice="12346", roll=2), 0))
    assert set(labels(drawn(lay(dice="11346", roll=3), 0))) == {"a2"}


def test_after_the_last_roll_the_button_tells_what_to_do(lay) -> None:
    place, bounce = lay(dice="11346", roll=3), lay(dice="22555", roll=3, azure=f"{HOUSES} d3 f7 d1 f9 b5 h5")
    assert {"Take", "a space"} <= set(words(drawn(place, 0)))
    assert {"Bounce", "a piece"} <= set(words(drawn(bounce, 0)))
    assert "roll" not in labels(drawn(place, 0)) and "roll" not in labels(drawn(bounce, 0))


def test_the_button_tells_how_many_dice_and_rolls(lay) -> None:
    row = lay(dice="22555")
    assert {"Roll", "all five", "2 left"} <= set(words(drawn(row, 0)))
    kept = drawn(row, 0, {"5*3": "picked", "5*4": "picked", "5*5": "picked"})
    assert {"Roll", "2 dice", "2 left"} <= set(words(kept))
    assert labels(kept)["roll"] == "Roll 2 dice, 2 left"
    four = dict.fromkeys(["2*1", "2*2", "5*3", "5*4"], "picked")
    assert labels(drawn(lay(dice="22555", roll=2), 0, four))["roll"] == "Roll 1 die, 1 left"
    assert "roll" not in labels(drawn(row, 0, {**four, "5*5": "picked"})), "all five is no move"


def test_kept_dice_are_named_and_keys_are_given(lay) -> None:
    tree = drawn(lay(dice="22555"), 0, {"5*3": "picked"})
    assert labels(tree)["5*3"] == "five, third die, kept"
    assert labels(tree)["2*1"] == "two, first die"
    assert "picked" in thing(tree, "5*3").get("class", "")
    assert [thing(tree, name).get("data-keys") for name in ("2*1", "5*5", "roll")] == ["1", "5", "r space"]
    assert words(tree).count("keep") == 5, "the style shows it on those kept"


# The board


def test_every_space_shows_its_pattern(begin) -> None:
    tree = drawn(begin())
    for space, pattern in enumerate(CLASSIC):
        shown = [use.get("href") for use in node(tree, f"space-{NAMES[space]}").iter(f"{SVG}use")]
        assert f"#pattern-{pattern}-open" in shown
        assert pieces.KINDS[pattern] in classes(tree, f"space-{NAMES[space]}")
    assert said(tree, "e5") == "e5: free space, counts for everyone"


@pytest.mark.parametrize(
    ("pattern", "faces"), [("P3", "33"), ("T4", "444"), ("Q6", "6666"), ("2-5", "2255"), ("F", "00000")]
)
def test_a_pattern_is_drawn_with_its_dice(pattern: str, faces: str) -> None:
    shapes = {each.get("id"): each for each in ElementTree.fromstring(f"<defs>{pieces.shapes()}</defs>").iter("g")}

    def shown(name):
        if found := re.fullmatch(r"small-(\d)", name):
            return found[1]
        return "".join(shown(use.get("href", "")[1:]) for use in shapes[name].iter("use"))

    assert shown(f"pattern-{PATTERN_NAMES.index(pattern)}") == faces


def test_patterns_not_yet_dealt_are_not_shown(begin) -> None:
    row = begin(layout="shuffled")
    for _ in range(50):
        rules.play(row, legal(row)[-1])
    tree = drawn(row)
    shown = {name for name in NAMES if "undealt" not in classes(tree, f"space-{name}")}
    assert shown == {*NAMES[:51], NAMES[FREE_SPACE]}
    assert said(tree, "i9") == "i9: not dealt yet"
    assert picture.motions(row, legal(row)[0]) == () and picture.spotlight(row, legal(row)[0]) == {}


def test_matching_spaces_are_lit_by_reason(lay) -> None:
    tree = drawn(lay(dice="22555", ruby="a1"), 1)
    assert with_class(tree, "match") == {"d3", "f7", "d1", "f9", "b5", "h5", *HOUSES.split()}
    assert with_class(tree, "second") == {"f7"}, "the higher of two pairs has a sign of its own"
    assert {space for space in NAMES if "matches" in said(tree, space)} == with_class(tree, "match")
    assert said(tree, "b5") == "b5: two pair 2-5, open, matches"
    assert with_class(drawn(lay(dice="22555"), 0, {"": "over"}), "match") == set()


def test_five_of_a_kind_light_every_open_space(lay) -> None:
    tree = drawn(lay(dice="44444", ruby="d8"))
    assert with_class(tree, "match") == set(NAMES) - {"e5", "d8"}
    assert with_class(tree, "match") - with_class(tree, "any") == {"b3", "h7", "b8", "h2"}
    assert said(tree, "g4") == "g4: straight, open, matches five of a kind"


def test_pieces_keep_their_pattern_in_sight_and_protected_ones_a_lock(lay) -> None:
    tree = drawn(lay(ruby="a5 b5 c5 d5", azure="i8", players="3", saffron="a1"))
    assert next(use.get("href") for use in node(tree, "piece-a1").iter(f"{SVG}use")) == "#dice-piece-2"
    assert [use.get("href") for use in node(tree, "piece-i8").iter(f"{SVG}use")] == ["#dice-piece-1", "#pattern-5"]
    assert said(tree, "i8") == "i8: pair of sixes, Azure's piece"
    assert said(tree, "a5") == "a5: two pair 3-6, Ruby's piece, protected"
    locked = {name for name in NAMES if "#dice-lock" in [use.get("href") for use in node(tree, f"space-{name}")]}
    assert locked == {"a5", "b5", "c5", "d5"}


def test_what_can_be_bounced_has_its_sign(lay) -> None:
    row = lay(dice="22555", azure=HOUSES, ruby="a1")
    tree = drawn(row, 0)
    assert with_class(tree, "bounce") == set(HOUSES.split())
    assert labels(tree)["c4"] == "c4: full house, Azure's piece, can be bounced"
    assert with_class(drawn(lay(dice="22555", turn=1, azure=HOUSES, ruby="a1"), 1), "bounce") == {"a1"}
    assert with_class(drawn(lay(dice="22556", azure=HOUSES)), "bounce") == set()


# Odds


def test_open_spaces_show_the_odds_with_the_dice_kept(lay) -> None:
    row = lay(dice="25556", azure="b1")
    tree = drawn(row, 0, dict.fromkeys(["5*2", "5*3", "5*4"], "picked"))
    chance = chance_of(PATTERN_NAMES.index("Q5"), (5, 5, 5), 2)
    assert said(tree, "h9") == f"h9: four fives, open, {100 * chance:.1f}% by the last roll if you keep 5 5 5"
    assert f"{100 * chance:.0f}%" in words(node(tree, "space-h9"))
    assert words(node(tree, "space-d1")) == ["take"], "what the dice match can be taken now"
    assert said(tree, "d1").endswith("open, matches")
    assert words(node(tree, "space-b1")) == words(node(tree, "space-e5")) == []
    strong = {name: node(tree, f"space-{name}")[-1].get("class") for name in ("d1", "h9", "f1")}
    assert strong == {"d1": "odds odds-3", "h9": "odds odds-2", "f1": "odds odds-1"}
    assert "chance if you keep 5 5 5 and roll two" in words(tree)


def test_what_the_kept_dice_cannot_become_is_far_off_and_shows_no_odds(lay) -> None:
    row = lay(dice="25556")
    tree = drawn(row, 0, dict.fromkeys(["5*2", "5*3", "5*4"], "picked"))
    assert words(node(tree, "space-a1")) == [] and "beyond" in node(tree, "space-a1").get("class")
    assert said(tree, "a1") == "a1: two pair 3-4, open, not with 5 5 5 kept"
    assert "beyond" not in node(tree, "space-d1").get("class"), "what the dice match can be taken now"


def test_odds_of_rolling_everything_are_said_but_not_written_all_over_the_board(lay) -> None:
    tree = drawn(lay(dice="25556"), 0)
    chance = f"{100 * chance_of(0, (), 2):.1f}"
    assert (
        words(node(tree, "space-a2")) == []
        and said(tree, "a2") == f"a2: pair of ones, open, {chance}% by the last roll"
    )
    assert "tap the dice you want to keep" in words(tree)


def test_dice_kept_before_are_picked_beforehand_until_somebody_takes_them_back(lay) -> None:
    row = play(roll(play(lay(dice="26666"), "keep:6666"), [1]))
    tree, mine = drawn(row, 0), ["6*2", "6*3", "6*4", "6*5"]
    assert [name for name in ("1*1", *mine) if thing(tree, name).get("data-picked") is not None] == mine
    assert labels(tree)["roll"] == "Roll 1 die, 1 left"
    assert labels(drawn(row, 0, {"": "picking"}))["roll"] == "Roll all five dice, 1 left"
    assert labels(drawn(row, 0, {"": "picking", "6*2": "picked"}))["roll"] == "Roll 4 dice, 1 left"
    assert all(thing(drawn(row, 1), name).get("data-picked") is None for name in mine)
    assert thing(drawn(play(row, "roll"), 0), "6*2").get("data-picked") is None, "while the dice roll"


def test_a_die_that_joins_a_pair_that_was_kept_is_kept_in_the_forecast_too(lay) -> None:
    row = play(roll(play(lay(dice="13346"), "keep:33"), [3, 5, 6]))
    tree = drawn(row, 0)
    assert "chance if you keep 3 3 3 and roll two" in words(tree)
    assert [name for name in labels(tree) if name.startswith("3*") and thing(tree, name).get("data-picked") == ""] == [
        "3*1",
        "3*2",
        "3*3",
    ]
    single = play(roll(play(lay(dice="12346"), "keep:34"), [3, 5, 6]))
    assert "chance if you keep 3 4 and roll three" in words(drawn(single, 0))
    five = play(roll(play(lay(dice="13334"), "keep:333"), [3, 3]))
    assert "chance if you keep 3 3 3 and roll two" in words(drawn(five, 0)), "five dice cannot be kept"


def test_lines_close_to_a_set_are_lit_and_told(lay) -> None:
    tree = drawn(lay(dice="12346", ruby="b4 c4 d4", azure="f9 g9 h9 i9"), 0)
    drawn_bands = {path.get("class") for path in bands(tree)}
    assert drawn_bands == {"threat threat-0", "threat threat-1 close"}
    assert said(tree, "e9").endswith("completes a set for Azure")
    assert "Azure needs only e9 for a set in row 9" in " ".join(tree.itertext())
    assert "Ruby has three of five in row 4" in " ".join(tree.itertext())
    whole = drawn(lay(dice="12346", ruby="b4 c4 d4 e4 f4"), 0)
    assert not with_class(whole, "threat"), "a set is more than that"


def test_odds_are_for_whose_turn_it_is_and_only_while_rolls_are_left(lay) -> None:
    row = lay(dice="25556", roll=2)
    kept = {"6*5": "picked"}
    assert words(node(drawn(row, 0, kept), "space-i2")) == [f"{100 * chance_of(FULL_HOUSE, (6,), 1):.0f}%"]
    assert with_class(drawn(row, 0, kept), "with-odds") and not with_class(drawn(row, 1, kept), "with-odds")
    assert words(node(drawn(row, 1, kept), "space-i2")) == []
    assert words(node(drawn(lay(dice="25556", roll=3), 0), "space-a2")) == []


# Dice


def test_dice_stand_in_their_places_and_can_tumble(lay, begin) -> None:
    tree = drawn(lay(dice="13466"))
    assert dice(tree) == [1, 3, 4, 6, 6]
    assert dice(drawn(begin())) == [0] * 5
    assert node(tree, "die-1").get("data-faces") == "face-1 face-2 face-3 face-4 face-5 face-6"
    assert len({each.get("id") for each in tree.iter() if each.get("id") == "die-1"}) == 1


def run(row, faces):
    """Roll these dice; return where each thing that moved went in the end."""
    went = {f"die-{place}": f"die-{place}" for place in range(1, 6)}
    moved = set()
    for face in faces:
        step = dict(picture.motions(row, face))
        assert len(set(step.values())) == len(step), "no die comes to two places"
        moved |= {start for start, end in went.items() if end in step}
        went = {start: step.get(end, end) for start, end in went.items()}
        rules.play(row, face)
    return {start: went[start] for start in moved}


@pytest.mark.parametrize(
    ("kept", "rolled"), [("", (3, 1, 6, 2, 2)), ("255", (5, 1)), ("2556", (6,)), ("16", (4, 6, 1))]
)
def test_a_roll_puts_every_die_in_its_place(lay, kept: str, rolled: tuple[int, ...]) -> None:
    row = lay(dice=kept)
    before = dice(drawn(row))
    motions = run(row, rolled)
    after = dice(drawn(row))
    assert len(set(motions.values())) == len(motions)
    for start, end in motions.items():
        was, now = before[int(start[-1]) - 1], after[int(end[-1]) - 1]
        assert was in (0, now), "a kept die keeps its face"
    stay = [place for place in range(1, 6) if f"die-{place}" not in motions]
    assert all(before[place - 1] == after[place - 1] != 0 for place in stay)
    assert sum(before[int(start[-1]) - 1] == 0 for start in motions) == len(rolled)


def test_kept_dice_close_up(lay) -> None:
    row = lay(dice="23355")
    assert picture.motions(row, notation.read(row, "keep:355")) == (
        ("die-2", "die-1"),
        ("die-4", "die-2"),
        ("die-5", "die-3"),
    )
    assert picture.motions(row, notation.read(row, "keep:")) == ()
    assert picture.motions(row, notation.read(row, "keep:233")) == ()


# Moves


def test_pieces_come_from_their_player_and_leave_to_their_owner(lay) -> None:
    row = lay(dice="22555", turn=2, players="3", azure=HOUSES)
    assert picture.motions(row, notation.read(row, "d1")) == (("seat-2", "piece-d1"),)
    assert picture.motions(row, notation.read(row, "x:c4")) == (("piece-c4", "seat-1"),)
    stuck = lay(dice="12346", roll=3, azure="a2 d3 f2 d8 f6 i8")
    assert picture.motions(stuck, rules.END_TURN) == ()


def test_spotlights_show_the_space_and_the_set_it_completes(lay) -> None:
    row = lay(dice="33444", ruby="a5 b5 c5", azure=HOUSES)
    assert picture.spotlight(row, notation.read(row, "d5") if "d5" in texts(row) else NAMES.index("d5")) == {
        "a5": "scored",
        "b5": "scored",
        "c5": "scored",
        "d5": "scored last",
        "e5": "scored",
    }
    assert picture.spotlight(row, notation.read(row, "x:c4")) == {"c4": "last"}
    assert picture.spotlight(row, notation.read(row, "keep:44")) == {}
    marked = drawn(row, 0, dict(picture.spotlight(row, NAMES.index("d5"))))
    assert {"scored", "last"} <= set(classes(marked, "space-d5"))


def lines(row):
    group = next(each for each in drawn(row).iter() if each.get("class") == "sets")
    return sorted(
        (each.get("class"), each[0].get("d")) for each in group.iter() if each.get("class", "").startswith("set ")
    )


def test_sets_are_lines_through_their_spaces(lay) -> None:
    row = lay(ruby="a5 b5 c5 d5", azure="a9 b9 c9 d9 e9 f9")
    assert lines(row) == [("set set-0", "M50 450L450 450"), ("set set-1", "M50 850L550 850")]
    assert "sets" not in {each.get("class") for each in drawn(lay(ruby="a5 b5 c5")).iter()}


def test_two_sets_on_the_line_of_the_free_space_stand_beside_each_other(lay) -> None:
    row = lay(ruby="a5 b5 c5 d5", azure="f5 g5 h5 i5")
    assert lines(row) == [("set set-0", "M50 457L450 457"), ("set set-1", "M450 443L850 443")]
    diagonal = lines(lay(ruby="a1 b2 c3 d4", azure="f6 g7 h8 i9"))
    assert diagonal == [("set set-0", "M43 57L443 457"), ("set set-1", "M457 443L857 843")]


def test_nine_in_a_row_have_a_knot_in_their_middle(lay) -> None:
    [group] = [each for each in drawn(lay(ruby="a5 b5 c5 d5 f5 g5 h5 i5")).iter() if each.get("class") == "set set-0"]
    assert [circle.get("cx") for circle in group.iter(f"{SVG}circle")] == ["50", "850", "450"]


# The whole picture


def test_a_bare_picture_is_as_wide_as_the_board_and_leaves_scores_to_the_page(lay) -> None:
    row = lay(dice="22555")
    tree = drawn(row, 0, {"": "bare"})
    width = float(tree.get("viewBox", "").split()[2])
    assert 390 / width * 100 >= 41, "a space on a screen 390 wide"
    assert 390 / width * 125 >= 52, "a die"
    assert not any((each.get("id") or "").startswith("sets-") for each in tree.iter())
    assert words(node(drawn(row, 0), "sets-1")) == ["Azure", "0 pieces", "0"]


def test_title_and_description_tell_the_position(lay) -> None:
    tree = drawn(lay(dice="22555", ruby="a1", roll=2))
    assert tree.findtext(f"{SVG}title") == "Dice Poker: Ruby to move, roll 2 of 3"
    description = tree.findtext(f"{SVG}desc") or ""
    assert "Dice 2 2 5 5 5" in description and "a1" in description
    assert drawn(lay(dice="22555"), 0, {"": "over"}).findtext(f"{SVG}title") == "Dice Poker"


def test_a_finished_game_is_drawn_with_its_winner(lay) -> None:
    row = lay(dice="34444", sets="1", ruby="a5 b5 c5", roll=3)
    rules.finish_turn(row, NAMES.index("d5"))
    assert rules.to_move(row) == NOBODY
    tree = drawn(row, 0)
    assert "winner" in classes(tree, "sets-0") and "winner" in words(tree)
    assert labels(tree) == {} and "Roll" not in " ".join(words(tree))


def test_the_style_knows_every_surrounding_of_the_dice() -> None:
    used = set(re.findall(r"var\(--([a-z-]+)\)", drawn_dice.SHAPES))
    assert used - {"shadow"} <= set(picture.LOOK.light)


def test_same_position_same_bytes_and_marks_are_escaped(lay) -> None:
    row = lay(dice="22555")
    assert picture.draw(row, 0, {}).svg == picture.draw(row, 0, {}).svg
    ElementTree.fromstring(picture.draw(row, 0, {"a1": 'x" y="', "5*3": '<b "', "roll": '"', "z9": "hint"}).svg)
