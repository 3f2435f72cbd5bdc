"""What a move would do, in a few words: for hints, the coach and those who learn."""

from typing import Final

from fivefold.contract.account import CARD, PLACE, Account
from fivefold.contract.words import in_brief
from fivefold.parts.messages import Catalogue, Fact, Message
from fivefold.play.lessons import gain
from fivefold.play.match import Match

WORDS: Final = Catalogue({"points": "{count} {count:point|points}", "comes": "{what/, }"})


def briefly(match: Match, move: str) -> str:
    """Return what a legal move does in a few words, with its points: ``full house, 9 points``."""
    notation, seen = match.game.notation, match.seen_by(match.to_move)
    account = notation.account(seen, notation.read(seen, move))
    return comes(in_brief(notation.WORDS, account), gain(match, move))


def consequences(words: Catalogue, account: Account) -> str:
    """Return what comes of a move in a few words; of one that puts nothing anywhere its name says all."""
    puts = any(thing.kind in (CARD, PLACE) for thing in account.played)
    return comes(in_brief(words, account) if puts else "", sum(each.points for each in account.points))


def comes(what: str, points: int) -> str:
    """Return what comes of a move, with its points where there are any."""
    told: list[Fact] = [what] if what else []
    if points:
        told.append(Message("points", count=points))
    return WORDS.text(Message("comes", what=tuple(told)))
