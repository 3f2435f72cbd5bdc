"""Moves in words and read from words, what is wrong with others, picks, and the board as text."""

import pytest
from dice_poker_table import HOUSES, STRAIGHTS, play, roll
from tests.games.worked import worked

from fivefold.contract import SPECTATOR
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.words import ending_text, explain, narration
from fivefold.games.dice_poker import notation, rules
from fivefold.games.dice_poker.board import NAMES
from fivefold.play.picks import leads

WORKED = worked(__file__)

BOARD_DRAWN = """\
     a      b      c      d      e      f      g      h      i
1    3-4    Q5     2-4    T5     4-6    1-5    F      3-5    1-6  1
2    P1     L11    1-3    F      L7     P3     T3     Q4     F    2
3    2-6    T4     Q2   o P2     Q6     F      1-2    5-6    2-3  3
4    Q1     S      F      1-4    T2     4-5    S      F      T1   4
5 [o]3-6 [o]2-5 [o]T6  [o]Q3     FREE   Q3     T6   x 2-5    3-6  5
6    T1     F      S      4-5    T2     1-4    F      S      Q1   6
7    2-3    5-6    1-2    F      Q6    *P5     Q2     T4     2-6  7
8    F      Q4     T3     P4     L7     F      1-3    L11    P6   8
9    1-6    3-5    F      1-5    4-6    T5     2-4    Q5     3-4  9
     a      b      c      d      e      f      g      h      i

*T5 matches the dice, o T5 has Ruby's piece, [o]T5 is protected
Ruby (o): 1 set of 2, 5 pieces
Azure (x): 0 sets of 2, 1 piece
dice   1 2 2 5 5
places 1 2 3 4 5
Azure to move, roll 2 of 3"""


def refused(row, text):
    with pytest.raises((IllegalMove, InvalidMove)) as caught:
        notation.read(row, text)
    assert str(caught.value).startswith(text.strip())
    return str(caught.value).removeprefix(text.strip())


# Reading


@pytest.mark.parametrize(("text", "meant"), WORKED["moves_are_read_in_any_order_and_case"])
def test_moves_are_read_in_any_order_and_case(lay, text, meant):
    row = lay(dice="12255")
    assert notation.say(row, notation.read(row, text), 0) == meant


@pytest.mark.parametrize("text", ["x:a1", "X:A1", "xa1", "x: a1"])
def test_bouncers_are_read(lay, text):
    row = lay(dice="12345", ruby=STRAIGHTS, azure="a1")
    assert notation.say(row, notation.read(row, text), 0) == "x:a1"


def test_dice_and_patterns_are_read(begin):
    assert notation.read(begin(), "Die:4") == 4
    row = begin(layout="shuffled")
    for text in ("deal:T5", "deal:3-4", "deal:f", "DEAL:L11"):
        assert notation.say(row, notation.read(row, text), 0) == text.replace("DEAL", "deal").replace(":f", ":F")


@pytest.mark.parametrize(("text", "words"), WORKED["what_is_wrong_is_said_and_what_would_do"])
def test_what_is_wrong_is_said_and_what_would_do(lay, text, words):
    assert words in refused(lay(dice="12255", azure="b5"), text)


def test_after_the_last_roll_nothing_is_kept(lay):
    message = refused(lay(dice="12255", roll=3, azure="b5"), "keep:55")
    assert message == ": that was the last of 3 rolls; place on d3, h5 or f7"
    assert refused(lay(dice="12346", roll=3), "keep:") == ": that was the last of 3 rolls; write end"


@pytest.mark.parametrize(("dice", "text", "words"), WORKED["bouncers_that_cannot_be"])
def test_bouncers_that_cannot_be(lay, dice, text, words):
    assert words in refused(lay(dice=dice, ruby=STRAIGHTS, azure="a1 b1 c1 d1 e1 a9"), text)


def test_one_space_left_is_named_in_the_singular(lay):
    houses = HOUSES.split()
    message = refused(lay(dice="33555", ruby=" ".join(houses[1:]), azure="a1"), "x:a1")
    assert "no bouncer while 1 full-house space is open" in message


