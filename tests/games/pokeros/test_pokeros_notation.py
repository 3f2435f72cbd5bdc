"""Moves in words, errors and the table as text."""

import pytest
from pokeros_table import laid, start
from tests.games.worked import worked
from tests.quick import in_turn

from fivefold.contract import SPECTATOR, TABLE
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.games.pokeros import notation, rules
from fivefold.play.match import Match

WORKED = worked(__file__)


def refused(row: list[int], text: str, kind: type[Exception] = IllegalMove) -> str:
    with pytest.raises(kind) as caught:
        notation.read(row, text)
    return str(caught.value)


def test_coordinates_grow_to_the_right_and_downwards() -> None:
    match = Match("pokeros", seed=2, first=0, chance=["deal:7d", "deal:8d", "deal:9d", "deal:Td"])
    assert notation.clicks(match.row, notation.read(match.row, "9d@0,-1")) == ("9d", "0,-1")
    match.play("9d@0,-1")
    assert match.row[rules.TOP] == -1
    assert rules.card_on(match.row, rules.cell_at(0, -1)) == notation.card_from_text("9d")
    assert match.text.splitlines()[2].split() == ["-1", "·", "9d", "·", "-1"]


def test_moves_are_read_in_any_case_and_with_blanks() -> None:
    row, move = laid("7d [W1]", wilds=1)
    assert notation.say(row, move, 0) == "W1@1,0"
    for text in ("W1@1,0", "w1@1,0", " W 1 @ 1 , 0 "):
        assert notation.read(row, text) == move
    row, move = laid("7d [Th]")
    assert notation.read(row, "10h@1,0") == move


@in_turn("text, reason", WORKED["texts_that_are_no_moves"])
def test_texts_that_are_no_moves(text: str, reason: str) -> None:
    row, _ = laid("7d [7h]")
    message = refused(row, text, InvalidMove)
    assert message.startswith(f"{text}: ")
    assert reason in message


@in_turn("text, message", WORKED["illegal_moves_are_told_why_and_what_would_do"])
def test_illegal_moves_are_told_why_and_what_would_do(text: str, message: str) -> None:
    row, _ = laid("2c 3d 4h 5s 6c\n. [7h]")
    assert refused(row, text).startswith(message)


def test_far_cells_that_fall_on_the_same_place_of_the_ribbon_are_told_apart() -> None:
    row, _ = laid("2c [7h]")
    for text in ("7h@-43,1", "7h@1,43", "7h@43,-42"):
        assert "shares no edge" in refused(row, text)


def test_deals_and_ends_are_told() -> None:
    row = start(deck=1)
    assert "a card must be dealt first" in refused(row, "7h@1,0")
    assert "the stripped deck has no 2c" in refused(row, "deal:2c")
    rules.play(row, notation.read(row, "deal:7h"))
    assert refused(row, "deal:7h") == "deal:7h: 7h has already been dealt; deal one that is left, e.g. Ac"
    row, move = laid("9h [9d]")
    row[rules.PACK] = 0
    rules.play(row, move)
    assert refused(row, "9s@2,0") == "9s@2,0: the game is over, every card is on the table; start another"


def test_with_one_card_to_a_turn_the_cell_alone_is_picked_and_another_card_refused() -> None:
    row, move = laid("7d [8h]", hand=1)
    assert notation.clicks(row, move) == ("1,0",)
    assert refused(row, "9h@1,0") == "9h@1,0: the card turned up for Coral is 8h; place that one"


def test_the_table_as_text() -> None:
    row, _ = laid("2c 3d 4h 5s 6c\n. [7h]", wilds=1)
    rules.hold(row, 0, 52)
    rules.hold(row, 1, 30)
    row[rules.SCORE : rules.SCORE + 2] = [1, 12]
    assert notation.diagram(row, 0).splitlines() == [
        "      -1   0   1   2   3   4   5",
        "  -1       ·   ·   ·   ·   ·       -1",
        "   0   x  2c  3d  4h  5s  6c   x    0",
        "   1       ·   ·   ·   ·   ·        1",
        "      -1   0   1   2   3   4   5",
        "",
        "· open   x barred by the limit of five",
        "Write, for example, 7h@2,-1 (column 2, row -1).",
        "Pack: 47 cards",
        "Coral: 1 point, holds 7h W1",
        "Teal: 12 points, holds 1 card",
    ]
    assert notation.diagram(row, SPECTATOR).splitlines()[-2:] == [
        "Coral: 1 point, holds 2 cards",
        "Teal: 12 points, holds 1 card",
    ]
    assert notation.diagram(row, TABLE).splitlines()[-1] == "Teal: 12 points, holds 8h"
    one, _ = laid("7d [8h]", hand=1)
    assert notation.diagram(one, SPECTATOR).splitlines()[-2:] == ["Coral: 0 points, has 8h to place", "Teal: 0 points"]
    assert notation.diagram(start(), 0) == "The table is empty."


def test_a_wide_table_keeps_its_cells_under_their_coordinates() -> None:
    row = start()
    for x in range(44):
        rules.lay(row, x, rules.cell_at(-x, 0))
    lines = notation.diagram(row, 0).splitlines()
    assert lines[0].split() == [str(x) for x in range(-44, 2)]
    assert lines[0].index("-43") + 2 == lines[2].index("Js") + 1
    assert max(map(len, lines)) <= 4 * 48 + 1


@pytest.mark.parametrize(
    ("totals", "words"), [((3, 5), "Teal wins 5–3"), ((6, 5), "Coral wins 6–5"), ((4, 4), "A draw, 4–4")]
)
def test_the_standing_in_words(totals: tuple[int, int], words: str) -> None:
    row, _ = laid("2c 3d")
    row[rules.SCORE : rules.SCORE + 2] = totals
    assert notation.WORDS.text(notation.status(row)) == words
    assert notation.WORDS.text(notation.status(laid("7d [8h]")[0])) == "Coral to move"
    assert notation.WORDS.text(notation.status(start())) == "The cards are being dealt"
