"""The words of toy games: what they say is text as it is."""

from fivefold.contract.notation import MoveEffects
from fivefold.contract.words import HOUSE
from fivefold.parts.messages import Catalogue, Message, Seat

WORDS = Catalogue({**HOUSE, "text": "{text}"})


def said(text: str) -> Message:
    """Return a text as a message."""
    return Message("text", text=text)


def account(mover: Seat | None, text: str) -> MoveEffects:
    """Return what a move does; ``mover``: ``None`` for chance."""
    return MoveEffects(None, event=said(text)) if mover is None else MoveEffects(mover, (said(text),))
