"""Sentences about a match, with the names of who plays it."""

import pytest

from fivefold.session.narration import by_name


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Red draws 7h and 8d", "You draw 7h and 8d"),
        ("Green has two", "Ben has two"),
        ("Redder than Red", "Redder than Red"),
        ("two for Red", "two for Red"),
        ("Red wins", "You win"),
    ],
)
def test_what_the_game_says_of_a_seat_is_said_of_who_sits_there(sentence, said):
    def verb(seat, third):
        return f"You {third.removesuffix('s')}" if seat == 0 else f"Ben {third}"

    assert by_name(sentence, ["Red", "Green"], verb) == said
