"""Every legal move of every game is read as people type it, from the line of a mail to the move; never as another."""

import random

import pytest

from fivefold import Match
from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.commands.moves import Words, say_move
from fivefold.doors.mail.reading.lines import bare_move, command_in
from fivefold.play.observation import observed
from fivefold.session.answers import Position

pytestmark = pytest.mark.slow

GAMES = (
    *(("locus", {}), ("focus", {}), ("focus", {"players": "4"}), ("pokeros", {}), ("dice_poker", {})),
    *(("solitaire", {}), ("solitaire", {"mode": "one-hand", "rejects": "1/1/1"})),
    ("solitaire", {"mode": "alternate", "steal": "on", "plant": "on", "move": "movable", "move2": "movable"}),
)


def positions(game, options, moves=30):
    """Yield positions of a random match as their movers see them, and a move of each."""
    chosen, match = random.Random(7), Match(game, seed=7, options=options)
    while match.outcome is None and len(match.moves) < moves + 40:
        seat = match.to_move
        here = Position(match.game, seat, observed(match.game, match.row, seat))
        yield here, chosen.choice(here.legal)
        match.make(chosen.choice(match.legal()))


def spellings(text):
    return text, text.upper(), text.replace("-", " - "), text.replace(":", " : "), f"{text}.", text.replace("-", "–")


def read(found, here):
    """Return the move of a line, where it has one and nothing else."""
    assert found is not None
    words = Words(found.arguments)
    move = words.next(here)
    assert not words
    return move


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_spelling(game, options):
    for here, move in positions(game, options):
        for typed in spellings(say_move(here, move)):
            assert read(bare_move(typed), here) == move, typed
            assert read(command_in(f"move 101 {typed}"), here) == move, typed


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_slip_of_the_finger_is_that_move_or_none(game, options):
    """One letter left out, doubled or exchanged: what is still read is what the game itself reads there."""
    for here, move in positions(game, options, 10):
        text = say_move(here, move)
        for place in range(len(text)):
            for typed in (text[:place] + text[place + 1 :], text[: place + 1] + text[place:]):
                words = Words(typed.split())
                try:
                    found = words.next(here)
                except FivefoldError:
                    continue
                assert words or here.game.notation.read(here.row, typed) == found
