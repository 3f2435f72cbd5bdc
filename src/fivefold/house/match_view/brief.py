"""What a move would do, in a few words: for hints, the coach, the review and lessons."""

from typing import Final

from fivefold.contract.account import CARD, PLACE, Account
from fivefold.contract.words import in_brief
from fivefold.parts.messages import Catalogue, Fact, Message

WORDS: Final = Catalogue({"points": "{count} {count:point|points}", "comes": "{what/, }"})


def consequences(words: Catalogue, account: Account) -> str:
    """Return what comes of a move in a few words: ``full house, 9 points``.

    Of a move that puts nothing anywhere its name says all.
    """
    puts = any(thing.kind in (CARD, PLACE) for thing in account.played)
    what, points = in_brief(words, account) if puts else "", sum(each.points for each in account.points)
    told: list[Fact] = [what] if what else []
    if points:
        told.append(Message("points", count=points))
    return WORDS.text(Message("comes", what=tuple(told)))
