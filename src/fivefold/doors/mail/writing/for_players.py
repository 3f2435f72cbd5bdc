"""What only the players of a match are told: what they have in store, ratings, what they can do once it is over."""

from collections.abc import Iterator
from contextlib import suppress

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.writing.blocks import Block, Paragraph, Typed
from fivefold.doors.mail.writing.words import phrase, said
from fivefold.house.availability import CHECKS
from fivefold.house.house import House
from fivefold.house.records.rating_words import counted_less
from fivefold.house.table import answer_views
from fivefold.parts.messages import Reader
from fivefold.session.narration import player
from fivefold.session.snapshot import LIVE, MatchSnapshot


def in_store(house: House, now: MatchSnapshot, person_id: str) -> Iterator[Block]:
    """Yield which answers a player has given in advance and what became of them, and whether a resignation waits."""
    told = []
    with suppress(FivefoldError):
        view = answer_views.answers_view(house.answers.given(person_id, now.id))
        told = [each for each in (view["told"], view["summary"]) if each]
    if not now.may_move(person_id) and house.mail.resignations.waits(now.id, person_id):
        told.append(said("resigns"))
    if told:
        yield Paragraph(" ".join(told))


def ratings(house: House, now: MatchSnapshot, reader: Reader) -> Iterator[Block]:
    """Yield how ratings have changed with a match that is over."""
    changed = [
        said("rated", reader, who=player(each["seat"]), before=each["before"], after=each["rating"])
        for each in house.ratings.at_table(now)
        if each["before"] is not None
    ]
    less = counted_less(now, house.ratings.met_before(now)) if house.ratings.pool(now) is not None else ""
    if changed or less:
        yield Paragraph(" ".join([*changed, *filter(None, [less])]))


def again(now: MatchSnapshot, person_id: str) -> Iterator[Block]:
    """Yield how to go on once a match is over: with its second game, or with another."""
    if can("second", now, person_id):
        yield Paragraph(f"{phrase('reply-second')}:")
        yield Typed(["ready"], answers=True)
    elif can("rematch", now, person_id):
        yield Paragraph(f"{phrase('reply-rematch')}:")
        yield Typed(["rematch"], answers=True)


def claiming(now: MatchSnapshot, person_id: str, out: bool) -> str:
    """Return what a player can do about somebody whose time is out; empty where there is nothing."""
    return said("reply-claim") if out and now.status == LIVE and can("claim", now, person_id) else ""


def can(what: str, now: MatchSnapshot, person_id: str) -> bool:
    """Tell whether a person can do something at a table."""
    try:
        CHECKS[what](now, person_id)
    except FivefoldError:
        return False
    return True
