import random

import pytest
from tests.games.worked import worked

from fivefold.contract import CHANCE, NOBODY, SPECTATOR
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.words import ending_text, explain
from fivefold.games.locus import notation, rules

WORKED = worked(__file__)


def legal(row: list[int]) -> list[int]:
    out = [0] * rules.MAX_MOVES
    return out[: rules.legal_moves(row, out)]


def played(row: list[int], *texts: str) -> list[int]:
    for text in texts:
        rules.play(row, notation.read(row, text))
    return row


def test_texts(dealt) -> None:
    row = [0] * rules.SIZE
    rules.setup(row, {"grid": 1, "first": 0})
    assert notation.say(row, 26, SPECTATOR) == "deal:7h"
    assert notation.clicks(row, 26) == ("7h",)
    assert explain(notation, row, 26) == "7h is dealt to a1"
    row = dealt(1)
    assert notation.say(row, 2 * 14, 0) == "c3:up"
    assert notation.say(row, 2 * 14 + 1, 0) == "c3:down"
    assert notation.clicks(row, 2 * 14 + 1) == ("c3", "down")


@pytest.mark.parametrize(("text", "says"), WORKED["what_is_no_move"])
def test_what_is_no_move(dealt, text: str, says: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        notation.read(dealt(1), text)
    assert says in str(caught.value)
    assert str(caught.value).startswith(f"{text}:" if text else "''")


def test_what_the_rules_forbid(dealt) -> None:
    row = played(dealt(1), "c3:up", "c4:down")
    before = list(row)
    for text, says in [
        ("c3:down", "c3:down: c3 already has a chip; pick a card without one, e.g. c2"),
        ("C4:up", "C4:up: c4 already has a chip"),
        ("g1:up", "g1:up: g1 is not in the grid, which has columns a to f and rows 1 to 6"),
        ("a7:up", "a7:up: a7 is not in the grid"),
        ("deal:7h", "deal:7h: the grid is full"),
    ]:
        with pytest.raises(IllegalMove) as caught:
            notation.read(row, text)
        assert str(caught.value).startswith(says)
    assert row == before


def test_while_the_cards_are_dealt() -> None:
    row = [0] * rules.SIZE
    rules.setup(row, {"grid": 0, "first": 1})
    played(row, "deal:Ac", "deal: 10H")
    assert rules.to_move(row) == CHANCE
    with pytest.raises(IllegalMove, match=r"^deal:th: Th already lies on b1; deal one that is left, e\.g\. Ad$"):
        notation.read(row, "deal:th")
    with pytest.raises(IllegalMove, match="still being dealt"):
        notation.read(row, "c3:up")
    assert " Ac" in notation.diagram(row, SPECTATOR)
    assert "The cards are being dealt, 28 cards to go" in notation.diagram(row, SPECTATOR)


def test_after_the_end(dealt) -> None:
    row = dealt(2, "6x5")
    while rules.to_move(row) != NOBODY:
        rules.play(row, legal(row)[0])
    with pytest.raises(IllegalMove, match="the game is over, every card has a chip"):
        notation.read(row, "a1:up")
    assert ending_text(notation, row) == "every card has a chip"
    assert notation.WORDS.text(notation.status(row)).startswith(("Amber wins ", "Indigo wins ", "A draw, "))


def test_explained_points_add_up(dealt) -> None:
    row, dice = dealt(5), random.Random(5)
    while rules.to_move(row) != NOBODY:
        for move in legal(row):
            text = explain(notation, row, move)
            added, _, total = text.partition(" = ")
            hand, *bonus = added.split(" + bonus ")
            points = sum(int(each.split()[0]) for each in bonus) + (0 if hand == "no hand" else int(hand.split()[-1]))
            assert points == rules.gain(row, move) == int(total or points)
        rules.play(row, dice.choice(legal(row)))


@pytest.mark.parametrize(
    ("cards", "text", "says"),
    [
        ({"c3": "9h", "b2": "9d"}, "c3:up", "pair of nines (9d 9h) 2"),
        ({"c3": "6h", "b2": "6d", "c2": "6c"}, "c3:up", "three sixes (6d 6c 6h) 5"),
        ({"c3": "2h", "b2": "6d", "c2": "6c", "d2": "2c"}, "c3:up", "two pair (6d 6c 2c 2h) 4"),
        ({"c3": "5h", "b2": "Ad", "c2": "3c", "d2": "2c", "b3": "4s"}, "c3:up", "straight (Ad 2c 3c 4s 5h) 7"),
        ({"c3": "Kh", "b2": "Ad", "c2": "Qc", "d2": "Tc", "b3": "Js"}, "c3:up", "straight (Tc Js Qc Kh Ad) 7"),
        (
            {"c3": "2c", "b2": "As", "c2": "Qs", "d2": "Ks", "b3": "Js"},
            "c3:down",
            "royal flush (Js Qs Ks As, 2c as Ts) 11",
        ),
        ({"c3": "2h", "b2": "Ad", "c2": "9d", "d2": "3d", "b3": "7d"}, "c3:down", "flush (3d 7d 9d Ad, 2h as Ad) 8"),
    ],
)
def test_hands_in_words(lay, cards: dict[str, str], text: str, says: str) -> None:
    row = lay(cards)
    assert explain(notation, row, notation.read(row, text)).startswith(says)


def test_diagram(lay) -> None:
    alive = {"a1": "7h", "b1": "Kd", "c1": "3c", "d1": "Ts", "e1": "9c", "f1": "2d"}
    row = lay(alive, chips={"b1": 0, "c1": 1}, dead_chips={"a2": 0, "b2": 1}, turn=1)
    row[rules.SCORE], row[rules.SCORE + 1] = 1, 23
    lines = notation.diagram(row, SPECTATOR).split("\n")
    assert lines[0] == lines[6] == "      a     b     c     d     e     f"
    assert lines[1] == " 1   7h    Kd o  3c x  Ts    9c    2d    1"
    assert lines[2].startswith(" 2  (Ac)o (Ad)x ")
    assert lines[8] == "7h free · 7h o up, (7h)o face down: Amber's chip o, Indigo's chip x"
    assert lines[9:] == ["Amber (o): 1 point, 2 chips left", "Indigo (x): 23 points, 2 chips left"]


def test_description_names_every_card_and_state(lay) -> None:
    row = lay({"a1": "7h", "b1": "Kd"}, chips={"b1": 1}, dead_chips={"c1": 0})
    text = notation.WORDS.text(notation.description(row, notation.status(row)))
    assert "Row 1: 7h, Kd with Indigo's chip, Ac face down, Amber, " in text
    assert text.startswith("A grid of 6 by 5 cards. Amber to move. Amber 0 points and Indigo 0 points.")
