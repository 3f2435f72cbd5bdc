"""Playing cards as messages: "seven of hearts", "nines"."""

from collections.abc import Mapping
from typing import Final

from fivefold.parts.cards import DECK
from fivefold.parts.messages import Message
from fivefold.parts.words import RANK_NAMES, SUIT_NAMES

CARDS: Final[Mapping[str, str]] = {
    "card": "{rank} of {suit}",
    **{f"rank-{name}": name for name in RANK_NAMES},
    **{f"ranks-{name}": name + ("es" if name.endswith("x") else "s") for name in RANK_NAMES},
    **{f"suit-{name}": name for name in SUIT_NAMES},
}
"""What cards are called: templates for the catalogue of a game with cards."""

CARD_NAMES: Final = tuple(
    Message("card", rank=Message(f"rank-{RANK_NAMES[card // 4]}"), suit=Message(f"suit-{SUIT_NAMES[card % 4]}"))
    for card in range(DECK)
)
"""Every card, 0 to 51, in full: ``seven of hearts``."""
SEVERAL: Final = tuple(Message(f"ranks-{name}") for name in RANK_NAMES)
"""Several cards of each rank, 0 to 12: ``nines``, ``sixes``."""
