import pickle

import pytest
from tests.quick import in_turn

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