def test_nobody_moves_while_the_dice_roll(begin):
    assert "the next move is a die, e.g. die:4" in refused(begin(), "f7")
    assert "the next move is a die, e.g. die:4" in refused(begin(), "deal:F")
    shuffled = begin(layout="shuffled")
    assert "the next move is a deal, e.g. deal:T5" in refused(shuffled, "die:3")
    for _ in range(12):
        play(shuffled, "deal:F")
    assert "every F has been dealt; deal one that is left" in refused(shuffled, "deal:F")


def test_nobody_moves_when_it_is_over(lay):
    row = play(lay(dice="44466", ruby="a1 b1 c1 d1", sets=1), "e1")
    for text in ("e2", "x:e1", "keep:", "end", "die:4", "deal:F"):
        assert "the game is over, Ruby has completed a set; start another" in refused(row, text)


# Picks


@pytest.mark.parametrize(
    ("move", "picks"),
    [("keep:255", ("2*2", "5*4", "5*5", "roll")), ("keep:5", ("5*4", "roll")), ("keep:", ("roll",)), ("f7", ("f7",))],
)
def test_picks_of_moves(lay, move, picks):
    row = lay(dice="12255")
    assert notation.clicks(row, notation.read(row, move)) == picks


def test_bouncers_and_the_end_are_one_pick(lay):
    row = lay(dice="12345", roll=3, ruby=STRAIGHTS, azure="a1")
    assert notation.clicks(row, notation.read(row, "x:a1")) == ("a1",)
    assert notation.clicks(lay(dice="12346", roll=3), rules.END_TURN) == ("end",)


def test_any_dice_with_the_same_faces_will_do(lay):
    row = lay(dice="12255")
    clicks = notation.clicks(row, notation.read(row, "keep:25"))
    assert leads(("5*5", "2*3", "roll"), clicks)
    assert not leads(("5*5", "5*4", "roll"), clicks)


# What a move does


@pytest.mark.parametrize(("move", "words"), WORKED["a_piece_is_explained"])
def test_a_piece_is_explained(lay, move, words):
    row = lay(dice="33333", ruby="a1 b1 c1 d1 a2 c9 d9 e9", azure="i3 i4 i5 i6 f4 f5 f6")
    told = explain(notation, row, NAMES.index(move))
    assert told.replace(", taken with five threes", "") == words


def test_a_space_taken_with_five_of_a_kind_says_so(lay):
    assert explain(notation, lay(dice="33333"), 0) == "two pair 3-4, taken with five threes"


@pytest.mark.parametrize(("ruby", "move", "words"), WORKED["sets_are_explained_on_every_kind_of_line"])
def test_sets_are_explained_on_every_kind_of_line(lay, ruby, move, words):
    assert explain(notation, lay(dice="33333", ruby=ruby), NAMES.index(move)).partition("; ")[2] == words


def test_three_of_five_that_cannot_become_a_set_are_not_told(lay):
    row = lay(dice="33333", ruby="b1 c1", azure="a1 f1")
    assert explain(notation, row, NAMES.index("d1")) == "three fives, taken with five threes"


def test_pieces_of_a_set_are_not_told_as_blocked(lay):
    row = lay(dice="33333", azure="a1 b1 c1 d1 e1")
    assert explain(notation, row, NAMES.index("g1")) == "full house, taken with five threes"


def test_a_bouncer_is_explained(lay):
    row = lay(dice="12345", ruby=STRAIGHTS, azure="a1 b1 c1 i9")
    assert explain(notation, row, notation.read(row, "x:b1")) == (
        "straight, a bouncer: Azure's piece leaves four fives; breaks up three of five in row 1"
    )
    assert (
        explain(notation, row, notation.read(row, "x:i9")) == "straight, a bouncer: Azure's piece leaves two pair 3-4"
    )


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("keep:55", "keep 5 5: pair of fives certain, three fives 67%, four fives 22%, two pair 5-6 23%"),
        ("keep:2255", "keep 2 2 5 5: pair of twos, pair of fives and two pair 2-5 certain, full house 56%"),
        ("keep:", "roll all five dice: pair of sixes 48%, full house 19%, three sixes 17%"),
    ],
)
def test_a_keep_says_what_it_goes_for_and_how_likely_that_is(lay, move, words):
    row = lay(dice="12255")
    assert explain(notation, row, notation.read(row, move)).startswith(words)


