"""Pokeros: two players extend one crossing of cards; whoever makes a poker hand scores it."""

from typing import Final

from fivefold.games.pokeros import evaluation, hidden, notation, picture, rules, tally
from fivefold.games.pokeros.personas import PERSONAS
from fivefold.play.contract import Game
from fivefold.play.offered import Option

HAND: Final = Option(
    name="hand",
    meaning="how many cards each player holds",
    values={"3": 3, "1": 1},
    explained={
        "3": "hold three cards, hidden from the other, and choose which to place",
        "1": "hold none: the top card of the pack is turned up for all, and whose turn it is places it",
    },
    default="3",
)
DECK: Final = Option(
    name="deck",
    meaning="which cards are in the pack",
    values={"full": 0, "stripped": 1},
    explained={
        "full": "all 52 cards, two to ace",
        "stripped": "32 cards, seven to ace: a shorter game of bigger hands; an ace is only high",
    },
    default="full",
)
WILDS: Final = Option(
    name="wilds",
    meaning="how many wild cards are shuffled in",
    values={"0": 0, "1": 1, "2": 2},
    explained={
        "0": "no wild cards",
        "1": "one card stands, in every hand it is part of, for whichever card scores most",
        "2": "two such wild cards",
    },
    default="0",
)
BONUS: Final = Option(
    name="bonus",
    meaning="how often a placement counts that scores in its row and in its column",
    values={"2": 2, "1": 1, "3": 3},
    explained={
        "2": "a card that scores both ways counts double",
        "1": "row and column are simply added",
        "3": "a card that scores both ways counts three times",
    },
    default="2",
)
FIRST: Final = Option(
    name="first",
    meaning="who places the first card",
    values={"0": 0, "1": 1},
    explained={"0": "Coral begins", "1": "Teal begins"},
    default=None,
)

GAME: Final = Game(
    key="pokeros",
    name="Pokeros",
    tagline="One growing crossing of cards: slip yours in where it makes a poker hand, best of all both ways.",
    rules=rules,
    notation=notation,
    picture=picture,
    options=(HAND, DECK, WILDS, BONUS, FIRST),
    personas=PERSONAS,
    evaluation=evaluation,
    hidden=hidden,
    tally=tally,
    plays_itself=lambda row, move: True,
    spotlight=picture.spotlight,
    motions=picture.motions,
)
