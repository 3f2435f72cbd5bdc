"""Pokeros: two players extend one crossing of cards; whoever makes a poker hand scores it."""

from typing import Final

from fivefold.contract import Chance, Game, Information, Option, Sampling, Setup, StoredPersonas, Traits
from fivefold.contract.errors import InvalidOption, Problem
from fivefold.games.pokeros import determinization, evaluation, notation, picture, rules
from fivefold.games.pokeros.encoding import ENCODING
from fivefold.games.pokeros.evaluation import FITTED
from fivefold.games.pokeros.hand_table import HAND_TABLES
from fivefold.games.pokeros.scoring import CARDS
from fivefold.games.pokeros.table_help import HELP
from fivefold.games.pokeros.winning import can_win
from fivefold.parts.messages import Message

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
CARDS_A_TURN: Final = Option(
    name="cards",
    meaning="how many cards a player places in a turn",
    values={"1": 1, "2": 2},
    explained={
        "1": "place one card, then draw one",
        "2": "place two, one after the other, each scored by itself, then draw two; needs a hand of three cards",
    },
    default="1",
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
    starts=True,
)


def settle(values: dict[str, str]) -> dict[str, str]:
    """Return the values as they are. Raises ``InvalidOption`` for two cards a turn where nobody holds two."""
    if (values["cards"], values["hand"]) == ("2", "1"):
        wrong, better = Message("two-cards-need-a-hand"), Message("hold-three")
        raise InvalidOption(Problem.of(notation.WORDS, "cards=2 with hand=1", wrong, better, field="cards"))
    return values


EACH_PLACES: Final = {"full": 26, "stripped": 16}
"""Each player places half of the pack."""

GAME: Final = Game(
    key="pokeros",
    name="Pokeros",
    tagline="Grow a crossword of cards. Score across and down; both at once counts double.",
    rules=rules,
    notation=notation,
    picture=picture,
    setup=Setup(
        (HAND, CARDS_A_TURN, DECK, WILDS, BONUS, FIRST),
        settle=settle,
        usual_moves=lambda values: EACH_PLACES[values["deck"]],
    ),
    traits=Traits(
        move_numbers=CARDS << rules.CELL_BITS,
        information=Information.HIDDEN,
        chance=Chance.BETWEEN_MOVES,
        forced_moves=True,
        level_steps=(798, 143, 104, 288, 147, 168),
        usual_endings=frozenset({"all-cards-placed"}),
    ),
    search=Sampling(
        value=evaluation.value,
        merit=evaluation.merit,
        key=evaluation.key,
        banked=evaluation.banked,
        remaining=evaluation.remaining,
        points_scale=evaluation.POINTS_SCALE,
        determinize=determinization.determinize,
    ),
    personas=StoredPersonas(__file__),
    can_win=can_win,
    extras=(
        HAND_TABLES,
        FITTED,
        HELP,
        ENCODING,
    ),
)
