"""What could have been made of the cards that came (``arranging``), and what still can be (``planning``)."""

from fivefold.games.solitaire.arranging import ARRANGEMENT, gather, improve, lay
from fivefold.games.solitaire.planning import plan

__all__ = ["ARRANGEMENT", "gather", "improve", "lay", "plan"]
