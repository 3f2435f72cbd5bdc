"""A line of the list of moves in pictures and words: small cards and dice, where they go, what comes of it."""

from collections.abc import Iterator

from fivefold.contract import CHANCE, DropOut, Game
from fivefold.contract.account import Account
from fivefold.contract.words import in_brief
from fivefold.house.match_view.events import Facts
from fivefold.house.match_view.view_types import PartView
from fivefold.parts.messages import Catalogue
from fivefold.session import races


def line_parts(game: Game, event: Facts) -> list[PartView]:
    """Return the parts of an event, in the order to show them; none for a deal that the picture tells of."""
    words = game.notation.WORDS
    parts = [part for account in event.accounts for part in _of_account(words, account)]
    in_words = event.mover == CHANCE or DropOut.read(event.text) is not None
    if in_words or any(part["kind"] != "words" for part in parts):
        return parts
    text = races.without_seat_number(event.text) if event.anyone else event.text
    return [{"kind": "place", "code": text, "words": text}, *parts]


def _of_account(words: Catalogue, account: Account) -> Iterator[PartView]:
    for thing in account.played:
        yield {"kind": thing.kind, "code": thing.code, "words": words.text(thing.words, starts=False)}
    if brief := in_brief(words, account):
        yield {"kind": "words", "code": "", "words": brief}
