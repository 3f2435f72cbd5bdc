"""What any game declares: everything outside a game's folder is written against this alone."""

from fivefold.contract.drop_outs import DropOut, dropping_option
from fivefold.contract.extras import (
    Block,
    Encoding,
    Extra,
    Fitted,
    HandTable,
    HandTables,
    Hindsight,
    Learning,
    OutcomeOdds,
)
from fivefold.contract.game import Game
from fivefold.contract.notation import Notation
from fivefold.contract.options import Option, Preset, TableEntry, TableOfNumbers
from fivefold.contract.picture import WHOLE_PICTURE, Emblem, Marks, Motions, Picture
from fivefold.contract.row import Row
from fivefold.contract.rules import (
    ANYONE,
    CHANCE,
    NOBODY,
    SPECTATOR,
    TABLE,
    Choices,
    Hidden,
    LongTurns,
    Race,
    Rules,
)
from fivefold.contract.search import AlphaBeta, PolicyRollouts, Sampling, Search, WholeTurns
from fivefold.contract.setup import Setup, Values
from fivefold.contract.stored import Persona, StoredPersonas, stored_words
from fivefold.contract.table_help import Explanation, ScoreCard, ScoreLine, TableHelp
from fivefold.contract.traits import Chance, Information, Traits, TurnOrder
from fivefold.contract.winning import CanWin, anybody_can_win
from fivefold.parts.svg import Drawing

__all__ = [
    "ANYONE",
    "CHANCE",
    "NOBODY",
    "SPECTATOR",
    "TABLE",
    "WHOLE_PICTURE",
    "AlphaBeta",
    "Block",
    "CanWin",
    "Chance",
    "Choices",
    "Drawing",
    "DropOut",
    "Emblem",
    "Encoding",
    "Explanation",
    "Extra",
    "Fitted",
    "Game",
    "HandTable",
    "HandTables",
    "Hidden",
    "Hindsight",
    "Information",
    "Learning",
    "LongTurns",
    "Marks",
    "Motions",
    "Notation",
    "Option",
    "OutcomeOdds",
    "Persona",
    "Picture",
    "PolicyRollouts",
    "Preset",
    "Race",
    "Row",
    "Rules",
    "Sampling",
    "ScoreCard",
    "ScoreLine",
    "Search",
    "Setup",
    "StoredPersonas",
    "TableEntry",
    "TableHelp",
    "TableOfNumbers",
    "Traits",
    "TurnOrder",
    "Values",
    "WholeTurns",
    "anybody_can_win",
    "dropping_option",
    "stored_words",
]
