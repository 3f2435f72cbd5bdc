import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.quick import in_turn

from fivefold.parts import words


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
