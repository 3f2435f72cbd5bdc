"""Moves in words, what is wrong with others, and the play-by-mail drawing."""

import re

import pytest

from fivefold.contract import SPECTATOR
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.words import explain, narration
from fivefold.games.focus import notation, rules
from fivefold.games.focus.notation import WORDS

SEED = """\
A B C D E F G H
-------------------------------
1 | | | | | 1
-------|-------|-------|-------|-------|-------
2 | R | R | G | G | R | R | 2
-------|-------|-------|-------|-------|-------|-------|-------
3 | | G | G | R | R | G | G | | 3
|-------|-------|-------|-------|-------|-------|-------|-------|
4 | | R | R | G | G | R | R | | 4
|-------|-------|-------|-------|-------|-------|-------|-------|
5 | | G | G | R | R | G | G | | 5
|-------|-------|-------|-------|-------|-------|-------|-------|
6 | | R | R | G | G | R | R | | 6
-------|-------|-------|-------|-------|-------|-------|-------
7 | G | G | R | R | G | G | 7
-------|-------|-------|-------|-------|-------
8 | | | | | 8
-------------------------------
A B C D E F G H
Reserves for Player Red = 0
Reserves for Player Green = 0"""


def test_the_drawing_is_the_first_servers(begin):
    drawing = notation.diagram(begin(), SPECTATOR)
    assert "\n".join(" ".join(line.split()) for line in drawing.split("\n")) == SEED
    assert all(line == line.rstrip() for line in drawing.split("\n"))


def test_the_drawing_lines_up(begin):
    lines = notation.diagram(begin(players=4), SPECTATOR).split("\n")
    middles = [lines[0].index(letter) for letter in "ABCDEFGH"]
    board = lines[2:18:2]
    for line in board:
        assert {place for place, sign in enumerate(line) if sign in "RYBG"} <= set(middles)
        assert {place for place, sign in enumerate(line) if sign == "|"} <= {
            middle - 4 for middle in [*middles, 67 + 4]
        }
        assert line.startswith(line[-1])
    assert [sum(sign in "RYBG" for sign in line) for line in board] == [4, 6, 8, 8, 8, 8, 6, 4]
    assert lines[-4:] == [f"Reserves for Player {colour} = 0" for colour in ("Red", "Yellow", "Blue", "Green")]


def test_a_stack_is_drawn_bottom_to_top(lay):
    drawing = notation.diagram(lay({"c3": "RGRR", "f3": "GGGRG"}, reserve=(2, 0)), SPECTATOR)
    assert "| RGRR  |       |       | GGGRG |" in drawing
    assert drawing.endswith("Reserves for Player Red = 2\nReserves for Player Green = 0")


def test_captures_stand_below_where_they_win(begin):
    row = begin(players=3, win="quota")
    row[rules.CAPTURED + 1], row[rules.CAPTURED + 2] = 2, 1
    assert notation.diagram(row, SPECTATOR).split("\n")[-3:] == [
        "Captured by Player Red = 2 Green and 1 Yellow",
        "Captured by Player Green = nothing",
        "Captured by Player Yellow = nothing",
    ]
    assert "Captured" not in notation.diagram(begin(players=3), SPECTATOR)


def test_what_else_is_read(lay):
    row = lay({"c3": "RR", "h3": "G"}, reserve=(1, 0))
    assert notation.read(row, " C3 - E3 : 2") == notation.read(row, "c3-e3") == notation.read(row, "c3 e3")
    assert notation.read(row, "R:E5") == notation.read(row, "reserve:e5")
    assert notation.clicks(row, notation.read(row, "r:e5")) == ("reserve", "e5")
    assert notation.clicks(row, notation.read(row, "c3-e3")) == ("c3", "e3")


