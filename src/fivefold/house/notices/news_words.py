"""What news says, in words: in the page and on the lock screen alike, so it never tells what happened on the board."""

from typing import Final

from typing_extensions import TypedDict

from fivefold.contract.errors import FivefoldError
from fivefold.contract.stored import stored_sentences
from fivefold.house.ledger import Ledger
from fivefold.house.meeting.challenges import open_at
from fivefold.house.notices import news
from fivefold.house.notices.news import Note
from fivefold.parts.messages import Message
from fivefold.session.offers import KINDS
from fivefold.session.snapshot import MatchSnapshot


class NewsItemView(TypedDict):
    """Something that has just happened."""

    kind: str
    """``turn``, ``offer``, ``ready``, ``challenge``, ``seated``, ``ended``, ``chat``, ``time`` or ``time-out``."""
    match: str
    title: str
    """What has happened, in a few words."""
    words: str
    """Where: the game and who else plays."""
    path: str
    """Of the page to look at."""
    challenge: str
    """Of a challenge that is open its address, where it is accepted or declined; else empty."""
    offer: str
    """What kind of thing is offered to the person, who may accept or decline it; else empty."""
    number: int
    """Of the last entry in the log, for the answer to an offer; else 0."""


class NewsView(TypedDict):
    """What waits for a person, and what has just happened."""

    waiting: int
    """How many matches and challenges wait, not counting the match of this page."""
    items: list[NewsItemView]


WORDS: Final = stored_sentences("fivefold.house", "news")


CHALLENGES: Final = "/challenges"
"""Where challenges are answered."""


def item(ledger: Ledger, note: Note) -> NewsItemView | None:
    """Return what a note says; ``None`` where it only says that less waits, or of a match that cannot be shown."""
    if note.kind not in news.KINDS or note.match_id is None:
        return None
    try:
        now = ledger.known(note.match_id)
    except FivefoldError:
        return None
    others = _others(now, note.person_id)
    game = now.match.game.name
    where = Message("with", game=game, others=tuple(others)) if others else None
    return {
        "kind": note.kind,
        "match": now.id,
        "title": WORDS.text(_happened(now, note)),
        "words": WORDS.text(where) if where is not None else game,
        "path": CHALLENGES if note.kind == news.CHALLENGE else "/".join(("", "matches", now.id)),
        "challenge": _challenge(ledger, note) if note.kind == news.CHALLENGE else "",
        "offer": now.offer.kind if note.kind == news.OFFER and now.offer is not None else "",
        "number": now.number if note.kind == news.OFFER else 0,
    }


def _challenge(ledger: Ledger, note: Note) -> str:
    """Return the address of the challenge that a note is about; empty once it is answered."""
    found = ledger.read(open_at, note.match_id or "")
    return next((f"{CHALLENGES}/{each.id}" for each in found if each.to == note.person_id), "")


def test_item() -> NewsItemView:
    """Return what a message says that somebody asks for to see whether it works."""
    title, words = WORDS.text(Message("test")), WORDS.text(Message("test-where"))
    return NewsItemView(
        kind="test", match="", title=title, words=words, path="/news/settings", challenge="", offer="", number=0
    )


def _happened(now: MatchSnapshot, note: Note) -> Message:
    who = _who(now, note)
    if note.kind != news.OFFER:
        return Message(note.kind, **who)
    return (
        Message("offer", does=KINDS[now.offer.kind].does, **who)
        if now.offer is not None
        else Message("offer-over", **who)
    )


def _who(now: MatchSnapshot, note: Note) -> dict[str, str | Message]:
    if note.kind in (news.TURN, news.ENDED, news.CHAT, news.TIME):
        return {}
    if note.seat is not None:
        return {"who": now.names[note.seat]}
    others = _others(now, note.person_id)
    return {"who": others[0] if others else Message("somebody")}


def _others(now: MatchSnapshot, person_id: str) -> list[str]:
    return [now.names[seat.seat] for seat in now.seats if seat.name and seat.person != person_id]