def test_a_keep_counts_only_what_is_open_and_the_rolls_left(lay):
    row = lay(dice="12255", roll=2, azure="f7 f9", ruby="d1")
    told = explain(notation, row, notation.read(row, "keep:55"))
    assert told == "keep 5 5: four fives 7%, two pair 5-6 8%, two pair 4-5 8%"


def test_a_keep_counts_bouncers(lay):
    row = lay(dice="12344", azure=STRAIGHTS)
    assert "a bouncer by straight 31%" in explain(notation, row, notation.read(row, "keep:1234"))


def test_chance_is_explained(begin):
    row = begin(first=1)
    assert explain(notation, row, 4) == "Azure rolls a 4"
    several = [notation.account(row, face) for face in (4, 5, 5)]
    assert narration(notation.WORDS, several, "") == "Azure rolls 4, 5 and 5"
    shuffled = begin(layout="shuffled")
    assert explain(notation, shuffled, notation.read(shuffled, "deal:T5")) == "three fives on a1"


def test_the_end_of_a_turn_is_explained(lay):
    assert (
        explain(notation, lay(dice="12346", roll=3), rules.END_TURN) == "1 2 3 4 6 match no open space: the turn ends"
    )


# The board as text and in words


def test_the_board_is_drawn(lay):
    row = lay(dice="12255", roll=2, turn=1, ruby="a5 b5 c5 d5 d3", azure="h5")
    assert notation.diagram(row, SPECTATOR) == BOARD_DRAWN


def test_a_board_being_dealt_shows_what_is_not_known(begin):
    row = play(begin(layout="shuffled"), "deal:F", "deal:S")
    drawing = notation.diagram(row, SPECTATOR)
    assert drawing.split("\n")[1] == "1    F      S      ...    ...    ...    ...    ...    ...    ...  1"
    assert drawing.endswith("The patterns are being dealt, 78 to go")
    assert "FREE" in drawing


def test_dice_not_rolled_yet_are_dots(begin):
    assert "dice   2 5 . . .\n" in notation.diagram(roll(begin(), "52"), SPECTATOR)


def test_who_stands_how(lay, begin):
    assert notation.WORDS.text(notation.status(begin(first=1))) == "Azure rolls"
    assert notation.WORDS.text(notation.status(lay(dice="12255", turn=2, players=3))) == "Saffron to move, roll 1 of 3"
    won = play(lay(dice="44466", ruby="a1 b1 c1 d1", sets=1), "e1")
    assert notation.WORDS.text(notation.status(won)) == "Ruby wins with a set"
    tired = play(lay(dice="12346", roll=3, patience=1, quiet=2, players=3), "end")
    assert notation.WORDS.text(notation.status(tired)) == "Ruby, Azure and Saffron share first place with no set each"
    assert ending_text(notation, tired) == "no piece was placed for 1 turn each"


def test_a_position_in_sentences(lay):
    row = lay(dice="12255", ruby="a5 b5 c5 d5 d3", azure="h5")
    assert notation.WORDS.text(notation.description(row, notation.status(row))) == (
        "A board of nine by nine spaces, e5 in its middle free. Ruby to move, roll 1 of 3. Dice 1 2 2 5 5. "
        "They match f7. "
        "Ruby: 1 set, pieces on d3, protected on a5, b5, c5 and d5. Azure: 0 sets, pieces on h5."
    )
    bouncing = lay(dice="12345", ruby=STRAIGHTS, players=3)
    told = notation.WORDS.text(notation.description(bouncing, None))
    assert "They match no open space. The straight is a bouncer." in told
    assert told.endswith("Saffron: 0 sets, no pieces.")
    assert "They match every open space." in notation.WORDS.text(notation.description(lay(dice="33333"), None))
