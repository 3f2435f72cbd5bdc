"""A bridge for games whose notations have no accounts yet: to be deleted with the last of them.

Then ``accounting(game)`` is ``game.notation``, and nothing else changes.
"""

from dataclasses import dataclass
from typing import Final, cast

from fivefold.contract import ANYONE, Game, Row
from fivefold.contract.account import Account
from fivefold.contract.notation import Accounting
from fivefold.contract.words import HOUSE
from fivefold.parts.messages import Catalogue, Message, Seat

BRIDGE: Final = Catalogue({**HOUSE, "words": "{words/ }", "chance": "{start} {items}"})


def accounting(game: Game) -> Accounting:
    """Return a game's notation, one without accounts made to give them: its sentences as messages."""
    if hasattr(game.notation, "account"):
        return cast(Accounting, game.notation)
    return cast(Accounting, _Sentences(game))


@dataclass(frozen=True, slots=True)
class _Sentences:
    game: Game
    WORDS: Catalogue = BRIDGE

    def account(self, row: Row, move: int) -> Account:
        said = self.game.notation.explain(row, move)
        mover, race = self.game.rules.to_move(row), self.game.race
        if mover == ANYONE and race is not None:
            mover = race.mover(row, move)
        if mover >= 0:
            return Account(self.seat(row, mover), (Message("words", words=(said,)),))
        start, _, item = said.rpartition(" ")
        return Account(None, event=Message("chance", start=start, items=(item,)))

    def seat(self, row: Row, number: int) -> Seat:
        return Seat(number, Message("words", words=(self.game.notation.seat_name(row, number),)))

    def ending(self, row: Row) -> Message:
        count = max(self.game.traits.seats)
        seats = {self.game.notation.seat_name(row, number): self.seat(row, number) for number in range(count)}
        words = self.game.notation.reason(row).split()
        return Message("words", words=tuple(seats.get(word, word) for word in words))
