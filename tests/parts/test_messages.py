import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.quick import in_turn

from fivefold.parts import words
from fivefold.parts.messages import Catalogue, Fact, Language, Message, Reader, Seat, united

RED, BLUE = Seat(0, Message("red")), Seat(1, Message("blue"))
WORDS = Catalogue(
    {
        "red": "Red",
        "blue": "Blue",
        "draws": "{who} {who:draws|draw} {cards}",
        "rolls": "{who} {who:rolls|roll} {dice}",
        "die": "a {face}",
        "chips": "{count} {count:chip|chips}",
        "keeps": "{who} {who:keeps|keep} {other} from {other's} set",
        "row": "{cards/ }",
        "steps": "it moves {steps/, / or } {steps:square|squares}",
        "over": "the game is over: {why}",
        "won": "{winners} {winners:has|have} won",
        "lies": "{thing} {thing:lies|lie} here",
    }
)
NAMES = ("Anna", "Ben")


def drawn(*cards: str, who: Seat = RED) -> Message:
    return Message("draws", who=who, cards=cards)


@in_turn(
    "fact, said",
    [
        ("7h", "7h"),
        (-3, "-3"),
        (Message("chips", count=1), "1 chip"),
        (Message("chips", count=0), "0 chips"),
        (("a", "b", "c"), "a, b and c"),
        ((), ""),
        (Message("row", cards=("9h", "9d", "Kc")), "9h 9d Kc"),
        (Message("steps", steps=(1,)), "it moves 1 square"),
        (Message("steps", steps=(1, 2, 3)), "it moves 1, 2 or 3 squares"),
        (Message("won", winners=(RED,)), "Red has won"),
        (Message("won", winners=(RED, BLUE)), "Red and Blue have won"),
        (Message("lies", thing="7h"), "7h lies here"),
        (Message("row", cards="9h"), "9h"),
        (Message("keeps", who=RED, other=BLUE), "Red keeps Blue from Blue's set"),
    ],
)
def test_facts_in_words(fact: Fact, said: str) -> None:
    assert WORDS.text(fact) == said


def test_a_reader_knows_people_by_name_and_is_you() -> None:
    message = Message("keeps", who=RED, other=BLUE)
    assert WORDS.text(message, Reader(NAMES)) == "Anna keeps Ben from Ben's set"
    assert WORDS.text(message, Reader(NAMES, you=0)) == "You keep Ben from Ben's set"
    assert WORDS.text(message, Reader(NAMES, you=1)) == "Anna keeps you from your set"
    assert WORDS.text(Message("won", winners=(RED,)), Reader(NAMES, you=0)) == "You have won"
    assert WORDS.text(Message("won", winners=(RED, BLUE)), Reader(NAMES, you=0)) == "You and Ben have won"


def test_you_is_capital_only_where_a_sentence_begins() -> None:
    won, reader = Message("won", winners=(RED,)), Reader(NAMES, you=0)
    assert WORDS.text(Message("over", why=won), reader) == "the game is over: you have won"
    assert WORDS.text(won, reader, starts=False) == "you have won"


def test_a_run_of_chance_becomes_one_sentence() -> None:
    assert WORDS.text(united([drawn("7h"), drawn("8d")])) == "Red draws 7h and 8d"
    dice = [Message("rolls", who=BLUE, dice=(Message("die", face=face),)) for face in (4, 4, 6)]
    assert WORDS.text(united(dice), Reader(NAMES, you=1)) == "You roll a 4, a 4 and a 6"
    assert WORDS.text(united([drawn("7h"), drawn("8d", who=BLUE)])) == "Red draws 7h and Blue draws 8d"
    apart = [Message("chips", count=1), Message("chips", count=1)]
    assert united(apart) == tuple(apart)
    assert united([]) == ()


def test_another_language_has_its_own_forms_and_separators() -> None:
    def slavic(count: int) -> int:
        return 0 if count == 1 else 1 if 2 <= count <= 4 else 2

    polish = Catalogue({"chips": "{count} {count:żeton|żetony|żetonów}"}, Language(last=" i ", form=slavic))
    messages = tuple(Message("chips", count=count) for count in (1, 3, 5))
    assert polish.text(messages) == "1 żeton, 3 żetony i 5 żetonów"


def test_what_is_missing_or_misspelt_is_an_error() -> None:
    with pytest.raises(KeyError):
        WORDS.text(Message("unknown"))
    with pytest.raises(KeyError):
        WORDS.text(Message("chips"))
    for template in ("{count", "{a b}", "{}", "}"):
        with pytest.raises(ValueError, match="a blank is"):
            Catalogue({"wrong": template})


def test_messages_are_values() -> None:
    assert drawn("7h") == drawn("7h") != drawn("8d")
    assert len({drawn("7h"), drawn("7h"), drawn("8d")}) == 2
    assert pickle.loads(pickle.dumps(drawn("7h"))) == drawn("7h")


def test_a_chosen_word_may_say_how_many_there_are() -> None:
    words = Catalogue({"draws": "{cards:a card|# cards}", "point": "{count:# point|# points}"})
    assert [words.text(Message("draws", cards=("x",) * count)) for count in (1, 3)] == ["a card", "3 cards"]
    assert [words.text(Message("point", count=count)) for count in (1, 3)] == ["1 point", "3 points"]


def test_every_card_reads_back_in_either_case() -> None:
    texts = [words.card_text(card) for card in range(52)]
    assert len(set(texts)) == 52
    assert texts[0] == "Ac" and texts[26] == "7h" and texts[37] == "Td" and texts[51] == "Ks"
    for card, text in enumerate(texts):
        assert words.card_from_text(text) == card
        assert words.card_from_text(text.upper()) == card
        assert words.card_from_text(f" {text.lower()} ") == card


def test_ten_may_be_written_with_digits() -> None:
    assert words.card_from_text("10d") == words.card_from_text("Td")


@in_turn("text", ["", "7", "h7", "7x", "1h", "77h", "7hh", "joker", "7 h", "100h"])
def test_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        words.card_from_text(text)


def test_card_names() -> None:
    assert words.card_name(0) == "ace of clubs"
    assert words.card_name(51) == "king of spades"


@pytest.mark.slow
@given(st.integers(0, 25), st.integers(0, 98))
def test_every_square_reads_back(column: int, row: int) -> None:
    text = words.square_text(column, row)
    assert words.square_from_text(text) == (column, row)
    assert words.square_from_text(text.upper()) == (column, row)


def test_squares_count_from_the_top_left() -> None:
    assert words.square_text(0, 0) == "a1"
    assert words.square_text(2, 9) == "c10"


@in_turn("text", ["", "c", "3", "3c", "c0", "c03", "c-1", "cc3", "c3:", "ä3", "c²"])
def test_other_texts_are_no_squares(text: str) -> None:
    with pytest.raises(ValueError, match="no square"):
        words.square_from_text(text)


def test_small_words() -> None:
    assert words.squeeze(" C3 : Up\n") == "c3:up"
    assert [words.listed(list("abc"[:n])) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert words.listed(["up", "down"], "or") == "up or down"
    assert words.counted(1, "chip") == "1 chip"
    assert words.counted(0, "chip") == "0 chips"
    assert words.counted(2, "dice", "dice") == "2 dice"