WRONG = [
    ("c3-f3", "c3-f3: the stack on c3 is 2 high, so it moves 1 or 2 squares"),
    ("d4-d6", "d4-d6: the stack on d4 is 1 high, so it moves 1 square"),
    ("c3-e3:1", "c3-e3:1: e3 is 2 squares from c3, so 2 pieces move; write c3-e3:2"),
    ("c3-d3:2", "c3-d3:2: d3 is 1 square from c3, so 1 piece moves; write c3-d3:1"),
    ("c3-d4", "c3-d4: c3 and d4 are not in one row or column; stacks move straight left, right, up or down"),
    ("c3-c3", "c3-c3: the stack is already on c3"),
    ("e5-e6", "e5-e6: the stack on e5 (RG) is Green's, whose piece is on top; Red moves stacks with Red on top"),
    ("f6-f7", "f6-f7: f6 is empty; try "),
    ("c3-c9", "c3-c9: c9 is off the board; its columns are a to h, its rows 1 to 8"),
    ("c3-a1", "c3-a1: a1 is off the board, which has no corners; row 1 runs from c to f"),
    ("r:e5", "r:e5: Red has no piece in reserve; try "),
    ("swap:c3-e5", "swap:c3-e5: pieces are exchanged only before play, in a swap opening; try "),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[text for text, _ in WRONG])
def test_illegal_moves_are_explained(lay, text, message):
    row = lay({"c3": "GR", "d4": "R", "e5": "RG"})
    before = row.copy()
    with pytest.raises(IllegalMove, match=re.escape(message)):
        notation.read(row, text)
    assert row == before


@pytest.mark.parametrize("text", ["", "c3", "up", "c3-", "c3-f3:x", "c0-c1", "r:", "swap:c3", "e5-e6-e7"])
def test_what_is_no_move(lay, text):
    with pytest.raises(InvalidMove, match=f"^{re.escape(text)}: " if text else "^not a move of Focus; "):
        notation.read(lay({"c3": "GR", "d4": "G"}), text)


def test_remedies_are_legal(lay, begin):
    cases = [
        (lay({"c3": "GR", "d4": "G"}), "d4-d5"),
        (begin(players=3), "c2-c1"),
        (begin(players=3), "r:c2"),
        (begin(opening="swap"), "c2-c1"),
        (begin(opening="swap"), "swap:d2-b2"),
    ]
    for row, text in cases:
        with pytest.raises(IllegalMove) as caught:
            notation.read(row, text)
        notation.read(row, str(caught.value).rsplit(maxsplit=1)[1])


def test_after_the_end_nothing_is_read(lay):
    row = lay({"c3": "R", "c4": "G"})
    rules.play(row, notation.read(row, "c3-c4"))
    with pytest.raises(IllegalMove, match="the game is over, nobody but Red can move or place; start another"):
        notation.read(row, "c4-c5")
    with pytest.raises(InvalidMove, match="the game is over"):
        notation.read(row, "hello")


def test_moves_are_explained(lay):
    row = lay({"c3": "RGRR", "e3": "GGRG", "h3": "R"}, reserve=(2, 0))
    told = {text: explain(notation, row, notation.read(row, text)) for text in ("c3-e3", "c3-d3", "h3-g3", "r:c3")}
    assert told == {
        "c3-e3": "takes e3, now 5 high; captures 1 green piece; leaves Green 2 pieces on c3",
        "c3-d3": "1 piece to d3; leaves Red 3 pieces on c3",
        "h3-g3": "1 piece to g3",
        "r:c3": "builds on c3, now 5 high; 1 piece left in reserve",
    }
    row = lay({"c3": "RGR", "c5": "RGGG", "h3": "G"})
    assert "1 piece back into reserve" in explain(notation, row, notation.read(row, "c3-c5"))


def test_what_happened_is_told_as_a_player_would(lay):
    row = lay({"c3": "RGRR", "e3": "GGRG", "h3": "R", "c5": "RGGG"}, reserve=(2, 0))

    def told(text):
        return narration(WORDS, [notation.account(row, notation.read(row, text))], text)

    assert told("c3-e3") == "Red takes e3 from c3 and captures 1 green piece"
    assert told("c3-d3") == "Red moves 1 piece from c3 to d3"
    assert told("r:c3") == "Red builds on c3 with a piece from the reserve"
    assert told("r:d5") == "Red places a piece from the reserve on d5"
    assert told("c3-c5") == "Red takes c5 from c3; 1 piece goes back into reserve"
